//! A tile of cells, each the least number that is missing from the bit lines through it.
//!
//! A line is a row of bits, bit `v` of it set when the number `v` has been seen on the line. Cell
//! `(i, j)` lies on one line per [`Role`]; its value is
//!
//! `mex(line 1 ∪ line 2 ∪ … ∪ {values of the cells at the distances in skips})`,
//!
//! and is then set in those lines. Cells are taken along antidiagonals (`i + j` constant) of blocks
//! of 16 × 16 cells. Two cells of one antidiagonal never share a line, so that a block does its
//! searches of one antidiagonal together and its writes after them: a write to a line followed at
//! once by a wide read of the same line is what stalls a processor here.
//!
//! Cost: a cell reads `roles · (value − start) / chunk` chunks, where `start` is a word below which
//! the union is full for the whole block; it is narrowed from squares of 64 to 32 to 16 cells.

use std::fmt;
use std::marker::PhantomData;

use crate::Level;
use crate::arch::{Chunk, portable::Words};

/// A cell of [`Tile::values`] that has no value yet.
pub const EMPTY: u32 = u32::MAX;

/// The most roles that [`Tile::fill`] accepts.
pub const MAX_ROLES: usize = 8;

/// Lines are a multiple of this many words long, so that whole chunks can be read.
pub const WORD_MULTIPLE: usize = 8;

/// Side of a block: 31 antidiagonals, and lines that stay in the first-level cache.
const SIDE: usize = 16;

/// Bit lines of equal length, borrowed from their owners for the time of a tile.
pub struct Lines<'a> {
    starts: Vec<*mut u64>,
    words: usize,
    owners: PhantomData<&'a mut [u64]>,
}

impl<'a> Lines<'a> {
    /// No lines yet; each will have `words` words.
    ///
    /// # Panics
    /// If `words` is 0 or no multiple of [`WORD_MULTIPLE`].
    #[must_use]
    pub fn new(words: usize) -> Self {
        assert!(
            words > 0 && words.is_multiple_of(WORD_MULTIPLE),
            "{words} words"
        );
        Lines {
            starts: Vec::new(),
            words,
            owners: PhantomData,
        }
    }

    /// Appends the lines of a block: one starts every `stride` words.
    ///
    /// # Panics
    /// If `stride` is smaller than a line.
    pub fn add(&mut self, block: &'a mut [u64], stride: usize) {
        assert!(
            stride >= self.words,
            "lines of {} words every {stride}",
            self.words
        );
        self.starts.extend(
            block
                .chunks_mut(stride)
                .filter(|line| line.len() >= self.words)
                .map(<[u64]>::as_mut_ptr),
        );
    }

    /// How many lines there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Whether there is no line.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }
}

/// One of the lines through each cell: cell `(i, j)` lies on line `across[i] + along[j]`.
///
/// No two cells of one antidiagonal `i + j` may share a line of the same role.
#[derive(Clone, Debug, Default)]
pub struct Role {
    /// The part of the line's number that depends on `i`.
    pub across: Vec<u32>,
    /// The part of the line's number that depends on `j`.
    pub along: Vec<u32>,
    /// Whether the cell's value is set in the line after the search.
    pub pushes: bool,
    /// Distances, backward in `values`, of cells whose values enter the line before the search.
    pub pulls: Vec<usize>,
}

/// A line has no free bit: it is too short for the values asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineFull;

impl fmt::Display for LineFull {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a bit line is too short for the values on it")
    }
}

impl std::error::Error for LineFull {}

/// The cells to fill and what their values depend on.
pub struct Tile<'a> {
    /// Cells along `i`.
    pub rows: usize,
    /// Cells along `j`.
    pub columns: usize,
    /// The values; cell `(i, j)` is at `origin + i·stride + j`. What lies before is read by
    /// `pulls` and `skips`; [`EMPTY`] there means no such cell.
    pub values: &'a mut [u32],
    /// Where cell `(0, 0)` is.
    pub origin: usize,
    /// Distance in `values` from `(i, j)` to `(i + 1, j)`.
    pub stride: usize,
    /// The lines through each cell.
    pub roles: &'a [Role],
    /// Distances, backward in `values`, of cells whose values are excluded besides.
    pub skips: &'a [usize],
    /// Only the cells with `i ≤ j`; each value is also written to its mirror `(j, i)`.
    pub half: bool,
    /// Whether some cells already hold a value; they keep it, and it is set in their lines.
    pub fixed: bool,
    /// A word below which the union of the lines is full in every cell.
    pub start: usize,
    /// For each 16 columns the word where searches lately ended; only speed depends on it.
    pub hints: &'a mut [u32],
}

impl Tile<'_> {
    /// Computes the tile with the given instructions ([`Level::detect`] for the best).
    ///
    /// # Errors
    /// [`LineFull`] when a value does not fit its line; the tile is then incomplete.
    ///
    /// # Panics
    /// If a role, a distance, `hints` or `values` does not cover the tile, if there is no role or
    /// more than [`MAX_ROLES`], or if the processor lacks the level.
    pub fn fill(&mut self, lines: &mut Lines<'_>, level: Level) -> Result<(), LineFull> {
        self.check(lines);
        assert!(level.is_available(), "{level} is not available");
        macro_rules! by_roles {
            ($run:ident) => {
                match self.roles.len() {
                    1 => $run::<1>(self, lines),
                    2 => $run::<2>(self, lines),
                    3 => $run::<3>(self, lines),
                    4 => $run::<4>(self, lines),
                    5 | 6 => $run::<6>(self, lines),
                    _ => $run::<8>(self, lines),
                }
            };
        }
        // SAFETY: `check` has established what `fill_with` asks for, and the processor has the
        // instructions of `level`.
        let complete = unsafe {
            match level {
                Level::Portable => by_roles!(fill_portable),
                #[cfg(target_arch = "x86_64")]
                Level::Avx2 => by_roles!(fill_avx2),
                #[cfg(target_arch = "x86_64")]
                Level::Avx512 => by_roles!(fill_avx512),
                #[cfg(not(target_arch = "x86_64"))]
                _ => by_roles!(fill_portable),
            }
        };
        if complete { Ok(()) } else { Err(LineFull) }
    }

    /// Every index that the loops will use, checked once.
    fn check(&self, lines: &Lines<'_>) {
        assert!(self.rows > 0 && self.columns > 0, "an empty tile");
        let last = self.origin + (self.rows - 1) * self.stride + self.columns - 1;
        assert!(
            last < self.values.len() && self.columns <= self.stride,
            "values too short"
        );
        if self.half {
            assert!(self.rows <= self.columns, "half of a tall tile");
            let mirrored = (self.columns - 1) * self.stride + self.rows - 1;
            assert!(
                self.origin + mirrored < self.values.len(),
                "values too short for mirrors"
            );
        }
        assert!(
            (1..=MAX_ROLES).contains(&self.roles.len()),
            "{} roles",
            self.roles.len()
        );
        for role in self.roles {
            assert!(
                role.across.len() >= self.rows && role.along.len() >= self.columns,
                "role"
            );
            let furthest =
                largest(&role.across[..self.rows]) + largest(&role.along[..self.columns]);
            assert!(furthest < lines.len(), "line {furthest} of {}", lines.len());
            assert!(
                role.pulls.iter().all(|&back| back <= self.origin),
                "pull too far"
            );
        }
        assert!(
            self.skips.iter().all(|&back| back <= self.origin),
            "skip too far"
        );
        assert!(
            self.hints.len() >= self.columns.div_ceil(SIDE),
            "hints too short"
        );
    }
}

fn largest(parts: &[u32]) -> usize {
    parts.iter().max().map_or(0, |&part| part as usize)
}

unsafe fn fill_portable<const M: usize>(tile: &mut Tile<'_>, lines: &Lines<'_>) -> bool {
    // SAFETY: passed on from the caller.
    unsafe { fill_with::<Words, M>(tile, lines) }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn fill_avx2<const M: usize>(tile: &mut Tile<'_>, lines: &Lines<'_>) -> bool {
    // SAFETY: passed on from the caller.
    unsafe { fill_with::<crate::arch::avx2::Avx2, M>(tile, lines) }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn fill_avx512<const M: usize>(tile: &mut Tile<'_>, lines: &Lines<'_>) -> bool {
    // SAFETY: passed on from the caller.
    unsafe { fill_with::<crate::arch::avx512::Avx512, M>(tile, lines) }
}

/// A square of the tile, cut at the tile's border.
#[derive(Clone, Copy)]
struct Square {
    i: usize,
    j: usize,
    rows: usize,
    columns: usize,
}

impl Square {
    /// The four quarters that are not empty, those that others depend on first.
    #[inline(always)]
    fn quarters(self, side: usize) -> impl Iterator<Item = Square> {
        [(0, 0), (0, side), (side, 0), (side, side)]
            .into_iter()
            .filter(move |&(di, dj)| di < self.rows && dj < self.columns)
            .map(move |(di, dj)| Square {
                i: self.i + di,
                j: self.j + dj,
                rows: side.min(self.rows - di),
                columns: side.min(self.columns - dj),
            })
    }
}

/// The tile's data as the loops use it: pointers, their bounds checked by [`Tile::check`].
struct View<'a, const M: usize> {
    starts: &'a [*mut u64],
    words: usize,
    across: [&'a [u32]; M],
    along: [&'a [u32]; M],
    pushes: [bool; M],
    pulls: [&'a [usize]; M],
    pulling: bool,
    skips: &'a [usize],
    values: *mut u32,
    stride: usize,
    half: bool,
    fixed: bool,
    /// Nothing but searches: all roles push, none pulls, no skips, no halves, nothing given.
    plain: bool,
}

/// # Safety
/// [`Tile::check`] holds for the tile and these lines; the processor has the instructions of `K`.
#[inline(always)]
unsafe fn fill_with<K: Chunk, const M: usize>(tile: &mut Tile<'_>, lines: &Lines<'_>) -> bool {
    // Roles beyond the last repeat it, without effect: fewer numbers of roles are compiled.
    let roles = tile.roles;
    let last = roles.len() - 1;
    let view = View::<'_, M> {
        starts: &lines.starts,
        words: lines.words,
        across: std::array::from_fn(|role| &roles[role.min(last)].across[..tile.rows]),
        along: std::array::from_fn(|role| &roles[role.min(last)].along[..tile.columns]),
        pushes: std::array::from_fn(|role| role <= last && roles[role].pushes),
        pulls: std::array::from_fn(|role| {
            if role <= last {
                roles[role].pulls.as_slice()
            } else {
                &[]
            }
        }),
        pulling: roles.iter().any(|role| !role.pulls.is_empty()),
        skips: tile.skips,
        // SAFETY: `origin` is inside `values`.
        values: unsafe { tile.values.as_mut_ptr().add(tile.origin) },
        stride: tile.stride,
        half: tile.half,
        fixed: tile.fixed,
        plain: roles.len() == M
            && roles
                .iter()
                .all(|role| role.pushes && role.pulls.is_empty())
            && tile.skips.is_empty()
            && !tile.half
            && !tile.fixed,
    };
    let start = tile.start / K::WORDS * K::WORDS;
    for i in (0..tile.rows).step_by(64) {
        for j in (0..tile.columns).step_by(64) {
            let square = Square {
                i,
                j,
                rows: 64.min(tile.rows - i),
                columns: 64.min(tile.columns - j),
            };
            // SAFETY: the square lies in the tile.
            if !unsafe { fill_square::<K, M>(&view, square, start, tile.hints) } {
                return false;
            }
        }
    }
    true
}

/// Narrows the start from 64 × 64 to 16 × 16 cells, then fills.
///
/// # Safety
/// The square lies in the tile of `view`.
#[inline(always)]
unsafe fn fill_square<K: Chunk, const M: usize>(
    view: &View<'_, M>,
    square: Square,
    start: usize,
    hints: &mut [u32],
) -> bool {
    let outside = |part: Square| view.half && part.i >= part.j + part.columns;
    if outside(square) {
        return true;
    }
    // SAFETY: quarters of a square lie in it.
    unsafe {
        let start = first_hole::<K, M>(view, square, start);
        for quarter in square.quarters(32) {
            if outside(quarter) {
                continue;
            }
            let start = first_hole::<K, M>(view, quarter, start);
            for block in quarter.quarters(SIDE) {
                if outside(block) {
                    continue;
                }
                let start = first_hole::<K, M>(view, block, start);
                if !fill_block::<K, M>(view, block, start, &mut hints[block.j / SIDE]) {
                    return false;
                }
            }
        }
    }
    true
}

/// The first chunk from `start` on that is not known to be full for every cell of the square: full
/// is what all lines of one role have in common, or those of another.
///
/// # Safety
/// The square lies in the tile of `view`.
#[inline(always)]
unsafe fn first_hole<K: Chunk, const M: usize>(
    view: &View<'_, M>,
    square: Square,
    start: usize,
) -> usize {
    let groups: [&[*mut u64]; M] = std::array::from_fn(|role| {
        let across = &view.across[role][square.i..square.i + square.rows];
        let along = &view.along[role][square.j..square.j + square.columns];
        &view.starts[smallest(across) + smallest(along)..=largest(across) + largest(along)]
    });
    let mut at = start;
    // SAFETY: lines are readable for `words` words, a multiple of `K::WORDS`.
    while at + K::WORDS < view.words && unsafe { K::common_holes(groups.iter().copied(), at) } == 0
    {
        at += K::WORDS;
    }
    at
}

fn smallest(parts: &[u32]) -> usize {
    parts.iter().min().map_or(0, |&part| part as usize)
}

/// Chooses how many chunks each search looks at, from where searches lately ended.
///
/// # Safety
/// The block lies in the tile of `view`; at most `SIDE` rows and columns.
#[inline(always)]
unsafe fn fill_block<K: Chunk, const M: usize>(
    view: &View<'_, M>,
    block: Square,
    start: usize,
    hint: &mut u32,
) -> bool {
    let limit = (view.words - start) / K::WORDS;
    let ahead = (*hint as usize).saturating_sub(start) / K::WORDS + 1;
    let chunks = ahead.min(limit).min(48);
    // A mask has 64 bits, one per word: long searches are cut into equal groups.
    let most = 64 / K::WORDS;
    let groups = chunks.div_ceil(most);
    let chunks = chunks / groups;
    // Even numbers only beyond eight, for fewer copies of the loop.
    let chunks = if chunks > 8 { chunks & !1 } else { chunks };
    macro_rules! run {
        ($c:literal, $plain:literal) => {
            // SAFETY: `groups · chunks` chunks from `start` on lie in every line.
            unsafe { antidiagonals::<K, M, $c, $plain>(view, block, start, (groups, chunks), hint) }
        };
    }
    // Loops of a fixed length pay where most tables are: three or four lines through a cell.
    if !K::UNROLL || !(3..=4).contains(&M) || !view.plain {
        return run!(0, false);
    }
    match chunks {
        1 => run!(1, true),
        2 => run!(2, true),
        3 => run!(3, true),
        4 => run!(4, true),
        5 => run!(5, true),
        6 => run!(6, true),
        7 => run!(7, true),
        8 => run!(8, true),
        10 => run!(10, true),
        12 => run!(12, true),
        16 => run!(16, true),
        _ => run!(0, true),
    }
}

/// Fills a block: along each antidiagonal first all pulls, then all searches, then all writes.
///
/// # Safety
/// The block lies in the tile of `view`, at most `SIDE` rows and columns, and `groups · chunks`
/// chunks from `start` on lie in every line; `C` is `chunks` or 0. `PLAIN` only if
/// the tile is plain.
#[inline(always)]
unsafe fn antidiagonals<K: Chunk, const M: usize, const C: usize, const PLAIN: bool>(
    view: &View<'_, M>,
    block: Square,
    start: usize,
    (groups, chunks): (usize, usize),
    hint: &mut u32,
) -> bool {
    let chunks = if C == 0 { chunks } else { C };
    let mut lines = [[std::ptr::null_mut::<u64>(); M]; SIDE];
    let mut found = [0_usize; SIDE];
    let mut ends = [0_u16; 64];
    let mut cells = 0_u16;
    // Where the line of row `i`, column 0 of the tile would start, and how far on that of column `j`.
    let mut across = [[std::ptr::null::<*mut u64>(); SIDE]; M];
    let mut along = [[0_usize; SIDE]; M];
    for role in 0..M {
        let rows = &view.across[role][block.i..block.i + block.rows];
        for (place, &part) in across[role].iter_mut().zip(rows) {
            *place = view.starts[part as usize..].as_ptr();
        }
        let columns = &view.along[role][block.j..block.j + block.columns];
        for (place, &part) in along[role].iter_mut().zip(columns) {
            *place = part as usize;
        }
    }
    for s in 0..block.rows + block.columns - 1 {
        let low = (s + 1).saturating_sub(block.columns);
        let mut high = s.min(block.rows - 1);
        if !PLAIN && view.half && block.i == block.j {
            high = high.min(s / 2);
        }
        let place = |i: usize| (block.i + i, block.j + s - i);
        // Several arrays by one number: no iterator reads better.
        #[allow(clippy::needless_range_loop)]
        for i in low..=high {
            let mut here = [std::ptr::null_mut::<u64>(); M];
            for role in 0..M {
                // SAFETY: the cell is in the block; `check` bounds the sum.
                here[role] = unsafe { *across[role][i].add(along[role][s - i]) };
            }
            lines[i] = here;
            if PLAIN {
                // SAFETY: `groups · chunks` chunks from `start` on are readable.
                found[i] = unsafe { search::<K, M>(&here, view.words, start, (groups, chunks)) };
            }
        }
        if !PLAIN && view.pulling {
            for (i, lines) in (low..).zip(&lines[low..=high]) {
                let (row, column) = place(i);
                // SAFETY: the lines of this cell; `check` bounds the distances.
                unsafe { pull(view, lines, row * view.stride + column) };
            }
        }
        if !PLAIN {
            for (lines, found) in lines[low..=high].iter().zip(&mut found[low..=high]) {
                // SAFETY: `groups · chunks` chunks from `start` on are readable.
                *found = unsafe { search::<K, M>(lines, view.words, start, (groups, chunks)) };
            }
        }
        for (i, (lines, &found)) in (low..).zip(lines[low..=high].iter().zip(&found[low..=high])) {
            let (row, column) = place(i);
            let at = row * view.stride + column;
            // SAFETY: the lines of this cell and its place in `values`.
            let Some(word) = (unsafe { settle::<M, PLAIN>(view, lines, found, at) }) else {
                return false;
            };
            if !PLAIN && view.half {
                // SAFETY: `check` has room for mirrors of a tile's cells.
                unsafe { *view.values.add(column * view.stride + row) = *view.values.add(at) };
            }
            ends[(word.saturating_sub(start) / K::WORDS).min(63)] += 1;
            cells += 1;
        }
    }
    *hint = quantile::<K>(&ends, cells, start);
    true
}

/// Sets in the lines of a cell the values at the distances that their roles pull from.
///
/// # Safety
/// `lines` are the lines of the cell at `at`, which is in the tile of `view`.
#[inline(always)]
unsafe fn pull<const M: usize>(view: &View<'_, M>, lines: &[*mut u64; M], at: usize) {
    for (role, line) in lines.iter().enumerate() {
        for &back in view.pulls[role] {
            // SAFETY: `check` bounds the distances; a value is set only if its word is in the line.
            unsafe {
                let value = view.values.add(at).sub(back).read();
                if (value as usize) < view.words * 64 {
                    *line.add(value as usize / 64) |= 1 << (value % 64);
                }
            }
        }
    }
}

/// The first word, from `start` on, where the union of the lines has a hole. When none of the first
/// `groups · chunks` chunks has one, the search goes on chunk by chunk; at most the lines' last word.
///
/// # Safety
/// `groups · chunks` chunks from `start` on lie in every line.
#[inline(always)]
unsafe fn search<K: Chunk, const M: usize>(
    lines: &[*mut u64; M],
    words: usize,
    start: usize,
    (groups, chunks): (usize, usize),
) -> usize {
    let mut at = start;
    for _ in 0..groups {
        let mut holes = 0;
        for chunk in 0..chunks {
            // SAFETY: the caller's promise.
            holes |=
                unsafe { holes_at::<K, M>(lines, at + chunk * K::WORDS) } << (chunk * K::WORDS);
        }
        if holes != 0 {
            return at + holes.trailing_zeros() as usize;
        }
        at += chunks * K::WORDS;
    }
    while at + K::WORDS <= words {
        // SAFETY: the chunk ends inside the line.
        let holes = unsafe { holes_at::<K, M>(lines, at) };
        if holes != 0 {
            return at + holes.trailing_zeros() as usize;
        }
        at += K::WORDS;
    }
    words - 1
}

/// [`Chunk::holes`] of the chunk that begins at word `at`.
///
/// # Safety
/// The chunk lies in every line.
#[inline(always)]
unsafe fn holes_at<K: Chunk, const M: usize>(lines: &[*mut u64; M], at: usize) -> u64 {
    let mut here = [std::ptr::null::<u64>(); M];
    for role in 0..M {
        // SAFETY: the caller's promise.
        here[role] = unsafe { lines[role].add(at) };
    }
    // SAFETY: as above.
    unsafe { K::holes(&here) }
}

/// Finds the value of a cell from word `word` on, stores it and sets it in the lines. Returns the
/// word of the value, or `None` when there is no free bit.
///
/// # Safety
/// `lines` are the lines of the cell at `at`, which is in the tile of `view`.
#[inline(always)]
unsafe fn settle<const M: usize, const PLAIN: bool>(
    view: &View<'_, M>,
    lines: &[*mut u64; M],
    mut word: usize,
    at: usize,
) -> Option<usize> {
    // SAFETY: the cell is in the tile.
    let cell = unsafe { view.values.add(at) };
    // SAFETY: as above.
    let old = if PLAIN { EMPTY } else { unsafe { cell.read() } };
    let given = if !PLAIN && view.fixed { old } else { EMPTY };
    let bit = if given == EMPTY {
        loop {
            let mut union = 0;
            for line in lines {
                // SAFETY: `word` is in the lines.
                union |= unsafe { *line.add(word) };
            }
            let mut free = !union;
            let skips = if PLAIN { &[] } else { view.skips };
            for &back in skips {
                // SAFETY: `check` bounds the distances.
                let value = unsafe { cell.sub(back).read() };
                free &= !(u64::from(value as usize / 64 == word) << (value % 64));
            }
            if free != 0 {
                break free & free.wrapping_neg();
            }
            word += 1;
            if word == view.words {
                return None;
            }
        }
    } else {
        word = given as usize / 64;
        if word >= view.words {
            return None;
        }
        1 << (given % 64)
    };
    // SAFETY: `word` is in the lines; two roles may share a line, so each is read again.
    unsafe {
        for (line, pushes) in lines.iter().zip(view.pushes) {
            if PLAIN || pushes {
                *line.add(word) |= bit;
            }
        }
        cell.write((word * 64) as u32 + bit.trailing_zeros());
    }
    Some(word)
}

/// The word where the chunk begins in which, or before which, 15 of 16 searches ended: a longer
/// look costs every cell, a shorter one makes a sixteenth of them go on alone.
fn quantile<K: Chunk>(ends: &[u16; 64], cells: u16, start: usize) -> u32 {
    let (mut chunk, mut below) = (0, ends[0]);
    while chunk < 63 && u32::from(below) * 16 < u32::from(cells) * 15 {
        chunk += 1;
        below += ends[chunk];
    }
    (start + chunk * K::WORDS) as u32
}
