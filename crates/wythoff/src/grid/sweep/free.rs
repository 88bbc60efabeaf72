//! Rows in which no move stays: all cells of a tile's row at once.

use smallvec::SmallVec;
use wythoff_kernels::rows::{self, Number};

use super::super::table::Cell;
use super::local::Local;
use super::{Row, Rule, Sweep};

/// Cells taken together.
const STRETCH: usize = 512;

impl<T: Number, C: Cell> Sweep<'_, T, C> {
    pub(super) fn free_row(&self, lower: &[Local<T>], local: &mut Local<T>, row: Row) {
        let until = self.stills.until(row.x, self.cut.height);
        let by_cell = until.saturating_sub(row.y0).min(row.columns);
        self.cells(lower, local, row, by_cell);
        for from in (by_cell..row.columns).step_by(STRETCH) {
            let to = row.columns.min(from + STRETCH);
            match self.rule {
                Rule::Remoteness { good } => self.remotenesses(lower, local, row, from..to, good),
                Rule::Blocked { limit, .. } => self.blocked(lower, local, row, from..to, limit),
            }
        }
    }

    /// The part of some columns that a move from there keeps inside the box, if any.
    fn inside(
        &self,
        row: Row,
        (e, f): (u32, u32),
        columns: &std::ops::Range<usize>,
    ) -> Option<std::ops::Range<usize>> {
        let start = columns.start.max((f as usize).saturating_sub(row.y0));
        (e as usize <= row.x && start < columns.end).then_some(start..columns.end)
    }

    fn places(&self, local: &Local<T>, row: Row) -> SmallVec<[(usize, usize); 8]> {
        self.leaving
            .iter()
            .zip(&local.lines)
            .map(|(ray, lines)| row.line(ray.vector, lines.margin))
            .collect()
    }

    fn remotenesses(
        &self,
        lower: &[Local<T>],
        local: &mut Local<T>,
        row: Row,
        columns: std::ops::Range<usize>,
        good: bool,
    ) {
        let level = self.level;
        let (mut low, mut high) = ([T::NONE; STRETCH], [T::default(); STRETCH]);
        let (low, high) = (&mut low[..columns.len()], &mut high[..columns.len()]);
        let places = self.places(local, row);
        let Local { lines, values, .. } = local;
        for ((ray, lines), &(class, from)) in self.leaving.iter().zip(&mut *lines).zip(&places) {
            for &base in &ray.pulls {
                if let Some(part) = self.inside(row, base, &columns) {
                    let given = &values[row.at(base, part.start)..][..part.len()];
                    let line = from + part.start..from + part.end;
                    rows::least_of_parity(level, &mut lines.low[class][line.clone()], given, good);
                    rows::greatest(level, &mut lines.high[class][line], given);
                }
            }
            let line = from + columns.start..from + columns.end;
            rows::least(level, low, &lines.low[class][line.clone()]);
            rows::greatest(level, high, &lines.high[class][line]);
        }
        for (to, shift) in self.singles(row.layer) {
            if let Some(part) = self.inside(row, shift, &columns) {
                let source = to.map_or(&*values, |to| &lower[to].values);
                let given = &source[row.at(shift, part.start)..][..part.len()];
                let at = part.start - columns.start;
                rows::least_of_parity(level, &mut low[at..], given, good);
                rows::greatest(level, &mut high[at..], given);
            }
        }
        let own = &mut values[row.at((0, 0), columns.start)..][..columns.len()];
        rows::next_of_either(level, own, low, high);
        for ((ray, lines), &(class, from)) in self.leaving.iter().zip(lines).zip(&places) {
            if ray.pushes {
                let line = from + columns.start..from + columns.end;
                rows::least_of_parity(level, &mut lines.low[class][line.clone()], own, good);
                rows::greatest(level, &mut lines.high[class][line], own);
            }
        }
    }

    fn blocked(
        &self,
        lower: &[Local<T>],
        local: &mut Local<T>,
        row: Row,
        columns: std::ops::Range<usize>,
        limit: u32,
    ) {
        let level = self.level;
        let mut counts = [T::default(); STRETCH];
        let counts = &mut counts[..columns.len()];
        let places = self.places(local, row);
        let Local { lines, values, .. } = local;
        for ((ray, lines), &(class, from)) in self.leaving.iter().zip(&mut *lines).zip(&places) {
            for &base in &ray.pulls {
                if let Some(part) = self.inside(row, base, &columns) {
                    let given = &values[row.at(base, part.start)..][..part.len()];
                    let line = from + part.start..from + part.end;
                    rows::count_zeros(level, &mut lines.low[class][line], given);
                }
            }
            let line = from + columns.start..from + columns.end;
            rows::sum(level, counts, &lines.low[class][line]);
        }
        for (to, shift) in self.singles(row.layer) {
            if let Some(part) = self.inside(row, shift, &columns) {
                let source = to.map_or(&*values, |to| &lower[to].values);
                let given = &source[row.at(shift, part.start)..][..part.len()];
                rows::count_zeros(level, &mut counts[part.start - columns.start..], given);
            }
        }
        let own = &mut values[row.at((0, 0), columns.start)..][..columns.len()];
        rows::at_least(level, own, counts, T::narrow(limit));
        for ((ray, lines), &(class, from)) in self.leaving.iter().zip(lines).zip(&places) {
            if ray.pushes {
                let line = from + columns.start..from + columns.end;
                rows::count_zeros(level, &mut lines.low[class][line], own);
            }
        }
    }
}
