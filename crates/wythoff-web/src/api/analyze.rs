//! `/api/analyze`: everything about one position.

use wythoff::notation::{parse_position_within, parse_probability};
use wythoff::plan::Ask;
use wythoff::report::{AnalysisReport, WinRequest};

use super::params::Params;
use super::{Answered, Endpoint, table};
use crate::refusal::Refusal;
use crate::sessions::Held;
use crate::state::State;
use crate::work::{Desk, Stopped};

pub(super) const ENDPOINT: Endpoint = Endpoint {
    path: "/api/analyze",
    parameters: &["rules", "position", "success", "digits"],
    answer,
};

fn answer(state: &State, params: &Params, desk: &Desk<'_>) -> Result<Answered, Stopped> {
    let rules = params.rules()?;
    let texts: Vec<&str> = params.required("position")?.split(',').collect();
    let at = parse_position_within(&rules, &texts, state.limits.digits)?;
    let win = win(state, params)?;
    state.with_session(params, &rules, |held| {
        desk.admit(estimate(held, &at))?;
        let analysis = held.session.analyze(&at, &desk.budget)?;
        held.note(&analysis.outcome.evidence);
        held.note(&analysis.remoteness.evidence);
        held.note(&analysis.grundy.evidence);
        Answered::json(&AnalysisReport::new(&rules, &analysis, win.as_ref())?)
    })
}

fn win(state: &State, params: &Params) -> Result<Option<WinRequest>, Refusal> {
    let Some(text) = params.text("success") else {
        return Ok(None);
    };
    let success =
        parse_probability(text).map_err(|error| Refusal::in_parameter("success", &error))?;
    let digits = params.count("digits", state.limits.digits)?;
    Ok(Some(WinRequest::new(success, digits)))
}

/// About how many steps all questions about a position take: each of the best engine for it.
pub(super) fn estimate(held: &Held, at: &[dashu_int::UBig]) -> u128 {
    Ask::ANALYSIS
        .iter()
        .filter_map(|&ask| table::best_offer(&held.session, ask, at))
        .map(|(_, cost)| cost)
        .max()
        .unwrap_or(1)
}
