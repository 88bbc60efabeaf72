//! Sequences behind the P-positions of Wythoff-like games, at any size.
//!
//! A [`PSequence`] is an increasing sequence of pairs (x_m, y_m), y_m = x_m + k + a·m, with
//! (x_0, y_0) = (0, k) and x_m = mex_b of 0, …, k and all earlier coordinates. k = 0 is WYT(a, b) itself
//! [SanchezGalanXu, section 2]; k > 0 serves terminal sets and misère play (see [`crate::formulas`]).
//!
//! | file | form | cost of one term of n bits | status |
//! |---|---|---|---|
//! | [`beatty`] | ⌊mα⌋ with one integer square root, b dividing a, k = 0 | M(n) | theorem [SanchezGalanXu, section 4] |
//! | [`substitution`] | levels of u = k·σ(u) | O(n²·min(a, b)) bit steps | derived, `docs/derivations/substitution.md` |
//! | [`mex_b`] | the recursion itself | linear in the coordinate | definition; judge of the others |
//! | [`hofstadter_g`] | Hofstadter's G and the correction g | M(n) times the steps | theorem \[KomakiMiyaderaMurakami2025\] |
//! | [`one_values`] | cells of one Grundy value | linear in the row | derived, `docs/derivations/one-values.md` |
//! | [`stream`] | the word u letter by letter | O(1) a term | derived, as above |

pub mod beatty;
mod binomial;
pub mod hofstadter_g;
mod letters;
mod levels;
pub mod mex_b;
pub mod named;
pub mod one_values;
mod source;
pub mod stream;
pub mod substitution;

use crate::error::Error;
use dashu_int::UBig;
use std::fmt;

pub use beatty::Beatty;
pub use mex_b::MexB;
pub use substitution::Substitution;

/// One member of a sequence: its index and both coordinates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// m, counted from 0.
    pub index: UBig,
    /// The smaller coordinate x_m.
    pub x: UBig,
    /// The larger coordinate y_m.
    pub y: UBig,
}

/// Pairs (x_m, y_m), y_m = x_m + k + a·m, strictly increasing in both coordinates.
pub trait PSequence: fmt::Debug + Send + Sync {
    /// a of WYT(a, b).
    fn a(&self) -> &UBig;

    /// b of WYT(a, b).
    fn b(&self) -> &UBig;

    /// k = y_0 − x_0.
    fn shift(&self) -> &UBig;

    /// x_m.
    fn x_at(&self, index: &UBig) -> UBig;

    /// L(x): the last term whose smaller coordinate is at most `x`. Exists, since x_0 = 0.
    fn last_x_at_most(&self, x: &UBig) -> Term;

    /// U(y): the last term whose larger coordinate is at most `y`; none below y_0 = k.
    fn last_y_at_most(&self, y: &UBig) -> Option<Term>;

    /// y_m − x_m = k + a·m.
    fn difference(&self, index: &UBig) -> UBig {
        self.shift() + self.a() * index
    }

    /// The term of index m.
    fn term(&self, index: &UBig) -> Term {
        let x = self.x_at(index);
        let y = &x + self.difference(index);
        Term {
            index: index.clone(),
            x,
            y,
        }
    }

    /// The index m with (x_m, y_m) = (x, y), if there is one.
    fn index_of(&self, x: &UBig, y: &UBig) -> Option<UBig> {
        if y < x {
            return None;
        }
        let above = y - x;
        if &above < self.shift() {
            return None;
        }
        let multiple = above - self.shift();
        let index = &multiple / self.a();
        (&index * self.a() == multiple && &self.x_at(&index) == x).then_some(index)
    }

    /// The terms with a coordinate in the window (x − b, x], at most one by its smaller and one by
    /// its larger coordinate [SanchezGalanXu, Lemma 3.1], the one of least index first.
    fn window(&self, x: &UBig) -> Vec<(Term, Side)> {
        let inside = |coordinate: &UBig| coordinate + self.b() > *x;
        let mut found = Vec::with_capacity(2);
        if let Some(term) = self.last_y_at_most(x)
            && inside(&term.y)
        {
            found.push((term, Side::Larger));
        }
        let term = self.last_x_at_most(x);
        if inside(&term.x) {
            found.push((term, Side::Smaller));
        }
        found
    }

    /// The local index ι(x): the least m with x_m or y_m in (x − b, x] [SanchezGalanXu, section 3].
    ///
    /// Of two in one window the larger coordinate has the least index: y_i < x_j + b leaves x_i < x_j + b
    /// and so i ≤ j, the x being at least b apart.
    fn local_index(&self, x: &UBig) -> UBig {
        if let Some(term) = self.last_y_at_most(x)
            && term.y + self.b() > *x
        {
            return term.index;
        }
        self.last_x_at_most(x).index
    }

    /// The index of (x, y), x ≤ y, if it is a term, else ι(x): what remoteness needs.
    fn place(&self, x: &UBig, y: &UBig) -> Place {
        match self.index_of(x, y) {
            Some(index) => Place::Term(index),
            None => Place::Beside(self.local_index(x)),
        }
    }

    /// The least index m with x_m ≥ `x`.
    fn first_index_at_least(&self, x: &UBig) -> UBig {
        if x.is_zero() {
            return UBig::ZERO;
        }
        self.last_x_at_most(&(x - UBig::ONE)).index + UBig::ONE
    }
}

/// Where a pair lies among the terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// It is the term of this index.
    Term(UBig),
    /// It is no term; its smaller coordinate has this local index.
    Beside(UBig),
}

/// Which coordinate of a term lies in a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// x_m.
    Smaller,
    /// y_m.
    Larger,
}

/// Parameters for which no sequence is offered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SequenceError {
    /// a and b of WYT(a, b) are at least 1.
    ZeroParameter,
    /// After division by gcd(a, b) a parameter has more than [`substitution::PARAMETER_BITS`] bits
    /// and b does not divide a. Smaller parameters, or b = 1, are answered.
    ParameterTooLarge {
        /// Bits of the larger reduced parameter.
        bits: usize,
    },
    /// The formula needs a larger a (misère play by shift needs a ≥ 2).
    NeedsLargerA,
}

impl fmt::Display for SequenceError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ZeroParameter => write!(out, "the parameters of WYT(a, b) must be at least 1"),
            Self::ParameterTooLarge { bits } => write!(
                out,
                "a parameter has {bits} bits after division by the greatest common divisor; at most {} are supported unless b divides a",
                substitution::PARAMETER_BITS
            ),
            Self::NeedsLargerA => write!(out, "this sequence needs a of at least 2"),
        }
    }
}

impl std::error::Error for SequenceError {}

impl From<SequenceError> for Error {
    fn from(error: SequenceError) -> Error {
        match error {
            SequenceError::ParameterTooLarge { .. } => Error::limit(error.to_string()),
            _ => Error::input(error.to_string()),
        }
    }
}

/// The P-position sequence of WYT(a, b) in the cheapest form known: Beatty where b divides a, else
/// the substitution.
///
/// # Errors
/// [`SequenceError`] for zero or oversized parameters.
///
/// ```
/// use dashu_int::UBig;
/// use wythoff::sequences::p_sequence;
/// let fib = p_sequence(&UBig::ONE, &UBig::ONE)?;
/// assert_eq!(fib.x_at(&UBig::from(102334155u32)), UBig::from(165580140u32));
/// # Ok::<(), wythoff::sequences::SequenceError>(())
/// ```
pub fn p_sequence(a: &UBig, b: &UBig) -> Result<Box<dyn PSequence>, SequenceError> {
    shifted_sequence(a, b, &UBig::ZERO)
}

/// The sequence that starts from (0, k) instead of (0, 0).
///
/// # Errors
/// [`SequenceError`] for zero or oversized parameters.
pub fn shifted_sequence(a: &UBig, b: &UBig, k: &UBig) -> Result<Box<dyn PSequence>, SequenceError> {
    if a.is_zero() || b.is_zero() {
        return Err(SequenceError::ZeroParameter);
    }
    if k.is_zero() && (a % b).is_zero() {
        return Ok(Box::new(Beatty::new(a, b)?));
    }
    Ok(Box::new(Substitution::new(a, b, k)?))
}
