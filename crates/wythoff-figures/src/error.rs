//! What can be wrong with a figure.

use std::fmt;

/// Why a figure or a table could not be written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FigureError {
    /// The picture would be smaller or larger than pictures may be: ask for another width or dpi.
    Size {
        /// The side asked for, in pixels.
        asked: u64,
        /// The least side.
        least: u32,
        /// The greatest side.
        greatest: u32,
    },
    /// There is nothing to draw: a board without cells, a plot without points.
    Empty {
        /// The part that is empty.
        what: &'static str,
    },
    /// The rows of a table differ in length.
    Ragged {
        /// The first row that differs from row 0.
        row: usize,
        /// The length of row 0.
        expected: usize,
        /// The length of that row.
        found: usize,
    },
    /// A mark, ray or frame lies outside its board.
    Outside {
        /// The cell named.
        cell: [usize; 2],
        /// The shape of the board.
        shape: [usize; 2],
    },
    /// A number that cannot be drawn: not finite.
    NotFinite {
        /// Where it stands.
        what: &'static str,
    },
    /// An encoder refused; its own words.
    Encoder(String),
}

impl fmt::Display for FigureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size {
                asked,
                least,
                greatest,
            } => {
                write!(
                    f,
                    "a picture may be {least} to {greatest} pixels wide and high, not {asked}"
                )
            }
            Self::Empty { what } => write!(f, "nothing to draw: {what} is empty"),
            Self::Ragged {
                row,
                expected,
                found,
            } => {
                write!(
                    f,
                    "row {row} of the table has {found} cells where {expected} were expected"
                )
            }
            Self::Outside {
                cell: [x, y],
                shape: [nx, ny],
            } => {
                write!(f, "cell ({x}, {y}) lies outside the {nx} × {ny} board")
            }
            Self::NotFinite { what } => write!(f, "{what} holds a number that is not finite"),
            Self::Encoder(why) => write!(f, "the picture could not be encoded: {why}"),
        }
    }
}

impl std::error::Error for FigureError {}
