//! How far two sets lie apart, and how dense and steep a set is. Whole numbers throughout.

use super::members::Members;
use crate::budget::Budget;
use crate::error::Error;

/// From each member of one set to the nearest of another, in the plane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distances {
    /// Members measured.
    pub measured: u64,
    /// Members for which the other set has no member in the box at all.
    pub without: u64,
    /// Members so near the far edge of the box that a nearer one may lie outside; they are measured
    /// but not counted in what follows.
    pub near_edge: u64,
    /// The greatest squared distance, and the first member that has it in row order.
    pub greatest: Option<(u64, [u64; 2])>,
    /// Squared distances and how many members have each, increasing; the rest beyond 64 of them.
    pub histogram: Vec<(u64, u64)>,
    /// Members whose squared distance is not in the histogram.
    pub beyond: u64,
}

/// Squared distances listed at most.
const HISTOGRAM: usize = 64;

/// From each member of `from` to the nearest member of `to`.
///
/// # Errors
/// On interruption.
pub fn distances(from: &Members, to: &Members, budget: &Budget<'_>) -> Result<Distances, Error> {
    let mut found = Distances {
        measured: 0,
        without: 0,
        near_edge: 0,
        greatest: None,
        histogram: Vec::new(),
        beyond: 0,
    };
    let mut counts = std::collections::BTreeMap::new();
    let [rows, columns] = from.shape();
    let mut row = Vec::new();
    for x in 0..rows {
        from.row_into(x, &mut row);
        for &y in &row {
            let y = y as usize;
            found.measured += 1;
            let Some(squared) = nearest(to, x, y) else {
                found.without += 1;
                continue;
            };
            let to_edge = if columns == 1 {
                rows - x
            } else {
                (rows - x).min(columns - y)
            } as u64;
            if to_edge.saturating_mul(to_edge) < squared {
                found.near_edge += 1;
                continue;
            }
            if found.greatest.is_none_or(|(most, _)| squared > most) {
                found.greatest = Some((squared, [x as u64, y as u64]));
            }
            *counts.entry(squared).or_insert(0u64) += 1;
        }
        if x % 256 == 0 {
            budget.report(x as u64, Some(rows as u64))?;
        }
    }
    found.histogram = counts
        .iter()
        .map(|(&d, &n)| (d, n))
        .take(HISTOGRAM)
        .collect();
    found.beyond = counts.values().skip(HISTOGRAM).sum();
    Ok(found)
}

/// The least squared distance from a cell to a member: rows outward while they can still be nearer.
fn nearest(to: &Members, x: usize, y: usize) -> Option<u64> {
    let mut best: Option<u64> = None;
    for away in 0..to.shape()[0] {
        let rows_apart = (away as u64).pow(2);
        if best.is_some_and(|best| rows_apart >= best) {
            break;
        }
        let below = x.checked_sub(away);
        let above = Some(x + away).filter(|&r| away > 0 && r < to.shape()[0]);
        if below.is_none() && x + away >= to.shape()[0] {
            break;
        }
        for r in [below, above].into_iter().flatten() {
            if let Some((apart, _)) = to.nearest_in_row(r, y) {
                let squared = rows_apart + (apart as u64).pow(2);
                best = Some(best.map_or(squared, |best| best.min(squared)));
            }
        }
    }
    best
}

/// A fraction that is shown with decimals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ratio {
    /// Above the line.
    pub numerator: u128,
    /// Below the line, not 0.
    pub denominator: u128,
}

impl std::fmt::Display for Ratio {
    /// Six decimals, rounded down.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let whole = self.numerator / self.denominator;
        let rest = self.numerator % self.denominator;
        let decimals = rest.saturating_mul(1_000_000) / self.denominator;
        write!(f, "{whole}.{decimals:06}")
    }
}

/// How dense and how steep a set is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Members in the box.
    pub members: u64,
    /// Members over cells.
    pub density: Ratio,
    /// Σ larger / Σ smaller coordinate over members off the axes; none when there are none.
    pub mean_slope: Option<Ratio>,
    /// The least and greatest larger/smaller among members with larger coordinate in the outer half.
    pub outer_slopes: Option<[Ratio; 2]>,
}

/// The density and slopes of a set.
#[must_use]
pub fn shape_of(set: &Members) -> Shape {
    let [rows, columns] = set.shape();
    let half = rows.max(columns) / 2;
    let (mut small, mut large) = (0u128, 0u128);
    let mut outer: Option<[Ratio; 2]> = None;
    let mut row = Vec::new();
    for x in 0..rows {
        set.row_into(x, &mut row);
        for &y in &row {
            let (low, high) = ((y as usize).min(x), (y as usize).max(x));
            if low == 0 || columns == 1 {
                continue;
            }
            small += low as u128;
            large += high as u128;
            if high >= half {
                let slope = Ratio {
                    numerator: high as u128,
                    denominator: low as u128,
                };
                let [least, most] = outer.unwrap_or([slope, slope]);
                let less =
                    |a: Ratio, b: Ratio| a.numerator * b.denominator < b.numerator * a.denominator;
                outer = Some([
                    if less(slope, least) { slope } else { least },
                    if less(most, slope) { slope } else { most },
                ]);
            }
        }
    }
    Shape {
        members: set.count(),
        density: Ratio {
            numerator: u128::from(set.count()),
            denominator: (rows * columns).max(1) as u128,
        },
        mean_slope: (small > 0).then_some(Ratio {
            numerator: large,
            denominator: small,
        }),
        outer_slopes: outer,
    }
}
