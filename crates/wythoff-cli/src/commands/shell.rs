//! Completions and the manual page, made from the arguments themselves.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::args::Cli;
use crate::failure::{Failure, Status};

/// Completions for a shell, on standard output.
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  wythoff completions bash > ~/.local/share/bash-completion/completions/wythoff"
)]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "wythoff", &mut text);
        write_out(&text)
    }
}

/// The manual page, on standard output.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  wythoff man > wythoff.1 && man ./wythoff.1")]
pub(crate) struct Man {}

impl Man {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let mut text = Vec::new();
        let failed = |error: std::io::Error| Failure::output(&error);
        let command = Cli::command();
        clap_mangen::Man::new(command.clone())
            .render(&mut text)
            .map_err(failed)?;
        for sub in command.get_subcommands() {
            clap_mangen::Man::new(sub.clone())
                .render(&mut text)
                .map_err(failed)?;
        }
        write_out(&text)
    }
}

fn write_out(text: &[u8]) -> Result<Status, Failure> {
    use std::io::Write;
    let mut out = std::io::stdout().lock();
    out.write_all(text)
        .and_then(|()| out.flush())
        .map_err(|error| Failure::output(&error))?;
    Ok(Status::Done)
}
