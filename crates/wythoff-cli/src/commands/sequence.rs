//! `wythoff sequence NAME --count K`: terms of a named sequence, from any index on.

use clap::Args;
use dashu_int::UBig;
use serde::Serialize;
use wythoff::sequences::named::NamedSequence;

use crate::context::Context;
use crate::failure::{Failure, Status};

/// Terms of a named sequence, from any index on.
#[derive(Debug, Args)]
#[command(
    after_help = "Names: x, y, iota, L, U or mex_b of wyt(a,b), as in 'x of wyt(1,2)'; g; hofstadter-g.\n\nExamples:\n  \
                        wythoff sequence \"x of wyt(1,2)\" --count 10\n  wythoff sequence hofstadter-g \
                        --count 3 --at 10^50"
)]
pub(crate) struct Sequence {
    /// The name of the sequence
    name: String,
    /// How many terms
    #[arg(long, value_name = "K")]
    count: usize,
    /// The index of the first one
    #[arg(long, value_name = "N", default_value = "0")]
    at: String,
}

#[derive(Serialize)]
struct Report {
    name: String,
    start: String,
    terms: Vec<String>,
    source: &'static str,
}

impl Sequence {
    pub(crate) fn run(&self, context: &Context) -> Result<Status, Failure> {
        let sequence = NamedSequence::parse(&self.name)
            .map_err(|error| Failure::in_text(error, &self.name))?;
        let start: UBig = context.number("--at", &self.at)?;
        let budget = context.budget();
        let mut terms = Vec::new();
        let mut index = start.clone();
        for done in 0..self.count {
            if done % 1024 == 0 {
                budget.report(done as u64, Some(self.count as u64))?;
            }
            terms.push(sequence.term(&index)?.to_string());
            index += UBig::ONE;
        }
        let report = Report {
            name: sequence.to_string(),
            start: start.to_string(),
            terms,
            source: sequence.source(),
        };
        if context.json {
            context.print_json(&report)?;
        } else {
            context.print(&(report.terms.join(", ") + "\n"))?;
        }
        Ok(Status::Done)
    }
}
