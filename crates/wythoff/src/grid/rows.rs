//! Values that are swept in rows: remoteness, outcomes, blocked play.
//!
//! [`RowRun`] computes rows and shows them in order; between two calls its state can be written down
//! and taken up again. [`stream_rows`] is a run from the first row to the last. `fill` keeps the rows.
//!
//! Layout of a state, all numbers little endian: a mark, the value, width, height and layers, the
//! rows done, 64 bits each; then what the sweep itself writes.

use std::ops::Range;

use wythoff_kernels::pages;
use wythoff_kernels::rows::{Number, little_endian};

use super::outcome::{self, OutcomeSweep};
use super::save::{Put, Rest, not_a_state};
use super::still::Stills;
use super::sweep::{Keep, Rule, Sweep};
use super::table::{Bits, Cell, Grid, Store, Width};
use super::wave::{Engine, Progress, SeeItems, Target, sweep};
use super::{Ray, Shape, Tuning, Unsuited, Value};
use crate::budget::Budget;
use crate::error::Error;

/// Receives a row: its layer, its `x`, its cells as little-endian bytes of the type that
/// [`Shape::width_of`] names.
///
/// It is called in a thread of the sweep's pool and must not wait for other work in that pool, which
/// may be waiting for this row.
pub type SeeRow<'s> = dyn FnMut(usize, usize, &[u8]) -> Result<(), Error> + Send + 's;

const MARK: u64 = u64::from_le_bytes(*b"WYTROW01");

/// A sweep whatever its numbers.
trait Rows: Send {
    fn advance(
        &self,
        rows: Range<usize>,
        progress: Progress<'_, '_>,
        see: &mut SeeRow<'_>,
    ) -> Result<(), Error>;
    fn save(&self, put: &mut Put<'_>) -> Result<(), Error>;
    fn restore(&mut self, done: usize, rest: &mut Rest<'_>) -> Result<(), Error>;
}

/// Rows of outcomes, remoteness or blocked outcomes being computed, none of them kept: for tables
/// larger than memory.
///
/// ```
/// use wythoff::budget::Budget;
/// use wythoff::grid::{RowRun, Shape, Tuning, Value};
/// let (shape, tuning, budget) = (Shape::wyt(1, 1), Tuning::default(), Budget::default());
/// let mut run = RowRun::new(&shape, Value::Remoteness, (3, 4), &tuning, &budget)?;
/// let mut rows = Vec::new();
/// while run.advance(2, &budget, &mut |_, _, row| Ok(rows.push(row.to_vec())))? {}
/// assert_eq!(rows, [[0, 1, 1, 1], [1, 1, 2, 3], [1, 2, 1, 3]]);
/// # Ok::<(), wythoff::Error>(())
/// ```
pub struct RowRun<'a> {
    rows: Box<dyn Rows + 'a>,
    /// What a state must agree with.
    key: [u64; 4],
    width: usize,
    done: usize,
    /// Rows were left half done: the lines are in between.
    broken: bool,
}

impl<'a> RowRun<'a> {
    /// A run that has not begun, on a shape that is [normalised](Shape::normalised).
    ///
    /// # Errors
    /// [`ErrorKind::Undefined`](crate::ErrorKind::Undefined) when [`Shape::suits`] says no, and for
    /// Grundy values, which come in tiles: see [`GrundyRun`](super::GrundyRun); an error of
    /// evaluating an end.
    pub fn new(
        shape: &'a Shape,
        value: Value,
        size: (usize, usize),
        tuning: &Tuning,
        budget: &Budget<'_>,
    ) -> Result<Self, Error> {
        let kind = kind(shape, value, size)?;
        let stills = Stills::new(shape, size, budget)?;
        let rows: Box<dyn Rows + 'a> = match kind {
            Kind::Bits => Box::new(OutcomeSweep::new(shape, stills, size, tuning)),
            Kind::Numbers(rule, numbers) => match numbers {
                Numbers::U8 => Box::new(Sweep::<u8, u8>::new(shape, stills, rule, size, tuning)),
                Numbers::U16As8 => {
                    Box::new(Sweep::<u16, u8>::new(shape, stills, rule, size, tuning))
                }
                Numbers::U16 => Box::new(Sweep::<u16, u16>::new(shape, stills, rule, size, tuning)),
                Numbers::U32As8 => {
                    Box::new(Sweep::<u32, u8>::new(shape, stills, rule, size, tuning))
                }
                Numbers::U32As16 => {
                    Box::new(Sweep::<u32, u16>::new(shape, stills, rule, size, tuning))
                }
                Numbers::U32 => Box::new(Sweep::<u32, u32>::new(shape, stills, rule, size, tuning)),
            },
        };
        let number = match value {
            Value::Outcome => 0,
            Value::Remoteness => 1,
            Value::Grundy => 2,
            Value::Blocked(limit) => 3 + u64::from(limit),
        };
        Ok(RowRun {
            rows,
            key: [
                number,
                size.0 as u64,
                size.1 as u64,
                shape.layers.len() as u64,
            ],
            width: size.0,
            done: 0,
            broken: false,
        })
    }

    /// How many rows are finished.
    #[must_use]
    pub fn done(&self) -> usize {
        self.done
    }

    /// Computes the next rows, `count` or as many as are left, in the threads of the current pool.
    /// Each row is shown in order of `x`, and for each `x` in order of layers. Returns whether there
    /// was one.
    ///
    /// Rows that are begun are finished, so that the state can be saved after the watch has stopped
    /// the run; the run ends before the next ones.
    ///
    /// # Errors
    /// When the watch stops the run, and what `see` returns; after that there is nothing to save.
    pub fn advance(
        &mut self,
        count: usize,
        budget: &Budget<'_>,
        see: &mut SeeRow<'_>,
    ) -> Result<bool, Error> {
        self.next(count, true, budget, see)
    }

    /// The next rows; whether they are finished though the watch says no.
    fn next(
        &mut self,
        count: usize,
        finish: bool,
        budget: &Budget<'_>,
        see: &mut SeeRow<'_>,
    ) -> Result<bool, Error> {
        if self.broken {
            return Err(Error::undefined("a run that has failed cannot go on"));
        }
        if self.done == self.width {
            return Ok(false);
        }
        let row = self.key[2] * self.key[3];
        budget.report(self.done as u64 * row, Some(self.width as u64 * row))?;
        let rows = self.done..self.width.min(self.done.saturating_add(count.max(1)));
        let progress = Progress {
            budget,
            total_rows: self.width,
            finish,
        };
        self.broken = true;
        self.rows.advance(rows.clone(), progress, see)?;
        self.broken = false;
        self.done = rows.end;
        Ok(true)
    }

    /// Writes the state down.
    ///
    /// # Errors
    /// When a run has failed in the middle of a row, and what `put` returns.
    pub fn save(&self, put: &mut Put<'_>) -> Result<(), Error> {
        if self.broken {
            return Err(Error::undefined(
                "a run that has failed has no state to save",
            ));
        }
        for number in [MARK].iter().chain(&self.key).chain(&[self.done as u64]) {
            put(&number.to_le_bytes())?;
        }
        self.rows.save(put)
    }

    /// An upper bound of the bytes that [`RowRun::save`] writes for this box.
    ///
    /// # Errors
    /// As [`RowRun::new`].
    pub fn state_bytes(shape: &Shape, value: Value, size: (usize, usize)) -> Result<u128, Error> {
        let shape = shape.normalised().map_err(Unsuited::into_error)?;
        let rows = state_rows(&shape) * shape.layers.len() as u128;
        let row = match kind(&shape, value, size)? {
            Kind::Bits => 8 * size.1.div_ceil(64) as u128,
            Kind::Numbers(..) => 4 * size.1 as u128,
        };
        Ok(48 + rows * row)
    }

    /// Takes up a state that [`RowRun::save`] wrote for the same shape, value and size; threads and
    /// tile side may be others.
    ///
    /// # Errors
    /// [`ErrorKind::Input`](crate::ErrorKind::Input) when the bytes are not such a state.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let mut rest = Rest(bytes);
        // Until every part is in place the run is not fit for use.
        self.broken = true;
        for expected in [MARK].iter().chain(&self.key) {
            if rest.number()? != *expected {
                return Err(not_a_state());
            }
        }
        self.done = usize::try_from(rest.number()?).map_err(|_| not_a_state())?;
        if self.done > self.width {
            return Err(not_a_state());
        }
        self.rows.restore(self.done, &mut rest)?;
        if !rest.0.is_empty() {
            return Err(not_a_state());
        }
        self.broken = false;
        Ok(())
    }
}

/// Rows of numbers, or of bits, that a layer keeps between two blocks: two for each class of lines, and
/// the rows that are read again.
fn state_rows(shape: &Shape) -> u128 {
    let classes: u128 = shape.rays.iter().map(|ray| u128::from(ray.vector.0)).sum();
    // A ray in the row may read its own row as far back as it is long.
    let in_row = shape.rays.iter().filter(|ray| ray.vector.0 == 0);
    let back = in_row.map(|ray| ray.vector.1).fold(shape.reach(), u32::max);
    2 * classes + u128::from(back)
}

/// An upper bound of the bytes that a sweep has in use at a time, besides a table. Numbers take at
/// most 4 bytes.
pub(super) fn working_bytes(shape: &Shape, (width, height): (usize, usize)) -> u128 {
    let kept = state_rows(shape);
    let rows = kept.max(64).min(width as u128);
    let columns = kept.max(4096).min(height as u128);
    let lines = |ray: &Ray| {
        let (dx, dy) = (u128::from(ray.vector.0), u128::from(ray.vector.1));
        // As many lines come in from the left as a line moves to the right in a block.
        2 * (dy * (rows + dx) + dx * (columns + 64))
    };
    let tile = (rows + kept) * (columns + kept + 128);
    let own = tile + shape.rays.iter().map(lines).sum::<u128>() + rows * height as u128;
    let threads = rayon::current_num_threads() as u128;
    4 * shape.layers.len() as u128 * (kept * height as u128 + threads * own)
}

/// Computes outcomes, remoteness or blocked outcomes and keeps none. Rows come in order of `x`, and
/// for each `x` in order of layers.
///
/// # Errors
/// As [`fill`](super::fill), and what `see` returns.
pub fn stream_rows(
    shape: &Shape,
    value: Value,
    size: (usize, usize),
    tuning: &Tuning,
    budget: &Budget<'_>,
    see: &mut SeeRow<'_>,
) -> Result<(), Error> {
    let shape = shape.normalised().map_err(Unsuited::into_error)?;
    let mut run = RowRun::new(&shape, value, size, tuning, budget)?;
    super::in_pool(tuning.threads, || {
        run.next(size.0, false, budget, see).map(|_| ())
    })
}

/// What a sweep computes in, and what its cells are kept as.
enum Numbers {
    U8,
    U16As8,
    U16,
    U32As8,
    U32As16,
    U32,
}

/// Which sweep computes a value.
enum Kind {
    Bits,
    Numbers(Rule, Numbers),
}

fn kind(shape: &Shape, value: Value, size: (usize, usize)) -> Result<Kind, Error> {
    let width = shape.width_of(value, size).map_err(Unsuited::into_error)?;
    let bound = shape.bound(size.0 as u64, size.1 as u64);
    let counted = |limit, terminal| {
        // A count stops at the largest number: the limit is below it.
        let numbers = match limit {
            0..0xFF => Numbers::U8,
            _ => Numbers::U32As8,
        };
        Kind::Numbers(Rule::Blocked { limit, terminal }, numbers)
    };
    Ok(match value {
        Value::Grundy => {
            return Err(Error::undefined("Grundy values come in tiles, not in rows"));
        }
        Value::Outcome if outcome::suits(shape) => Kind::Bits,
        Value::Outcome => counted(1, u32::from(shape.misere)),
        Value::Blocked(limit) => counted(limit, 0),
        Value::Remoteness => {
            let numbers = match width {
                // The largest number stands for no value at all.
                Width::U8 if bound < 0xFF => Numbers::U8,
                Width::U8 => Numbers::U16As8,
                Width::U16 if bound < 0xFFFF => Numbers::U16,
                Width::U16 => Numbers::U32As16,
                Width::U32 => Numbers::U32,
            };
            Kind::Numbers(Rule::Remoteness { good: shape.misere }, numbers)
        }
    })
}

/// Computes and keeps all rows of all layers, in the threads of the current pool.
pub(super) fn fill(
    shape: &Shape,
    value: Value,
    size: (usize, usize),
    tuning: &Tuning,
    budget: &Budget<'_>,
) -> Result<Vec<Grid>, Error> {
    let kind = kind(shape, value, size)?;
    let stills = Stills::new(shape, size, budget)?;
    match kind {
        Kind::Bits => {
            let sweep = OutcomeSweep::new(shape, stills, size, tuning);
            let layers = kept(&sweep, budget)?;
            let bits = layers.into_iter().map(|words| Bits::of(words, size.1));
            Ok(bits.map(Grid::Bits).collect())
        }
        Kind::Numbers(rule, _) if value == Value::Outcome => {
            let sweep = Sweep::<u8, u8>::new(shape, stills, rule, size, tuning);
            packed(&sweep, size, budget)
        }
        Kind::Numbers(rule, numbers) => {
            // A macro, since each arm has types of its own.
            macro_rules! cells {
                ($number:ty, $cell:ty) => {{
                    let sweep = Sweep::<$number, $cell>::new(shape, stills, rule, size, tuning);
                    let layers = kept(&sweep, budget)?.into_iter();
                    let rows = |cells| Store::Rows {
                        cells,
                        height: size.1,
                    };
                    layers.map(|cells| rows(cells).into()).collect()
                }};
            }
            Ok(match numbers {
                Numbers::U8 => cells!(u8, u8),
                Numbers::U16As8 => cells!(u16, u8),
                Numbers::U16 => cells!(u16, u16),
                Numbers::U32As8 => cells!(u32, u8),
                Numbers::U32As16 => cells!(u32, u16),
                Numbers::U32 => cells!(u32, u32),
            })
        }
    }
}

fn in_one_go<'b, 'w>(total_rows: usize, budget: &'b Budget<'w>) -> Progress<'b, 'w> {
    Progress {
        budget,
        total_rows,
        finish: false,
    }
}

/// Sweeps all rows into memory, a vector for each layer.
fn kept<E: Engine>(engine: &E, budget: &Budget<'_>) -> Result<Vec<Vec<E::Item>>, Error> {
    let (total_rows, row_len) = (engine.cut().width, engine.row_len());
    let mut layers: Vec<Vec<E::Item>> = (0..engine.layers())
        .map(|_| vec![E::Item::default(); total_rows * row_len])
        .collect();
    for layer in &layers {
        pages::prefer_large(layer);
    }
    let target = layers.iter_mut().map(Vec::as_mut_slice).collect();
    sweep(
        engine,
        0..total_rows,
        Target::Memory(target),
        in_one_go(total_rows, budget),
    )?;
    Ok(layers)
}

/// Sweeps outcomes of a byte each into bits.
fn packed(
    engine: &Sweep<'_, u8, u8>,
    size: (usize, usize),
    budget: &Budget<'_>,
) -> Result<Vec<Grid>, Error> {
    let mut layers: Vec<Bits> = (0..engine.layers())
        .map(|_| Bits::new(size.1, size.0))
        .collect();
    let see: &mut SeeItems<'_, u8> = &mut |layer, _, row| {
        layers[layer].push_row(row);
        Ok(())
    };
    sweep(
        engine,
        0..size.0,
        Target::Shown(see),
        in_one_go(size.0, budget),
    )?;
    Ok(layers.into_iter().map(Grid::Bits).collect())
}

impl<T: Keep<C>, C: Cell + Number> Rows for Sweep<'_, T, C> {
    fn advance(
        &self,
        rows: Range<usize>,
        progress: Progress<'_, '_>,
        see: &mut SeeRow<'_>,
    ) -> Result<(), Error> {
        let mut bytes = Vec::new();
        let show: &mut SeeItems<'_, C> =
            &mut |layer, x, row| see(layer, x, little_endian(row, &mut bytes));
        sweep(self, rows, Target::Shown(show), progress)
    }

    fn save(&self, put: &mut Put<'_>) -> Result<(), Error> {
        Sweep::save(self, put)
    }

    fn restore(&mut self, done: usize, rest: &mut Rest<'_>) -> Result<(), Error> {
        Sweep::restore(self, done, rest)
    }
}

impl Rows for OutcomeSweep<'_> {
    fn advance(
        &self,
        rows: Range<usize>,
        progress: Progress<'_, '_>,
        see: &mut SeeRow<'_>,
    ) -> Result<(), Error> {
        let height = self.cut().height;
        let mut bytes = Vec::new();
        let show: &mut SeeItems<'_, u64> = &mut |layer, x, row| {
            bytes.resize(64 * row.len(), 0);
            for (bytes, word) in bytes.chunks_exact_mut(64).zip(row) {
                for (bytes, byte) in bytes.chunks_exact_mut(8).zip(word.to_le_bytes()) {
                    bytes.copy_from_slice(&outcomes(byte));
                }
            }
            see(layer, x, &bytes[..height])
        };
        sweep(self, rows, Target::Shown(show), progress)
    }

    fn save(&self, put: &mut Put<'_>) -> Result<(), Error> {
        OutcomeSweep::save(self, put)
    }

    fn restore(&mut self, _: usize, rest: &mut Rest<'_>) -> Result<(), Error> {
        OutcomeSweep::restore(self, rest)
    }
}

/// The outcomes of eight cells, 0 where a bit is set, 1 elsewhere.
fn outcomes(bits: u8) -> [u8; 8] {
    const ONES: u64 = 0x0101_0101_0101_0101;
    // Byte k of the product keeps bit k alone.
    const BITS: u64 = 0x8040_2010_0804_0201;
    let alone = (u64::from(bits) * ONES) & BITS;
    // A byte that is not 0 carries into its highest bit.
    let set = (alone + 0x7F * ONES) >> 7 & ONES;
    (set ^ ONES).to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::outcomes;

    #[test]
    fn outcomes_of_bits() {
        for bits in 0..=u8::MAX {
            let expected: Vec<u8> = (0..8).map(|k| u8::from(bits >> k & 1 == 0)).collect();
            assert_eq!(outcomes(bits).to_vec(), expected, "{bits:b}");
        }
    }
}
