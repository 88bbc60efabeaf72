//! Who may ask, and what every answer says to the browser.
//!
//! A page elsewhere must not reach a server on this machine: its name can be pointed here (so the
//! `Host` header has to be an address or a name that was allowed), and it can send requests without
//! reading the answers (so the API refuses what browsers mark as coming from another site).

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::refusal::Refusal;

/// Which names this server answers to.
#[derive(Clone, Debug)]
pub(crate) struct Hosts {
    /// Whether only this machine can connect.
    pub(crate) loopback_only: bool,
    /// Further names, in lower case.
    pub(crate) names: Vec<String>,
}

impl Hosts {
    /// Whether a `Host` header, with or without a port, names this server.
    pub(crate) fn allow(&self, host: &str) -> bool {
        let Some(name) = without_port(host) else {
            return false;
        };
        let name = name.to_ascii_lowercase();
        let bare = name.strip_prefix('[').and_then(|n| n.strip_suffix(']'));
        match bare.unwrap_or(&name).parse::<IpAddr>() {
            Ok(address) => !self.loopback_only || address.is_loopback(),
            Err(_) => name == "localhost" || self.names.contains(&name),
        }
    }
}

/// The name of `name`, `name:port`, `[v6]`, `[v6]:port`.
fn without_port(host: &str) -> Option<&str> {
    let end = match host.strip_prefix('[') {
        Some(rest) => rest.find(']')? + 2,
        None => host.find(':').unwrap_or(host.len()),
    };
    let (name, port) = host.split_at(end);
    let good = match port.strip_prefix(':') {
        Some(digits) => !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()),
        None => port.is_empty(),
    };
    (good && !name.is_empty()).then_some(name)
}

/// Whether a browser sent this on behalf of a page of another site.
fn from_elsewhere(headers: &HeaderMap) -> bool {
    let text = |name: HeaderName| headers.get(name).map(HeaderValue::as_bytes);
    let site = text(HeaderName::from_static("sec-fetch-site"));
    if site.is_some_and(|site| site != b"same-origin" && site != b"none") {
        return true;
    }
    match (text(header::ORIGIN), text(header::HOST)) {
        (Some(origin), Some(host)) => origin.strip_prefix(b"http://") != Some(host),
        _ => false,
    }
}

/// Refuses requests for other hosts and from other sites, and adds headers to every answer.
pub(crate) async fn guard(
    State(hosts): State<Arc<Hosts>>,
    request: Request,
    next: Next,
) -> Response {
    let refusal = refuse(&hosts, &request);
    let mut response = match refusal {
        Some(refusal) => refusal.into_response(),
        None => next.run(request).await,
    };
    for (name, value) in HEADERS {
        let name = HeaderName::from_static(name);
        let value = HeaderValue::from_static(value);
        response.headers_mut().entry(name).or_insert(value);
    }
    response
}

fn refuse(hosts: &Hosts, request: &Request) -> Option<Refusal> {
    let mut named = request.headers().get_all(header::HOST).iter();
    let host = named.next().and_then(|host| host.to_str().ok());
    let target = request.uri().authority();
    let allowed = host.is_some_and(|host| hosts.allow(host))
        && named.next().is_none()
        && target.is_none_or(|target| hosts.allow(target.as_str()));
    if !allowed {
        let message = "this server does not answer to the name in the Host header";
        return Some(
            Refusal::new(StatusCode::MISDIRECTED_REQUEST, "host", message)
                .help("open it by its address or as localhost, or allow the name when starting it"),
        );
    }
    let api = request.uri().path().starts_with("/api/");
    if api && from_elsewhere(request.headers()) {
        let message = "the API answers only to its own page and to programs, not to other pages";
        return Some(Refusal::new(StatusCode::FORBIDDEN, "origin", message));
    }
    None
}

const HEADERS: [(&str, &str); 7] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
         connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("x-frame-options", "DENY"),
    ("cache-control", "no-store"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_addresses_or_allowed_names() {
        let rows = [
            ("127.0.0.1:8080", true, true),
            ("localhost", true, true),
            ("LOCALHOST:1", true, true),
            ("[::1]:8080", true, true),
            ("[::1]", true, true),
            ("192.168.0.7:8080", false, true),
            ("games.example:80", true, true),
            ("evil.example", false, false),
            ("localhost.evil.example", false, false),
            ("127.0.0.1.evil.example:8080", false, false),
            ("127.0.0.1:8080@evil.example", false, false),
            ("[::1", false, false),
            ("", false, false),
            (":80", false, false),
        ];
        for (host, on_loopback, on_network) in rows {
            for (loopback_only, expected) in [(true, on_loopback), (false, on_network)] {
                let names = vec!["games.example".to_string()];
                let hosts = Hosts {
                    loopback_only,
                    names,
                };
                assert_eq!(hosts.allow(host), expected, "{host} {loopback_only}");
            }
        }
    }
}
