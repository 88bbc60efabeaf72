//! The lines of a block of cells, cut down to a few words and laid side by side.
//!
//! A block of 16 × 16 cells meets some sixty lines. Of each the first eight words that are still open
//! for the block are copied together, so that a search is one or two reads of a cache line.

use super::block::Square;
use super::lines::Part;
use super::walk::View;
use super::{MAX_ROLES, SIDE};
use crate::arch::{LANES, Lanes};

/// A role whose lines are numbered wider apart than this has each cell of a block on a line of its
/// own: two cells that share one differ by a multiple of the vector, both of whose entries are then
/// below [`SIDE`], and the numbers of a block are at most 15 · (15 + 15) + 15 apart.
const WIDEST: usize = 512;

/// Lines that are copied together, those of one role or of several that share some.
#[derive(Clone, Copy, Default)]
struct Group {
    /// The first and the last line, of whole groups of 16.
    low: usize,
    high: usize,
    /// The place of line `low`.
    place: usize,
    /// One place for each cell instead: `low` and `high` mean nothing.
    apart: bool,
}

/// The eight words of a line, read and written through pointers.
#[repr(align(64))]
#[derive(Clone, Copy, Default)]
struct Place(#[allow(dead_code)] [u64; LANES]);

/// The copies, and where they are.
#[derive(Default)]
pub(super) struct Local {
    places: Vec<Place>,
    groups: [Group; MAX_ROLES],
    count: usize,
    /// For each role the group of its lines.
    group_of: [usize; MAX_ROLES],
    /// What is copied: the number of the group, the place of the first line.
    parts: Vec<(usize, usize, Part)>,
    /// The certificates of the lines: the number of the group, the words.
    certificates: Vec<(usize, *mut u64)>,
    /// For each place word 0 of the line itself, and from there to the next word; only where values are
    /// set in lines other than by a search.
    lines: Vec<(*mut u64, usize)>,
    /// A row of full words, for lanes without a word.
    full: Vec<u64>,
}

/// Where the lines of a role are: those of cell `(i, j)` at place `across[i] + along[j]`, wrapping.
pub(super) struct Places {
    pub(super) across: [u32; SIDE],
    pub(super) along: [u32; SIDE],
}

impl Local {
    /// Groups the lines of a block and finds a place for each.
    pub(super) fn arrange<const M: usize>(&mut self, view: &View<'_, M>, block: Square) {
        self.group(&std::array::from_fn::<_, M, _>(|role| {
            let (low, high) = block.range_of(view, role);
            view.lines.whole_groups(low, high)
        }));
        let (mut place, mut longest) = (0, 0);
        self.parts.clear();
        self.certificates.clear();
        for (number, group) in self.groups[..self.count].iter_mut().enumerate() {
            group.place = place;
            if group.apart {
                place += SIDE * SIDE;
                continue;
            }
            for part in view.lines.parts(group.low, group.high) {
                longest = longest.max(part.count);
                self.parts.push((number, place, part));
                for at in 0..part.count.div_ceil(SIDE) {
                    let words = part.certificates.wrapping_add(at * view.lines.words());
                    self.certificates.push((number, words));
                }
                place += part.count;
            }
        }
        if view.pulling || view.fixed {
            self.find_lines(view, block, place);
        }
        if self.places.len() < place {
            self.places.resize(place, Place::default());
        }
        if self.full.len() < longest {
            self.full.resize(longest, u64::MAX);
        }
    }

    /// Notes for each place the line itself.
    fn find_lines<const M: usize>(&mut self, view: &View<'_, M>, block: Square, places: usize) {
        let mut lines = std::mem::take(&mut self.lines);
        lines.clear();
        lines.resize(places, (std::ptr::null_mut(), 0));
        for (_, place, part) in &self.parts {
            for (at, line) in lines[*place..place + part.count].iter_mut().enumerate() {
                *line = (part.start.wrapping_add(at), part.pitch);
            }
        }
        self.each_apart(view, block, |place, line, pitch| {
            lines[place] = (line, pitch);
        });
        self.lines = lines;
    }

    /// Sets a value in the line itself of which `copy` is a copy; its word is not among the copied ones.
    ///
    /// # Safety
    /// `copy` is the copy of a line of this block; the word of `value` is in the lines.
    #[inline(always)]
    pub(super) unsafe fn set(&self, copy: *const u64, value: usize) {
        // SAFETY: the caller's promise; there are as many places as lines.
        unsafe {
            let place = copy.offset_from(self.places.as_ptr().cast()) as usize / LANES;
            let (line, pitch) = *self.lines.get_unchecked(place);
            *line.add(value / 64 * pitch) |= 1 << (value % 64);
        }
    }

    /// Ranges that overlap become one group.
    fn group<const M: usize>(&mut self, ranges: &[(usize, usize); M]) {
        let mut order: [usize; M] = std::array::from_fn(|role| role);
        order.sort_unstable_by_key(|&role| ranges[role]);
        self.count = 0;
        for role in order {
            let (low, high) = ranges[role];
            let apart = high - low >= WIDEST + SIDE;
            let before = self.groups[..self.count]
                .iter()
                .rposition(|group| !group.apart);
            match before {
                Some(at) if !apart && self.groups[at].high >= low => {
                    self.groups[at].high = self.groups[at].high.max(high);
                    self.group_of[role] = at;
                }
                _ => {
                    self.groups[self.count] = Group {
                        low,
                        high,
                        place: 0,
                        apart,
                    };
                    self.group_of[role] = self.count;
                    self.count += 1;
                }
            }
        }
    }

    /// The place of the line of a role through a cell: a part for each row and one for each column of
    /// the block, to be added wrapping.
    pub(super) fn places<const M: usize>(
        &self,
        view: &View<'_, M>,
        block: Square,
        role: usize,
    ) -> Places {
        let mut places = Places {
            across: [0; SIDE],
            along: [0; SIDE],
        };
        let group = self.groups[self.group_of[role]];
        if group.apart {
            for k in 0..SIDE {
                places.across[k] = (k * SIDE) as u32;
                places.along[k] = (group.place + k) as u32;
            }
            return places;
        }
        let shift = (group.place as u32).wrapping_sub(group.low as u32);
        for (place, part) in places.across.iter_mut().zip(&view.across[role][block.i..]) {
            *place = *part;
        }
        for (place, part) in places.along.iter_mut().zip(&view.along[role][block.j..]) {
            *place = part.wrapping_add(shift);
        }
        places
    }

    /// The place of the line of a role through the first cell, and from there to the next row and to
    /// the next column, for lines at equal distances.
    #[inline(always)]
    pub(super) fn even_places<const M: usize>(
        &self,
        view: &View<'_, M>,
        block: Square,
        role: usize,
    ) -> (usize, isize, isize) {
        let group = self.groups[self.group_of[role]];
        if group.apart {
            return (group.place, SIDE as isize, 1);
        }
        let step = |parts: &[u32]| match parts {
            [first, second, ..] => second.wrapping_sub(*first).cast_signed() as isize,
            _ => 0,
        };
        let (across, along) = (&view.across[role][block.i..], &view.along[role][block.j..]);
        let line = across[0] as usize + along[0] as usize;
        (group.place + line - group.low, step(across), step(along))
    }

    pub(super) fn start(&mut self) -> *mut u64 {
        self.places.as_mut_ptr().cast()
    }

    /// Whether the lines of the block leave no hole in a word, as far as certificates tell: what the
    /// lines of a group have in common covers it, that of all groups together.
    ///
    /// # Safety
    /// `word` is in the lines.
    #[inline(always)]
    pub(super) unsafe fn certified(&self, word: usize) -> bool {
        let (mut union, mut bits, mut of) = (0, 0, usize::MAX);
        for &(group, words) in &self.certificates {
            if group != of {
                (union, bits, of) = (union | bits, u64::MAX, group);
            }
            // SAFETY: a certificate is as long as a line.
            bits &= unsafe { words.add(word).read() };
        }
        union | bits == u64::MAX
    }

    /// Copies these words of all lines.
    ///
    /// # Safety
    /// The processor has the instructions of `L`; the words are in the lines, at most [`LANES`];
    /// `arrange` was last called for this block.
    #[inline(always)]
    pub(super) unsafe fn gather<L: Lanes, const M: usize>(
        &mut self,
        view: &View<'_, M>,
        block: Square,
        words: &[u32],
    ) {
        let (start, full) = (self.start(), self.full.as_mut_ptr());
        for (_, place, part) in &self.parts {
            let rows = rows(part, words, full);
            // SAFETY: `arrange` has made room; rows are as long as their part.
            unsafe { L::gather(&rows, part.count, start.add(place * LANES)) };
        }
        self.each_apart(view, block, |place, line, pitch| {
            for lane in 0..LANES {
                // SAFETY: as above, a place for each cell.
                unsafe {
                    let word = match words.get(lane) {
                        Some(&word) => line.add(word as usize * pitch).read(),
                        None => u64::MAX,
                    };
                    start.add(place * LANES + lane).write(word);
                }
            }
        });
    }

    /// Copies them back, and brings the certificates of these words up to date.
    ///
    /// # Safety
    /// As [`Local::gather`], after it.
    #[inline(always)]
    pub(super) unsafe fn scatter<L: Lanes, const M: usize>(
        &mut self,
        view: &View<'_, M>,
        block: Square,
        words: &[u32],
    ) {
        let (start, full) = (self.start(), self.full.as_mut_ptr());
        for (_, place, part) in &self.parts {
            let rows = rows(part, words, full);
            // SAFETY: as in `gather`. Lanes without a word are still full, as is their row.
            unsafe {
                let lines = start.add(place * LANES);
                L::scatter(&rows, part.count, lines);
                certify::<L>(part, view.lines.words(), lines, words);
            }
        }
        self.each_apart(view, block, |place, line, pitch| {
            for (lane, &word) in words.iter().enumerate() {
                // SAFETY: as in `gather`. Two roles may share the line; what one has set must stay.
                unsafe {
                    let bits = start.add(place * LANES + lane).read();
                    *line.add(word as usize * pitch) |= bits;
                }
            }
        });
    }

    /// Calls `copy` for each cell of each role that lies apart: its place, its line.
    #[inline(always)]
    fn each_apart<const M: usize>(
        &self,
        view: &View<'_, M>,
        block: Square,
        mut copy: impl FnMut(usize, *mut u64, usize),
    ) {
        for role in 0..M {
            let group = self.groups[self.group_of[role]];
            if !group.apart {
                continue;
            }
            for i in 0..block.rows {
                for j in 0..block.columns {
                    let (line, pitch) =
                        view.lines.line(view.line(role, (block.i + i, block.j + j)));
                    copy(group.place + i * SIDE + j, line, pitch);
                }
            }
        }
    }
}

/// For each lane its word of the lines of a part; `full` for a lane without a word.
#[inline(always)]
fn rows(part: &Part, words: &[u32], full: *mut u64) -> [*mut u64; LANES] {
    let mut rows = [full; LANES];
    for (row, &word) in rows.iter_mut().zip(words) {
        *row = part.start.wrapping_add(word as usize * part.pitch);
    }
    rows
}

/// Writes into the certificates of a part what the copies of its lines have in common.
///
/// # Safety
/// The processor has the instructions of `L`; `lines` are the copies of these words, which are in the
/// certificates, `length` words each.
#[inline(always)]
unsafe fn certify<L: Lanes>(part: &Part, length: usize, lines: *const u64, words: &[u32]) {
    for group in 0..part.count.div_ceil(SIDE) {
        // SAFETY: the caller's promises.
        unsafe {
            let first = lines.add(group * SIDE * LANES);
            let mut common = L::load(first);
            for line in 1..SIDE.min(part.count - group * SIDE) {
                common = L::and(common, L::load(first.add(line * LANES)));
            }
            let mut lanes = [0; LANES];
            L::store(lanes.as_mut_ptr(), common);
            let certificate = part.certificates.add(group * length);
            for (&word, bits) in words.iter().zip(lanes) {
                certificate.add(word as usize).write(bits);
            }
        }
    }
}
