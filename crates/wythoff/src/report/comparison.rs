//! Comparisons as data.

use serde::Serialize;

use super::EvidenceReport;
use crate::compare::{Compared, Distances, Settings, Shape, Side};

/// Two sides compared.
#[derive(Clone, Debug, Serialize)]
pub struct CompareReport {
    /// The left side, printed back.
    pub left: String,
    /// The right side.
    pub right: String,
    /// The side of the box.
    pub size: usize,
    /// Differences from this coordinate on count as failures.
    pub from: usize,
    /// Whether no cell differs.
    pub equal: bool,
    /// Whether no cell with largest coordinate at least `from` differs.
    pub as_expected: bool,
    /// Cells that differ.
    pub differences: u64,
    /// The largest coordinate of one.
    pub largest_coordinate: Option<String>,
    /// From here on they agree, as far as was compared.
    pub equal_from: Option<String>,
    /// The first cells in the left set alone, by larger coordinate.
    pub only_left: Vec<Vec<String>>,
    /// The first cells in the right set alone.
    pub only_right: Vec<Vec<String>>,
    /// The first cells at which tables differ.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unlike: Vec<UnlikeReport>,
    /// Cells compared.
    pub cells: u64,
    /// Densities and slopes of the two sets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shapes: Option<[ShapeReport; 2]>,
    /// Distances from the left set to the right one, and back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distances: Option<[DistanceReport; 2]>,
    /// How each side is known.
    pub evidence: [EvidenceReport; 2],
}

/// A cell at which two tables differ.
#[derive(Clone, Debug, Serialize)]
pub struct UnlikeReport {
    /// The cell.
    pub at: Vec<String>,
    /// Its value on the left, after relabelling.
    pub left: String,
    /// Its value on the right.
    pub right: String,
}

/// How dense and how steep a set is.
#[derive(Clone, Debug, Serialize)]
pub struct ShapeReport {
    /// Members in the box.
    pub members: u64,
    /// Members over cells, six decimals, rounded down.
    pub density: String,
    /// Sum of larger over sum of smaller coordinates, off the axes.
    pub mean_slope: Option<String>,
    /// The least and greatest larger/smaller coordinate in the outer half.
    pub outer_slopes: Option<[String; 2]>,
}

/// Distances from the members of one set to the nearest of the other.
#[derive(Clone, Debug, Serialize)]
pub struct DistanceReport {
    /// Members measured.
    pub measured: u64,
    /// Members without any of the other set in the box.
    pub without: u64,
    /// Members for which the edge of the box may hide a nearer one; not counted below.
    pub near_edge: u64,
    /// The greatest squared distance.
    pub greatest_squared: Option<u64>,
    /// The first member with it.
    pub first_at: Option<Vec<String>>,
    /// Squared distances with how many members have each.
    pub histogram: Vec<[u64; 2]>,
    /// Members with a greater squared distance than those listed.
    pub beyond: u64,
}

impl From<&Shape> for ShapeReport {
    fn from(shape: &Shape) -> Self {
        ShapeReport {
            members: shape.members,
            density: shape.density.to_string(),
            mean_slope: shape.mean_slope.map(|slope| slope.to_string()),
            outer_slopes: shape
                .outer_slopes
                .map(|both| both.map(|slope| slope.to_string())),
        }
    }
}

impl From<&Distances> for DistanceReport {
    fn from(distances: &Distances) -> Self {
        DistanceReport {
            measured: distances.measured,
            without: distances.without,
            near_edge: distances.near_edge,
            greatest_squared: distances.greatest.map(|(squared, _)| squared),
            first_at: distances.greatest.map(|(_, at)| texts(&at)),
            histogram: distances.histogram.iter().map(|&(d, n)| [d, n]).collect(),
            beyond: distances.beyond,
        }
    }
}

fn texts(at: &[u64]) -> Vec<String> {
    at.iter().map(u64::to_string).collect()
}

impl CompareReport {
    /// The report of a comparison.
    #[must_use]
    pub fn new(left: &Side, right: &Side, settings: &Settings, found: &Compared) -> CompareReport {
        let cells = |list: &[Vec<u64>]| list.iter().map(|at| texts(at)).collect();
        CompareReport {
            left: left.to_string(),
            right: right.to_string(),
            size: settings.size,
            from: settings.from,
            equal: found.differences == 0,
            as_expected: found.as_expected(),
            differences: found.differences,
            largest_coordinate: found.largest_coordinate.map(|c| c.to_string()),
            equal_from: found.equal_from.map(|c| c.to_string()),
            only_left: cells(&found.only_left),
            only_right: cells(&found.only_right),
            unlike: found
                .unlike
                .iter()
                .map(|unlike| UnlikeReport {
                    at: texts(&unlike.at),
                    left: unlike.left.clone(),
                    right: unlike.right.clone(),
                })
                .collect(),
            cells: found.cells,
            shapes: found
                .shapes
                .as_ref()
                .map(|both| [(&both[0]).into(), (&both[1]).into()]),
            distances: found
                .distances
                .as_ref()
                .map(|both| [(&both[0]).into(), (&both[1]).into()]),
            evidence: [(&found.evidence[0]).into(), (&found.evidence[1]).into()],
        }
    }
}
