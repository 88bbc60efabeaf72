//! Answers: a value and how it is known.

use std::fmt;

use dashu_int::UBig;

use crate::values::Outcome;

/// How an answer is known. The order is from strongest to weakest: given the choice, the plan takes
/// the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// A proved theorem of the literature or of this project's `proofs/`.
    Theorem {
        /// What it says, in short.
        name: String,
        /// The key of the paper in REFERENCES.md, with the number of the theorem.
        source: String,
    },
    /// Proved for all positions by the automaton prover.
    Proved {
        /// The theorem file.
        file: String,
        /// Its number of states.
        states: u64,
    },
    /// Derived in this project's own documents, and checked by computation.
    Derived {
        /// Where the derivation stands.
        document: String,
        /// The range on which it was compared with the definitions.
        checked_to: String,
    },
    /// Computed from the definitions.
    Computed {
        /// The engine.
        engine: String,
        /// How many positions it looked at.
        positions: u64,
    },
    /// Believed, not proved; given only when asked for.
    Conjectured {
        /// The range on which it was compared with the definitions.
        checked_to: String,
    },
    /// Not known.
    Absent {
        /// Why.
        why: String,
        /// What would help.
        help: String,
    },
}

impl Evidence {
    /// The word that stands for its kind in machine-readable output.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Evidence::Theorem { .. } => "theorem",
            Evidence::Proved { .. } => "proved",
            Evidence::Derived { .. } => "derived",
            Evidence::Computed { .. } => "computed",
            Evidence::Conjectured { .. } => "conjectured",
            Evidence::Absent { .. } => "absent",
        }
    }

    /// A number that is smaller for stronger evidence.
    #[must_use]
    pub fn rank(&self) -> u8 {
        match self {
            Evidence::Theorem { .. } => 0,
            Evidence::Proved { .. } => 1,
            Evidence::Derived { .. } => 2,
            Evidence::Computed { .. } => 3,
            Evidence::Conjectured { .. } => 4,
            Evidence::Absent { .. } => 5,
        }
    }
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Evidence::Theorem { name, source } => write!(f, "{name} [{source}]"),
            Evidence::Proved { file, states } => {
                write!(f, "proved: theorem file {file}, {states} states")
            }
            Evidence::Derived {
                document,
                checked_to,
            } => {
                write!(f, "derived in {document}, checked {checked_to}")
            }
            // An offer does not know yet how many.
            Evidence::Computed {
                engine,
                positions: 0,
            } => write!(f, "computed by the {engine}"),
            Evidence::Computed { engine, positions } => {
                write!(f, "computed by the {engine} from {positions} positions")
            }
            Evidence::Conjectured { checked_to } => {
                write!(f, "conjectured, checked {checked_to}")
            }
            Evidence::Absent { why, help } if help.is_empty() => f.write_str(why),
            Evidence::Absent { why, help } => write!(f, "{why}; {help}"),
        }
    }
}

/// A value, or none, and how that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer<T> {
    /// The value; `None` exactly when the evidence is absent.
    pub value: Option<T>,
    /// How it is known, or why not.
    pub evidence: Evidence,
}

impl<T> Answer<T> {
    /// A known value.
    pub fn known(value: T, evidence: Evidence) -> Answer<T> {
        Answer {
            value: Some(value),
            evidence,
        }
    }

    /// No value.
    pub fn absent(why: impl Into<String>, help: impl Into<String>) -> Answer<T> {
        Answer {
            value: None,
            evidence: Evidence::Absent {
                why: why.into(),
                help: help.into(),
            },
        }
    }

    /// The answer with its value changed.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Answer<U> {
        Answer {
            value: self.value.map(change),
            evidence: self.evidence,
        }
    }
}

/// Moves of one kind from a position, as target positions in physical pile order, sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moves {
    /// The targets.
    pub targets: Vec<Vec<UBig>>,
    /// Whether these are all of them.
    pub complete: bool,
}

/// What an engine answers with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A truth value: whether play is over.
    Truth(bool),
    /// An outcome.
    Outcome(Outcome),
    /// A Grundy value or remoteness.
    Number(UBig),
    /// Winning or optimal moves.
    Moves(Moves),
}

impl Value {
    /// The truth value, if it is one.
    #[must_use]
    pub fn truth(self) -> Option<bool> {
        if let Value::Truth(truth) = self {
            Some(truth)
        } else {
            None
        }
    }

    /// The outcome, if it is one.
    #[must_use]
    pub fn outcome(self) -> Option<Outcome> {
        if let Value::Outcome(outcome) = self {
            Some(outcome)
        } else {
            None
        }
    }

    /// The number, if it is one.
    #[must_use]
    pub fn number(self) -> Option<UBig> {
        if let Value::Number(number) = self {
            Some(number)
        } else {
            None
        }
    }

    /// The moves, if they are.
    #[must_use]
    pub fn moves(self) -> Option<Moves> {
        if let Value::Moves(moves) = self {
            Some(moves)
        } else {
            None
        }
    }
}
