//! Small digraphs: all of them on six vertices, and larger ones at random.
//!
//! Vertices 0, 1, … with edges to smaller vertices only: up to a labelling every finite game graph without
//! cycles is of this kind. Digraph number n of those on k vertices has the edge v → u exactly if bit
//! v(v − 1)/2 + u of n is set.

use super::run::Run;
use super::walk::Walk;
use crate::error::Error;
use crate::rules::Convention;
pub(super) use crate::seeded::Random;
use crate::values::{RemotenessValue, Valuation};

/// Vertices of the digraphs that are all walked.
pub(super) const VERTICES: usize = 6;

/// How many digraphs there are on six vertices.
pub(super) const DIGRAPHS: u64 = 1 << (VERTICES * (VERTICES - 1) / 2);

/// Digraphs walked between two looks at the budget.
const BLOCK: u64 = 1024;

/// A digraph on at most eight vertices: the options of a vertex as a set of bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Digraph {
    pub(super) options: [u8; VERTICES],
}

impl Digraph {
    /// The digraph of a number.
    pub(super) fn numbered(number: u64) -> Digraph {
        let mut options = [0; VERTICES];
        for (v, set) in options.iter_mut().enumerate() {
            *set = (number >> (v * v.saturating_sub(1) / 2)) as u8 & ((1 << v) - 1) as u8;
        }
        Digraph { options }
    }

    /// The options of a vertex, increasing.
    pub(super) fn from(&self, v: usize) -> impl Iterator<Item = usize> + Clone + use<> {
        let set = self.options[v];
        (0..v).filter(move |u| set >> u & 1 == 1)
    }

    /// The values of all vertices from a rule that values a vertex by its options' values.
    pub(super) fn values<T: Copy>(
        &self,
        zero: T,
        rule: impl Fn(&[T], usize) -> T,
    ) -> [T; VERTICES] {
        let mut values = [zero; VERTICES];
        for v in 0..VERTICES {
            values[v] = rule(&values, v);
        }
        values
    }

    /// Smith's remoteness of every vertex.
    pub(super) fn remoteness(&self, convention: Convention) -> [u32; VERTICES] {
        let valuation = RemotenessValue(convention);
        self.values(0, |values, v| {
            valuation.of_options(self.from(v).map(|u| values[u]))
        })
    }
}

/// Checks every digraph on six vertices; their order is that of their numbers.
pub(super) fn over_all(
    run: &Run<'_>,
    check: impl Fn(u64, &Digraph, &mut Walk) + Sync,
) -> Result<Walk, Error> {
    let blocks: Vec<u64> = (0..DIGRAPHS / BLOCK).collect();
    let (walk, _) = run.over(&blocks, |&block, walk| {
        for number in block * BLOCK..(block + 1) * BLOCK {
            check(number, &Digraph::numbered(number), walk);
        }
        Ok(())
    })?;
    Ok(walk)
}

/// A counterexample at a vertex of a numbered digraph.
pub(super) fn at_vertex(
    number: u64,
    v: usize,
    parameters: impl Into<String>,
    found: impl Into<String>,
) -> super::Counterexample {
    super::Counterexample {
        parameters: parameters.into(),
        at: vec![format!("digraph {number}"), format!("vertex {v}")],
        found: found.into(),
    }
}

/// The options of each vertex of a random digraph; an option may be listed more than once.
pub(super) fn random(random: &mut Random, most_vertices: u64) -> Vec<Vec<usize>> {
    let vertices = 1 + random.below(most_vertices);
    let most_options = 1 + random.below(8);
    (0..vertices)
        .map(|v| {
            let count = if v == 0 {
                0
            } else {
                random.below(most_options + 1)
            };
            (0..count).map(|_| random.below(v) as usize).collect()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_digraph_has_its_number() {
        let mut seen = std::collections::HashSet::new();
        for number in 0..DIGRAPHS {
            let graph = Digraph::numbered(number);
            for v in 0..VERTICES {
                assert!(graph.from(v).all(|u| u < v));
            }
            assert!(seen.insert(graph.options));
        }
        assert_eq!(seen.len(), 32768);
        assert!(Digraph::numbered(DIGRAPHS - 1).from(5).eq(0..5));
    }
}
