//! Rows along which any number may be taken: at most a few of their cells are good.
//!
//! For remoteness a row has at most one cell without a good option, besides ends: every cell after it
//! has it as an option. Likewise a row has at most `k` P-positions of play with `k − 1` blocked
//! options. So the least good value of a line, or its count, changes at few cells, and between two
//! of them a whole stretch is the least of what the lines offer, and one more.
//!
//! Good values reach a cell in three ways: on its lines, along its row, or by a single move. The
//! first are entered into the lines where they appear; the others are events of a row, at the column
//! where they begin to matter.
//!
//! The greatest value of a line is read only at cells without a good option. So it is kept up to
//! date per block of rows, and only for lines that hold nothing good yet; what the block itself adds
//! is looked up in its cells.

use std::ops::Range;

use smallvec::SmallVec;
use wythoff_kernels::rows::{self, Number};

use super::super::table::Cell;
use super::local::Local;
use super::{Row, Rule, Summary, Sweep};

/// Cells taken together: after a cell without a good option the rest of a stretch is taken again.
const STRETCH: usize = 512;

/// Lines of which the greatest value is brought up to date together.
const GROUP: usize = 256;

/// A good value that begins to matter at a column.
struct Event<T> {
    column: usize,
    /// Not for this cell only, but for all from here on.
    lasting: bool,
    low: T,
}

impl<T: Number, C: Cell> Sweep<'_, T, C> {
    pub(super) fn sparse_row(&self, lower: &[Local<T>], local: &mut Local<T>, row: Row) {
        self.enter_pulls(local, row);
        let mut events = self.events(lower, local, row).into_iter().peekable();
        let until = self.stills.until(row.x, self.cut.height);
        let by_cell = until.saturating_sub(row.y0);
        let mut column = 0;
        while column < row.columns {
            let mut single = self.rule.nothing::<T>().low;
            let mut met = false;
            while let Some(event) = events.next_if(|event| event.column == column) {
                let run = &mut local.runs[row.number].low;
                let into = if event.lasting { run } else { &mut single };
                *into = self.rule.join_low(*into, event.low);
                met |= !event.lasting;
            }
            if met || column < by_cell {
                let value = self.sparse_cell(lower, local, row, column, single);
                self.settle(local, row, column, value);
                column += 1;
            } else {
                let next = events.peek().map_or(row.columns, |event| event.column);
                column = match self.rule {
                    Rule::Remoteness { .. } => {
                        // Nothing is taken again where the row has something good.
                        let searching = local.runs[row.number].low == T::NONE;
                        let most = if searching { STRETCH } else { row.columns };
                        let to = next.min(column + most);
                        self.remoteness_stretch(lower, local, row, column..to)
                    }
                    Rule::Blocked { limit, .. } => {
                        self.blocked_stretch(local, row, column..next, limit)
                    }
                };
            }
        }
        self.end_row(local, row);
    }

    /// Enters into the lines what shifted bases make visible in this row.
    fn enter_pulls(&self, local: &mut Local<T>, row: Row) {
        let Local { lines, goods, .. } = local;
        for (ray, lines) in self.leaving.iter().zip(lines) {
            let (class, from) = row.line(ray.vector, lines.margin);
            for &(e, f) in &ray.pulls {
                for &(y, low) in &goods[row.reach + row.number - e as usize] {
                    if let Some(column) = row.column(y + f as usize) {
                        let line = &mut lines.low[class][from + column];
                        *line = self.rule.join_low(*line, low);
                    }
                }
            }
        }
    }

    /// Good values that reach the row on no line, by column.
    fn events(&self, lower: &[Local<T>], local: &Local<T>, row: Row) -> SmallVec<[Event<T>; 8]> {
        let mut events: SmallVec<[Event<T>; 8]> = SmallVec::new();
        let mut meet = |from: &Local<T>, (e, f): (u32, u32), lasting: bool| {
            for &(y, low) in &from.goods[row.reach + row.number - e as usize] {
                if let Some(column) = row.column(y + f as usize) {
                    events.push(Event {
                        column,
                        lasting,
                        low,
                    });
                }
            }
        };
        for &base in self.pulls_in_row() {
            meet(local, base, true);
        }
        for (to, shift) in self.singles(row.layer) {
            meet(to.map_or(local, |to| &lower[to]), shift, false);
        }
        events.sort_by_key(|event| event.column);
        events
    }

    /// Bases of the ray in the row, besides `(0, 1)`: they come from rows above.
    fn pulls_in_row(&self) -> impl Iterator<Item = &(u32, u32)> {
        self.in_row
            .iter()
            .flat_map(|(_, bases)| bases)
            .filter(|&&base| base != (0, 1))
    }

    /// The value of one cell, `single` being what single moves offer.
    fn sparse_cell(
        &self,
        lower: &[Local<T>],
        local: &Local<T>,
        row: Row,
        column: usize,
        single: T,
    ) -> T {
        let y = row.y0 + column;
        if self.stills.is_still(row.layer, row.x, y) {
            return self.still_value(lower, row, column);
        }
        let mut low = self.rule.join_low(single, local.runs[row.number].low);
        for (ray, lines) in self.leaving.iter().zip(&local.lines) {
            let (class, from) = row.line(ray.vector, lines.margin);
            low = self.rule.join_low(low, lines.low[class][from + column]);
        }
        let high = match self.rule {
            Rule::Remoteness { .. } if low == T::NONE => self.greatest(lower, local, row, column),
            _ => T::default(),
        };
        self.rule.value(Summary { low, high })
    }

    /// Takes columns without ends and events, up to a cell without a good option. Returns the first
    /// that is not taken.
    fn remoteness_stretch(
        &self,
        lower: &[Local<T>],
        local: &mut Local<T>,
        row: Row,
        columns: Range<usize>,
    ) -> usize {
        let Some(found) = self.next_of_lines(local, row, &columns) else {
            return columns.end;
        };
        let column = columns.start + found;
        let value = self.greatest(lower, local, row, column).next();
        self.settle(local, row, column, value);
        column + 1
    }

    /// The least good option of each column, and one more; where there is none, 0. Returns the first
    /// of these.
    fn next_of_lines(
        &self,
        local: &mut Local<T>,
        row: Row,
        columns: &Range<usize>,
    ) -> Option<usize> {
        let cap = local.runs[row.number].low;
        let own = &mut local.values[row.at((0, 0), columns.start)..][..columns.len()];
        let lows: SmallVec<[&[T]; 8]> = self
            .leaving
            .iter()
            .zip(&local.lines)
            .map(|(ray, lines)| {
                let (class, from) = row.line(ray.vector, lines.margin);
                &lines.low[class][from + columns.start..from + columns.end]
            })
            .collect();
        if !rows::next_of_least(self.level, own, &lows, cap) {
            return None;
        }
        own.iter().position(|&value| value == T::default())
    }

    /// Takes columns without ends and events, up to a P-position. Returns the first that is not
    /// taken.
    fn blocked_stretch(
        &self,
        local: &mut Local<T>,
        row: Row,
        columns: Range<usize>,
        limit: u32,
    ) -> usize {
        let in_row = local.runs[row.number].low.widen();
        let found = if in_row >= limit {
            None
        } else {
            let lows: SmallVec<[&[T]; 8]> = self
                .leaving
                .iter()
                .zip(&local.lines)
                .map(|(ray, lines)| {
                    let (class, from) = row.line(ray.vector, lines.margin);
                    &lines.low[class][from + columns.start..from + columns.end]
                })
                .collect();
            rows::first_sum_below(self.level, &lows, columns.len(), T::narrow(limit - in_row))
        };
        let len = found.unwrap_or(columns.len());
        local.values[row.at((0, 0), columns.start)..][..len].fill(T::narrow(1));
        let Some(found) = found else {
            return columns.end;
        };
        self.settle(local, row, columns.start + found, T::default());
        columns.start + found + 1
    }

    /// Enters a value that was taken by itself.
    fn settle(&self, local: &mut Local<T>, row: Row, column: usize, value: T) {
        local.values[row.at((0, 0), column)] = value;
        let Some(low) = self.rule.good(value) else {
            return;
        };
        let run = &mut local.runs[row.number].low;
        *run = self.rule.join_low(*run, low);
        local.goods[row.reach + row.number].push((row.y0 + column, low));
        for (ray, lines) in self.leaving.iter().zip(&mut local.lines) {
            let (class, from) = row.line(ray.vector, lines.margin);
            let mut enter = |column: usize| {
                if column < row.columns {
                    let line = &mut lines.low[class][from + column];
                    *line = self.rule.join_low(*line, low);
                }
            };
            if ray.pushes {
                enter(column);
            }
            for &(_, f) in ray.pulls.iter().filter(|base| base.0 == 0) {
                enter(column + f as usize);
            }
        }
    }

    /// What the row offers to the tile on its right.
    fn end_row(&self, local: &mut Local<T>, row: Row) {
        if !self.rule.needs_greatest() || local.runs[row.number].low != T::NONE {
            return;
        }
        local.runs[row.number].high = self.greatest_in_row(local, row, row.columns);
    }

    /// The greatest option in the row, and in rows above by shifted bases, before a column.
    fn greatest_in_row(&self, local: &Local<T>, row: Row, column: usize) -> T {
        let own = &local.values[row.at((0, 0), 0)..][..column];
        let above = self.pulls_in_row().map(|&base| {
            let values = &local.values[row.at(base, 0)..];
            // The base of the column itself counts, where there is one.
            &values[..row.columns.min(column + 1)]
        });
        above
            .chain([own])
            .map(|values| rows::most(self.level, values))
            .fold(local.runs[row.number].high, T::max)
    }

    /// The greatest option of a cell.
    fn greatest(&self, lower: &[Local<T>], local: &Local<T>, row: Row, column: usize) -> T {
        let mut most = self.greatest_in_row(local, row, column);
        for (to, shift) in self.singles(row.layer) {
            let from = to.map_or(local, |to| &lower[to]);
            most = most.max(from.values[row.at(shift, column)]);
        }
        for (ray, lines) in self.leaving.iter().zip(&local.lines) {
            let (class, from) = row.line(ray.vector, lines.margin);
            most = most.max(lines.high[class][from + column]);
            let (dx, dy) = (ray.vector.0 as usize, ray.vector.1 as usize);
            let (mut number, mut column) = (row.number, column);
            loop {
                let here = Row { number, ..row };
                for &base in &ray.pulls {
                    most = most.max(local.values[here.at(base, column)]);
                }
                if number < dx || column < dy {
                    break;
                }
                (number, column) = (number - dx, column - dy);
                if ray.pushes {
                    let here = Row { number, ..row };
                    most = most.max(local.values[here.at((0, 0), column)]);
                }
            }
        }
        most
    }

    /// Brings the greatest values of the lines through a finished tile up to date, except of lines
    /// that hold something good: there they are not read any more.
    pub(super) fn enter_greatest(&self, local: &mut Local<T>, block: Range<usize>, columns: usize) {
        if !self.rule.needs_greatest() {
            return;
        }
        let Local {
            lines,
            values,
            stride,
            ..
        } = local;
        let (reach, stride) = (self.reach, *stride);
        for (ray, lines) in self.leaving.iter().zip(lines) {
            let (dx, dy) = (ray.vector.0 as usize, ray.vector.1 as usize);
            let pushed = ray.pushes.then_some((0, 0));
            for &(e, f) in ray.pulls.iter().chain(&pushed) {
                for first in block.clone().take(dx) {
                    let class = first % dx;
                    let (low, high) = (&lines.low[class], &mut lines.high[class]);
                    let count = (block.end - first).div_ceil(dx);
                    let start = lines.margin - dy * (first / dx - block.start / dx);
                    let at = |row: usize, column: usize| {
                        (reach + row - e as usize) * stride + reach + column - f as usize
                    };
                    let row = first - block.start;
                    // Lines that stay inside the tile in all its rows.
                    let whole = start
                        ..(start + columns)
                            .saturating_sub(dy * (count - 1))
                            .max(start);
                    for from in whole.clone().step_by(GROUP) {
                        let to = whole.end.min(from + GROUP);
                        if rows::has_none(self.level, &low[from..to]) {
                            let values = &values[at(row, from - start)..];
                            rows::greatest_of_many(
                                self.level,
                                &mut high[from..to],
                                values,
                                dx * stride + dy,
                                count,
                            );
                        }
                    }
                    // The others, row by row.
                    for k in 0..count {
                        let start = start - dy * k;
                        let before = start..whole.start.min(start + columns);
                        let after = whole.end.max(start)..start + columns;
                        for part in [before, after] {
                            if part.is_empty() {
                                continue;
                            }
                            let from = at(row + dx * k, part.start - start);
                            rows::greatest(
                                self.level,
                                &mut high[part.clone()],
                                &values[from..from + part.len()],
                            );
                        }
                    }
                }
            }
        }
    }
}

impl Row {
    /// The column of a `y` inside the tile.
    fn column(&self, y: usize) -> Option<usize> {
        y.checked_sub(self.y0)
            .filter(|&column| column < self.columns)
    }
}
