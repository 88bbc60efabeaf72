//! `wythoff verify FILE`: decides a theorem file again, without what found it.

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use wythoff::Error;
use wythoff_automata::{LibraryWatch, Theorem, VerifyReport};

use crate::context::Context;
use crate::failure::{Failure, Status};

/// Verify a theorem file again.
#[derive(Debug, Args)]
pub(crate) struct Verify {
    /// The file
    file: PathBuf,
}

impl Verify {
    pub(crate) fn run(&self, context: &Context) -> Result<Status, Failure> {
        let started = Instant::now();
        let bytes = std::fs::read(&self.file)
            .map_err(|error| Failure::file(&self.file, "reading", &error))?;
        let Ok(text) = String::from_utf8(bytes) else {
            return Err(
                Error::input(format!("{} is not a theorem file", self.file.display())).into(),
            );
        };
        let watch = LibraryWatch::new(context.budget());
        let error = |error| Failure::from(watch.error(&error));
        let budget = watch.budget();
        let theorem = Theorem::from_json(&text, &budget).map_err(error)?;
        let verification = theorem.verify(&budget).map_err(error)?;
        let mut report =
            VerifyReport::new(&self.file.display().to_string(), &theorem, &verification);
        report.seconds = started.elapsed().as_secs_f64();
        if context.json {
            context.print_json(&report)?;
        } else {
            context.print(&in_words(&report))?;
        }
        Ok(if report.verdict == "proved" {
            Status::Done
        } else {
            Status::Refuted
        })
    }
}

fn in_words(report: &VerifyReport) -> String {
    let mut text = format!(
        "{}: {} of {}: {}\n",
        report.file, report.value, report.rules, report.verdict
    );
    if let Some(counterexample) = &report.counterexample {
        text.push_str(&format!("counterexample {counterexample}\n"));
    }
    for part in &report.parts {
        text.push_str(&format!(
            "  layer {}, value {}: {} states, {} accepting, {} transitions\n",
            part.layer, part.grundy, part.states, part.accepting, part.transitions
        ));
    }
    text + &format!(
        "numeration {} certified (adder of {} states); {:.3} seconds\n",
        report.numeration, report.adder_states, report.seconds
    )
}
