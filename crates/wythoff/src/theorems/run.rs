//! What the checks of one run share: settings, the budget, and tables computed from the definitions.

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::walk::Walk;
use crate::budget::{Budget, Stop, Watch};
use crate::engines::{Options, options_of};
use crate::error::Error;
use crate::notation::parse_rules;
use crate::reference::{CellMemory, Reference};
use crate::rules::{Cell, Convention, Play, Rules, Ruleset, cell};
use crate::values::{GrundyValue, OutcomeValue, Packed, RemotenessValue, Valuation};

/// What a user may ask of the checks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How far each check goes, in its own terms; its default where not given.
    pub size: Option<u64>,
    /// Values of a, for checks about WYT(a, b).
    pub a: Option<RangeInclusive<u64>>,
    /// Values of b.
    pub b: Option<RangeInclusive<u64>>,
    /// Where random instances start from.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            size: None,
            a: None,
            b: None,
            seed: 1,
        }
    }
}

/// The pairs (a, b) of the checks that the first document reports [SanchezGalanXu, section 6].
pub(super) const PAIRS: [(u64, u64); 14] = [
    (1, 1),
    (2, 1),
    (1, 2),
    (2, 2),
    (1, 3),
    (3, 2),
    (2, 3),
    (1, 4),
    (4, 4),
    (3, 3),
    (5, 2),
    (2, 5),
    (4, 1),
    (1, 5),
];

/// A value that a table holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    Outcome,
    Grundy,
    Remoteness,
}

/// Values of all positions of a box, from the definitions.
#[derive(Debug)]
pub(super) struct Table {
    shape: Vec<u64>,
    values: Vec<u32>,
}

impl Table {
    /// The value of a position of the box: an outcome counts as 0 for P.
    pub(super) fn at(&self, at: &[u64]) -> u64 {
        let index = at
            .iter()
            .zip(&self.shape)
            .fold(0, |index, (x, side)| index * side + x);
        u64::from(self.values[index as usize])
    }
}

/// Tables by rules, shape and kind.
type Tables = FxHashMap<(String, Vec<u64>, Kind), Arc<Table>>;

/// What is kept from one check to the next.
#[derive(Debug, Default)]
pub(super) struct Cache {
    tables: Mutex<Tables>,
}

/// How far a check is in its list of parameters: what the watch is told, whatever works below it.
pub(super) struct Overall<'w> {
    watch: &'w dyn Watch,
    done: AtomicU64,
    /// 0 while the check does not go through a list.
    total: AtomicU64,
}

impl<'w> Overall<'w> {
    pub(super) fn new(watch: &'w dyn Watch) -> Overall<'w> {
        Overall {
            watch,
            done: AtomicU64::new(0),
            total: AtomicU64::new(0),
        }
    }
}

impl Watch for Overall<'_> {
    fn progress(&self, done: u64, total: Option<u64>) -> Result<(), Stop> {
        match self.total.load(Ordering::Relaxed) {
            0 => self.watch.progress(done, total),
            all => self
                .watch
                .progress(self.done.load(Ordering::Relaxed), Some(all)),
        }
    }
}

/// One check at work.
pub(super) struct Run<'r> {
    pub(super) settings: &'r Settings,
    /// Its watch is `overall`.
    pub(super) budget: Budget<'r>,
    pub(super) cache: &'r Cache,
    pub(super) overall: &'r Overall<'r>,
}

impl Run<'_> {
    /// The size asked for, or a default.
    pub(super) fn size(&self, default: u64) -> u64 {
        self.settings.size.unwrap_or(default)
    }

    /// The pairs (a, b) asked for, or the fourteen.
    pub(super) fn pairs(&self) -> Vec<(u64, u64)> {
        self.pairs_or(&PAIRS)
    }

    /// The pairs (a, b) asked for, or others.
    pub(super) fn pairs_or(&self, default: &[(u64, u64)]) -> Vec<(u64, u64)> {
        let (a, b) = (&self.settings.a, &self.settings.b);
        if a.is_none() && b.is_none() {
            return default.to_vec();
        }
        let a = a.clone().unwrap_or(1..=1);
        let b = b.clone().unwrap_or(1..=1);
        a.flat_map(|a| b.clone().map(move |b| (a, b))).collect()
    }

    /// Learns whether to go on.
    pub(super) fn look(&self) -> Result<(), Error> {
        self.budget.report(0, None)
    }

    /// Checks many parameters in parallel; records are put together in their order.
    pub(super) fn over<P: Sync, T: Send>(
        &self,
        parameters: &[P],
        check: impl Fn(&P, &mut Walk) -> Result<T, Error> + Sync,
    ) -> Result<(Walk, Vec<T>), Error> {
        self.overall.done.store(0, Ordering::Relaxed);
        self.overall
            .total
            .store(parameters.len() as u64, Ordering::Relaxed);
        let walks: Vec<(Walk, T)> = parameters
            .par_iter()
            .map(|parameter| {
                let mut walk = Walk::default();
                let found = check(parameter, &mut walk)?;
                let done = self.overall.done.fetch_add(1, Ordering::Relaxed) + 1;
                self.budget.report(done, Some(parameters.len() as u64))?;
                Ok((walk, found))
            })
            .collect::<Result<_, Error>>()?;
        let mut all = Walk::default();
        let mut results = Vec::with_capacity(walks.len());
        for (walk, found) in walks {
            all.then(walk);
            results.push(found);
        }
        Ok((all, results))
    }

    /// The values of a box of positions, from the definitions.
    pub(super) fn table(
        &self,
        rules: &Rules,
        shape: &[u64],
        kind: Kind,
    ) -> Result<Arc<Table>, Error> {
        let key = (rules.to_string(), shape.to_vec(), kind);
        let lock = || {
            self.cache
                .tables
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
        };
        if let Some(table) = lock().get(&key) {
            return Ok(table.clone());
        }
        let convention = rules.convention();
        if matches!(rules.play(), Play::Block(_)) {
            return Err(Error::undefined("no table of a blocking game"));
        }
        let values = match kind {
            Kind::Outcome => by_definition(rules, OutcomeValue(convention), shape, &self.budget),
            Kind::Grundy => by_definition(rules, GrundyValue(convention), shape, &self.budget),
            Kind::Remoteness => {
                by_definition(rules, RemotenessValue(convention), shape, &self.budget)
            }
        }?;
        let table = Arc::new(Table {
            shape: shape.to_vec(),
            values,
        });
        lock().insert(key, table.clone());
        Ok(table)
    }

    /// A square table of a two-pile game.
    pub(super) fn square(&self, rules: &Rules, side: u64, kind: Kind) -> Result<Arc<Table>, Error> {
        self.table(rules, &[side, side], kind)
    }
}

/// A table by the reference.
fn by_definition<V: Valuation>(
    rules: &Rules,
    valuation: V,
    shape: &[u64],
    budget: &Budget<'_>,
) -> Result<Vec<u32>, Error> {
    let memory = CellMemory::on_box(shape, budget)?;
    let mut reference = Reference::with_memory(options_of(rules), valuation, memory);
    let cells: u64 = shape.iter().product();
    let mut values = Vec::with_capacity(cells as usize);
    for index in 0..cells {
        values.push(reference.value(&cell_of(index, shape), budget)?.pack());
    }
    Ok(values)
}

/// The position of an index of a box.
fn cell_of(mut index: u64, shape: &[u64]) -> Cell {
    let mut at = Cell::from_elem(0, shape.len());
    for (x, side) in at.iter_mut().zip(shape).rev() {
        *x = index % side;
        index /= side;
    }
    at
}

/// Rules that this project writes down itself.
pub(super) fn rules(text: &str) -> Result<Rules, Error> {
    parse_rules(text)
}

/// WYT(a, b) under a convention.
pub(super) fn wyt(a: u64, b: u64, convention: Convention) -> Result<Rules, Error> {
    let play = match convention {
        Convention::Normal => Play::Normal,
        Convention::Misere => Play::Misere,
    };
    Rules::new(crate::rules::Game::Wyt { a, b }, play)
}

/// The options of a game's positions.
pub(super) struct Moves(Options);

impl Moves {
    pub(super) fn of(rules: &Rules) -> Moves {
        Moves(options_of(rules))
    }

    /// All options, each once, sorted.
    pub(super) fn from(&self, at: &[u64]) -> Result<Vec<Cell>, Error> {
        self.0.options(&cell(at))
    }
}
