//! Grundy values of a box, tile by tile.
//!
//! `G(p) = mex{G(option)}`. The options along a ray are remembered as a bit line: at `p` the line of
//! a ray holds the values of all `p − base − t·vector`. Stepping from `p − vector` to `p` adds just
//! the values at `p − base`, one for each base, so shifted rays (the windows of WYT(a, b)) need no
//! lines of their own. Steps and moves between layers exclude single values.
//!
//! Cost: nearly the same for every cell, see `wythoff_kernels::mex`; half of it when the ruleset is
//! symmetric. Memory: the table and `n²/2` to `n²` bytes of lines.
//! Judge: the definition, in `tests/grid.rs`.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use wythoff_kernels::Level;
use wythoff_kernels::mex::{BlockLayout, EMPTY, Lines, Role, Tile, WORD_MULTIPLE};

use super::lines::{Family, View, families, words_holding};
use super::shape::Shape;
use super::still::Stills;
use super::table::{Cell, Cut, Tiles};
use super::{Tuning, Unsuited, Value, side_for};
use crate::budget::Budget;
use crate::error::Error;

/// A Grundy table being filled, one antidiagonal of tiles after another.
///
/// Between two antidiagonals its state can be written down and taken up again
/// ([`GrundyRun::save`]), so that a run can be interrupted.
pub struct GrundyRun<'a, C> {
    pub(super) shape: &'a Shape,
    stills: Stills<'a>,
    pub(super) cut: Cut,
    /// Words of a line.
    pub(super) words: usize,
    level: Level,
    views: Vec<View>,
    /// Per layer, the line families.
    pub(super) families: Vec<Vec<Family>>,
    pub(super) tiles: Vec<Tiles<C>>,
    /// Antidiagonals that are finished.
    pub(super) done: usize,
    /// An antidiagonal was left half done: its lines are in between.
    pub(super) broken: bool,
}

/// Told of each finished tile: its layer, its place, its cells with `y` running fastest.
pub type SeeTile<'s, C> =
    dyn Fn(usize, (usize, usize), &[C]) -> Result<(), Error> + Send + Sync + 's;

/// Values of a tile and of what lies before it, all layers in a row.
struct Local {
    values: Vec<u32>,
    reach: usize,
    stride: usize,
    plane: usize,
}

impl Local {
    /// Where cell `(0, 0)` of a layer is.
    fn origin(&self, layer: usize) -> usize {
        layer * self.plane + self.reach * (self.stride + 1)
    }
}

impl<'a, C: Cell> GrundyRun<'a, C> {
    /// A run that has not begun, on a shape that is [normalised](Shape::normalised).
    ///
    /// For a symmetric shape `size.0` must not exceed `size.1`.
    ///
    /// # Errors
    /// [`ErrorKind::Undefined`](crate::ErrorKind::Undefined) when the shape does not suit or `C` is
    /// too small; an error of evaluating an end; [`ErrorKind::Limit`](crate::ErrorKind::Limit).
    pub fn new(
        shape: &'a Shape,
        size: (usize, usize),
        tuning: &Tuning,
        budget: &Budget<'_>,
    ) -> Result<Self, Error> {
        let width = shape
            .width_of(Value::Grundy, size)
            .map_err(Unsuited::into_error)?;
        let half = shape.is_symmetric();
        if width > C::WIDTH || half && size.0 > size.1 {
            return Err(Error::undefined(
                "a Grundy table whose cells are too small or that is tall",
            ));
        }
        let side = tuning
            .side
            .unwrap_or_else(|| side_for(size.0.max(size.1)))
            .max(1);
        let cut = Cut {
            width: size.0,
            height: size.1,
            side,
            half,
        };
        let layers = shape.layers.len();
        let words = words_holding(shape.grundy_bound(size.0 as u64, size.1 as u64));
        let (kinds, views) = families(&shape.rays, cut, words);
        let others = (1..layers).map(|_| families(&shape.rays, cut, words).0);
        Ok(GrundyRun {
            shape,
            stills: Stills::new(shape, size, budget)?,
            cut,
            words,
            level: tuning.level.unwrap_or_else(Level::detect),
            views,
            families: std::iter::once(kinds).chain(others).collect(),
            tiles: (0..layers).map(|_| Tiles::new(cut)).collect(),
            done: 0,
            broken: false,
        })
    }

    /// How the box is cut.
    #[must_use]
    pub fn cut(&self) -> Cut {
        self.cut
    }

    /// How many antidiagonals of tiles are finished.
    #[must_use]
    pub fn done(&self) -> usize {
        self.done
    }

    /// Fills the next antidiagonal, its tiles in parallel on the current thread pool, and shows each
    /// tile to `see`. Returns whether there was one.
    ///
    /// An antidiagonal that is begun is finished, so that the state can be saved after the watch has
    /// stopped the run; the run ends before the next one.
    ///
    /// # Errors
    /// When the watch stops the run, and what `see` returns; after that there is nothing to save.
    pub fn advance(&mut self, budget: &Budget<'_>, see: &SeeTile<'_, C>) -> Result<bool, Error> {
        if self.broken {
            return Err(Error::undefined("a run that has failed cannot go on"));
        }
        if self.done == self.cut.antidiagonals() {
            return Ok(false);
        }
        let total = self.cells_before(self.cut.antidiagonals());
        let before = self.cells_before(self.done);
        budget.report(before, Some(total))?;
        let count = AtomicU64::new(before);
        let tiles: Vec<_> = self.cut.antidiagonal(self.done).collect();
        self.broken = true;
        tiles.par_iter().try_for_each(|&at| -> Result<(), Error> {
            self.fill_tile(at, see)?;
            let count = count.fetch_add(self.cells(at), Ordering::Relaxed) + self.cells(at);
            // Whether to stop is asked again before the next antidiagonal.
            let _ = budget.report(count, Some(total));
            Ok(())
        })?;
        self.broken = false;
        self.done += 1;
        Ok(true)
    }

    /// Fills every tile and keeps them all.
    pub(super) fn run(mut self, budget: &Budget<'_>) -> Result<Vec<Tiles<C>>, Error> {
        while self.advance(budget, &|_, _, _| Ok(()))? {}
        Ok(self.tiles)
    }

    /// Drops the tiles that no move reaches any more: for a run whose tiles are stored elsewhere.
    pub fn forget_tiles(&mut self) {
        for s in 0..self.done.saturating_sub(self.antidiagonals_kept()) {
            for at in self.cut.antidiagonal(s) {
                for tiles in &mut self.tiles {
                    tiles.forget(at);
                }
            }
        }
    }

    /// Finished antidiagonals in which a move from the next one may end.
    pub(super) fn antidiagonals_kept(&self) -> usize {
        2 * (self.shape.reach() as usize).div_ceil(self.cut.side)
    }

    fn cells_before(&self, antidiagonals: usize) -> u64 {
        let tiles = (0..antidiagonals).flat_map(|s| self.cut.antidiagonal(s));
        tiles.map(|at| self.cells(at)).sum()
    }

    fn cells(&self, at: (usize, usize)) -> u64 {
        let (width, height) = self.cut.extent(at);
        (width * height * self.tiles.len()) as u64
    }

    /// Fills one tile in every layer. All tiles that are nowhere larger must be filled.
    fn fill_tile(&self, at: (usize, usize), see: &SeeTile<'_, C>) -> Result<(), Error> {
        let mut local = self.local(at);
        for layer in 0..self.tiles.len() {
            let fixed = self.settle_still_cells(at, layer, &mut local);
            self.fill_layer(at, layer, fixed, &mut local)?;
            let cells = self.narrow(at, layer, &local);
            see(layer, at, &cells)?;
            self.tiles[layer].set(at, cells);
        }
        Ok(())
    }

    /// The values before the tile, as far back as moves reach; the tile itself empty.
    fn local(&self, at: (usize, usize)) -> Local {
        let (width, height) = self.cut.extent(at);
        let reach = self.shape.reach() as usize;
        // Half of a diagonal tile is mirrored into a square.
        let side = if self.is_diagonal(at) {
            width.max(height)
        } else {
            width
        };
        // Neighbouring rows an odd number of cache lines apart.
        let stride = (reach + height).next_multiple_of(16) | 16;
        let plane = (reach + side) * stride;
        let layers = self.tiles.len();
        let mut local = Local {
            values: vec![EMPTY; plane * layers],
            reach,
            stride,
            plane,
        };
        if reach > 0 {
            for layer in 0..layers {
                self.copy_values_before(at, layer, &mut local);
            }
        }
        local
    }

    fn copy_values_before(&self, at: (usize, usize), layer: usize, local: &mut Local) {
        let (width, height) = self.cut.extent(at);
        let (x0, y0) = (at.0 * self.cut.side, at.1 * self.cut.side);
        let reach = local.reach;
        for i in 0..reach + width {
            let Some(x) = (x0 + i).checked_sub(reach) else {
                continue;
            };
            let columns = if i < reach { reach + height } else { reach };
            for j in 0..columns {
                let Some(y) = (y0 + j).checked_sub(reach) else {
                    continue;
                };
                if let Some(value) = self.tiles[layer].get(x, y) {
                    local.values[layer * local.plane + i * local.stride + j] = value;
                }
            }
        }
    }

    /// Writes the values of the cells where rays and steps are silent. Returns whether there are any.
    fn settle_still_cells(&self, at: (usize, usize), layer: usize, local: &mut Local) -> bool {
        let (x0, y0) = (at.0 * self.cut.side, at.1 * self.cut.side);
        if !self.stills.may_be_still_beyond(x0, y0) {
            return false;
        }
        let (width, height) = self.cut.extent(at);
        let mut any = false;
        for i in 0..width {
            for j in 0..height {
                if self.stills.is_still(layer, x0 + i, y0 + j) {
                    let cell = local.origin(layer) + i * local.stride + j;
                    local.values[cell] = self.still_value(layer, (x0 + i, y0 + j), cell, local);
                    any = true;
                }
            }
        }
        any
    }

    /// The value of a cell that has at most moves to lower layers.
    fn still_value(&self, layer: usize, (x, y): (usize, usize), cell: usize, local: &Local) -> u32 {
        let mut options: Vec<u32> = self
            .stills
            .moves(layer, x, y)
            .into_iter()
            .map(|m| local.values[cell - self.distance(layer, m.to, m.shift, local)])
            .collect();
        if options.is_empty() {
            return u32::from(self.shape.misere);
        }
        options.sort_unstable();
        options
            .into_iter()
            .fold(0, |mex, value| if value == mex { mex + 1 } else { mex })
    }

    fn distance(&self, from: usize, to: usize, (e, f): (u32, u32), local: &Local) -> usize {
        (from - to) * local.plane + e as usize * local.stride + f as usize
    }

    fn fill_layer(
        &self,
        at: (usize, usize),
        layer: usize,
        fixed: bool,
        local: &mut Local,
    ) -> Result<(), Error> {
        let (rows, columns) = self.cut.extent(at);
        let families = &self.families[layer];
        let (ranges, roles) = self.roles(families, at, local);
        let claims: Result<Vec<_>, Error> = ranges
            .iter()
            .map(|(family, range)| families[*family].claim(range.clone()))
            .collect();
        let mut claims = claims?;
        // Without a ray there is one line that stays empty.
        let alone = BlockLayout::new(1, WORD_MULTIPLE);
        let mut empty = vec![0; alone.size()];
        let mut lines = Lines::new(if roles.is_empty() {
            WORD_MULTIPLE
        } else {
            self.words
        });
        if roles.is_empty() {
            lines.add(&mut empty, alone, 1);
        }
        for (claim, (family, range)) in claims.iter_mut().zip(&ranges) {
            let family = &families[*family];
            let blocks = claim.chunks_mut(family.layout().size());
            for (block, number) in blocks.zip(range.clone()) {
                family.set_met(number, true);
                lines.add(block, family.layout(), family.used(number));
            }
        }
        let none = [Role {
            across: vec![0; rows],
            along: vec![0; columns],
            ..Role::default()
        }];
        let skips = self.skips(layer, local);
        let (origin, stride) = (local.origin(layer), local.stride);
        Tile {
            rows,
            columns,
            values: &mut local.values,
            origin,
            stride,
            roles: if roles.is_empty() { &none } else { &roles },
            skips: &skips,
            half: self.is_diagonal(at),
            fixed,
        }
        .fill(&mut lines, self.level)
        .map_err(|full| Error::limit(full.to_string()))
    }

    fn is_diagonal(&self, at: (usize, usize)) -> bool {
        self.cut.half && at.0 == at.1
    }

    /// The ranges of blocks of lines that the tile meets, and the role of each ray in them.
    fn roles(
        &self,
        families: &[Family],
        at: (usize, usize),
        local: &Local,
    ) -> (Vec<(usize, Range<usize>)>, Vec<Role>) {
        let mut ranges: Vec<(usize, Range<usize>)> = Vec::new();
        let mut numbers = Vec::new();
        let mut count = 0;
        let mut roles = Vec::new();
        let origin = (at.0 * self.cut.side, at.1 * self.cut.side);
        for view in &self.views {
            let family = &families[view.family];
            let met = family.met_by(if view.mirrored { (at.1, at.0) } else { at });
            // On the diagonal a mirrored view meets the same blocks again, elsewhere others.
            let met = (view.family, met);
            let before = match ranges.iter().position(|range| *range == met) {
                Some(place) => numbers[place],
                None => {
                    let before = count;
                    count += met.1.len() * family.lines();
                    ranges.push(met);
                    numbers.push(before);
                    before
                }
            };
            let mut role = family.role(origin, self.cut.extent(at), view.mirrored, before);
            role.pushes = view.ray.bases.contains(&view.ray.vector);
            role.pulls = view
                .ray
                .bases
                .iter()
                .filter(|&&base| base != view.ray.vector)
                .map(|&base| self.distance(0, 0, base, local))
                .collect();
            roles.push(role);
        }
        (ranges, roles)
    }

    /// Distances of the values that steps and moves between layers exclude.
    fn skips(&self, layer: usize, local: &Local) -> Vec<usize> {
        let steps = self
            .shape
            .steps
            .iter()
            .map(|&step| self.distance(0, 0, step, local));
        let moves = self.shape.layers[layer].iter();
        steps
            .chain(moves.map(|m| self.distance(layer, m.to, m.shift, local)))
            .collect()
    }

    fn narrow(&self, at: (usize, usize), layer: usize, local: &Local) -> Box<[C]> {
        let (rows, columns) = self.cut.extent(at);
        let mut cells = Vec::with_capacity(rows * columns);
        for i in 0..rows {
            let from = local.origin(layer) + i * local.stride;
            cells.extend(
                local.values[from..from + columns]
                    .iter()
                    .map(|&value| C::narrow(value)),
            );
        }
        cells.into_boxed_slice()
    }
}
