//! An analysis for people: one fact a line, one line of evidence.

use anstyle::{AnsiColor, Style};
use wythoff::report::{AnalysisReport, ChanceReport, ComponentMove, EvidenceReport, RandomReport};

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
        "{STRONG}{} {}{STRONG:#}, {} play{}\n",
        report.rules,
        position(&report.position),
        report.convention,
        report
            .coordinates
            .as_ref()
            .map_or(String::new(), |said| format!(", {said}"))
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
        for text in component_moves(report) {
            line("", text);
        }
        if !report.moves_complete
            && report.optimal_moves.is_some()
            && report.winning_moves.is_some()
        {
            line("", "(not all moves are listed)".into());
        }
    }
    for (name, value) in &report.named {
        let text = match (value, report.evidence.named.get(name)) {
            (Some(value), _) => shortened(value),
            (None, Some(evidence)) => unknown(evidence),
            (None, None) => "not known".into(),
        };
        line(name, text);
    }
    if let Some(random) = &report.random_play {
        for (name, text) in chances(random) {
            line(name, text);
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

/// What chance makes of the position.
fn chances(random: &RandomReport) -> Vec<(&'static str, String)> {
    let number = |exact: &Option<String>, decimal: &str, rounded: &str| {
        let digits = match (exact, rounded) {
            (_, "down") => format!("{decimal}…"),
            _ => format!("about {decimal}"),
        };
        match exact {
            Some(whole) if !whole.contains('/') => whole.clone(),
            Some(exact) if exact.len() <= 60 => format!("{exact} = {digits}"),
            _ => digits,
        }
    };
    let chance = |c: &ChanceReport| number(&c.exact, &c.decimal, c.rounded);
    let mut lines = vec![("model", format!("{}: {}", random.model, random.meaning))];
    let Some(decimal) = &random.decimal else {
        lines.push(("wins with", unknown(&random.evidence)));
        return lines;
    };
    lines.push(("wins with", number(&random.exact, decimal, random.rounded)));
    if let Some(toss) = &random.before_toss {
        lines.push(("before the toss", chance(toss)));
    }
    if let Some(second) = &random.opponent_to_move {
        lines.push(("moving second", chance(second)));
    }
    let listed = |targets: &Option<Vec<Vec<String>>>| moves(targets, &random.evidence);
    let open = if random.best_moves_certain {
        ""
    } else {
        " (not told apart)"
    };
    if random.best_moves.is_some() {
        lines.push(("best moves", listed(&random.best_moves) + open));
    }
    if random.opponent_best_moves.is_some() {
        lines.push((
            "opponent's best",
            listed(&random.opponent_best_moves) + open,
        ));
    }
    lines
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

/// The winning moves of a sum, one a line, each with the component that moves.
fn component_moves(report: &AnalysisReport) -> Vec<String> {
    let moves = report.winning_moves_by_component.iter().flatten();
    let text = |parts: &Vec<ComponentMove>| {
        let parts = parts.iter().map(|part| {
            format!(
                "component {}, {}: {} -> {}",
                part.component,
                part.rules,
                position(&part.from),
                position(&part.to)
            )
        });
        parts.collect::<Vec<String>>().join("; ")
    };
    moves.take(MOST_MOVES).map(text).collect()
}

/// The evidence of remoteness if there is one, else of the outcome.
fn evidence(report: &AnalysisReport) -> String {
    let main = match report.remoteness {
        Some(_) => &report.evidence.remoteness,
        None => &report.evidence.outcome,
    };
    main.text.clone()
}
