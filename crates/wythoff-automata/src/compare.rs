//! Two relations against each other: complete lists of differences, thresholds, distances.

use crate::budget::{Budget, Error, Result};
use crate::relation::{Rel, Track};

/// How two relations over the same tracks differ, for all tuples.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// All tuples only in the left one, when finitely many.
    pub only_left: Option<Vec<Vec<u64>>>,
    /// All tuples only in the right one, when finitely many.
    pub only_right: Option<Vec<Vec<u64>>>,
    /// The difference with the fewest digits.
    pub smallest: Option<Vec<u64>>,
}

impl Comparison {
    /// Whether the relations are the same set.
    #[must_use]
    pub fn equal(&self) -> bool {
        self.smallest.is_none() && self.differences() == Some(0)
    }

    /// The number of tuples that only one side has, when finite.
    #[must_use]
    pub fn differences(&self) -> Option<usize> {
        Some(self.only_left.as_ref()?.len() + self.only_right.as_ref()?.len())
    }

    /// The least c such that both agree on every tuple with a component of at least c; `None` when there is no such c.
    #[must_use]
    pub fn equal_from(&self) -> Option<u64> {
        let cells = self
            .only_left
            .as_ref()?
            .iter()
            .chain(self.only_right.as_ref()?);
        Some(
            cells
                .filter_map(|cell| cell.iter().max())
                .max()
                .map_or(0, |largest| largest + 1),
        )
    }
}

/// Compares two relations on all tuples.
///
/// # Errors
/// Different numerations or tracks, or a budget.
pub fn compare(left: &Rel, right: &Rel, budget: &Budget<'_>) -> Result<Comparison> {
    if left.tracks() != right.tracks() {
        return Err(Error::Tracks(format!(
            "{:?} against {:?}",
            left.tracks(),
            right.tracks()
        )));
    }
    let (only_left, only_right) = (left.minus(right, budget)?, right.minus(left, budget)?);
    Ok(Comparison {
        smallest: only_left.or(&only_right, budget)?.smallest(),
        only_left: only_left.finite_list(),
        only_right: only_right.finite_list(),
    })
}

/// The members of `from`, a set of pairs, that have no member of `to` within squared distance `square`.
///
/// # Errors
/// Relations that are not sets of pairs over the same tracks, or a budget.
pub fn within(from: &Rel, to: &Rel, square: u64, budget: &Budget<'_>) -> Result<Rel> {
    const OLD_X: Track = 'U';
    const OLD_Y: Track = 'V';
    let &[x, y] = from.tracks() else {
        return Err(Error::Tracks("distances are between pairs".into()));
    };
    if to.tracks() != from.tracks() || square > 10_000 {
        return Err(Error::Tracks(
            "distances are between pairs of the same tracks, and at most 100".into(),
        ));
    }
    let numeration = from.numeration();
    let old = to.rename(&[(x, OLD_X), (y, OLD_Y)])?;
    let mut far = from.clone();
    let reach = square.isqrt() as i64;
    for dx in -reach..=reach {
        let height = (square as i64 - dx * dx).isqrt();
        let heights: Vec<i64> = (-height..=height).collect();
        let across = Rel::linear(numeration, &[(x, 1), (OLD_X, -1)], &[dx], budget)?;
        let along = Rel::linear(numeration, &[(y, 1), (OLD_Y, -1)], &heights, budget)?;
        let moved = old
            .and(&across, budget)?
            .exists(OLD_X, budget)?
            .and(&along, budget)?
            .exists(OLD_Y, budget)?;
        far = far.minus(&moved, budget)?;
    }
    Ok(far)
}

/// The least squared distance, up to `limit`, within which every member of `from` has a member of `to`.
///
/// # Errors
/// As for [`within`].
pub fn largest_distance(
    from: &Rel,
    to: &Rel,
    limit: u64,
    budget: &Budget<'_>,
) -> Result<Option<u64>> {
    let sums =
        (0..=limit).filter(|&q| (0..=q.isqrt()).any(|e| (q - e * e).isqrt().pow(2) == q - e * e));
    for square in sums {
        if within(from, to, square, budget)?.is_empty() {
            return Ok(Some(square));
        }
    }
    Ok(None)
}
