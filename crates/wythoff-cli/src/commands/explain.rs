//! `wythoff explain RULES`: how a ruleset is understood, and which engine answers what.

use clap::Args;
use serde::Serialize;
use wythoff::plan::Ask;
use wythoff::report::EvidenceReport;
use wythoff::rules::Axis;

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

#[derive(Serialize)]
struct Report {
    rules: String,
    convention: &'static str,
    coordinates: Vec<Coordinate>,
    symmetric: bool,
    /// Families of options p − base − t·ray; null for rules that are not of this kind.
    lines: Option<Vec<String>>,
    position: Vec<String>,
    offers: Vec<OfferLine>,
}

#[derive(Serialize)]
struct Coordinate {
    name: String,
    counts: String,
}

#[derive(Serialize)]
struct OfferLine {
    question: &'static str,
    engine: &'static str,
    cost: String,
    evidence: EvidenceReport,
    chosen: bool,
}

impl Explain {
    pub(crate) fn run(&self, context: &Context) -> Result<Status, Failure> {
        let rules = context.rules(&self.rules)?;
        let axes = rules.axes();
        let texts: Vec<String> = if self.position.is_empty() {
            sample(&axes)
        } else {
            self.position.clone()
        };
        let at = context.position(&rules, &texts)?;
        let session = context.session(rules.clone());
        let mut offers = Vec::new();
        for ask in Ask::ALL {
            let mut of_ask = session.offers(ask, &at);
            of_ask.sort_by_key(|(_, offer)| (offer.evidence.rank(), offer.cost));
            for (i, (engine, offer)) in of_ask.into_iter().enumerate() {
                offers.push(OfferLine {
                    question: ask.word(),
                    engine,
                    cost: offer.cost.to_string(),
                    evidence: (&offer.evidence).into(),
                    chosen: i == 0,
                });
            }
        }
        let names = rules.game().coordinate_names();
        let report = Report {
            rules: rules.to_string(),
            convention: rules.convention().word(),
            coordinates: names
                .iter()
                .zip(&axes)
                .map(|(name, axis)| Coordinate {
                    name: name.clone(),
                    counts: counts(*axis),
                })
                .collect(),
            symmetric: rules.is_symmetric(),
            lines: rules
                .lines()
                .map(|lines| lines.to_string().lines().map(str::to_string).collect()),
            position: wythoff::notation::position_text(&rules, &at),
            offers,
        };
        if context.json {
            context.print_json(&report)?;
        } else {
            context.print(&text(&report))?;
        }
        Ok(Status::Done)
    }
}

/// Coordinates that every game has: 20, 30, 40, … for piles, all passes, the first vertex.
fn sample(axes: &[Axis]) -> Vec<String> {
    let mut pile = 10;
    axes.iter()
        .map(|axis| match axis {
            Axis::Passes(times) => times.to_string(),
            Axis::Pile | Axis::Vertex => {
                pile += 10;
                pile.to_string()
            }
        })
        .collect()
}

fn counts(axis: Axis) -> String {
    match axis {
        Axis::Pile => "stones of a pile".into(),
        Axis::Passes(1) => "passes still available, at most 1".into(),
        Axis::Passes(times) => format!("passes still available, at most {times}"),
        Axis::Vertex => "a vertex of the graph".into(),
    }
}

fn text(report: &Report) -> String {
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
    let _ = writeln!(
        out,
        "\nWho would answer at ({}):",
        report.position.join(", ")
    );
    for offer in &report.offers {
        let mark = if offer.chosen { '*' } else { ' ' };
        let _ = writeln!(
            out,
            "{mark} {:<14} {:<10} {}",
            offer.question, offer.engine, offer.evidence.text
        );
    }
    out
}
