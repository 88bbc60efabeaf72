//! `wythoff analyze RULES COORD…`: everything about one position; `-` for one position a line.

use std::io::BufRead;

use clap::Args;
use wythoff::answer::{Answer, Value};
use wythoff::notation::{parse_probability, position_text};
use wythoff::plan::Ask;
use wythoff::random_play::{self, Chosen, Model, ModelKind, Request};
use wythoff::report::{AnalysisReport, RandomReport, WinRequest};
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
                        3*10^299 --success 4/5\n  wythoff analyze wythoff.pass 3 5\n  wythoff analyze wythoff 7 12 \
                        --model error --success 4/5 --value suspense,birthday,options\n  wythoff analyze \
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
    /// What chance does: failed, random, both-random, error or random-turn; failed if there is --success
    #[arg(long, value_name = "MODEL")]
    model: Option<String>,
    /// Also these values: suspense, birthday, options
    #[arg(long, value_name = "V", value_delimiter = ',')]
    value: Vec<String>,
    /// Decimals of the winning probability, and digits that its exact fraction may have
    #[arg(long, value_name = "N")]
    digits: Option<usize>,
    #[command(flatten)]
    coordinates: CornerArguments,
}

/// More digits than this take longer than anyone waits.
const MOST_DIGITS: usize = 1_000_000;

/// What is asked besides the six values of every analysis.
#[derive(Default)]
struct Besides {
    win: Option<WinRequest>,
    random: Option<(Model, Request)>,
    named: Vec<Ask>,
}

impl Analyze {
    pub(crate) fn run(&self, context: &Context) -> Result<Status, Failure> {
        let rules = context.rules(&self.rules)?;
        let besides = self.besides()?;
        let coordinates = self.coordinates.of(&rules)?;
        let mut session = context.session(rules.clone());
        if self.position == ["-"] {
            return answer_lines(context, &mut session, &coordinates, &besides);
        }
        let report = analyze(
            context,
            &mut session,
            &self.position,
            &coordinates,
            &besides,
        )?;
        if context.json {
            context.print_json(&report)?;
        } else {
            context.print(&analysis::text(&report))?;
        }
        Ok(Status::Done)
    }

    fn besides(&self) -> Result<Besides, Failure> {
        if self
            .digits
            .is_some_and(|digits| digits == 0 || digits > MOST_DIGITS)
        {
            return Err(Error::input(format!("--digits takes 1 to {MOST_DIGITS}")).into());
        }
        let mut besides = Besides {
            named: self.named()?,
            ..Besides::default()
        };
        match chance(self.model.as_deref(), self.success.as_deref())? {
            None => {}
            Some(Chosen::Failed(success)) => {
                besides.win = Some(WinRequest::new(success, self.digits));
            }
            Some(Chosen::Random(model)) => {
                let request = Request {
                    decimals: self.digits.unwrap_or(12),
                    exact_digits: self.digits.unwrap_or(1000),
                };
                besides.random = Some((model, request));
            }
        }
        Ok(besides)
    }

    /// The values asked for by name; those of every analysis are there anyway.
    fn named(&self) -> Result<Vec<Ask>, Failure> {
        let mut named = Vec::new();
        for word in &self.value {
            let ask = Ask::ALL
                .into_iter()
                .find(|ask| ask.word() == word.trim())
                .ok_or_else(|| {
                    Error::input(format!(
                        "found the value '{word}', expected suspense, birthday or options"
                    ))
                })?;
            if !Ask::ANALYSIS.contains(&ask) {
                named.push(ask);
            }
        }
        Ok(named)
    }
}

/// What chance does, by the options `--model` and `--success`.
pub(super) fn chance(
    model: Option<&str>,
    success: Option<&str>,
) -> Result<Option<Chosen>, Failure> {
    let p = success
        .map(|text| parse_probability(text).map_err(|error| Failure::in_text(error, text)))
        .transpose()?;
    let kind = match model {
        Some(name) => ModelKind::parse(name)?,
        None if p.is_some() => ModelKind::Failed,
        None => return Ok(None),
    };
    Ok(Some(Model::new(kind, p)?))
}

fn analyze<T: AsRef<str>>(
    context: &Context,
    session: &mut Session,
    texts: &[T],
    coordinates: &Coordinates,
    besides: &Besides,
) -> Result<AnalysisReport, Error> {
    let rules: Rules = session.rules().clone();
    let at = coordinates.position_inward(&context.position(&rules, texts)?)?;
    let budget = context.budget();
    let analysis = session.analyze(&at, &budget)?;
    debug_assert_eq!(position_text(&rules, &at).len(), at.len());
    let mut report = AnalysisReport::new(&rules, &analysis, besides.win.as_ref())?;
    for &ask in &besides.named {
        let answer = session.ask(ask, &at, &budget)?;
        let number = Answer {
            value: answer.value.and_then(Value::number),
            evidence: answer.evidence,
        };
        report.add(ask, &number);
    }
    if let Some((model, request)) = &besides.random {
        let answer = random_play::analyze(&rules, &at, model, *request, &budget)?;
        report.random_play = Some(RandomReport::new(&rules, model, &answer));
    }
    coordinates.recount_analysis(&mut report)?;
    Ok(report)
}

/// One JSON line for each line of standard input; a line that is wrong gets its error, and the rest is
/// answered all the same.
fn answer_lines(
    context: &Context,
    session: &mut Session,
    coordinates: &Coordinates,
    besides: &Besides,
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
        match analyze(context, session, &texts, coordinates, besides) {
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
