//! What can be read off a relation: smallest members, complete finite lists, counts.

use crate::dfa::DEAD;
use crate::linear::split_letter;
use crate::relation::Rel;

/// A finite relation is listed only up to this many tuples.
const LONGEST_LIST: usize = 100_000;

impl Rel {
    /// The member with the fewest digits, and of those the first in the order of the words; one word per track,
    /// most significant digit first and padded to one length.
    ///
    /// With a single track this is the smallest number of the set.
    #[must_use]
    pub fn smallest_words(&self) -> Option<Vec<Vec<u8>>> {
        let dfa = self.dfa();
        let mut came_from = vec![(DEAD, 0usize); dfa.states() + 1];
        let mut order = vec![dfa.start()];
        let mut at = 0;
        while at < order.len() {
            let state = order[at];
            if dfa.accepts(state) {
                return Some(self.split(&walk_back(&came_from, dfa.start(), state)));
            }
            for (letter, &to) in dfa.row(state).iter().enumerate() {
                if to != DEAD && to != dfa.start() && came_from[to as usize].0 == DEAD {
                    came_from[to as usize] = (state, letter);
                    order.push(to);
                }
            }
            at += 1;
        }
        None
    }

    /// The member with the fewest digits as numbers; `None` when there is none or it exceeds 64 bits.
    #[must_use]
    pub fn smallest(&self) -> Option<Vec<u64>> {
        self.smallest_words()?
            .iter()
            .map(|word| u64::try_from(self.numeration().value(word)?).ok())
            .collect()
    }

    /// All members in increasing order of their words, when there are finitely many (at most 100 000) that fit 64 bits.
    #[must_use]
    pub fn finite_list(&self) -> Option<Vec<Vec<u64>>> {
        if !self.is_finite() {
            return None;
        }
        let dfa = self.dfa();
        let mut list = Vec::new();
        let mut stack = vec![(dfa.start(), Vec::new())];
        while let Some((state, word)) = stack.pop() {
            if dfa.accepts(state) {
                let words = self.split(&word);
                let tuple: Option<Vec<u64>> = words
                    .iter()
                    .map(|w| u64::try_from(self.numeration().value(w)?).ok())
                    .collect();
                list.push(tuple?);
                if list.len() > LONGEST_LIST {
                    return None;
                }
            }
            if state == DEAD {
                continue;
            }
            for (letter, &to) in dfa.row(state).iter().enumerate() {
                if to != DEAD && !(word.is_empty() && letter == 0) {
                    let mut longer = word.clone();
                    longer.push(letter);
                    stack.push((to, longer));
                }
            }
        }
        list.sort();
        Some(list)
    }

    /// Whether the relation has finitely many members.
    ///
    /// All states of a minimal automaton are useful, so a cycle other than the zero loop at the start means infinitely
    /// many.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        let dfa = self.dfa();
        let edges = |state: u32| {
            let row = if state == DEAD {
                &[][..]
            } else {
                dfa.row(state)
            };
            row.iter()
                .enumerate()
                .filter(move |&(a, &to)| to != DEAD && !(state == dfa.start() && a == 0))
                .map(|(_, &to)| to)
        };
        let states = dfa.states() as u32;
        let mut incoming = vec![0usize; states as usize + 1];
        (1..=states)
            .flat_map(edges)
            .for_each(|to| incoming[to as usize] += 1);
        let mut free: Vec<u32> = (1..=states)
            .filter(|&q| incoming[q as usize] == 0)
            .collect();
        let mut removed = 0;
        while let Some(state) = free.pop() {
            removed += 1;
            for to in edges(state) {
                incoming[to as usize] -= 1;
                if incoming[to as usize] == 0 {
                    free.push(to);
                }
            }
        }
        removed == states
    }

    /// How many members have all components below U_n, for n = 0, 1, … below `lengths`; `None` beyond 128 bits.
    ///
    /// ```
    /// use wythoff_automata::{Budget, Numeration, Rel};
    /// let (budget, fibonacci) = (Budget::default(), Numeration::zeckendorf()?);
    /// let pairs = Rel::all(&fibonacci, ['x', 'y'], &budget)?;
    /// assert_eq!(pairs.counts(4), Some(vec![1, 4, 9, 25]));
    /// # Ok::<(), wythoff_automata::Error>(())
    /// ```
    #[must_use]
    pub fn counts(&self, lengths: usize) -> Option<Vec<u128>> {
        let dfa = self.dfa();
        let mut at = vec![0u128; dfa.states() + 1];
        at[dfa.start() as usize] = 1;
        let mut counts = Vec::with_capacity(lengths);
        for _ in 0..lengths {
            let mut total = 0u128;
            let mut after = vec![0u128; at.len()];
            for (state, &words) in at.iter().enumerate().skip(1) {
                if dfa.accepts(state as u32) {
                    total = total.checked_add(words)?;
                }
                for &to in dfa.row(state as u32).iter().filter(|&&to| to != DEAD) {
                    after[to as usize] = after[to as usize].checked_add(words)?;
                }
            }
            counts.push(total);
            at = after;
        }
        Some(counts)
    }

    /// One word per track from a word of letters.
    pub(crate) fn split(&self, letters: &[usize]) -> Vec<Vec<u8>> {
        let tracks = self.tracks().len();
        let mut words = vec![Vec::with_capacity(letters.len()); tracks];
        for &letter in letters {
            for (word, digit) in
                words
                    .iter_mut()
                    .zip(split_letter(letter, self.numeration().digits(), tracks))
            {
                word.push(digit as u8);
            }
        }
        words
    }
}

fn walk_back(came_from: &[(u32, usize)], start: u32, end: u32) -> Vec<usize> {
    let mut word = Vec::new();
    let mut state = end;
    while state != start {
        let (before, letter) = came_from[state as usize];
        word.push(letter);
        state = before;
    }
    word.reverse();
    word
}
