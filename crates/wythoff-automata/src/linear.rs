//! Linear relations Σ c_i·x_i ∈ T, built directly: no adder is composed.
//!
//! Reading digits from the most significant end, the value of the prefix when m digits are still to come is
//! Σ_j p_j·V_{m+j} plus the corrections of the last few digits; the state is the vector p together with those
//! digits' sums. A state is dropped only when no number of further digits can bring the value into T
//! (see [`Carry::hopeless`]), so the automaton is exact for every numeration; for a Pisot number finitely many
//! states remain.

use std::cell::Cell;

use crate::budget::{Budget, Error, Result};
use crate::dfa::{Dfa, explore};
use crate::intern::Interner;
use crate::numeration::Numeration;

/// Beyond this weight no further lengths are looked at.
const LARGE: i128 = 1 << 44;

struct Carry<'n> {
    recurrence: &'n [i64],
    corrections: &'n [i64],
    regular: Vec<i128>,
    weights: Vec<i128>,
    /// Sum of the positive coefficients, sum of the absolute values of the negative ones.
    up: i128,
    down: i128,
    targets: Vec<i64>,
}

/// The relation Σ coefficients_i·x_i ∈ targets over tracks in the order of the coefficients, intersected with
/// the valid words. Letters are read with the first track as the most significant place.
pub(crate) fn linear(
    numeration: &Numeration,
    coefficients: &[i64],
    targets: &[i64],
    budget: &Budget<'_>,
) -> Result<Dfa> {
    let carry = Carry::new(numeration, coefficients, targets);
    let tracks = coefficients.len();
    let digits = numeration.digits();
    let letters = digits.pow(tracks as u32);
    let places: Vec<Vec<usize>> = (0..letters)
        .map(|letter| split_letter(letter, digits, tracks))
        .collect();
    let sums: Vec<i64> = places
        .iter()
        .map(|d| {
            d.iter()
                .zip(coefficients)
                .map(|(&d, &c)| c * d as i64)
                .sum()
        })
        .collect();
    // Key: one state of the valid words per track, then the carry.
    let mut start = vec![numeration.valid().start(); tracks];
    start.extend(std::iter::repeat_n(0, carry.len()));
    let mut interner = Interner::new();
    let (mut from, mut to) = (vec![0; carry.len()], vec![0; carry.len()]);
    let valid = numeration.valid();
    let too_large = Cell::new(false);
    let raw = explore(
        letters,
        &mut interner,
        &start,
        |states, bytes| budget.grow("linear relation", states, bytes),
        |key| {
            let carried: Vec<i64> = key[tracks..].iter().map(|&p| i64::from(p as i32)).collect();
            key[..tracks].iter().all(|&q| valid.accepts(q)) && carry.accepts(&carried)
        },
        |key, letter, out| {
            for (&state, &digit) in key.iter().zip(&places[letter]) {
                match valid.step(state, digit) {
                    0 => return false,
                    next => out.push(next),
                }
            }
            for (slot, &word) in from.iter_mut().zip(&key[tracks..]) {
                *slot = i64::from(word as i32);
            }
            carry.step(&from, sums[letter], &mut to);
            let fits = to.iter().all(|&p| i32::try_from(p).is_ok());
            too_large.set(too_large.get() || !fits);
            if !fits || carry.hopeless(&to) {
                return false;
            }
            out.extend(to.iter().map(|&p| p as i32 as u32));
            true
        },
    )?;
    if too_large.get() {
        return Err(Error::Numeration(format!(
            "{}: the carries of a linear relation grow without end",
            numeration.name()
        )));
    }
    Ok(raw.minimise())
}

/// The digits of a letter, first track first.
pub(crate) fn split_letter(mut letter: usize, digits: usize, tracks: usize) -> Vec<usize> {
    let mut places = vec![0; tracks];
    for place in places.iter_mut().rev() {
        *place = letter % digits;
        letter /= digits;
    }
    places
}

impl<'n> Carry<'n> {
    fn new(numeration: &'n Numeration, coefficients: &[i64], targets: &[i64]) -> Self {
        let order = numeration.recurrence().len();
        let mut regular = numeration.regular_weights(400);
        let enough = regular
            .iter()
            .position(|&v| v > LARGE)
            .unwrap_or(regular.len());
        regular.truncate(enough.max(2 * order + numeration.corrections().len() + 1));
        let mut weights = regular.clone();
        for (weight, &correction) in weights.iter_mut().zip(numeration.corrections()) {
            *weight += i128::from(correction);
        }
        Self {
            recurrence: numeration.recurrence(),
            corrections: numeration.corrections(),
            regular,
            weights,
            up: coefficients.iter().map(|&c| i128::from(c.max(0))).sum(),
            down: coefficients.iter().map(|&c| i128::from((-c).max(0))).sum(),
            targets: targets.to_vec(),
        }
    }

    /// p_0 … p_{r-1}, then the digit sums of the last letters, the very last first.
    fn len(&self) -> usize {
        self.recurrence.len() + self.corrections.len()
    }

    fn step(&self, from: &[i64], sum: i64, to: &mut [i64]) {
        let r = self.recurrence.len();
        let top = from[r - 1];
        for j in 0..r {
            let below = if j == 0 { sum } else { from[j - 1] };
            // V_{m+r} = Σ_j recurrence_j·V_{m+r-1-j}
            to[j] = below + top * self.recurrence[r - 1 - j];
        }
        for j in 0..self.corrections.len() {
            to[r + j] = if j == 0 { sum } else { from[r + j - 1] };
        }
    }

    fn accepts(&self, state: &[i64]) -> bool {
        let value = self.value(state, 0);
        self.targets.iter().any(|&t| i128::from(t) == value)
    }

    /// The value of the prefix when `m` digits 0 follow.
    fn value(&self, state: &[i64], m: usize) -> i128 {
        let r = self.recurrence.len();
        let regular: i128 = (0..r)
            .map(|j| i128::from(state[j]) * self.regular[m + j])
            .sum();
        // The digit i places from the end now is m + i places from the end later.
        let low: i128 = (0..self.corrections.len())
            .filter(|&i| i + m < self.corrections.len())
            .map(|i| i128::from(state[r + i]) * i128::from(self.corrections[i + m]))
            .sum();
        regular + low
    }

    /// Whether no tail of any length leads into the targets.
    ///
    /// With m digits to come the value ends in [value(m) - down·(U_m - 1), value(m) + up·(U_m - 1)]. For every m up to
    /// a bound this interval must miss the targets. Beyond, let L(m) = Σ p_j V_{m+j} + up·V_m; it satisfies the
    /// recurrence, whose coefficients are not negative with sum at least 1. If L < min(0, least target + up) for r
    /// consecutive m, this persists for all later m. Likewise from above. Without such a run the state is kept.
    fn hopeless(&self, state: &[i64]) -> bool {
        let (Some(&least), Some(&most)) = (self.targets.iter().min(), self.targets.iter().max())
        else {
            return true;
        };
        let (least, most) = (i128::from(least), i128::from(most));
        let r = self.recurrence.len();
        let (mut low_run, mut high_run) = (0, 0);
        for m in 0..self.regular.len() - r {
            let (value, room) = (self.value(state, m), self.weights[m] - 1);
            if value + self.up * room >= least && value - self.down * room <= most {
                return false;
            }
            if m >= self.corrections.len() {
                let below = value + self.up * self.regular[m] < (least + self.up).min(0);
                let above = value - self.down * self.regular[m] > (most - self.down).max(0);
                low_run = if below { low_run + 1 } else { 0 };
                high_run = if above { high_run + 1 } else { 0 };
                if low_run >= r || high_run >= r {
                    return true;
                }
            }
        }
        false
    }
}
