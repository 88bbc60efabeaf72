//! Eight words in two registers of 256 bits.

use std::arch::x86_64::{
    __m256i, _mm256_add_epi64, _mm256_and_si256, _mm256_andnot_si256, _mm256_castsi256_pd,
    _mm256_cmpeq_epi64, _mm256_loadu_si256, _mm256_movemask_pd, _mm256_or_si256,
    _mm256_permute2x128_si256, _mm256_set1_epi64x, _mm256_storeu_si256, _mm256_unpackhi_epi64,
    _mm256_unpacklo_epi64,
};

use super::{LANES, Lanes};

/// For each set of full lanes, all ones in the first lane that is not among them. From 16 on: none,
/// for lanes that come after a clear bit.
static FIRST_OTHER: [[u64; 4]; 32] = first_other();

const fn first_other() -> [[u64; 4]; 32] {
    let mut table = [[0; 4]; 32];
    let mut full = 0_usize;
    while full < 15 {
        table[full][full.trailing_ones() as usize] = u64::MAX;
        full += 1;
    }
    table
}

/// Which lanes are full, a bit each.
///
/// # Safety
/// The processor has AVX2.
#[inline(always)]
unsafe fn full_lanes(words: __m256i) -> usize {
    // SAFETY: value operations; the caller promises AVX2.
    unsafe {
        let full = _mm256_cmpeq_epi64(words, _mm256_set1_epi64x(-1));
        _mm256_movemask_pd(_mm256_castsi256_pd(full)) as usize
    }
}

/// The lowest clear bit of the lane that entry `entry` of [`FIRST_OTHER`] names.
///
/// # Safety
/// The processor has AVX2; `entry` is below 32.
#[inline(always)]
unsafe fn lowest_clear(words: __m256i, entry: usize) -> __m256i {
    // SAFETY: an entry of the table; value operations.
    unsafe {
        let lane = load(FIRST_OTHER.as_ptr().add(entry).cast());
        let next = _mm256_add_epi64(words, _mm256_set1_epi64x(1));
        _mm256_and_si256(_mm256_andnot_si256(words, next), lane)
    }
}

/// # Safety
/// The processor has AVX2; four words are readable.
#[inline(always)]
unsafe fn load(from: *const u64) -> __m256i {
    // SAFETY: the caller's promise; the load is unaligned.
    unsafe { _mm256_loadu_si256(from.cast()) }
}

/// # Safety
/// The processor has AVX2; four words are writable.
#[inline(always)]
unsafe fn store(to: *mut u64, words: __m256i) {
    // SAFETY: the caller's promise; the store is unaligned.
    unsafe { _mm256_storeu_si256(to.cast(), words) }
}

/// Lane `j` of result `i` is lane `i` of word `j`.
///
/// # Safety
/// The processor has AVX2.
#[inline(always)]
unsafe fn transposed(rows: [__m256i; 4]) -> [__m256i; 4] {
    // SAFETY: value operations; the caller promises AVX2.
    unsafe {
        let low = _mm256_unpacklo_epi64(rows[0], rows[1]);
        let high = _mm256_unpackhi_epi64(rows[0], rows[1]);
        let low_after = _mm256_unpacklo_epi64(rows[2], rows[3]);
        let high_after = _mm256_unpackhi_epi64(rows[2], rows[3]);
        [
            _mm256_permute2x128_si256::<0x20>(low, low_after),
            _mm256_permute2x128_si256::<0x20>(high, high_after),
            _mm256_permute2x128_si256::<0x31>(low, low_after),
            _mm256_permute2x128_si256::<0x31>(high, high_after),
        ]
    }
}

/// [`Lanes::gather`] of four words.
///
/// # Safety
/// As [`Lanes::gather`]; `rows` has four pointers.
#[inline(always)]
unsafe fn gather_four(rows: &[*mut u64], count: usize, to: *mut u64) {
    let whole = count / 4 * 4;
    // SAFETY: the caller's promise.
    unsafe {
        for line in (0..whole).step_by(4) {
            let four = transposed([
                load(rows[0].add(line)),
                load(rows[1].add(line)),
                load(rows[2].add(line)),
                load(rows[3].add(line)),
            ]);
            for (l, words) in four.into_iter().enumerate() {
                store(to.add((line + l) * LANES), words);
            }
        }
        for line in whole..count {
            for (k, row) in rows[..4].iter().enumerate() {
                to.add(line * LANES + k).write(row.add(line).read());
            }
        }
    }
}

/// [`Lanes::scatter`] of four words.
///
/// # Safety
/// As [`Lanes::scatter`]; `rows` has four pointers.
#[inline(always)]
unsafe fn scatter_four(rows: &[*mut u64], count: usize, from: *const u64) {
    let whole = count / 4 * 4;
    // SAFETY: the caller's promise.
    unsafe {
        for line in (0..whole).step_by(4) {
            let four = transposed([
                load(from.add(line * LANES)),
                load(from.add((line + 1) * LANES)),
                load(from.add((line + 2) * LANES)),
                load(from.add((line + 3) * LANES)),
            ]);
            for (k, words) in four.into_iter().enumerate() {
                store(rows[k].add(line), words);
            }
        }
        for line in whole..count {
            for (k, row) in rows[..4].iter().enumerate() {
                row.add(line).write(from.add(line * LANES + k).read());
            }
        }
    }
}

/// [`Lanes::settle`] in the four lanes from `half` on; lane 4 when they have no clear bit.
///
/// # Safety
/// As [`Lanes::settle`].
#[inline(always)]
unsafe fn settle_half<const M: usize>(lines: &[*mut u64; M], half: usize) -> (usize, u64) {
    // SAFETY: the caller's promises.
    unsafe {
        let mut seen = [load(lines[0].add(half)); M];
        let mut union = seen[0];
        for role in 1..M {
            seen[role] = load(lines[role].add(half));
            union = _mm256_or_si256(union, seen[role]);
        }
        let full = full_lanes(union);
        if full == 15 {
            return (4, 0);
        }
        let bit = lowest_clear(union, full);
        for role in 0..M {
            store(lines[role].add(half), _mm256_or_si256(seen[role], bit));
        }
        let mut lanes = [0; 4];
        store(lanes.as_mut_ptr(), union);
        let lane = full.trailing_ones() as usize;
        (lane, lanes[lane % 4])
    }
}

/// Eight words in two registers.
pub(crate) struct Avx2;

impl Lanes for Avx2 {
    type Words = [__m256i; 2];

    #[inline(always)]
    unsafe fn load(from: *const u64) -> [__m256i; 2] {
        // SAFETY: passed on from the caller.
        unsafe { [load(from), load(from.add(4))] }
    }

    #[inline(always)]
    unsafe fn store(to: *mut u64, words: [__m256i; 2]) {
        // SAFETY: passed on from the caller.
        unsafe {
            store(to, words[0]);
            store(to.add(4), words[1]);
        }
    }

    #[inline(always)]
    unsafe fn or(a: [__m256i; 2], b: [__m256i; 2]) -> [__m256i; 2] {
        // SAFETY: value operations; the caller promises AVX2.
        unsafe { [_mm256_or_si256(a[0], b[0]), _mm256_or_si256(a[1], b[1])] }
    }

    #[inline(always)]
    unsafe fn and(a: [__m256i; 2], b: [__m256i; 2]) -> [__m256i; 2] {
        // SAFETY: value operations; the caller promises AVX2.
        unsafe { [_mm256_and_si256(a[0], b[0]), _mm256_and_si256(a[1], b[1])] }
    }

    #[inline(always)]
    unsafe fn first_clear(words: [__m256i; 2]) -> (usize, [__m256i; 2]) {
        // SAFETY: value operations; sets of four lanes are below 16.
        unsafe {
            let full = [full_lanes(words[0]), full_lanes(words[1])];
            let after = full[1] | usize::from(full[0] != 15) << 4;
            let lowest = [
                lowest_clear(words[0], full[0]),
                lowest_clear(words[1], after),
            ];
            ((full[0] | full[1] << 4).trailing_ones() as usize, lowest)
        }
    }

    #[inline(always)]
    unsafe fn lane(words: [__m256i; 2], lane: usize) -> u64 {
        let mut lanes = [0; LANES];
        // SAFETY: the array holds eight words.
        unsafe { Self::store(lanes.as_mut_ptr(), words) };
        lanes[lane % LANES]
    }

    /// One half after the other: the second is seldom needed.
    #[inline(always)]
    unsafe fn settle<const M: usize>(lines: &[*mut u64; M]) -> (usize, u64) {
        // SAFETY: passed on from the caller.
        unsafe {
            let first = settle_half(lines, 0);
            if first.0 < 4 {
                return first;
            }
            let second = settle_half(lines, 4);
            (4 + second.0, second.1)
        }
    }

    #[inline(always)]
    unsafe fn gather(rows: &[*mut u64; LANES], count: usize, to: *mut u64) {
        // SAFETY: passed on from the caller.
        unsafe {
            gather_four(&rows[..4], count, to);
            gather_four(&rows[4..], count, to.add(4));
        }
    }

    #[inline(always)]
    unsafe fn scatter(rows: &[*mut u64; LANES], count: usize, from: *const u64) {
        // SAFETY: passed on from the caller.
        unsafe {
            scatter_four(&rows[..4], count, from);
            scatter_four(&rows[4..], count, from.add(4));
        }
    }
}
