//! `cargo fmt --check`.

use super::{Done, Step};
use crate::run::{Result, cargo};

pub const STEP: Step = Step {
    name: "fmt",
    reason: "one layout of code, so that a diff shows only changes of meaning",
    wants: None,
    work,
};

fn work() -> Result<Done> {
    cargo(["fmt", "--all", "--check"]).run()?;
    Ok(Done::Passed)
}
