//! Guess and prove: finite automata for games in Fibonacci-like numerations.
#![forbid(unsafe_code)]

mod answers;
mod budget;
mod certificate;
mod compare;
mod compile;
mod dfa;
mod disjoint;
mod formula;
mod game;
mod indexed;
mod intern;
mod learn;
mod linear;
mod minimise;
mod numeration;
mod prove;
mod relation;
mod remoteness;
#[cfg(test)]
mod slow;
mod statement;
mod table;
mod tabulate;

pub use budget::{Budget, Error, Result, Watch};
pub use certificate::AdderCertificate;
pub use compare::{Comparison, compare, largest_distance, within};
pub use compile::Compiler;
pub use dfa::Dfa;
pub use formula::{iota, wyt_remoteness};
pub use game::{Cmp, Condition, Family, Game, LayerStep};
pub use indexed::Indexed;
pub use learn::{Disagreement, Guess, Open, disagreement, learn};
pub use numeration::Numeration;
pub use prove::{Attempt, AttemptOutcome, Found, Search, search};
pub use relation::{Rel, Track};
pub use statement::{Counterexample, Part, Statement, Value, Verdict};
pub use table::{Function, Pairs, Signature, Window};
pub use tabulate::{Table, largest, tabulate};
