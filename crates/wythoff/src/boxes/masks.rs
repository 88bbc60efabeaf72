//! Where conditions hold, boards reach and families may move: a row of bits each, row by row.

use super::layout::{Layout, Moves};
use super::rows::{close_upward, is_set, or_shifted, set, set_from};
use crate::error::Error;
use crate::rules::{Condition, Lines, Placed};

/// The rows of bits of the row that is being filled.
pub(super) struct Masks<'g> {
    layout: &'g Layout,
    lines: &'g Lines,
    moves: &'g [Moves],
    board_sets: &'g [Vec<usize>],
    /// Whether the families that have an option are wanted: for passes and in misère play.
    options_wanted: bool,
    /// For each condition: where it holds. Those of passes are found with the families.
    holds: Vec<Vec<u64>>,
    /// For each set of boards but the first: the whole box.
    boards: Vec<Vec<u64>>,
    /// For each family: where its conditions let it move.
    active: Vec<Vec<u64>>,
    /// For each family: where it has an option, if its conditions let it.
    options: Vec<Vec<u64>>,
    /// For each bounded family with a ray that leaves the row: its options in earlier rows.
    rings: Vec<Vec<u64>>,
    /// Where no family has an option.
    pub(super) ended: Vec<u64>,
}

impl<'g> Masks<'g> {
    pub(super) fn new(
        layout: &'g Layout,
        lines: &'g Lines,
        moves: &'g [Moves],
        board_sets: &'g [Vec<usize>],
        options_wanted: bool,
    ) -> Masks<'g> {
        let row = || vec![0u64; layout.words];
        let ring = |family: &Moves| match &family.ray {
            Some(ray) if options_wanted && family.boards > 0 => vec![0; ray.rows * layout.words],
            _ => Vec::new(),
        };
        let whole = || vec![0; layout.rows * layout.words];
        Masks {
            layout,
            lines,
            moves,
            board_sets,
            options_wanted,
            holds: lines.conditions().iter().map(|_| row()).collect(),
            boards: board_sets.iter().skip(1).map(|_| whole()).collect(),
            active: moves.iter().map(|_| row()).collect(),
            options: moves.iter().map(|_| row()).collect(),
            rings: moves.iter().map(ring).collect(),
            ended: row(),
        }
    }

    /// Finds the bits of a row; `at` is its first cell.
    pub(super) fn begin_row(&mut self, row: usize, at: &mut [u64]) -> Result<(), Error> {
        for (holds, condition) in self.holds.iter_mut().zip(self.lines.conditions()) {
            if let Condition::Ends(placed) = condition {
                holds.fill(0);
                places_where(placed, self.layout, at, holds)?;
            }
        }
        for (whole, set_of_boards) in self.boards.iter_mut().zip(&self.board_sets[1..]) {
            let words = self.layout.words;
            let on = &mut whole[row * words..(row + 1) * words];
            on.fill(u64::MAX);
            for &board in set_of_boards {
                let mut one = vec![0; words];
                places_where(&self.lines.boards()[board], self.layout, at, &mut one)?;
                on.iter_mut().zip(&one).for_each(|(on, one)| *on &= one);
            }
        }
        self.ended.fill(u64::MAX);
        for family in 0..self.moves.len() {
            self.find_active(family);
            if self.options_wanted {
                self.find_options(family, row, at);
                let moving = self.options[family].iter().zip(&self.active[family]);
                for (ended, (options, active)) in self.ended.iter_mut().zip(moving) {
                    *ended &= !(options & active);
                }
            }
        }
        Ok(())
    }

    /// Conditions of passes speak only of families before their own.
    fn find_active(&mut self, family: usize) {
        let silent = &self.moves[family].silent;
        for &condition in silent {
            if let Condition::Stuck(range) = &self.lines.conditions()[condition] {
                let holds = &mut self.holds[condition];
                holds.fill(u64::MAX);
                for earlier in range.clone() {
                    let moving = self.options[earlier].iter().zip(&self.active[earlier]);
                    for (holds, (options, active)) in holds.iter_mut().zip(moving) {
                        *holds &= !(options & active);
                    }
                }
            }
        }
        let active = &mut self.active[family];
        active.fill(u64::MAX);
        for &condition in silent {
            let holds = &self.holds[condition];
            active.iter_mut().zip(holds).for_each(|(a, h)| *a &= !h);
        }
    }

    fn find_options(&mut self, family: usize, row: usize, at: &[u64]) {
        let (layout, moves) = (self.layout, &self.moves[family]);
        let options = &mut self.options[family];
        options.fill(0);
        let base = moves.base.as_ref().filter(|base| base.fits_row(layout, at));
        if moves.boards == 0 {
            if let Some(base) = base {
                set_from(options, base.cells);
            }
            return;
        }
        let words = layout.words;
        if let Some(base) = base {
            let from = (row - base.rows) * words;
            let on = &self.boards[moves.boards - 1][from..from + words];
            or_shifted(options, on, base.cells);
        }
        let Some(ray) = &moves.ray else { return };
        if ray.rows == 0 {
            close_upward(options, ray.cells);
            return;
        }
        let slot = row % ray.rows * words;
        let ring = &mut self.rings[family][slot..slot + words];
        if ray.fits_row(layout, at) {
            or_shifted(options, ring, ray.cells);
        }
        ring.copy_from_slice(options);
    }

    /// Where the conditions of a family let it move.
    pub(super) fn active(&self, family: usize) -> &[u64] {
        &self.active[family]
    }

    /// Whether the conditions of a family let it move from a place of the row.
    #[inline]
    pub(super) fn moves_from(&self, family: usize, place: usize) -> bool {
        self.moves[family].silent.is_empty() || is_set(&self.active[family], place)
    }

    /// The whole box of a set of boards; `None` for the empty set.
    pub(super) fn board(&self, set: usize) -> Option<&[u64]> {
        Some(&self.boards[set.checked_sub(1)?])
    }
}

/// Sets the places of a row where a condition holds; bits beyond the row may be anything.
fn places_where(
    placed: &Placed,
    layout: &Layout,
    at: &mut [u64],
    row: &mut [u64],
) -> Result<(), Error> {
    let axis = layout.row_axis;
    let own = placed.offset..placed.offset + placed.predicate.arity();
    if let Some((factors, most)) = placed.predicate.as_linear_bound() {
        // Σ c·x <= most: with the other coordinates fixed, the places up to or from one on.
        let mut rest = i128::from(most);
        let mut factor = 0;
        for (coordinate, c) in own.zip(factors) {
            match coordinate {
                c_axis if c_axis == axis => factor = i128::from(c),
                other => rest -= i128::from(c) * i128::from(at[other]),
            }
        }
        set_places_below(row, factor, rest);
        return Ok(());
    }
    if !own.contains(&axis) {
        if placed.holds(at)? {
            row.fill(u64::MAX);
        }
        return Ok(());
    }
    for place in 0..layout.width {
        at[axis] = place as u64;
        if placed.holds(at)? {
            set(row, place);
        }
    }
    at[axis] = 0;
    Ok(())
}

/// Sets the places z with factor·z <= rest.
fn set_places_below(row: &mut [u64], factor: i128, rest: i128) {
    let place = |z: i128| usize::try_from(z.max(0)).unwrap_or(usize::MAX / 2);
    match factor {
        0 if rest >= 0 => row.fill(u64::MAX),
        0 => {}
        1.. if rest < 0 => {}
        1.. => {
            let mut above = vec![0; row.len()];
            set_from(&mut above, place(rest.div_euclid(factor) + 1));
            row.iter_mut().zip(&above).for_each(|(r, a)| *r |= !a);
        }
        _ => {
            // z >= −rest / −factor, rounded up.
            let (need, by) = (-rest, -factor);
            set_from(row, place(-((-need).div_euclid(by))));
        }
    }
}

/// Whether a place may be moved from by a family, or to by its boards.
pub(super) fn allows(bits: Option<&[u64]>, row: usize, words: usize, place: usize) -> bool {
    bits.is_none_or(|bits| is_set(&bits[row * words..], place))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_rounded_inward() {
        for factor in -3i128..=3 {
            for rest in -7i128..=200 {
                let mut row = vec![0; 2];
                set_places_below(&mut row, factor, rest);
                for z in 0..128 {
                    let expected = factor * z as i128 <= rest;
                    assert_eq!(is_set(&row, z), expected, "{factor}·{z} <= {rest}");
                }
            }
        }
    }
}
