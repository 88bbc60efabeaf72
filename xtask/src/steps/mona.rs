//! MONA confirms small automata that this project proved: a second program, written by others.
//!
//! The tests need the program `mona`, so they are ignored by a plain `cargo test` and run here.

use super::{Done, Step};
use crate::apt::{self, Have};
use crate::run::{Result, cargo};

pub const STEP: Step = Step {
    name: "mona",
    reason: "an independent decision procedure agrees with the prover on small theorems",
    wants: Some("crates/wythoff-automata/tests/mona.rs"),
    work,
};

fn work() -> Result<Done> {
    match apt::ensure(&[("mona", "mona")])? {
        Have::Missing(how) => Ok(Done::Skipped(how)),
        Have::Ready => {
            cargo(["test", "--workspace", "--test", "mona", "--", "--ignored"]).run()?;
            Ok(Done::Passed)
        }
    }
}
