//! `cargo clippy`, with every warning an error.

use super::{Done, Step};
use crate::run::{Result, cargo};

pub const STEP: Step = Step {
    name: "clippy",
    reason: "the workspace's lints, with every warning an error",
    wants: None,
    work,
};

fn work() -> Result<Done> {
    cargo([
        "clippy",
        "--workspace",
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ])
    .run()?;
    Ok(Done::Passed)
}
