//! Comparisons for people.

use wythoff::report::{CompareReport, DistanceReport, ShapeReport};

use super::numbers::position;

/// How many differ and where, then densities, slopes and distances.
pub(crate) fn text(report: &CompareReport) -> String {
    let mut out = format!(
        "{}\n{}\n{} of {} cells differ",
        report.left, report.right, report.differences, report.cells
    );
    match (&report.largest_coordinate, &report.equal_from) {
        (None, _) => out.push_str(": they are equal on this box\n"),
        (Some(largest), Some(from)) => out.push_str(&format!(
            ", all with coordinates at most {largest}: equal from {from} on, as far as compared\n"
        )),
        (Some(largest), None) => {
            out.push_str(&format!(
                ", up to coordinate {largest}, near the edge of the box\n"
            ));
        }
    }
    list(&mut out, "only in the first ", &report.only_left);
    list(&mut out, "only in the second", &report.only_right);
    for unlike in &report.unlike {
        let at = position(&unlike.at);
        out.push_str(&format!("{at}: {} and {}\n", unlike.left, unlike.right));
    }
    for (name, shape) in ["first ", "second"]
        .iter()
        .zip(report.shapes.iter().flatten())
    {
        out.push_str(&format!("{name}: {}\n", shape_text(shape)));
    }
    let ways = ["first to second", "second to first"];
    for (way, distances) in ways.iter().zip(report.distances.iter().flatten()) {
        out.push_str(&format!("{way}: {}\n", distance_text(distances)));
    }
    let mut texts: Vec<&str> = report.evidence.iter().map(|e| e.text.as_str()).collect();
    texts.dedup();
    for text in texts {
        out.push_str(&format!("# {text}\n"));
    }
    out
}

fn list(out: &mut String, what: &str, cells: &[Vec<String>]) {
    if cells.is_empty() {
        return;
    }
    let cells: Vec<String> = cells.iter().map(|at| position(at)).collect();
    out.push_str(&format!("{what}: {}\n", cells.join(" ")));
}

fn shape_text(shape: &ShapeReport) -> String {
    let mut text = format!("{} members, density {}", shape.members, shape.density);
    if let Some(mean) = &shape.mean_slope {
        text.push_str(&format!(", mean slope {mean}"));
    }
    if let Some([least, most]) = &shape.outer_slopes {
        text.push_str(&format!(", slopes {least} to {most} in the outer half"));
    }
    text
}

fn distance_text(distances: &DistanceReport) -> String {
    let mut text = format!("{} members", distances.measured);
    if let (Some(squared), Some(at)) = (distances.greatest_squared, &distances.first_at) {
        let at = position(at);
        text.push_str(&format!(
            ", greatest squared distance {squared}, first at {at}"
        ));
    }
    let listed: Vec<String> = distances
        .histogram
        .iter()
        .take(12)
        .map(|[squared, count]| format!("{squared}: {count}"))
        .collect();
    if !listed.is_empty() {
        text.push_str(&format!("; squared distances {}", listed.join(", ")));
        if distances.histogram.len() > 12 {
            text.push_str(", …");
        }
    }
    if distances.near_edge > 0 {
        text.push_str(&format!(
            "; {} near the edge, where a nearer one may be hidden",
            distances.near_edge
        ));
    }
    if distances.without > 0 {
        text.push_str(&format!("; {} without any in the box", distances.without));
    }
    text
}
