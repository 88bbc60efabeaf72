//! How a ruleset is understood and which engine answers what, as data for every front end.

use dashu_int::UBig;
use serde::Serialize;

use crate::engines::machine_cell;
use crate::notation::position_text;
use crate::plan::Ask;
use crate::report::EvidenceReport;
use crate::rules::{Axis, Rules};
use crate::session::Session;

/// How a ruleset is understood.
#[derive(Clone, Debug, Serialize)]
pub struct ExplainReport {
    /// The rules, printed back.
    pub rules: String,
    /// normal or misere.
    pub convention: &'static str,
    /// What each coordinate of a position is.
    pub coordinates: Vec<CoordinateReport>,
    /// Whether exchanging the first two coordinates visibly changes nothing.
    pub symmetric: bool,
    /// Families of options p − base − t·ray; null for rules that are not of this kind.
    pub lines: Option<Vec<String>>,
    /// What the rules cost where they are not families of lines.
    pub note: Option<String>,
    /// The position that the engines were asked about.
    pub position: Vec<String>,
    /// What they offer, the best of each question first.
    pub offers: Vec<OfferReport>,
}

/// One coordinate of a position.
#[derive(Clone, Debug, Serialize)]
pub struct CoordinateReport {
    /// Its name in conditions.
    pub name: String,
    /// pile, passes or vertex.
    pub kind: &'static str,
    /// Its greatest value, if it is bounded.
    pub greatest: Option<String>,
    /// The same in words.
    pub counts: String,
}

/// What an engine offers for a question.
#[derive(Clone, Debug, Serialize)]
pub struct OfferReport {
    /// The question.
    pub question: &'static str,
    /// The engine's name.
    pub engine: &'static str,
    /// About how many options or comparable steps it would take.
    pub cost: String,
    /// The evidence that its answer would have.
    pub evidence: EvidenceReport,
    /// Whether it is the one that would answer.
    pub chosen: bool,
}

impl ExplainReport {
    /// The report about a session's rules, with the engines' offers for a position.
    ///
    /// ```
    /// use wythoff::explain::{ExplainReport, sample_position};
    /// use wythoff::{Session, rules::Rules};
    /// let session = Session::new(Rules::wythoff());
    /// let report = ExplainReport::new(&session, &sample_position(session.rules()));
    /// assert_eq!(report.position, ["20", "30"]);
    /// assert_eq!(report.coordinates[1].name, "y");
    /// ```
    #[must_use]
    pub fn new(session: &Session, at: &[UBig]) -> ExplainReport {
        let rules = session.rules();
        let axes = rules.axes();
        let names = rules.game().coordinate_names();
        ExplainReport {
            rules: rules.to_string(),
            convention: rules.convention().word(),
            coordinates: names
                .iter()
                .zip(&axes)
                .map(|(name, axis)| CoordinateReport::new(name, *axis))
                .collect(),
            symmetric: rules.is_symmetric(),
            lines: rules
                .lines()
                .map(|lines| lines.to_string().lines().map(str::to_string).collect()),
            note: note(rules, at),
            position: position_text(rules, at),
            offers: offers(session, at),
        }
    }
}

impl CoordinateReport {
    fn new(name: &str, axis: Axis) -> CoordinateReport {
        let (kind, greatest, counts) = match axis {
            Axis::Pile => ("pile", None, "stones of a pile".into()),
            Axis::Passes(1) => (
                "passes",
                Some(1),
                "passes still available, at most 1".to_string(),
            ),
            Axis::Passes(times) => (
                "passes",
                Some(times),
                format!("passes still available, at most {times}"),
            ),
            Axis::Vertex => ("vertex", None, "a vertex of the graph".into()),
        };
        CoordinateReport {
            name: name.to_string(),
            kind,
            greatest: greatest.map(|times| times.to_string()),
            counts,
        }
    }
}

/// What it costs that rules are not families of lines.
fn note(rules: &Rules, at: &[UBig]) -> Option<String> {
    if rules.lines().is_some() {
        return None;
    }
    let looks = machine_cell(at).and_then(|at| rules.game().most_looks(&at))?;
    let boxes = if rules.may_have_lines_on_boxes() {
        "; where the moves turn out to be few lines on the box of a question they are swept like lines"
    } else {
        ""
    };
    Some(format!(
        "the options are listed one by one: up to {looks} conditions or options a position here{boxes}"
    ))
}

fn offers(session: &Session, at: &[UBig]) -> Vec<OfferReport> {
    let mut offers = Vec::new();
    for ask in Ask::ALL {
        let mut of_ask = session.offers(ask, at);
        of_ask.sort_by_key(|(_, offer)| (offer.evidence.rank(), offer.cost));
        for (i, (engine, offer)) in of_ask.into_iter().enumerate() {
            offers.push(OfferReport {
                question: ask.word(),
                engine,
                cost: offer.cost.to_string(),
                evidence: (&offer.evidence).into(),
                chosen: i == 0,
            });
        }
    }
    offers
}

/// A position that every ruleset has: piles of 20, 30, 40, …, all passes, the first vertex.
#[must_use]
pub fn sample_position(rules: &Rules) -> Vec<UBig> {
    let mut pile = 10u64;
    rules
        .axes()
        .iter()
        .map(|axis| match axis {
            Axis::Passes(times) => UBig::from(*times),
            Axis::Vertex => UBig::ZERO,
            Axis::Pile => {
                pile += 10;
                UBig::from(pile)
            }
        })
        .collect()
}
