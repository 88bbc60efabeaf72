//! Theorems for other programs: Walnut and MONA to check them, DOT and TikZ to look at them.
//!
//! The statements are written from the rules, not from our automata: Walnut decides them with its own adder
//! and projection; MONA with its own automata, given the linear relations as automata.

mod dot;
mod formula;
mod mona;
mod tikz;
mod walnut;

use crate::budget::{Budget, Error, Result};
use crate::theorem::Theorem;

/// Where a theorem is exported to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Export {
    /// Files for the automatic theorem prover Walnut.
    Walnut,
    /// One file for MONA.
    Mona,
    /// A drawing for Graphviz.
    Dot,
    /// A standalone LaTeX drawing.
    Tikz,
}

impl Export {
    /// The target that a text names.
    ///
    /// # Errors
    /// [`Error::Statement`] with the names that are known.
    pub fn parse(text: &str) -> Result<Self> {
        match text {
            "walnut" => Ok(Self::Walnut),
            "mona" => Ok(Self::Mona),
            "dot" => Ok(Self::Dot),
            "tikz" => Ok(Self::Tikz),
            _ => Err(Error::Statement(format!(
                "found {text:?}; expected walnut, mona, dot or tikz"
            ))),
        }
    }
}

/// The files of an export: names (with folders, for Walnut) and texts.
///
/// # Errors
/// [`Error::Statement`] when the target cannot express the theorem, or a budget.
pub fn export(theorem: &Theorem, to: Export, budget: &Budget<'_>) -> Result<Vec<(String, String)>> {
    match to {
        Export::Walnut => walnut::files(theorem, budget),
        Export::Mona => Ok(vec![("theorem.mona".into(), mona::file(theorem, budget)?)]),
        Export::Dot => Ok(vec![("theorem.dot".into(), dot::drawing(theorem)?)]),
        Export::Tikz => Ok(vec![("theorem.tex".into(), tikz::drawing(theorem)?)]),
    }
}

/// The relation that a drawing shows.
fn shown(theorem: &Theorem) -> Result<&crate::relation::Rel> {
    theorem
        .relation()
        .ok_or_else(|| Error::Statement("the theorem has no automaton".into()))
}

/// The digits of a letter as `0,1`, and the letters of each edge together.
fn edges(rel: &crate::relation::Rel) -> Vec<(u32, u32, Vec<String>)> {
    let (dfa, digits, tracks) = (rel.dfa(), rel.numeration().digits(), rel.tracks().len());
    let mut edges: Vec<(u32, u32, Vec<String>)> = Vec::new();
    for state in 1..=dfa.states() as u32 {
        let first = edges.len();
        for (letter, &to) in dfa
            .row(state)
            .iter()
            .enumerate()
            .filter(|&(_, &to)| to != crate::dfa::DEAD)
        {
            let places = crate::linear::split_letter(letter, digits, tracks);
            let label = places
                .iter()
                .map(usize::to_string)
                .collect::<Vec<_>>()
                .join(",");
            match edges[first..].iter_mut().find(|(_, known, _)| *known == to) {
                Some((_, _, labels)) => labels.push(label),
                None => edges.push((state, to, vec![label])),
            }
        }
    }
    edges
}
