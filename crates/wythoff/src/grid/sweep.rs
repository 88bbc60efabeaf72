//! Remoteness, and outcomes when options may be blocked, swept in blocks of rows.
//!
//! A row is one `x`, its cells run over `y`. Each line of a ray is remembered by a summary of the
//! values on it: its least good value and its greatest for remoteness, a count for blocked play.
//! Stepping along the line from `p − vector` to `p` adds the values at `p − base`.
//!
//! - Remoteness \[Smith1966\]: least even value of an option + 1, else the greatest + 1, else 0. In
//!   misère play odd values are the good ones.
//! - Blocked play: a position is P when fewer than `k` of its options are P.
//!
//! There are three ways to take the cells of a row, all with the same values:
//! - `sparse`, where any number may be taken along the row: few cells of a row are good, so lines
//!   change only there and all between them is one pass of whole vectors;
//! - `free`, where no move stays in the row: every cell of it at once;
//! - `cells`, one cell after another: everything else, and ends.
//!
//! Cost: a load and a minimum per ray and cell, twice for remoteness; tiles and threads as in
//! `wave`. Memory: a row of each summary, and the rows that steps reach. Judge: the definition, in
//! `tests/grid.rs`.

mod cells;
mod free;
mod local;
mod sparse;
mod state;

use std::marker::PhantomData;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use wythoff_kernels::Level;
use wythoff_kernels::rows::{self, Number};

use super::Tuning;
use super::shape::{Shape, Vector};
use super::still::Stills;
use super::table::Cell;
use super::wave::{Bands, Engine};
use local::{Band, Local, Work};

/// What a cell's value is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// Remoteness; good values are even, odd in misère play.
    Remoteness { good: bool },
    /// 0 for P, 1 for N: P when fewer than `limit` options are P, but a terminal position as given.
    Blocked { limit: u32, terminal: u32 },
}

/// What is known of a set of values: two numbers whose meaning the rule gives.
#[derive(Clone, Copy)]
struct Summary<T> {
    /// Least good value, or the number of P-positions.
    low: T,
    /// Greatest value; of no use to blocked play.
    high: T,
}

impl Rule {
    fn nothing<T: Number>(self) -> Summary<T> {
        let low = if matches!(self, Rule::Remoteness { .. }) {
            T::NONE
        } else {
            T::default()
        };
        Summary {
            low,
            high: T::default(),
        }
    }

    fn join<T: Number>(self, a: Summary<T>, b: Summary<T>) -> Summary<T> {
        Summary {
            low: self.join_low(a.low, b.low),
            high: a.high.max(b.high),
        }
    }

    fn join_low<T: Number>(self, a: T, b: T) -> T {
        match self {
            Rule::Remoteness { .. } => a.min(b),
            Rule::Blocked { .. } => a.plus(b),
        }
    }

    fn of<T: Number>(self, value: T) -> Summary<T> {
        let low = match self {
            Rule::Remoteness { good } => value.if_parity(good),
            Rule::Blocked { .. } => T::narrow(u32::from(value == T::default())),
        };
        Summary { low, high: value }
    }

    /// What a good value adds to a line; `None` for a value that is not good.
    fn good<T: Number>(self, value: T) -> Option<T> {
        let low = self.of(value).low;
        (low != self.nothing().low).then_some(low)
    }

    fn terminal<T: Number>(self) -> T {
        match self {
            Rule::Remoteness { .. } => T::default(),
            Rule::Blocked { terminal, .. } => T::narrow(terminal),
        }
    }

    /// The value of a position with options.
    fn value<T: Number>(self, options: Summary<T>) -> T {
        match self {
            Rule::Remoteness { .. } if options.low == T::NONE => options.high.next(),
            Rule::Remoteness { .. } => options.low.next(),
            Rule::Blocked { limit, .. } => T::narrow(u32::from(options.low.widen() >= limit)),
        }
    }
}

/// A ray that leaves its row.
struct Leaving {
    vector: Vector,
    /// Bases except the vector itself.
    pulls: Vec<Vector>,
    /// Whether the vector is a base.
    pushes: bool,
}

/// How rows are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Sparse,
    Free,
    Cells,
}

/// Numbers that are kept as cells of a type.
pub(super) trait Keep<C>: Number {
    /// Copies rows of `columns` values, to and from rows some strides apart. `read_soon` is whether
    /// they are looked at again at once.
    fn keep(
        level: Level,
        into: (&mut [C], usize),
        from: (&[Self], usize),
        columns: usize,
        read_soon: bool,
    );
}

macro_rules! kept_as_they_are {
    ($($kind:ty)*) => {$(
        impl Keep<$kind> for $kind {
            fn keep(
                level: Level,
                into: (&mut [$kind], usize),
                from: (&[$kind], usize),
                columns: usize,
                read_soon: bool,
            ) {
                let level = if read_soon { Level::Portable } else { level };
                let rows = into.0.len().div_ceil(into.1);
                rows::copy_past_caches(level, into, from, columns, rows);
            }
        }
    )*};
}
kept_as_they_are!(u8 u16 u32);

macro_rules! kept_narrow {
    ($($wide:ty => $kind:ty),*) => {$(
        impl Keep<$kind> for $wide {
            fn keep(
                _: Level,
                into: (&mut [$kind], usize),
                from: (&[$wide], usize),
                columns: usize,
                _: bool,
            ) {
                let rows = into.0.chunks_mut(into.1).zip(from.0.chunks(from.1));
                for (row, values) in rows {
                    for (cell, &value) in row[..columns].iter_mut().zip(values) {
                        // The type holds every value of the box.
                        *cell = value as $kind;
                    }
                }
            }
        }
    )*};
}
kept_narrow!(u16 => u8, u32 => u8, u32 => u16);

/// A box being swept: values computed in `T`, kept in `C`.
pub(super) struct Sweep<'a, T, C> {
    shape: &'a Shape,
    stills: Stills<'a>,
    rule: Rule,
    level: Level,
    cut: Bands,
    /// How far back values are read directly.
    reach: usize,
    leaving: Vec<Leaving>,
    /// Rays that stay in the row: length and bases.
    in_row: Vec<(usize, Vec<Vector>)>,
    way: Way,
    bands: Vec<Mutex<Band<T>>>,
    kept_as: PhantomData<fn() -> C>,
}

/// Rows of a block: tiles of these sizes stay in the second-level cache, their lines in the first.
const ROWS: usize = 32;
/// Columns of a band.
const COLUMNS: usize = 2048;

impl<'a, T: Number, C: Cell> Sweep<'a, T, C> {
    /// `shape` must be normalised, and `bound` of the box below [`Number::NONE`].
    pub(super) fn new(
        shape: &'a Shape,
        stills: Stills<'a>,
        rule: Rule,
        (width, height): (usize, usize),
        tuning: &Tuning,
    ) -> Self {
        let in_row: Vec<_> = shape
            .rays
            .iter()
            .filter(|ray| ray.vector.0 == 0)
            .map(|ray| (ray.vector.1 as usize, ray.bases.clone()))
            .collect();
        let leaving: Vec<Leaving> = shape
            .rays
            .iter()
            .filter(|ray| ray.vector.0 > 0)
            .map(|ray| {
                let pulls = ray.bases.iter().filter(|&&base| base != ray.vector);
                Leaving {
                    vector: ray.vector,
                    pulls: pulls.copied().collect(),
                    pushes: ray.bases.contains(&ray.vector),
                }
            })
            .collect();
        let steps_in_row = shape.steps.iter().any(|step| step.0 == 0);
        let way = way(&in_row, steps_in_row, &leaving);
        let mut reach = shape.reach() as usize;
        if way == Way::Cells {
            // A ray in the row reads what its own vector removes.
            let lengths = in_row.iter().map(|&(length, _)| length);
            reach = lengths.fold(reach, usize::max);
        }
        let side = tuning.side.map(|side| side.max(1));
        let cut = Bands {
            width,
            height,
            // Rows that are read again are copied once a block.
            rows: side.unwrap_or(ROWS.max(reach)),
            columns: side.unwrap_or(COLUMNS.max(reach)),
        };
        let mut sweep = Sweep {
            shape,
            stills,
            rule,
            level: tuning.level.unwrap_or_else(Level::detect),
            cut,
            reach,
            leaving,
            in_row,
            way,
            bands: Vec::new(),
            kept_as: PhantomData,
        };
        sweep.bands = (0..cut.count())
            .map(|band| Mutex::new(Band::new(&sweep, cut.band(band).len())))
            .collect();
        sweep
    }

    /// Running summaries of a row: one for each class of each ray that stays in it.
    fn runs_of_row(&self) -> usize {
        self.in_row.iter().map(|(length, _)| length).sum()
    }

    /// Rows, relative to the first of the block, and cells, relative to the first of the tile, that
    /// steps and moves between layers lead to.
    fn singles(&self, layer: usize) -> impl Iterator<Item = (Option<usize>, Vector)> {
        let steps = self.shape.steps.iter().map(|&step| (None, step));
        let moves = self.shape.layers[layer].iter();
        steps.chain(moves.map(|m| (Some(m.to), m.shift)))
    }

    /// The value where rays and steps are silent.
    fn still_value(&self, lower: &[Local<T>], row: Row, column: usize) -> T {
        let y = row.y0 + column;
        let mut options = None;
        for m in self.stills.moves(row.layer, row.x, y) {
            let value = self.rule.of(lower[m.to].values[row.at(m.shift, column)]);
            options = Some(
                self.rule
                    .join(options.unwrap_or(self.rule.nothing()), value),
            );
        }
        options.map_or(self.rule.terminal(), |options| self.rule.value(options))
    }

    fn row(&self, lower: &[Local<T>], local: &mut Local<T>, row: Row) {
        match self.way {
            Way::Sparse => self.sparse_row(lower, local, row),
            Way::Free => self.free_row(lower, local, row),
            Way::Cells => self.cells(lower, local, row, row.columns),
        }
    }
}

fn way(in_row: &[(usize, Vec<Vector>)], steps_in_row: bool, leaving: &[Leaving]) -> Way {
    match in_row {
        // What `(0, 1)` and its multiples remove is not repeated among bases and steps.
        [(1, bases)] if bases.contains(&(0, 1)) && !steps_in_row => Way::Sparse,
        [] if !steps_in_row && leaving.iter().all(|ray| ray.pulls.iter().all(|e| e.0 > 0)) => {
            Way::Free
        }
        _ => Way::Cells,
    }
}

/// A row of a tile.
#[derive(Clone, Copy)]
struct Row {
    layer: usize,
    x: usize,
    /// The first row of the block, and this row counted from it.
    x0: usize,
    number: usize,
    /// The first column of the tile, and how many there are.
    y0: usize,
    columns: usize,
    reach: usize,
    stride: usize,
}

impl Row {
    /// Where the value at `column`, less the shift, is in [`Local::values`].
    fn at(&self, (e, f): Vector, column: usize) -> usize {
        (self.reach + self.number - e as usize) * self.stride + self.reach + column - f as usize
    }

    /// The class of the row's lines, and where the one of the tile's first column is.
    fn line(&self, (dx, dy): Vector, margin: usize) -> (usize, usize) {
        let (dx, dy) = (dx as usize, dy as usize);
        (self.x % dx, margin - dy * (self.x / dx - self.x0 / dx))
    }
}

impl<T: Keep<C>, C: Cell> Engine for Sweep<'_, T, C> {
    type Item = C;
    type Work = Work<T>;

    fn cut(&self) -> Bands {
        self.cut
    }

    fn layers(&self) -> usize {
        self.shape.layers.len()
    }

    fn row_len(&self) -> usize {
        self.cut.height
    }

    fn work(&self) -> Work<T> {
        Work::new(self)
    }

    fn begin(&self, rows: Range<usize>, work: &mut Work<T>) {
        work.begin(self, rows);
    }

    fn tile(&self, band: usize, work: &mut Work<T>, out: &mut [&mut [C]], shown: bool) {
        let columns = self.cut.band(band);
        let mut held = self.bands[band]
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        work.load(self, &held, columns.clone());
        for (layer, out) in out.iter_mut().enumerate() {
            let (lower, rest) = work.layers.split_at_mut(layer);
            let local = &mut rest[0];
            for (number, x) in work.rows.clone().enumerate() {
                let row = Row {
                    layer,
                    x,
                    x0: work.rows.start,
                    number,
                    y0: columns.start,
                    columns: columns.len(),
                    reach: self.reach,
                    stride: local.stride,
                };
                self.row(lower, local, row);
            }
            if self.way == Way::Sparse {
                self.enter_greatest(local, work.rows.clone(), columns.len());
            }
            let from = self.reach * (local.stride + 1);
            T::keep(
                self.level,
                (&mut out[columns.start..], self.cut.height),
                (&local.values[from..], local.stride),
                columns.len(),
                shown,
            );
        }
        work.store(self, &mut held);
    }
}

/// Whether counting options line by line counts each once: rays without windows, none parallel, no
/// two moves from a layer to the same cell of another.
pub(super) fn counts_each_option_once(shape: &Shape) -> bool {
    let parallel =
        |a: Vector, b: Vector| u64::from(a.0) * u64::from(b.1) == u64::from(a.1) * u64::from(b.0);
    let same = |a: &super::shape::LayerMove, b: &super::shape::LayerMove| {
        (a.to, a.shift) == (b.to, b.shift)
    };
    let distinct = |moves: &Vec<super::shape::LayerMove>| {
        let mut before = moves.iter().enumerate();
        before.all(|(at, m)| !moves[..at].iter().any(|other| same(m, other)))
    };
    shape.layers.iter().all(distinct)
        && shape.rays.iter().enumerate().all(|(at, ray)| {
            ray.bases[..] == [ray.vector]
                && shape.rays[..at]
                    .iter()
                    .all(|other| !parallel(ray.vector, other.vector))
        })
}
