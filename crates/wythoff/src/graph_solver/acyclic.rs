//! One pass over a graph in which play ends: remoteness and Grundy value, each vertex behind its
//! targets.

use super::OFTEN;
use crate::budget::Budget;
use crate::error::Error;
use crate::rules::{Convention, Graph};
use crate::values::{GrundyValue, Valuation};

/// Remoteness and Grundy value of every vertex.
pub(super) fn values(
    graph: &Graph,
    order: &[u32],
    convention: Convention,
    budget: &Budget<'_>,
) -> Result<Vec<[u32; 2]>, Error> {
    let mut values = vec![[0u32; 2]; graph.len()];
    let good = u32::from(convention == Convention::Misere);
    for (done, &v) in order.iter().enumerate() {
        let targets = graph.targets_of(v as usize);
        let (mut least_good, mut greatest, mut low) = (u32::MAX, 0, 0u64);
        for &target in targets {
            let [remoteness, grundy] = values[target as usize];
            if remoteness % 2 == good {
                least_good = least_good.min(remoteness);
            }
            greatest = greatest.max(remoteness);
            if grundy < 64 {
                low |= 1 << grundy;
            }
        }
        let remoteness = match (targets.is_empty(), least_good) {
            (true, _) => 0,
            (false, u32::MAX) => greatest + 1,
            (false, least) => least + 1,
        };
        let grundy = if targets.is_empty() || low == u64::MAX {
            // The end of play, or a value of 64 or more: the definition.
            let options = targets.iter().map(|&t| values[t as usize][1]);
            GrundyValue(convention).of_options(options)
        } else {
            low.trailing_ones()
        };
        values[v as usize] = [remoteness, grundy];
        if done % OFTEN == 0 {
            budget.report(done as u64, Some(order.len() as u64))?;
        }
    }
    Ok(values)
}
