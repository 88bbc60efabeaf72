//! Outcome: who wins with best play.
//!
//! P (the previous player wins) when every option is N; N when some option is P. A terminal position is
//! P in normal play, where who cannot move loses, and N in misère play. Where play need not end, a
//! position from which neither player can force the end is a draw, D.

use std::fmt;

use crate::rules::Convention;
use crate::values::{Packed, Valuation};

/// Who wins: the previous player or the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// The previous player wins.
    P,
    /// The next player wins.
    N,
    /// Neither can force the end of play: a draw. Only of graphs with cycles.
    D,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::P => "P",
            Outcome::N => "N",
            Outcome::D => "D",
        })
    }
}

impl Packed for Outcome {
    fn pack(self) -> u32 {
        self as u32
    }

    fn unpack(packed: u32) -> Outcome {
        match packed {
            0 => Outcome::P,
            1 => Outcome::N,
            _ => Outcome::D,
        }
    }
}

/// The outcome under a play convention.
///
/// ```
/// use wythoff::rules::Convention;
/// use wythoff::values::{Outcome, OutcomeValue, Valuation};
/// let normal = OutcomeValue(Convention::Normal);
/// assert_eq!(normal.of_options([].into_iter()), Outcome::P);
/// assert_eq!(normal.of_options([Outcome::N, Outcome::P].into_iter()), Outcome::N);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutcomeValue(pub Convention);

impl Valuation for OutcomeValue {
    type Value = Outcome;

    fn of_options(&self, options: impl Iterator<Item = Outcome>) -> Outcome {
        let mut options = options.peekable();
        let terminal = options.peek().is_none();
        let some_option_is_p = options.any(|outcome| outcome == Outcome::P);
        match (terminal, self.0) {
            (true, Convention::Normal) => Outcome::P,
            (true, Convention::Misere) => Outcome::N,
            (false, _) if some_option_is_p => Outcome::N,
            (false, _) => Outcome::P,
        }
    }
}
