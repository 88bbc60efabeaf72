//! The kinds of rows of the corpus, as types. `corpus/README.md` is the format's description.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// A row: where it comes from, what it waits for, and its kind's own content.
#[derive(Debug, Clone)]
pub struct Row<T> {
    /// Unique in the corpus, such as `F01.2`.
    pub id: String,
    /// A paper's key of REFERENCES.md, a title or an address.
    pub source: String,
    /// A remark, such as where the source is wrong.
    pub note: Option<String>,
    /// What must exist before the row can be asked; empty for most.
    pub needs: Vec<Feature>,
    /// File and line, for messages.
    pub place: String,
    /// What is asked, and the answer.
    pub content: T,
}

impl<T> Row<T> {
    /// Whether everything that the row needs is among `features`.
    pub fn is_ready(&self, features: &[Feature]) -> bool {
        self.needs.iter().all(|need| features.contains(need))
    }
}

impl<T> fmt::Display for Row<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "row {} ({}, source: {})",
            self.id, self.place, self.source
        )
    }
}

/// What a row may wait for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Feature {
    /// Rulesets `moves(…)` with a predicate.
    Moves,
    /// The adapter `.block(k)`.
    Block,
    /// `compare`.
    Compare,
    /// Exact periods of rows of Grundy values.
    Period,
    /// `check`.
    Check,
    /// Boxes of three piles, up to 1001³ outcomes.
    Boxes,
    /// Coordinates counted from 1 (`--one-based`).
    OneBased,
}

/// The outcome of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
pub enum Outcome {
    /// The previous player wins.
    P,
    /// The next player wins.
    N,
    /// A draw, where play need not end.
    D,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::P => "P",
            Self::N => "N",
            Self::D => "D",
        })
    }
}

/// A natural number in plain decimal digits, of any length.
///
/// In the files it is a JSON integer or a string of digits.
///
/// ```
/// use wythoff_testkit::rows::Numeral;
/// let number: Numeral = serde_json::from_str("\"1000000000000000001\"")?;
/// assert_eq!(number.to_u64(), Some(1_000_000_000_000_000_001));
/// assert!(serde_json::from_str::<Numeral>("\"10^18\"").is_err());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Numeral(String);

impl Numeral {
    /// The digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The number, where it fits.
    pub fn to_u64(&self) -> Option<u64> {
        self.0.parse().ok()
    }
}

impl fmt::Display for Numeral {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Numeral {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let digits = match &value {
            Value::Number(number) => number.to_string(),
            Value::String(text) => text.clone(),
            _ => String::new(),
        };
        if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Ok(Self(digits));
        }
        Err(serde::de::Error::custom(format!(
            "expected a natural number in decimal digits, found {value}"
        )))
    }
}

/// Coordinates in order: numbers of the notation (`13`, `10^18+1`), or the name of a graph's vertex.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Position(Vec<String>);

impl Position {
    /// The coordinates as they stand in the file.
    pub fn coordinates(&self) -> &[String] {
        &self.0
    }

    /// The coordinates as machine integers, where all are plain decimals that fit.
    pub fn to_u64s(&self) -> Option<Vec<u64>> {
        self.0
            .iter()
            .map(|coordinate| coordinate.parse().ok())
            .collect()
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({})", self.0.join(", "))
    }
}

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let coordinates: Vec<Value> = Vec::deserialize(deserializer)?;
        let text = |value: &Value| match value {
            Value::String(text) => Ok(text.clone()),
            Value::Number(number) if number.is_u64() => Ok(number.to_string()),
            other => Err(format!("expected a coordinate, found {other}")),
        };
        let coordinates: Result<Vec<String>, String> = coordinates.iter().map(text).collect();
        coordinates.map(Self).map_err(serde::de::Error::custom)
    }
}

/// One value of one position.
#[derive(Debug, Clone, Deserialize)]
#[serde(try_from = "RawPositionRow")]
pub struct PositionRow {
    /// The ruleset, in the notation.
    pub rules: String,
    /// The position.
    pub position: Position,
    /// The value that is asked, and the answer.
    pub expected: Expected,
}

/// A value of a position, with the answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expected {
    /// P or N, or D of a draw.
    Outcome(Outcome),
    /// The Grundy value.
    Grundy(Numeral),
    /// Smith's remoteness.
    Remoteness(Numeral),
    /// The number of options.
    Options(Numeral),
    /// Smith's suspense number.
    Suspense(Numeral),
    /// The length of the longest play.
    Birthday(Numeral),
    /// All remoteness-optimal moves, as target positions in order.
    OptimalMoves(Vec<Position>),
    /// All options that are P-positions, in order.
    WinningMoves(Vec<Position>),
    /// The probability of winning when an attempt succeeds with probability `success`, both as
    /// fractions in lowest terms.
    Win {
        /// The success probability.
        success: String,
        /// The probability of winning.
        probability: String,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPositionRow {
    rules: String,
    position: Position,
    value: String,
    success: Option<String>,
    expected: Value,
}

impl TryFrom<RawPositionRow> for PositionRow {
    type Error = String;

    fn try_from(raw: RawPositionRow) -> Result<Self, String> {
        fn read<T: serde::de::DeserializeOwned>(expected: Value) -> Result<T, String> {
            serde_json::from_value(expected).map_err(|error| format!("expected: {error}"))
        }
        let expected = match (raw.value.as_str(), raw.success) {
            ("outcome", None) => Expected::Outcome(read(raw.expected)?),
            ("grundy", None) => Expected::Grundy(read(raw.expected)?),
            ("remoteness", None) => Expected::Remoteness(read(raw.expected)?),
            ("options", None) => Expected::Options(read(raw.expected)?),
            ("suspense", None) => Expected::Suspense(read(raw.expected)?),
            ("birthday", None) => Expected::Birthday(read(raw.expected)?),
            ("optimal_moves", None) => Expected::OptimalMoves(read(raw.expected)?),
            ("winning_moves", None) => Expected::WinningMoves(read(raw.expected)?),
            ("win", Some(success)) => Expected::Win {
                success,
                probability: read(raw.expected)?,
            },
            ("win", None) => return Err("the value \"win\" needs \"success\"".into()),
            (value, Some(_)) => {
                return Err(format!("\"success\" goes with \"win\", not with {value:?}"));
            }
            (value, None) => return Err(format!("unknown value {value:?} of a position")),
        };
        Ok(Self {
            rules: raw.rules,
            position: raw.position,
            expected,
        })
    }
}

/// A rectangle of values: row i, column j is the cell `origin + (i, j)` of the slice.
#[derive(Debug, Clone, Deserialize)]
#[serde(try_from = "RawTableRow")]
pub struct TableRow {
    /// The ruleset, in the notation.
    pub rules: String,
    /// Which plane, such as `*,*,1`; `None` for a ruleset of two coordinates.
    pub slice: Option<String>,
    /// The first cell, as numbers of the notation.
    pub origin: [String; 2],
    /// The values.
    pub cells: Cells,
}

/// The values of a table, by kind; rows of equal length.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cells {
    /// Outcomes.
    Outcome(Vec<Vec<Outcome>>),
    /// Grundy values.
    Grundy(Vec<Vec<u64>>),
    /// Remoteness.
    Remoteness(Vec<Vec<u64>>),
    /// Numbers of options.
    Options(Vec<Vec<u64>>),
    /// Suspense numbers.
    Suspense(Vec<Vec<u64>>),
    /// Lengths of the longest play.
    Birthday(Vec<Vec<u64>>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTableRow {
    rules: String,
    value: CellValue,
    slice: Option<String>,
    origin: Option<[String; 2]>,
    rows: Vec<Vec<Value>>,
}

/// A value that every cell of a table has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CellValue {
    /// P or N.
    Outcome,
    /// The Grundy value.
    Grundy,
    /// Smith's remoteness.
    Remoteness,
    /// The number of options.
    Options,
    /// Smith's suspense number.
    Suspense,
    /// The length of the longest play.
    Birthday,
}

impl TryFrom<RawTableRow> for TableRow {
    type Error = String;

    fn try_from(raw: RawTableRow) -> Result<Self, String> {
        let width = raw.rows.first().map_or(0, Vec::len);
        if width == 0 || raw.rows.iter().any(|row| row.len() != width) {
            return Err("expected at least one cell, and rows of equal length".into());
        }
        let rows = Value::from(raw.rows.into_iter().map(Value::from).collect::<Vec<_>>());
        let wrong = |error: serde_json::Error| format!("rows: {error}");
        let cells = match raw.value {
            CellValue::Outcome => Cells::Outcome(serde_json::from_value(rows).map_err(wrong)?),
            CellValue::Grundy => Cells::Grundy(serde_json::from_value(rows).map_err(wrong)?),
            CellValue::Remoteness => {
                Cells::Remoteness(serde_json::from_value(rows).map_err(wrong)?)
            }
            CellValue::Options => Cells::Options(serde_json::from_value(rows).map_err(wrong)?),
            CellValue::Suspense => Cells::Suspense(serde_json::from_value(rows).map_err(wrong)?),
            CellValue::Birthday => Cells::Birthday(serde_json::from_value(rows).map_err(wrong)?),
        };
        let origin = raw.origin.unwrap_or_else(|| ["0".into(), "0".into()]);
        Ok(Self {
            rules: raw.rules,
            slice: raw.slice,
            origin,
            cells,
        })
    }
}

/// A table of values read in some order.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReadingRow {
    /// The ruleset, in the notation.
    pub rules: String,
    /// The value.
    pub value: CellValue,
    /// The order.
    pub reading: Reading,
    /// The index of the first listed term, counted from 0.
    pub start: Numeral,
    /// The terms.
    pub terms: Vec<Numeral>,
    /// The entry of the OEIS that lists these terms.
    pub oeis: Option<String>,
}

/// An order in which a table V is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum Reading {
    /// `row K`: V(K, y), y = 0, 1, …
    Row(u64),
    /// `diagonal`: V(x, x).
    Diagonal,
    /// `antidiagonals`: V(s − j, j) for s = 0, 1, … and j = 0..s.
    Antidiagonals,
    /// `triangle`: V(i, j) for i = 0, 1, … and j = 0..i.
    Triangle,
    /// `inverse row K`: the y with V(K, y) = 0, 1, …
    InverseRow(u64),
    /// `inverse diagonal`: the x with V(x, x) = 0, 1, …
    InverseDiagonal,
    /// `column of V`: the least y with V(x, y) = V, for x = 0, 1, …
    ColumnOf(u64),
    /// `completion`: the least third pile that makes (s − j, j, ·) a P-position, in the order of
    /// antidiagonals.
    Completion,
}

impl TryFrom<String> for Reading {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let number = |rest: &str| {
            rest.parse()
                .map_err(|_| format!("expected a number in the reading {text:?}"))
        };
        match text.as_str() {
            "diagonal" => Ok(Self::Diagonal),
            "antidiagonals" => Ok(Self::Antidiagonals),
            "triangle" => Ok(Self::Triangle),
            "inverse diagonal" => Ok(Self::InverseDiagonal),
            "completion" => Ok(Self::Completion),
            other => {
                if let Some(rest) = other.strip_prefix("row ") {
                    Ok(Self::Row(number(rest)?))
                } else if let Some(rest) = other.strip_prefix("inverse row ") {
                    Ok(Self::InverseRow(number(rest)?))
                } else if let Some(rest) = other.strip_prefix("column of ") {
                    Ok(Self::ColumnOf(number(rest)?))
                } else {
                    Err(format!("unknown reading {text:?}"))
                }
            }
        }
    }
}

/// Terms of a sequence that the command `sequence` knows by name.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SequenceRow {
    /// The name, such as `x of wyt(2,1)` or `hofstadter-g`.
    pub sequence: String,
    /// The index of the first listed term, a number of the notation.
    pub start: String,
    /// The terms, each plus `add` where that is given.
    pub terms: Vec<Numeral>,
    /// What was added to the sequence to give the listed terms.
    #[serde(default)]
    pub add: i64,
    /// The entry of the OEIS that lists these terms.
    pub oeis: Option<String>,
}

/// Positions that satisfy a condition, in order, and no others.
#[derive(Debug, Clone, Deserialize)]
#[serde(try_from = "RawListRow")]
pub struct ListRow {
    /// The ruleset, in the notation.
    pub rules: String,
    /// The condition, such as `outcome=P`.
    pub condition: String,
    /// Which plane, such as `*,*,1`.
    pub slice: Option<String>,
    /// Which part of the list.
    pub extent: Extent,
    /// The order of the list.
    pub order: Order,
    /// Whether mirrored positions are listed too; else only those whose free coordinates do not
    /// decrease.
    pub all: bool,
    /// Whether coordinates are counted from 1.
    pub one_based: bool,
    /// The positions, every coordinate given.
    pub positions: Vec<Position>,
}

/// Which part of a list of positions a row gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Extent {
    /// All whose free coordinates are below this side (at most the side, counted from 1).
    Box(u64),
    /// As many as are listed, beginning with this number of the whole list (counted from 0; a number
    /// of the notation).
    From(String),
}

/// The order of a list of positions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// By the smaller coordinate, then lexicographically. A box lists lexicographically, which is
    /// the same thing.
    #[default]
    Smaller,
    /// By the larger coordinate, then lexicographically.
    Larger,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawListRow {
    rules: String,
    #[serde(rename = "where")]
    condition: String,
    slice: Option<String>,
    size: Option<u64>,
    start: Option<String>,
    #[serde(default)]
    order: Order,
    #[serde(default)]
    all: bool,
    #[serde(default)]
    one_based: bool,
    positions: Vec<Position>,
}

impl TryFrom<RawListRow> for ListRow {
    type Error = String;

    fn try_from(raw: RawListRow) -> Result<Self, String> {
        let extent = match (raw.size, raw.start) {
            (Some(size), None) => Extent::Box(size),
            (None, Some(start)) => Extent::From(start),
            _ => return Err("expected either \"size\" or \"start\"".into()),
        };
        Ok(Self {
            rules: raw.rules,
            condition: raw.condition,
            slice: raw.slice,
            extent,
            order: raw.order,
            all: raw.all,
            one_based: raw.one_based,
            positions: raw.positions,
        })
    }
}

/// How many positions of a box satisfy a condition.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountRow {
    /// The ruleset, in the notation.
    pub rules: String,
    /// The condition.
    #[serde(rename = "where")]
    pub condition: String,
    /// Which plane.
    pub slice: Option<String>,
    /// The side of the box of free coordinates.
    pub size: u64,
    /// Whether mirrored positions count too.
    #[serde(default)]
    pub all: bool,
    /// How many satisfy the condition.
    pub count: u64,
    /// The sum of all coordinates of these positions.
    pub sum: Option<Numeral>,
    /// How many positions were looked at.
    pub cells: Option<u64>,
}

/// Two sets of positions, or two tables, compared on a square box.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CompareRow {
    /// The left side, `RULES : condition` or `RULES : value`.
    pub left: String,
    /// The right side.
    pub right: String,
    /// The side of the box.
    pub size: u64,
    /// Cells whose largest coordinate is below this do not decide `equal`.
    #[serde(default)]
    pub from: Option<Numeral>,
    /// Values of the right side that are exchanged first, such as `0-1`.
    pub relabel: Option<String>,
    /// Whether no cell from `from` on differs.
    pub equal: bool,
    /// How many cells differ.
    pub differences: Option<u64>,
    /// The largest coordinate of a cell that differs.
    pub largest_coordinate: Option<Numeral>,
    /// The least coordinate from which they agree.
    pub equal_from: Option<Numeral>,
    /// Cells of the left set only.
    pub only_left: Option<Vec<Position>>,
    /// Cells of the right set only.
    pub only_right: Option<Vec<Position>>,
}

/// The least preperiod and period of Grundy values.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PeriodRow {
    /// The ruleset, in the notation.
    pub rules: String,
    /// Which row of a table; `None` for one pile.
    pub row: Option<Numeral>,
    /// The least preperiod.
    pub preperiod: u64,
    /// The least period p.
    pub period: u64,
    /// Whether V(y + p) = V(y) + p rather than V(y + p) = V(y).
    pub additive: bool,
    /// The first terms.
    pub terms: Option<Vec<u64>>,
}

/// A statement of a paper, in words.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CheckRow {
    /// The paper's key in REFERENCES.md.
    pub paper: Option<String>,
    /// The statement.
    pub statement: String,
    /// What a check must find.
    pub verdict: Verdict,
    /// Numbers that a check must report, by name.
    pub expected: BTreeMap<String, u64>,
}

/// What a check finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// True on the whole range.
    Held,
    /// False, with a counterexample.
    Refuted,
}

/// A question that every front end must refuse.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ErrorRow {
    /// The ruleset as typed.
    pub rules: String,
    /// The coordinates as typed, one or more; none where the ruleset itself is wrong.
    pub position: Option<Vec<String>>,
    /// The success probability as typed.
    pub success: Option<String>,
    /// The size of a table as typed.
    pub size: Option<String>,
    /// Text that the message must contain, or that its place in the input must cover.
    pub names: Option<String>,
    /// The exit code: 2 for wrong input, 3 for a limit.
    pub exit: u8,
}

/// A graph file whose vertices `x-y-…` are the positions of a box of a ruleset.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GraphRow {
    /// The file, relative to the corpus.
    pub graph: String,
    /// The ruleset.
    pub rules: String,
    /// The number of values of each coordinate.
    pub size: Vec<u64>,
    /// How many vertices.
    pub vertices: u64,
    /// How many edges.
    pub edges: u64,
}

/// A game that the notation cannot say.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OutOfScopeRow {
    /// Why.
    pub why: String,
    /// What is known of it.
    pub statement: String,
}
