//! Remoteness as a relation R(position, r), checked by looking for violations of Smith's rule.
//!
//! With V(p, s) for "some option of p has remoteness s", the relation is right exactly when
//! - R is a function: not two values, and a value everywhere;
//! - r = 0 exactly at the terminal positions;
//! - elsewhere r - 1 is an option value;
//! - r of losing parity (even in normal play): no option value of that same parity, and none ≥ r;
//! - r of winning parity: no option value s < r - 1 of losing parity.
//!
//! Each line is the emptiness of one product; nothing is complemented on four tracks. Source: \[Smith1966\].

use std::sync::Arc;

use crate::budget::{Budget, Result};
use crate::compile::Compiler;
use crate::numeration::Numeration;
use crate::relation::{Rel, Track};
use crate::statement::{Counterexample, Part, Statement, movable_in_layer, step_allowed};

/// The track of the remoteness.
pub(crate) const VALUE: Track = 'r';
const OTHER: Track = 's';

/// The multiples of two on a track.
pub(crate) fn even(numeration: &Arc<Numeration>, track: Track, budget: &Budget<'_>) -> Result<Rel> {
    Rel::linear(numeration, &[(track, 1), ('H', -2)], &[0], budget)?.exists('H', budget)
}

/// The lowest position at which the layer's relation violates Smith's rule, the lower layers being right.
pub(crate) fn violation(
    statement: &Statement,
    claim: &[Rel],
    layer: usize,
    budget: &Budget<'_>,
) -> Result<Option<Counterexample>> {
    let compiler = Compiler::new(&statement.game, &statement.numeration, budget)?;
    let rel = &claim[layer];
    let early = [
        ("it has no value", without_value(rel, budget)?),
        ("it has two values", two_values(rel, budget)?),
    ];
    if let Some(found) = first_violation(statement, rel, layer, &early, budget)? {
        return Ok(Some(found));
    }
    let mut options = compiler.options_in(rel)?;
    if layer > 0 {
        let down =
            claim[layer - 1].and(&step_allowed(&statement.game, &compiler, budget)?, budget)?;
        options = options.or(&down, budget)?;
    }
    let movable = movable_in_layer(&statement.game, &compiler, layer, budget)?;
    let check = Check {
        statement,
        rel,
        options: &options,
        movable: &movable,
        budget,
    };
    let late = [
        (
            "a terminal position has remoteness 0, and no other has",
            check.wrong_end()?,
        ),
        ("no option has the value before it", check.unreached()?),
        (
            "an option is better or lasts longer",
            check.better_option()?,
        ),
    ];
    first_violation(statement, rel, layer, &late, budget)
}

/// The lowest position among the violations.
fn first_violation(
    statement: &Statement,
    rel: &Rel,
    layer: usize,
    violations: &[(&str, Rel)],
    budget: &Budget<'_>,
) -> Result<Option<Counterexample>> {
    let mut lowest: Option<(u64, Vec<u64>, &str)> = None;
    for (reason, cells) in violations.iter().filter(|(_, cells)| !cells.is_empty()) {
        let (rank, cell) = statement.lowest(cells, budget)?;
        if lowest.as_ref().is_none_or(|(least, _, _)| rank < *least) {
            lowest = Some((rank, cell, reason));
        }
    }
    let Some((_, cell, reason)) = lowest else {
        return Ok(None);
    };
    let piles: Vec<Track> = rel
        .tracks()
        .iter()
        .copied()
        .filter(|&t| t != VALUE)
        .collect();
    let here = Rel::finite(
        &statement.numeration,
        &piles,
        std::slice::from_ref(&cell),
        budget,
    )?;
    let value = rel.and(&here, budget)?.only(VALUE, budget)?.smallest();
    let claimed = value.is_some();
    let cell: Vec<u64> = cell
        .into_iter()
        .chain(value.into_iter().flatten())
        .collect();
    let part = Part { layer, grundy: 0 };
    Ok(Some(Counterexample {
        part,
        cell,
        claimed,
        reason: reason.to_owned(),
    }))
}

fn without_value(rel: &Rel, budget: &Budget<'_>) -> Result<Rel> {
    rel.exists(VALUE, budget)?.not(budget)
}

fn two_values(rel: &Rel, budget: &Budget<'_>) -> Result<Rel> {
    let less = Rel::less(rel.numeration(), VALUE, OTHER, budget)?;
    rel.and_all(&[&rel.rename(&[(VALUE, OTHER)])?, &less], budget)
}

struct Check<'a, 'w> {
    statement: &'a Statement,
    rel: &'a Rel,
    options: &'a Rel,
    movable: &'a Rel,
    budget: &'a Budget<'w>,
}

impl Check<'_, '_> {
    fn numeration(&self) -> &Arc<Numeration> {
        &self.statement.numeration
    }

    fn wrong_end(&self) -> Result<Rel> {
        let zero = Rel::finite(self.numeration(), &[VALUE], &[vec![0]], self.budget)?;
        let movable_zero = self
            .rel
            .and(self.movable, self.budget)?
            .and(&zero, self.budget)?;
        let ended_other = self
            .rel
            .minus(self.movable, self.budget)?
            .minus(&zero, self.budget)?;
        movable_zero.or(&ended_other, self.budget)
    }

    fn unreached(&self) -> Result<Rel> {
        let before = Rel::linear(
            self.numeration(),
            &[(VALUE, 1), (OTHER, -1)],
            &[1],
            self.budget,
        )?;
        let reached = self
            .options
            .rename(&[(VALUE, OTHER)])?
            .and(&before, self.budget)?
            .exists(OTHER, self.budget)?;
        self.rel
            .and(self.movable, self.budget)?
            .minus(&reached, self.budget)
    }

    /// Pairs (r, s) such that a position of remoteness r has no option of remoteness s, intersected with R and V.
    fn better_option(&self) -> Result<Rel> {
        let (n, budget) = (self.numeration(), self.budget);
        let losing = |track: Track| {
            let even = even(n, track, budget)?;
            if self.statement.game.misere {
                even.not(budget)
            } else {
                Ok(even)
            }
        };
        let (r_losing, s_losing) = (losing(VALUE)?, losing(OTHER)?);
        let less = Rel::less(n, OTHER, VALUE, budget)?;
        let bad_for_loser = r_losing.and(&s_losing.or(&less.not(budget)?, budget)?, budget)?;
        let two_less = less.minus(
            &Rel::linear(n, &[(VALUE, 1), (OTHER, -1)], &[1], budget)?,
            budget,
        )?;
        let bad_for_winner = two_less.and(&s_losing, budget)?.minus(&r_losing, budget)?;
        let bad = bad_for_loser.or(&bad_for_winner, budget)?;
        let options = self.options.rename(&[(VALUE, OTHER)])?;
        self.rel.and_all(&[self.movable, &bad, &options], budget)
    }
}
