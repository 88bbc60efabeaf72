//! The edges of a graph by their targets.

use crate::budget::Budget;
use crate::error::Error;
use crate::rules::Graph;

/// For every vertex, from where it can be reached in one move.
pub(super) struct Reversed {
    starts: Vec<u32>,
    sources: Vec<u32>,
}

impl Reversed {
    /// By counting, in two walks over the edges.
    pub(super) fn of(graph: &Graph, budget: &Budget<'_>) -> Result<Reversed, Error> {
        let vertices = graph.len();
        let mut starts = vec![0u32; vertices + 1];
        for v in 0..vertices {
            for &target in graph.targets_of(v) {
                starts[target as usize + 1] += 1;
            }
        }
        budget.report(0, None)?;
        for v in 0..vertices {
            starts[v + 1] += starts[v];
        }
        let mut sources = vec![0u32; graph.edges()];
        for v in 0..vertices {
            for &target in graph.targets_of(v) {
                let place = &mut starts[target as usize];
                sources[*place as usize] = v as u32;
                *place += 1;
            }
        }
        // Each start has walked to the next one's beginning.
        starts.rotate_right(1);
        starts[0] = 0;
        budget.report(0, None)?;
        Ok(Reversed { starts, sources })
    }

    pub(super) fn sources_of(&self, v: u32) -> &[u32] {
        let v = v as usize;
        &self.sources[self.starts[v] as usize..self.starts[v + 1] as usize]
    }
}
