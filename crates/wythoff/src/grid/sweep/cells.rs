//! Cells of a row one after another: any shape, and ends.

use smallvec::SmallVec;
use wythoff_kernels::rows::Number;

use super::super::table::Cell;
use super::local::{Lines, Local};
use super::{Row, Summary, Sweep};

impl<T: Number> Lines<T> {
    pub(super) fn summary(&self, class: usize, at: usize) -> Summary<T> {
        Summary {
            low: self.low[class][at],
            high: self.high.get(class).map_or(T::default(), |high| high[at]),
        }
    }
}

impl<T: Number, C: Cell> Sweep<'_, T, C> {
    /// Takes the first `until` columns of a row.
    pub(super) fn cells(&self, lower: &[Local<T>], local: &mut Local<T>, row: Row, until: usize) {
        let still_until = self.stills.until(row.x, self.cut.height);
        let places: SmallVec<[(usize, usize); 8]> = self
            .leaving
            .iter()
            .zip(&local.lines)
            .map(|(ray, lines)| row.line(ray.vector, lines.margin))
            .collect();
        for column in 0..until {
            let options = self.options(local, row, column, &places);
            let y = row.y0 + column;
            let value = if y < still_until && self.stills.is_still(row.layer, row.x, y) {
                self.still_value(lower, row, column)
            } else {
                let mut options = options;
                for (to, shift) in self.singles(row.layer) {
                    if self.is_inside(row, shift, column) {
                        let from = to.map_or(&*local, |to| &lower[to]);
                        let value = from.values[row.at(shift, column)];
                        options = self.rule.join(options, self.rule.of(value));
                    }
                }
                self.rule.value(options)
            };
            local.values[row.at((0, 0), column)] = value;
            for (number, &(class, from)) in places.iter().enumerate() {
                if self.leaving[number].pushes {
                    self.enter(&mut local.lines[number], (class, from + column), value);
                }
            }
        }
    }

    /// What the rays offer at a cell; enters into them what newly becomes visible.
    fn options(
        &self,
        local: &mut Local<T>,
        row: Row,
        column: usize,
        places: &[(usize, usize)],
    ) -> Summary<T> {
        let mut options = self.rule.nothing();
        for (number, &(class, from)) in places.iter().enumerate() {
            let at = (class, from + column);
            for &base in &self.leaving[number].pulls {
                if self.is_inside(row, base, column) {
                    let value = local.values[row.at(base, column)];
                    self.enter(&mut local.lines[number], at, value);
                }
            }
            options = self
                .rule
                .join(options, local.lines[number].summary(class, at.1));
        }
        let mut first = row.number * self.runs_of_row();
        for (length, bases) in &self.in_row {
            let run = first + (row.y0 + column) % length;
            first += length;
            for &base in bases {
                if self.is_inside(row, base, column) {
                    let value = self.rule.of(local.values[row.at(base, column)]);
                    local.runs[run] = self.rule.join(local.runs[run], value);
                }
            }
            options = self.rule.join(options, local.runs[run]);
        }
        options
    }

    fn enter(&self, lines: &mut Lines<T>, (class, at): (usize, usize), value: T) {
        let joined = self
            .rule
            .join(lines.summary(class, at), self.rule.of(value));
        lines.low[class][at] = joined.low;
        if let Some(high) = lines.high.get_mut(class) {
            high[at] = joined.high;
        }
    }

    pub(super) fn is_inside(&self, row: Row, (e, f): (u32, u32), column: usize) -> bool {
        e as usize <= row.x && f as usize <= row.y0 + column
    }
}
