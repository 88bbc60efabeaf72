//! Rows of bits: bit `k` of word `w` is element `64·w + k`.

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
    let pairs = from.iter().zip(from.iter().skip(1).chain(std::iter::once(&0)));
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
/// let rows: [(&[u64], usize); 2] = [(&[0b0011], 0), (&[0b1000], 1)];
/// assert_eq!(wythoff_kernels::bits::first_clear(&rows, 0, 64), Some(3));
/// ```
#[must_use]
pub fn first_clear(rows: &[(&[u64], usize)], from: usize, len: usize) -> Option<usize> {
    let word_at = |row: &[u64], bit: usize| {
        let (word, bits) = (bit / 64, bit % 64);
        let low = row.get(word).map_or(0, |word| word >> bits);
        if bits == 0 { low } else { low | row.get(word + 1).map_or(0, |word| word << (64 - bits)) }
    };
    let mut at = from;
    while at < len {
        let union = rows.iter().fold(0, |union, &(row, offset)| union | word_at(row, at + offset));
        if union != u64::MAX {
            let found = at + union.trailing_ones() as usize;
            return (found < len).then_some(found);
        }
        at += 64;
    }
    None
}
