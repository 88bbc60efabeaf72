//! Eight words in a register of 512 bits: the comparison gives the bits of the lanes directly.

use std::arch::x86_64::{
    __m512i, _mm512_add_epi64, _mm512_and_si512, _mm512_cmpneq_epi64_mask, _mm512_loadu_si512,
    _mm512_maskz_andnot_epi64, _mm512_or_si512, _mm512_set1_epi64, _mm512_storeu_si512,
};

use super::avx2::Avx2;
use super::{LANES, Lanes};

/// Eight words in one register.
pub(crate) struct Avx512;

impl Lanes for Avx512 {
    type Words = __m512i;

    #[inline(always)]
    unsafe fn load(from: *const u64) -> __m512i {
        // SAFETY: the caller's promise; the load is unaligned.
        unsafe { _mm512_loadu_si512(from.cast()) }
    }

    #[inline(always)]
    unsafe fn store(to: *mut u64, words: __m512i) {
        // SAFETY: the caller's promise; the store is unaligned.
        unsafe { _mm512_storeu_si512(to.cast(), words) }
    }

    #[inline(always)]
    unsafe fn or(a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: a value operation; the caller promises AVX-512.
        unsafe { _mm512_or_si512(a, b) }
    }

    #[inline(always)]
    unsafe fn and(a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: a value operation; the caller promises AVX-512.
        unsafe { _mm512_and_si512(a, b) }
    }

    #[inline(always)]
    unsafe fn first_clear(words: __m512i) -> (usize, __m512i) {
        // SAFETY: value operations; the caller promises AVX-512.
        unsafe {
            let clear = _mm512_cmpneq_epi64_mask(words, _mm512_set1_epi64(-1));
            let first = clear & clear.wrapping_neg();
            let next = _mm512_add_epi64(words, _mm512_set1_epi64(1));
            let lowest = _mm512_maskz_andnot_epi64(first, words, next);
            (clear.trailing_zeros() as usize, lowest)
        }
    }

    #[inline(always)]
    unsafe fn lane(words: __m512i, lane: usize) -> u64 {
        let mut lanes = [0; LANES];
        // SAFETY: the array holds eight words.
        unsafe { Self::store(lanes.as_mut_ptr(), words) };
        lanes[lane % LANES]
    }

    #[inline(always)]
    unsafe fn gather(rows: &[*mut u64; LANES], count: usize, to: *mut u64) {
        // SAFETY: passed on from the caller; these processors have AVX2 too.
        unsafe { Avx2::gather(rows, count, to) }
    }

    #[inline(always)]
    unsafe fn scatter(rows: &[*mut u64; LANES], count: usize, from: *const u64) {
        // SAFETY: as in `gather`.
        unsafe { Avx2::scatter(rows, count, from) }
    }
}
