//! Closed and polynomial forms: outcome, remoteness and moves at any size.
//!
//! A [`Formula`] answers for one two-pile game whose P-positions are numbered 0, 1, 2, … (its
//! [`PStructure`]); nothing here walks to a coordinate. With x ≤ y, the local index ι(x) and the
//! difference index q(y − x),
//!
//!   R(x, y) = 2·min{ι(x), q(y − x)} + c + ε,   ε = 0 at P-positions, else 1,
//!
//! c = 0 in normal and 1 in misère play, and R = 0 at terminal positions.
//!
//! | file | game | q(d) | status |
//! |---|---|---|---|
//! | [`wyt`] | WYT(a, b) | ⌊d/a⌋ | theorem [SanchezGalanXu, Theorem 3.4] |
//! | [`terminal_set`] | WYT(a, b), terminal where x + y ≤ k | max(0, ⌊(d − k)/a⌋) | derived, `docs/derivations/terminal-set.md` |
//! | [`hofstadter`] | the case a = b = 1, k = 2 by Hofstadter's G | | theorem \[KomakiMiyaderaMurakami2025\] |
//! | [`pass`] | Wythoff's game with a pass: outcome only | | theorem \[MiyaderaManabeFukui2025\] |
//! | [`wyt_misere`] | misère WYT(a, b) | max(0, ⌊(d − 1)/a⌋); for a = 1 see there | derived, `docs/derivations/misere.md` |

pub mod counts;
pub mod hofstadter;
pub mod moves;
pub mod pass;
pub mod terminal_set;
pub mod wyt;
pub mod wyt_misere;

use crate::sequences::{Place, SequenceError, Side, Term};
use dashu_int::UBig;
use std::fmt;

pub use counts::CountedGame;
pub use moves::Moves;
pub use terminal_set::TerminalSet;
pub use wyt::Wyt;
pub use wyt_misere::WytMisere;

/// A position as (first pile, second pile).
pub type Piles = (UBig, UBig);

/// The numbered P-positions of a symmetric two-pile game with the moves of WYT(a, b).
///
/// Pairs are sorted, smaller coordinate first. Index 0 may be a whole region of terminal cells.
pub trait PStructure: fmt::Debug + Send + Sync {
    /// a of WYT(a, b).
    fn a(&self) -> &UBig;

    /// b of WYT(a, b).
    fn b(&self) -> &UBig;

    /// k, where the positions with x + y ≤ k are the P-positions of index 0.
    fn region(&self) -> Option<&UBig>;

    /// The remoteness of the P-positions of index 0: 0 in normal, 1 in misère play.
    fn base(&self) -> u8;

    /// Whether play ends at (x, y).
    fn is_terminal(&self, x: &UBig, y: &UBig) -> bool;

    /// The P-position of index m; of a region its corner (0, k).
    fn p_position(&self, index: &UBig) -> Term;

    /// The index of the P-position (x, y), x ≤ y, or none at N-positions.
    fn index_of(&self, x: &UBig, y: &UBig) -> Option<UBig>;

    /// The P-positions outside the region with a coordinate in (x − b, x], and which coordinate.
    fn window(&self, x: &UBig) -> Vec<(Term, Side)>;

    /// ι(x): the least index of a P-position with a coordinate in (x − b, x].
    fn local_index(&self, x: &UBig) -> UBig;

    /// The index of (x, y), x ≤ y, at P-positions, else ι(x).
    fn place(&self, x: &UBig, y: &UBig) -> Place {
        match self.index_of(x, y) {
            Some(index) => Place::Term(index),
            None => Place::Beside(self.local_index(x)),
        }
    }

    /// q(d), d = y − x.
    fn difference_index(&self, difference: &UBig) -> UBig;

    /// No d below this one has q(d) ≥ `index`.
    fn least_difference(&self, index: &UBig) -> UBig;

    /// Contains every index whose difference y_m − x_m is within a of d or of −d.
    fn near_difference(&self, difference: &UBig) -> Vec<UBig>;

    /// The least index m with x_m ≥ `x`.
    fn first_index_at_least(&self, x: &UBig) -> UBig;
}

/// Outcome, remoteness and moves of a game with a known [`PStructure`].
///
/// ```
/// use dashu_int::UBig;
/// use wythoff::formulas::Formula;
/// let wythoff = Formula::wyt(&UBig::ONE, &UBig::ONE)?;
/// let (x, y) = (UBig::from(7u8), UBig::from(12u8));
/// assert!(!wythoff.is_p_position(&x, &y));
/// assert_eq!(wythoff.remoteness(&x, &y), UBig::from(7u8));
/// assert_eq!(wythoff.optimal_moves(&x, &y, 100).targets, [(UBig::from(7u8), UBig::from(4u8))]);
/// # Ok::<(), wythoff::sequences::SequenceError>(())
/// ```
#[derive(Debug)]
pub struct Formula {
    structure: Box<dyn PStructure>,
}

impl Formula {
    /// WYT(a, b) in normal play.
    ///
    /// # Errors
    /// [`SequenceError`] for zero or oversized parameters.
    pub fn wyt(a: &UBig, b: &UBig) -> Result<Self, SequenceError> {
        Ok(Self {
            structure: Box::new(Wyt::new(a, b)?),
        })
    }

    /// WYT(a, b) in misère play.
    ///
    /// # Errors
    /// [`SequenceError`] for zero or oversized parameters.
    pub fn wyt_misere(a: &UBig, b: &UBig) -> Result<Self, SequenceError> {
        Ok(Self {
            structure: Box::new(WytMisere::new(a, b)?),
        })
    }

    /// WYT(a, b) in normal play with every position x + y ≤ k terminal.
    ///
    /// # Errors
    /// [`SequenceError`] for zero or oversized parameters.
    pub fn terminal_set(a: &UBig, b: &UBig, k: &UBig) -> Result<Self, SequenceError> {
        Ok(Self {
            structure: Box::new(TerminalSet::new(a, b, k)?),
        })
    }

    /// The numbered P-positions behind the answers.
    pub fn structure(&self) -> &dyn PStructure {
        &*self.structure
    }

    /// Whether play ends at (x, y).
    pub fn is_terminal(&self, x: &UBig, y: &UBig) -> bool {
        let (x, y) = sorted(x, y);
        self.structure.is_terminal(x, y)
    }

    /// Whether the previous player wins at (x, y).
    pub fn is_p_position(&self, x: &UBig, y: &UBig) -> bool {
        let (x, y) = sorted(x, y);
        self.structure.index_of(x, y).is_some()
    }

    /// The P-position number m, by increasing smaller coordinate; of a terminal region, which is
    /// number 0 as a whole, the corner (0, k).
    pub fn p_position(&self, index: &UBig) -> Term {
        self.structure.p_position(index)
    }

    /// The least index m with x_m ≥ `x`.
    pub fn first_index_at_least(&self, x: &UBig) -> UBig {
        self.structure.first_index_at_least(x)
    }

    /// ι(x) of this game.
    pub fn local_index(&self, x: &UBig) -> UBig {
        self.structure.local_index(x)
    }

    /// Smith's remoteness of (x, y) under the game's convention.
    pub fn remoteness(&self, x: &UBig, y: &UBig) -> UBig {
        let (x, y) = sorted(x, y);
        if self.structure.is_terminal(x, y) {
            return UBig::ZERO;
        }
        let base = UBig::from(self.structure.base());
        match self.structure.place(x, y) {
            Place::Term(index) => (index << 1) + base,
            Place::Beside(local) => {
                let reached = local.min(self.structure.difference_index(&(y - x)));
                (reached << 1) + base + UBig::ONE
            }
        }
    }
}

/// (smaller, larger).
fn sorted<'a>(x: &'a UBig, y: &'a UBig) -> (&'a UBig, &'a UBig) {
    if x <= y { (x, y) } else { (y, x) }
}
