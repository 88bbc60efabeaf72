//! Inner loops on slices: portable, AVX2 and AVX-512, chosen at run time. Knows no games.
//!
//! - [`mex`]: a tile of cells, each the least number missing from the bit lines through it;
//! - [`rows`]: rows of numbers element by element, for remoteness and counts;
//! - [`bits`]: rows of bits, for outcomes;
//! - [`arena`]: the memory of the bit lines; [`pages`]: large pages for it and for tables.
//!
//! The variants of one loop share one source, compiled once per instruction set ([`Level`]); what
//! differs is in `arch`. Every loop has a plain twin in the tests that judges it. This is the only
//! crate with `unsafe`, and each block says why it is sound.
#![allow(unsafe_code)]
#![deny(unsafe_op_in_unsafe_fn, clippy::undocumented_unsafe_blocks)]

mod arch;
pub mod arena;
pub mod bits;
mod level;
pub mod mex;
pub mod pages;
pub mod rows;

pub use level::Level;
