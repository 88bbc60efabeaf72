//! Inner loops on slices: portable, AVX2 and AVX-512, chosen at run time. Knows no games.
//!
//! - [`mex`]: a tile of cells, each the least number missing from the bit lines through it;
//! - [`remoteness`]: a row of cells from the least and greatest values of the lines through them;
//! - [`outcome`]: a row of cells, one bit each, from the bits of the lines through them.
//!
//! The variants of one loop share one source, compiled once per instruction set ([`Level`]); what
//! differs is in `arch`. Every loop has a plain twin in the tests that judges it. This is the only
//! crate with `unsafe`, and each block says why it is sound.
#![allow(unsafe_code)]
#![deny(unsafe_op_in_unsafe_fn, clippy::undocumented_unsafe_blocks)]

mod arch;
mod level;
pub mod mex;

pub use level::Level;
