//! What can be compared: sets of positions, formula sets, tables of values; and their members in a box.

use dashu_int::UBig;

use super::members::{Builder, Members};
use super::p_rows::PRows;
use crate::answer::Evidence;
use crate::budget::Budget;
use crate::cells::{CellSet, Numbered};
use crate::error::Error;
use crate::notation::{
    CellSetText, Comparison, Slice, Sources, Test, parse_cell_set, parse_condition, parse_number,
};
use crate::plan::{Ask, Plan};
use crate::rules::{Play, Rules};
use crate::sequences::{Beatty, PSequence};
use crate::session::Session;
use crate::values::Outcome;

/// One side of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Side {
    /// Where a condition holds.
    Cells(CellSet),
    /// The pairs (⌊mα⌋, ⌊m(α + a)⌋), α = (2 − a + √(a² + 4))/2, and their mirrors.
    Beatty(u64),
    /// The outcome, Grundy value or remoteness of every cell.
    Values {
        /// The game.
        rules: Rules,
        /// Which coordinates run.
        slice: Slice,
        /// The value.
        ask: Ask,
    },
}

impl std::fmt::Display for Side {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let at = |rules: &Rules, slice: &Slice| match Slice::default_of(rules) {
            Some(default) if default == *slice => rules.to_string(),
            _ => format!("{rules} at {slice}"),
        };
        match self {
            Side::Cells(set) => write!(f, "{} : {}", at(&set.rules, &set.slice), set.condition),
            Side::Beatty(a) => write!(f, "beatty({a})"),
            Side::Values { rules, slice, ask } => {
                write!(f, "{} : {}", at(rules, slice), ask.word())
            }
        }
    }
}

/// The two sides of a comparison, each `[RULES [at SLICE] :] CONDITION`, `… : VALUE` or `beatty(a)`. A
/// side without rules takes those of the other.
///
/// # Errors
/// [`ErrorKind::Input`](crate::ErrorKind::Input), with the place in the side's text, which `help` names.
///
/// ```
/// use wythoff::compare::parse_sides;
/// let [left, right] = parse_sides("wythoff.pass : outcome=P", "wythoff : grundy=1", &wythoff::notation::NoSources)?;
/// assert_eq!(left.to_string(), "wythoff.pass : outcome=P");
/// assert!(parse_sides("outcome=P", "grundy=1", &wythoff::notation::NoSources).is_err());
/// # Ok::<(), wythoff::Error>(())
/// ```
pub fn parse_sides(left: &str, right: &str, sources: &dyn Sources) -> Result<[Side; 2], Error> {
    let texts = [left, right];
    let mut parts = Vec::new();
    for text in texts {
        parts.push(parse_cell_set(text, sources).map_err(|error| in_side(error, text))?);
    }
    let mut sides = Vec::new();
    for (i, part) in parts.iter().enumerate() {
        let side = parse_side(texts[i], part, &parts[1 - i]);
        sides.push(side.map_err(|error| in_side(error, texts[i]))?);
    }
    let [left, right] =
        <[Side; 2]>::try_from(sides).map_err(|_| Error::input("expected two sides to compare"))?;
    let is_table = |side: &Side| matches!(side, Side::Values { .. });
    if is_table(&left) != is_table(&right) {
        return Err(Error::input(
            "found a table of values on one side and a set of positions on the other",
        )
        .help("compare 'A : grundy' with 'B : grundy', or 'A : grundy=1' with 'B : outcome=P'"));
    }
    let free = |side: &Side| match side {
        Side::Cells(set) => set.slice.free().len(),
        Side::Values { slice, .. } => slice.free().len(),
        Side::Beatty(_) => 2,
    };
    if free(&left) != free(&right) {
        return Err(Error::input(
            "the sides run over different numbers of coordinates",
        ));
    }
    Ok([left, right])
}

fn in_side(error: Error, text: &str) -> Error {
    let help = match error.advice() {
        Some(help) => format!("in {text:?}: {help}"),
        None => format!("in {text:?}"),
    };
    error.help(help)
}

fn parse_side(text: &str, part: &CellSetText, other: &CellSetText) -> Result<Side, Error> {
    let shift = text.rfind(&part.condition).unwrap_or(0);
    if let Some(inner) = part
        .condition
        .strip_prefix("beatty(")
        .and_then(|rest| rest.strip_suffix(')'))
    {
        let a = parse_number(inner.trim()).map_err(|error| error.shifted(shift + 7))?;
        return match u32::try_from(&a) {
            Ok(a) if a > 0 => Ok(Side::Beatty(u64::from(a))),
            _ => Err(Error::input(format!(
                "found beatty({a}), expected a from 1 to 2^32 - 1"
            ))),
        };
    }
    let (rules, slice) = match &part.rules {
        Some(rules) => (rules.clone(), part.slice.clone()),
        None => match &other.rules {
            Some(rules) => (rules.clone(), other.slice.clone()),
            None => {
                return Err(Error::input("neither side names its rules")
                    .help("write 'RULES : CONDITION', for example 'wythoff : outcome=P'"));
            }
        },
    };
    let ask = match part.condition.as_str() {
        "outcome" => Some(Ask::Outcome),
        "grundy" => Some(Ask::Grundy),
        "remoteness" => Some(Ask::Remoteness),
        _ => None,
    };
    let condition = match ask {
        Some(_) => crate::notation::Condition::p_positions(),
        None => parse_condition(&part.condition).map_err(|error| error.shifted(shift))?,
    };
    let set = CellSet::new(rules, slice, condition)?;
    Ok(match ask {
        Some(ask) => Side::Values {
            rules: set.rules,
            slice: set.slice,
            ask,
        },
        None => Side::Cells(set),
    })
}

/// The members of a set in a box and how they are known: by a formula that numbers them, by marking
/// lines, or from a table of values.
///
/// # Errors
/// At the budget's limits.
pub fn members(
    set: &CellSet,
    shape: [usize; 2],
    plan: &Plan,
    budget: &Budget<'_>,
) -> Result<(Members, Evidence), Error> {
    if let Some((finder, evidence, inverted)) = quick(set, shape, plan) {
        let found = match finder {
            Quick::Numbered(session) => match session.numbered() {
                Some(numbered) => numbered_members(numbered, shape, budget)?,
                None => return members_by_table(set, shape, plan, budget),
            },
            Quick::Rows(rows) => {
                let mut builder = Builder::new(shape, budget)?;
                rows.walk(shape[0], budget, &mut |_, row| builder.push(row))?;
                builder.finish()
            }
        };
        let found = if inverted {
            found.complement(budget)?
        } else {
            found
        };
        return Ok((found, evidence));
    }
    members_by_table(set, shape, plan, budget)
}

enum Quick {
    Numbered(Session),
    Rows(PRows),
}

/// A way that does not look at every cell, and whether it finds the complement.
fn quick(set: &CellSet, shape: [usize; 2], plan: &Plan) -> Option<(Quick, Evidence, bool)> {
    if set.slice.free().len() != 2 || shape[0] != shape[1] {
        return None;
    }
    let computed = Evidence::Computed {
        engine: "line marking".into(),
        positions: (shape[0] as u64).saturating_mul(shape[1] as u64),
    };
    let test = set.condition.single()?;
    let value = match test {
        Test::Outcome(Outcome::P | Outcome::N) => 0,
        Test::Grundy(Comparison::Eq, number) if set.rules.play() == Play::Normal => {
            u64::try_from(number).ok()?
        }
        _ => return None,
    };
    let inverted = *test == Test::Outcome(Outcome::N);
    let session = Session::with_plan(set.rules.clone(), plan);
    if value == 0
        && set.rules.axes().len() == 2
        && let Some(numbered) = session.numbered()
    {
        let evidence = numbered.position(&UBig::ZERO).evidence;
        return Some((Quick::Numbered(session), evidence, inverted));
    }
    let rows = match test {
        Test::Outcome(_) => PRows::new(&set.rules, &set.slice)?,
        _ => PRows::of_grundy(&set.rules, &set.slice, value)?,
    };
    Some((Quick::Rows(rows), computed, inverted))
}

fn numbered_members(
    numbered: &dyn Numbered,
    shape: [usize; 2],
    budget: &Budget<'_>,
) -> Result<Members, Error> {
    let side = UBig::from(shape[0].min(shape[1]));
    let mut cells = Vec::new();
    let mut number = UBig::ZERO;
    loop {
        let [x, y] = numbered.position(&number).at;
        if x >= side {
            break;
        }
        if let (Ok(x), Ok(y)) = (u32::try_from(&x), u32::try_from(&y)) {
            cells.push([x, y]);
            cells.push([y, x]);
        }
        number += UBig::ONE;
        if cells.len() % 2048 < 2 {
            budget.admit_bytes(cells.len() as u128 * 24, "the members of a set")?;
            budget.report(cells.len() as u64, None)?;
        }
    }
    Members::of_cells(shape, cells, budget)
}

fn members_by_table(
    set: &CellSet,
    shape: [usize; 2],
    plan: &Plan,
    budget: &Budget<'_>,
) -> Result<(Members, Evidence), Error> {
    let mut session = Session::with_plan(set.rules.clone(), plan);
    let (holds, evidence) = set.rows(&mut session, shape, budget)?;
    let columns = shape[1];
    let mut builder = Builder::new(shape, budget)?;
    let mut row = Vec::new();
    for cells in holds.chunks(columns) {
        row.clear();
        row.extend((0..columns as u32).filter(|&y| cells[y as usize]));
        builder.push(&row)?;
    }
    Ok((builder.finish(), evidence))
}

/// The members of beatty(a) in a box, by the whole-number form of the floors.
///
/// # Errors
/// At the budget's limits.
pub fn beatty_members(
    a: u64,
    shape: [usize; 2],
    budget: &Budget<'_>,
) -> Result<(Members, Evidence), Error> {
    let sequence =
        Beatty::new(&UBig::from(a), &UBig::ONE).map_err(|error| Error::input(error.to_string()))?;
    let mut cells = Vec::new();
    for m in 0u64.. {
        let term = sequence.term(&UBig::from(m));
        let Some((x, y)) = u32::try_from(&term.x).ok().zip(u32::try_from(&term.y).ok()) else {
            break;
        };
        if x as usize >= shape[0].min(shape[1]) {
            break;
        }
        cells.push([x, y]);
        cells.push([y, x]);
        if m % 1024 == 0 {
            budget.admit_bytes(cells.len() as u128 * 24, "the members of a set")?;
            budget.report(m, None)?;
        }
    }
    let evidence = Evidence::Computed {
        engine: "Beatty form".into(),
        positions: cells.len() as u64 / 2,
    };
    Ok((Members::of_cells(shape, cells, budget)?, evidence))
}
