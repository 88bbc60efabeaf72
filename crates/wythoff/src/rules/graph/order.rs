//! An order in which every vertex comes after its targets, or a cycle.
//!
//! Vertices without unfinished predecessors are taken away until none is left (Kahn's way, on the
//! edges as they are, without their reverse); the order is that backwards. What cannot be taken away
//! lies on or behind a cycle, which a depth-first search among the rest finds.

use crate::budget::Budget;
use crate::error::Error;

/// Between two looks at the watch.
const OFTEN: usize = 1 << 16;

/// The order, empty when there is a cycle; and the cycle.
type Ordered = (Vec<u32>, Option<Vec<u32>>);

/// Orders the vertices of a graph in compressed rows.
pub(super) fn order(
    starts: &[u32],
    targets: &[u32],
    budget: &Budget<'_>,
) -> Result<Ordered, Error> {
    let vertices = starts.len() - 1;
    let row = |v: u32| &targets[starts[v as usize] as usize..starts[v as usize + 1] as usize];
    let mut entering = vec![0u32; vertices];
    for &target in targets {
        entering[target as usize] += 1;
    }
    let mut order: Vec<u32> = Vec::with_capacity(vertices);
    order.extend((0..vertices as u32).filter(|&v| entering[v as usize] == 0));
    let mut next = 0;
    while let Some(&v) = order.get(next) {
        for &target in row(v) {
            entering[target as usize] -= 1;
            if entering[target as usize] == 0 {
                order.push(target);
            }
        }
        next += 1;
        if next % OFTEN == 0 {
            budget.report(next as u64, Some(vertices as u64))?;
        }
    }
    if order.len() == vertices {
        order.reverse();
        return Ok((order, None));
    }
    Ok((Vec::new(), find_cycle(&entering, row)))
}

/// A cycle among the vertices that still have entering edges.
fn find_cycle<'g>(entering: &[u32], row: impl Fn(u32) -> &'g [u32]) -> Option<Vec<u32>> {
    #[derive(Clone, Copy, PartialEq)]
    enum Seen {
        No,
        Open,
        Done,
    }
    let mut seen = vec![Seen::No; entering.len()];
    let mut path: Vec<(u32, usize)> = Vec::new();
    for root in 0..entering.len() as u32 {
        if entering[root as usize] == 0 || seen[root as usize] != Seen::No {
            continue;
        }
        seen[root as usize] = Seen::Open;
        path.push((root, 0));
        while let Some(&mut (v, ref mut next)) = path.last_mut() {
            let Some(&target) = row(v).get(*next) else {
                seen[v as usize] = Seen::Done;
                path.pop();
                continue;
            };
            *next += 1;
            match seen[target as usize] {
                Seen::No => {
                    seen[target as usize] = Seen::Open;
                    path.push((target, 0));
                }
                Seen::Open => {
                    let from = path.iter().position(|(v, _)| *v == target)?;
                    return Some(path[from..].iter().map(|(v, _)| *v).collect());
                }
                Seen::Done => {}
            }
        }
    }
    None
}
