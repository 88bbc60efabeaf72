//! A drawing for Graphviz: accepting states doubly circled, the initial state marked by an arrow.

use std::fmt::Write;

use super::{edges, shown};
use crate::budget::Result;
use crate::theorem::Theorem;

pub(super) fn drawing(theorem: &Theorem) -> Result<String> {
    let rel = shown(theorem)?;
    let tracks: Vec<String> = rel.tracks().iter().map(char::to_string).collect();
    let mut text = format!(
        "// {} of {}, digits of ({}), most significant first, {}\ndigraph theorem {{\n  rankdir=LR;\n  node [shape=circle];\n  start [shape=point];\n",
        theorem.statement.value,
        theorem.rules,
        tracks.join(", "),
        rel.numeration().name(),
    );
    // Writing to a string cannot fail.
    let _ = writeln!(text, "  start -> 1;");
    for state in (1..=rel.states() as u32).filter(|&state| rel.dfa().accepts(state)) {
        let _ = writeln!(text, "  {state} [shape=doublecircle];");
    }
    for (from, to, labels) in edges(rel) {
        let _ = writeln!(text, "  {from} -> {to} [label=\"{}\"];", labels.join(" "));
    }
    text.push_str("}\n");
    Ok(text)
}
