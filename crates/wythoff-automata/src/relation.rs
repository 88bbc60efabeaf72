//! Relations between natural numbers, recognised by automata, with named tracks.
//!
//! A relation is a set of tuples. Its automaton reads the expansions of all components in parallel, most
//! significant digit first, padded with zeros to one length, and accepts valid words only; adding or removing
//! leading zeros never changes acceptance. Tracks are kept in alphabetical order, so two relations over the same
//! tracks are equal as sets exactly when they are equal as values.

use std::sync::Arc;

use crate::budget::{Budget, Error, Result};
use crate::dfa::{DEAD, Dfa, Raw, explore};
use crate::intern::Interner;
use crate::linear::{linear, split_letter};
use crate::numeration::{Numeration, greedy_digit};

/// The name of a track.
pub type Track = char;

/// Transition tables have at most this many letters.
const MOST_LETTERS: usize = 4096;

/// A set of tuples of natural numbers with one named component per track.
#[derive(Clone, Debug)]
pub struct Rel {
    numeration: Arc<Numeration>,
    tracks: Vec<Track>,
    dfa: Dfa,
}

impl PartialEq for Rel {
    /// Equality of sets: same numeration, same tracks, same tuples.
    fn eq(&self, other: &Self) -> bool {
        self.tracks == other.tracks && self.dfa == other.dfa && self.numeration == other.numeration
    }
}

impl Eq for Rel {}

fn check_width(numeration: &Numeration, tracks: usize) -> Result<usize> {
    match numeration.digits().checked_pow(tracks as u32) {
        Some(letters) if letters <= MOST_LETTERS => Ok(letters),
        _ => Err(Error::TooWide {
            tracks,
            digits: numeration.digits(),
        }),
    }
}

fn sorted_tracks(names: impl IntoIterator<Item = Track>) -> Result<Vec<Track>> {
    let mut tracks: Vec<Track> = names.into_iter().collect();
    tracks.sort_unstable();
    if tracks.windows(2).any(|w| w[0] == w[1]) {
        return Err(Error::Tracks(format!("a name occurs twice in {tracks:?}")));
    }
    Ok(tracks)
}

/// For every letter over `wide`, the letter over `narrow` that it contains.
fn restriction(wide: &[Track], narrow: &[Track], digits: usize) -> Vec<usize> {
    let places: Vec<usize> = narrow
        .iter()
        .filter_map(|t| wide.iter().position(|w| w == t))
        .collect();
    (0..digits.pow(wide.len() as u32))
        .map(|letter| {
            let all = split_letter(letter, digits, wide.len());
            places
                .iter()
                .fold(0, |word, &place| word * digits + all[place])
        })
        .collect()
}

#[derive(Clone, Copy, PartialEq)]
enum Op {
    And,
    Or,
    Minus,
}

impl Rel {
    /// A relation from its parts, as read from a file or learned from a table; `tracks` alphabetical.
    pub(crate) fn from_raw(
        numeration: &Arc<Numeration>,
        tracks: &[Track],
        raw: Raw,
        budget: &Budget<'_>,
    ) -> Result<Self> {
        let dfa = raw.minimise();
        let rel = Self {
            numeration: numeration.clone(),
            tracks: sorted_tracks(tracks.iter().copied())?,
            dfa,
        };
        // Whatever was learned or read, only valid words may be accepted.
        Self::all(numeration, rel.tracks.iter().copied(), budget)?.and(&rel, budget)
    }

    /// All tuples over the tracks.
    ///
    /// # Errors
    /// Doubled names, or too many tracks.
    pub fn all(
        numeration: &Arc<Numeration>,
        names: impl IntoIterator<Item = Track>,
        budget: &Budget<'_>,
    ) -> Result<Self> {
        let tracks = sorted_tracks(names)?;
        let letters = check_width(numeration, tracks.len())?;
        let valid = numeration.valid();
        let places: Vec<Vec<usize>> = (0..letters)
            .map(|letter| split_letter(letter, numeration.digits(), tracks.len()))
            .collect();
        let start = vec![valid.start(); tracks.len()];
        let raw = explore(
            letters,
            &mut Interner::new(),
            &start,
            |states, bytes| budget.grow("valid words", states, bytes),
            |key| key.iter().all(|&q| valid.accepts(q)),
            |key, letter, out| {
                out.extend(
                    key.iter()
                        .zip(&places[letter])
                        .map(|(&q, &digit)| valid.step(q, digit)),
                );
                !out.contains(&DEAD)
            },
        )?;
        Ok(Self {
            numeration: numeration.clone(),
            tracks,
            dfa: raw.minimise(),
        })
    }

    /// The tuples with Σ coefficient·track ∈ targets.
    ///
    /// # Errors
    /// Doubled names, too many tracks, or a budget (certainly so when the numeration is not of Pisot type).
    ///
    /// ```
    /// use wythoff_automata::{Budget, Numeration, Rel};
    /// let (budget, fibonacci) = (Budget::default(), Numeration::zeckendorf()?);
    /// let sum = Rel::linear(&fibonacci, &[('x', 1), ('y', 1), ('z', -1)], &[0], &budget)?;
    /// assert_eq!(sum.states(), 16);
    /// assert!(sum.contains(&[20, 22, 42]));
    /// # Ok::<(), wythoff_automata::Error>(())
    /// ```
    pub fn linear(
        numeration: &Arc<Numeration>,
        terms: &[(Track, i64)],
        targets: &[i64],
        budget: &Budget<'_>,
    ) -> Result<Self> {
        let mut terms = terms.to_vec();
        terms.sort_unstable();
        let tracks = sorted_tracks(terms.iter().map(|&(track, _)| track))?;
        check_width(numeration, tracks.len())?;
        let coefficients: Vec<i64> = terms.iter().map(|&(_, c)| c).collect();
        let dfa = linear(numeration, &coefficients, targets, budget)?;
        Ok(Self {
            numeration: numeration.clone(),
            tracks,
            dfa,
        })
    }

    /// The pairs `left < right`, from the order of the words alone (no weights enter).
    ///
    /// # Errors
    /// Equal names, or a budget.
    pub fn less(
        numeration: &Arc<Numeration>,
        left: Track,
        right: Track,
        budget: &Budget<'_>,
    ) -> Result<Self> {
        let all = Self::all(numeration, [left, right], budget)?;
        let digits = numeration.digits();
        // State 1: equal so far; state 2: the left one is smaller.
        let mut raw = Raw::new(digits * digits);
        raw.start = 1;
        raw.accept.extend([false, true]);
        for state in 1..=2u32 {
            for letter in 0..digits * digits {
                let (first, second) = (letter / digits, letter % digits);
                let (l, r) = if left < right {
                    (first, second)
                } else {
                    (second, first)
                };
                raw.next.push(match (state, l.cmp(&r)) {
                    (1, std::cmp::Ordering::Equal) => 1,
                    (1, std::cmp::Ordering::Greater) => DEAD,
                    _ => 2,
                });
            }
        }
        let order = Self {
            numeration: numeration.clone(),
            tracks: all.tracks.clone(),
            dfa: raw.minimise(),
        };
        all.and(&order, budget)
    }

    /// The finite set of the given tuples; each tuple in the alphabetical order of the tracks.
    ///
    /// # Errors
    /// A tuple of another length, doubled names, or a budget.
    pub fn finite(
        numeration: &Arc<Numeration>,
        names: &[Track],
        tuples: &[Vec<u64>],
        budget: &Budget<'_>,
    ) -> Result<Self> {
        let tracks = sorted_tracks(names.iter().copied())?;
        let letters = check_width(numeration, tracks.len())?;
        let mut raw = Raw::new(letters);
        let state = |raw: &mut Raw| {
            raw.accept.push(false);
            raw.next.resize(raw.next.len() + letters, DEAD);
            raw.accept.len() as u32 - 1
        };
        raw.start = state(&mut raw);
        raw.next[raw.start as usize * letters] = raw.start;
        for tuple in tuples {
            if tuple.len() != tracks.len() {
                return Err(Error::Tracks(format!(
                    "{tuple:?} does not fit the tracks {tracks:?}"
                )));
            }
            let mut at = raw.start;
            for letter in word_of(numeration, tuple) {
                let slot = at as usize * letters + letter;
                if raw.next[slot] == DEAD {
                    raw.next[slot] = state(&mut raw);
                }
                at = raw.next[slot];
            }
            raw.accept[at as usize] = true;
        }
        budget.grow("finite set", raw.accept.len(), letters * 4)?;
        Ok(Self {
            numeration: numeration.clone(),
            tracks,
            dfa: raw.minimise(),
        })
    }

    /// The numeration in which the tuples are read.
    #[must_use]
    pub fn numeration(&self) -> &Arc<Numeration> {
        &self.numeration
    }

    /// The tracks, alphabetically.
    #[must_use]
    pub fn tracks(&self) -> &[Track] {
        &self.tracks
    }

    /// The automaton.
    #[must_use]
    pub fn dfa(&self) -> &Dfa {
        &self.dfa
    }

    /// Live states of the minimal automaton.
    #[must_use]
    pub fn states(&self) -> usize {
        self.dfa.states()
    }

    /// Whether no tuple belongs to the relation.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.dfa.states() == 0
    }

    /// Whether the tuple, given in the alphabetical order of the tracks, belongs to the relation.
    #[must_use]
    pub fn contains(&self, tuple: &[u64]) -> bool {
        if tuple.len() != self.tracks.len() {
            return false;
        }
        let largest = tuple.iter().copied().max().unwrap_or(0);
        let mut left = tuple.to_vec();
        let mut state = self.dfa.start();
        for &weight in self.numeration.weights_up_to(largest) {
            let letter = left.iter_mut().fold(0, |letter, left| {
                letter * self.numeration.digits() + usize::from(greedy_digit(left, weight))
            });
            state = self.dfa.step(state, letter);
            if state == DEAD {
                return false;
            }
        }
        self.dfa.accepts(state)
    }

    pub(crate) fn contains_word(&self, word: impl IntoIterator<Item = usize>) -> bool {
        let end = word.into_iter().fold(self.dfa.start(), |state, letter| {
            self.dfa.step(state, letter)
        });
        self.dfa.accepts(end)
    }

    /// Tuples in both. Tracks that only one side has are unrestricted on the other (a join).
    ///
    /// # Errors
    /// Different numerations, too many tracks together, or a budget.
    pub fn and(&self, other: &Self, budget: &Budget<'_>) -> Result<Self> {
        self.product(other, Op::And, budget)
    }

    /// Tuples in one or the other; tracks that only one side has are unrestricted there.
    ///
    /// # Errors
    /// As for [`Rel::and`].
    pub fn or(&self, other: &Self, budget: &Budget<'_>) -> Result<Self> {
        let (left, right) = self.on_common_tracks(other, budget)?;
        left.product(&right, Op::Or, budget)
    }

    /// Tuples in `self` and not in `other`.
    ///
    /// # Errors
    /// As for [`Rel::and`].
    pub fn minus(&self, other: &Self, budget: &Budget<'_>) -> Result<Self> {
        let (left, right) = self.on_common_tracks(other, budget)?;
        left.product(&right, Op::Minus, budget)
    }

    /// All tuples over the same tracks that do not belong to the relation.
    ///
    /// # Errors
    /// A budget.
    pub fn not(&self, budget: &Budget<'_>) -> Result<Self> {
        Self::all(&self.numeration, self.tracks.iter().copied(), budget)?.product(
            self,
            Op::Minus,
            budget,
        )
    }

    fn on_common_tracks(&self, other: &Self, budget: &Budget<'_>) -> Result<(Self, Self)> {
        let widen = |a: &Self, b: &Self| {
            let missing: Vec<Track> = b
                .tracks
                .iter()
                .filter(|t| !a.tracks.contains(t))
                .copied()
                .collect();
            if missing.is_empty() {
                return Ok(a.clone());
            }
            a.and(&Self::all(&a.numeration, missing, budget)?, budget)
        };
        Ok((widen(self, other)?, widen(other, self)?))
    }

    fn product(&self, other: &Self, op: Op, budget: &Budget<'_>) -> Result<Self> {
        if self.numeration != other.numeration {
            return Err(Error::Tracks("the numerations differ".into()));
        }
        let new = other.tracks.iter().filter(|t| !self.tracks.contains(t));
        let tracks = sorted_tracks(self.tracks.iter().chain(new).copied())?;
        let letters = check_width(&self.numeration, tracks.len())?;
        let digits = self.numeration.digits();
        let in_left = restriction(&tracks, &self.tracks, digits);
        let in_right = restriction(&tracks, &other.tracks, digits);
        let (a, b) = (&self.dfa, &other.dfa);
        let possible = |l: u32, r: u32| match op {
            Op::And => l != DEAD && r != DEAD,
            Op::Minus => l != DEAD,
            Op::Or => l != DEAD || r != DEAD,
        };
        if !possible(a.start(), b.start()) {
            return Ok(Self {
                numeration: self.numeration.clone(),
                tracks,
                dfa: Dfa::empty(letters),
            });
        }
        let raw = explore(
            letters,
            &mut Interner::new(),
            &[a.start(), b.start()],
            |states, bytes| budget.grow("product", states, bytes),
            |key| {
                let (l, r) = (a.accepts(key[0]), b.accepts(key[1]));
                match op {
                    Op::And => l && r,
                    Op::Or => l || r,
                    Op::Minus => l && !r,
                }
            },
            |key, letter, out| {
                let to = [
                    a.step(key[0], in_left[letter]),
                    b.step(key[1], in_right[letter]),
                ];
                out.extend(to);
                possible(to[0], to[1])
            },
        )?;
        Ok(Self {
            numeration: self.numeration.clone(),
            tracks,
            dfa: raw.minimise(),
        })
    }

    /// Tuples in `self` and in all of `others`, in one exploration: none of the partial products is ever built.
    ///
    /// # Errors
    /// As for [`Rel::and`].
    pub fn and_all(&self, others: &[&Self], budget: &Budget<'_>) -> Result<Self> {
        let all: Vec<&Self> = std::iter::once(self)
            .chain(others.iter().copied())
            .collect();
        if all.iter().any(|rel| rel.numeration != self.numeration) {
            return Err(Error::Tracks("the numerations differ".into()));
        }
        let mut names: Vec<Track> = all
            .iter()
            .flat_map(|rel| rel.tracks.iter().copied())
            .collect();
        names.sort_unstable();
        names.dedup();
        let letters = check_width(&self.numeration, names.len())?;
        let digits = self.numeration.digits();
        let views: Vec<Vec<usize>> = all
            .iter()
            .map(|rel| restriction(&names, &rel.tracks, digits))
            .collect();
        if all.iter().any(|rel| rel.is_empty()) {
            return Ok(Self {
                numeration: self.numeration.clone(),
                tracks: names,
                dfa: Dfa::empty(letters),
            });
        }
        let start: Vec<u32> = all.iter().map(|rel| rel.dfa.start()).collect();
        let raw = explore(
            letters,
            &mut Interner::new(),
            &start,
            |states, bytes| budget.grow("product", states, bytes),
            |key| key.iter().zip(&all).all(|(&q, rel)| rel.dfa.accepts(q)),
            |key, letter, out| {
                for ((&q, rel), view) in key.iter().zip(&all).zip(&views) {
                    match rel.dfa.step(q, view[letter]) {
                        DEAD => return false,
                        to => out.push(to),
                    }
                }
                true
            },
        )?;
        Ok(Self {
            numeration: self.numeration.clone(),
            tracks: names,
            dfa: raw.minimise(),
        })
    }

    /// ∃ track: the tuples that some value of the track completes.
    ///
    /// Witnesses may be longer than the other components: the initial subset is closed under letters that are 0
    /// on all remaining tracks.
    ///
    /// # Errors
    /// [`Error::Tracks`] when there is no such track, or a budget.
    pub fn exists(&self, track: Track, budget: &Budget<'_>) -> Result<Self> {
        let Some(place) = self.tracks.iter().position(|&t| t == track) else {
            return Err(Error::Tracks(format!(
                "no track {track} in {:?}",
                self.tracks
            )));
        };
        let mut tracks = self.tracks.clone();
        tracks.remove(place);
        let digits = self.numeration.digits();
        let letters = check_width(&self.numeration, tracks.len())?;
        let mut readings = vec![Vec::new(); letters];
        for (wide, &narrow) in restriction(&self.tracks, &tracks, digits)
            .iter()
            .enumerate()
        {
            readings[narrow].push(wide);
        }
        let dfa = determinise(&self.dfa, &readings, budget)?;
        Ok(Self {
            numeration: self.numeration.clone(),
            tracks,
            dfa,
        })
    }

    /// The same relation with tracks renamed by `pairs` (old, new), all at once; exchanging two names is allowed.
    ///
    /// # Errors
    /// [`Error::Tracks`] when an old name is missing or names collide.
    pub fn rename(&self, pairs: &[(Track, Track)]) -> Result<Self> {
        if let Some((old, _)) = pairs.iter().find(|(old, _)| !self.tracks.contains(old)) {
            return Err(Error::Tracks(format!(
                "no track {old} in {:?}",
                self.tracks
            )));
        }
        let renamed: Vec<Track> = self
            .tracks
            .iter()
            .map(|t| {
                pairs
                    .iter()
                    .find(|(old, _)| old == t)
                    .map_or(*t, |&(_, new)| new)
            })
            .collect();
        let tracks = sorted_tracks(renamed.iter().copied())?;
        // For every letter over the new order, the letter over the old one.
        let from = restriction(&tracks, &renamed, self.numeration.digits());
        Ok(Self {
            numeration: self.numeration.clone(),
            tracks,
            dfa: self.dfa.with_letters(&from),
        })
    }

    /// Whether every tuple of `self` is one of `other` (same tracks).
    ///
    /// # Errors
    /// As for [`Rel::and`].
    pub fn is_subset_of(&self, other: &Self, budget: &Budget<'_>) -> Result<bool> {
        Ok(self.minus(other, budget)?.is_empty())
    }

    /// Reads the relation as a statement about a single value: keeps `track` and projects all others away.
    ///
    /// # Errors
    /// As for [`Rel::exists`].
    pub fn only(&self, track: Track, budget: &Budget<'_>) -> Result<Self> {
        let others: Vec<Track> = self
            .tracks
            .iter()
            .filter(|&&t| t != track)
            .copied()
            .collect();
        others
            .iter()
            .try_fold(self.clone(), |rel, &other| rel.exists(other, budget))
    }

    /// Whether adding or removing leading zeros never changes acceptance, as every relation must have it.
    pub(crate) fn ignores_leading_zeros(&self) -> bool {
        self.is_empty() || self.dfa.step(self.dfa.start(), 0) == self.dfa.start()
    }
}

/// The letters of a tuple, most significant first.
pub(crate) fn word_of(numeration: &Numeration, tuple: &[u64]) -> Vec<usize> {
    let words: Vec<Vec<u8>> = tuple
        .iter()
        .map(|&value| numeration.digits_of(value))
        .collect();
    letters_of(numeration.digits(), &words)
}

/// Pads the words to one length and reads them in parallel.
pub(crate) fn letters_of(digits: usize, words: &[Vec<u8>]) -> Vec<usize> {
    let length = words.iter().map(Vec::len).max().unwrap_or(0);
    let digit = |word: &Vec<u8>, i: usize| {
        (i + word.len())
            .checked_sub(length)
            .map_or(0, |at| usize::from(word[at]))
    };
    (0..length)
        .map(|i| {
            words
                .iter()
                .fold(0, |letter, word| letter * digits + digit(word, i))
        })
        .collect()
}

/// The subset automaton of `dfa` when each letter may be read in several ways.
fn determinise(dfa: &Dfa, readings: &[Vec<usize>], budget: &Budget<'_>) -> Result<Dfa> {
    let letters = readings.len();
    if dfa.states() == 0 {
        return Ok(Dfa::empty(letters));
    }
    let mut seen = vec![0u64; dfa.states() + 1];
    let mut stamp = 0u64;
    let mut subset_step = |from: &[u32], ways: &[usize], out: &mut Vec<u32>| {
        stamp += 1;
        for &state in from {
            let row = dfa.row(state);
            for &letter in ways {
                let to = row[letter];
                if to != DEAD && std::mem::replace(&mut seen[to as usize], stamp) != stamp {
                    out.push(to);
                }
            }
        }
        out.sort_unstable();
        !out.is_empty()
    };
    let mut start = vec![dfa.start()];
    loop {
        let mut wider = start.clone();
        subset_step(&start, &readings[0], &mut wider);
        wider.sort_unstable();
        wider.dedup();
        if wider == start {
            break;
        }
        start = wider;
    }
    let raw = explore(
        letters,
        &mut Interner::new(),
        &start,
        |states, bytes| budget.grow("projection", states, bytes),
        |key| key.iter().any(|&q| dfa.accepts(q)),
        |key, letter, out| subset_step(key, &readings[letter], out),
    )?;
    Ok(raw.minimise())
}
