//! Rigorous intervals [low, high]·2^exponent with an exponent of any size.
//!
//! Every operation rounds `low` down and `high` up, so the exact result always lies inside.

use dashu_base::BitTest;
use dashu_int::{IBig, UBig};
use std::cmp::Ordering;

/// A positive number known to lie in [low, high]·2^exponent, with about `precision` bits.
#[derive(Clone, Debug)]
pub(super) struct Interval {
    low: UBig,
    high: UBig,
    exponent: IBig,
    precision: usize,
}

impl Interval {
    /// A whole number n ≥ 1.
    pub(super) fn from_integer(n: &UBig, precision: usize) -> Self {
        Self {
            low: n.clone(),
            high: n.clone(),
            exponent: IBig::ZERO,
            precision,
        }
        .rounded()
    }

    /// numerator/denominator, both ≥ 1.
    pub(super) fn from_ratio(numerator: &UBig, denominator: &UBig, precision: usize) -> Self {
        let shift = precision + denominator.bit_len();
        let low = (numerator << shift) / denominator;
        let high = &low + UBig::ONE;
        Self {
            low,
            high,
            exponent: -IBig::from(shift),
            precision,
        }
        .rounded()
    }

    pub(super) fn times(&self, other: &Self) -> Self {
        Self {
            low: &self.low * &other.low,
            high: &self.high * &other.high,
            exponent: &self.exponent + &other.exponent,
            precision: self.precision,
        }
        .rounded()
    }

    /// The n-th power, n ≥ 1, by squaring.
    pub(super) fn power(&self, n: &UBig) -> Self {
        let mut power = self.clone();
        for bit in (0..n.bit_len() - 1).rev() {
            power = power.times(&power);
            if n.bit(bit) {
                power = power.times(self);
            }
        }
        power
    }

    /// The order to another number, if the intervals do not overlap.
    pub(super) fn compare(&self, other: &Self) -> Option<Ordering> {
        if at_most(&self.high, &self.exponent, &other.low, &other.exponent) == Ordering::Less {
            return Some(Ordering::Less);
        }
        if at_most(&self.low, &self.exponent, &other.high, &other.exponent) == Ordering::Greater {
            return Some(Ordering::Greater);
        }
        None
    }

    /// ⌊number⌋, if all of the interval has the same; none also where the floor is too large to hold.
    pub(super) fn floor(&self) -> Option<UBig> {
        let low = shifted_down(&self.low, &self.exponent)?;
        let high = shifted_down(&self.high, &self.exponent)?;
        (low == high).then_some(low)
    }

    /// 1/number.
    pub(super) fn inverse(&self) -> Self {
        let shift = self.precision + self.high.bit_len();
        let one = UBig::ONE << shift;
        Self {
            low: &one / &self.high,
            // `low` is positive wherever an inverse is taken; a zero would only widen the interval.
            high: &one / self.low.clone().max(UBig::ONE) + UBig::ONE,
            exponent: -&self.exponent - IBig::from(shift),
            precision: self.precision,
        }
        .rounded()
    }

    /// ⌊(whole ± number)/2⌋, + if `above`, if all of the interval has the same; the number is at
    /// most `whole` and the half sum itself not whole.
    pub(super) fn half_sum_floor(&self, whole: &UBig, above: bool) -> Option<UBig> {
        let low = shifted_down(&self.low, &self.exponent)?;
        let high = shifted_down(&self.high, &self.exponent)?;
        if above {
            // ⌊(whole + t)/2⌋ only depends on ⌊t⌋.
            let (from, to) = ((whole + low) >> 1, (whole + high) >> 1);
            return (from == to).then_some(from);
        }
        // ⌊(whole − t)/2⌋ only depends on ⌈t⌉, which is ⌊t⌋ + 1 here.
        let least = whole.clone().max(&high + UBig::ONE) - (high + UBig::ONE);
        let most = whole.clone().max(&low + UBig::ONE) - (low + UBig::ONE);
        let (from, to) = (least >> 1, most >> 1);
        (from == to).then_some(from)
    }

    /// Cuts both ends to `precision` bits.
    fn rounded(mut self) -> Self {
        let excess = self.high.bit_len().saturating_sub(self.precision);
        if excess > 0 {
            self.low >>= excess;
            self.high = (self.high >> excess) + UBig::ONE;
            self.exponent += IBig::from(excess);
        }
        self
    }
}

/// The order of m·2^e and n·2^f, m, n ≥ 0.
fn at_most(m: &UBig, e: &IBig, n: &UBig, f: &IBig) -> Ordering {
    if m.is_zero() || n.is_zero() {
        return m.cmp(n);
    }
    let tops = (IBig::from(m.bit_len()) + e).cmp(&(IBig::from(n.bit_len()) + f));
    tops.then_with(|| {
        // Equal magnitude: the exponents differ by no more than the lengths.
        match usize::try_from(e - f) {
            Ok(shift) => (m << shift).cmp(n),
            Err(_) => m.cmp(&(n << usize::try_from(f - e).unwrap_or(0))),
        }
    })
}

/// ⌊m·2^e⌋, unless e is so large that the number does not fit.
fn shifted_down(m: &UBig, e: &IBig) -> Option<UBig> {
    const LARGEST_SHIFT: usize = 1 << 36;
    if *e >= IBig::ZERO {
        let shift = usize::try_from(e)
            .ok()
            .filter(|&shift| shift < LARGEST_SHIFT)?;
        return Some(m << shift);
    }
    Some(usize::try_from(-e).map_or(UBig::ZERO, |shift| m >> shift))
}
