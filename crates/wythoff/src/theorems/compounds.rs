//! Playing several games at once [Conway1976, chapter 14; WinningWays, chapter 9].
//!
//! Values of components give the outcome of a compound: remoteness of conjunctive compounds that end
//! with their first component, suspense of those that end with their last, and component outcomes of selective
//! ones. The compounds themselves are valued position by position, from the rules of the compound.
//! Instances are triples of random graphs, each with every triple of vertices.

use super::digraphs::{Random, random};
use super::run::Run;
use super::walk::{Counterexample, Walk};
use super::{Theorem, Verdict};
use crate::error::Error;
use crate::reference::Reference;
use crate::rules::{Convention, Ruleset, SumKind};
use crate::values::{Outcome, OutcomeValue, RemotenessValue, SuspenseValue, Valuation};

const PAPER: &str = "WinningWays";

const RANGE: &str = "60 triples of random digraphs of up to 6 vertices, normal and misere, seed 1; --size N: N triples; --seed";

pub(super) const THEOREMS: &[Theorem] = &[
    Theorem {
        name: "conjunctive-short-rule",
        paper: PAPER,
        source: "chapter 9; Smith1966",
        statement: "when play ends with the first component, the remoteness is the least of the components', in normal and misere play",
        range: RANGE,
        expected: Verdict::Held,
        check: conjunctive_short,
    },
    Theorem {
        name: "conjunctive-long-rule",
        paper: PAPER,
        source: "chapter 9; Smith1966",
        statement: "when play ends with the last component, the next player wins by the parity of the greatest suspense number",
        range: RANGE,
        expected: Verdict::Held,
        check: conjunctive_long,
    },
    Theorem {
        name: "conjunctive-long-rule-by-remoteness",
        paper: PAPER,
        source: "chapter 9 (misreading)",
        statement: "the same with the greatest remoteness in place of the greatest suspense number",
        range: RANGE,
        expected: Verdict::Refuted,
        check: conjunctive_long_by_remoteness,
    },
    Theorem {
        name: "selective-rule",
        paper: PAPER,
        source: "chapter 9; Smith1966",
        statement: "moving in any number of components, play ending with the last: N in normal play when some component is N; in misere play too while two or more have moves, else as the one that has",
        range: RANGE,
        expected: Verdict::Held,
        check: selective,
    },
];

/// Three graphs played at once.
struct Compound<'g> {
    graphs: &'g [Vec<Vec<usize>>; 3],
    kind: SumKind,
}

impl Ruleset for Compound<'_> {
    type Position = [usize; 3];

    fn options_into(&self, from: &[usize; 3], options: &mut Vec<[usize; 3]>) -> Result<(), Error> {
        let own = |i: usize| self.graphs[i][from[i]].iter().copied();
        let ended = [0, 1, 2].map(|i| own(i).next().is_none());
        if self.kind == SumKind::Conjunctive && ended.contains(&true) {
            return Ok(());
        }
        // In each component: every option, or staying where the kind of compound allows it.
        let choices = [0, 1, 2].map(|i| {
            let stays = self.kind == SumKind::Selective || ended[i];
            own(i).chain(stays.then_some(from[i])).collect::<Vec<_>>()
        });
        for &u in &choices[0] {
            for &v in &choices[1] {
                for &w in &choices[2] {
                    if [u, v, w] != *from {
                        options.push([u, v, w]);
                    }
                }
            }
        }
        Ok(())
    }

    fn rank(&self, at: &[usize; 3]) -> u128 {
        at.iter().map(|&v| v as u128).sum()
    }
}

/// What a claim may look at: one triple of positions under one convention.
struct Instance<'g> {
    graphs: &'g [Vec<Vec<usize>>; 3],
    at: [usize; 3],
    convention: Convention,
    remoteness: [u32; 3],
    suspense: [u32; 3],
    /// Of the compound.
    outcome: Outcome,
    length: u32,
}

impl Instance<'_> {
    fn alive(&self) -> impl Iterator<Item = usize> {
        (0..3).filter(|&i| !self.graphs[i][self.at[i]].is_empty())
    }

    /// The outcome that a parity tells under the convention.
    fn told_by(&self, value: u32) -> Outcome {
        RemotenessValue(self.convention).outcome(value)
    }

    fn is_n(&self, i: usize, convention: Convention, normal: &[u32; 3]) -> bool {
        let remoteness = match convention {
            Convention::Normal => normal[i],
            Convention::Misere => self.remoteness[i],
        };
        let ended = self.graphs[i][self.at[i]].is_empty();
        match (ended, convention) {
            (true, Convention::Normal) => false,
            (true, Convention::Misere) => true,
            _ => RemotenessValue(convention).outcome(remoteness) == Outcome::N,
        }
    }
}

/// Values of the vertices of a graph, options having smaller numbers.
fn vertex_values<V: Valuation<Value = u32>>(graph: &[Vec<usize>], valuation: &V) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::with_capacity(graph.len());
    for options in graph {
        let value = valuation.of_options(options.iter().map(|&u| values[u]));
        values.push(value);
    }
    values
}

fn over_triples(
    run: &Run<'_>,
    kind: SumKind,
    claim: impl Fn(&Instance<'_>, &[u32; 3]) -> bool + Sync,
) -> Result<Walk, Error> {
    let numbers: Vec<u64> = (0..run.size(60)).collect();
    let (mut walk, _) = run.over(&numbers, |&number, walk| {
        let mut generator = Random::new(run.settings.seed ^ number.rotate_left(32));
        let graphs = [(); 3].map(|()| random(&mut generator, 6));
        for convention in [Convention::Normal, Convention::Misere] {
            let values = |i: usize, at: usize| {
                let graph = &graphs[i];
                [
                    vertex_values(graph, &RemotenessValue(convention))[at],
                    vertex_values(graph, &SuspenseValue(convention))[at],
                    vertex_values(graph, &RemotenessValue(Convention::Normal))[at],
                ]
            };
            let compound = || Compound {
                graphs: &graphs,
                kind,
            };
            let mut outcomes = Reference::new(compound(), OutcomeValue(convention));
            let mut lengths = Reference::new(compound(), RemotenessValue(convention));
            let sizes = [0, 1, 2].map(|i| graphs[i].len());
            for index in 0..sizes.iter().product() {
                let at = [
                    index / (sizes[1] * sizes[2]),
                    index / sizes[2] % sizes[1],
                    index % sizes[2],
                ];
                let own = [0, 1, 2].map(|i| values(i, at[i]));
                let instance = Instance {
                    graphs: &graphs,
                    at,
                    convention,
                    remoteness: own.map(|v| v[0]),
                    suspense: own.map(|v| v[1]),
                    outcome: outcomes.value(&at, &run.budget)?,
                    length: lengths.value(&at, &run.budget)?,
                };
                walk.see(u64::from(instance.length));
                walk.require(claim(&instance, &own.map(|v| v[2])), || Counterexample {
                    parameters: format!("{}, seed {}", convention.word(), run.settings.seed),
                    at: vec![format!("triple {number}"), format!("vertices {at:?}")],
                    found: format!(
                        "{}, remoteness {:?}, suspense {:?}",
                        instance.outcome, instance.remoteness, instance.suspense
                    ),
                });
            }
        }
        Ok(())
    })?;
    walk.measure("seed", run.settings.seed);
    Ok(walk)
}

fn conjunctive_short(run: &Run<'_>) -> Result<Walk, Error> {
    over_triples(run, SumKind::Conjunctive, |instance, _| {
        instance.remoteness.iter().min() == Some(&instance.length)
    })
}

fn conjunctive_long(run: &Run<'_>) -> Result<Walk, Error> {
    over_triples(run, SumKind::ConjunctiveLong, |instance, _| {
        let greatest = instance.suspense.iter().max().copied().unwrap_or(0);
        instance.told_by(greatest) == instance.outcome
    })
}

fn conjunctive_long_by_remoteness(run: &Run<'_>) -> Result<Walk, Error> {
    over_triples(run, SumKind::ConjunctiveLong, |instance, _| {
        let greatest = instance.remoteness.iter().max().copied().unwrap_or(0);
        instance.told_by(greatest) == instance.outcome
    })
}

fn selective(run: &Run<'_>) -> Result<Walk, Error> {
    over_triples(run, SumKind::Selective, |instance, normal| {
        let alive: Vec<usize> = instance.alive().collect();
        let some_n = (0..3).any(|i| instance.is_n(i, Convention::Normal, normal));
        let next_wins = match (instance.convention, alive[..].first()) {
            (Convention::Misere, None) => true,
            (Convention::Misere, Some(&only)) if alive.len() == 1 => {
                instance.is_n(only, Convention::Misere, normal)
            }
            _ => some_n,
        };
        (instance.outcome == Outcome::N) == next_wins
    })
}
