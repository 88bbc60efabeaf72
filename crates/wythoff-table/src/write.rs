//! Computing a table straight into a file.

use std::path::Path;
use std::time::{Duration, Instant};

use wythoff::budget::Budget;
use wythoff::grid::{
    Cell, Cut, Estimate, GrundyRun, RowRun, Shape, Tuning, Unsuited, Value, Width, fill, slab,
    stream_rows,
};
use wythoff::notation::Slice;
use wythoff::rules::{Play, Rules};
use wythoff::{Error, ErrorKind};

use crate::description::Description;
use crate::{npy, zarr};

/// How a table is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// One `.npy` file. Grundy values are computed in memory first; other values are streamed.
    Npy,
    /// A Zarr v3 array, a folder; streamed and resumable.
    Zarr,
}

impl Format {
    /// The format of a file name's ending.
    #[must_use]
    pub fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()? {
            "npy" => Some(Format::Npy),
            "zarr" => Some(Format::Zarr),
            _ => None,
        }
    }
}

/// What to compute and how.
#[derive(Clone, Debug)]
pub struct Job {
    /// The rules.
    pub rules: Rules,
    /// Two free coordinates; the others fixed.
    pub slice: Slice,
    /// The value; an outcome of blocked play follows from the rules.
    pub value: Value,
    /// Rows and columns, from (0, 0).
    pub shape: [usize; 2],
    /// Threads, tile side, instructions.
    pub tuning: Tuning,
    /// Go on with an interrupted run.
    pub resume: bool,
    /// At most so long between two saved states.
    pub save_every: Duration,
}

/// What a job will take; upper bounds, known before it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Bytes of memory.
    pub memory: u128,
    /// Bytes of the finished file.
    pub disk: u128,
    /// Bytes of the state that an interrupted run leaves besides; 0 when it leaves none.
    pub state: u128,
    /// The type of a cell.
    pub width: Width,
}

/// A job in the dense engine's terms.
pub(crate) struct Prepared {
    pub(crate) shape: Shape,
    pub(crate) layer: usize,
    pub(crate) value: Value,
    pub(crate) size: (usize, usize),
    pub(crate) width: Width,
    pub(crate) estimate: Estimate,
    description: Description,
}

impl Job {
    /// What the job will take.
    ///
    /// # Errors
    /// [`ErrorKind::Undefined`] when the dense engine cannot do the rules or the value.
    pub fn plan(&self, format: Format) -> Result<Plan, Error> {
        let prepared = self.prepared()?;
        let cells = prepared.size.0 as u128 * prepared.size.1 as u128;
        let disk = cells * prepared.width.bytes() as u128;
        let streams = format == Format::Zarr || prepared.value != Value::Grundy;
        let table = if streams { 0 } else { prepared.estimate.table };
        let state = match (format, prepared.value) {
            (Format::Zarr, Value::Grundy) => prepared.estimate.working,
            (Format::Zarr, value) => RowRun::state_bytes(&prepared.shape, value, prepared.size)?,
            _ => 0,
        };
        Ok(Plan {
            memory: table + prepared.estimate.working,
            disk,
            state,
            width: prepared.width,
        })
    }

    /// A job as the engine tunes itself, from the beginning.
    #[must_use]
    pub fn new(rules: Rules, slice: Slice, value: Value, shape: [usize; 2]) -> Job {
        Job {
            rules,
            slice,
            value,
            shape,
            tuning: Tuning::default(),
            resume: false,
            save_every: SAVE_EVERY,
        }
    }

    /// Runs in the threads that the job asks for.
    pub(crate) fn in_pool(
        &self,
        run: impl FnOnce() -> Result<(), Error> + Send,
    ) -> Result<(), Error> {
        match self.tuning.threads {
            None => run(),
            Some(threads) => rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .map_err(|error| Error::limit(format!("no threads: {error}")))?
                .install(run),
        }
    }

    pub(crate) fn prepared(&self) -> Result<Prepared, Error> {
        let value = match (self.rules.play(), self.value) {
            (Play::Block(k), Value::Outcome) => {
                Value::Blocked(u32::try_from(k).unwrap_or(u32::MAX))
            }
            (Play::Block(k), _) if k > 1 => {
                return Err(Error::undefined(
                    "with blocked options only the outcome is defined",
                ));
            }
            (_, value) => value,
        };
        let free = self.slice.free();
        let &[first, second] = free.as_slice() else {
            return Err(Error::input("a stored table needs two free coordinates"));
        };
        let at: Vec<u64> = self
            .slice
            .fixed
            .iter()
            .map(|entry| entry.unwrap_or(0))
            .collect();
        let slab = slab(&self.rules, (first, second), &at).map_err(Unsuited::into_error)?;
        let size = (self.shape[0], self.shape[1]);
        let width = slab
            .shape
            .width_of(value, size)
            .map_err(Unsuited::into_error)?;
        let estimate = slab
            .shape
            .estimate(value, size)
            .map_err(Unsuited::into_error)?;
        let shape = slab.shape.normalised().map_err(Unsuited::into_error)?;
        let text = |entry: &Option<u64>| entry.map_or("*".to_owned(), |fixed| fixed.to_string());
        let slice = self
            .slice
            .fixed
            .iter()
            .map(text)
            .collect::<Vec<_>>()
            .join(",");
        let description =
            Description::new(&self.rules.to_string(), &slice, value, self.shape, width);
        Ok(Prepared {
            shape,
            layer: slab.layer,
            value,
            size,
            width,
            estimate,
            description,
        })
    }
}

impl Prepared {
    /// The rows of a table that is not of Grundy values. A chunk's side is not a tile's: rows are
    /// computed in tiles that suit the processor.
    fn row_run(&self, job: &Job, budget: &Budget<'_>) -> Result<RowRun<'_>, Error> {
        RowRun::new(&self.shape, self.value, self.size, &row_tuning(job), budget)
    }
}

/// How rows are computed inside the job's threads.
pub(crate) fn row_tuning(job: &Job) -> Tuning {
    Tuning {
        threads: None,
        side: None,
        ..job.tuning
    }
}

/// Computes a table and stores it at `path`.
///
/// # Errors
/// [`ErrorKind::Undefined`] when the dense engine cannot do it; [`ErrorKind::Limit`] and
/// [`ErrorKind::Interrupted`] by the budget; [`ErrorKind::File`] by the file system. What an
/// interrupted Zarr run has finished is kept; set [`Job::resume`] to go on from there.
pub fn write(job: &Job, path: &Path, format: Format, budget: &Budget<'_>) -> Result<(), Error> {
    let plan = job.plan(format)?;
    budget.admit_bytes(plan.memory, "this table")?;
    let prepared = job.prepared()?;
    let run = || match (format, prepared.value) {
        (Format::Npy, Value::Grundy) => whole_to_npy(job, &prepared, path, budget),
        (Format::Npy, _) => rows_to_npy(job, &prepared, path, budget),
        (Format::Zarr, Value::Grundy) => match prepared.width {
            Width::U8 => tiles_to_zarr::<u8>(job, &prepared, path, budget),
            Width::U16 => tiles_to_zarr::<u16>(job, &prepared, path, budget),
            Width::U32 => tiles_to_zarr::<u32>(job, &prepared, path, budget),
        },
        (Format::Zarr, _) => rows_to_zarr(job, &prepared, path, budget),
    };
    job.in_pool(run)
}

/// Grundy values need columns as well as rows: the table is computed before the first is written.
fn whole_to_npy(
    job: &Job,
    prepared: &Prepared,
    path: &Path,
    budget: &Budget<'_>,
) -> Result<(), Error> {
    let tuning = Tuning {
        threads: None,
        ..job.tuning
    };
    let table = fill(
        &prepared.shape,
        prepared.value,
        prepared.size,
        &tuning,
        budget,
    )?;
    let mut writer = npy::Writer::create(path, prepared.description.clone())?;
    let mut row = Vec::new();
    for x in 0..prepared.size.0 {
        row.clear();
        table.row_bytes(prepared.layer, x, &mut row);
        writer.row(&row)?;
    }
    writer.finish()
}

fn rows_to_npy(
    job: &Job,
    prepared: &Prepared,
    path: &Path,
    budget: &Budget<'_>,
) -> Result<(), Error> {
    let mut writer = npy::Writer::create(path, prepared.description.clone())?;
    let see = &mut |layer: usize, _: usize, row: &[u8]| {
        if layer == prepared.layer {
            writer.row(row)
        } else {
            Ok(())
        }
    };
    stream_rows(
        &prepared.shape,
        prepared.value,
        prepared.size,
        &row_tuning(job),
        budget,
        see,
    )?;
    writer.finish()
}

/// At most so long between two states that an interrupted run can go on from.
const SAVE_EVERY: Duration = Duration::from_secs(600);

/// Side of a chunk when nothing else is asked for.
const CHUNK: usize = 512;

fn run_file(job: &Job, prepared: &Prepared) -> zarr::RunFile {
    let side = job.tuning.side.unwrap_or(CHUNK).max(1);
    zarr::RunFile {
        description: prepared.description.clone(),
        side,
    }
}

/// A band of chunks at a time; between two bands the state can be saved.
fn rows_to_zarr(
    job: &Job,
    prepared: &Prepared,
    path: &Path,
    budget: &Budget<'_>,
) -> Result<(), Error> {
    let file = run_file(job, prepared);
    let side = file.side;
    let writer = zarr::Writer::begin(path, file, job.resume)?;
    let mut run = prepared.row_run(job, budget)?;
    if let Some(state) = writer.state()? {
        run.restore(&state)?;
        if !run.done().is_multiple_of(side) && run.done() != prepared.size.0 {
            return Err(
                Error::input("found a state in the middle of a chunk").help("begin the table anew")
            );
        }
    }
    let cell = prepared.width.bytes();
    let mut band: Vec<Vec<u8>> = vec![vec![0; side * side * cell]; writer.chunks()[1]];
    let mut saved = Instant::now();
    loop {
        let first = run.done();
        let more = run.advance(side, budget, &mut |layer, x, row| {
            if layer == prepared.layer {
                for (chunk, cells) in band.iter_mut().zip(row.chunks(side * cell)) {
                    let from = (x - first) * side * cell;
                    chunk[from..from + cells.len()].copy_from_slice(cells);
                }
            }
            Ok(())
        });
        match more {
            Ok(false) => break,
            Ok(true) => {}
            Err(error) => {
                return Err(kept_for_later(error, || {
                    writer.save_state(|put| run.save(put))
                }));
            }
        }
        for (cy, chunk) in band.iter_mut().enumerate() {
            writer.chunk((first / side, cy), chunk)?;
            chunk.fill(0);
        }
        if saved.elapsed() >= job.save_every {
            writer.save_state(|put| run.save(put))?;
            saved = Instant::now();
        }
    }
    writer.finish()
}

/// The error of a run that was stopped, its state saved; other errors as they are.
fn kept_for_later(error: Error, save: impl FnOnce() -> Result<(), Error>) -> Error {
    if !matches!(error.kind(), ErrorKind::Interrupted | ErrorKind::Limit) {
        return error;
    }
    match save() {
        Ok(()) => error.help("what is finished is kept: go on with --resume"),
        Err(error) => error,
    }
}

fn tiles_to_zarr<C: Cell>(
    job: &Job,
    prepared: &Prepared,
    path: &Path,
    budget: &Budget<'_>,
) -> Result<(), Error> {
    let file = run_file(job, prepared);
    let tuning = Tuning {
        side: Some(file.side),
        threads: None,
        ..job.tuning
    };
    let writer = zarr::Writer::begin(path, file, job.resume)?;
    let (width, height) = prepared.size;
    let size = if prepared.shape.is_symmetric() {
        (width.min(height), width.max(height))
    } else {
        (width, height)
    };
    let mut run = GrundyRun::<C>::new(&prepared.shape, size, &tuning, budget)?;
    if let Some(state) = writer.state()? {
        run.restore(&state)?;
    }
    let cut = run.cut();
    let see = |layer: usize, at: (usize, usize), cells: &[C]| {
        if layer == prepared.layer {
            store_tile(&writer, cut, prepared.size, at, cells)?;
        }
        Ok(())
    };
    let mut saved = Instant::now();
    loop {
        match run.advance(budget, &see) {
            Ok(false) => break,
            Ok(true) => run.forget_tiles(),
            Err(error) => {
                return Err(kept_for_later(error, || {
                    writer.save_state(|put| run.save(put))
                }));
            }
        }
        if saved.elapsed() >= job.save_every {
            writer.save_state(|put| run.save(put))?;
            saved = Instant::now();
        }
    }
    writer.finish()
}

/// Writes the chunks that a tile fills: itself, and its mirror where only half is computed.
fn store_tile<C: Cell>(
    writer: &zarr::Writer,
    cut: Cut,
    (width, height): (usize, usize),
    (tx, ty): (usize, usize),
    cells: &[C],
) -> Result<(), Error> {
    let side = cut.side;
    let (rows, columns) = cut.extent((tx, ty));
    let diagonal = cut.half && tx == ty;
    let own = |i: usize, j: usize| match (i < rows && j < columns, i < columns && j < rows) {
        (true, _) => cells[i * columns + j],
        (false, true) if diagonal => cells[j * columns + i],
        _ => C::default(),
    };
    let [across, along] = writer.chunks();
    let put = |at: (usize, usize), value: &dyn Fn(usize, usize) -> C| {
        if at.0 >= across || at.1 >= along {
            return Ok(());
        }
        let mut bytes = Vec::with_capacity(side * side * C::WIDTH.bytes());
        for i in 0..side {
            for j in 0..side {
                let inside = at.0 * side + i < width && at.1 * side + j < height;
                let value = if inside { value(i, j).widen() } else { 0 };
                bytes.extend_from_slice(&value.to_le_bytes()[..C::WIDTH.bytes()]);
            }
        }
        writer.chunk(at, &bytes)
    };
    put((tx, ty), &own)?;
    if cut.half && !diagonal {
        put((ty, tx), &|i, j| own(j, i))?;
    }
    Ok(())
}
