//! The cells of one Grundy value in Wythoff's game, row after row.
//!
//! For fixed g each row x holds exactly one cell of value g. If it is not the mirror of an earlier
//! one, it is (x, y) for the least y ≥ x such that neither the column y nor the diagonal y − x holds a
//! g in an earlier row and (x, y) has no smaller value: nothing else keeps the mex of (x, y) from
//! being g. Proof: `docs/derivations/one-values.md`; the greedy form is that of \[BlassFraenkel1990\]
//! and \[Nivasch2009\].
//! The cells of value 0 come from [`super::stream`].
//! Cost: for g = 1 about two tries a row, rows up to x in time O(x·g²) by experiment, memory about
//! x·g bits. Limits: coordinates below 2^63.

use super::stream::PStream;
use std::iter::Peekable;

/// Iterates the cells (x, y), x ≤ y, of Grundy value g by increasing x.
///
/// ```
/// use wythoff::sequences::one_values::GrundyCells;
/// let ones: Vec<_> = GrundyCells::new(1).take(5).collect();
/// assert_eq!(ones, [(0, 1), (2, 2), (3, 6), (4, 8), (5, 7)]);
/// ```
#[derive(Clone, Debug)]
pub struct GrundyCells {
    row: u64,
    /// The cells of value 0 from the present row on.
    zeros: Peekable<PStream>,
    /// One for each value 1, …, g; each row is given to them in this order.
    values: Vec<OneValue>,
    /// The columns that the smaller values chose in this row.
    chosen: Vec<u64>,
}

impl GrundyCells {
    /// The cells of value `grundy`.
    pub fn new(grundy: usize) -> Self {
        Self {
            row: 0,
            zeros: PStream::new(1, 1, 0).peekable(),
            values: vec![OneValue::default(); grundy],
            chosen: Vec::with_capacity(grundy + 1),
        }
    }

    /// Goes to the next row, this one included, in which some value has no cell to the left.
    fn skip_full_rows(&mut self) {
        loop {
            let full = self
                .values
                .iter()
                .map(|value| value.columns.window(0).trailing_ones())
                .min();
            let full = u64::from(full.unwrap_or(0));
            if full == 0 {
                return;
            }
            self.values
                .iter_mut()
                .for_each(|value| value.columns.skip(full));
            self.row += full;
        }
    }

    /// The column y ≥ x of the value g in the present row x, unless that row has it to the left.
    fn finish_row(&mut self) -> Option<u64> {
        while self.zeros.next_if(|&(x, _)| x < self.row).is_some() {}
        self.chosen.clear();
        let zero = self.zeros.next_if(|&(x, _)| x == self.row).map(|(_, y)| y);
        self.chosen.extend(zero);
        let mut last = zero;
        for value in &mut self.values {
            last = value.choose(self.row, &self.chosen);
            self.chosen.extend(last);
        }
        self.row += 1;
        last
    }
}

impl Iterator for GrundyCells {
    type Item = (u64, u64);

    fn next(&mut self) -> Option<(u64, u64)> {
        loop {
            self.skip_full_rows();
            let row = self.row;
            if let Some(column) = self.finish_row() {
                return Some((row, column));
            }
        }
    }
}

/// What the choices of one value leave behind.
#[derive(Clone, Debug, Default)]
struct OneValue {
    /// Columns used by earlier rows, from the present row on.
    columns: BitQueue,
    /// Diagonals y − x used, from the first free one on.
    diagonals: BitQueue,
    first_free: u64,
}

impl OneValue {
    /// Gives row x its cell, where that lies at y ≥ x. Rows come in order.
    fn choose(&mut self, row: u64, smaller: &[u64]) -> Option<u64> {
        let taken = self.columns.window(0) & 1 == 1;
        let column = (!taken).then(|| self.first_column(row, smaller));
        self.columns.skip(1);
        column
    }

    fn first_column(&mut self, row: u64, smaller: &[u64]) -> u64 {
        let mut ahead = 0;
        loop {
            let from = self.first_free + ahead;
            let mut closed = self.diagonals.window(ahead) | self.columns.window(from);
            for &column in smaller {
                let place = column.wrapping_sub(row + from);
                closed |= u64::from(place < 64) << (place % 64);
            }
            if closed != u64::MAX {
                let found = u64::from(closed.trailing_ones());
                self.take(ahead + found);
                return row + from + found;
            }
            ahead += 64;
        }
    }

    /// Marks the diagonal `ahead` of the first free one, and its column in this row.
    fn take(&mut self, ahead: u64) {
        self.columns.set(self.first_free + ahead);
        self.diagonals.set(ahead);
        let used = u64::from(self.diagonals.window(0).trailing_ones());
        self.diagonals.skip(used);
        self.first_free += used;
    }
}

/// Bits 0, 1, 2, …, finitely many set, of which the first can be taken away.
#[derive(Clone, Debug, Default)]
struct BitQueue {
    words: Vec<u64>,
    /// How many bits of `words` are taken away.
    taken: u64,
}

/// Words taken away are freed once there are this many, and half of all.
const FREED_WORDS: usize = 1 << 10;

impl BitQueue {
    /// Bits at, …, at + 63, the first lowest.
    fn window(&self, at: u64) -> u64 {
        let at = at + self.taken;
        let (word, shift) = ((at / 64) as usize, at % 64);
        let low = self.words.get(word).copied().unwrap_or(0) >> shift;
        // In two shifts, since shift may be 0.
        let high = self.words.get(word + 1).copied().unwrap_or(0) << 1 << (63 - shift);
        low | high
    }

    fn set(&mut self, at: u64) {
        let at = at + self.taken;
        let word = (at / 64) as usize;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (at % 64);
    }

    /// Takes away the first `count` bits.
    fn skip(&mut self, count: u64) {
        self.taken += count;
        let whole = (self.taken / 64) as usize;
        if whole >= FREED_WORDS && 2 * whole >= self.words.len() {
            self.words.drain(..whole.min(self.words.len()));
            self.taken %= 64;
        }
    }
}

/// The least squared distance of (x, y), x ≤ y, to a P-position of Wythoff's game.
///
/// Of the two mirror images of a P-position the one with x ≤ y is nearer. Limits: none below 2^62.
pub fn squared_distance_to_p(x: u64, y: u64) -> u128 {
    let apart = |m: u64| {
        let low = lower_wythoff(m);
        (
            u128::from(low.abs_diff(x)),
            u128::from((low + m).abs_diff(y)),
        )
    };
    let square = |m: u64| {
        let (dx, dy) = apart(m);
        dx * dx + dy * dy
    };
    // ⌊mφ⌋ ≥ m, so the index of the nearest x is at most x.
    let mut near = (u128::from(x) * 618 / 1000) as u64;
    while lower_wythoff(near + 1) <= x {
        near += 1;
    }
    while lower_wythoff(near) > x {
        near -= 1;
    }
    let mut best = square(near);
    for m in (0..near).rev() {
        if apart(m).0.pow(2) >= best {
            break;
        }
        best = best.min(square(m));
    }
    for m in near + 1.. {
        if apart(m).0.pow(2) >= best {
            break;
        }
        best = best.min(square(m));
    }
    best
}

/// ⌊mφ⌋ = ⌊(m + ⌊√(5m²)⌋)/2⌋, m below 2^62.
pub(crate) fn lower_wythoff(m: u64) -> u64 {
    let m = u128::from(m);
    ((m + (5 * m * m).isqrt()) / 2) as u64
}
