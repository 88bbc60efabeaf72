//! Birthday: the length of the longest play.
//!
//! 0 at terminal positions; else 1 + the greatest value of an option \[Conway1976\]. This is the
//! birthday of the game as it stands, its formal birthday; that of the number it equals in normal play
//! is the Grundy value. The play convention does not matter.

use crate::values::Valuation;

/// The formal birthday.
///
/// ```
/// use wythoff::values::{BirthdayValue, Valuation};
/// assert_eq!(BirthdayValue.of_options([0, 2].into_iter()), 3);
/// assert_eq!(BirthdayValue.of_options([].into_iter()), 0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BirthdayValue;

impl Valuation for BirthdayValue {
    type Value = u32;

    fn of_options(&self, options: impl Iterator<Item = u32>) -> u32 {
        options.max().map_or(0, |longest| longest + 1)
    }
}
