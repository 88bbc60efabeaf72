//! A session: one ruleset, the engines at work on it, and what they remember.

use dashu_int::UBig;
use dashu_ratio::RBig;

use crate::answer::{Answer, Moves, Value};
use crate::budget::Budget;
use crate::cells::Numbered;
use crate::error::Error;
use crate::failed_moves::FailedMoves;
use crate::plan::{Ask, Offer, Plan, Solvers, best_answer, best_table};
use crate::random_play;
use crate::rules::{Convention, Play, Rules};
use crate::table::{Cells, TableValue, Window};
use crate::values::Outcome;

/// Everything that is asked of one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// The position.
    pub position: Vec<UBig>,
    /// Whether it has no options.
    pub terminal: Answer<bool>,
    /// Who wins.
    pub outcome: Answer<Outcome>,
    /// Smith's remoteness.
    pub remoteness: Answer<UBig>,
    /// The Grundy value.
    pub grundy: Answer<UBig>,
    /// All options whose remoteness is one less.
    pub optimal_moves: Answer<Moves>,
    /// All options that are P-positions.
    pub winning_moves: Answer<Moves>,
}

/// A ruleset with the engines that answer about it.
///
/// ```
/// use wythoff::Session;
/// use wythoff::plan::Ask;
/// use wythoff::rules::Rules;
/// let mut session = Session::new(Rules::wythoff());
/// let at = [165_580_140u64.into(), 267_914_295u64.into()];
/// let answer = session.ask(Ask::Outcome, &at, &Default::default())?;
/// assert_eq!(answer.value.unwrap().outcome(), Some(wythoff::values::Outcome::P));
/// # Ok::<(), wythoff::Error>(())
/// ```
pub struct Session {
    rules: Rules,
    solvers: Solvers,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let engines: Vec<&str> = self.solvers.iter().map(|(name, _)| *name).collect();
        f.debug_struct("Session")
            .field("rules", &self.rules.to_string())
            .field("engines", &engines)
            .finish()
    }
}

impl Session {
    /// A session with the engines of this crate.
    #[must_use]
    pub fn new(rules: Rules) -> Session {
        Session::with_plan(rules, &Plan::default())
    }

    /// A session with the engines of a plan.
    #[must_use]
    pub fn with_plan(rules: Rules, plan: &Plan) -> Session {
        let solvers = plan.open(&rules);
        Session { rules, solvers }
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The P-positions by number, where an engine has a formula for them.
    #[must_use]
    pub fn numbered(&self) -> Option<&dyn Numbered> {
        self.solvers
            .iter()
            .find_map(|(_, solver)| solver.numbered())
    }

    /// What each engine offers for a question, with its name.
    #[must_use]
    pub fn offers(&self, ask: Ask, at: &[UBig]) -> Vec<(&'static str, Offer)> {
        self.solvers
            .iter()
            .filter_map(|(name, solver)| Some((*name, solver.offer(ask, at)?)))
            .collect()
    }

    /// The best answer to a question within the budget; absent, with the reason, when there is none.
    ///
    /// # Errors
    /// On interruption, and what the rules say of their own conditions.
    pub fn ask(
        &mut self,
        ask: Ask,
        at: &[UBig],
        budget: &Budget<'_>,
    ) -> Result<Answer<Value>, Error> {
        if at.len() != self.rules.axes().len() {
            return Err(Error::input(format!(
                "found {} coordinates, expected {} for {}",
                at.len(),
                self.rules.axes().len(),
                self.rules
            )));
        }
        best_answer(&mut self.solvers, ask, at, budget)
    }

    /// Everything about one position.
    ///
    /// # Errors
    /// As [`Session::ask`].
    pub fn analyze(&mut self, at: &[UBig], budget: &Budget<'_>) -> Result<Analysis, Error> {
        let mut ask = |what| self.ask(what, at, budget);
        Ok(Analysis {
            position: at.to_vec(),
            terminal: only(ask(Ask::Terminal)?, Value::truth),
            outcome: only(ask(Ask::Outcome)?, Value::outcome),
            remoteness: only(ask(Ask::Remoteness)?, Value::number),
            grundy: only(ask(Ask::Grundy)?, Value::number),
            optimal_moves: only(ask(Ask::OptimalMoves)?, Value::moves),
            winning_moves: only(ask(Ask::WinningMoves)?, Value::moves),
        })
    }

    /// The values of a window, of a question whose answers are outcomes or numbers.
    ///
    /// # Errors
    /// As [`Session::ask`].
    pub fn table(
        &mut self,
        ask: Ask,
        window: &Window,
        budget: &Budget<'_>,
    ) -> Result<Answer<Cells>, Error> {
        budget.admit_bytes(window.cells() as u128 * 4, "the table")?;
        best_table(&mut self.solvers, ask, window, budget)
    }

    /// Any value that a table can show.
    ///
    /// # Errors
    /// As [`Session::ask`]; [`ErrorKind::Undefined`](crate::ErrorKind::Undefined) for values that the
    /// rules do not have.
    pub fn value_table(
        &mut self,
        value: &TableValue,
        window: &Window,
        budget: &Budget<'_>,
    ) -> Result<Answer<Cells>, Error> {
        let blocked = matches!(self.rules.play(), Play::Block(_));
        let ask = match value {
            TableValue::Outcome => Ask::Outcome,
            TableValue::Options => Ask::Options,
            _ if blocked => {
                return Err(Error::undefined(
                    "blocking games have outcomes only: other values are not defined",
                ));
            }
            TableValue::Grundy => Ask::Grundy,
            TableValue::Suspense => Ask::Suspense,
            TableValue::Birthday => Ask::Birthday,
            TableValue::Remoteness => Ask::Remoteness,
            TableValue::Win(_) => {
                self.rules.must_end("winning probabilities")?;
                Ask::Remoteness
            }
            TableValue::Random(model) => {
                self.rules.must_end("winning probabilities")?;
                return random_play::table(&self.rules, model, window, budget);
            }
        };
        let answer = self.table(ask, window, budget)?;
        match value {
            TableValue::Win(p) => win_table(answer, p, self.rules.convention(), budget),
            _ => Ok(answer),
        }
    }
}

fn only<T>(answer: Answer<Value>, take: impl Fn(Value) -> Option<T>) -> Answer<T> {
    Answer {
        value: answer.value.and_then(take),
        evidence: answer.evidence,
    }
}

/// Remoteness beyond this makes fractions too long for a table.
const MOST_REMOTENESS_IN_FRACTIONS: u32 = 10_000;

fn win_table(
    answer: Answer<Cells>,
    p: &RBig,
    convention: Convention,
    budget: &Budget<'_>,
) -> Result<Answer<Cells>, Error> {
    let evidence = answer.evidence;
    let Some(cells) = answer.value else {
        return Ok(Answer {
            value: None,
            evidence,
        });
    };
    let greatest = cells
        .greatest()
        .and_then(|n| u32::try_from(&n).ok())
        .unwrap_or(u32::MAX);
    let Cells::Small(remoteness) = cells else {
        return Err(Error::limit(
            "exact winning probabilities are tabled at small coordinates only",
        ));
    };
    if greatest > MOST_REMOTENESS_IN_FRACTIONS {
        return Err(Error::limit(format!(
            "remoteness {greatest} makes exact fractions too long for a table"
        ))
        .help("ask for a smaller table, or for single positions with --digits"));
    }
    // One fraction a remoteness, not one a cell.
    let model = FailedMoves::new(p.clone()).map_err(|error| Error::input(error.to_string()))?;
    let mut known = std::collections::BTreeMap::new();
    for r in &remoteness {
        if !known.contains_key(r)
            && let Some(fraction) = model.exact(&UBig::from(*r), convention, usize::MAX / 8)
        {
            known.insert(*r, fraction);
            budget.report(known.len() as u64, None)?;
        }
    }
    let fractions = remoteness
        .iter()
        .filter_map(|r| known.get(r).cloned())
        .collect();
    Ok(Answer::known(Cells::Fractions(fractions), evidence))
}
