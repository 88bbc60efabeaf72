//! Guess and prove: finite automata for games in Fibonacci-like numerations.
#![forbid(unsafe_code)]

mod answers;
mod budget;
mod certificate;
mod dfa;
mod intern;
mod linear;
mod minimise;
mod numeration;
mod relation;

pub use budget::{Budget, Error, Result, Watch};
pub use certificate::AdderCertificate;
pub use dfa::Dfa;
pub use numeration::Numeration;
pub use relation::{Rel, Track};
