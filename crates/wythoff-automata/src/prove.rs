//! Guess, check, prove: from the rules to a theorem.
//!
//! For each set of the statement in turn: make a table, guess with growing tails, compare the guess with the whole table
//! (milliseconds), then prove it under a cap. A guess that explodes under its cap is treated as wrong. Where the
//! prefixes do not close up within the table, rows beyond it are computed as they are looked at ([`Far`]), at any
//! distance; for games for which this is not possible the table is replaced by a larger one.

use crate::budget::{Budget, Error, Result};
use crate::far::Far;
use crate::learn::{Disagreement, Guess, Open, disagreement, learn_up_to};
use crate::relation::Rel;
use crate::statement::{Counterexample, Part, Statement};
use crate::table::Window;
use crate::tabulate::{Table, far, largest, tabulate};

/// How far the search for a guess may go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    /// Tail lengths tried, from `tails.0` up to `tails.1`.
    pub tails: (usize, usize),
    /// The largest table side, below the generator's own limit.
    pub size: u32,
    /// States a proof may need for each state of the guess, before minimisation.
    pub cap_per_state: usize,
    /// Whether rows beyond the first table are computed where they are looked at, when the game allows that.
    pub far: bool,
    /// States that a guess may have which no end of a table limits.
    pub far_states: usize,
}

impl Default for Search {
    fn default() -> Self {
        Self {
            tails: (2, 17),
            size: 5_000_000,
            cap_per_state: 300,
            far: true,
            far_states: 100_000,
        }
    }
}

/// One attempt of the search, for the report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// The set concerned.
    pub part: Part,
    /// Side of the table.
    pub size: u32,
    /// Whether rows beyond the table were computed where they were looked at.
    pub far: bool,
    /// Tail length.
    pub tail: usize,
    /// What came of it.
    pub outcome: AttemptOutcome,
}

/// What came of one attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttemptOutcome {
    /// The prefixes did not close up within the table.
    Open(Open),
    /// The guess disagrees with its table.
    Disagrees {
        /// States of the guess.
        states: usize,
        /// How.
        how: Disagreement,
    },
    /// The rules refute the guess.
    Refuted {
        /// States of the guess.
        states: usize,
        /// Where.
        counterexample: Counterexample,
    },
    /// The check of the guess ran into its cap: it is taken to be wrong.
    Capped {
        /// States of the guess.
        states: usize,
        /// The message of the budget.
        message: String,
    },
    /// The guess agrees with its table; no proof was asked for.
    Agrees {
        /// States of the guess.
        states: usize,
    },
    /// Proved.
    Proved {
        /// States of the automaton.
        states: usize,
        /// Largest automaton met, before minimisation.
        peak: usize,
    },
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Found {
    /// The proved relations, one for each part of the statement; fewer when the search stayed open.
    pub proved: Vec<Rel>,
    /// Everything that was tried, in order.
    pub attempts: Vec<Attempt>,
}

impl Found {
    /// Whether the statement is proved in all its parts.
    #[must_use]
    pub fn is_proved(&self, statement: &Statement) -> bool {
        self.proved.len() == statement.parts().len()
    }

    /// The last attempt that stayed open, with its new states per depth.
    #[must_use]
    pub fn last_open(&self) -> Option<&Open> {
        self.attempts
            .iter()
            .rev()
            .find_map(|attempt| match &attempt.outcome {
                AttemptOutcome::Open(open) => Some(open),
                _ => None,
            })
    }
}

/// Searches for automata of all parts of the statement and proves them.
///
/// An unproved statement is not an error: the attempts say how far the search came.
///
/// # Errors
/// [`Error::Statement`] when no table can be made for these rules; [`Error::Stopped`] when the watch stops the search.
///
/// ```
/// use wythoff_automata::{Budget, Game, Numeration, Search, Statement, Value, search};
/// let statement = Statement { game: Game::wyt(1, 1), numeration: Numeration::zeckendorf()?, value: Value::Outcome };
/// let found = search(&statement, &Search::default(), &Budget::default())?;
/// assert!(found.is_proved(&statement));
/// assert_eq!(found.proved[0].states(), 7);
/// # Ok::<(), wythoff_automata::Error>(())
/// ```
pub fn search(statement: &Statement, limits: &Search, budget: &Budget<'_>) -> Result<Found> {
    seek(statement, limits, true, budget)
}

/// Guesses automata of all parts of the statement and proves nothing: `proved` of the result holds guesses.
///
/// # Errors
/// As [`search`].
pub fn guess(statement: &Statement, limits: &Search, budget: &Budget<'_>) -> Result<Found> {
    seek(statement, limits, false, budget)
}

fn seek(statement: &Statement, limits: &Search, prove: bool, budget: &Budget<'_>) -> Result<Found> {
    let Some(largest) = largest(&statement.game, statement.value).map(|size| size.min(limits.size))
    else {
        return Err(Error::Statement(
            "no table can be made for these rules, so there is nothing to guess from".into(),
        ));
    };
    let mut found = Found {
        proved: Vec::new(),
        attempts: Vec::new(),
    };
    let mut tables = Tables {
        statement,
        largest,
        may_be_far: limits.far,
        size: 0,
        list: Vec::new(),
        far: None,
    };
    if !tables.grow() {
        return Ok(found);
    }
    for part in statement.parts() {
        match one_part(part, limits, prove, &mut tables, &mut found, budget)? {
            Some(rel) => found.proved.push(rel),
            None => break,
        }
    }
    Ok(found)
}

/// What guesses are made from: the tables of the current size, or rows at any distance.
struct Tables<'s> {
    statement: &'s Statement,
    largest: u32,
    may_be_far: bool,
    size: u32,
    list: Vec<Table>,
    far: Option<Vec<Far>>,
}

impl Tables<'_> {
    fn window(&self, part: usize) -> &dyn Window {
        match &self.far {
            Some(far) => &far[part],
            None => self.list[part].window(),
        }
    }

    /// Looks further: at any distance when that is possible, else in a larger table.
    fn widen(&mut self) -> bool {
        if self.far.is_some() {
            return false;
        }
        if self.may_be_far {
            let Statement {
                game,
                numeration,
                value,
            } = self.statement;
            self.far = far(game, *value, numeration, self.size);
        }
        self.far.is_some() || self.grow()
    }

    /// Table sides grow by a factor of φ^5, from one Fibonacci number to another.
    fn grow(&mut self) -> bool {
        let next = if self.size == 0 {
            2584.min(self.largest)
        } else {
            (self.size.saturating_mul(11) + self.size / 11).min(self.largest)
        };
        if next <= self.size.max(1) {
            return false;
        }
        match tabulate(&self.statement.game, self.statement.value, next) {
            Some(list) => {
                (self.size, self.list) = (next, list);
                true
            }
            None => false,
        }
    }
}

fn one_part(
    part: Part,
    limits: &Search,
    prove: bool,
    tables: &mut Tables<'_>,
    found: &mut Found,
    budget: &Budget<'_>,
) -> Result<Option<Rel>> {
    let mut tail = limits.tails.0;
    while tail <= limits.tails.1 {
        let (outcome, rel) = attempt(tail, limits, prove, tables, &found.proved, budget)?;
        let open = matches!(outcome, AttemptOutcome::Open(_));
        found.attempts.push(Attempt {
            part,
            size: tables.size,
            far: tables.far.is_some(),
            tail,
            outcome,
        });
        if rel.is_some() {
            return Ok(rel);
        }
        if !open {
            tail += 1;
        } else if !tables.widen() {
            break;
        }
    }
    Ok(None)
}

/// One guess of the part after the proved ones, compared with its table and, if asked for, proved.
fn attempt(
    tail: usize,
    limits: &Search,
    prove: bool,
    tables: &Tables<'_>,
    proved: &[Rel],
    budget: &Budget<'_>,
) -> Result<(AttemptOutcome, Option<Rel>)> {
    let statement = tables.statement;
    let window = tables.window(proved.len());
    let most = if tables.far.is_some() {
        limits.far_states
    } else {
        usize::MAX
    };
    let (numeration, tracks) = (&statement.numeration, statement.tracks());
    let guess = learn_up_to(window, numeration, &tracks, (tail, tail), most, budget)?;
    let rel = match guess {
        Guess::Open(open) => return Ok((AttemptOutcome::Open(open), None)),
        Guess::Closed(rel) => rel,
    };
    let states = rel.states();
    if let Some(how) = disagreement(&rel, window) {
        return Ok((AttemptOutcome::Disagrees { states, how }, None));
    }
    if !prove {
        return Ok((AttemptOutcome::Agrees { states }, Some(rel)));
    }
    try_proof(statement, proved, rel, limits, budget)
}

fn try_proof(
    statement: &Statement,
    before: &[Rel],
    rel: Rel,
    limits: &Search,
    budget: &Budget<'_>,
) -> Result<(AttemptOutcome, Option<Rel>)> {
    let states = rel.states();
    let capped = budget.with_states(limits.cap_per_state.saturating_mul(states.max(70)));
    capped.reset_peak();
    let mut claim = before.to_vec();
    claim.push(rel);
    let checked = statement.check_part(&claim, &capped);
    budget.note_peak(capped.peak());
    match checked {
        Ok(None) => Ok((
            AttemptOutcome::Proved {
                states,
                peak: capped.peak(),
            },
            claim.pop(),
        )),
        Ok(Some(counterexample)) => Ok((
            AttemptOutcome::Refuted {
                states,
                counterexample,
            },
            None,
        )),
        Err(error @ Error::Budget { .. }) => Ok((
            AttemptOutcome::Capped {
                states,
                message: error.to_string(),
            },
            None,
        )),
        Err(error) => Err(error),
    }
}
