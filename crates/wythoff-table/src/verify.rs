//! Whether a stored table is what it says: checksums, and a sample computed again.

use std::path::Path;

use wythoff::Error;
use wythoff::budget::Budget;
use wythoff::grid::{Slab, Tuning, Unsuited, Value, fill, slab};
use wythoff::notation::{parse_rules, parse_slice};
use wythoff::rules::{Cell, Rules, Ruleset};
use wythoff::values::{
    Blocked, GrundyValue, Outcome, OutcomeValue, Packed, RemotenessValue, Valuation,
};

use crate::description::Description;
use crate::stored::Stored;

/// What a verification has looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// What the table holds.
    pub description: Description,
    /// Checksums compared.
    pub checksums: usize,
    /// Cells of the corner that were computed again from nothing.
    pub corner: usize,
    /// Cells anywhere whose value was computed again from the stored values of their options. 0 for
    /// a slice whose positions have options outside it.
    pub sample: usize,
}

/// Side of the corner that is computed again.
const CORNER: usize = 200;

/// Compares all checksums, computes the corner of the table again, and `sample` cells anywhere from
/// their options.
///
/// # Errors
/// [`ErrorKind::Input`](wythoff::ErrorKind::Input) with the first cell that is wrong, and as
/// [`Stored::open`]; the budget's.
pub fn verify(path: &Path, sample: usize, budget: &Budget<'_>) -> Result<Verified, Error> {
    let mut stored = Stored::open(path)?;
    let checksums = stored.check()?;
    let description = stored.description().clone();
    let rules = parse_rules(&description.rules)?;
    let slice = parse_slice(&rules, &description.slice)?;
    let free = slice.free();
    let &[first, second] = free.as_slice() else {
        return Err(Error::input("found a table without two free coordinates"));
    };
    let at: Vec<u64> = slice.fixed.iter().map(|entry| entry.unwrap_or(0)).collect();
    let slab = slab(&rules, (first, second), &at).map_err(Unsuited::into_error)?;
    let value = description.value()?;
    let corner = check_corner(&mut stored, &slab, value, budget)?;
    let sample = if slab.shape.layers.len() == 1 {
        let place = Place {
            rules: &rules,
            at,
            axes: (first, second),
            value,
        };
        place.check_sample(&mut stored, sample, budget)?
    } else {
        0
    };
    Ok(Verified {
        description,
        checksums,
        corner,
        sample,
    })
}

fn wrong(x: usize, y: usize, found: u32, expected: u32) -> Error {
    Error::input(format!(
        "found the value {found} at ({x}, {y}), expected {expected}"
    ))
    .help("the file is whole but not the table of its rules")
}

fn check_corner(
    stored: &mut Stored,
    slab: &Slab,
    value: Value,
    budget: &Budget<'_>,
) -> Result<usize, Error> {
    let [rows, columns] = stored.description().shape;
    let size = (rows.min(CORNER), columns.min(CORNER));
    let table = fill(&slab.shape, value, size, &Tuning::default(), budget)?;
    for x in 0..size.0 {
        for y in 0..size.1 {
            let expected = table.get(slab.layer, x, y).unwrap_or_default();
            let found = stored.get(x, y)?.unwrap_or_default();
            if found != expected {
                return Err(wrong(x, y, found, expected));
            }
        }
    }
    Ok(size.0 * size.1)
}

/// Where the table lies in the game.
struct Place<'r> {
    rules: &'r Rules,
    at: Vec<u64>,
    axes: (usize, usize),
    value: Value,
}

impl Place<'_> {
    fn check_sample(
        &self,
        stored: &mut Stored,
        sample: usize,
        budget: &Budget<'_>,
    ) -> Result<usize, Error> {
        let [rows, columns] = stored.description().shape;
        let mut state = 0x9E37_79B9_7F4A_7C15_u64;
        for done in 0..sample {
            budget.report(done as u64, Some(sample as u64))?;
            // The same cells each time, spread over the table.
            let mut next = |below: usize| {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                ((u128::from(state) * below as u128) >> 64) as usize
            };
            let (x, y) = (next(rows), next(columns));
            let expected = self.value_by_options(stored, x, y)?;
            let found = stored.get(x, y)?.unwrap_or_default();
            if found != expected {
                return Err(wrong(x, y, found, expected));
            }
        }
        Ok(sample)
    }

    fn value_by_options(&self, stored: &mut Stored, x: usize, y: usize) -> Result<u32, Error> {
        let mut from: Cell = self.at.iter().copied().collect();
        (from[self.axes.0], from[self.axes.1]) = (x as u64, y as u64);
        let lines = self
            .rules
            .lines()
            .ok_or_else(|| Error::undefined("the rules are not lines"))?;
        let mut options = Vec::new();
        lines.options_into(&from, &mut options)?;
        // In order of rows, so that each row or chunk is read once; and each option once.
        options.sort_unstable();
        options.dedup();
        let mut values = Vec::with_capacity(options.len());
        for option in options {
            let (u, v) = (option[self.axes.0] as usize, option[self.axes.1] as usize);
            values.push(
                stored
                    .get(u, v)?
                    .ok_or_else(|| Error::input("an option outside the table"))?,
            );
        }
        let convention = self.rules.convention();
        let outcomes = || {
            values
                .iter()
                .map(|&value| if value == 0 { Outcome::P } else { Outcome::N })
        };
        let number = |outcome: Outcome| u32::from(outcome == Outcome::N);
        Ok(match self.value {
            Value::Grundy => GrundyValue(convention)
                .of_options(values.iter().copied())
                .pack(),
            Value::Remoteness => RemotenessValue(convention)
                .of_options(values.iter().copied())
                .pack(),
            Value::Outcome => number(OutcomeValue(convention).of_options(outcomes())),
            Value::Blocked(k) => number(Blocked(u64::from(k)).of_options(outcomes())),
        })
    }
}
