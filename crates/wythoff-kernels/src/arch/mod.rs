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

    /// Whether loops over a fixed number of chunks are worth their own copies.
    const UNROLL: bool;

    /// Most chunks of a [`first_hole`](Chunk::first_hole): a mask has 64 bits, one per word.
    const MOST: usize = 64 / Self::WORDS;

    /// Bit `k` is set when word `k` of the union of the lines is not full.
    unsafe fn holes<const M: usize>(lines: &[*const u64; M]) -> u64;

    /// Bit `k` is set when word `k` is full in the intersection of some group; the groups are
    /// joined by union first. `groups` yields for each group the lines to intersect.
    unsafe fn common_holes<'a>(groups: impl Iterator<Item = &'a [*mut u64]>, at: usize) -> u64;

    /// The first word of `C` chunks, at most [`MOST`](Chunk::MOST), where the union of the lines from
    /// word `from` on is not full; `C · WORDS` when it is full in all. The lines must be readable for
    /// all these chunks.
    #[inline(always)]
    unsafe fn first_hole<const M: usize, const C: usize>(
        lines: &[*mut u64; M],
        from: usize,
    ) -> usize {
        let mut holes = 0;
        for chunk in 0..C {
            let at = chunk * Self::WORDS;
            // SAFETY: the caller's promise.
            holes |=
                unsafe { Self::holes(&lines.map(|line| line.add(from + at).cast_const())) } << at;
        }
        first_of(holes, C * Self::WORDS)
    }
}

/// The lowest bit that is set, below `words`; `words` when there is none.
#[inline(always)]
fn first_of(holes: u64, words: usize) -> usize {
    let stop = 1_u64.checked_shl(words as u32).unwrap_or(0);
    (holes | stop).trailing_zeros() as usize
}
