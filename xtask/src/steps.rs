//! The steps of `cargo xtask test`, in order, cheap ones first.
//!
//! A step whose folder does not exist is left out; a step that cannot be set up here says so and is
//! listed as skipped, which under CI is a failure.

mod browser;
mod clippy;
mod doc;
mod format;
mod mona;
mod proofs;
mod python;
mod tests;

use std::path::PathBuf;
use std::time::Instant;

use crate::run::{self, Result};

/// One step.
pub struct Step {
    /// Its name on the command line.
    pub name: &'static str,
    /// Why it is there, in one line.
    pub reason: &'static str,
    /// A folder or file without which there is nothing to do.
    pub wants: Option<&'static str>,
    /// The work.
    pub work: fn() -> Result<Done>,
}

/// How a step ended that did not fail.
pub enum Done {
    /// All was done and was right.
    Passed,
    /// It could not be set up here, for this reason.
    Skipped(String),
}

/// All steps whose folder exists, in order.
fn all() -> Vec<&'static Step> {
    [
        &format::STEP,
        &clippy::STEP,
        &doc::STEP,
        &tests::STEP,
        &proofs::STEP,
        &python::STEP,
        &browser::STEP,
        &mona::STEP,
    ]
    .into_iter()
    .filter(|step| {
        step.wants
            .is_none_or(|path| run::root().join(path).exists())
    })
    .collect()
}

/// Prints the steps.
pub fn list() {
    for step in all() {
        println!("{:8}  {}", step.name, step.reason);
    }
}

/// Runs all steps, or those named, up to the first that fails.
///
/// # Errors
/// The first failure, with its step's name; a name that is no step.
pub fn run(names: &[&str]) -> Result<()> {
    let steps = all();
    if let Some(unknown) = names
        .iter()
        .find(|name| steps.iter().all(|step| step.name != **name))
    {
        return Err(format!("no such step here: {unknown} (see cargo xtask test --list)").into());
    }
    let mut rows = Vec::new();
    let mut failure = None;
    for step in steps
        .iter()
        .filter(|step| names.is_empty() || names.contains(&step.name))
    {
        println!("\n== {}: {}", step.name, step.reason);
        let start = Instant::now();
        let done = (step.work)();
        let seconds = start.elapsed().as_secs_f64();
        let (word, error) = match done {
            Ok(Done::Passed) => ("passed".to_owned(), None),
            Ok(Done::Skipped(why)) if run::is_ci() => ("failed".to_owned(), Some(why.into())),
            Ok(Done::Skipped(why)) => (format!("skipped: {why}"), None),
            Err(error) => ("failed".to_owned(), Some(error)),
        };
        rows.push((step.name, seconds, word));
        if let Some(error) = error {
            failure = Some(format!("the step `{}` failed: {error}", step.name));
            break;
        }
    }
    summarise(&rows);
    failure.map_or(Ok(()), |failure| Err(failure.into()))
}

/// The table of steps, then one plain line of counts.
fn summarise(rows: &[(&str, f64, String)]) {
    println!("\n{:10}{:>9}  result", "step", "seconds");
    for (name, seconds, word) in rows {
        println!("{name:10}{seconds:9.1}  {word}");
    }
    let count = |word: &str| {
        rows.iter()
            .filter(|(_, _, found)| found.starts_with(word))
            .count()
    };
    let skipped = match count("skipped") {
        0 => String::new(),
        number => format!(", {number} skipped"),
    };
    println!(
        "\nsteps: {} passed, {} failed{skipped}",
        count("passed"),
        count("failed")
    );
}

/// The folder `name` below target, made where it is missing.
fn work_folder(name: &str) -> Result<PathBuf> {
    let folder = run::target().join(name);
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(folder)
}
