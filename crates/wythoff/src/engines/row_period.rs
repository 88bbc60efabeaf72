//! Grundy values far out in a row that is certified to repeat (see [`crate::period`]).
//!
//! The largest coordinate runs, the others fix the row; once the row's period is known, any coordinate costs
//! a division. Rows are remembered.

use dashu_int::UBig;
use rustc_hash::FxHashMap;

use crate::answer::{Evidence, Value};
use crate::budget::Budget;
use crate::engines::known_game;
use crate::error::Error;
use crate::notation::Slice;
use crate::period::{Periodic, Regularity, expected_steps, of_row};
use crate::plan::{Ask, Engine, Offer, Plan, Solver};
use crate::rules::Rules;

/// Rows beyond this are left to other engines.
const MOST_ROW: u64 = 256;

/// Answers Grundy values in periodic rows.
#[derive(Clone, Copy, Debug, Default)]
pub struct RowPeriodEngine;

impl Engine for RowPeriodEngine {
    fn name(&self) -> &'static str {
        "row period"
    }

    fn open(&self, rules: &Rules) -> Option<Box<dyn Solver>> {
        rules.lines()?;
        // With b > 1 no window was found that holds the values of a row: the search would only cost.
        if known_game(rules).is_some_and(|known| known.b > 1) {
            return None;
        }
        Some(Box::new(RowSolver {
            rules: rules.clone(),
            rows: FxHashMap::default(),
        }))
    }
}

struct RowSolver {
    rules: Rules,
    rows: FxHashMap<Vec<Option<u64>>, Periodic>,
}

/// The row of a position, with its largest coordinate running.
fn row_of(at: &[UBig]) -> Option<(Slice, usize)> {
    let run = (0..at.len()).max_by_key(|&i| (&at[i], i))?;
    let fixed = at
        .iter()
        .enumerate()
        .map(|(i, x)| match u64::try_from(x) {
            _ if i == run => Some(None),
            Ok(x) if x <= MOST_ROW => Some(Some(x)),
            _ => None,
        })
        .collect::<Option<Vec<_>>>()?;
    Some((Slice { fixed }, run))
}

impl Solver for RowSolver {
    fn offer(&self, ask: Ask, at: &[UBig]) -> Option<Offer> {
        if ask != Ask::Grundy {
            return None;
        }
        let (row, _) = row_of(at)?;
        let cost = if self.rows.contains_key(&row.fixed) {
            1
        } else {
            expected_steps(&self.rules, &row)?
        };
        Some(Offer {
            evidence: Evidence::Computed {
                engine: "row period".into(),
                positions: 0,
            },
            cost,
        })
    }

    fn answer(
        &mut self,
        _ask: Ask,
        at: &[UBig],
        budget: &Budget<'_>,
    ) -> Result<(Value, Evidence), Error> {
        let (row, run) = row_of(at).ok_or_else(|| Error::limit("no row of this size"))?;
        if !self.rows.contains_key(&row.fixed) {
            match of_row(&self.rules, &row, 1, &Plan::reference_only(), budget)? {
                Regularity::Certified(periodic) => {
                    self.rows.insert(row.fixed.clone(), periodic);
                }
                Regularity::Seen(seen) => return Err(Error::limit(seen.why)),
            }
        }
        match self.rows.get(&row.fixed) {
            Some(periodic) => Ok((Value::Number(periodic.value(&at[run])), periodic.evidence())),
            None => Err(Error::limit("no row of this size")),
        }
    }
}
