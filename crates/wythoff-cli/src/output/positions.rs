//! Lists and counts of positions for people.

use wythoff::report::{CountReport, PositionsReport};

use super::numbers::position;

/// One position a line, then how they are known.
pub(crate) fn text(report: &PositionsReport) -> String {
    let mut out = String::new();
    for at in &report.positions {
        out.push_str(&position(at));
        out.push('\n');
    }
    out.push_str(&format!(
        "# {} with {}: {}\n",
        report.rules, report.condition, report.evidence.text
    ));
    out
}

/// Number, proportion and sums.
pub(crate) fn count_text(report: &CountReport) -> String {
    format!(
        "{} of {} positions of {} hold {} ({})\nsums of their coordinates: {}\n# {}\n",
        report.number,
        report.cells,
        report.rules,
        report.condition,
        report.proportion,
        report.sums.join(", "),
        report.evidence.text
    )
}
