//! What a thread holds of a tile, and what a band keeps between two blocks.
//!
//! A line is at hand under the column that it crosses in the first row of the block. The ones that
//! come in from the left lie in a margin before the tile's own: as many as a line moves to the right
//! in a block. When the tile is done, all have moved on by that many places: those that now lie left
//! of the tile's end go up to the next block, the others are the margin of the tile to the right.

use std::ops::Range;

use wythoff_kernels::rows::Number;

use super::super::table::Cell;
use super::{Leaving, Rule, Summary, Sweep};

/// Summaries of the lines of a ray, by class `x mod dx`.
pub(super) struct Lines<T> {
    pub(super) low: Vec<Vec<T>>,
    /// Greatest values; empty where the rule does not need them.
    pub(super) high: Vec<Vec<T>>,
    /// Lines that come in from the left.
    pub(super) margin: usize,
}

/// Good values of a row: their columns and what they add to a line.
pub(super) type Goods<T> = Vec<(usize, T)>;

/// One layer of a tile.
pub(super) struct Local<T> {
    pub(super) lines: Vec<Lines<T>>,
    /// The tile's rows and those above it that moves reach, each with as many cells to its left;
    /// what lies outside the box is 0.
    pub(super) values: Vec<T>,
    pub(super) stride: usize,
    /// The good values of each of these rows; only when rows are taken sparsely.
    pub(super) goods: Vec<Goods<T>>,
    /// What each row of the tile offers to the next cell.
    pub(super) runs: Vec<Summary<T>>,
}

/// A thread's tile.
pub(in crate::grid) struct Work<T> {
    pub(super) rows: Range<usize>,
    columns: Range<usize>,
    pub(super) layers: Vec<Local<T>>,
}

/// What a band keeps of a layer between two blocks.
pub(super) struct Kept<T> {
    /// Per ray and class, the lines under the columns they cross next.
    pub(super) low: Vec<Vec<Vec<T>>>,
    pub(super) high: Vec<Vec<Vec<T>>>,
    /// The rows that moves still reach, one after another.
    pub(super) values: Vec<T>,
    pub(super) goods: Vec<Goods<T>>,
}

/// A band between two blocks.
pub(super) struct Band<T> {
    pub(super) layers: Vec<Kept<T>>,
}

impl<T: Number> Band<T> {
    /// Before the first block.
    pub(super) fn new<C: Cell>(sweep: &Sweep<'_, T, C>, columns: usize) -> Self {
        let nothing = sweep.rule.nothing::<T>();
        let classes = |value: T| -> Vec<Vec<Vec<T>>> {
            let lines = |ray: &Leaving| vec![vec![value; columns]; ray.vector.0 as usize];
            sweep.leaving.iter().map(lines).collect()
        };
        let layer = || Kept {
            low: classes(nothing.low),
            high: if sweep.rule.needs_greatest() {
                classes(nothing.high)
            } else {
                Vec::new()
            },
            values: vec![T::default(); sweep.reach * columns],
            goods: vec![Vec::new(); sweep.reach],
        };
        Band {
            layers: sweep.shape.layers.iter().map(|_| layer()).collect(),
        }
    }
}

impl Rule {
    /// Whether greatest values are ever looked at.
    pub(super) fn needs_greatest(self) -> bool {
        matches!(self, Rule::Remoteness { .. })
    }
}

impl<T: Number> Work<T> {
    pub(super) fn new<C: Cell>(sweep: &Sweep<'_, T, C>) -> Self {
        let (rows, columns) = (
            sweep.cut.rows.min(sweep.cut.width),
            sweep.cut.columns.min(sweep.cut.height),
        );
        // Rows of the tile do not share cache sets.
        let stride = (sweep.reach + columns).next_multiple_of(64) + 32;
        let line = |ray: &Leaving| {
            let classes = ray.vector.0 as usize;
            let kinds = usize::from(sweep.rule.needs_greatest());
            Lines {
                low: vec![Vec::new(); classes],
                high: vec![Vec::new(); classes * kinds],
                margin: 0,
            }
        };
        let layer = || Local {
            lines: sweep.leaving.iter().map(line).collect(),
            values: vec![T::default(); (sweep.reach + rows) * stride],
            stride,
            goods: vec![Vec::new(); sweep.reach + rows],
            runs: Vec::new(),
        };
        Work {
            rows: 0..0,
            columns: 0..0,
            layers: sweep.shape.layers.iter().map(|_| layer()).collect(),
        }
    }

    /// Nothing comes in from the left of a block's first tile.
    pub(super) fn begin<C: Cell>(&mut self, sweep: &Sweep<'_, T, C>, rows: Range<usize>) {
        let nothing = sweep.rule.nothing::<T>();
        for local in &mut self.layers {
            for (lines, ray) in local.lines.iter_mut().zip(&sweep.leaving) {
                let (dx, dy) = (ray.vector.0 as usize, ray.vector.1 as usize);
                lines.margin = dy * (rows.end / dx - rows.start / dx);
                let all = lines.margin + sweep.cut.columns;
                for (kind, value) in [
                    (&mut lines.low, nothing.low),
                    (&mut lines.high, nothing.high),
                ] {
                    for line in kind {
                        line.resize(all, value);
                        line[..lines.margin].fill(value);
                    }
                }
            }
            if sweep.reach > 0 {
                local.values.fill(T::default());
            }
            local.goods.iter_mut().for_each(Vec::clear);
            local.runs.clear();
            local.runs.resize(rows.len() * sweep.runs_of_row(), nothing);
        }
        self.rows = rows;
    }

    /// Takes over what the band keeps, beside what the tile to the left has left.
    pub(super) fn load<C: Cell>(
        &mut self,
        sweep: &Sweep<'_, T, C>,
        band: &Band<T>,
        columns: Range<usize>,
    ) {
        let (reach, len) = (sweep.reach, columns.len());
        for (local, kept) in self.layers.iter_mut().zip(&band.layers) {
            for (ray, lines) in local.lines.iter_mut().enumerate() {
                let own = lines.margin..lines.margin + len;
                for (line, kept) in lines.low.iter_mut().zip(&kept.low[ray]) {
                    line[own.clone()].copy_from_slice(kept);
                }
                for (line, kept) in lines
                    .high
                    .iter_mut()
                    .zip(kept.high.get(ray).into_iter().flatten())
                {
                    line[own.clone()].copy_from_slice(kept);
                }
            }
            for row in 0..reach {
                let from = row * local.stride + reach;
                local.values[from..from + len]
                    .copy_from_slice(&kept.values[row * len..(row + 1) * len]);
            }
            let goods_above = kept.goods.iter().map(Some).chain(std::iter::repeat(None));
            for (goods, above) in local.goods.iter_mut().zip(goods_above) {
                goods.retain(|&(y, _)| y + reach >= columns.start);
                goods.extend(above.into_iter().flatten());
            }
        }
        self.columns = columns;
    }

    /// Leaves to the band what goes on to the next block, and keeps what crosses to the right.
    pub(super) fn store<C: Cell>(&mut self, sweep: &Sweep<'_, T, C>, band: &mut Band<T>) {
        let (reach, len, rows) = (sweep.reach, self.columns.len(), self.rows.len());
        for (local, kept) in self.layers.iter_mut().zip(&mut band.layers) {
            for (ray, lines) in local.lines.iter_mut().enumerate() {
                let margin = lines.margin;
                for (line, kept) in lines.low.iter_mut().zip(&mut kept.low[ray]) {
                    kept.copy_from_slice(&line[..len]);
                    line.copy_within(len..len + margin, 0);
                }
                let high = kept.high.get_mut(ray).into_iter().flatten();
                for (line, kept) in lines.high.iter_mut().zip(high) {
                    kept.copy_from_slice(&line[..len]);
                    line.copy_within(len..len + margin, 0);
                }
            }
            if reach == 0 {
                continue;
            }
            for row in 0..reach {
                let from = (rows + row) * local.stride + reach;
                kept.values[row * len..(row + 1) * len]
                    .copy_from_slice(&local.values[from..from + len]);
                kept.goods[row].clear();
                let own = local.goods[rows + row].iter();
                kept.goods[row].extend(own.filter(|&&(y, _)| y >= self.columns.start));
            }
            for row in local.values.chunks_exact_mut(local.stride) {
                row.copy_within(len..len + reach, 0);
            }
        }
    }
}
