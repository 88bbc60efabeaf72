//! P-positions and cells of Grundy value 1 of large boxes, and how two sets of cells differ.
//!
//! The sets come from marking lines ([`PRows`]), which tests compare with the reference.

use rustc_hash::FxHashSet;

use super::run::Run;
use super::walk::{Walk, at};
use crate::compare::PRows;
use crate::error::Error;
use crate::notation::parse_slice;
use crate::rules::Rules;

/// ⌊nφ⌋ = (n + ⌊√(5n²)⌋)/2 in whole numbers, n below 2⁶⁰.
pub(super) fn lower(n: u64) -> u64 {
    let n = u128::from(n);
    ((n + (5 * n * n).isqrt()) / 2) as u64
}

/// The P-positions of a slice, by marking lines, as (x, y), by x.
pub(super) fn p_cells(
    run: &Run<'_>,
    game: &Rules,
    slice: &str,
    side: u64,
) -> Result<Vec<(u64, u64)>, Error> {
    let slice = parse_slice(game, slice)?;
    let finder = PRows::new(game, &slice)
        .ok_or_else(|| Error::undefined(format!("{game} is not a game of marked lines")))?;
    walk_rows(run, &finder, side)
}

/// The cells of Grundy value 1 of a two-pile game.
pub(super) fn one_cells(run: &Run<'_>, game: &Rules, side: u64) -> Result<Vec<(u64, u64)>, Error> {
    let slice = parse_slice(game, "*,*")?;
    let finder = PRows::of_grundy(game, &slice, 1)
        .ok_or_else(|| Error::undefined(format!("{game} is not a game of marked lines")))?;
    walk_rows(run, &finder, side)
}

fn walk_rows(run: &Run<'_>, finder: &PRows, side: u64) -> Result<Vec<(u64, u64)>, Error> {
    let mut cells = Vec::new();
    finder.walk(side as usize, &run.budget, &mut |x, row| {
        cells.extend(row.iter().map(|&y| (x as u64, u64::from(y))));
        Ok(())
    })?;
    Ok(cells)
}

/// Compares two sets of cells of a box from a coordinate on; an instance is a cell of the box.
pub(super) fn compare_cells(
    walk: &mut Walk,
    parameters: &str,
    [left, right]: [&[(u64, u64)]; 2],
    side: u64,
    from: u64,
) -> Vec<(u64, u64)> {
    let left_set: FxHashSet<_> = left.iter().copied().collect();
    let right_set: FxHashSet<_> = right.iter().copied().collect();
    let mut unlike: Vec<(u64, u64)> = left_set.symmetric_difference(&right_set).copied().collect();
    unlike.sort_unstable_by_key(|&(x, y)| (x.max(y), x, y));
    walk.positions += side * side - from.min(side).pow(2);
    for &(x, y) in left.iter().chain(right) {
        walk.note(x);
        walk.note(y);
    }
    unlike.retain(|&(x, y)| x.max(y) >= from);
    for &(x, y) in &unlike {
        walk.require(false, || {
            let side = if left_set.contains(&(x, y)) {
                "first"
            } else {
                "second"
            };
            at(parameters, &[x, y], format!("only in the {side} set"))
        });
    }
    unlike
}
