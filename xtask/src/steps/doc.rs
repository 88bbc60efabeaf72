//! `cargo doc`, with every warning an error.

use super::{Done, Step};
use crate::run::{Result, cargo};

pub const STEP: Step = Step {
    name: "doc",
    reason: "the documentation builds and its links lead somewhere",
    wants: None,
    work,
};

fn work() -> Result<Done> {
    cargo(["doc", "--workspace", "--no-deps"])
        .env("RUSTDOCFLAGS", "-D warnings")
        .run()?;
    Ok(Done::Passed)
}
