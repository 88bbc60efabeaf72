//! Guess and prove: finite automata for games in Fibonacci-like numerations.
//!
//! From a ruleset ([`Game`]) and a value ([`Value`]) a [`Statement`] about all positions is made. [`search`] guesses
//! automata from tables and proves them; the result is a [`Theorem`], which [`Theorem::verify`] decides again without
//! tables and learner, and which [`ProvedEngine`] and [`Prepared`] answer from at any size.
//!
//! Layers, lowest first: minimal automata (`dfa`, `minimise`, `intern`); numerations and their certificate
//! ([`Numeration`]); relations ([`Rel`]); the compiler from rules to formulas ([`Compiler`]); statements; tables and
//! learner ([`tabulate()`], [`learn()`]); theorems, exports, answers. Only the layers up to statements are trusted;
//! docs/automata.md says what that means.
//!
//! ```
//! use wythoff_automata::{Budget, Search, Statement, Value, search};
//! let rules = wythoff::notation::parse_rules("wythoff.until(x+y <= 2)").unwrap();
//! let statement = Statement::of_rules(&rules, Value::Outcome)?;
//! let found = search(&statement, &Search::default(), &Budget::default())?;
//! assert_eq!(found.proved[0].states(), 28);
//! # Ok::<(), wythoff_automata::Error>(())
//! ```
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
mod far;
mod formula;
mod game;
mod indexed;
mod intern;
mod law;
mod learn;
mod linear;
mod lower;
mod minimise;
#[cfg(test)]
mod mutations;
mod numeration;
mod prove;
mod query;
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
pub use far::Far;
pub use formula::{iota, wyt_remoteness};
pub use game::{Cmp, Condition, Family, Game, LayerStep};
pub use indexed::Indexed;
pub use learn::{Disagreement, Guess, Open, disagreement, learn, learn_near_edge};
pub use numeration::Numeration;
pub use prove::{Attempt, AttemptOutcome, Found, Search, guess, search};
pub use query::{Prepared, Target};
pub use relation::{Rel, Track};
pub use report::{
    AttemptReport, AutomatonReport, EqualityReport, ProveReport, VerifyReport, in_words,
};
pub use sets::provable_set;
pub use shipped::{SHIPPED, Shipped};
pub use statement::{Counterexample, Part, Statement, Value, Verdict};
pub use table::{Function, Pairs, Signature, Window};
pub use tabulate::{Table, far, largest, tabulate};
pub use theorem::{Origin, Theorem, Verification};

/// The plan of every front end: the library's engines and the proved automata.
///
/// ```
/// assert!(wythoff_automata::plan().engine_names().contains(&"proved automata"));
/// ```
#[must_use]
pub fn plan() -> wythoff::plan::Plan {
    wythoff::plan::Plan::default().with(std::sync::Arc::new(ProvedEngine))
}
