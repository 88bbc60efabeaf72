//! Answers about single positions of any size, read off proved automata.
//!
//! Membership is one run over the words of the coordinates. Where components are missing (the remoteness of a
//! position, the partner on a line), the automaton is run over all their digits at once: the live states are few, since for every
//! prefix only a few prefixes of the missing component can still fit; a backward pass leaves only those that succeed.

use std::collections::HashMap;

use dashu_int::{IBig, UBig};

use crate::budget::{Budget, Error, Result};
use crate::dfa::DEAD;
use crate::game::{Cmp, Condition, Family, Game, LayerStep};
use crate::linear::split_letter;
use crate::relation::{Rel, Track, letters_of};
use crate::statement::Value;
use crate::theorem::Theorem;

/// More live states at one digit than this mean that the question is not of the sparse kind.
const MOST_LIVE: usize = 200_000;

impl Rel {
    /// Whether the tuple of words, one for each track in alphabetical order, belongs to the relation.
    #[must_use]
    pub fn contains_words(&self, words: &[Vec<u8>]) -> bool {
        words.len() == self.tracks().len()
            && self.contains_word(letters_of(self.numeration().digits(), words))
    }

    /// All ways to complete the known components with words of at most `length` digits, at most `limit`; `None` when more
    /// states stay alive than can be followed. Each way gives one word for each unknown track, alphabetically.
    #[must_use]
    pub fn completions(
        &self,
        known: &[(Track, &[u8])],
        length: usize,
        limit: usize,
    ) -> Option<Vec<Vec<Vec<u8>>>> {
        let length = known
            .iter()
            .map(|(_, word)| word.len())
            .fold(length, usize::max);
        let steps = self.steps(known, length);
        let layers = self.live_layers(&steps)?;
        Some(self.paths(&steps, &layers, known, limit))
    }

    /// For each digit the letters that agree with the known words.
    fn steps(&self, known: &[(Track, &[u8])], length: usize) -> Vec<Vec<usize>> {
        let (digits, tracks) = (self.numeration().digits(), self.tracks().len());
        let fixed = |at: usize, track: &Track| {
            let (_, word) = known.iter().find(|(t, _)| t == track)?;
            Some(
                (at + word.len())
                    .checked_sub(length)
                    .map_or(0, |i| usize::from(word[i])),
            )
        };
        let allowed = |at: usize| {
            let wanted: Vec<Option<usize>> =
                self.tracks().iter().map(|track| fixed(at, track)).collect();
            let fits = |letter: &usize| {
                split_letter(*letter, digits, tracks)
                    .iter()
                    .zip(&wanted)
                    .all(|(d, w)| w.is_none_or(|w| w == *d))
            };
            (0..self.dfa().letters())
                .filter(fits)
                .collect::<Vec<usize>>()
        };
        // Few different rows occur: one for each combination of known digits.
        let mut rows: HashMap<Vec<Option<usize>>, Vec<usize>> = HashMap::new();
        (0..length)
            .map(|at| {
                let key = self.tracks().iter().map(|track| fixed(at, track)).collect();
                rows.entry(key).or_insert_with(|| allowed(at)).clone()
            })
            .collect()
    }

    /// The states alive before each digit, sorted; only those from which acceptance can be reached.
    fn live_layers(&self, steps: &[Vec<usize>]) -> Option<Vec<Vec<u32>>> {
        let dfa = self.dfa();
        let mut layers = vec![vec![dfa.start()]];
        for letters in steps {
            let here = layers.last()?;
            let mut after: Vec<u32> = here
                .iter()
                .flat_map(|&q| letters.iter().map(move |&a| dfa.step(q, a)))
                .filter(|&q| q != DEAD)
                .collect();
            after.sort_unstable();
            after.dedup();
            if after.len() > MOST_LIVE {
                return None;
            }
            layers.push(after);
        }
        if let Some(last) = layers.last_mut() {
            last.retain(|&q| dfa.accepts(q));
        }
        for at in (0..steps.len()).rev() {
            let (before, after) = layers.split_at_mut(at + 1);
            let alive = |q: u32| {
                steps[at]
                    .iter()
                    .any(|&a| after[0].binary_search(&dfa.step(q, a)).is_ok())
            };
            before[at].retain(|&q| alive(q));
        }
        Some(layers)
    }

    fn paths(
        &self,
        steps: &[Vec<usize>],
        layers: &[Vec<u32>],
        known: &[(Track, &[u8])],
        limit: usize,
    ) -> Vec<Vec<Vec<u8>>> {
        let dfa = self.dfa();
        let unknown: Vec<usize> = (0..self.tracks().len())
            .filter(|&i| known.iter().all(|(t, _)| *t != self.tracks()[i]))
            .collect();
        let mut found = Vec::new();
        if layers[0].is_empty() {
            return found;
        }
        // The word so far, and for each digit of it the state before and the next letter to try.
        let mut word: Vec<usize> = Vec::with_capacity(steps.len());
        let mut frames = vec![(dfa.start(), 0usize)];
        while let Some((state, tried)) = frames.last().copied() {
            let at = frames.len() - 1;
            if at == steps.len() {
                let words = self.split(&word);
                found.push(unknown.iter().map(|&i| words[i].clone()).collect());
                if found.len() == limit {
                    return found;
                }
                frames.pop();
                word.pop();
                continue;
            }
            let next = (tried..steps[at].len()).find_map(|i| {
                let to = dfa.step(state, steps[at][i]);
                layers[at + 1].binary_search(&to).is_ok().then_some((i, to))
            });
            match next {
                Some((i, to)) => {
                    frames[at].1 = i + 1;
                    word.push(steps[at][i]);
                    frames.push((to, 0));
                }
                None => {
                    frames.pop();
                    word.pop();
                }
            }
        }
        found
    }
}

impl Condition {
    /// Whether it holds at a position of any size.
    #[must_use]
    pub fn holds_at(&self, at: &[UBig]) -> bool {
        match self {
            Self::Linear(coefficients, cmp, constant) => {
                let sum: IBig = coefficients
                    .iter()
                    .zip(at)
                    .map(|(&c, p)| IBig::from(c) * IBig::from(p.clone()))
                    .sum();
                match cmp {
                    Cmp::Eq => sum == IBig::from(*constant),
                    Cmp::Le => sum <= IBig::from(*constant),
                    Cmp::Ge => sum >= IBig::from(*constant),
                }
            }
            Self::All(parts) => parts.iter().all(|part| part.holds_at(at)),
            Self::Any(parts) => parts.iter().any(|part| part.holds_at(at)),
            Self::Not(part) => !part.holds_at(at),
        }
    }
}

/// p - base, if it is a position.
fn reduced(at: &[UBig], base: &[i64]) -> Option<Vec<UBig>> {
    let less = |(p, &b): (&UBig, &i64)| UBig::try_from(IBig::from(p.clone()) - IBig::from(b)).ok();
    at.iter().zip(base).map(less).collect()
}

fn active(family: &Family, at: &[UBig]) -> bool {
    !family
        .silent
        .as_ref()
        .is_some_and(|silent| silent.holds_at(at))
}

impl Game {
    /// Whether the position, piles only, admits a move inside its layer; families must not have negative entries.
    #[must_use]
    pub fn is_movable(&self, piles: &[UBig]) -> bool {
        self.families
            .iter()
            .any(|family| active(family, piles) && reduced(piles, &family.base).is_some())
    }

    /// Whether the step to the next lower layer is allowed at the position.
    #[must_use]
    pub fn may_step(&self, piles: &[UBig]) -> bool {
        match &self.step {
            LayerStep::Always => true,
            LayerStep::NotFromTerminal => self.is_movable(piles),
            LayerStep::SilentAt(condition) => !condition.holds_at(piles),
        }
    }
}

/// A ray (e, f) on two piles with the members of a set on its lines: f·x - e·y = ±D.
struct LineIndex {
    ray: [i64; 2],
    plus: Rel,
    minus: Rel,
}

const FORM: Track = 'D';

/// A move's target: the layer and the piles.
pub type Target = (usize, Vec<UBig>);

/// A theorem made ready for questions.
pub struct Prepared {
    theorem: Theorem,
    /// For each part that winning moves can lead into, its lines.
    lines: Vec<Vec<LineIndex>>,
}

impl std::fmt::Debug for Prepared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Prepared")
            .field("rules", &self.theorem.rules)
            .finish_non_exhaustive()
    }
}

impl Prepared {
    /// Builds what winning moves need. The theorem is taken as it is; verify it before.
    ///
    /// # Errors
    /// A budget.
    pub fn new(theorem: Theorem, budget: &Budget<'_>) -> Result<Self> {
        let game = &theorem.statement.game;
        let mut rays: Vec<[i64; 2]> = Vec::new();
        for family in &game.families {
            if let Some(&[e, f]) = family.ray.as_deref()
                && !rays.contains(&[e, f])
            {
                rays.push([e, f]);
            }
        }
        let mut lines = Vec::new();
        if theorem.statement.value == Value::Outcome && game.piles == 2 && game.block == 1 {
            for set in &theorem.claim {
                lines.push(
                    rays.iter()
                        .map(|&ray| LineIndex::new(set, ray, budget))
                        .collect::<Result<Vec<_>>>()?,
                );
            }
        }
        Ok(Self { theorem, lines })
    }

    /// The theorem.
    #[must_use]
    pub fn theorem(&self) -> &Theorem {
        &self.theorem
    }

    fn words(&self, piles: &[UBig]) -> Vec<Vec<u8>> {
        piles
            .iter()
            .map(|p| self.theorem.statement.numeration.big_digits(p))
            .collect()
    }

    /// The automaton of a part of the claim.
    fn part(&self, layer: usize, grundy: u32) -> Option<&Rel> {
        let parts = self.theorem.statement.parts();
        let number = parts
            .iter()
            .position(|p| p.layer == layer && p.grundy == grundy)?;
        self.theorem.claim.get(number)
    }

    /// Whether the position of `layer` belongs to the set of `grundy` (0 for outcomes).
    ///
    /// # Errors
    /// [`Error::Statement`] when the theorem has no such part.
    pub fn contains(&self, layer: usize, grundy: u32, piles: &[UBig]) -> Result<bool> {
        match self.part(layer, grundy) {
            Some(rel) if piles.len() == self.theorem.statement.game.piles => {
                Ok(rel.contains_words(&self.words(piles)))
            }
            _ => Err(Error::Statement(
                "the theorem does not speak of this position".into(),
            )),
        }
    }

    /// The Grundy value of the position of `layer`, where it is one of those the theorem is about.
    ///
    /// # Errors
    /// [`Error::Statement`] when the theorem is not about Grundy values, or not of this layer.
    pub fn grundy(&self, layer: usize, piles: &[UBig]) -> Result<Option<u32>> {
        let Value::Grundy(top) = self.theorem.statement.value else {
            let text = "the theorem does not speak of Grundy values";
            return Err(Error::Statement(text.into()));
        };
        let words = self.words(piles);
        for value in 0..=top {
            match self.part(layer, value) {
                Some(rel) if piles.len() == self.theorem.statement.game.piles => {
                    if rel.contains_words(&words) {
                        return Ok(Some(value));
                    }
                }
                _ => {
                    let text = "the theorem does not speak of this position";
                    return Err(Error::Statement(text.into()));
                }
            }
        }
        Ok(None)
    }

    /// The remoteness of the position of `layer`, from a theorem about remoteness.
    ///
    /// # Errors
    /// [`Error::Statement`] when the theorem is about something else.
    pub fn remoteness(&self, layer: usize, piles: &[UBig]) -> Result<UBig> {
        let bad = || Error::Statement("the theorem does not speak of this remoteness".into());
        if self.theorem.statement.value != Value::Remoteness
            || piles.len() != self.theorem.statement.game.piles
        {
            return Err(bad());
        }
        let rel = self.theorem.claim.get(layer).ok_or_else(bad)?;
        let words = self.words(piles);
        let known: Vec<(Track, &[u8])> = crate::compile::PILES
            .iter()
            .copied()
            .zip(words.iter().map(Vec::as_slice))
            .collect();
        let longest = words.iter().map(Vec::len).max().unwrap_or(0);
        // A remoteness can be longer than the piles by a few digits.
        let found = rel.completions(&known, longest + 8, 2).ok_or_else(bad)?;
        match &found[..] {
            [only] => Ok(self.theorem.statement.numeration.big_value(&only[0])),
            _ => Err(bad()),
        }
    }

    /// All options that are P-positions, sorted, as (layer, piles), with whether they are all: at most `limit`.
    ///
    /// # Errors
    /// [`Error::Statement`] when the theorem is not about the outcome of a game on two piles.
    pub fn winning_moves(
        &self,
        layer: usize,
        piles: &[UBig],
        limit: usize,
    ) -> Result<(Vec<Target>, bool)> {
        let statement = &self.theorem.statement;
        let Some(lines) = self.lines.get(layer).filter(|_| piles.len() == 2) else {
            return Err(Error::Statement(
                "winning moves need a theorem about the outcome on two piles".into(),
            ));
        };
        let mut targets = Vec::new();
        let mut complete = true;
        for family in statement
            .game
            .families
            .iter()
            .filter(|family| active(family, piles))
        {
            let Some(first) = reduced(piles, &family.base) else {
                continue;
            };
            match &family.ray {
                None => {
                    targets
                        .extend(Some((layer, first)).filter(|(layer, to)| self.is_p(*layer, to)));
                }
                Some(ray) => {
                    let Some(line) = lines.iter().find(|line| ray[..] == line.ray) else {
                        continue;
                    };
                    let (found, all) = line.members(&first, limit)?;
                    complete &= all;
                    targets.extend(found.into_iter().map(|to| (layer, to)));
                }
            }
        }
        if layer > 0 && statement.game.may_step(piles) && self.is_p(layer - 1, piles) {
            targets.push((layer - 1, piles.to_vec()));
        }
        targets.sort_by(|a, b| (&a.1, a.0).cmp(&(&b.1, b.0)));
        targets.dedup();
        complete &= targets.len() <= limit;
        targets.truncate(limit);
        Ok((targets, complete))
    }

    fn is_p(&self, layer: usize, piles: &[UBig]) -> bool {
        self.contains(layer, 0, piles).unwrap_or(false)
    }
}

impl LineIndex {
    fn new(set: &Rel, ray: [i64; 2], budget: &Budget<'_>) -> Result<Self> {
        let on_line = |sign: i64| {
            let terms = [('x', ray[1]), ('y', -ray[0]), (FORM, sign)];
            set.and(
                &Rel::linear(set.numeration(), &terms, &[0], budget)?,
                budget,
            )
        };
        Ok(Self {
            ray,
            plus: on_line(-1)?,
            minus: on_line(1)?,
        })
    }

    /// Members of the set at first - t·ray, t ≥ 0, and whether these are all.
    fn members(&self, first: &[UBig], limit: usize) -> Result<(Vec<Vec<UBig>>, bool)> {
        let [e, f] = self.ray;
        let big = |p: &UBig| IBig::from(p.clone());
        let form = IBig::from(f) * big(&first[0]) - IBig::from(e) * big(&first[1]);
        let (rel, size) = match UBig::try_from(form.clone()) {
            Ok(size) => (&self.plus, size),
            Err(_) => (&self.minus, UBig::try_from(-form).unwrap_or(UBig::ZERO)),
        };
        let numeration = rel.numeration();
        let word = numeration.big_digits(&size);
        let longest = first
            .iter()
            .map(|p| numeration.big_digits(p).len())
            .max()
            .unwrap_or(0);
        let found = rel.completions(&[(FORM, &word)], longest, limit + 1);
        let found = found
            .ok_or_else(|| Error::Statement("a line holds too many members to follow".into()))?;
        let complete = found.len() <= limit;
        let members = found.iter().map(|words| {
            words
                .iter()
                .map(|w| numeration.big_value(w))
                .collect::<Vec<UBig>>()
        });
        // On the line of f·x - e·y; what remains is t ≥ 0 and whole.
        let reached = |to: &Vec<UBig>| {
            let steps = |i: usize| {
                let gap = big(&first[i]) - big(&to[i]);
                let by = IBig::from(self.ray[i]);
                if by == IBig::ZERO {
                    return None;
                }
                Some((&gap / &by, gap % by))
            };
            let counts: Vec<(IBig, IBig)> = (0..2).filter_map(steps).collect();
            counts
                .iter()
                .all(|(t, rest)| *t >= IBig::ZERO && *rest == IBig::ZERO)
                && counts.windows(2).all(|w| w[0].0 == w[1].0)
        };
        Ok((members.filter(reached).collect(), complete))
    }
}
