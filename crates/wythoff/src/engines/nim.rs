//! Nim at any size: Bouton's nim-sum for outcome, Grundy value and winning moves.
//!
//! Normal play: P exactly when the nim-sum is 0, and the nim-sum is the Grundy value. Misère play: as in
//! normal play while some pile holds two or more, else P exactly when the number of piles is odd
//! \[Bouton1901\]. A rook on a board is Nim on two piles. Remoteness has no formula here.

use dashu_int::UBig;

use crate::answer::{Evidence, Moves, Value};
use crate::budget::Budget;
use crate::error::Error;
use crate::plan::{Ask, Engine, Offer, Solver};
use crate::rules::{Convention, Game, Piece, Play, Rules};
use crate::values::Outcome;

/// Answers about Nim.
#[derive(Clone, Copy, Debug, Default)]
pub struct NimEngine;

impl Engine for NimEngine {
    fn name(&self) -> &'static str {
        "nim"
    }

    fn open(&self, rules: &Rules) -> Option<Box<dyn Solver>> {
        let convention = match rules.play() {
            Play::Normal => Convention::Normal,
            Play::Misere => Convention::Misere,
            Play::Block(_) => return None,
        };
        matches!(rules.game(), Game::Nim { .. } | Game::Piece(Piece::Rook))
            .then(|| Box::new(NimSolver { convention }) as Box<dyn Solver>)
    }
}

struct NimSolver {
    convention: Convention,
}

impl NimSolver {
    fn is_p(&self, piles: &[UBig]) -> bool {
        let small = piles.iter().all(|pile| *pile <= UBig::ONE);
        if self.convention == Convention::Misere && small {
            return piles.iter().filter(|pile| **pile == UBig::ONE).count() % 2 == 1;
        }
        nim_sum(piles) == UBig::ZERO
    }

    /// From each pile at most a few amounts can win: down to its nim-sum with the whole, or, at the
    /// end of misère play, to 0 or 1.
    fn winning_moves(&self, piles: &[UBig]) -> Vec<Vec<UBig>> {
        let whole = nim_sum(piles);
        let mut targets = Vec::new();
        for (i, pile) in piles.iter().enumerate() {
            let mut amounts = vec![&whole ^ pile, UBig::ZERO, UBig::ONE];
            amounts.sort();
            amounts.dedup();
            for left in amounts.into_iter().filter(|left| left < pile) {
                let mut target = piles.to_vec();
                target[i] = left;
                if self.is_p(&target) {
                    targets.push(target);
                }
            }
        }
        targets.sort();
        targets
    }
}

fn nim_sum(piles: &[UBig]) -> UBig {
    piles.iter().fold(UBig::ZERO, |sum, pile| sum ^ pile)
}

impl Solver for NimSolver {
    fn offer(&self, ask: Ask, _at: &[UBig]) -> Option<Offer> {
        let known = match ask {
            Ask::Terminal | Ask::Outcome | Ask::WinningMoves => true,
            Ask::Grundy => self.convention == Convention::Normal,
            _ => false,
        };
        known.then(|| Offer {
            evidence: bouton(),
            cost: 1,
        })
    }

    fn answer(
        &mut self,
        ask: Ask,
        at: &[UBig],
        _budget: &Budget<'_>,
    ) -> Result<(Value, Evidence), Error> {
        let value = match ask {
            Ask::Terminal => Value::Truth(at.iter().all(|pile| *pile == UBig::ZERO)),
            Ask::Outcome => Value::Outcome(if self.is_p(at) {
                Outcome::P
            } else {
                Outcome::N
            }),
            Ask::Grundy => Value::Number(nim_sum(at)),
            Ask::WinningMoves => Value::Moves(Moves {
                targets: self.winning_moves(at),
                complete: true,
            }),
            other => {
                let word = other.word();
                return Err(Error::undefined(format!(
                    "the nim-sum does not tell {word}"
                )));
            }
        };
        Ok((value, bouton()))
    }
}

fn bouton() -> Evidence {
    Evidence::Theorem {
        name: "Nim by nim-sums".into(),
        source: "Bouton1901".into(),
    }
}
