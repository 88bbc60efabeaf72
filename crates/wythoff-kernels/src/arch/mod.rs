//! One file per instruction set, with the same names: a chunk of words of several bit lines.

pub(crate) mod portable;

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;

/// Reads a chunk of `WORDS` consecutive words of several lines at once.
///
/// # Safety of the methods
/// Every pointer must be readable for `WORDS` words, and the processor must have the instructions.
pub(crate) trait Chunk {
    /// Words in a chunk; at most 8.
    const WORDS: usize;

    /// Whether a loop over a fixed number of chunks is worth its own copy.
    const UNROLL: bool;

    /// Bit `k` is set when word `k` of the union of the lines is not full.
    unsafe fn holes<const M: usize>(lines: &[*const u64; M]) -> u64;

    /// Bit `k` is set when word `k` is full in the intersection of some group; the groups are
    /// joined by union first. `groups` yields for each group the lines to intersect.
    unsafe fn common_holes<'a>(groups: impl Iterator<Item = &'a [*mut u64]>, at: usize) -> u64;
}
