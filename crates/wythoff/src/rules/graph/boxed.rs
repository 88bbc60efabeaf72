//! A box of any ruleset as an explicit graph: the positions are the vertices, the moves the edges.

use std::fmt::Write as _;

use crate::budget::Budget;
use crate::engines::options_of;
use crate::error::Error;
use crate::rules::{Axis, Cell, Game, Rules, Ruleset};

/// Positions between two looks at the watch.
const OFTEN: u64 = 256;

/// The positions of a ruleset whose coordinates stay below given sides.
///
/// ```
/// use wythoff::budget::Budget;
/// use wythoff::rules::{BoxGraph, Rules};
/// let rules = Rules::wythoff();
/// let graph = BoxGraph::new(&rules, vec![2, 2])?;
/// let mut edges = Vec::new();
/// graph.each_edge(&Budget::default(), |from, to| {
///     edges.push(format!("{from} {}", to.unwrap_or("end")));
///     true
/// })?;
/// assert_eq!(edges, ["0-0 end", "0-1 0-0", "1-0 0-0", "1-1 0-0", "1-1 0-1", "1-1 1-0"]);
/// # Ok::<(), wythoff::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct BoxGraph<'r> {
    rules: &'r Rules,
    sides: Vec<u64>,
}

impl<'r> BoxGraph<'r> {
    /// A box; a side beyond the last vertex of a graph means all its vertices.
    ///
    /// # Errors
    /// [`ErrorKind::Input`](crate::ErrorKind::Input) for another number of sides or a side of 0.
    pub fn new(rules: &'r Rules, mut sides: Vec<u64>) -> Result<BoxGraph<'r>, Error> {
        let axes = rules.axes();
        if sides.len() != axes.len() || sides.contains(&0) {
            return Err(Error::input(format!(
                "found the sides {sides:?}, expected {} numbers from 1 for {rules}",
                axes.len()
            )));
        }
        let vertices: Vec<u64> = rules
            .game()
            .graphs()
            .iter()
            .map(|graph| graph.len() as u64)
            .collect();
        let mut graphs = vertices.iter();
        for (side, axis) in sides.iter_mut().zip(&axes) {
            if *axis == Axis::Vertex {
                *side = (*side).min(graphs.next().copied().unwrap_or(1));
            }
        }
        Ok(BoxGraph { rules, sides })
    }

    /// Number of positions.
    #[must_use]
    pub fn positions(&self) -> u128 {
        let product = |n: u128, side: &u64| n.saturating_mul(u128::from(*side));
        self.sides.iter().fold(1, product)
    }

    /// The name of a position: its coordinates joined by `-`, or the name of a graph's vertex.
    #[must_use]
    pub fn name(&self, at: &[u64]) -> String {
        if let (Game::Graph { graph, .. }, [vertex]) = (self.rules.game(), at) {
            return graph.name(*vertex).unwrap_or_default().into_owned();
        }
        let mut name = String::new();
        for (i, coordinate) in at.iter().enumerate() {
            let dash = if i > 0 { "-" } else { "" };
            // Writing to a string cannot fail.
            let _ = write!(name, "{dash}{coordinate}");
        }
        name
    }

    /// Every edge, and every position without options by itself, in the order of positions. Stops when
    /// `see` says no.
    ///
    /// # Errors
    /// [`ErrorKind::Input`](crate::ErrorKind::Input) when a move leads out of the box,
    /// [`ErrorKind::Undefined`](crate::ErrorKind::Undefined) for an altered cell that stands for more than an end,
    /// [`ErrorKind::Limit`](crate::ErrorKind::Limit) for too many positions, on interruption, and what the
    /// rules say of their own conditions.
    pub fn each_edge(
        &self,
        budget: &Budget<'_>,
        mut see: impl FnMut(&str, Option<&str>) -> bool,
    ) -> Result<(), Error> {
        let positions = self.positions();
        budget.admit_steps(positions, "listing the moves of the box")?;
        let options = options_of(self.rules);
        let mut at = Cell::from_elem(0, self.sides.len());
        let mut done = 0u64;
        loop {
            let from = self.name(&at);
            if options.heap(&at).is_some_and(|stones| stones > 0) {
                return Err(Error::undefined(format!(
                    "the rules say the value of {from}, which a graph cannot"
                ))
                .help("choose a box without altered cells"));
            }
            let targets = options.options(&at)?;
            if targets.is_empty() && !see(&from, None) {
                return Ok(());
            }
            for target in targets {
                if target.iter().zip(&self.sides).any(|(x, side)| x >= side) {
                    return Err(self.leaves(&from, &target));
                }
                if !see(&from, Some(&self.name(&target))) {
                    return Ok(());
                }
            }
            done += 1;
            if done.is_multiple_of(OFTEN) {
                budget.report(done, u64::try_from(positions).ok())?;
            }
            if !advance(&mut at, &self.sides) {
                return Ok(());
            }
        }
    }

    fn leaves(&self, from: &str, target: &[u64]) -> Error {
        let target = self.name(target);
        Error::input(format!(
            "the move from {from} to {target} leads out of the box"
        ))
        .help("choose unequal sides such that no move leaves, or bound the board with .within(…)")
    }
}

/// The next position of a box, the last coordinate first; false behind the last one.
fn advance(at: &mut [u64], sides: &[u64]) -> bool {
    for (x, side) in at.iter_mut().zip(sides).rev() {
        *x += 1;
        if *x < *side {
            return true;
        }
        *x = 0;
    }
    false
}
