//! WYT(a, b), misère play: who cannot move wins.
//!
//! a ≥ 2: the P-positions are (x_m, x_m + 1 + a·m), the sequence from (0, 1), with
//! q(d) = max(0, ⌊(d − 1)/a⌋).
//! a = 1: they are (0, 1), (b + 1, b + 1) and, for m ≥ 2, those of normal play, with q(0) = 1, q(1) = 0
//! and q(d) = d for d ≥ 2.
//! In both, R = 2·min{ι, q} + 1 + ε and R(0, 0) = 0. Derived, with proof:
//! `docs/derivations/misere.md`; compared with full enumeration for a, b ≤ 5.

use super::PStructure;
use crate::sequences::{PSequence, SequenceError, Side, Term, shifted_sequence};
use dashu_int::UBig;

/// The P-positions of misère WYT(a, b).
#[derive(Debug)]
pub struct WytMisere {
    /// From (0, 1) if a ≥ 2; the normal one if a = 1.
    sequence: Box<dyn PSequence>,
    unit: bool,
}

impl WytMisere {
    /// Misère WYT(a, b).
    ///
    /// # Errors
    /// [`SequenceError`] for zero or oversized parameters.
    pub fn new(a: &UBig, b: &UBig) -> Result<Self, SequenceError> {
        let unit = a.is_one();
        let start = if unit { UBig::ZERO } else { UBig::ONE };
        Ok(Self {
            sequence: shifted_sequence(a, b, &start)?,
            unit,
        })
    }

    /// The two P-positions of a = 1 that differ from normal play.
    fn exceptions(&self) -> Vec<Term> {
        if !self.unit {
            return Vec::new();
        }
        let double = self.b() + UBig::ONE;
        vec![
            Term {
                index: UBig::ZERO,
                x: UBig::ZERO,
                y: UBig::ONE,
            },
            Term {
                index: UBig::ONE,
                x: double.clone(),
                y: double,
            },
        ]
    }

    fn is_exceptional(&self, index: &UBig) -> bool {
        self.unit && *index <= UBig::ONE
    }
}

impl PStructure for WytMisere {
    fn a(&self) -> &UBig {
        self.sequence.a()
    }

    fn b(&self) -> &UBig {
        self.sequence.b()
    }

    fn region(&self) -> Option<&UBig> {
        None
    }

    fn base(&self) -> u8 {
        1
    }

    fn is_terminal(&self, x: &UBig, y: &UBig) -> bool {
        x.is_zero() && y.is_zero()
    }

    fn p_position(&self, index: &UBig) -> Term {
        let exception = self
            .exceptions()
            .into_iter()
            .find(|term| term.index == *index);
        exception.unwrap_or_else(|| self.sequence.term(index))
    }

    fn index_of(&self, x: &UBig, y: &UBig) -> Option<UBig> {
        let exception = self
            .exceptions()
            .into_iter()
            .find(|term| term.x == *x && term.y == *y);
        if let Some(term) = exception {
            return Some(term.index);
        }
        self.sequence
            .index_of(x, y)
            .filter(|index| !self.is_exceptional(index))
    }

    fn window(&self, x: &UBig) -> Vec<(Term, Side)> {
        let mut terms = self.sequence.window(x);
        terms.retain(|(term, _)| !self.is_exceptional(&term.index));
        let inside = |coordinate: &UBig| coordinate <= x && coordinate + self.b() > *x;
        for term in self.exceptions() {
            for (coordinate, side) in [(&term.x, Side::Smaller), (&term.y, Side::Larger)] {
                if inside(coordinate) {
                    terms.push((term.clone(), side));
                }
            }
        }
        terms
    }

    fn local_index(&self, x: &UBig) -> UBig {
        if !self.unit {
            return self.sequence.local_index(x);
        }
        let least = self.window(x).into_iter().map(|(term, _)| term.index).min();
        // No window is empty (docs/derivations/misere.md).
        least.unwrap_or(UBig::ZERO)
    }

    fn difference_index(&self, difference: &UBig) -> UBig {
        if self.unit {
            return match u8::try_from(difference) {
                Ok(0) => UBig::ONE,
                Ok(1) => UBig::ZERO,
                _ => difference.clone(),
            };
        }
        if difference.is_zero() {
            return UBig::ZERO;
        }
        (difference - UBig::ONE) / self.a()
    }

    fn least_difference(&self, index: &UBig) -> UBig {
        if index.is_zero() || self.is_exceptional(index) {
            return UBig::ZERO;
        }
        self.sequence.difference(index)
    }

    fn near_difference(&self, difference: &UBig) -> Vec<UBig> {
        let index = self.difference_index(difference);
        let next = &index + UBig::ONE;
        let mut indices = vec![UBig::ZERO, index, next];
        indices.dedup();
        indices
    }

    fn first_index_at_least(&self, x: &UBig) -> UBig {
        let exception = self.exceptions().into_iter().find(|term| term.x >= *x);
        match exception {
            Some(term) => term.index,
            // x > b + 1 > x_1 of normal play.
            None => self.sequence.first_index_at_least(x),
        }
    }
}
