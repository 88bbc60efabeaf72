//! Grundy values of graphs with cycles, as Smith and Fraenkel with Perl define them.
//!
//! The value of a vertex is a number, or ∞(K) where K is the set of numbers among the values of its
//! options. A vertex v plays like a heap of n exactly when its value is n: v + heap n is then P. When it is
//! ∞(K), v + heap n is N for n in K and a draw otherwise; a sum of two vertices with ∞ is a draw [Smith1966,
//! FraenkelPerl1975].
//!
//! Numbers are given out from 0 on. In round n, among the vertices without a number, one gets n when no
//! option has n and every option without a number has itself an option with n; again and again until no
//! vertex does. Then the vertices without a number that have no option with n can never have one: ∞. The
//! others wait for round n + 1. Vertices from which no cycle can be reached have their usual value, so
//! the rounds run only over the rest.
//!
//! Cost: a look at the edges of the rest in every round. Judge: `tests/graphs.rs`, by sums with heaps.

use std::fmt;

use super::reversed::Reversed;
use super::{ENDLESS, OFTEN};
use crate::budget::Budget;
use crate::error::Error;
use crate::rules::Graph;
use crate::values::mex;

/// A Grundy value where play need not end.
///
/// ```
/// use wythoff::graph_solver::GrundyOrLoop;
/// assert_eq!(GrundyOrLoop::Infinite(vec![0, 2]).to_string(), "∞(0,2)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum GrundyOrLoop {
    /// A number, as if play ended.
    Number(u32),
    /// ∞(K): none, with the numbers among the values of the options.
    Infinite(Vec<u32>),
}

impl fmt::Display for GrundyOrLoop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GrundyOrLoop::Number(n) => write!(f, "{n}"),
            GrundyOrLoop::Infinite(set) => {
                let texts: Vec<String> = set.iter().map(u32::to_string).collect();
                write!(f, "∞({})", texts.join(","))
            }
        }
    }
}

/// The ∞(K) of a vertex, from the values of its options.
pub(super) fn infinite(graph: &Graph, values: &[u32], vertex: usize) -> GrundyOrLoop {
    let options = graph.targets_of(vertex).iter();
    let mut set: Vec<u32> = options
        .map(|&t| values[t as usize])
        .filter(|&value| value != ENDLESS)
        .collect();
    set.sort_unstable();
    set.dedup();
    GrundyOrLoop::Infinite(set)
}

/// How far a vertex has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Its number is known.
    Number,
    /// No number yet.
    Waiting,
    /// Never a number.
    Infinite,
}

/// What the rounds know; vertices with usual values are in the state `Number` from the beginning.
struct Rounds<'g> {
    reversed: &'g Reversed,
    values: Vec<u32>,
    states: Vec<State>,
    /// Options without a number.
    unnumbered: Vec<u32>,
    /// The round, from 1, in which the vertex last was seen to have an option with its number.
    reaches: Vec<u32>,
    /// Of the options without a number, those that do not reach this round's number.
    blocking: Vec<u32>,
}

/// The Grundy numbers of every vertex; [`ENDLESS`] for ∞(K).
pub(super) fn values(
    graph: &Graph,
    reversed: &Reversed,
    budget: &Budget<'_>,
) -> Result<Vec<u32>, Error> {
    let (values, unnumbered, usual) = usual_values(graph, reversed, budget)?;
    let states: Vec<State> = values
        .iter()
        .map(|&value| match value {
            ENDLESS => State::Waiting,
            _ => State::Number,
        })
        .collect();
    let vertices = graph.len();
    let mut rest: Vec<u32> = (0..vertices as u32)
        .filter(|&v| states[v as usize] == State::Waiting)
        .collect();
    let mut by_value = usual;
    by_value.sort_unstable_by_key(|&v| values[v as usize]);
    let mut rounds = Rounds {
        reversed,
        values,
        states,
        unnumbered,
        reaches: vec![0; vertices],
        blocking: vec![0; vertices],
    };
    let (mut number, mut next, mut steps) = (0, 0, 0u128);
    while !rest.is_empty() {
        let from = next;
        while next < by_value.len() && rounds.values[by_value[next] as usize] == number {
            next += 1;
        }
        steps += rest.len() as u128 + graph.edges() as u128 / 8;
        budget.admit_steps(steps, "Grundy values of a graph with cycles")?;
        rounds.round(number, &by_value[from..next], &rest, budget)?;
        rest.retain(|&v| rounds.states[v as usize] == State::Waiting);
        number += 1;
    }
    Ok(rounds.values)
}

impl Rounds<'_> {
    /// Gives out one number; `usual` are the vertices outside the rest that have it.
    fn round(
        &mut self,
        number: u32,
        usual: &[u32],
        rest: &[u32],
        budget: &Budget<'_>,
    ) -> Result<(), Error> {
        for &v in rest {
            self.blocking[v as usize] = self.unnumbered[v as usize];
        }
        // Vertices that have the number: what reaches them is still to be told.
        let mut told: Vec<u32> = usual.to_vec();
        // Vertices that nothing blocks any more, to be looked at again: an option may have the number.
        let mut free: Vec<u32> = Vec::new();
        let mut all_free = rest
            .iter()
            .filter(|&&v| self.unnumbered[v as usize] == 0)
            .copied()
            .collect::<Vec<u32>>();
        let mut work = 0usize;
        loop {
            while let Some(w) = told.pop() {
                for &v in self.reversed.sources_of(w) {
                    self.reach(v, number, &mut free);
                }
                work += 1;
                if work.is_multiple_of(OFTEN) {
                    budget.report(work as u64, None)?;
                }
            }
            free.append(&mut all_free);
            let Some(u) = free.pop() else { break };
            let at = u as usize;
            if self.states[at] == State::Waiting && self.reaches[at] != number + 1 {
                self.states[at] = State::Number;
                self.values[at] = number;
                for &source in self.reversed.sources_of(u) {
                    self.unnumbered[source as usize] -= 1;
                }
                told.push(u);
            }
        }
        for &v in rest {
            let at = v as usize;
            if self.states[at] == State::Waiting && self.reaches[at] != number + 1 {
                self.states[at] = State::Infinite;
            }
        }
        Ok(())
    }

    /// A vertex has an option with the number: it blocks none of its sources any more.
    fn reach(&mut self, v: u32, number: u32, free: &mut Vec<u32>) {
        let at = v as usize;
        if self.states[at] == State::Number || self.reaches[at] == number + 1 {
            return;
        }
        self.reaches[at] = number + 1;
        for &u in self.reversed.sources_of(v) {
            let source = u as usize;
            if self.states[source] == State::Waiting {
                self.blocking[source] -= 1;
                if self.blocking[source] == 0 {
                    free.push(u);
                }
            }
        }
    }
}

/// Usual values, options that have none, and the vertices with usual values.
type Usual = (Vec<u32>, Vec<u32>, Vec<u32>);

/// The values of the vertices from which play always ends; of all others [`ENDLESS`].
fn usual_values(graph: &Graph, reversed: &Reversed, budget: &Budget<'_>) -> Result<Usual, Error> {
    let vertices = graph.len();
    let mut values = vec![ENDLESS; vertices];
    let mut open: Vec<u32> = (0..vertices)
        .map(|v| graph.targets_of(v).len() as u32)
        .collect();
    let mut ending: Vec<u32> = (0..vertices as u32)
        .filter(|&v| open[v as usize] == 0)
        .collect();
    let mut next = 0;
    while let Some(&v) = ending.get(next) {
        let options = graph.targets_of(v as usize).iter();
        values[v as usize] = mex(options.map(|&t| values[t as usize]));
        for &source in reversed.sources_of(v) {
            open[source as usize] -= 1;
            if open[source as usize] == 0 {
                ending.push(source);
            }
        }
        next += 1;
        if next % OFTEN == 0 {
            budget.report(next as u64, Some(vertices as u64))?;
        }
    }
    Ok((values, open, ending))
}
