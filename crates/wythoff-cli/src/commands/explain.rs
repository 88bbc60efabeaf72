//! `wythoff explain RULES`: how a ruleset is understood, and which engine answers what.

use clap::Args;
use wythoff::explain::{ExplainReport, sample_position};

use crate::context::Context;
use crate::failure::{Failure, Status};

/// How a ruleset is understood and which engines answer what.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wythoff explain \"wyt(2,3)\"\n  wythoff explain wythoff.pass 20 30"
)]
pub(crate) struct Explain {
    /// The rules in one line
    rules: String,
    /// A position for which engines make their offers; (20, 30, …) by default
    #[arg(allow_negative_numbers = true)]
    position: Vec<String>,
}

impl Explain {
    pub(crate) fn run(&self, context: &Context) -> Result<Status, Failure> {
        let rules = context.rules(&self.rules)?;
        let at = if self.position.is_empty() {
            sample_position(&rules)
        } else {
            context.position(&rules, &self.position)?
        };
        let report = ExplainReport::new(&context.session(rules), &at);
        if context.json {
            context.print_json(&report)?;
        } else {
            context.print(&text(&report))?;
        }
        Ok(Status::Done)
    }
}

fn text(report: &ExplainReport) -> String {
    use std::fmt::Write;
    let mut out = String::new();
    let _ = writeln!(out, "{} ({} play)", report.rules, report.convention);
    for coordinate in &report.coordinates {
        let _ = writeln!(out, "  {}: {}", coordinate.name, coordinate.counts);
    }
    if report.symmetric {
        let _ = writeln!(
            out,
            "  exchanging the first two coordinates changes nothing"
        );
    }
    match &report.lines {
        Some(lines) => {
            let _ = writeln!(out, "\nOptions of p (t = 0, 1, 2, …):");
            for line in lines.iter().take(40) {
                let _ = writeln!(out, "  {line}");
            }
            if lines.len() > 40 {
                let _ = writeln!(out, "  … and {} more families", lines.len() - 40);
            }
        }
        None => {
            let _ = writeln!(
                out,
                "\nThe options are no families of lines: the reference lists them one by one."
            );
        }
    }
    if let Some(note) = &report.note {
        let _ = writeln!(out, "Cost: {note}.");
    }
    let _ = writeln!(
        out,
        "\nWho would answer at ({}):",
        report.position.join(", ")
    );
    for offer in &report.offers {
        let mark = if offer.chosen { '*' } else { ' ' };
        let _ = writeln!(
            out,
            "{mark} {:<14} {:<16} {}",
            offer.question, offer.engine, offer.evidence.text
        );
    }
    out
}
