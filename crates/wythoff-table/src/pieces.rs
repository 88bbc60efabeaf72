//! Tables that are only looked at: computed piece by piece by the dense engine, and none of it kept.

use wythoff::Error;
use wythoff::budget::Budget;
use wythoff::grid::{Cell, Cut, GrundyRun, Tuning, Value, Width, stream_rows};

use crate::write::{Job, Prepared, row_tuning};

/// Receives cells at fixed x: where they begin, and their values; of outcomes 0 is P.
pub type SeePiece<'s> = dyn Fn([usize; 2], &[u32]) + Sync + 's;

/// Computes a table and shows all its cells once, in any order and from several threads. Returns the
/// number of cells.
///
/// ```
/// use std::sync::Mutex;
/// use wythoff::{budget::Budget, grid, notation};
/// let rules = notation::parse_rules("wythoff").unwrap();
/// let slice = notation::parse_slice(&rules, "*,*").unwrap();
/// let job = wythoff_table::Job::new(rules, slice, grid::Value::Grundy, [3, 4]);
/// let table = Mutex::new([[9; 4]; 3]);
/// wythoff_table::pieces(&job, &Budget::default(), &|[x, y], cells| {
///     table.lock().unwrap()[x][y..y + cells.len()].copy_from_slice(cells);
/// }).unwrap();
/// assert_eq!(*table.lock().unwrap(), [[0, 1, 2, 3], [1, 2, 0, 4], [2, 0, 1, 5]]);
/// ```
///
/// # Errors
/// As [`write`](crate::write()), without those of the file system.
pub fn pieces(job: &Job, budget: &Budget<'_>, see: &SeePiece<'_>) -> Result<u128, Error> {
    let prepared = job.prepared()?;
    budget.admit_bytes(prepared.estimate.working, "this table")?;
    job.in_pool(|| match (prepared.value, prepared.width) {
        (Value::Grundy, Width::U8) => tiles::<u8>(job, &prepared, budget, see),
        (Value::Grundy, Width::U16) => tiles::<u16>(job, &prepared, budget, see),
        (Value::Grundy, Width::U32) => tiles::<u32>(job, &prepared, budget, see),
        _ => rows(job, &prepared, budget, see),
    })?;
    Ok(prepared.size.0 as u128 * prepared.size.1 as u128)
}

fn rows(
    job: &Job,
    prepared: &Prepared,
    budget: &Budget<'_>,
    see: &SeePiece<'_>,
) -> Result<(), Error> {
    let mut cells = Vec::with_capacity(prepared.size.1);
    let bytes = prepared.width.bytes();
    let show = &mut |layer: usize, x: usize, row: &[u8]| {
        if layer == prepared.layer {
            cells.clear();
            cells.extend(row.chunks_exact(bytes).map(number));
            see([x, 0], &cells);
        }
        Ok(())
    };
    stream_rows(
        &prepared.shape,
        prepared.value,
        prepared.size,
        &row_tuning(job),
        budget,
        show,
    )
}

/// A number from its bytes, least first.
fn number(bytes: &[u8]) -> u32 {
    bytes
        .iter()
        .rev()
        .fold(0, |value, &byte| value << 8 | u32::from(byte))
}

fn tiles<C: Cell>(
    job: &Job,
    prepared: &Prepared,
    budget: &Budget<'_>,
    see: &SeePiece<'_>,
) -> Result<(), Error> {
    let (width, height) = prepared.size;
    let size = if prepared.shape.is_symmetric() {
        (width.min(height), width.max(height))
    } else {
        (width, height)
    };
    let tuning = Tuning {
        threads: None,
        ..job.tuning
    };
    let mut run = GrundyRun::<C>::new(&prepared.shape, size, &tuning, budget)?;
    let cut = run.cut();
    let show = |layer: usize, at: (usize, usize), cells: &[C]| {
        if layer == prepared.layer {
            show_tile(cut, prepared.size, at, cells, see);
        }
        Ok(())
    };
    while run.advance(budget, &show)? {
        run.forget_tiles();
    }
    Ok(())
}

/// The rows of a tile, and of its mirror where only half is computed.
fn show_tile<C: Cell>(
    cut: Cut,
    (width, height): (usize, usize),
    (tx, ty): (usize, usize),
    cells: &[C],
    see: &SeePiece<'_>,
) {
    let (rows, columns) = cut.extent((tx, ty));
    let (x0, y0) = (tx * cut.side, ty * cut.side);
    let mut values = Vec::with_capacity(rows.max(columns));
    let mut show = |x: usize, y: usize, most: usize, row: &mut dyn Iterator<Item = C>| {
        if x < width && y < height {
            values.clear();
            values.extend(row.take(most.min(height - y)).map(C::widen));
            see([x, y], &values);
        }
    };
    for i in 0..rows {
        let mut row = cells[i * columns..][..columns].iter().copied();
        show(x0 + i, y0, columns, &mut row);
    }
    if cut.half {
        // A tile on the diagonal is its own mirror, but for what lies beyond its rows.
        let from = if tx == ty { rows } else { 0 };
        for j in from..columns {
            let mut row = (0..rows).map(|i| cells[i * columns + j]);
            show(y0 + j, x0, rows, &mut row);
        }
    }
}
