//! `/api/tile`: a square of values as bytes, for drawing; see [`crate::tiles`] for the form.

use dashu_int::UBig;
use wythoff::Error;
use wythoff::budget::Budget;
use wythoff::table::{TableValue, Window};

use super::params::Params;
use super::{Answered, Endpoint, table};
use crate::sessions::Held;
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
    if matches!(value, TableValue::Win(_) | TableValue::Random(_)) {
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
        desk.admit(table::cost(&held.session, &value, &window))?;
        fill_ahead(held, &value, &window, &desk.budget);
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

/// Where an engine fills whole boxes, has it fill one somewhat larger than the tile needs, so that the
/// tiles beside it are there already: whoever looks at one will move on.
fn fill_ahead(held: &mut Held, value: &TableValue, window: &Window, budget: &Budget<'_>) {
    let (Some(ask), Some(corner)) = (table::ask_of(value), window.far_corner()) else {
        return;
    };
    if !matches!(
        table::best_offer(&held.session, ask, &corner),
        Some(("grid", _))
    ) {
        return;
    }
    let Some([x, y]) = window.machine_origin() else {
        return;
    };
    let [rows, columns] = window.shape();
    let side = |first: u64, count: usize| rounded_up(first.checked_add(count as u64)?);
    let (Some(x), Some(y)) = (side(x, rows), side(y, columns)) else {
        return;
    };
    let ahead = [UBig::from(x - 1), UBig::from(y - 1)];
    if let Ok(cell) = Window::new(window.slice().clone(), ahead, [1, 1]) {
        // If that is too much, the tile itself is asked for all the same.
        let _ = held.session.table(ask, &cell, budget);
    }
}

/// The least side of a box that is filled ahead.
const LEAST_BOX: u64 = 512;

/// At most a quarter more, or the least side.
fn rounded_up(side: u64) -> Option<u64> {
    let step = (side.checked_next_power_of_two()? / 4).max(LEAST_BOX);
    side.checked_next_multiple_of(step)
}

#[cfg(test)]
mod tests {
    use super::rounded_up;

    #[test]
    fn boxes_are_filled_somewhat_further() {
        let rows = [
            (1, 512),
            (512, 512),
            (513, 1024),
            (1025, 1536),
            (2049, 3072),
            (5000, 6144),
        ];
        for (side, expected) in rows {
            assert_eq!(rounded_up(side), Some(expected), "{side}");
        }
        assert_eq!(rounded_up(u64::MAX), None);
    }
}
