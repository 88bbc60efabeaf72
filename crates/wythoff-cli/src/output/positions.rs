//! Lists and counts of positions for people.

use wythoff::Error;
use wythoff::report::{CountReport, PositionsReport};
use wythoff_figures::{bfile as bfiles, tikz};

use super::numbers::position;

/// One position a line, then how they are known.
pub(crate) fn text(report: &PositionsReport) -> String {
    let mut out = String::new();
    for at in &report.positions {
        out.push_str(&position(at));
        out.push('\n');
    }
    out.push_str(&format!(
        "# {} with {}{}: {}\n",
        report.rules,
        report.condition,
        report
            .coordinates
            .as_ref()
            .map_or(String::new(), |said| format!(", {said}")),
        report.evidence.text
    ));
    out
}

/// A line of names, then one position a line.
pub(crate) fn csv(report: &PositionsReport, names: &[String]) -> String {
    let lines = report.positions.iter().map(|at| at.join(","));
    let lines: Vec<String> = std::iter::once(names.join(",")).chain(lines).collect();
    lines.join("\n") + "\n"
}

/// A table of two lines of rules: one position a row.
pub(crate) fn latex(report: &PositionsReport, names: &[String]) -> String {
    let head: Vec<String> = names
        .iter()
        .map(|name| format!("${}$", tikz::escape(name)))
        .collect();
    let mut out = format!(
        "% \\usepackage{{booktabs}}\n\\begin{{tabular}}{{@{{}}{}@{{}}}}\n\\toprule\n{} \\\\\n\\midrule\n",
        "r".repeat(names.len()),
        head.join(" & ")
    );
    for at in &report.positions {
        out.push_str(&format!("{} \\\\\n", at.join(" & ")));
    }
    out.push_str("\\bottomrule\n\\end{tabular}\n");
    out
}

/// One coordinate of the positions as a b-file that counts as the list does.
pub(crate) fn bfile(
    report: &PositionsReport,
    coordinate: usize,
    start: &str,
) -> Result<String, Error> {
    let offset = start
        .parse()
        .map_err(|_| Error::limit(format!("a b-file counts with 63 bits, not from {start}")))?;
    let terms = report.positions.iter().filter_map(|at| at.get(coordinate));
    Ok(bfiles::write(offset, terms))
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
