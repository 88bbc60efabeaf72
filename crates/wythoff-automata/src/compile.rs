//! From the rules to first-order statements: which positions have an option in a given set.
//!
//! `options_in(S)` is { p : some option of p lies in S }. It is composed from three operations, none of which needs
//! more than two tracks besides those of S:
//! - along a pile: ∃u < x S(u, …);
//! - along the diagonal: in the coordinates (x, d) with y = x + d it is a pile again, once for each side of the diagonal;
//! - along any other ray: with the multiple t as a track.
//!
//! Tracks: piles are x, y, z; helpers are U (an old coordinate), D (a difference), T (a multiple).

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::budget::{Budget, Result};
use crate::game::{Cmp, Condition, Family, Game};
use crate::numeration::Numeration;
use crate::relation::{Rel, Track};

/// Track names of the piles.
pub(crate) const PILES: [Track; 3] = ['x', 'y', 'z'];
const OLD: Track = 'U';
const DIFFERENCE: Track = 'D';
const MULTIPLE: Track = 'T';

/// The operators of one game in one numeration.
pub struct Compiler<'g, 'b, 'w> {
    game: &'g Game,
    numeration: Arc<Numeration>,
    budget: &'b Budget<'w>,
}

/// Families with one ray and one silence condition.
#[derive(PartialEq)]
struct Group {
    ray: Option<Vec<i64>>,
    silent: Option<Condition>,
    bases: Vec<Vec<i64>>,
}

impl Group {
    fn mirrored(&self) -> Self {
        let mirror = |v: &Vec<i64>| v.iter().rev().copied().collect::<Vec<i64>>();
        let mut bases: Vec<Vec<i64>> = self.bases.iter().map(mirror).collect();
        bases.sort();
        Self {
            ray: self.ray.as_ref().map(mirror),
            silent: self.silent.as_ref().map(Condition::mirrored),
            bases,
        }
    }
}

impl<'g, 'b, 'w> Compiler<'g, 'b, 'w> {
    /// Prepares the operators.
    ///
    /// # Errors
    /// When the moves do not lower any positive weight.
    pub fn new(
        game: &'g Game,
        numeration: &Arc<Numeration>,
        budget: &'b Budget<'w>,
    ) -> Result<Self> {
        game.weights()?;
        Ok(Self {
            game,
            numeration: numeration.clone(),
            budget,
        })
    }

    /// The tracks of the piles.
    #[must_use]
    pub fn piles(&self) -> &'static [Track] {
        &PILES[..self.game.piles]
    }

    /// All positions of a layer.
    ///
    /// # Errors
    /// A budget.
    pub fn everywhere(&self) -> Result<Rel> {
        Rel::all(&self.numeration, self.piles().iter().copied(), self.budget)
    }

    /// The positions that have an option in `set` (inside a layer). Further tracks of `set` are carried along.
    ///
    /// # Errors
    /// A budget.
    pub fn options_in(&self, set: &Rel) -> Result<Rel> {
        let symmetric = self.is_symmetric(set)?;
        let mut done: Vec<(Group, Rel)> = Vec::new();
        for group in self.groups() {
            let mirror = done
                .iter()
                .find(|(known, _)| symmetric && *known == group.mirrored());
            let reached = match mirror {
                Some((_, reached)) => reached.rename(&[('x', 'y'), ('y', 'x')])?,
                None => self.group_options(set, &group)?,
            };
            done.push((group, reached));
        }
        let nowhere = set.minus(set, self.budget)?;
        done.iter().try_fold(nowhere, |union, (_, reached)| {
            union.or(reached, self.budget)
        })
    }

    fn group_options(&self, set: &Rel, group: &Group) -> Result<Rel> {
        let reached = match &group.ray {
            None => self.shifted_union(set, &group.bases)?,
            Some(ray) => self.ray_union(set, ray, &group.bases)?,
        };
        match &group.silent {
            None => Ok(reached),
            Some(silent) => reached.minus(&self.condition(silent)?, self.budget),
        }
    }

    /// Families with one ray and one silence condition, together.
    fn groups(&self) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for Family { base, ray, silent } in &self.game.families {
            let place = groups
                .iter()
                .position(|group| group.ray == *ray && group.silent == *silent);
            let place = place.unwrap_or_else(|| {
                groups.push(Group {
                    ray: ray.clone(),
                    silent: silent.clone(),
                    bases: Vec::new(),
                });
                groups.len() - 1
            });
            groups[place].bases.push(base.clone());
        }
        for group in &mut groups {
            group.bases.sort();
            group.bases.dedup();
        }
        groups
    }

    /// Whether a set on two piles is its own mirror image; then mirrored moves need not be computed twice.
    fn is_symmetric(&self, set: &Rel) -> Result<bool> {
        Ok(self.game.piles == 2 && set.rename(&[('x', 'y'), ('y', 'x')])? == *set)
    }

    /// ∪ over the bases of { p : ∃t ≥ 0 S(p - base - t·ray) }.
    fn ray_union(&self, set: &Rel, ray: &[i64], bases: &[Vec<i64>]) -> Result<Rel> {
        // At least one ray is what the base `ray` means; the other bases start from none as well.
        let strictly = self.beyond(set, ray)?;
        let others: Vec<Vec<i64>> = bases
            .iter()
            .filter(|base| base.as_slice() != ray)
            .cloned()
            .collect();
        if !others.is_empty() && ray.iter().any(|&c| c < 0) {
            // Such a ray can lead from a negative pile back to the board, where p - base is not a position.
            return bases
                .iter()
                .try_fold(set.minus(set, self.budget)?, |union, base| {
                    union.or(&self.along_ray(set, ray, base)?, self.budget)
                });
        }
        if others.is_empty() {
            return Ok(strictly);
        }
        let closure = strictly.or(set, self.budget)?;
        let shifted = self.shifted_union(&closure, &others)?;
        if others.len() == bases.len() {
            Ok(shifted)
        } else {
            strictly.or(&shifted, self.budget)
        }
    }

    /// ∪ over the bases of { p : S(p - base) }; bases along one pile go together.
    fn shifted_union(&self, set: &Rel, bases: &[Vec<i64>]) -> Result<Rel> {
        let mut by_pile: BTreeMap<usize, Vec<i64>> = BTreeMap::new();
        let mut parts = Vec::new();
        for base in bases {
            let mut moved = base.iter().enumerate().filter(|&(_, &c)| c != 0);
            match (moved.next(), moved.next()) {
                (None, _) => parts.push(set.clone()),
                (Some((pile, &by)), None) => by_pile.entry(pile).or_default().push(by),
                _ => {
                    let steps = base.iter().enumerate().filter(|&(_, &by)| by != 0);
                    parts.push(
                        steps
                            .into_iter()
                            .try_fold(set.clone(), |s, (pile, &by)| self.shift(&s, pile, &[by]))?,
                    );
                }
            }
        }
        let symmetric =
            by_pile.len() == 2 && by_pile.get(&0) == by_pile.get(&1) && self.is_symmetric(set)?;
        for (pile, by) in by_pile {
            match parts.last() {
                Some(mirror) if symmetric && pile == 1 => {
                    parts.push(mirror.rename(&[('x', 'y'), ('y', 'x')])?);
                }
                _ => parts.push(self.shift(set, pile, &by)?),
            }
        }
        let first = set.minus(set, self.budget)?;
        parts
            .iter()
            .try_fold(first, |union, part| union.or(part, self.budget))
    }

    /// { p : S(p with pile reduced by one of `by`) }.
    fn shift(&self, set: &Rel, pile: usize, by: &[i64]) -> Result<Rel> {
        let x = PILES[pile];
        let step = Rel::linear(&self.numeration, &[(x, 1), (OLD, -1)], by, self.budget)?;
        self.through(set, x, &step)
    }

    /// ∃ old: S(old instead of x) ∧ step(x, old).
    fn through(&self, set: &Rel, x: Track, step: &Rel) -> Result<Rel> {
        set.rename(&[(x, OLD)])?
            .and(step, self.budget)?
            .exists(OLD, self.budget)
    }

    /// { p : ∃t ≥ 1 S(p - t·ray) }.
    fn beyond(&self, set: &Rel, ray: &[i64]) -> Result<Rel> {
        let moved: Vec<usize> = (0..ray.len()).filter(|&i| ray[i] != 0).collect();
        match moved[..] {
            [pile] if ray[pile] == 1 => {
                let less = Rel::less(&self.numeration, OLD, PILES[pile], self.budget)?;
                self.through(set, PILES[pile], &less)
            }
            [pile] => {
                let step = self.multiple(PILES[pile], ray[pile], ray[pile])?;
                self.through(set, PILES[pile], &step.exists(MULTIPLE, self.budget)?)
            }
            [i, j] if ray[i] == 1 && ray[j] == 1 => self.along_diagonal(set, PILES[i], PILES[j]),
            _ => self.along_ray(set, ray, ray),
        }
    }

    /// (x, old, t) with x = old + base + step·t.
    fn multiple(&self, x: Track, base: i64, step: i64) -> Result<Rel> {
        Rel::linear(
            &self.numeration,
            &[(x, 1), (OLD, -1), (MULTIPLE, -step)],
            &[base],
            self.budget,
        )
    }

    fn along_diagonal(&self, set: &Rel, x: Track, y: Track) -> Result<Rel> {
        let above = self.along_half_diagonal(set, x, y)?;
        let swapped = set.rename(&[(x, y), (y, x)])?;
        let below = if swapped == *set {
            above.rename(&[(x, y), (y, x)])?
        } else {
            self.along_half_diagonal(set, y, x)?
        };
        above.or(&below, self.budget)
    }

    /// The part with y ≥ x, in the coordinates x and D = y - x.
    fn along_half_diagonal(&self, set: &Rel, x: Track, y: Track) -> Result<Rel> {
        let turn = Rel::linear(
            &self.numeration,
            &[(y, 1), (x, -1), (DIFFERENCE, -1)],
            &[0],
            self.budget,
        )?;
        let turned = set.and(&turn, self.budget)?.exists(y, self.budget)?;
        let less = Rel::less(&self.numeration, OLD, x, self.budget)?;
        let reached = self.through(&turned, x, &less)?;
        reached
            .and(&turn, self.budget)?
            .exists(DIFFERENCE, self.budget)
    }

    /// { p : ∃t ≥ 0 S(p - base - t·ray) } for any ray: the first pile brings in the multiple t, the others follow it,
    /// then t goes.
    fn along_ray(&self, set: &Rel, ray: &[i64], base: &[i64]) -> Result<Rel> {
        let mut rel = set.clone();
        for (pile, (&step, &from)) in ray.iter().zip(base).enumerate() {
            if step != 0 || from != 0 {
                rel = self.through(&rel, PILES[pile], &self.multiple(PILES[pile], from, step)?)?;
            }
        }
        rel.exists(MULTIPLE, self.budget)
    }

    /// The positions where a condition holds.
    ///
    /// # Errors
    /// A budget.
    pub fn condition(&self, condition: &Condition) -> Result<Rel> {
        match condition {
            Condition::Linear(coefficients, cmp, constant) => {
                self.comparison(coefficients, *cmp, *constant)
            }
            Condition::All(parts) => parts.iter().try_fold(self.everywhere()?, |all, part| {
                all.and(&self.condition(part)?, self.budget)
            }),
            Condition::Any(parts) => {
                let everywhere = self.everywhere()?;
                let nowhere = everywhere.minus(&everywhere, self.budget)?;
                parts.iter().try_fold(nowhere, |any, part| {
                    any.or(&self.condition(part)?, self.budget)
                })
            }
            Condition::Not(part) => self
                .everywhere()?
                .minus(&self.condition(part)?, self.budget),
        }
    }

    /// Σ c_i·pile_i compared with a constant; inequalities by a slack track.
    fn comparison(&self, coefficients: &[i64], cmp: Cmp, constant: i64) -> Result<Rel> {
        let mut terms: Vec<(Track, i64)> = self
            .piles()
            .iter()
            .copied()
            .zip(coefficients.iter().copied())
            .filter(|&(_, c)| c != 0)
            .collect();
        let slack = match cmp {
            Cmp::Eq => 0,
            Cmp::Le => 1,
            Cmp::Ge => -1,
        };
        if slack != 0 {
            terms.push((DIFFERENCE, slack));
        }
        let mut rel = Rel::linear(&self.numeration, &terms, &[constant], self.budget)?;
        if slack != 0 {
            rel = rel.exists(DIFFERENCE, self.budget)?;
        }
        self.everywhere()?.and(&rel, self.budget)
    }

    /// The positions whose piles admit a move.
    ///
    /// # Errors
    /// A budget.
    pub fn movable(&self) -> Result<Rel> {
        self.options_in(&self.everywhere()?)
    }

    /// The positions with at least `count` options in `set`; the lines through a position must not meet elsewhere.
    ///
    /// # Errors
    /// [`Error::Statement`](crate::Error::Statement) when two families can give the same option, or a budget.
    pub fn at_least(&self, set: &Rel, count: u32) -> Result<Rel> {
        let mut reach = vec![self.everywhere()?];
        reach.extend(
            (0..count)
                .map(|_| set.minus(set, self.budget))
                .collect::<Result<Vec<_>>>()?,
        );
        let families: Vec<&Family> = self.game.families.iter().collect();
        crate::disjoint::check(self.game)?;
        for family in families {
            let on_line = self.on_line(set, family, count)?;
            // reach[j]: at least j options on the lines so far; go down so that each line is used once.
            for j in (1..=count as usize).rev() {
                for on_this in 1..=j {
                    let both = reach[j - on_this].and(&on_line[on_this - 1], self.budget)?;
                    reach[j] = reach[j].or(&both, self.budget)?;
                }
            }
        }
        Ok(reach.swap_remove(count as usize))
    }

    /// For j = 1, …, count: the positions with at least j options of the family in `set`.
    fn on_line(&self, set: &Rel, family: &Family, count: u32) -> Result<Vec<Rel>> {
        let silent = family
            .silent
            .as_ref()
            .map(|silent| self.condition(silent))
            .transpose()?;
        let mut lists = Vec::new();
        let mut hit = set.clone();
        for j in 1..=count {
            // hit: members of S from which at least j - 1 further members lie along the ray.
            let mut reached = match &family.ray {
                Some(ray) => {
                    let strictly = self.beyond(&hit, ray)?;
                    if family.base == *ray {
                        strictly
                    } else {
                        self.shifted_union(
                            &strictly.or(&hit, self.budget)?,
                            std::slice::from_ref(&family.base),
                        )?
                    }
                }
                None if j == 1 => self.shifted_union(&hit, std::slice::from_ref(&family.base))?,
                None => set.minus(set, self.budget)?,
            };
            if let Some(silent) = &silent {
                reached = reached.minus(silent, self.budget)?;
            }
            lists.push(reached);
            if let Some(ray) = &family.ray {
                hit = set.and(&self.beyond(&hit, ray)?, self.budget)?;
            }
        }
        Ok(lists)
    }
}
