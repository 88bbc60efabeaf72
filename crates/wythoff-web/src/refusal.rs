//! Errors as answers: a status and the same JSON that the command line prints.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use wythoff::report::{ErrorBody, ErrorReport};
use wythoff::{Error, ErrorKind};

/// Why a request is not answered.
#[derive(Debug)]
pub(crate) struct Refusal {
    status: StatusCode,
    report: ErrorReport,
}

impl Refusal {
    pub(crate) fn new(
        status: StatusCode,
        kind: &'static str,
        message: impl Into<String>,
    ) -> Refusal {
        let error = ErrorBody {
            kind,
            message: message.into(),
            at: None,
            help: None,
        };
        Refusal {
            status,
            report: ErrorReport { error },
        }
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Refusal {
        self.report.error.help = Some(help.into());
        self
    }

    /// The server has no place free.
    pub(crate) fn busy(message: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::TOO_MANY_REQUESTS, "busy", message).help("ask again in a moment")
    }

    /// The place of an error belongs to a parameter, which the message names.
    pub(crate) fn in_parameter(name: &str, error: &Error) -> Refusal {
        let mut refusal = Refusal::from(error.clone());
        let body = &mut refusal.report.error;
        body.message = format!("{name}: {}", body.message);
        refusal
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Refusal {
        let status = match error.kind() {
            ErrorKind::Limit => StatusCode::PAYLOAD_TOO_LARGE,
            ErrorKind::Interrupted => StatusCode::SERVICE_UNAVAILABLE,
            ErrorKind::Input
            | ErrorKind::Undefined
            | ErrorKind::Evaluation
            | ErrorKind::Cycle
            | ErrorKind::File => StatusCode::BAD_REQUEST,
        };
        Refusal {
            status,
            report: ErrorReport::from(&error),
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let json = HeaderValue::from_static("application/json");
        // An error report holds only strings and numbers: it can be written.
        let body = serde_json::to_vec(&self.report).unwrap_or_default();
        let mut response = (self.status, [(header::CONTENT_TYPE, json)], body).into_response();
        if self.status == StatusCode::TOO_MANY_REQUESTS {
            let soon = HeaderValue::from_static("1");
            response.headers_mut().insert(header::RETRY_AFTER, soon);
        }
        response
    }
}
