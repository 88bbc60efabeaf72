//! Minimal deterministic automata with a canonical numbering: equal languages are equal values.
//!
//! State 0 is the dead state, always present and never accepting; the initial state is 1 when the language is
//! not empty; the other states follow in breadth-first order of the letters. Hence `==` decides equality of
//! languages. State counts exclude the dead state.

use crate::budget::Result;
use crate::minimise::minimise;

/// A minimal automaton over the letters `0..letters`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Dfa {
    pub(crate) letters: usize,
    pub(crate) accept: Vec<bool>,
    /// `next[state * letters + letter]`.
    pub(crate) next: Vec<u32>,
}

/// An automaton under construction: state 0 is dead, all others reachable from `start`.
pub(crate) struct Raw {
    pub(crate) letters: usize,
    pub(crate) start: u32,
    pub(crate) accept: Vec<bool>,
    pub(crate) next: Vec<u32>,
}

pub(crate) const DEAD: u32 = 0;

impl Raw {
    /// Only the dead state so far.
    pub(crate) fn new(letters: usize) -> Self {
        Self {
            letters,
            start: DEAD,
            accept: vec![false],
            next: vec![DEAD; letters],
        }
    }

    /// The minimal automaton of the same language.
    pub(crate) fn minimise(self) -> Dfa {
        minimise(&self)
    }
}

impl Dfa {
    /// The empty language.
    pub(crate) fn empty(letters: usize) -> Self {
        Self {
            letters,
            accept: vec![false],
            next: vec![DEAD; letters],
        }
    }

    /// The initial state: 1, or 0 (dead) for the empty language.
    #[must_use]
    pub fn start(&self) -> u32 {
        u32::from(self.accept.len() > 1)
    }

    /// Live states.
    #[must_use]
    pub fn states(&self) -> usize {
        self.accept.len() - 1
    }

    /// Accepting states.
    #[must_use]
    pub fn accepting(&self) -> usize {
        self.accept.iter().filter(|&&yes| yes).count()
    }

    /// Transitions between live states.
    #[must_use]
    pub fn transitions(&self) -> usize {
        self.next.iter().filter(|&&to| to != DEAD).count()
    }

    /// Letters of the alphabet, the dead ones included.
    #[must_use]
    pub fn letters(&self) -> usize {
        self.letters
    }

    /// The state after `letter`; states and letters beyond the automaton lead to the dead state.
    #[must_use]
    pub fn step(&self, state: u32, letter: usize) -> u32 {
        if letter >= self.letters {
            return DEAD;
        }
        self.next
            .get(state as usize * self.letters + letter)
            .copied()
            .unwrap_or(DEAD)
    }

    /// Whether `state` accepts.
    #[must_use]
    pub fn accepts(&self, state: u32) -> bool {
        self.accept.get(state as usize).copied().unwrap_or(false)
    }

    /// The successors of `state` by letter.
    pub(crate) fn row(&self, state: u32) -> &[u32] {
        let from = state as usize * self.letters;
        &self.next[from..from + self.letters]
    }

    /// The same automaton with letter `from[a]` of the old one read as letter `a` of the new one.
    pub(crate) fn with_letters(&self, from: &[usize]) -> Self {
        let next = (0..self.accept.len())
            .flat_map(|state| {
                from.iter()
                    .map(move |&letter| self.next[state * self.letters + letter])
            })
            .collect();
        canonical(&Raw {
            letters: from.len(),
            start: self.start(),
            accept: self.accept.clone(),
            next,
        })
    }

    /// The raw form, to be changed and minimised again.
    pub(crate) fn raw(&self) -> Raw {
        Raw {
            letters: self.letters,
            start: self.start(),
            accept: self.accept.clone(),
            next: self.next.clone(),
        }
    }
}

/// Renumbers the reachable states in breadth-first order; state 0 stays the dead state.
pub(crate) fn canonical(raw: &Raw) -> Dfa {
    if raw.start == DEAD {
        return Dfa::empty(raw.letters);
    }
    let mut number = vec![DEAD; raw.accept.len()];
    let mut order = vec![DEAD, raw.start];
    number[raw.start as usize] = 1;
    let mut next = vec![DEAD; raw.letters];
    let mut at = 1;
    while at < order.len() {
        let from = order[at] as usize * raw.letters;
        for &to in &raw.next[from..from + raw.letters] {
            if to != DEAD && number[to as usize] == DEAD {
                number[to as usize] = order.len() as u32;
                order.push(to);
            }
            next.push(number[to as usize]);
        }
        at += 1;
    }
    let accept = order
        .iter()
        .map(|&state| raw.accept[state as usize])
        .collect();
    Dfa {
        letters: raw.letters,
        accept,
        next,
    }
}

/// Follows `step` from the start key over all letters and minimises.
///
/// A shared skeleton of products and carries: the caller interns keys and says what accepts.
pub(crate) fn explore(
    letters: usize,
    interner: &mut crate::intern::Interner,
    start: &[u32],
    mut grow: impl FnMut(usize, usize) -> Result<()>,
    mut accepts: impl FnMut(&[u32]) -> bool,
    mut step: impl FnMut(&[u32], usize, &mut Vec<u32>) -> bool,
) -> Result<Raw> {
    let mut raw = Raw::new(letters);
    let (first, _) = interner.intern(start);
    raw.start = first + 1;
    let (mut from, mut to) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < interner.len() {
        from.clear();
        from.extend_from_slice(interner.key(at));
        raw.accept.push(accepts(&from));
        for letter in 0..letters {
            to.clear();
            let target = if step(&from, letter, &mut to) {
                let (number, new) = interner.intern(&to);
                if new {
                    grow(
                        interner.len(),
                        letters * 4 + 1 + interner.bytes() / interner.len(),
                    )?;
                }
                number + 1
            } else {
                DEAD
            };
            raw.next.push(target);
        }
        at += 1;
    }
    Ok(raw)
}
