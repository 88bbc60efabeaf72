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
use crate::arch::portable::Words;

mod affine;
mod fill;

use fill::fill_with;

/// A cell of [`Tile::values`] that has no value yet.
pub const EMPTY: u32 = u32::MAX;

/// The most roles that [`Tile::fill`] accepts.
pub const MAX_ROLES: usize = 8;

/// Lines are a multiple of this many words long, so that whole chunks can be read.
pub const WORD_MULTIPLE: usize = 8;

/// Side of a block: 31 antidiagonals, and lines that stay in the first-level cache.
pub(crate) const SIDE: usize = 16;

/// Bit lines of equal length, borrowed from their owners for the time of a tile.
pub struct Lines<'a> {
    starts: Vec<*mut u64>,
    words: usize,
    /// For each block added, the number of its first line and the words from line to line.
    blocks: Vec<(usize, usize)>,
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
            blocks: Vec::new(),
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
        self.blocks.push((self.starts.len(), stride));
        let count = (block.len() + stride - self.words) / stride;
        let start = block.as_mut_ptr();
        // One pointer for the whole block: lines are reached from it by their distance.
        self.starts
            .extend((0..count).map(|line| start.wrapping_add(line * stride)));
    }

    /// The words from line to line, when both lines are of one block.
    fn stride_between(&self, low: usize, high: usize) -> Option<isize> {
        let block = self.blocks.partition_point(|&(first, _)| first <= low);
        let next = self
            .blocks
            .get(block)
            .map_or(self.len(), |&(first, _)| first);
        let (_, stride) = *self.blocks.get(block.checked_sub(1)?)?;
        (high < next).then_some(stride as isize)
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
