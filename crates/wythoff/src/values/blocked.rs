//! Outcome with blocking: before each move the previous player may forbid up to k − 1 options.
//!
//! Normal play. A position is P exactly when fewer than k of its options are P: then all of those
//! can be forbidden. Source: \[Larsson2011\], who calls the game k-blocking.

use crate::values::{Outcome, Valuation};

/// The outcome when up to k − 1 options may be forbidden.
///
/// ```
/// use wythoff::values::{Blocked, Outcome, Valuation};
/// assert_eq!(Blocked(2).of_options([Outcome::P, Outcome::N].into_iter()), Outcome::P);
/// assert_eq!(Blocked(1).of_options([Outcome::P, Outcome::N].into_iter()), Outcome::N);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blocked(pub u64);

impl Valuation for Blocked {
    type Value = Outcome;

    fn of_options(&self, options: impl Iterator<Item = Outcome>) -> Outcome {
        let winning = options.filter(|outcome| *outcome == Outcome::P).count() as u64;
        if winning < self.0 {
            Outcome::P
        } else {
            Outcome::N
        }
    }

    const COUNTS_OPTIONS: bool = true;
}
