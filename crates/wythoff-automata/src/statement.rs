//! Statements about all positions, and their proof.
//!
//! A claim gives, for every layer of the game (and every Grundy value up to the one in question), the set of its
//! cells as a relation. Each set is characterised by one equation S = F(S, the sets before it). Since every move lowers
//! a positive weight, F looks at S only below the position it speaks of, so the equation has exactly one solution:
//! the equality of two minimal automata is a theorem.
//!
//! - P-positions, normal play: S = ¬(Opt(S) ∪ Down). Misère: S = Movable ∖ (Opt(S) ∪ Down).
//! - Grundy value g: S_g = ¬(Opt(S_g) ∪ Down_g ∪ S_0 ∪ … ∪ S_{g-1}); in misère play terminal positions have value 1, so
//!   S_0 is taken within Movable.
//! - Blocking k: S = ¬(at least k options in S).
//! - Remoteness: see [`crate::remoteness`].
//!
//! Down is the set of positions whose step to the next lower layer leads into that layer's set.

use std::sync::Arc;

use crate::budget::{Budget, Error, Result};
use crate::compile::Compiler;
use crate::game::{Game, LayerStep};
use crate::numeration::Numeration;
use crate::relation::{Rel, Track};
use crate::remoteness;

/// Which value of the positions a statement is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// The P-positions.
    Outcome,
    /// The cells of a Grundy value.
    Grundy(u32),
    /// The relation between position and remoteness.
    Remoteness,
}

/// A game, a numeration and the value in question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The rules.
    pub game: Game,
    /// How positions are written.
    pub numeration: Arc<Numeration>,
    /// What is claimed about them.
    pub value: Value,
}

/// Which set of a claim is meant: the layer (number of passes or stones left) and the Grundy value (0 otherwise).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Part {
    /// Passes or stones left.
    pub layer: usize,
    /// The Grundy value; 0 for outcome and remoteness.
    pub grundy: u32,
}

/// What checking a claim gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The claim holds at every position.
    Proved,
    /// The claim is false at a position.
    Refuted(Counterexample),
}

/// The first position, by the weight that every move lowers, at which a claim is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// The set in which it is wrong; all sets before it are right.
    pub part: Part,
    /// The piles, and for remoteness the claimed value last when there is one.
    pub cell: Vec<u64>,
    /// For sets: whether the claim contains the cell (the truth is the contrary).
    pub claimed: bool,
    /// What is violated, in words.
    pub reason: String,
}

impl Statement {
    /// The parts of a claim in the order in which they are proved; the last one is the set asked for.
    #[must_use]
    pub fn parts(&self) -> Vec<Part> {
        let top = if let Value::Grundy(g) = self.value {
            g
        } else {
            0
        };
        (0..=self.game.layers)
            .flat_map(|layer| (0..=top).map(move |grundy| Part { layer, grundy }))
            .collect()
    }

    /// Tracks of the relations of a claim, alphabetically.
    #[must_use]
    pub fn tracks(&self) -> Vec<Track> {
        let mut tracks = crate::compile::PILES[..self.game.piles.min(3)].to_vec();
        if self.value == Value::Remoteness {
            tracks.insert(0, remoteness::VALUE);
        }
        tracks
    }

    /// Decides whether `claim`, one relation for each of [`Statement::parts`], is right at every position.
    ///
    /// # Errors
    /// A claim that does not fit the statement, a game that statements cannot express, or a budget.
    ///
    /// ```
    /// use wythoff_automata::{Budget, Game, Numeration, Rel, Statement, Value, Verdict};
    /// let (budget, fibonacci) = (Budget::default(), Numeration::zeckendorf()?);
    /// let statement = Statement { game: Game::wyt(1, 1), numeration: fibonacci.clone(), value: Value::Outcome };
    /// // Every position is a P-position? The first counterexample is (0, 1).
    /// let claim = Rel::all(&fibonacci, ['x', 'y'], &budget)?;
    /// let Verdict::Refuted(counterexample) = statement.check(&[claim], &budget)? else { panic!() };
    /// assert_eq!(counterexample.cell, [0, 1]);
    /// # Ok::<(), wythoff_automata::Error>(())
    /// ```
    pub fn check(&self, claim: &[Rel], budget: &Budget<'_>) -> Result<Verdict> {
        self.fits(claim, self.parts().len())?;
        for number in 0..claim.len() {
            if let Some(counterexample) = self.check_part(&claim[..=number], budget)? {
                return Ok(Verdict::Refuted(counterexample));
            }
        }
        Ok(Verdict::Proved)
    }

    /// Decides whether the last relation of `claim` is right, those before it being right already.
    ///
    /// # Errors
    /// As for [`Statement::check`].
    pub fn check_part(&self, claim: &[Rel], budget: &Budget<'_>) -> Result<Option<Counterexample>> {
        self.fits(claim, claim.len())?;
        let number = claim.len().saturating_sub(1);
        match self.value {
            Value::Remoteness => remoteness::violation(self, claim, number, budget),
            _ => self.set_violation(claim, number, budget),
        }
    }

    fn fits(&self, claim: &[Rel], parts: usize) -> Result<()> {
        let bad = |text: &str| Err(Error::Statement(text.into()));
        if claim.is_empty() || claim.len() != parts || parts > self.parts().len() {
            return bad(
                "one relation is needed for every layer and every Grundy value up to the one claimed",
            );
        }
        if claim
            .iter()
            .any(|rel| rel.tracks() != self.tracks() || *rel.numeration() != self.numeration)
        {
            return bad("a relation of the claim has other tracks or another numeration");
        }
        if self.game.block == 0 {
            return bad("block(0) is no game");
        }
        if self.game.block > 1
            && (self.value != Value::Outcome || self.game.misere || self.game.layers > 0)
        {
            return bad("blocking is defined for the outcome in normal play only");
        }
        if !self.game.altered.is_empty() && self.value != Value::Outcome {
            return bad("altered cells are defined for the outcome only");
        }
        Ok(())
    }

    fn set_violation(
        &self,
        claim: &[Rel],
        number: usize,
        budget: &Budget<'_>,
    ) -> Result<Option<Counterexample>> {
        let part = self.parts()[number];
        let set = &claim[number];
        let image = self.image(claim, number, budget)?;
        if image == *set {
            return Ok(None);
        }
        let (extra, missing) = (set.minus(&image, budget)?, image.minus(set, budget)?);
        let (rank, cell) = self.lowest(&extra.or(&missing, budget)?, budget)?;
        let claimed = set.contains(&cell);
        let reason = format!(
            "the lowest wrong cell, at weight {rank}: it is {} the claimed set, but the rules say otherwise",
            if claimed { "in" } else { "not in" }
        );
        Ok(Some(Counterexample {
            part,
            cell,
            claimed,
            reason,
        }))
    }

    /// The right-hand side of the equation of part `number`, for the given sets.
    ///
    /// # Errors
    /// A budget.
    pub fn image(&self, claim: &[Rel], number: usize, budget: &Budget<'_>) -> Result<Rel> {
        let compiler = Compiler::new(&self.game, &self.numeration, budget)?;
        let per_layer = self.parts().iter().filter(|part| part.layer == 0).count();
        let part = self.parts()[number];
        let set = &claim[number];
        let mut not = match self.game.block {
            1 => compiler.options_in(set)?,
            count => compiler.at_least(set, count)?,
        };
        if part.layer > 0 {
            let down = claim[number - per_layer]
                .and(&step_allowed(&self.game, &compiler, budget)?, budget)?;
            not = not.or(&down, budget)?;
        }
        for lower in &claim[number - part.grundy as usize..number] {
            not = not.or(lower, budget)?;
        }
        let within = if self.game.misere && part.grundy == 0 {
            movable_in_layer(&self.game, &compiler, part.layer, budget)?
        } else {
            compiler.everywhere()?
        };
        self.alter(within.minus(&not, budget)?, part.layer, budget)
    }

    fn alter(&self, set: Rel, layer: usize, budget: &Budget<'_>) -> Result<Rel> {
        if layer > 0 || self.game.altered.is_empty() {
            return Ok(set);
        }
        let cells = |to: bool| {
            let list: Vec<Vec<u64>> = self
                .game
                .altered
                .iter()
                .filter(|(_, is)| *is == to)
                .map(|(cell, _)| cell.clone())
                .collect();
            Rel::finite(&self.numeration, &self.tracks(), &list, budget)
        };
        set.or(&cells(true)?, budget)?.minus(&cells(false)?, budget)
    }

    /// The lowest position of a set, by the weight that moves lower, with that weight. Further tracks are projected away.
    ///
    /// The member with the fewest digits bounds the weight of the lowest one, so only a finite box is looked at; projections
    /// inside it cannot explode.
    pub(crate) fn lowest(&self, set: &Rel, budget: &Budget<'_>) -> Result<(u64, Vec<u64>)> {
        const WEIGHT: Track = 'W';
        let far = || Error::Statement("the counterexample is beyond 64 bits".into());
        let piles = &crate::compile::PILES[..self.game.piles.min(3)];
        let weights = self.game.weights()?;
        let member = set.smallest().ok_or_else(far)?;
        let coordinate = |track: &Track| {
            set.tracks()
                .iter()
                .position(|t| t == track)
                .map(|i| member[i])
        };
        let rank = piles
            .iter()
            .zip(&weights)
            .filter_map(|(t, &w)| coordinate(t)?.checked_mul(w.unsigned_abs()));
        let bound = rank.fold(0u64, u64::saturating_add);
        let bound = i64::try_from(bound).map_err(|_| far())?;
        let mut boxed = set.clone();
        for &pile in piles {
            let below = Rel::linear(
                &self.numeration,
                &[(pile, 1), (WEIGHT, 1)],
                &[bound],
                budget,
            )?;
            boxed = boxed.and(&below.exists(WEIGHT, budget)?, budget)?;
        }
        let others: Vec<Track> = set
            .tracks()
            .iter()
            .filter(|t| !piles.contains(t))
            .copied()
            .collect();
        let cells = others
            .iter()
            .try_fold(boxed, |rel, &track| rel.exists(track, budget))?;
        let mut terms: Vec<(Track, i64)> = piles.iter().copied().zip(weights).collect();
        terms.push((WEIGHT, -1));
        let ranked = cells.and(
            &Rel::linear(&self.numeration, &terms, &[0], budget)?,
            budget,
        )?;
        let rank = ranked.only(WEIGHT, budget)?.smallest().ok_or_else(far)?;
        let at_rank = Rel::finite(
            &self.numeration,
            &[WEIGHT],
            std::slice::from_ref(&rank),
            budget,
        )?;
        let cell = ranked
            .and(&at_rank, budget)?
            .exists(WEIGHT, budget)?
            .smallest()
            .ok_or_else(far)?;
        Ok((rank[0], cell))
    }
}

/// Where the step to the next lower layer is allowed.
pub(crate) fn step_allowed(
    game: &Game,
    compiler: &Compiler<'_, '_, '_>,
    budget: &Budget<'_>,
) -> Result<Rel> {
    match &game.step {
        LayerStep::Always => compiler.everywhere(),
        LayerStep::NotFromTerminal => compiler.movable(),
        LayerStep::SilentAt(condition) => compiler
            .everywhere()?
            .minus(&compiler.condition(condition)?, budget),
    }
}

/// The positions of a layer that have an option at all.
pub(crate) fn movable_in_layer(
    game: &Game,
    compiler: &Compiler<'_, '_, '_>,
    layer: usize,
    budget: &Budget<'_>,
) -> Result<Rel> {
    let movable = compiler.movable()?;
    if layer == 0 {
        Ok(movable)
    } else {
        movable.or(&step_allowed(game, compiler, budget)?, budget)
    }
}
