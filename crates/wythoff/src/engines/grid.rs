//! The dense two-pile engine behind tables and single values: a whole box at once.
//!
//! Offers for rulesets whose lines it can sweep; a small box is left to the reference, which is
//! quicker to begin. A filled box is kept and serves later questions inside it.

use dashu_int::UBig;

use crate::answer::{Evidence, Moves, Value};
use crate::budget::Budget;
use crate::engines::{Options, big_position, machine_cell, options_of};
use crate::error::Error;
use crate::grid::{Slab, Table, Tuning, Value as GridValue, fill, slab};
use crate::plan::{Ask, Engine, Offer, Solver};
use crate::rules::{Cell, Play, Rules, Ruleset};
use crate::table::{Cells, Window};
use crate::values::Outcome;

/// Steps that beginning a sweep is worth, against walking options.
const BEGINNING: u128 = 50_000;

/// Answers by filling boxes.
#[derive(Clone, Copy, Debug, Default)]
pub struct GridEngine;

impl Engine for GridEngine {
    fn name(&self) -> &'static str {
        "grid"
    }

    fn open(&self, rules: &Rules) -> Option<Box<dyn Solver>> {
        let coordinates = rules.axes().len();
        // A pass or heap of 0 stands for any: whether there are lines to sweep does not depend on it.
        slab(rules, (0, 1), &vec![0; coordinates]).ok()?;
        Some(Box::new(GridSolver {
            rules: rules.clone(),
            options: options_of(rules),
            filled: Vec::new(),
        }))
    }
}

/// A filled box: which value of which layers, on which axes.
struct Filled {
    value: GridValue,
    axes: (usize, usize),
    others: Vec<u64>,
    layer: usize,
    table: Table,
}

struct GridSolver {
    rules: Rules,
    options: Options,
    filled: Vec<Filled>,
}

impl GridSolver {
    fn value(&self, ask: Ask) -> Option<GridValue> {
        match (self.rules.play(), ask) {
            (Play::Block(k), Ask::Outcome | Ask::WinningMoves) => {
                Some(GridValue::Blocked(u32::try_from(k).ok()?))
            }
            (Play::Block(_), _) => None,
            (_, Ask::Outcome | Ask::WinningMoves) => Some(GridValue::Outcome),
            (_, Ask::Remoteness | Ask::OptimalMoves) => Some(GridValue::Remoteness),
            (_, Ask::Grundy) => Some(GridValue::Grundy),
            _ => None,
        }
    }

    /// The slab through a position, if the engine can fill it up to there.
    fn slab(
        &self,
        ask: Ask,
        axes: (usize, usize),
        at: &[u64],
    ) -> Option<(Slab, GridValue, (usize, usize))> {
        let value = self.value(ask)?;
        let side = |x: u64| usize::try_from(x).ok()?.checked_add(1);
        let size = (side(at[axes.0])?, side(at[axes.1])?);
        let mut others = at.to_vec();
        (others[axes.0], others[axes.1]) = (0, 0);
        let slab = slab(&self.rules, axes, &others).ok()?;
        slab.shape.suits(value, size).ok()?;
        Some((slab, value, size))
    }

    /// About how many words a sweep reads.
    fn cost(slab: &Slab, value: GridValue, size: (usize, usize)) -> u128 {
        let cells = size.0 as u128 * size.1 as u128 * slab.shape.layers.len() as u128;
        let each = match value {
            GridValue::Outcome => 1,
            GridValue::Remoteness | GridValue::Blocked(_) | GridValue::Grundy => 2,
        };
        // A move to another layer is looked at in every cell of its own.
        let moves: usize = slab.shape.layers.iter().map(Vec::len).sum();
        let between = size.0 as u128 * size.1 as u128 * moves as u128;
        cells.saturating_mul(each).saturating_add(between)
            / if value == GridValue::Outcome { 16 } else { 1 }
            + BEGINNING
    }

    /// The filled box that holds a position, filling it first if need be.
    fn filled(
        &mut self,
        ask: Ask,
        axes: (usize, usize),
        at: &[u64],
        budget: &Budget<'_>,
    ) -> Result<&Filled, Error> {
        let mut others = at.to_vec();
        (others[axes.0], others[axes.1]) = (0, 0);
        let (slab, value, size) = self
            .slab(ask, axes, at)
            .ok_or_else(|| Error::undefined("the dense engine cannot do this ruleset"))?;
        let holds = |filled: &Filled| {
            let (width, height) = filled.table.size();
            (filled.value, filled.axes, &filled.others) == (value, axes, &others)
                && size.0 <= width
                && size.1 <= height
        };
        if let Some(found) = self.filled.iter().position(holds) {
            return Ok(&self.filled[found]);
        }
        let table = fill(&slab.shape, value, size, &Tuning::default(), budget)?;
        // One box a value is kept: the newest, which is as a rule the largest.
        self.filled.retain(|filled| filled.value != value);
        self.filled.push(Filled {
            value,
            axes,
            others,
            layer: slab.layer,
            table,
        });
        self.filled
            .last()
            .ok_or_else(|| Error::undefined("nothing was filled"))
    }

    fn number(
        &mut self,
        ask: Ask,
        at: &[u64],
        axes: (usize, usize),
        budget: &Budget<'_>,
    ) -> Result<u32, Error> {
        let filled = self.filled(ask, axes, at, budget)?;
        read(filled, at)
    }

    /// The options of a position with the wanted number, all read from one filled box.
    fn moves(&mut self, ask: Ask, at: &Cell, budget: &Budget<'_>) -> Result<Moves, Error> {
        let own = self.number(ask, at, AXES, budget)?;
        let mut targets = Vec::new();
        for option in self.options.options(at)? {
            // Options in other layers are cells of other slabs, all inside this box.
            let number = self.number(ask, &option, AXES, budget)?;
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

/// The axes of a box around a single position.
const AXES: (usize, usize) = (0, 1);

fn read(filled: &Filled, at: &[u64]) -> Result<u32, Error> {
    let (x, y) = (at[filled.axes.0] as usize, at[filled.axes.1] as usize);
    filled
        .table
        .get(filled.layer, x, y)
        .ok_or_else(|| Error::undefined(format!("the filled box does not hold {at:?}")))
}

fn evidence(positions: u128) -> Evidence {
    Evidence::Computed {
        engine: "grid".into(),
        positions: u64::try_from(positions).unwrap_or(u64::MAX),
    }
}

impl Solver for GridSolver {
    fn offer(&self, ask: Ask, at: &[UBig]) -> Option<Offer> {
        let at = machine_cell(at)?;
        // Options in other layers would each fill a box of their own.
        if matches!(ask, Ask::WinningMoves | Ask::OptimalMoves) && at.len() > 2 {
            return None;
        }
        let (slab, value, size) = self.slab(ask, AXES, &at)?;
        Some(Offer {
            evidence: evidence(0),
            cost: Self::cost(&slab, value, size),
        })
    }

    fn answer(
        &mut self,
        ask: Ask,
        at: &[UBig],
        budget: &Budget<'_>,
    ) -> Result<(Value, Evidence), Error> {
        let at =
            machine_cell(at).ok_or_else(|| Error::limit("the coordinates are beyond 64 bits"))?;
        let positions = (u128::from(at[0]) + 1) * (u128::from(at[1]) + 1);
        let value = match ask {
            Ask::WinningMoves | Ask::OptimalMoves => Value::Moves(self.moves(ask, &at, budget)?),
            Ask::Outcome => Value::Outcome(outcome(self.number(ask, &at, AXES, budget)?)),
            Ask::Grundy | Ask::Remoteness => {
                Value::Number(UBig::from(self.number(ask, &at, AXES, budget)?))
            }
            _ => return Err(Error::undefined("a sweep does not give this value")),
        };
        Ok((value, evidence(positions)))
    }

    fn table_offer(&self, ask: Ask, window: &Window) -> Option<Offer> {
        let (axes, corner) = plane(window)?;
        let (slab, value, size) = self.slab(ask, axes, &corner)?;
        Some(Offer {
            evidence: evidence(0),
            cost: Self::cost(&slab, value, size),
        })
    }

    fn table(
        &mut self,
        ask: Ask,
        window: &Window,
        budget: &Budget<'_>,
    ) -> Result<(Cells, Evidence), Error> {
        let unsuited = || Error::undefined("the dense engine cannot do this window");
        let (axes, corner) = plane(window).ok_or_else(unsuited)?;
        let [x0, y0] = window.machine_origin().ok_or_else(unsuited)?;
        let [rows, columns] = window.shape();
        let filled = self.filled(ask, axes, &corner, budget)?;
        let (table, layer) = (&filled.table, filled.layer);
        let mut numbers = Vec::with_capacity(window.cells());
        for x in (x0 as usize..).take(rows) {
            numbers.extend(
                (y0 as usize..)
                    .take(columns)
                    .filter_map(|y| table.get(layer, x, y)),
            );
        }
        if numbers.len() != window.cells() {
            return Err(unsuited());
        }
        let (width, height) = table.size();
        let cells = match ask {
            Ask::Outcome => Cells::Outcomes(numbers.into_iter().map(outcome).collect()),
            _ => Cells::Small(numbers),
        };
        Ok((cells, evidence(width as u128 * height as u128)))
    }
}

fn outcome(number: u32) -> Outcome {
    if number == 0 { Outcome::P } else { Outcome::N }
}

/// The axes of a window and its far corner, in machine numbers.
fn plane(window: &Window) -> Option<((usize, usize), Cell)> {
    let free = window.slice().free();
    let &[first, second] = free.as_slice() else {
        return None;
    };
    window.machine_origin()?;
    Some(((first, second), machine_cell(&window.far_corner()?)?))
}
