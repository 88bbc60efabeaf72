//! `/api/positions` and `/api/count`: where a condition holds, and how often.

use dashu_int::UBig;
use wythoff::Error;
use wythoff::cells::{CellSet, Listing, Order};
use wythoff::notation::parse_condition;
use wythoff::report::{CountReport, PositionsReport};

use super::params::Params;
use super::{Answered, Endpoint};
use crate::refusal::Refusal;
use crate::state::State;
use crate::work::{Desk, Stopped};

pub(super) const LIST: Endpoint = Endpoint {
    path: "/api/positions",
    parameters: &[
        "rules",
        "where",
        "count",
        "start",
        "from_coordinate",
        "all",
        "order",
        "slice",
    ],
    answer: list,
};

pub(super) const COUNT: Endpoint = Endpoint {
    path: "/api/count",
    parameters: &["rules", "where", "size", "slice"],
    answer: count,
};

/// Positions listed by number in the quick lane at most.
const QUICK: usize = 1000;

fn set(params: &Params) -> Result<CellSet, Refusal> {
    let rules = params.rules()?;
    let condition = parse_condition(params.required("where")?)
        .map_err(|error| Refusal::in_parameter("where", &error))?;
    let slice = params.slice(&rules)?;
    Ok(CellSet::new(rules, Some(slice), condition)?)
}

fn list(state: &State, params: &Params, desk: &Desk<'_>) -> Result<Answered, Stopped> {
    let limits = &state.limits;
    let set = set(params)?;
    let wanted = Listing {
        count: params.count("count", limits.listed)?.unwrap_or(20),
        start: params.number("start", limits.digits)?.unwrap_or(UBig::ZERO),
        from_coordinate: params.number("from_coordinate", limits.digits)?,
        all: params.flag("all")?,
        order: match params.text("order") {
            None => None,
            Some("smaller") => Some(Order::Smaller),
            Some("larger") => Some(Order::Larger),
            Some(_) => return Err(Error::input("order: expected smaller or larger").into()),
        },
    };
    let digits = [Some(&wanted.start), wanted.from_coordinate.as_ref()]
        .into_iter()
        .flatten()
        .map(|number| number.to_le_bytes().len() * 3)
        .max()
        .unwrap_or(1);
    if wanted.count.saturating_mul(2 * digits + 10) > limits.answer_chars {
        return Err(Error::limit("the list would be too long to answer here")
            .help("ask for fewer positions; the command line has no such limit")
            .into());
    }
    state.with_session(params, &set.rules, |held| {
        let by_number = held.session.numbered().is_some() && wanted.count <= QUICK;
        desk.admit(if by_number { 1 } else { u128::MAX })?;
        let listed = set.list(&mut held.session, &wanted, &desk.budget)?;
        held.note(&listed.evidence);
        Answered::json(&PositionsReport::new(&set, &listed))
    })
}

fn count(state: &State, params: &Params, desk: &Desk<'_>) -> Result<Answered, Stopped> {
    let set = set(params)?;
    let most = usize::try_from(state.limits.positions.isqrt()).unwrap_or(usize::MAX);
    params.required("size")?;
    let size = params.count("size", most)?.unwrap_or(1);
    state.with_session(params, &set.rules, |held| {
        desk.admit(u128::MAX)?;
        let counted = set.count(&mut held.session, size, &desk.budget)?;
        held.note(&counted.evidence);
        Answered::json(&CountReport::new(&set, size, &counted))
    })
}
