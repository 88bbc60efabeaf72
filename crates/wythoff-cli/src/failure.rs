//! How a command ends: exit codes, and errors shown to people or as JSON.

use std::io::{IsTerminal, Write};
use std::process::ExitCode;

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteDiagnostic, Report};
use wythoff::report::ErrorReport;
use wythoff::{Error, ErrorKind};

/// How a command that gave its answer ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// Done, and as expected.
    Done,
    /// Done, and a check or claim does not hold.
    Refuted,
    /// Done, and not as expected: a check or a comparison failed.
    NotAsExpected,
    /// Done, but something in the input was wrong; the rest was answered.
    SomeInputWrong,
    /// Done, but a limit kept something back; the rest was answered.
    SomeLimit,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(match status {
            Status::Done => 0,
            Status::Refuted => 1,
            Status::NotAsExpected => 1,
            Status::SomeInputWrong => 2,
            Status::SomeLimit => 3,
        })
    }
}

/// An error with the text that its place refers to.
#[derive(Debug)]
pub(crate) struct Failure {
    error: Error,
    text: Option<String>,
    /// Standard output was closed by its reader: not worth a word.
    closed: bool,
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure {
            error,
            text: None,
            closed: false,
        }
    }
}

impl Failure {
    /// An error whose place is in this text.
    pub(crate) fn in_text(error: Error, text: &str) -> Failure {
        Failure {
            error,
            text: Some(text.to_string()),
            closed: false,
        }
    }

    /// An error about a file.
    pub(crate) fn file(path: &std::path::Path, doing: &str, error: &std::io::Error) -> Failure {
        Error::new(
            ErrorKind::File,
            format!("{doing} {}: {error}", path.display()),
        )
        .into()
    }

    /// An error of writing to standard output.
    pub(crate) fn output(error: &std::io::Error) -> Failure {
        let closed = error.kind() == std::io::ErrorKind::BrokenPipe;
        let error = Error::new(
            ErrorKind::File,
            format!("writing to standard output: {error}"),
        );
        Failure {
            error,
            text: None,
            closed,
        }
    }

    fn exit_code(&self) -> ExitCode {
        if self.closed {
            return ExitCode::SUCCESS;
        }
        exit_code(self.error.kind())
    }
}

/// The exit code of a kind of error.
pub(crate) fn exit_code(kind: ErrorKind) -> ExitCode {
    ExitCode::from(match kind {
        ErrorKind::Limit => 3,
        ErrorKind::Interrupted => 130,
        ErrorKind::Input
        | ErrorKind::Undefined
        | ErrorKind::Evaluation
        | ErrorKind::Cycle
        | ErrorKind::File => 2,
    })
}

/// Shows an error on standard error and gives its exit code.
pub(crate) fn show(failure: &Failure, json: bool) -> ExitCode {
    if !failure.closed {
        let text = if json {
            json_line(&failure.error)
        } else {
            for_people(failure)
        };
        // If even standard error is closed, the exit code has to do.
        let _ = writeln!(std::io::stderr(), "{}", text.trim_end());
    }
    failure.exit_code()
}

/// An error as one line of JSON.
pub(crate) fn json_line(error: &Error) -> String {
    serde_json::to_string(&ErrorReport::from(error)).unwrap_or_else(|_| error.to_string())
}

fn for_people(failure: &Failure) -> String {
    let error = &failure.error;
    let mut diagnostic = MietteDiagnostic::new(error.message());
    if let Some(help) = error.advice() {
        diagnostic = diagnostic.with_help(help);
    }
    // Long texts are not repeated.
    let shown = failure.text.as_ref().filter(|text| text.len() <= 400);
    let report = match (shown, error.span()) {
        (Some(text), Some(span)) if span.end <= text.len() => {
            let label = LabeledSpan::new_with_span(Some("here".into()), span);
            Report::new(diagnostic.with_label(label)).with_source_code(text.clone())
        }
        _ => Report::new(diagnostic),
    };
    let colours = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let theme = if colours {
        GraphicalTheme::unicode()
    } else {
        GraphicalTheme::unicode_nocolor()
    };
    let mut out = String::new();
    let handler = GraphicalReportHandler::new_themed(theme)
        .with_width(100)
        .with_links(false);
    match handler.render_report(&mut out, report.as_ref()) {
        Ok(()) => format!(
            "error: {}",
            out.trim_start().trim_start_matches(['×', '✖']).trim_start()
        ),
        Err(_) => format!("error: {error}"),
    }
}

/// Wrong arguments, help and version, as clap has them; with `--json` a wrong argument is JSON too.
pub(crate) fn usage(error: &clap::Error) -> ExitCode {
    let json = std::env::args_os().any(|argument| argument == "--json");
    if json && error.use_stderr() {
        let text = error.render().to_string();
        let message = text
            .lines()
            .next()
            .unwrap_or_default()
            .trim_start_matches("error: ");
        let error = Error::input(message).help("see wythoff --help");
        let _ = writeln!(std::io::stderr(), "{}", json_line(&error));
        return exit_code(ErrorKind::Input);
    }
    let _ = error.print();
    ExitCode::from(if error.use_stderr() { 2 } else { 0 })
}
