//! Outcomes of a box, one bit a cell, a row at a time.
//!
//! A cell is N when one of its options is P. For a ray this is known from one earlier cell: the options of p
//! along a ray are p − base and the options of p − ray. So every ray keeps, for the rows that it can still
//! reach, a row of bits "some option along me is P", and a whole row is hit by a few shifts of rows. What
//! remains are the moves along the row itself: the places that are not hit are walked upward, each is P
//! and hits those above it. Cost: a few operations on words for each family and 64 cells. Judge: the
//! reference (`tests/boxes.rs`).

use super::layout::{Layout, Moves};
use super::masks::Masks;
use super::rows::{close_upward, is_set, or_masked, or_shifted, set};
use crate::budget::Budget;
use crate::error::Error;

/// Rows between two looks at the watch.
const OFTEN: usize = 1 << 12;

/// A family whose P-positions may lie in its own row.
struct Along {
    family: usize,
    base: usize,
    /// Places between one option and the next.
    step: Option<usize>,
    /// It leaves the row: what it meets here counts in later rows too.
    crosses: bool,
}

struct Sweep<'g> {
    layout: &'g Layout,
    moves: &'g [Moves],
    /// P-positions, bit by bit.
    p: Vec<u64>,
    /// For each set of boards but the first, the P-positions on it.
    p_on: Vec<Vec<u64>>,
    /// For each family with a ray that leaves the row: where some option along it is P.
    rings: Vec<Vec<u64>>,
    along: Vec<Along>,
}

/// The P-positions of a box, one bit a cell, rows padded to whole words.
pub(super) fn p_positions(
    layout: &Layout,
    moves: &[Moves],
    masks: &mut Masks<'_>,
    board_sets: usize,
    misere: bool,
    budget: &Budget<'_>,
) -> Result<Vec<u64>, Error> {
    let whole = || vec![0u64; layout.rows * layout.words];
    let ring = |family: &Moves| {
        let rows = family.ray.as_ref().map_or(0, |ray| ray.rows);
        vec![0; rows * layout.words]
    };
    let along = moves.iter().enumerate().filter_map(|(family, moves)| {
        let base = moves.base.as_ref().filter(|base| base.rows == 0)?;
        let crosses = moves.ray.as_ref().is_some_and(|ray| ray.rows > 0);
        Some(Along {
            family,
            base: base.cells,
            step: moves.ray.as_ref().filter(|_| !crosses).map(|ray| ray.cells),
            crosses,
        })
    });
    let mut sweep = Sweep {
        layout,
        moves,
        p: whole(),
        p_on: (1..board_sets).map(|_| whole()).collect(),
        rings: moves.iter().map(ring).collect(),
        along: along.collect(),
    };
    let mut at = vec![0u64; layout.sides.len()];
    let mut hit = vec![0u64; layout.words];
    let mut scratch = vec![0u64; layout.words];
    for row in 0..layout.rows {
        masks.begin_row(row, &mut at)?;
        hit.fill(0);
        for family in 0..moves.len() {
            sweep.hits_from_below(family, row, &at, &mut scratch);
            or_masked(&mut hit, &scratch, masks.active(family));
        }
        if misere {
            hit.iter_mut().zip(&masks.ended).for_each(|(h, e)| *h |= e);
        }
        sweep.walk_row(row, &mut hit, masks);
        layout.advance(&mut at);
        if row % OFTEN == 0 {
            budget.report(
                (row * layout.width) as u64,
                Some((layout.rows * layout.width) as u64),
            )?;
        }
    }
    Ok(sweep.p)
}

impl Sweep<'_> {
    /// The places of a row from which a family reaches a P-position in an earlier row; remembers them for
    /// the rows that its ray leads to.
    fn hits_from_below(&mut self, family: usize, row: usize, at: &[u64], hits: &mut [u64]) {
        let (layout, moves) = (self.layout, &self.moves[family]);
        let words = layout.words;
        hits.fill(0);
        let base = moves.base.as_ref();
        if let Some(base) = base.filter(|base| base.rows > 0 && base.fits_row(layout, at)) {
            let p = match moves.boards {
                0 => &self.p,
                set => &self.p_on[set - 1],
            };
            let from = (row - base.rows) * words;
            or_shifted(hits, &p[from..from + words], base.cells);
        }
        let Some(ray) = &moves.ray else { return };
        if ray.rows == 0 {
            // Along its own row the ray repeats what its base reaches elsewhere.
            if base.is_some_and(|base| base.rows > 0) {
                close_upward(hits, ray.cells);
            }
            return;
        }
        let slot = row % ray.rows * words;
        let ring = &mut self.rings[family][slot..slot + words];
        if ray.fits_row(layout, at) {
            or_shifted(hits, ring, ray.cells);
        }
        ring.copy_from_slice(hits);
    }

    /// Finds the P-positions of a row, lowest first, and what they hit in it.
    fn walk_row(&mut self, row: usize, hit: &mut [u64], masks: &Masks<'_>) {
        let words = self.layout.words;
        if let Some(last) = hit.last_mut() {
            *last |= self.layout.beyond();
        }
        let range = row * words..(row + 1) * words;
        for word in 0..words {
            while hit[word] != u64::MAX {
                let place = word * 64 + hit[word].trailing_ones() as usize;
                set(hit, place);
                set(&mut self.p[range.clone()], place);
                for along in &self.along {
                    let moves = &self.moves[along.family];
                    let on_board = masks
                        .board(moves.boards)
                        .is_none_or(|bits| is_set(&bits[range.clone()], place));
                    if on_board {
                        along.hit_above(place, self.layout.width, hit, masks.active(along.family));
                    }
                }
            }
        }
        for (set, p_on) in self.p_on.iter_mut().enumerate() {
            if let Some(board) = masks.board(set + 1) {
                let p = self.p[range.clone()].iter().zip(&board[range.clone()]);
                for (on, (p, board)) in p_on[range.clone()].iter_mut().zip(p) {
                    *on = p & board;
                }
            }
        }
        for along in self.along.iter().filter(|along| along.crosses) {
            let moves = &self.moves[along.family];
            let Some(ray) = &moves.ray else { continue };
            let p = match moves.boards {
                0 => &self.p,
                set => &self.p_on[set - 1],
            };
            let slot = row % ray.rows * words;
            let ring = &mut self.rings[along.family][slot..slot + words];
            or_shifted(ring, &p[range.clone()], along.base);
        }
    }
}

impl Along {
    /// Hits the places above a P-position from which this family reaches it.
    fn hit_above(&self, place: usize, width: usize, hit: &mut [u64], active: &[u64]) {
        let first = place + self.base;
        if first >= width {
            return;
        }
        match self.step {
            Some(1) => {
                let mut above = first / 64;
                hit[above] |= u64::MAX << (first % 64) & active[above];
                above += 1;
                for (hit, active) in hit[above..].iter_mut().zip(&active[above..]) {
                    *hit |= active;
                }
            }
            step => {
                let mut at = first;
                while at < width {
                    if is_set(active, at) {
                        set(hit, at);
                    }
                    match step {
                        Some(step) => at += step,
                        None => return,
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::rows::set_from;
    use super::*;

    #[test]
    fn hits_stay_in_the_row_and_where_the_family_moves() {
        let along = |base, step| Along {
            family: 0,
            base,
            step,
            crosses: false,
        };
        let mut active = vec![0; 2];
        set_from(&mut active, 0);
        active[1] &= !(1 << 6);
        let places = |along: Along| {
            let mut hit = vec![0; 2];
            along.hit_above(60, 100, &mut hit, &active);
            (0..128).filter(|&z| is_set(&hit, z)).collect::<Vec<_>>()
        };
        assert_eq!(places(along(3, None)), [63]);
        assert_eq!(places(along(50, None)), [0usize; 0]);
        assert_eq!(places(along(2, Some(8))), [62, 78, 86, 94]);
        let ones = places(along(1, Some(1)));
        assert!(ones.contains(&61) && ones.contains(&99) && !ones.contains(&70));
    }
}
