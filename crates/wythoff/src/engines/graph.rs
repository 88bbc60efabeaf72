//! Explicit graphs: the whole graph is solved at the first question and serves all later ones.

use std::sync::Arc;

use dashu_int::UBig;

use crate::answer::{Evidence, Moves, Value};
use crate::budget::Budget;
use crate::error::Error;
use crate::graph_solver::{GraphValues, GrundyOrLoop};
use crate::plan::{Ask, Engine, Offer, Solver};
use crate::rules::{Convention, Game, Graph, Play, Rules};
use crate::table::{Cells, Window};
use crate::values::Outcome;

/// Answers about explicit graphs, with or without cycles.
#[derive(Clone, Copy, Debug, Default)]
pub struct GraphEngine;

impl Engine for GraphEngine {
    fn name(&self) -> &'static str {
        "graph solver"
    }

    fn open(&self, rules: &Rules) -> Option<Box<dyn Solver>> {
        let Game::Graph { graph, .. } = rules.game() else {
            return None;
        };
        if matches!(rules.play(), Play::Block(_)) {
            return None;
        }
        Some(Box::new(GraphSolver {
            graph: graph.clone(),
            convention: rules.convention(),
            values: None,
        }))
    }
}

struct GraphSolver {
    graph: Arc<Graph>,
    convention: Convention,
    values: Option<GraphValues>,
}

impl GraphSolver {
    fn values(&mut self, ask: Ask, budget: &Budget<'_>) -> Result<&GraphValues, Error> {
        if self.values.is_none() {
            self.values = Some(GraphValues::solve(&self.graph, self.convention, budget)?);
        }
        match &mut self.values {
            Some(values) => {
                if ask == Ask::Grundy {
                    values.find_grundy(&self.graph, budget)?;
                }
                Ok(values)
            }
            None => Err(Error::undefined("the graph has no values")),
        }
    }

    fn evidence(&self) -> Evidence {
        Evidence::Computed {
            engine: "graph solver".into(),
            positions: self.graph.len() as u64,
        }
    }

    /// The number of a vertex of the graph.
    fn vertex(&self, at: &[UBig]) -> Result<usize, Error> {
        let vertex = at.first().and_then(|v| usize::try_from(v).ok());
        vertex.filter(|&v| v < self.graph.len()).ok_or_else(|| {
            let found: Vec<String> = at.iter().map(UBig::to_string).collect();
            Error::input(format!(
                "the graph has no vertex number {}",
                found.join(",")
            ))
        })
    }

    fn remoteness(&self, values: &GraphValues, vertex: usize) -> Result<u32, Error> {
        values.remoteness(vertex).ok_or_else(|| {
            Error::undefined(format!(
                "{} is a draw: neither player can force the end of play, so it has no remoteness",
                self.graph.name(vertex as u64).unwrap_or_default()
            ))
        })
    }

    fn grundy(&mut self, vertex: usize, budget: &Budget<'_>) -> Result<u32, Error> {
        let graph = self.graph.clone();
        match self.values(Ask::Grundy, budget)?.grundy(&graph, vertex) {
            Some(GrundyOrLoop::Number(number)) => Ok(number),
            Some(infinite) => Err(Error::undefined(format!(
                "the Grundy value of {} is no number but {infinite}: the graph has a cycle, {}",
                graph.name(vertex as u64).unwrap_or_default(),
                graph.cycle_text().unwrap_or_default()
            ))),
            None => Err(Error::undefined("the graph has no Grundy values")),
        }
    }

    /// Winning moves lead to P-positions. Optimal moves lower the remoteness by one; in a draw they are
    /// the moves that keep it.
    fn moves(&self, ask: Ask, values: &GraphValues, vertex: usize) -> Moves {
        let own = values.remoteness(vertex);
        let wanted = |target: usize| match (ask, own) {
            (Ask::OptimalMoves, Some(own)) => {
                values.remoteness(target).is_some_and(|r| r + 1 == own)
            }
            (Ask::OptimalMoves, None) => values.outcome(target) == Outcome::D,
            _ => values.outcome(target) == Outcome::P,
        };
        let targets = self.graph.targets_of(vertex).iter();
        Moves {
            targets: targets
                .filter(|&&target| wanted(target as usize))
                .map(|&target| vec![UBig::from(target)])
                .collect(),
            complete: true,
        }
    }

    /// Suspense and the longest play are asked of the definitions.
    fn offered(&self, ask: Ask) -> Option<Offer> {
        if matches!(ask, Ask::Suspense | Ask::Birthday) {
            return None;
        }
        let looks = self.graph.len() as u128 + self.graph.edges() as u128;
        // Less than any walk that would have to see the same edges.
        let cost = if self.values.is_some() {
            1
        } else {
            looks / 4 + 1
        };
        Some(Offer {
            evidence: self.evidence(),
            cost,
        })
    }
}

impl Solver for GraphSolver {
    fn offer(&self, ask: Ask, _at: &[UBig]) -> Option<Offer> {
        self.offered(ask)
    }

    fn answer(
        &mut self,
        ask: Ask,
        at: &[UBig],
        budget: &Budget<'_>,
    ) -> Result<(Value, Evidence), Error> {
        let vertex = self.vertex(at)?;
        let value = match ask {
            Ask::Terminal => Value::Truth(self.graph.targets_of(vertex).is_empty()),
            Ask::Options => Value::Number(self.graph.targets_of(vertex).len().into()),
            Ask::Grundy => Value::Number(self.grundy(vertex, budget)?.into()),
            _ => {
                self.values(ask, budget)?;
                let Some(values) = &self.values else {
                    return Err(Error::undefined("the graph has no values"));
                };
                match ask {
                    Ask::Outcome => Value::Outcome(values.outcome(vertex)),
                    Ask::Remoteness => Value::Number(self.remoteness(values, vertex)?.into()),
                    _ => Value::Moves(self.moves(ask, values, vertex)),
                }
            }
        };
        Ok((value, self.evidence()))
    }

    fn table_offer(&self, ask: Ask, _window: &Window) -> Option<Offer> {
        self.offered(ask)
    }

    fn table(
        &mut self,
        ask: Ask,
        window: &Window,
        budget: &Budget<'_>,
    ) -> Result<(Cells, Evidence), Error> {
        let vertices: Vec<usize> = window
            .positions()
            .map(|at| self.vertex(&at))
            .collect::<Result<_, _>>()?;
        if ask == Ask::Options {
            let count = |&v: &usize| u32::try_from(self.graph.targets_of(v).len());
            let counts: Result<_, _> = vertices.iter().map(count).collect();
            let counts = counts.map_err(|_| Error::limit("more than 2^32 options"))?;
            return Ok((Cells::Small(counts), self.evidence()));
        }
        self.values(ask, budget)?;
        let cells = match (ask, &self.values) {
            (Ask::Outcome, Some(values)) => {
                Cells::Outcomes(vertices.iter().map(|&v| values.outcome(v)).collect())
            }
            (Ask::Remoteness, Some(values)) => Cells::Small(
                vertices
                    .iter()
                    .map(|&v| self.remoteness(values, v))
                    .collect::<Result<_, _>>()?,
            ),
            (Ask::Grundy, _) => Cells::Small(
                vertices
                    .iter()
                    .map(|&v| self.grundy(v, budget))
                    .collect::<Result<_, _>>()?,
            ),
            (other, _) => return Err(Error::undefined(format!("no table of {}", other.word()))),
        };
        Ok((cells, self.evidence()))
    }
}
