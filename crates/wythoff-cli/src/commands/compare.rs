//! `wythoff compare A B --size N`: two sets of positions, or two tables of values, side by side.

use clap::Args;
use wythoff::Error;
use wythoff::compare::{Settings, compare, parse_sides};
use wythoff::report::CompareReport;

use crate::context::Context;
use crate::failure::{Failure, Status};
use crate::output::comparison;

/// Where two sets of positions or two tables of values differ.
#[derive(Debug, Args)]
#[command(
    after_help = "A side is '[RULES [at SLICE] :] CONDITION' or 'beatty(a)', a set of positions, or 'RULES : \
                  VALUE' with\noutcome, grundy or remoteness, a table. A side without rules takes those of \
                  the other.\nExit code 1 if they differ on a cell with largest coordinate at least \
                  --from.\n\nExamples:\n  wythoff compare \"wythoff.pass : outcome=P\" \"wythoff : grundy=1\" \
                  --size 20000 --from 8\n  wythoff compare \"wythoff + nim(1) at *,*,1 : outcome=P\" \
                  \"wythoff : grundy=1\" --size 1000\n  wythoff compare \"wythoff.until(x+y<=2).misere : \
                  grundy\" \"wythoff.until(x+y<=2) : grundy\" --size 60 --relabel 0-1\n  wythoff compare \
                  \"wythoff : grundy=1\" \"outcome=P\" --size 5000 --distance"
)]
pub(crate) struct Compare {
    /// The left side
    left: String,
    /// The right side
    right: String,
    /// The side of the box: coordinates from 0 to N − 1
    #[arg(long, value_name = "N")]
    size: String,
    /// Differences below this largest coordinate are expected
    #[arg(long, value_name = "C", default_value = "0")]
    from: String,
    /// Distances from each set to the nearest member of the other
    #[arg(long)]
    distance: bool,
    /// How many differing cells are listed
    #[arg(long, value_name = "K", default_value_t = 100)]
    limit: usize,
    /// Values of the left table to exchange, such as 0-1 or 0-1,2-3
    #[arg(long, value_name = "A-B,…")]
    relabel: Option<String>,
}

impl Compare {
    pub(crate) fn run(&self, context: &Context) -> Result<Status, Failure> {
        let [left, right] = parse_sides(&self.left, &self.right, &context.files())?;
        let settings = Settings {
            size: context.count("--size", &self.size)?,
            from: context.count("--from", &self.from)?,
            relabel: parse_relabelling(self.relabel.as_deref().unwrap_or_default())?,
            distance: self.distance,
            limit: self.limit,
        };
        let found = compare(&left, &right, &settings, &context.plan(), &context.budget())?;
        let report = CompareReport::new(&left, &right, &settings, &found);
        if context.json {
            context.print_json(&report)?;
        } else {
            context.print(&comparison::text(&report))?;
        }
        Ok(if found.as_expected() {
            Status::Done
        } else {
            Status::NotAsExpected
        })
    }
}

/// `0-1,2-3` as pairs.
fn parse_relabelling(text: &str) -> Result<Vec<(u64, u64)>, Error> {
    let wrong = |part: &str| {
        Error::input(format!(
            "found --relabel '{part}', expected two values such as 0-1"
        ))
    };
    text.split(',')
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .map(|part| {
            let (a, b) = part.split_once('-').ok_or_else(|| wrong(part))?;
            let value = |text: &str| text.trim().parse().map_err(|_| wrong(part));
            Ok((value(a)?, value(b)?))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_to_exchange() {
        assert_eq!(parse_relabelling("0-1, 2-5").unwrap(), [(0, 1), (2, 5)]);
        assert!(parse_relabelling("").unwrap().is_empty());
        for wrong in ["0", "0-", "a-b", "0-1-2"] {
            assert!(parse_relabelling(wrong).is_err(), "{wrong}");
        }
    }
}
