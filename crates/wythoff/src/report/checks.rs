//! Checks of theorems as data.

use serde::Serialize;

use crate::theorems::record::Difference;
use crate::theorems::{Counterexample, Finding, Measured, Theorem};

/// A theorem in the list of all.
#[derive(Clone, Debug, Serialize)]
pub struct TheoremReport {
    /// Its name on the command line.
    pub name: &'static str,
    /// The key of the paper.
    pub paper: &'static str,
    /// Where it stands there.
    pub source: &'static str,
    /// What it says.
    pub statement: &'static str,
    /// The default range.
    pub range: &'static str,
    /// held or refuted.
    pub expected: &'static str,
}

impl From<&Theorem> for TheoremReport {
    fn from(theorem: &Theorem) -> Self {
        TheoremReport {
            name: theorem.name,
            paper: theorem.paper,
            source: theorem.source,
            statement: theorem.statement,
            range: theorem.range,
            expected: theorem.expected.word(),
        }
    }
}

/// A theorem and what its check found.
#[derive(Clone, Debug, Serialize)]
pub struct CheckReport {
    /// The theorem.
    #[serde(flatten)]
    pub theorem: TheoremReport,
    /// held or refuted.
    pub verdict: &'static str,
    /// Whether the verdict is the expected one.
    pub as_expected: bool,
    /// Instances walked.
    pub positions: u64,
    /// Instances that failed.
    pub failures: u64,
    /// The first of them.
    pub counterexample: Option<Counterexample>,
    /// What was counted or measured.
    pub measured: Vec<Measured>,
    /// The checksum of the values walked.
    pub checksum: String,
    /// How long it took.
    pub seconds: f64,
    /// What differs from an earlier record.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub differences: Option<Vec<Difference>>,
}

impl CheckReport {
    /// The report of a check that took so many seconds.
    #[must_use]
    pub fn new(theorem: &Theorem, finding: &Finding, seconds: f64) -> CheckReport {
        CheckReport {
            theorem: theorem.into(),
            verdict: finding.verdict.word(),
            as_expected: finding.verdict == theorem.expected,
            positions: finding.positions,
            failures: finding.failures,
            counterexample: finding.counterexample.clone(),
            measured: finding.measured.clone(),
            checksum: format!("{:016x}", finding.checksum),
            seconds,
            differences: None,
        }
    }
}
