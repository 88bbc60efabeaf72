//! Blocks whose lines are evenly spaced in memory: where nearly all the time goes.
//!
//! The lines of a role start at `base + i·across + j·along`, so that no pointer has to be looked up.
//! Each antidiagonal is taken in two passes, all searches and then all writes: a write whose place
//! comes out of a search holds back the wide reads that follow it. A search looks at a number of
//! chunks that is fixed for the block and known at compile time, as many as 15 of 16 cells lately
//! needed; the others go on alone. Nearly all branches are therefore foreseen.

use super::fill::{Square, View, pull, settle, settle_plain};
use super::{Lines, Role, SIDE};
use crate::arch::{Chunk, portable::Words};
#[cfg(target_arch = "x86_64")]
use crate::arch::{avx2::Avx2, avx512::Avx512};

/// The loops as functions of their own, compiled with the instructions of their chunks: one function
/// that held all of them would be slow to compile.
pub(super) trait Loops: Chunk {
    /// [`antidiagonals`].
    ///
    /// # Safety
    /// As there; the processor has the instructions.
    unsafe fn block<const M: usize, const C: usize, const PLAIN: bool>(
        view: &View<'_, M>,
        even: &Even<M>,
        block: Square,
        start: usize,
        hint: &mut u32,
    ) -> bool;

    /// [`search_on`].
    ///
    /// # Safety
    /// As there; the processor has the instructions.
    unsafe fn search_on<const M: usize>(lines: &[*mut u64; M], at: usize, words: usize) -> usize;
}

macro_rules! loops {
    ($kind:ident $(, #[$features:meta])?) => {
        impl Loops for $kind {
            unsafe fn block<const M: usize, const C: usize, const PLAIN: bool>(
                view: &View<'_, M>,
                even: &Even<M>,
                block: Square,
                start: usize,
                hint: &mut u32,
            ) -> bool {
                $(#[$features])?
                #[inline(never)]
                unsafe fn run<const M: usize, const C: usize, const PLAIN: bool>(
                    view: &View<'_, M>,
                    even: &Even<M>,
                    block: Square,
                    start: usize,
                    hint: &mut u32,
                ) -> bool {
                    // SAFETY: passed on from the caller.
                    unsafe { antidiagonals::<$kind, M, C, PLAIN>(view, even, block, start, hint) }
                }
                // SAFETY: passed on from the caller.
                unsafe { run::<M, C, PLAIN>(view, even, block, start, hint) }
            }

            unsafe fn search_on<const M: usize>(
                lines: &[*mut u64; M],
                at: usize,
                words: usize,
            ) -> usize {
                $(#[$features])?
                #[inline(never)]
                unsafe fn run<const M: usize>(
                    lines: &[*mut u64; M],
                    at: usize,
                    words: usize,
                ) -> usize {
                    // SAFETY: passed on from the caller.
                    unsafe { search_on::<$kind, M>(lines, at, words) }
                }
                // SAFETY: passed on from the caller.
                unsafe { run::<M>(lines, at, words) }
            }
        }
    };
}
loops!(Words);
#[cfg(target_arch = "x86_64")]
loops!(Avx2, #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]);
#[cfg(target_arch = "x86_64")]
loops!(Avx512, #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]);

/// Where the lines of each role start: for cell `(i, j)` at `base + i·across + j·along`.
pub(super) struct Even<const M: usize> {
    base: [*mut u64; M],
    across: [isize; M],
    along: [isize; M],
}

impl<const M: usize> Even<M> {
    /// The places of the lines, if each role's lie evenly spaced in one block of `lines`.
    pub(super) fn of(
        roles: &[Role],
        lines: &Lines<'_>,
        (rows, columns): (usize, usize),
    ) -> Option<Self> {
        let mut even = Even {
            base: [std::ptr::null_mut(); M],
            across: [0; M],
            along: [0; M],
        };
        for (at, role) in roles.iter().enumerate() {
            let (across, along) = (&role.across[..rows], &role.along[..columns]);
            let (by_row, by_column) = (step_of(across)?, step_of(along)?);
            let ends = [across[0], across[rows - 1]];
            let numbers = ends.iter().flat_map(|&part| {
                let part = part as usize;
                [part + along[0] as usize, part + along[columns - 1] as usize]
            });
            let (low, high) = numbers.fold((usize::MAX, 0), |(low, high), number| {
                (low.min(number), high.max(number))
            });
            let stride = lines.stride_between(low, high)?;
            even.base[at] = lines.starts[across[0] as usize + along[0] as usize];
            even.across[at] = by_row * stride;
            even.along[at] = by_column * stride;
        }
        Some(even)
    }

    /// The lines of cell `(i, j)` from word `word` on.
    #[inline(always)]
    fn lines_of(&self, i: usize, j: usize, word: usize) -> [*mut u64; M] {
        let mut lines = self.base;
        let steps = self.across.iter().zip(&self.along);
        for (line, (across, along)) in lines.iter_mut().zip(steps) {
            let far = i as isize * across + j as isize * along;
            *line = line.wrapping_offset(far).wrapping_add(word);
        }
        lines
    }

    /// From the lines of `(i, j)` to those of `(i + 1, j − 1)`.
    #[inline(always)]
    fn next(&self, mut lines: [*mut u64; M]) -> [*mut u64; M] {
        let steps = self.across.iter().zip(&self.along);
        for (line, (across, along)) in lines.iter_mut().zip(steps) {
            *line = line.wrapping_offset(across - along);
        }
        lines
    }
}

/// The constant difference of neighbours; `None` when there is none.
fn step_of(parts: &[u32]) -> Option<isize> {
    let difference = |pair: &[u32]| pair[1] as isize - pair[0] as isize;
    let step = parts.windows(2).next().map_or(0, difference);
    parts
        .windows(2)
        .all(|pair| difference(pair) == step)
        .then_some(step)
}

/// Fills a block that has no given cells and is off the main diagonal of half a tile, from word
/// `start` on. Returns `false` when a line is full.
///
/// # Safety
/// The block lies in the tile of `view`, at most `SIDE` rows and columns, and `even` describes its
/// lines; `start` is a multiple of `K::WORDS` and below the lines' length.
#[inline(always)]
pub(super) unsafe fn fill_even<K: Loops, const M: usize>(
    view: &View<'_, M>,
    even: &Even<M>,
    block: Square,
    start: usize,
    hint: &mut u32,
) -> bool {
    let limit = ((view.words - start) / K::WORDS).min(K::MOST);
    let chunks = ((*hint as usize).saturating_sub(start) / K::WORDS + 1).min(limit);
    macro_rules! run {
        ($plain:literal, $($c:literal)*) => {
            // SAFETY: the caller's promises; that many chunks from `start` on lie in every line.
            unsafe {
                $(
                    if chunks >= $c {
                        return K::block::<M, $c, $plain>(view, even, block, start, hint);
                    }
                )*
                K::block::<M, 1, $plain>(view, even, block, start, hint)
            }
        };
    }
    // Not every number, for fewer copies of the loop: the last few searches go on alone.
    match (view.plain, K::MOST > 8) {
        (true, true) => run!(true, 16 12 10 8 7 6 5 4 3 2),
        (true, false) => run!(true, 8 6 5 4 3 2),
        (false, true) => run!(false, 16 8 4),
        (false, false) => run!(false, 8 2),
    }
}

/// # Safety
/// As [`fill_even`]; `C` chunks from `start` on lie in every line.
#[inline(always)]
unsafe fn antidiagonals<K: Loops, const M: usize, const C: usize, const PLAIN: bool>(
    view: &View<'_, M>,
    even: &Even<M>,
    block: Square,
    start: usize,
    hint: &mut u32,
) -> bool {
    let mut found = [0_u32; SIDE];
    let mut ends = [0_u8; SIDE * SIDE];
    let mut cells = 0;
    for s in 0..block.rows + block.columns - 1 {
        let low = (s + 1).saturating_sub(block.columns);
        let high = s.min(block.rows - 1);
        let first = even.lines_of(block.i + low, block.j + s - low, start);
        let at = (block.i + low) * view.stride + block.j + s - low;
        if !PLAIN && view.pulling {
            let (mut lines, mut at) = (even.lines_of(block.i + low, block.j + s - low, 0), at);
            for _ in low..=high {
                // SAFETY: the lines of this cell; `check` bounds the distances.
                unsafe { pull(view, &lines, at) };
                lines = even.next(lines);
                at += view.stride - 1;
            }
        }
        let mut lines = first;
        for found in &mut found[low..=high] {
            // SAFETY: `C` chunks from `start` on are readable.
            *found = unsafe { search::<K, M, C>(&lines, view.words - start) } as u32;
            lines = even.next(lines);
        }
        let (mut lines, mut at) = (first, at);
        for (i, &word) in (low..).zip(&found[low..=high]) {
            let word = word as usize;
            // SAFETY: the lines of this cell and its place in `values`.
            let settled = unsafe {
                if PLAIN {
                    settle_plain(view, &lines, word, start, at)
                } else {
                    settle(
                        view,
                        &even.lines_of(block.i + i, block.j + s - i, 0),
                        start + word,
                        at,
                    )
                    .map(|word| word - start)
                }
            };
            let Some(word) = settled else { return false };
            if !PLAIN && view.half {
                // SAFETY: `check` has room for mirrors of a tile's cells.
                unsafe { mirror(view, (block.i + i, block.j + s - i)) };
            }
            ends[cells] = (word / K::WORDS).min(255) as u8;
            cells += 1;
            lines = even.next(lines);
            at += view.stride - 1;
        }
    }
    *hint = (start + quantile(&ends[..cells], C - 1) * K::WORDS) as u32;
    true
}

/// # Safety
/// The tile is half of a square one and `(row, column)` is a cell of it.
#[inline(always)]
unsafe fn mirror<const M: usize>(view: &View<'_, M>, (row, column): (usize, usize)) {
    // SAFETY: `check` has room for mirrors of a tile's cells.
    unsafe {
        let value = view.values.add(row * view.stride + column).read();
        view.values.add(column * view.stride + row).write(value);
    }
}

/// The first word where the union of the lines has a hole, in `words` words; at most the last one.
///
/// # Safety
/// The lines are readable for `words` words, a multiple of `K::WORDS`, at least `C · K::WORDS`.
#[inline(always)]
unsafe fn search<K: Loops, const M: usize, const C: usize>(
    lines: &[*mut u64; M],
    words: usize,
) -> usize {
    // SAFETY: the caller's promise.
    let word = unsafe { K::first_hole::<M, C>(lines, 0) };
    if word < C * K::WORDS {
        return word;
    }
    // A copy: the pointers themselves stay in registers.
    let lines = *lines;
    // SAFETY: as above.
    unsafe { K::search_on::<M>(&lines, C * K::WORDS, words) }
}

/// The same from word `at` on, for the few that are not found at once.
///
/// # Safety
/// As [`search`]; `at` is a multiple of `K::WORDS`, at most `words`.
#[inline(always)]
unsafe fn search_on<K: Chunk, const M: usize>(
    lines: &[*mut u64; M],
    mut at: usize,
    words: usize,
) -> usize {
    const STEP: usize = 8;
    while at + STEP * K::WORDS <= words {
        // SAFETY: `STEP` chunks from `at` on are readable.
        let word = unsafe { K::first_hole::<M, STEP>(lines, at) };
        at += word;
        if word < STEP * K::WORDS {
            return at;
        }
    }
    while at < words {
        // SAFETY: one chunk from `at` on is readable.
        let word = unsafe { K::first_hole::<M, 1>(lines, at) };
        at += word;
        if word < K::WORDS {
            return at;
        }
    }
    words - 1
}

/// The chunk in which, or before which, 15 of 16 searches ended, looked for from `guess` on: a longer
/// look costs every cell, a shorter one makes a sixteenth of them go on alone.
#[inline(always)]
fn quantile(ends: &[u8], guess: usize) -> usize {
    let beyond = |chunk: usize| {
        let count: usize = ends
            .iter()
            .map(|&end| usize::from(usize::from(end) > chunk))
            .sum();
        count * 16 > ends.len()
    };
    let mut chunk = guess;
    while beyond(chunk) {
        chunk += 1;
    }
    while chunk > 0 && !beyond(chunk - 1) {
        chunk -= 1;
    }
    chunk
}
