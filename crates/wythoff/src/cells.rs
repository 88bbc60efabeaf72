//! Sets of positions: where a condition on values holds, listed in order, counted, compared.
//!
//! A [`CellSet`] is rules, a slice and a condition. It is listed either by number, where a formula
//! numbers the P-positions, or by walking boxes of doubling size; whoever asks cannot tell which.

use dashu_base::BitTest;
use dashu_int::UBig;

use crate::answer::{Answer, Evidence};
use crate::budget::Budget;
use crate::error::Error;
use crate::notation::{Comparison, Condition, Slice, Test};
use crate::plan::Ask;
use crate::rules::{Convention, Play, Rules};
use crate::session::Session;
use crate::table::{Cells, Window};
use crate::values::Outcome;

/// A position that a formula numbers, x ≤ y.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberedPosition {
    /// Both coordinates, the smaller first.
    pub at: [UBig; 2],
    /// How it is known to be one of the set.
    pub evidence: Evidence,
}

/// P-positions of a symmetric two-pile game with x ≤ y, numbered from 0 by smaller coordinate.
pub trait Numbered {
    /// P-position number n.
    fn position(&self, number: &UBig) -> NumberedPosition;

    /// The least number whose smaller coordinate is at least this.
    fn first_from(&self, coordinate: &UBig) -> UBig;

    /// The remoteness of P-position number n, where it is known.
    fn remoteness_of(&self, number: &UBig) -> Option<UBig>;

    /// The number of the one P-position, x ≤ y, with this remoteness, if there is exactly one.
    fn number_of_remoteness(&self, remoteness: &UBig) -> Option<UBig>;
}

/// In which order positions are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// By the smaller coordinate.
    Smaller,
    /// By the larger coordinate, then lexicographically.
    Larger,
}

impl Order {
    /// Its word in output.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Order::Smaller => "smaller",
            Order::Larger => "larger",
        }
    }
}

/// A set of positions: where a condition on values holds on a slice of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellSet {
    /// The game.
    pub rules: Rules,
    /// Which coordinates run.
    pub slice: Slice,
    /// What holds on the set.
    pub condition: Condition,
}

/// What part of a set is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// How many positions.
    pub count: usize,
    /// The number of the first one, from 0, or
    pub start: UBig,
    /// the least coordinate that the order goes by.
    pub from_coordinate: Option<UBig>,
    /// Both orientations of each, even where the rules are symmetric.
    pub all: bool,
    /// The order; by default as [`CellSet::default_order`] says.
    pub order: Option<Order>,
}

/// Positions of a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The order they stand in.
    pub order: Order,
    /// The positions, all coordinates of each.
    pub positions: Vec<Vec<UBig>>,
    /// How they are known.
    pub evidence: Evidence,
}

/// How many cells of a box hold the condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// Cells that hold it.
    pub number: u64,
    /// All cells looked at.
    pub cells: u64,
    /// Sum of the first free coordinates of those that hold it.
    pub sum_first: u128,
    /// Sum of the second free coordinates.
    pub sum_second: u128,
    /// How the values are known.
    pub evidence: Evidence,
}

impl CellSet {
    /// The set on a slice, or on the default slice of the rules.
    ///
    /// # Errors
    /// [`ErrorKind::Input`](crate::ErrorKind::Input) when no slice is given and the rules need one, or
    /// when a test has no meaning for the rules.
    ///
    /// ```
    /// use wythoff::cells::CellSet;
    /// use wythoff::notation::{parse_condition, parse_rules};
    /// use wythoff::Session;
    /// let set = CellSet::new(parse_rules("wyt(1,2)")?, None, parse_condition("outcome=P")?)?;
    /// let mut session = Session::new(set.rules.clone());
    /// assert!(set.contains(&mut session, &[9, 12], &Default::default())?);
    /// # Ok::<(), wythoff::Error>(())
    /// ```
    pub fn new(rules: Rules, slice: Option<Slice>, condition: Condition) -> Result<CellSet, Error> {
        let Some(slice) = slice.or_else(|| Slice::default_of(&rules)) else {
            return Err(Error::input(format!(
                "{rules} has {} coordinates: say which two run",
                rules.axes().len()
            ))
            .help("for example --slice \"*,*,0\": a star for each free coordinate"));
        };
        if matches!(rules.play(), Play::Block(_))
            && condition
                .tests
                .iter()
                .any(|test| !matches!(test, Test::Outcome(_)))
        {
            return Err(Error::undefined(
                "blocking games have outcomes only: other values are not defined",
            ));
        }
        Ok(CellSet {
            rules,
            slice,
            condition,
        })
    }

    /// Whether a position of the slice, given by its free coordinates, is in the set.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`](crate::ErrorKind::Limit) where a value is not known.
    pub fn contains(
        &self,
        session: &mut Session,
        free: &[u64],
        budget: &Budget<'_>,
    ) -> Result<bool, Error> {
        let at = crate::engines::big_position(&self.slice.position(free));
        for test in &self.condition.tests {
            let answer = session.ask(ask_of(test), &at, budget)?;
            let evidence = answer.evidence;
            let Some(value) = answer.value else {
                return Err(Error::limit(format!("{test} at {at:?}: {evidence}")));
            };
            let holds = match test {
                Test::Outcome(wanted) => value.outcome() == Some(*wanted),
                Test::Grundy(sign, number) | Test::Remoteness(sign, number) => value
                    .number()
                    .is_some_and(|value| sign.holds(&value, number)),
            };
            if !holds {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// For each cell of a box, row by row, whether it is in the set; and how the values are known.
    ///
    /// # Errors
    /// At the budget's limits.
    pub fn rows(
        &self,
        session: &mut Session,
        shape: [usize; 2],
        budget: &Budget<'_>,
    ) -> Result<(Vec<bool>, Evidence), Error> {
        let columns = if self.slice.free().len() == 1 {
            1
        } else {
            shape[1]
        };
        let window = Window::new(
            self.slice.clone(),
            [UBig::ZERO, UBig::ZERO],
            [shape[0], columns],
        )?;
        let mut holds = vec![true; window.cells()];
        let mut weakest: Option<Evidence> = None;
        for test in &self.condition.tests {
            let Answer { value, evidence } = session.table(ask_of(test), &window, budget)?;
            let Some(cells) = value else {
                return Err(Error::limit(format!("{test}: {evidence}")));
            };
            mark(test, &cells, &mut holds);
            if weakest
                .as_ref()
                .is_none_or(|weakest| weakest.rank() <= evidence.rank())
            {
                weakest = Some(evidence);
            }
        }
        let evidence = weakest.unwrap_or(Evidence::Computed {
            engine: "none".into(),
            positions: 0,
        });
        Ok((holds, evidence))
    }

    /// By smaller coordinate where every row provably holds finitely many members, else by larger.
    /// A row holds at most one P-position, or one cell of a Grundy value, when any number may be taken
    /// from one pile, play is normal and no terminal position is added.
    #[must_use]
    pub fn default_order(&self) -> Order {
        let finite_rows = match self.condition.tests.iter().find(|test| picks_few(test)) {
            Some(_) => crate::engines::known_game(&self.rules).is_some() || self.rows_hold_one(),
            None => false,
        };
        if finite_rows {
            Order::Smaller
        } else {
            Order::Larger
        }
    }

    /// Whether no two cells of a row or column of the slice can have the same Grundy value.
    fn rows_hold_one(&self) -> bool {
        use crate::rules::Condition as Silence;
        let Some(lines) = self.rules.lines() else {
            return false;
        };
        let free = self.slice.free();
        if self.rules.play() != Play::Normal || free.len() != 2 {
            return false;
        }
        let reaches = |axis: usize| {
            lines.families().iter().any(|family| {
                let unit = |v: &[i64]| {
                    v.iter()
                        .enumerate()
                        .all(|(i, &e)| e == i64::from(i == axis))
                };
                let never_silent = family
                    .silent
                    .iter()
                    .all(|&c| matches!(lines.conditions()[c], Silence::Stuck(_)));
                unit(&family.base)
                    && family.ray.as_deref().is_some_and(unit)
                    && never_silent
                    && family.boards.is_empty()
            })
        };
        reaches(free[0]) && reaches(free[1])
    }

    /// The members asked for, in order.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`](crate::ErrorKind::Limit) when they lie beyond what the budget reaches.
    pub fn list(
        &self,
        session: &mut Session,
        wanted: &Listing,
        budget: &Budget<'_>,
    ) -> Result<Listed, Error> {
        let order = wanted.order.unwrap_or_else(|| self.default_order());
        if order == Order::Smaller
            && self.slice.free().len() == 2
            && let Some(listed) = self.list_by_number(session, wanted, budget)?
        {
            return Ok(listed);
        }
        self.list_by_walking(session, wanted, order, budget)
    }

    fn list_by_number(
        &self,
        session: &Session,
        wanted: &Listing,
        budget: &Budget<'_>,
    ) -> Result<Option<Listed>, Error> {
        let Some(numbered) = session.numbered() else {
            return Ok(None);
        };
        let range = match self.condition.single() {
            Some(Test::Outcome(Outcome::P)) => None,
            Some(Test::Grundy(Comparison::Eq, number))
                if *number == UBig::ZERO && self.rules.convention() == Convention::Normal =>
            {
                None
            }
            Some(Test::Remoteness(Comparison::Eq, number)) => {
                match numbered.number_of_remoteness(number) {
                    Some(number) => Some(number),
                    None => return Ok(None),
                }
            }
            _ => return Ok(None),
        };
        if self.rules.axes().len() != 2 {
            return Ok(None);
        }
        let mut number = match &wanted.from_coordinate {
            Some(coordinate) => numbered.first_from(coordinate),
            None => UBig::ZERO,
        };
        // With both orientations most numbers stand for two positions.
        let mut skip = wanted.start.clone();
        let mut positions = Vec::new();
        let mut evidence = None;
        if range.is_none() {
            if !wanted.all {
                number += std::mem::take(&mut skip);
            } else if skip > UBig::from(64u8) {
                // The diagonal ones are few, so half is a safe jump; the rest is walked.
                let jump = self.numbers_before(numbered, &number, &skip);
                skip -= jump.1;
                number = jump.0;
            }
        }
        let numbers: Box<dyn Iterator<Item = UBig>> = match range {
            Some(only) => Box::new(std::iter::once(only).filter(move |n| *n >= number)),
            None => Box::new(std::iter::successors(Some(number), |n| Some(n + UBig::ONE))),
        };
        for number in numbers {
            let NumberedPosition {
                at: [x, y],
                evidence: known,
            } = numbered.position(&number);
            evidence.get_or_insert(known);
            let mirrored = wanted.all && x != y;
            let both = [vec![x.clone(), y.clone()], vec![y, x]];
            for position in both.into_iter().take(if mirrored { 2 } else { 1 }) {
                if skip > UBig::ZERO {
                    skip -= UBig::ONE;
                } else if positions.len() < wanted.count {
                    positions.push(position);
                }
            }
            if positions.len() >= wanted.count {
                break;
            }
            if positions.len() % 1024 == 1023 {
                budget.report(positions.len() as u64, Some(wanted.count as u64))?;
            }
        }
        let evidence = evidence.unwrap_or_else(|| numbered.position(&UBig::ZERO).evidence);
        Ok(Some(Listed {
            order: Order::Smaller,
            positions,
            evidence,
        }))
    }

    /// A number n ≥ `from` and how many positions, both orientations counted, stand in from..n; at most
    /// `skip` of them.
    fn numbers_before(&self, numbered: &dyn Numbered, from: &UBig, skip: &UBig) -> (UBig, UBig) {
        // Positions on the diagonal are counted one by one among the first few; later there are none,
        // except inside a terminal region x + y ≤ k, which has ⌊k/2⌋ + 1 of them.
        let known = crate::engines::known_game(&self.rules);
        let diagonal_below = |n: &UBig| {
            let bound = numbered.position(n).at[0].clone();
            match known.and_then(|game| game.terminal_sum) {
                Some(k) => bound.min(UBig::from(k / 2 + 1)),
                None => (0u32..64)
                    .map(UBig::from)
                    .take_while(|m| m < n)
                    .filter(|m| {
                        let at = numbered.position(m).at;
                        at[0] == at[1]
                    })
                    .count()
                    .into(),
            }
        };
        let passed = |n: &UBig| ((n - from) << 1) + diagonal_below(from) - diagonal_below(n);
        let (mut low, mut high) = (from.clone(), from + skip);
        while low < high {
            let middle = (&low + &high + UBig::ONE) >> 1;
            if passed(&middle) <= *skip {
                low = middle
            } else {
                high = middle - UBig::ONE
            }
        }
        let count = passed(&low);
        (low, count)
    }

    fn list_by_walking(
        &self,
        session: &mut Session,
        wanted: &Listing,
        order: Order,
        budget: &Budget<'_>,
    ) -> Result<Listed, Error> {
        let far = || {
            Error::limit(format!(
                "members of {} that far out are beyond what can be walked to",
                self.condition
            ))
            .help("start earlier, or ask about a game and condition with a formula")
        };
        let start = usize::try_from(&wanted.start).map_err(|_| far())?;
        let from = match &wanted.from_coordinate {
            Some(coordinate) => usize::try_from(coordinate).map_err(|_| far())?,
            None => 0,
        };
        let needed = start.checked_add(wanted.count).ok_or_else(far)?;
        let two = self.slice.free().len() == 2;
        let half = two && !wanted.all && self.rules.is_symmetric();
        let mut side = 64usize.max(from.saturating_add(1).next_power_of_two().saturating_mul(2));
        loop {
            let shape = [side, if two { side } else { 1 }];
            let (holds, evidence) = self.rows(session, shape, budget)?;
            let mut members =
                ordered_members(&holds, shape, half, order, self.settled(order, side));
            members.retain(|at| {
                let key = match order {
                    Order::Smaller if two => at[0].min(at[1]),
                    _ => at[0].max(at[1]),
                };
                key >= from
            });
            if members.len() >= needed {
                let positions = members[start..needed]
                    .iter()
                    .map(|&[x, y]| {
                        crate::engines::big_position(&self.slice.position(&[x as u64, y as u64]))
                    })
                    .collect();
                return Ok(Listed {
                    order,
                    positions,
                    evidence,
                });
            }
            side = side.checked_mul(2).ok_or_else(far)?;
            let cells = (side as u128) * (if two { side as u128 } else { 1 });
            if cells > u128::from(budget.positions) {
                return Err(Error::limit(format!(
                    "only {} of {needed} members were found in the box of side {}",
                    members.len(),
                    side / 2
                ))
                .help("ask for fewer, or allow more with --positions"));
            }
        }
    }

    /// What is certain in a box of this side, for the order.
    fn settled(&self, order: Order, side: usize) -> Settled {
        match order {
            Order::Larger => Settled::Everything,
            // Each row and column holds at most one member: rows are settled up to the first whose
            // member the box does not show.
            Order::Smaller if self.rows_hold_one() => Settled::UpToFirstEmptyRow,
            Order::Smaller => Settled::UpToCoordinate(side / 4),
        }
    }

    /// How many cells of a box hold the condition, and sums of their coordinates.
    ///
    /// # Errors
    /// At the budget's limits.
    pub fn count(
        &self,
        session: &mut Session,
        size: usize,
        budget: &Budget<'_>,
    ) -> Result<Counted, Error> {
        let columns = if self.slice.free().len() == 1 {
            1
        } else {
            size
        };
        let (holds, evidence) = self.rows(session, [size, size], budget)?;
        let mut counted = Counted {
            number: 0,
            cells: holds.len() as u64,
            sum_first: 0,
            sum_second: 0,
            evidence,
        };
        for (i, _) in holds.iter().enumerate().filter(|(_, holds)| **holds) {
            counted.number += 1;
            counted.sum_first += (i / columns) as u128;
            counted.sum_second += (i % columns) as u128;
        }
        Ok(counted)
    }
}

/// Which members of a box can be listed before a larger box is seen.
enum Settled {
    Everything,
    UpToFirstEmptyRow,
    UpToCoordinate(usize),
}

/// The members of a box in order.
fn ordered_members(
    holds: &[bool],
    [rows, columns]: [usize; 2],
    half: bool,
    order: Order,
    settled: Settled,
) -> Vec<[usize; 2]> {
    let mut members: Vec<[usize; 2]> = (0..holds.len())
        .filter(|&i| holds[i])
        .map(|i| [i / columns, i % columns])
        .collect();
    let bound = match settled {
        Settled::Everything => usize::MAX,
        Settled::UpToCoordinate(bound) => bound,
        Settled::UpToFirstEmptyRow => {
            let mut seen = vec![[false; 2]; rows.max(columns)];
            for &[x, y] in &members {
                seen[x][0] = true;
                seen[y][1] = true;
            }
            seen.iter()
                .position(|seen| *seen != [true; 2])
                .unwrap_or(rows)
        }
    };
    members.retain(|&[x, y]| !half || x <= y);
    match order {
        Order::Larger => members.sort_by_key(|&[x, y]| (x.max(y), x, y)),
        Order::Smaller => {
            members.retain(|&[x, y]| columns == 1 || x.min(y) < bound);
            members.sort_by_key(|&[x, y]| (if columns == 1 { x } else { x.min(y) }, x, y));
        }
    }
    members
}

fn ask_of(test: &Test) -> Ask {
    match test {
        Test::Outcome(_) => Ask::Outcome,
        Test::Grundy(..) => Ask::Grundy,
        Test::Remoteness(..) => Ask::Remoteness,
    }
}

/// Whether a test picks at most one cell of a row in the games that [`CellSet::default_order`] names.
fn picks_few(test: &Test) -> bool {
    match test {
        Test::Outcome(outcome) => *outcome == Outcome::P,
        Test::Grundy(sign, _) => *sign == Comparison::Eq,
        Test::Remoteness(sign, number) => *sign == Comparison::Eq && !number.bit(0),
    }
}

/// Clears the marks of cells for which a test fails.
fn mark(test: &Test, cells: &Cells, holds: &mut [bool]) {
    match (test, cells) {
        (Test::Outcome(wanted), Cells::Outcomes(outcomes)) => {
            for (hold, outcome) in holds.iter_mut().zip(outcomes) {
                *hold &= outcome == wanted;
            }
        }
        (Test::Grundy(sign, number) | Test::Remoteness(sign, number), Cells::Small(values)) => {
            for (hold, value) in holds.iter_mut().zip(values) {
                *hold &= sign.holds(&UBig::from(*value), number);
            }
        }
        (Test::Grundy(sign, number) | Test::Remoteness(sign, number), Cells::Big(values)) => {
            for (hold, value) in holds.iter_mut().zip(values) {
                *hold &= sign.holds(value, number);
            }
        }
        // A table of another kind than was asked for holds nothing.
        _ => holds.fill(false),
    }
}
