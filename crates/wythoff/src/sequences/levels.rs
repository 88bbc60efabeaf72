//! Lengths and widths of the words σ^n(0), for coprime a and b.
//!
//! length(n) = |σ^n(0)|, width(n) = b·length(n) + the sum of its letters, which is the step of x
//! over the word; start(n) = width(0) + … + width(n−1). With zeros(j) the number of zeros that the j-th
//! image step splits off from the letter 0,
//!
//!   length(n) = 1 + Σ_{j<n} zeros(j)·length(n−1−j),   width(n) = width(n−1) + a·length(n−1),
//!
//! and since zeros(j) has period b from j = 1 on, for n > b
//!
//!   length(n) = length(n−b) + length(n−b−1) + Σ_{j<b} zeros(j)·length(n−1−j).
//!
//! Derived: `docs/derivations/substitution.md`. Cost of one more level: min(n, b, a + 1) additions.

use super::letters::Letters;
use dashu_int::UBig;

/// The table for letter 0, grown on demand.
#[derive(Clone, Debug)]
pub(super) struct Levels {
    letters: Letters,
    length: Vec<UBig>,
    width: Vec<UBig>,
    start: Vec<UBig>,
    /// (j, zeros(j)) where zeros(j) > 0, for j < min(b, levels so far).
    splits: Vec<(usize, u128)>,
    /// The letter whose image is the next entry of `splits`, and its j.
    pending: (u128, u128),
}

impl Levels {
    pub(super) fn new(letters: Letters) -> Self {
        Self {
            letters,
            length: vec![UBig::ONE],
            width: vec![UBig::from(letters.b)],
            start: vec![UBig::ZERO],
            splits: Vec::new(),
            pending: (0, 0),
        }
    }

    /// The number of levels known.
    pub(super) fn len(&self) -> usize {
        self.length.len()
    }

    pub(super) fn length(&self, n: usize) -> &UBig {
        &self.length[n]
    }

    pub(super) fn width(&self, n: usize) -> &UBig {
        &self.width[n]
    }

    pub(super) fn start(&self, n: usize) -> &UBig {
        &self.start[n]
    }

    /// Grows the table until the words σ^0(0) … of all its levels but the last two hold more than
    /// `index` letters.
    pub(super) fn cover(&mut self, index: &UBig) {
        let bound = UBig::from(self.letters.a) * index + UBig::from(self.letters.b);
        while self.len() < 4 || self.width[self.len() - 3] <= bound {
            self.push_level();
        }
    }

    /// Whether [`Self::cover`] has nothing to do.
    pub(super) fn covers(&self, index: &UBig) -> bool {
        self.len() >= 4
            && self.width[self.len() - 3]
                > UBig::from(self.letters.a) * index + UBig::from(self.letters.b)
    }

    fn push_level(&mut self) {
        let n = self.len();
        self.extend_splits(n);
        let mut length = self.carried_over(n);
        for &(j, zeros) in &self.splits {
            if j >= n {
                break;
            }
            add_product(&mut length, &self.length[n - 1 - j], zeros);
        }
        let mut width = self.width[n - 1].clone();
        add_product(&mut width, &self.length[n - 1], self.letters.a);
        let start = &self.start[n - 1] + &self.width[n - 1];
        self.length.push(length);
        self.width.push(width);
        self.start.push(start);
    }

    /// What the recurrence takes from one period before.
    fn carried_over(&self, n: usize) -> UBig {
        match usize::try_from(self.letters.b) {
            Ok(b) if n > b => &self.length[n - b] + &self.length[n - b - 1],
            _ => UBig::ONE,
        }
    }

    /// Makes `splits` hold every j < min(n, b) with zeros(j) > 0.
    fn extend_splits(&mut self, n: usize) {
        loop {
            let (letter, j) = self.pending;
            let split = self.letters.split(letter);
            let at = j + split.skip;
            if at >= self.letters.b || at >= n as u128 {
                return;
            }
            self.splits.push((at as usize, split.zeros));
            self.pending = (split.last, at + 1);
        }
    }
}

/// `sum += value · factor`.
pub(super) fn add_product(sum: &mut UBig, value: &UBig, factor: u128) {
    match factor {
        0 => {}
        1 => *sum += value,
        _ => *sum += value * UBig::from(factor),
    }
}
