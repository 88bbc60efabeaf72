//! Impartial games: rules in one line, values at any size. Mathematics only.
#![forbid(unsafe_code)]

pub mod failed_moves;
pub mod formulas;
pub mod sequences;
