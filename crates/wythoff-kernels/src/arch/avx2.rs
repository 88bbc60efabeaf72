//! Chunks of 256 bits.

use std::arch::x86_64::{
    __m256i, _mm256_and_si256, _mm256_castsi256_pd, _mm256_cmpeq_epi64, _mm256_loadu_si256,
    _mm256_movemask_pd, _mm256_or_si256, _mm256_set1_epi64x, _mm256_setzero_si256,
};

use super::Chunk;

/// Four words in one register.
pub(crate) struct Avx2;

impl Avx2 {
    /// # Safety
    /// The processor has AVX2.
    #[inline(always)]
    unsafe fn not_full(union: __m256i) -> u64 {
        // SAFETY: value operations only; the caller promises AVX2.
        let full = unsafe {
            let full = _mm256_cmpeq_epi64(union, _mm256_set1_epi64x(-1));
            _mm256_movemask_pd(_mm256_castsi256_pd(full))
        };
        u64::from(!full.cast_unsigned() & 0xF)
    }
}

impl Chunk for Avx2 {
    const WORDS: usize = 4;
    const UNROLL: bool = true;

    #[inline(always)]
    unsafe fn holes<const M: usize>(lines: &[*const u64; M]) -> u64 {
        // SAFETY: unaligned loads of `WORDS` words that the caller promises to be readable.
        unsafe {
            let mut union = _mm256_loadu_si256(lines[0].cast());
            for line in &lines[1..] {
                union = _mm256_or_si256(union, _mm256_loadu_si256(line.cast()));
            }
            Self::not_full(union)
        }
    }

    #[inline(always)]
    unsafe fn common_holes<'a>(groups: impl Iterator<Item = &'a [*mut u64]>, at: usize) -> u64 {
        // SAFETY: unaligned loads of `WORDS` words from `at` on that the caller promises to be
        // readable.
        unsafe {
            let mut union = _mm256_setzero_si256();
            for group in groups {
                let mut common = _mm256_set1_epi64x(-1);
                for line in group {
                    common = _mm256_and_si256(common, _mm256_loadu_si256(line.add(at).cast()));
                }
                union = _mm256_or_si256(union, common);
            }
            Self::not_full(union)
        }
    }
}
