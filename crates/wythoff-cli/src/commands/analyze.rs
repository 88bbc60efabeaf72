//! `wythoff analyze RULES COORD…`: everything about one position; `-` for one position a line.

use std::io::BufRead;

use clap::Args;
use wythoff::notation::{parse_probability, position_text};
use wythoff::report::{AnalysisReport, WinRequest};
use wythoff::rules::Rules;
use wythoff::{Error, ErrorKind, Session};

use crate::context::Context;
use crate::coordinates::{Coordinates, CornerArguments};
use crate::failure::{Failure, Status, json_line};
use crate::output::analysis;

/// Everything about one position: outcome, remoteness, Grundy value, optimal and winning moves.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wythoff analyze wythoff 7 12\n  wythoff analyze \"wyt(2,3)\" 10^300 \
                        3*10^299 --success 4/5\n  wythoff analyze wythoff.pass 3 5\n  wythoff analyze \
                        \"(wythoff + nim(1)).misere\" 3 5 1\n  wythoff analyze queen 4 6 --one-based\n  echo \"7 12\" | wythoff analyze wythoff -"
)]
pub(crate) struct Analyze {
    /// The rules in one line
    rules: String,
    /// The coordinates, or `-` to read one position a line and print one JSON line each
    #[arg(required = true, allow_negative_numbers = true, num_args = 1..)]
    position: Vec<String>,
    /// Also the winning probability when each attempted move succeeds with this probability
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    success: Option<String>,
    /// Decimals of the winning probability, and digits that its exact fraction may have
    #[arg(long, value_name = "N")]
    digits: Option<usize>,
    #[command(flatten)]
    coordinates: CornerArguments,
}

/// More digits than this take longer than anyone waits.
const MOST_DIGITS: usize = 1_000_000;

impl Analyze {
    pub(crate) fn run(&self, context: &Context) -> Result<Status, Failure> {
        let rules = context.rules(&self.rules)?;
        let win = self.win()?;
        let coordinates = self.coordinates.of(&rules)?;
        let mut session = context.session(rules.clone());
        if self.position == ["-"] {
            return answer_lines(context, &mut session, &coordinates, win.as_ref());
        }
        let report = analyze(
            context,
            &mut session,
            &self.position,
            &coordinates,
            win.as_ref(),
        )?;
        if context.json {
            context.print_json(&report)?;
        } else {
            context.print(&analysis::text(&report))?;
        }
        Ok(Status::Done)
    }

    fn win(&self) -> Result<Option<WinRequest>, Failure> {
        let Some(text) = &self.success else {
            return Ok(None);
        };
        let success = parse_probability(text).map_err(|error| Failure::in_text(error, text))?;
        if self
            .digits
            .is_some_and(|digits| digits == 0 || digits > MOST_DIGITS)
        {
            return Err(Error::input(format!("--digits takes 1 to {MOST_DIGITS}")).into());
        }
        Ok(Some(WinRequest::new(success, self.digits)))
    }
}

fn analyze<T: AsRef<str>>(
    context: &Context,
    session: &mut Session,
    texts: &[T],
    coordinates: &Coordinates,
    win: Option<&WinRequest>,
) -> Result<AnalysisReport, Error> {
    let rules: Rules = session.rules().clone();
    let at = coordinates.position_inward(&context.position(&rules, texts)?)?;
    let analysis = session.analyze(&at, &context.budget())?;
    debug_assert_eq!(position_text(&rules, &at).len(), at.len());
    let mut report = AnalysisReport::new(&rules, &analysis, win)?;
    coordinates.recount_analysis(&mut report)?;
    Ok(report)
}

/// One JSON line for each line of standard input; a line that is wrong gets its error, and the rest is
/// answered all the same.
fn answer_lines(
    context: &Context,
    session: &mut Session,
    coordinates: &Coordinates,
    win: Option<&WinRequest>,
) -> Result<Status, Failure> {
    let mut status = Status::Done;
    for line in std::io::stdin().lock().lines() {
        let line =
            line.map_err(|error| Failure::file("standard input".as_ref(), "reading", &error))?;
        let texts: Vec<&str> = line
            .split(|c: char| c.is_whitespace() || c == ',')
            .filter(|t| !t.is_empty())
            .collect();
        if texts.is_empty() {
            continue;
        }
        match analyze(context, session, &texts, coordinates, win) {
            Ok(report) => context.print_json(&report)?,
            Err(error) if error.kind() == ErrorKind::Interrupted => return Err(error.into()),
            Err(error) => {
                status = match error.kind() {
                    ErrorKind::Limit if status == Status::Done => Status::SomeLimit,
                    ErrorKind::Limit => status,
                    _ => Status::SomeInputWrong,
                };
                context.print(&(json_line(&error) + "\n"))?;
            }
        }
    }
    Ok(status)
}
