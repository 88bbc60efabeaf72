//! Altered cells: `.set(3,5 = P)` says who wins at some positions, and everything else follows.
//!
//! Play ends on an altered cell, and the game goes on as if a nim heap stood there instead: the least heap
//! with the outcome that was said, or the heap with the Grundy value that was said. So every value is
//! defined: in normal play P is the empty heap (Grundy value 0, remoteness 0), N a heap of one (1, 1).

use std::fmt;

use rustc_hash::FxHashMap;

use super::expr::{Binary, Expr};
use super::predicate::Predicate;
use super::ruleset::Cell;
use super::{Axis, Game, Play};
use crate::error::Error;

/// Most cells of one ruleset that may be altered.
const MAX_CELLS: usize = 1000;
/// Largest heap that stands for a cell.
const MAX_HEAP: u64 = 4096;

/// What an altered cell is said to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Prescribed {
    /// A P-position.
    P,
    /// An N-position.
    N,
    /// A position of this Grundy value, under the convention of the game.
    Grundy(u64),
}

impl fmt::Display for Prescribed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Prescribed::P => f.write_str("P"),
            Prescribed::N => f.write_str("N"),
            Prescribed::Grundy(value) => write!(f, "{value}"),
        }
    }
}

impl Prescribed {
    /// The stones of the nim heap that stands for the cell; `None` where the play has no such value.
    ///
    /// Misère heaps of 0 and 1 exchange outcome and Grundy value, larger ones keep theirs; with up to
    /// k − 1 options forbidden a heap is N from k stones on.
    #[must_use]
    pub fn heap(self, play: Play) -> Option<u64> {
        Some(match (self, play) {
            (Prescribed::P | Prescribed::Grundy(0), Play::Normal) => 0,
            (Prescribed::N, Play::Normal) => 1,
            (Prescribed::P | Prescribed::Grundy(0), Play::Misere) => 1,
            (Prescribed::N | Prescribed::Grundy(1), Play::Misere) => 0,
            (Prescribed::Grundy(value), Play::Normal | Play::Misere) => value,
            (Prescribed::P, Play::Block(_)) => 0,
            (Prescribed::N, Play::Block(k)) => k,
            (Prescribed::Grundy(_), Play::Block(_)) => return None,
        })
    }
}

/// A cell and what it is said to be.
pub type Altered = (Vec<u64>, Prescribed);

/// Altered cells as heaps.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heaps(FxHashMap<Cell, u64>);

impl Heaps {
    pub(crate) fn new(cells: &[Altered], play: Play) -> Heaps {
        let heap = |(at, value): &Altered| Some((Cell::from_slice(at), value.heap(play)?));
        Heaps(cells.iter().filter_map(heap).collect())
    }

    pub(crate) fn at(&self, at: &Cell) -> Option<u64> {
        self.0.get(at).copied()
    }
}

/// The condition that a position is one of the cells, when all stand for the empty heap: then they are
/// terminal positions like others.
pub(super) fn as_ends(game: &Game, cells: &[Altered], play: Play) -> Option<Predicate> {
    if cells.iter().any(|(_, value)| value.heap(play) != Some(0)) {
        return None;
    }
    let both = |op: Binary, a: Expr, b: Expr| Expr::Binary(op, Box::new(a), Box::new(b));
    let is_cell = |at: &Vec<u64>| {
        at.iter()
            .enumerate()
            .map(|(i, &x)| {
                Some(both(
                    Binary::Eq,
                    Expr::Variable(i),
                    Expr::Number(i64::try_from(x).ok()?),
                ))
            })
            .reduce(|a, b| Some(both(Binary::And, a?, b?)))
            .flatten()
    };
    let any = cells
        .iter()
        .map(|(at, _)| is_cell(at))
        .reduce(|a, b| Some(both(Binary::Or, a?, b?)))
        .flatten()?;
    Predicate::new(any, game.coordinate_names()).ok()
}

/// Whether the cells fit the game.
pub(super) fn check(game: &Game, cells: &[Altered]) -> Result<(), Error> {
    let axes = game.axes();
    if axes.contains(&Axis::Vertex) {
        return Err(Error::input("cells of a graph cannot be set")
            .help("take the edges of the vertex out of its file"));
    }
    if cells.is_empty() {
        return Err(Error::input("set names no cell").help("for example wythoff.set(3,5 = P)"));
    }
    if cells.len() > MAX_CELLS {
        return Err(Error::limit(format!(
            "set names {} cells; at most {MAX_CELLS} are supported",
            cells.len()
        )));
    }
    for (i, (at, _)) in cells.iter().enumerate() {
        if at.len() != axes.len() {
            return Err(Error::input(format!(
                "the cell {at:?} has {} coordinates, expected {}",
                at.len(),
                axes.len()
            )));
        }
        if cells[..i].iter().any(|(other, _)| other == at) {
            return Err(Error::input(format!("the cell {at:?} is set twice")));
        }
    }
    Ok(())
}

/// Whether the play has the values that were said.
pub(super) fn check_play(cells: &[Altered], play: Play) -> Result<(), Error> {
    for (at, value) in cells {
        match value.heap(play) {
            None => {
                return Err(Error::undefined(format!(
                    "blocking games have outcomes only: the cell {at:?} can be P or N, not {value}"
                )));
            }
            Some(stones) if stones > MAX_HEAP => {
                return Err(Error::limit(format!(
                    "the cell {at:?} = {value} is beyond the {MAX_HEAP} supported"
                )));
            }
            Some(_) => {}
        }
    }
    Ok(())
}

/// Whether exchanging the first two coordinates changes no cell.
pub(super) fn is_symmetric(cells: &[Altered]) -> bool {
    cells.iter().all(|(at, value)| {
        let mut mirror = at.clone();
        mirror.swap(0, 1);
        cells.contains(&(mirror, *value))
    })
}
