//! What a sweep needs to go on from a row, as bytes.
//!
//! Of each layer: its lines, then the rows that moves still reach, all in order of columns, 32 bits a
//! number, so that a run can go on with another cut or other threads.

use std::sync::PoisonError;

use wythoff_kernels::rows::Number;

use super::super::save::{Put, Rest};
use super::super::table::Cell;
use super::Sweep;
use super::local::Kept;
use crate::error::Error;

impl<T: Number, C: Cell> Sweep<'_, T, C> {
    /// Rows of numbers that a state has of each layer.
    pub(in super::super) fn state_rows(&self) -> usize {
        let kinds = 1 + usize::from(self.rule.needs_greatest());
        let classes: usize = self.leaving.iter().map(|ray| ray.vector.0 as usize).sum();
        classes * kinds + self.reach
    }

    pub(in super::super) fn save(&self, put: &mut Put<'_>) -> Result<(), Error> {
        let mut bytes = Vec::new();
        for layer in 0..self.shape.layers.len() {
            for number in 0..self.state_rows() {
                for band in &self.bands {
                    let band = band.lock().unwrap_or_else(PoisonError::into_inner);
                    let row = self.state_row(&band.layers[layer], number);
                    bytes.clear();
                    bytes.extend(row.iter().flat_map(|value| value.widen().to_le_bytes()));
                    put(&bytes)?;
                }
            }
        }
        Ok(())
    }

    /// Takes up what [`Sweep::save`] wrote after row `done − 1`.
    pub(in super::super) fn restore(
        &mut self,
        done: usize,
        rest: &mut Rest<'_>,
    ) -> Result<(), Error> {
        for layer in 0..self.shape.layers.len() {
            for number in 0..self.state_rows() {
                for band in 0..self.bands.len() {
                    let len = self.cut.band(band).len();
                    let row: Result<Vec<T>, Error> =
                        (0..len).map(|_| rest.cell().map(T::narrow)).collect();
                    let row = row?;
                    let mut held = self.bands[band]
                        .lock()
                        .unwrap_or_else(PoisonError::into_inner);
                    self.state_row_mut(&mut held.layers[layer], number)
                        .copy_from_slice(&row);
                }
            }
        }
        self.find_goods(done);
        Ok(())
    }

    fn state_row<'k>(&self, kept: &'k Kept<T>, number: usize) -> &'k [T] {
        let lines = kept.low.iter().chain(&kept.high).flatten();
        match lines.clone().nth(number) {
            Some(line) => line,
            None => {
                let row = number - lines.count();
                let len = kept.values.len() / self.reach.max(1);
                &kept.values[row * len..(row + 1) * len]
            }
        }
    }

    fn state_row_mut<'k>(&self, kept: &'k mut Kept<T>, number: usize) -> &'k mut [T] {
        let Kept {
            low, high, values, ..
        } = kept;
        let count = low.iter().chain(&*high).flatten().count();
        let len = values.len() / self.reach.max(1);
        match low.iter_mut().chain(high).flatten().nth(number) {
            Some(line) => line,
            None => &mut values[(number - count) * len..][..len],
        }
    }

    /// The good values of the rows that moves reach follow from the rows.
    fn find_goods(&self, done: usize) {
        for band in 0..self.bands.len() {
            let columns = self.cut.band(band);
            let mut held = self.bands[band]
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            for kept in &mut held.layers {
                let rows = kept.values.chunks(columns.len()).zip(&mut kept.goods);
                for (number, (row, goods)) in rows.enumerate() {
                    goods.clear();
                    // Rows before the first have no values.
                    if done + number >= self.reach {
                        let found = row.iter().enumerate().filter_map(|(column, &value)| {
                            Some((columns.start + column, self.rule.good(value)?))
                        });
                        goods.extend(found);
                    }
                }
            }
        }
    }
}
