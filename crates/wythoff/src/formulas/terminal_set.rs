//! WYT(a, b) with every position x + y ≤ k terminal, normal play.
//!
//! The P-positions are the terminal cells (index 0) and, for n ≥ 1, (x_n, x_n + k + a·n) with
//! x_n = mex_b of 0, …, k and all earlier coordinates, so x_1 = k + b; q(d) = max(0, ⌊(d − k)/a⌋) and
//! ι(x) = 0 exactly for x ≤ k + b − 1. k = 0 is WYT(a, b) itself, where this is
//! [SanchezGalanXu, Theorem 3.4]; a = b = 1, k = 2 is \[KomakiMiyaderaMurakami2025\].
//! Derived, with proof: `docs/derivations/terminal-set.md`; compared with full enumeration for
//! a, b ≤ 3, k ≤ 8.

use super::PStructure;
use crate::sequences::{PSequence, Place, SequenceError, Side, Term, shifted_sequence};
use dashu_int::UBig;

/// The P-positions of WYT(a, b) with terminal set x + y ≤ k.
#[derive(Debug)]
pub struct TerminalSet {
    sequence: Box<dyn PSequence>,
}

impl TerminalSet {
    /// The game with terminal set x + y ≤ k.
    ///
    /// # Errors
    /// [`SequenceError`] for zero or oversized parameters.
    pub fn new(a: &UBig, b: &UBig, k: &UBig) -> Result<Self, SequenceError> {
        Ok(Self {
            sequence: shifted_sequence(a, b, k)?,
        })
    }
}

impl PStructure for TerminalSet {
    fn a(&self) -> &UBig {
        self.sequence.a()
    }

    fn b(&self) -> &UBig {
        self.sequence.b()
    }

    fn region(&self) -> Option<&UBig> {
        Some(self.sequence.shift())
    }

    fn base(&self) -> u8 {
        0
    }

    fn is_terminal(&self, x: &UBig, y: &UBig) -> bool {
        x + y <= *self.sequence.shift()
    }

    fn p_position(&self, index: &UBig) -> Term {
        self.sequence.term(index)
    }

    fn index_of(&self, x: &UBig, y: &UBig) -> Option<UBig> {
        if self.is_terminal(x, y) {
            return Some(UBig::ZERO);
        }
        self.sequence
            .index_of(x, y)
            .filter(|index| !index.is_zero())
    }

    fn window(&self, x: &UBig) -> Vec<(Term, Side)> {
        let mut terms = self.sequence.window(x);
        terms.retain(|(term, _)| !term.index.is_zero());
        terms
    }

    fn local_index(&self, x: &UBig) -> UBig {
        if *x < self.sequence.shift() + self.b() {
            return UBig::ZERO;
        }
        self.sequence.local_index(x)
    }

    fn place(&self, x: &UBig, y: &UBig) -> Place {
        // Below x_1 = k + b only terminal positions are P-positions.
        if self.is_terminal(x, y) {
            return Place::Term(UBig::ZERO);
        }
        if *x < self.sequence.shift() + self.b() {
            return Place::Beside(UBig::ZERO);
        }
        self.sequence.place(x, y)
    }

    fn difference_index(&self, difference: &UBig) -> UBig {
        if difference <= self.sequence.shift() {
            return UBig::ZERO;
        }
        (difference - self.sequence.shift()) / self.a()
    }

    fn least_difference(&self, index: &UBig) -> UBig {
        if index.is_zero() {
            UBig::ZERO
        } else {
            self.sequence.difference(index)
        }
    }

    fn near_difference(&self, difference: &UBig) -> Vec<UBig> {
        let index = self.difference_index(difference);
        let next = &index + UBig::ONE;
        [index, next]
            .into_iter()
            .filter(|index| !index.is_zero())
            .collect()
    }

    fn first_index_at_least(&self, x: &UBig) -> UBig {
        self.sequence.first_index_at_least(x)
    }
}
