//! Grundy values of a few rows as the run of a finite-state machine.
//!
//! One coordinate runs (the column y), the others stay at or below fixed numbers (the rows). For each family of
//! moves and each row the machine keeps the set of values along the family's line through the present cell:
//! F(p) = F(p − ray) ∪ {G(p − base)}. Where any number may be taken from the running pile, values stay
//! near y, and a window of bits around y holds all that matters; values are then kept as offsets G − y. Where
//! moves along the running pile are bounded, values are bounded, and the window stands still.
//! The columns within reach of the next one are the whole state, so a state that comes again proves that
//! the values repeat \[Landman2002\]. The window is exact, not assumed: a value that leaves it at the bottom must
//! be barred from the row for good, and none may leave it at the top; else the run starts again with twice as many
//! words. Cycles are found by Brent's method: the state at each power of two is kept and compared.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::budget::Budget;
use crate::error::Error;
use crate::notation::Slice;
use crate::rules::{Cell, Condition, Convention, Lines, Play, Rules, Ruleset};

/// Most rows that are run together.
const MOST_ROWS: usize = 4096;

/// Longest move along the running pile that a step of a family may make.
const MOST_REACH: u64 = 63;

/// How much wider than first thought a window may get.
const WIDER: usize = 32;

/// Widest window in words.
const MOST_WORDS: usize = 1 << 12;

/// One family of moves as seen from the rows.
#[derive(Clone, Debug)]
struct Moves {
    /// For each row, the row that the base leads to.
    base_rows: Vec<Option<usize>>,
    base_run: usize,
    /// For each row, the row one step along the ray.
    ray_rows: Vec<Option<usize>>,
    ray_run: usize,
    /// Where its sets are kept, among families whose rays run; none for others.
    kept: Option<usize>,
}

/// The rows below fixed coordinates, with one coordinate running.
#[derive(Clone, Debug)]
pub(super) struct Machine {
    lines: Arc<Lines>,
    convention: Convention,
    slice: Slice,
    rows: Vec<Vec<u64>>,
    moves: Vec<Moves>,
    /// The family that takes any number from the running pile alone; values are offsets then.
    unit: Option<usize>,
    /// The families, with where they are kept, whose sets only grow along a row.
    growing: Vec<(usize, usize)>,
    /// From this column on no end of play depends on the column.
    settled: usize,
    /// Beyond it: which families have moves in which row, and which rows have none.
    late: Vec<Vec<bool>>,
    late_terminal: Vec<bool>,
}

/// A state that came again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cycle {
    /// The column at which it was kept.
    pub(super) start: u64,
    /// How many columns later it came again.
    pub(super) length: u64,
}

/// What a run leaves.
#[derive(Clone, Debug)]
pub(super) struct Run {
    /// The cycle, unless the budget ended first.
    pub(super) cycle: Option<Cycle>,
    /// G or G − y of each recorded row.
    pub(super) values: Vec<Vec<i32>>,
    /// Columns run.
    pub(super) columns: u64,
    /// Bits of the window.
    pub(super) window: u64,
}

/// Why a run stopped short.
enum Stop {
    /// The window was too narrow.
    Narrow,
    Error(Error),
}

impl From<Error> for Stop {
    fn from(error: Error) -> Stop {
        Stop::Error(error)
    }
}

/// The values and kept sets of one column.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Column {
    values: Vec<i32>,
    sets: Vec<u64>,
}

impl Machine {
    /// A machine for the slice with one free coordinate; none for games that it cannot run.
    pub(super) fn new(rules: &Rules, slice: &Slice) -> Option<Machine> {
        if matches!(rules.play(), Play::Block(_)) || slice.free().len() != 1 {
            return None;
        }
        let lines = rules.lines()?.clone();
        if !lines.boards().is_empty() || !lines.never_grows() {
            return None;
        }
        let run = slice.free()[0];
        let rows = rows_of(slice)?;
        let mut moves = Vec::new();
        let mut kept = 0;
        for family in lines.families() {
            let ray = family.ray.clone().unwrap_or_default();
            let mut of_family = Moves {
                base_rows: shifted_rows(&rows, &family.base, run),
                base_run: reach(&family.base, run)?,
                ray_rows: shifted_rows(&rows, &ray, run),
                ray_run: if ray.is_empty() { 0 } else { reach(&ray, run)? },
                kept: None,
            };
            if ray.is_empty() {
                of_family.ray_rows = vec![None; rows.len()];
            } else if of_family.ray_run > 0 {
                of_family.kept = Some(kept);
                kept += 1;
            }
            moves.push(of_family);
        }
        let along_run = |f: &Moves| {
            f.ray_run > 0 && f.ray_rows.iter().enumerate().all(|(r, to)| *to == Some(r))
        };
        let unit = moves.iter().position(|f| {
            let stays = f.base_rows.iter().enumerate().all(|(r, to)| *to == Some(r));
            along_run(f) && stays && f.base_run == 1 && f.ray_run == 1
        });
        if unit.is_none() && moves.iter().any(along_run) {
            return None;
        }
        let growing = moves
            .iter()
            .enumerate()
            .filter(|(_, f)| along_run(f) && f.ray_run == 1)
            .filter_map(|(number, f)| Some((number, f.kept?)))
            .collect();
        let settled = settled_from(&lines, run)?.max(moves.iter().map(|f| f.base_run).max()? + 1);
        let mut machine = Machine {
            lines,
            convention: rules.convention(),
            slice: slice.clone(),
            rows,
            moves,
            unit,
            growing,
            settled,
            late: Vec::new(),
            late_terminal: Vec::new(),
        };
        for row in 0..machine.rows.len() {
            let at = machine.position(row, settled as u64 + 1);
            machine.late.push(machine.active(&at).ok()?);
            machine
                .late_terminal
                .push(machine.lines.is_terminal(&at).ok()?);
        }
        // Values leave the window at the bottom only through the row's own values.
        let bounded = |row: &Vec<bool>| machine.unit.is_none_or(|unit| row[unit]);
        machine.late.iter().all(bounded).then_some(machine)
    }

    /// Whether values are kept as offsets from the column.
    pub(super) fn is_additive(&self) -> bool {
        self.unit.is_some()
    }

    /// How many rows run together; the last is that of the slice.
    pub(super) fn rows(&self) -> usize {
        self.rows.len()
    }

    /// About how much one column costs, in steps.
    pub(super) fn cost_of_column(&self) -> u64 {
        (self.rows.len() * self.moves.len()) as u64
    }

    /// The whole position of a cell.
    fn position(&self, row: usize, column: u64) -> Cell {
        let mut fixed = self.rows[row].iter();
        let coordinate = |f: &Option<u64>| match f {
            Some(_) => fixed.next().copied().unwrap_or(0),
            None => column,
        };
        self.slice.fixed.iter().map(coordinate).collect()
    }

    /// Which families are not silent at a position.
    fn active(&self, at: &Cell) -> Result<Vec<bool>, Error> {
        let families = self.lines.families().iter();
        families
            .map(|family| Ok(!self.lines.is_silent(family, at)?))
            .collect()
    }

    /// Runs until a state comes again or the budget ends, and records the last row or all rows.
    ///
    /// # Errors
    /// On interruption, at the budget's memory, and when values outgrow every window.
    pub(super) fn run(&self, all_rows: bool, budget: &Budget<'_>) -> Result<Run, Error> {
        let values = self
            .moves
            .iter()
            .map(|f| f.ray_rows.iter().flatten().count() + 1);
        let mut words = match self.unit {
            // Offsets of Wythoff's game lie within 2·rows below and rows above.
            Some(_) => (3 * self.rows.len() + self.settled + 128).div_ceil(64),
            None => (values.sum::<usize>() * self.rows.len() + 64).div_ceil(64),
        };
        let most = MOST_WORDS.min(words * WIDER);
        while words <= most {
            match Pass::new(self, words, budget)?.run(all_rows) {
                Ok(run) => return Ok(run),
                Err(Stop::Narrow) => words *= 2,
                Err(Stop::Error(error)) => return Err(error),
            }
        }
        Err(Error::limit(
            "the values of the row spread too far for a window of bits",
        ))
    }
}

/// The fixed coordinates of all rows, each at most that of the slice.
fn rows_of(slice: &Slice) -> Option<Vec<Vec<u64>>> {
    let mut rows = vec![Vec::new()];
    for top in slice.fixed.iter().flatten() {
        let more = usize::try_from(*top).ok()?.checked_add(1)?;
        if rows.len().checked_mul(more)? > MOST_ROWS {
            return None;
        }
        rows = rows
            .into_iter()
            .flat_map(|row: Vec<u64>| {
                (0..=*top).map(move |n| {
                    let mut longer = row.clone();
                    longer.push(n);
                    longer
                })
            })
            .collect();
    }
    Some(rows)
}

/// How far a vector moves along the running pile.
fn reach(vector: &[i64], run: usize) -> Option<usize> {
    let reach = u64::try_from(*vector.get(run)?).ok()?;
    (reach <= MOST_REACH).then_some(reach as usize)
}

/// For each row, the row that a vector leads to.
fn shifted_rows(rows: &[Vec<u64>], vector: &[i64], run: usize) -> Vec<Option<usize>> {
    let others: Vec<u64> = vector
        .iter()
        .enumerate()
        .filter(|(i, _)| *i != run)
        .map(|(_, &e)| e.unsigned_abs())
        .collect();
    rows.iter()
        .map(|row| {
            let target: Option<Vec<u64>> = row
                .iter()
                .zip(&others)
                .map(|(x, e)| x.checked_sub(*e))
                .collect();
            rows.binary_search(&target?).ok()
        })
        .collect()
}

/// From which column on no declared end of play holds any more.
fn settled_from(lines: &Lines, run: usize) -> Option<usize> {
    let mut settled = 0;
    for condition in lines.conditions() {
        let Condition::Ends(placed) = condition else {
            continue;
        };
        let (c, k) = placed.predicate.as_linear_bound()?;
        let along = run
            .checked_sub(placed.offset)
            .and_then(|i| c.get(i).copied())?;
        if along < 1 || c.iter().any(|&c| c < 0) {
            return None;
        }
        let last = u64::try_from(k).unwrap_or(0) / along.unsigned_abs();
        settled = settled.max(usize::try_from(last).ok()?.checked_add(1)?);
    }
    (settled < 1 << 20).then_some(settled)
}

/// One run with a window of fixed width.
struct Pass<'m> {
    machine: &'m Machine,
    budget: &'m Budget<'m>,
    words: usize,
    /// Bit i of a window at column y stands for the value y·drift − below + i.
    below: usize,
    drift: usize,
    /// The columns within reach, the latest first.
    history: VecDeque<Column>,
    depth: usize,
    /// A column that is out of reach, whose memory serves again.
    spare: Option<Column>,
    /// The sets of the present column of families that are not kept.
    passing: Vec<u64>,
    union: Vec<u64>,
}

impl<'m> Pass<'m> {
    fn new(machine: &'m Machine, words: usize, budget: &'m Budget<'m>) -> Result<Pass<'m>, Error> {
        let drift = usize::from(machine.is_additive());
        let depth = machine
            .moves
            .iter()
            .map(|f| f.base_run.max(f.ray_run))
            .max()
            .unwrap_or(1)
            .max(1);
        let sets = machine.moves.len() * machine.rows.len() * words;
        budget.admit_bytes(
            sets as u128 * 8 * (2 * depth as u128 + 1),
            "the state of the rows",
        )?;
        Ok(Pass {
            machine,
            budget,
            words,
            below: drift * (words * 64 * 2 / 3),
            drift,
            history: VecDeque::with_capacity(depth + 1),
            depth,
            spare: None,
            passing: vec![0; sets],
            union: vec![0; words],
        })
    }

    fn run(mut self, all_rows: bool) -> Result<Run, Stop> {
        let rows = self.machine.rows.len();
        let first = if all_rows { 0 } else { rows - 1 };
        let mut values: Vec<Vec<i32>> = vec![Vec::new(); rows - first];
        let cost = self.machine.cost_of_column();
        let (mut kept, mut kept_at, mut next_power) = (None, 0u64, 1u64);
        let mut cycle = None;
        let mut y = 0u64;
        while y.saturating_mul(cost) <= self.budget.steps {
            let column = self.column(y as usize)?;
            for (list, row) in values.iter_mut().zip(first..) {
                list.push(column.values[row]);
            }
            self.history.push_front(column);
            if self.history.len() > self.depth {
                self.spare = self.history.pop_back();
            }
            y += 1;
            if y.is_multiple_of(1024) {
                let bytes = y as u128 * 4 * (rows - first) as u128;
                self.budget.admit_bytes(bytes, "the values of the rows")?;
                self.budget.report(y, None)?;
            }
            if y <= (self.machine.settled + self.depth) as u64 {
                continue;
            }
            if kept.as_ref() == Some(&self.history) {
                cycle = Some(Cycle {
                    start: kept_at,
                    length: y - kept_at,
                });
                break;
            }
            if y >= next_power {
                kept = Some(self.history.clone());
                kept_at = y;
                next_power = y.saturating_mul(2);
            }
        }
        Ok(Run {
            cycle,
            values,
            columns: y,
            window: (self.words * 64) as u64,
        })
    }

    /// The next column.
    fn column(&mut self, y: usize) -> Result<Column, Stop> {
        let machine = self.machine;
        let rows = machine.rows.len();
        let mut column = self.spare.take().unwrap_or_else(|| Column {
            values: vec![0; rows],
            sets: Vec::new(),
        });
        let kept = machine.moves.iter().filter(|f| f.kept.is_some()).count();
        column.sets.resize(kept * rows * self.words, 0);
        for row in 0..rows {
            let value = self.cell(row, y, &mut column)?;
            column.values[row] = value;
            if machine.is_additive()
                && value != -(self.below as i32)
                && !self.is_barred_for_good(row, &column)
            {
                return Err(Stop::Narrow);
            }
        }
        Ok(column)
    }

    /// Whether the value at the bottom of the window can never come again in a row: it is in a set that
    /// only grows along the row.
    fn is_barred_for_good(&self, row: usize, column: &Column) -> bool {
        let machine = self.machine;
        machine.growing.iter().any(|&(number, kept)| {
            machine.late[row][number] && column.sets[self.kept_range(kept, row).start] & 1 == 1
        })
    }

    fn kept_range(&self, kept: usize, row: usize) -> std::ops::Range<usize> {
        let start = (kept * self.machine.rows.len() + row) * self.words;
        start..start + self.words
    }

    /// The value of one cell, after bringing the sets of its families up to date.
    fn cell(&mut self, row: usize, y: usize, column: &mut Column) -> Result<i32, Stop> {
        let machine = self.machine;
        let late = y > machine.settled;
        let at = (!late).then(|| machine.position(row, y as u64));
        let early = at.as_ref().map(|at| machine.active(at)).transpose()?;
        let active = early.as_ref().unwrap_or(&machine.late[row]);
        let mut union = std::mem::take(&mut self.union);
        union.fill(0);
        for (number, family) in machine.moves.iter().enumerate() {
            let set = self.update(number, family, row, y, column);
            if active[number] {
                for (all, own) in union.iter_mut().zip(set) {
                    *all |= own;
                }
            }
        }
        self.union = union;
        let ended = match &at {
            Some(at) => machine.lines.is_terminal(at)?,
            None => machine.late_terminal[row],
        };
        let base = (y * self.drift) as i64 - self.below as i64;
        let value = if ended {
            i64::from(machine.convention == Convention::Misere)
        } else {
            base + self
                .first_free(usize::try_from(-base).unwrap_or(0))
                .ok_or(Stop::Narrow)? as i64
        };
        let bit = value - base;
        if !(0..(self.words * 64) as i64).contains(&bit) {
            return Err(Stop::Narrow);
        }
        Ok((value - (y * self.drift) as i64) as i32)
    }

    /// F at the present cell: what it was one step along the ray, and the value at the base.
    fn update<'s>(
        &'s mut self,
        number: usize,
        family: &Moves,
        row: usize,
        y: usize,
        column: &'s mut Column,
    ) -> &'s [u64] {
        let words = self.words;
        let rows = self.machine.rows.len();
        let own = (number * rows + row) * words..(number * rows + row + 1) * words;
        let value = family.base_rows[row].and_then(|from| match family.base_run {
            0 => Some(column.values[from]),
            back => (y >= back).then(|| self.history[back - 1].values[from]),
        });
        let set: &mut [u64] = if let Some(kept) = family.kept {
            let range = self.kept_range(kept, row);
            let set = &mut column.sets[range];
            let before = family.ray_rows[row].filter(|_| y >= family.ray_run);
            match before {
                Some(from) => {
                    let start = (kept * rows + from) * words;
                    let old = &self.history[family.ray_run - 1].sets[start..start + words];
                    shift_down(old, family.ray_run * self.drift, set);
                }
                None => {
                    set.fill(0);
                    // Values below 0 count as met in the row, so that they may leave the window.
                    if self.machine.unit == Some(number) {
                        for bit in 0..self.below.saturating_sub(y) {
                            set[bit / 64] |= 1 << (bit % 64);
                        }
                    }
                }
            }
            set
        } else {
            match family.ray_rows[row] {
                Some(from) => {
                    let start = (number * rows + from) * words;
                    self.passing.copy_within(start..start + words, own.start);
                }
                None => self.passing[own.clone()].fill(0),
            }
            &mut self.passing[own]
        };
        if let Some(value) = value {
            let bit = i64::from(value) + self.below as i64 - (family.base_run * self.drift) as i64;
            if let Ok(bit) = usize::try_from(bit)
                && bit < words * 64
            {
                set[bit / 64] |= 1 << (bit % 64);
            }
        }
        set
    }

    /// The first bit from one on that is not in the union.
    fn first_free(&self, from: usize) -> Option<usize> {
        let mut word = from / 64;
        let mut skipped = (1u64 << (from % 64)) - 1;
        while word < self.words {
            let full = self.union[word] | skipped;
            if full != u64::MAX {
                return Some(word * 64 + (!full).trailing_zeros() as usize);
            }
            skipped = 0;
            word += 1;
        }
        None
    }
}

/// Bits moved down by fewer than 64 places.
fn shift_down(from: &[u64], by: usize, to: &mut [u64]) {
    if by == 0 {
        to.copy_from_slice(from);
        return;
    }
    for i in 0..from.len() {
        let above = from.get(i + 1).map_or(0, |next| next << (64 - by));
        to[i] = from[i] >> by | above;
    }
}
