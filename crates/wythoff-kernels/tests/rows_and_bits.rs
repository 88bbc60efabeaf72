//! `rows` and `bits` against one-line twins, on all lengths and offsets up to a few vectors.

use wythoff_kernels::Level;
use wythoff_kernels::bits::{first_clear, or_moved_down, or_moved_up, pack_zeros};
use wythoff_kernels::rows::{
    Number, at_least, copy_past_caches, count_zeros, first_sum_below, greatest, greatest_of_many,
    has_none, least, least_of_parity, little_endian, most, next_of_either, next_of_least, sum,
};

fn noise(seed: u64) -> impl FnMut() -> u64 {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) + 1;
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    }
}

fn numbers<T: Number>(len: usize, seed: u64) -> Vec<T> {
    let mut next = noise(seed);
    // One in eight is NONE.
    let number = |r: u64| {
        if r.is_multiple_of(8) {
            T::NONE
        } else {
            T::narrow((r >> 8) as u32 % 60_000)
        }
    };
    (0..len).map(|_| number(next())).collect()
}

/// Runs a loop at every level, length and offset, and compares with what `twin` says of each element.
fn check_pairs<T: Number + std::fmt::Debug>(
    run: impl Fn(Level, &mut [T], &[T]),
    twin: impl Fn(T, T) -> T,
) {
    for level in Level::available() {
        for len in 0..100 {
            for offset in 0..5 {
                let mut into = numbers::<T>(offset + len, 1 + len as u64);
                let from = numbers::<T>(offset + len, 1000 + len as u64);
                let expected: Vec<T> = into.iter().zip(&from).map(|(&a, &b)| twin(a, b)).collect();
                run(level, &mut into[offset..], &from[offset..]);
                assert_eq!(
                    into[offset..],
                    expected[offset..],
                    "{level}, {len} from {offset}"
                );
            }
        }
    }
}

fn check_numbers<T: Number + std::fmt::Debug>() {
    check_pairs::<T>(least, |a, b| if b < a { b } else { a });
    check_pairs::<T>(greatest, |a, b| if b > a { b } else { a });
    check_pairs::<T>(sum, |a, b| {
        T::narrow(
            u32::try_from(u64::from(a.widen()) + u64::from(b.widen()))
                .unwrap_or(u32::MAX)
                .min(T::NONE.widen()),
        )
    });
    for parity in [false, true] {
        check_pairs::<T>(
            |level, into, from| least_of_parity(level, into, from, parity),
            |a, b| {
                if (b.widen() % 2 == 1) == parity && b < a {
                    b
                } else {
                    a
                }
            },
        );
    }
    check_pairs::<T>(count_zeros, |a, b| {
        if b.widen() == 0 && a < T::NONE {
            T::narrow(a.widen() + 1)
        } else {
            a
        }
    });
    for limit in [0, 1, 77, T::NONE.widen()] {
        check_pairs::<T>(
            |level, into, from| at_least(level, into, from, T::narrow(limit)),
            |_, b| T::narrow(u32::from(b.widen() >= limit)),
        );
    }
    for len in 0..100 {
        let most_of = |row: &[T]| row.iter().map(|value| value.widen()).max().unwrap_or(0);
        let row = numbers::<T>(len, 7 + len as u64);
        for level in Level::available() {
            assert_eq!(most(level, &row).widen(), most_of(&row), "{level}, {len}");
        }
    }
    for level in Level::available() {
        for len in 0..100 {
            let mut row = vec![T::narrow(5); len];
            assert!(!has_none(level, &row), "{level}, {len}");
            for at in 0..len {
                row[at] = T::NONE;
                assert!(has_none(level, &row), "{level}, {at} of {len}");
                row[at] = T::default();
            }
        }
    }
}

/// `a + 1`, where the largest number becomes 0.
fn next<T: Number>(a: T) -> T {
    if a == T::NONE {
        T::default()
    } else {
        T::narrow(a.widen() + 1)
    }
}

/// Loops that join up to five rows, at lengths around the groups they are joined in.
fn check_joined<T: Number + std::fmt::Debug>() {
    for level in Level::available() {
        for len in (0..140).chain([190, 192, 193, 256, 300]) {
            for count in 0..6 {
                let start = (len + count) % 5;
                let rows: Vec<Vec<T>> = (0..count)
                    .map(|row| numbers::<T>(start + len, (1 + len * 7 + row) as u64))
                    .collect();
                let rows: Vec<&[T]> = rows.iter().map(|row| &row[start..]).collect();
                let what = format!("{level}, {count} rows of {len} from {start}");
                check_next_of_least(level, &rows, len, &what);
                check_first_sum(level, &rows, len, &what);
            }
            check_either::<T>(level, len);
            check_copies::<T>(level, len);
            check_many::<T>(level, len);
        }
    }
}

fn check_next_of_least<T: Number + std::fmt::Debug>(
    level: Level,
    rows: &[&[T]],
    len: usize,
    what: &str,
) {
    for cap in [T::NONE, T::narrow(77), T::default()] {
        let mut found = vec![T::narrow(9); len];
        let some = next_of_least(level, &mut found, rows, cap);
        let least: Vec<T> = (0..len)
            .map(|i| rows.iter().map(|row| row[i]).chain([cap]).min().unwrap())
            .collect();
        assert_eq!(some, least.contains(&T::NONE), "{what}, {cap:?}");
        let expected: Vec<T> = least.into_iter().map(next).collect();
        assert_eq!(found, expected, "{what}, {cap:?}");
    }
}

fn check_first_sum<T: Number + std::fmt::Debug>(
    level: Level,
    rows: &[&[T]],
    len: usize,
    what: &str,
) {
    for limit in [0, 1, 90, T::NONE.widen()] {
        let sum = |i: usize| -> u64 {
            let sum = rows.iter().map(|row| u64::from(row[i].widen())).sum();
            u64::min(sum, u64::from(T::NONE.widen()))
        };
        assert_eq!(
            first_sum_below(level, rows, len, T::narrow(limit)),
            (0..len).find(|&i| sum(i) < u64::from(limit)),
            "{what}, {limit}"
        );
    }
    // One place alone, wherever it is.
    for at in 0..len {
        let mut row = vec![T::narrow(3); len];
        row[at] = T::narrow(1);
        assert_eq!(
            first_sum_below(level, &[&row, &row], len, T::narrow(6)),
            Some(at),
            "{what}"
        );
    }
}

fn check_either<T: Number + std::fmt::Debug>(level: Level, len: usize) {
    let (low, high) = (numbers::<T>(len, 3), numbers::<T>(len, 4));
    let mut found = vec![T::default(); len];
    next_of_either(level, &mut found, &low, &high);
    for i in 0..len {
        let expected = if low[i] == T::NONE { high[i] } else { low[i] };
        assert_eq!(found[i], next(expected), "{level}, {i} of {len}");
    }
}

fn check_many<T: Number + std::fmt::Debug>(level: Level, len: usize) {
    for (count, stride) in [(0, 5), (1, 0), (2, 7), (5, 64), (9, 67)] {
        let from = numbers::<T>(len + stride * count, 5 + len as u64);
        let before = numbers::<T>(len, 6);
        let mut found = before.clone();
        greatest_of_many(level, &mut found, &from, stride, count);
        for i in 0..len {
            let others = (0..count).map(|row| from[row * stride + i]);
            let expected = others.chain([before[i]]).max();
            assert_eq!(
                Some(found[i]),
                expected,
                "{level}, {count} rows, {i} of {len}"
            );
        }
    }
}

fn check_copies<T: Number + std::fmt::Debug>(level: Level, len: usize) {
    let (rows, into_stride, from_stride) = (3, len + 5, len + 2);
    let from = numbers::<T>(rows * from_stride, 8);
    for start in 0..5 {
        let mut into = vec![T::narrow(9); start + rows * into_stride];
        let place = &mut into[start..];
        copy_past_caches(level, (place, into_stride), (&from, from_stride), len, rows);
        for (i, &found) in into.iter().enumerate() {
            let place = i
                .checked_sub(start)
                .map(|i| (i / into_stride, i % into_stride));
            let expected = match place {
                Some((row, column)) if column < len => from[row * from_stride + column],
                _ => T::narrow(9),
            };
            assert_eq!(found, expected, "{level}, {i}, rows of {len} from {start}");
        }
    }
    let mut buffer = Vec::new();
    let bytes = little_endian(&from, &mut buffer);
    let expected = from
        .iter()
        .flat_map(|value| value.widen().to_le_bytes()[..size_of::<T>()].to_vec());
    assert!(bytes.iter().copied().eq(expected), "bytes of {from:?}");
}

#[test]
fn packed_zeros() {
    let mut next = noise(11);
    for len in 0..200_usize {
        let cells: Vec<u8> = (0..len).map(|_| (next() >> 20) as u8 & 1).collect();
        let mut words = vec![u64::MAX; len.div_ceil(64)];
        pack_zeros(&mut words, &cells);
        for (k, bit) in bits(&words).into_iter().enumerate() {
            assert_eq!(bit, cells.get(k) == Some(&0), "{k} of {len}");
        }
    }
}

#[test]
fn numbers_of_one_byte() {
    check_numbers::<u8>();
    check_joined::<u8>();
}

#[test]
fn numbers_of_two_bytes() {
    check_numbers::<u16>();
    check_joined::<u16>();
}

#[test]
fn numbers_of_four_bytes() {
    check_numbers::<u32>();
    check_joined::<u32>();
}

fn bits(row: &[u64]) -> Vec<bool> {
    row.iter()
        .flat_map(|word| (0..64).map(move |k| word >> k & 1 == 1))
        .collect()
}

#[test]
fn moved_bits() {
    for words in 0..6 {
        for other in 0..6 {
            for shift in (0..300).step_by(7).chain([63, 64, 65, 128]) {
                let mut next = noise(words * 37 + other * 5 + shift as u64);
                let into: Vec<u64> = (0..words).map(|_| next() & next()).collect();
                let from: Vec<u64> = (0..other).map(|_| next()).collect();
                let old = bits(&into);
                let given = bits(&from);
                let mut down = into.clone();
                or_moved_down(&mut down, &from, shift);
                let mut up = into;
                or_moved_up(&mut up, &from, shift);
                for (i, (down, up)) in bits(&down).into_iter().zip(bits(&up)).enumerate() {
                    let at =
                        |i: Option<usize>| i.and_then(|i| given.get(i)).copied().unwrap_or(false);
                    assert_eq!(down, old[i] || at(Some(i + shift)), "down {shift}, bit {i}");
                    assert_eq!(
                        up,
                        old[i] || at(i.checked_sub(shift)),
                        "up {shift}, bit {i}"
                    );
                }
            }
        }
    }
}

#[test]
fn first_clear_element() {
    let mut next = noise(5);
    for level in Level::available() {
        for case in 0..2000_usize {
            let words = 1 + case % 40;
            // Mostly full, so that searches are long; zero words now and then.
            let row = |next: &mut dyn FnMut() -> u64| -> Vec<u64> {
                (0..words)
                    .map(|_| {
                        if next().is_multiple_of(50) {
                            next()
                        } else {
                            u64::MAX
                        }
                    })
                    .collect()
            };
            let (a, b) = (row(&mut next), row(&mut next));
            let (from, len) = (next() as usize % 70, next() as usize % (words * 64 + 70));
            let (p, q) = (next() as usize % 130, next() as usize % 130);
            let set = |row: &[u64], i: usize| {
                row.get(i / 64)
                    .is_some_and(|word| word >> (i % 64) & 1 == 1)
            };
            let expected = (from..len).find(|&i| !set(&a, i + p) && !set(&b, i + q));
            assert_eq!(
                first_clear(level, &[(&a, p), (&b, q)], from, len),
                expected,
                "{level}, {case}"
            );
        }
        assert_eq!(first_clear(level, &[], 3, 9), Some(3));
        assert_eq!(first_clear(level, &[], 9, 9), None);
    }
}
