//! A block of 16 × 16 cells, antidiagonal after antidiagonal.

use std::ops::Range;

use super::EMPTY;
use super::local::{Local, Places};
use super::walk::{NOWHERE, Scratch, View};
use crate::arch::portable::Portable;
use crate::arch::{LANES, Lanes, NO_BIT, bit_offset};
#[cfg(target_arch = "x86_64")]
use crate::arch::{avx2::Avx2, avx512::Avx512};

/// A square of the tile, cut at the tile's border.
#[derive(Clone, Copy)]
pub(super) struct Square {
    pub(super) i: usize,
    pub(super) j: usize,
    pub(super) rows: usize,
    pub(super) columns: usize,
}

impl Square {
    /// Half of the square: it lies on the main diagonal of half a tile.
    fn is_half<const M: usize>(self, view: &View<'_, M>) -> bool {
        view.half && self.i == self.j
    }

    /// The rows, counted from its first, that have a cell on antidiagonal `s`.
    #[inline(always)]
    fn rows_on(self, s: usize) -> Range<usize> {
        (s + 1).saturating_sub(self.columns)..self.rows.min(s + 1)
    }

    /// The least and the greatest number of the lines of a role through its cells.
    pub(super) fn range_of<const M: usize>(
        self,
        view: &View<'_, M>,
        role: usize,
    ) -> (usize, usize) {
        let across = &view.across[role][self.i..self.i + self.rows];
        let along = &view.along[role][self.j..self.j + self.columns];
        let ends = |parts: &[u32]| {
            if view.even {
                let (first, last) = (parts[0] as usize, parts[parts.len() - 1] as usize);
                return (first.min(last), first.max(last));
            }
            let start = (usize::MAX, 0);
            parts.iter().fold(start, |(low, high), &part| {
                (low.min(part as usize), high.max(part as usize))
            })
        };
        if !self.is_half(view) {
            let (across, along) = (ends(across), ends(along));
            return (across.0 + along.0, across.1 + along.1);
        }
        let (mut low, mut high) = (usize::MAX, 0);
        for (i, &part) in across.iter().enumerate() {
            let along = ends(&along[i..]);
            low = low.min(part as usize + along.0);
            high = high.max(part as usize + along.1);
        }
        (low, high)
    }
}

/// The words of a block that are at hand.
pub(super) struct Hand<'s> {
    words: &'s [u32],
    /// For each word of a line the first bit of its lane, if it is at hand.
    bits: &'s [u16],
    /// Open words after those at hand.
    rest: &'s [u32],
    /// From this word on nothing is known.
    unknown: usize,
    start: *mut u64,
    /// [`Scratch::offsets`].
    offsets: *mut u16,
}

/// The loops over the cells of a block as functions of their own, compiled with the instructions of
/// their lanes: inside a larger function their pointers would not stay in registers.
pub(super) trait Loops: Lanes {
    /// [`plain`].
    ///
    /// # Safety
    /// As there; the processor has the instructions.
    unsafe fn plain<const M: usize>(
        view: &View<'_, M>,
        block: Square,
        local: &Local,
        hand: &Hand<'_>,
    ) -> bool;

    /// [`mixed`].
    ///
    /// # Safety
    /// As there; the processor has the instructions.
    unsafe fn mixed<const M: usize>(
        view: &View<'_, M>,
        block: Square,
        local: &Local,
        hand: &Hand<'_>,
    ) -> bool;

    /// [`general`].
    ///
    /// # Safety
    /// As there; the processor has the instructions.
    unsafe fn general<const M: usize>(
        view: &View<'_, M>,
        block: Square,
        local: &Local,
        hand: &Hand<'_>,
    ) -> bool;
}

macro_rules! one_loop {
    ($name:ident, $kind:ident $(, #[$features:meta])?) => {
        unsafe fn $name<const M: usize>(
            view: &View<'_, M>,
            block: Square,
            local: &Local,
            hand: &Hand<'_>,
        ) -> bool {
            $(#[$features])?
            #[inline(never)]
            unsafe fn run<const M: usize>(
                view: &View<'_, M>,
                block: Square,
                local: &Local,
                hand: &Hand<'_>,
            ) -> bool {
                // SAFETY: passed on from the caller.
                unsafe { $name::<$kind, M>(view, block, local, hand) }
            }
            // SAFETY: passed on from the caller.
            unsafe { run::<M>(view, block, local, hand) }
        }
    };
}

macro_rules! loops {
    ($kind:ident $(, #[$features:meta])?) => {
        impl Loops for $kind {
            one_loop!(plain, $kind $(, #[$features])?);
            one_loop!(mixed, $kind $(, #[$features])?);
            one_loop!(general, $kind $(, #[$features])?);
        }
    };
}
loops!(Portable);
#[cfg(target_arch = "x86_64")]
loops!(Avx2, #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]);
#[cfg(target_arch = "x86_64")]
loops!(Avx512, #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]);

/// Fills a block; `false` when a line is full.
///
/// # Safety
/// The block lies in the tile of `view`, at most `SIDE` rows and columns; the processor has the
/// instructions of `L`.
#[inline(always)]
pub(super) unsafe fn fill_block<L: Loops, const M: usize>(
    view: &View<'_, M>,
    block: Square,
    scratch: &mut Scratch,
) -> bool {
    scratch.local.arrange(view, block);
    let (mut list, mut count, mut seen) = ([0; LANES], 0, 0);
    for &word in &scratch.open {
        // SAFETY: open words are in the lines.
        if unsafe { !scratch.local.certified(word as usize) } {
            if count == LANES {
                break;
            }
            list[count] = word;
            count += 1;
        }
        seen += 1;
    }
    let words = &list[..count];
    for (lane, &word) in words.iter().enumerate() {
        scratch.bits[word as usize] = lane as u16 * 64;
    }
    // SAFETY: the words are in the lines, at most `LANES`.
    unsafe { scratch.local.gather::<L, M>(view, block, words) };
    let unknown = (scratch.open.last()).map_or(view.lines.words(), |&word| word as usize + 1);
    let hand = Hand {
        words,
        bits: &scratch.bits,
        rest: &scratch.open[seen..],
        unknown,
        start: scratch.local.start(),
        offsets: scratch.offsets.as_mut_ptr(),
    };
    if view.pulling && view.even && !view.fixed {
        find_offsets(view, block, scratch.bits.as_slice(), &mut scratch.offsets);
    }
    // SAFETY: the caller's promises; the words at hand have just been gathered.
    let complete = unsafe {
        if view.plain {
            L::plain(view, block, &scratch.local, &hand)
        } else if view.even && !view.fixed {
            L::mixed(view, block, &scratch.local, &hand)
        } else {
            L::general(view, block, &scratch.local, &hand)
        }
    };
    // SAFETY: as for `gather`.
    unsafe { scratch.local.scatter::<L, M>(view, block, words) };
    for &word in words {
        scratch.bits[word as usize] = NOWHERE;
    }
    complete
}

/// Where the lines of a block's first cell are, and the way from line to line.
struct Ways<const M: usize> {
    first: [*mut u64; M],
    /// To the next column.
    along: [isize; M],
    /// To the next row and the column before.
    step: [isize; M],
}

impl<const M: usize> Ways<M> {
    #[inline(always)]
    fn new(view: &View<'_, M>, block: Square, local: &Local, hand: &Hand<'_>) -> Self {
        let mut ways = Ways {
            first: [std::ptr::null_mut(); M],
            along: [0; M],
            step: [0; M],
        };
        for role in 0..M {
            let (place, by_row, by_column) = local.even_places(view, block, role);
            ways.first[role] = hand.start.wrapping_add(place * LANES);
            ways.along[role] = by_column * LANES as isize;
            ways.step[role] = (by_row - by_column) * LANES as isize;
        }
        ways
    }

    /// The lines of row `low` on antidiagonal `s`.
    #[inline(always)]
    fn start(&self, s: usize, low: usize) -> [*mut u64; M] {
        let mut lines = self.first;
        for (role, line) in lines.iter_mut().enumerate() {
            let far = s as isize * self.along[role] + low as isize * self.step[role];
            *line = line.wrapping_offset(far);
        }
        lines
    }

    #[inline(always)]
    fn advance(&self, lines: &mut [*mut u64; M]) {
        for (line, step) in lines.iter_mut().zip(&self.step) {
            *line = line.wrapping_offset(*step);
        }
    }
}

/// The values that begin the words at hand.
#[inline(always)]
fn first_values(hand: &Hand<'_>) -> [u32; LANES] {
    let mut values = [0; LANES];
    for (value, word) in values.iter_mut().zip(hand.words) {
        *value = word * 64;
    }
    values
}

/// Nothing but searches, on lines at equal distances.
///
/// # Safety
/// As [`fill_block`]; the view is plain.
#[inline(always)]
unsafe fn plain<L: Lanes, const M: usize>(
    view: &View<'_, M>,
    block: Square,
    local: &Local,
    hand: &Hand<'_>,
) -> bool {
    let ways = Ways::new(view, block, local, hand);
    let values = first_values(hand);
    for s in 0..block.rows + block.columns - 1 {
        let rows = block.rows_on(s);
        let mut lines = ways.start(s, rows.start);
        let at = (block.i + rows.start) * view.stride + block.j + s - rows.start;
        let mut cell = view.values.wrapping_add(at);
        // Counted down: one number less to keep in a register.
        let mut left = rows.len();
        while left > 0 {
            // SAFETY: the lines of this cell and its place in `values`.
            unsafe {
                let (lane, union) = L::settle(&lines);
                if lane < LANES {
                    cell.write(values[lane] + union.trailing_ones());
                } else {
                    let i = rows.end - left;
                    let (row, column) = (block.i + i, block.j + s - i);
                    if !late(view, (row, column), row * view.stride + column, hand) {
                        return false;
                    }
                }
            }
            ways.advance(&mut lines);
            cell = cell.wrapping_add(view.stride - 1);
            left -= 1;
        }
    }
    true
}

/// Searches with pulls and skips, on lines at equal distances.
///
/// # Safety
/// As [`fill_block`]; the view is even, and no value is given.
#[inline(always)]
unsafe fn mixed<L: Lanes, const M: usize>(
    view: &View<'_, M>,
    block: Square,
    local: &Local,
    hand: &Hand<'_>,
) -> bool {
    let ways = Ways::new(view, block, local, hand);
    let values = first_values(hand);
    let offsets = hand.offsets.wrapping_add(view.origin);
    for s in 0..block.rows + block.columns - 1 {
        let rows = block.rows_on(s);
        let mut lines = ways.start(s, rows.start);
        for i in rows {
            let (row, column) = (block.i + i, block.j + s - i);
            let at = row * view.stride + column;
            // SAFETY: the lines of this cell and its place in `values`; `check` bounds distances.
            unsafe {
                let cell = view.values.add(at);
                let mut seen = [L::load(lines[0]); M];
                for role in 0..M {
                    seen[role] = L::load(lines[role]);
                    for &back in view.pulls[role] {
                        let offset = offsets.add(at).sub(back).read();
                        if offset == NOT_AT_HAND {
                            local.set(lines[role], cell.sub(back).read() as usize);
                        } else {
                            seen[role] = L::or(seen[role], L::bit_at(offset));
                        }
                    }
                }
                let mut union = seen[0];
                for seen in &seen[1..] {
                    union = L::or(union, *seen);
                }
                let union = skip::<L, M>(view, cell, hand, union);
                let (lane, bit) = L::first_clear(union);
                for role in 0..M {
                    if view.pushes[role] {
                        L::store(lines[role], L::or(seen[role], bit));
                    } else if !view.pulls[role].is_empty() {
                        L::store(lines[role], seen[role]);
                    }
                }
                let mut offset = NOT_AT_HAND;
                if lane < LANES {
                    let hole = L::lane(union, lane).trailing_ones();
                    cell.write(values[lane] + hole);
                    offset = bit_offset(lane * 64 + hole as usize);
                } else if !late(view, (row, column), at, hand) {
                    return false;
                }
                if view.pulling {
                    offsets.add(at).write(offset);
                }
            }
            ways.advance(&mut lines);
        }
    }
    true
}

/// A value whose word is not at hand.
const NOT_AT_HAND: u16 = u16::MAX;

/// Looks up the offsets of the values before the block that its cells pull.
fn find_offsets<const M: usize>(
    view: &View<'_, M>,
    block: Square,
    bits: &[u16],
    offsets: &mut [u16],
) {
    let first = view.origin + block.i * view.stride + block.j;
    let backs = view.pulls.iter().flat_map(|backs| backs.iter());
    let (mut rows, mut columns) = (0, 0);
    for back in backs {
        // A distance is so many rows and so many columns.
        rows = rows.max(back / view.stride);
        columns = columns.max(back % view.stride);
    }
    let corner = rows * view.stride + columns;
    for i in 0..rows + block.rows {
        let inside = if i < rows { block.columns } else { 0 };
        let row = first + i * view.stride;
        // What lies before all values does not exist, and is not pulled.
        let start = row.saturating_sub(corner);
        let end = (row + columns + inside).saturating_sub(corner);
        for (at, offset) in (start..).zip(&mut offsets[start..end]) {
            // SAFETY: `offsets` is as long as the values.
            let value = unsafe { view.values.wrapping_sub(view.origin).add(at).read() } as usize;
            *offset = match bits.get(value / 64) {
                // No cell, or what could not be a value here.
                None => NO_BIT,
                Some(&NOWHERE) => NOT_AT_HAND,
                Some(&bits) => bit_offset(usize::from(bits) + value % 64),
            };
        }
    }
}

/// Adds the values of the cells at the distances in `skips`, as far as their words are at hand.
///
/// # Safety
/// `check` bounds the distances from `cell`, which is in the tile.
#[inline(always)]
unsafe fn skip<L: Lanes, const M: usize>(
    view: &View<'_, M>,
    cell: *const u32,
    hand: &Hand<'_>,
    mut union: L::Words,
) -> L::Words {
    for &back in view.skips {
        // SAFETY: the caller's promise.
        unsafe {
            let value = cell.sub(back).read() as usize;
            match hand.bits.get(value / 64) {
                None | Some(&NOWHERE) => {}
                Some(&bits) => union = L::or(union, L::bit(usize::from(bits) + value % 64)),
            }
        }
    }
    union
}

/// With everything that a tile may have.
///
/// # Safety
/// As [`fill_block`].
#[inline(always)]
unsafe fn general<L: Lanes, const M: usize>(
    view: &View<'_, M>,
    block: Square,
    local: &Local,
    hand: &Hand<'_>,
) -> bool {
    let places: [Places; M] = std::array::from_fn(|role| local.places(view, block, role));
    for s in 0..block.rows + block.columns - 1 {
        let mut rows = block.rows_on(s);
        if block.is_half(view) {
            rows.end = rows.end.min(s / 2 + 1);
        }
        for i in rows {
            let cell = (block.i + i, block.j + s - i);
            let at = cell.0 * view.stride + cell.1;
            let lines: [*mut u64; M] = std::array::from_fn(|r| {
                let place = places[r].across[i].wrapping_add(places[r].along[s - i]);
                hand.start.wrapping_add(place as usize * LANES)
            });
            // SAFETY: the lines of this cell and its place in `values`.
            unsafe {
                pull::<L, M>(view, &lines, at, (local, hand));
                let given = if view.fixed {
                    view.values.add(at).read()
                } else {
                    EMPTY
                };
                if given != EMPTY {
                    if !keep::<L, M>(view, &lines, given, (local, hand)) {
                        return false;
                    }
                } else if !search::<L, M>(view, &lines, cell, at, hand) {
                    return false;
                }
                if view.half {
                    let value = view.values.add(at).read();
                    view.values.add(cell.1 * view.stride + cell.0).write(value);
                }
            }
        }
    }
    true
}

/// Sets in the lines of a cell the values at the distances that their roles pull from.
///
/// # Safety
/// `lines` are the lines of the cell at `at`, which is in the tile of `view`.
#[inline(always)]
unsafe fn pull<L: Lanes, const M: usize>(
    view: &View<'_, M>,
    lines: &[*mut u64; M],
    at: usize,
    (local, hand): (&Local, &Hand<'_>),
) {
    for (role, line) in lines.iter().enumerate() {
        for &back in view.pulls[role] {
            // SAFETY: `check` bounds the distances.
            unsafe {
                let value = view.values.add(at).sub(back).read();
                // One that lies beyond the lines is no cell, or could not be a value here.
                set::<L>(*line, value, local, hand);
            }
        }
    }
}

/// Sets a given value in the lines of its cell; `false` when it lies beyond them.
///
/// # Safety
/// `lines` are the lines of the cell.
#[inline(always)]
unsafe fn keep<L: Lanes, const M: usize>(
    view: &View<'_, M>,
    lines: &[*mut u64; M],
    value: u32,
    (local, hand): (&Local, &Hand<'_>),
) -> bool {
    if value as usize >= hand.bits.len() * 64 {
        return false;
    }
    for (role, line) in lines.iter().enumerate() {
        if view.pushes[role] {
            // SAFETY: the caller's promise.
            unsafe { set::<L>(*line, value, local, hand) };
        }
    }
    true
}

/// Sets a value in a line: in the words at hand or in the line itself.
///
/// # Safety
/// `line` is a line at hand.
#[inline(always)]
unsafe fn set<L: Lanes>(line: *mut u64, value: u32, local: &Local, hand: &Hand<'_>) {
    let value = value as usize;
    // SAFETY: the caller's promise.
    unsafe {
        match hand.bits.get(value / 64) {
            Some(&NOWHERE) => local.set(line, value),
            Some(&bits) => {
                let bit = L::bit(usize::from(bits) + value % 64);
                L::store(line, L::or(L::load(line), bit));
            }
            None => {}
        }
    }
}

/// Finds the value of a cell, stores it and sets it in the lines; `false` when a line is full.
///
/// # Safety
/// `lines` are the lines of the cell at `at`.
#[inline(always)]
unsafe fn search<L: Lanes, const M: usize>(
    view: &View<'_, M>,
    lines: &[*mut u64; M],
    cell: (usize, usize),
    at: usize,
    hand: &Hand<'_>,
) -> bool {
    // SAFETY: the caller's promise; `check` bounds the distances of skips.
    unsafe {
        let mut union = L::load(lines[0]);
        for line in &lines[1..] {
            union = L::or(union, L::load(*line));
        }
        let union = skip::<L, M>(view, view.values.add(at), hand, union);
        let (lane, bit) = L::first_clear(union);
        if lane >= LANES {
            return late(view, cell, at, hand);
        }
        for (role, line) in lines.iter().enumerate() {
            if view.pushes[role] {
                L::store(*line, L::or(L::load(*line), bit));
            }
        }
        let hole = L::lane(union, lane).trailing_ones();
        view.values.add(at).write(hand.words[lane] * 64 + hole);
    }
    true
}

/// Goes on with a search beyond the words at hand: through the open ones, then word by word.
///
/// # Safety
/// The cell is in the tile of `view`, at `at`.
#[cold]
#[inline(never)]
unsafe fn late<const M: usize>(
    view: &View<'_, M>,
    cell: (usize, usize),
    at: usize,
    hand: &Hand<'_>,
) -> bool {
    let lines: [(*mut u64, usize); M] =
        std::array::from_fn(|role| view.lines.line(view.line(role, cell)));
    let words = hand.rest.iter().map(|&word| word as usize);
    for word in words.chain(hand.unknown..view.lines.words()) {
        let mut union = 0;
        for &(line, pitch) in &lines {
            // SAFETY: `word` is in the lines.
            union |= unsafe { line.add(word * pitch).read() };
        }
        let mut free = !union;
        for &back in view.skips {
            // SAFETY: `check` bounds the distances.
            let value = unsafe { view.values.add(at).sub(back).read() } as usize;
            free &= !(u64::from(value / 64 == word) << (value % 64));
        }
        if free == 0 {
            continue;
        }
        let bit = free & free.wrapping_neg();
        for (role, &(line, pitch)) in lines.iter().enumerate() {
            if view.pushes[role] {
                // SAFETY: as above; two roles may share a line, so each is read again.
                unsafe { *line.add(word * pitch) |= bit };
            }
        }
        // SAFETY: the cell is in the tile.
        unsafe {
            view.values
                .add(at)
                .write((word * 64) as u32 + bit.trailing_zeros());
        }
        return true;
    }
    false
}
