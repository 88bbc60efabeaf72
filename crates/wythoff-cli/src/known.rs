//! Sequences of the OEIS that the project has compared term by term: the rows of the corpus that
//! name an entry.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use wythoff::Error;

/// Rows of `corpus/`, one JSON object a line.
const ROWS: [&str; 2] = [
    include_str!("../../../corpus/sequences.jsonl"),
    include_str!("../../../corpus/readings.jsonl"),
];
/// Fewer terms than this decide nothing.
const LEAST_TERMS: usize = 12;
/// How many terms the two may be apart at their beginnings: offsets differ.
const SHIFTS: usize = 3;

/// An entry of the OEIS whose terms agree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Match {
    /// The A-number.
    pub(crate) id: String,
    /// What the corpus says it is.
    pub(crate) what: String,
    /// How many terms were compared; all agree.
    pub(crate) terms: usize,
}

#[derive(Deserialize)]
struct Row {
    oeis: Option<String>,
    sequence: Option<String>,
    rules: Option<String>,
    value: Option<String>,
    reading: Option<String>,
    terms: Vec<Value>,
}

impl Row {
    fn what(&self) -> String {
        let said = |part: &Option<String>| part.clone().unwrap_or_default();
        match &self.sequence {
            Some(name) => name.clone(),
            None => format!(
                "{} of {}, {}",
                said(&self.value),
                said(&self.rules),
                said(&self.reading)
            ),
        }
    }

    fn terms(&self) -> Vec<String> {
        let text = |value: &Value| {
            value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned)
        };
        self.terms.iter().map(text).collect()
    }
}

/// The known entries whose terms agree with these.
pub(crate) fn matches(terms: &[String]) -> Result<Vec<Match>, Error> {
    let mut found = Vec::new();
    for line in ROWS
        .iter()
        .flat_map(|rows| rows.lines())
        .filter(|line| !line.trim().is_empty())
    {
        let row: Row = serde_json::from_str(line).map_err(|error| {
            Error::limit(format!("a row of the corpus cannot be read: {error}"))
        })?;
        let Some(id) = &row.oeis else { continue };
        if let Some(compared) = agreement(terms, &row.terms()) {
            found.push(Match {
                id: id.clone(),
                what: row.what(),
                terms: compared,
            });
        }
    }
    Ok(found)
}

/// How many terms agree, where one list begins at most [`SHIFTS`] terms into the other.
fn agreement(ours: &[String], theirs: &[String]) -> Option<usize> {
    let from = |a: &[String], b: &[String], shift: usize| {
        let compared = a.len().saturating_sub(shift).min(b.len());
        let agrees = compared >= LEAST_TERMS && a[shift..shift + compared] == b[..compared];
        agrees.then_some(compared)
    };
    (0..=SHIFTS).find_map(|shift| from(ours, theirs, shift).or_else(|| from(theirs, ours, shift)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(terms: impl IntoIterator<Item = u64>) -> Vec<String> {
        terms.into_iter().map(|n| n.to_string()).collect()
    }

    #[test]
    fn an_offset_does_not_hide_an_entry() {
        assert_eq!(agreement(&texts(0..30), &texts(1..25)), Some(24));
        assert_eq!(agreement(&texts(1..25), &texts(0..30)), Some(24));
        assert_eq!(agreement(&texts(0..30), &texts(5..30)), None);
        assert_eq!(agreement(&texts(0..5), &texts(0..5)), None, "too few terms");
    }

    #[test]
    fn rows_without_an_entry_are_not_named() {
        assert!(
            matches(&texts([9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9]))
                .unwrap()
                .is_empty()
        );
    }
}
