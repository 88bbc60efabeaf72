//! `wythoff check [NAME…]`: published theorems, checked from the definitions.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use wythoff::report::{CheckReport, TheoremReport};
use wythoff::theorems::record::{FORM, Record};
use wythoff::theorems::{Checker, Settings, Theorem, select};
use wythoff::{Error, ErrorKind};

use crate::context::Context;
use crate::failure::{Failure, Status};
use crate::files::write_whole;
use crate::output::checks;

/// Published theorems, checked from the definitions on a stated range.
#[derive(Debug, Args)]
#[command(
    after_help = "Without a name all are checked. A paper's key stands for all of its theorems. What --size means \
                  is part\nof each theorem's range, as --list shows it. Exit code 1 if some check is not as \
                  expected.\n\nExamples:\n  wythoff check SanchezGalanXu\n  wythoff check remoteness-formula --a \
                  1..8 --b 1..8 --size 40\n  wythoff check --list\n  wythoff check --record checks.json\n  \
                  wythoff check --against checks.json"
)]
pub(crate) struct Check {
    /// Names of theorems or keys of papers
    names: Vec<String>,
    /// How far each check goes
    #[arg(long, value_name = "N")]
    size: Option<String>,
    /// Values of a in WYT(a, b): A or A..B
    #[arg(long, value_name = "A..B")]
    a: Option<String>,
    /// Values of b in WYT(a, b): A or A..B
    #[arg(long, value_name = "A..B")]
    b: Option<String>,
    /// Where random instances start from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// List the theorems instead of checking them
    #[arg(long)]
    list: bool,
    /// Write what was walked and what came out to a file
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Compare with what an earlier run recorded
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
}

impl Check {
    pub(crate) fn run(&self, context: &Context) -> Result<Status, Failure> {
        let theorems = select(&self.names)?;
        if self.list {
            return list(&theorems, context);
        }
        let settings = self.settings(context)?;
        let mut record = Record::new(concat!("wythoff ", env!("CARGO_PKG_VERSION")), &settings);
        let earlier = self.against.as_deref().map(read_record).transpose()?;
        if let Some(earlier) = &earlier {
            comparable(&record, earlier)?;
        }
        let mut checker = Checker::new(settings);
        let mut reports = Vec::new();
        let outcome = self.check_all(
            &theorems,
            &mut checker,
            &mut record,
            &mut reports,
            context,
            earlier.as_ref(),
        );
        if context.json {
            context.print_json(&reports)?;
        } else {
            context.print(&checks::summary(&reports, theorems.len()))?;
        }
        // What was finished has been told; a run that was cut short is no record.
        outcome?;
        if let Some(earlier) = &earlier
            && record.common(earlier) == 0
        {
            return Err(Error::input("the record holds none of these checks").into());
        }
        if let Some(path) = &self.record {
            write_whole(path, &in_json(&record)?)?;
        }
        let fine = |report: &CheckReport| {
            report.as_expected && report.differences.as_ref().is_none_or(Vec::is_empty)
        };
        Ok(if reports.iter().all(fine) {
            Status::Done
        } else {
            Status::NotAsExpected
        })
    }

    fn settings(&self, context: &Context) -> Result<Settings, Failure> {
        let size = self.size.as_deref();
        Ok(Settings {
            size: size
                .map(|text| context.count("--size", text).map(|n| n as u64))
                .transpose()?,
            a: parse_range("--a", self.a.as_deref())?,
            b: parse_range("--b", self.b.as_deref())?,
            seed: self.seed,
        })
    }

    /// Checks one theorem after the other, telling each as it is done.
    fn check_all(
        &self,
        theorems: &[&'static Theorem],
        checker: &mut Checker,
        record: &mut Record,
        reports: &mut Vec<CheckReport>,
        context: &Context,
        earlier: Option<&Record>,
    ) -> Result<(), Failure> {
        for theorem in theorems {
            let start = Instant::now();
            let finding = checker
                .check(theorem, &context.budget())
                .map_err(|error| cut_short(&error, theorem, reports.len(), theorems.len()))?;
            record.add(theorem, &finding);
            let mut report = CheckReport::new(theorem, &finding, start.elapsed().as_secs_f64());
            if let Some(earlier) = earlier {
                let mine = |difference: &wythoff::theorems::record::Difference| {
                    difference.name == theorem.name
                };
                report.differences = Some(
                    record
                        .differences(earlier)
                        .into_iter()
                        .filter(mine)
                        .collect(),
                );
            }
            if !context.json {
                context.print(&checks::text(&report))?;
            }
            reports.push(report);
        }
        Ok(())
    }
}

/// An error during a check, with how far the whole run got.
fn cut_short(error: &Error, theorem: &Theorem, done: usize, all: usize) -> Error {
    let message = format!(
        "{}: {}; {done} of {all} checks were finished",
        theorem.name,
        error.message()
    );
    match error.advice() {
        Some(help) => Error::new(error.kind(), message).help(help),
        None => Error::new(error.kind(), message),
    }
}

fn list(theorems: &[&'static Theorem], context: &Context) -> Result<Status, Failure> {
    let reports: Vec<TheoremReport> = theorems.iter().map(|&theorem| theorem.into()).collect();
    if context.json {
        context.print_json(&reports)?;
    } else {
        context.print(&checks::list(&reports))?;
    }
    Ok(Status::Done)
}

/// `3` or `1..8`, ends included.
fn parse_range(name: &str, text: Option<&str>) -> Result<Option<RangeInclusive<u64>>, Error> {
    let Some(text) = text else {
        return Ok(None);
    };
    let wrong = || {
        Error::input(format!(
            "found {name} {text}, expected a number from 1 or a range such as 1..8"
        ))
    };
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str| text.trim().parse::<u64>().map_err(|_| wrong());
    let (from, to) = (number(from)?, number(to.trim_start_matches('='))?);
    if from == 0 || from > to || to > 1000 {
        return Err(wrong());
    }
    Ok(Some(from..=to))
}

fn read_record(path: &Path) -> Result<Record, Failure> {
    let bytes = std::fs::read(path).map_err(|error| Failure::file(path, "reading", &error))?;
    let record: Record = serde_json::from_slice(&bytes).map_err(|error| {
        Error::new(
            ErrorKind::File,
            format!("{} is not a record of checks: {error}", path.display()),
        )
        .help("records are written by wythoff check --record FILE")
    })?;
    if record.form != FORM {
        return Err(Error::new(
            ErrorKind::File,
            format!(
                "{} has form {}, expected {FORM}",
                path.display(),
                record.form
            ),
        )
        .help("record again, or compare with the release that wrote it")
        .into());
    }
    Ok(record)
}

/// Runs under other settings walk other positions: to compare them says nothing.
fn comparable(now: &Record, earlier: &Record) -> Result<(), Error> {
    if now.settings == earlier.settings {
        return Ok(());
    }
    Err(Error::input(format!(
        "the record was made with {}, this run has {}",
        earlier.settings, now.settings
    ))
    .help("give the same --size, --a, --b and --seed"))
}

fn in_json(record: &Record) -> Result<Vec<u8>, Error> {
    let mut bytes = serde_json::to_vec_pretty(record)
        .map_err(|error| Error::limit(format!("the record cannot be written: {error}")))?;
    bytes.push(b'\n');
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_parameters() {
        assert_eq!(parse_range("--a", Some("3")).unwrap(), Some(3..=3));
        assert_eq!(parse_range("--a", Some("1..8")).unwrap(), Some(1..=8));
        assert_eq!(parse_range("--a", Some("1..=8")).unwrap(), Some(1..=8));
        assert_eq!(parse_range("--a", None).unwrap(), None);
        for wrong in ["0", "8..1", "x", "1..", "1..9999"] {
            assert!(parse_range("--a", Some(wrong)).is_err(), "{wrong}");
        }
    }
}
