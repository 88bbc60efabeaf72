//! Rows of Grundy values as data.

use serde::Serialize;

use super::EvidenceReport;
use crate::notation::Slice;
use crate::period::Regularity;
use crate::rules::Rules;

/// What is known about a row.
#[derive(Clone, Debug, Serialize)]
pub struct PeriodReport {
    /// The rules, printed back.
    pub rules: String,
    /// The row: a star for the running coordinate.
    pub row: String,
    /// Whether the period is proved by a state that came again.
    pub certified: bool,
    /// Whether G − y repeats, rather than G; of a row only seen, what it looks like.
    pub additive: Option<bool>,
    /// The least preperiod.
    pub preperiod: Option<String>,
    /// The least period.
    pub period: Option<String>,
    /// How far a row was seen that is not certified.
    pub seen_to: Option<u64>,
    /// Why it is not certified.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The state that came again.
    pub certificate: Option<CertificateReport>,
    /// G − y, or G, over the preperiod and one period, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<String>>,
    /// How it is known.
    pub evidence: EvidenceReport,
}

/// A state that came again.
#[derive(Clone, Debug, Serialize)]
pub struct CertificateReport {
    /// The column before which the state was first seen.
    pub state_at: u64,
    /// How many columns later it came again.
    pub cycle: u64,
    /// Columns run.
    pub columns: u64,
    /// Rows run together.
    pub rows: u64,
    /// Bits of the window in which values were followed.
    pub window: u64,
}

impl PeriodReport {
    /// The report of a row, with its values if asked for.
    #[must_use]
    pub fn new(rules: &Rules, row: &Slice, found: &Regularity, values: bool) -> PeriodReport {
        let (rules, row) = (rules.to_string(), row.to_string());
        match found {
            Regularity::Certified(periodic) => PeriodReport {
                rules,
                row,
                certified: true,
                additive: Some(periodic.additive),
                preperiod: Some(periodic.preperiod.to_string()),
                period: Some(periodic.period.to_string()),
                seen_to: None,
                why: None,
                certificate: Some(CertificateReport {
                    state_at: periodic.certificate.state_at,
                    cycle: periodic.certificate.cycle,
                    columns: periodic.certificate.columns,
                    rows: periodic.certificate.rows,
                    window: periodic.certificate.window,
                }),
                values: values.then(|| periodic.values.iter().map(i32::to_string).collect()),
                evidence: (&periodic.evidence()).into(),
            },
            Regularity::Seen(seen) => PeriodReport {
                rules,
                row,
                certified: false,
                additive: seen.guess.map(|(additive, _, _)| additive),
                preperiod: seen.guess.map(|(_, preperiod, _)| preperiod.to_string()),
                period: seen.guess.map(|(_, _, period)| period.to_string()),
                seen_to: Some(seen.to),
                why: Some(seen.why.clone()),
                certificate: None,
                values: None,
                evidence: EvidenceReport {
                    kind: "conjectured",
                    text: format!("seen to column {}: {}", seen.to, seen.why),
                },
            },
        }
    }
}
