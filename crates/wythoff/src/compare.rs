//! Two sets of positions, or two tables of values, side by side.
//!
//! What is found: how many cells of a box differ, the first of them in order (by larger coordinate, then
//! lexicographically), from which coordinate on the two agree, how far the members of one set are from
//! the other, densities and slopes. Members come from a formula or from marking lines where those reach,
//! so that a box of side 20000 or a million costs what its members cost, not what its cells cost.

mod members;
mod p_rows;
mod sides;
mod statistics;

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use dashu_int::UBig;

use crate::answer::{Answer, Evidence};
use crate::budget::Budget;
use crate::error::Error;
use crate::plan::{Ask, Plan};
use crate::rules::Rules;
use crate::session::Session;
use crate::table::{Cells, Window};

pub use members::{Builder, Members};
pub use p_rows::PRows;
pub use sides::{Side, beatty_members, members, parse_sides};
pub use statistics::{Distances, Ratio, Shape, distances, shape_of};

/// How two sides are compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Side of the box from the origin.
    pub size: usize,
    /// Differences below this largest coordinate are counted but expected.
    pub from: usize,
    /// Values of the left side that stand for others: (3, 5) exchanges 3 and 5.
    pub relabel: Vec<(u64, u64)>,
    /// Whether distances between the sets are wanted.
    pub distance: bool,
    /// How many differing cells are listed.
    pub limit: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            size: 400,
            from: 0,
            relabel: Vec::new(),
            distance: false,
            limit: 100,
        }
    }
}

/// A cell at which two tables differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unlike {
    /// Its free coordinates.
    pub at: Vec<u64>,
    /// The value on the left, after relabelling.
    pub left: String,
    /// The value on the right.
    pub right: String,
}

/// What a comparison found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compared {
    /// Cells compared.
    pub cells: u64,
    /// Cells that differ.
    pub differences: u64,
    /// Those with largest coordinate at least `from`.
    pub differences_from: u64,
    /// The largest coordinate of a cell that differs.
    pub largest_coordinate: Option<u64>,
    /// From here on they agree, on what was compared; none while they differ in the last tenth.
    pub equal_from: Option<u64>,
    /// The first cells that only the left set has.
    pub only_left: Vec<Vec<u64>>,
    /// The first cells that only the right set has.
    pub only_right: Vec<Vec<u64>>,
    /// The first cells where values differ.
    pub unlike: Vec<Unlike>,
    /// How dense and how steep each set is.
    pub shapes: Option<[Shape; 2]>,
    /// From the members of the left set to the right one, and back.
    pub distances: Option<[Distances; 2]>,
    /// How each side is known.
    pub evidence: [Evidence; 2],
}

impl Compared {
    /// Whether no cell with largest coordinate at least `from` differs.
    #[must_use]
    pub fn as_expected(&self) -> bool {
        self.differences_from == 0
    }
}

/// Compares two sides on the box of cells below `settings.size`.
///
/// # Errors
/// At the budget's limits; [`ErrorKind::Input`](crate::ErrorKind::Input) for an empty box, for two sides
/// of different kinds, or for relabelling sets.
///
/// ```
/// use wythoff::compare::{Settings, compare, parse_sides};
/// use wythoff::notation::NoSources;
/// let [left, right] = parse_sides("wythoff.pass : outcome=P", "wythoff : grundy=1", &NoSources)?;
/// let settings = Settings { size: 100, from: 8, ..Settings::default() };
/// let found = compare(&left, &right, &settings, &Default::default(), &Default::default())?;
/// assert_eq!((found.differences, found.equal_from), (14, Some(8)));
/// assert!(found.as_expected());
/// # Ok::<(), wythoff::Error>(())
/// ```
pub fn compare(
    left: &Side,
    right: &Side,
    settings: &Settings,
    plan: &Plan,
    budget: &Budget<'_>,
) -> Result<Compared, Error> {
    if settings.size == 0 {
        return Err(Error::input(
            "found --size 0, expected a box of at least one cell",
        ));
    }
    if let (Side::Values { .. }, Side::Values { .. }) = (left, right) {
        return compare_tables(left, right, settings, plan, budget);
    }
    if !settings.relabel.is_empty() {
        return Err(Error::input("only values can be relabelled, not sets")
            .help("compare 'A : grundy' with 'B : grundy'"));
    }
    let (a, evidence_a) = side_members(left, settings, plan, budget)?;
    let (b, evidence_b) = side_members(right, settings, plan, budget)?;
    let free = if a.shape()[1] == 1 && b.shape()[1] == 1 {
        1
    } else {
        2
    };
    let mut tally = Tally::new(settings);
    let mut firsts = [First::new(settings.limit), First::new(settings.limit)];
    a.differences(&b, budget, &mut |x, y, in_left| {
        tally.note(x, y);
        firsts[usize::from(!in_left)].note(x, y);
    })?;
    let [only_left, only_right] = firsts.map(|first| first.list(free));
    let distances = match settings.distance {
        true => Some([distances(&a, &b, budget)?, distances(&b, &a, budget)?]),
        false => None,
    };
    Ok(Compared {
        cells: (a.shape()[0] * a.shape()[1]) as u64,
        differences: tally.all,
        differences_from: tally.from_on,
        largest_coordinate: tally.largest,
        equal_from: tally.equal_from(),
        only_left,
        only_right,
        unlike: Vec::new(),
        shapes: Some([shape_of(&a), shape_of(&b)]),
        distances,
        evidence: [evidence_a, evidence_b],
    })
}

fn side_members(
    side: &Side,
    settings: &Settings,
    plan: &Plan,
    budget: &Budget<'_>,
) -> Result<(Members, Evidence), Error> {
    let size = settings.size;
    match side {
        Side::Cells(set) => {
            let columns = if set.slice.free().len() == 1 { 1 } else { size };
            members(set, [size, columns], plan, budget)
        }
        Side::Beatty(a) => beatty_members(*a, [size, size], budget),
        Side::Values { .. } => Err(Error::input(
            "found a table of values on one side and a set of positions on the other",
        )),
    }
}

/// The values of a table side.
fn side_cells(
    side: &Side,
    size: usize,
    plan: &Plan,
    budget: &Budget<'_>,
) -> Result<(Cells, Evidence, usize), Error> {
    let Side::Values { rules, slice, ask } = side else {
        return Err(Error::input("expected a table of values"));
    };
    let columns = if slice.free().len() == 1 { 1 } else { size };
    let window = Window::new(slice.clone(), [UBig::ZERO, UBig::ZERO], [size, columns])?;
    let cells = table_of(rules, *ask, &window, plan, budget)?;
    Ok((cells.0, cells.1, columns))
}

/// A table by the best engine of a plan.
fn table_of(
    rules: &Rules,
    ask: Ask,
    window: &Window,
    plan: &Plan,
    budget: &Budget<'_>,
) -> Result<(Cells, Evidence), Error> {
    let mut session = Session::with_plan(rules.clone(), plan);
    let Answer { value, evidence } = session.table(ask, window, budget)?;
    match value {
        Some(cells) => Ok((cells, evidence)),
        None => Err(
            Error::limit(format!("{} of {rules}: {evidence}", ask.word()))
                .help("ask for a smaller size, or allow more with --steps and --memory"),
        ),
    }
}

fn compare_tables(
    left: &Side,
    right: &Side,
    settings: &Settings,
    plan: &Plan,
    budget: &Budget<'_>,
) -> Result<Compared, Error> {
    let (a, evidence_a, columns) = side_cells(left, settings.size, plan, budget)?;
    let (b, evidence_b, _) = side_cells(right, settings.size, plan, budget)?;
    let names = Relabelling::new(&settings.relabel, &a)?;
    let free = if columns == 1 { 1 } else { 2 };
    let mut tally = Tally::new(settings);
    let mut first = First::new(settings.limit);
    for i in 0..a.len() {
        if !names.same(&a, &b, i) {
            tally.note(i / columns, i % columns);
            first.note(i / columns, i % columns);
        }
        if i % 65536 == 0 {
            budget.report(i as u64, Some(a.len() as u64))?;
        }
    }
    let unlike = first.list(free).into_iter().map(|at| {
        let index = at[0] as usize * columns + at.get(1).map_or(0, |&y| y as usize);
        Unlike {
            left: names.text(&a, index),
            right: b.text(index),
            at,
        }
    });
    Ok(Compared {
        cells: a.len() as u64,
        differences: tally.all,
        differences_from: tally.from_on,
        largest_coordinate: tally.largest,
        equal_from: tally.equal_from(),
        only_left: Vec::new(),
        only_right: Vec::new(),
        unlike: unlike.collect(),
        shapes: None,
        distances: None,
        evidence: [evidence_a, evidence_b],
    })
}

/// Exchanges of values.
struct Relabelling<'s>(&'s [(u64, u64)]);

impl<'s> Relabelling<'s> {
    fn new(pairs: &'s [(u64, u64)], cells: &Cells) -> Result<Relabelling<'s>, Error> {
        if !pairs.is_empty() && !matches!(cells, Cells::Small(_) | Cells::Big(_)) {
            return Err(Error::input("only numbers can be relabelled, not outcomes"));
        }
        let mut named: Vec<u64> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
        named.sort_unstable();
        if named.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(Error::input("a value is relabelled twice"));
        }
        Ok(Relabelling(pairs))
    }

    fn of(&self, value: u64) -> u64 {
        for &(a, b) in self.0 {
            if value == a {
                return b;
            }
            if value == b {
                return a;
            }
        }
        value
    }

    fn big(&self, value: &UBig) -> UBig {
        u64::try_from(value).map_or_else(|_| value.clone(), |small| UBig::from(self.of(small)))
    }

    fn same(&self, a: &Cells, b: &Cells, i: usize) -> bool {
        match (a, b) {
            (Cells::Small(a), Cells::Small(b)) => self.of(u64::from(a[i])) == u64::from(b[i]),
            (Cells::Outcomes(a), Cells::Outcomes(b)) => a[i] == b[i],
            _ => self.text(a, i) == b.text(i),
        }
    }

    fn text(&self, cells: &Cells, i: usize) -> String {
        match cells {
            Cells::Small(cells) => self.of(u64::from(cells[i])).to_string(),
            Cells::Big(cells) => self.big(&cells[i]).to_string(),
            _ => cells.text(i),
        }
    }
}

/// Counts of differing cells.
struct Tally {
    size: u64,
    from: u64,
    all: u64,
    from_on: u64,
    largest: Option<u64>,
}

impl Tally {
    fn new(settings: &Settings) -> Tally {
        Tally {
            size: settings.size as u64,
            from: settings.from as u64,
            all: 0,
            from_on: 0,
            largest: None,
        }
    }

    fn note(&mut self, x: usize, y: usize) {
        let coordinate = x.max(y) as u64;
        self.all += 1;
        self.from_on += u64::from(coordinate >= self.from);
        self.largest = self.largest.max(Some(coordinate));
    }

    /// One more than the largest coordinate of a difference, unless that lies in the last tenth.
    fn equal_from(&self) -> Option<u64> {
        let from = self.largest.map_or(0, |largest| largest + 1);
        (from <= self.size - self.size.div_ceil(10)).then_some(from)
    }
}

/// The first few cells by larger coordinate, then lexicographically.
struct First {
    limit: usize,
    /// The last of those kept is on top.
    kept: BinaryHeap<(usize, usize, usize)>,
}

impl First {
    fn new(limit: usize) -> First {
        First {
            limit,
            kept: BinaryHeap::new(),
        }
    }

    fn note(&mut self, x: usize, y: usize) {
        let key = (x.max(y), x, y);
        if self.kept.len() < self.limit {
            self.kept.push(key);
        } else if self.kept.peek().is_some_and(|last| key < *last) {
            self.kept.pop();
            self.kept.push(key);
        }
    }

    fn list(self, free: usize) -> Vec<Vec<u64>> {
        let mut kept: Vec<Reverse<_>> = self.kept.into_iter().map(Reverse).collect();
        kept.sort_unstable_by_key(|Reverse(key)| *key);
        kept.into_iter()
            .map(|Reverse((_, x, y))| [x as u64, y as u64].into_iter().take(free).collect())
            .collect()
    }
}
