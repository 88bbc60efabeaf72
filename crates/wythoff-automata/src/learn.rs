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
    /// The table that would have been needed next: coordinates below this bound; 0 when not the table ended but the number
    /// of states allowed.
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
    learn_near_edge(table, numeration, tracks, (tail, tail), budget)
}

/// The same with two tail lengths (shortest, longest): where the table ends before the longest tails, a prefix is taken for the first
/// state that agrees with it on the tails that are there, if these reach at least the shortest length.
///
/// So a table that is smaller by as many digits can do. New states near the edge are told apart by fewer tails and may be
/// wrong more often; as everywhere, only the proof counts.
///
/// # Errors
/// A budget.
pub fn learn_near_edge(
    table: &dyn Window,
    numeration: &Arc<Numeration>,
    tracks: &[Track],
    tails: (usize, usize),
    budget: &Budget<'_>,
) -> Result<Guess> {
    learn_up_to(table, numeration, tracks, tails, usize::MAX, budget)
}

/// The same, open when there are more than `most` states: a window without end may never close.
pub(crate) fn learn_up_to(
    table: &dyn Window,
    numeration: &Arc<Numeration>,
    tracks: &[Track],
    (shortest, tail): (usize, usize),
    most: usize,
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
    // States by (tail length, what is seen for the tails up to it).
    let mut known: HashMap<(usize, u128), u32> = HashMap::new();
    let mut per_depth = vec![1];
    let (levels, needs) = learner.levels(&root);
    if levels.len() <= tail {
        return Ok(Guess::Open(Open {
            per_depth: Vec::new(),
            tail,
            needs,
        }));
    }
    remember(&mut known, &levels, shortest, 1);
    let mut prefixes = vec![root];
    let mut at = 0;
    while at < prefixes.len() {
        raw.accept.push(learner.member(&prefixes[at]));
        for letter in 0..letters {
            let places = split_letter(letter, digits, tracks.len());
            let Some(longer) = learner.extend(&prefixes[at], &places) else {
                raw.next.push(DEAD);
                continue;
            };
            let (levels, needs) = learner.levels(&longer);
            let seen = levels.len().wrapping_sub(1);
            let Some(&(signature, hits)) = levels
                .last()
                .filter(|_| seen >= shortest && prefixes.len() <= most)
            else {
                return Ok(Guess::Open(Open {
                    per_depth,
                    tail,
                    needs,
                }));
            };
            if hits == 0 {
                raw.next.push(DEAD);
                continue;
            }
            if let Some(&state) = known.get(&(seen, signature)) {
                raw.next.push(state);
                continue;
            }
            let depth = longer.words[0].len();
            per_depth.resize(per_depth.len().max(depth + 1), 0);
            per_depth[depth] += 1;
            prefixes.push(longer);
            budget.grow(
                "guess",
                prefixes.len(),
                letters * 4 + 64 * (depth + tail - shortest),
            )?;
            remember(&mut known, &levels, shortest, prefixes.len() as u32);
            raw.next.push(prefixes.len() as u32);
        }
        at += 1;
    }
    Rel::from_raw(numeration, tracks, raw, budget).map(Guess::Closed)
}

/// Notes a state under all its tail lengths from the shortest on; earlier states keep their place.
fn remember(
    known: &mut HashMap<(usize, u128), u32>,
    levels: &[(u128, u64)],
    shortest: usize,
    state: u32,
) {
    for (n, &(signature, _)) in levels.iter().enumerate().skip(shortest) {
        known.entry((n, signature)).or_insert(state);
    }
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

    /// For each tail length n that the table reaches, the hash of all boxes below a prefix up to n and the number of
    /// members in them; and the table size that the next length would need.
    fn levels(&self, prefix: &Prefix) -> (Vec<(u128, u64)>, u64) {
        let mut signature = Signature::default();
        let mut levels = Vec::with_capacity(self.tail + 1);
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
            let ends = corner
                .iter()
                .zip(&shape)
                .zip(self.table.bounded())
                .filter(|&(_, &bounded)| bounded);
            let needs = ends
                .map(|((c, s), _)| c.saturating_add(*s))
                .max()
                .unwrap_or(0);
            if needs > self.table.size() {
                return (levels, needs);
            }
            for &side in &shape {
                signature.push(side);
            }
            if shape.iter().all(|&side| side > 0) {
                self.table.scan(&corner, &shape, &mut signature);
            }
            levels.push((signature.value(), signature.hits()));
        }
        (levels, 0)
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
