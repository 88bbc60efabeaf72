//! The P-position sequence for any a, b and any start (0, k), in polynomial time.
//!
//! The steps d_m = x_{m+1} − x_m − b form the word u = k·σ(k)·σ²(k)·…, with σ of
//! [`super::letters`]; x_m and the searches L, U descend through the levels σ^n by comparing with
//! the lengths and widths of σ^n(0). Derived, with proof, in `docs/derivations/substitution.md`;
//! judge: [`super::mex_b`]. The characteristic polynomial agrees with that of
//! [BorosGurvichOudalov2013].
//! Cost: about log m / log r levels (r the growth of σ), min(a, b) + 2 additions each, once for a
//! table; then a few comparisons and subtractions a level for each query.
//! Limits: a/gcd and b/gcd below 2^[`PARAMETER_BITS`].

use super::letters::Letters;
use super::levels::Levels;
use super::{PSequence, SequenceError, Term};
use dashu_base::{BitTest, Gcd};
use dashu_int::UBig;
use std::sync::{PoisonError, RwLock, RwLockReadGuard};

/// The largest size in bits of a/gcd(a, b) and b/gcd(a, b): letters and levels are `u128`.
pub const PARAMETER_BITS: usize = 96;

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

/// A prefix of u made of whole words σ^0(k) … σ^(n−1)(k).
struct Blocks {
    count: usize,
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
        let levels = RwLock::new(Levels::new(letters));
        Ok(Self {
            a: a.clone(),
            b: b.clone(),
            shift: shift.clone(),
            scale,
            letters,
            start_letter,
            levels,
        })
    }

    /// The table, long enough for indices up to `index`.
    fn table(&self, index: &UBig) -> RwLockReadGuard<'_, Levels> {
        let table = self.levels.read().unwrap_or_else(PoisonError::into_inner);
        if table.covers(index) {
            return table;
        }
        drop(table);
        self.levels
            .write()
            .unwrap_or_else(PoisonError::into_inner)
            .cover(index);
        self.levels.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// The longest prefix of u of measure at most `target`: its length and its width.
    fn prefix(&self, measure: Measure, target: &UBig) -> (UBig, UBig) {
        let most_letters = match measure {
            Measure::Index => target.clone(),
            // x_m ≥ b·m.
            Measure::X | Measure::Y => target / &self.b,
        };
        let table = self.table(&most_letters);
        let blocks = self.whole_blocks(&table, measure, target);
        let used = self.measured(measure, &blocks.length, &blocks.width);
        let (length, width) = self.inner_prefix(&table, measure, &blocks, target - used);
        (blocks.length + length, blocks.width + width * &self.scale)
    }

    /// The measure of a prefix of given length and width.
    fn measured(&self, measure: Measure, length: &UBig, width: &UBig) -> UBig {
        match measure {
            Measure::Index => length.clone(),
            Measure::X => width.clone(),
            Measure::Y => width + &self.a * length,
        }
    }

    /// The whole words σ^n(k) inside the prefix.
    fn whole_blocks(&self, table: &Levels, measure: Measure, target: &UBig) -> Blocks {
        let fits = |count: usize| {
            let blocks = self.blocks(table, count);
            self.measured(measure, &blocks.length, &blocks.width) <= *target
        };
        let count = last_true(0, table.len() - 1, fits);
        self.blocks(table, count)
    }

    /// Length and width of σ^0(k) … σ^(count−1)(k).
    fn blocks(&self, table: &Levels, count: usize) -> Blocks {
        if self.start_letter.is_zero() {
            let a = UBig::from(self.letters.a);
            let length = (table.width(count) - UBig::from(self.letters.b)) / a;
            return Blocks {
                count,
                length,
                width: table.start(count) * &self.scale,
            };
        }
        self.shifted_blocks(table, count)
    }

    /// The same for k > 0, from the zeros that the images of k split off:
    /// |σ^0(k) … σ^(n−1)(k)| = n + Σ_j zeros_k(j)·(length(0) + … + length(n−2−j)).
    fn shifted_blocks(&self, table: &Levels, count: usize) -> Blocks {
        let mut length = UBig::from(count);
        // Σ_{i<count} |σ^0(k) … σ^(i−1)(k)|
        let mut lengths = UBig::from(count) * UBig::from(count.saturating_sub(1)) / UBig::from(2u8);
        let a = UBig::from(self.letters.a);
        let b = UBig::from(self.letters.b);
        let mut split_off = |zeros: &UBig, left: usize| {
            length += zeros * ((table.width(left) - &b) / &a);
            lengths += zeros * ((table.start(left) - UBig::from(left) * &b) / &a);
        };
        if count > 1 {
            let (zeros, mut letter) = self.letters.first_image(&self.start_letter);
            let mut left = count - 1;
            split_off(&zeros, left);
            while left > 0 {
                let split = self.letters.split(letter);
                if split.skip + 1 >= left as u128 {
                    break;
                }
                left -= split.skip as usize + 1;
                split_off(&UBig::from(split.zeros), left);
                letter = split.last;
            }
        }
        let width = UBig::from(count) * (&self.b + &self.shift) + &self.a * lengths;
        Blocks {
            count,
            length,
            width,
        }
    }

    /// The longest prefix of σ^n(k), n = `blocks.count`, of measure at most `left`, which is less
    /// than the whole word's: its length, and its width on the reduced alphabet.
    fn inner_prefix(
        &self,
        table: &Levels,
        measure: Measure,
        blocks: &Blocks,
        left: UBig,
    ) -> (UBig, UBig) {
        let mut descent = Descent {
            table,
            measure,
            left,
            length: UBig::ZERO,
            width: UBig::ZERO,
        };
        if measure != Measure::Index {
            descent.left /= &self.scale;
        }
        let mut level = blocks.count as u128;
        if level == 0 {
            return (descent.length, descent.width);
        }
        let (zeros, last) = self.letters.first_image(&self.start_letter);
        level -= 1;
        let taken = descent.take_up_to(&zeros, level as usize);
        let mut letter = if taken < zeros { 0 } else { last };
        loop {
            let split = self.letters.split(letter);
            if split.skip + 1 > level {
                return (descent.length, descent.width);
            }
            level -= split.skip + 1;
            let whole = descent.take_all_or_some(split.zeros, level as usize);
            letter = if whole { split.last } else { 0 };
        }
    }
}

/// The state of a walk down the levels.
struct Descent<'t> {
    table: &'t Levels,
    measure: Measure,
    left: UBig,
    length: UBig,
    width: UBig,
}

impl<'t> Descent<'t> {
    /// The measure of σ^level(0) on the reduced alphabet.
    fn step(&self, level: usize) -> &'t UBig {
        match self.measure {
            Measure::Index => self.table.length(level),
            Measure::X => self.table.width(level),
            // width + a·length
            Measure::Y => self.table.width(level + 1),
        }
    }

    /// Takes as many of `most` words σ^level(0) as fit; returns how many.
    fn take_up_to(&mut self, most: &UBig, level: usize) -> UBig {
        let fit = (&self.left / self.step(level)).min(most.clone());
        if !fit.is_zero() {
            self.left -= self.step(level) * &fit;
            self.length += self.table.length(level) * &fit;
            self.width += self.table.width(level) * &fit;
        }
        fit
    }

    /// The same; returns whether all of them fit.
    fn take_all_or_some(&mut self, most: u128, level: usize) -> bool {
        let step = self.step(level);
        if self.left < *step {
            return false;
        }
        if most == 1 {
            self.left -= step;
            self.length += self.table.length(level);
            self.width += self.table.width(level);
            return true;
        }
        let most = UBig::from(most);
        self.take_up_to(&most, level) == most
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
        self.prefix(Measure::Index, index).1
    }

    fn last_x_at_most(&self, x: &UBig) -> Term {
        let (index, x) = self.prefix(Measure::X, x);
        let y = &x + self.difference(&index);
        Term { index, x, y }
    }

    fn last_y_at_most(&self, y: &UBig) -> Option<Term> {
        if *y < self.shift {
            return None;
        }
        let (index, x) = self.prefix(Measure::Y, &(y - &self.shift));
        let y = &x + self.difference(&index);
        Some(Term { index, x, y })
    }
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
fn last_true(low: usize, high: usize, holds: impl Fn(usize) -> bool) -> usize {
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
