//! From a stream of edges to a graph in compressed rows.
//!
//! Eight bytes an edge while edges come in, four more while they are put in order; four an edge and
//! eight a vertex stay. Names that are whole numbers are taken as they are until the end.

use super::names::{Names, Texts, as_number};
use super::{Graph, order};
use crate::budget::Budget;
use crate::error::Error;

/// Stands for the missing target of a vertex that is only named.
const NONE: u32 = u32::MAX;
/// Edges are kept in pieces of this many: no large block is ever copied.
const PIECE: usize = 1 << 20;

/// Takes edges one by one; cycles are allowed.
///
/// ```
/// use wythoff::budget::Budget;
/// use wythoff::rules::GraphBuilder;
/// let mut builder = GraphBuilder::new();
/// builder.edge("a", "b")?;
/// builder.edge("b", "a")?;
/// builder.vertex("alone")?;
/// let graph = builder.finish(&Budget::default())?;
/// assert_eq!((graph.len(), graph.edges()), (3, 2));
/// assert_eq!(graph.cycle(), Some(&[0, 1][..]));
/// # Ok::<(), wythoff::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct GraphBuilder {
    pieces: Vec<Vec<(u32, u32)>>,
    edges: u64,
    largest: u32,
    /// None while every name is a whole number, which then stands in the edges itself.
    texts: Option<Texts>,
}

impl GraphBuilder {
    /// No edges yet.
    #[must_use]
    pub fn new() -> GraphBuilder {
        GraphBuilder::default()
    }

    /// How many edges and lone vertices were given.
    #[must_use]
    pub fn given(&self) -> u64 {
        self.edges
    }

    /// Bytes taken so far.
    #[must_use]
    pub fn bytes(&self) -> u128 {
        u128::from(self.edges) * 8 + self.texts.as_ref().map_or(0, Texts::bytes)
    }

    /// An edge between two named vertices.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`](crate::ErrorKind::Limit) beyond 2³² − 2 vertices or edges.
    pub fn edge(&mut self, from: &str, to: &str) -> Result<(), Error> {
        let [from, to] = self.numbers([from, to])?;
        self.push((from, to))
    }

    /// A vertex, which need not have edges.
    ///
    /// # Errors
    /// As [`GraphBuilder::edge`].
    pub fn vertex(&mut self, name: &str) -> Result<(), Error> {
        let [vertex] = self.numbers([name])?;
        self.push((vertex, NONE))
    }

    /// An edge between two vertices whose names are these numbers, both below 2³² − 1.
    ///
    /// # Errors
    /// As [`GraphBuilder::edge`].
    pub fn number_edge(&mut self, from: u32, to: u32) -> Result<(), Error> {
        if self.texts.is_some() || from.max(to) == NONE {
            return self.edge(&from.to_string(), &to.to_string());
        }
        self.largest = self.largest.max(from).max(to);
        self.push((from, to))
    }

    fn push(&mut self, edge: (u32, u32)) -> Result<(), Error> {
        if self.edges >= u64::from(u32::MAX - 1) {
            return Err(too_large());
        }
        self.edges += 1;
        match self.pieces.last_mut() {
            Some(piece) if piece.len() < PIECE => piece.push(edge),
            Some(_) => {
                let mut piece = Vec::with_capacity(PIECE);
                piece.push(edge);
                self.pieces.push(piece);
            }
            // The first piece grows by itself: most graphs are small.
            None => self.pieces.push(vec![edge]),
        }
        Ok(())
    }

    /// The number that stands for a name in the edges; the names of one edge are looked at together,
    /// since the first that is no number changes what stands for all others.
    fn numbers<const K: usize>(&mut self, names: [&str; K]) -> Result<[u32; K], Error> {
        let mut numbers = [0; K];
        if self.texts.is_none() {
            let known = names.map(|name| as_number(name.as_bytes()));
            if known.iter().all(Option::is_some) {
                numbers = known.map(Option::unwrap_or_default);
                self.largest = numbers.iter().fold(self.largest, |most, &n| most.max(n));
                return Ok(numbers);
            }
            self.texts = Some(self.numbers_as_texts()?);
        }
        let texts = self.texts.get_or_insert_default();
        for (number, name) in numbers.iter_mut().zip(names) {
            *number = texts.number(name).ok_or_else(too_large)?;
        }
        Ok(numbers)
    }

    /// The first name that is no number came: all numbers so far become texts.
    fn numbers_as_texts(&mut self) -> Result<Texts, Error> {
        let mut texts = Texts::default();
        for (from, to) in self.pieces.iter_mut().flatten() {
            *from = texts.number(&from.to_string()).ok_or_else(too_large)?;
            if *to != NONE {
                *to = texts.number(&to.to_string()).ok_or_else(too_large)?;
            }
        }
        Ok(texts)
    }

    /// The graph. An edge given twice counts once; a loop stays.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`](crate::ErrorKind::Limit) when the budget does not allow the memory, and on
    /// interruption.
    pub fn finish(mut self, budget: &Budget<'_>) -> Result<Graph, Error> {
        let names = match self.texts.take() {
            Some(texts) => Names::Texts(texts),
            None => self.number_names(budget)?,
        };
        let vertices = names.len();
        let edges = u128::from(self.edges);
        budget.admit_bytes(
            self.bytes() + edges * 4 + vertices as u128 * 8,
            "putting the graph's edges in order",
        )?;
        let (mut starts, mut targets) = self.rows(vertices, budget)?;
        unite_repeats(&mut starts, &mut targets);
        let (order, cycle) = order::order(&starts, &targets, budget)?;
        Ok(Graph {
            names,
            starts,
            targets,
            order,
            cycle,
            ranks: Default::default(),
        })
    }

    /// Numbers the vertices by the size of their names.
    fn number_names(&mut self, budget: &Budget<'_>) -> Result<Names, Error> {
        if self.edges == 0 {
            return Ok(Names::Identity(0));
        }
        // One bit a possible name where names are dense enough, else the names in order.
        let words = self.largest as usize / 64 + 1;
        if words as u64 * 8 <= 64 + self.edges * 8 {
            let mut seen = vec![0u64; words];
            self.each_name(|name| seen[*name as usize / 64] |= 1 << (*name % 64));
            let before = counts_before(&seen);
            let numbers = ones(&seen);
            if numbers.len() as u64 == u64::from(self.largest) + 1 {
                return Ok(Names::Identity(self.largest + 1));
            }
            self.each_name(|name| {
                let (word, bit) = (*name as usize / 64, *name % 64);
                *name = before[word] + (seen[word] & ((1 << bit) - 1)).count_ones();
            });
            return Ok(Names::Numbers(numbers));
        }
        budget.admit_bytes(
            self.bytes() * 2,
            "sorting the names of the graph's vertices",
        )?;
        let mut numbers = Vec::new();
        self.each_name(|name| numbers.push(*name));
        numbers.sort_unstable();
        numbers.dedup();
        self.each_name(|name| *name = numbers.partition_point(|n| n < name) as u32);
        Ok(Names::Numbers(numbers))
    }

    /// Every name in every edge.
    fn each_name(&mut self, mut see: impl FnMut(&mut u32)) {
        for (from, to) in self.pieces.iter_mut().flatten() {
            see(from);
            if *to != NONE {
                see(to);
            }
        }
    }

    /// Edges sorted by their start: where each vertex's targets begin, and the targets.
    fn rows(self, vertices: usize, budget: &Budget<'_>) -> Result<(Vec<u32>, Vec<u32>), Error> {
        let mut starts = vec![0u32; vertices + 1];
        for (from, to) in self.pieces.iter().flatten() {
            starts[*from as usize + 1] += u32::from(*to != NONE);
        }
        for v in 0..vertices {
            starts[v + 1] += starts[v];
        }
        let mut targets = vec![0u32; starts[vertices] as usize];
        let total = self.edges;
        let mut done = 0;
        // Each start walks to the end of its row, which is the next one's beginning.
        for piece in self.pieces {
            done += piece.len() as u64;
            for (from, to) in piece {
                if to != NONE {
                    let place = &mut starts[from as usize];
                    targets[*place as usize] = to;
                    *place += 1;
                }
            }
            budget.report(done, Some(total))?;
        }
        starts.rotate_right(1);
        starts[0] = 0;
        Ok((starts, targets))
    }
}

/// For each word, how many bits are set in the words before it.
fn counts_before(words: &[u64]) -> Vec<u32> {
    let mut total = 0;
    let count = |word: &u64| {
        let before = total;
        total += word.count_ones();
        before
    };
    words.iter().map(count).collect()
}

/// The numbers of the bits that are set.
fn ones(words: &[u64]) -> Vec<u32> {
    let mut numbers = Vec::new();
    for (i, &word) in words.iter().enumerate() {
        let mut rest = word;
        while rest != 0 {
            numbers.push((i * 64) as u32 + rest.trailing_zeros());
            rest &= rest - 1;
        }
    }
    numbers
}

/// Sorts every row and leaves each target in it once.
fn unite_repeats(starts: &mut [u32], targets: &mut Vec<u32>) {
    let mut kept = 0;
    let mut from = 0;
    for end in starts.iter_mut().skip(1) {
        let to = *end as usize;
        targets[from..to].sort_unstable();
        let row = kept;
        for i in from..to {
            let target = targets[i];
            if kept == row || targets[kept - 1] != target {
                targets[kept] = target;
                kept += 1;
            }
        }
        from = to;
        *end = kept as u32;
    }
    targets.truncate(kept);
}

fn too_large() -> Error {
    Error::limit("the graph has more than 4294967294 vertices or edges")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn built(edges: &[(&str, &str)]) -> Graph {
        let mut builder = GraphBuilder::new();
        for (from, to) in edges {
            builder.edge(from, to).unwrap();
        }
        builder.finish(&Budget::default()).unwrap()
    }

    #[test]
    fn numbers_are_ordered_by_size_and_other_names_by_appearance() {
        let graph = built(&[("7", "3"), ("1000000000", "7"), ("7", "3")]);
        let names: Vec<_> = (0..3).map(|v| graph.name(v).unwrap().to_string()).collect();
        assert_eq!(names, ["3", "7", "1000000000"]);
        assert_eq!((graph.edges(), graph.targets_of(1)), (2, &[0u32][..]));
        let graph = built(&[("7", "3"), ("a", "7")]);
        let names: Vec<_> = (0..3).map(|v| graph.name(v).unwrap().to_string()).collect();
        assert_eq!(names, ["7", "3", "a"]);
        assert_eq!(graph.vertex("3"), Some(1));
        assert_eq!(graph.vertex("03"), None);
        let graph = built(&[("2", "0"), ("1", "0"), ("2", "1")]);
        assert_eq!((graph.len(), graph.vertex("3")), (3, None));
        assert_eq!(graph.targets_of(2), [0, 1]);
    }

    #[test]
    fn repeated_edges_count_once_and_loops_stay() {
        let graph = built(&[("b", "a"), ("b", "b"), ("b", "a"), ("a", "c"), ("b", "c")]);
        assert_eq!(graph.edges(), 4);
        assert_eq!(graph.targets_of(0), [0, 1, 2]);
        assert_eq!(graph.cycle(), Some(&[0][..]));
    }

    #[test]
    fn memory_is_asked_for_first() {
        let mut builder = GraphBuilder::new();
        builder.edge("1", "0").unwrap();
        let tight = Budget {
            bytes: 10,
            ..Budget::default()
        };
        let error = builder.finish(&tight).unwrap_err();
        assert!(error.message().contains("memory"), "{error}");
    }
}
