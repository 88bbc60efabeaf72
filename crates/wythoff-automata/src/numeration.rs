//! Numerations: weights U_0 = 1 < U_1 < … and the words that are greedy for them.
//!
//! The weights are U_n = V_n + correction_n, where V satisfies a linear recurrence from n = 0 on and the
//! corrections concern the lowest digits only (Padovan's 1, 2, 3, 4, 5, 7, 9, … needs one). A word is valid when it is the
//! greedy expansion of its value; leading zeros are allowed. The automaton of valid words is built from a finite
//! look-ahead and hence is a guess until [`Numeration::certify`](crate::Numeration::certify) has shown, from the order
//! of the words alone, that the adder of this numeration adds.
//!
//! Sources: Zeckendorf; the p-system of Fraenkel for digits 0..a; greedy numerations in general: Fraenkel 1985.

use std::sync::Arc;

use crate::budget::{Error, Result};
use crate::dfa::{Dfa, Raw};

/// A greedy positional numeration of the natural numbers.
#[derive(Debug, PartialEq, Eq)]
pub struct Numeration {
    name: String,
    recurrence: Vec<i64>,
    regular: Vec<i64>,
    corrections: Vec<i64>,
    digits: usize,
    valid: Dfa,
    /// U_0, U_1, … up to 2^100.
    weights: Vec<i128>,
    /// Those of them that fit.
    small: Vec<u64>,
}

/// Look-ahead when the valid words are guessed; every numeration in use repeats far earlier.
const LOOK_AHEAD: usize = 24;
/// Longest word followed while guessing.
const LONGEST: usize = 64;
/// Largest alphabet accepted.
const MOST_DIGITS: usize = 16;

impl Numeration {
    /// The greedy numeration with U_n = V_n + corrections_n, V_n = Σ recurrence_j · V_{n-1-j}.
    ///
    /// `regular` holds V_0, V_1, … (as many as the recurrence has terms).
    ///
    /// # Errors
    /// [`Error::Numeration`] when U_0 is not 1, the weights do not grow, a coefficient is negative, or no finite
    /// automaton of the valid words shows within the look-ahead.
    ///
    /// ```
    /// use wythoff_automata::Numeration;
    /// let fibonacci = Numeration::new("zeckendorf", &[1, 1], &[1, 2], &[]).unwrap();
    /// assert_eq!(fibonacci.digits_of(11), [1, 0, 1, 0, 0]);
    /// assert_eq!(fibonacci.valid().states(), 2);
    /// ```
    pub fn new(
        name: &str,
        recurrence: &[i64],
        regular: &[i64],
        corrections: &[i64],
    ) -> Result<Arc<Self>> {
        let bad = |text: &str| Err(Error::Numeration(format!("{name}: {text}")));
        if recurrence.is_empty() || recurrence.len() != regular.len() || recurrence.len() > 12 {
            return bad("the recurrence and its first terms must have the same length, 1 to 12");
        }
        if recurrence.iter().any(|&c| !(0..=64).contains(&c)) || recurrence.iter().sum::<i64>() < 2
        {
            return bad("the coefficients must be 0 to 64 with sum at least 2");
        }
        let small = |list: &[i64]| list.iter().all(|v| v.abs() <= 1_000_000);
        if !small(regular) || !small(corrections) || corrections.len() > 8 {
            return bad("the first terms are too large");
        }
        let mut numeration = Self {
            name: name.to_owned(),
            recurrence: recurrence.to_vec(),
            regular: regular.to_vec(),
            corrections: corrections.to_vec(),
            digits: 0,
            valid: Dfa::empty(1),
            weights: Vec::new(),
            small: Vec::new(),
        };
        numeration.weights = numeration.compute_weights();
        numeration.small = numeration
            .weights
            .iter()
            .map_while(|&w| u64::try_from(w).ok())
            .collect();
        let weights = &numeration.weights[..numeration.weights.len().min(LONGEST)];
        if weights.len() < LOOK_AHEAD + 16
            || weights[0] != 1
            || weights.windows(2).any(|w| w[0] >= w[1])
        {
            return bad("the weights must start with 1 and grow");
        }
        numeration.digits = digits_needed(weights);
        if numeration.digits > MOST_DIGITS {
            return bad("too many digits");
        }
        match greedy_words(weights, numeration.digits) {
            Some(valid) => numeration.valid = valid,
            None => return bad("the greedy words show no finite automaton"),
        }
        Ok(Arc::new(numeration))
    }

    /// Fibonacci weights 1, 2, 3, 5, 8, …
    ///
    /// # Errors
    /// None in practice; see [`Numeration::new`].
    pub fn zeckendorf() -> Result<Arc<Self>> {
        Self::new("zeckendorf", &[1, 1], &[1, 2], &[])
    }

    /// Weights 1, a + 1, U_{n+1} = a·U_n + U_{n-1} with digits 0..=a: the numeration of WYT(a, 1).
    ///
    /// # Errors
    /// [`Error::Numeration`] for a = 0 or a too large for the alphabet.
    pub fn quadratic(a: u32) -> Result<Arc<Self>> {
        if a == 1 {
            return Self::zeckendorf();
        }
        Self::new(
            &format!("quadratic({a})"),
            &[i64::from(a), 1],
            &[1, i64::from(a) + 1],
            &[],
        )
    }

    /// Weights 1, 2, 3, 4, 5, 7, 9, 12, …, U_n = U_{n-2} + U_{n-3} from 7 on: the numeration of WYT(1, 2).
    ///
    /// # Errors
    /// None in practice; see [`Numeration::new`].
    pub fn padovan() -> Result<Arc<Self>> {
        Self::new("padovan", &[0, 1, 1], &[2, 2, 3], &[-1])
    }

    /// The numeration that fits WYT(a, b), gcd(a, b) = 1, when its dominant root is a Pisot number.
    ///
    /// The weights satisfy the recurrence of z^{b+1} - z - 1 - Σ_{0<i<a} z^{⌈ib/a⌉}, the polynomial that Boros,
    /// Gurvich and Oudalov (2013) attach to the game. For (a, 1) and (1, 2) these are the named numerations above.
    ///
    /// # Errors
    /// [`Error::Numeration`] when no greedy automaton shows; when the root is not a Pisot number the carries of
    /// linear relations have no finite automaton and [`Error::Budget`] appears later.
    pub fn for_wyt(a: u32, b: u32) -> Result<Arc<Self>> {
        if b == 0 || a == 0 || a > 12 || b > 11 {
            return Err(Error::Numeration(format!(
                "wyt({a},{b}) has no numeration here"
            )));
        }
        match (a, b) {
            (_, 1) => Self::quadratic(a),
            (1, 2) => Self::padovan(),
            _ => Self::of_recurrence(
                &format!("wyt({a},{b})"),
                &without_cyclotomic_factors(&wyt_recurrence(a, b)),
            ),
        }
    }

    /// A greedy numeration with the given recurrence and small first terms that work.
    fn of_recurrence(name: &str, recurrence: &[i64]) -> Result<Arc<Self>> {
        let mut last = Error::Numeration(format!("{name}: no first terms work"));
        for first in first_terms(recurrence) {
            let corrections: Vec<i64> = if first[0] == 1 {
                Vec::new()
            } else {
                vec![1 - first[0]]
            };
            match Self::new(name, recurrence, &first, &corrections) {
                Ok(numeration) => return Ok(numeration),
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    /// The name that exports and files use.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Number of digits: digits are `0..digits()`.
    #[must_use]
    pub fn digits(&self) -> usize {
        self.digits
    }

    /// The one-track automaton of valid words.
    #[must_use]
    pub fn valid(&self) -> &Dfa {
        &self.valid
    }

    /// Coefficients of the recurrence, the one of V_{n-1} first.
    #[must_use]
    pub fn recurrence(&self) -> &[i64] {
        &self.recurrence
    }

    /// V_0, V_1, …, the first terms of the regular part of the weights.
    #[must_use]
    pub fn regular(&self) -> &[i64] {
        &self.regular
    }

    /// What the lowest weights have in addition to the regular part.
    #[must_use]
    pub fn corrections(&self) -> &[i64] {
        &self.corrections
    }

    /// The regular part V_0 … of the weights, at most `count` terms, fewer when 2^100 is passed.
    pub(crate) fn regular_weights(&self, count: usize) -> Vec<i128> {
        let mut v: Vec<i128> = self.regular.iter().map(|&x| i128::from(x)).collect();
        while v.len() < count && v.last().is_some_and(|&x| x < 1 << 100) {
            let next = self
                .recurrence
                .iter()
                .zip(v.iter().rev())
                .map(|(&c, &x)| i128::from(c) * x)
                .sum();
            v.push(next);
        }
        v.truncate(count);
        v
    }

    fn compute_weights(&self) -> Vec<i128> {
        let mut u = self.regular_weights(400);
        for (weight, &correction) in u.iter_mut().zip(&self.corrections) {
            *weight += i128::from(correction);
        }
        u
    }

    /// The weights U_0, U_1, … up to 2^100.
    #[must_use]
    pub fn weights(&self) -> &[i128] {
        &self.weights
    }

    /// The value of a word, most significant digit first; `None` beyond 2^100.
    #[must_use]
    pub fn value(&self, word: &[u8]) -> Option<i128> {
        let first = word.iter().position(|&d| d > 0).unwrap_or(word.len());
        let word = &word[first..];
        let weights = self.weights.get(..word.len())?;
        word.iter()
            .zip(weights.iter().rev())
            .try_fold(0i128, |sum, (&d, &u)| sum.checked_add(u * i128::from(d)))
    }

    /// The greedy expansion, most significant digit first; empty for 0.
    #[must_use]
    pub fn digits_of(&self, value: u64) -> Vec<u8> {
        let mut left = value;
        self.weights_up_to(value)
            .map(|&weight| greedy_digit(&mut left, weight))
            .collect()
    }

    /// The weights of the digits of a number and of all smaller ones, largest first.
    pub(crate) fn weights_up_to(&self, value: u64) -> impl ExactSizeIterator<Item = &u64> {
        let used = self.small.partition_point(|&weight| weight <= value);
        self.small[..used].iter().rev()
    }
}

/// How often a weight fits into what is left of a number; reduces that.
pub(crate) fn greedy_digit(left: &mut u64, weight: u64) -> u8 {
    let mut digit = 0;
    while *left >= weight {
        *left -= weight;
        digit += 1;
    }
    digit
}

/// 1 + the largest digit that a greedy word can hold.
fn digits_needed(weights: &[i128]) -> usize {
    weights
        .windows(2)
        .map(|w| (w[1] - 1) / w[0] + 1)
        .max()
        .unwrap_or(1) as usize
}

/// The automaton of greedy words, guessed from bounds on the tails.
///
/// After a prefix, the admissible tails of length n are those of value below a bound b_n: initially U_n, and after
/// the digit d, b'_n = min(U_n, b_{n+1} - d·U_n). Prefixes with equal bounds for the first lengths are identified.
fn greedy_words(weights: &[i128], digits: usize) -> Option<Dfa> {
    let mut raw = Raw::new(digits);
    raw.start = 1;
    let mut bounds: Vec<Vec<i128>> = vec![weights.to_vec()];
    let mut at = 0;
    while at < bounds.len() {
        let here = bounds[at].clone();
        raw.accept.push(here[0] > 0);
        for d in 0..digits as i128 {
            let after: Vec<i128> = here
                .windows(2)
                .zip(weights)
                .map(|(b, &u)| u.min(b[1] - d * u).max(0))
                .collect();
            if after.len() < LOOK_AHEAD {
                return None;
            }
            if after[..LOOK_AHEAD].iter().all(|&b| b == 0) {
                raw.next.push(0);
                continue;
            }
            let same = bounds
                .iter()
                .position(|b| b[..LOOK_AHEAD] == after[..LOOK_AHEAD]);
            let state = same.unwrap_or_else(|| {
                bounds.push(after);
                bounds.len() - 1
            });
            raw.next.push(state as u32 + 1);
        }
        at += 1;
    }
    Some(raw.minimise())
}

/// Coefficients of z^{b+1} = z + 1 + Σ_{0<i<a} z^{⌈ib/a⌉}, that of z^b first.
fn wyt_recurrence(a: u32, b: u32) -> Vec<i64> {
    let mut coefficients = vec![0; b as usize + 1];
    let mut add = |power: u32| coefficients[(b - power) as usize] += 1;
    add(0);
    add(1);
    (1..a).for_each(|i| add((i * b).div_ceil(a)));
    coefficients
}

/// Divides out cyclotomic factors: roots on the unit circle carry nothing for the game and would keep carries from ending.
fn without_cyclotomic_factors(recurrence: &[i64]) -> Vec<i64> {
    // Monic polynomials, constant term first.
    let factors: [&[i64]; 6] = [
        &[1, 1],
        &[1, 1, 1],
        &[1, 0, 1],
        &[1, -1, 1],
        &[1, 1, 1, 1, 1],
        &[1, -1, 1, -1, 1],
    ];
    let mut polynomial: Vec<i64> = recurrence.iter().rev().map(|c| -c).collect();
    polynomial.push(1);
    for factor in factors {
        while let Some(quotient) = divided(&polynomial, factor) {
            polynomial = quotient;
        }
    }
    polynomial.pop();
    polynomial.iter().rev().map(|c| -c).collect()
}

/// The quotient by a monic polynomial, when it leaves no remainder.
fn divided(polynomial: &[i64], by: &[i64]) -> Option<Vec<i64>> {
    let mut rest = polynomial.to_vec();
    let mut quotient = Vec::new();
    while rest.len() >= by.len() {
        let top = rest.pop()?;
        let low = rest.len() + 1 - by.len();
        for (slot, &c) in rest[low..].iter_mut().zip(by) {
            *slot -= top * c;
        }
        quotient.push(top);
    }
    quotient.reverse();
    (rest.iter().all(|&c| c == 0) && quotient.len() > 1).then_some(quotient)
}

/// Candidates for V_0, …: sequences that grow slowly, extended backwards-compatible with U_0 = 1.
fn first_terms(recurrence: &[i64]) -> Vec<Vec<i64>> {
    let r = recurrence.len();
    let mut lists = Vec::new();
    for v0 in 1..=2i64 {
        for step in 1..=3i64 {
            for stretch in 0..=2i64 {
                let list = (0..r as i64).map(|i| {
                    if i == 0 {
                        v0
                    } else {
                        1 + step * i + stretch * (i * (i - 1)) / 2
                    }
                });
                lists.push(list.collect());
            }
        }
    }
    lists
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_words(numeration: &Numeration, limit: u64) {
        let weights = numeration.weights();
        let length = numeration.digits_of(limit).len();
        let mut state_counts = 0;
        for value in 0..limit {
            let word = numeration.digits_of(value);
            assert_eq!(
                numeration.value(&word),
                Some(i128::from(value)),
                "{}",
                numeration.name()
            );
            let mut state = numeration.valid().start();
            for &digit in &word {
                state = numeration.valid().step(state, digit.into());
            }
            assert!(
                numeration.valid().accepts(state),
                "{} {value}",
                numeration.name()
            );
            state_counts += 1;
        }
        assert_eq!(state_counts, limit);
        // As many valid words of each length as numbers below the weight: no other word is valid.
        let valid = numeration.valid();
        let mut counts = vec![0i128; valid.states() + 1];
        counts[valid.start() as usize] = 1;
        for &weight in weights.iter().take(length) {
            let total: i128 = (0..counts.len())
                .filter(|&q| valid.accepts(q as u32))
                .map(|q| counts[q])
                .sum();
            assert_eq!(total, weight, "{}", numeration.name());
            let mut after = vec![0; counts.len()];
            for (q, &count) in counts.iter().enumerate().skip(1) {
                for &to in valid.row(q as u32).iter().filter(|&&to| to > 0) {
                    after[to as usize] += count;
                }
            }
            counts = after;
        }
    }

    #[test]
    fn greedy_words_are_the_valid_words() {
        for numeration in [
            Numeration::zeckendorf(),
            Numeration::quadratic(2),
            Numeration::quadratic(3),
            Numeration::padovan(),
            Numeration::for_wyt(2, 3),
            Numeration::for_wyt(3, 2),
        ] {
            check_words(&numeration.unwrap(), 3000);
        }
    }

    #[test]
    fn padovan_weights() {
        assert_eq!(
            Numeration::padovan().unwrap().weights()[..9],
            [1, 2, 3, 4, 5, 7, 9, 12, 16]
        );
        assert_eq!(
            Numeration::quadratic(2).unwrap().weights()[..5],
            [1, 3, 7, 17, 41]
        );
    }

    #[test]
    fn polynomials_of_the_games() {
        assert_eq!(wyt_recurrence(1, 1), [1, 1]);
        assert_eq!(wyt_recurrence(3, 1), [3, 1]);
        assert_eq!(wyt_recurrence(1, 2), [0, 1, 1]);
        // z^4 - z^2 - z - 1 = (z + 1)(z^3 - z^2 - 1)
        assert_eq!(wyt_recurrence(2, 3), [0, 1, 1, 1]);
        assert_eq!(without_cyclotomic_factors(&[0, 1, 1, 1]), [1, 0, 1]);
        assert_eq!(without_cyclotomic_factors(&[1, 2, 1]), [1, 2, 1]);
        assert_eq!(wyt_recurrence(3, 2), [1, 2, 1]);
    }

    #[test]
    fn unusable_recurrences_are_refused() {
        assert!(Numeration::new("one", &[1], &[1], &[]).is_err());
        assert!(Numeration::new("flat", &[1, 1], &[1, 1], &[]).is_err());
        assert!(Numeration::new("short", &[1, 1], &[1], &[]).is_err());
        assert!(Numeration::new("negative", &[3, -1], &[1, 3], &[]).is_err());
    }
}
