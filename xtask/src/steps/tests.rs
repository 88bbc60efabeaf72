//! `cargo test`: unit tests, integration tests, the corpus through every engine, doctests.

use super::{Done, Step};
use crate::run::{Result, cargo};

pub const STEP: Step = Step {
    name: "tests",
    reason: "all tests of all crates, the corpus and the examples in the docs",
    wants: None,
    work,
};

fn work() -> Result<Done> {
    cargo(["test", "--workspace"]).run()?;
    Ok(Done::Passed)
}
