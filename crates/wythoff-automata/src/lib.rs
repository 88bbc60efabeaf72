//! Guess and prove: finite automata for games in Fibonacci-like numerations.
#![forbid(unsafe_code)]

mod answers;
mod big;
mod bridge;
mod budget;
mod certificate;
mod compare;
mod compile;
mod dfa;
mod disjoint;
mod engine;
mod export;
mod formula;
mod game;
mod indexed;
mod intern;
mod learn;
mod linear;
mod lower;
mod minimise;
#[cfg(test)]
mod mutations;
mod numeration;
mod prove;
mod query;
mod refine;
mod relation;
mod remoteness;
mod report;
mod sets;
mod shipped;
#[cfg(test)]
mod slow;
mod statement;
mod table;
mod tabulate;
mod theorem;

pub use bridge::LibraryWatch;
pub use budget::{Budget, Error, Result, Watch};
pub use certificate::AdderCertificate;
pub use compare::{Comparison, compare, largest_distance, within};
pub use compile::Compiler;
pub use dfa::Dfa;
pub use engine::ProvedEngine;
pub use export::{Export, export};
pub use formula::{iota, wyt_remoteness};
pub use game::{Cmp, Condition, Family, Game, LayerStep};
pub use indexed::Indexed;
pub use learn::{Disagreement, Guess, Open, disagreement, learn};
pub use numeration::Numeration;
pub use prove::{Attempt, AttemptOutcome, Found, Search, guess, search};
pub use query::Prepared;
pub use refine::{Refined, Round, refine};
pub use relation::{Rel, Track};
pub use report::{
    AttemptReport, AutomatonReport, EqualityReport, ProveReport, VerifyReport, in_words,
};
pub use sets::provable_set;
pub use shipped::{SHIPPED, Shipped};
pub use statement::{Counterexample, Part, Statement, Value, Verdict};
pub use table::{Function, Pairs, Signature, Window};
pub use tabulate::{Table, largest, tabulate};
pub use theorem::{Origin, Theorem, Verification};
