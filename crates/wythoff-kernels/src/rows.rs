//! Rows of numbers, element by element: what a sweep of remoteness or of counts needs.
//!
//! A line's summary is its least value of the good parity ([`Number::NONE`] when there is none) and
//! its greatest value. All slices of a call have the same length, unless it says otherwise. Each
//! function is compiled once per [`Level`]; the bodies are plain loops that the compiler turns into
//! vectors. Where several rows are joined, a group of elements is kept in registers while the rows
//! are read one after another.

use std::ops::Range;

use crate::Level;

/// `u8`, `u16` or `u32`.
pub trait Number: Copy + Ord + Default + Send + Sync + sealed::Sealed + 'static {
    /// Larger than every value.
    const NONE: Self;
    /// `self + 1`, wrapping.
    fn next(self) -> Self;
    /// `self + other`, at most [`Number::NONE`].
    fn plus(self, other: Self) -> Self;
    /// `self` when its lowest bit is `parity`, else [`Number::NONE`].
    fn if_parity(self, parity: bool) -> Self;
    /// The low bits.
    fn narrow(value: u32) -> Self;
    /// The value itself.
    fn widen(self) -> u32;
}

mod sealed {
    /// No other types are numbers: some loops treat them as bytes.
    pub trait Sealed {}
}

macro_rules! numbers {
    ($($kind:ty)*) => {$(
        impl sealed::Sealed for $kind {}

        impl Number for $kind {
            const NONE: Self = <$kind>::MAX;
            #[inline(always)]
            fn next(self) -> Self {
                self.wrapping_add(1)
            }
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.saturating_add(other)
            }
            #[inline(always)]
            fn if_parity(self, parity: bool) -> Self {
                // All ones when the parity differs.
                self | ((self & 1) ^ <$kind>::from(parity)).wrapping_neg()
            }
            #[inline(always)]
            fn narrow(value: u32) -> Self {
                value as $kind
            }
            #[inline(always)]
            fn widen(self) -> u32 {
                u32::from(self)
            }
        }
    )*};
}
numbers!(u8 u16 u32);

/// Defines a public function that runs a loop with the instructions of a level.
macro_rules! leveled {
    ($(#[$doc:meta])* $name:ident($($arg:ident: $kind:ty),*) $(-> $out:ty)? $body:block) => {
        $(#[$doc])*
        #[inline]
        pub fn $name<T: Number>(level: Level, $($arg: $kind),*) $(-> $out)? {
            #[inline(always)]
            fn plain<T: Number>($($arg: $kind),*) $(-> $out)? $body

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
            fn avx2<T: Number>($($arg: $kind),*) $(-> $out)? {
                plain($($arg),*)
            }

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
            fn avx512<T: Number>($($arg: $kind),*) $(-> $out)? {
                plain($($arg),*)
            }

            match level {
                Level::Portable => plain($($arg),*),
                #[cfg(target_arch = "x86_64")]
                Level::Avx2 => {
                    assert!(level.is_available(), "{level} is not available");
                    // SAFETY: the processor has the instructions.
                    unsafe { avx2($($arg),*) }
                }
                #[cfg(target_arch = "x86_64")]
                Level::Avx512 => {
                    assert!(level.is_available(), "{level} is not available");
                    // SAFETY: the processor has the instructions.
                    unsafe { avx512($($arg),*) }
                }
                #[cfg(not(target_arch = "x86_64"))]
                _ => plain($($arg),*),
            }
        }
    };
}

leveled! {
    /// `into[i] = min(into[i], from[i])`.
    least(into: &mut [T], from: &[T]) {
        for (into, &from) in into.iter_mut().zip(from) {
            *into = from.min(*into);
        }
    }
}

leveled! {
    /// `into[i] = max(into[i], from[i])`.
    greatest(into: &mut [T], from: &[T]) {
        for (into, &from) in into.iter_mut().zip(from) {
            *into = from.max(*into);
        }
    }
}

leveled! {
    /// `into[i] = into[i] + from[i]`, at most [`Number::NONE`].
    sum(into: &mut [T], from: &[T]) {
        for (into, &from) in into.iter_mut().zip(from) {
            *into = from.plus(*into);
        }
    }
}

leveled! {
    /// `into[i] = min(into[i], from[i] if it has the parity)`.
    least_of_parity(into: &mut [T], from: &[T], parity: bool) {
        for (into, &from) in into.iter_mut().zip(from) {
            *into = from.if_parity(parity).min(*into);
        }
    }
}

leveled! {
    /// Whether some element is [`Number::NONE`].
    has_none(among: &[T]) -> bool {
        among.iter().fold(T::default(), |most, &value| most.max(value)) == T::NONE
    }
}

leveled! {
    /// The greatest element, 0 when there is none.
    most(among: &[T]) -> T {
        among.iter().fold(T::default(), |most, &value| most.max(value))
    }
}

leveled! {
    /// `into[i] = into[i] + 1` where `from[i]` is 0, at most [`Number::NONE`].
    count_zeros(into: &mut [T], from: &[T]) {
        for (into, &from) in into.iter_mut().zip(from) {
            *into = into.plus(T::narrow(u32::from(from == T::default())));
        }
    }
}

leveled! {
    /// `into[i] = 1` where `from[i]` is at least `limit`, else 0.
    at_least(into: &mut [T], from: &[T], limit: T) {
        for (into, &from) in into.iter_mut().zip(from) {
            *into = T::narrow(u32::from(from >= limit));
        }
    }
}

leveled! {
    /// `into[i] = low[i] + 1`, or `high[i] + 1` where `low[i]` is [`Number::NONE`].
    next_of_either(into: &mut [T], low: &[T], high: &[T]) {
        for ((into, &low), &high) in into.iter_mut().zip(low).zip(high) {
            *into = (if low == T::NONE { high } else { low }).next();
        }
    }
}

/// Elements that are taken together where a search may end early, or many rows are joined.
const GROUP: usize = 64;

/// Calls `fixed::<N>` with as many rows as there are, up to four, else `any`.
macro_rules! by_count {
    ($rows:ident, $fixed:ident($($arg:expr),*), $any:expr) => {
        match *$rows {
            [] => $fixed::<T, 0>([], $($arg),*),
            [a] => $fixed::<T, 1>([a], $($arg),*),
            [a, b] => $fixed::<T, 2>([a, b], $($arg),*),
            [a, b, c] => $fixed::<T, 3>([a, b, c], $($arg),*),
            [a, b, c, d] => $fixed::<T, 4>([a, b, c, d], $($arg),*),
            _ => $any,
        }
    };
}

/// [`next_of_least`] of a number of rows known in advance. Returns the greatest minimum.
#[inline(always)]
fn next_of_least_of<T: Number, const N: usize>(rows: [&[T]; N], into: &mut [T], cap: T) -> T {
    let len = into.len();
    let rows = rows.map(|row| &row[..len]);
    let mut most = T::default();
    for i in 0..len {
        let least = rows.iter().fold(cap, |least, row| least.min(row[i]));
        into[i] = least.next();
        most = most.max(least);
    }
    most
}

leveled! {
    /// `into[i] = min(cap, rows[0][i], rows[1][i], …) + 1`. Returns whether that minimum is
    /// [`Number::NONE`] somewhere: there `into` is 0.
    ///
    /// # Panics
    /// If a row is shorter than `into`.
    next_of_least(into: &mut [T], rows: &[&[T]], cap: T) -> bool {
        let most = by_count!(rows, next_of_least_of(into, cap), {
            into.fill(cap);
            for row in rows {
                for (into, &value) in into.iter_mut().zip(*row) {
                    *into = value.min(*into);
                }
            }
            let mut most = T::default();
            for into in &mut *into {
                most = most.max(*into);
                *into = into.next();
            }
            most
        });
        most == T::NONE
    }
}

/// [`first_sum_below`] of a number of rows known in advance.
#[inline(always)]
fn first_sum_of<T: Number, const N: usize>(rows: [&[T]; N], len: usize, limit: T) -> Option<usize> {
    let sum = |i: usize| rows.iter().fold(T::default(), |sum, row| sum.plus(row[i]));
    let whole = len / GROUP * GROUP;
    for at in (0..whole).step_by(GROUP) {
        let groups = rows.map(|row| &row[at..at + GROUP]);
        let mut least = T::NONE;
        for i in 0..GROUP {
            let sum = groups
                .iter()
                .fold(T::default(), |sum, row| sum.plus(row[i]));
            least = least.min(sum);
        }
        if least < limit {
            return (at..at + GROUP).find(|&i| sum(i) < limit);
        }
    }
    (whole..len).find(|&i| sum(i) < limit)
}

leveled! {
    /// The first `i` below `len` with `rows[0][i] + rows[1][i] + …` below `limit`; a sum is at most
    /// [`Number::NONE`].
    ///
    /// # Panics
    /// If a row is shorter than `len`.
    first_sum_below(rows: &[&[T]], len: usize, limit: T) -> Option<usize> {
        by_count!(rows, first_sum_of(len, limit), {
            (0..len).find(|&i| {
                rows.iter().fold(T::default(), |sum, row| sum.plus(row[i])) < limit
            })
        })
    }
}

leveled! {
    /// `into[i] = max(into[i], from[i], from[stride + i], …, from[(count − 1)·stride + i])`.
    ///
    /// # Panics
    /// If `from` ends before the last of them.
    greatest_of_many(into: &mut [T], from: &[T], stride: usize, count: usize) {
        let whole = into.len() / GROUP * GROUP;
        let (groups, rest) = into.split_at_mut(whole);
        for (number, group) in groups.chunks_exact_mut(GROUP).enumerate() {
            let mut all = [T::default(); GROUP];
            all.copy_from_slice(group);
            for row in 0..count {
                let at = row * stride + number * GROUP;
                for (all, &value) in all.iter_mut().zip(&from[at..at + GROUP]) {
                    *all = value.max(*all);
                }
            }
            group.copy_from_slice(&all);
        }
        for row in 0..count {
            let at = row * stride + whole;
            let values = &from[at..at + rest.len()];
            for (into, &value) in rest.iter_mut().zip(values) {
                *into = value.max(*into);
            }
        }
    }
}

/// Copies `rows` rows of `columns` elements, `into_stride` and `from_stride` apart, past the caches:
/// for what is not read again soon. Nothing of `into` is read from memory first.
///
/// # Panics
/// If a slice ends before the last row.
pub fn copy_past_caches<T: Number>(
    level: Level,
    (into, into_stride): (&mut [T], usize),
    (from, from_stride): (&[T], usize),
    columns: usize,
    rows: usize,
) {
    let parts = (0..rows).map(|row| {
        let from = &from[row * from_stride..][..columns];
        (row * into_stride..row * into_stride + columns, from)
    });
    match level {
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 | Level::Avx512 => {
            assert!(level.is_available(), "{level} is not available");
            // SAFETY: the processor has the instructions.
            unsafe { stream(into, parts) }
        }
        _ => {
            for (place, from) in parts {
                into[place].copy_from_slice(from);
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn stream<'f, T: Number>(into: &mut [T], parts: impl Iterator<Item = (Range<usize>, &'f [T])>) {
    use std::arch::x86_64::{__m256i, _mm_sfence, _mm256_loadu_si256, _mm256_stream_si256};
    let lanes = size_of::<__m256i>() / size_of::<T>();
    for (place, from) in parts {
        // SAFETY: any bytes are a value of `__m256i`, and any of its bytes are values of the numbers
        // that `T` may be, so that what is between may be written as vectors.
        let (head, vectors, tail) = unsafe { into[place].align_to_mut::<__m256i>() };
        let (first, rest) = from.split_at(head.len());
        let (middle, last) = rest.split_at(vectors.len() * lanes);
        head.copy_from_slice(first);
        tail.copy_from_slice(last);
        for (vector, given) in vectors.iter_mut().zip(middle.chunks_exact(lanes)) {
            // SAFETY: 32 bytes are read from a slice of as many, and written to an aligned vector.
            unsafe { _mm256_stream_si256(vector, _mm256_loadu_si256(given.as_ptr().cast())) }
        }
    }
    // Such stores become visible in any order: before another thread is told of them, they are done.
    _mm_sfence();
}

/// The little-endian bytes of a row; `buffer` holds them where the processor has another order.
pub fn little_endian<'a, T: Number>(row: &'a [T], buffer: &'a mut Vec<u8>) -> &'a [u8] {
    if cfg!(target_endian = "little") {
        // SAFETY: the numbers that `T` may be have no unused bytes, and every byte is a `u8`.
        return unsafe { std::slice::from_raw_parts(row.as_ptr().cast(), size_of_val(row)) };
    }
    buffer.clear();
    for value in row {
        buffer.extend_from_slice(&value.widen().to_le_bytes()[..size_of::<T>()]);
    }
    buffer
}
