//! Remoteness and Grundy values of a box, cell by cell.
//!
//! The options of p along a ray are p − base and the options of p − ray, so each line of cells keeps one
//! summary of the options met so far: the least good and the greatest remoteness, or the set of Grundy
//! values. Cells lie in memory such that p − ray is always the same distance before p; a line's summary
//! stands in a ring as long as that distance and is found where it was left. Cost: one summary a family and
//! cell. Judge: the reference (`tests/boxes.rs`).

use super::layout::{Layout, Moves};
use super::masks::{Masks, allows};
use crate::budget::Budget;
use crate::error::Error;

/// Rows between two looks at the watch.
const OFTEN: usize = 1 << 8;

/// What a cell's value is made of.
pub(super) trait Summary {
    /// Forgets what a line holds.
    fn clear(&mut self, slot: usize);
    /// Adds a value to a line.
    fn note(&mut self, slot: usize, value: u16);
    /// The next cell begins.
    fn begin(&mut self);
    /// The options along a line are options of the cell.
    fn line(&mut self, slot: usize);
    /// One more option of the cell.
    fn single(&mut self, value: u16);
    /// The value of the cell.
    fn value(&mut self) -> u16;
}

/// A family in the row that is being filled.
struct InRow {
    family: usize,
    /// Cells from an option back: the linear distance of the base.
    base: usize,
    /// The least place that has the first option; beyond the row when there is none.
    base_from: usize,
    boards: usize,
    /// Rows from an option back.
    base_rows: usize,
    base_cells: usize,
    ring: Option<Ring>,
}

/// The summaries of the lines along one ray.
struct Ring {
    first: usize,
    length: usize,
    /// The place in the ring of the cell that is being filled.
    now: usize,
    /// The least place whose line has begun before.
    begun_from: usize,
}

/// The lines' summaries that a box needs: for each family where its ring begins, and the length of all.
pub(super) fn rings(layout: &Layout, moves: &[Moves]) -> (Vec<usize>, usize) {
    let mut total = 0;
    let firsts = moves.iter().map(|moves| {
        let first = total;
        total += ring_length(layout, moves);
        first
    });
    (firsts.collect(), total)
}

/// How far back the cell one ray before lies.
fn ring_length(layout: &Layout, moves: &Moves) -> usize {
    let ray = moves.ray.as_ref().filter(|_| moves.base.is_some());
    ray.map_or(0, |ray| ray.rows * layout.width + ray.cells)
}

/// The values of all cells.
pub(super) fn values(
    layout: &Layout,
    moves: &[Moves],
    masks: &mut Masks<'_>,
    summary: &mut impl Summary,
    budget: &Budget<'_>,
) -> Result<Vec<u16>, Error> {
    let cells = layout.rows * layout.width;
    let mut values = vec![0u16; cells];
    let mut families = families(layout, moves);
    let mut at = vec![0u64; layout.sides.len()];
    for row in 0..layout.rows {
        masks.begin_row(row, &mut at)?;
        for in_row in &mut families {
            in_row.begin_row(layout, &moves[in_row.family], &at);
        }
        let first = row * layout.width;
        for place in 0..layout.width {
            summary.begin();
            for in_row in &mut families {
                in_row.see(layout, (row, place), first + place, &values, masks, summary);
            }
            values[first + place] = summary.value();
        }
        layout.advance(&mut at);
        if row % OFTEN == 0 {
            budget.report(first as u64, Some(cells as u64))?;
        }
    }
    Ok(values)
}

fn families(layout: &Layout, moves: &[Moves]) -> Vec<InRow> {
    let (firsts, _) = rings(layout, moves);
    let in_row = |family: usize| {
        let base = moves[family].base.as_ref()?;
        let length = ring_length(layout, &moves[family]);
        Some(InRow {
            family,
            base: base.rows * layout.width + base.cells,
            base_from: 0,
            boards: moves[family].boards,
            base_rows: base.rows,
            base_cells: base.cells,
            ring: (length > 0).then_some(Ring {
                first: firsts[family],
                length,
                now: 0,
                begun_from: 0,
            }),
        })
    };
    (0..moves.len()).filter_map(in_row).collect()
}

impl InRow {
    fn begin_row(&mut self, layout: &Layout, moves: &Moves, at: &[u64]) {
        let from = |step: &super::layout::Step| match step.fits_row(layout, at) {
            true => step.cells,
            false => usize::MAX,
        };
        self.base_from = moves.base.as_ref().map_or(usize::MAX, from);
        if let (Some(ring), Some(ray)) = (&mut self.ring, &moves.ray) {
            ring.begun_from = from(ray);
        }
    }

    #[inline]
    fn see(
        &mut self,
        layout: &Layout,
        (row, place): (usize, usize),
        cell: usize,
        values: &[u16],
        masks: &Masks<'_>,
        summary: &mut impl Summary,
    ) {
        let option = (place >= self.base_from && self.on_board(layout, row, place, masks))
            .then(|| values[cell - self.base]);
        let Some(ring) = &mut self.ring else {
            if let Some(value) = option
                && masks.moves_from(self.family, place)
            {
                summary.single(value);
            }
            return;
        };
        let slot = ring.first + ring.now;
        ring.now += 1;
        if ring.now == ring.length {
            ring.now = 0;
        }
        if place < ring.begun_from {
            summary.clear(slot);
        }
        if let Some(value) = option {
            summary.note(slot, value);
        }
        if masks.moves_from(self.family, place) {
            summary.line(slot);
        }
    }

    #[inline]
    fn on_board(&self, layout: &Layout, row: usize, place: usize, masks: &Masks<'_>) -> bool {
        self.boards == 0
            || allows(
                masks.board(self.boards),
                row - self.base_rows,
                layout.words,
                place - self.base_cells,
            )
    }
}

/// Smith's remoteness: the least good option + 1, else the greatest + 1, else 0 [Smith1966].
pub(super) struct Remoteness {
    /// The parity of P-positions: even in normal play.
    good: u16,
    lines: Vec<(u16, u16)>,
    least_good: u16,
    /// One more than the greatest; 0 without an option.
    beyond: u16,
}

impl Remoteness {
    pub(super) fn new(misere: bool, slots: usize) -> Remoteness {
        Remoteness {
            good: u16::from(misere),
            lines: vec![(u16::MAX, 0); slots],
            least_good: u16::MAX,
            beyond: 0,
        }
    }

    fn join(&self, (least, beyond): (u16, u16), value: u16) -> (u16, u16) {
        let good = value % 2 == self.good;
        let least = if good { least.min(value) } else { least };
        (least, beyond.max(value + 1))
    }
}

impl Summary for Remoteness {
    fn clear(&mut self, slot: usize) {
        self.lines[slot] = (u16::MAX, 0);
    }

    fn note(&mut self, slot: usize, value: u16) {
        self.lines[slot] = self.join(self.lines[slot], value);
    }

    fn begin(&mut self) {
        (self.least_good, self.beyond) = (u16::MAX, 0);
    }

    fn line(&mut self, slot: usize) {
        let (least, beyond) = self.lines[slot];
        self.least_good = self.least_good.min(least);
        self.beyond = self.beyond.max(beyond);
    }

    fn single(&mut self, value: u16) {
        (self.least_good, self.beyond) = self.join((self.least_good, self.beyond), value);
    }

    fn value(&mut self) -> u16 {
        match self.least_good {
            u16::MAX => self.beyond,
            least => least + 1,
        }
    }
}

/// The least Grundy value that no option has: each line keeps the set of values met along it.
pub(super) struct Grundy {
    misere: bool,
    /// Words of a set.
    words: usize,
    sets: Vec<u64>,
    /// The words of each line's set that are full, from the first on.
    full: Vec<u16>,
    /// The lines of the cell.
    lines: Vec<usize>,
    /// Its other options.
    singles: Vec<u16>,
    single_set: Vec<u64>,
}

impl Grundy {
    /// Words of a set for values up to `most`: one bit more is always free.
    pub(super) fn words(most: usize) -> usize {
        (most + 2).div_ceil(64)
    }

    pub(super) fn new(misere: bool, slots: usize, most: usize) -> Grundy {
        let words = Grundy::words(most);
        Grundy {
            misere,
            words,
            sets: vec![0; slots * words],
            full: vec![0; slots],
            lines: Vec::new(),
            singles: Vec::new(),
            single_set: vec![0; words],
        }
    }

    fn is_terminal(&self) -> bool {
        let empty = |&slot: &usize| {
            let set = &self.sets[slot * self.words..(slot + 1) * self.words];
            set.iter().all(|&word| word == 0)
        };
        self.singles.is_empty() && self.lines.iter().all(empty)
    }
}

impl Summary for Grundy {
    fn clear(&mut self, slot: usize) {
        self.sets[slot * self.words..(slot + 1) * self.words].fill(0);
        self.full[slot] = 0;
    }

    fn note(&mut self, slot: usize, value: u16) {
        let set = &mut self.sets[slot * self.words..(slot + 1) * self.words];
        set[usize::from(value) / 64] |= 1 << (value % 64);
        while set.get(usize::from(self.full[slot])) == Some(&u64::MAX) {
            self.full[slot] += 1;
        }
    }

    fn begin(&mut self) {
        self.lines.clear();
        for value in self.singles.drain(..) {
            self.single_set[usize::from(value) / 64] = 0;
        }
    }

    fn line(&mut self, slot: usize) {
        self.lines.push(slot);
    }

    fn single(&mut self, value: u16) {
        self.singles.push(value);
        self.single_set[usize::from(value) / 64] |= 1 << (value % 64);
    }

    fn value(&mut self) -> u16 {
        // Where one line's set is full, so is the union.
        let full = self.lines.iter().map(|&slot| self.full[slot]).max();
        let mut word = usize::from(full.unwrap_or(0));
        while word < self.words {
            let taken = self
                .lines
                .iter()
                .fold(self.single_set[word], |taken, slot| {
                    taken | self.sets[slot * self.words + word]
                });
            if taken != u64::MAX {
                let value = word * 64 + taken.trailing_ones() as usize;
                if value == 0 && self.misere && self.is_terminal() {
                    return 1;
                }
                return value as u16;
            }
            word += 1;
        }
        // Sets have a bit more than there are values.
        u16::MAX
    }
}
