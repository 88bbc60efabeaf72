//! Explicit digraphs as games: a vertex is a position, an edge a move.
//!
//! A graph is kept in compressed rows: four bytes an edge, eight a vertex. Most games need a graph in
//! which play always ends; one with cycles is solved by [`graph_solver`](crate::graph_solver) alone.

mod boxed;
mod builder;
mod names;
mod order;

use std::borrow::Cow;
use std::sync::OnceLock;

pub use boxed::BoxGraph;
pub use builder::GraphBuilder;
use names::Names;

use crate::budget::Budget;
use crate::error::{Error, ErrorKind};
use crate::rules::ruleset::{Cell, Ruleset};

/// Vertices of a cycle that an error shows.
const SHOWN: usize = 12;

/// A finite digraph with named vertices.
///
/// Vertices are numbered by the size of their names where all of these are whole numbers, and as they
/// first appear otherwise. An edge given twice counts once; a loop is a move that changes nothing.
///
/// ```
/// use wythoff::rules::Graph;
/// let graph = Graph::from_edges([("a", Some("b")), ("a", Some("c")), ("b", Some("c"))])?;
/// assert_eq!(graph.len(), 3);
/// assert_eq!(graph.vertex("b"), Some(1));
/// assert!(Graph::from_edges([("a", Some("a"))]).is_err());
/// # Ok::<(), wythoff::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Graph {
    names: Names,
    /// Targets of vertex v are `targets[starts[v]..starts[v + 1]]`, sorted, each once.
    starts: Vec<u32>,
    targets: Vec<u32>,
    /// Every vertex behind its targets; empty when there is a cycle.
    order: Vec<u32>,
    cycle: Option<Vec<u32>>,
    /// The place of each vertex in the order, found when first asked for.
    ranks: OnceLock<Vec<u32>>,
}

impl PartialEq for Graph {
    fn eq(&self, other: &Graph) -> bool {
        (&self.names, &self.starts, &self.targets) == (&other.names, &other.starts, &other.targets)
    }
}

impl Eq for Graph {}

impl Graph {
    /// A graph in which play ends from its edges; `(v, None)` only names a vertex. Graphs with cycles
    /// come from a [`GraphBuilder`].
    ///
    /// # Errors
    /// [`ErrorKind::Cycle`], naming a cycle; [`ErrorKind::Limit`] beyond 2³² − 2 vertices or edges.
    pub fn from_edges<'t>(
        edges: impl IntoIterator<Item = (&'t str, Option<&'t str>)>,
    ) -> Result<Graph, Error> {
        let mut builder = GraphBuilder::new();
        for (from, to) in edges {
            match to {
                Some(to) => builder.edge(from, to)?,
                None => builder.vertex(from)?,
            }
        }
        let graph = builder.finish(&Budget::default())?;
        graph.must_end()?;
        Ok(graph)
    }

    /// Number of vertices.
    #[must_use]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there are no vertices.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of edges.
    #[must_use]
    pub fn edges(&self) -> usize {
        self.targets.len()
    }

    /// The number of a vertex.
    #[must_use]
    pub fn vertex(&self, name: &str) -> Option<u64> {
        self.names.vertex(name).map(u64::from)
    }

    /// The name of a vertex.
    #[must_use]
    pub fn name(&self, vertex: u64) -> Option<Cow<'_, str>> {
        self.names.name(usize::try_from(vertex).ok()?)
    }

    /// The targets of the edges from a vertex, sorted; none beyond the last vertex.
    #[must_use]
    pub fn targets_of(&self, vertex: usize) -> &[u32] {
        match self.starts.get(vertex..vertex.saturating_add(2)) {
            Some(&[from, to]) => &self.targets[from as usize..to as usize],
            _ => &[],
        }
    }

    /// All vertices, each behind its targets; `None` when there is a cycle.
    #[must_use]
    pub fn order(&self) -> Option<&[u32]> {
        self.cycle.is_none().then_some(&self.order[..])
    }

    /// The vertices of a cycle, if there is one.
    #[must_use]
    pub fn cycle(&self) -> Option<&[u32]> {
        self.cycle.as_deref()
    }

    /// The names along a cycle, if there is one: `a -> b -> a`.
    #[must_use]
    pub fn cycle_text(&self) -> Option<String> {
        self.cycle.as_ref().map(|cycle| self.path_text(cycle))
    }

    /// The names along a cycle; long ones are cut short.
    pub(crate) fn path_text(&self, cycle: &[u32]) -> String {
        let name = |v: &u32| self.name(u64::from(*v)).unwrap_or_default();
        let mut path: Vec<Cow<'_, str>> = cycle.iter().take(SHOWN).map(name).collect();
        if cycle.len() > SHOWN {
            path.push("…".into());
        }
        path.extend(cycle.first().map(name));
        path.join(" -> ")
    }

    /// Checks that play always ends.
    ///
    /// # Errors
    /// [`ErrorKind::Cycle`], naming a cycle.
    pub fn must_end(&self) -> Result<(), Error> {
        let Some(cycle) = self.cycle_text() else {
            return Ok(());
        };
        let found = format!("the graph has a cycle: {cycle}");
        Err(Error::new(ErrorKind::Cycle, found)
            .help("this needs a graph in which play always ends; outcome and remoteness of graph(FILE) alone do not"))
    }

    fn ranks(&self) -> &[u32] {
        self.ranks.get_or_init(|| {
            let mut ranks = vec![0; self.len()];
            for (rank, &v) in self.order.iter().enumerate() {
                ranks[v as usize] = rank as u32;
            }
            ranks
        })
    }
}

impl Ruleset for Graph {
    type Position = Cell;

    fn options_into(&self, from: &Cell, options: &mut Vec<Cell>) -> Result<(), Error> {
        let vertex = from.first().and_then(|&v| usize::try_from(v).ok());
        let targets = vertex.map_or(&[][..], |v| self.targets_of(v));
        options.extend(targets.iter().map(|&t| Cell::from_slice(&[u64::from(t)])));
        Ok(())
    }

    fn rank(&self, at: &Cell) -> u128 {
        let vertex = at.first().and_then(|&v| usize::try_from(v).ok());
        let rank = vertex.and_then(|v| self.ranks().get(v));
        rank.map_or(0, |&rank| u128::from(rank))
    }
}
