//! Numbers for chances: exact fractions, or whole-number bounds on either side.

use dashu_base::{BitTest, Gcd, UnsignedAbs};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

/// The greatest or the least of some chances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extreme {
    Greatest,
    Least,
}

impl Extreme {
    pub(super) fn opposite(self) -> Extreme {
        match self {
            Extreme::Greatest => Extreme::Least,
            Extreme::Least => Extreme::Greatest,
        }
    }

    fn of<T: Ord>(self, values: impl Iterator<Item = T>) -> Option<T> {
        match self {
            Extreme::Greatest => values.max(),
            Extreme::Least => values.min(),
        }
    }
}

/// What the equations of the models need. Lists are never empty. Every operation but the complement
/// grows with its arguments, so that it may be done on lower and upper bounds apart.
pub(super) trait Arithmetic {
    /// A probability.
    type Chance: Clone;

    /// 1 or 0.
    fn certain(&self, happens: bool) -> Self::Chance;
    /// 1 − c.
    fn complement(&self, chance: &Self::Chance) -> Self::Chance;
    /// p·c + (1 − p)·d.
    fn mix(&self, p: &RBig, chance: &Self::Chance, other: &Self::Chance) -> Self::Chance;
    /// The mean.
    fn mean(&self, chances: &[&Self::Chance]) -> Self::Chance;
    /// The greatest or least.
    fn extreme(&self, chances: &[&Self::Chance], extreme: Extreme) -> Self::Chance;
    /// The greatest or least, and the mean of all the others, of at least two.
    fn one_and_others(
        &self,
        chances: &[&Self::Chance],
        extreme: Extreme,
    ) -> (Self::Chance, Self::Chance);
    /// How many bits a chance takes.
    fn bits(&self, chance: &Self::Chance) -> usize;
}

/// Fractions in lowest terms.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exact;

impl Exact {
    /// The sum, over the least common denominator: as a rule that of one divides the other's.
    fn sum(chances: &[&RBig]) -> RBig {
        let (mut numerator, mut denominator) = (IBig::ZERO, UBig::ONE);
        for chance in chances {
            let own = chance.denominator();
            let mut factor = &denominator / own;
            if &factor * own != denominator {
                let missing = own / (&denominator).gcd(own);
                numerator *= &missing;
                denominator *= &missing;
                factor = &denominator / own;
            }
            numerator += chance.numerator() * factor;
        }
        RBig::from_parts(numerator, denominator)
    }

    fn over(sum: RBig, count: usize) -> RBig {
        sum / UBig::from(count)
    }
}

impl Arithmetic for Exact {
    type Chance = RBig;

    fn certain(&self, happens: bool) -> RBig {
        RBig::from(u8::from(happens))
    }

    fn complement(&self, chance: &RBig) -> RBig {
        RBig::ONE - chance
    }

    fn mix(&self, p: &RBig, chance: &RBig, other: &RBig) -> RBig {
        p * chance + (RBig::ONE - p) * other
    }

    fn mean(&self, chances: &[&RBig]) -> RBig {
        Self::over(Self::sum(chances), chances.len().max(1))
    }

    fn extreme(&self, chances: &[&RBig], extreme: Extreme) -> RBig {
        extreme
            .of(chances.iter())
            .map_or(RBig::ZERO, |&chance| chance.clone())
    }

    fn one_and_others(&self, chances: &[&RBig], extreme: Extreme) -> (RBig, RBig) {
        let one = self.extreme(chances, extreme);
        let others = Self::sum(chances) - &one;
        (one, Self::over(others, (chances.len() - 1).max(1)))
    }

    fn bits(&self, chance: &RBig) -> usize {
        chance.numerator().clone().unsigned_abs().bit_len() + chance.denominator().bit_len()
    }
}

/// A number between low/2^precision and high/2^precision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) low: UBig,
    pub(super) high: UBig,
}

/// Bounds with this many bits behind the point; low ends are rounded down, high ends up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounded {
    pub(super) precision: usize,
}

impl Bounded {
    fn one(self) -> UBig {
        UBig::ONE << self.precision
    }
}

fn divided_up(n: UBig, by: &UBig) -> UBig {
    (n + by - UBig::ONE) / by
}

impl Arithmetic for Bounded {
    type Chance = Bounds;

    fn certain(&self, happens: bool) -> Bounds {
        let value = if happens { self.one() } else { UBig::ZERO };
        Bounds {
            low: value.clone(),
            high: value,
        }
    }

    fn complement(&self, chance: &Bounds) -> Bounds {
        Bounds {
            low: self.one() - &chance.high,
            high: self.one() - &chance.low,
        }
    }

    fn mix(&self, p: &RBig, chance: &Bounds, other: &Bounds) -> Bounds {
        let (s, q) = (p.numerator().clone().unsigned_abs(), p.denominator());
        let rest = q - &s;
        Bounds {
            low: (&s * &chance.low + &rest * &other.low) / q,
            high: divided_up(&s * &chance.high + &rest * &other.high, q),
        }
    }

    fn mean(&self, chances: &[&Bounds]) -> Bounds {
        let count = UBig::from(chances.len().max(1));
        Bounds {
            low: total(chances, |c| &c.low) / &count,
            high: divided_up(total(chances, |c| &c.high), &count),
        }
    }

    fn extreme(&self, chances: &[&Bounds], extreme: Extreme) -> Bounds {
        let end = |of: fn(&Bounds) -> &UBig| {
            extreme
                .of(chances.iter().map(|c| of(c)))
                .cloned()
                .unwrap_or(UBig::ZERO)
        };
        Bounds {
            low: end(|c| &c.low),
            high: end(|c| &c.high),
        }
    }

    fn one_and_others(&self, chances: &[&Bounds], extreme: Extreme) -> (Bounds, Bounds) {
        // For p·n ≠ 1 the extreme option is best for lower and for upper bounds alike, each for itself.
        let one = self.extreme(chances, extreme);
        let count = UBig::from((chances.len() - 1).max(1));
        let others = Bounds {
            low: (total(chances, |c| &c.low) - &one.low) / &count,
            high: divided_up(total(chances, |c| &c.high) - &one.high, &count),
        };
        (one, others)
    }

    fn bits(&self, _chance: &Bounds) -> usize {
        2 * self.precision
    }
}

fn total(chances: &[&Bounds], end: fn(&Bounds) -> &UBig) -> UBig {
    chances
        .iter()
        .fold(UBig::ZERO, |sum, chance| sum + end(chance))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fraction(n: u32, d: u32) -> RBig {
        RBig::from_parts(n.into(), d.into())
    }

    fn enclose(a: Bounded, value: &RBig) -> Bounds {
        let scaled = value.numerator().clone().unsigned_abs() << a.precision;
        Bounds {
            low: &scaled / value.denominator(),
            high: divided_up(scaled, value.denominator()),
        }
    }

    #[track_caller]
    fn holds(a: Bounded, bounds: &Bounds, value: &RBig) {
        let scaled = value * RBig::from(a.one());
        let (low, high) = (
            RBig::from(bounds.low.clone()),
            RBig::from(bounds.high.clone()),
        );
        assert!(low <= scaled && scaled <= high, "{value} in {bounds:?}");
    }

    #[test]
    fn bounds_hold_the_exact_values() {
        let a = Bounded { precision: 20 };
        let values = [
            fraction(1, 3),
            fraction(2, 7),
            fraction(5, 6),
            fraction(1, 3),
        ];
        let bounds: Vec<Bounds> = values.iter().map(|v| enclose(a, v)).collect();
        let exact: Vec<&RBig> = values.iter().collect();
        let near: Vec<&Bounds> = bounds.iter().collect();
        holds(a, &a.mean(&near), &Exact.mean(&exact));
        assert_eq!(Exact.mean(&exact), fraction(25, 56));
        for extreme in [Extreme::Greatest, Extreme::Least] {
            holds(
                a,
                &a.extreme(&near, extreme),
                &Exact.extreme(&exact, extreme),
            );
            let (one, others) = Exact.one_and_others(&exact, extreme);
            let (near_one, near_others) = a.one_and_others(&near, extreme);
            holds(a, &near_one, &one);
            holds(a, &near_others, &others);
            let p = fraction(3, 11);
            holds(
                a,
                &a.mix(&p, &near_one, &near_others),
                &Exact.mix(&p, &one, &others),
            );
        }
        holds(a, &a.complement(near[1]), &Exact.complement(exact[1]));
        assert_eq!(
            a.mean(&[&a.certain(true), &a.certain(true)]),
            a.certain(true)
        );
    }
}
