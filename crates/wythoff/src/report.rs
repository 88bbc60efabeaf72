//! Answers as data for programs: one shape for every front end.
//!
//! Coordinates and values are decimal strings, counts and shapes are numbers, so that nothing is lost
//! in readers that know only doubles. The command line and the page print these same structures.

mod checks;
mod comparison;
mod periods;
mod random;

use std::collections::BTreeMap;

use dashu_int::UBig;
use dashu_ratio::RBig;
use serde::Serialize;

pub use checks::{CheckReport, TheoremReport};
pub use comparison::{CompareReport, DistanceReport, ShapeReport, UnlikeReport};
pub use periods::{CertificateReport, PeriodReport};
pub use random::{ChanceReport, RandomReport};

use crate::answer::{Answer, Evidence, Moves};
use crate::cells::{CellSet, Counted, Listed};
use crate::error::Error;
use crate::failed_moves::FailedMoves;
use crate::notation::position_text;
use crate::plan::Ask;
use crate::rules::Rules;
use crate::session::Analysis;
use crate::table::{Cells, TableValue, Window};

/// Evidence: its kind and a sentence.
#[derive(Clone, Debug, Serialize)]
pub struct EvidenceReport {
    /// theorem, proved, derived, computed, conjectured or absent.
    pub kind: &'static str,
    /// The sentence.
    pub text: String,
}

impl From<&Evidence> for EvidenceReport {
    fn from(evidence: &Evidence) -> Self {
        EvidenceReport {
            kind: evidence.kind(),
            text: evidence.to_string(),
        }
    }
}

/// An error: what, where, and what to do.
#[derive(Clone, Debug, Serialize)]
pub struct ErrorReport {
    /// The error.
    pub error: ErrorBody,
}

/// The parts of an error.
#[derive(Clone, Debug, Serialize)]
pub struct ErrorBody {
    /// The kind of error, one word.
    pub kind: &'static str,
    /// What was found and expected.
    pub message: String,
    /// The place in the text, in bytes from its start, if it has one.
    pub at: Option<[usize; 2]>,
    /// What to do.
    pub help: Option<String>,
}

impl From<&Error> for ErrorReport {
    fn from(error: &Error) -> Self {
        ErrorReport {
            error: ErrorBody {
                kind: error.kind().word(),
                message: error.message().to_string(),
                at: error.span().map(|span| [span.start, span.end]),
                help: error.advice().map(str::to_string),
            },
        }
    }
}

/// Everything about one position.
#[derive(Clone, Debug, Serialize)]
pub struct AnalysisReport {
    /// The rules, printed back.
    pub rules: String,
    /// normal or misere.
    pub convention: &'static str,
    /// All coordinates.
    pub position: Vec<String>,
    /// Whether there are no options.
    pub terminal: Option<bool>,
    /// P or N; D for a draw, where play need not end.
    pub outcome: Option<String>,
    /// Smith's remoteness.
    pub remoteness: Option<String>,
    /// The Grundy value.
    pub grundy: Option<String>,
    /// All remoteness-lowering options.
    pub optimal_moves: Option<Vec<Vec<String>>>,
    /// All options that are P-positions.
    pub winning_moves: Option<Vec<Vec<String>>>,
    /// Whether both lists of moves are known and hold all there are.
    pub moves_complete: bool,
    /// For a sum: each winning move by the components that it changes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winning_moves_by_component: Option<Vec<Vec<ComponentMove>>>,
    /// How the front end counts coordinates, where not from 0 at the corner where play ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coordinates: Option<String>,
    /// The winning probability when moves may fail, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win_probability: Option<WinReport>,
    /// Winning probabilities under another model of chance, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub random_play: Option<RandomReport>,
    /// Values that were asked for by name: suspense, birthday, options.
    #[serde(flatten)]
    pub named: BTreeMap<&'static str, Option<String>>,
    /// How each value is known.
    pub evidence: AnalysisEvidence,
}

/// A move inside one component of a sum.
#[derive(Clone, Debug, Serialize)]
pub struct ComponentMove {
    /// The number of the component, from 1.
    pub component: usize,
    /// Its rules.
    pub rules: String,
    /// Where its coordinates begin among those of the sum.
    #[serde(skip)]
    pub first_coordinate: usize,
    /// Its coordinates before the move.
    pub from: Vec<String>,
    /// And after it.
    pub to: Vec<String>,
}

/// Each move to a target by the components that it changes; `None` when the game is no sum.
fn by_component(
    rules: &Rules,
    from: &[String],
    targets: Option<&[Vec<String>]>,
) -> Option<Vec<Vec<ComponentMove>>> {
    let components = rules.game().components();
    if components.is_empty() {
        return None;
    }
    let parts = |target: &Vec<String>| {
        let changed = components
            .iter()
            .enumerate()
            .filter(|(_, (range, _))| from[range.clone()] != target[range.clone()]);
        let moves = changed.map(|(number, (range, game))| ComponentMove {
            component: number + 1,
            rules: game.to_string(),
            first_coordinate: range.start,
            from: from[range.clone()].to_vec(),
            to: target[range.clone()].to_vec(),
        });
        moves.collect()
    };
    Some(targets?.iter().map(parts).collect())
}

/// How each value of an analysis is known.
#[derive(Clone, Debug, Serialize)]
pub struct AnalysisEvidence {
    /// Of the outcome.
    pub outcome: EvidenceReport,
    /// Of the remoteness.
    pub remoteness: EvidenceReport,
    /// Of the Grundy value.
    pub grundy: EvidenceReport,
    /// Of the optimal moves.
    pub optimal_moves: EvidenceReport,
    /// Of the winning moves.
    pub winning_moves: EvidenceReport,
    /// Of the values asked for by name.
    #[serde(flatten)]
    pub named: BTreeMap<&'static str, EvidenceReport>,
}

/// The winning probability under failed moves [SanchezGalanXu, Theorem 5.2].
#[derive(Clone, Debug, Serialize)]
pub struct WinReport {
    /// The success probability of a move.
    pub success: String,
    /// The exact value, unless it is longer than the digits asked for.
    pub exact: Option<String>,
    /// Decimals, all of them correct.
    pub decimal: Option<String>,
    /// How the decimals were rounded: always down.
    pub rounded: &'static str,
    /// `1/2 ± c·10^−E/2`, for values that decimals hardly tell from 1/2.
    pub near_half: Option<String>,
    /// Mean number of attempts under optimal play, exact unless long.
    pub mean_duration: Option<String>,
    /// Variance of the number of attempts, exact unless long.
    pub variance_duration: Option<String>,
    /// Which moves are the optimal attempts.
    pub optimal_attempts: &'static str,
}

/// How much of a winning probability is printed.
#[derive(Clone, Debug)]
pub struct WinRequest {
    /// The success probability.
    pub success: RBig,
    /// Decimals.
    pub decimals: usize,
    /// Digits that an exact fraction may have.
    pub exact_digits: usize,
}

impl WinRequest {
    /// Twelve decimals, fractions of up to a thousand digits, or as many of both as `digits` says.
    #[must_use]
    pub fn new(success: RBig, digits: Option<usize>) -> WinRequest {
        WinRequest {
            success,
            decimals: digits.unwrap_or(12),
            exact_digits: digits.unwrap_or(1000),
        }
    }
}

fn move_texts(rules: &Rules, moves: &Answer<Moves>) -> Option<Vec<Vec<String>>> {
    let moves = moves.value.as_ref()?;
    Some(
        moves
            .targets
            .iter()
            .map(|target| position_text(rules, target))
            .collect(),
    )
}

impl AnalysisReport {
    /// The report of an analysis, with a winning probability if asked for.
    ///
    /// # Errors
    /// [`ErrorKind::Input`](crate::ErrorKind::Input) for a success probability outside (0, 1].
    pub fn new(
        rules: &Rules,
        analysis: &Analysis,
        win: Option<&WinRequest>,
    ) -> Result<AnalysisReport, Error> {
        let text = |n: &Answer<UBig>| n.value.as_ref().map(UBig::to_string);
        let complete = |moves: &Answer<Moves>| moves.value.as_ref().is_some_and(|m| m.complete);
        let position = position_text(rules, &analysis.position);
        let winning_moves = move_texts(rules, &analysis.winning_moves);
        Ok(AnalysisReport {
            rules: rules.to_string(),
            convention: rules.convention().word(),
            winning_moves_by_component: by_component(rules, &position, winning_moves.as_deref()),
            coordinates: None,
            position,
            terminal: analysis.terminal.value,
            outcome: analysis.outcome.value.map(|outcome| outcome.to_string()),
            remoteness: text(&analysis.remoteness),
            grundy: text(&analysis.grundy),
            optimal_moves: move_texts(rules, &analysis.optimal_moves),
            winning_moves,
            moves_complete: complete(&analysis.optimal_moves) && complete(&analysis.winning_moves),
            win_probability: win
                .map(|win| win_report(rules, analysis, win))
                .transpose()?,
            random_play: None,
            named: BTreeMap::new(),
            evidence: AnalysisEvidence {
                outcome: (&analysis.outcome.evidence).into(),
                remoteness: (&analysis.remoteness.evidence).into(),
                grundy: (&analysis.grundy.evidence).into(),
                optimal_moves: (&analysis.optimal_moves.evidence).into(),
                winning_moves: (&analysis.winning_moves.evidence).into(),
                named: BTreeMap::new(),
            },
        })
    }

    /// Adds the answer to one more question, whose value is a number, under its name.
    pub fn add(&mut self, ask: Ask, answer: &Answer<UBig>) {
        let number = answer.value.as_ref().map(UBig::to_string);
        self.named.insert(ask.word(), number);
        self.evidence
            .named
            .insert(ask.word(), (&answer.evidence).into());
    }
}

fn win_report(rules: &Rules, analysis: &Analysis, win: &WinRequest) -> Result<WinReport, Error> {
    rules.must_end("winning probabilities")?;
    let model =
        FailedMoves::new(win.success.clone()).map_err(|error| Error::input(error.to_string()))?;
    let convention = rules.convention();
    let certain = win.success == RBig::ONE;
    let mut report = WinReport {
        success: win.success.to_string(),
        exact: None,
        decimal: None,
        rounded: "down",
        near_half: None,
        mean_duration: None,
        variance_duration: None,
        optimal_attempts: match (certain, analysis.outcome.value) {
            (false, _) => "the optimal moves, and no others",
            (true, Some(crate::values::Outcome::P)) => "every move: all lose",
            (true, _) => "every winning move",
        },
    };
    let Some(remoteness) = &analysis.remoteness.value else {
        return Ok(report);
    };
    let terminal = analysis.terminal.value == Some(true);
    report.exact = model
        .exact(remoteness, convention, win.exact_digits)
        .map(|fraction| fraction.to_string());
    let decimal = model.decimal(remoteness, convention, win.decimals);
    if !decimal.exact && !certain && !terminal {
        let near = model.near_half(remoteness, convention, win.decimals.clamp(1, 12));
        // Decimals say little only where the first few are those of 1/2.
        report.near_half = (near.exponent > UBig::from(5u8)).then(|| near.to_string());
    }
    report.decimal = Some(decimal.text);
    let duration = model.duration(remoteness);
    let short =
        |value: RBig| Some(value.to_string()).filter(|text| text.len() <= win.exact_digits.max(40));
    report.mean_duration = short(duration.mean());
    report.variance_duration = short(duration.variance());
    Ok(report)
}

/// One cell of a table.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum CellReport {
    /// A number below 2⁵³.
    Number(u64),
    /// Anything else.
    Text(String),
}

/// A table of values.
#[derive(Clone, Debug, Serialize)]
pub struct TableReport {
    /// The rules, printed back.
    pub rules: String,
    /// What the cells show.
    pub value: String,
    /// Which coordinates are free, `*`, and the values of the others.
    pub slice: String,
    /// The names of the free coordinates: rows run over the first.
    pub axes: Vec<String>,
    /// Their least values.
    pub origin: Vec<String>,
    /// Numbers of rows and columns.
    pub shape: [usize; 2],
    /// The values, `rows[x][y]`.
    pub rows: Vec<Vec<CellReport>>,
    /// How the front end counts coordinates, where not from 0 at the corner where play ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coordinates: Option<String>,
    /// How they are known.
    pub evidence: EvidenceReport,
}

impl TableReport {
    /// The report of a table; `transposed` exchanges rows and columns.
    #[must_use]
    pub fn new(
        rules: &Rules,
        value: &TableValue,
        window: &Window,
        cells: &Cells,
        evidence: &Evidence,
        transposed: bool,
    ) -> TableReport {
        let names = rules.game().coordinate_names();
        let free = window.slice().free();
        let mut axes: Vec<String> = free.iter().map(|&i| names[i].clone()).collect();
        let mut origin: Vec<String> = window
            .origin()
            .iter()
            .take(free.len())
            .map(UBig::to_string)
            .collect();
        let [rows, columns] = window.shape();
        let as_numbers = cells.greatest().is_some_and(|n| n < UBig::ONE << 53);
        let cell = |row: usize, column: usize| {
            let index = row * columns + column;
            match cells {
                Cells::Small(cells) => CellReport::Number(u64::from(cells[index])),
                Cells::Big(cells) if as_numbers => {
                    CellReport::Number(u64::try_from(&cells[index]).unwrap_or_default())
                }
                _ => CellReport::Text(cells.text(index)),
            }
        };
        let (shape, cells_by_row) = if transposed {
            axes.reverse();
            origin.reverse();
            let lines = (0..columns)
                .map(|c| (0..rows).map(|r| cell(r, c)).collect())
                .collect();
            ([columns, rows], lines)
        } else {
            let lines = (0..rows)
                .map(|r| (0..columns).map(|c| cell(r, c)).collect())
                .collect();
            ([rows, columns], lines)
        };
        TableReport {
            rules: rules.to_string(),
            value: value.to_string(),
            slice: window.slice().to_string(),
            axes,
            origin,
            shape,
            rows: cells_by_row,
            coordinates: None,
            evidence: evidence.into(),
        }
    }
}

/// A list of positions.
#[derive(Clone, Debug, Serialize)]
pub struct PositionsReport {
    /// The rules, printed back.
    pub rules: String,
    /// The condition.
    #[serde(rename = "where")]
    pub condition: String,
    /// smaller or larger.
    pub order: &'static str,
    /// The positions, all coordinates of each.
    pub positions: Vec<Vec<String>>,
    /// How the front end counts coordinates, where not from 0 at the corner where play ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coordinates: Option<String>,
    /// How they are known.
    pub evidence: EvidenceReport,
}

impl PositionsReport {
    /// The report of a listing.
    #[must_use]
    pub fn new(set: &CellSet, listed: &Listed) -> PositionsReport {
        PositionsReport {
            rules: set.rules.to_string(),
            condition: set.condition.to_string(),
            order: listed.order.word(),
            positions: listed
                .positions
                .iter()
                .map(|at| position_text(&set.rules, at))
                .collect(),
            coordinates: None,
            evidence: (&listed.evidence).into(),
        }
    }
}

/// How many positions of a box hold a condition.
#[derive(Clone, Debug, Serialize)]
pub struct CountReport {
    /// The rules, printed back.
    pub rules: String,
    /// The condition.
    #[serde(rename = "where")]
    pub condition: String,
    /// The side of the box.
    pub size: usize,
    /// Positions that hold it.
    pub number: u64,
    /// All positions of the box.
    pub cells: u64,
    /// Their ratio in lowest terms.
    pub proportion: String,
    /// Sums of the free coordinates of those that hold it.
    pub sums: Vec<String>,
    /// How the values are known.
    pub evidence: EvidenceReport,
}

impl CountReport {
    /// The report of a count.
    #[must_use]
    pub fn new(set: &CellSet, size: usize, counted: &Counted) -> CountReport {
        let proportion = RBig::from_parts(counted.number.into(), counted.cells.max(1).into());
        CountReport {
            rules: set.rules.to_string(),
            condition: set.condition.to_string(),
            size,
            number: counted.number,
            cells: counted.cells,
            proportion: proportion.to_string(),
            sums: counted.sums.iter().map(u128::to_string).collect(),
            evidence: (&counted.evidence).into(),
        }
    }
}
