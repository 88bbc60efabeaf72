//! Hofstadter's G-sequence and the correction g of the terminal set x + y ≤ 2.
//!
//! h(0) = 0, h(n) = n − h(h(n − 1)) has the closed form h(n) = ⌊(n + 1)/φ⌋ \[GranvilleRasson1988\].
//! g(0) = 1, g(1) = 0 and, for n ≥ 2, g(n) = 1 − g(h(n − 1)) if h(n − 2) < h(n − 1), else 1
//! [KomakiMiyaderaMurakami2025, Theorem 1 and the lemma after it].
//! Cost: h one integer square root; g at most log n / log φ steps of two each, and far fewer at most n,
//! since the chain ends at the first n with h(n − 2) = h(n − 1).

use dashu_base::SquareRoot;
use dashu_int::UBig;

/// h(n) = ⌊(n + 1)/φ⌋.
///
/// ```
/// use dashu_int::UBig;
/// use wythoff::sequences::hofstadter_g::hofstadter_g;
/// let first: Vec<_> = (0..10u8).map(|n| hofstadter_g(&UBig::from(n))).collect();
/// assert_eq!(first, [0u8, 1, 1, 2, 3, 3, 4, 4, 5, 6].map(UBig::from));
/// ```
pub fn hofstadter_g(n: &UBig) -> UBig {
    // 1/φ = (√5 − 1)/2.
    let next = n + UBig::ONE;
    ((&next * &next * UBig::from(5u8)).sqrt() - next) >> 1
}

/// g(n), 0 or 1.
///
/// ```
/// use dashu_int::UBig;
/// use wythoff::sequences::hofstadter_g::correction;
/// let first: Vec<_> = (0..13u8).map(|n| correction(&UBig::from(n))).collect();
/// assert_eq!(first, [1, 0, 1, 1, 0, 0, 1, 1, 1, 1, 0, 1, 0]);
/// ```
pub fn correction(n: &UBig) -> u8 {
    let two = UBig::from(2u8);
    let mut n = n.clone();
    let mut flipped = 0;
    while n >= two {
        let last = hofstadter_g(&(&n - UBig::ONE));
        if hofstadter_g(&(n - &two)) == last {
            return 1 - flipped;
        }
        flipped = 1 - flipped;
        n = last;
    }
    // g(0) = 1, g(1) = 0.
    if n.is_zero() { 1 - flipped } else { flipped }
}
