//! Eight words in plain Rust.

use super::{LANES, Lanes};

/// Eight words, one after another.
pub(crate) struct Portable;

impl Lanes for Portable {
    type Words = [u64; LANES];

    #[inline(always)]
    unsafe fn load(from: *const u64) -> [u64; LANES] {
        // SAFETY: the caller's promise.
        unsafe { from.cast::<[u64; LANES]>().read_unaligned() }
    }

    #[inline(always)]
    unsafe fn store(to: *mut u64, words: [u64; LANES]) {
        // SAFETY: as in `load`.
        unsafe { to.cast::<[u64; LANES]>().write_unaligned(words) }
    }

    #[inline(always)]
    unsafe fn or(a: [u64; LANES], b: [u64; LANES]) -> [u64; LANES] {
        std::array::from_fn(|k| a[k] | b[k])
    }

    #[inline(always)]
    unsafe fn and(a: [u64; LANES], b: [u64; LANES]) -> [u64; LANES] {
        std::array::from_fn(|k| a[k] & b[k])
    }

    #[inline(always)]
    unsafe fn first_clear(words: [u64; LANES]) -> (usize, [u64; LANES]) {
        let mut lowest = [0; LANES];
        let Some(lane) = words.iter().position(|&word| word != u64::MAX) else {
            return (LANES, lowest);
        };
        lowest[lane] = !words[lane] & words[lane].wrapping_add(1);
        (lane, lowest)
    }

    #[inline(always)]
    unsafe fn lane(words: [u64; LANES], lane: usize) -> u64 {
        words[lane % LANES]
    }

    #[inline(always)]
    unsafe fn gather(rows: &[*mut u64; LANES], count: usize, to: *mut u64) {
        for (k, row) in rows.iter().enumerate() {
            for line in 0..count {
                // SAFETY: the caller's promise.
                unsafe { to.add(line * LANES + k).write(row.add(line).read()) };
            }
        }
    }

    #[inline(always)]
    unsafe fn scatter(rows: &[*mut u64; LANES], count: usize, from: *const u64) {
        for (k, row) in rows.iter().enumerate() {
            for line in 0..count {
                // SAFETY: the caller's promise.
                unsafe { row.add(line).write(from.add(line * LANES + k).read()) };
            }
        }
    }
}
