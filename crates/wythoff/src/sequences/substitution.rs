//! The P-position sequence for any a, b and any start (0, k), in polynomial time.
//!
//! The steps d_m = x_{m+1} − x_m − b form the word u = k·σ(k)·σ²(k)·…, with σ of
//! [`super::letters`]; x_m and the searches L, U descend through the levels σ^n by comparing with
//! the lengths and widths of σ^n(0). Derived, with proof, in `docs/derivations/substitution.md`;
//! judge: [`super::mex_b`]. The characteristic polynomial agrees with that of
//! \[BorosGurvichOudalov2013\].
//! Cost: about log m / log r levels (r the growth of σ), min(a, b) + 2 additions each, once for a
//! table; then a few comparisons and subtractions a level for each query.
//! Limits: a/gcd and b/gcd below 2^[`PARAMETER_BITS`].

use super::binomial::BinomialLevels;
use super::letters::{Descent, Letters};
use super::levels::Levels;
use super::source::Source;
use super::{PSequence, SequenceError, Term};
use dashu_base::{BitTest, Gcd};
use dashu_int::UBig;
use std::sync::{PoisonError, RwLock, RwLockReadGuard};

/// The largest size in bits of a/gcd(a, b) and b/gcd(a, b): letters and levels are `u128`.
pub const PARAMETER_BITS: usize = 96;

/// From this b on the levels of a = 1 are computed without a table.
const BINOMIAL_FROM: u128 = 128;

/// A start letter this many steps from 0, with this many splits between, is reached through 0.
const MOST_STEPS: u128 = 4096;
const MOST_SPLITS: usize = 64;

/// The sequence of WYT(a, b) from (0, k); its table of levels grows with the largest query.
#[derive(Debug)]
pub struct Substitution {
    a: UBig,
    b: UBig,
    shift: UBig,
    scale: UBig,
    letters: Letters,
    /// ⌈k / gcd(a, b)⌉: the start letter on the reduced alphabet.
    start_letter: UBig,
    /// The last letter of σ(k) as a descendant of 0, where that is near.
    start_descent: Option<Descent>,
    levels: RwLock<Levels>,
}

/// What a descent counts down: the index, or a coordinate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Measure {
    Index,
    X,
    /// y − k.
    Y,
}

/// A prefix of u, or of σ^n(k): how many letters, and the step of x over it.
struct Prefix {
    length: UBig,
    width: UBig,
}

impl Substitution {
    /// The sequence of WYT(a, b) from (0, k), with `shift` = k.
    ///
    /// # Errors
    /// [`SequenceError::ZeroParameter`], [`SequenceError::ParameterTooLarge`].
    pub fn new(a: &UBig, b: &UBig, shift: &UBig) -> Result<Self, SequenceError> {
        if a.is_zero() || b.is_zero() {
            return Err(SequenceError::ZeroParameter);
        }
        let scale = a.gcd(b);
        let letters = Letters {
            a: reduced(&(a / &scale))?,
            b: reduced(&(b / &scale))?,
        };
        let start_letter = (shift + &scale - UBig::ONE) / &scale;
        let last = letters.first_image(&start_letter).1;
        let start_descent = letters.descent_to(last, MOST_SPLITS);
        Ok(Self {
            a: a.clone(),
            b: b.clone(),
            shift: shift.clone(),
            scale,
            letters,
            start_letter,
            // Levels without a table may lie as far apart as they like.
            start_descent: start_descent
                .filter(|descent| binomial(letters) || descent.steps <= MOST_STEPS),
            levels: RwLock::new(Levels::new(letters)),
        })
    }

    /// The levels, and one of them that lies beyond the prefix of `index` letters.
    fn source(&self, index: &UBig) -> (Source<'_>, u128) {
        if binomial(self.letters) {
            let b = self.letters.b;
            return (
                Source::Binomial(BinomialLevels::new(b)),
                BinomialLevels::covering(b, index),
            );
        }
        let (levels, beyond) = self.table(index);
        (Source::Table { levels, at: 0 }, beyond as u128)
    }

    /// The table, long enough for prefixes of `index` letters, and a level beyond them.
    fn table(&self, index: &UBig) -> (RwLockReadGuard<'_, Levels>, usize) {
        let ahead = self
            .start_descent
            .as_ref()
            .map_or(0, |descent| descent.steps as usize)
            + 1;
        loop {
            let table = self.levels.read().unwrap_or_else(PoisonError::into_inner);
            if let Some(beyond) = table.beyond(index, ahead) {
                return (table, beyond);
            }
            drop(table);
            self.levels
                .write()
                .unwrap_or_else(PoisonError::into_inner)
                .cover(index, ahead);
        }
    }

    /// The longest prefix of u of measure at most `target`.
    fn prefix(&self, measure: Measure, target: &UBig) -> Prefix {
        let most_letters = match measure {
            Measure::Index => target.clone(),
            // x_m ≥ b·m.
            Measure::X | Measure::Y => target / &self.b,
        };
        let (mut source, beyond) = self.source(&most_letters);
        let count = last_true(0, beyond, |count| {
            self.measured(
                measure,
                &self.blocks(&mut source, count, measure != Measure::Index),
            ) <= *target
        });
        let blocks = self.blocks(&mut source, count, true);
        let left = target - self.measured(measure, &blocks);
        let inner = self.inner_prefix(source, measure, count, left);
        Prefix {
            length: blocks.length + inner.length,
            width: blocks.width + inner.width * &self.scale,
        }
    }

    /// The measure of a prefix.
    fn measured(&self, measure: Measure, prefix: &Prefix) -> UBig {
        match measure {
            Measure::Index => prefix.length.clone(),
            Measure::X => prefix.width.clone(),
            Measure::Y => &prefix.width + &self.a * &prefix.length,
        }
    }

    /// The whole words σ^0(k) … σ^(count−1)(k); their width only if wanted.
    fn blocks(&self, source: &mut Source<'_>, count: u128, with_width: bool) -> Prefix {
        if self.start_letter.is_zero() {
            source.seek(count);
            let width = if with_width {
                source.start() * &self.scale
            } else {
                UBig::ZERO
            };
            return Prefix {
                length: self.letters_of(source.width().clone(), &UBig::ONE),
                width,
            };
        }
        let (length, lengths) = match &self.start_descent {
            Some(descent) => self.lengths_by_descent(source, count, with_width, descent),
            None => self.lengths_by_splits(source, count, with_width),
        };
        // Σ_{i<count} (b + k + a·|σ^0(k) … σ^(i−1)(k)|)
        let width = UBig::from(count) * (&self.b + &self.shift) + &self.a * lengths;
        Prefix { length, width }
    }

    /// (w − terms·b)/a: length(0) + … + length(n − 1) for w = width(n), terms = 1; the sum of these
    /// over all levels below n for w = start(n), terms = n.
    fn letters_of(&self, widths: UBig, terms: &UBig) -> UBig {
        let sum = widths - terms * UBig::from(self.letters.b);
        if self.letters.a == 1 {
            sum
        } else {
            sum / UBig::from(self.letters.a)
        }
    }

    /// For k > 0, Λ = |σ^0(k) … σ^(n−1)(k)| and, if wanted, the sum of Λ over all smaller n.
    ///
    /// With σ(k) = 0^zeros·s and s left over from 0 after j steps,
    /// σ^(h+j)(0) = Π σ^(h+j−1−i)(0)^zeros(i) · σ^h(s) for the steps i < j that split.
    fn lengths_by_descent(
        &self,
        source: &mut Source<'_>,
        count: u128,
        with_sum: bool,
        descent: &Descent,
    ) -> (UBig, UBig) {
        let Some(inner) = count.checked_sub(1) else {
            return (UBig::ZERO, UBig::ZERO);
        };
        let zeros = self.letters.first_image(&self.start_letter).0;
        let (mut length, mut sum) = self.sums(source, inner, with_sum);
        length *= &zeros;
        sum *= &zeros;
        // Adds and takes away Σ over h < inner of length(h + from).
        let (mut less, mut less_sum) = (UBig::ZERO, UBig::ZERO);
        for (from, times, added) in [(descent.steps, 1, true)].into_iter().chain(
            descent
                .splits
                .iter()
                .map(|&(i, zeros)| (descent.steps - 1 - i, zeros, false)),
        ) {
            let (high, high_sum) = self.sums(source, inner + from, with_sum);
            let (low, low_sum) = self.sums(source, from, with_sum);
            let times = UBig::from(times);
            let part_sum = if with_sum {
                (high_sum - low_sum - UBig::from(inner) * &low) * &times
            } else {
                UBig::ZERO
            };
            let part = (high - low) * times;
            if added {
                length += part;
                sum += part_sum;
            } else {
                less += part;
                less_sum += part_sum;
            }
        }
        (
            length + UBig::ONE - less,
            sum + UBig::from(inner) - less_sum,
        )
    }

    /// length(0) + … + length(n − 1) and, if wanted, the sum of that over all smaller n.
    fn sums(&self, source: &mut Source<'_>, level: u128, with_sum: bool) -> (UBig, UBig) {
        source.seek(level);
        let length = self.letters_of(source.width().clone(), &UBig::ONE);
        let sum = if with_sum {
            self.letters_of(source.start(), &UBig::from(level))
        } else {
            UBig::ZERO
        };
        (length, sum)
    }

    /// The same by all the zeros that the images of k split off:
    /// |σ^0(k) … σ^(n−1)(k)| = n + Σ_j zeros_k(j)·(length(0) + … + length(n−2−j)).
    fn lengths_by_splits(
        &self,
        source: &mut Source<'_>,
        count: u128,
        with_sum: bool,
    ) -> (UBig, UBig) {
        let mut length = UBig::from(count);
        let mut sum = (UBig::from(count) * UBig::from(count.saturating_sub(1))) >> 1;
        if count <= 1 {
            return (length, sum);
        }
        let (mut zeros, mut letter) = self.letters.first_image(&self.start_letter);
        let mut left = count - 1;
        loop {
            let (part, part_sum) = self.sums(source, left, with_sum);
            length += part * &zeros;
            sum += part_sum * &zeros;
            let split = self.letters.split(letter);
            if split.skip + 1 >= left {
                return (length, sum);
            }
            left -= split.skip + 1;
            zeros = UBig::from(split.zeros);
            letter = split.last;
        }
    }

    /// The longest prefix of σ^n(k), n = `level`, of measure at most `left`, which is less than the
    /// whole word's; on the reduced alphabet.
    fn inner_prefix(
        &self,
        source: Source<'_>,
        measure: Measure,
        mut level: u128,
        left: UBig,
    ) -> Prefix {
        let a = UBig::from(self.letters.a);
        // Lengths are compared as a·|σ^n(0)| = width(n + 1) − width(n).
        let left = if measure == Measure::Index {
            left * &a
        } else {
            left / &self.scale
        };
        let whole = left.clone();
        let mut walk = Walk {
            source,
            measure,
            left,
            other: UBig::ZERO,
            step: UBig::ZERO,
        };
        if level > 0 {
            level -= 1;
            let (zeros, last) = self.letters.first_image(&self.start_letter);
            let mut letter = if walk.take(level, &zeros) { last } else { 0 };
            loop {
                let split = self.letters.split(letter);
                if split.skip + 1 > level {
                    break;
                }
                level -= split.skip + 1;
                letter = if walk.take(level, &UBig::from(split.zeros)) {
                    split.last
                } else {
                    0
                };
            }
        }
        let (taken, other) = (whole - walk.left, walk.other);
        match measure {
            Measure::Index => Prefix {
                length: taken / a,
                width: other,
            },
            Measure::X => Prefix {
                length: (other - &taken) / a,
                width: taken,
            },
            Measure::Y => Prefix {
                length: (taken - &other) / a,
                width: other,
            },
        }
    }
}

/// The state of a walk down the levels.
struct Walk<'s> {
    source: Source<'s>,
    measure: Measure,
    left: UBig,
    /// Σ width(n) over the words taken; for [`Measure::X`], where that is what left lost, Σ width(n + 1).
    other: UBig,
    /// The measure of the word at hand; kept for its memory.
    step: UBig,
}

/// Up to this many words are taken one by one, which is faster than a division.
const FEW_WORDS: u8 = 16;

impl Walk<'_> {
    /// Takes as many of `most` words σ^level(0) as fit; returns whether all of them did.
    fn take(&mut self, level: u128, most: &UBig) -> bool {
        if most.is_zero() {
            return true;
        }
        self.source.seek(level);
        let (width, next_width) = (self.source.width(), self.source.next_width());
        let (step, other) = match self.measure {
            Measure::Index => {
                self.step.clone_from(next_width);
                self.step -= width;
                (&self.step, width)
            }
            Measure::X => (width, next_width),
            Measure::Y => (next_width, width),
        };
        if let Ok(few @ ..=FEW_WORDS) = u8::try_from(most) {
            for _ in 0..few {
                if self.left < *step {
                    return false;
                }
                self.left -= step;
                self.other += other;
            }
            return true;
        }
        let fit = (&self.left / step).min(most.clone());
        self.left -= step * &fit;
        self.other += other * &fit;
        fit == *most
    }
}

impl PSequence for Substitution {
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
        self.prefix(Measure::Index, index).width
    }

    fn last_x_at_most(&self, x: &UBig) -> Term {
        let Prefix {
            length: index,
            width: x,
        } = self.prefix(Measure::X, x);
        let y = &x + self.difference(&index);
        Term { index, x, y }
    }

    fn last_y_at_most(&self, y: &UBig) -> Option<Term> {
        if *y < self.shift {
            return None;
        }
        let Prefix {
            length: index,
            width: x,
        } = self.prefix(Measure::Y, &(y - &self.shift));
        let y = &x + self.difference(&index);
        Some(Term { index, x, y })
    }
}

/// Whether the levels are computed without a table.
fn binomial(letters: Letters) -> bool {
    letters.a == 1 && letters.b >= BINOMIAL_FROM
}

fn reduced(parameter: &UBig) -> Result<u128, SequenceError> {
    let bits = parameter.bit_len();
    match u128::try_from(parameter) {
        Ok(value) if bits <= PARAMETER_BITS => Ok(value),
        _ => Err(SequenceError::ParameterTooLarge { bits }),
    }
}

/// The largest n in low..high with `holds(n)`, for a property that holds at `low` and never again
/// once it fails.
fn last_true(low: u128, high: u128, mut holds: impl FnMut(u128) -> bool) -> u128 {
    let (mut yes, mut no) = (low, high);
    while no - yes > 1 {
        let middle = yes + (no - yes) / 2;
        if holds(middle) {
            yes = middle;
        } else {
            no = middle;
        }
    }
    yes
}
