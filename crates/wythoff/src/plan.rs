//! Which engine answers which question.
//!
//! Engines offer; the plan picks the strongest evidence, then the least cost, and computes nothing
//! itself. A new engine is one line in [`standard_engines`]; crates above this one add theirs with
//! [`Plan::with`].

use std::sync::Arc;

use dashu_int::UBig;

use crate::answer::{Answer, Evidence, Value};
use crate::budget::Budget;
use crate::cells::Numbered;
use crate::engines;
use crate::error::{Error, ErrorKind};
use crate::rules::Rules;
use crate::table::{Cells, Window};

/// What is asked of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ask {
    /// Whether it has no options.
    Terminal,
    /// Its outcome.
    Outcome,
    /// Its Grundy value.
    Grundy,
    /// Smith's remoteness.
    Remoteness,
    /// All options that are P-positions.
    WinningMoves,
    /// All options whose remoteness is one less.
    OptimalMoves,
    /// Smith's suspense number.
    Suspense,
    /// The length of the longest play.
    Birthday,
    /// The number of options.
    Options,
}

impl Ask {
    /// All questions.
    pub const ALL: [Ask; 9] = [
        Ask::Terminal,
        Ask::Outcome,
        Ask::Grundy,
        Ask::Remoteness,
        Ask::WinningMoves,
        Ask::OptimalMoves,
        Ask::Suspense,
        Ask::Birthday,
        Ask::Options,
    ];

    /// The questions of an analysis; the others are asked by name.
    pub const ANALYSIS: [Ask; 6] = [
        Ask::Terminal,
        Ask::Outcome,
        Ask::Grundy,
        Ask::Remoteness,
        Ask::WinningMoves,
        Ask::OptimalMoves,
    ];

    /// Its name in output.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Ask::Terminal => "terminal",
            Ask::Outcome => "outcome",
            Ask::Grundy => "grundy",
            Ask::Remoteness => "remoteness",
            Ask::WinningMoves => "winning_moves",
            Ask::OptimalMoves => "optimal_moves",
            Ask::Suspense => "suspense",
            Ask::Birthday => "birthday",
            Ask::Options => "options",
        }
    }
}

/// What an engine can do for a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The evidence that its answer would have.
    pub evidence: Evidence,
    /// About how many options or comparable steps it would take.
    pub cost: u128,
}

/// A way to answer questions about some rulesets.
pub trait Engine: Send + Sync {
    /// Its name, as `explain` and evidence show it.
    fn name(&self) -> &'static str;

    /// A solver for these rules, if they are of a kind that it knows.
    fn open(&self, rules: &Rules) -> Option<Box<dyn Solver>>;
}

/// An engine at work on one ruleset. What it remembers belongs to that ruleset and convention.
pub trait Solver: Send {
    /// What it can do for a question about a position, cheaply estimated.
    fn offer(&self, ask: Ask, at: &[UBig]) -> Option<Offer>;

    /// The answer. Called only after an offer.
    ///
    /// # Errors
    /// At the budget's limits, on interruption, and what the rules say of their own conditions.
    fn answer(
        &mut self,
        ask: Ask,
        at: &[UBig],
        budget: &Budget<'_>,
    ) -> Result<(Value, Evidence), Error>;

    /// What it can do for a window of positions. Only values that a cell can show are asked.
    fn table_offer(&self, _ask: Ask, _window: &Window) -> Option<Offer> {
        None
    }

    /// The values of a window. Called only after an offer.
    ///
    /// # Errors
    /// As [`Solver::answer`].
    fn table(
        &mut self,
        ask: Ask,
        _window: &Window,
        _budget: &Budget<'_>,
    ) -> Result<(Cells, Evidence), Error> {
        Err(Error::undefined(format!(
            "no table of {} from this engine",
            ask.word()
        )))
    }

    /// The P-positions by number, where a formula numbers them.
    fn numbered(&self) -> Option<&dyn Numbered> {
        None
    }
}

/// The engines in use.
#[derive(Clone)]
pub struct Plan {
    engines: Vec<Arc<dyn Engine>>,
}

impl std::fmt::Debug for Plan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list()
            .entries(self.engines.iter().map(|engine| engine.name()))
            .finish()
    }
}

impl Default for Plan {
    fn default() -> Self {
        Plan {
            engines: standard_engines(),
        }
    }
}

/// The engines of this crate.
fn standard_engines() -> Vec<Arc<dyn Engine>> {
    vec![
        Arc::new(engines::FormulaEngine),
        Arc::new(engines::NimEngine),
        Arc::new(engines::CountEngine),
        Arc::new(engines::SumEngine),
        Arc::new(engines::GraphEngine),
        Arc::new(engines::GridEngine),
        Arc::new(engines::BoxedLinesEngine),
        Arc::new(engines::BoxEngine),
        Arc::new(engines::RowPeriodEngine),
        Arc::new(engines::ReferenceEngine),
    ]
}

impl Plan {
    /// Just the reference: the judge.
    #[must_use]
    pub fn reference_only() -> Plan {
        Plan {
            engines: vec![Arc::new(engines::ReferenceEngine)],
        }
    }

    /// Only one of this plan's engines at a time: to judge each by itself.
    pub fn one_by_one(&self) -> impl Iterator<Item = Plan> + '_ {
        self.engines.iter().map(|engine| Plan {
            engines: vec![engine.clone()],
        })
    }

    /// This plan and one more engine.
    #[must_use]
    pub fn with(mut self, engine: Arc<dyn Engine>) -> Plan {
        self.engines.push(engine);
        self
    }

    /// The names of the engines.
    #[must_use]
    pub fn engine_names(&self) -> Vec<&'static str> {
        self.engines.iter().map(|engine| engine.name()).collect()
    }

    /// Solvers for these rules, with the names of their engines.
    pub(crate) fn open(&self, rules: &Rules) -> Solvers {
        self.engines
            .iter()
            .filter_map(|engine| Some((engine.name(), engine.open(rules)?)))
            .collect()
    }
}

/// Engines at work on one ruleset.
pub(crate) type Solvers = Vec<(&'static str, Box<dyn Solver>)>;

/// The answer about one position of the best solver that fits the budget.
pub(crate) fn best_answer(
    solvers: &mut Solvers,
    ask: Ask,
    at: &[UBig],
    budget: &Budget<'_>,
) -> Result<Answer<Value>, Error> {
    let offers = solvers
        .iter()
        .map(|(_, solver)| solver.offer(ask, at))
        .collect();
    best(solvers, offers, budget, |solver| {
        solver.answer(ask, at, budget)
    })
}

/// The values of a window, of the best solver that fits the budget.
pub(crate) fn best_table(
    solvers: &mut Solvers,
    ask: Ask,
    window: &Window,
    budget: &Budget<'_>,
) -> Result<Answer<Cells>, Error> {
    let offers = solvers
        .iter()
        .map(|(_, solver)| solver.table_offer(ask, window))
        .collect();
    best(solvers, offers, budget, |solver| {
        solver.table(ask, window, budget)
    })
}

/// The best offer for a position, without taking it.
pub(crate) fn best_offer(solvers: &Solvers, ask: Ask, at: &[UBig]) -> Option<Offer> {
    solvers
        .iter()
        .filter_map(|(_, solver)| solver.offer(ask, at))
        .min_by_key(|offer| (offer.evidence.rank(), offer.cost))
}

/// Takes offers from the best on; passes to the next when a solver gives up at a limit.
fn best<T>(
    solvers: &mut Solvers,
    offers: Vec<Option<Offer>>,
    budget: &Budget<'_>,
    mut take: impl FnMut(&mut dyn Solver) -> Result<(T, Evidence), Error>,
) -> Result<Answer<T>, Error> {
    let mut offers: Vec<(usize, Offer)> = offers
        .into_iter()
        .enumerate()
        .filter_map(|(i, offer)| Some((i, offer?)))
        .collect();
    offers.sort_by_key(|(i, offer)| (offer.evidence.rank(), offer.cost, *i));
    let mut refusal = None;
    for (i, offer) in offers {
        if let Evidence::Absent { why, help } = &offer.evidence {
            refusal.get_or_insert((why.clone(), help.clone()));
            continue;
        }
        if offer.cost > u128::from(budget.steps) {
            refusal.get_or_insert((
                format!(
                    "the {} would examine about {} options, more than the {} allowed",
                    solvers[i].0, offer.cost, budget.steps
                ),
                "allow more with --steps, or ask about a smaller position".to_string(),
            ));
            continue;
        }
        match take(&mut *solvers[i].1) {
            Ok((value, evidence)) => return Ok(Answer::known(value, evidence)),
            Err(error) if matches!(error.kind(), ErrorKind::Limit | ErrorKind::Undefined) => {
                refusal = Some((
                    error.message().to_string(),
                    error.advice().unwrap_or_default().to_string(),
                ));
            }
            Err(error) => return Err(error),
        }
    }
    let (why, help) = refusal.unwrap_or_else(|| {
        (
            "no engine knows a way at this size".to_string(),
            "ask about a smaller position, or about other values".to_string(),
        )
    });
    Ok(Answer::absent(why, help))
}
