//! An analysis for people: one fact a line, one line of evidence.

use anstyle::{AnsiColor, Style};
use wythoff::report::{AnalysisReport, EvidenceReport};

use super::numbers::{position, shortened};

const STRONG: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const P: Style = Style::new()
    .bold()
    .fg_color(Some(anstyle::Color::Ansi(AnsiColor::Red)));

/// Moves listed at most; JSON has all.
const MOST_MOVES: usize = 12;

/// The whole answer.
pub(crate) fn text(report: &AnalysisReport) -> String {
    let mut out = format!(
        "{STRONG}{} {}{STRONG:#}, {} play\n",
        report.rules,
        position(&report.position),
        report.convention
    );
    let mut line = |name: &str, text: String| {
        out.push_str(&format!("  {name:<16}{text}\n"));
    };
    let outcome = match (report.outcome.as_deref(), report.terminal) {
        (Some("P"), Some(true)) => format!("{P}P{P:#}  play is over: the previous player wins"),
        (Some("P"), _) => format!("{P}P{P:#}  the previous player wins"),
        (Some("D"), _) => {
            format!("{STRONG}D{STRONG:#}  a draw: neither player can force the end of play")
        }
        (Some(_), Some(true)) => format!("{STRONG}N{STRONG:#}  play is over: the next player wins"),
        (Some(_), _) => format!("{STRONG}N{STRONG:#}  the next player wins"),
        (None, _) => unknown(&report.evidence.outcome),
    };
    line("outcome", outcome);
    let number = |value: &Option<String>, evidence: &EvidenceReport| {
        value
            .as_ref()
            .map_or_else(|| unknown(evidence), |value| shortened(value))
    };
    line(
        "remoteness",
        number(&report.remoteness, &report.evidence.remoteness),
    );
    line(
        "Grundy value",
        number(&report.grundy, &report.evidence.grundy),
    );
    if report.terminal != Some(true) {
        line(
            "optimal moves",
            moves(&report.optimal_moves, &report.evidence.optimal_moves),
        );
        line(
            "winning moves",
            moves(&report.winning_moves, &report.evidence.winning_moves),
        );
        if !report.moves_complete
            && report.optimal_moves.is_some()
            && report.winning_moves.is_some()
        {
            line("", "(not all moves are listed)".into());
        }
    }
    if let Some(win) = &report.win_probability {
        let value = match (&win.exact, &win.decimal) {
            (Some(exact), Some(decimal)) if exact.len() <= 60 => format!("{exact} = {decimal}…"),
            (_, Some(decimal)) => format!("{decimal}…"),
            _ => "not known, for want of the remoteness".into(),
        };
        line(
            "wins with",
            format!("{value} when moves succeed with {}", win.success),
        );
        if let Some(near) = &win.near_half {
            line("", near.clone());
        }
        if let (Some(mean), Some(variance)) = (&win.mean_duration, &win.variance_duration) {
            line(
                "attempts",
                format!("mean {}, variance {}", shortened(mean), shortened(variance)),
            );
        }
    }
    out.push_str(&format!("  {DIM}{}{DIM:#}\n", evidence(report)));
    out
}

fn unknown(evidence: &EvidenceReport) -> String {
    format!("not known: {}", evidence.text)
}

fn moves(targets: &Option<Vec<Vec<String>>>, evidence: &EvidenceReport) -> String {
    let Some(targets) = targets else {
        return unknown(evidence);
    };
    if targets.is_empty() {
        return "none".into();
    }
    let mut texts: Vec<String> = targets
        .iter()
        .take(MOST_MOVES)
        .map(|t| position(t))
        .collect();
    if targets.len() > MOST_MOVES {
        texts.push(format!("… and {} more", targets.len() - MOST_MOVES));
    }
    texts.join(" ")
}

/// The evidence of remoteness if there is one, else of the outcome.
fn evidence(report: &AnalysisReport) -> String {
    let main = match report.remoteness {
        Some(_) => &report.evidence.remoteness,
        None => &report.evidence.outcome,
    };
    main.text.clone()
}
