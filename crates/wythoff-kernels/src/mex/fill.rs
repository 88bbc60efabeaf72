//! The walk over a tile: narrowing the start, then blocks of 16 × 16 cells.
//!
//! Blocks whose lines are evenly spaced go to `affine`; the others are taken here, with the lines
//! of each cell looked up.

use super::affine::{Even, Loops, fill_even};
use super::{EMPTY, Lines, SIDE, Tile, largest};

/// A square of the tile, cut at the tile's border.
#[derive(Clone, Copy)]
pub(super) struct Square {
    pub(super) i: usize,
    pub(super) j: usize,
    pub(super) rows: usize,
    pub(super) columns: usize,
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
pub(super) struct View<'a, const M: usize> {
    starts: &'a [*mut u64],
    pub(super) words: usize,
    across: [&'a [u32]; M],
    along: [&'a [u32]; M],
    pushes: [bool; M],
    pulls: [&'a [usize]; M],
    pub(super) pulling: bool,
    skips: &'a [usize],
    pub(super) values: *mut u32,
    pub(super) stride: usize,
    pub(super) half: bool,
    fixed: bool,
    /// Nothing but searches: all roles push, none pulls, no skips, no halves, nothing given.
    pub(super) plain: bool,
    even: Option<Even<M>>,
}

/// Whether blocks of evenly spaced lines are compiled: three or four lines through a cell are what
/// most tables have, and each number of them is one more copy of the loops.
const fn even_pays<K: Loops, const M: usize>() -> bool {
    K::UNROLL && (M == 3 || M == 4)
}

/// # Safety
/// [`Tile::check`] holds for the tile and these lines; the processor has the instructions of `K`.
#[inline(always)]
pub(super) unsafe fn fill_with<K: Loops, const M: usize>(
    tile: &mut Tile<'_>,
    lines: &Lines<'_>,
) -> bool {
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
        even: (even_pays::<K, M>() && roles.len() == M && !tile.fixed)
            .then(|| Even::of(roles, lines, (tile.rows, tile.columns)))
            .flatten(),
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
unsafe fn fill_square<K: Loops, const M: usize>(
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
unsafe fn first_hole<K: Loops, const M: usize>(
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
unsafe fn fill_block<K: Loops, const M: usize>(
    view: &View<'_, M>,
    block: Square,
    start: usize,
    hint: &mut u32,
) -> bool {
    if even_pays::<K, M>()
        && let Some(even) = &view.even
        && !(view.half && block.i == block.j)
    {
        // SAFETY: the caller's promises; `even` describes the lines of the whole tile.
        return unsafe { fill_even::<K, M>(view, even, block, start, hint) };
    }
    let limit = (view.words - start) / K::WORDS;
    let ahead = (*hint as usize).saturating_sub(start) / K::WORDS + 1;
    let chunks = ahead.min(limit).min(48);
    // A mask has 64 bits, one per word: long searches are cut into equal groups.
    let most = 64 / K::WORDS;
    let groups = chunks.div_ceil(most);
    // SAFETY: `groups · chunks` chunks from `start` on lie in every line.
    unsafe { antidiagonals::<K, M>(view, block, start, (groups, chunks / groups), hint) }
}

/// Fills a block: along each antidiagonal first all pulls, then all searches, then all writes.
///
/// # Safety
/// The block lies in the tile of `view`, at most `SIDE` rows and columns, and `groups · chunks`
/// chunks from `start` on lie in every line.
#[inline(always)]
unsafe fn antidiagonals<K: Loops, const M: usize>(
    view: &View<'_, M>,
    block: Square,
    start: usize,
    (groups, chunks): (usize, usize),
    hint: &mut u32,
) -> bool {
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
        if view.half && block.i == block.j {
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
        }
        if view.pulling {
            for (i, lines) in (low..).zip(&lines[low..=high]) {
                let (row, column) = place(i);
                // SAFETY: the lines of this cell; `check` bounds the distances.
                unsafe { pull(view, lines, row * view.stride + column) };
            }
        }
        for (lines, found) in lines[low..=high].iter().zip(&mut found[low..=high]) {
            // SAFETY: `groups · chunks` chunks from `start` on are readable.
            *found = unsafe { search::<K, M>(lines, view.words, start, (groups, chunks)) };
        }
        for (i, (lines, &found)) in (low..).zip(lines[low..=high].iter().zip(&found[low..=high])) {
            let (row, column) = place(i);
            let at = row * view.stride + column;
            // SAFETY: the lines of this cell and its place in `values`.
            let Some(word) = (unsafe { settle(view, lines, found, at) }) else {
                return false;
            };
            if view.half {
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
pub(super) unsafe fn pull<const M: usize>(view: &View<'_, M>, lines: &[*mut u64; M], at: usize) {
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
unsafe fn search<K: Loops, const M: usize>(
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
unsafe fn holes_at<K: Loops, const M: usize>(lines: &[*mut u64; M], at: usize) -> u64 {
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
pub(super) unsafe fn settle<const M: usize>(
    view: &View<'_, M>,
    lines: &[*mut u64; M],
    mut word: usize,
    at: usize,
) -> Option<usize> {
    // SAFETY: the cell is in the tile.
    let cell = unsafe { view.values.add(at) };
    let given = if view.fixed {
        // SAFETY: as above.
        unsafe { cell.read() }
    } else {
        EMPTY
    };
    let bit = if given == EMPTY {
        loop {
            let mut union = 0;
            for line in lines {
                // SAFETY: `word` is in the lines.
                union |= unsafe { *line.add(word) };
            }
            let mut free = !union;
            for &back in view.skips {
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
            if pushes {
                *line.add(word) |= bit;
            }
        }
        cell.write((word * 64) as u32 + bit.trailing_zeros());
    }
    Some(word)
}

/// [`settle`] where the tile is plain: `word` counts from word `start` of the lines, and `lines` are
/// given from there on.
///
/// # Safety
/// As [`settle`]; no two roles share a line of this cell.
#[inline(always)]
pub(super) unsafe fn settle_plain<const M: usize>(
    view: &View<'_, M>,
    lines: &[*mut u64; M],
    word: usize,
    start: usize,
    at: usize,
) -> Option<usize> {
    let (mut old, mut union) = ([0; M], 0);
    for role in 0..M {
        // SAFETY: `word` is in the lines.
        old[role] = unsafe { lines[role].add(word).read() };
        union |= old[role];
    }
    let free = !union;
    if free == 0 {
        // Only when the search reached the end of the lines.
        return None;
    }
    let bit = free & free.wrapping_neg();
    for role in 0..M {
        // SAFETY: as above.
        unsafe { lines[role].add(word).write(old[role] | bit) };
    }
    // SAFETY: the cell is in the tile.
    unsafe {
        let value = ((start + word) * 64) as u32 + free.trailing_zeros();
        view.values.add(at).write(value);
    }
    Some(word)
}

/// The word where the chunk begins in which, or before which, 15 of 16 searches ended: a longer
/// look costs every cell, a shorter one makes a sixteenth of them go on alone.
fn quantile<K: Loops>(ends: &[u16; 64], cells: u16, start: usize) -> u32 {
    let (mut chunk, mut below) = (0, ends[0]);
    while chunk < 63 && u32::from(below) * 16 < u32::from(cells) * 15 {
        chunk += 1;
        below += ends[chunk];
    }
    (start + chunk * K::WORDS) as u32
}
