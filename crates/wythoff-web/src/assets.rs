//! The page, embedded in the program.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use crate::refusal::Refusal;

/// One file of the page.
#[derive(Clone, Copy, Debug)]
pub struct Asset {
    /// Its path on the server.
    pub path: &'static str,
    /// Its media type.
    pub kind: &'static str,
    /// What it holds.
    pub bytes: &'static [u8],
}

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

macro_rules! page {
    ($($path:literal $file:literal $kind:ident;)*) => {
        /// All files of the page; whatever is asked for and not here does not exist.
        pub const PAGE: &[Asset] = &[$(Asset {
            path: $path,
            kind: $kind,
            bytes: include_bytes!(concat!("../page/", $file)),
        },)*];
    };
}

page! {
    "/" "index.html" HTML;
    "/style.css" "style.css" CSS;
    "/icon.svg" "icon.svg" SVG;
    "/js/api.js" "js/api.js" SCRIPT;
    "/js/board.js" "js/board.js" SCRIPT;
    "/js/chart.js" "js/chart.js" SCRIPT;
    "/js/colours.js" "js/colours.js" SCRIPT;
    "/js/dom.js" "js/dom.js" SCRIPT;
    "/js/downloads.js" "js/downloads.js" SCRIPT;
    "/js/explore.js" "js/explore.js" SCRIPT;
    "/js/facts.js" "js/facts.js" SCRIPT;
    "/js/game.js" "js/game.js" SCRIPT;
    "/js/labels.js" "js/labels.js" SCRIPT;
    "/js/learn.js" "js/learn.js" SCRIPT;
    "/js/main.js" "js/main.js" SCRIPT;
    "/js/numbers.js" "js/numbers.js" SCRIPT;
    "/js/play.js" "js/play.js" SCRIPT;
    "/js/queen.js" "js/queen.js" SCRIPT;
    "/js/tiles.js" "js/tiles.js" SCRIPT;
    "/js/view.js" "js/view.js" SCRIPT;
}

/// Answers with a file, or says that the browser's copy is still good.
pub(crate) async fn serve(asset: &'static Asset, headers: HeaderMap) -> Response {
    let tag = tag(asset.bytes);
    let known = headers
        .get(header::IF_NONE_MATCH)
        .is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let (status, body) = if known {
        (StatusCode::NOT_MODIFIED, Body::empty())
    } else {
        (StatusCode::OK, Body::from(asset.bytes))
    };
    let mut response = (status, body).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(asset.kind));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}

/// A tag that changes with the content: 64-bit FNV-1a.
fn tag(bytes: &[u8]) -> String {
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("\"{hash:016x}\"")
}

/// Nothing else is here.
pub(crate) async fn missing(uri: Uri) -> Refusal {
    let help = if uri.path().starts_with("/api/") {
        "the API is described at /api/openapi.json"
    } else {
        "the page is at /"
    };
    Refusal::new(
        StatusCode::NOT_FOUND,
        "missing",
        "there is nothing at this path",
    )
    .help(help)
}
