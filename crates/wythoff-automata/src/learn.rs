//! Guessing an automaton from a table: k-tails.
//!
//! Prefixes are followed breadth first. Below a prefix, the tails of length n form a box of the table: its corner is the
//! value of the prefix followed by n zeros, its shape the number of admissible tails. Two prefixes are taken for the
//! same state when the boxes for all n = 0, …, `tail` agree. Boxes are compared by a 128-bit hash; neither a collision
//! nor a short tail can do harm, since a guess is only believed once it is proved.
//!
//! The number of new states per depth is the diagnosis: it rises and then falls when there is an automaton to be
//! found, and keeps growing like the weights when there is none or when the table is too small.

use std::collections::HashMap;
use std::sync::Arc;

use crate::budget::{Budget, Result};
use crate::dfa::{DEAD, Raw};
use crate::linear::split_letter;
use crate::numeration::Numeration;
use crate::relation::{Rel, Track};
use crate::table::{Signature, Window};

/// What a table led to.
#[derive(Clone, Debug)]
pub enum Guess {
    /// The prefixes closed up into an automaton.
    Closed(Rel),
    /// The table ended before the prefixes closed up.
    Open(Open),
}

/// How far a guess came that did not close.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Open {
    /// New states at depth 0, 1, 2, …
    pub per_depth: Vec<usize>,
    /// The tail length used.
    pub tail: usize,
    /// The table that would have been needed next: coordinates below this bound.
    pub needs: u64,
}

struct Prefix {
    words: Vec<Vec<u8>>,
    /// States of the valid words, one per track.
    valid: Vec<u32>,
}

struct Learner<'t> {
    table: &'t dyn Window,
    numeration: Arc<Numeration>,
    tail: usize,
    /// `tails[n][q]`: admissible tails of length n after the state q of the valid words.
    tails: Vec<Vec<u64>>,
}

/// Guesses the relation of a table; states are identified by their tails of length up to `tail`.
///
/// `tracks` alphabetical, as the table's components.
///
/// # Errors
/// A budget.
pub fn learn(
    table: &dyn Window,
    numeration: &Arc<Numeration>,
    tracks: &[Track],
    tail: usize,
    budget: &Budget<'_>,
) -> Result<Guess> {
    let learner = Learner {
        table,
        numeration: numeration.clone(),
        tail,
        tails: tail_counts(numeration, tail),
    };
    let digits = numeration.digits();
    let letters = digits.pow(tracks.len() as u32);
    let mut raw = Raw::new(letters);
    raw.start = 1;
    let root = Prefix {
        words: vec![Vec::new(); tracks.len()],
        valid: vec![numeration.valid().start(); tracks.len()],
    };
    let mut known: HashMap<u128, u32> = HashMap::new();
    match learner.signature(&root) {
        Ok((signature, _)) => known.insert(signature, 1),
        Err(needs) => {
            return Ok(Guess::Open(Open {
                per_depth: Vec::new(),
                tail,
                needs,
            }));
        }
    };
    let mut prefixes = vec![root];
    let mut per_depth = vec![1];
    let mut at = 0;
    while at < prefixes.len() {
        raw.accept.push(learner.member(&prefixes[at]));
        for letter in 0..letters {
            let Some(longer) =
                learner.extend(&prefixes[at], &split_letter(letter, digits, tracks.len()))
            else {
                raw.next.push(DEAD);
                continue;
            };
            let (signature, hits) = match learner.signature(&longer) {
                Ok(found) => found,
                Err(needs) => {
                    return Ok(Guess::Open(Open {
                        per_depth,
                        tail,
                        needs,
                    }));
                }
            };
            if hits == 0 {
                raw.next.push(DEAD);
                continue;
            }
            let fresh = prefixes.len() as u32 + 1;
            let state = *known.entry(signature).or_insert(fresh);
            raw.next.push(state);
            if state == fresh {
                let depth = longer.words[0].len();
                per_depth.resize(per_depth.len().max(depth + 1), 0);
                per_depth[depth] += 1;
                prefixes.push(longer);
                budget.grow("guess", prefixes.len(), letters * 4 + 64 * depth)?;
            }
        }
        at += 1;
    }
    Rel::from_raw(numeration, tracks, raw, budget).map(Guess::Closed)
}

/// Admissible tails by length and state of the valid words.
fn tail_counts(numeration: &Numeration, tail: usize) -> Vec<Vec<u64>> {
    let valid = numeration.valid();
    let states = valid.states() as u32 + 1;
    let mut counts = vec![
        (0..states)
            .map(|q| u64::from(valid.accepts(q)))
            .collect::<Vec<u64>>(),
    ];
    for n in 0..tail {
        let longer = (0..states)
            .map(|q| valid.row(q).iter().map(|&to| counts[n][to as usize]).sum())
            .collect();
        counts.push(longer);
    }
    counts
}

impl Learner<'_> {
    fn extend(&self, prefix: &Prefix, places: &[usize]) -> Option<Prefix> {
        let mut longer = Prefix {
            words: prefix.words.clone(),
            valid: prefix.valid.clone(),
        };
        for ((word, state), &digit) in longer.words.iter_mut().zip(&mut longer.valid).zip(places) {
            *state = self.numeration.valid().step(*state, digit);
            word.push(digit as u8);
        }
        (!longer.valid.contains(&DEAD)).then_some(longer)
    }

    /// The value of `word` followed by `zeros` zeros; saturates beyond 64 bits.
    fn corner(&self, word: &[u8], zeros: usize) -> u64 {
        let weights = self.numeration.weights();
        word.iter()
            .rev()
            .enumerate()
            .filter(|&(_, &digit)| digit > 0)
            .map(|(i, &digit)| {
                weights
                    .get(i + zeros)
                    .map_or(u64::MAX, |&w| u64::try_from(w).unwrap_or(u64::MAX))
                    .saturating_mul(digit.into())
            })
            .fold(0, u64::saturating_add)
    }

    fn member(&self, prefix: &Prefix) -> bool {
        let corner: Vec<u64> = prefix
            .words
            .iter()
            .map(|word| self.corner(word, 0))
            .collect();
        let shape: Vec<u64> = prefix
            .valid
            .iter()
            .map(|&q| self.tails[0][q as usize])
            .collect();
        let mut signature = Signature::default();
        self.table.scan(&corner, &shape, &mut signature);
        signature.hits() > 0
    }

    /// The hash of all boxes below a prefix and the number of members in them, or the table size that is missing.
    fn signature(&self, prefix: &Prefix) -> Result<(u128, u64), u64> {
        let mut signature = Signature::default();
        for n in 0..=self.tail {
            let corner: Vec<u64> = prefix
                .words
                .iter()
                .map(|word| self.corner(word, n))
                .collect();
            let shape: Vec<u64> = prefix
                .valid
                .iter()
                .map(|&q| self.tails[n][q as usize])
                .collect();
            let needs = corner
                .iter()
                .zip(&shape)
                .zip(self.table.bounded())
                .filter(|&(_, &bounded)| bounded);
            let needs = needs
                .map(|((c, s), _)| c.saturating_add(*s))
                .max()
                .unwrap_or(0);
            if needs > self.table.size() {
                return Err(needs);
            }
            for &side in &shape {
                signature.push(side);
            }
            if shape.iter().all(|&side| side > 0) {
                self.table.scan(&corner, &shape, &mut signature);
            }
        }
        Ok((signature.value(), signature.hits()))
    }
}

/// Compares a guess with its table: a member that the guess lacks, or the fact that the guess has others.
///
/// All small members of the table and a sample of the large ones must be accepted, and in the box below the largest weight
/// within the table the guess must have as many members as the table.
#[must_use]
pub fn disagreement(guess: &Rel, table: &dyn Window) -> Option<Disagreement> {
    if let Some(cell) = table.first_rejected(&|cell| guess.contains(cell)) {
        return Some(Disagreement::Missing(cell));
    }
    let weights = guess.numeration().weights();
    let length = weights
        .iter()
        .take_while(|&&w| w <= i128::from(table.size()))
        .count()
        .saturating_sub(1);
    let below = u64::try_from(weights[length]).unwrap_or(u64::MAX);
    let (has, should) = (
        guess.counts(length + 1)?[length],
        u128::from(table.count_below(below)),
    );
    (has != should).then_some(Disagreement::Count { below, has, should })
}

/// How a guess differs from its table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Disagreement {
    /// A member of the table that the guess lacks.
    Missing(Vec<u64>),
    /// The guess has another number of members in a box.
    Count {
        /// All components below this.
        below: u64,
        /// Members of the guess.
        has: u128,
        /// Members of the table.
        should: u128,
    },
}
