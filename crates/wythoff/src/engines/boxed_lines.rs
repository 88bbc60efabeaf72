//! Moves by a condition that is not seen to be lines at all sizes, but is lines as far as a question goes.
//!
//! The condition is evaluated for every removal of the box of the question; where those allowed are few
//! rays and steps, found exactly, the dense engine and the reference go on with these. A larger question
//! looks at its own, larger box: nothing is carried over.

use dashu_int::UBig;

use crate::answer::{Evidence, Value};
use crate::budget::Budget;
use crate::engines::{GridEngine, ReferenceEngine, machine_cell};
use crate::error::{Error, ErrorKind};
use crate::plan::{Ask, Engine, Offer, Solver, Solvers, best_answer, best_offer, best_table};
use crate::rules::{Cell, Rules};
use crate::table::{Cells, Window};

/// Steps that looking at a box is worth, against walking options.
const BEGINNING: u128 = 20_000;

/// Answers where moves by a condition are lines on the box of the question.
#[derive(Clone, Copy, Debug, Default)]
pub struct BoxedLinesEngine;

impl Engine for BoxedLinesEngine {
    fn name(&self) -> &'static str {
        "lines on a box"
    }

    fn open(&self, rules: &Rules) -> Option<Box<dyn Solver>> {
        (rules.lines().is_none() && rules.may_have_lines_on_boxes()).then(|| {
            Box::new(BoxedLinesSolver {
                rules: rules.clone(),
                opened: None,
                refused: None,
            }) as Box<dyn Solver>
        })
    }
}

/// Solvers that are right for positions up to `largest`.
struct Opened {
    largest: Vec<u64>,
    solvers: Solvers,
}

struct BoxedLinesSolver {
    rules: Rules,
    opened: Option<Opened>,
    /// A box on which the moves were no lines: no larger one is tried.
    refused: Option<Vec<u64>>,
}

fn inside(at: &[u64], largest: &[u64]) -> bool {
    at.iter().zip(largest).all(|(x, most)| x <= most)
}

impl BoxedLinesSolver {
    /// The cost of looking at the box of a position and sweeping it; `None` where it is known to be in vain.
    fn cost(&self, at: &[u64]) -> Option<u128> {
        if self
            .refused
            .as_ref()
            .is_some_and(|refused| inside(refused, at))
        {
            return None;
        }
        let cells = at
            .iter()
            .fold(1u128, |n, &x| n.saturating_mul(u128::from(x) + 1));
        Some(cells.saturating_mul(4).saturating_add(BEGINNING))
    }

    fn offer_for(&self, at: &[u64], inner: impl Fn(&Solvers) -> Option<Offer>) -> Option<Offer> {
        if let Some(opened) = &self.opened
            && inside(at, &opened.largest)
        {
            return inner(&opened.solvers);
        }
        Some(Offer {
            evidence: Evidence::Computed {
                engine: "lines recognised on the box".into(),
                positions: 0,
            },
            cost: self.cost(at)?,
        })
    }

    /// Solvers for a box that holds a position.
    fn solvers(&mut self, at: &Cell, budget: &Budget<'_>) -> Result<&mut Solvers, Error> {
        let fits = |opened: &Opened| inside(at, &opened.largest);
        if !self.opened.as_ref().is_some_and(fits) {
            let largest: Vec<u64> = match &self.opened {
                // Twice as large as needed, so that a walk upward rarely starts afresh.
                Some(opened) => at
                    .iter()
                    .zip(&opened.largest)
                    .map(|(&x, &most)| if x > most { x.saturating_mul(2) } else { most })
                    .collect(),
                None => at.to_vec(),
            };
            let Some(rules) = self.rules.on_box(&largest, budget)? else {
                self.refused = Some(largest);
                return Err(Error::undefined(format!(
                    "the moves of {} are not few lines up to {at:?}",
                    self.rules
                )));
            };
            let engines: [&dyn Engine; 2] = [&GridEngine, &ReferenceEngine];
            let solvers = engines
                .into_iter()
                .filter_map(|engine| Some((engine.name(), engine.open(&rules)?)));
            self.opened = Some(Opened {
                largest,
                solvers: solvers.collect(),
            });
        }
        match &mut self.opened {
            Some(opened) => Ok(&mut opened.solvers),
            None => Err(Error::undefined("no box was looked at")),
        }
    }
}

/// The answer of an engine on the lines, said as what it is.
fn said<T>(value: Option<T>, evidence: Evidence) -> Result<(T, Evidence), Error> {
    match (value, evidence) {
        (Some(value), Evidence::Computed { engine, positions }) => {
            let engine = format!("{engine}, moves recognised as lines on the whole box");
            Ok((value, Evidence::Computed { engine, positions }))
        }
        (Some(value), evidence) => Ok((value, evidence)),
        (None, evidence) => Err(Error::new(ErrorKind::Limit, evidence.to_string())),
    }
}

impl Solver for BoxedLinesSolver {
    fn offer(&self, ask: Ask, at: &[UBig]) -> Option<Offer> {
        let cell = machine_cell(at)?;
        self.offer_for(&cell, |solvers| best_offer(solvers, ask, at))
    }

    fn answer(
        &mut self,
        ask: Ask,
        at: &[UBig],
        budget: &Budget<'_>,
    ) -> Result<(Value, Evidence), Error> {
        let cell =
            machine_cell(at).ok_or_else(|| Error::limit("the coordinates are beyond 64 bits"))?;
        let answer = best_answer(self.solvers(&cell, budget)?, ask, at, budget)?;
        said(answer.value, answer.evidence)
    }

    fn table_offer(&self, ask: Ask, window: &Window) -> Option<Offer> {
        let corner = window.far_corner()?;
        let cell = machine_cell(&corner)?;
        self.offer_for(&cell, |solvers| best_offer(solvers, ask, &corner))
    }

    fn table(
        &mut self,
        ask: Ask,
        window: &Window,
        budget: &Budget<'_>,
    ) -> Result<(Cells, Evidence), Error> {
        let corner = window.far_corner().as_deref().and_then(machine_cell);
        let corner = corner.ok_or_else(|| Error::limit("the coordinates are beyond 64 bits"))?;
        let answer = best_table(self.solvers(&corner, budget)?, ask, window, budget)?;
        said(answer.value, answer.evidence)
    }
}
