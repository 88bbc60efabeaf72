//! `rows` and `bits` against one-line twins, on all lengths and offsets up to a few vectors.

use wythoff_kernels::Level;
use wythoff_kernels::bits::{first_clear, or_moved_down, or_moved_up};
use wythoff_kernels::rows::{
    Number, greatest, has_none, least, least_of_parity, next_of_capped, sum,
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
    for cap in [T::NONE, T::narrow(777)] {
        check_pairs::<T>(
            |level, into, from| next_of_capped(level, into, from, cap),
            |_, b| {
                let least = if cap < b { cap } else { b };
                if least == T::NONE {
                    T::default()
                } else {
                    T::narrow(least.widen() + 1)
                }
            },
        );
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

#[test]
fn numbers_of_two_bytes() {
    check_numbers::<u16>();
}

#[test]
fn numbers_of_four_bytes() {
    check_numbers::<u32>();
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
