//! The engines of this crate: each answers what it can and says how it knows.

mod boxed_lines;
mod boxes;
mod counts;
mod formula;
mod graph;
mod grid;
mod nim;
mod reference;
mod row_period;
mod sum;

pub use boxed_lines::BoxedLinesEngine;
pub use boxes::BoxEngine;
pub use counts::CountEngine;
pub use formula::{FormulaEngine, KnownGame, known_game};
pub use graph::GraphEngine;
pub use grid::GridEngine;
pub use nim::NimEngine;
pub(crate) use reference::Options;
pub use reference::ReferenceEngine;
pub use row_period::RowPeriodEngine;
pub use sum::SumEngine;

use dashu_int::UBig;

use crate::rules::{Cell, Rules};

/// The options of a game, by lines where it has them.
pub(crate) fn options_of(rules: &Rules) -> Options {
    Options::of(rules)
}

/// The one conversion from the numbers of questions to those of engines; `None` beyond 64 bits.
#[must_use]
pub fn machine_cell(at: &[UBig]) -> Option<Cell> {
    at.iter().map(|x| u64::try_from(x).ok()).collect()
}

/// The way back.
#[must_use]
pub fn big_position(at: &[u64]) -> Vec<UBig> {
    at.iter().map(|&x| UBig::from(x)).collect()
}
