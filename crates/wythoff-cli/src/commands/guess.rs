//! `wythoff guess RULES --value V`: an automaton from tables, without proof.

use std::time::Instant;

use clap::Args;
use wythoff_automata::{LibraryWatch, ProveReport, Search, Statement, Value, guess};

use crate::commands::prove::in_words;
use crate::context::Context;
use crate::failure::{Failure, Status};

/// Guess an automaton for a value from tables, without proof.
#[derive(Debug, Args)]
#[command(
    after_help = "New states that rise and then fall with the depth are the sign of an automaton; a search that \
                        stays\nopen says nothing against one.\n\nExample:\n  wythoff guess wythoff --value grundy=1"
)]
pub(crate) struct Guess {
    /// The rules
    rules: String,
    /// outcome, grundy=0, grundy=1, … or remoteness
    #[arg(long, value_name = "V")]
    value: String,
    #[command(flatten)]
    effort: Effort,
}

/// How large the tables may be that automata are guessed from.
#[derive(Debug, Args)]
pub(crate) struct Effort {
    /// Side of the largest table that a guess is made from; 5000000 if left out, fewer where all cells
    /// must be computed
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    size: Option<u32>,
    /// Guess from tables only, without computing rows beyond them where they are looked at
    #[arg(long)]
    tables_only: bool,
}

impl Effort {
    /// The search asked for.
    pub(crate) fn search(&self) -> Search {
        let usual = Search::default();
        Search {
            size: self.size.unwrap_or(usual.size),
            far: !self.tables_only,
            ..usual
        }
    }
}

impl Guess {
    pub(crate) fn run(&self, context: &Context) -> Result<Status, Failure> {
        let started = Instant::now();
        let watch = LibraryWatch::new(context.budget());
        let error = |error| Failure::from(watch.error(&error));
        let rules = context.rules(&self.rules)?;
        let value = Value::parse(&self.value).map_err(error)?;
        let statement = Statement::of_rules(&rules, value).map_err(error)?;
        let budget = watch.budget();
        let found = guess(&statement, &self.effort.search(), &budget).map_err(error)?;
        let mut report = ProveReport::new(&rules.to_string(), &statement, &found, budget.peak());
        report.seconds = started.elapsed().as_secs_f64();
        if context.json {
            context.print_json(&report)?;
        } else {
            context.print(&in_words(&report))?;
        }
        Ok(if report.verdict == "open" {
            Status::SomeLimit
        } else {
            Status::Done
        })
    }
}
