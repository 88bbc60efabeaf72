//! Checks of theorems for people.

use wythoff::report::{CheckReport, TheoremReport};

/// One theorem: a line, and below it what else is worth saying.
pub(crate) fn text(report: &CheckReport) -> String {
    let mark = if report.as_expected {
        ""
    } else {
        "  NOT AS EXPECTED"
    };
    let mut out = format!(
        "{:<8} {:<38} {:>10} positions {:>8.3} s{mark}\n",
        report.verdict, report.theorem.name, report.positions, report.seconds
    );
    if let Some(counterexample) = &report.counterexample {
        let parameters = match counterexample.parameters.as_str() {
            "" => String::new(),
            parameters => format!("{parameters}, "),
        };
        out.push_str(&format!(
            "         first of {}: {parameters}({}): {}\n",
            report.failures,
            counterexample.at.join(", "),
            counterexample.found
        ));
    }
    for measured in &report.measured {
        out.push_str(&format!("         {}: {}\n", measured.what, measured.value));
    }
    for difference in report.differences.iter().flatten() {
        out.push_str(&format!(
            "         {} was {}, is {}\n",
            difference.part, difference.before, difference.now
        ));
    }
    out
}

/// How many were as expected.
pub(crate) fn summary(reports: &[CheckReport], asked: usize) -> String {
    let as_expected = reports.iter().filter(|report| report.as_expected).count();
    let refuted = reports
        .iter()
        .filter(|report| report.as_expected && report.verdict == "refuted")
        .count();
    let positions: u64 = reports.iter().map(|report| report.positions).sum();
    let seconds: f64 = reports.iter().map(|report| report.seconds).sum();
    let cut_short = if reports.len() < asked {
        format!(" ({asked} were asked for)")
    } else {
        String::new()
    };
    format!(
        "{as_expected} of {} checks are as expected{cut_short}, {refuted} of them refuted as they should be; {positions} positions, \
         {seconds:.1} s\n",
        reports.len()
    )
}

/// What each theorem says and how far it is checked.
pub(crate) fn list(reports: &[TheoremReport]) -> String {
    let mut out = String::new();
    for report in reports {
        out.push_str(&format!(
            "{}  [{}, {}]\n    {}\n    expected to be {}; range: {}\n",
            report.name,
            report.paper,
            report.source,
            report.statement,
            report.expected,
            report.range
        ));
    }
    out
}
