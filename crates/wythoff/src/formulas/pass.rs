//! Wythoff's game with one pass, and Wythoff's game plus one stone.
//!
//! With the pass still available, (x, y) with x ≥ 9 or y ≥ 9 is a P-position exactly if its Grundy value in
//! Wythoff's game is 1 [MiyaderaManabeFukui2025, section 5]; below, the P-positions are a list (there, set B).
//! With the stone still there the same holds everywhere, since the Grundy value is G(x, y) XOR 1.
//! The cells (a_n, b_n) of value 1, a_n ≤ b_n, n = 0, 1, …, satisfy
//! ⌊nφ⌋ − 1 ≤ a_n ≤ ⌊nφ⌋ + 2 and |b_n − ⌊nφ⌋ − n| ≤ 4 [BlassFraenkel1990, Corollary 5.14]: outside this window the
//! answer is N at once, inside it comes from a [`OneValues`] oracle.

use crate::sequences::hofstadter_g::hofstadter_g;
use crate::sequences::one_values::{GrundyCells, lower_wythoff};
use dashu_base::SquareRoot;
use dashu_int::{IBig, UBig};
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// The P-positions with the pass available whose coordinates are at most 8, smaller first.
const SMALL: [(u8, u8); 5] = [(0, 0), (1, 3), (2, 5), (4, 8), (6, 7)];

/// Knows which cells have Grundy value 1 in Wythoff's game, as far as it goes.
pub trait OneValues: fmt::Debug + Send + Sync {
    /// Whether G(x, y) = 1, x ≤ y; none beyond what it can tell.
    fn is_one(&self, x: &UBig, y: &UBig) -> Option<bool>;
}

/// How an outcome is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ground {
    /// The list of small P-positions.
    List,
    /// Outside the window of the cells of value 1.
    Window,
    /// Asked of the oracle.
    Oracle,
}

/// Whether a position is a P-position and how that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Verdict {
    /// Whether the previous player wins.
    pub is_p_position: bool,
    /// What decided.
    pub ground: Ground,
}

/// The outcome of (x, y) in Wythoff's game with the pass still available; none where the oracle
/// does not reach.
///
/// ```
/// use dashu_int::UBig;
/// use wythoff::formulas::pass::{Ground, OneValueStream, with_pass};
/// let ones = OneValueStream::new(10_000);
/// let verdict = |x: u32, y: u32| with_pass(&UBig::from(x), &UBig::from(y), &ones);
/// assert!(verdict(7, 6).unwrap().is_p_position);
/// assert_eq!(verdict(1000, 1700).unwrap().ground, Ground::Window);
/// # let big = UBig::from(10u8).pow(1000);
/// # assert_eq!(with_pass(&big, &big, &ones).unwrap().ground, Ground::Window);
/// ```
pub fn with_pass(x: &UBig, y: &UBig, ones: &dyn OneValues) -> Option<Verdict> {
    let (x, y) = super::sorted(x, y);
    if let (Ok(small_x), Ok(small_y @ 0..=8)) = (u8::try_from(x), u8::try_from(y)) {
        return Some(Verdict {
            is_p_position: SMALL.contains(&(small_x, small_y)),
            ground: Ground::List,
        });
    }
    with_stone(x, y, ones)
}

/// The outcome of (x, y) plus one stone, which is whether G(x, y) = 1; none where the oracle does not
/// reach.
pub fn with_stone(x: &UBig, y: &UBig, ones: &dyn OneValues) -> Option<Verdict> {
    let (x, y) = super::sorted(x, y);
    if !in_window(x, y) {
        return Some(Verdict {
            is_p_position: false,
            ground: Ground::Window,
        });
    }
    Some(Verdict {
        is_p_position: ones.is_one(x, y)?,
        ground: Ground::Oracle,
    })
}

/// Whether (x, y), x ≤ y, may be a cell (a_n, b_n) of value 1 by the window alone.
pub fn in_window(x: &UBig, y: &UBig) -> bool {
    candidates(x).into_iter().any(|(index, lower)| {
        let off = IBig::from(y.clone()) - IBig::from(lower + index);
        (IBig::from(-4)..=IBig::from(4)).contains(&off)
    })
}

/// The (n, ⌊nφ⌋) with ⌊nφ⌋ − 1 ≤ x ≤ ⌊nφ⌋ + 2.
fn candidates(x: &UBig) -> Vec<(UBig, UBig)> {
    let two = UBig::from(2u8);
    let lowest = if *x >= two { x - &two } else { UBig::ZERO };
    let highest = x + UBig::ONE;
    // The first n with ⌊nφ⌋ ≥ z is ⌈z/φ⌉ = h(z − 1) + 1 for z ≥ 1.
    let mut index = if lowest.is_zero() {
        UBig::ZERO
    } else {
        hofstadter_g(&(lowest - UBig::ONE)) + UBig::ONE
    };
    let mut found = Vec::with_capacity(4);
    loop {
        let lower = (&index + (&index * &index * UBig::from(5u8)).sqrt()) >> 1;
        if lower > highest {
            return found;
        }
        found.push((index.clone(), lower));
        index += UBig::ONE;
    }
}

/// The cells of value 1 from their stream, up to a limit on the smaller coordinate.
///
/// Keeps the offsets (a_n − ⌊nφ⌋, b_n − ⌊nφ⌋ − n), two bytes for each n reached.
#[derive(Debug)]
pub struct OneValueStream {
    limit: u64,
    known: Mutex<Known>,
}

#[derive(Debug)]
struct Known {
    cells: GrundyCells,
    offsets: Vec<(i8, i8)>,
    /// The smaller coordinate of the last cell.
    reached: Option<u64>,
}

impl OneValueStream {
    /// Answers for smaller coordinates up to `limit`; time and memory grow with the largest asked.
    pub fn new(limit: u64) -> Self {
        let known = Known {
            cells: GrundyCells::new(1),
            offsets: Vec::new(),
            reached: None,
        };
        Self {
            limit,
            known: Mutex::new(known),
        }
    }

    /// The largest smaller coordinate that is answered.
    pub fn limit(&self) -> u64 {
        self.limit
    }
}

impl Known {
    /// Streams until the smaller coordinate `x` is passed; none if a cell leaves the proved window.
    fn reach(&mut self, x: u64) -> Option<()> {
        while self.reached.is_none_or(|reached| reached < x) {
            let index = self.offsets.len() as u64;
            let (low, high) = self.cells.next()?;
            let lower = lower_wythoff(index);
            let offset = |n: u64, from: u64| i8::try_from(n as i64 - from as i64).ok();
            self.offsets
                .push((offset(low, lower)?, offset(high, lower + index)?));
            self.reached = Some(low);
        }
        Some(())
    }
}

impl OneValues for OneValueStream {
    fn is_one(&self, x: &UBig, y: &UBig) -> Option<bool> {
        let x = u64::try_from(x).ok().filter(|&x| x <= self.limit)?;
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.reach(x)?;
        let Ok(y) = u64::try_from(y) else {
            return Some(false);
        };
        let found = candidates(&UBig::from(x)).into_iter().any(|(index, _)| {
            let Ok(index) = u64::try_from(&index) else {
                return false;
            };
            let lower = lower_wythoff(index);
            known
                .offsets
                .get(index as usize)
                .is_some_and(|&(low, high)| {
                    lower.checked_add_signed(low.into()) == Some(x)
                        && (lower + index).checked_add_signed(high.into()) == Some(y)
                })
        });
        Some(found)
    }
}
