//! Whole boxes of three and more piles (or of any number), without the reference.
//!
//! Any game that is families of lines whose moves make no coordinate larger: three-pile variants of Wythoff's
//! game, Nim with a pass on three piles, exact slow NIM, ends, boards and misère play included. Outcomes
//! take a bit a cell, so that 1000 × 1000 × 1000 cells fit 125 MB; remoteness and Grundy values two bytes.
//! The grid does the same for two piles, with more craft; the plan takes whichever costs less.

mod layout;
mod masks;
mod numbers;
mod outcome;
mod rows;

use layout::{Layout, Moves, moves_in, waits};
use masks::Masks;

use crate::budget::Budget;
use crate::error::Error;
use crate::rules::Lines;

/// Which value a box holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BoxValue {
    /// The outcome: 0 for P, 1 for N.
    Outcome,
    /// Smith's remoteness.
    Remoteness,
    /// The Grundy value.
    Grundy,
}

/// A game prepared for a box.
#[derive(Clone, Debug)]
pub struct BoxPlan<'g> {
    lines: &'g Lines,
    layout: Layout,
    moves: Vec<Moves>,
    board_sets: Vec<Vec<usize>>,
    misere: bool,
}

/// The values of all cells of a box.
///
/// ```
/// use wythoff::boxes::{BoxPlan, BoxValue};
/// use wythoff::budget::Budget;
/// let rules = wythoff::notation::parse_rules("rays(1,0,0; 0,1,0; 0,0,1; 1,1,1)")?;
/// let lines = rules.lines().expect("rays are lines");
/// let plan = BoxPlan::new(lines, false, &[8, 8, 8])?;
/// let grundy = plan.fill(BoxValue::Grundy, &Budget::default())?;
/// assert_eq!(grundy.get(&[1, 1, 1]), Some(1));
/// assert_eq!(grundy.get(&[8, 0, 0]), None);
/// # Ok::<(), wythoff::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct DenseBox {
    layout: Layout,
    cells: Cells,
}

#[derive(Clone, Debug)]
enum Cells {
    /// P-positions, rows padded to whole words.
    Bits(Vec<u64>),
    Numbers(Vec<u16>),
}

impl<'g> BoxPlan<'g> {
    /// A box with these sides, one for each coordinate.
    ///
    /// # Errors
    /// [`ErrorKind::Undefined`](crate::ErrorKind::Undefined) when some move makes a coordinate larger, and
    /// [`ErrorKind::Limit`](crate::ErrorKind::Limit) when the cells cannot be numbered.
    pub fn new(lines: &'g Lines, misere: bool, sides: &[u64]) -> Result<BoxPlan<'g>, Error> {
        if !lines.never_grows() {
            return Err(Error::undefined(
                "a move that makes a coordinate larger may leave the box",
            ));
        }
        if sides.len() != lines.axes().len() {
            return Err(Error::input(format!(
                "found {} sides, expected {}",
                sides.len(),
                lines.axes().len()
            )));
        }
        let layout = Layout::new(sides)
            .ok_or_else(|| Error::limit("the box has more cells than this machine can number"))?;
        let (moves, board_sets) = moves_in(&layout, lines);
        Ok(BoxPlan {
            lines,
            layout,
            moves,
            board_sets,
            misere,
        })
    }

    /// Number of cells.
    #[must_use]
    pub fn cells(&self) -> u128 {
        self.layout.rows as u128 * self.layout.width as u128
    }

    /// Number of families that have a move in the box.
    #[must_use]
    pub fn families(&self) -> usize {
        let has_moves = |moves: &&Moves| moves.base.is_some();
        self.moves.iter().filter(has_moves).count()
    }

    /// The longest play in the box has at most so many moves: each takes a stone or more away.
    pub(crate) fn longest_play(&self) -> usize {
        let stones = self.layout.sides.iter().map(|side| side - 1);
        stones.fold(0usize, usize::saturating_add)
    }

    /// Bytes that filling the box takes.
    #[must_use]
    pub fn bytes_needed(&self, value: BoxValue) -> u128 {
        let bits = self.layout.rows as u128 * self.layout.words as u128 * 8;
        let boards = bits * (self.board_sets.len() as u128 - 1);
        let (_, slots) = numbers::rings(&self.layout, &self.moves);
        match value {
            BoxValue::Outcome => {
                let ring_rows: u128 = self
                    .moves
                    .iter()
                    .filter_map(|moves| moves.ray.as_ref())
                    .map(|ray| ray.rows as u128)
                    .sum();
                bits + boards * 2 + ring_rows * self.layout.words as u128 * 16
            }
            BoxValue::Remoteness => self.cells() * 2 + boards + slots as u128 * 4,
            BoxValue::Grundy => {
                let words = numbers::Grundy::words(self.longest_play()) as u128;
                self.cells() * 2 + boards + slots as u128 * (words * 8 + 2)
            }
        }
    }

    /// Fills the box.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`](crate::ErrorKind::Limit) when the budget does not allow it or values may
    /// outgrow 16 bits, on interruption, and what the rules say of their own conditions.
    pub fn fill(&self, value: BoxValue, budget: &Budget<'_>) -> Result<DenseBox, Error> {
        budget.admit_bytes(self.bytes_needed(value), "filling the box")?;
        if value != BoxValue::Outcome && self.longest_play() >= usize::from(u16::MAX) - 2 {
            return Err(Error::limit(
                "values in so long a box may outgrow the two bytes that each has",
            )
            .help("ask for a smaller size"));
        }
        let misere_outcome = self.misere && value == BoxValue::Outcome;
        let mut masks = Masks::new(
            &self.layout,
            self.lines,
            &self.moves,
            &self.board_sets,
            misere_outcome || waits(self.lines),
        );
        let (_, slots) = numbers::rings(&self.layout, &self.moves);
        let (layout, moves) = (&self.layout, &self.moves[..]);
        let cells = match value {
            BoxValue::Outcome => Cells::Bits(outcome::p_positions(
                layout,
                moves,
                &mut masks,
                self.board_sets.len(),
                self.misere,
                budget,
            )?),
            BoxValue::Remoteness => {
                let mut summary = numbers::Remoteness::new(self.misere, slots);
                Cells::Numbers(numbers::values(
                    layout,
                    moves,
                    &mut masks,
                    &mut summary,
                    budget,
                )?)
            }
            BoxValue::Grundy => {
                let most = self.longest_play();
                let mut summary = numbers::Grundy::new(self.misere, slots, most);
                Cells::Numbers(numbers::values(
                    layout,
                    moves,
                    &mut masks,
                    &mut summary,
                    budget,
                )?)
            }
        };
        Ok(DenseBox {
            layout: layout.clone(),
            cells,
        })
    }
}

impl DenseBox {
    /// Numbers of values of each coordinate.
    #[must_use]
    pub fn sides(&self) -> &[usize] {
        &self.layout.sides
    }

    /// The value of a cell; of an outcome 0 for P and 1 for N. `None` outside the box.
    #[must_use]
    pub fn get(&self, at: &[u64]) -> Option<u32> {
        let (row, place) = self.layout.place(at)?;
        Some(self.read(row, place))
    }

    /// The values of `count` cells from one on, along an axis. `None` when they are not all in the box.
    pub(crate) fn along(
        &self,
        at: &[u64],
        axis: usize,
        count: usize,
    ) -> Option<impl Iterator<Item = u32> + '_> {
        let (row, place) = self.layout.place(at)?;
        let last = usize::try_from(at[axis]).ok()?.checked_add(count)?;
        let (rows, places) = self.layout.stride(axis);
        let cells = (0..count).map(move |i| (row + i * rows, place + i * places));
        (last <= self.layout.sides[axis]).then(|| cells.map(|(row, place)| self.read(row, place)))
    }

    fn read(&self, row: usize, place: usize) -> u32 {
        match &self.cells {
            Cells::Bits(bits) => {
                let row = &bits[row * self.layout.words..];
                u32::from(!rows::is_set(row, place))
            }
            Cells::Numbers(numbers) => u32::from(numbers[row * self.layout.width + place]),
        }
    }

    /// How many cells are P-positions, of a box of outcomes.
    #[must_use]
    pub fn count_p(&self) -> Option<u64> {
        match &self.cells {
            Cells::Bits(bits) => Some(bits.iter().map(|word| u64::from(word.count_ones())).sum()),
            Cells::Numbers(_) => None,
        }
    }

    /// Calls with every P-position, in the order of memory, of a box of outcomes.
    pub fn each_p(&self, mut see: impl FnMut(&[u64])) {
        let Cells::Bits(bits) = &self.cells else {
            return;
        };
        let mut at = vec![0u64; self.layout.sides.len()];
        for row in bits.chunks(self.layout.words) {
            for (i, &word) in row.iter().enumerate() {
                let mut rest = word;
                while rest != 0 {
                    at[self.layout.row_axis] = (i * 64) as u64 + u64::from(rest.trailing_zeros());
                    see(&at);
                    rest &= rest - 1;
                }
            }
            at[self.layout.row_axis] = 0;
            self.layout.advance(&mut at);
        }
    }
}
