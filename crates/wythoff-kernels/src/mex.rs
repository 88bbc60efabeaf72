//! A tile of cells, each the least number that is missing from the bit lines through it.
//!
//! A line is a row of bits, bit `v` of it set when the number `v` has been seen on the line. Cell
//! `(i, j)` lies on one line per [`Role`]; its value is
//!
//! `mex(line 1 ∪ line 2 ∪ … ∪ {values of the cells at the distances in skips})`,
//!
//! and is then set in those lines.
//!
//! Nearly all of a line is of no use to a search. What the lines of some neighbouring cells have in
//! common at a word, for each role, together covers most words below the values: such a word is
//! *certified*, no cell there can find a hole in it. Of the words that are left, the *open* ones, a
//! search needs about three, whatever the size of the table (measured up to 16384 for Wythoff's game,
//! where the distance from the first open word to the value doubles with the size;
//! `docs/derivations/certificates.md`).
//! - Each 16 lines carry a certificate: the bits that they have in common, as far as is known.
//! - A square of 64 × 64 cells lists the words that these leave open.
//! - A block of 16 × 16 cells keeps those that its own lines leave open, copies the first eight of each
//!   of its lines side by side, searches them cell by cell, and copies them back.
//! - The few searches that need more go on in the lines themselves.
//!
//! Cost: for a cell one or two short reads per role; for a block two copies of its lines' eight words;
//! for a square one look at the certificates of its lines, from the first open word on.

use std::fmt;

use crate::Level;
use crate::arch::portable::Portable;

mod block;
mod lines;
mod local;
mod walk;

pub use lines::{BlockLayout, Lines};
use walk::fill_with;

/// A cell of [`Tile::values`] that has no value yet.
pub const EMPTY: u32 = u32::MAX;

/// The most roles that [`Tile::fill`] accepts.
pub const MAX_ROLES: usize = 8;

/// Lines are a multiple of this many words long, so that certificates can be read in groups.
pub const WORD_MULTIPLE: usize = 8;

/// Side of a block of cells, and the number of lines that have a certificate together.
pub(crate) const SIDE: usize = 16;

/// One of the lines through each cell: cell `(i, j)` lies on line `across[i] + along[j]`.
///
/// No two cells of one antidiagonal `i + j` may share a line of the same role. Within 16 × 16 cells
/// the lines of a role are numbered less than 512 apart, or no two cells share one.
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
}

impl Tile<'_> {
    /// Computes the tile with the given instructions ([`Level::detect`] for the best).
    ///
    /// # Errors
    /// [`LineFull`] when a value does not fit its line; the tile is then incomplete.
    ///
    /// # Panics
    /// If a role, a distance or `values` does not cover the tile, if a line is not among the used ones
    /// of its block, if there is no role or more than [`MAX_ROLES`], or if the processor lacks the
    /// level.
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
    }
}

fn largest(parts: &[u32]) -> usize {
    parts.iter().max().map_or(0, |&part| part as usize)
}

unsafe fn fill_portable<const M: usize>(tile: &mut Tile<'_>, lines: &Lines<'_>) -> bool {
    // SAFETY: passed on from the caller.
    unsafe { fill_with::<Portable, M>(tile, lines) }
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
