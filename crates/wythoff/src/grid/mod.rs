//! The dense two-pile engine: every value of a box at once.
//!
//! A [`Shape`] is what it needs to know of a ruleset: rays, windows, steps, layers, ends. From it
//! [`fill`] makes a [`Table`]:
//! - Grundy values in square tiles (`grundy`), the tiles of an antidiagonal in parallel;
//! - remoteness and blocked play in blocks of rows (`sweep`), outcomes a bit a cell (`outcome`),
//!   several blocks in parallel (`wave`), kept, shown or resumed (`rows`).

mod grundy;
mod lines;
mod lower;
mod outcome;
mod rows;
mod save;
mod shape;
mod still;
mod sweep;
mod table;
mod wave;

use std::fmt;

use wythoff_kernels::mex::MAX_ROLES;

pub use grundy::{GrundyRun, SeeTile};
pub use lower::{Slab, slab};
pub use rows::{RowRun, SeeRow, stream_rows};
pub use save::Put;
pub use shape::{Ends, IsEnd, LayerMove, MAX_ENTRY, Ray, Shape, Vector};
pub use table::{Bits, Cell, Cut, Grid, Store, Table, Tiles, Width};
pub use wythoff_kernels::Level;

use crate::budget::Budget;
use crate::error::{Error, ErrorKind};

/// Why the dense engine cannot do a ruleset; the reference can.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsuited {
    why: String,
}

impl Unsuited {
    pub(super) fn new(why: impl Into<String>) -> Self {
        Unsuited { why: why.into() }
    }

    /// The same as the error of whoever asked for the dense engine all the same.
    #[must_use]
    pub fn into_error(self) -> Error {
        Error::new(ErrorKind::Undefined, self.to_string())
    }
}

impl fmt::Display for Unsuited {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "the dense engine cannot do this: {}", self.why)
    }
}

impl std::error::Error for Unsuited {}

/// What to compute for every cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// 0 for P, 1 for N.
    Outcome,
    /// Smith's remoteness.
    Remoteness,
    /// The Grundy value.
    Grundy,
    /// The outcome, 0 for P and 1 for N, when up to `k − 1` options may be forbidden.
    Blocked(u32),
}

/// How to compute; the values do not depend on it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tuning {
    /// Threads; `None` for the current pool of rayon.
    pub threads: Option<usize>,
    /// Side of a tile; `None` for a side that fits the box.
    pub side: Option<usize>,
    /// Instructions; `None` for the best of this processor.
    pub level: Option<Level>,
}

/// Bytes that a table takes, and bytes that computing it takes besides; upper bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// The table itself.
    pub table: u128,
    /// Lines, rows and whatever else is alive during the computation.
    pub working: u128,
}

impl Shape {
    /// Whether the dense engine can compute this value on this box.
    ///
    /// # Errors
    /// [`Unsuited`], with the reason.
    pub fn suits(&self, value: Value, (width, height): (usize, usize)) -> Result<(), Unsuited> {
        let shape = self.normalised()?;
        if width == 0 || height == 0 {
            return Err(Unsuited::new("a box without cells"));
        }
        if self.bound(width as u64, height as u64) >= u64::from(u32::MAX) {
            return Err(Unsuited::new("values beyond 32 bits"));
        }
        match value {
            Value::Grundy if shape.rays.len() > MAX_ROLES => {
                Err(Unsuited::new(format!("more than {MAX_ROLES} rays")))
            }
            Value::Blocked(0) => Err(Unsuited::new("blocking fewer than no options")),
            Value::Blocked(_) if shape.misere => Err(Unsuited::new("blocking in misère play")),
            Value::Blocked(limit) if limit > 1 && !sweep::counts_each_option_once(&shape) => Err(
                Unsuited::new("blocking where two moves lead to one position"),
            ),
            _ => Ok(()),
        }
    }

    /// The smallest integer type that provably holds every such value on this box.
    ///
    /// # Errors
    /// As [`Shape::suits`].
    pub fn width_of(&self, value: Value, size: (usize, usize)) -> Result<Width, Unsuited> {
        self.suits(value, size)?;
        let (width, height) = (size.0 as u64, size.1 as u64);
        let most = match value {
            Value::Outcome | Value::Blocked(_) => 1,
            Value::Remoteness => self.bound(width, height),
            Value::Grundy => self.normalised()?.grundy_bound(width, height),
        };
        Width::holding(most).ok_or_else(|| Unsuited::new("values beyond 32 bits"))
    }

    /// What a table of this box takes.
    ///
    /// # Errors
    /// As [`Shape::suits`].
    pub fn estimate(&self, value: Value, size: (usize, usize)) -> Result<Estimate, Unsuited> {
        let (width, height) = (size.0 as u128, size.1 as u128);
        let layers = self.layers.len() as u128;
        let cells = width * height * layers;
        let bytes = self.width_of(value, size)?.bytes() as u128;
        let line = (width + height) / 8 + 128;
        Ok(match value {
            Value::Outcome => Estimate {
                table: cells / 8 + 8 * width * layers,
                working: rows::working_bytes(&self.normalised()?, size),
            },
            Value::Remoteness | Value::Blocked(_) => Estimate {
                table: cells * bytes,
                working: rows::working_bytes(&self.normalised()?, size),
            },
            Value::Grundy if self.is_symmetric() => {
                let half = cells * bytes / 2 + 64 * (width + height) * bytes;
                let lines = self.rays.len().div_ceil(2) as u128 * width.max(height);
                Estimate {
                    table: half,
                    working: lines * line * layers,
                }
            }
            Value::Grundy => {
                let lines: u128 = self
                    .rays
                    .iter()
                    .map(|ray| lines_of(ray, width, height))
                    .sum();
                Estimate {
                    table: cells * bytes,
                    working: lines * line * layers,
                }
            }
        })
    }
}

/// How many lines of a ray cross the box.
fn lines_of(ray: &Ray, width: u128, height: u128) -> u128 {
    let (p, q) = (u128::from(ray.vector.0), u128::from(ray.vector.1));
    q * width + p * height
}

/// Computes the value of every cell with `x` below the first and `y` below the second size.
///
/// ```
/// use wythoff::budget::Budget;
/// use wythoff::grid::{Shape, Tuning, Value, fill};
/// let table = fill(&Shape::wyt(1, 1), Value::Grundy, (8, 8), &Tuning::default(), &Budget::default())?;
/// assert_eq!(table.get(0, 3, 5), Some(0));
/// assert_eq!(table.get(0, 7, 7), Some(5));
/// # Ok::<(), wythoff::Error>(())
/// ```
///
/// # Errors
/// [`ErrorKind::Undefined`] when [`Shape::suits`] says no; [`ErrorKind::Limit`] when the table does
/// not fit the budget; [`ErrorKind::Interrupted`] when the watch stops it; an error of evaluating an
/// end.
pub fn fill(
    shape: &Shape,
    value: Value,
    size: (usize, usize),
    tuning: &Tuning,
    budget: &Budget<'_>,
) -> Result<Table, Error> {
    let width = shape.width_of(value, size).map_err(Unsuited::into_error)?;
    let estimate = shape.estimate(value, size).map_err(Unsuited::into_error)?;
    budget.admit_bytes(estimate.table + estimate.working, "this table")?;
    let shape = shape.normalised().map_err(Unsuited::into_error)?;
    let run = || -> Result<Table, Error> {
        let layers = match (value, width) {
            (Value::Grundy, Width::U8) => grundy_layers::<u8>(&shape, size, tuning, budget)?,
            (Value::Grundy, Width::U16) => grundy_layers::<u16>(&shape, size, tuning, budget)?,
            (Value::Grundy, Width::U32) => grundy_layers::<u32>(&shape, size, tuning, budget)?,
            _ => rows::fill(&shape, value, size, tuning, budget)?,
        };
        Ok(Table::new(size, layers))
    };
    in_pool(tuning.threads, run)
}

/// Runs in a pool of so many threads, or in the current one.
fn in_pool<R: Send>(
    threads: Option<usize>,
    run: impl FnOnce() -> Result<R, Error> + Send,
) -> Result<R, Error> {
    match threads {
        None => run(),
        Some(threads) => rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .map_err(|error| Error::limit(format!("no threads: {error}")))?
            .install(run),
    }
}

fn grundy_layers<C: Cell>(
    shape: &Shape,
    (width, height): (usize, usize),
    tuning: &Tuning,
    budget: &Budget<'_>,
) -> Result<Vec<Grid>, Error>
where
    Grid: From<Store<C>>,
{
    // The half that is kept has x ≤ y: a tall box is computed as its mirror.
    let (width, height) = if shape.is_symmetric() {
        (width.min(height), width.max(height))
    } else {
        (width, height)
    };
    let run = GrundyRun::<C>::new(shape, (width, height), tuning, budget)?;
    let tiles = run.run(budget)?;
    Ok(tiles
        .into_iter()
        .map(|tiles| Store::Tiles(tiles).into())
        .collect())
}

/// Larger tiles are begun less often, smaller ones keep more threads at work.
fn side_for(size: usize) -> usize {
    match size {
        0..=1024 => 32,
        1025..=4096 => 64,
        4097..=16384 => 128,
        _ => 256,
    }
}
