//! Beatty form of the P-position sequence when b divides a.
//!
//! With a = g·a', b = g the sequence is g times that of WYT(a', 1), and there
//! x_m = ⌊mα⌋, y_m = ⌊m(α + a')⌋, α = (2 − a' + √(a'² + 4))/2 [SanchezGalanXu, section 4].
//! In whole numbers ⌊mα⌋ = ⌊(m(2 − a') + ⌊√(m²(a'² + 4))⌋)/2⌋, since ⌊(n + √s)/2⌋ only depends on ⌊√s⌋.
//! The inverse: 1/α + 1/(α + a') = 1, so L(x) = ⌊(x + 1)/α⌋ and U(x) = x − L(x).
//! Whether x = ⌊mα⌋ needs no root: with z = x − m it says 0 ≤ m² − z(z + a'm) < 2z + a'm + 1, the squares of
//! 2x − m(2 − a') ≤ m√(a'² + 4) < 2x + 2 − m(2 − a') written out.
//! Cost: one integer square root a call, two where a search returns a coordinate, none in
//! [`PSequence::index_of`].

use super::{PSequence, Place, SequenceError, Term};
use dashu_base::{BitTest, DivRem, Gcd, SquareRoot};
use dashu_int::UBig;
use std::cmp::Ordering;

/// The P-positions of WYT(a, b), b dividing a.
#[derive(Clone, Debug)]
pub struct Beatty {
    a: UBig,
    b: UBig,
    shift: UBig,
    /// a' = a / b.
    slope: UBig,
    /// a'² + 4.
    discriminant: UBig,
    /// ⌊2^GUARD·2a'/α⌋, 2a'/α = a' − 2 + √(a'² + 4).
    step: UBig,
}

/// Further binary places of a root, enough to tell nearly always on which side of a bound it is.
const GUARD: usize = 64;

impl Beatty {
    /// The sequence of WYT(a, b).
    ///
    /// # Errors
    /// [`SequenceError::ZeroParameter`]; [`SequenceError::ParameterTooLarge`] where b does not divide a
    /// (the substitution answers there).
    pub fn new(a: &UBig, b: &UBig) -> Result<Self, SequenceError> {
        if a.is_zero() || b.is_zero() {
            return Err(SequenceError::ZeroParameter);
        }
        if !(a % b).is_zero() {
            return Err(SequenceError::ParameterTooLarge {
                bits: (b / a.gcd(b)).bit_len(),
            });
        }
        let slope = a / b;
        let discriminant = &slope * &slope + UBig::from(4u8);
        let root = (&discriminant << (2 * GUARD)).sqrt();
        let step = root + (&slope << GUARD) - (UBig::ONE << (GUARD + 1));
        Ok(Self {
            a: a.clone(),
            b: b.clone(),
            shift: UBig::ZERO,
            slope,
            discriminant,
            step,
        })
    }

    /// ⌊m·√(a'² + 4)⌋.
    fn scaled_root(&self, m: &UBig) -> UBig {
        (m * m * &self.discriminant).sqrt()
    }

    /// ⌊mα⌋ for the reduced parameters.
    fn lower(&self, m: &UBig) -> UBig {
        // ⌊m√(a'²+4)⌋ ≥ m·a', so nothing here goes below zero.
        (self.scaled_root(m) - m * &self.slope + (m << 1)) >> 1
    }

    /// Whether x = ⌊mα⌋ for the reduced parameters.
    fn is_lower(&self, m: &UBig, x: &UBig) -> bool {
        if x < m {
            return false;
        }
        let z = x - m;
        let slanted = m * &self.slope;
        let (square, product) = (m * m, (&z + &slanted) * &z);
        square >= product && square - product <= (z << 1) + slanted
    }

    /// ⌊z/α⌋ for the reduced parameters: the number of m ≥ 1 with ⌊mα⌋ < z.
    fn lower_count(&self, z: &UBig) -> UBig {
        // z/α = z(a' − 2 + √(a'² + 4)) / (2a'), and √(a'² + 4) > 2.
        let numerator = self.scaled_root(z) - (z << 1) + z * &self.slope;
        numerator / (&self.slope << 1)
    }

    /// L(x) for the reduced parameters, and whether x is a smaller coordinate.
    fn locate(&self, x: &UBig) -> (UBig, bool) {
        let z = x + UBig::ONE;
        let root = ((&z * &z * &self.discriminant) << (2 * GUARD)).sqrt();
        let numerator = root + ((&z * &self.slope) << GUARD) - (z << (GUARD + 1));
        let (count, rest) = numerator.div_rem(&self.slope << (GUARD + 1));
        // x = ⌊mα⌋ for some m iff ⌊x/α⌋ < ⌊(x + 1)/α⌋, that is iff the rest is less than 2a'/α.
        let is_lower = match rest.cmp(&self.step) {
            Ordering::Less => true,
            Ordering::Greater => false,
            Ordering::Equal => self.is_lower(&count, x),
        };
        (count, is_lower)
    }
}

impl PSequence for Beatty {
    fn a(&self) -> &UBig {
        &self.a
    }

    fn b(&self) -> &UBig {
        &self.b
    }

    fn shift(&self) -> &UBig {
        &self.shift
    }

    fn x_at(&self, index: &UBig) -> UBig {
        self.lower(index) * &self.b
    }

    fn last_x_at_most(&self, x: &UBig) -> Term {
        self.term(&self.lower_count(&(x / &self.b + UBig::ONE)))
    }

    fn last_y_at_most(&self, y: &UBig) -> Option<Term> {
        let y = y / &self.b;
        let index = &y - self.lower_count(&(&y + UBig::ONE));
        Some(self.term(&index))
    }

    fn local_index(&self, x: &UBig) -> UBig {
        // b = 1: every whole number is exactly one coordinate, x_m or y_m.
        let x = x / &self.b;
        let (lower, is_lower) = self.locate(&x);
        if is_lower { lower } else { x - lower }
    }

    fn place(&self, x: &UBig, y: &UBig) -> Place {
        let (smaller, rest) = x.div_rem(&self.b);
        let (lower, is_lower) = self.locate(&smaller);
        if !is_lower {
            return Place::Beside(smaller - lower);
        }
        if rest.is_zero() && *y == x + &self.a * &lower {
            return Place::Term(lower);
        }
        Place::Beside(lower)
    }

    fn index_of(&self, x: &UBig, y: &UBig) -> Option<UBig> {
        if y < x {
            return None;
        }
        let (smaller, rest) = x.div_rem(&self.b);
        let (index, remainder) = (y - x).div_rem(&self.a);
        (rest.is_zero() && remainder.is_zero() && self.is_lower(&index, &smaller)).then_some(index)
    }
}
