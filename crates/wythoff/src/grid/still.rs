//! The cells of a box where rays and steps are silent: ends, and cells that nothing fits into.

use super::shape::{LayerMove, Shape};
use crate::budget::Budget;
use crate::error::Error;

/// A shape on a box, with its ends looked up.
pub(super) struct Stills<'a> {
    shape: &'a Shape,
    height: usize,
    /// Per layer, bit `x·height + y`, for `x` below `right` and `y` below `top`.
    ends: Vec<Vec<u64>>,
    right: usize,
    top: usize,
}

impl<'a> Stills<'a> {
    /// Evaluates the ends on the box, as far as there may be any.
    pub(super) fn new(
        shape: &'a Shape,
        (width, height): (usize, usize),
        budget: &Budget<'_>,
    ) -> Result<Self, Error> {
        let mut stills = Stills {
            shape,
            height,
            ends: Vec::new(),
            right: 0,
            top: 0,
        };
        let Some(ends) = &shape.ends else {
            return Ok(stills);
        };
        let below = |bound: u64, side: usize| {
            usize::try_from(bound)
                .unwrap_or(usize::MAX)
                .saturating_add(1)
                .min(side)
        };
        let (right, top) = match ends.bound {
            Some((x, y)) => (below(x, width), below(y, height)),
            None => (width, height),
        };
        stills.height = top;
        let layers = shape.layers.len();
        budget.admit_bytes((right * top / 8 * layers) as u128, "the set of ends")?;
        for layer in 0..layers {
            let mut bits = vec![0; (right * top).div_ceil(64)];
            for x in 0..right {
                for y in 0..top {
                    if (ends.is_end)(layer, x as u64, y as u64)? {
                        let at = x * top + y;
                        bits[at / 64] |= 1 << (at % 64);
                        stills.right = stills.right.max(x + 1);
                        stills.top = stills.top.max(y + 1);
                    }
                }
                budget.report((layer * right + x) as u64, None)?;
            }
            stills.ends.push(bits);
        }
        Ok(stills)
    }

    /// Whether `(layer, x, y)` is an end.
    pub(super) fn is_end(&self, layer: usize, x: usize, y: usize) -> bool {
        if x >= self.right || y >= self.top {
            return false;
        }
        let at = x * self.height + y;
        self.ends[layer][at / 64] >> (at % 64) & 1 == 1
    }

    /// Whether a cell nowhere below `(x, y)` may be still.
    pub(super) fn may_be_still_beyond(&self, x: usize, y: usize) -> bool {
        (x < self.right && y < self.top) || !self.shape.has_move(x as u64, y as u64)
    }

    /// No cell of row `x` is still from here on, up to `height`.
    pub(super) fn until(&self, x: usize, height: usize) -> usize {
        let without = (0..height)
            .take_while(|&y| !self.shape.has_move(x as u64, y as u64))
            .count();
        if x < self.right {
            without.max(self.top)
        } else {
            without
        }
    }

    /// Whether rays and steps are silent at `(layer, x, y)`.
    pub(super) fn is_still(&self, layer: usize, x: usize, y: usize) -> bool {
        !self.shape.has_move(x as u64, y as u64) || self.is_end(layer, x, y)
    }

    /// The moves from a still cell: none when the position is terminal.
    pub(super) fn moves(&self, layer: usize, x: usize, y: usize) -> Vec<&'a LayerMove> {
        let ended = self.is_end(layer, x, y);
        let moves = &self.shape.layers[layer];
        let fits = |m: &LayerMove| m.shift.0 as usize <= x && m.shift.1 as usize <= y;
        // A pass may wait for another pass: as many rounds as there are moves settle them all.
        let mut live = vec![false; moves.len()];
        for _ in 0..=moves.len() {
            for (at, m) in moves.iter().enumerate() {
                let free = m.unless_stuck.as_ref().is_none_or(|families| {
                    moves
                        .iter()
                        .zip(&live)
                        .any(|(m, &live)| live && families.contains(&m.family))
                });
                live[at] = fits(m) && free && !(m.unless_end && ended);
            }
        }
        moves
            .iter()
            .zip(live)
            .filter(|&(_, live)| live)
            .map(|(m, _)| m)
            .collect()
    }
}
