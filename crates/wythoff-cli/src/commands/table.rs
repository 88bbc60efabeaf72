//! `wythoff table RULES --value V --size N`: the values of two coordinates.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use clap::Args;
use dashu_int::UBig;
use wythoff::budget::size_in_words;
use wythoff::notation::{Slice, parse_number, parse_probability};
use wythoff::random_play::ModelKind;
use wythoff::rules::{Game, Rules};
use wythoff::table::{TableValue, Window};
use wythoff::{Error, grid};
use wythoff_figures::tables::{Streamed, TableView};

use super::highlighting::Highlighting;
use super::looks::Looks;
use super::vertices::VertexTable;
use crate::context::Context;
use crate::coordinates::CoordinateArguments;
use crate::failure::{Failure, Status};
use crate::files::write_whole;
use crate::output::picture::FigureWriter;
use crate::output::{Format, TableOutput};

/// A table of values of two coordinates, the others fixed.
#[derive(Debug, Args)]
#[command(
    after_help = "Rows run over the first free coordinate, downward. P-positions are marked.\n\nExamples:\n  \
                        wythoff table wythoff.pass --value grundy --size 9\n  wythoff table \"wythoff + \
                        nim(1)\" --slice \"*,*,1\" --value grundy --size 9 --format markdown\n  wythoff \
                        table wythoff --value remoteness --size 5x8 --origin 10^100,10^100 --json\n  wythoff \
                        table wythoff --value \"win(4/5)\" --size 4 -o win.csv\n  wythoff \
                        table \"graph(moves.csv)\" --value outcome,remoteness,grundy -o values.csv"
)]
pub(crate) struct Table {
    /// The rules in one line
    rules: String,
    /// outcome, grundy, remoteness, suspense, birthday, options, win(p), or win with --model; of a
    /// graph several, separated by commas
    #[arg(long, value_name = "V")]
    value: String,
    /// Rows and columns: N or NxM; a table of a graph lists all its vertices without it
    #[arg(long, value_name = "N|NxM")]
    size: Option<String>,
    /// Which coordinates run, such as "*,*,1"; passes are all available unless said otherwise
    #[arg(long, value_name = "SLICE")]
    slice: Option<String>,
    /// The least coordinates of the table
    #[arg(long, value_name = "X,Y")]
    origin: Option<String>,
    /// Rows over the second coordinate instead of the first
    #[arg(long)]
    transpose: bool,
    /// What chance does to the value win(p): failed, random, both-random, error or random-turn
    #[arg(long, value_name = "MODEL")]
    model: Option<String>,
    /// The file to write; its ending chooses the format
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The format, when it is not chosen by a file's ending
    #[arg(long, value_name = "FORMAT")]
    format: Option<String>,
    /// Go on with an interrupted .zarr table
    #[arg(long)]
    resume: bool,
    #[command(flatten)]
    highlighting: Highlighting,
    #[command(flatten)]
    counting: CoordinateArguments,
    #[command(flatten)]
    looks: Looks,
}

impl Table {
    pub(crate) fn run(&self, context: &Context) -> Result<Status, Failure> {
        let rules = context.rules(&self.rules)?;
        let Some(size) = &self.size else {
            return self.vertices(context, &rules);
        };
        let value = self.value()?;
        let reading = self.looks.reading()?;
        let slice = context.slice(&rules, self.slice.as_deref())?;
        let free = slice.free().len();
        let shape = parse_shape(size, free)?;
        let coordinates = self.counting.of(&rules);
        let mut origin = parse_origin(self.origin.as_deref(), free)?;
        if self.origin.is_some() {
            for (axis, x) in slice.free().into_iter().zip(&mut origin) {
                *x = coordinates.inward(axis, x)?;
            }
        }
        if let Some(path) = &self.output
            && let Some(format) = wythoff_table::Format::of(path)
        {
            if !coordinates.is_usual() {
                return Err(Error::input("array files count from 0")
                    .help("leave out --one-based; array[x, y] is the cell (x, y)")
                    .into());
            }
            return self.store(
                context,
                rules,
                &value,
                slice,
                shape,
                &origin,
                (path, format),
            );
        }
        if self.resume {
            return Err(Error::input("found --resume, which goes with -o FILE.zarr").into());
        }
        let format = self.format(context)?;
        let at_origin = origin.iter().all(|x| *x == UBig::ZERO);
        if let Some(figure) = format.picture()
            && Streamed::suits(shape)
            && at_origin
            && coordinates.is_usual()
            && !self.transpose
            && let Some(kind) = grid_value(&value)
            && let job = wythoff_table::Job::new(rules.clone(), slice.clone(), kind, shape)
            && job.plan(wythoff_table::Format::Zarr).is_ok()
        {
            let window = Window::new(slice, origin, shape)?;
            self.highlighting.highlights(&rules, &window, context)?;
            let bytes = self.streamed(context, &job, &value, &window, figure)?;
            return self.put(context, &bytes);
        }
        let window = Window::new(slice, origin, shape)?;
        let mut session = context.session(rules.clone());
        let answer = session.value_table(&value, &window, &context.budget())?;
        let Some(cells) = answer.value else {
            let why = answer.evidence.to_string();
            return Err(Error::limit(format!("the table was not made: {why}")).into());
        };
        let highlights = self.highlighting.highlights(&rules, &window, context)?;
        let bytes = format.write(&TableOutput {
            view: TableView {
                rules: &rules,
                value: &value,
                window: &window,
                cells: &cells,
                evidence: &answer.evidence,
                transposed: self.transpose,
                one_based: coordinates.is_one_based(),
            },
            highlights,
            style: self.looks.style(),
            reading,
            coordinates,
        })?;
        self.put(context, &bytes)
    }

    fn put(&self, context: &Context, bytes: &[u8]) -> Result<Status, Failure> {
        match &self.output {
            Some(path) => write_whole(path, bytes)?,
            None => context.print_bytes(bytes)?,
        }
        Ok(Status::Done)
    }

    /// The map of a table too large to be kept: the dense engine shows it piece by piece.
    fn streamed(
        &self,
        context: &Context,
        job: &wythoff_table::Job,
        value: &TableValue,
        window: &Window,
        write: FigureWriter,
    ) -> Result<Vec<u8>, Failure> {
        let style = self.looks.style();
        let map = Streamed::new(&job.rules, value, window, style.colouring);
        let map = Mutex::new(map);
        let cells = wythoff_table::pieces(job, &context.budget(), &|at, cells| {
            if let Ok(mut map) = map.lock() {
                map.push(at, cells.iter().copied());
            }
        })?;
        let map = map
            .into_inner()
            .map_err(|_| Error::limit("a thread of the dense engine ended"))?;
        let how = format!("computed by the grid from {cells} positions");
        Ok(write(&map.finish(&how), &style)?)
    }

    /// What the cells show; `--model` goes with `win` and `win(p)`.
    fn value(&self) -> Result<TableValue, Failure> {
        let text = self.value.trim();
        let Some(model) = &self.model else {
            if text == "win" {
                return Err(Error::input("found the value win without a probability")
                    .help("write win(4/5), or win with --model random or both-random")
                    .into());
            }
            return Ok(TableValue::parse(text)?);
        };
        let kind = ModelKind::parse(model)?;
        let p = match text.strip_prefix("win(").and_then(|t| t.strip_suffix(')')) {
            Some(p) => Some(parse_probability(p).map_err(|error| Failure::in_text(error, p))?),
            None if text == "win" => None,
            None => {
                return Err(Error::input(format!(
                    "found --model with the value {text}, which goes with win or win(p)"
                ))
                .into());
            }
        };
        Ok(TableValue::of_model(kind, p)?)
    }

    /// The table of a graph: every vertex.
    fn vertices(&self, context: &Context, rules: &Rules) -> Result<Status, Failure> {
        let Game::Graph { graph, .. } = rules.game() else {
            return Err(
                Error::input("found no --size, expected --size N or --size NxM")
                    .help("only a table of graph(FILE) lists all there is without it")
                    .into(),
            );
        };
        if self.slice.is_some() || self.origin.is_some() || self.transpose || self.resume {
            let found =
                "found an option about coordinates; the vertices of a graph are listed whole";
            return Err(Error::input(found).into());
        }
        VertexTable::new(rules, graph, &self.value)?.write(
            context,
            self.output.as_deref(),
            self.format.as_deref(),
        )
    }

    /// An array file, computed straight into it.
    #[allow(clippy::too_many_arguments)]
    fn store(
        &self,
        context: &Context,
        rules: Rules,
        value: &TableValue,
        slice: Slice,
        shape: [usize; 2],
        origin: &[UBig; 2],
        (path, format): (&Path, wythoff_table::Format),
    ) -> Result<Status, Failure> {
        let Some(value) = grid_value(value) else {
            return Err(Error::input(format!(
                "found the value {value}, expected outcome, grundy or remoteness in an array file"
            ))
            .into());
        };
        if self.transpose || origin.iter().any(|x| *x != UBig::ZERO) {
            return Err(Error::input(
                "array files begin at the origin, the first coordinate first",
            )
            .help("leave out --origin and --transpose; transpose on reading")
            .into());
        }
        if self.resume && format != wythoff_table::Format::Zarr {
            return Err(Error::input("found --resume, which goes with -o FILE.zarr").into());
        }
        // Moves by a condition may be lines on this box.
        let corner = slice.position(&[shape[0] as u64 - 1, shape[1] as u64 - 1]);
        let rules = match rules.on_box(&corner, &context.budget())? {
            Some(on_box) => on_box,
            None => rules,
        };
        let job = wythoff_table::Job {
            resume: self.resume,
            ..wythoff_table::Job::new(rules, slice, value, shape)
        };
        let plan = job.plan(format)?;
        context
            .budget()
            .admit_bytes(plan.memory, "computing the table")?;
        let time = match job.expected(&context.budget())? {
            Some(time) => format!(", {} of computing", time_in_words(time)),
            None => String::new(),
        };
        context.note(&format!(
            "about {} of memory, {} of disk{time}{}",
            size_in_words(plan.memory),
            size_in_words(plan.disk),
            match plan.state {
                0 => String::new(),
                state => format!(
                    "; an interrupted run keeps {} to go on from",
                    size_in_words(state)
                ),
            }
        ));
        wythoff_table::write(&job, path, format, &context.budget())?;
        Ok(Status::Done)
    }

    fn format(&self, context: &Context) -> Result<&'static Format, Failure> {
        if let Some(name) = &self.format {
            return Ok(Format::named(name)?);
        }
        match &self.output {
            Some(path) => Ok(Format::of_file(path)?),
            None if context.json => Ok(Format::named("json")?),
            None => Ok(Format::named("text")?),
        }
    }
}

/// The value as the dense engine knows it.
fn grid_value(value: &TableValue) -> Option<grid::Value> {
    match value {
        TableValue::Outcome => Some(grid::Value::Outcome),
        TableValue::Grundy => Some(grid::Value::Grundy),
        TableValue::Remoteness => Some(grid::Value::Remoteness),
        _ => None,
    }
}

/// A time to the second, minute or hour.
fn time_in_words(time: Duration) -> String {
    let (count, unit) = match time.as_secs() {
        seconds @ 0..120 => (seconds.max(1), "second"),
        seconds @ 120..7200 => (seconds.div_ceil(60), "minute"),
        seconds => (seconds.div_ceil(3600), "hour"),
    };
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {unit}{plural}")
}

/// `N` or `NxM`; with one free coordinate a single column.
pub(crate) fn parse_shape(text: &str, free: usize) -> Result<[usize; 2], Error> {
    let side = |part: &str| -> Result<usize, Error> {
        let number = parse_number(part).map_err(|error| {
            Error::new(error.kind(), format!("--size {text}: {}", error.message()))
        })?;
        usize::try_from(number)
            .map_err(|_| Error::limit(format!("--size {text} is beyond any table")))
    };
    let (rows, columns) = match text.split_once(['x', '×']) {
        Some((rows, columns)) => (side(rows)?, side(columns)?),
        None => (side(text)?, if free == 1 { 1 } else { side(text)? }),
    };
    Ok([rows, columns])
}

/// `X,Y`, or the origin.
fn parse_origin(text: Option<&str>, free: usize) -> Result<[UBig; 2], Error> {
    let mut origin = [UBig::ZERO, UBig::ZERO];
    let Some(text) = text else { return Ok(origin) };
    let parts: Vec<&str> = text.split(',').collect();
    if parts.len() != free {
        return Err(Error::input(format!(
            "found --origin {text}, expected {free} coordinate{} separated by ','",
            if free == 1 { "" } else { "s" }
        )));
    }
    for (coordinate, part) in origin.iter_mut().zip(parts) {
        *coordinate = parse_number(part).map_err(|error| {
            Error::new(
                error.kind(),
                format!("--origin {text}: {}", error.message()),
            )
        })?;
    }
    Ok(origin)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_said_in_their_unit() {
        let said = |seconds| time_in_words(Duration::from_secs(seconds));
        assert_eq!(said(0), "1 second");
        assert_eq!(said(119), "119 seconds");
        assert_eq!(said(121), "3 minutes");
        assert_eq!(said(3601 * 5), "6 hours");
    }
}
