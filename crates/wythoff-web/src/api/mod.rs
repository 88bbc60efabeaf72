//! The HTTP API: one file per question, one list of them.
//!
//! A question is asked by GET with its parameters in the address, or by POST with the same names in a
//! JSON object. The answers are the structures of [`wythoff::report`].

mod analyze;
mod compare;
mod explain;
mod moves;
mod params;
mod picture;
mod positions;
mod table;
mod tile;

use std::sync::Arc;

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodFilter, get, on};
use wythoff::Error;

use crate::refusal::Refusal;
use crate::state::State;
use crate::work::{Desk, Stopped};
pub(crate) use params::Params;

/// One kind of question.
#[derive(Clone, Copy)]
pub struct Endpoint {
    /// Its path.
    pub path: &'static str,
    /// The names of its parameters.
    pub parameters: &'static [&'static str],
    answer: fn(&State, &Params, &Desk<'_>) -> Result<Answered, Stopped>,
}

impl std::fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Endpoint")
            .field("path", &self.path)
            .field("parameters", &self.parameters)
            .finish_non_exhaustive()
    }
}

/// An answer, ready to be sent.
pub(crate) enum Answered {
    /// JSON.
    Json(Vec<u8>),
    /// A tile.
    Tile(Vec<u8>),
    /// A file of this type.
    File(&'static str, Vec<u8>),
}

impl Answered {
    fn json(report: &impl serde::Serialize) -> Result<Answered, Stopped> {
        let text = serde_json::to_vec(report).map_err(|error| {
            Error::limit(format!("the answer cannot be written as JSON: {error}"))
        })?;
        Ok(Answered::Json(text))
    }
}

/// All kinds of questions.
pub const ENDPOINTS: &[Endpoint] = &[
    analyze::ENDPOINT,
    table::ENDPOINT,
    positions::LIST,
    positions::COUNT,
    compare::ENDPOINT,
    explain::ENDPOINT,
    moves::ENDPOINT,
    tile::ENDPOINT,
    picture::ENDPOINT,
];

/// The description of the API, by hand: `tests/api.rs` holds it against [`ENDPOINTS`].
const DESCRIPTION: &str = include_str!("../openapi.json");

/// The routes of the API.
pub(crate) fn routes(state: &Arc<State>) -> Router {
    let methods = MethodFilter::GET.or(MethodFilter::POST);
    let mut router = Router::new().route("/api/openapi.json", get(description));
    for endpoint in ENDPOINTS {
        let state = state.clone();
        let handler = move |request: Request| handle(state, endpoint, request);
        router = router.route(endpoint.path, on(methods, handler).fallback(method));
    }
    router
}

async fn description() -> Response {
    let json = HeaderValue::from_static("application/json");
    ([(header::CONTENT_TYPE, json)], DESCRIPTION).into_response()
}

async fn method() -> Response {
    let refusal = Refusal::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "input",
        "expected the method GET or POST",
    );
    let allowed = HeaderValue::from_static("GET, HEAD, POST");
    ([(header::ALLOW, allowed)], refusal).into_response()
}

async fn handle(state: Arc<State>, endpoint: &'static Endpoint, request: Request) -> Response {
    match answer(state, endpoint, request).await {
        Ok(response) => response,
        Err(refusal) => refusal.into_response(),
    }
}

async fn answer(
    state: Arc<State>,
    endpoint: &'static Endpoint,
    request: Request,
) -> Result<Response, Refusal> {
    let query = request.uri().query().unwrap_or_default().to_string();
    let posted = request.method() == Method::POST;
    let params = if posted {
        Params::from_json(&body(&state, request).await?, endpoint.parameters)?
    } else {
        Params::from_query(&query, endpoint.parameters)?
    };
    let tile = endpoint.path == tile::ENDPOINT.path && !posted;
    if tile && let Some(kept) = state.tiles.get(&query) {
        return Ok(sent_tile(kept));
    }
    let rules = params.text("rules").unwrap_or_default().to_string();
    let job = {
        let state = state.clone();
        move |desk: &Desk<'_>| (endpoint.answer)(&state, &params, desk)
    };
    match state.work.answer(&rules, job).await? {
        Answered::Json(text) => {
            let json = HeaderValue::from_static("application/json");
            Ok(([(header::CONTENT_TYPE, json)], Body::from(text)).into_response())
        }
        Answered::Tile(bytes) => {
            let bytes = Bytes::from(bytes);
            if tile {
                state.tiles.keep(query, bytes.clone());
            }
            Ok(sent_tile(bytes))
        }
        Answered::File(kind, bytes) => {
            let kind = HeaderValue::from_static(kind);
            Ok(([(header::CONTENT_TYPE, kind)], Body::from(bytes)).into_response())
        }
    }
}

/// A tile never changes; a browser may keep it for a day.
fn sent_tile(bytes: Bytes) -> Response {
    let headers = [
        (
            header::CONTENT_TYPE,
            HeaderValue::from_static("application/octet-stream"),
        ),
        (
            header::CACHE_CONTROL,
            HeaderValue::from_static("private, max-age=86400"),
        ),
    ];
    (headers, Body::from(bytes)).into_response()
}

/// The body of a request: not too long, and not too slow.
async fn body(state: &State, request: Request) -> Result<Bytes, Refusal> {
    let json = request
        .headers()
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    if !json {
        return Err(Refusal::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "input",
            "expected a body of type application/json",
        ));
    }
    let most = state.limits.body_bytes;
    let read = tokio::time::timeout(state.limits.patience, to_bytes(request.into_body(), most));
    match read.await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(_)) => Err(Error::limit(format!("a body may have {most} bytes")).into()),
        Err(_) => Err(Refusal::new(
            StatusCode::REQUEST_TIMEOUT,
            "limit",
            "the body did not arrive in time",
        )),
    }
}
