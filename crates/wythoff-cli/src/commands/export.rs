//! `wythoff export theorem FILE --to walnut|mona|dot|tikz`, a theorem for other programs, and
//! `wythoff export graph RULES --size N -o FILE`, a box of any ruleset as an explicit graph.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use wythoff::Error;
use wythoff_automata::{Export as Target, LibraryWatch, Theorem, export};

use super::export_graph::ExportGraph;
use crate::context::Context;
use crate::failure::{Failure, Status};
use crate::files::write_whole;

/// Theorems and games for other programs.
#[derive(Debug, Args)]
pub(crate) struct Export {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// A theorem file: walnut and mona check it, dot and tikz draw it
    Theorem(ExportTheorem),
    /// A box of any ruleset as an explicit graph, which graph(FILE) reads
    Graph(ExportGraph),
}

#[derive(Debug, Args)]
struct ExportTheorem {
    /// The theorem file
    file: PathBuf,
    /// walnut, mona, dot or tikz
    #[arg(long, value_name = "TARGET")]
    to: String,
    /// The file to write, or for walnut the folder; a single file goes to standard output without it
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
    /// Overwrite files
    #[arg(long, requires = "output")]
    force: bool,
}

impl Export {
    pub(crate) fn run(&self, context: &Context) -> Result<Status, Failure> {
        match &self.what {
            What::Theorem(theorem) => theorem.run(context),
            What::Graph(graph) => graph.run(context),
        }
    }
}

impl ExportTheorem {
    fn run(&self, context: &Context) -> Result<Status, Failure> {
        let text = std::fs::read_to_string(&self.file)
            .map_err(|error| Failure::file(&self.file, "reading", &error))?;
        let watch = LibraryWatch::new(context.budget());
        let error = |error| Failure::from(watch.error(&error));
        let budget = watch.budget();
        let target = Target::parse(&self.to).map_err(error)?;
        let theorem = Theorem::from_json(&text, &budget).map_err(error)?;
        let files = export(&theorem, target, &budget).map_err(error)?;
        match (&self.output, &files[..]) {
            (None, [(_, text)]) => context.print(text)?,
            (None, _) => {
                return Err(Error::input("several files are written")
                    .help("name their folder with -o")
                    .into());
            }
            (Some(path), [(_, text)]) => self.write(path, text)?,
            (Some(folder), _) => {
                for (name, text) in &files {
                    self.write(&folder.join(name), text)?;
                }
            }
        }
        Ok(Status::Done)
    }

    fn write(&self, path: &Path, text: &str) -> Result<(), Failure> {
        must_be_new(path, self.force)?;
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)
                .map_err(|error| Failure::file(folder, "making", &error))?;
        }
        write_whole(path, text.as_bytes())
    }
}

/// Refuses to overwrite a file unless told to.
pub(crate) fn must_be_new(path: &Path, force: bool) -> Result<(), Failure> {
    if path.exists() && !force {
        let found = format!("{} is there already", path.display());
        return Err(Error::input(found)
            .help("choose another name, or --force")
            .into());
    }
    Ok(())
}
