//! The rules of a game as data: shifted rays, where they are silent, layers, ends.
//!
//! An option of the position p is p - base - t·ray with t ≥ 0 (or p - base for a step), as long as no pile becomes
//! negative; a family is silent where its condition holds. From this one description the statement compiler makes
//! first-order formulas and the table generator makes tables.

use serde::{Deserialize, Serialize};

use crate::budget::{Error, Result};

/// A comparison of a linear form with a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Cmp {
    /// equal
    Eq,
    /// less or equal
    Le,
    /// greater or equal
    Ge,
}

/// A condition on the piles.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Condition {
    /// Σ coefficients_i·pile_i compared with a constant.
    Linear(Vec<i64>, Cmp, i64),
    /// Every part holds; true when there are none.
    All(Vec<Condition>),
    /// Some part holds; false when there are none.
    Any(Vec<Condition>),
    /// The part does not hold.
    Not(Box<Condition>),
}

impl Condition {
    /// The condition Σ piles ≤ k on `piles` piles.
    #[must_use]
    pub fn total_at_most(piles: usize, k: i64) -> Self {
        Self::Linear(vec![1; piles], Cmp::Le, k)
    }

    /// Whether it holds at the position.
    #[must_use]
    pub fn holds(&self, at: &[i64]) -> bool {
        match self {
            Self::Linear(coefficients, cmp, constant) => {
                let sum: i64 = coefficients.iter().zip(at).map(|(c, p)| c * p).sum();
                match cmp {
                    Cmp::Eq => sum == *constant,
                    Cmp::Le => sum <= *constant,
                    Cmp::Ge => sum >= *constant,
                }
            }
            Self::All(parts) => parts.iter().all(|part| part.holds(at)),
            Self::Any(parts) => parts.iter().any(|part| part.holds(at)),
            Self::Not(part) => !part.holds(at),
        }
    }
}

impl Condition {
    /// The condition with the piles in the opposite order.
    pub(crate) fn mirrored(&self) -> Self {
        let all = |parts: &[Self]| parts.iter().map(Self::mirrored).collect();
        match self {
            Self::Linear(c, cmp, constant) => {
                Self::Linear(c.iter().rev().copied().collect(), *cmp, *constant)
            }
            Self::All(parts) => Self::All(all(parts)),
            Self::Any(parts) => Self::Any(all(parts)),
            Self::Not(part) => Self::Not(Box::new(part.mirrored())),
        }
    }
}

/// The options p - base - t·ray, t ≥ 0, or the single option p - base.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Family {
    /// What every option of the family removes at least.
    pub base: Vec<i64>,
    /// What it may remove any number of times in addition.
    pub ray: Option<Vec<i64>>,
    /// Positions where the family gives no option.
    pub silent: Option<Condition>,
}

/// When a player may step down a layer (use the pass, take the extra stone).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LayerStep {
    /// Always, also where the piles admit no move: an extra stone.
    Always,
    /// Where the piles admit a move: a pass.
    NotFromTerminal,
    /// Where the condition does not hold.
    SilentAt(Condition),
}

/// A game on a few piles, with layers above it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Game {
    /// Number of piles, 1 to 3.
    pub piles: usize,
    /// The moves inside a layer.
    pub families: Vec<Family>,
    /// How many times a layer may be stepped down, and when; 0 for a game without layers.
    pub layers: usize,
    /// When the step to the next lower layer is allowed.
    pub step: LayerStep,
    /// Misère play: who cannot move wins.
    pub misere: bool,
    /// The previous player may forbid up to `block - 1` options; 1 changes nothing.
    pub block: u32,
    /// Positions of the lowest layer that are declared P (true) or N (false) whatever their options.
    pub altered: Vec<(Vec<u64>, bool)>,
}

impl Game {
    /// WYT(a, b): remove (e, f) with |e - f| < a or min(e, f) < b \[SanchezGalanXu\].
    ///
    /// ```
    /// use wythoff_automata::Game;
    /// let mut options = Game::wyt(1, 1).options(&[2, 1]);
    /// options.sort();
    /// assert_eq!(options, [[0, 1], [1, 0], [1, 1], [2, 0]]);
    /// ```
    #[must_use]
    pub fn wyt(a: i64, b: i64) -> Self {
        let mut families = Vec::new();
        let mut add = |base: [i64; 2], ray: [i64; 2]| {
            families.push(Family {
                base: base.to_vec(),
                ray: Some(ray.to_vec()),
                silent: None,
            });
        };
        add([1, 1], [1, 1]);
        for c in 1..a {
            add([c, 0], [1, 1]);
            add([0, c], [1, 1]);
        }
        for i in 0..b {
            add([i, i64::from(i == 0)], [0, 1]);
            add([i64::from(i == 0), i], [1, 0]);
        }
        Self {
            piles: 2,
            families,
            layers: 0,
            step: LayerStep::Always,
            misere: false,
            block: 1,
            altered: Vec::new(),
        }
    }

    /// The same game with one pass in the whole game, not from a terminal position.
    #[must_use]
    pub fn with_pass(mut self) -> Self {
        (self.layers, self.step) = (self.layers + 1, LayerStep::NotFromTerminal);
        self
    }

    /// The same game with one extra stone that a move may take.
    #[must_use]
    pub fn with_stone(mut self) -> Self {
        (self.layers, self.step) = (1, LayerStep::Always);
        self
    }

    /// The same game ending where the condition holds.
    #[must_use]
    pub fn until(mut self, end: &Condition) -> Self {
        for family in &mut self.families {
            family.silent = Some(match family.silent.take() {
                None => end.clone(),
                Some(old) => Condition::Any(vec![old, end.clone()]),
            });
        }
        self
    }

    /// The same game in misère play.
    #[must_use]
    pub fn misere(mut self) -> Self {
        self.misere = true;
        self
    }

    /// The same game where the previous player may forbid up to `k - 1` options.
    #[must_use]
    pub fn blocked(mut self, k: u32) -> Self {
        self.block = k;
        self
    }

    /// Positive weights under which every move lowers the weighted sum of the piles: they show that play ends and
    /// that the statements have exactly one solution.
    ///
    /// # Errors
    /// [`Error::Statement`] when vectors have the wrong length or no small weights do.
    pub fn weights(&self) -> Result<Vec<i64>> {
        let bad = |text: &str| Err(Error::Statement(text.into()));
        if self.piles == 0 || self.piles > 3 {
            return bad("one to three piles");
        }
        let fits = |v: &Vec<i64>| v.len() == self.piles && v.iter().all(|c| c.abs() <= 1000);
        if !self
            .families
            .iter()
            .all(|f| fits(&f.base) && f.ray.as_ref().is_none_or(fits))
        {
            return bad("a move has another number of piles, or is too long");
        }
        let most = 5i64;
        for code in 0..most.pow(self.piles as u32) {
            let weights: Vec<i64> = (0..self.piles as u32)
                .map(|i| 1 + code / most.pow(i) % most)
                .collect();
            let falls = |v: &Vec<i64>| v.iter().zip(&weights).map(|(c, w)| c * w).sum::<i64>() > 0;
            if self
                .families
                .iter()
                .all(|f| falls(&f.base) && f.ray.as_ref().is_none_or(falls))
            {
                return Ok(weights);
            }
        }
        bad("no positive weights make every move a descent")
    }

    /// The options inside a layer, by enumeration: the plain meaning of the families, for tests and counterexamples.
    #[must_use]
    pub fn options(&self, at: &[i64]) -> Vec<Vec<i64>> {
        let mut options = Vec::new();
        for family in &self.families {
            if family
                .silent
                .as_ref()
                .is_some_and(|silent| silent.holds(at))
            {
                continue;
            }
            let mut to: Vec<i64> = at.iter().zip(&family.base).map(|(p, b)| p - b).collect();
            // A ray with a negative entry can lead from a negative pile back to the board.
            let bound = at.iter().sum::<i64>() * 6 + 12;
            for _ in 0..=bound {
                if to.iter().all(|&p| p >= 0) {
                    options.push(to.clone());
                }
                match &family.ray {
                    Some(ray) => to.iter_mut().zip(ray).for_each(|(p, r)| *p -= r),
                    None => break,
                }
            }
        }
        options.sort();
        options.dedup();
        options
    }
}
