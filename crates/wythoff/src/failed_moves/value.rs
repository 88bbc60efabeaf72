//! The winning probability as an exact rational.

use crate::rules::Convention;
use dashu_base::{BitTest, Signed, UnsignedAbs};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use std::fmt;

/// The success probability is not in (0, 1].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuccessError {
    /// What was given.
    pub found: RBig,
}

impl fmt::Display for SuccessError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            out,
            "the success probability must be above 0 and at most 1, found {}",
            self.found
        )
    }
}

impl std::error::Error for SuccessError {}

/// The model with one success probability p.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedMoves {
    success: RBig,
    pub(super) lambda: Ratio,
}

/// u/v, both ≥ 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ratio {
    pub u: UBig,
    pub v: UBig,
}

impl FailedMoves {
    /// The model in which an attempt succeeds with probability `success`.
    ///
    /// # Errors
    /// [`SuccessError`] unless 0 < p ≤ 1.
    ///
    /// ```
    /// use dashu_int::UBig;
    /// use dashu_ratio::RBig;
    /// use wythoff::failed_moves::{Convention, FailedMoves};
    /// let model = FailedMoves::new(RBig::from_parts(4.into(), 5u8.into()))?;
    /// let w = model.exact(&UBig::from(5u8), Convention::Normal, 100).unwrap();
    /// assert_eq!(w.to_string(), "275/486");
    /// # Ok::<(), wythoff::failed_moves::SuccessError>(())
    /// ```
    pub fn new(success: RBig) -> Result<Self, SuccessError> {
        if success <= RBig::ZERO || success > RBig::ONE {
            return Err(SuccessError { found: success });
        }
        let lambda = &success / (RBig::from(2u8) - &success);
        let (u, v) = lambda.into_parts();
        Ok(Self {
            success,
            lambda: Ratio {
                u: u.unsigned_abs(),
                v,
            },
        })
    }

    /// p.
    pub fn success(&self) -> &RBig {
        &self.success
    }

    /// λ = p/(2 − p).
    pub fn lambda(&self) -> RBig {
        RBig::from_parts(IBig::from(self.lambda.u.clone()), self.lambda.v.clone())
    }

    /// Whether the player to move is the favourite, w ≥ 1/2: at odd R in normal, even R in misère play.
    pub fn favours_mover(remoteness: &UBig, convention: Convention) -> bool {
        remoteness.bit(0) == (convention == Convention::Normal)
    }

    /// w as a fraction, or none when numerator and denominator together have more than `max_digits`
    /// digits.
    pub fn exact(
        &self,
        remoteness: &UBig,
        convention: Convention,
        max_digits: usize,
    ) -> Option<RBig> {
        // v^R has more than (bits of v − 1)·R bits, of which the fraction loses at most one.
        let bits = UBig::from(self.lambda.v.bit_len() - 1) * remoteness;
        if bits > UBig::from(max_digits) * UBig::from(4u8) + UBig::from(4u8) {
            return None;
        }
        let exponent = if self.lambda.v.is_one() {
            1
        } else {
            usize::try_from(remoteness).ok()?
        };
        let value = self.with_power(exponent, Self::favours_mover(remoteness, convention));
        let length = digits(&value.numerator().unsigned_abs()) + digits(value.denominator());
        (length <= max_digits).then_some(value)
    }

    /// (1 ± λ^exponent)/2.
    fn with_power(&self, exponent: usize, above: bool) -> RBig {
        let (u, v) = (self.lambda.u.pow(exponent), self.lambda.v.pow(exponent));
        let numerator = if above { &v + &u } else { &v - &u };
        RBig::from_parts(numerator.into(), v << 1)
    }

    /// Equation (20) for WYT(a, b) in normal play \[SanchezGalanXu\]: with k = min{ι(x), ⌊(y − x)/a⌋},
    /// (1 − λ^{2k})/2 at P-positions and (1 + λ^{2k+1})/2 at N-positions.
    pub fn at_index(&self, k: usize, p_position: bool) -> RBig {
        if p_position {
            self.with_power(2 * k, false)
        } else {
            self.with_power(2 * k + 1, true)
        }
    }

    /// w from the values of the options, straight from the model: (1 − p·min)/(2 − p), and at
    /// terminal positions 0 in normal, 1 in misère play.
    pub fn value_of_options<'a>(
        &self,
        options: impl Iterator<Item = &'a RBig>,
        convention: Convention,
    ) -> RBig {
        match options.min() {
            Some(least) => (RBig::ONE - &self.success * least) / (RBig::from(2u8) - &self.success),
            None if convention == Convention::Misere => RBig::ONE,
            None => RBig::ZERO,
        }
    }

    /// What the player to move gives away by attempting once a move to a position of value
    /// `attempted` where the least value is `least`, both playing optimally afterwards: p·(attempted − least)
    /// [SanchezGalanXu, Lemma 5.1].
    pub fn loss(&self, attempted: &RBig, least: &RBig) -> RBig {
        &self.success * (attempted - least)
    }

    /// Whether attempting a move from remoteness `from` to remoteness `to` is optimal: for p < 1
    /// exactly if it lowers remoteness by one; for p = 1 every winning move, and at a losing
    /// position every move.
    pub fn is_optimal_attempt(&self, from: &UBig, to: &UBig, convention: Convention) -> bool {
        if self.success.is_one() {
            return !Self::favours_mover(from, convention) || !Self::favours_mover(to, convention);
        }
        *from == to + UBig::ONE
    }

    /// The remoteness R with value `w`, by exact powers of λ; none if no R has it, or for p = 1,
    /// where all R of one parity have the same value.
    ///
    /// ```
    /// use dashu_ratio::RBig;
    /// use wythoff::failed_moves::{Convention, FailedMoves};
    /// let model = FailedMoves::new(RBig::from_parts(4.into(), 5u8.into()))?;
    /// let w = RBig::from_parts(275.into(), 486u16.into());
    /// assert_eq!(model.remoteness_of(&w, Convention::Normal), Some(5));
    /// # Ok::<(), wythoff::failed_moves::SuccessError>(())
    /// ```
    pub fn remoteness_of(&self, w: &RBig, convention: Convention) -> Option<usize> {
        if self.success.is_one() {
            return None;
        }
        let centred = RBig::from(2u8) * w - RBig::ONE;
        let above = centred.is_positive();
        let (numerator, denominator) = centred.into_parts();
        let remoteness = exact_logarithm(&denominator, &self.lambda.v)?;
        let fits = self.lambda.u.pow(remoteness) == numerator.unsigned_abs()
            && above == Self::favours_mover(&UBig::from(remoteness), convention);
        fits.then_some(remoteness)
    }
}

/// The n with base^n = power, base ≥ 2, by bisection between the bounds that the lengths give.
fn exact_logarithm(power: &UBig, base: &UBig) -> Option<usize> {
    let (mut low, mut high) = (0, power.bit_len() / (base.bit_len() - 1) + 1);
    while low < high {
        let middle = low + (high - low) / 2;
        if base.pow(middle) < *power {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    (base.pow(low) == *power).then_some(low)
}

/// The number of decimal digits.
fn digits(n: &UBig) -> usize {
    n.to_string().len()
}
