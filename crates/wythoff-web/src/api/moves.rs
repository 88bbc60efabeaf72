//! `/api/moves`: all options of a position with their values, for playing.

use serde::Serialize;
use wythoff::Error;
use wythoff::engines::{big_position, machine_cell};
use wythoff::notation::{parse_position_within, position_text};
use wythoff::plan::Ask;
use wythoff::rules::Ruleset;

use super::params::Params;
use super::{Answered, Endpoint, analyze};
use crate::state::State;
use crate::work::{Desk, Stopped};

pub(super) const ENDPOINT: Endpoint = Endpoint {
    path: "/api/moves",
    parameters: &["rules", "position"],
    answer,
};

/// All options of a position.
#[derive(Debug, Serialize)]
struct MovesReport {
    rules: String,
    convention: &'static str,
    position: Vec<String>,
    moves: Vec<MoveReport>,
}

/// One option; a value that is not known is null.
#[derive(Debug, Serialize)]
struct MoveReport {
    to: Vec<String>,
    outcome: Option<String>,
    remoteness: Option<String>,
}

fn answer(state: &State, params: &Params, desk: &Desk<'_>) -> Result<Answered, Stopped> {
    let rules = params.rules()?;
    let texts: Vec<&str> = params.required("position")?.split(',').collect();
    let at = parse_position_within(&rules, &texts, state.limits.digits)?;
    let far = || {
        Error::limit(format!(
            "a position with more than {} options",
            state.limits.moves
        ))
        .help("moves are listed for small positions; analyze answers about large ones")
    };
    let cell = machine_cell(&at).ok_or_else(far)?;
    let most = match rules.lines() {
        Some(lines) => lines.most_options(&cell),
        // Other rules say nothing in advance: their options lie within the piles.
        None => cell.iter().map(|&x| u128::from(x) + 1).product(),
    };
    if most > u128::from(state.limits.moves) {
        return Err(far().into());
    }
    let options = match rules.lines() {
        Some(lines) => lines.options(&cell)?,
        None => rules.plain().options(&cell)?,
    };
    state.with_session(params, &rules, |held| {
        desk.admit(analyze::estimate(held, &at).saturating_add(most))?;
        let mut moves = Vec::with_capacity(options.len());
        for option in options {
            let to = big_position(&option);
            let outcome = held.session.ask(Ask::Outcome, &to, &desk.budget)?;
            let remoteness = held.session.ask(Ask::Remoteness, &to, &desk.budget)?;
            held.note(&outcome.evidence);
            held.note(&remoteness.evidence);
            moves.push(MoveReport {
                to: position_text(&rules, &to),
                outcome: outcome
                    .value
                    .and_then(wythoff::answer::Value::outcome)
                    .map(|o| o.to_string()),
                remoteness: remoteness
                    .value
                    .and_then(wythoff::answer::Value::number)
                    .map(|n| n.to_string()),
            });
        }
        Answered::json(&MovesReport {
            rules: rules.to_string(),
            convention: rules.convention().word(),
            position: position_text(&rules, &at),
            moves,
        })
    })
}
