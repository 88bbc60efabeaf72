//! Impartial games: rules in one line, values at any size. Mathematics only.
#![forbid(unsafe_code)]

pub mod grid;
