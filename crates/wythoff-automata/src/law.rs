//! How a chunk of rows far away follows from chunks of smaller rows (see [`crate::far`]).
//!
//! - Greedy sets of queen-like games: row by row, the first free diagonal whose cell no earlier cell attacks and no set
//!   before contains. With the number of members known, the diagonals taken are about the first ones; the choice forgets
//!   after some rows which exactly. Nivasch's algorithm for Grundy values of Wythoff's game rests on the
//!   same (his convergence conjecture).
//! - WYT(a, b) \[SanchezGalanXu\]: x_n is the least number after x_{n-1} that lies at a distance of b or more from all
//!   coordinates below it, y_n = x_n + k + a·n. Between two columns the rows lie at distances of b; so their number, and how
//!   often each distance occurs modulo b, follow from the same of the smaller rows. Nothing is forgotten here, all is exact.

use crate::far::{Base, CHUNK, Chunk, NONE, Rows};

/// Rows before a chunk after which a greedy choice is taken to have forgotten how it began.
const WARM_UP: u64 = 256;

/// What one row has to do with others.
pub(crate) enum Law {
    Greedy(Greedy),
    Spaced(Spaced),
}

/// The greedy choice of diagonals.
pub(crate) struct Greedy {
    /// Members with x ≤ y below row x: x minus the columns taken below x plus this.
    surplus: i64,
    /// Diagonals taken by the rows below x: the members there plus this.
    shared: i64,
}

/// Rows at a distance of b from all coordinates before.
pub(crate) struct Spaced {
    a: u64,
    b: u64,
    k: u64,
    /// Members with x ≤ y among the terminal positions.
    ends: u64,
    /// Where counting starts: the last column in the beginning.
    origin: Column,
    /// Members before that column, and the tally there.
    before: (u64, Vec<u64>),
    /// Tallies by row in the beginning.
    tallies: Vec<Vec<u64>>,
}

/// The n-th column, and the tallies of the distances before its row.
#[derive(Clone, Default)]
struct Column {
    at: u64,
    number: u64,
    /// Distances between x_1, …, x_{n-1}, and x_1, …, x_n, by residue.
    tallies: [Vec<u64>; 2],
}

impl Law {
    /// The law of a set that is chosen greedily.
    pub(crate) fn greedy(base: &Base) -> Self {
        let members = base.counts[base.size as usize] as i64;
        Self::Greedy(Greedy {
            surplus: members + base.columns as i64 - base.size as i64,
            shared: base.diagonals as i64 - members,
        })
    }

    /// The law of WYT(a, b).until(x + y ≤ k); `None` when the beginning is too short.
    pub(crate) fn spaced(base: &Base, (a, b, k): (u32, u32, u32)) -> Option<Self> {
        Spaced::new(base, (a.into(), b.into(), k.into())).map(Self::Spaced)
    }

    /// Rows before a chunk that are looked at as well.
    pub(crate) fn lead(&self) -> u64 {
        match self {
            Self::Greedy(_) => WARM_UP,
            Self::Spaced(law) => law.lead(),
        }
    }

    /// A chunk; all that it follows from is known already.
    pub(crate) fn chunk(&self, rows: &Rows, set: usize, base: &Base, number: u64) -> Chunk {
        match self {
            Self::Greedy(law) => law.chunk(rows, set, base, number),
            Self::Spaced(law) => law.chunk(rows, set, base, number),
        }
    }
}

impl Greedy {
    fn chunk(&self, rows: &Rows, set: usize, base: &Base, number: u64) -> Chunk {
        let (start, end) = (number * CHUNK - WARM_UP, (number + 1) * CHUNK);
        let (from, to) = base.rows_of_columns(start, end);
        let mut partner = vec![NONE; (end - start) as usize];
        let mut columns_below = rows.count(set, from);
        rows.each(set, from, to, |x, y| {
            if y != NONE && y >= x {
                columns_below += u64::from(y < start);
                if (start..end).contains(&y) {
                    partner[(y - start) as usize] = x;
                }
            }
        });
        let mut avoided: Vec<Vec<u64>> = Vec::new();
        for &other in &base.avoids {
            let mut columns = Vec::with_capacity(partner.len());
            rows.each(other, start, end, |_, y| columns.push(y));
            avoided.push(columns);
        }
        let mut count = start
            .saturating_sub(columns_below)
            .saturating_add_signed(self.surplus);
        let mut before = count;
        // Which diagonals are taken from the first free one on, and which columns from the first one in reach on.
        let first_diagonal = count.saturating_add_signed(self.shared);
        let first_column = start + first_diagonal;
        let (mut diagonals, mut columns) = (Vec::new(), Vec::new());
        let mut least = 0;
        for at in 0..partner.len() {
            if at as u64 == WARM_UP {
                before = count;
            }
            if partner[at] != NONE {
                continue;
            }
            while diagonals.get(least) == Some(&true) {
                least += 1;
            }
            let taken = |d: usize| {
                let column = first_column + (at + d) as u64;
                diagonals.get(d) == Some(&true)
                    || columns.get(at + d) == Some(&true)
                    || avoided.iter().any(|other| other[at] == column)
            };
            let mut d = least;
            while taken(d) {
                d += 1;
            }
            diagonals.resize(diagonals.len().max(d + 1), false);
            columns.resize(columns.len().max(at + d + 1), false);
            (diagonals[d], columns[at + d]) = (true, true);
            partner[at] = first_column + (at + d) as u64;
            count += 1;
        }
        partner.drain(..WARM_UP as usize);
        Chunk {
            partner,
            count: before,
            tally: Vec::new(),
            last: NONE,
        }
    }
}

impl Spaced {
    fn new(base: &Base, (a, b, k): (u64, u64, u64)) -> Option<Self> {
        // The terminal positions with x ≤ y.
        let ends = (0..=k / 2).map(|x| k - 2 * x + 1).sum();
        let mut law = Self {
            a,
            b,
            k,
            ends,
            origin: Column::default(),
            before: (0, Vec::new()),
            tallies: Vec::new(),
        };
        let mut tally = vec![0; b as usize];
        let mut last = None;
        for x in 0..=base.size {
            law.tallies.push(tally.clone());
            let y = base.partner.get(x as usize).copied().unwrap_or(NONE);
            if x <= k || y == NONE || y <= x {
                continue;
            }
            if let Some(last) = last.replace(x) {
                tally[law.residue(x - last)] += 1;
            }
        }
        let at = (k + 2..base.size)
            .rev()
            .find(|&y| base.partner[y as usize] < y)?;
        let row = base.partner[at as usize];
        let smaller = (k + 1..row).rev().find(|&x| {
            let y = base.partner[x as usize];
            y != NONE && y > x
        })?;
        law.origin = law.column(
            at,
            base.counts[row as usize],
            (smaller, row),
            law.tallies[row as usize].clone(),
        );
        law.before = (base.counts[at as usize], law.tallies[at as usize].clone());
        Some(law)
    }

    /// More than the largest distance between two columns.
    fn lead(&self) -> u64 {
        4 * (self.a + self.b)
    }

    /// A distance between rows, as it counts for the columns: these are a further apart, and the last of the rows between
    /// them is this residue and one more below the second.
    fn residue(&self, distance: u64) -> usize {
        ((distance + self.a - 1) % self.b) as usize
    }

    /// The column `at` from its row and the row before that, with the members and the tally before the row.
    fn column(&self, at: u64, members: u64, rows: (u64, u64), mut tally: Vec<u64>) -> Column {
        // The tally before the row counts distances up to the row before; the last distance comes on top.
        let before = tally.clone();
        tally[self.residue(rows.1 - rows.0)] += 1;
        Column {
            at,
            number: members.saturating_sub(self.ends) + 1,
            tallies: [before, tally],
        }
    }

    /// The members and the tally before a column.
    fn before(&self, column: &Column) -> (u64, Vec<u64>) {
        let weight = |tally: &[u64]| {
            (0u64..)
                .zip(tally)
                .fold(0u64, |sum, (r, n)| sum.wrapping_add(r.wrapping_mul(*n)))
        };
        let [previous, tally] = &column.tallies;
        let [first_previous, first_tally] = &self.origin.tallies;
        let columns = column.number.wrapping_sub(self.origin.number);
        let uneven = weight(tally).wrapping_sub(weight(first_tally));
        let way = column
            .at
            .wrapping_sub(self.origin.at)
            .wrapping_sub(columns)
            .wrapping_sub(uneven);
        let rows = way / self.b;
        let (members, first) = &self.before;
        // A distance across a column comes from the distance of the columns before it; all others are b.
        let mut out = first.clone();
        out[self.residue(self.b)] =
            out[self.residue(self.b)].wrapping_add(rows.wrapping_sub(columns));
        for residue in 0..self.b as usize {
            let across = previous[residue].wrapping_sub(first_previous[residue]);
            let slot = &mut out[(residue + self.a as usize) % self.b as usize];
            *slot = slot.wrapping_add(across);
        }
        (members.wrapping_add(rows), out)
    }

    /// The tally of the distances between rows below `row`.
    fn tally(&self, rows: &Rows, set: usize, base: &Base, row: u64) -> Vec<u64> {
        if row <= base.size {
            return self.tallies[row as usize].clone();
        }
        let chunk = rows.chunk(set, row / CHUNK);
        let (mut last, mut tally) = (chunk.last, chunk.tally.clone());
        rows.each(set, row - row % CHUNK, row, |x, y| {
            if y != NONE && y > x {
                tally[self.residue(x.saturating_sub(last))] += 1;
                last = x;
            }
        });
        tally
    }

    fn chunk(&self, rows: &Rows, set: usize, base: &Base, number: u64) -> Chunk {
        let (begin, end) = (number * CHUNK, (number + 1) * CHUNK);
        let start = begin - self.lead();
        let (from, to) = base.rows_of_columns(start, end);
        let mut partner = vec![NONE; CHUNK as usize];
        // The last column before the chunk, its row and the row before that.
        let (mut at, mut pair, mut row) = (NONE, (0, 0), None);
        rows.each(set, from, to, |x, y| {
            if y == NONE || y <= x {
                return;
            }
            if let Some(before) = row.replace(x).filter(|_| y < begin) {
                (at, pair) = (y, (before, x));
            }
            if (begin..end).contains(&y) {
                partner[(y - begin) as usize] = x;
            }
        });
        if at == NONE {
            // The columns have drifted away from θ times the rows: nothing is known here, and no guess will hold.
            return Chunk {
                partner,
                count: 0,
                tally: vec![0; self.b as usize],
                last: begin,
            };
        }
        let members = rows.count(set, pair.1);
        let tally = self.tally(rows, set, base, pair.1);
        let column = self.column(at, members, pair, tally);
        let (mut count, mut tally) = self.before(&column);
        let mut last_row = at - 1 - self.residue(pair.1 - pair.0) as u64;
        let mut last = at;
        let mut chunk = Chunk {
            partner,
            count,
            tally: tally.clone(),
            last: last_row,
        };
        for x in at + 1..end {
            if x == begin {
                (chunk.count, chunk.tally, chunk.last) = (count, tally.clone(), last_row);
            }
            if x >= begin && chunk.partner[(x - begin) as usize] != NONE {
                last = x;
                continue;
            }
            if x - last < self.b {
                continue;
            }
            let index = count.saturating_sub(self.ends) + 1;
            if x >= begin {
                chunk.partner[(x - begin) as usize] =
                    self.a.wrapping_mul(index).wrapping_add(x + self.k);
            }
            tally[self.residue(x.saturating_sub(last_row))] += 1;
            (last, last_row, count) = (x, x, count.wrapping_add(1));
        }
        chunk
    }
}
