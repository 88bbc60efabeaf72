//! What a ruleset is: positions, their options, and a rank that every move lowers.
//!
//! The trait is the formal `ImpartialGame` of [Smith1966, formal version], word for word:
//!
//! | formal         | here                                    |
//! |----------------|-----------------------------------------|
//! | `Pos`          | [`Ruleset::Position`]                   |
//! | `eqDec`        | `Eq` on `Position`                      |
//! | `moves`        | [`Ruleset::options_into`] (a set)       |
//! | `rank`         | [`Ruleset::rank`]                       |
//! | `rank_lt`      | checked by the reference in debug builds |
//! | `start`        | the position that an engine is asked for |

use std::fmt::Debug;
use std::hash::Hash;

use smallvec::SmallVec;

use crate::error::Error;

/// A finite impartial game's rules.
///
/// ```
/// use wythoff::rules::Ruleset;
/// use wythoff::Error;
///
/// /// One pile; take one or two.
/// struct OneOrTwo;
/// impl Ruleset for OneOrTwo {
///     type Position = u64;
///     fn options_into(&self, from: &u64, options: &mut Vec<u64>) -> Result<(), Error> {
///         options.extend((1..=2).filter(|take| take <= from).map(|take| from - take));
///         Ok(())
///     }
///     fn rank(&self, at: &u64) -> u128 {
///         u128::from(*at)
///     }
/// }
/// assert_eq!(OneOrTwo.options(&5).unwrap(), [3, 4]);
/// ```
pub trait Ruleset {
    /// A position.
    type Position: Clone + Ord + Hash + Debug;

    /// Appends the options of a position. One that can be reached in two ways may stand twice:
    /// values do not mind, and [`Ruleset::options`] lists each once.
    ///
    /// # Errors
    /// When a predicate of the rules cannot be evaluated, naming the position.
    fn options_into(
        &self,
        from: &Self::Position,
        options: &mut Vec<Self::Position>,
    ) -> Result<(), Error>;

    /// A number that every move lowers, so that play ends.
    fn rank(&self, at: &Self::Position) -> u128;

    /// The stones of the nim heap that stands for a position without options whose value the rules say
    /// (see [`Prescribed`](crate::rules::Prescribed)).
    fn heap(&self, _at: &Self::Position) -> Option<u64> {
        None
    }

    /// The set of options of a position, sorted.
    ///
    /// # Errors
    /// As [`Ruleset::options_into`].
    fn options(&self, from: &Self::Position) -> Result<Vec<Self::Position>, Error> {
        let mut options = Vec::new();
        self.options_into(from, &mut options)?;
        options.sort_unstable();
        options.dedup();
        Ok(options)
    }

    /// Whether a position has no options.
    ///
    /// # Errors
    /// As [`Ruleset::options_into`].
    fn is_terminal(&self, at: &Self::Position) -> Result<bool, Error> {
        let mut options = Vec::new();
        self.options_into(at, &mut options)?;
        Ok(options.is_empty())
    }
}

impl<R: Ruleset + ?Sized> Ruleset for &R {
    type Position = R::Position;
    fn options_into(
        &self,
        from: &R::Position,
        options: &mut Vec<R::Position>,
    ) -> Result<(), Error> {
        (**self).options_into(from, options)
    }
    fn rank(&self, at: &R::Position) -> u128 {
        (**self).rank(at)
    }
    fn heap(&self, at: &R::Position) -> Option<u64> {
        (**self).heap(at)
    }
}

impl<R: Ruleset + ?Sized> Ruleset for Box<R> {
    type Position = R::Position;
    fn options_into(
        &self,
        from: &R::Position,
        options: &mut Vec<R::Position>,
    ) -> Result<(), Error> {
        (**self).options_into(from, options)
    }
    fn rank(&self, at: &R::Position) -> u128 {
        (**self).rank(at)
    }
    fn heap(&self, at: &R::Position) -> Option<u64> {
        (**self).heap(at)
    }
}

/// A position of a game written in the notation: its coordinates in order, piles before the pass
/// coordinate of the same ruleset. Four of them need no allocation.
pub type Cell = SmallVec<[u64; 4]>;

/// A cell from its coordinates.
///
/// ```
/// assert_eq!(wythoff::rules::cell(&[3, 5]).as_slice(), &[3, 5]);
/// ```
#[must_use]
pub fn cell(coordinates: &[u64]) -> Cell {
    Cell::from_slice(coordinates)
}
