//! Rows of bits: bit `k` of word `w` is element `64·w + k`.

use crate::Level;

/// Sets in `into` the bits of `from` moved down by `shift`: element `i` gains element `i + shift`.
/// Elements past the end of `from` are clear.
///
/// ```
/// let mut row = [0_u64];
/// wythoff_kernels::bits::or_moved_down(&mut row, &[0b1000], 2);
/// assert_eq!(row, [0b10]);
/// ```
pub fn or_moved_down(into: &mut [u64], from: &[u64], shift: usize) {
    let (skip, bits) = (shift / 64, shift % 64);
    let from = from.get(skip..).unwrap_or_default();
    if bits == 0 {
        for (into, word) in into.iter_mut().zip(from) {
            *into |= word;
        }
        return;
    }
    let pairs = from
        .iter()
        .zip(from.iter().skip(1).chain(std::iter::once(&0)));
    for (into, (low, high)) in into.iter_mut().zip(pairs) {
        *into |= low >> bits | high << (64 - bits);
    }
}

/// Sets in `into` the bits of `from` moved up by `shift`: element `i + shift` gains element `i`.
/// What moves past the end of `into` is lost.
///
/// ```
/// let mut row = [0_u64];
/// wythoff_kernels::bits::or_moved_up(&mut row, &[0b10], 2);
/// assert_eq!(row, [0b1000]);
/// ```
pub fn or_moved_up(into: &mut [u64], from: &[u64], shift: usize) {
    let (skip, bits) = (shift / 64, shift % 64);
    let into = into.get_mut(skip..).unwrap_or_default();
    if bits == 0 {
        for (into, word) in into.iter_mut().zip(from) {
            *into |= word;
        }
        return;
    }
    let mut carried = 0;
    let words = from.iter().copied().chain(std::iter::once(0));
    for (into, word) in into.iter_mut().zip(words) {
        *into |= word << bits | carried;
        carried = word >> (64 - bits);
    }
}

/// The first element from `from` on that is clear in every one of `rows`, read each from its own
/// offset: element `i` of the union is element `i + offset` of the row. `None` below `len`.
///
/// ```
/// use wythoff_kernels::{Level, bits::first_clear};
/// let rows: [(&[u64], usize); 2] = [(&[0b0011], 0), (&[0b1000], 1)];
/// assert_eq!(first_clear(Level::detect(), &rows, 0, 64), Some(3));
/// ```
#[must_use]
pub fn first_clear(
    level: Level,
    rows: &[(&[u64], usize)],
    from: usize,
    len: usize,
) -> Option<usize> {
    let mut at = from;
    while at < len {
        at = skip_full(level, rows, at);
        let union = rows
            .iter()
            .fold(0, |union, &(row, offset)| union | word_at(row, at + offset));
        if union != u64::MAX {
            let found = at + union.trailing_ones() as usize;
            return (found < len).then_some(found);
        }
        at += 64;
    }
    None
}

/// The 64 elements from `bit` on; those past the end are clear.
fn word_at(row: &[u64], bit: usize) -> u64 {
    let (word, bits) = (bit / 64, bit % 64);
    let low = row.get(word).map_or(0, |word| word >> bits);
    let high = row.get(word + 1).map_or(0, |word| word << 1 << (63 - bits));
    low | high
}

/// The bits of 64 cells at a time: set where a cell is 0, clear where it is 1; missing cells clear.
///
/// ```
/// let mut words = [0];
/// wythoff_kernels::bits::pack_zeros(&mut words, &[1, 0, 0, 1]);
/// assert_eq!(words, [0b0110]);
/// ```
pub fn pack_zeros(into: &mut [u64], cells: &[u8]) {
    let (whole, rest) = cells.as_chunks::<64>();
    for (word, cells) in into.iter_mut().zip(whole) {
        *word = zeros(cells);
    }
    if let Some(word) = into.get_mut(whole.len()) {
        let mut cells = [1; 64];
        cells[..rest.len()].copy_from_slice(rest);
        *word = zeros(&cells);
    }
}

fn zeros(cells: &[u8; 64]) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    // Moves bit 0 of byte k to bit 56 + k.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let (eights, _) = cells.as_chunks::<8>();
    eights.iter().rev().fold(0, |word, &eight| {
        let zeros = !u64::from_le_bytes(eight) & ONES;
        word << 8 | zeros.wrapping_mul(GATHER) >> 56
    })
}

/// Words that `skip_full` looks at together.
const GROUP: usize = 8;

/// Moves `at` on as long as the next [`GROUP`] words of the union are full.
#[inline(always)]
fn skip_full_plain(rows: &[(&[u64], usize)], mut at: usize) -> usize {
    loop {
        let mut union = [0; GROUP];
        for &(row, offset) in rows {
            let (word, bits) = ((at + offset) / 64, (at + offset) % 64);
            let Some(words) = row.get(word..word + GROUP + 1) else {
                return at;
            };
            for (union, pair) in union.iter_mut().zip(words.windows(2)) {
                *union |= pair[0] >> bits | pair[1] << 1 << (63 - bits);
            }
        }
        if union.iter().fold(u64::MAX, |all, word| all & word) != u64::MAX || rows.is_empty() {
            return at;
        }
        at += 64 * GROUP;
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn skip_full_avx2(rows: &[(&[u64], usize)], at: usize) -> usize {
    skip_full_plain(rows, at)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn skip_full_avx512(rows: &[(&[u64], usize)], at: usize) -> usize {
    skip_full_plain(rows, at)
}

fn skip_full(level: Level, rows: &[(&[u64], usize)], at: usize) -> usize {
    match level {
        Level::Portable => skip_full_plain(rows, at),
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => {
            assert!(level.is_available(), "{level} is not available");
            // SAFETY: the processor has the instructions.
            unsafe { skip_full_avx2(rows, at) }
        }
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => {
            assert!(level.is_available(), "{level} is not available");
            // SAFETY: the processor has the instructions.
            unsafe { skip_full_avx512(rows, at) }
        }
        #[cfg(not(target_arch = "x86_64"))]
        _ => skip_full_plain(rows, at),
    }
}
