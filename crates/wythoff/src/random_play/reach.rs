//! The positions within reach, each after its options.
//!
//! A walk with an explicit stack; options are kept as numbers, 4 bytes each, so that several passes over
//! the same positions list nothing again.

use std::ops::Range;

use crate::budget::Budget;
use crate::error::{Error, ErrorKind};
use crate::reference::{CellMemory, Memory};
use crate::rules::{Cell, Ruleset};

const UNKNOWN: u32 = u32::MAX;
/// On the current path.
const OPEN: u32 = u32::MAX - 1;

/// A dense memory is used for boxes of up to this many cells.
const DENSE_CELLS: u128 = 1 << 26;

/// Positions numbered so that each stands behind its options.
#[derive(Debug, Default)]
pub(super) struct Reach {
    cells: Vec<Cell>,
    /// Where the options of each begin in `options`, and where the last ones end.
    begins: Vec<usize>,
    options: Vec<u32>,
    /// The numbers of the positions that were asked for, in their order.
    pub(super) starts: Vec<usize>,
}

/// A position on the current path, its options, and how many of them are known.
struct Frame {
    at: Cell,
    options: Vec<Cell>,
    next: usize,
}

impl Reach {
    /// What can be reached from these positions.
    ///
    /// # Errors
    /// At the budget's limits, on interruption, on a cycle, and what the rules say of their conditions.
    pub(super) fn from<R: Ruleset<Position = Cell>>(
        rules: &R,
        starts: &[Cell],
        budget: &Budget<'_>,
    ) -> Result<Reach, Error> {
        let mut numbers = memory(starts, budget)?;
        let mut reach = Reach {
            begins: vec![0],
            ..Reach::default()
        };
        for start in starts {
            if numbers.get(start) == UNKNOWN {
                reach.walk(rules, start, &mut numbers, budget)?;
            }
            reach.starts.push(numbers.get(start) as usize);
        }
        Ok(reach)
    }

    fn walk<R: Ruleset<Position = Cell>>(
        &mut self,
        rules: &R,
        start: &Cell,
        numbers: &mut CellMemory,
        budget: &Budget<'_>,
    ) -> Result<(), Error> {
        let mut on_path = 0;
        let open = |at: Cell, numbers: &mut CellMemory| -> Result<Frame, Error> {
            if rules.heap(&at).is_some_and(|stones| stones > 0) {
                return Err(Error::undefined(format!(
                    "the altered cell {at:?} has a value but no moves that chance could make"
                )));
            }
            let options = rules.options(&at)?;
            numbers.set(&at, OPEN);
            Ok(Frame {
                at,
                options,
                next: 0,
            })
        };
        let mut path = vec![open(start.clone(), numbers)?];
        while let Some(frame) = path.last_mut() {
            let known = frame.options[frame.next..]
                .iter()
                .take_while(|option| numbers.get(option) < OPEN)
                .count();
            frame.next += known;
            if let Some(option) = frame.options.get(frame.next) {
                if numbers.get(option) == OPEN {
                    return Err(Error::new(
                        ErrorKind::Cycle,
                        format!("play need not end: it can come back to {option:?}"),
                    )
                    .help("chances are computed where every play ends"));
                }
                on_path += frame.options.len();
                let option = option.clone();
                path.push(open(option, numbers)?);
                continue;
            }
            let options = frame.options.iter().map(|option| numbers.get(option));
            self.options.extend(options);
            self.begins.push(self.options.len());
            let number = u32::try_from(self.cells.len())
                .ok()
                .filter(|number| *number < OPEN)
                .ok_or_else(|| Error::limit("more positions than 32 bits can number"))?;
            numbers.set(&frame.at, number);
            if let Some(done) = path.pop() {
                self.cells.push(done.at);
            }
            on_path -= path.last().map_or(0, |frame| frame.options.len());
            self.admit(on_path, budget)?;
        }
        Ok(())
    }

    /// Checks the budget, now and then.
    fn admit(&self, on_path: usize, budget: &Budget<'_>) -> Result<(), Error> {
        let positions = self.cells.len() as u64;
        if positions > budget.positions {
            return Err(Error::limit(format!(
                "more than {} positions would have to be remembered",
                budget.positions
            ))
            .help("ask about a smaller position, or allow more with --positions"));
        }
        if positions & 0xff == 0 {
            let cell = size_of::<Cell>() as u128;
            let bytes = self.options.len() as u128 * 4
                + u128::from(positions) * (cell + 12)
                + on_path as u128 * cell;
            budget.admit_bytes(bytes, "remembering the options of all positions in reach")?;
            budget.admit_steps(self.options.len() as u128, "listing all options")?;
            budget.report(positions, None)?;
        }
        Ok(())
    }

    /// How many positions there are.
    pub(super) fn len(&self) -> usize {
        self.cells.len()
    }

    /// The position of a number.
    pub(super) fn cell(&self, number: usize) -> &Cell {
        &self.cells[number]
    }

    /// The numbers of a position's options, in the order of the options.
    pub(super) fn options(&self, number: usize) -> &[u32] {
        let range: Range<usize> = self.begins[number]..self.begins[number + 1];
        &self.options[range]
    }
}

/// A memory that is dense on the box of all starts, if that is of sane size.
fn memory(starts: &[Cell], budget: &Budget<'_>) -> Result<CellMemory, Error> {
    let mut shape: Vec<u64> = Vec::new();
    for start in starts {
        shape.resize(start.len(), 0);
        for (side, x) in shape.iter_mut().zip(start) {
            *side = (*side).max(x.saturating_add(1));
        }
    }
    let cells = shape
        .iter()
        .fold(1u128, |n, &side| n.saturating_mul(u128::from(side)));
    if cells <= DENSE_CELLS {
        CellMemory::on_box(&shape, budget)
    } else {
        Ok(CellMemory::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Rules, cell};

    #[test]
    fn options_stand_before_their_positions() {
        let rules = Rules::wythoff();
        let plain = rules.plain();
        let starts = [cell(&[4, 6]), cell(&[2, 2]), cell(&[7, 1])];
        let reach = Reach::from(&plain, &starts, &Budget::default()).unwrap();
        assert_eq!(reach.starts.len(), 3);
        for (start, number) in starts.iter().zip(&reach.starts) {
            assert_eq!(reach.cell(*number), start);
        }
        for number in 0..reach.len() {
            let listed: Vec<Cell> = reach
                .options(number)
                .iter()
                .map(|&option| reach.cell(option as usize).clone())
                .collect();
            assert_eq!(listed, plain.options(reach.cell(number)).unwrap());
            assert!(reach.options(number).iter().all(|&o| (o as usize) < number));
        }
        // The box of (4, 6), and the rows of (7, 1) beyond it.
        assert_eq!(reach.len(), 5 * 7 + 3 * 2);
    }

    #[test]
    fn a_limit_is_reached_in_time() {
        let tight = Budget {
            positions: 100,
            ..Budget::default()
        };
        let rules = Rules::wythoff();
        let error = Reach::from(&rules.plain(), &[cell(&[50, 50])], &tight).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Limit);
    }
}
