//! The chances at every position in reach, in one pass.

use super::arithmetic::Arithmetic;
use super::model::{Chances, Model};
use super::reach::Reach;
use crate::budget::Budget;
use crate::error::Error;
use crate::rules::Convention;

/// How a pass ended.
pub(super) enum Solved<C> {
    /// With all chances, by number.
    All(Vec<Chances<C>>),
    /// Some fraction, or the work on all, outgrew the limit.
    TooLong,
}

/// How long numbers may become before a pass gives up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lengths {
    /// Bits of one chance.
    pub(super) bits: usize,
    /// Squares of 64-bit words, over all options: about the time that fractions take.
    pub(super) work: u128,
}

/// The chances at every position in reach.
///
/// # Errors
/// At the budget's limits and on interruption.
pub(super) fn solve<A: Arithmetic>(
    reach: &Reach,
    model: &Model,
    convention: Convention,
    arithmetic: &A,
    lengths: Lengths,
    budget: &Budget<'_>,
) -> Result<Solved<A::Chance>, Error> {
    let mut all: Vec<Chances<A::Chance>> = Vec::with_capacity(reach.len());
    let (mut bytes, mut work) = (0u128, 0u128);
    for number in 0..reach.len() {
        let options: Vec<&Chances<A::Chance>> = reach
            .options(number)
            .iter()
            .map(|&option| &all[option as usize])
            .collect();
        let chances = if options.is_empty() {
            at_end(arithmetic, convention)
        } else {
            model.step(arithmetic, &options)
        };
        let bits = arithmetic
            .bits(&chances.first)
            .max(arithmetic.bits(&chances.second));
        let words = 1 + bits as u128 / 64;
        work += words * words * options.len() as u128;
        if bits > lengths.bits || work > lengths.work {
            return Ok(Solved::TooLong);
        }
        bytes += words * 24 + size_of::<Chances<A::Chance>>() as u128;
        all.push(chances);
        if number % 64 == 0 {
            budget.admit_bytes(bytes, "remembering the chances of all positions in reach")?;
            budget.report(number as u64, Some(reach.len() as u64))?;
        }
    }
    Ok(Solved::All(all))
}

/// Where nobody can move, who is to move has lost in normal and won in misère play.
fn at_end<A: Arithmetic>(arithmetic: &A, convention: Convention) -> Chances<A::Chance> {
    let mover_wins = convention == Convention::Misere;
    Chances {
        first: arithmetic.certain(mover_wins),
        second: arithmetic.certain(!mover_wins),
        toss: None,
    }
}
