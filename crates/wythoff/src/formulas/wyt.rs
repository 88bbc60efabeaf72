//! WYT(a, b), normal play.
//!
//! R(x, y) = 2·min{ι(x), ⌊(y − x)/a⌋} + ε, with x ≤ y and ε = 0 exactly at the P-positions
//! (x_m, x_m + a·m). Source: [SanchezGalanXu, Theorem 3.4]; the sequence x_m in closed form for b = 1
//! [SanchezGalanXu, section 4], else by the derived [`crate::sequences::substitution`].

use super::{PStructure, TerminalSet};
use crate::sequences::{Place, SequenceError, Side, Term};
use dashu_int::UBig;

/// The P-positions of WYT(a, b): the terminal set x + y ≤ 0.
#[derive(Debug)]
pub struct Wyt(TerminalSet);

impl Wyt {
    /// WYT(a, b).
    ///
    /// # Errors
    /// [`SequenceError`] for zero or oversized parameters.
    pub fn new(a: &UBig, b: &UBig) -> Result<Self, SequenceError> {
        Ok(Self(TerminalSet::new(a, b, &UBig::ZERO)?))
    }
}

impl PStructure for Wyt {
    fn a(&self) -> &UBig {
        self.0.a()
    }

    fn b(&self) -> &UBig {
        self.0.b()
    }

    fn region(&self) -> Option<&UBig> {
        self.0.region()
    }

    fn base(&self) -> u8 {
        self.0.base()
    }

    fn is_terminal(&self, x: &UBig, y: &UBig) -> bool {
        self.0.is_terminal(x, y)
    }

    fn p_position(&self, index: &UBig) -> Term {
        self.0.p_position(index)
    }

    fn index_of(&self, x: &UBig, y: &UBig) -> Option<UBig> {
        self.0.index_of(x, y)
    }

    fn window(&self, x: &UBig) -> Vec<(Term, Side)> {
        self.0.window(x)
    }

    fn local_index(&self, x: &UBig) -> UBig {
        self.0.local_index(x)
    }

    fn place(&self, x: &UBig, y: &UBig) -> Place {
        self.0.place(x, y)
    }

    fn difference_index(&self, difference: &UBig) -> UBig {
        self.0.difference_index(difference)
    }

    fn least_difference(&self, index: &UBig) -> UBig {
        self.0.least_difference(index)
    }

    fn near_difference(&self, difference: &UBig) -> Vec<UBig> {
        self.0.near_difference(difference)
    }

    fn first_index_at_least(&self, x: &UBig) -> UBig {
        self.0.first_index_at_least(x)
    }
}
