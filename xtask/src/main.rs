//! `cargo xtask test|bench|figures|docs|proofs`: everything that CI and a newcomer run.
//!
//! `test` is a list of steps ([`steps`]), each in its own module with the reason why it is
//! there; a step sets up what it needs by itself. Nothing here knows any mathematics.

mod apt;
mod bench;
mod figures;
mod run;
mod steps;

use std::process::ExitCode;

use run::Result;

const HELP: &str = "\
Usage: cargo xtask COMMAND

  test [STEP]...   all steps in order, or the named ones; stops at the first that fails
  test --list      the steps and why each is there
  bench [ARG]...   criterion benches (arguments go to them), then the ratios to their baselines
  figures          the pictures of docs/, by the commands written there
  docs             the figures, then the library's documentation
  proofs           the machine-checked proofs alone
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match arguments.split_first() {
        Some((&"test", ["--list"])) => {
            steps::list();
            Ok(())
        }
        Some((&"test", names)) => steps::run(names),
        Some((&"bench", arguments)) => bench::run(arguments),
        Some((&"figures", [])) => figures::run(),
        Some((&"docs", [])) => figures::run().and_then(|()| document()),
        Some((&"proofs", [])) => steps::run(&["proofs"]),
        Some((&("help" | "--help" | "-h"), _)) | None => {
            print!("{HELP}");
            Ok(())
        }
        Some((other, _)) => {
            Err(format!("no such command, or wrong arguments: {other}\n\n{HELP}").into())
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The library's documentation, to be read.
fn document() -> Result<()> {
    // The program has the name of the library, whose pages its own would overwrite.
    run::cargo(["doc", "--workspace", "--no-deps", "--lib"]).run()?;
    println!(
        "The documentation is in {}.",
        run::target().join("doc").display()
    );
    Ok(())
}
