//! Guess and prove: finite automata for games in Fibonacci-like numerations.
#![forbid(unsafe_code)]

mod answers;
mod budget;
mod certificate;
mod compile;
mod dfa;
mod disjoint;
mod game;
mod intern;
mod linear;
mod minimise;
mod numeration;
mod relation;
mod remoteness;
mod statement;

pub use budget::{Budget, Error, Result, Watch};
pub use certificate::AdderCertificate;
pub use compile::Compiler;
pub use dfa::Dfa;
pub use game::{Cmp, Condition, Family, Game, LayerStep};
pub use numeration::Numeration;
pub use relation::{Rel, Track};
pub use statement::{Counterexample, Part, Statement, Value, Verdict};
