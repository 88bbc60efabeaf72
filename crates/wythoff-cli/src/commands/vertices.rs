//! `wythoff table "graph(FILE)" --value V`: the values of every vertex of a graph, several at a time.
//!
//! Rows are written as they come: a graph has more vertices than a screen has lines.

use std::io::Write;
use std::path::Path;

use dashu_int::UBig;
use serde_json::json;
use wythoff::Error;
use wythoff::answer::Evidence;
use wythoff::graph_solver::{GraphValues, GrundyOrLoop};
use wythoff::notation::Slice;
use wythoff::report::EvidenceReport;
use wythoff::rules::{Graph, Rules};
use wythoff::table::{Cells, TableValue, Window};
use wythoff::values::Outcome;

use crate::context::Context;
use crate::failure::{Failure, Status};
use crate::files::write_whole_with;

/// Rows between two looks at the watch.
const OFTEN: usize = 1 << 14;

/// How the list is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Text,
    Separated(char),
    Json,
}

const FORMATS: [(&str, &str, Format); 4] = [
    ("text", ".txt", Format::Text),
    ("csv", ".csv", Format::Separated(',')),
    ("tsv", ".tsv", Format::Separated('\t')),
    ("json", ".json", Format::Json),
];

/// A list of vertices with their values.
pub(super) struct VertexTable<'r> {
    rules: &'r Rules,
    graph: &'r Graph,
    values: Vec<TableValue>,
}

/// The values of one kind.
enum Column {
    Solved(TableValue),
    Cells(Cells),
}

/// One value of one vertex.
enum Entry {
    Number(u32),
    Text(String),
    /// The remoteness of a draw.
    Endless,
}

impl Entry {
    fn text(&self) -> String {
        match self {
            Entry::Number(number) => number.to_string(),
            Entry::Text(text) => text.clone(),
            Entry::Endless => "∞".into(),
        }
    }

    fn json(&self) -> serde_json::Value {
        match self {
            Entry::Number(number) => json!(number),
            Entry::Text(text) => json!(text),
            Entry::Endless => json!(null),
        }
    }
}

impl<'r> VertexTable<'r> {
    /// The values named, separated by commas.
    pub(super) fn new(
        rules: &'r Rules,
        graph: &'r Graph,
        values: &str,
    ) -> Result<VertexTable<'r>, Error> {
        let values = values
            .split(',')
            .map(TableValue::parse)
            .collect::<Result<_, _>>()?;
        Ok(VertexTable {
            rules,
            graph,
            values,
        })
    }

    pub(super) fn write(
        &self,
        context: &Context,
        output: Option<&Path>,
        format: Option<&str>,
    ) -> Result<Status, Failure> {
        let format = chosen(context, output, format)?;
        let solved = self.solved(context)?;
        let columns = self.columns(context)?;
        let list = List {
            table: self,
            solved,
            columns,
        };
        let write = |out: &mut dyn Write| list.write(context, format, out, output);
        match output {
            Some(path) => write_whole_with(path, write)?,
            None => context.print_with(write)?,
        }
        Ok(Status::Done)
    }

    fn solved(&self, context: &Context) -> Result<GraphValues, Error> {
        let budget = context.budget();
        let mut solved = GraphValues::solve(self.graph, self.rules.convention(), &budget)?;
        if self.values.contains(&TableValue::Grundy) {
            solved.find_grundy(self.graph, &budget)?;
        }
        Ok(solved)
    }

    fn columns(&self, context: &Context) -> Result<Vec<Column>, Error> {
        let mut columns = Vec::new();
        for value in &self.values {
            columns.push(match value {
                TableValue::Outcome
                | TableValue::Remoteness
                | TableValue::Grundy
                | TableValue::Options => Column::Solved(value.clone()),
                other => Column::Cells(self.cells(context, other)?),
            });
        }
        Ok(columns)
    }

    /// Any other value, by the engines.
    fn cells(&self, context: &Context, value: &TableValue) -> Result<Cells, Error> {
        let slice = Slice::default_of(self.rules)
            .ok_or_else(|| Error::input("a graph has one coordinate"))?;
        let shape = [self.graph.len(), 1];
        let window = Window::new(slice, [UBig::ZERO, UBig::ZERO], shape)?;
        let mut session = context.session(self.rules.clone());
        let answer = session.value_table(value, &window, &context.budget())?;
        answer
            .value
            .ok_or_else(|| Error::limit(format!("the table was not made: {}", answer.evidence)))
    }
}

/// The format that was asked for.
fn chosen(context: &Context, output: Option<&Path>, format: Option<&str>) -> Result<Format, Error> {
    let by_name = |name: &str| FORMATS.iter().find(|(known, _, _)| *known == name);
    let ending = |path: &Path| {
        let path = path.to_string_lossy().into_owned();
        FORMATS.iter().find(|(_, ending, _)| path.ends_with(ending))
    };
    let found = match (format, output) {
        (Some(name), _) => by_name(name),
        (None, Some(path)) => ending(path),
        (None, None) if context.json => by_name("json"),
        (None, None) => by_name("text"),
    };
    found.map(|(_, _, format)| *format).ok_or_else(|| {
        Error::input(
            "the vertices of a graph are listed as text, csv, tsv or json (.txt .csv .tsv .json)",
        )
    })
}

/// A list, ready to be written.
struct List<'t> {
    table: &'t VertexTable<'t>,
    solved: GraphValues,
    columns: Vec<Column>,
}

impl List<'_> {
    fn entry(&self, column: &Column, v: usize) -> Entry {
        let graph = self.table.graph;
        match column {
            Column::Cells(Cells::Small(numbers)) => Entry::Number(numbers[v]),
            Column::Cells(cells) => Entry::Text(cells.text(v)),
            Column::Solved(TableValue::Outcome) => Entry::Text(self.solved.outcome(v).to_string()),
            Column::Solved(TableValue::Remoteness) => self
                .solved
                .remoteness(v)
                .map_or(Entry::Endless, Entry::Number),
            Column::Solved(TableValue::Grundy) => match self.solved.grundy(graph, v) {
                Some(GrundyOrLoop::Number(number)) => Entry::Number(number),
                Some(infinite) => Entry::Text(infinite.to_string()),
                None => Entry::Endless,
            },
            Column::Solved(_) => Entry::Number(graph.targets_of(v).len() as u32),
        }
    }

    fn name(&self, v: usize) -> String {
        self.table
            .graph
            .name(v as u64)
            .map(std::borrow::Cow::into_owned)
            .unwrap_or_default()
    }

    fn names_of_values(&self) -> Vec<String> {
        self.table.values.iter().map(ToString::to_string).collect()
    }

    fn evidence(&self) -> Evidence {
        Evidence::Computed {
            engine: "graph solver".into(),
            positions: self.table.graph.len() as u64,
        }
    }

    fn write(
        &self,
        context: &Context,
        format: Format,
        out: &mut dyn Write,
        output: Option<&Path>,
    ) -> Result<(), Failure> {
        let failed = |error: std::io::Error| match output {
            Some(path) => Failure::file(path, "writing", &error),
            None => Failure::output(&error),
        };
        let budget = context.budget();
        let vertices = self.table.graph.len();
        let widths = match format {
            Format::Text => self.widths(),
            _ => Vec::new(),
        };
        self.head(format, &widths, out).map_err(failed)?;
        for v in 0..vertices {
            let entries = self.columns.iter().map(|column| self.entry(column, v));
            let entries: Vec<Entry> = entries.collect();
            let line = match format {
                Format::Text => self.text_line(v, &entries, &widths),
                Format::Separated(separator) => self.separated_line(v, &entries, separator),
                Format::Json => {
                    let row: Vec<serde_json::Value> = entries.iter().map(Entry::json).collect();
                    let comma = if v > 0 { "," } else { "" };
                    format!("{comma}{}", serde_json::Value::Array(row))
                }
            };
            out.write_all(line.as_bytes()).map_err(failed)?;
            if v % OFTEN == 0 {
                budget.report(v as u64, Some(vertices as u64))?;
            }
        }
        let end = match format {
            Format::Text => format!("\n{}\n", self.evidence()),
            Format::Separated(_) => String::new(),
            Format::Json => "]}\n".into(),
        };
        out.write_all(end.as_bytes()).map_err(failed)
    }

    fn head(&self, format: Format, widths: &[usize], out: &mut dyn Write) -> std::io::Result<()> {
        let values = self.names_of_values();
        match format {
            Format::Text => {
                let (rules, values_text) = (self.table.rules, values.join(", "));
                writeln!(out, "{values_text} of {rules}; * marks P-positions\n")?;
                let cells = std::iter::once("vertex".to_string()).chain(values);
                writeln!(out, "{}", aligned(cells, widths))
            }
            Format::Separated(separator) => {
                let cells: Vec<String> = std::iter::once("vertex".to_string())
                    .chain(values)
                    .map(|cell| field(&cell, separator))
                    .collect();
                writeln!(out, "{}", cells.join(&separator.to_string()))
            }
            Format::Json => self.json_head(&values, out),
        }
    }

    /// Everything before the rows; names and rows are written one by one.
    fn json_head(&self, values: &[String], out: &mut dyn Write) -> std::io::Result<()> {
        let vertices = self.table.graph.len();
        let evidence = EvidenceReport::from(&self.evidence());
        let head = json!({
            "rules": self.table.rules.to_string(),
            "value": values.join(","),
            "axes": ["vertex", "value"],
            "columns": values,
            "shape": [vertices, values.len()],
            "evidence": {"kind": evidence.kind, "text": evidence.text},
        });
        // The object is left open: all but its last brace.
        let mut head = head.to_string();
        head.pop();
        write!(out, "{head},\"vertices\":[")?;
        for v in 0..vertices {
            let comma = if v > 0 { "," } else { "" };
            write!(out, "{comma}{}", json!(self.name(v)))?;
        }
        write!(out, "],\"rows\":[")
    }

    fn text_line(&self, v: usize, entries: &[Entry], widths: &[usize]) -> String {
        let star = match self.solved.outcome(v) {
            Outcome::P => "*",
            _ => " ",
        };
        let cells = std::iter::once(self.name(v)).chain(entries.iter().map(Entry::text));
        format!("{}{star}\n", aligned(cells, widths))
    }

    fn separated_line(&self, v: usize, entries: &[Entry], separator: char) -> String {
        let mut line = field(&self.name(v), separator);
        for entry in entries {
            line.push(separator);
            line.push_str(&field(&entry.text(), separator));
        }
        line.push('\n');
        line
    }

    /// Widths of the columns, by their heads and the first vertices.
    fn widths(&self) -> Vec<usize> {
        let heads = std::iter::once("vertex".to_string()).chain(self.names_of_values());
        let mut widths: Vec<usize> = heads.map(|head| head.chars().count()).collect();
        for v in 0..self.table.graph.len().min(1000) {
            let entries = self
                .columns
                .iter()
                .map(|column| self.entry(column, v).text());
            let cells = std::iter::once(self.name(v)).chain(entries);
            for (width, cell) in widths.iter_mut().zip(cells) {
                *width = (*width).max(cell.chars().count());
            }
        }
        widths
    }
}

fn aligned(cells: impl Iterator<Item = String>, widths: &[usize]) -> String {
    let padded: Vec<String> = cells
        .zip(widths)
        .map(|(cell, width)| format!("{cell:>width$}"))
        .collect();
    padded.join("  ")
}

/// A field of a separated line, quoted where it must be.
pub(super) fn field(text: &str, separator: char) -> String {
    let needs_quotes = text.is_empty()
        || text.starts_with('#')
        || text.contains([separator, ',', ';', '\t', '"', '\n', '\r', ' ']);
    if needs_quotes {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_string()
    }
}
