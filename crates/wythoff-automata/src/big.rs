//! Between numbers of any size and words: divide and conquer.
//!
//! For a word w = d_{n-1} … d_0 let S_i(w) = Σ d_j·V_{j+i}, i below the order of the recurrence. Writing
//! V_{m+h} = Σ_i c_i·V_{m+i}, where the c_i are the coefficients of z^h modulo the characteristic polynomial, h digits
//! appended to a word turn its sums into Σ_k c_k·S_k: value and word are assembled from halves. In the other direction the upper half
//! of a number's word is the word of about N·V_{n-h}/V_n; it is converted, corrected by a few steps to the next
//! word, and the remainder is the lower half. Everything is exact; an estimate that is off by more costs time only.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use dashu_int::UBig;

use crate::numeration::Numeration;

/// Words of at most this length are converted digit by digit; shorter where 64 bits do not hold so many digits.
const SHORT: usize = 48;
/// The estimate of the upper half starts this much too low.
const MARGIN: u32 = 3;
/// More corrections than this mean that the estimate does not work for the numeration; then digit by digit.
const MOST_STEPS: usize = 24;

/// Coefficients of a power of z modulo the characteristic polynomial, constant term first.
type Power = Rc<[UBig]>;

/// A word with its sums S_0, S_1, ….
#[derive(Clone)]
struct Sums {
    word: Vec<u8>,
    sums: Vec<UBig>,
}

struct Shifter<'n> {
    numeration: &'n Numeration,
    order: usize,
    short: usize,
    /// V_0, V_1, … as far as short words need them.
    weights: Vec<i128>,
    /// The powers used so far: halving a length again and again gives at most two lengths a level.
    powers: RefCell<BTreeMap<usize, Power>>,
}

impl Shifter<'_> {
    fn new(numeration: &Numeration) -> Shifter<'_> {
        let order = numeration.recurrence().len();
        let narrow = numeration
            .weights()
            .iter()
            .take_while(|&&w| w < 1 << 60)
            .count();
        let short = SHORT.min(narrow.saturating_sub(1)).max(2);
        Shifter {
            numeration,
            order,
            short,
            weights: numeration.regular_weights(short + order),
            powers: RefCell::default(),
        }
    }

    fn reduce(&self, mut product: Vec<UBig>) -> Vec<UBig> {
        while product.len() > self.order {
            let Some(top) = product.pop() else { break };
            let degree = product.len();
            for (back, &c) in self.numeration.recurrence().iter().enumerate() {
                if c != 0 {
                    product[degree - 1 - back] += &top * UBig::from(c.unsigned_abs());
                }
            }
        }
        product.resize(self.order, UBig::ZERO);
        product
    }

    fn times(&self, a: &[UBig], b: &[UBig]) -> Vec<UBig> {
        let mut product = vec![UBig::ZERO; a.len() + b.len() - 1];
        for (i, x) in a.iter().enumerate() {
            for (j, y) in b.iter().enumerate() {
                product[i + j] += x * y;
            }
        }
        self.reduce(product)
    }

    /// z^h.
    fn power(&self, h: usize) -> Power {
        if let Some(power) = self.powers.borrow().get(&h) {
            return power.clone();
        }
        let power: Power = self.computed_power(h).into();
        self.powers.borrow_mut().insert(h, power.clone());
        power
    }

    fn computed_power(&self, h: usize) -> Vec<UBig> {
        let z = self.reduce(vec![UBig::ZERO, UBig::ONE]);
        let mut power = self.reduce(vec![UBig::ONE]);
        for bit in (0..usize::BITS - h.leading_zeros()).rev() {
            power = self.times(&power, &power);
            if h >> bit & 1 == 1 {
                power = self.times(&power, &z);
            }
        }
        power
    }

    /// The sums of a word after h zeros are appended to it, from z^h.
    fn shifted(&self, sums: &[UBig], power: &[UBig]) -> Vec<UBig> {
        let mut shifted = Vec::with_capacity(self.order);
        let z = self.reduce(vec![UBig::ZERO, UBig::ONE]);
        let mut power = power.to_vec();
        for i in 0..self.order {
            if i > 0 {
                power = self.times(&power, &z);
            }
            shifted.push(power.iter().zip(sums).map(|(c, s)| c * s).sum());
        }
        shifted
    }

    /// V_h.
    fn weight(&self, h: usize) -> UBig {
        let first = self.numeration.regular();
        self.power(h)
            .iter()
            .zip(first)
            .map(|(c, &v)| c * UBig::from(v.unsigned_abs()))
            .sum()
    }

    /// The sums of a short word, from the first weights.
    fn sums(&self, word: &[u8]) -> Sums {
        let longer;
        let weights = if word.len() <= self.short {
            &self.weights
        } else {
            longer = self.numeration.regular_weights(word.len() + self.order);
            &longer
        };
        let sum = |i: usize| -> u128 {
            word.iter()
                .rev()
                .enumerate()
                .map(|(j, &d)| u128::from(d) * weights[j + i].unsigned_abs())
                .sum()
        };
        Sums {
            word: word.to_vec(),
            sums: (0..self.order).map(|i| UBig::from(sum(i))).collect(),
        }
    }

    /// What the corrections of the lowest weights add to the value of a word.
    fn with_corrections(&self, word: &[u8], value: UBig) -> UBig {
        let (mut plus, mut minus) = (0u64, 0u64);
        for (&digit, &correction) in word.iter().rev().zip(self.numeration.corrections()) {
            let amount = u64::from(digit) * correction.unsigned_abs();
            if correction > 0 {
                plus += amount;
            } else {
                minus += amount;
            }
        }
        value + UBig::from(plus) - UBig::from(minus)
    }
}

impl Numeration {
    /// The value of a word of any length, most significant digit first.
    ///
    /// ```
    /// use wythoff_automata::Numeration;
    /// let fibonacci = Numeration::zeckendorf()?;
    /// let n = "1".repeat(300).parse().unwrap();
    /// assert_eq!(fibonacci.big_value(&fibonacci.big_digits(&n)), n);
    /// # Ok::<(), wythoff_automata::Error>(())
    /// ```
    #[must_use]
    pub fn big_value(&self, word: &[u8]) -> UBig {
        let shifter = Shifter::new(self);
        // Blocks from the low end, all of one length but the highest; neighbours are joined level by level.
        let mut blocks: Vec<Vec<UBig>> = word
            .rchunks(shifter.short)
            .map(|block| shifter.sums(block).sums)
            .collect();
        let mut length = shifter.short;
        while blocks.len() > 1 {
            let power = shifter.power(length);
            let join = |pair: &[Vec<UBig>]| match pair {
                [low, high] => shifter
                    .shifted(high, &power)
                    .iter()
                    .zip(low)
                    .map(|(h, l)| h + l)
                    .collect(),
                _ => pair.concat(),
            };
            blocks = blocks.chunks(2).map(join).collect();
            length *= 2;
        }
        let value = blocks
            .pop()
            .and_then(|mut sums| (!sums.is_empty()).then(|| sums.swap_remove(0)))
            .unwrap_or(UBig::ZERO);
        shifter.with_corrections(word, value)
    }

    /// The greedy word of a number of any size, most significant digit first; empty for 0.
    ///
    /// Time: that of a few multiplications of numbers of this size, times a logarithm.
    #[must_use]
    pub fn big_digits(&self, value: &UBig) -> Vec<u8> {
        if let Ok(small) = u64::try_from(value) {
            return self.digits_of(small);
        }
        let shifter = Shifter::new(self);
        // An upper half that is greedy by itself need not be so before further digits when the low weights are irregular.
        let halves = shifter
            .convert(value, shifter.length(value))
            .map(|sums| sums.word);
        let word = halves
            .filter(|word| shifter.is_valid(word))
            .unwrap_or_else(|| shifter.digit_by_digit(value));
        let first = word.iter().position(|&d| d > 0).unwrap_or(word.len());
        word[first..].to_vec()
    }
}

enum Task {
    Convert { value: UBig, length: usize },
    Upper { value: UBig, low: usize },
    Join { upper: Sums, power: Power },
}

impl Shifter<'_> {
    /// A length that surely suffices: the weights grow at least like the bits per digit of the first ones.
    fn length(&self, value: &UBig) -> usize {
        use dashu_base::BitTest;
        let weights = self.numeration.weights();
        let last = weights.len() - 1;
        let bits = weights[last].ilog2() as usize - 1;
        value.bit_len() * last / bits + last.min(8) + 1
    }

    /// The word of `value`, padded to `length`; `None` when it is longer.
    fn convert(&self, value: &UBig, length: usize) -> Option<Sums> {
        let mut tasks = vec![Task::Convert {
            value: value.clone(),
            length,
        }];
        let mut done: Vec<Sums> = Vec::new();
        while let Some(task) = tasks.pop() {
            match task {
                Task::Convert { value, length } if length <= self.short => {
                    done.push(self.short(&value, length)?);
                }
                Task::Convert { value, length } => {
                    let low = length / 2;
                    let estimate = &value * self.weight(length - low) / self.weight(length);
                    let start = if estimate > UBig::from(MARGIN) {
                        estimate - UBig::from(MARGIN)
                    } else {
                        UBig::ZERO
                    };
                    tasks.push(Task::Upper { value, low });
                    tasks.push(Task::Convert {
                        value: start,
                        length: length - low,
                    });
                }
                Task::Upper { value, low } => {
                    let power = self.power(low);
                    let upper = self.raise(done.pop()?, &value, &power)?;
                    let taken = self.shifted(&upper.sums, &power).swap_remove(0);
                    tasks.push(Task::Join { upper, power });
                    tasks.push(Task::Convert {
                        value: value - taken,
                        length: low,
                    });
                }
                Task::Join { upper, power } => {
                    let low = done.pop()?;
                    let sums = self
                        .shifted(&upper.sums, &power)
                        .iter()
                        .zip(&low.sums)
                        .map(|(u, l)| u + l)
                        .collect();
                    done.push(Sums {
                        word: [upper.word, low.word].concat(),
                        sums,
                    });
                }
            }
        }
        done.pop()
    }

    fn short(&self, value: &UBig, length: usize) -> Option<Sums> {
        let small = u64::try_from(value).ok()?;
        let digits = self.numeration.digits_of(small);
        let padding = length.checked_sub(digits.len())?;
        let mut word = vec![0; padding];
        word.extend(digits);
        Some(self.sums(&word))
    }

    /// Steps the upper word on while the next one still fits below `value`.
    fn raise(&self, mut upper: Sums, value: &UBig, power: &[UBig]) -> Option<Sums> {
        for _ in 0..MOST_STEPS {
            let next = self.successor(&upper)?;
            let reaches = self.shifted(&next.sums, power).swap_remove(0);
            if reaches > *value {
                return Some(upper);
            }
            upper = next;
        }
        None
    }

    /// The next word of the same length: the last digits change.
    fn successor(&self, sums: &Sums) -> Option<Sums> {
        let length = sums.word.len();
        let mut tail = length.min(self.short.saturating_sub(8).max(1));
        loop {
            let (head, end) = sums.word.split_at(length - tail);
            let value = self.numeration.value(end)?;
            let digits = self.numeration.digits_of(u64::try_from(value).ok()? + 1);
            if digits.len() <= tail {
                let mut word = head.to_vec();
                word.resize(length - digits.len(), 0);
                word.extend(digits);
                if self.is_valid(&word) {
                    let (old, new) = (self.sums(end), self.sums(&word[length - tail..]));
                    let changed = sums
                        .sums
                        .iter()
                        .zip(old.sums.iter().zip(&new.sums))
                        .map(|(s, (o, n))| s + n - o);
                    return Some(Sums {
                        sums: changed.collect(),
                        word,
                    });
                }
            }
            // A carry runs past the tail: take more digits, as many as one machine word can hold.
            if tail == length || tail >= self.short {
                return None;
            }
            tail += 1;
        }
    }

    /// The greedy word by subtracting weight after weight: for numerations in which the estimate is too far off.
    fn digit_by_digit(&self, value: &UBig) -> Vec<u8> {
        let mut weights: Vec<UBig> = self
            .numeration
            .weights()
            .iter()
            .map(|w| UBig::from(w.unsigned_abs()))
            .collect();
        while weights.last().is_some_and(|w| w <= value) {
            let terms = self
                .numeration
                .recurrence()
                .iter()
                .zip(weights.iter().rev());
            let next: UBig = terms.map(|(&c, w)| w * UBig::from(c.unsigned_abs())).sum();
            weights.push(next);
        }
        let mut left = value.clone();
        let digit = |weight: &UBig| {
            let mut digit = 0;
            while left >= *weight {
                left -= weight;
                digit += 1;
            }
            digit
        };
        weights.iter().rev().map(digit).collect()
    }

    fn is_valid(&self, word: &[u8]) -> bool {
        let valid = self.numeration.valid();
        valid.accepts(
            word.iter()
                .fold(valid.start(), |state, &d| valid.step(state, d.into())),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_round_trip(numeration: &Numeration) {
        let shifter = Shifter::new(numeration);
        let mut value = UBig::from(7u8);
        for step in 0..420u32 {
            let word = numeration.big_digits(&value);
            assert!(
                shifter.is_valid(&word),
                "{} at step {step}",
                numeration.name()
            );
            assert_eq!(
                numeration.big_value(&word),
                value,
                "{} at step {step}",
                numeration.name()
            );
            if step % 60 == 0 {
                let slow = shifter.digit_by_digit(&value);
                let first = slow.iter().position(|&d| d > 0).unwrap();
                assert_eq!(
                    slow[first..],
                    word[..],
                    "{} at step {step}",
                    numeration.name()
                );
            }
            value = value * UBig::from(13u8) + UBig::from(step);
        }
    }

    #[test]
    fn words_and_numbers_correspond() {
        check_round_trip(&Numeration::zeckendorf().unwrap());
        check_round_trip(&Numeration::quadratic(3).unwrap());
        check_round_trip(&Numeration::padovan().unwrap());
        check_round_trip(&Numeration::for_wyt(3, 2).unwrap());
    }

    #[test]
    fn the_halves_are_found_by_the_estimate() {
        for numeration in [
            Numeration::zeckendorf(),
            Numeration::quadratic(2),
            Numeration::padovan(),
        ] {
            let numeration = numeration.unwrap();
            let shifter = Shifter::new(&numeration);
            for exponent in [30, 100, 1000] {
                for offset in 0..30u32 {
                    let value = UBig::from(10u8).pow(exponent)
                        + UBig::from(offset) * UBig::from(10u8).pow(exponent / 2);
                    let found = shifter.convert(&value, shifter.length(&value));
                    assert!(
                        found.is_some(),
                        "{}: 10^{exponent} + {offset}",
                        numeration.name()
                    );
                }
            }
        }
    }

    #[test]
    fn powers_of_fibonacci() {
        let fibonacci = Numeration::zeckendorf().unwrap();
        let mut word = vec![0; 5000];
        word[0] = 1;
        let value = fibonacci.big_value(&word);
        assert_eq!(fibonacci.big_digits(&value), word);
        assert_eq!(
            fibonacci.big_digits(&(value - UBig::ONE))[..6],
            [1, 0, 1, 0, 1, 0]
        );
    }
}
