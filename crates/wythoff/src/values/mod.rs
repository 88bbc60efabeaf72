//! Values of positions: each says what it makes of the values of the options.
//!
//! A [`Valuation`] and a [`Ruleset`](crate::rules::Ruleset) together define a number for every
//! position. Each file below holds one definition and reads like it.

mod birthday;
mod blocked;
mod grundy;
mod options;
mod outcome;
mod remoteness;
mod suspense;

pub use birthday::BirthdayValue;
pub use blocked::Blocked;
pub use grundy::{GrundyValue, mex};
pub use options::OptionsValue;
pub use outcome::{Outcome, OutcomeValue};
pub use remoteness::RemotenessValue;
pub use suspense::SuspenseValue;

/// A rule that gives a position's value from the values of its options.
///
/// ```
/// use wythoff::values::Valuation;
/// /// The length of the longest play.
/// struct Birthday;
/// impl Valuation for Birthday {
///     type Value = u32;
///     fn of_options(&self, options: impl Iterator<Item = u32>) -> u32 {
///         options.map(|longest| longest + 1).max().unwrap_or(0)
///     }
/// }
/// assert_eq!(Birthday.of_options([0, 2].into_iter()), 3);
/// ```
pub trait Valuation {
    /// The value.
    type Value: Packed;

    /// The value of a position whose options have these values; of a terminal position when there
    /// are none. The same option may come twice only if [`Valuation::COUNTS_OPTIONS`] is false.
    fn of_options(&self, options: impl Iterator<Item = Self::Value>) -> Self::Value;

    /// Whether the value depends on how many options there are, not only on the set of their values.
    const COUNTS_OPTIONS: bool = false;
}

/// A value that fits 32 bits with room for two marks, so that engines remember it in four bytes.
pub trait Packed: Copy + PartialEq + std::fmt::Debug {
    /// The greatest number that `pack` may give.
    const LIMIT: u32 = u32::MAX - 2;

    /// The value as a number up to [`Packed::LIMIT`].
    fn pack(self) -> u32;

    /// The value of a number that `pack` gave.
    fn unpack(packed: u32) -> Self;
}

impl Packed for u32 {
    fn pack(self) -> u32 {
        self
    }

    fn unpack(packed: u32) -> u32 {
        packed
    }
}
