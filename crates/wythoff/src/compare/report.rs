//! A comparison as data for every front end: coordinates are decimal strings, counts are numbers.

use serde::Serialize;

use super::{Compared, Distances, Side};
use crate::report::EvidenceReport;

/// What a comparison found.
#[derive(Clone, Debug, Serialize)]
pub struct CompareReport {
    /// The left side, printed back.
    pub left: String,
    /// The right side, printed back.
    pub right: String,
    /// Whether no compared cell with largest coordinate at least `from` differs.
    pub equal: bool,
    /// Cells that differ.
    pub differences: u64,
    /// The largest coordinate of a cell that differs.
    pub largest_coordinate: Option<String>,
    /// The least coordinate from which on they agree on what was compared; null while they still differ
    /// in the last tenth.
    pub equal_from: Option<String>,
    /// The first cells that only the left set has, by free coordinates.
    pub only_left: Vec<Vec<String>>,
    /// The first cells that only the right set has.
    pub only_right: Vec<Vec<String>>,
    /// The first cells where values differ, for tables of values.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unlike: Vec<UnlikeReport>,
    /// Cells compared.
    pub cells: u64,
    /// From the members of each set to the other, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distances: Option<[DistancesReport; 2]>,
    /// How each side is known.
    pub evidence: [EvidenceReport; 2],
}

/// A cell at which two tables differ.
#[derive(Clone, Debug, Serialize)]
pub struct UnlikeReport {
    /// Its free coordinates.
    pub at: Vec<String>,
    /// The value on the left.
    pub left: String,
    /// The value on the right.
    pub right: String,
}

/// How far the members of one set lie from another.
#[derive(Clone, Debug, Serialize)]
pub struct DistancesReport {
    /// Members measured.
    pub measured: u64,
    /// Members for which the other set has no member in the box.
    pub without: u64,
    /// Members not counted, since a nearer one may lie outside the box.
    pub near_edge: u64,
    /// The greatest squared distance.
    pub greatest_squared: Option<String>,
    /// A member that has it.
    pub greatest_at: Option<Vec<String>>,
    /// Squared distances and how many members have each.
    pub histogram: Vec<(String, u64)>,
    /// Members whose squared distance is not in the histogram.
    pub beyond: u64,
}

fn texts(coordinates: &[u64]) -> Vec<String> {
    coordinates.iter().map(u64::to_string).collect()
}

fn lists(cells: &[Vec<u64>]) -> Vec<Vec<String>> {
    cells.iter().map(|cell| texts(cell)).collect()
}

impl CompareReport {
    /// The report of a comparison of two sides.
    #[must_use]
    pub fn new(left: &Side, right: &Side, found: &Compared) -> CompareReport {
        CompareReport {
            left: left.to_string(),
            right: right.to_string(),
            equal: found.as_expected(),
            differences: found.differences,
            largest_coordinate: found.largest_coordinate.map(|n| n.to_string()),
            equal_from: found.equal_from.map(|n| n.to_string()),
            only_left: lists(&found.only_left),
            only_right: lists(&found.only_right),
            unlike: found
                .unlike
                .iter()
                .map(|cell| UnlikeReport {
                    at: texts(&cell.at),
                    left: cell.left.clone(),
                    right: cell.right.clone(),
                })
                .collect(),
            cells: found.cells,
            distances: found
                .distances
                .as_ref()
                .map(|pair| pair.each_ref().map(DistancesReport::new)),
            evidence: found.evidence.each_ref().map(EvidenceReport::from),
        }
    }
}

impl DistancesReport {
    fn new(distances: &Distances) -> DistancesReport {
        DistancesReport {
            measured: distances.measured,
            without: distances.without,
            near_edge: distances.near_edge,
            greatest_squared: distances.greatest.map(|(squared, _)| squared.to_string()),
            greatest_at: distances.greatest.map(|(_, at)| texts(&at)),
            histogram: distances
                .histogram
                .iter()
                .map(|(squared, members)| (squared.to_string(), *members))
                .collect(),
            beyond: distances.beyond,
        }
    }
}
