//! `wythoff prove RULES --value V` and `wythoff prove "A : C" = "B : C"`: theorems for all positions.

use std::fmt::Write;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use wythoff::Error;
use wythoff::notation::{Slice, parse_cell_set, parse_condition};
use wythoff_automata::{
    EqualityReport, LibraryWatch, ProveReport, Rel, Statement, Theorem, Value, compare,
    largest_distance, provable_set, search, within,
};

use super::guess::Effort;
use crate::context::Context;
use crate::failure::{Failure, Status};
use crate::files::write_whole;

/// Guess and prove, for all positions at once; or prove that two sets are equal.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wythoff prove wythoff.pass --value outcome -o pass.json\n  wythoff prove \"wythoff.pass : \
                        outcome=P\" = \"wythoff : grundy=1\" --except-below 8\n  wythoff prove \"wythoff.pass : outcome=P\" \
                        = \"wythoff : outcome=P\" --distance 3"
)]
pub(crate) struct Prove {
    /// The rules; or two sets of positions with = between them
    #[arg(required = true, num_args = 1..=3, value_name = "RULES | SET = SET")]
    claim: Vec<String>,
    /// outcome, grundy=0, grundy=1, … or remoteness
    #[arg(long, value_name = "V")]
    value: Option<String>,
    /// Equality only where some coordinate is at least this
    #[arg(long, value_name = "N", conflicts_with = "value")]
    except_below: Option<u64>,
    /// Not equality, but that every position on the left has one on the right within this distance: a number or sqrt(N)
    #[arg(long, value_name = "D", conflicts_with_all = ["value", "except_below"])]
    distance: Option<String>,
    #[command(flatten)]
    effort: Effort,
    /// The file to write the theorem to
    #[arg(short, long, value_name = "FILE", requires = "value")]
    output: Option<PathBuf>,
    /// Overwrite the file
    #[arg(long, requires = "output")]
    force: bool,
}

impl Prove {
    pub(crate) fn run(&self, context: &Context) -> Result<Status, Failure> {
        match (&self.claim[..], &self.value) {
            ([rules], Some(value)) => self.theorem(context, rules, value),
            ([left, sign, right], None) if sign == "=" => self.equality(context, left, right),
            _ => Err(Error::input("expected RULES --value V, or two sets with = between them")
                .help("for example: wythoff prove \"wythoff.pass : outcome=P\" = \"wythoff : grundy=1\" --except-below 8")
                .into()),
        }
    }

    fn theorem(&self, context: &Context, rules: &str, value: &str) -> Result<Status, Failure> {
        let started = Instant::now();
        if let Some(path) = &self.output
            && path.exists()
            && !self.force
        {
            let found = format!("{} is there already", path.display());
            return Err(Error::input(found)
                .help("choose another name, or --force")
                .into());
        }
        let watch = LibraryWatch::new(context.budget());
        let error = |error| Failure::from(watch.error(&error));
        let rules = context.rules(rules)?;
        let statement =
            Statement::of_rules(&rules, Value::parse(value).map_err(error)?).map_err(error)?;
        let budget = watch.budget();
        statement.numeration.certify(&budget).map_err(error)?;
        let found = search(&statement, &self.effort.search(), &budget).map_err(error)?;
        let mut report = ProveReport::new(&rules.to_string(), &statement, &found, budget.peak());
        if let (Some(path), Some(theorem)) = (
            &self.output,
            Theorem::of_search(&rules.to_string(), &statement, &found),
        ) {
            write_whole(path, theorem.to_json().map_err(error)?.as_bytes())?;
            report.file = Some(path.display().to_string());
        }
        report.seconds = started.elapsed().as_secs_f64();
        if context.json {
            context.print_json(&report)?;
        } else {
            context.print(&in_words(&report))?;
        }
        Ok(if report.verdict == "proved" {
            Status::Done
        } else {
            Status::SomeLimit
        })
    }

    fn equality(&self, context: &Context, left: &str, right: &str) -> Result<Status, Failure> {
        let started = Instant::now();
        let watch = LibraryWatch::new(context.budget());
        let error = |error| Failure::from(watch.error(&error));
        let budget = watch.budget();
        let sets = [
            self.set(context, left, &watch)?,
            self.set(context, right, &watch)?,
        ];
        let comparison = compare(&sets[0], &sets[1], &budget).map_err(error)?;
        let from = self.except_below.unwrap_or(0);
        let mut report =
            EqualityReport::new([left, right], [&sets[0], &sets[1]], &comparison, from);
        if let Some(text) = &self.distance {
            let square = squared(text)?;
            let far = within(&sets[0], &sets[1], square, &budget).map_err(error)?;
            report.verdict = if far.is_empty() { "proved" } else { "refuted" };
            report.smallest = far
                .smallest()
                .map(|cell| cell.iter().map(u64::to_string).collect());
            report.squared_distance =
                largest_distance(&sets[0], &sets[1], square.max(100), &budget).map_err(error)?;
        }
        report.seconds = started.elapsed().as_secs_f64();
        if context.json {
            context.print_json(&report)?;
        } else {
            context.print(&equality_in_words(&report, from, self.distance.as_deref()))?;
        }
        Ok(if report.verdict == "proved" {
            Status::Done
        } else {
            Status::Refuted
        })
    }

    fn set(&self, context: &Context, text: &str, watch: &LibraryWatch<'_>) -> Result<Rel, Failure> {
        let parsed = parse_cell_set(text, &context.files())
            .map_err(|error| Failure::in_text(error, text))?;
        let Some(rules) = parsed.rules else {
            return Err(Failure::in_text(
                Error::input("expected RULES : CONDITION").at(0..text.len()),
                text,
            ));
        };
        let slice: Slice = match parsed.slice {
            Some(slice) => slice,
            None => context.slice(&rules, None)?,
        };
        let condition = parse_condition(&parsed.condition)?;
        provable_set(
            &rules,
            &slice,
            &condition,
            &self.effort.search(),
            &watch.budget(),
        )
        .map_err(|error| watch.error(&error).into())
    }
}

/// The square of a distance given as `3` or `sqrt(8)`.
fn squared(text: &str) -> Result<u64, Failure> {
    let root = text
        .trim()
        .strip_prefix("sqrt(")
        .and_then(|rest| rest.strip_suffix(')'));
    let square = match root {
        Some(square) => square.trim().parse().ok(),
        None => text
            .trim()
            .parse::<u64>()
            .ok()
            .and_then(|distance| distance.checked_mul(distance)),
    };
    square.filter(|&square| square <= 10_000).ok_or_else(|| {
        let found =
            format!("found --distance {text}, expected a whole number up to 100, or sqrt(N)");
        Error::input(found).into()
    })
}

/// The report of a search for people.
pub(crate) fn in_words(report: &ProveReport) -> String {
    let mut text = format!("{} of {}: {}", report.value, report.rules, report.verdict);
    // Writing to a string cannot fail.
    let _ = match (report.states, report.accepting, report.transitions) {
        (Some(states), Some(accepting), Some(transitions)) => {
            writeln!(
                text,
                ", {states} states, {accepting} accepting, {transitions} transitions"
            )
        }
        _ => writeln!(text),
    };
    let _ = writeln!(
        text,
        "numeration {}, {:.3} seconds",
        report.numeration, report.seconds
    );
    for attempt in &report.attempts {
        let states = attempt
            .states
            .map_or(String::new(), |states| format!(", {states} states"));
        let _ = writeln!(
            text,
            "  layer {}, value {}, table {}{}, tail {}: {}{states}; {}",
            attempt.layer,
            attempt.grundy,
            attempt.table,
            if attempt.far { " and rows beyond" } else { "" },
            attempt.tail,
            attempt.outcome,
            attempt.text
        );
        if let Some(new) = attempt
            .new_states
            .as_ref()
            .filter(|_| report.verdict == "open")
        {
            let _ = writeln!(text, "    new states by depth: {new:?}");
        }
    }
    if report.verdict == "open" {
        let _ = writeln!(
            text,
            "open at these table sizes; that is no argument against an automaton"
        );
    }
    if let Some(file) = &report.file {
        let _ = writeln!(text, "written to {file}");
    }
    text
}

fn equality_in_words(report: &EqualityReport, from: u64, distance: Option<&str>) -> String {
    let mut text = match distance {
        Some(distance) => format!(
            "every position of {} within {distance} of one of {}",
            report.left, report.right
        ),
        None if from > 0 => format!(
            "{} = {} where a coordinate is at least {from}",
            report.left, report.right
        ),
        None => format!("{} = {}", report.left, report.right),
    };
    let _ = writeln!(text, ": {}", report.verdict);
    if let Some(square) = report.squared_distance {
        let _ = writeln!(text, "least squared distance that suffices: {square}");
    }
    match (&report.only_left, &report.only_right) {
        (Some(left), Some(right)) if distance.is_none() => {
            let cells = |cells: &[Vec<String>]| {
                let texts: Vec<String> = cells
                    .iter()
                    .map(|cell| format!("({})", cell.join(",")))
                    .collect();
                if texts.is_empty() {
                    "none".into()
                } else {
                    texts.join(" ")
                }
            };
            let _ = writeln!(
                text,
                "only left: {}\nonly right: {}",
                cells(left),
                cells(right)
            );
            if let Some(least) = &report.equal_from {
                let _ = writeln!(text, "equal exactly from {least} on");
            }
        }
        _ => {
            if let Some(cell) = &report.smallest {
                let _ = writeln!(text, "counterexample ({})", cell.join(","));
            }
        }
    }
    text
}
