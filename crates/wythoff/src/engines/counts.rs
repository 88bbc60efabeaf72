//! Numbers of options and lengths of the longest play by their formulas, at any size.

use dashu_int::UBig;

use crate::answer::{Evidence, Value};
use crate::budget::Budget;
use crate::error::Error;
use crate::formulas::CountedGame;
use crate::plan::{Ask, Engine, Offer, Solver};
use crate::rules::{Play, Rules};
use crate::table::{Cells, Window};

/// Answers about numbers of options and longest plays.
#[derive(Clone, Copy, Debug, Default)]
pub struct CountEngine;

impl Engine for CountEngine {
    fn name(&self) -> &'static str {
        "counts"
    }

    fn open(&self, rules: &Rules) -> Option<Box<dyn Solver>> {
        Some(Box::new(CountSolver {
            game: CountedGame::of(rules.game())?,
            blocking: matches!(rules.play(), Play::Block(_)),
        }))
    }
}

struct CountSolver {
    game: CountedGame,
    blocking: bool,
}

impl CountSolver {
    fn count(&self, ask: Ask, at: &[UBig]) -> Option<UBig> {
        match ask {
            Ask::Options => Some(self.game.options(at)),
            // How long a game with forbidden options lasts is not defined.
            Ask::Birthday if !self.blocking => Some(self.game.birthday(at)),
            _ => None,
        }
    }
}

fn evidence() -> Evidence {
    Evidence::Derived {
        document: "docs/derivations/counts.md".into(),
        checked_to: "with the definitions for a, b <= 6 and piles up to 14".into(),
    }
}

fn unknown(ask: Ask) -> Error {
    Error::undefined(format!("counting does not tell {}", ask.word()))
}

impl Solver for CountSolver {
    fn offer(&self, ask: Ask, at: &[UBig]) -> Option<Offer> {
        self.count(ask, at).map(|_| Offer {
            evidence: evidence(),
            cost: 1,
        })
    }

    fn answer(
        &mut self,
        ask: Ask,
        at: &[UBig],
        _budget: &Budget<'_>,
    ) -> Result<(Value, Evidence), Error> {
        let count = self.count(ask, at).ok_or_else(|| unknown(ask))?;
        Ok((Value::Number(count), evidence()))
    }

    fn table_offer(&self, ask: Ask, window: &Window) -> Option<Offer> {
        self.offer(ask, &window.far_corner()?).map(|offer| Offer {
            cost: window.cells() as u128,
            ..offer
        })
    }

    fn table(
        &mut self,
        ask: Ask,
        window: &Window,
        budget: &Budget<'_>,
    ) -> Result<(Cells, Evidence), Error> {
        let total = window.cells() as u64;
        let mut counts = Vec::with_capacity(window.cells());
        for (i, at) in window.positions().enumerate() {
            counts.push(self.count(ask, &at).ok_or_else(|| unknown(ask))?);
            if i % 4096 == 0 {
                budget.report(i as u64, Some(total))?;
            }
        }
        Ok((Cells::Big(counts).simplified(), evidence()))
    }
}
