//! How the cells of a box lie in memory, and moves as distances between them.
//!
//! The longest side is the row; the other coordinates, in order, number the rows in mixed radix. No move
//! makes a coordinate larger, so every option of a cell comes before it in memory.

use crate::rules::{Condition, Lines};

/// The cells of a box in rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) sides: Vec<usize>,
    /// The coordinate that runs along a row.
    pub(super) row_axis: usize,
    /// The other coordinates.
    pub(super) lead: Vec<usize>,
    pub(super) rows: usize,
    pub(super) width: usize,
    /// Words of a row of bits.
    pub(super) words: usize,
}

impl Layout {
    /// `None` when the cells cannot be numbered.
    pub(super) fn new(sides: &[u64]) -> Option<Layout> {
        let sides: Vec<usize> = sides
            .iter()
            .map(|&side| usize::try_from(side).ok().filter(|&side| side > 0))
            .collect::<Option<_>>()?;
        let row_axis = (0..sides.len()).max_by_key(|&axis| sides[axis])?;
        let lead: Vec<usize> = (0..sides.len()).filter(|&axis| axis != row_axis).collect();
        let rows = lead
            .iter()
            .try_fold(1usize, |rows, &axis| rows.checked_mul(sides[axis]))?;
        let width = sides[row_axis];
        rows.checked_mul(width)?.checked_mul(8)?;
        Some(Layout {
            sides,
            row_axis,
            lead,
            rows,
            width,
            words: width.div_ceil(64),
        })
    }

    /// Row and place of a cell inside the box.
    pub(super) fn place(&self, at: &[u64]) -> Option<(usize, usize)> {
        let inside = at.len() == self.sides.len()
            && at
                .iter()
                .zip(&self.sides)
                .all(|(&x, &side)| x < side as u64);
        let row = |row: usize, &axis: &usize| row * self.sides[axis] + at[axis] as usize;
        inside.then(|| {
            let place = at[self.row_axis] as usize;
            (self.lead.iter().fold(0, row), place)
        })
    }

    /// How far the next cell along an axis lies, in rows and along the row.
    pub(super) fn stride(&self, axis: usize) -> (usize, usize) {
        if axis == self.row_axis {
            return (0, 1);
        }
        let after = self.lead.iter().filter(|&&other| other > axis);
        (after.map(|&other| self.sides[other]).product(), 0)
    }

    /// The bits of a row that are no cells.
    pub(super) fn beyond(&self) -> u64 {
        match self.width % 64 {
            0 => 0,
            used => u64::MAX << used,
        }
    }

    /// The cell at the beginning of the next row; false behind the last.
    pub(super) fn advance(&self, at: &mut [u64]) -> bool {
        for &axis in self.lead.iter().rev() {
            at[axis] += 1;
            if at[axis] < self.sides[axis] as u64 {
                return true;
            }
            at[axis] = 0;
        }
        false
    }
}

/// A vector as a distance in rows and along the row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Step {
    vector: Vec<u64>,
    pub(super) rows: usize,
    pub(super) cells: usize,
}

impl Step {
    /// `None` when it is longer than the box.
    fn new(layout: &Layout, vector: &[i64]) -> Option<Step> {
        let vector: Vec<u64> = vector
            .iter()
            .map(|&entry| u64::try_from(entry).ok())
            .collect::<Option<_>>()?;
        let (rows, cells) = layout.place(&vector)?;
        Some(Step {
            vector,
            rows,
            cells,
        })
    }

    /// Whether the row that begins at this cell is far enough from the border.
    pub(super) fn fits_row(&self, layout: &Layout, at: &[u64]) -> bool {
        layout
            .lead
            .iter()
            .all(|&axis| at[axis] >= self.vector[axis])
    }
}

/// A family of moves inside the box.
#[derive(Clone, Debug)]
pub(super) struct Moves {
    /// None when it is longer than the box: the family has no option.
    pub(super) base: Option<Step>,
    /// None too when it cannot be taken away even once.
    pub(super) ray: Option<Step>,
    pub(super) silent: Vec<usize>,
    /// Which set of boards bounds it; none is 0.
    pub(super) boards: usize,
}

/// The families of a game in a box, and the sets of boards that bound them; the first set is empty.
pub(super) fn moves_in(layout: &Layout, lines: &Lines) -> (Vec<Moves>, Vec<Vec<usize>>) {
    let mut sets: Vec<Vec<usize>> = vec![Vec::new()];
    let moves = lines
        .families()
        .iter()
        .map(|family| {
            let mut boards = family.boards.clone();
            boards.sort_unstable();
            boards.dedup();
            let known = sets.iter().position(|set| *set == boards);
            Moves {
                base: Step::new(layout, &family.base),
                ray: family.ray.as_ref().and_then(|ray| Step::new(layout, ray)),
                silent: family.silent.clone(),
                boards: known.unwrap_or_else(|| {
                    sets.push(boards);
                    sets.len() - 1
                }),
            }
        })
        .collect();
    (moves, sets)
}

/// Whether the pass condition of some family asks about others.
pub(super) fn waits(lines: &Lines) -> bool {
    // A new kind of condition must be thought of here and in `masks`.
    let stuck = |condition: &Condition| match condition {
        Condition::Stuck(_) => true,
        Condition::Ends(_) => false,
    };
    lines.conditions().iter().any(stuck)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_side_is_the_row() {
        let layout = Layout::new(&[3, 70, 2]).unwrap();
        assert_eq!((layout.rows, layout.width, layout.words), (6, 70, 2));
        assert_eq!(layout.place(&[2, 69, 1]), Some((5, 69)));
        assert_eq!(layout.place(&[3, 0, 0]), None);
        assert_eq!(
            [0, 1, 2].map(|axis| layout.stride(axis)),
            [(2, 0), (0, 1), (1, 0)]
        );
        let mut at = [0, 0, 0];
        let mut rows = 1;
        while layout.advance(&mut at) {
            assert_eq!(layout.place(&at), Some((rows, 0)));
            rows += 1;
        }
        assert_eq!(rows, 6);
    }

    #[test]
    fn boxes_beyond_the_machine_are_refused() {
        assert!(Layout::new(&[1 << 40, 1 << 40]).is_none());
        assert!(Layout::new(&[0, 3]).is_none());
        assert!(Layout::new(&[]).is_none());
    }
}
