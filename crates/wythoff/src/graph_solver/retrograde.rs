//! Outcome and remoteness with cycles, from the ends of play backwards.
//!
//! Vertices are settled in the order of their remoteness. One settled as P makes every unsettled source
//! N, one move further; one settled as N is struck from the options that each source still has open,
//! and a source without any is P, one move further: its last option was the longest delay. What is
//! never settled is a draw: the player to move can always move to another draw, and never to a P-position.
//! Cost: one look at every edge. Judge: the fixpoint of the definitions in `tests/graphs.rs`.

use super::reversed::Reversed;
use super::{ENDLESS, OFTEN};
use crate::budget::Budget;
use crate::error::Error;
use crate::rules::{Convention, Graph};

/// Whether a remoteness is one of P-positions [Smith1966].
pub(super) fn is_p(remoteness: u32, convention: Convention) -> bool {
    remoteness % 2 == u32::from(convention == Convention::Misere)
}

/// The remoteness of every vertex; [`ENDLESS`] for draws.
pub(super) fn remoteness(
    graph: &Graph,
    reversed: &Reversed,
    convention: Convention,
    budget: &Budget<'_>,
) -> Result<Vec<u32>, Error> {
    let vertices = graph.len();
    let mut remoteness = vec![ENDLESS; vertices];
    let mut open: Vec<u32> = (0..vertices)
        .map(|v| graph.targets_of(v).len() as u32)
        .collect();
    let mut settled: Vec<u32> = Vec::new();
    for v in 0..vertices {
        if open[v] == 0 {
            remoteness[v] = 0;
            settled.push(v as u32);
        }
    }
    let mut next = 0;
    while let Some(&v) = settled.get(next) {
        let own = remoteness[v as usize];
        for &source in reversed.sources_of(v) {
            let source = source as usize;
            if remoteness[source] != ENDLESS {
                continue;
            }
            open[source] -= 1;
            if is_p(own, convention) || open[source] == 0 {
                remoteness[source] = own + 1;
                settled.push(source as u32);
            }
        }
        next += 1;
        if next % OFTEN == 0 {
            budget.report(next as u64, Some(vertices as u64))?;
        }
    }
    Ok(remoteness)
}
