//! `wythoff verify FILE`: decides a theorem file again, without what found it; or checks a stored table
//! by its checksums and by computing a sample again. Which of the two is told by the content.

use std::io::Read;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use serde::Serialize;
use wythoff::Error;
use wythoff_automata::{LibraryWatch, Theorem, VerifyReport};

use crate::context::Context;
use crate::failure::{Failure, Status};

/// Verify a theorem file or a stored table again.
#[derive(Debug, Args)]
pub(crate) struct Verify {
    /// The file, or the folder of a Zarr table
    file: PathBuf,
    /// Cells of a table that are computed again from their options
    #[arg(long, value_name = "N", default_value_t = 1000)]
    sample: usize,
}

/// How a stored table came out.
#[derive(Serialize)]
struct TableReport {
    file: String,
    verdict: &'static str,
    rules: String,
    slice: String,
    value: String,
    checksums: usize,
    corner: usize,
    sample: usize,
    seconds: f64,
}

impl Verify {
    pub(crate) fn run(&self, context: &Context) -> Result<Status, Failure> {
        let started = Instant::now();
        if self.is_table() {
            return self.verify_table(context, started);
        }
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

impl Verify {
    /// A folder is a Zarr array; `.npy` files begin with their own sign.
    fn is_table(&self) -> bool {
        let mut sign = [0u8; 6];
        self.file.is_dir()
            || std::fs::File::open(&self.file)
                .and_then(|mut file| file.read_exact(&mut sign))
                .is_ok_and(|()| sign == *b"\x93NUMPY")
    }

    fn verify_table(&self, context: &Context, started: Instant) -> Result<Status, Failure> {
        let verified = wythoff_table::verify(&self.file, self.sample, &context.budget())?;
        let report = TableReport {
            file: self.file.display().to_string(),
            verdict: "verified",
            rules: verified.description.rules.clone(),
            slice: verified.description.slice.clone(),
            value: format!("{:?}", verified.description.value()?).to_lowercase(),
            checksums: verified.checksums,
            corner: verified.corner,
            sample: verified.sample,
            seconds: started.elapsed().as_secs_f64(),
        };
        if context.json {
            context.print_json(&report)?;
        } else {
            context.print(&format!(
                "{}: {} of {} at {}: verified\n  {} checksums, {} cells of the corner and {} elsewhere computed again\n",
                report.file,
                report.value,
                report.rules,
                report.slice,
                report.checksums,
                report.corner,
                report.sample
            ))?;
        }
        Ok(Status::Done)
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
