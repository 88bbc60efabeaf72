//! `/api/table`: the values of two coordinates, in JSON.

use dashu_int::UBig;
use wythoff::answer::Evidence;
use wythoff::plan::Ask;
use wythoff::report::TableReport;
use wythoff::rules::Rules;
use wythoff::table::{Cells, TableValue, Window};
use wythoff::{Error, Session};

use super::params::Params;
use super::{Answered, Endpoint};
use crate::refusal::Refusal;
use crate::state::State;
use crate::work::{Desk, Stopped};

pub(super) const ENDPOINT: Endpoint = Endpoint {
    path: "/api/table",
    parameters: &["rules", "value", "size", "origin", "slice", "transpose"],
    answer,
};

fn answer(state: &State, params: &Params, desk: &Desk<'_>) -> Result<Answered, Stopped> {
    let transposed = params.flag("transpose")?;
    let made = Made::of(state, params, params.rules()?, params.text("slice"), desk)?;
    Answered::json(&TableReport::new(
        &made.rules,
        &made.value,
        &made.window,
        &made.cells,
        &made.evidence,
        transposed,
    ))
}

/// A table that was computed, and what it is of.
pub(super) struct Made {
    pub(super) rules: Rules,
    pub(super) value: TableValue,
    pub(super) window: Window,
    pub(super) cells: Cells,
    pub(super) evidence: Evidence,
}

impl Made {
    /// The table that the parameters value, size and origin ask for, of these rules.
    pub(super) fn of(
        state: &State,
        params: &Params,
        rules: Rules,
        slice: Option<&str>,
        desk: &Desk<'_>,
    ) -> Result<Made, Stopped> {
        let value = TableValue::parse(params.required("value")?)?;
        let slice = Params::slice_of(&rules, slice)?;
        let free = slice.free().len();
        let shape = shape(params, free)?;
        let origin = params.origin("origin", free, state.limits.digits)?;
        let window = Window::new(slice, origin, shape)?;
        admit_size(state, &window)?;
        let answer = state.with_session(params, &rules, |held| {
            desk.admit(cost(&held.session, &value, &window))?;
            let answer = held.session.value_table(&value, &window, &desk.budget)?;
            held.note(&answer.evidence);
            Ok(answer)
        })?;
        let evidence = answer.evidence;
        let Some(cells) = answer.value else {
            return Err(Error::limit(format!("the table was not made: {evidence}")).into());
        };
        Ok(Made {
            rules,
            value,
            window,
            cells,
            evidence,
        })
    }
}

/// `N` or `NxM`; with one free coordinate a single column.
fn shape(params: &Params, free: usize) -> Result<[usize; 2], Refusal> {
    let text = params.required("size")?;
    let side = |part: &str| -> Result<usize, Refusal> {
        let number = wythoff::notation::parse_number_within(part, 40)
            .map_err(|error| Refusal::in_parameter("size", &error))?;
        usize::try_from(number)
            .map_err(|_| Error::limit(format!("size {text} is beyond any table")).into())
    };
    Ok(match text.split_once(['x', '×']) {
        Some((rows, columns)) => [side(rows)?, side(columns)?],
        None => [side(text)?, if free == 1 { 1 } else { side(text)? }],
    })
}

/// Refuses tables of too many cells, or of fewer cells with too long numbers.
fn admit_size(state: &State, window: &Window) -> Result<(), Error> {
    let limits = &state.limits;
    let digits = window.origin().iter().map(digits).max().unwrap_or(1);
    let cells = window.cells();
    if cells > limits.cells || cells.saturating_mul(digits + 4) > limits.answer_chars {
        let most = limits.cells.min(limits.answer_chars / (digits + 4));
        return Err(Error::limit(format!(
            "found a table of {cells} cells, at most {most} are answered here"
        ))
        .help("ask for a smaller table; the command line has no such limit"));
    }
    Ok(())
}

/// About how many decimal digits a number has: a byte takes less than three.
fn digits(number: &UBig) -> usize {
    number.to_le_bytes().len() * 3
}

/// The question that a table of a value puts to the engines; none for what the rules alone say.
pub(super) fn ask_of(value: &TableValue) -> Option<Ask> {
    match value {
        TableValue::Outcome => Some(Ask::Outcome),
        TableValue::Grundy => Some(Ask::Grundy),
        TableValue::Remoteness | TableValue::Win(_) => Some(Ask::Remoteness),
        TableValue::Options => Some(Ask::Options),
        TableValue::Suspense => Some(Ask::Suspense),
        TableValue::Birthday => Some(Ask::Birthday),
        TableValue::Random(_) => None,
    }
}

/// The engine that would answer about a position, and its estimate of the steps.
pub(super) fn best_offer(session: &Session, ask: Ask, at: &[UBig]) -> Option<(&'static str, u128)> {
    session
        .offers(ask, at)
        .into_iter()
        .min_by_key(|(_, offer)| (offer.evidence.rank(), offer.cost))
        .map(|(engine, offer)| (engine, offer.cost))
}

/// About how many steps a table takes: what its far corner takes, and something for every cell, more
/// where numbers are long.
pub(super) fn cost(session: &Session, value: &TableValue, window: &Window) -> u128 {
    let corner = match (ask_of(value), window.far_corner()) {
        (Some(ask), Some(at)) => best_offer(session, ask, &at).map_or(1, |(_, cost)| cost),
        _ => u128::MAX,
    };
    let digits = window.origin().iter().map(digits).max().unwrap_or(1);
    let cells = window.cells() as u128 * (4 + digits as u128 / 4);
    corner.saturating_add(cells)
}
