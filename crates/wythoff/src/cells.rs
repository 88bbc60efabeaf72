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
use crate::rules::{Cell, Convention, Game, Play, Rules};
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
    /// Sums of the free coordinates of those that hold it, one a coordinate.
    pub sums: Vec<u128>,
    /// How the values are known.
    pub evidence: Evidence,
}

impl CellSet {
    /// The set on a slice; without one, all piles run and all passes are still available.
    ///
    /// # Errors
    /// [`ErrorKind::Undefined`](crate::ErrorKind::Undefined) when a test has no meaning for the rules.
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
        let slice = slice.unwrap_or_else(|| Slice::of_all_piles(&rules));
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
        self.holds_at(session, &at, budget)
    }

    /// Whether the condition holds at a position of any size, in the slice or not.
    ///
    /// # Errors
    /// As [`CellSet::contains`].
    pub fn holds_at(
        &self,
        session: &mut Session,
        at: &[UBig],
        budget: &Budget<'_>,
    ) -> Result<bool, Error> {
        for test in &self.condition.tests {
            let answer = session.ask(ask_of(test), at, budget)?;
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

    /// The members with every free coordinate below `side`, as their free coordinates, in
    /// lexicographic order; any number of coordinates may run.
    ///
    /// # Errors
    /// At the budget's limits.
    pub fn members(
        &self,
        session: &mut Session,
        side: usize,
        budget: &Budget<'_>,
    ) -> Result<(Vec<Cell>, Evidence), Error> {
        let side = self.vertices().map_or(side, |vertices| vertices.min(side));
        let free = self.slice.free();
        let (outer, inner) = free.split_at(free.len().saturating_sub(2));
        let planes = (side as u128).saturating_pow(outer.len() as u32);
        let cells = planes.saturating_mul((side as u128).saturating_pow(inner.len() as u32));
        budget.admit_steps(cells, "looking at every position of the box")?;
        let mut members = Vec::new();
        let mut evidence = None;
        // The farthest plane first: an engine that keeps boxes then fills one that holds them all.
        for plane in (0..planes).rev() {
            let mut leading = Cell::from_elem(0, outer.len());
            let mut rest = plane;
            for digit in leading.iter_mut().rev() {
                *digit = (rest % side as u128) as u64;
                rest /= side as u128;
            }
            let mut slice = self.slice.clone();
            for (&axis, &x) in outer.iter().zip(&leading) {
                slice.fixed[axis] = Some(x);
            }
            let set = CellSet {
                slice,
                ..self.clone()
            };
            let (holds, known) = set.rows(session, [side, side], budget)?;
            evidence = Some(known);
            for (i, _) in holds.iter().enumerate().rev().filter(|(_, holds)| **holds) {
                let mut member = leading.clone();
                if inner.len() == 2 {
                    member.push((i / side) as u64);
                    member.push((i % side) as u64);
                } else {
                    member.push(i as u64);
                }
                members.push(member);
            }
        }
        members.reverse();
        let none = Evidence::Computed {
            engine: "none".into(),
            positions: 0,
        };
        Ok((members, evidence.unwrap_or(none)))
    }

    /// By smaller coordinate where every row provably holds finitely many members, else by larger.
    /// A row holds at most one P-position, or one cell of a Grundy value, when any number may be taken
    /// from one pile, play is normal and no terminal position is added.
    #[must_use]
    pub fn default_order(&self) -> Order {
        let known = crate::engines::known_game(&self.rules).is_some();
        let few = self.condition.tests.iter().any(|test| match test {
            Test::Outcome(outcome) => *outcome == Outcome::P && (known || self.rows_hold_one()),
            Test::Grundy(sign, _) => *sign == Comparison::Eq && self.rows_hold_one(),
            Test::Remoteness(sign, number) => *sign == Comparison::Eq && !number.bit(0) && known,
        });
        if few { Order::Smaller } else { Order::Larger }
    }

    /// Whether no two cells of a row or column of the slice can have the same Grundy value.
    fn rows_hold_one(&self) -> bool {
        let free = self.slice.free();
        self.rules.play() == Play::Normal
            && free.len() == 2
            && self.shifts(free[0], free[1]).contains(&0)
            && self.shifts(free[1], free[0]).contains(&0)
    }

    /// The i for which any number of stones that is not too small may be taken from one pile along with i
    /// from another, everywhere: a member in row x − i then keeps row x free of members further on.
    fn shifts(&self, along: usize, across: usize) -> Vec<usize> {
        use crate::rules::Condition as Silence;
        let Some(lines) = self.rules.lines() else {
            return Vec::new();
        };
        let always = |c: &usize| matches!(lines.conditions()[*c], Silence::Stuck(_));
        let only = |v: &[i64], allowed: &[usize]| {
            v.iter()
                .enumerate()
                .all(|(i, &e)| e == 0 || allowed.contains(&i))
        };
        lines
            .families()
            .iter()
            .filter(|family| family.boards.is_empty() && family.silent.iter().all(always))
            .filter(|family| {
                family
                    .ray
                    .as_ref()
                    .is_some_and(|ray| only(ray, &[along]) && ray[along] == 1)
            })
            .filter(|family| only(&family.base, &[along, across]) && family.base[across] >= 0)
            .filter(|family| family.base[across] > 0 || family.base[along] == 1)
            .filter_map(|family| usize::try_from(family.base[across]).ok())
            .collect()
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
                low = middle;
            } else {
                high = middle - UBig::ONE;
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
        let free = self.slice.free().len();
        let half = free > 1 && !wanted.all && self.rules.is_symmetric();
        let key = |at: &Cell| match order {
            Order::Smaller => at.iter().min().copied().unwrap_or(0),
            Order::Larger => at.iter().max().copied().unwrap_or(0),
        };
        // Boxes of more coordinates begin smaller: they grow faster.
        let first = if free > 2 { 8usize } else { 64 };
        let mut side = first.max(from.saturating_add(1).next_power_of_two().saturating_mul(2));
        loop {
            let (mut members, evidence) = self.members(session, side, budget)?;
            let bound = self.settled(order, side, &members);
            members.retain(|at| {
                let key = key(at);
                key >= from as u64 && key < bound && (!half || at[0] <= at[1])
            });
            members.sort_by(|a, b| (key(a), a).cmp(&(key(b), b)));
            // Of a graph there is no more than this.
            let whole = self.vertices().is_some_and(|vertices| side >= vertices);
            if members.len() >= needed || whole {
                let positions = members[start.min(members.len())..needed.min(members.len())]
                    .iter()
                    .map(|at| crate::engines::big_position(&self.slice.position(at)))
                    .collect();
                return Ok(Listed {
                    order,
                    positions,
                    evidence,
                });
            }
            let found = members.len();
            let next = side.checked_mul(2).ok_or_else(far)?;
            if (next as u128).saturating_pow(free as u32) > u128::from(budget.positions) {
                return Err(Error::limit(format!(
                    "only {found} of {needed} members were found in the box of side {side}"
                ))
                .help("ask for fewer, or allow more with --positions"));
            }
            side = next;
        }
    }

    /// The number of positions of an explicit graph.
    fn vertices(&self) -> Option<usize> {
        match self.rules.game() {
            Game::Graph { graph, .. } => Some(graph.len()),
            _ => None,
        }
    }

    /// Members whose key, the coordinate ordered by, is below this are certain to be all in a box of
    /// this side.
    fn settled(&self, order: Order, side: usize, members: &[Cell]) -> u64 {
        if order == Order::Larger {
            return u64::MAX;
        }
        if !self.rows_hold_one() {
            // A row may go on for ever: whoever asks for this order all the same gets what the
            // nearer part of the box shows.
            return (side / 4) as u64;
        }
        let free = self.slice.free();
        let shifts = [self.shifts(free[1], free[0]), self.shifts(free[0], free[1])];
        let mut seen = [vec![false; side], vec![false; side]];
        for at in members {
            seen[0][at[0] as usize] = true;
            seen[1][at[1] as usize] = true;
        }
        // Row x is settled when its member is seen, or one in row x − i that all its far cells reach.
        let settled = |x: usize| {
            shifts.iter().zip(&seen).all(|(shifts, seen)| {
                shifts
                    .iter()
                    .any(|&i| x.checked_sub(i).is_some_and(|row| seen[row]))
            })
        };
        (0..side).find(|&x| !settled(x)).unwrap_or(side) as u64
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
        let free = self.slice.free().len();
        let (members, evidence) = self.members(session, size, budget)?;
        let cells = (size as u128).saturating_pow(free as u32);
        let mut sums = vec![0; free];
        for member in &members {
            for (sum, &x) in sums.iter_mut().zip(member) {
                *sum += u128::from(x);
            }
        }
        Ok(Counted {
            number: members.len() as u64,
            cells: u64::try_from(cells).unwrap_or(u64::MAX),
            sums,
            evidence,
        })
    }
}

fn ask_of(test: &Test) -> Ask {
    match test {
        Test::Outcome(_) => Ask::Outcome,
        Test::Grundy(..) => Ask::Grundy,
        Test::Remoteness(..) => Ask::Remoteness,
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
