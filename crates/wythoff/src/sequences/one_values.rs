//! The cells of one Grundy value in Wythoff's game, row after row.
//!
//! For fixed g each row x holds exactly one cell of value g. If it is not the mirror of an earlier
//! one, it is (x, y) for the least y ≥ x such that neither the column y nor the diagonal y − x holds a
//! g in an earlier row and (x, y) has no smaller value: nothing else keeps the mex of (x, y) from
//! being g. Proof: `docs/derivations/one-values.md`; the greedy form is that of [BlassFraenkel1990]
//! and [Nivasch2009].
//! Cost: for g = 1 about two tries a row, rows up to x in time O(x·g²) by experiment, memory about
//! x·g bits. Limits: coordinates below 2^63.

use std::collections::VecDeque;

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
    /// One for each value 0, …, g; each row is given to them in this order.
    values: Vec<OneValue>,
    /// The columns that the smaller values chose in this row.
    chosen: Vec<Option<u64>>,
}

impl GrundyCells {
    /// The cells of value `grundy`.
    pub fn new(grundy: usize) -> Self {
        Self {
            row: 0,
            values: vec![OneValue::default(); grundy + 1],
            chosen: Vec::with_capacity(grundy + 1),
        }
    }

    /// The column y ≥ x of the value g in the next row x, unless that row has it to the left.
    fn next_row(&mut self) -> Option<u64> {
        self.chosen.clear();
        for value in &mut self.values {
            let column = value.choose(self.row, &self.chosen);
            self.chosen.push(column);
        }
        self.row += 1;
        self.chosen.last().copied().flatten()
    }
}

impl Iterator for GrundyCells {
    type Item = (u64, u64);

    fn next(&mut self) -> Option<(u64, u64)> {
        loop {
            let row = self.row;
            if let Some(column) = self.next_row() {
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
    fn choose(&mut self, row: u64, smaller: &[Option<u64>]) -> Option<u64> {
        if self.columns.get(0) {
            self.columns.pop();
            return None;
        }
        let mut ahead = 0;
        let apart = loop {
            let apart = self.first_free + ahead;
            if !self.diagonals.get(ahead)
                && !self.columns.get(apart)
                && !smaller.contains(&Some(row + apart))
            {
                break apart;
            }
            ahead += 1;
        };
        self.columns.set(apart);
        self.columns.pop();
        self.diagonals.set(ahead);
        while self.diagonals.get(0) {
            self.diagonals.pop();
            self.first_free += 1;
        }
        Some(row + apart)
    }
}

/// Bits 0, 1, 2, …, finitely many set, of which the first can be taken away.
#[derive(Clone, Debug, Default)]
struct BitQueue {
    words: VecDeque<u64>,
    /// Bits of the first word already taken away, below 64.
    taken: u64,
}

impl BitQueue {
    fn get(&self, at: u64) -> bool {
        let at = at + self.taken;
        self.words
            .get((at / 64) as usize)
            .is_some_and(|word| word >> (at % 64) & 1 == 1)
    }

    fn set(&mut self, at: u64) {
        let at = at + self.taken;
        let word = (at / 64) as usize;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (at % 64);
    }

    fn pop(&mut self) {
        self.taken += 1;
        if self.taken == 64 {
            self.taken = 0;
            self.words.pop_front();
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
