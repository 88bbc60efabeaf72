//! Wythoff's game with terminal set x + y ≤ 2, through Hofstadter's G-sequence.
//!
//! The P-positions with x ≤ y are (⌊nφ⌋ + g(n) − 1, ⌊n(φ + 1)⌋ + g(n)), n ≥ 0, and the terminal cells (0, 0)
//! and (1, 1) [KomakiMiyaderaMurakami2025, Theorem 1; the digest of it leaves (1, 1) out]. The same set as
//! [`super::TerminalSet`] with a = b = 1, k = 2, where number m of that list is n = m + 1.

use crate::sequences::hofstadter_g::correction;
use dashu_base::SquareRoot;
use dashu_int::UBig;

/// The P-position of number n ≥ 0, smaller coordinate first; (0, 1) and (0, 2) are the first two.
///
/// ```
/// use dashu_int::UBig;
/// use wythoff::formulas::hofstadter::p_position;
/// assert_eq!(p_position(&UBig::from(2u8)), (UBig::from(3u8), UBig::from(6u8)));
/// ```
pub fn p_position(n: &UBig) -> (UBig, UBig) {
    // ⌊nφ⌋ = (n + ⌊√(5n²)⌋)/2, and ⌊n(φ + 1)⌋ = ⌊nφ⌋ + n.
    let lower = (n + (n * n * UBig::from(5u8)).sqrt()) >> 1;
    let correction = UBig::from(correction(n));
    // At n = 0 the correction is 1, so nothing goes below zero.
    let x = lower + correction - UBig::ONE;
    let y = &x + n + UBig::ONE;
    (x, y)
}

/// Whether (x, y) is a P-position.
pub fn is_p_position(x: &UBig, y: &UBig) -> bool {
    let (low, high) = super::sorted(x, y);
    if low == high {
        return *low <= UBig::ONE;
    }
    p_position(&(high - low - UBig::ONE)).0 == *low
}
