//! Every game and adapter as its definition reads: slow, and the judge of every faster form.

use std::sync::Arc;

use crate::error::Error;
use crate::rules::graph::Graph;
use crate::rules::predicate::Predicate;
use crate::rules::ruleset::{Cell, Ruleset};
use crate::rules::{Game, Heaps, Moves, Play, SumKind, positive_weights};

/// A game as its definition reads.
///
/// ```
/// use wythoff::rules::{Rules, Ruleset, cell};
/// let plain = Rules::wythoff().plain();
/// assert_eq!(plain.options(&cell(&[1, 1]))?, [cell(&[0, 0]), cell(&[0, 1]), cell(&[1, 0])]);
/// # Ok::<(), wythoff::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Plain {
    node: Node,
    heaps: Heaps,
}

#[derive(Clone, Debug)]
enum Node {
    Wyt {
        a: u64,
        b: u64,
    },
    Nim,
    Vectors {
        vectors: Vec<Vec<i64>>,
        repeat: bool,
        weights: Vec<u64>,
    },
    Slow {
        from: u32,
    },
    Euclid,
    Moves(Arc<Moves>),
    Graph(Arc<Graph>),
    Both(Box<Node>, Box<Node>),
    Pass(Box<Node>),
    Until(Box<Node>, Predicate),
    Within(Box<Node>, Predicate),
    Sum {
        kind: SumKind,
        left: Box<Node>,
        right: Box<Node>,
        split: usize,
    },
}

impl Plain {
    pub(crate) fn new(game: &Game, play: Play) -> Plain {
        match game {
            Game::Set { game, cells } => Plain {
                node: node(game),
                heaps: Heaps::new(cells, play),
            },
            game => Plain {
                node: node(game),
                heaps: Heaps::default(),
            },
        }
    }
}

fn node(game: &Game) -> Node {
    match game {
        Game::Wyt { a, b } => Node::Wyt { a: *a, b: *b },
        Game::Nim { .. } => Node::Nim,
        Game::Rays(vectors) => vector_node(vectors.clone(), true),
        Game::Steps(vectors) => vector_node(vectors.clone(), false),
        Game::Slow { from, .. } => Node::Slow {
            from: u32::try_from(*from).unwrap_or(u32::MAX),
        },
        Game::Euclid => Node::Euclid,
        Game::Piece(piece) => {
            let (rays, steps) = piece.walk();
            let list = |v: &[[i64; 2]]| v.iter().map(|e| e.to_vec()).collect::<Vec<_>>();
            match (rays.is_empty(), steps.is_empty()) {
                (true, _) => vector_node(list(steps), false),
                (_, true) => vector_node(list(rays), true),
                _ => Node::Both(
                    Box::new(vector_node(list(rays), true)),
                    Box::new(vector_node(list(steps), false)),
                ),
            }
        }
        Game::Moves(moves) => Node::Moves(moves.clone()),
        Game::Graph { graph, .. } => Node::Graph(graph.clone()),
        Game::Pass { game, .. } => Node::Pass(Box::new(node(game))),
        Game::Until { game, predicate } => Node::Until(Box::new(node(game)), predicate.clone()),
        Game::Within { game, predicate } => Node::Within(Box::new(node(game)), predicate.clone()),
        // Outermost only, where `Plain` takes care of the cells; anywhere else the rules are refused.
        Game::Set { game, .. } => node(game),
        Game::Sum { kind, left, right } => Node::Sum {
            kind: *kind,
            split: left.axes().len(),
            left: Box::new(node(left)),
            right: Box::new(node(right)),
        },
    }
}

fn vector_node(vectors: Vec<Vec<i64>>, repeat: bool) -> Node {
    // Rules are checked before they get here; equal weights would still be a rank for most.
    let weights =
        positive_weights(&vectors).unwrap_or_else(|| vec![1; vectors.first().map_or(0, Vec::len)]);
    Node::Vectors {
        vectors,
        repeat,
        weights,
    }
}

/// `from − vector`, if no coordinate falls below 0 or leaves 64 bits.
fn minus(from: &[u64], vector: &[i64]) -> Option<Cell> {
    from.iter()
        .zip(vector)
        .map(|(&x, &e)| {
            if e >= 0 {
                x.checked_sub(e.unsigned_abs())
            } else {
                x.checked_add(e.unsigned_abs())
            }
        })
        .collect()
}

impl Ruleset for Plain {
    type Position = Cell;

    fn options_into(&self, from: &Cell, options: &mut Vec<Cell>) -> Result<(), Error> {
        if self.heaps.at(from).is_some() {
            return Ok(());
        }
        self.node.options_into(from, options)
    }

    fn rank(&self, at: &Cell) -> u128 {
        self.node.rank(at)
    }

    fn heap(&self, at: &Cell) -> Option<u64> {
        self.heaps.at(at)
    }
}

impl Node {
    fn options(&self, from: &[u64]) -> Result<Vec<Cell>, Error> {
        let mut options = Vec::new();
        self.options_into(from, &mut options)?;
        Ok(options)
    }

    fn options_into(&self, from: &[u64], options: &mut Vec<Cell>) -> Result<(), Error> {
        match self {
            Node::Wyt { a, b } => {
                let (x, y) = (from[0], from[1]);
                for e in 0..=x {
                    for f in 0..=y {
                        let allowed = e.abs_diff(f) < *a || e.min(f) < *b;
                        if allowed && (e, f) != (0, 0) {
                            options.push(Cell::from_slice(&[x - e, y - f]));
                        }
                    }
                }
            }
            Node::Nim => {
                for pile in 0..from.len() {
                    for left in 0..from[pile] {
                        let mut option = Cell::from_slice(from);
                        option[pile] = left;
                        options.push(option);
                    }
                }
            }
            Node::Vectors {
                vectors, repeat, ..
            } => {
                for vector in vectors {
                    let mut at = minus(from, vector);
                    while let Some(option) = at {
                        at = if *repeat {
                            minus(&option, vector)
                        } else {
                            None
                        };
                        options.push(option);
                    }
                }
            }
            Node::Slow { from: k } => {
                let piles = from.len();
                let mut chosen = (1u64 << k) - 1;
                while chosen < 1 << piles {
                    let takes = |pile: usize| chosen >> pile & 1;
                    if (0..piles).all(|i| from[i] >= takes(i)) {
                        options.push((0..piles).map(|i| from[i] - takes(i)).collect());
                    }
                    // The next larger number with as many ones (Gosper).
                    let low = chosen & chosen.wrapping_neg();
                    let carried = chosen + low;
                    chosen = carried | (((chosen ^ carried) >> 2) / low);
                }
            }
            Node::Euclid => {
                let (x, y) = (from[0], from[1]);
                if x > 0 && y > 0 {
                    if x >= y {
                        options.extend((1..=x / y).map(|t| Cell::from_slice(&[x - t * y, y])));
                    }
                    if y >= x {
                        options.extend((1..=y / x).map(|t| Cell::from_slice(&[x, y - t * x])));
                    }
                }
            }
            Node::Moves(moves) => moves.options_into(from, options)?,
            Node::Graph(graph) => graph.options_into(&Cell::from_slice(from), options)?,
            Node::Both(one, other) => {
                one.options_into(from, options)?;
                other.options_into(from, options)?;
            }
            Node::Pass(game) => {
                let (inner, passes) = (&from[..from.len() - 1], from[from.len() - 1]);
                let moves = game.options(inner)?;
                if passes > 0 && !moves.is_empty() {
                    options.push(join(inner, &[passes - 1]));
                }
                options.extend(moves.iter().map(|m| join(m, &[passes])));
            }
            Node::Until(game, ends) => {
                if !ends.holds(from)? {
                    game.options_into(from, options)?;
                }
            }
            Node::Within(game, board) => {
                for option in game.options(from)? {
                    if board.holds(&option)? {
                        options.push(option);
                    }
                }
            }
            Node::Sum {
                kind,
                left,
                right,
                split,
            } => {
                let (l, r) = from.split_at(*split);
                sum_options(
                    *kind,
                    (l, left.options(l)?),
                    (r, right.options(r)?),
                    options,
                );
            }
        }
        Ok(())
    }

    fn rank(&self, at: &[u64]) -> u128 {
        let total = |piles: &[u64]| piles.iter().map(|&x| u128::from(x)).sum::<u128>();
        match self {
            Node::Wyt { .. } | Node::Nim | Node::Slow { .. } | Node::Euclid | Node::Moves(_) => {
                total(at)
            }
            Node::Vectors { weights, .. } => weighted(weights, at),
            Node::Graph(graph) => graph.rank(&Cell::from_slice(at)),
            // Both walks of a piece take non-negative vectors away.
            Node::Both(..) => total(at),
            Node::Pass(game) => game
                .rank(&at[..at.len() - 1])
                .saturating_add(u128::from(at[at.len() - 1])),
            Node::Until(game, _) | Node::Within(game, _) => game.rank(at),
            Node::Sum {
                left, right, split, ..
            } => left
                .rank(&at[..*split])
                .saturating_add(right.rank(&at[*split..])),
        }
    }
}

/// Σ w_i·x_i.
pub(crate) fn weighted(weights: &[u64], at: &[u64]) -> u128 {
    weights.iter().zip(at).fold(0u128, |sum, (&w, &x)| {
        sum.saturating_add(u128::from(w) * u128::from(x))
    })
}

fn join(left: &[u64], right: &[u64]) -> Cell {
    let mut cell = Cell::from_slice(left);
    cell.extend_from_slice(right);
    cell
}

fn sum_options(
    kind: SumKind,
    (l, left): (&[u64], Vec<Cell>),
    (r, right): (&[u64], Vec<Cell>),
    options: &mut Vec<Cell>,
) {
    let one_moves = |options: &mut Vec<Cell>| {
        options.extend(left.iter().map(|m| join(m, r)));
        options.extend(right.iter().map(|m| join(l, m)));
    };
    let both_move = |options: &mut Vec<Cell>| {
        for m in &left {
            options.extend(right.iter().map(|n| join(m, n)));
        }
    };
    match kind {
        SumKind::Disjunctive => one_moves(options),
        SumKind::Conjunctive => both_move(options),
        SumKind::ConjunctiveLong if left.is_empty() || right.is_empty() => one_moves(options),
        SumKind::ConjunctiveLong => both_move(options),
        SumKind::Selective => {
            one_moves(options);
            both_move(options);
        }
    }
}
