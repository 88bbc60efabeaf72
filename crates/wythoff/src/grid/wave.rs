//! Sweeps in blocks of rows, several threads at once.
//!
//! A box is cut into blocks of rows (along `x`) and bands of columns (along `y`). A tile, one block
//! of one band, needs what the tiles to its left and below it leave behind. A thread takes whole
//! blocks, from left to right: what crosses to the next band stays in its hands ([`Engine::Work`]),
//! what goes on to the next block waits in the band. So the thread of block `i` follows the one of
//! block `i − 1` at a distance of one band, and only one counter per band is between them.
//!
//! The values do not depend on the cut or on the number of threads. Judge: `tests/grid.rs`.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::budget::Budget;
use crate::error::Error;

/// How a box is cut; the last block and the last band may be smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bands {
    /// Cells along `x`.
    pub(super) width: usize,
    /// Cells along `y`.
    pub(super) height: usize,
    /// Rows of a block.
    pub(super) rows: usize,
    /// Columns of a band.
    pub(super) columns: usize,
}

impl Bands {
    pub(super) fn count(&self) -> usize {
        self.height.div_ceil(self.columns)
    }

    /// The columns of a band.
    pub(super) fn band(&self, number: usize) -> Range<usize> {
        let from = number * self.columns;
        from..self.height.min(from + self.columns)
    }
}

/// Computes tiles.
pub(super) trait Engine: Sync {
    /// What a row is made of: cells, or words of bits.
    type Item: Copy + Default + Send;
    /// What a thread needs for itself, and what a tile leaves for the one to its right.
    type Work: Send;

    fn cut(&self) -> Bands;
    fn layers(&self) -> usize;
    /// Items of a whole row.
    fn row_len(&self) -> usize;
    fn work(&self) -> Self::Work;
    /// Begins a block: nothing is to the left of its first tile.
    fn begin(&self, rows: Range<usize>, work: &mut Self::Work);
    /// Computes the next tile of the block that was begun, and writes it to its place in each
    /// layer's rows of the block, which are shown at once or not. The same band of all earlier
    /// blocks is done.
    fn tile(&self, band: usize, work: &mut Self::Work, out: &mut [&mut [Self::Item]], shown: bool);
}

/// Receives a row: its layer, its `x`, its items.
pub(super) type SeeItems<'s, I> = dyn FnMut(usize, usize, &[I]) -> Result<(), Error> + Send + 's;

/// Where rows go.
pub(super) enum Target<'t, 's, I> {
    /// Into memory: for each layer, all rows asked for.
    Memory(Vec<&'t mut [I]>),
    /// Shown in order, and not kept.
    Shown(&'t mut SeeItems<'s, I>),
}

/// How far a whole run is, for the watch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Progress<'b, 'w> {
    pub(super) budget: &'b Budget<'w>,
    /// Rows of the whole run.
    pub(super) total_rows: usize,
    /// Whether rows that are begun are finished though the watch says no.
    pub(super) finish: bool,
}

/// Computes rows in the threads of the current pool. All rows before them must be done, by the same
/// engine.
///
/// # Errors
/// What the receiver of rows returns, and when the watch stops it in between; after that the engine
/// is of no use.
pub(super) fn sweep<E: Engine>(
    engine: &E,
    rows: Range<usize>,
    target: Target<'_, '_, E::Item>,
    progress: Progress<'_, '_>,
) -> Result<(), Error> {
    let cut = engine.cut();
    let block = cut.rows;
    let blocks: Vec<Range<usize>> = rows
        .clone()
        .step_by(block)
        .map(|x| x..rows.end.min(x + block))
        .collect();
    let (memory, shown) = match target {
        Target::Memory(layers) => (Some(parted(layers, &blocks, engine.row_len())), None),
        Target::Shown(see) => (None, Some(Mutex::new(see))),
    };
    let wave = Wave {
        engine,
        blocks,
        memory,
        shown,
        next: AtomicUsize::new(0),
        done: (0..cut.count()).map(|_| AtomicUsize::new(0)).collect(),
        seen: AtomicUsize::new(0),
        stopped: AtomicBool::new(false),
        failure: Mutex::new(None),
        rows_done: AtomicU64::new(rows.start as u64),
        progress,
    };
    let threads = rayon::current_num_threads()
        .min(wave.blocks.len())
        .min(wave.done.len());
    if threads > 1 {
        rayon::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|_| wave.worker());
            }
        });
    } else {
        wave.worker();
    }
    let failure = wave.failure.into_inner();
    failure
        .unwrap_or_else(PoisonError::into_inner)
        .map_or(Ok(()), Err)
}

/// The rows of each block, of all layers, each to be taken once.
type Parts<'t, I> = Vec<Mutex<Vec<&'t mut [I]>>>;

fn parted<'t, I>(
    layers: Vec<&'t mut [I]>,
    blocks: &[Range<usize>],
    row_len: usize,
) -> Parts<'t, I> {
    let mut parts: Vec<Vec<&mut [I]>> = blocks.iter().map(|_| Vec::new()).collect();
    for mut rest in layers {
        for (part, rows) in parts.iter_mut().zip(blocks) {
            let (own, after) = rest.split_at_mut(rows.len() * row_len);
            part.push(own);
            rest = after;
        }
    }
    parts.into_iter().map(Mutex::new).collect()
}

struct Wave<'t, 's, 'b, 'w, E: Engine> {
    engine: &'t E,
    blocks: Vec<Range<usize>>,
    memory: Option<Parts<'t, E::Item>>,
    shown: Option<Mutex<&'t mut SeeItems<'s, E::Item>>>,
    /// The first block that no thread has taken.
    next: AtomicUsize,
    /// Blocks finished in each band.
    done: Vec<AtomicUsize>,
    /// Blocks whose rows were shown.
    seen: AtomicUsize,
    stopped: AtomicBool,
    failure: Mutex<Option<Error>>,
    rows_done: AtomicU64,
    progress: Progress<'b, 'w>,
}

impl<E: Engine> Wave<'_, '_, '_, '_, E> {
    /// Takes blocks until none is left. A block waits only for blocks taken before it, so that any
    /// number of threads, even one after another, comes to an end.
    fn worker(&self) {
        // A thread that unwinds must not be waited for.
        let guard = StopOnUnwind(&self.stopped);
        let mut work = self.engine.work();
        let mut own = Vec::new();
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(rows) = self.blocks.get(number) else {
                break;
            };
            if self.stopped.load(Ordering::Acquire)
                || !self.block(number, rows, &mut work, &mut own)
            {
                break;
            }
        }
        std::mem::forget(guard);
    }

    /// Returns whether to go on.
    fn block(
        &self,
        number: usize,
        rows: &Range<usize>,
        work: &mut E::Work,
        own: &mut Vec<E::Item>,
    ) -> bool {
        let row_len = self.engine.row_len();
        let mut out: Vec<&mut [E::Item]> = match &self.memory {
            Some(parts) => {
                std::mem::take(&mut *parts[number].lock().unwrap_or_else(PoisonError::into_inner))
            }
            None => {
                own.resize(
                    self.engine.layers() * rows.len() * row_len,
                    E::Item::default(),
                );
                own.chunks_exact_mut(rows.len() * row_len).collect()
            }
        };
        self.engine.begin(rows.clone(), work);
        for (band, done) in self.done.iter().enumerate() {
            if !self.wait_for(done, number) {
                return false;
            }
            self.engine.tile(band, work, &mut out, self.shown.is_some());
            done.store(number + 1, Ordering::Release);
        }
        if !self.show(number, rows, &out) {
            return false;
        }
        let before = self
            .rows_done
            .fetch_add(rows.len() as u64, Ordering::Relaxed);
        let cells = (self.engine.cut().height * self.engine.layers()) as u64;
        let total = self.progress.total_rows as u64 * cells;
        let report = self
            .progress
            .budget
            .report((before + rows.len() as u64) * cells, Some(total));
        match report {
            Err(error) if !self.progress.finish => {
                self.fail(error);
                false
            }
            _ => true,
        }
    }

    fn fail(&self, error: Error) {
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        failure.get_or_insert(error);
        self.stopped.store(true, Ordering::Release);
    }

    /// Shows the rows of a block after those of all blocks before it.
    fn show(&self, number: usize, rows: &Range<usize>, out: &[&mut [E::Item]]) -> bool {
        let Some(see) = &self.shown else {
            return true;
        };
        if !self.wait_for(&self.seen, number) {
            return false;
        }
        let mut see = see.lock().unwrap_or_else(PoisonError::into_inner);
        let row_len = self.engine.row_len();
        for (row, x) in rows.clone().enumerate() {
            for (layer, items) in out.iter().enumerate() {
                if let Err(error) = see(layer, x, &items[row * row_len..(row + 1) * row_len]) {
                    self.fail(error);
                    return false;
                }
            }
        }
        self.seen.store(number + 1, Ordering::Release);
        true
    }

    /// Waits until `counter` has come to `number`; false when the sweep has failed.
    ///
    /// The other thread is a tile away, some microseconds: it is not worth going to sleep, but on a
    /// busy machine the processor is offered to others.
    fn wait_for(&self, counter: &AtomicUsize, number: usize) -> bool {
        const SPINS: u32 = 200;
        let mut spins = 0;
        while counter.load(Ordering::Acquire) < number {
            if self.stopped.load(Ordering::Acquire) {
                return false;
            }
            if spins < SPINS {
                spins += 1;
                std::hint::spin_loop();
            } else {
                std::thread::yield_now();
            }
        }
        true
    }
}

struct StopOnUnwind<'a>(&'a AtomicBool);

impl Drop for StopOnUnwind<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
    }
}
