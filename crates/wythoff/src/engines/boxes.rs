//! The dense solver of boxes with any number of coordinates, behind tables and single values.
//!
//! A filled box is kept and serves later questions inside it.

use dashu_int::UBig;

use crate::answer::{Evidence, Moves, Value};
use crate::boxes::{BoxPlan, BoxValue, DenseBox};
use crate::budget::Budget;
use crate::engines::{Options, big_position, machine_cell, options_of};
use crate::error::{Error, ErrorKind};
use crate::plan::{Ask, Engine, Offer, Solver};
use crate::rules::{Cell, Convention, Play, Rules, Ruleset};
use crate::table::{Cells, Window};
use crate::values::Outcome;

/// Steps that beginning a box is worth, against walking options or a sweep of the grid.
const BEGINNING: u128 = 60_000;

/// Answers by filling boxes.
#[derive(Clone, Copy, Debug, Default)]
pub struct BoxEngine;

impl Engine for BoxEngine {
    fn name(&self) -> &'static str {
        "boxes"
    }

    fn open(&self, rules: &Rules) -> Option<Box<dyn Solver>> {
        if matches!(rules.play(), Play::Block(_)) || !rules.lines()?.never_grows() {
            return None;
        }
        Some(Box::new(BoxSolver {
            rules: rules.clone(),
            options: options_of(rules),
            filled: Vec::new(),
        }))
    }
}

struct BoxSolver {
    rules: Rules,
    options: Options,
    /// One box a value: the newest, which is as a rule the largest.
    filled: Vec<(BoxValue, DenseBox)>,
}

fn value_of(ask: Ask) -> Option<BoxValue> {
    match ask {
        Ask::Outcome | Ask::WinningMoves => Some(BoxValue::Outcome),
        Ask::Remoteness | Ask::OptimalMoves => Some(BoxValue::Remoteness),
        Ask::Grundy => Some(BoxValue::Grundy),
        Ask::Terminal | Ask::Suspense | Ask::Birthday | Ask::Options => None,
    }
}

fn outcome(number: u32) -> Outcome {
    if number == 0 { Outcome::P } else { Outcome::N }
}

impl BoxSolver {
    fn plan(&self, at: &[u64]) -> Result<BoxPlan<'_>, Error> {
        let sides: Vec<u64> = at.iter().map(|x| x.saturating_add(1)).collect();
        let lines = self
            .rules
            .lines()
            .ok_or_else(|| Error::undefined("the rules are not lines"))?;
        BoxPlan::new(lines, self.rules.convention() == Convention::Misere, &sides)
    }

    /// About how many steps filling a box takes.
    fn cost(plan: &BoxPlan<'_>, value: BoxValue) -> u128 {
        let work = plan.cells().saturating_mul(plan.families().max(1) as u128);
        match value {
            BoxValue::Outcome => work / 8 + BEGINNING,
            BoxValue::Remoteness => work.saturating_mul(2) + BEGINNING,
            BoxValue::Grundy => {
                // A set of values is read from its beginning, some words at a time.
                let each = 4 + plan.longest_play() as u128 / 512;
                work.saturating_mul(each) + BEGINNING
            }
        }
    }

    fn offered(&self, ask: Ask, at: &[u64]) -> Option<Offer> {
        let value = value_of(ask)?;
        let holds =
            |(held, filled): &(BoxValue, DenseBox)| *held == value && filled.get(at).is_some();
        let cost = match self.filled.iter().any(holds) {
            true => 1,
            false => Self::cost(&self.plan(at).ok()?, value),
        };
        Some(Offer {
            evidence: evidence(0),
            cost,
        })
    }

    /// The filled box that holds a position, filling it first if need be.
    fn filled(&mut self, ask: Ask, at: &[u64], budget: &Budget<'_>) -> Result<&DenseBox, Error> {
        let value = value_of(ask).ok_or_else(|| Error::undefined("the options say this"))?;
        let holds = |(held, filled): &(BoxValue, DenseBox)| {
            let inside = |(x, &side): (&u64, &usize)| *x < side as u64;
            *held == value && at.iter().zip(filled.sides()).all(inside)
        };
        if let Some(found) = self.filled.iter().position(holds) {
            return Ok(&self.filled[found].1);
        }
        let filled = self.plan(at)?.fill(value, budget).map_err(unneeded)?;
        self.filled.retain(|(held, _)| *held != value);
        self.filled.push((value, filled));
        match self.filled.last() {
            Some((_, filled)) => Ok(filled),
            None => Err(Error::undefined("nothing was filled")),
        }
    }

    fn number(&mut self, ask: Ask, at: &[u64], budget: &Budget<'_>) -> Result<u32, Error> {
        let filled = self.filled(ask, at, budget)?;
        filled
            .get(at)
            .ok_or_else(|| Error::undefined(format!("the filled box does not hold {at:?}")))
    }

    fn moves(&mut self, ask: Ask, at: &Cell, budget: &Budget<'_>) -> Result<Moves, Error> {
        let own = self.number(ask, at, budget)?;
        let mut targets = Vec::new();
        for option in self.options.options(at)? {
            let number = self.number(ask, &option, budget)?;
            let wanted = match ask {
                Ask::OptimalMoves => number + 1 == own,
                _ => number == 0,
            };
            if wanted {
                targets.push(big_position(&option));
            }
        }
        Ok(Moves {
            targets,
            complete: true,
        })
    }
}

/// A condition without a value at some cell of the box need not matter to what was asked: the
/// reference looks only where play can come.
fn unneeded(error: Error) -> Error {
    match error.kind() {
        ErrorKind::Evaluation => Error::undefined(error.message()),
        _ => error,
    }
}

fn evidence(positions: u128) -> Evidence {
    Evidence::Computed {
        engine: "dense boxes".into(),
        positions: u64::try_from(positions).unwrap_or(u64::MAX),
    }
}

/// The numbers of a window, row by row.
fn window_of(filled: &DenseBox, window: &Window) -> Option<Vec<u32>> {
    let origin = window.machine_origin()?;
    let [rows, columns] = window.shape();
    let mut numbers = Vec::with_capacity(window.cells());
    match window.slice().free()[..] {
        [axis] => {
            let first = window.slice().position(&[origin[0], 0]);
            numbers.extend(filled.along(&first, axis, rows)?);
        }
        [_, axis] => {
            for x in (origin[0]..).take(rows) {
                let first = window.slice().position(&[x, origin[1]]);
                numbers.extend(filled.along(&first, axis, columns)?);
            }
        }
        _ => return None,
    }
    Some(numbers)
}

fn cells_of(filled: &DenseBox) -> u128 {
    filled.sides().iter().map(|&side| side as u128).product()
}

impl Solver for BoxSolver {
    fn offer(&self, ask: Ask, at: &[UBig]) -> Option<Offer> {
        self.offered(ask, &machine_cell(at)?)
    }

    fn answer(
        &mut self,
        ask: Ask,
        at: &[UBig],
        budget: &Budget<'_>,
    ) -> Result<(Value, Evidence), Error> {
        let at =
            machine_cell(at).ok_or_else(|| Error::limit("the coordinates are beyond 64 bits"))?;
        let value = match ask {
            Ask::WinningMoves | Ask::OptimalMoves => Value::Moves(self.moves(ask, &at, budget)?),
            Ask::Outcome => Value::Outcome(outcome(self.number(ask, &at, budget)?)),
            _ => Value::Number(UBig::from(self.number(ask, &at, budget)?)),
        };
        let positions = cells_of(self.filled(ask, &at, budget)?);
        Ok((value, evidence(positions)))
    }

    fn table_offer(&self, ask: Ask, window: &Window) -> Option<Offer> {
        self.offered(ask, &machine_cell(&window.far_corner()?)?)
    }

    fn table(
        &mut self,
        ask: Ask,
        window: &Window,
        budget: &Budget<'_>,
    ) -> Result<(Cells, Evidence), Error> {
        let unsuited = || Error::undefined("the box does not hold this window");
        let corner = window.far_corner().ok_or_else(unsuited)?;
        let corner = machine_cell(&corner).ok_or_else(unsuited)?;
        let filled = self.filled(ask, &corner, budget)?;
        let numbers = window_of(filled, window).ok_or_else(unsuited)?;
        let cells = match ask {
            Ask::Outcome => Cells::Outcomes(numbers.into_iter().map(outcome).collect()),
            _ => Cells::Small(numbers),
        };
        Ok((cells, evidence(cells_of(filled))))
    }
}
