//! What a check leaves behind: how many positions it walked, a checksum of the values it met, the first
//! counterexample.

use serde::{Deserialize, Serialize};

/// A position, or another instance, at which a statement fails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counterexample {
    /// The parameters, such as `a = 1, b = 2`; empty when there are none.
    pub parameters: String,
    /// The coordinates, or the number of the instance.
    pub at: Vec<String>,
    /// What was found there.
    pub found: String,
}

/// Something counted or measured on the way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Measured {
    /// What.
    pub what: String,
    /// How much.
    pub value: String,
}

/// The record of one walk over instances in a stated order.
#[derive(Clone, Debug, Default)]
pub(super) struct Walk {
    pub(super) positions: u64,
    pub(super) failures: u64,
    pub(super) checksum: u64,
    pub(super) counterexample: Option<Counterexample>,
    pub(super) measured: Vec<Measured>,
}

/// The checksum of a list of values v₁, v₂, …: h ↦ h·1000003 + v, modulo 2⁶⁴, from 0.
fn fold(checksum: u64, value: u64) -> u64 {
    checksum.wrapping_mul(1_000_003).wrapping_add(value)
}

impl Walk {
    /// Counts an instance and notes the value found there.
    pub(super) fn see(&mut self, value: u64) {
        self.positions += 1;
        self.note(value);
    }

    /// Notes one more value of the instance.
    pub(super) fn note(&mut self, value: u64) {
        self.checksum = fold(self.checksum, value);
    }

    /// Counts a failure and keeps the first.
    pub(super) fn require(&mut self, holds: bool, counterexample: impl FnOnce() -> Counterexample) {
        if !holds {
            self.failures += 1;
            if self.counterexample.is_none() {
                self.counterexample = Some(counterexample());
            }
        }
    }

    /// Reports something measured.
    // Numbers and texts are given alike, as they come.
    #[allow(clippy::needless_pass_by_value)]
    pub(super) fn measure(&mut self, what: impl Into<String>, value: impl ToString) {
        self.measured.push(Measured {
            what: what.into(),
            value: value.to_string(),
        });
    }

    /// Goes on with the record of a later walk.
    pub(super) fn then(&mut self, later: Walk) {
        self.positions += later.positions;
        self.failures += later.failures;
        self.checksum = fold(self.checksum, later.checksum);
        if self.counterexample.is_none() {
            self.counterexample = later.counterexample;
        }
        self.measured.extend(later.measured);
    }
}

/// A counterexample at a position of a game.
pub(super) fn at(
    parameters: impl Into<String>,
    position: &[u64],
    found: impl Into<String>,
) -> Counterexample {
    Counterexample {
        parameters: parameters.into(),
        at: position.iter().map(u64::to_string).collect(),
        found: found.into(),
    }
}

/// The cells of a square in the order of counterexamples: by larger coordinate, then lexicographically.
pub(super) fn shells(side: u64) -> impl Iterator<Item = (u64, u64)> {
    (0..side).flat_map(|m| {
        (0..m)
            .map(move |x| (x, m))
            .chain((0..=m).map(move |y| (m, y)))
    })
}

/// The cells with x ≤ y in the same order.
pub(super) fn half_shells(side: u64) -> impl Iterator<Item = (u64, u64)> {
    (0..side).flat_map(|y| (0..=y).map(move |x| (x, y)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shells_hold_every_cell_once_in_order() {
        let cells: Vec<_> = shells(7).collect();
        let mut sorted = cells.clone();
        sorted.sort_by_key(|&(x, y)| (x.max(y), x, y));
        sorted.dedup();
        assert_eq!(cells.len(), 49);
        assert_eq!(cells, sorted);
        assert_eq!(half_shells(7).count(), 28);
    }

    #[test]
    fn the_first_counterexample_is_kept_and_all_are_counted() {
        let mut walk = Walk::default();
        for n in 0..10 {
            walk.see(n);
            walk.require(n % 4 != 3, || {
                at("", &[n], "three more than a multiple of four")
            });
        }
        let mut later = Walk::default();
        later.see(1);
        later.require(false, || at("", &[1], "later"));
        walk.then(later);
        assert_eq!((walk.positions, walk.failures), (11, 3));
        assert_eq!(
            walk.counterexample.map(|c| c.at),
            Some(vec!["3".to_string()])
        );
    }
}
