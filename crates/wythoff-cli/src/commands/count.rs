//! `wythoff count RULES --where C --size N`: how many positions of a box hold a condition.

use clap::Args;
use wythoff::Error;
use wythoff::cells::CellSet;
use wythoff::notation::{parse_condition, parse_number};
use wythoff::report::CountReport;

use crate::context::Context;
use crate::failure::{Failure, Status};
use crate::output::positions;

/// How many positions of a box hold a condition: number, proportion, sums of coordinates.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wythoff count wythoff --where outcome=P --size 8\n  wythoff count \
                        wythoff.pass --where \"grundy<=3\" --size 100"
)]
pub(crate) struct Count {
    /// The rules in one line
    rules: String,
    /// The condition
    #[arg(long = "where", value_name = "CONDITION")]
    condition: String,
    /// The side of the box: coordinates from 0 to N − 1
    #[arg(long, value_name = "N")]
    size: String,
    /// Which coordinates run, such as "*,*,1"
    #[arg(long, value_name = "SLICE")]
    slice: Option<String>,
}

impl Count {
    pub(crate) fn run(&self, context: &Context) -> Result<Status, Failure> {
        let rules = context.rules(&self.rules)?;
        let condition = parse_condition(&self.condition)
            .map_err(|error| Failure::in_text(error, &self.condition))?;
        let slice = match &self.slice {
            Some(text) => Some(wythoff::notation::parse_slice(&rules, text)?),
            None => None,
        };
        let size = parse_number(&self.size).map_err(|error| Failure::in_text(error, &self.size))?;
        let size = usize::try_from(size).map_err(|_| {
            Error::limit(format!(
                "--size {} is beyond any box that can be walked",
                self.size
            ))
        })?;
        let set = CellSet::new(rules.clone(), slice, condition)?;
        let mut session = context.session(rules);
        let counted = set.count(&mut session, size, &context.budget())?;
        let report = CountReport::new(&set, size, &counted);
        if context.json {
            context.print_json(&report)?;
        } else {
            context.print(&positions::count_text(&report))?;
        }
        Ok(Status::Done)
    }
}
