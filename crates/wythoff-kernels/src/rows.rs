//! Rows of numbers, element by element: what a sweep of remoteness or of counts needs.
//!
//! A line's summary is its least value of the good parity ([`Number::NONE`] when there is none) and
//! its greatest value. All slices of a call have the same length, unless it says otherwise. Each
//! function is compiled once per [`Level`]; the bodies are plain loops that the compiler turns into
//! vectors. Where several rows are joined, a group of elements is kept in registers while the rows
//! are read one after another.

use crate::Level;

/// `u8`, `u16` or `u32`.
pub trait Number: Copy + Ord + Default + Send + Sync + 'static {
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

macro_rules! numbers {
    ($($kind:ty)*) => {$(
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
    /// `into[i] = min(from[i], cap) + 1`.
    next_of_capped(into: &mut [T], from: &[T], cap: T) {
        for (into, &from) in into.iter_mut().zip(from) {
            *into = from.min(cap).next();
        }
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

/// Elements that several rows are joined in, one row after another.
const GROUP: usize = 64;

/// Joins elements `at .. at + GROUP` of all rows.
#[inline(always)]
fn joined<T: Number>(rows: &[&[T]], at: usize, start: T, join: impl Fn(T, T) -> T) -> [T; GROUP] {
    let mut all = [start; GROUP];
    for row in rows {
        for (all, &value) in all.iter_mut().zip(&row[at..at + GROUP]) {
            *all = join(*all, value);
        }
    }
    all
}

leveled! {
    /// `into[i] = min(cap, rows[0][i], rows[1][i], …) + 1`. Returns whether that minimum is
    /// [`Number::NONE`] somewhere: there `into` is 0.
    ///
    /// # Panics
    /// If a row is shorter than `into`.
    next_of_least(into: &mut [T], rows: &[&[T]], cap: T) -> bool {
        let mut most = T::default();
        let whole = into.len() / GROUP * GROUP;
        let (groups, rest) = into.split_at_mut(whole);
        for (number, group) in groups.chunks_exact_mut(GROUP).enumerate() {
            let least = joined(rows, number * GROUP, cap, T::min);
            for (into, &least) in group.iter_mut().zip(&least) {
                *into = least.next();
            }
            most = least.iter().fold(most, |most, &value| most.max(value));
        }
        for (i, into) in rest.iter_mut().enumerate() {
            let least = rows.iter().fold(cap, |least, row| least.min(row[whole + i]));
            *into = least.next();
            most = most.max(least);
        }
        most == T::NONE
    }
}

leveled! {
    /// The first `i` below `len` with `rows[0][i] + rows[1][i] + …` below `limit`; a sum is at most
    /// [`Number::NONE`].
    ///
    /// # Panics
    /// If a row is shorter than `len`.
    first_sum_below(rows: &[&[T]], len: usize, limit: T) -> Option<usize> {
        let whole = len / GROUP * GROUP;
        for at in (0..whole).step_by(GROUP) {
            let sums = joined(rows, at, T::default(), T::plus);
            let least = sums.iter().fold(T::NONE, |least, &sum| least.min(sum));
            if least < limit {
                return sums.iter().position(|&sum| sum < limit).map(|i| at + i);
            }
        }
        (whole..len).find(|&i| {
            rows.iter().fold(T::default(), |sum, row| sum.plus(row[i])) < limit
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
