//! `/api/compare`: two sets of positions, or two tables of values, side by side.

use wythoff::compare::{Settings, compare, parse_sides};
use wythoff::report::CompareReport;

use super::params::Params;
use super::{Answered, Endpoint};
use crate::state::State;
use crate::work::{Desk, Stopped};

pub(super) const ENDPOINT: Endpoint = Endpoint {
    path: "/api/compare",
    parameters: &["left", "right", "size", "from", "distance", "limit"],
    answer,
};

fn answer(state: &State, params: &Params, desk: &Desk<'_>) -> Result<Answered, Stopped> {
    let [left, right] = parse_sides(params.required("left")?, params.required("right")?, params)?;
    let most = usize::try_from(state.limits.positions.isqrt()).unwrap_or(usize::MAX);
    let usual = Settings::default();
    let settings = Settings {
        size: params.count("size", most)?.unwrap_or(usual.size),
        from: params.count("from", usize::MAX)?.unwrap_or(usual.from),
        distance: params.flag("distance")?,
        limit: params
            .count("limit", state.limits.listed)?
            .unwrap_or(usual.limit),
        relabel: usual.relabel,
    };
    // How long it takes is not known in advance.
    desk.admit(u128::MAX)?;
    let found = compare(
        &left,
        &right,
        &settings,
        &wythoff_automata::plan(),
        &desk.budget,
    )?;
    Answered::json(&CompareReport::new(&left, &right, &settings, &found))
}
