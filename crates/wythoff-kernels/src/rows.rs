//! Rows of numbers, element by element: what a sweep of remoteness or of counts needs.
//!
//! A line's summary is its least value of the good parity ([`Number::NONE`] when there is none) and
//! its greatest value. All slices of a call have the same length. Each function is compiled once per
//! [`Level`]; the bodies are plain loops that the compiler turns into vectors.

use crate::Level;

/// `u16` or `u32`.
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
            fn narrow(value: u32) -> Self {
                value as $kind
            }
            fn widen(self) -> u32 {
                u32::from(self)
            }
        }
    )*};
}
numbers!(u16 u32);

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
