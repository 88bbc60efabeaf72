//! What the tests of every crate share: the corpus of judged cases, and random rulesets.
//!
//! - [`corpus`] reads the folder `corpus/` of the workspace into typed [`rows`]. It computes
//!   nothing: a test takes the rows it can answer and asks its engines.
//! - [`rulesets`] makes random rulesets and positions of the hub's family, as text in the project's
//!   notation.
//!
//! The crate does not know the library, so that the library's own tests can use it. There is no
//! evaluator here: the judge of every engine is the library's plain definition of a value.
#![forbid(unsafe_code)]

pub mod corpus;
pub mod rows;
pub mod rulesets;

pub use corpus::{Corpus, LoadError};
