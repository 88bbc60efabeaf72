//! Reads `corpus/*.jsonl`: one JSON object a line, one kind of row a file.
//!
//! Every mistake names the file and the line, and a key that no row of its kind has is a mistake: a
//! misspelt `"needs"` must not turn a waiting row into one that is silently never asked.

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::rows::{
    CheckRow, CompareRow, CountRow, ErrorRow, Feature, GraphRow, ListRow, OutOfScopeRow, PeriodRow,
    PositionRow, ReadingRow, Row, SequenceRow, TableRow,
};

/// All rows of the corpus, by kind. `corpus/README.md` tells what each kind asks.
#[derive(Debug, Clone)]
pub struct Corpus {
    /// `positions.jsonl`: one value of one position.
    pub positions: Vec<Row<PositionRow>>,
    /// `tables.jsonl`: a rectangle of values.
    pub tables: Vec<Row<TableRow>>,
    /// `readings.jsonl`: a table of values read along a row, a diagonal, …
    pub readings: Vec<Row<ReadingRow>>,
    /// `sequences.jsonl`: terms of a named sequence.
    pub sequences: Vec<Row<SequenceRow>>,
    /// `lists.jsonl`: positions that satisfy a condition.
    pub lists: Vec<Row<ListRow>>,
    /// `counts.jsonl`: how many positions of a box satisfy a condition.
    pub counts: Vec<Row<CountRow>>,
    /// `compare.jsonl`: two sets or two tables compared on a box.
    pub compare: Vec<Row<CompareRow>>,
    /// `periods.jsonl`: preperiod and period of a row of Grundy values.
    pub periods: Vec<Row<PeriodRow>>,
    /// `checks.jsonl`: statements of papers, in words.
    pub checks: Vec<Row<CheckRow>>,
    /// `errors.jsonl`: questions that must be refused.
    pub errors: Vec<Row<ErrorRow>>,
    /// `graphs.jsonl`: graph files that are boxes of a ruleset.
    pub graphs: Vec<Row<GraphRow>>,
    /// `out_of_scope.jsonl`: games that the notation cannot say.
    pub out_of_scope: Vec<Row<OutOfScopeRow>>,
}

impl Corpus {
    /// The corpus of this workspace.
    ///
    /// # Errors
    /// A file is missing, or a row is not what its kind promises; the error names file and line.
    ///
    /// ```
    /// use wythoff_testkit::{Corpus, rows::Expected};
    /// let corpus = Corpus::load()?;
    /// let row = corpus.positions.iter().find(|row| row.id == "F01.1").expect("Table 1, first row");
    /// assert_eq!(row.content.position.to_string(), "(4, 9)");
    /// assert!(matches!(&row.content.expected, Expected::Remoteness(r) if r.as_str() == "7"));
    /// # Ok::<(), wythoff_testkit::LoadError>(())
    /// ```
    pub fn load() -> Result<Self, LoadError> {
        Self::load_from(&Self::folder())
    }

    /// Where the corpus of this workspace lies; files that rows name, such as graphs, are relative to it.
    pub fn folder() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus")
    }

    /// The corpus in the folder `folder`.
    ///
    /// # Errors
    /// As [`Corpus::load`].
    pub fn load_from(folder: &Path) -> Result<Self, LoadError> {
        let mut reader = Reader {
            folder,
            ids: HashMap::new(),
        };
        Ok(Self {
            positions: reader.rows("positions.jsonl")?,
            tables: reader.rows("tables.jsonl")?,
            readings: reader.rows("readings.jsonl")?,
            sequences: reader.rows("sequences.jsonl")?,
            lists: reader.rows("lists.jsonl")?,
            counts: reader.rows("counts.jsonl")?,
            compare: reader.rows("compare.jsonl")?,
            periods: reader.rows("periods.jsonl")?,
            checks: reader.rows("checks.jsonl")?,
            errors: reader.rows("errors.jsonl")?,
            graphs: reader.rows("graphs.jsonl")?,
            out_of_scope: reader.rows("out_of_scope.jsonl")?,
        })
    }
}

/// Why the corpus cannot be read: the file, the line, and what is wrong there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoadError {
    /// The file.
    pub file: PathBuf,
    /// The line, counted from 1; `None` when the file as a whole cannot be read.
    pub line: Option<usize>,
    /// What was expected and what was found.
    pub message: String,
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.file.display(), self.message),
            None => write!(f, "{}: {}", self.file.display(), self.message),
        }
    }
}

impl std::error::Error for LoadError {}

/// What every row has beside its own content.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Common {
    id: String,
    source: String,
    note: Option<String>,
    #[serde(default)]
    needs: Vec<Feature>,
}

/// The keys of [`Common`].
const COMMON: [&str; 4] = ["id", "source", "note", "needs"];

struct Reader<'a> {
    folder: &'a Path,
    /// Where each id was first seen.
    ids: HashMap<String, String>,
}

impl Reader<'_> {
    fn rows<T: DeserializeOwned>(&mut self, name: &str) -> Result<Vec<Row<T>>, LoadError> {
        let file = self.folder.join(name);
        let text = std::fs::read_to_string(&file).map_err(|error| LoadError {
            file: file.clone(),
            line: None,
            message: error.to_string(),
        })?;
        let mut rows = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let at = |message| LoadError {
                file: file.clone(),
                line: Some(index + 1),
                message,
            };
            let row = parse_row(line, name, index + 1).map_err(at)?;
            let place = format!("{name}:{}", index + 1);
            if let Some(first) = self.ids.insert(row.id.clone(), place) {
                return Err(at(format!("the id {:?} is taken by {first}", row.id)));
            }
            rows.push(row);
        }
        Ok(rows)
    }
}

/// One line, split into what all rows have and what this kind has.
fn parse_row<T: DeserializeOwned>(line: &str, file: &str, number: usize) -> Result<Row<T>, String> {
    let fields: Map<String, Value> =
        serde_json::from_str(line).map_err(|error| format!("expected one JSON object: {error}"))?;
    let (common, content): (Map<_, _>, Map<_, _>) = fields
        .into_iter()
        .partition(|(key, _)| COMMON.contains(&key.as_str()));
    let common: Common =
        serde_json::from_value(Value::Object(common)).map_err(|error| error.to_string())?;
    let content: T = serde_json::from_value(Value::Object(content))
        .map_err(|error| format!("row {:?}: {error}", common.id))?;
    Ok(Row {
        id: common.id,
        source: common.source,
        note: common.note,
        needs: common.needs,
        place: format!("corpus/{file}:{number}"),
        content,
    })
}
