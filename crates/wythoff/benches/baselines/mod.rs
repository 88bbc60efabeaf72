//! What the dense engine is compared with: plain programs, one thread, no kernels.

use std::collections::HashSet;

/// A: every option of every cell, its values in a hash set. Returns the values, row by row.
pub fn by_options(n: usize) -> Vec<u16> {
    let mut values = vec![0_u16; n * n];
    let mut seen = HashSet::new();
    for x in 0..n {
        for y in 0..n {
            seen.clear();
            seen.extend((0..x).map(|u| values[u * n + y]));
            seen.extend((0..y).map(|v| values[x * n + v]));
            seen.extend((1..=x.min(y)).map(|t| values[(x - t) * n + y - t]));
            values[x * n + y] = (0..).find(|value| !seen.contains(value)).unwrap_or(0);
        }
    }
    values
}

/// B: bit sets of rows, columns and diagonals, searched from zero, the whole table.
pub fn by_bit_sets(n: usize) -> Vec<u16> {
    let words = (2 * n).div_ceil(64);
    let mut columns = vec![0_u64; n * words];
    let mut diagonals = vec![0_u64; 2 * n * words];
    let mut values = vec![0_u16; n * n];
    for x in 0..n {
        let mut row = vec![0_u64; words];
        for y in 0..n {
            let column = &mut columns[y * words..(y + 1) * words];
            let diagonal = &mut diagonals[(x + n - y) * words..(x + n - y + 1) * words];
            let mut k = 0;
            while row[k] | column[k] | diagonal[k] == u64::MAX {
                k += 1;
            }
            let free = !(row[k] | column[k] | diagonal[k]);
            let bit = free & free.wrapping_neg();
            row[k] |= bit;
            column[k] |= bit;
            diagonal[k] |= bit;
            values[x * n + y] = (k * 64) as u16 + free.trailing_zeros() as u16;
        }
    }
    values
}

/// C: the half with x ≤ y, each search from the larger of its two lines' first words with a hole.
/// Returns the half, row by row.
pub fn by_half_with_starts(n: usize) -> Vec<u16> {
    let words = (2 * n).div_ceil(64) + 1;
    let mut lines = vec![0_u64; n * words];
    let mut diagonals = vec![0_u64; n * words];
    let mut starts = vec![0_usize; n];
    let mut values = Vec::with_capacity(n * (n + 1) / 2);
    for x in 0..n {
        for y in x..n {
            let (own, other) = (x * words, y * words);
            let diagonal = (y - x) * words;
            let mut k = starts[x].max(starts[y]);
            while lines[own + k] | lines[other + k] | diagonals[diagonal + k] == u64::MAX {
                k += 1;
            }
            let free = !(lines[own + k] | lines[other + k] | diagonals[diagonal + k]);
            let bit = free & free.wrapping_neg();
            lines[own + k] |= bit;
            lines[other + k] |= bit;
            diagonals[diagonal + k] |= bit;
            for line in [x, y] {
                while lines[line * words + starts[line]] == u64::MAX {
                    starts[line] += 1;
                }
            }
            values.push((k * 64) as u16 + free.trailing_zeros() as u16);
        }
    }
    values
}

/// Remoteness of queen moves from the summaries of the three lines, cell by cell.
pub fn remoteness_by_cells(n: usize) -> Vec<u16> {
    const NONE: u16 = u16::MAX;
    let mut columns = vec![(NONE, 0_u16); n];
    let mut diagonals = vec![(NONE, 0_u16); 2 * n];
    let mut values = Vec::with_capacity(n * n);
    let join = |(even, most): (u16, u16), value: u16| {
        (
            if value.is_multiple_of(2) {
                even.min(value)
            } else {
                even
            },
            most.max(value),
        )
    };
    for x in 0..n {
        let mut row = (NONE, 0);
        for y in 0..n {
            let (column, diagonal) = (columns[y], diagonals[x + n - y]);
            let even = row.0.min(column.0).min(diagonal.0);
            let most = row.1.max(column.1).max(diagonal.1);
            let value = match even {
                NONE if x + y == 0 => 0,
                NONE => most + 1,
                even => even + 1,
            };
            row = join(row, value);
            columns[y] = join(column, value);
            diagonals[x + n - y] = join(diagonal, value);
            values.push(value);
        }
    }
    values
}
