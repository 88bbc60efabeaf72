//! The dense two-pile engine: every value of a box at once.
//!
//! `shape` says which rulesets it can do, `grundy` fills Grundy tables in tiles.

mod grundy;
mod lines;
mod shape;
mod sweep;
mod table;

use std::fmt;

pub use shape::{Ends, IsEnd, LayerMove, MAX_ENTRY, Ray, Shape, Vector, When};
pub use table::{Cell, Cut, Tiles, Width};
pub use wythoff_kernels::Level;

/// Told how many cells are done of how many; answers whether to go on.
pub type Progress<'a> = dyn Fn(u64, u64) -> bool + Sync + 'a;

/// Why there is no table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GridError {
    /// The ruleset or the box is not of the kind this engine does; the reference can answer.
    Unsupported(String),
    /// The watch asked to stop.
    Stopped,
}

impl fmt::Display for GridError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GridError::Unsupported(why) => write!(out, "not a ruleset for the dense engine: {why}"),
            GridError::Stopped => out.write_str("stopped"),
        }
    }
}

impl std::error::Error for GridError {}

/// Grundy values as tiles of one integer type: a first entry point.
///
/// # Errors
/// See [`GridError`].
pub fn grundy_tiles<C: Cell>(
    shape: &Shape,
    cut: Cut,
    level: Level,
    progress: &Progress<'_>,
) -> Result<Vec<Tiles<C>>, GridError> {
    let shape = shape.normalised()?;
    grundy::Grundy::new(&shape, cut, level)?.run(progress)
}
