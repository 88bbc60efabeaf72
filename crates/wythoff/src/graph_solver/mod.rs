//! All values of an explicit digraph at once, with or without cycles.
//!
//! Without cycles: remoteness and Grundy value of every vertex in one pass, each vertex behind its
//! targets. With cycles: who can force the end of play, and how soon, by walking backwards from the
//! ends; what is left over is a draw (D). Grundy values with cycles are those of
//! Smith and of Fraenkel with Perl: a number, or ∞(K).
//!
//! Cost: a fixed number of looks at every edge, but for Grundy values with cycles, where the cyclic part
//! is looked at once a value. Judges: the reference without cycles; with them a plain iteration of the
//! definitions to their fixpoint, and sums with heaps (`tests/graphs.rs`).

mod acyclic;
mod loopy;
mod retrograde;
mod reversed;

use crate::budget::Budget;
use crate::error::{Error, ErrorKind};
use crate::rules::{Convention, Graph};
use crate::values::Outcome;

pub use loopy::GrundyOrLoop;
use reversed::Reversed;

/// Stands for the remoteness of a draw and for a loopy Grundy value.
const ENDLESS: u32 = u32::MAX;
/// Between two looks at the watch.
const OFTEN: usize = 1 << 16;

/// The values of every vertex of a graph under one convention.
///
/// ```
/// use wythoff::budget::Budget;
/// use wythoff::graph_solver::GraphValues;
/// use wythoff::notation::parse_graph;
/// use wythoff::rules::Convention;
/// use wythoff::values::Outcome;
/// let graph = parse_graph("a,b\nb,a\nb,c\nd,d\n", "loops.csv")?;
/// let values = GraphValues::solve(&graph, Convention::Normal, &Budget::default())?;
/// let outcomes: Vec<Outcome> = (0..4).map(|v| values.outcome(v)).collect();
/// // a, b, c, d: from a one must move to b, and b moves to c, where play is over.
/// assert_eq!(outcomes, [Outcome::P, Outcome::N, Outcome::P, Outcome::D]);
/// assert_eq!(values.remoteness(0), Some(2));
/// # Ok::<(), wythoff::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct GraphValues {
    convention: Convention,
    values: Values,
}

#[derive(Clone, Debug)]
enum Values {
    /// Remoteness and Grundy value side by side: both are read together.
    Ending(Vec<[u32; 2]>),
    Endless {
        remoteness: Vec<u32>,
        grundy: Option<Vec<u32>>,
    },
}

/// Bytes that solving a graph takes beside the graph.
#[must_use]
pub fn bytes_needed(graph: &Graph) -> u128 {
    let (vertices, edges) = (graph.len() as u128, graph.edges() as u128);
    match graph.cycle() {
        None => vertices * 8,
        Some(_) => edges * 4 + vertices * 16,
    }
}

impl GraphValues {
    /// Outcome and remoteness of every vertex, and the Grundy values where play always ends.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`] when the budget does not allow the memory, and on interruption.
    pub fn solve(
        graph: &Graph,
        convention: Convention,
        budget: &Budget<'_>,
    ) -> Result<GraphValues, Error> {
        budget.admit_bytes(bytes_needed(graph), "solving the graph")?;
        let values = match graph.order() {
            Some(order) => Values::Ending(acyclic::values(graph, order, convention, budget)?),
            None => {
                let reversed = Reversed::of(graph, budget)?;
                Values::Endless {
                    remoteness: retrograde::remoteness(graph, &reversed, convention, budget)?,
                    grundy: None,
                }
            }
        };
        Ok(GraphValues { convention, values })
    }

    /// Finds the Grundy values too, if they are not there yet.
    ///
    /// # Errors
    /// As [`GraphValues::solve`]; [`ErrorKind::Undefined`] in misère play where play need not end.
    pub fn find_grundy(&mut self, graph: &Graph, budget: &Budget<'_>) -> Result<(), Error> {
        if let Values::Endless { grundy, .. } = &mut self.values
            && grundy.is_none()
        {
            if self.convention == Convention::Misere {
                let cycle = graph.cycle_text().unwrap_or_default();
                let found = format!("misère Grundy values are not defined with a cycle: {cycle}");
                return Err(
                    Error::new(ErrorKind::Undefined, found).help("outcome and remoteness are")
                );
            }
            budget.admit_bytes(
                bytes_needed(graph) + graph.len() as u128 * 16,
                "Grundy values of a graph with cycles",
            )?;
            let reversed = Reversed::of(graph, budget)?;
            *grundy = Some(loopy::values(graph, &reversed, budget)?);
        }
        Ok(())
    }

    /// Who wins from a vertex; D when neither can force the end.
    #[must_use]
    pub fn outcome(&self, vertex: usize) -> Outcome {
        match self.remoteness(vertex) {
            None => Outcome::D,
            Some(r) if retrograde::is_p(r, self.convention) => Outcome::P,
            Some(_) => Outcome::N,
        }
    }

    /// The remoteness of a vertex; none of a draw.
    #[must_use]
    pub fn remoteness(&self, vertex: usize) -> Option<u32> {
        match &self.values {
            Values::Ending(values) => values.get(vertex).map(|pair| pair[0]),
            Values::Endless { remoteness, .. } => {
                remoteness.get(vertex).copied().filter(|&r| r != ENDLESS)
            }
        }
    }

    /// The Grundy value of a vertex, if Grundy values were found.
    #[must_use]
    pub fn grundy(&self, graph: &Graph, vertex: usize) -> Option<GrundyOrLoop> {
        match &self.values {
            Values::Ending(values) => values.get(vertex).map(|pair| GrundyOrLoop::Number(pair[1])),
            Values::Endless { grundy, .. } => {
                let values = grundy.as_ref()?;
                let value = *values.get(vertex)?;
                Some(match value {
                    ENDLESS => loopy::infinite(graph, values, vertex),
                    value => GrundyOrLoop::Number(value),
                })
            }
        }
    }
}
