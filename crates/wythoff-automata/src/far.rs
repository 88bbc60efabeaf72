//! Rows far away, without the rows before them.
//!
//! In the games whose tables are sparse (see [`crate::tabulate`]) every row has one member at most, in a column near the
//! row times θ, the growth of the numeration's weights. What a row x depends on is therefore little: the columns taken
//! near x, which the rows near x/θ tell, and how many members there are before, which can be counted in the same
//! way. So chunks of rows are computed from chunks near x/θ, those from chunks near x/θ², down to an exact table: O(log x)
//! chunks for rows anywhere below 2^60. How one chunk follows from others is the matter of [`Law`].
//!
//! As with all tables, what is read here is only a guess until it is proved.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use crate::law::Law;
use crate::numeration::Numeration;
use crate::table::{Pairs, Signature, Window};

/// Rows in a chunk.
pub(crate) const CHUNK: u64 = 512;
/// Rows are known below this.
const SIZE: u64 = 1 << 60;
/// Chunks kept, about a gigabyte; beyond, all are forgotten and those needed computed again.
const MOST_CHUNKS: usize = 250_000;
/// How much further from θ times their rows the columns may be than in the beginning.
const DRIFT: u64 = 8;
/// No member in this row.
pub(crate) const NONE: u64 = u64::MAX;

/// The beginning of one set, exact, from which the rest is computed.
pub(crate) struct Beginning {
    /// Members (x, y) with x ≤ y of all rows below the size, those with larger columns included.
    pub(crate) half: Vec<(u32, u32)>,
    /// Numbers of the sets whose members this set avoids.
    pub(crate) avoids: Vec<usize>,
}

/// The exact beginning of a set, ready for questions.
pub(crate) struct Base {
    pub(crate) size: u64,
    pub(crate) avoids: Vec<usize>,
    rows: Pairs,
    /// The other coordinate of the last member of each row.
    pub(crate) partner: Vec<u64>,
    /// Members with x ≤ y in the rows before.
    pub(crate) counts: Vec<u64>,
    /// Members with x = y.
    on_diagonal: u64,
    /// Members with x ≤ y < size.
    pub(crate) columns: u64,
    /// Diagonals with members.
    pub(crate) diagonals: u64,
    /// θ, as a fraction.
    growth: (u128, u128),
    /// How far a row may be from its column divided by θ.
    spread: u64,
}

/// A chunk of rows.
pub(crate) struct Chunk {
    pub(crate) partner: Vec<u64>,
    /// Members with x ≤ y in all rows before the chunk.
    pub(crate) count: u64,
    /// What else the law counts in all rows before the chunk.
    pub(crate) tally: Vec<u64>,
    /// The last row with a member before the chunk, when the law needs it.
    pub(crate) last: u64,
}

/// The sets of a game, row by row, anywhere.
pub(crate) struct Rows {
    sets: Vec<(Base, Law)>,
    chunks: RefCell<HashMap<(usize, u64), Rc<Chunk>>>,
}

impl Base {
    /// `None` when the columns do not grow like the weights.
    pub(crate) fn new(beginning: Beginning, size: u64, growth: (u128, u128)) -> Option<Self> {
        let inside = beginning.half.iter().filter(|&&(x, _)| u64::from(x) < size);
        let cells: Vec<(u32, u32)> = inside
            .clone()
            .flat_map(|&(x, y)| [(x, y), (y, x)])
            .collect();
        let mut diagonals: Vec<u32> = inside.clone().map(|&(x, y)| y - x).collect();
        diagonals.sort_unstable();
        diagonals.dedup();
        let mut base = Self {
            size,
            avoids: beginning.avoids,
            rows: Pairs::new(size as u32, &cells),
            partner: vec![NONE; size as usize],
            counts: vec![0; size as usize + 1],
            on_diagonal: inside.clone().filter(|&&(x, y)| x == y).count() as u64,
            columns: inside
                .clone()
                .filter(|&&(_, y)| u64::from(y) < size)
                .count() as u64,
            diagonals: diagonals.len() as u64,
            growth,
            spread: 0,
        };
        for &(x, y) in inside {
            base.partner[x as usize] = y.into();
            if let Some(slot) = base.partner.get_mut(y as usize) {
                *slot = x.into();
            }
            base.counts[x as usize + 1] += 1;
            let expected = base.row_of_column(y.into());
            base.spread = base.spread.max(expected.abs_diff(x.into()));
        }
        for x in 0..size as usize {
            base.counts[x + 1] += base.counts[x];
        }
        base.spread += DRIFT;
        (base.spread < size / 8).then_some(base)
    }

    fn row_of_column(&self, column: u64) -> u64 {
        (u128::from(column) * self.growth.1 / self.growth.0) as u64
    }

    /// Rows among which all members with x ≤ y lie whose columns are in `from..to`; the rows before have columns before.
    pub(crate) fn rows_of_columns(&self, from: u64, to: u64) -> (u64, u64) {
        (
            self.row_of_column(from).saturating_sub(self.spread),
            self.row_of_column(to) + self.spread + 1,
        )
    }
}

impl Rows {
    /// From the exact beginnings of all sets, each with at least `size` rows; `None` when that is too little.
    pub(crate) fn new(
        beginnings: Vec<Beginning>,
        size: u32,
        numeration: &Numeration,
        law: &dyn Fn(&Base) -> Option<Law>,
    ) -> Option<Rc<Self>> {
        let size = u64::from(size) / CHUNK * CHUNK;
        if size < 4 * CHUNK {
            return None;
        }
        let weights = numeration.weights();
        let last = weights.iter().rposition(|&w| w < 1 << 62)?;
        let weight = |i: usize| u128::try_from(weights[i]).ok();
        let growth = (weight(last)?, weight(last.checked_sub(1)?)?);
        let set = |beginning| {
            let base = Base::new(beginning, size, growth)?;
            let law = law(&base)?;
            Some((base, law))
        };
        Some(Rc::new(Self {
            sets: beginnings.into_iter().map(set).collect::<Option<_>>()?,
            chunks: RefCell::default(),
        }))
    }

    /// The chunks that must be known before a chunk can be computed.
    fn needed(&self, set: usize, number: u64) -> Vec<(usize, u64)> {
        let (base, law) = &self.sets[set];
        let (start, end) = (number * CHUNK - law.lead(), (number + 1) * CHUNK);
        let (from, to) = base.rows_of_columns(start, end);
        let avoided = base.avoids.iter().map(|&other| (other, start, end));
        std::iter::once((set, from, to))
            .chain(avoided)
            .flat_map(|(set, from, to)| {
                let first = from.max(base.size) / CHUNK;
                (first..to.div_ceil(CHUNK)).map(move |n| (set, n))
            })
            .collect()
    }

    pub(crate) fn chunk(&self, set: usize, number: u64) -> Rc<Chunk> {
        if let Some(chunk) = self.chunks.borrow().get(&(set, number)) {
            return chunk.clone();
        }
        if self.chunks.borrow().len() > MOST_CHUNKS {
            self.chunks.borrow_mut().clear();
        }
        let mut wanted = vec![(set, number)];
        loop {
            let (set, number) = wanted[wanted.len() - 1];
            let mut missing = self.needed(set, number);
            missing.retain(|key| !self.chunks.borrow().contains_key(key));
            if !missing.is_empty() {
                wanted.extend(missing);
                continue;
            }
            let (base, law) = &self.sets[set];
            let chunk = Rc::new(law.chunk(self, set, base, number));
            self.chunks
                .borrow_mut()
                .insert((set, number), chunk.clone());
            wanted.pop();
            if wanted.is_empty() {
                return chunk;
            }
        }
    }

    /// Calls `see` with (row, partner) for the rows `from..to`.
    pub(crate) fn each(&self, set: usize, from: u64, to: u64, mut see: impl FnMut(u64, u64)) {
        let base = &self.sets[set].0;
        let mut row = from;
        while row < to.min(base.size) {
            see(row, base.partner[row as usize]);
            row += 1;
        }
        while row < to {
            let chunk = self.chunk(set, row / CHUNK);
            let stop = to.min((row / CHUNK + 1) * CHUNK);
            for &partner in &chunk.partner[(row % CHUNK) as usize..][..(stop - row) as usize] {
                see(row, partner);
                row += 1;
            }
        }
    }

    /// Members with x ≤ y in the rows below `row`.
    pub(crate) fn count(&self, set: usize, row: u64) -> u64 {
        let base = &self.sets[set].0;
        if row <= base.size {
            return base.counts[row as usize];
        }
        let chunk = self.chunk(set, row / CHUNK);
        let before = chunk.partner.iter().zip(row - row % CHUNK..row);
        let members = before.filter(|&(&y, x)| y != NONE && y >= x).count();
        chunk.count.wrapping_add(members as u64)
    }
}

/// One of the sets as a window.
#[derive(Clone)]
pub struct Far {
    rows: Rc<Rows>,
    set: usize,
}

impl Far {
    /// All sets of a game.
    pub(crate) fn all(rows: &Rc<Rows>) -> Vec<Self> {
        let far = |set| Self {
            rows: rows.clone(),
            set,
        };
        (0..rows.sets.len()).map(far).collect()
    }

    fn base(&self) -> &Base {
        &self.rows.sets[self.set].0
    }
}

impl std::fmt::Debug for Far {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Far")
            .field("set", &self.set)
            .field("exact_below", &self.base().size)
            .finish_non_exhaustive()
    }
}

impl Window for Far {
    fn size(&self) -> u64 {
        SIZE
    }

    fn bounded(&self) -> &[bool] {
        &[true, true]
    }

    fn scan(&self, corner: &[u64], shape: &[u64], signature: &mut Signature) {
        let (&[x, y], &[height, width]) = (corner, shape) else {
            return;
        };
        let base = self.base();
        // Rows of the beginning can have several members.
        let exact = (base.size.max(x) - x).min(height);
        for dx in 0..exact {
            let last = base.partner[(x + dx) as usize];
            let beyond = Some(last).filter(|&last| last != NONE && last >= base.size);
            let inside = base.rows.row(x + dx).iter().map(|&column| column.into());
            for column in inside.chain(beyond) {
                if let Some(dy) = column.checked_sub(y).filter(|&dy| dy < width) {
                    signature.push_member(dx << 32 | dy);
                }
            }
        }
        self.rows
            .each(self.set, x + exact, x + height, |row, column| {
                if let Some(dy) = column.checked_sub(y).filter(|&dy| dy < width) {
                    signature.push_member((row - x) << 32 | dy);
                }
            });
    }

    fn contains(&self, tuple: &[u64]) -> bool {
        let &[x, y] = tuple else { return false };
        if x < self.base().size && y < self.base().size {
            return self.base().rows.contains(tuple);
        }
        let mut found = false;
        if x < SIZE && y < SIZE {
            self.rows
                .each(self.set, x, x + 1, |_, partner| found = partner == y);
        }
        found
    }

    fn count_below(&self, bound: u64) -> u64 {
        let base = self.base();
        if bound <= base.size {
            return base.rows.count_below(bound);
        }
        let (from, to) = base.rows_of_columns(bound, bound);
        let mut half = self.rows.count(self.set, from);
        self.rows.each(self.set, from, to, |x, y| {
            half += u64::from(y != NONE && y >= x && y < bound);
        });
        // Every member with x < y has a mirror image.
        (2 * half).saturating_sub(base.on_diagonal)
    }

    fn first_rejected(&self, accepts: &dyn Fn(&[u64]) -> bool) -> Option<Vec<u64>> {
        let base = self.base();
        // The rows that the count of all members looks at are computed already: a few at every distance.
        let far = || {
            let places =
                std::iter::successors(Some(base.rows_of_columns(SIZE, SIZE)), |&(from, _)| {
                    Some(base.rows_of_columns(from, from))
                });
            places
                .take_while(|&(from, _)| from > base.size)
                .find_map(|(from, to)| {
                    let mut rejected = None;
                    self.rows.each(self.set, from, to, |x, y| {
                        if rejected.is_none() && y < SIZE && !accepts(&[x, y]) {
                            rejected = Some(vec![x, y]);
                        }
                    });
                    rejected
                })
        };
        base.rows.first_rejected(accepts).or_else(far)
    }
}

#[cfg(test)]
mod tests {
    use crate::table::Window;
    use crate::tabulate::{far, tabulate};
    use crate::{Condition, Game, Value};

    /// What is computed locally is what the tables have, where these reach.
    #[test]
    fn agrees_with_tables() {
        let wythoff = Game::wyt(1, 1);
        let until = |game: Game, k| game.until(&Condition::total_at_most(2, k));
        for (game, value) in [
            (wythoff.clone(), Value::Grundy(3)),
            (wythoff.clone().with_pass(), Value::Outcome),
            (wythoff.clone().with_stone(), Value::Grundy(1)),
            (until(wythoff, 6).misere(), Value::Outcome),
            (Game::wyt(1, 2), Value::Outcome),
            (Game::wyt(3, 2), Value::Outcome),
            (Game::wyt(2, 3), Value::Outcome),
            (Game::wyt(3, 1), Value::Outcome),
            (until(Game::wyt(2, 2), 5), Value::Outcome),
        ] {
            let size = 600_000;
            let tables = tabulate(&game, value, size).unwrap();
            let far = far(&game, value, &game.numeration().unwrap(), 2584).unwrap();
            assert_eq!(far.len(), tables.len());
            for (table, far) in tables.iter().zip(far) {
                let table = table.window();
                let lost = far.first_rejected(&|cell| {
                    cell.iter().any(|&c| c >= size.into()) || table.contains(cell)
                });
                assert_eq!(lost, None, "{game:?}");
                for bound in [1000, 30_000, 599_999] {
                    assert_eq!(
                        far.count_below(bound),
                        table.count_below(bound),
                        "{game:?} below {bound}"
                    );
                }
            }
        }
    }
}
