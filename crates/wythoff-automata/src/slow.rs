//! The slow twin: determinisation and minimisation by other means, as judge of the fast ones.
//!
//! Determinisation by sets of states in a map; minimisation by reversing and determinising twice (Brzozowski 1962).
//! Nothing is shared with the fast code but the automaton type.

use std::collections::{BTreeMap, BTreeSet};

use crate::dfa::{DEAD, Dfa, Raw, canonical};

/// A nondeterministic automaton as plain sets.
struct Nfa {
    letters: usize,
    starts: BTreeSet<u32>,
    accept: BTreeSet<u32>,
    edges: BTreeSet<(u32, usize, u32)>,
}

impl Nfa {
    fn of(dfa: &Raw) -> Self {
        let mut nfa = Self {
            letters: dfa.letters,
            starts: BTreeSet::new(),
            accept: BTreeSet::new(),
            edges: BTreeSet::new(),
        };
        nfa.starts.extend(Some(dfa.start).filter(|&q| q != DEAD));
        for state in 1..dfa.accept.len() {
            if dfa.accept[state] {
                nfa.accept.insert(state as u32);
            }
            for letter in 0..dfa.letters {
                let to = dfa.next[state * dfa.letters + letter];
                if to != DEAD {
                    nfa.edges.insert((state as u32, letter, to));
                }
            }
        }
        nfa
    }

    fn reversed(&self) -> Self {
        Self {
            letters: self.letters,
            starts: self.accept.clone(),
            accept: self.starts.clone(),
            edges: self
                .edges
                .iter()
                .map(|&(from, letter, to)| (to, letter, from))
                .collect(),
        }
    }

    fn determinised(&self) -> Raw {
        let mut raw = Raw::new(self.letters);
        if self.starts.is_empty() {
            return raw;
        }
        let mut by_source: BTreeMap<(u32, usize), Vec<u32>> = BTreeMap::new();
        for &(from, letter, to) in &self.edges {
            by_source.entry((from, letter)).or_default().push(to);
        }
        let mut order = vec![self.starts.clone()];
        let mut number: BTreeMap<BTreeSet<u32>, u32> = BTreeMap::from([(self.starts.clone(), 1)]);
        raw.start = 1;
        let mut at = 0;
        while at < order.len() {
            let here = order[at].clone();
            raw.accept.push(!here.is_disjoint(&self.accept));
            for letter in 0..self.letters {
                let after: BTreeSet<u32> = here
                    .iter()
                    .filter_map(|&q| by_source.get(&(q, letter)))
                    .flatten()
                    .copied()
                    .collect();
                if after.is_empty() {
                    raw.next.push(DEAD);
                    continue;
                }
                let fresh = order.len() as u32 + 1;
                let state = *number.entry(after.clone()).or_insert_with(|| {
                    order.push(after);
                    fresh
                });
                raw.next.push(state);
            }
            at += 1;
        }
        raw
    }
}

/// The minimal automaton by reversing and determinising twice.
pub(crate) fn minimise(raw: &Raw) -> Dfa {
    let reversed = Nfa::of(raw).reversed().determinised();
    let twice = Nfa::of(&reversed).reversed().determinised();
    canonical(&twice)
}

/// The projection of a relation's automaton: letter `a` of the result may be read as any of `readings[a]`.
pub(crate) fn project(dfa: &Dfa, readings: &[Vec<usize>]) -> Dfa {
    let whole = Nfa::of(&dfa.raw());
    let mut nfa = Nfa {
        letters: readings.len(),
        edges: BTreeSet::new(),
        ..whole
    };
    for &(from, wide, to) in &Nfa::of(&dfa.raw()).edges {
        for (narrow, ways) in readings.iter().enumerate() {
            if ways.contains(&wide) {
                nfa.edges.insert((from, narrow, to));
            }
        }
    }
    // Longer witnesses: start wherever letters read as 0 can lead.
    loop {
        let more: Vec<u32> = nfa
            .edges
            .iter()
            .filter(|&&(from, letter, to)| {
                letter == 0 && nfa.starts.contains(&from) && !nfa.starts.contains(&to)
            })
            .map(|&(_, _, to)| to)
            .collect();
        if more.is_empty() {
            break;
        }
        nfa.starts.extend(more);
    }
    minimise(&nfa.determinised())
}

/// A small linear congruential generator: the same automata in every run.
pub(crate) struct Random(pub u64);

impl Random {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, Numeration, Rel};

    fn random_raw(random: &mut Random) -> Raw {
        let (letters, states) = (1 + random.below(4), 2 + random.below(12));
        let mut raw = Raw::new(letters);
        raw.start = 1;
        for _ in 1..states {
            raw.accept.push(random.below(3) == 0);
            let row = (0..letters)
                .map(|_| random.below(states) as u32)
                .collect::<Vec<_>>();
            raw.next.extend(row);
        }
        raw
    }

    /// Only the reachable part, as the fast minimiser expects.
    fn reachable(raw: &Raw) -> Raw {
        canonical(raw).raw()
    }

    #[test]
    fn minimisation_agrees() {
        let mut random = Random(1);
        let mut sizes = BTreeSet::new();
        for _ in 0..3000 {
            let raw = random_raw(&mut random);
            let slow = minimise(&raw);
            assert_eq!(reachable(&raw).minimise(), slow);
            sizes.insert(slow.states());
        }
        assert!(
            sizes.len() > 8,
            "the sample has automata of many sizes: {sizes:?}"
        );
    }

    #[test]
    fn projection_agrees() {
        let budget = Budget::default();
        let fibonacci = Numeration::zeckendorf().unwrap();
        let mut random = Random(2);
        for _ in 0..200 {
            let coefficients: Vec<i64> = (0..3).map(|_| random.below(7) as i64 - 3).collect();
            let terms = [
                ('x', coefficients[0]),
                ('y', coefficients[1]),
                ('z', coefficients[2]),
            ];
            let rel =
                Rel::linear(&fibonacci, &terms, &[random.below(9) as i64 - 4], &budget).unwrap();
            for (track, place) in [('x', 2), ('y', 1), ('z', 0)] {
                let narrow = |wide: usize| {
                    let bits: Vec<usize> = (0..3)
                        .filter(|&i| i != place)
                        .map(|i| wide >> i & 1)
                        .collect();
                    bits[0] | bits[1] << 1
                };
                let readings: Vec<Vec<usize>> = (0..4)
                    .map(|a| (0..8).filter(|&wide| narrow(wide) == a).collect())
                    .collect();
                assert_eq!(
                    rel.exists(track, &budget).unwrap().dfa(),
                    &project(rel.dfa(), &readings)
                );
            }
        }
    }
}
