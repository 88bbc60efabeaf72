//! Outcomes of a box, one bit a cell, swept in blocks of rows.
//!
//! A position is P when no option is P; the terminal positions are P in normal play and N in misère
//! play. A row is one `x`, bit `y` set at P-positions. Each ray that leaves the row is remembered by
//! one bit a line: whether a P-position lies on it. Where `(0, 1)` is the only way to stay in the
//! row, at most one position without ends is P in it, the first that nothing else reaches.
//!
//! Bands are whole words wide. What crosses from tile to tile is as in `sweep`, in bits.
//!
//! Cost: a word operation per ray and 64 cells, often less. Judge: the definition, in
//! `tests/grid.rs`.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use smallvec::SmallVec;
use wythoff_kernels::Level;
use wythoff_kernels::bits::{first_clear, or_moved_down, or_moved_up};

use super::Tuning;
use super::save::{Put, Rest};
use super::shape::{Ray, Shape, Vector};
use super::still::Stills;
use super::wave::{Bands, Engine};
use crate::error::Error;

/// A ray that leaves its row.
struct Leaving {
    vector: Vector,
    /// Bases except the vector itself.
    pulls: Vec<Vector>,
    /// Whether the vector is a base.
    pushes: bool,
}

/// What a band keeps of a layer between two blocks.
struct Kept {
    /// Per ray and class `x mod dx`, a bit for each line under the column it crosses next.
    hit: Vec<Vec<Vec<u64>>>,
    /// The rows that moves still reach, one after another.
    rows: Vec<u64>,
}

/// One layer of a tile.
struct Local {
    /// Per ray and class, the lines under the columns they cross in the block's first row, from bit
    /// `before` on; the ones that come in from the left just before it.
    hit: Vec<Vec<Vec<u64>>>,
    margins: Vec<usize>,
    /// The tile's rows and those above it that moves reach, with words to their left.
    rows: Vec<u64>,
    /// Whether a row has a P-position to the left.
    some: Vec<bool>,
}

/// A thread's tile.
pub(super) struct Work {
    block: Range<usize>,
    columns: Range<usize>,
    layers: Vec<Local>,
    reached: Vec<u64>,
}

/// A box of outcomes being swept.
pub(super) struct OutcomeSweep<'a> {
    shape: &'a Shape,
    stills: Stills<'a>,
    level: Level,
    cut: Bands,
    reach: usize,
    /// Words to the left of a tile's rows.
    left: usize,
    /// Words of a tile's row, those to the left included.
    stride: usize,
    leaving: Vec<Leaving>,
    bands: Vec<Mutex<Vec<Kept>>>,
    row_is_a_ray: bool,
}

/// Whether this sweep can do the shape: nothing stays in a row but `(0, 1)` and its multiples.
pub(super) fn suits(shape: &Shape) -> bool {
    shape.steps.iter().all(|step| step.0 > 0)
        && shape.rays.iter().all(|ray| match ray.vector {
            (0, 1) => ray.bases[..] == [(0, 1)],
            (dx, _) => dx > 0 && ray.bases.iter().all(|base| base.0 > 0),
        })
}

/// Rows of a block.
const ROWS: usize = 64;
/// Columns of a band.
const COLUMNS: usize = 4096;

/// Columns of the P-positions of a row that is a ray: at most one, besides ends.
type Few = SmallVec<[usize; 4]>;

/// A row of a tile.
#[derive(Clone, Copy)]
struct Row {
    layer: usize,
    x: usize,
    x0: usize,
    /// Counted from the first row of the block.
    number: usize,
    y0: usize,
    columns: usize,
}

impl<'a> OutcomeSweep<'a> {
    /// `shape` must be normalised and of the kind that [`suits`] accepts.
    pub(super) fn new(
        shape: &'a Shape,
        stills: Stills<'a>,
        (width, height): (usize, usize),
        tuning: &Tuning,
    ) -> Self {
        let leaving = shape.rays.iter().filter(|ray| ray.vector.0 > 0);
        let reach = shape.reach() as usize;
        let side = tuning.side.map(|side| side.max(1));
        let cut = Bands {
            width,
            height,
            rows: side.unwrap_or(ROWS.max(reach)),
            columns: side.unwrap_or(COLUMNS.max(reach)).next_multiple_of(64),
        };
        let left = reach.div_ceil(64);
        let mut sweep = OutcomeSweep {
            shape,
            stills,
            level: tuning.level.unwrap_or_else(Level::detect),
            cut,
            reach,
            left,
            stride: left + cut.columns.min(height).div_ceil(64),
            leaving: leaving.map(leaving_ray).collect(),
            bands: Vec::new(),
            row_is_a_ray: shape.rays.iter().any(|ray| ray.vector.0 == 0),
        };
        sweep.bands = (0..cut.count())
            .map(|band| Mutex::new(sweep.kept(cut.band(band).len())))
            .collect();
        sweep
    }

    /// A band before the first block.
    fn kept(&self, columns: usize) -> Vec<Kept> {
        let words = columns.div_ceil(64);
        let lines = |ray: &Leaving| vec![vec![0; words]; ray.vector.0 as usize];
        let layer = || Kept {
            hit: self.leaving.iter().map(lines).collect(),
            rows: vec![0; self.reach * words],
        };
        self.shape.layers.iter().map(|_| layer()).collect()
    }

    /// The words of a row of the tile, or of one above it.
    fn words(&self, number: usize, back: u32) -> Range<usize> {
        let from = (self.reach + number - back as usize) * self.stride;
        from..from + self.stride
    }

    fn row(&self, lower: &[Local], local: &mut Local, reached: &mut [u64], row: Row) {
        let Local {
            hit,
            margins,
            rows,
            some,
        } = local;
        for ((ray, hit), &margin) in self.leaving.iter().zip(&mut *hit).zip(&*margins) {
            let (class, from) = row.line(ray.vector, margin);
            for &(e, f) in ray.pulls.iter().filter(|base| base.0 as usize <= row.x) {
                // Nothing past the tile: there the lines have not come to this row yet.
                let reached = &mut reached[..row.columns.div_ceil(64)];
                reached.fill(0);
                let given = &rows[self.words(row.number, e)];
                or_moved(reached, given, f as usize, 64 * self.left);
                clear_from(reached, row.columns);
                or_moved_up(&mut hit[class], reached, from);
            }
        }
        let until = self.stills.until(row.x, self.cut.height);
        let until = until.saturating_sub(row.y0).min(row.columns);
        if self.row_is_a_ray && some[row.number] && until == 0 {
            let own = self.words(row.number, 0);
            rows[own.start + self.left..own.end].fill(0);
            return;
        }
        let singles = self.reached_by_singles(lower, rows, reached, row);
        let own = self.words(row.number, 0);
        let own = &mut rows[own.start + self.left..own.end];
        own.fill(0);
        let some = &mut some[row.number];
        let found = {
            let mut unions: SmallVec<[(&[u64], usize); 8]> = self
                .leaving
                .iter()
                .zip(&*hit)
                .zip(&*margins)
                .map(|((ray, hit), &margin)| {
                    let (class, from) = row.line(ray.vector, margin);
                    (&hit[class][..], from)
                })
                .collect();
            if singles {
                unions.push((&*reached, 0));
            }
            self.mark(lower, &unions, own, some, row, until)
        };
        for ((ray, hit), &margin) in self.leaving.iter().zip(hit).zip(&*margins) {
            if !ray.pushes {
                continue;
            }
            let (class, from) = row.line(ray.vector, margin);
            if self.row_is_a_ray {
                for &column in &found {
                    set(&mut hit[class], from + column);
                }
            } else {
                or_moved_up(&mut hit[class], own, from);
            }
        }
    }

    /// Sets the bits of the P-positions of a row, ends only before `until`. Where the row is a ray they
    /// are few: returns them.
    fn mark(
        &self,
        lower: &[Local],
        unions: &[(&[u64], usize)],
        own: &mut [u64],
        some: &mut bool,
        row: Row,
        until: usize,
    ) -> Few {
        let mut found = Few::new();
        for column in 0..until {
            let y = row.y0 + column;
            let p = if self.stills.is_still(row.layer, row.x, y) {
                self.still_is_p(lower, row, column)
            } else {
                !(*some && self.row_is_a_ray)
                    && unions.iter().all(|&(bits, from)| !bit(bits, from + column))
            };
            if p {
                set(own, column);
                *some = true;
                found.push(column);
            }
        }
        if !self.row_is_a_ray {
            mark_clear(unions, until, row.columns, own);
        } else if !*some && let Some(column) = first_clear(self.level, unions, until, row.columns) {
            set(own, column);
            *some = true;
            found.push(column);
        }
        found
    }

    /// Collects the cells of a row from which a step or a move to another layer reaches a
    /// P-position. Returns whether there is such a move.
    fn reached_by_singles(
        &self,
        lower: &[Local],
        rows: &[u64],
        reached: &mut [u64],
        row: Row,
    ) -> bool {
        let steps = self.shape.steps.iter().map(|&step| (None, step));
        let moves = self.shape.layers[row.layer].iter();
        let singles = steps.chain(moves.map(|m| (Some(m.to), m.shift)));
        let mut any = false;
        for (to, (e, f)) in singles.filter(|(_, shift)| shift.0 as usize <= row.x) {
            if !any {
                reached.fill(0);
                any = true;
            }
            let rows = to.map_or(rows, |to| &lower[to].rows);
            let given = &rows[self.words(row.number, e)];
            or_moved(reached, given, f as usize, 64 * self.left);
        }
        any
    }

    fn still_is_p(&self, lower: &[Local], row: Row, column: usize) -> bool {
        let moves = self.stills.moves(row.layer, row.x, row.y0 + column);
        if moves.is_empty() {
            return !self.shape.misere;
        }
        moves.iter().all(|m| {
            let words = &lower[m.to].rows[self.words(row.number, m.shift.0)];
            !bit(words, 64 * self.left + column - m.shift.1 as usize)
        })
    }

    fn load(&self, work: &mut Work, kept: &[Kept], columns: Range<usize>) {
        let words = columns.len().div_ceil(64);
        for (local, kept) in work.layers.iter_mut().zip(kept) {
            for ((hit, kept), &margin) in local.hit.iter_mut().zip(&kept.hit).zip(&local.margins) {
                let before = margin.div_ceil(64);
                for (line, kept) in hit.iter_mut().zip(kept) {
                    line[before..before + words].copy_from_slice(kept);
                    line[before + words..].fill(0);
                }
            }
            for row in 0..self.reach {
                let from = row * self.stride + self.left;
                local.rows[from..from + words]
                    .copy_from_slice(&kept.rows[row * words..(row + 1) * words]);
            }
        }
        work.columns = columns;
    }

    fn store(&self, work: &mut Work, kept: &mut [Kept]) {
        let len = work.columns.len();
        let words = len.div_ceil(64);
        for (local, kept) in work.layers.iter_mut().zip(kept) {
            for ((hit, kept), &margin) in
                local.hit.iter_mut().zip(&mut kept.hit).zip(&local.margins)
            {
                let before = 64 * margin.div_ceil(64);
                for (line, kept) in hit.iter_mut().zip(kept) {
                    kept.fill(0);
                    or_moved_down(kept, line, before - margin);
                    clear_from(kept, len);
                    // The words that hold the margin of the tile to the right.
                    line.copy_within(len / 64..len / 64 + before / 64, 0);
                }
            }
            for row in 0..self.reach {
                let from = (work.block.len() + row) * self.stride + self.left;
                kept.rows[row * words..(row + 1) * words]
                    .copy_from_slice(&local.rows[from..from + words]);
            }
            if self.left > 0 {
                for row in local.rows.chunks_exact_mut(self.stride) {
                    row.copy_within(len / 64..len / 64 + self.left, 0);
                }
            }
        }
    }

    /// Rows of bits that a state has of each layer.
    fn state_rows(&self) -> usize {
        let classes = self.leaving.iter().map(|ray| ray.vector.0 as usize);
        classes.sum::<usize>() + self.reach
    }

    /// Writes down the lines and the rows that moves reach, in order of columns.
    pub(super) fn save(&self, put: &mut Put<'_>) -> Result<(), Error> {
        for layer in 0..self.shape.layers.len() {
            for number in 0..self.state_rows() {
                for band in &self.bands {
                    let mut band = band.lock().unwrap_or_else(PoisonError::into_inner);
                    for word in self.state_row(&mut band[layer], number) {
                        put(&word.to_le_bytes())?;
                    }
                }
            }
        }
        Ok(())
    }

    pub(super) fn restore(&mut self, rest: &mut Rest<'_>) -> Result<(), Error> {
        for layer in 0..self.shape.layers.len() {
            for number in 0..self.state_rows() {
                for band in &self.bands {
                    let mut band = band.lock().unwrap_or_else(PoisonError::into_inner);
                    for word in self.state_row(&mut band[layer], number) {
                        *word = rest.number()?;
                    }
                }
            }
        }
        Ok(())
    }

    fn state_row<'k>(&self, kept: &'k mut Kept, number: usize) -> &'k mut [u64] {
        let Kept { hit, rows } = kept;
        let count = hit.iter().flatten().count();
        let words = rows.len() / self.reach.max(1);
        match hit.iter_mut().flatten().nth(number) {
            Some(line) => line,
            None => &mut rows[(number - count) * words..][..words],
        }
    }
}

impl Engine for OutcomeSweep<'_> {
    type Item = u64;
    type Work = Work;

    fn cut(&self) -> Bands {
        self.cut
    }

    fn layers(&self) -> usize {
        self.shape.layers.len()
    }

    fn row_len(&self) -> usize {
        self.cut.height.div_ceil(64)
    }

    fn work(&self) -> Work {
        let lines = |ray: &Leaving| vec![Vec::new(); ray.vector.0 as usize];
        let rows = self.reach + self.cut.rows.min(self.cut.width);
        let layer = || Local {
            hit: self.leaving.iter().map(lines).collect(),
            margins: vec![0; self.leaving.len()],
            rows: vec![0; rows * self.stride],
            some: Vec::new(),
        };
        Work {
            block: 0..0,
            columns: 0..0,
            layers: self.shape.layers.iter().map(|_| layer()).collect(),
            reached: vec![0; self.stride - self.left],
        }
    }

    fn begin(&self, block: Range<usize>, work: &mut Work) {
        for local in &mut work.layers {
            for (number, ray) in self.leaving.iter().enumerate() {
                let (dx, dy) = (ray.vector.0 as usize, ray.vector.1 as usize);
                let margin = dy * (block.end / dx - block.start / dx);
                let before = margin.div_ceil(64);
                local.margins[number] = margin;
                for line in &mut local.hit[number] {
                    // One word more, so that a search reads whole groups to the end.
                    line.resize(before + self.stride - self.left + 1, 0);
                    line[..before].fill(0);
                }
            }
            if self.reach > 0 {
                local.rows.fill(0);
            }
            local.some.clear();
            local.some.resize(block.len(), false);
        }
        work.block = block;
    }

    fn tile(&self, band: usize, work: &mut Work, out: &mut [&mut [u64]], _: bool) {
        let columns = self.cut.band(band);
        let mut held = self.bands[band]
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        self.load(work, &held, columns.clone());
        let first = columns.start / 64;
        let words = columns.len().div_ceil(64);
        let row_len = self.row_len();
        for (layer, out) in out.iter_mut().enumerate() {
            let (lower, rest) = work.layers.split_at_mut(layer);
            let local = &mut rest[0];
            for (number, x) in work.block.clone().enumerate() {
                let row = Row {
                    layer,
                    x,
                    x0: work.block.start,
                    number,
                    y0: columns.start,
                    columns: columns.len(),
                };
                self.row(lower, local, &mut work.reached, row);
                let from = self.words(number, 0).start + self.left;
                out[number * row_len + first..][..words]
                    .copy_from_slice(&local.rows[from..from + words]);
            }
        }
        self.store(work, &mut held);
    }
}

impl Row {
    /// The class of the row's lines, and the bit of the one of the tile's first column.
    fn line(&self, (dx, dy): Vector, margin: usize) -> (usize, usize) {
        let (dx, dy) = (dx as usize, dy as usize);
        let passed = dy * (self.x / dx - self.x0 / dx);
        (self.x % dx, margin.next_multiple_of(64) - passed)
    }
}

fn leaving_ray(ray: &Ray) -> Leaving {
    let pulls = ray.bases.iter().filter(|&&base| base != ray.vector);
    Leaving {
        vector: ray.vector,
        pulls: pulls.copied().collect(),
        pushes: ray.bases.contains(&ray.vector),
    }
}

fn bit(row: &[u64], at: usize) -> bool {
    row[at / 64] >> (at % 64) & 1 == 1
}

fn set(row: &mut [u64], at: usize) {
    row[at / 64] |= 1 << (at % 64);
}

/// Clears the elements from `len` on.
fn clear_from(row: &mut [u64], len: usize) {
    if let Some(last) = row.get_mut(len / 64) {
        *last &= !(u64::MAX << (len % 64));
    }
}

/// Moves elements up by `up` and down by `down`, joining them with what is there.
fn or_moved(into: &mut [u64], from: &[u64], up: usize, down: usize) {
    if up >= down {
        or_moved_up(into, from, up - down);
    } else {
        or_moved_down(into, from, down - up);
    }
}

/// Sets in `row` the elements of `from .. until` that are clear in every union.
fn mark_clear(unions: &[(&[u64], usize)], from: usize, until: usize, row: &mut [u64]) {
    if from >= until {
        return;
    }
    let mut union: SmallVec<[u64; 64]> = SmallVec::from_elem(0, row.len());
    for &(bits, offset) in unions {
        or_moved_down(&mut union, bits, offset);
    }
    for (at, (word, union)) in row.iter_mut().zip(union).enumerate().skip(from / 64) {
        let mut clear = !union;
        if at == from / 64 {
            clear &= u64::MAX << (from % 64);
        }
        if at == until / 64 {
            clear &= !(u64::MAX << (until % 64));
        }
        if at > until / 64 {
            clear = 0;
        }
        *word |= clear;
    }
}
