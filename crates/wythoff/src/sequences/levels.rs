//! Widths of the words σ^n(0), for coprime a and b.
//!
//! width(n) is the step of x over σ^n(0), b for each letter and the letter itself; width(n + 1) is the step
//! of y, so |σ^n(0)| = (width(n + 1) − width(n))/a and one row of numbers holds all. With zeros(j) the
//! number of zeros that the j-th image step splits off from the letter 0 and c_n the letter that is left
//! after n steps,
//!
//!   width(n) = b + c_n + Σ_{j<n} zeros(j)·width(n−1−j),
//!
//! and since zeros(j) has period b from j = 1 on, for n > b
//!
//!   width(n) = width(n−b) + width(n−b−1) + Σ_{j<b} zeros(j)·width(n−1−j).
//!
//! Derived: `docs/derivations/substitution.md`. Cost of one more level: min(n, b, a) + 1 additions.

use super::letters::Letters;
use dashu_int::UBig;

/// start(n) is kept for every so many levels: few enough to save memory, many enough to add the rest.
const START_STRIDE: usize = 32;

/// The table for letter 0, grown on demand.
#[derive(Clone, Debug)]
pub(super) struct Levels {
    letters: Letters,
    width: Vec<UBig>,
    /// start(n) = width(0) + … + width(n − 1) at the multiples n of [`START_STRIDE`].
    starts: Vec<UBig>,
    /// start(n) at the first level not yet known.
    next_start: UBig,
    /// (j, zeros(j)) where zeros(j) > 0, for j < min(b, levels so far).
    splits: Vec<(usize, u128)>,
    /// The letter after j steps, and j, from which the next entry of `splits` is found.
    pending: (u128, u128),
    /// For levels above b, where that is shorter.
    window: Option<Window>,
}

/// Σ_{j<b} zeros(j)·width(n−1−j) as times·(width(n−1) + … + width(n−b)) ± the widths at `corrections`:
/// zeros(j) takes two neighbouring values only.
#[derive(Clone, Debug)]
struct Window {
    times: u128,
    corrections: Vec<usize>,
    added: bool,
    sum: UBig,
}

impl Levels {
    pub(super) fn new(letters: Letters) -> Self {
        let width = UBig::from(letters.b);
        Self {
            letters,
            width: vec![width.clone()],
            starts: vec![UBig::ZERO],
            next_start: width,
            splits: Vec::new(),
            pending: (0, 0),
            window: None,
        }
    }

    /// width(n) at a known level.
    pub(super) fn width(&self, n: usize) -> &UBig {
        &self.width[n]
    }

    /// width(0) + … + width(n − 1), n a known level.
    pub(super) fn start(&self, n: usize) -> UBig {
        let from = n / START_STRIDE;
        let mut start = self.starts[from].clone();
        for width in &self.width[from * START_STRIDE..n] {
            start += width;
        }
        start
    }

    /// The last level with at least `ahead` more levels known above it, if the words before it hold
    /// more than `index` letters.
    pub(super) fn beyond(&self, index: &UBig, ahead: usize) -> Option<usize> {
        self.beyond_width(&self.width_after(index), ahead)
    }

    /// Grows the table until [`Self::beyond`] finds a level.
    pub(super) fn cover(&mut self, index: &UBig, ahead: usize) {
        let bound = self.width_after(index);
        while self.beyond_width(&bound, ahead).is_none() {
            self.push_level();
        }
    }

    /// width(n) of a level n before which there are `index` letters: they are (width(n) − b)/a.
    fn width_after(&self, index: &UBig) -> UBig {
        UBig::from(self.letters.a) * index + UBig::from(self.letters.b)
    }

    fn beyond_width(&self, bound: &UBig, ahead: usize) -> Option<usize> {
        let level = self.width.len().checked_sub(ahead + 1)?;
        (self.width[level] > *bound).then_some(level)
    }

    fn push_level(&mut self) {
        let n = self.width.len();
        self.extend_splits(n);
        let mut width = self.carried_over(n);
        if self.letters.b + 1 == n as u128 {
            self.window = self.shorter_window(n - 1);
        }
        match &mut self.window {
            Some(window) => window.add_to(&mut width, &self.width, self.letters.b as usize),
            None => {
                for &(j, zeros) in self.splits.iter().take_while(|&&(j, _)| j < n) {
                    add_product(&mut width, &self.width[n - 1 - j], zeros);
                }
            }
        }
        if n.is_multiple_of(START_STRIDE) {
            self.starts.push(self.next_start.clone());
        }
        self.next_start += &width;
        self.width.push(width);
    }

    /// The window sum before level b + 1, if it needs fewer additions than the splits.
    fn shorter_window(&self, b: usize) -> Option<Window> {
        let least = if self.splits.len() < b {
            0
        } else {
            self.splits.iter().map(|&(_, zeros)| zeros).min()?
        };
        let mut above = vec![false; b];
        for &(j, zeros) in &self.splits {
            above[j] = zeros > least;
        }
        let count = above.iter().filter(|&&more| more).count();
        let added = 2 * count <= b;
        let corrections: Vec<usize> = (0..b).filter(|&j| above[j] == added).collect();
        let times = if added { least } else { least + 1 };
        if corrections.len() + 3 >= self.splits.len() {
            return None;
        }
        // The widths of levels 0 … b − 1; level b comes with the first use.
        let sum = self.width[..b]
            .iter()
            .fold(UBig::ZERO, |sum, width| sum + width);
        Some(Window {
            times,
            corrections,
            added,
            sum,
        })
    }

    /// The part of the recurrence outside its sum.
    fn carried_over(&self, n: usize) -> UBig {
        let Letters { a, b } = self.letters;
        match usize::try_from(b) {
            Ok(b) if n > b => &self.width[n - b] + &self.width[n - b - 1],
            // c_n = a·n − b·(⌈a·n/b⌉ − 1), one of 1, …, b.
            _ => {
                let residue = (UBig::from(a) * UBig::from(n)) % UBig::from(b);
                let letter = if residue.is_zero() {
                    UBig::from(b)
                } else {
                    residue
                };
                UBig::from(b) + letter
            }
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

impl Window {
    /// Moves to the next level n = `widths.len()` and adds its sum to `width`.
    fn add_to(&mut self, width: &mut UBig, widths: &[UBig], b: usize) {
        let n = widths.len();
        self.sum += &widths[n - 1];
        self.sum -= &widths[n - 1 - b];
        add_product(width, &self.sum, self.times);
        for &j in &self.corrections {
            if self.added {
                *width += &widths[n - 1 - j];
            } else {
                *width -= &widths[n - 1 - j];
            }
        }
    }
}

/// `sum += value · factor`.
fn add_product(sum: &mut UBig, value: &UBig, factor: u128) {
    match factor {
        0 => {}
        1 => *sum += value,
        _ => *sum += value * UBig::from(factor),
    }
}
