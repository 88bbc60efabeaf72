//! `wythoff export graph RULES --size N -o g.csv|g.dot`: a box of any ruleset as an explicit graph.
//!
//! Reading the file back with `graph(FILE)` gives every position the values that it has in the ruleset.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use wythoff::Error;
use wythoff::notation::parse_number;
use wythoff::rules::{Axis, BoxGraph, Play, Rules};

use super::export::must_be_new;
use super::vertices::field;
use crate::context::Context;
use crate::failure::{Failure, Status};
use crate::files::write_whole_with;

#[derive(Debug, Args)]
#[command(
    after_help = "A vertex is called by its coordinates, such as 3-5-1. Every value of a vertex is that of \
                        the position.\n\nExamples:\n  wythoff export graph wythoff.pass --size 9 -o \
                        pass.csv\n  wythoff export graph \"nim(3)\" --size 4x5x6 -o nim.dot\n  wythoff table \
                        \"graph(pass.csv)\" --value grundy"
)]
pub(crate) struct ExportGraph {
    /// The rules in one line
    rules: String,
    /// Numbers of values of the piles: N for all, or NxM… one by one; passes and vertices are all taken
    #[arg(long, value_name = "N|NxM…")]
    size: Option<String>,
    /// The file to write, .csv, .tsv or .dot; without it CSV goes to standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Overwrite the file
    #[arg(long, requires = "output")]
    force: bool,
}

#[derive(Clone, Copy, Debug)]
enum Format {
    Separated(char),
    Dot,
}

impl ExportGraph {
    pub(crate) fn run(&self, context: &Context) -> Result<Status, Failure> {
        let rules = context.rules(&self.rules)?;
        let sides = self.sides(&rules)?;
        let graph = BoxGraph::new(&rules, sides)?;
        let format = match &self.output {
            Some(path) => format_of(path)?,
            None => Format::Separated(','),
        };
        if rules.play() != Play::Normal {
            let play = rules.to_string();
            let play = play.rsplit('.').next().unwrap_or_default();
            context.note(&format!(
                "a graph has no play convention: read it as graph(FILE).{play}"
            ));
        }
        match &self.output {
            Some(path) => {
                must_be_new(path, self.force)?;
                write_whole_with(path, |out| write(&graph, format, context, out, Some(path)))?;
            }
            None => context.print_with(|out| write(&graph, format, context, out, None))?,
        }
        Ok(Status::Done)
    }

    /// The number of values of each coordinate.
    fn sides(&self, rules: &Rules) -> Result<Vec<u64>, Failure> {
        let axes = rules.axes();
        let piles = axes.iter().filter(|axis| **axis == Axis::Pile).count();
        let given: Vec<u64> = match &self.size {
            Some(text) => text
                .split(['x', '×'])
                .map(|part| side(text, part))
                .collect::<Result<_, _>>()?,
            None if piles == 0 => Vec::new(),
            None => {
                return Err(Error::input("found no --size, expected --size N or NxM…").into());
            }
        };
        if given.len() != piles && given.len() != 1 {
            return Err(Error::input(format!(
                "found {} sides, expected 1 or {piles}, one for each pile of {rules}",
                given.len()
            ))
            .into());
        }
        let mut next = given.iter().cycle();
        Ok(axes
            .iter()
            .map(|axis| match axis {
                Axis::Pile => next.next().copied().unwrap_or(1),
                Axis::Passes(times) => times.saturating_add(1),
                Axis::Vertex => u64::MAX,
            })
            .collect())
    }
}

fn side(size: &str, part: &str) -> Result<u64, Error> {
    let number = parse_number(part)
        .map_err(|error| Error::new(error.kind(), format!("--size {size}: {}", error.message())))?;
    u64::try_from(number).map_err(|_| Error::limit(format!("--size {size} is beyond any box")))
}

fn format_of(path: &Path) -> Result<Format, Error> {
    let name = path.to_string_lossy();
    for (ending, format) in [
        (".csv", Format::Separated(',')),
        (".tsv", Format::Separated('\t')),
        (".dot", Format::Dot),
        (".gv", Format::Dot),
    ] {
        if name.ends_with(ending) {
            return Ok(format);
        }
    }
    Err(Error::input(format!(
        "found the file name {name}, expected one of the endings .csv .tsv .dot .gv"
    )))
}

fn write(
    graph: &BoxGraph<'_>,
    format: Format,
    context: &Context,
    out: &mut dyn Write,
    path: Option<&Path>,
) -> Result<(), Failure> {
    let failed = |error: std::io::Error| match path {
        Some(path) => Failure::file(path, "writing", &error),
        None => Failure::output(&error),
    };
    if let Format::Dot = format {
        writeln!(out, "digraph {{").map_err(failed)?;
    }
    let mut broken = None;
    graph.each_edge(&context.budget(), |from, to| {
        let line = match (format, to) {
            (Format::Separated(separator), Some(to)) => {
                format!(
                    "{}{separator}{}\n",
                    field(from, separator),
                    field(to, separator)
                )
            }
            (Format::Separated(separator), None) => field(from, separator) + "\n",
            (Format::Dot, Some(to)) => format!("  {} -> {};\n", quoted(from), quoted(to)),
            (Format::Dot, None) => format!("  {};\n", quoted(from)),
        };
        match out.write_all(line.as_bytes()) {
            Ok(()) => true,
            Err(error) => {
                broken = Some(error);
                false
            }
        }
    })?;
    if let Some(error) = broken {
        return Err(failed(error));
    }
    if let Format::Dot = format {
        writeln!(out, "}}").map_err(failed)?;
    }
    Ok(())
}

/// A name in DOT.
fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\\\""))
}
