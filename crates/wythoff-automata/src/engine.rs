//! Proved automata as an engine of the library: positions of any size, with a theorem file as evidence.

use std::sync::OnceLock;

use dashu_base::BitTest;
use dashu_int::UBig;
use wythoff::Error as LibraryError;
use wythoff::answer::{Evidence, Moves, Value as Answered};
use wythoff::budget::Budget as LibraryBudget;
use wythoff::plan::{Ask, Engine, Offer, Solver};
use wythoff::rules::Rules;
use wythoff::values::Outcome;

use crate::budget::{Budget, Error};
use crate::game::Game;
use crate::query::Prepared;
use crate::shipped::{SHIPPED, Shipped};
use crate::statement::Value;

/// How many winning moves are listed at most.
const MOST_MOVES: usize = 10_000;

/// Answers from the theorems that come with the program.
#[derive(Clone, Copy, Debug, Default)]
pub struct ProvedEngine;

impl Engine for ProvedEngine {
    fn name(&self) -> &'static str {
        "proved automata"
    }

    fn open(&self, rules: &Rules) -> Option<Box<dyn Solver>> {
        let game = Game::of_rules(rules).ok()?;
        let theorems: Vec<&Shipped> = games()
            .iter()
            .filter(|(known, _)| *known == game)
            .map(|(_, s)| *s)
            .collect();
        if theorems.is_empty() {
            return None;
        }
        let loaded: Vec<Loaded> = theorems.into_iter().filter_map(Loaded::new).collect();
        Some(Box::new(ProvedSolver { game, loaded }))
    }
}

/// The games of the shipped theorems.
fn games() -> &'static [(Game, &'static Shipped)] {
    static GAMES: OnceLock<Vec<(Game, &'static Shipped)>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let game = |shipped: &Shipped| {
            Game::of_rules(&wythoff::notation::parse_rules(shipped.rules).ok()?).ok()
        };
        SHIPPED
            .iter()
            .filter_map(|shipped| Some((game(shipped)?, shipped)))
            .collect()
    })
}

struct Loaded {
    shipped: &'static Shipped,
    value: Value,
    prepared: Prepared,
}

impl Loaded {
    fn new(shipped: &'static Shipped) -> Option<Self> {
        let budget = Budget::default();
        let theorem = shipped.read(&budget).ok()?;
        let value = theorem.statement.value;
        Some(Self {
            shipped,
            value,
            prepared: Prepared::new(theorem, &budget).ok()?,
        })
    }

    fn evidence(&self) -> Evidence {
        Evidence::Proved {
            file: self.shipped.file.into(),
            states: self.prepared.theorem().states() as u64,
        }
    }
}

struct ProvedSolver {
    game: Game,
    loaded: Vec<Loaded>,
}

impl ProvedSolver {
    /// The piles and the layer of a position.
    fn place<'a>(&self, at: &'a [UBig]) -> Option<(&'a [UBig], usize)> {
        let (piles, above) = at.split_at_checked(self.game.piles)?;
        let layer = match above {
            [] => 0,
            [passes] => usize::try_from(passes).ok()?,
            _ => return None,
        };
        (layer <= self.game.layers).then_some((piles, layer))
    }

    fn about(&self, wanted: impl Fn(Value) -> bool) -> Option<&Loaded> {
        self.loaded.iter().find(|loaded| wanted(loaded.value))
    }

    /// The theorem that answers the question at this position.
    fn chosen(&self, ask: Ask, at: &[UBig]) -> Option<&Loaded> {
        let (piles, layer) = self.place(at)?;
        match ask {
            Ask::Outcome => self.about(|value| value == Value::Outcome),
            Ask::WinningMoves if self.game.piles == 2 && self.game.block == 1 => {
                self.about(|value| value == Value::Outcome)
            }
            Ask::Remoteness => self.about(|value| value == Value::Remoteness),
            Ask::Grundy => {
                let loaded = self.about(|value| matches!(value, Value::Grundy(_)))?;
                grundy(loaded, layer, piles).map(|_| loaded)
            }
            _ => None,
        }
    }
}

/// The Grundy value, when it is among those of the theorem.
fn grundy(loaded: &Loaded, layer: usize, piles: &[UBig]) -> Option<u32> {
    loaded.prepared.grundy(layer, piles).ok().flatten()
}

fn library_error(error: &Error) -> LibraryError {
    LibraryError::undefined(error.to_string())
}

impl Solver for ProvedSolver {
    fn offer(&self, ask: Ask, at: &[UBig]) -> Option<Offer> {
        let loaded = self.chosen(ask, at)?;
        let bits: usize = at.iter().map(BitTest::bit_len).sum();
        Some(Offer {
            evidence: loaded.evidence(),
            cost: 16 + 4 * bits as u128,
        })
    }

    fn answer(
        &mut self,
        ask: Ask,
        at: &[UBig],
        _: &LibraryBudget<'_>,
    ) -> Result<(Answered, Evidence), LibraryError> {
        let unknown = || LibraryError::undefined("no theorem speaks of this question");
        let loaded = self.chosen(ask, at).ok_or_else(unknown)?;
        let (piles, layer) = self.place(at).ok_or_else(unknown)?;
        let value = match ask {
            Ask::Outcome => {
                let p = loaded
                    .prepared
                    .contains(layer, 0, piles)
                    .map_err(|error| library_error(&error))?;
                Answered::Outcome(if p { Outcome::P } else { Outcome::N })
            }
            Ask::Remoteness => Answered::Number(
                loaded
                    .prepared
                    .remoteness(layer, piles)
                    .map_err(|error| library_error(&error))?,
            ),
            Ask::Grundy => Answered::Number(UBig::from(
                grundy(loaded, layer, piles).ok_or_else(unknown)?,
            )),
            Ask::WinningMoves => {
                let (found, complete) = loaded
                    .prepared
                    .winning_moves(layer, piles, MOST_MOVES)
                    .map_err(|error| library_error(&error))?;
                let target = |(layer, mut to): (usize, Vec<UBig>)| {
                    if self.game.layers > 0 {
                        to.push(UBig::from(layer));
                    }
                    to
                };
                let mut targets: Vec<Vec<UBig>> = found.into_iter().map(target).collect();
                targets.sort();
                Answered::Moves(Moves { targets, complete })
            }
            _ => return Err(unknown()),
        };
        Ok((value, loaded.evidence()))
    }
}
