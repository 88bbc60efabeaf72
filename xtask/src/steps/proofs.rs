//! `proofs/check.sh`: Rocq checks what the formulas rest on.

use super::{Done, Step};
use crate::apt::{self, Have};
use crate::run::{Result, task};

pub const STEP: Step = Step {
    name: "proofs",
    reason: "the formulas that answer beyond any test's reach are proved, without axioms",
    wants: Some("proofs/check.sh"),
    work,
};

fn work() -> Result<Done> {
    match apt::ensure(&[("coqc", "coq"), ("make", "make")])? {
        Have::Missing(how) => Ok(Done::Skipped(how)),
        Have::Ready => {
            task("bash", ["proofs/check.sh"]).run()?;
            Ok(Done::Passed)
        }
    }
}
