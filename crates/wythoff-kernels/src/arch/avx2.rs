//! Chunks of 256 bits.

use std::arch::x86_64::{
    __m256i, _mm256_and_si256, _mm256_castsi256_pd, _mm256_cmpeq_epi64, _mm256_loadu_si256,
    _mm256_movemask_epi8, _mm256_movemask_pd, _mm256_or_si256, _mm256_packs_epi16,
    _mm256_packs_epi32, _mm256_permutevar8x32_epi32, _mm256_set1_epi64x, _mm256_setr_epi32,
    _mm256_setzero_si256,
};

use super::{Chunk, first_of};

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

/// All ones in each word of the union that is full.
///
/// # Safety
/// The processor has AVX2, and the lines are readable for four words from `at` on.
#[inline(always)]
unsafe fn full<const M: usize>(lines: &[*mut u64; M], at: usize) -> __m256i {
    // SAFETY: the caller's promise; the loads are unaligned.
    unsafe {
        let mut union = _mm256_loadu_si256(lines[0].add(at).cast());
        for line in &lines[1..] {
            union = _mm256_or_si256(union, _mm256_loadu_si256(line.add(at).cast()));
        }
        _mm256_cmpeq_epi64(union, _mm256_set1_epi64x(-1))
    }
}

/// The holes of up to four chunks from chunk `first` on, two bits a word; chunks from `C` on have none.
///
/// # Safety
/// As [`full`], for all chunks below `C`.
#[inline(always)]
unsafe fn holes_of_four<const M: usize, const C: usize>(
    lines: &[*mut u64; M],
    from: usize,
    first: usize,
) -> u64 {
    // SAFETY: the caller's promise.
    unsafe {
        let chunk = |k: usize| {
            if first + k < C {
                full(lines, from + (first + k) * 4)
            } else {
                _mm256_set1_epi64x(-1)
            }
        };
        // Packing halves the width of each word twice, within each half of the register; the last
        // step puts the halves back in order.
        let pairs = [
            _mm256_packs_epi32(chunk(0), chunk(1)),
            _mm256_packs_epi32(chunk(2), chunk(3)),
        ];
        let order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
        let full = _mm256_permutevar8x32_epi32(_mm256_packs_epi16(pairs[0], pairs[1]), order);
        u64::from(!_mm256_movemask_epi8(full).cast_unsigned())
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

    #[inline(always)]
    unsafe fn first_hole<const M: usize, const C: usize>(
        lines: &[*mut u64; M],
        from: usize,
    ) -> usize {
        let four = |first: usize| {
            if first < C {
                // SAFETY: the caller's promise.
                unsafe { holes_of_four::<M, C>(lines, from, first) }
            } else {
                0
            }
        };
        let low = four(0) | four(4) << 32;
        if C <= 8 {
            return first_of(low, 8 * C) / 2;
        }
        let high = first_of(four(8) | four(12) << 32, 8 * (C - 8)) / 2;
        if low == 0 {
            32 + high
        } else {
            low.trailing_zeros() as usize / 2
        }
    }
}
