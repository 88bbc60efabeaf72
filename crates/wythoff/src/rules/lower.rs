//! From the abstract description of a game to families of lines.

use crate::budget::Budget;
use crate::error::Error;
use crate::rules::decompose;
use crate::rules::lines::{Condition, Family, Lines, Placed};
use crate::rules::recognise::Line;
use crate::rules::{Game, Moves, SumKind};

/// Beyond so many families a game is better served by its formula or its plain definition.
const MAX_FAMILIES: usize = 4096;

/// Parts of [`Lines`] while they are put together; axes are already those of the whole game.
struct Draft {
    axes: usize,
    families: Vec<Family>,
    conditions: Vec<Condition>,
    boards: Vec<Placed>,
}

/// The lines of moves by a condition whose first pile is this coordinate of the whole game.
type OfMoves<'m> = &'m mut dyn FnMut(&Moves, usize) -> Option<Vec<Line>>;

/// The lines of a game; `None` when it is not of that kind or has too many families.
pub(crate) fn lines(game: &Game) -> Option<Lines> {
    draft(game, &mut |moves, _| Some(moves.lines()?.to_vec()))
}

/// The lines of a game for positions up to `largest`.
///
/// # Errors
/// When a condition on moves has no value somewhere in the box, and on interruption.
pub(crate) fn lines_on_box(
    game: &Game,
    largest: &[u64],
    budget: &Budget<'_>,
) -> Result<Option<Lines>, Error> {
    let mut failed = None;
    let lines = draft(game, &mut |moves, offset| {
        if let Some(lines) = moves.lines() {
            return Some(lines.to_vec());
        }
        let (2, Some(_)) = (moves.piles(), moves.removals()) else {
            return None;
        };
        let largest = [*largest.get(offset)?, *largest.get(offset + 1)?];
        match decompose::lines(moves, largest, budget) {
            Ok(lines) => lines,
            Err(error) => {
                failed = Some(error);
                None
            }
        }
    });
    match failed {
        Some(error) => Err(error),
        None => Ok(lines),
    }
}

fn draft(game: &Game, of_moves: OfMoves<'_>) -> Option<Lines> {
    let axes = game.axes();
    let mut draft = Draft {
        axes: axes.len(),
        families: Vec::new(),
        conditions: Vec::new(),
        boards: Vec::new(),
    };
    draft.add(game, 0, of_moves)?;
    Lines::new(axes, draft.families, draft.conditions, draft.boards)
}

impl Draft {
    /// Adds the families of a game whose first coordinate is number `offset` of the whole.
    fn add(&mut self, game: &Game, offset: usize, of_moves: OfMoves<'_>) -> Option<()> {
        let first = self.families.len();
        match game {
            Game::Wyt { a, b } => self.add_wyt(*a, *b, offset)?,
            Game::Nim { piles } => {
                for pile in 0..*piles {
                    let mut unit = vec![0; *piles];
                    unit[pile] = 1;
                    self.push(offset, &unit, Some(&unit))?;
                }
            }
            Game::Rays(vectors) => {
                for vector in vectors {
                    self.push(offset, vector, Some(vector))?;
                }
            }
            Game::Steps(vectors) => {
                for vector in vectors {
                    self.push(offset, vector, None)?;
                }
            }
            Game::Slow { piles, from } => self.add_slow(*piles, *from, offset)?,
            Game::Piece(piece) => {
                let (rays, steps) = piece.walk();
                for ray in rays {
                    self.push(offset, ray, Some(ray))?;
                }
                for step in steps {
                    self.push(offset, step, None)?;
                }
            }
            Game::Pass { game, .. } => {
                let inner = game.axes().len();
                self.add(game, offset, of_moves)?;
                let inner_families = first..self.families.len();
                self.conditions.push(Condition::Stuck(inner_families));
                let mut pass = vec![0; inner + 1];
                pass[inner] = 1;
                self.push(offset, &pass, None)?;
                let condition = self.conditions.len() - 1;
                if let Some(family) = self.families.last_mut() {
                    family.silent.push(condition);
                }
            }
            Game::Until { game, predicate } => {
                self.add(game, offset, of_moves)?;
                let placed = Placed {
                    predicate: predicate.clone(),
                    offset,
                };
                self.conditions.push(Condition::Ends(placed));
                let condition = self.conditions.len() - 1;
                for family in &mut self.families[first..] {
                    family.silent.push(condition);
                }
            }
            Game::Within { game, predicate } => {
                self.add(game, offset, of_moves)?;
                self.boards.push(Placed {
                    predicate: predicate.clone(),
                    offset,
                });
                let board = self.boards.len() - 1;
                for family in &mut self.families[first..] {
                    family.boards.push(board);
                }
            }
            Game::Sum {
                kind: SumKind::Disjunctive,
                left,
                right,
            } => {
                self.add(left, offset, of_moves)?;
                self.add(right, offset + left.axes().len(), of_moves)?;
            }
            Game::Moves(moves) => {
                for (base, ray) in of_moves(moves, offset)? {
                    self.push(offset, &base, ray.as_deref())?;
                }
            }
            Game::Euclid | Game::Graph { .. } | Game::Set { .. } | Game::Sum { .. } => return None,
        }
        Some(())
    }

    fn add_wyt(&mut self, a: u64, b: u64, offset: usize) -> Option<()> {
        let (a, b) = (i64::try_from(a).ok()?, i64::try_from(b).ok()?);
        if a.max(b) > MAX_FAMILIES as i64 / 4 {
            return None;
        }
        // Shift 0 would list the null move: it starts one step on.
        self.push(offset, &[1, 1], Some(&[1, 1]))?;
        for c in 1..a {
            self.push(offset, &[c, 0], Some(&[1, 1]))?;
            self.push(offset, &[0, c], Some(&[1, 1]))?;
        }
        self.push(offset, &[0, 1], Some(&[0, 1]))?;
        self.push(offset, &[1, 0], Some(&[1, 0]))?;
        for i in 1..b {
            self.push(offset, &[i, 0], Some(&[0, 1]))?;
            self.push(offset, &[0, i], Some(&[1, 0]))?;
        }
        Some(())
    }

    /// One step for each choice of `from` of the piles, in lexicographic order.
    fn add_slow(&mut self, piles: usize, from: usize, offset: usize) -> Option<()> {
        let mut chosen: Vec<usize> = (0..from).collect();
        loop {
            let mut vector = vec![0; piles];
            for &pile in &chosen {
                vector[pile] = 1;
            }
            self.push(offset, &vector, None)?;
            let Some(moving) = (0..from).rev().find(|&i| chosen[i] < piles - from + i) else {
                return Some(());
            };
            chosen[moving] += 1;
            for i in moving + 1..from {
                chosen[i] = chosen[i - 1] + 1;
            }
        }
    }

    fn push(&mut self, offset: usize, base: &[i64], ray: Option<&[i64]>) -> Option<()> {
        if self.families.len() == MAX_FAMILIES {
            return None;
        }
        let widen = |vector: &[i64]| {
            let mut wide = vec![0; self.axes];
            wide[offset..offset + vector.len()].copy_from_slice(vector);
            wide
        };
        let family = Family {
            base: widen(base),
            ray: ray.map(widen),
            silent: Vec::new(),
            boards: Vec::new(),
        };
        self.families.push(family);
        Some(())
    }
}
