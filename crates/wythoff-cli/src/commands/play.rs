//! `wythoff play RULES COORD…`: a game in the terminal against the computer.
//!
//! Moves are read from standard input, one a line, so that a script can play too; `--json` prints one
//! event a line. A finished game, `quit` and the end of the input all end with exit code 0, Ctrl-C with 130.

mod board;
mod input;
mod opponent;
mod say;

use std::io::{BufRead, IsTerminal};
use std::time::{SystemTime, UNIX_EPOCH};

use clap::Args;
use dashu_int::UBig;
use dashu_ratio::RBig;
use wythoff::answer::Value;
use wythoff::engines::{big_position, machine_cell};
use wythoff::notation::{parse_probability, position_text};
use wythoff::plan::Ask;
use wythoff::rules::{Cell, Convention, Play as Conduct, Rules, Ruleset};
use wythoff::seeded::Random;
use wythoff::{Error, Session};

use crate::context::Context;
use crate::failure::{Failure, Status};
use crate::watch::TerminalWatch;
use input::Wish;
use opponent::Opponent;
use say::{Event, Side};

/// More options than this are not listed; a game from such a position would not be much fun either.
const MOST_OPTIONS: u128 = 1_000_000;

/// A game in the terminal: moves are positions to move to, such as "2 5".
#[derive(Debug, Args)]
#[command(
    after_help = "Opponents: optimal wins as fast as it can and, when it loses, resists as long as it can; delaying \
                  draws\nout won games too; random moves at random.\n\nOn the way: hint, moves, undo, board, pass, \
                  help, quit.\n\nExamples:\n  wythoff play wythoff 7 12\n  wythoff play \"(queen + knight).misere\" 3 \
                  3 4 4 --opponent delaying --second\n  printf '1 2\\nquit\\n' | wythoff play wythoff 4 2 --json"
)]
pub(crate) struct Play {
    /// The rules in one line
    rules: String,
    /// The coordinates of the position to start from
    #[arg(required = true, allow_negative_numbers = true, num_args = 1..)]
    position: Vec<String>,
    /// Who plays against you: optimal, delaying or random
    #[arg(long, value_name = "WHO", default_value = "optimal")]
    opponent: String,
    /// Where chance starts from; the same seed and moves give the same game
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// The computer moves first
    #[arg(long)]
    second: bool,
    /// Each attempted move succeeds with this probability; a failure passes the turn
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    success: Option<String>,
}

impl Play {
    pub(crate) fn run(&self, context: &Context) -> Result<Status, Failure> {
        let mut game = self.begin(context)?;
        game.say(&Event::Start {
            rules: game.rules.to_string(),
            convention: game.rules.convention().word(),
            position: game.text_of(&game.at),
            first: game.turn,
            opponent: game.opponent.word(),
            success: game.success.as_ref().map(ToString::to_string),
            seed: game.seed.to_string(),
        })?;
        game.play()?;
        Ok(Status::Done)
    }

    fn begin<'c>(&self, context: &'c Context) -> Result<Game<'c>, Failure> {
        let rules = context.rules(&self.rules)?;
        if matches!(rules.play(), Conduct::Block(_)) {
            return Err(Error::undefined(
                "games in which options are forbidden are not played here",
            )
            .help("play the game without .block")
            .into());
        }
        let at = context.position(&rules, &self.position)?;
        let at = machine_cell(&at).ok_or_else(|| {
            Error::limit("games start from coordinates of 64 bits")
                .help("analyze answers at any size")
        })?;
        let success = self
            .success
            .as_ref()
            .map(|text| parse_probability(text).map_err(|error| Failure::in_text(error, text)))
            .transpose()?;
        let seed = self.seed.unwrap_or_else(seed_of_now);
        Ok(Game {
            session: context.session(rules.clone()),
            context,
            rules,
            opponent: Opponent::parse(&self.opponent)?,
            success,
            seed,
            random: Random::new(seed),
            at,
            turn: if self.second {
                Side::Computer
            } else {
                Side::You
            },
            moves: 0,
            history: Vec::new(),
        })
    }
}

/// A seed that differs from game to game; the game says it, so that it can be repeated.
fn seed_of_now() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(1, |since| since.as_nanos() as u64)
}

/// A game in progress.
struct Game<'c> {
    context: &'c Context,
    session: Session,
    rules: Rules,
    opponent: Opponent,
    success: Option<RBig>,
    seed: u64,
    random: Random,
    at: Cell,
    turn: Side,
    /// Moves made, failed ones not counted.
    moves: u64,
    /// Position and number of moves at each of your turns.
    history: Vec<(Cell, u64)>,
}

impl Game<'_> {
    /// Plays to the end.
    fn play(&mut self) -> Result<(), Failure> {
        let mut lines = std::io::stdin().lock().lines();
        loop {
            let options = self.options()?;
            if options.is_empty() {
                return self.end();
            }
            if self.turn == Side::Computer {
                let target = self.opponent.choose(
                    &mut self.session,
                    &self.at,
                    &options,
                    &mut self.random,
                    &self.context.budget(),
                )?;
                self.attempt(target)?;
                continue;
            }
            self.say(&Event::Turn {
                position: self.text_of(&self.at),
                board: board::text(&self.rules, &self.at, &options),
            })?;
            let target = loop {
                self.prompt()?;
                TerminalWatch::waits_for_input(true);
                let line = lines.next();
                TerminalWatch::waits_for_input(false);
                let Some(line) = line else {
                    return self.leave("the input ended");
                };
                let line =
                    line.map_err(|e| Failure::file("standard input".as_ref(), "reading", &e))?;
                match self.wish(&line, &options)? {
                    Next::Again => {}
                    Next::Turn => break None,
                    Next::Quit => return self.leave("you left"),
                    Next::Move(target) => break Some(target),
                }
            };
            if let Some(target) = target {
                self.history.push((self.at.clone(), self.moves));
                self.attempt(target)?;
            }
        }
    }

    /// What a line of input comes to.
    fn wish(&mut self, line: &str, options: &[Cell]) -> Result<Next, Failure> {
        match input::read(line, &self.rules, &self.at, self.context) {
            Ok(Wish::Nothing) => {}
            Ok(Wish::Quit) => return Ok(Next::Quit),
            Ok(Wish::Help) => self.say(&Event::Help { text: input::HELP })?,
            Ok(Wish::Hint) => self.hint()?,
            Ok(Wish::Board) => return Ok(Next::Turn),
            Ok(Wish::Moves) => self.say(&Event::Moves {
                count: options.len(),
                moves: options.iter().map(|o| self.text_of(o)).collect(),
            })?,
            Ok(Wish::Undo) => match self.history.pop() {
                Some((at, moves)) => {
                    (self.at, self.moves) = (at, moves);
                    self.say(&Event::Undone {
                        position: self.text_of(&self.at),
                    })?;
                    return Ok(Next::Turn);
                }
                None => self.illegal(line, &Error::input("there is no move of yours to undo"))?,
            },
            Ok(Wish::Move(target)) => {
                if options.binary_search(&target).is_ok() {
                    return Ok(Next::Move(target));
                }
                self.illegal(line, &input::why_not(&self.rules, &self.at, &target))?;
            }
            Err(error) => self.illegal(line, &error)?,
        }
        Ok(Next::Again)
    }

    /// A move of whose turn it is, which may fail.
    fn attempt(&mut self, target: Cell) -> Result<(), Failure> {
        let by = self.turn;
        let (from, to) = (self.text_of(&self.at), self.text_of(&target));
        let succeeds = match &self.success {
            Some(p) => self.random.happens(p),
            None => true,
        };
        self.turn = by.other();
        if succeeds {
            self.at = target;
            self.moves += 1;
            self.say(&Event::Move { by, from, to })
        } else {
            self.say(&Event::Failed {
                by,
                position: from,
                attempted: to,
            })
        }
    }

    /// The options, sorted.
    fn options(&self) -> Result<Vec<Cell>, Failure> {
        let Some(lines) = self.rules.lines() else {
            return Ok(self.rules.plain().options(&self.at)?);
        };
        let most = lines.most_options(&self.at);
        if most > MOST_OPTIONS {
            return Err(Error::limit(format!(
                "a game lists the options of a position; here there are up to {most}, more than {MOST_OPTIONS}"
            ))
            .help("start from a smaller position; analyze answers at any size")
            .into());
        }
        Ok(lines.options(&self.at)?)
    }

    fn hint(&mut self) -> Result<(), Failure> {
        let at = big_position(&self.at);
        let budget = self.context.budget();
        let outcome = self.session.ask(Ask::Outcome, &at, &budget)?;
        let best = self.session.ask(Ask::OptimalMoves, &at, &budget)?;
        let why = best.evidence.to_string();
        let Some(moves) = best.value.and_then(Value::moves) else {
            return self.illegal("hint", &Error::limit(format!("no move is known: {why}")));
        };
        self.say(&Event::Hint {
            outcome: outcome
                .value
                .and_then(Value::outcome)
                .map(|outcome| outcome.to_string()),
            moves: moves
                .targets
                .iter()
                .map(|target| position_text(&self.rules, target))
                .collect(),
        })
    }

    fn illegal(&self, input: &str, error: &Error) -> Result<(), Failure> {
        self.say(&Event::Illegal {
            input: input.trim().to_string(),
            message: error.message().to_string(),
            help: error.advice().map(str::to_string),
        })
    }

    /// Nobody can move.
    fn end(&self) -> Result<(), Failure> {
        let winner = match self.rules.convention() {
            Convention::Normal => self.turn.other(),
            Convention::Misere => self.turn,
        };
        self.say(&Event::End {
            winner: Some(winner),
            reason: match self.rules.convention() {
                Convention::Normal => "who cannot move loses",
                Convention::Misere => "who cannot move wins",
            },
            to_move: Some(self.turn),
            position: self.text_of(&self.at),
            moves: self.moves,
        })
    }

    /// The game stops before its end.
    fn leave(&self, reason: &'static str) -> Result<(), Failure> {
        self.say(&Event::End {
            winner: None,
            reason,
            to_move: None,
            position: self.text_of(&self.at),
            moves: self.moves,
        })
    }

    fn text_of(&self, at: &[u64]) -> Vec<String> {
        let at: Vec<UBig> = big_position(at);
        position_text(&self.rules, &at)
    }

    fn say(&self, event: &Event) -> Result<(), Failure> {
        if self.context.json {
            self.context.print_json(event)
        } else {
            self.context.print(&event.text())
        }
    }

    /// Shows a person at a terminal that it is their turn.
    fn prompt(&self) -> Result<(), Failure> {
        if !self.context.json && std::io::stdin().is_terminal() {
            self.context.print("> ")?;
        }
        Ok(())
    }
}

/// What follows a line of input.
enum Next {
    /// Another line is read.
    Again,
    /// The turn is shown again.
    Turn,
    /// The game is left.
    Quit,
    /// A legal move.
    Move(Cell),
}
