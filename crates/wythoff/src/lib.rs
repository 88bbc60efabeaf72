//! Impartial games: rules in one line, values at any size. Mathematics only: no files, no clock.
//!
//! A [`rules::Rules`] says which positions exist and what the options are; a [`values::Valuation`]
//! says a position's value from its options' values. [`reference`](mod@reference) computes any value
//! from these two alone; formulas, sweeps and automata are faster ways to the same number.
//!
//! ```
//! use wythoff::Session;
//! let rules = wythoff::notation::parse_rules("wyt(2,3)")?;
//! let mut session = Session::new(rules);
//! let at = wythoff::notation::parse_position(session.rules(), &["12", "20"])?;
//! let analysis = session.analyze(&at, &Default::default())?;
//! assert_eq!(analysis.remoteness.value.as_ref().unwrap().to_string(), "5");
//! # Ok::<(), wythoff::Error>(())
//! ```
#![forbid(unsafe_code)]

pub mod answer;
pub mod boxes;
pub mod budget;
pub mod cells;
pub mod compare;
pub mod engines;
mod error;
pub mod explain;
pub mod failed_moves;
pub mod formulas;
pub mod graph_solver;
pub mod grid;
pub mod notation;
pub mod period;
pub mod plan;
pub mod proofs;
pub mod random_play;
pub mod reference;
pub mod report;
pub mod rules;
pub mod seeded;
pub mod sequences;
mod session;
pub mod table;
pub mod theorems;
pub mod values;

pub use error::{Error, ErrorKind};
pub use session::{Analysis, Session};
