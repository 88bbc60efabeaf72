//! Suspense: how long play lasts when the winner delays and the loser hurries.
//!
//! Smith's other function \[Smith1966\]: 0 at terminal positions; if some option has a good value, 1 + the
//! greatest good value of an option; else 1 + the least value of an option. Good is even in normal play
//! and odd in misère play, so that the value's parity tells the outcome, as that of remoteness does.
//! Of games played together until the last has ended the suspense is the greatest of the components'.

use crate::rules::Convention;
use crate::values::{RemotenessValue, Valuation};

/// Smith's suspense number under a play convention.
///
/// ```
/// use wythoff::rules::Convention;
/// use wythoff::values::{SuspenseValue, Valuation};
/// let normal = SuspenseValue(Convention::Normal);
/// assert_eq!(normal.of_options([1, 4, 2].into_iter()), 5);
/// assert_eq!(normal.of_options([1, 5].into_iter()), 2);
/// assert_eq!(normal.of_options([].into_iter()), 0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SuspenseValue(pub Convention);

impl Valuation for SuspenseValue {
    type Value = u32;

    fn of_options(&self, options: impl Iterator<Item = u32>) -> u32 {
        let good = RemotenessValue(self.0);
        let (mut greatest_good, mut least) = (None::<u32>, None::<u32>);
        for s in options {
            if good.is_good(s) {
                greatest_good = greatest_good.max(Some(s));
            }
            least = Some(least.map_or(s, |best| best.min(s)));
        }
        match greatest_good.or(least) {
            Some(s) => s + 1,
            None => 0,
        }
    }
}
