//! Chunks of 512 bits: the same shape as `avx2`, with the comparison giving the bits directly.

use std::arch::x86_64::{
    _mm512_and_si512, _mm512_cmpneq_epi64_mask, _mm512_loadu_si512, _mm512_or_si512,
    _mm512_set1_epi64, _mm512_setzero_si512,
};

use super::Chunk;

/// Eight words in one register.
pub(crate) struct Avx512;

impl Chunk for Avx512 {
    const WORDS: usize = 8;
    const UNROLL: bool = true;

    #[inline(always)]
    unsafe fn holes<const M: usize>(lines: &[*const u64; M]) -> u64 {
        // SAFETY: unaligned loads of `WORDS` words that the caller promises to be readable.
        unsafe {
            let mut union = _mm512_loadu_si512(lines[0].cast());
            for line in &lines[1..] {
                union = _mm512_or_si512(union, _mm512_loadu_si512(line.cast()));
            }
            u64::from(_mm512_cmpneq_epi64_mask(union, _mm512_set1_epi64(-1)))
        }
    }

    #[inline(always)]
    unsafe fn common_holes<'a>(groups: impl Iterator<Item = &'a [*mut u64]>, at: usize) -> u64 {
        // SAFETY: unaligned loads of `WORDS` words from `at` on that the caller promises to be
        // readable.
        unsafe {
            let mut union = _mm512_setzero_si512();
            for group in groups {
                let mut common = _mm512_set1_epi64(-1);
                for line in group {
                    common = _mm512_and_si512(common, _mm512_loadu_si512(line.add(at).cast()));
                }
                union = _mm512_or_si512(union, common);
            }
            u64::from(_mm512_cmpneq_epi64_mask(union, _mm512_set1_epi64(-1)))
        }
    }
}
