//! Remoteness: how long play lasts when the winner hurries and the loser delays.
//!
//! Smith's function \[Smith1966\]: 0 at terminal positions; if some option has a good value, 1 + the
//! least good value of an option; else 1 + the greatest value of an option. Good is even in normal play
//! and odd in misère play, so that the value's parity tells the outcome.

use crate::rules::Convention;
use crate::values::{Outcome, Valuation};

/// Smith's remoteness under a play convention.
///
/// ```
/// use wythoff::rules::Convention;
/// use wythoff::values::{RemotenessValue, Valuation};
/// let normal = RemotenessValue(Convention::Normal);
/// assert_eq!(normal.of_options([1, 4, 2].into_iter()), 3);
/// assert_eq!(normal.of_options([1, 5].into_iter()), 6);
/// assert_eq!(normal.of_options([].into_iter()), 0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RemotenessValue(pub Convention);

impl RemotenessValue {
    /// Whether the player who moves to a position of this remoteness wins.
    #[must_use]
    pub fn is_good(self, remoteness: u32) -> bool {
        match self.0 {
            Convention::Normal => remoteness.is_multiple_of(2),
            Convention::Misere => remoteness % 2 == 1,
        }
    }

    /// The outcome that a remoteness tells.
    #[must_use]
    pub fn outcome(self, remoteness: u32) -> Outcome {
        if self.is_good(remoteness) {
            Outcome::P
        } else {
            Outcome::N
        }
    }
}

impl Valuation for RemotenessValue {
    type Value = u32;

    fn of_options(&self, options: impl Iterator<Item = u32>) -> u32 {
        let (mut least_good, mut greatest) = (None::<u32>, None::<u32>);
        for r in options {
            if self.is_good(r) {
                least_good = Some(least_good.map_or(r, |best| best.min(r)));
            }
            greatest = greatest.max(Some(r));
        }
        match least_good.or(greatest) {
            Some(r) => r + 1,
            None => 0,
        }
    }
}
