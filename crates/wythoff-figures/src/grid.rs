//! Arrays of numbers for maps, and down-sampling of arrays too large to draw cell by cell.
//!
//! Rows are streamed, one fixed x at a time, so that a table of 10^5 × 10^5 cells needs only the
//! memory of its picture.

use crate::error::FigureError;

/// Numbers `array[x, y]`; NaN where there is none.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    shape: [usize; 2],
    values: Vec<f32>,
}

impl Grid {
    /// The grid with these rows, `rows[x][y]`.
    ///
    /// # Errors
    ///
    /// No cells, or rows of different lengths.
    ///
    /// ```
    /// # use wythoff_figures::Grid;
    /// let grid = Grid::of_rows(&[vec![0.0, 1.0, 2.0], vec![1.0, 2.0, 0.0]]).unwrap();
    /// assert_eq!(grid.shape(), [2, 3]);
    /// assert_eq!(grid.at(1, 1), 2.0);
    /// assert!(Grid::of_rows(&[vec![0.0], vec![]]).is_err());
    /// ```
    pub fn of_rows(rows: &[Vec<f32>]) -> Result<Self, FigureError> {
        let ny = rows.first().map_or(0, Vec::len);
        if ny == 0 {
            return Err(FigureError::Empty { what: "the map" });
        }
        if let Some((row, found)) = rows
            .iter()
            .map(Vec::len)
            .enumerate()
            .find(|&(_, len)| len != ny)
        {
            return Err(FigureError::Ragged {
                row,
                expected: ny,
                found,
            });
        }
        Ok(Self {
            shape: [rows.len(), ny],
            values: rows.concat(),
        })
    }

    /// The number of cells along x and along y.
    #[must_use]
    pub fn shape(&self) -> [usize; 2] {
        self.shape
    }

    /// The value at (x, y).
    ///
    /// # Panics
    ///
    /// When (x, y) is outside the grid.
    #[must_use]
    pub fn at(&self, x: usize, y: usize) -> f32 {
        self.values[x * self.shape[1] + y]
    }

    /// The values at fixed x.
    ///
    /// # Panics
    ///
    /// When x is outside the grid.
    #[must_use]
    pub fn row(&self, x: usize) -> &[f32] {
        &self.values[x * self.shape[1]..(x + 1) * self.shape[1]]
    }

    /// Least and greatest of the values that are numbers; `None` when there is none.
    #[must_use]
    pub fn range(&self) -> Option<[f64; 2]> {
        let mut finite = self.values.iter().copied().filter(|v| v.is_finite());
        let first = finite.next()?;
        let (low, high) = finite.fold((first, first), |(low, high), v| (low.min(v), high.max(v)));
        Some([f64::from(low), f64::from(high)])
    }

    /// This grid with at most `limit` cells along each axis.
    #[must_use]
    pub fn at_most(&self, limit: [usize; 2], filter: Filter) -> Self {
        let target = [
            self.shape[0].min(limit[0].max(1)),
            self.shape[1].min(limit[1].max(1)),
        ];
        if target == self.shape {
            return self.clone();
        }
        let mut sampler = DownSampler::new(self.shape, target, filter);
        for x in 0..self.shape[0] {
            sampler.push(self.row(x).iter().copied());
        }
        sampler.finish()
    }
}

/// What one cell of a down-sampled grid says about the cells it stands for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Filter {
    /// Their mean: smooth quantities.
    #[default]
    Mean,
    /// The greatest: rare cells of great value stay visible.
    Max,
    /// The least: rare cells of the first kind stay visible.
    Min,
    /// The upper left one: kinds, which have no mean.
    First,
}

/// Streams the rows of a large array, or pieces of it in any order, into a small grid, each cell
/// standing for a box of cells.
///
/// ```
/// # use wythoff_figures::{DownSampler, Filter};
/// let mut sampler = DownSampler::new([4, 4], [2, 2], Filter::Mean);
/// for x in 0..4u16 {
///     sampler.push((0..4u16).map(|y| f32::from(x + y)));
/// }
/// assert_eq!(sampler.finish().row(0), [1.0, 3.0]);
/// ```
#[derive(Clone, Debug)]
pub struct DownSampler {
    from: [usize; 2],
    to: [usize; 2],
    filter: Filter,
    next_row: usize,
    sums: Vec<f64>,
    counts: Vec<u32>,
    /// The column of the small grid for each y.
    column: Vec<u32>,
}

impl DownSampler {
    /// A sampler from an array of shape `from` to a grid of shape `to`; no side grows, and none
    /// is zero.
    #[must_use]
    pub fn new(from: [usize; 2], to: [usize; 2], filter: Filter) -> Self {
        let from = from.map(|side| side.max(1));
        let to = [to[0].clamp(1, from[0]), to[1].clamp(1, from[1])];
        let cells = to[0] * to[1];
        let column = (0..from[1])
            .map(|y| (y as u64 * to[1] as u64 / from[1] as u64) as u32)
            .collect();
        Self {
            from,
            to,
            filter,
            next_row: 0,
            sums: vec![0.0; cells],
            counts: vec![0; cells],
            column,
        }
    }

    /// Takes the next row, x fixed. Values that are not numbers are left out; rows and values
    /// beyond the shape are ignored.
    pub fn push(&mut self, row: impl IntoIterator<Item = f32>) {
        let x = self.next_row;
        self.next_row += 1;
        self.push_at([x, 0], row);
    }

    /// Takes values at fixed x from this place on. Which of them [`Filter::First`] keeps depends on
    /// the order of the calls.
    pub fn push_at(&mut self, [x, y]: [usize; 2], values: impl IntoIterator<Item = f32>) {
        if x >= self.from[0] || y >= self.from[1] {
            return;
        }
        let target = (x as u64 * self.to[0] as u64 / self.from[0] as u64) as usize;
        let cells = target * self.to[1]..(target + 1) * self.to[1];
        let (sums, counts) = (&mut self.sums[cells.clone()], &mut self.counts[cells]);
        for (value, &column) in values
            .into_iter()
            .zip(&self.column[y..])
            .filter(|(v, _)| v.is_finite())
        {
            let (sum, count) = (&mut sums[column as usize], &mut counts[column as usize]);
            let value = f64::from(value);
            *sum = match self.filter {
                Filter::Mean => *sum + value,
                Filter::Max if *count > 0 => sum.max(value),
                Filter::Min if *count > 0 => sum.min(value),
                Filter::First if *count > 0 => *sum,
                Filter::Max | Filter::Min | Filter::First => value,
            };
            *count += 1;
        }
    }

    /// The small grid; NaN where no value fell.
    #[must_use]
    pub fn finish(self) -> Grid {
        let mean = self.filter == Filter::Mean;
        let value = |(sum, count): (f64, u32)| match count {
            0 => f32::NAN,
            n if mean => (sum / f64::from(n)) as f32,
            _ => sum as f32,
        };
        Grid {
            shape: self.to,
            values: self.sums.into_iter().zip(self.counts).map(value).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_filter_sees_its_box() {
        let rows: Vec<Vec<f32>> = (0..6)
            .map(|x| (0..6).map(|y| (x * 6 + y) as f32).collect())
            .collect();
        let grid = Grid::of_rows(&rows).unwrap();
        let small = |filter| grid.at_most([2, 3], filter);
        assert_eq!(small(Filter::Mean).row(0), [6.5, 8.5, 10.5]);
        assert_eq!(small(Filter::Max).row(1), [31.0, 33.0, 35.0]);
        assert_eq!(small(Filter::First).row(1), [18.0, 20.0, 22.0]);
        assert_eq!(small(Filter::Min).row(1), [18.0, 20.0, 22.0]);
        assert_eq!(grid.at_most([100, 100], Filter::Mean), grid);
    }

    #[test]
    fn boxes_cover_sides_that_do_not_divide() {
        let mut sampler = DownSampler::new([7, 5], [3, 2], Filter::Mean);
        for _ in 0..9 {
            sampler.push([1.0; 8]);
        }
        let grid = sampler.finish();
        assert!((0..3).all(|x| grid.row(x).iter().all(|&v| (v - 1.0).abs() < 1e-6)));
    }

    #[test]
    fn pieces_in_any_order_are_rows() {
        let value = |x: usize, y: usize| (x * 11 + y * y) as f32;
        let mut rows = DownSampler::new([9, 7], [4, 3], Filter::Mean);
        for x in 0..9 {
            rows.push((0..7).map(|y| value(x, y)));
        }
        let mut pieces = DownSampler::new([9, 7], [4, 3], Filter::Mean);
        for x in (0..9).rev() {
            pieces.push_at([x, 4], (4..9).map(|y| value(x, y)));
            pieces.push_at([x, 0], (0..4).map(|y| value(x, y)));
        }
        pieces.push_at([9, 0], [1.0]);
        assert_eq!(pieces.finish(), rows.finish());
    }

    #[test]
    fn missing_values_stay_missing() {
        let grid = Grid::of_rows(&[vec![f32::NAN, 2.0]]).unwrap();
        assert_eq!(grid.range(), Some([2.0, 2.0]));
        assert!(grid.at_most([1, 2], Filter::Mean).at(0, 0).is_nan());
        assert!((grid.at_most([1, 1], Filter::Mean).at(0, 0) - 2.0).abs() < 1e-6);
    }
}
