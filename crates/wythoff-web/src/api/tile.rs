//! `/api/tile`: a square of values as bytes, for drawing; see [`crate::tiles`] for the form.

use wythoff::Error;
use wythoff::table::{TableValue, Window};

use super::params::Params;
use super::{Answered, Endpoint, table};
use crate::state::State;
use crate::tiles;
use crate::work::{Desk, Stopped};

pub(super) const ENDPOINT: Endpoint = Endpoint {
    path: "/api/tile",
    parameters: &["rules", "value", "slice", "origin", "size", "version"],
    answer,
};

/// The side of a tile at most.
const MOST_SIDE: usize = 256;

fn answer(state: &State, params: &Params, desk: &Desk<'_>) -> Result<Answered, Stopped> {
    let rules = params.rules()?;
    let value = TableValue::parse(params.required("value")?)?;
    if matches!(value, TableValue::Win(_)) {
        return Err(
            Error::input("winning probabilities are drawn from tiles of remoteness").into(),
        );
    }
    let slice = params.slice(&rules)?;
    let free = slice.free().len();
    let side = params.count("size", MOST_SIDE)?.unwrap_or(MOST_SIDE);
    let origin = params.origin("origin", free, state.limits.tile_digits)?;
    let window = Window::new(slice, origin, [side, if free == 1 { 1 } else { side }])?;
    let answer = state.with_session(params, &rules, |held| {
        desk.admit(table::cost(&rules, &value, &window))?;
        let answer = held.session.value_table(&value, &window, &desk.budget)?;
        held.note(&answer.evidence);
        Ok(answer)
    })?;
    let Some(cells) = answer.value else {
        return Err(Error::limit(answer.evidence.to_string()).into());
    };
    let tile = tiles::encode(
        &rules,
        &value,
        &window,
        &cells.simplified(),
        &answer.evidence,
    )?;
    Ok(Answered::Tile(tile))
}
