//! How the computer moves.
//!
//! By remoteness \[Smith1966\]: the player who wins likes it small, the one who loses great. A move is optimal when
//! it lowers remoteness by one: then the winner hurries and the loser delays. With moves that may fail the same
//! moves are the best attempts [SanchezGalanXu, Theorem 5.2].

use dashu_int::UBig;
use wythoff::answer::Value;
use wythoff::budget::Budget;
use wythoff::engines::{big_position, machine_cell};
use wythoff::plan::Ask;
use wythoff::rules::Cell;
use wythoff::seeded::Random;
use wythoff::{Error, Session};

/// Who plays against the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opponent {
    /// Any optimal move: wins fastest, or resists longest.
    Optimal,
    /// A winning move of greatest remoteness; any move of greatest remoteness when none wins.
    Delaying,
    /// Any move.
    Random,
}

impl Opponent {
    const ALL: [Opponent; 3] = [Opponent::Optimal, Opponent::Delaying, Opponent::Random];

    pub(super) fn word(self) -> &'static str {
        match self {
            Opponent::Optimal => "optimal",
            Opponent::Delaying => "delaying",
            Opponent::Random => "random",
        }
    }

    pub(super) fn parse(text: &str) -> Result<Opponent, Error> {
        Opponent::ALL
            .into_iter()
            .find(|opponent| opponent.word() == text.trim())
            .ok_or_else(|| {
                Error::input(format!(
                    "found the opponent '{text}', expected optimal, delaying or random"
                ))
            })
    }

    /// The option it moves to, of at least one.
    ///
    /// # Errors
    /// When the values that it needs are not known at this size, or on interruption.
    pub(super) fn choose(
        self,
        session: &mut Session,
        at: &Cell,
        options: &[Cell],
        random: &mut Random,
        budget: &Budget<'_>,
    ) -> Result<Cell, Error> {
        let at = big_position(at);
        let good = match self {
            Opponent::Random => options.to_vec(),
            Opponent::Optimal => moves(session, Ask::OptimalMoves, &at, budget)?,
            Opponent::Delaying => {
                let winning = moves(session, Ask::WinningMoves, &at, budget)?;
                let candidates = if winning.is_empty() {
                    options
                } else {
                    &winning
                };
                greatest_remoteness(session, candidates, budget)?
            }
        };
        let chosen = random.below(good.len() as u64) as usize;
        good.get(chosen)
            .cloned()
            .ok_or_else(|| Error::limit("the computer knows no move"))
    }
}

/// All optimal or winning moves that an engine lists.
fn moves(
    session: &mut Session,
    ask: Ask,
    at: &[UBig],
    budget: &Budget<'_>,
) -> Result<Vec<Cell>, Error> {
    let answer = session.ask(ask, at, budget)?;
    let moves = answer.value.and_then(Value::moves);
    let moves = moves.ok_or_else(|| unknown(&answer.evidence.to_string()))?;
    Ok(moves
        .targets
        .iter()
        .filter_map(|t| machine_cell(t))
        .collect())
}

fn greatest_remoteness(
    session: &mut Session,
    options: &[Cell],
    budget: &Budget<'_>,
) -> Result<Vec<Cell>, Error> {
    let mut greatest = UBig::ZERO;
    let mut best: Vec<Cell> = Vec::new();
    for option in options {
        let answer = session.ask(Ask::Remoteness, &big_position(option), budget)?;
        let remoteness = answer.value.and_then(Value::number);
        let remoteness = remoteness.ok_or_else(|| unknown(&answer.evidence.to_string()))?;
        if remoteness > greatest || best.is_empty() {
            greatest = remoteness;
            best.clear();
            best.push(option.clone());
        } else if remoteness == greatest {
            best.push(option.clone());
        }
    }
    Ok(best)
}

fn unknown(why: &str) -> Error {
    Error::limit(format!("the computer cannot find its move: {why}"))
        .help("start from a smaller position, or play with --opponent random")
}
