//! `/api/picture`: a table, or two side by side with their differences marked, as a picture.

use axum::http::StatusCode;
use wythoff::Error;
use wythoff_figures::tables::{Colouring, Highlights, TableView, figure, side_by_side};
use wythoff_figures::{Figure, FigureError, Look, Theme, pdf, png, svg, tikz};

use super::params::Params;
use super::table::Made;
use super::{Answered, Endpoint};
use crate::refusal::Refusal;
use crate::state::State;
use crate::work::{Desk, Stopped};

pub(super) const ENDPOINT: Endpoint = Endpoint {
    path: "/api/picture",
    parameters: &[
        "rules",
        "value",
        "size",
        "origin",
        "slice",
        "other",
        "other_slice",
        "format",
        "theme",
    ],
    answer,
};

/// Writes a figure in some format.
type Writer = fn(&Figure, &Look) -> Result<Vec<u8>, FigureError>;

/// The formats: their names, what a browser calls them, and what writes them.
const FORMATS: [(&str, &str, Writer); 4] = [
    ("svg", "image/svg+xml", |figure, look| {
        svg::write(figure, look).map(String::into_bytes)
    }),
    ("png", "image/png", |figure, look| {
        png::write(figure, look, png::DPI)
    }),
    ("pdf", "application/pdf", pdf::write),
    ("tikz", "text/plain; charset=utf-8", |figure, look| {
        tikz::write(figure, look).map(String::into_bytes)
    }),
];

fn answer(state: &State, params: &Params, desk: &Desk<'_>) -> Result<Answered, Stopped> {
    let (_, kind, write) = format(params)?;
    let look = look(params)?;
    let table = Made::of(state, params, params.rules()?, params.text("slice"), desk)?;
    let colouring = Colouring::default();
    let figure = if params.text("other").is_some() {
        let slice = params.text("other_slice");
        let other = Made::of(state, params, params.rules_in("other")?, slice, desk)?;
        side_by_side([&view(&table), &view(&other)], colouring)
    } else {
        figure(&view(&table), &Highlights::default(), colouring)
    };
    let bytes = figure
        .and_then(|figure| write(&figure, &look))
        .map_err(|error| Error::limit(error.to_string()))?;
    Ok(Answered::File(kind, bytes))
}

fn format(params: &Params) -> Result<(&'static str, &'static str, Writer), Refusal> {
    let wanted = params.required("format")?;
    let found = FORMATS.into_iter().find(|(name, ..)| *name == wanted);
    found.ok_or_else(|| {
        let names = FORMATS.map(|(name, ..)| name).join(", ");
        wrong(format!("format: expected one of {names}"))
    })
}

fn look(params: &Params) -> Result<Look, Refusal> {
    let theme = match params.text("theme") {
        None | Some("light") => Theme::Light,
        Some("dark") => Theme::Dark,
        Some(_) => return Err(wrong("theme: expected light or dark")),
    };
    Ok(Look {
        theme,
        ..Look::default()
    })
}

fn wrong(message: impl Into<String>) -> Refusal {
    Refusal::new(StatusCode::BAD_REQUEST, "input", message)
}

fn view(made: &Made) -> TableView<'_> {
    TableView {
        rules: &made.rules,
        value: &made.value,
        window: &made.window,
        cells: &made.cells,
        evidence: &made.evidence,
        transposed: false,
        one_based: false,
    }
}
