//! Numbers of options and lengths of the longest play, where counting them is easy.
//!
//! WYT(a, b): of the (x + 1)(y + 1) removals (e, f) with e ≤ x, f ≤ y those are no moves that take nothing,
//! or that take at least b from both with |e − f| ≥ a. The latter are the pairs (i, j), i < X, j < Y, that
//! differ by a or more, where X = max(0, x + 1 − b), Y likewise. With T(n) = n(n + 1)/2 and m ∸ n = max(0, m − n)
//! there are Σ_{i<X} (Y ∸ a ∸ i) = T(Y ∸ a) − T(Y ∸ a ∸ X) of them with j ≥ i + a, and as many with X and Y
//! exchanged where i ≥ j + a.
//!
//! The longest play takes one stone at a time. In a disjunctive sum the options are those of the
//! components, and plays follow one another; a pass is one more option, and each can be used before the
//! last stone goes. Judge: the definitions, in `tests/counts.rs`.

use dashu_int::UBig;

use crate::rules::{Game, Piece, SumKind};

/// A game whose options and longest plays are counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CountedGame {
    /// WYT(a, b).
    Wyt {
        /// How unequal the two amounts may be: by less than this.
        a: u64,
        /// How small the smaller amount must be to be free: less than this.
        b: u64,
    },
    /// Nim on any number of piles.
    Nim,
    /// Passes, counted by the last coordinate.
    Pass(Box<CountedGame>),
    /// A disjunctive sum; the first has `split` coordinates.
    Sum {
        /// The components.
        parts: Box<[CountedGame; 2]>,
        /// Coordinates of the first.
        split: usize,
    },
}

impl CountedGame {
    /// The game, if it is of this kind.
    ///
    /// ```
    /// use wythoff::formulas::CountedGame;
    /// use wythoff::rules::Rules;
    /// let game = CountedGame::of(Rules::wythoff().game()).unwrap();
    /// let at = [10u8.into(), 10u8.into()];
    /// assert_eq!(game.options(&at), 30u8.into());
    /// assert_eq!(game.birthday(&at), 20u8.into());
    /// ```
    #[must_use]
    pub fn of(game: &Game) -> Option<CountedGame> {
        Some(match game {
            Game::Wyt { a, b } => CountedGame::Wyt { a: *a, b: *b },
            Game::Piece(Piece::Queen) => CountedGame::Wyt { a: 1, b: 1 },
            Game::Nim { .. } | Game::Piece(Piece::Rook) => CountedGame::Nim,
            Game::Pass { game, .. } => CountedGame::Pass(Box::new(CountedGame::of(game)?)),
            Game::Sum {
                kind: SumKind::Disjunctive,
                left,
                right,
            } => CountedGame::Sum {
                split: left.axes().len(),
                parts: Box::new([CountedGame::of(left)?, CountedGame::of(right)?]),
            },
            _ => return None,
        })
    }

    /// The number of options.
    #[must_use]
    pub fn options(&self, at: &[UBig]) -> UBig {
        match self {
            CountedGame::Wyt { a, b } => wyt_options(*a, *b, at),
            CountedGame::Nim => total(at),
            CountedGame::Pass(game) => {
                let Some((passes, piles)) = at.split_last() else {
                    return UBig::ZERO;
                };
                let moves = game.options(piles);
                let may_pass = *passes > UBig::ZERO && moves > UBig::ZERO;
                moves + UBig::from(u8::from(may_pass))
            }
            CountedGame::Sum { parts, split } => {
                let (left, right) = at.split_at(*split);
                parts[0].options(left) + parts[1].options(right)
            }
        }
    }

    /// The length of the longest play.
    #[must_use]
    pub fn birthday(&self, at: &[UBig]) -> UBig {
        match self {
            CountedGame::Wyt { .. } | CountedGame::Nim => total(at),
            CountedGame::Pass(game) => {
                let Some((passes, piles)) = at.split_last() else {
                    return UBig::ZERO;
                };
                let moves = game.birthday(piles);
                if moves == UBig::ZERO {
                    moves
                } else {
                    moves + passes
                }
            }
            CountedGame::Sum { parts, split } => {
                let (left, right) = at.split_at(*split);
                parts[0].birthday(left) + parts[1].birthday(right)
            }
        }
    }
}

fn total(piles: &[UBig]) -> UBig {
    piles.iter().fold(UBig::ZERO, |sum, pile| sum + pile)
}

/// (x + 1)(y + 1) − 1 − #{(i, j): i < X, j < Y, |i − j| ≥ a}.
fn wyt_options(a: u64, b: u64, at: &[UBig]) -> UBig {
    let [x, y] = at else { return UBig::ZERO };
    let (a, b) = (UBig::from(a), UBig::from(b));
    let (e_choices, f_choices) = (x + UBig::ONE, y + UBig::ONE);
    let (from_x, from_y) = (less(&e_choices, &b), less(&f_choices, &b));
    e_choices * f_choices
        - UBig::ONE
        - far_above(&from_x, &from_y, &a)
        - far_above(&from_y, &from_x, &a)
}

/// #{(i, j): i < X, j < Y, j ≥ i + a} = T(Y ∸ a) − T(Y ∸ a ∸ X).
fn far_above(x: &UBig, y: &UBig, a: &UBig) -> UBig {
    let triangle = |n: UBig| (&n * (&n + UBig::ONE)) >> 1;
    let longest = less(y, a);
    let beyond = less(&longest, x);
    triangle(longest) - triangle(beyond)
}

/// m ∸ n = max(0, m − n).
fn less(m: &UBig, n: &UBig) -> UBig {
    if m > n { m - n } else { UBig::ZERO }
}
