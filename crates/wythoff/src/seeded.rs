//! Numbers that look random but follow from a seed: the generator SplitMix64.
//!
//! Checks over random instances and games against a random opponent are repeated by their seed. The
//! library draws from no other source of chance.

use dashu_base::{DivRem, UnsignedAbs};
use dashu_int::UBig;
use dashu_ratio::RBig;

/// A stream of numbers.
///
/// ```
/// use wythoff::seeded::Random;
/// let (mut one, mut same) = (Random::new(7), Random::new(7));
/// assert_eq!(one.below(1000), same.below(1000));
/// assert!(one.below(6) < 6);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random(u64);

impl Random {
    /// The stream of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next number.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below a bound, by taking the high part of a product.
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u64
    }

    /// Whether something of probability p, 0 ≤ p ≤ 1, happens: exact for every fraction.
    ///
    /// Digits of p in base 2⁶⁴ are compared with drawn ones until they differ.
    ///
    /// ```
    /// use dashu_ratio::RBig;
    /// use wythoff::seeded::Random;
    /// let mut random = Random::new(1);
    /// assert!(random.happens(&RBig::ONE) && !random.happens(&RBig::ZERO));
    /// ```
    pub fn happens(&mut self, p: &RBig) -> bool {
        let mut rest = p.numerator().clone().unsigned_abs();
        if rest == *p.denominator() {
            return true;
        }
        loop {
            let (digit, left) = (rest << 64usize).div_rem(p.denominator());
            let drawn = UBig::from(self.next());
            if drawn != digit {
                return drawn < digit;
            }
            rest = left;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_below_their_bound() {
        let mut random = Random::new(7);
        let drawn: Vec<u64> = (0..1000).map(|_| random.below(6)).collect();
        assert!((0..6).all(|n| drawn.iter().filter(|d| **d == n).count() > 100));
        assert!(drawn.iter().all(|&d| d < 6));
    }

    #[test]
    fn things_happen_as_often_as_they_should() {
        let mut random = Random::new(3);
        let third = RBig::from_parts(1.into(), 3u8.into());
        let times = (0..9000).filter(|_| random.happens(&third)).count();
        // Five standard deviations of a binomial: 5·√(9000·2/9) < 224.
        assert!(times.abs_diff(3000) < 224, "{times}");
    }
}
