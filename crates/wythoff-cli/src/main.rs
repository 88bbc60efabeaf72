//! The command line of Wythoff: arguments become a validated request, the library answers, one file
//! per output format prints.

#![forbid(unsafe_code)]

mod args;
mod commands;
mod context;
mod coordinates;
mod failure;
mod files;
mod known;
mod output;
mod sources;
mod watch;

use std::process::ExitCode;

use args::Cli;
use clap::Parser;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return failure::usage(&error),
    };
    let context = match context::Context::new(&cli.common) {
        Ok(context) => context,
        Err(failure) => return failure::show(&failure, cli.common.json),
    };
    match commands::run(&cli.command, &context) {
        Ok(status) => status.into(),
        Err(failure) => failure::show(&failure, cli.common.json),
    }
}
