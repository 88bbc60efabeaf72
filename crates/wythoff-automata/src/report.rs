//! Answers of the prover as data for front ends: everything serialises, nothing is decided here.

use serde::Serialize;

use crate::compare::Comparison;
use crate::learn::Disagreement;
use crate::prove::{Attempt, AttemptOutcome, Found};
use crate::relation::Rel;
use crate::statement::{Counterexample, Statement, Verdict};
use crate::theorem::{Theorem, Verification};

/// The size of one automaton.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AutomatonReport {
    /// Passes or stones left.
    pub layer: usize,
    /// Grundy value; 0 for outcome and remoteness.
    pub grundy: u32,
    /// Live states.
    pub states: usize,
    /// Accepting states.
    pub accepting: usize,
    /// Transitions between live states.
    pub transitions: usize,
}

/// One attempt of the search, in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AttemptReport {
    /// Passes or stones left.
    pub layer: usize,
    /// Grundy value.
    pub grundy: u32,
    /// Side of the table.
    pub table: u32,
    /// Whether rows beyond the table were computed where they were looked at.
    pub far: bool,
    /// Tail length.
    pub tail: usize,
    /// open, disagrees, refuted, capped, agrees or proved.
    pub outcome: &'static str,
    /// States of the guess, when there was one.
    pub states: Option<usize>,
    /// New states at each depth, when the table ended too early.
    pub new_states: Option<Vec<usize>>,
    /// Details in words.
    pub text: String,
}

/// The result of `guess` or `prove`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ProveReport {
    /// The rules in one line.
    pub rules: String,
    /// The value.
    pub value: String,
    /// proved, guessed or open.
    pub verdict: &'static str,
    /// The numeration.
    pub numeration: String,
    /// Live states of the automaton asked for.
    pub states: Option<usize>,
    /// Its accepting states.
    pub accepting: Option<usize>,
    /// Its transitions.
    pub transitions: Option<usize>,
    /// Tail length that led to it.
    pub tail: Option<usize>,
    /// Side of the table that it was guessed from.
    pub table: Option<u32>,
    /// Whether rows beyond the table were looked at as well.
    pub far: Option<bool>,
    /// Largest automaton during the proof, before minimisation.
    pub peak: usize,
    /// All automata of the statement.
    pub parts: Vec<AutomatonReport>,
    /// What was tried, in order.
    pub attempts: Vec<AttemptReport>,
    /// Seconds; set by the caller, who has the clock.
    pub seconds: f64,
    /// The file written; set by the caller.
    pub file: Option<String>,
}

/// The result of `verify` on a theorem.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct VerifyReport {
    /// The file.
    pub file: String,
    /// What kind of file it is.
    pub kind: &'static str,
    /// The rules in one line.
    pub rules: String,
    /// The value.
    pub value: String,
    /// proved or refuted.
    pub verdict: &'static str,
    /// The counterexample, in words.
    pub counterexample: Option<String>,
    /// The numeration.
    pub numeration: String,
    /// States of its certified adder.
    pub adder_states: usize,
    /// All automata of the statement.
    pub parts: Vec<AutomatonReport>,
    /// Largest automaton during the check, before minimisation.
    pub peak: usize,
    /// Seconds; set by the caller.
    pub seconds: f64,
}

/// The result of comparing two sets for all positions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EqualityReport {
    /// The left set.
    pub left: String,
    /// The right set.
    pub right: String,
    /// Whether the claim holds.
    pub verdict: &'static str,
    /// Whether they are the same set.
    pub equal: bool,
    /// How many positions only one side has, when finitely many.
    pub differences: Option<usize>,
    /// The least c such that they agree wherever a coordinate is at least c.
    pub equal_from: Option<String>,
    /// All positions only on the left, when finitely many.
    pub only_left: Option<Vec<Vec<String>>>,
    /// All positions only on the right, when finitely many.
    pub only_right: Option<Vec<Vec<String>>>,
    /// A difference with the fewest digits.
    pub smallest: Option<Vec<String>>,
    /// The least squared distance within which every position on the left has one on the right, when asked for.
    pub squared_distance: Option<u64>,
    /// States of both automata.
    pub states: [usize; 2],
    /// Seconds; set by the caller.
    pub seconds: f64,
}

fn strings(cell: &[u64]) -> Vec<String> {
    cell.iter().map(u64::to_string).collect()
}

fn parts(statement: &Statement, claim: &[Rel]) -> Vec<AutomatonReport> {
    let report = |(part, rel): (crate::statement::Part, &Rel)| AutomatonReport {
        layer: part.layer,
        grundy: part.grundy,
        states: rel.states(),
        accepting: rel.dfa().accepting(),
        transitions: rel.dfa().transitions(),
    };
    statement
        .parts()
        .into_iter()
        .zip(claim)
        .map(report)
        .collect()
}

/// A counterexample in words.
#[must_use]
pub fn in_words(counterexample: &Counterexample) -> String {
    let Counterexample {
        part,
        cell,
        claimed,
        reason,
    } = counterexample;
    let claim = if *claimed { "claimed" } else { "not claimed" };
    format!(
        "{cell:?} ({claim}, layer {}, value {}): {reason}",
        part.layer, part.grundy
    )
}

impl AttemptReport {
    fn new(attempt: &Attempt) -> Self {
        let (outcome, states, new_states, text) = match &attempt.outcome {
            AttemptOutcome::Open(open) => (
                "open",
                Some(open.per_depth.iter().sum()),
                Some(open.per_depth.clone()),
                match open.needs {
                    0 => "more states than a guess may have".into(),
                    side => format!("a table of side {side} would be needed next"),
                },
            ),
            AttemptOutcome::Disagrees { states, how } => {
                let text = match how {
                    Disagreement::Missing(cell) => format!("the guess lacks {cell:?}"),
                    Disagreement::Count { below, has, should } => {
                        format!("below {below} the guess has {has} members, the table {should}")
                    }
                };
                ("disagrees", Some(*states), None, text)
            }
            AttemptOutcome::Refuted {
                states,
                counterexample,
            } => ("refuted", Some(*states), None, in_words(counterexample)),
            AttemptOutcome::Capped { states, message } => {
                ("capped", Some(*states), None, message.clone())
            }
            AttemptOutcome::Agrees { states } => (
                "agrees",
                Some(*states),
                None,
                "agrees with its table".into(),
            ),
            AttemptOutcome::Proved { states, peak } => (
                "proved",
                Some(*states),
                None,
                format!("at most {peak} states before minimisation"),
            ),
        };
        let (layer, grundy) = (attempt.part.layer, attempt.part.grundy);
        Self {
            layer,
            grundy,
            table: attempt.size,
            far: attempt.far,
            tail: attempt.tail,
            outcome,
            states,
            new_states,
            text,
        }
    }
}

impl ProveReport {
    /// The report of a search, `guessed` when nothing was proved on purpose.
    #[must_use]
    pub fn new(rules: &str, statement: &Statement, found: &Found, peak: usize) -> Self {
        let closed = found.is_proved(statement);
        let last = found.attempts.last();
        let proved =
            last.is_some_and(|attempt| matches!(attempt.outcome, AttemptOutcome::Proved { .. }));
        let relation = found.proved.last().filter(|_| closed);
        Self {
            rules: rules.to_owned(),
            value: statement.value.to_string(),
            verdict: match (closed, proved) {
                (true, true) => "proved",
                (true, false) => "guessed",
                _ => "open",
            },
            numeration: statement.numeration.name().to_owned(),
            states: relation.map(Rel::states),
            accepting: relation.map(|rel| rel.dfa().accepting()),
            transitions: relation.map(|rel| rel.dfa().transitions()),
            tail: last.filter(|_| closed).map(|attempt| attempt.tail),
            table: last.filter(|_| closed).map(|attempt| attempt.size),
            far: last.filter(|_| closed).map(|attempt| attempt.far),
            peak,
            parts: parts(statement, &found.proved),
            attempts: found.attempts.iter().map(AttemptReport::new).collect(),
            seconds: 0.0,
            file: None,
        }
    }
}

impl VerifyReport {
    /// The report of a verification.
    #[must_use]
    pub fn new(file: &str, theorem: &Theorem, verification: &Verification) -> Self {
        Self {
            file: file.to_owned(),
            kind: "theorem",
            rules: theorem.rules.clone(),
            value: theorem.statement.value.to_string(),
            verdict: if verification.verdict == Verdict::Proved {
                "proved"
            } else {
                "refuted"
            },
            counterexample: match &verification.verdict {
                Verdict::Proved => None,
                Verdict::Refuted(counterexample) => Some(in_words(counterexample)),
            },
            numeration: theorem.statement.numeration.name().to_owned(),
            adder_states: verification.certificate.adder_states,
            parts: parts(&theorem.statement, &theorem.claim),
            peak: verification.peak,
            seconds: 0.0,
        }
    }
}

impl EqualityReport {
    /// The report of a comparison; the claim is equality wherever a coordinate is at least `from`.
    #[must_use]
    pub fn new(names: [&str; 2], sets: [&Rel; 2], comparison: &Comparison, from: u64) -> Self {
        let list = |cells: &Option<Vec<Vec<u64>>>| {
            cells
                .as_ref()
                .map(|list| list.iter().map(|c| strings(c)).collect())
        };
        let equal_from = comparison.equal_from();
        Self {
            left: names[0].to_owned(),
            right: names[1].to_owned(),
            verdict: if equal_from.is_some_and(|least| least <= from) {
                "proved"
            } else {
                "refuted"
            },
            equal: comparison.equal(),
            differences: comparison.differences(),
            equal_from: equal_from.map(|c| c.to_string()),
            only_left: list(&comparison.only_left),
            only_right: list(&comparison.only_right),
            smallest: comparison.smallest.as_deref().map(strings),
            squared_distance: None,
            states: [sets[0].states(), sets[1].states()],
            seconds: 0.0,
        }
    }
}
