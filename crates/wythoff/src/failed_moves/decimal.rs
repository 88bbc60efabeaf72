//! Decimal digits of the winning probability, all of them right.
//!
//! w = 1/2 ± λ^R/2. The digits come from a rigorous interval around λ^R, narrowed until every number in it
//! has the same digits. That ends unless λ^R is itself a short decimal, which is decided
//! first by whole numbers: with λ = u/v, v^R then divides a small power of ten.

use super::interval::Interval;
use super::value::{FailedMoves, Ratio};
use crate::rules::Convention;
use dashu_base::{BitTest, DivRem};
use dashu_int::UBig;
use std::cmp::Ordering;
use std::fmt;

/// Below this many bits of v^R whole-number arithmetic is used at once.
const SHORT_BITS: usize = 1 << 12;

/// w to a number of decimals, rounded down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decimal {
    /// Such as `0.565843621399`.
    pub text: String,
    /// Whether nothing was cut off.
    pub exact: bool,
}

/// w = 1/2 ± (c·10^−E)/2, 1 ≤ c < 10: for values too close to 1/2 to be told from it by decimals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearHalf {
    /// Whether w > 1/2.
    pub above: bool,
    /// The digits of c, rounded down, such as `3.14159`.
    pub coefficient: String,
    /// E.
    pub exponent: UBig,
    /// Whether c has no further digits.
    pub exact: bool,
}

impl fmt::Display for NearHalf {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.above { '+' } else { '-' };
        write!(
            out,
            "1/2 {sign} {}*10^-{}/2",
            self.coefficient, self.exponent
        )
    }
}

impl FailedMoves {
    /// w to `decimals` decimals, rounded down; R may have thousands of digits.
    ///
    /// ```
    /// use dashu_int::UBig;
    /// use dashu_ratio::RBig;
    /// use wythoff::failed_moves::{Convention, FailedMoves};
    /// let model = FailedMoves::new(RBig::from_parts(4.into(), 5u8.into()))?;
    /// let near = |r: UBig| model.decimal(&r, Convention::Normal, 12).text;
    /// assert_eq!(near(UBig::from(5u8)), "0.565843621399");
    /// assert_eq!(near(UBig::from(10u8).pow(1000)), "0.499999999999");
    /// # Ok::<(), wythoff::failed_moves::SuccessError>(())
    /// ```
    pub fn decimal(&self, remoteness: &UBig, convention: Convention, decimals: usize) -> Decimal {
        let above = Self::favours_mover(remoteness, convention);
        let scale = UBig::from(10u8).pow(decimals);
        let (floor, exact) = match self
            .lambda
            .short_power(remoteness, SHORT_BITS.max(4 * decimals + 64))
        {
            Some((u, v)) => {
                let numerator = if above { &v + &u } else { &v - &u };
                let (floor, rest) = (numerator * scale).div_rem(v << 1);
                (floor, rest.is_zero())
            }
            None => (self.floor_by_interval(remoteness, above, &scale), false),
        };
        Decimal {
            text: with_point(&floor, decimals),
            exact,
        }
    }

    /// ⌊w·scale⌋ where w·scale is not whole.
    fn floor_by_interval(&self, remoteness: &UBig, above: bool, scale: &UBig) -> UBig {
        let mut precision = remoteness.bit_len() + scale.bit_len() + 64;
        loop {
            let power =
                Interval::from_ratio(&self.lambda.u, &self.lambda.v, precision).power(remoteness);
            if let Some(floor) = power
                .times(&Interval::from_integer(scale, precision))
                .half_sum_floor(scale, above)
            {
                return floor;
            }
            precision *= 2;
        }
    }

    /// w as 1/2 ± (c·10^−E)/2 with `digits` ≥ 1 digits of c, rounded down.
    ///
    /// ```
    /// use dashu_int::UBig;
    /// use dashu_ratio::RBig;
    /// use wythoff::failed_moves::{Convention, FailedMoves};
    /// let model = FailedMoves::new(RBig::from_parts(2.into(), 3u8.into()))?;
    /// // λ = 1/2, and 2^−1000 = 9.33…·10^−302.
    /// let near = model.near_half(&UBig::from(1000u16), Convention::Normal, 4);
    /// assert_eq!(near.to_string(), "1/2 - 9.332*10^-302/2");
    /// # Ok::<(), wythoff::failed_moves::SuccessError>(())
    /// ```
    pub fn near_half(&self, remoteness: &UBig, convention: Convention, digits: usize) -> NearHalf {
        let digits = digits.max(1);
        let above = Self::favours_mover(remoteness, convention);
        // λ^R = (u'/v')^R·10^(−shift): without the powers of ten a long power has many digits.
        let (u, u_tens) = without_tens(&self.lambda.u);
        let (v, v_tens) = without_tens(&self.lambda.v);
        let stripped = Ratio { u, v };
        let tens = Tens {
            up: UBig::from(u_tens) * remoteness,
            down: UBig::from(v_tens) * remoteness,
        };
        let (leading, magnitude, exact) =
            match stripped.short_power(remoteness, SHORT_BITS.max(16 * digits + 64)) {
                Some((u, v)) => leading_of_ratio(&u, &v, digits),
                None => {
                    let (leading, magnitude) = stripped.leading_by_interval(remoteness, digits);
                    (leading, magnitude, false)
                }
            };
        NearHalf {
            above,
            coefficient: with_point(&leading, digits - 1),
            exponent: tens.exponent(magnitude),
            exact,
        }
    }
}

impl Ratio {
    /// The leading digits of (u/v)^R and its magnitude, where they are not all its digits.
    fn leading_by_interval(&self, remoteness: &UBig, digits: usize) -> (UBig, Magnitude) {
        let mut precision = 2 * remoteness.bit_len() + 4 * digits + 64;
        loop {
            if let Some(found) = self.leading_at(remoteness, digits, precision) {
                return found;
            }
            precision *= 2;
        }
    }

    fn leading_at(
        &self,
        remoteness: &UBig,
        digits: usize,
        precision: usize,
    ) -> Option<(UBig, Magnitude)> {
        let shrinks = self.u < self.v;
        // The larger of the power and its inverse, to which powers of ten are fitted.
        let (larger, smaller) = if shrinks {
            (&self.v, &self.u)
        } else {
            (&self.u, &self.v)
        };
        let power = Interval::from_ratio(larger, smaller, precision).power(remoteness);
        let (tens, ten_power) = largest_ten_power(&power, precision)?;
        let scale = UBig::from(10u8).pow(digits - 1);
        if !shrinks {
            let inverse = ten_power.inverse();
            let leading = power
                .times(&inverse)
                .times(&Interval::from_integer(&scale, precision))
                .floor()?;
            return Some((leading, Magnitude::Large(tens)));
        }
        // 10^tens ≤ (v/u)^R < 10^(tens+1), and not equal: (u/v)^R = c·10^−(tens+1).
        let ten = Interval::from_integer(&UBig::from(10u8), precision);
        let coefficient = ten_power.times(&ten).times(&power.inverse());
        let leading = coefficient
            .times(&Interval::from_integer(&scale, precision))
            .floor()?;
        Some((leading, Magnitude::Small(tens + UBig::ONE)))
    }

    /// (u^R, v^R), if v^R and u^R have at most about `bits` bits.
    fn short_power(&self, remoteness: &UBig, bits: usize) -> Option<(UBig, UBig)> {
        let longest = self.v.bit_len().max(self.u.bit_len());
        if longest == 1 {
            return Some((UBig::ONE, UBig::ONE));
        }
        let exponent = usize::try_from(remoteness).ok()?;
        (exponent.checked_mul(longest)? <= bits)
            .then(|| (self.u.pow(exponent), self.v.pow(exponent)))
    }
}

/// A number is c·10^n or c·10^−n, 1 ≤ c < 10.
enum Magnitude {
    Large(UBig),
    Small(UBig),
}

/// Powers of ten set aside: 10^(up − down).
struct Tens {
    up: UBig,
    down: UBig,
}

impl Tens {
    /// E where the whole number is c·10^−E; never negative, since λ ≤ 1.
    fn exponent(self, magnitude: Magnitude) -> UBig {
        let (up, down) = match magnitude {
            Magnitude::Large(n) => (self.up + n, self.down),
            Magnitude::Small(n) => (self.up, self.down + n),
        };
        if down >= up { down - up } else { UBig::ZERO }
    }
}

/// The leading `digits` digits of u/v, its magnitude, and whether there are no others.
fn leading_of_ratio(u: &UBig, v: &UBig, digits: usize) -> (UBig, Magnitude, bool) {
    let ten = UBig::from(10u8);
    let mut magnitude = 0;
    let (mut numerator, mut denominator) = (u.clone(), v.clone());
    while numerator < denominator {
        numerator *= &ten;
        magnitude += 1;
    }
    let mut growth = 0usize;
    while numerator >= &denominator * &ten {
        denominator *= &ten;
        growth += 1;
    }
    let (leading, rest) = (numerator * ten.pow(digits - 1)).div_rem(denominator);
    let size = if growth > 0 {
        Magnitude::Large(growth.into())
    } else {
        Magnitude::Small(UBig::from(magnitude as u64))
    };
    (leading, size, rest.is_zero())
}

/// The largest t with 10^t ≤ number, number ≥ 1, and 10^t; none if the precision does not decide it.
fn largest_ten_power(number: &Interval, precision: usize) -> Option<(UBig, Interval)> {
    let mut ladder = vec![Interval::from_integer(&UBig::from(10u8), precision)];
    while let Some(top) = ladder.last()
        && top.compare(number)? == Ordering::Less
    {
        ladder.push(top.times(top));
    }
    let mut exponent = UBig::ZERO;
    let mut reached = Interval::from_integer(&UBig::ONE, precision);
    for rung in ladder.iter().rev() {
        exponent <<= 1;
        let next = reached.times(rung);
        if next.compare(number)? == Ordering::Less {
            reached = next;
            exponent += UBig::ONE;
        }
    }
    Some((exponent, reached))
}

/// n without its factors of ten, and their number.
fn without_tens(n: &UBig) -> (UBig, usize) {
    let mut rest = n.clone();
    let mut tens = 0;
    let ten = UBig::from(10u8);
    loop {
        let (quotient, remainder) = (&rest).div_rem(&ten);
        if !remainder.is_zero() {
            return (rest, tens);
        }
        rest = quotient;
        tens += 1;
    }
}

/// n/10^decimals with all its digits.
fn with_point(n: &UBig, decimals: usize) -> String {
    let digits = format!("{n:0>width$}", n = n.to_string(), width = decimals + 1);
    let (whole, fraction) = digits.split_at(digits.len() - decimals);
    if decimals == 0 {
        whole.to_owned()
    } else {
        format!("{whole}.{fraction}")
    }
}
