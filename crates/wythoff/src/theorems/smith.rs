//! Smith's remoteness \[Smith1966\], as its formal version states it.
//!
//! An impartial game there is positions, a finite set of moves from each, and a rank that every move
//! lowers. Judged is the valuation that this library computes with, by the reference on explicit graphs.

use std::collections::BTreeSet;

use super::digraphs::{Digraph, Random, VERTICES, at_vertex, over_all, random};
use super::run::Run;
use super::walk::{Counterexample, Walk};
use super::{Theorem, Verdict};
use crate::error::Error;
use crate::reference::Reference;
use crate::rules::{Convention, Graph, Ruleset, cell};
use crate::values::{Outcome, OutcomeValue, RemotenessValue};

const PAPER: &str = "Smith1966";

const ALL: &str = "all 32768 digraphs on six vertices";

const RANDOM: &str = "400 random digraphs of up to 200 vertices, options listed repeatedly, seed 1; --size N: N digraphs; --seed";

pub(super) const THEOREMS: &[Theorem] = &[
    Theorem {
        name: "remoteness-recursion",
        paper: PAPER,
        source: "recursion for Smith's remoteness",
        statement: "R is 1 + the least even, else 1 + the greatest element of the set of the options' remotenesses, and 0 if it is empty",
        range: ALL,
        expected: Verdict::Held,
        check: recursion,
    },
    Theorem {
        name: "remoteness-vanishes-at-terminals",
        paper: PAPER,
        source: "remoteness vanishes at terminal positions",
        statement: "R = 0 at positions without moves, and only there",
        range: ALL,
        expected: Verdict::Held,
        check: vanishes,
    },
    Theorem {
        name: "remoteness-even-at-p",
        paper: PAPER,
        source: "Smith's remoteness function",
        statement: "R is even exactly at P-positions",
        range: ALL,
        expected: Verdict::Held,
        check: even_at_p,
    },
    Theorem {
        name: "remoteness-lowers-by-one",
        paper: PAPER,
        source: "Smith's remoteness function",
        statement: "every position with moves has one that lowers R by exactly one",
        range: ALL,
        expected: Verdict::Held,
        check: lowers_by_one,
    },
    Theorem {
        name: "remoteness-is-length-of-play",
        paper: PAPER,
        source: "Smith's remoteness function",
        statement: "R is the length of play when the winner only makes winning moves and hurries and the loser delays",
        range: ALL,
        expected: Verdict::Held,
        check: length_of_play,
    },
    Theorem {
        name: "remoteness-of-repeated-options",
        paper: PAPER,
        source: "recursion, on the set of values",
        statement: "listing an option more than once changes nothing",
        range: RANDOM,
        expected: Verdict::Held,
        check: repeated_options,
    },
    Theorem {
        name: "rank-bounds-play",
        paper: PAPER,
        source: "impartial game: rank",
        statement: "a rank that every move lowers bounds the length of play, and R with it; a game with a cycle has none",
        range: RANDOM,
        expected: Verdict::Held,
        check: rank_bounds_play,
    },
];

/// Walks the vertices of all digraphs on six vertices.
fn over_vertices(
    run: &Run<'_>,
    check: impl Fn(&Digraph, &[u32; VERTICES], usize) -> bool + Sync,
) -> Result<Walk, Error> {
    over_all(run, |number, graph, walk| {
        let remoteness = graph.remoteness(Convention::Normal);
        for v in 0..VERTICES {
            walk.see(u64::from(remoteness[v]));
            walk.require(check(graph, &remoteness, v), || {
                at_vertex(number, v, "", format!("R = {}", remoteness[v]))
            });
        }
    })
}

/// The recursion word for word, on a set.
fn of_set(options: &BTreeSet<u32>) -> u32 {
    if let Some(least) = options.iter().find(|r| *r % 2 == 0) {
        return 1 + least;
    }
    options.last().map_or(0, |greatest| 1 + greatest)
}

fn recursion(run: &Run<'_>) -> Result<Walk, Error> {
    over_vertices(run, |graph, remoteness, v| {
        of_set(&graph.from(v).map(|u| remoteness[u]).collect()) == remoteness[v]
    })
}

fn vanishes(run: &Run<'_>) -> Result<Walk, Error> {
    over_vertices(run, |graph, remoteness, v| {
        (remoteness[v] == 0) == (graph.options[v] == 0)
    })
}

/// Whether each vertex is P, from that definition alone.
fn p_vertices(graph: &Digraph) -> [bool; VERTICES] {
    graph.values(false, |is_p, v| !graph.from(v).any(|u| is_p[u]))
}

fn even_at_p(run: &Run<'_>) -> Result<Walk, Error> {
    over_vertices(run, |graph, remoteness, v| {
        remoteness[v].is_multiple_of(2) == p_vertices(graph)[v]
    })
}

fn lowers_by_one(run: &Run<'_>) -> Result<Walk, Error> {
    over_vertices(run, |graph, remoteness, v| {
        graph.options[v] == 0 || graph.from(v).any(|u| remoteness[u] + 1 == remoteness[v])
    })
}

fn length_of_play(run: &Run<'_>) -> Result<Walk, Error> {
    over_vertices(run, |graph, remoteness, v| {
        let is_p = p_vertices(graph);
        let length = graph.values(0, |length, v| {
            let after = |u: usize| length[u] + 1;
            if is_p[v] {
                graph.from(v).map(after).max().unwrap_or(0)
            } else {
                graph
                    .from(v)
                    .filter(|&u| is_p[u])
                    .map(after)
                    .min()
                    .unwrap_or(0)
            }
        });
        length[v] == remoteness[v]
    })
}

/// Walks random graphs: an instance is a vertex.
fn over_random(
    run: &Run<'_>,
    check: impl Fn(&[Vec<usize>], &mut dyn FnMut(usize, u32, bool)) -> Result<(), Error> + Sync,
) -> Result<Walk, Error> {
    let numbers: Vec<u64> = (0..run.size(400)).collect();
    let (mut walk, _) = run.over(&numbers, |&number, walk| {
        let mut generator = Random::new(run.settings.seed ^ number.rotate_left(32));
        let graph = random(&mut generator, 200);
        check(&graph, &mut |v, value, holds| {
            walk.see(u64::from(value));
            walk.require(holds, || Counterexample {
                parameters: format!("seed {}", run.settings.seed),
                at: vec![format!("random digraph {number}"), format!("vertex {v}")],
                found: format!("value {value}"),
            });
        })
    })?;
    walk.measure("seed", run.settings.seed);
    Ok(walk)
}

/// The graph of a ruleset, and of its mirror with every option once.
fn as_rules(options: &[Vec<usize>], once: bool) -> Result<Graph, Error> {
    let names: Vec<String> = (0..options.len()).map(|v| v.to_string()).collect();
    let vertices = names.iter().map(|name| (name.as_str(), None));
    let edges = options.iter().enumerate().flat_map(|(v, targets)| {
        let mut targets = targets.clone();
        if once {
            targets.sort_unstable();
            targets.dedup();
        }
        let names = &names;
        targets
            .into_iter()
            .map(move |u| (names[v].as_str(), Some(names[u].as_str())))
    });
    Graph::from_edges(vertices.chain(edges))
}

/// A ruleset whose options may be listed more than once.
struct Repeating<'g>(&'g [Vec<usize>]);

impl Ruleset for Repeating<'_> {
    type Position = usize;

    fn options_into(&self, from: &usize, options: &mut Vec<usize>) -> Result<(), Error> {
        options.extend(&self.0[*from]);
        Ok(())
    }

    fn rank(&self, at: &usize) -> u128 {
        *at as u128
    }
}

fn repeated_options(run: &Run<'_>) -> Result<Walk, Error> {
    over_random(run, |graph, see| {
        let budget = &run.budget;
        for convention in [Convention::Normal, Convention::Misere] {
            let valuation = RemotenessValue(convention);
            let mut repeating = Reference::new(Repeating(graph), valuation);
            let mut once = Reference::new(as_rules(graph, true)?, valuation);
            let mut outcomes = Reference::new(as_rules(graph, false)?, OutcomeValue(convention));
            for v in 0..graph.len() {
                let at = cell(&[v as u64]);
                let value = repeating.value(&v, budget)?;
                let is_p = outcomes.value(&at, budget)? == Outcome::P;
                let holds = once.value(&at, budget)? == value
                    && (valuation.outcome(value) == Outcome::P) == (is_p);
                // A misère terminal position is N though its remoteness is 0, even like other N.
                see(v, value, holds);
            }
        }
        Ok(())
    })
}

fn rank_bounds_play(run: &Run<'_>) -> Result<Walk, Error> {
    over_random(run, |graph, see| {
        let rules = as_rules(graph, true)?;
        let mut remoteness = Reference::new(&rules, RemotenessValue(Convention::Normal));
        for v in 0..graph.len() {
            let at = cell(&[v as u64]);
            let rank = rules.rank(&at);
            let options = rules.options(&at)?;
            let lowers = options.iter().all(|option| rules.rank(option) < rank);
            let value = remoteness.value(&at, &run.budget)?;
            see(v, value, lowers && u128::from(value) <= rank);
        }
        // An edge back from a vertex to the one it came from makes a cycle.
        if let Some((v, targets)) = graph.iter().enumerate().find(|(_, t)| !t.is_empty()) {
            let (from, to) = (v.to_string(), targets[0].to_string());
            let cyclic = [(from.as_str(), Some(to.as_str())), (&to, Some(&from))];
            see(v, 0, Graph::from_edges(cyclic).is_err());
        }
        Ok(())
    })
}
