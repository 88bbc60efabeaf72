//! Rules of a game as the notation says them, and the two forms that engines work on.
//!
//! A [`Rules`] is an abstract description that prints back as it was written. From it come
//! - [`Rules::plain`]: each game and adapter as its definition reads, slow and obviously right;
//! - [`Rules::lines`]: families of shifted rays and steps with end conditions, the one form from
//!   which options, sweeps, statements and explanations follow. Games that are not of this kind
//!   (Euclid's, graphs, conjunctive sums) have no such form and run on the plain one;
//! - [`Rules::on_box`]: such lines that hold on one box, for moves by a condition.

mod altered;
mod decompose;
mod expr;
mod graph;
mod lanes;
mod lines;
mod lower;
mod moves;
mod piece;
mod plain;
mod predicate;
mod program;
mod recognise;
mod ruleset;
mod vectors;
mod weights;

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

pub(crate) use altered::Heaps;
pub use altered::{Altered, Prescribed};
pub use expr::{Binary, Expr, Sort, Unary};
pub use graph::{BoxGraph, Graph, GraphBuilder};
pub use lines::{Condition, Family, Lines, Placed};
pub use moves::{Moves, MovesForm, Parameter};
pub use piece::Piece;
pub use plain::Plain;
pub use predicate::Predicate;
pub use program::{NoValue, Program};
pub use ruleset::{Cell, Ruleset, cell};
pub use weights::positive_weights;

use crate::budget::Budget;
use crate::error::Error;

/// Most coordinates a game may have.
pub const MAX_COORDINATES: usize = 32;

/// Most ways in which one move of slow NIM may choose its piles.
const MAX_CHOICES: u128 = 100_000;

/// Who wins at the end of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Convention {
    /// Who cannot move loses.
    Normal,
    /// Who cannot move wins.
    Misere,
}

impl Convention {
    /// The word for it: `normal` or `misere`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Convention::Normal => "normal",
            Convention::Misere => "misere",
        }
    }
}

/// How the whole game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Play {
    /// Normal play.
    Normal,
    /// Misère play.
    Misere,
    /// Normal play in which the previous player may forbid up to `k − 1` options: a position is P
    /// exactly when fewer than `k` of its options are P.
    Block(u64),
}

/// Ways to play several games at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SumKind {
    /// `R + S`: move in exactly one component.
    Disjunctive,
    /// `R & S`: move in every component; play ends when the first component ends.
    Conjunctive,
    /// `R && S`: move in every component that has not ended; play ends when all have ended.
    ConjunctiveLong,
    /// `R | S`: move in one or more components.
    Selective,
}

impl SumKind {
    /// Its sign in the notation.
    #[must_use]
    pub fn sign(self) -> &'static str {
        match self {
            SumKind::Disjunctive => "+",
            SumKind::Conjunctive => "&",
            SumKind::ConjunctiveLong => "&&",
            SumKind::Selective => "|",
        }
    }
}

/// What a coordinate of a position counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// A pile of stones, or a coordinate of a piece.
    Pile,
    /// Passes that may still be used, of this many in the whole game.
    Passes(u64),
    /// A vertex of an explicit graph.
    Vertex,
}

/// A game: which positions there are and what the options are. The play convention is apart, in
/// [`Rules`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Game {
    /// WYT(a, b) \[SanchezGalanXu\]: remove (e, f) ≠ (0, 0) with |e − f| < a or min(e, f) < b.
    Wyt {
        /// How unequal the two amounts may be: by less than this.
        a: u64,
        /// How small the smaller amount must be to be free: less than this.
        b: u64,
    },
    /// Nim on this many piles.
    Nim {
        /// Number of piles.
        piles: usize,
    },
    /// Any positive multiple of one of the vectors.
    Rays(Vec<Vec<i64>>),
    /// Exactly one of the vectors.
    Steps(Vec<Vec<i64>>),
    /// Exact slow NIM: one stone from each of exactly `from` of the piles.
    Slow {
        /// Number of piles.
        piles: usize,
        /// How many piles lose a stone.
        from: usize,
    },
    /// A positive multiple of the smaller pile from the larger; ends when a pile is 0.
    Euclid,
    /// A piece walking toward the corner.
    Piece(Piece),
    /// Whatever a condition allows.
    Moves(Arc<Moves>),
    /// An explicit digraph. Adapters and sums need one without cycles.
    Graph {
        /// The name it was given by, a file as a rule.
        name: String,
        /// Its vertices and edges.
        graph: Arc<Graph>,
    },
    /// A number of passes in the whole game, by either player, not from a terminal position.
    Pass {
        /// The game passed in.
        game: Box<Game>,
        /// How many passes.
        times: u64,
    },
    /// Extra terminal positions.
    Until {
        /// The game that ends early.
        game: Box<Game>,
        /// Where it ends.
        predicate: Predicate,
    },
    /// A bounded board: a move that leaves it is no move.
    Within {
        /// The game bounded.
        game: Box<Game>,
        /// The board.
        predicate: Predicate,
    },
    /// Cells whose outcome or Grundy value is said; outermost only.
    Set {
        /// The game altered.
        game: Box<Game>,
        /// The cells and what they are.
        cells: Vec<Altered>,
    },
    /// Several games at once.
    Sum {
        /// How they are played together.
        kind: SumKind,
        /// The first component, whose coordinates come first.
        left: Box<Game>,
        /// The second component.
        right: Box<Game>,
    },
}

impl Game {
    /// What each coordinate counts, in order.
    #[must_use]
    pub fn axes(&self) -> Vec<Axis> {
        match self {
            Game::Wyt { .. } | Game::Euclid | Game::Piece(_) => vec![Axis::Pile; 2],
            Game::Nim { piles } | Game::Slow { piles, .. } => vec![Axis::Pile; *piles],
            Game::Rays(vectors) | Game::Steps(vectors) => {
                vec![Axis::Pile; vectors.first().map_or(0, Vec::len)]
            }
            Game::Moves(moves) => vec![Axis::Pile; moves.piles()],
            Game::Graph { .. } => vec![Axis::Vertex],
            Game::Pass { game, times } => {
                let mut axes = game.axes();
                axes.push(Axis::Passes(*times));
                axes
            }
            Game::Until { game, .. } | Game::Within { game, .. } | Game::Set { game, .. } => {
                game.axes()
            }
            Game::Sum { left, right, .. } => {
                let mut axes = left.axes();
                axes.extend(right.axes());
                axes
            }
        }
    }

    /// The name of each coordinate in conditions: x, y, z, w or x1 … xn, and p for passes.
    #[must_use]
    pub fn coordinate_names(&self) -> Arc<[String]> {
        let axes = self.axes();
        let piles = axes
            .iter()
            .filter(|axis| !matches!(axis, Axis::Passes(_)))
            .count();
        let passes = axes.len() - piles;
        let (mut pile, mut pass) = (0, 0);
        axes.iter()
            .map(|axis| match axis {
                Axis::Passes(_) => {
                    pass += 1;
                    if passes == 1 {
                        "p".to_string()
                    } else {
                        format!("p{pass}")
                    }
                }
                Axis::Pile | Axis::Vertex => {
                    pile += 1;
                    if piles <= 4 {
                        ["x", "y", "z", "w"][pile - 1].to_string()
                    } else {
                        format!("x{pile}")
                    }
                }
            })
            .collect()
    }

    /// The components of a sum and where their coordinates stand, sums of the same kind opened; nothing
    /// for a game that is no sum.
    ///
    /// ```
    /// let rules = wythoff::notation::parse_rules("wythoff + nim(1) + nim(3)")?;
    /// let parts: Vec<String> = rules.game().components().iter().map(|(_, part)| part.to_string()).collect();
    /// assert_eq!(parts, ["wythoff", "nim(1)", "nim(3)"]);
    /// assert_eq!(rules.game().components()[2].0, 3..6);
    /// # Ok::<(), wythoff::Error>(())
    /// ```
    #[must_use]
    pub fn components(&self) -> Vec<(Range<usize>, &Game)> {
        let mut components = Vec::new();
        if let Game::Sum { kind, .. } = self {
            self.add_components(*kind, 0, &mut components);
        }
        components
    }

    fn add_components<'g>(
        &'g self,
        of: SumKind,
        offset: usize,
        into: &mut Vec<(Range<usize>, &'g Game)>,
    ) {
        match self {
            Game::Sum { kind, left, right } if *kind == of => {
                left.add_components(of, offset, into);
                right.add_components(of, offset + left.axes().len(), into);
            }
            game => into.push((offset..offset + game.axes().len(), game)),
        }
    }

    /// How many options or conditions are looked at to list the options of a position, at most; `None`
    /// where that is not easy to see.
    pub(crate) fn most_looks(&self, at: &[u64]) -> Option<u128> {
        Some(match self {
            Game::Moves(_) => at
                .iter()
                .fold(1u128, |n, &x| n.saturating_mul(u128::from(x) + 1)),
            Game::Pass { game, .. } => game.most_looks(at.split_last()?.1)?.saturating_add(1),
            Game::Until { game, .. } | Game::Within { game, .. } | Game::Set { game, .. } => {
                game.most_looks(at)?
            }
            Game::Sum {
                kind: SumKind::Disjunctive,
                left,
                right,
            } => {
                let (l, r) = at.split_at_checked(left.axes().len())?;
                left.most_looks(l)?.saturating_add(right.most_looks(r)?)
            }
            game => lower::lines(game)?.most_options(at),
        })
    }

    /// Whether exchanging the first two coordinates visibly changes nothing, by the parts of the game.
    fn is_symmetric(&self) -> bool {
        match self {
            Game::Wyt { .. } | Game::Euclid | Game::Piece(_) => true,
            Game::Moves(moves) => moves.is_symmetric(),
            Game::Pass { game, .. } => game.is_symmetric(),
            Game::Until { game, predicate } | Game::Within { game, predicate } => {
                game.is_symmetric() && predicate.is_symmetric_in(0, 1)
            }
            Game::Set { game, cells } => game.is_symmetric() && altered::is_symmetric(cells),
            // The first two coordinates must be those of one component.
            Game::Sum { left, .. } => left.axes().len() >= 2 && left.is_symmetric(),
            _ => false,
        }
    }

    /// The explicit graphs in it.
    fn graphs(&self) -> Vec<&Graph> {
        match self {
            Game::Graph { graph, .. } => vec![graph],
            Game::Pass { game, .. }
            | Game::Until { game, .. }
            | Game::Within { game, .. }
            | Game::Set { game, .. } => game.graphs(),
            Game::Sum { left, right, .. } => [left.graphs(), right.graphs()].concat(),
            _ => Vec::new(),
        }
    }

    /// Whether it is, or is written as, the disjunctive sum of other games.
    fn precedence(&self) -> u8 {
        match self {
            Game::Sum {
                kind: SumKind::Disjunctive,
                ..
            } => 1,
            Game::Sum { .. } => 2,
            _ => 3,
        }
    }

    fn write(&self, around: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parenthesised = self.precedence() < around;
        if parenthesised {
            f.write_str("(")?;
        }
        match self {
            Game::Wyt { a: 1, b: 1 } => f.write_str("wythoff")?,
            Game::Wyt { a, b } => write!(f, "wyt({a},{b})")?,
            Game::Nim { piles } => write!(f, "nim({piles})")?,
            Game::Rays(vectors) => write_vectors("rays", vectors, f)?,
            Game::Steps(vectors) => write_vectors("steps", vectors, f)?,
            Game::Slow { piles, from } => write!(f, "slow({piles},{from})")?,
            Game::Euclid => f.write_str("euclid")?,
            Game::Piece(piece) => f.write_str(piece.word())?,
            Game::Moves(moves) => write!(f, "{moves}")?,
            Game::Graph { name, .. } => write!(f, "graph({})", quoted(name))?,
            Game::Pass { game, times } => {
                game.write(3, f)?;
                f.write_str(".pass")?;
                if *times != 1 {
                    write!(f, "({times})")?;
                }
            }
            Game::Until { game, predicate } => {
                game.write(3, f)?;
                write!(f, ".until({predicate})")?;
            }
            Game::Within { game, predicate } => {
                game.write(3, f)?;
                write!(f, ".within({predicate})")?;
            }
            Game::Set { game, cells } => {
                game.write(3, f)?;
                f.write_str(".set(")?;
                for (i, (at, value)) in cells.iter().enumerate() {
                    let texts: Vec<String> = at.iter().map(u64::to_string).collect();
                    let before = if i == 0 { "" } else { "; " };
                    write!(f, "{before}{} = {value}", texts.join(","))?;
                }
                f.write_str(")")?;
            }
            Game::Sum { kind, left, right } => {
                let own = self.precedence();
                // & && | share one level; unlike signs beside each other are parenthesised.
                let left_level = match &**left {
                    Game::Sum { kind: inner, .. } if inner != kind => own + 1,
                    _ => own,
                };
                left.write(left_level.min(3), f)?;
                write!(f, " {} ", kind.sign())?;
                right.write(own + 1, f)?;
            }
        }
        if parenthesised {
            f.write_str(")")?;
        }
        Ok(())
    }
}

fn write_vectors(word: &str, vectors: &[Vec<i64>], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let text = |v: &Vec<i64>| v.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
    write!(
        f,
        "{word}({})",
        vectors.iter().map(text).collect::<Vec<_>>().join("; ")
    )
}

/// A file name as the notation writes it: quoted when it holds anything but plain characters.
fn quoted(name: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/');
    if !name.is_empty() && name.chars().all(plain) {
        name.to_string()
    } else {
        format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""))
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(0, f)
    }
}

/// A game and how it is played.
#[derive(Clone, Debug)]
pub struct Rules {
    game: Game,
    play: Play,
    lines: OnceLock<Option<Arc<Lines>>>,
}

impl PartialEq for Rules {
    fn eq(&self, other: &Rules) -> bool {
        self.game == other.game && self.play == other.play
    }
}

impl Eq for Rules {}

impl Rules {
    /// A game under a way of playing, after checking that the game makes sense.
    ///
    /// # Errors
    /// [`ErrorKind::Input`](crate::ErrorKind::Input) for parameters that are not allowed: `a` or `b` of
    /// 0, no piles, vectors of different lengths or without positive weights, too many coordinates.
    ///
    /// ```
    /// use wythoff::rules::{Game, Play, Rules};
    /// let rules = Rules::new(Game::Wyt { a: 2, b: 3 }, Play::Normal)?;
    /// assert_eq!(rules.to_string(), "wyt(2,3)");
    /// assert!(Rules::new(Game::Wyt { a: 0, b: 1 }, Play::Normal).is_err());
    /// # Ok::<(), wythoff::Error>(())
    /// ```
    pub fn new(game: Game, play: Play) -> Result<Rules, Error> {
        match &game {
            Game::Set { game, cells } => {
                check(game)?;
                altered::check(game, cells)?;
                altered::check_play(cells, play)?;
            }
            game => check(game)?,
        }
        check_ends(&game, play)?;
        if play == Play::Block(0) {
            return Err(Error::input(
                "found block(0); expected block(k) with k at least 1",
            ));
        }
        Ok(Rules {
            game,
            play,
            lines: OnceLock::new(),
        })
    }

    /// Wythoff's game under normal play.
    #[must_use]
    pub fn wythoff() -> Rules {
        Rules {
            game: Game::Wyt { a: 1, b: 1 },
            play: Play::Normal,
            lines: OnceLock::new(),
        }
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// How it is played.
    #[must_use]
    pub fn play(&self) -> Play {
        self.play
    }

    /// The play convention; blocking games are played normally.
    #[must_use]
    pub fn convention(&self) -> Convention {
        match self.play {
            Play::Misere => Convention::Misere,
            Play::Normal | Play::Block(_) => Convention::Normal,
        }
    }

    /// What each coordinate counts, in order.
    #[must_use]
    pub fn axes(&self) -> Vec<Axis> {
        self.game.axes()
    }

    /// Whether positions may leave out the last coordinate because it counts passes of the outermost
    /// adapter.
    #[must_use]
    pub fn default_passes(&self) -> Option<u64> {
        let game = match &self.game {
            Game::Set { game, .. } => game,
            game => game,
        };
        match game {
            Game::Pass { times, .. } => Some(*times),
            _ => None,
        }
    }

    /// The game whose lines are those of these rules: altered cells that are no more than ends are ends.
    fn lined_game(&self) -> Cow<'_, Game> {
        if let Game::Set { game, cells } = &self.game
            && let Some(predicate) = altered::as_ends(game, cells, self.play)
        {
            return Cow::Owned(Game::Until {
                game: game.clone(),
                predicate,
            });
        }
        Cow::Borrowed(&self.game)
    }

    /// The game as its definition reads.
    #[must_use]
    pub fn plain(&self) -> Plain {
        Plain::new(&self.game, self.play)
    }

    /// The game as families of shifted rays and steps, where it is of that kind and of sane size.
    #[must_use]
    pub fn lines(&self) -> Option<&Arc<Lines>> {
        self.lines
            .get_or_init(|| lower::lines(&self.lined_game()).map(Arc::new))
            .as_ref()
    }

    /// The same rules with lines that are exact for positions up to `largest`, and say nothing beyond:
    /// for games whose moves are given by a condition that was not seen to be lines at all sizes. `None`
    /// where it is not few lines there either.
    ///
    /// # Errors
    /// When a condition has no value somewhere in the box, and on interruption.
    pub fn on_box(&self, largest: &[u64], budget: &Budget<'_>) -> Result<Option<Rules>, Error> {
        if self.lines().is_some() {
            return Ok(Some(self.clone()));
        }
        let lines = lower::lines_on_box(&self.lined_game(), largest, budget)?;
        Ok(lines.map(|lines| Rules {
            game: self.game.clone(),
            play: self.play,
            lines: OnceLock::from(Some(Arc::new(lines))),
        }))
    }

    /// Whether moves by a condition may turn out to be lines on some box: see [`Rules::on_box`].
    pub(crate) fn may_have_lines_on_boxes(&self) -> bool {
        fn may(game: &Game) -> bool {
            match game {
                Game::Moves(moves) => {
                    moves.lines().is_some() || moves.piles() == 2 && moves.removals().is_some()
                }
                Game::Pass { game, .. } | Game::Until { game, .. } | Game::Within { game, .. } => {
                    may(game)
                }
                Game::Sum {
                    kind: SumKind::Disjunctive,
                    left,
                    right,
                } => may(left) && may(right),
                Game::Sum { .. } | Game::Set { .. } | Game::Euclid | Game::Graph { .. } => false,
                _ => true,
            }
        }
        may(&self.lined_game())
    }

    /// The graph with cycles that is the whole game, if it is one: then play need not end.
    #[must_use]
    pub fn endless_graph(&self) -> Option<&Graph> {
        match &self.game {
            Game::Graph { graph, .. } => Some(&**graph).filter(|graph| graph.cycle().is_some()),
            _ => None,
        }
    }

    /// Checks that play always ends, for values that are defined only then.
    ///
    /// # Errors
    /// [`ErrorKind::Undefined`], naming a cycle.
    pub(crate) fn must_end(&self, values: &str) -> Result<(), Error> {
        match self.endless_graph().and_then(Graph::cycle_text) {
            None => Ok(()),
            Some(cycle) => Err(Error::undefined(format!(
                "{values} need a game in which play always ends; {self} has a cycle: {cycle}"
            ))),
        }
    }

    /// Whether exchanging the first two coordinates visibly changes nothing.
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        self.game.is_symmetric() || self.lines().is_some_and(|lines| lines.is_symmetric())
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.play {
            Play::Normal => self.game.write(0, f),
            Play::Misere => {
                self.game.write(3, f)?;
                f.write_str(".misere")
            }
            Play::Block(k) => {
                self.game.write(3, f)?;
                write!(f, ".block({k})")
            }
        }
    }
}

fn check(game: &Game) -> Result<(), Error> {
    match game {
        Game::Wyt { a, b } => {
            for (name, value) in [("a", a), ("b", b)] {
                if *value == 0 {
                    return Err(Error::input(format!(
                        "wyt({a},{b}) has {name} = 0; expected whole numbers from 1"
                    )));
                }
            }
        }
        Game::Nim { piles: 0 } => {
            return Err(Error::input("nim(0) has no piles; expected at least 1"));
        }
        Game::Slow { piles, from } => {
            if *from == 0 || from > piles {
                return Err(Error::input(format!(
                    "slow({piles},{from}) takes from {from} of {piles} piles; expected from 1 to the \
                     number of piles"
                )));
            }
            let choices = binomial(*piles as u128, *from as u128);
            if choices > MAX_CHOICES {
                return Err(Error::limit(format!(
                    "slow({piles},{from}) has {choices} moves a position; at most {MAX_CHOICES} are supported"
                )));
            }
        }
        Game::Rays(vectors) | Game::Steps(vectors) => vectors::check_vectors(game, vectors)?,
        Game::Pass { game, times } => {
            check(game)?;
            if *times == 0 {
                return Err(Error::input(
                    "found pass(0); expected pass(k) with k at least 1",
                ));
            }
        }
        Game::Until { game, predicate } | Game::Within { game, predicate } => {
            check(game)?;
            if predicate.arity() != game.axes().len() {
                return Err(Error::input(
                    "a condition speaks of another number of coordinates",
                ));
            }
        }
        Game::Sum { left, right, .. } => {
            check(left)?;
            check(right)?;
        }
        Game::Set { .. } => {
            return Err(Error::undefined(
                "altered cells belong to the whole game: set comes last, before misere and block",
            ));
        }
        Game::Nim { .. } | Game::Euclid | Game::Piece(_) | Game::Moves(_) | Game::Graph { .. } => {}
    }
    let coordinates = game.axes().len();
    if coordinates > MAX_COORDINATES {
        return Err(Error::limit(format!(
            "{game} has {coordinates} coordinates; at most {MAX_COORDINATES} are supported"
        )));
    }
    Ok(())
}

/// Whether every graph in a game may be there: one with cycles only as the whole game.
fn check_ends(game: &Game, play: Play) -> Result<(), Error> {
    match game {
        Game::Graph { .. } if !matches!(play, Play::Block(_)) => Ok(()),
        game => game.graphs().into_iter().try_for_each(Graph::must_end),
    }
}

/// Binomial coefficient; arguments are at most [`MAX_COORDINATES`] where the answer matters.
fn binomial(n: u128, k: u128) -> u128 {
    (0..k.min(n - k)).fold(1u128, |c, i| c.saturating_mul(n - i) / (i + 1))
}
