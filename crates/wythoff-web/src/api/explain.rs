//! `/api/explain`: how a ruleset is understood, and which engine answers what.

use wythoff::explain::ExplainReport;
use wythoff::notation::parse_position_within;

use super::params::Params;
use super::{Answered, Endpoint};
use crate::state::State;
use crate::work::{Desk, Stopped};

pub(super) const ENDPOINT: Endpoint = Endpoint {
    path: "/api/explain",
    parameters: &["rules", "position"],
    answer,
};

fn answer(state: &State, params: &Params, _desk: &Desk<'_>) -> Result<Answered, Stopped> {
    let rules = params.rules()?;
    let at = match params.text("position") {
        Some(text) => {
            let texts: Vec<&str> = text.split(',').collect();
            parse_position_within(&rules, &texts, state.limits.digits)?
        }
        None => wythoff::explain::sample_position(&rules),
    };
    state.with_session(params, &rules, |held| {
        Answered::json(&ExplainReport::new(&held.session, &at))
    })
}
