//! A standalone LaTeX drawing of a small automaton: states in columns by their distance from the initial one.

use std::fmt::Write;

use super::{edges, shown};
use crate::budget::{Error, Result};
use crate::theorem::Theorem;

/// More states than this do not fit a page.
const MOST_STATES: usize = 60;

pub(super) fn drawing(theorem: &Theorem) -> Result<String> {
    let rel = shown(theorem)?;
    let states = rel.states();
    if states > MOST_STATES {
        return Err(Error::Statement(format!(
            "{states} states do not fit a page; export to dot instead"
        )));
    }
    let edges = edges(rel);
    let depth = depths(states, &edges);
    let mut text = format!(
        "% {} of {}, most significant digit first, {}\n\\documentclass[tikz]{{standalone}}\n\\usetikzlibrary{{automata}}\n\\begin{{document}}\n\\begin{{tikzpicture}}[->,auto,node distance=2cm]\n",
        theorem.statement.value,
        theorem.rules,
        rel.numeration().name(),
    );
    let mut used = vec![0usize; states + 1];
    for (state, &column) in depth.iter().enumerate().skip(1) {
        let row = used[column];
        used[column] += 1;
        let mut style = String::from("state");
        if state == 1 {
            style.push_str(",initial");
        }
        if rel.dfa().accepts(state as u32) {
            style.push_str(",accepting");
        }
        let _ = writeln!(
            text,
            "  \\node[{style}] ({state}) at ({},-{}) {{{state}}};",
            3 * column,
            2 * row
        );
    }
    for (from, to, labels) in &edges {
        let bend = if from == to {
            "loop above"
        } else {
            "bend left=15"
        };
        let _ = writeln!(
            text,
            "  \\path ({from}) edge[{bend}] node {{\\tiny {}}} ({to});",
            labels.join("\\ ")
        );
    }
    text.push_str("\\end{tikzpicture}\n\\end{document}\n");
    Ok(text)
}

/// Distances from state 1; states are numbered breadth first, so one pass in their order suffices.
fn depths(states: usize, edges: &[(u32, u32, Vec<String>)]) -> Vec<usize> {
    let mut depth = vec![usize::MAX; states + 1];
    depth[1.min(states)] = 0;
    for (from, to, _) in edges {
        let next = depth[*from as usize].saturating_add(1);
        let known = &mut depth[*to as usize];
        *known = next.min(*known);
    }
    depth
}
