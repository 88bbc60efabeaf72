//! What a line of input asks for, and why a move is none.

use dashu_int::UBig;
use wythoff::Error;
use wythoff::engines::{big_position, machine_cell};
use wythoff::notation::position_text;
use wythoff::rules::{Cell, Rules};

use crate::context::Context;
use crate::output::numbers::position as place;

/// The words that can be typed.
pub(super) const HELP: &str = "\
Type the position you move to, all its coordinates: 4 7 or (4, 7). A word that is also a vertex: to NAME.
  pass    use a pass, where the rules have one
  hint    who can win, and the best moves
  moves   every position you can move to
  undo    take back your last move and what followed
  board   show the position again
  quit    leave the game";

/// What a player wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    Nothing,
    Move(Cell),
    Hint,
    Moves,
    Undo,
    Board,
    Help,
    Quit,
}

/// What a line asks for.
///
/// # Errors
/// For what is neither a word of [`HELP`] nor a position.
pub(super) fn read(
    line: &str,
    rules: &Rules,
    at: &[u64],
    context: &Context,
) -> Result<Wish, Error> {
    let line = line.trim();
    Ok(match line.to_lowercase().as_str() {
        "" => Wish::Nothing,
        "hint" | "h" => Wish::Hint,
        "moves" | "m" => Wish::Moves,
        "undo" | "u" => Wish::Undo,
        "board" | "b" => Wish::Board,
        "help" | "?" => Wish::Help,
        "quit" | "q" | "exit" => Wish::Quit,
        "pass" => Wish::Move(passed(rules, at)?),
        _ => Wish::Move(target(line, rules, at, context)?),
    })
}

/// The position after a pass.
fn passed(rules: &Rules, at: &[u64]) -> Result<Cell, Error> {
    let mut target = Cell::from_slice(at);
    match (rules.default_passes(), target.last_mut()) {
        (None, _) | (_, None) => Err(Error::input(format!("{rules} has no pass"))),
        (_, Some(0)) => Err(Error::input("every pass has been used")),
        (_, Some(passes)) => {
            *passes -= 1;
            Ok(target)
        }
    }
}

fn target(line: &str, rules: &Rules, at: &[u64], context: &Context) -> Result<Cell, Error> {
    let line = line.strip_prefix("to ").unwrap_or(line);
    let mut texts: Vec<String> = line
        .split(|c: char| c.is_whitespace() || matches!(c, ',' | '(' | ')'))
        .filter(|text| !text.is_empty())
        .map(str::to_string)
        .collect();
    // Without the pass coordinate, passes stay as they are.
    if rules.default_passes().is_some() && texts.len() + 1 == at.len() {
        texts.extend(at.last().map(u64::to_string));
    }
    let position = context
        .position(rules, &texts)
        .map_err(|error| match error.advice() {
            Some(_) => error,
            None => error.help("type help to see what can be typed"),
        })?;
    machine_cell(&position).ok_or_else(|| Error::input("no pile is that large"))
}

/// Why a position cannot be moved to.
pub(super) fn why_not(rules: &Rules, at: &[u64], target: &[u64]) -> Error {
    if at == target {
        return Error::input("the game stands there already: a move changes something");
    }
    let text = |at: &[u64]| {
        let at: Vec<UBig> = big_position(at);
        place(&position_text(rules, &at))
    };
    let names = rules.game().coordinate_names();
    let never_grows = rules.lines().is_some_and(|lines| lines.never_grows());
    let grown = names
        .iter()
        .zip(at.iter().zip(target))
        .find(|(_, (from, to))| from < to);
    let why = match grown {
        Some((name, (from, to))) if never_grows => {
            format!(", {name} would grow from {from} to {to}")
        }
        _ => String::new(),
    };
    Error::input(format!(
        "no move leads from {} to {}{why}",
        text(at),
        text(target)
    ))
    .help("type moves to see them all")
}
