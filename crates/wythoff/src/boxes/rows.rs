//! Rows of bits: bit z of a row is the cell at place z.

/// `into |= from << by`, within the row.
pub(super) fn or_shifted(into: &mut [u64], from: &[u64], by: usize) {
    let (words, bits) = (by / 64, by % 64);
    if words >= into.len() {
        return;
    }
    if bits == 0 {
        for (into, from) in into[words..].iter_mut().zip(from) {
            *into |= from;
        }
        return;
    }
    let mut carried = 0;
    for (into, from) in into[words..].iter_mut().zip(from) {
        *into |= from << bits | carried;
        carried = from >> (64 - bits);
    }
}

/// All places that are a multiple of `step` above one that is set.
pub(super) fn close_upward(row: &mut [u64], step: usize) {
    let mut by = step.max(1);
    while by < row.len() * 64 {
        let before = row.to_vec();
        or_shifted(row, &before, by);
        by *= 2;
    }
}

/// Sets the places from `from` on.
pub(super) fn set_from(row: &mut [u64], from: usize) {
    for (i, word) in row.iter_mut().enumerate() {
        *word |= match (i + 1) * 64 {
            end if end <= from => 0,
            _ => u64::MAX << from.saturating_sub(i * 64).min(63),
        };
    }
}

/// Whether a place is set.
pub(super) fn is_set(row: &[u64], place: usize) -> bool {
    row[place / 64] >> (place % 64) & 1 == 1
}

/// Sets a place.
pub(super) fn set(row: &mut [u64], place: usize) {
    row[place / 64] |= 1 << (place % 64);
}

/// `into |= from & mask`.
pub(super) fn or_masked(into: &mut [u64], from: &[u64], mask: &[u64]) {
    for ((into, from), mask) in into.iter_mut().zip(from).zip(mask) {
        *into |= from & mask;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(row: &[u64]) -> Vec<usize> {
        (0..row.len() * 64).filter(|&z| is_set(row, z)).collect()
    }

    fn row(words: usize, set_places: &[usize]) -> Vec<u64> {
        let mut row = vec![0; words];
        for &place in set_places {
            set(&mut row, place);
        }
        row
    }

    #[test]
    fn shifts_lose_what_leaves_the_row() {
        for by in [0, 1, 63, 64, 65, 100, 191, 192, 500] {
            let start = [0, 1, 62, 63, 64, 127, 130, 191];
            let mut into = vec![0; 3];
            or_shifted(&mut into, &row(3, &start), by);
            let expected: Vec<usize> = start.iter().map(|z| z + by).filter(|&z| z < 192).collect();
            assert_eq!(places(&into), expected, "by {by}");
        }
    }

    #[test]
    fn closing_repeats_the_step() {
        let mut closed = row(2, &[3, 70]);
        close_upward(&mut closed, 50);
        assert_eq!(places(&closed), [3, 53, 70, 103, 120]);
    }

    #[test]
    fn setting_from_a_place_on() {
        for from in [0, 1, 63, 64, 100, 127, 128, 300] {
            let mut all = vec![0; 2];
            set_from(&mut all, from);
            assert_eq!(places(&all), (from..128).collect::<Vec<_>>(), "from {from}");
        }
    }
}
