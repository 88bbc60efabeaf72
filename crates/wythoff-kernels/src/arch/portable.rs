//! Chunks in plain Rust.

use super::Chunk;

/// Four words, one after another.
pub(crate) struct Words;

impl Chunk for Words {
    const WORDS: usize = 4;
    const UNROLL: bool = false;

    #[inline(always)]
    unsafe fn holes<const M: usize>(lines: &[*const u64; M]) -> u64 {
        let mut holes = 0;
        for k in 0..Self::WORDS {
            let mut union = 0;
            for line in lines {
                // SAFETY: the caller promises that each line is readable for `WORDS` words.
                union |= unsafe { line.add(k).read() };
            }
            holes |= u64::from(union != u64::MAX) << k;
        }
        holes
    }

    #[inline(always)]
    unsafe fn common_holes<'a>(groups: impl Iterator<Item = &'a [*mut u64]>, at: usize) -> u64 {
        let mut union = [0; Self::WORDS];
        for group in groups {
            let mut common = [u64::MAX; Self::WORDS];
            for line in group {
                for (k, word) in common.iter_mut().enumerate() {
                    // SAFETY: the caller promises that each line is readable for `WORDS` words
                    // from `at` on.
                    *word &= unsafe { line.add(at + k).read() };
                }
            }
            for (all, word) in union.iter_mut().zip(common) {
                *all |= word;
            }
        }
        let mut holes = 0;
        for (k, word) in union.into_iter().enumerate() {
            holes |= u64::from(word != u64::MAX) << k;
        }
        holes
    }
}
