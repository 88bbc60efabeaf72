//! The number of options.
//!
//! Each position that a move reaches counts once, in however many ways it is reached. The values of
//! the options do not matter, so that engines count without walking further.

use crate::values::Valuation;

/// The number of options.
///
/// ```
/// use wythoff::values::{OptionsValue, Valuation};
/// assert_eq!(OptionsValue.of_options([0, 2, 2].into_iter()), 3);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionsValue;

impl Valuation for OptionsValue {
    type Value = u32;

    fn of_options(&self, options: impl Iterator<Item = u32>) -> u32 {
        u32::try_from(options.count()).unwrap_or(u32::MAX)
    }

    const COUNTS_OPTIONS: bool = true;
}
