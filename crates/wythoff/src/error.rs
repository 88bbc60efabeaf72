//! The one error type: what was found, what was expected, where, and what to do about it.

use std::fmt;
use std::ops::Range;

/// What sort of thing went wrong; front ends choose their exit code or status by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// The text or numbers given are wrong: mend them.
    Input,
    /// The question has no meaning for these rules (a Grundy value with blocking, say).
    Undefined,
    /// A predicate of the rules cannot be evaluated at some position (division by zero, overflow).
    Evaluation,
    /// The rules allow endless play.
    Cycle,
    /// A stated limit was reached: positions, memory, time, digits.
    Limit,
    /// The caller asked to stop.
    Interrupted,
    /// A file could not be read or written. The library itself never makes this kind.
    File,
}

impl ErrorKind {
    /// The word that stands for this kind in machine-readable output.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            ErrorKind::Input => "input",
            ErrorKind::Undefined => "undefined",
            ErrorKind::Evaluation => "evaluation",
            ErrorKind::Cycle => "cycle",
            ErrorKind::Limit => "limit",
            ErrorKind::Interrupted => "interrupted",
            ErrorKind::File => "file",
        }
    }
}

/// An error of any part of Wythoff.
///
/// ```
/// use wythoff::{Error, ErrorKind};
/// let error = Error::input("found a negative pile").at(4..6).help("piles are whole numbers from 0");
/// assert_eq!(error.kind(), ErrorKind::Input);
/// assert_eq!(error.span(), Some(4..6));
/// assert_eq!(error.to_string(), "found a negative pile");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(Box<Parts>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Parts {
    kind: ErrorKind,
    message: String,
    span: Option<Range<usize>>,
    help: Option<String>,
}

impl Error {
    /// An error of the given kind: what was found and what was expected.
    #[must_use]
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Error {
        Error(Box::new(Parts {
            kind,
            message: message.into(),
            span: None,
            help: None,
        }))
    }

    /// Wrong input.
    #[must_use]
    pub fn input(message: impl Into<String>) -> Error {
        Error::new(ErrorKind::Input, message)
    }

    /// A question without meaning for the rules asked about.
    #[must_use]
    pub fn undefined(message: impl Into<String>) -> Error {
        Error::new(ErrorKind::Undefined, message)
    }

    /// A stated limit was reached.
    #[must_use]
    pub fn limit(message: impl Into<String>) -> Error {
        Error::new(ErrorKind::Limit, message)
    }

    /// Adds the place in the text, as a range of bytes.
    #[must_use]
    pub fn at(mut self, span: Range<usize>) -> Error {
        self.0.span = Some(span);
        self
    }

    /// Moves the place, if there is one: for a text that was a piece of a longer one.
    #[must_use]
    pub fn shifted(mut self, by: usize) -> Error {
        if let Some(span) = &mut self.0.span {
            *span = span.start + by..span.end + by;
        }
        self
    }

    /// Adds what the reader can do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Error {
        self.0.help = Some(help.into());
        self
    }

    /// What sort of error this is.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// What was found and what was expected.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The place in the text that was given, as a range of bytes.
    #[must_use]
    pub fn span(&self) -> Option<Range<usize>> {
        self.0.span.clone()
    }

    /// What to do about it.
    #[must_use]
    pub fn advice(&self) -> Option<&str> {
        self.0.help.as_deref()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl std::error::Error for Error {}
