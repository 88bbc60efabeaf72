//! Grundy value: the least number that no option has.
//!
//! G(p) = mex{G(q) : q an option of p}; 0 exactly at P-positions in normal play. Misère Grundy
//! values are the same recursion with 1 at terminal positions; 0 exactly at misère P-positions.

use crate::rules::Convention;
use crate::values::Valuation;

/// The least number that is not among the given ones.
///
/// ```
/// assert_eq!(wythoff::values::mex([0, 1, 3, 1].into_iter()), 2);
/// assert_eq!(wythoff::values::mex([].into_iter()), 0);
/// ```
pub fn mex(values: impl Iterator<Item = u32>) -> u32 {
    // Most positions have few options: values below 256 are noted without asking for memory.
    let mut first = [0u64; 4];
    let mut more: Vec<u64> = Vec::new();
    for value in values {
        let (word, bit) = ((value / 64) as usize, 1u64 << (value % 64));
        if let Some(slot) = first.get_mut(word) {
            *slot |= bit;
        } else {
            let word = word - first.len();
            if more.len() <= word {
                more.resize(word + 1, 0);
            }
            more[word] |= bit;
        }
    }
    let words = first.iter().chain(&more);
    let full = words.clone().take_while(|word| **word == u64::MAX).count();
    let open = words.clone().nth(full).copied().unwrap_or(0);
    u32::try_from(full).unwrap_or(u32::MAX / 64) * 64 + (!open).trailing_zeros()
}

/// The Grundy value under a play convention.
///
/// ```
/// use wythoff::rules::Convention;
/// use wythoff::values::{GrundyValue, Valuation};
/// assert_eq!(GrundyValue(Convention::Normal).of_options([0, 2].into_iter()), 1);
/// assert_eq!(GrundyValue(Convention::Misere).of_options([].into_iter()), 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GrundyValue(pub Convention);

impl Valuation for GrundyValue {
    type Value = u32;

    fn of_options(&self, options: impl Iterator<Item = u32>) -> u32 {
        let mut options = options.peekable();
        match (options.peek(), self.0) {
            (None, Convention::Normal) => 0,
            (None, Convention::Misere) => 1,
            (Some(_), _) => mex(options),
        }
    }
}
