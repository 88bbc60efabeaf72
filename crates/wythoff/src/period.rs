//! Rows of Grundy values that repeat: with a proof, or as far as they were seen.
//!
//! A row is a slice of a game with one coordinate running. Its values repeat additively, G(y + p) = G(y) + p,
//! where any number may be taken from the running pile, else plainly, G(y + p) = G(y), from a preperiod on.
//! A [`Periodic`] row is certified: a finite-state machine whose state is all that later values depend on
//! came to the same state twice (`period::machine`). Least period and least preperiod follow by looking at
//! one cycle. Where the machine cannot run or the budget ends first, a row is only [`Seen`].

mod machine;

use dashu_int::{IBig, UBig};

use crate::answer::Evidence;
use crate::budget::Budget;
use crate::error::{Error, ErrorKind};
use crate::notation::Slice;
use crate::plan::{Ask, Plan};
use crate::rules::Rules;
use crate::session::Session;
use crate::table::{Cells, Window};

use machine::{Cycle, Machine, Run};

/// The state that came again, which proves that the values repeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The column before which the state was first seen.
    pub state_at: u64,
    /// How many columns later it came again.
    pub cycle: u64,
    /// Columns run.
    pub columns: u64,
    /// Rows run together.
    pub rows: u64,
    /// Bits of the window in which values were followed.
    pub window: u64,
}

/// A row that provably repeats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Periodic {
    /// Whether G − y repeats, rather than G.
    pub additive: bool,
    /// The least column from which it repeats.
    pub preperiod: u64,
    /// The least period.
    pub period: u64,
    /// G − y, or G, at the first columns: all of the preperiod and one period.
    pub values: Vec<i32>,
    /// Why it repeats.
    pub certificate: Certificate,
}

/// A row of which only the beginning is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Columns seen.
    pub to: u64,
    /// What they look like, if they look like anything: additive, preperiod and period. Not proved.
    pub guess: Option<(bool, u64, u64)>,
    /// Why no more is known.
    pub why: String,
}

/// What is known about a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Regularity {
    /// It repeats, with a certificate.
    Certified(Periodic),
    /// Its beginning.
    Seen(Seen),
}

impl Periodic {
    /// The Grundy value at any column.
    ///
    /// ```
    /// use dashu_int::UBig;
    /// use wythoff::notation::{parse_rules, parse_slice};
    /// use wythoff::period::{Regularity, of_row};
    /// let rules = parse_rules("wythoff")?;
    /// let row = parse_slice(&rules, "3,*")?;
    /// let Regularity::Certified(row) = of_row(&rules, &row, 0, &Default::default(), &Default::default())? else {
    ///     panic!("the machine runs Wythoff's game");
    /// };
    /// assert_eq!((row.preperiod, row.period), (8, 6));
    /// assert_eq!(row.value(&UBig::from(5u8)), UBig::ZERO);
    /// # Ok::<(), wythoff::Error>(())
    /// ```
    #[must_use]
    pub fn value(&self, column: &UBig) -> UBig {
        let index = match usize::try_from(column) {
            Ok(column) if column < self.values.len() => column,
            _ => {
                let beyond = column - UBig::from(self.preperiod);
                let turn = &beyond % UBig::from(self.period);
                self.preperiod as usize + usize::try_from(&turn).unwrap_or(0)
            }
        };
        let value = IBig::from(self.values[index]);
        let value = if self.additive {
            value + IBig::from(column.clone())
        } else {
            value
        };
        // Grundy values are not negative.
        UBig::try_from(value).unwrap_or(UBig::ZERO)
    }

    /// How it is known.
    #[must_use]
    pub fn evidence(&self) -> Evidence {
        Evidence::Computed {
            engine: "row period".into(),
            positions: self.certificate.columns * self.certificate.rows,
        }
    }
}

/// What is known about a row: a slice with one free coordinate. Where it cannot be certified, up to
/// `prefix` columns are looked at.
///
/// # Errors
/// [`ErrorKind::Input`] for a slice with another number of free coordinates; on
/// interruption; at the budget's memory.
pub fn of_row(
    rules: &Rules,
    row: &Slice,
    prefix: usize,
    plan: &Plan,
    budget: &Budget<'_>,
) -> Result<Regularity, Error> {
    if row.free().len() != 1 {
        return Err(Error::input(format!(
            "found the slice {row}, expected one free coordinate"
        ))
        .help("a row of a two-pile game is 5,* and a one-pile game's is *"));
    }
    let Some(machine) = Machine::new(rules, row) else {
        return seen(rules, row, prefix, plan, budget);
    };
    let run = match machine.run(false, budget) {
        // Values that run away from their column have no period to certify; a prefix can be seen.
        Err(error) if error.kind() == ErrorKind::Limit => {
            return seen(rules, row, prefix, plan, budget);
        }
        run => run?,
    };
    let additive = machine.is_additive();
    match periodic_rows(&run, additive, machine.rows()).pop() {
        Some(row) => Ok(Regularity::Certified(row)),
        None => Ok(Regularity::Seen(Seen {
            to: run.columns,
            guess: run.values.first().and_then(|values| {
                let (preperiod, period) = look_of(values)?;
                Some((additive, preperiod, period))
            }),
            why: "no state came again within the steps allowed".into(),
        })),
    }
}

/// All rows of a two-pile game up to one, from one run: row K is number K of the list.
///
/// # Errors
/// [`ErrorKind::Undefined`] where the machine cannot run;
/// [`ErrorKind::Limit`] where no state comes again within the budget.
pub fn of_rows(rules: &Rules, last: &Slice, budget: &Budget<'_>) -> Result<Vec<Periodic>, Error> {
    let machine = Machine::new(rules, last).ok_or_else(|| {
        Error::undefined(format!(
            "the rows of {rules} are not of the kind that can be certified"
        ))
    })?;
    let run = machine.run(true, budget)?;
    let rows = periodic_rows(&run, machine.is_additive(), machine.rows());
    if rows.is_empty() {
        return Err(Error::limit(format!(
            "no state came again within {} columns",
            run.columns
        ))
        .help("allow more with --steps"));
    }
    Ok(rows)
}

/// About how many steps a run takes to certify a row, by what was measured for Wythoff's game: states
/// come again within about K³ columns of row K.
#[must_use]
pub fn expected_steps(rules: &Rules, row: &Slice) -> Option<u128> {
    let machine = Machine::new(rules, row)?;
    let rows = machine.rows() as u128;
    Some((rows.pow(3) + 256) * u128::from(machine.cost_of_column()))
}

/// The recorded rows with least preperiod and period; none without a cycle.
fn periodic_rows(run: &Run, additive: bool, rows: usize) -> Vec<Periodic> {
    let Some(cycle) = run.cycle else {
        return Vec::new();
    };
    let certificate = Certificate {
        state_at: cycle.start,
        cycle: cycle.length,
        columns: run.columns,
        rows: rows as u64,
        window: run.window,
    };
    run.values
        .iter()
        .map(|values| {
            let (preperiod, period) = least(values, cycle);
            Periodic {
                additive,
                preperiod,
                period,
                values: values[..(preperiod + period) as usize].to_vec(),
                certificate,
            }
        })
        .collect()
}

/// The least preperiod and period of a row that repeats with a cycle: the least period divides every
/// other, and the row repeats with it wherever it repeats at all.
fn least(values: &[i32], cycle: Cycle) -> (u64, u64) {
    let (start, length) = (cycle.start as usize, cycle.length as usize);
    let turn = &values[start..start + length];
    let repeats = |p: usize| (0..length).all(|i| turn[i] == turn[(i + p) % length]);
    let period = (1..=length)
        .find(|&p| length.is_multiple_of(p) && repeats(p))
        .unwrap_or(length);
    let mut preperiod = start;
    while preperiod > 0 && values[preperiod - 1] == values[preperiod - 1 + period] {
        preperiod -= 1;
    }
    (preperiod as u64, period as u64)
}

/// The least period, with its least preperiod, of which a list shows three whole turns in its second half.
fn look_of(values: &[i32]) -> Option<(u64, u64)> {
    (1..=values.len() / 6).find_map(|p| {
        let unlike = (0..values.len() - p)
            .rev()
            .find(|&i| values[i] != values[i + p]);
        let preperiod = unlike.map_or(0, |i| i + 1);
        (preperiod + 3 * p <= values.len() && preperiod <= values.len() / 2)
            .then_some((preperiod as u64, p as u64))
    })
}

/// The beginning of a row by the best engine of a plan.
fn seen(
    rules: &Rules,
    row: &Slice,
    prefix: usize,
    plan: &Plan,
    budget: &Budget<'_>,
) -> Result<Regularity, Error> {
    let window = Window::new(row.clone(), [UBig::ZERO, UBig::ZERO], [prefix.max(1), 1])?;
    let mut session = Session::with_plan(rules.clone(), plan);
    let answer = session.table(Ask::Grundy, &window, budget)?;
    let Some(Cells::Small(values)) = answer.value else {
        return Err(Error::limit(format!(
            "the row {row} of {rules}: {}",
            answer.evidence
        )));
    };
    let plain: Vec<i32> = values.iter().map(|&v| v.cast_signed()).collect();
    let offsets: Vec<i32> = plain.iter().zip(0..).map(|(v, y)| v - y).collect();
    let guess = look_of(&plain)
        .map(|(preperiod, period)| (false, preperiod, period))
        .or_else(|| look_of(&offsets).map(|(preperiod, period)| (true, preperiod, period)));
    Ok(Regularity::Seen(Seen {
        to: values.len() as u64,
        guess,
        why: "the rows of this game are not of the kind that can be certified".into(),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_look_of_a_list() {
        let list: Vec<i32> = (0..100).map(|i| if i < 7 { 9 } else { i % 4 }).collect();
        assert_eq!(look_of(&list), Some((7, 4)));
        let growing: Vec<i32> = (0..100).collect();
        assert_eq!(look_of(&growing), None);
        assert_eq!(look_of(&[]), None);
    }

    #[test]
    fn least_periods_divide_the_cycle() {
        let values: Vec<i32> = (0..40).map(|i| if i < 5 { -1 } else { i % 3 }).collect();
        let cycle = Cycle {
            start: 9,
            length: 12,
        };
        assert_eq!(least(&values, cycle), (5, 3));
    }
}
