//! Explicit digraphs as games: a vertex is a position, an edge a move.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use crate::error::{Error, ErrorKind};
use crate::rules::ruleset::{Cell, Ruleset};

/// A finite digraph without cycles, with named vertices.
///
/// ```
/// use wythoff::rules::Graph;
/// let graph = Graph::from_edges([("a", Some("b")), ("a", Some("c")), ("b", Some("c"))])?;
/// assert_eq!(graph.len(), 3);
/// assert_eq!(graph.vertex("b"), Some(1));
/// assert!(Graph::from_edges([("a", Some("a"))]).is_err());
/// # Ok::<(), wythoff::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    names: Vec<String>,
    /// Targets of vertex v are `targets[starts[v]..starts[v + 1]]`, sorted, each once.
    starts: Vec<u32>,
    targets: Vec<u32>,
    /// The length of a longest path from each vertex.
    heights: Vec<u32>,
    by_name: HashMap<String, u32, FxBuildHasher>,
}

impl Graph {
    /// A graph from its edges; `(v, None)` only names a vertex. Vertices are numbered as they first
    /// appear. An edge given twice counts once.
    ///
    /// # Errors
    /// [`ErrorKind::Cycle`], naming a cycle; [`ErrorKind::Limit`] beyond 2³² − 1 vertices or edges.
    pub fn from_edges<'t>(
        edges: impl IntoIterator<Item = (&'t str, Option<&'t str>)>,
    ) -> Result<Graph, Error> {
        let mut names = Vec::new();
        let mut by_name: HashMap<String, u32, FxBuildHasher> = HashMap::default();
        let mut number = |name: &str| -> Result<u32, Error> {
            if let Some(&v) = by_name.get(name) {
                return Ok(v);
            }
            let v = u32::try_from(names.len()).map_err(|_| too_large())?;
            names.push(name.to_string());
            by_name.insert(name.to_string(), v);
            Ok(v)
        };
        let mut list = Vec::new();
        for (from, to) in edges {
            let from = number(from)?;
            if let Some(to) = to {
                list.push((from, number(to)?));
            }
        }
        list.sort_unstable();
        list.dedup();
        u32::try_from(list.len()).map_err(|_| too_large())?;
        let mut starts = vec![0u32; names.len() + 1];
        for (from, _) in &list {
            starts[*from as usize + 1] += 1;
        }
        for v in 0..names.len() {
            starts[v + 1] += starts[v];
        }
        let targets = list.into_iter().map(|(_, to)| to).collect();
        let mut graph = Graph {
            names,
            starts,
            targets,
            heights: Vec::new(),
            by_name,
        };
        graph.heights = graph.longest_paths()?;
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
        self.names.is_empty()
    }

    /// Number of edges.
    #[must_use]
    pub fn edges(&self) -> usize {
        self.targets.len()
    }

    /// The number of a vertex.
    #[must_use]
    pub fn vertex(&self, name: &str) -> Option<u64> {
        self.by_name.get(name).map(|&v| u64::from(v))
    }

    /// The name of a vertex.
    #[must_use]
    pub fn name(&self, vertex: u64) -> Option<&str> {
        self.names
            .get(usize::try_from(vertex).ok()?)
            .map(String::as_str)
    }

    fn targets_of(&self, v: usize) -> &[u32] {
        &self.targets[self.starts[v] as usize..self.starts[v + 1] as usize]
    }

    /// Lengths of longest paths, by depth-first search with an explicit stack.
    fn longest_paths(&self) -> Result<Vec<u32>, Error> {
        const UNSEEN: u32 = u32::MAX;
        const OPEN: u32 = u32::MAX - 1;
        let mut heights = vec![UNSEEN; self.len()];
        let mut stack: Vec<(usize, usize)> = Vec::new();
        for root in 0..self.len() {
            if heights[root] != UNSEEN {
                continue;
            }
            heights[root] = OPEN;
            stack.push((root, 0));
            while let Some(&mut (v, ref mut next)) = stack.last_mut() {
                let targets = self.targets_of(v);
                if let Some(&target) = targets.get(*next) {
                    *next += 1;
                    let target = target as usize;
                    match heights[target] {
                        UNSEEN => {
                            heights[target] = OPEN;
                            stack.push((target, 0));
                        }
                        OPEN => return Err(self.cycle(&stack, target)),
                        _ => {}
                    }
                } else {
                    heights[v] = targets
                        .iter()
                        .map(|&t| heights[t as usize] + 1)
                        .max()
                        .unwrap_or(0);
                    stack.pop();
                }
            }
        }
        Ok(heights)
    }

    fn cycle(&self, stack: &[(usize, usize)], back_to: usize) -> Error {
        let from = stack.iter().position(|(v, _)| *v == back_to).unwrap_or(0);
        let mut path: Vec<&str> = stack[from..]
            .iter()
            .map(|(v, _)| self.names[*v].as_str())
            .collect();
        let long = path.len() > 12;
        path.truncate(12);
        if long {
            path.push("…");
        }
        path.push(&self.names[back_to]);
        Error::new(
            ErrorKind::Cycle,
            format!("the graph has a cycle: {}", path.join(" -> ")),
        )
        .help("values of this kind need a graph in which play always ends")
    }
}

fn too_large() -> Error {
    Error::limit("the graph has more than 4294967295 vertices or edges")
}

impl Ruleset for Graph {
    type Position = Cell;

    fn options_into(&self, from: &Cell, options: &mut Vec<Cell>) -> Result<(), Error> {
        if let Some(v) = from.first().and_then(|&v| usize::try_from(v).ok())
            && v < self.len()
        {
            options.extend(
                self.targets_of(v)
                    .iter()
                    .map(|&t| Cell::from_slice(&[u64::from(t)])),
            );
        }
        Ok(())
    }

    fn rank(&self, at: &Cell) -> u128 {
        let vertex = at.first().and_then(|&v| usize::try_from(v).ok());
        vertex
            .and_then(|v| self.heights.get(v))
            .map_or(0, |&h| u128::from(h))
    }
}
