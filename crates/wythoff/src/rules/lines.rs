//! The one form of data behind most games: families of shifted rays and steps.
//!
//! The options of a position p are p − base − t·ray, t ≥ 0, for each family with a ray, and
//! p − base for each without one, wherever no coordinate falls below 0. A family is silent where one of
//! its conditions holds (a terminal set, or a pass at the end of play), and moves only inside its
//! boards. WYT(a, b) is bases (c, 0) and (0, c), 0 ≤ c < a, with ray (1, 1), and bases (i, 0) with ray
//! (0, 1), (0, i) with ray (1, 0), 0 ≤ i < b, without the null move.

use std::cell::Cell as Flag;
use std::fmt;
use std::ops::Range;

use crate::error::Error;
use crate::rules::plain::weighted;
use crate::rules::predicate::Predicate;
use crate::rules::ruleset::{Cell, Ruleset};
use crate::rules::{Axis, positive_weights};

/// Options p − base − t·ray, t ≥ 0; just p − base without a ray.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Family {
    /// What the least move of the family takes away.
    pub base: Vec<i64>,
    /// What each further step takes away besides.
    pub ray: Option<Vec<i64>>,
    /// Indices into [`Lines::conditions`]: no option from where one of them holds.
    pub silent: Vec<usize>,
    /// Indices into [`Lines::boards`]: options must lie on all of them.
    pub boards: Vec<usize>,
}

/// A predicate on some consecutive coordinates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The predicate, in terms of its own coordinates.
    pub predicate: Predicate,
    /// The coordinate of the whole game that is its first.
    pub offset: usize,
}

impl Placed {
    /// Whether it holds at a position of the whole game.
    ///
    /// # Errors
    /// As [`Predicate::holds`].
    pub fn holds(&self, at: &[u64]) -> Result<bool, Error> {
        self.predicate
            .holds(&at[self.offset..self.offset + self.predicate.arity()])
    }

    fn is_symmetric(&self) -> bool {
        let end = self.offset + self.predicate.arity();
        match (self.offset, end) {
            (0, 1) | (1, _) => false,
            (0, _) => self.predicate.is_symmetric_in(0, 1),
            _ => true,
        }
    }
}

/// When a family has no option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// The position is one of these extra terminal positions.
    Ends(Placed),
    /// None of the families in this range has an option: play is over, no pass is left to make.
    Stuck(Range<usize>),
}

/// A game as families of lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines {
    axes: Vec<Axis>,
    families: Vec<Family>,
    conditions: Vec<Condition>,
    boards: Vec<Placed>,
    weights: Vec<u64>,
}

impl Lines {
    /// Lines from their parts. `None` when no positive weights make every base and ray positive:
    /// such moves need not end.
    #[must_use]
    pub fn new(
        axes: Vec<Axis>,
        families: Vec<Family>,
        conditions: Vec<Condition>,
        boards: Vec<Placed>,
    ) -> Option<Lines> {
        let vectors: Vec<Vec<i64>> = families
            .iter()
            .flat_map(|family| std::iter::once(&family.base).chain(&family.ray))
            .cloned()
            .collect();
        let weights = if vectors.is_empty() {
            vec![1; axes.len()]
        } else {
            positive_weights(&vectors)?
        };
        Some(Lines {
            axes,
            families,
            conditions,
            boards,
            weights,
        })
    }

    /// What each coordinate counts.
    #[must_use]
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// The families.
    #[must_use]
    pub fn families(&self) -> &[Family] {
        &self.families
    }

    /// The conditions that families refer to.
    #[must_use]
    pub fn conditions(&self) -> &[Condition] {
        &self.conditions
    }

    /// The boards that families refer to.
    #[must_use]
    pub fn boards(&self) -> &[Placed] {
        &self.boards
    }

    /// Positive weights of the coordinates: every move lowers the weighted sum.
    #[must_use]
    pub fn weights(&self) -> &[u64] {
        &self.weights
    }

    /// Whether no move makes any coordinate larger, so that boxes are closed under moves.
    #[must_use]
    pub fn never_grows(&self) -> bool {
        self.families.iter().all(|family| {
            family
                .base
                .iter()
                .chain(family.ray.iter().flatten())
                .all(|&entry| entry >= 0)
        })
    }

    /// Whether exchanging the first two coordinates visibly changes nothing.
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        if self.axes.len() < 2 || self.axes[0] != Axis::Pile || self.axes[1] != Axis::Pile {
            return false;
        }
        let mut own = self.families.clone();
        let mut swapped = own.clone();
        for family in &mut swapped {
            family.base.swap(0, 1);
            if let Some(ray) = &mut family.ray {
                ray.swap(0, 1);
            }
        }
        own.sort();
        own.dedup();
        swapped.sort();
        swapped.dedup();
        let placed_ends = self
            .conditions
            .iter()
            .filter_map(|condition| match condition {
                Condition::Ends(placed) => Some(placed),
                Condition::Stuck(_) => None,
            });
        own == swapped && placed_ends.chain(&self.boards).all(Placed::is_symmetric)
    }

    /// How many options a position has at most, counting repeats; cheap to find.
    #[must_use]
    pub fn most_options(&self, at: &[u64]) -> u128 {
        self.families
            .iter()
            .map(|family| match (&family.ray, minus(at, &family.base)) {
                (_, None) => 0,
                (None, Some(_)) => 1,
                (Some(ray), Some(first)) => 1 + u128::from(steps_along(&first, ray)),
            })
            .sum()
    }

    /// The options of one family at a position, its conditions not looked at.
    fn walk(
        &self,
        family: &Family,
        from: &[u64],
        see: &mut dyn FnMut(Cell) -> bool,
    ) -> Result<(), Error> {
        let Some(mut at) = minus(from, &family.base) else {
            return Ok(());
        };
        let steps = family.ray.as_ref().map_or(0, |ray| steps_along(&at, ray));
        for step in 0..=steps {
            let on_boards = family.boards.iter().try_fold(true, |on, &b| {
                Ok::<bool, Error>(on && self.boards[b].holds(&at)?)
            })?;
            if on_boards && !see(at.clone()) {
                return Ok(());
            }
            if step < steps
                && let Some(ray) = &family.ray
            {
                for (x, &e) in at.iter_mut().zip(ray) {
                    // `steps_along` has made sure that this fits.
                    *x = x.wrapping_sub(e.cast_unsigned());
                }
            }
        }
        Ok(())
    }

    pub(crate) fn is_silent(&self, family: &Family, from: &[u64]) -> Result<bool, Error> {
        for &condition in &family.silent {
            let holds = match &self.conditions[condition] {
                Condition::Ends(placed) => placed.holds(from)?,
                Condition::Stuck(range) => !self.any_option(range.clone(), from)?,
            };
            if holds {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether one of these families has an option. A `Stuck` condition speaks only of families
    /// before its own, so this ends.
    fn any_option(&self, families: Range<usize>, from: &[u64]) -> Result<bool, Error> {
        for family in &self.families[families] {
            if self.is_silent(family, from)? {
                continue;
            }
            let found = Flag::new(false);
            self.walk(family, from, &mut |_| {
                found.set(true);
                false
            })?;
            if found.get() {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// `from − vector`, if no coordinate falls below 0 or leaves 64 bits.
fn minus(from: &[u64], vector: &[i64]) -> Option<Cell> {
    from.iter()
        .zip(vector)
        .map(|(&x, &e)| match e {
            0.. => x.checked_sub(e.unsigned_abs()),
            _ => x.checked_add(e.unsigned_abs()),
        })
        .collect()
}

/// How many times `ray` can be taken away.
fn steps_along(from: &[u64], ray: &[i64]) -> u64 {
    from.iter()
        .zip(ray)
        .filter(|(_, e)| **e != 0)
        .map(|(&x, &e)| match e {
            0.. => x / e.unsigned_abs(),
            _ => (u64::MAX - x) / e.unsigned_abs(),
        })
        .min()
        .unwrap_or(0)
}

impl Ruleset for Lines {
    type Position = Cell;

    fn options_into(&self, from: &Cell, options: &mut Vec<Cell>) -> Result<(), Error> {
        for family in &self.families {
            if !self.is_silent(family, from)? {
                self.walk(family, from, &mut |option| {
                    options.push(option);
                    true
                })?;
            }
        }
        Ok(())
    }

    fn rank(&self, at: &Cell) -> u128 {
        weighted(&self.weights, at)
    }

    fn is_terminal(&self, at: &Cell) -> Result<bool, Error> {
        Ok(!self.any_option(0..self.families.len(), at)?)
    }
}

impl fmt::Display for Lines {
    /// One family a line, as `explain` shows them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let vector = |v: &[i64]| {
            format!(
                "({})",
                v.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")
            )
        };
        for family in &self.families {
            write!(f, "p - {}", vector(&family.base))?;
            if let Some(ray) = &family.ray {
                write!(f, " - t*{}", vector(ray))?;
            }
            for &condition in &family.silent {
                match &self.conditions[condition] {
                    Condition::Ends(placed) => write!(f, ", not from {}", placed.predicate)?,
                    Condition::Stuck(_) => f.write_str(", not at the end of play")?,
                }
            }
            for &board in &family.boards {
                write!(f, ", only onto {}", self.boards[board].predicate)?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
