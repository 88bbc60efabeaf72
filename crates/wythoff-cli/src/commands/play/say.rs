//! What happens in a game: a line of JSON, or sentences.

use serde::Serialize;

use crate::output::numbers::position as place;

/// Most moves that are listed for people; JSON has all.
const MOST_LISTED: usize = 60;

/// Who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Side {
    /// The user.
    You,
    /// The program.
    Computer,
}

impl Side {
    pub(super) fn other(self) -> Side {
        match self {
            Side::You => Side::Computer,
            Side::Computer => Side::You,
        }
    }
}

/// Something that happens.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub(super) enum Event {
    Start {
        rules: String,
        convention: &'static str,
        position: Vec<String>,
        first: Side,
        opponent: &'static str,
        success: Option<String>,
        seed: String,
    },
    /// It is your turn.
    Turn {
        position: Vec<String>,
        #[serde(skip)]
        board: Option<String>,
    },
    Move {
        by: Side,
        from: Vec<String>,
        to: Vec<String>,
    },
    Failed {
        by: Side,
        position: Vec<String>,
        attempted: Vec<String>,
    },
    Illegal {
        input: String,
        message: String,
        help: Option<String>,
    },
    Hint {
        /// P or N.
        outcome: Option<String>,
        moves: Vec<Vec<String>>,
    },
    Moves {
        count: usize,
        moves: Vec<Vec<String>>,
    },
    Undone {
        position: Vec<String>,
    },
    Help {
        text: &'static str,
    },
    End {
        /// Nobody when the game was left.
        winner: Option<Side>,
        reason: &'static str,
        #[serde(skip)]
        to_move: Option<Side>,
        position: Vec<String>,
        moves: u64,
    },
}

fn places(positions: &[Vec<String>]) -> String {
    let mut texts: Vec<String> = positions
        .iter()
        .take(MOST_LISTED)
        .map(|at| place(at))
        .collect();
    if positions.len() > MOST_LISTED {
        texts.push(format!("… and {} more", positions.len() - MOST_LISTED));
    }
    texts.join(" ")
}

impl Event {
    /// The sentences, each ended by a line break.
    pub(super) fn text(&self) -> String {
        let mut text = self.sentences();
        text.push('\n');
        text
    }

    fn sentences(&self) -> String {
        match self {
            Event::Start {
                rules,
                convention,
                position,
                first,
                opponent,
                success,
                seed,
            } => start(
                (rules, convention, &place(position)),
                *first,
                (opponent, seed),
                success.as_deref(),
            ),
            Event::Turn { position, board } => {
                let board = board.as_deref().unwrap_or_default();
                format!("\n{board}Your move from {}.", place(position))
            }
            Event::Move {
                by: Side::You, to, ..
            } => format!("You move to {}.", place(to)),
            Event::Move { to, .. } => format!("The computer moves to {}.", place(to)),
            Event::Failed {
                by: Side::You,
                attempted,
                ..
            } => format!(
                "You try {}, and the move fails: it is the computer's turn.",
                place(attempted)
            ),
            Event::Failed { attempted, .. } => format!(
                "The computer tries {}, and the move fails: it is your turn.",
                place(attempted)
            ),
            Event::Illegal { message, help, .. } => match help {
                Some(help) => format!("No: {message}; {help}."),
                None => format!("No: {message}."),
            },
            Event::Hint { outcome, moves } => {
                let best = places(moves);
                match outcome.as_deref() {
                    Some("N") => format!("You can win. The fastest way: {best}"),
                    Some(_) => format!("The computer can win. The longest way: {best}"),
                    None => format!("Best: {best}"),
                }
            }
            Event::Moves { count, moves } => {
                let what = if *count == 1 { "move" } else { "moves" };
                format!("{count} {what}: {}", places(moves))
            }
            Event::Undone { .. } => "Your last move is taken back.".to_string(),
            Event::Help { text } => (*text).to_string(),
            Event::End {
                winner,
                reason,
                to_move,
                position,
                moves,
            } => end((*winner, *to_move), reason, &place(position), *moves),
        }
    }
}

fn start(
    (rules, convention, position): (&str, &str, &str),
    first: Side,
    (opponent, seed): (&str, &str),
    success: Option<&str>,
) -> String {
    let rule = match convention {
        "misere" => "who cannot move wins",
        _ => "who cannot move loses",
    };
    let first = match first {
        Side::You => "You move first",
        Side::Computer => "The computer moves first",
    };
    let chance = match success {
        Some(p) => format!(
            "\nEach attempted move succeeds with probability {p}; a failure passes the turn."
        ),
        None => String::new(),
    };
    format!(
        "{rules} from {position}: {rule}.\n{first}; the computer's play is {opponent}, seed {seed}.{chance}\nType where \
         you move to; help tells the rest."
    )
}

fn end(
    (winner, to_move): (Option<Side>, Option<Side>),
    reason: &str,
    position: &str,
    moves: u64,
) -> String {
    let count = if moves == 1 {
        "1 move".to_string()
    } else {
        format!("{moves} moves")
    };
    let stuck = match to_move {
        Some(Side::You) => "You cannot move",
        Some(Side::Computer) => "The computer cannot move",
        None => return format!("The game stops at {position} after {count}: {reason}."),
    };
    let result = match winner {
        Some(Side::You) => "You win",
        Some(Side::Computer) => "The computer wins",
        None => "Nobody wins",
    };
    format!("\n{stuck} from {position}, and {reason}. {result}, after {count}.")
}
