//! One file per command. Each has its arguments and a `run` that answers them.

pub(crate) mod analyze;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod count;
pub(crate) mod explain;
pub(crate) mod export;
mod export_graph;
pub(crate) mod figure;
pub(crate) mod guess;
mod highlighting;
pub(crate) mod looks;
pub(crate) mod oeis;
pub(crate) mod period;
pub(crate) mod play;
pub(crate) mod positions;
pub(crate) mod prove;
pub(crate) mod sequence;
pub(crate) mod serve;
pub(crate) mod shell;
pub(crate) mod table;
pub(crate) mod verify;
mod vertices;

use crate::args::Command;
use crate::context::Context;
use crate::failure::{Failure, Status};

/// Runs a command.
pub(crate) fn run(command: &Command, context: &Context) -> Result<Status, Failure> {
    match command {
        Command::Analyze(command) => command.run(context),
        Command::Table(command) => command.run(context),
        Command::Positions(command) => command.run(context),
        Command::Count(command) => command.run(context),
        Command::Sequence(command) => command.run(context),
        Command::Figure(command) => command.run(context),
        Command::Oeis(command) => command.run(context),
        Command::Compare(command) => command.run(context),
        Command::Check(command) => command.run(context),
        Command::Period(command) => command.run(context),
        Command::Explain(command) => command.run(context),
        Command::Play(command) => command.run(context),
        Command::Serve(command) => command.run(context),
        Command::Guess(command) => command.run(context),
        Command::Prove(command) => command.run(context),
        Command::Verify(command) => command.run(context),
        Command::Export(command) => command.run(context),
        Command::Completions(command) => command.run(),
        Command::Man(command) => command.run(),
    }
}
