//! Outcomes of a box, one bit a cell, swept row by row.
//!
//! A position is P when no option is P; the terminal positions are P in normal play and N in misère
//! play. A row is one `x`, bit `y` set at P-positions. Each ray that leaves the row is remembered by
//! one bit a line: whether a P-position lies on it. Where `(0, 1)` is the only way to stay in the
//! row, at most one position without ends is P in it, the first that nothing else reaches.
//!
//! Cost: a word operation per ray and 64 cells, often less. Judge: the definition, in
//! `tests/grid.rs`.

use wythoff_kernels::Level;
use wythoff_kernels::bits::{first_clear, or_moved_down, or_moved_up};

use super::shape::{Ray, Shape, Vector};
use super::still::Stills;
use crate::budget::Budget;
use crate::error::Error;

/// One bit for each line of a ray: `y − dy·⌊x/dx⌋` is constant along a line of class `x mod dx`.
struct Lines {
    vector: Vector,
    pulls: Vec<Vector>,
    pushes: bool,
    hit: Vec<Vec<u64>>,
    last: usize,
}

impl Lines {
    fn new(ray: &Ray, (width, height): (usize, usize)) -> Self {
        let (dx, dy) = (ray.vector.0 as usize, ray.vector.1 as usize);
        let last = (width - 1) / dx;
        Lines {
            vector: ray.vector,
            pulls: ray
                .bases
                .iter()
                .filter(|&&base| base != ray.vector)
                .copied()
                .collect(),
            pushes: ray.bases.contains(&ray.vector),
            hit: vec![vec![0; (height + dy * last).div_ceil(64) + 1]; dx],
            last,
        }
    }

    /// The bits of a row's lines, and where the one of its cell `y = 0` is.
    fn place(&self, x: usize) -> (usize, usize) {
        let (dx, dy) = (self.vector.0 as usize, self.vector.1 as usize);
        (x % dx, dy * (self.last - x / dx))
    }
}

/// Receives a row: its layer, its `x`, its bits.
pub(super) type SeeBits<'s> = dyn FnMut(usize, usize, &[u64]) -> Result<(), Error> + 's;

struct Layer {
    lines: Vec<Lines>,
    /// The last rows, row `x` at `x mod depth`.
    rows: Vec<Vec<u64>>,
}

/// A box of outcomes being swept.
pub(super) struct OutcomeSweep<'a> {
    shape: &'a Shape,
    stills: Stills<'a>,
    level: Level,
    width: usize,
    height: usize,
    layers: Vec<Layer>,
    row_is_a_ray: bool,
}

/// Whether this sweep can do the shape: nothing stays in a row but `(0, 1)` and its multiples.
pub(super) fn suits(shape: &Shape) -> bool {
    shape.steps.iter().all(|step| step.0 > 0)
        && shape.rays.iter().all(|ray| match ray.vector {
            (0, 1) => ray.bases[..] == [(0, 1)],
            (dx, _) => dx > 0 && ray.bases.iter().all(|base| base.0 > 0),
        })
}

impl<'a> OutcomeSweep<'a> {
    /// `shape` must be normalised and of the kind that [`suits`] accepts.
    pub(super) fn new(
        shape: &'a Shape,
        stills: Stills<'a>,
        (width, height): (usize, usize),
        level: Level,
    ) -> Self {
        let leaving = || shape.rays.iter().filter(|ray| ray.vector.0 > 0);
        let depth = shape.reach() as usize + 1;
        let layer = || Layer {
            lines: leaving()
                .map(|ray| Lines::new(ray, (width, height)))
                .collect(),
            rows: vec![vec![0; height.div_ceil(64)]; depth],
        };
        let layers = (0..shape.layers.len()).map(|_| layer()).collect();
        let row_is_a_ray = shape.rays.iter().any(|ray| ray.vector.0 == 0);
        OutcomeSweep {
            shape,
            stills,
            level,
            width,
            height,
            layers,
            row_is_a_ray,
        }
    }

    /// Sweeps all rows. Each finished row goes to `sink` with its layer and `x`.
    pub(super) fn run(mut self, budget: &Budget<'_>, sink: &mut SeeBits<'_>) -> Result<(), Error> {
        let total = (self.width * self.height * self.layers.len()) as u64;
        let mut done = 0;
        for x in 0..self.width {
            for layer in 0..self.layers.len() {
                self.row(layer, x);
                sink(layer, x, self.stored(layer, x))?;
            }
            done += (self.height * self.layers.len()) as u64;
            budget.report(done, Some(total))?;
        }
        Ok(())
    }

    fn stored(&self, layer: usize, x: usize) -> &[u64] {
        let rows = &self.layers[layer].rows;
        &rows[x % rows.len()]
    }

    fn row(&mut self, layer: usize, x: usize) {
        let place = x % self.layers[layer].rows.len();
        let mut lines = std::mem::take(&mut self.layers[layer].lines);
        let mut row = std::mem::take(&mut self.layers[layer].rows[place]);
        row.fill(0);
        for line in &mut lines {
            let (class, from) = line.place(x);
            for &(e, f) in &line.pulls {
                if let Some(x2) = x.checked_sub(e as usize) {
                    or_moved_up(
                        &mut line.hit[class],
                        self.stored(layer, x2),
                        from + f as usize,
                    );
                }
            }
        }
        self.mark(layer, x, &lines, &mut row);
        for line in lines.iter_mut().filter(|line| line.pushes) {
            let (class, from) = line.place(x);
            push(&row, &mut line.hit[class], from, self.row_is_a_ray);
        }
        self.layers[layer].rows[place] = row;
        self.layers[layer].lines = lines;
    }

    /// Sets the bits of the P-positions of a row.
    fn mark(&self, layer: usize, x: usize, lines: &[Lines], row: &mut [u64]) {
        let reached = self.reached_by_singles(layer, x);
        let mut unions: Vec<(&[u64], usize)> = lines
            .iter()
            .map(|line| {
                let (class, from) = line.place(x);
                (&line.hit[class][..], from)
            })
            .collect();
        if let Some(reached) = &reached {
            unions.push((reached, 0));
        }
        let until = self.stills.until(x, self.height);
        let mut some = false;
        for y in 0..until {
            let p = if self.stills.is_still(layer, x, y) {
                self.still_is_p(layer, x, y)
            } else {
                !(some && self.row_is_a_ray)
                    && unions.iter().all(|&(row, from)| !bit(row, from + y))
            };
            row[y / 64] |= u64::from(p) << (y % 64);
            some |= p;
        }
        if !self.row_is_a_ray {
            mark_clear(&unions, until, self.height, row);
        } else if !some && let Some(y) = first_clear(self.level, &unions, until, self.height) {
            row[y / 64] |= 1 << (y % 64);
        }
    }

    /// The cells of a row from which a step or a move to another layer reaches a P-position.
    fn reached_by_singles(&self, layer: usize, x: usize) -> Option<Vec<u64>> {
        let steps = self.shape.steps.iter().map(|&step| (layer, step));
        let moves = self.shape.layers[layer].iter().map(|m| (m.to, m.shift));
        let mut reached = None;
        for (to, (e, f)) in steps.chain(moves) {
            if let Some(x2) = x.checked_sub(e as usize) {
                let into = reached.get_or_insert_with(|| vec![0; self.height.div_ceil(64)]);
                or_moved_up(into, self.stored(to, x2), f as usize);
            }
        }
        reached
    }

    fn still_is_p(&self, layer: usize, x: usize, y: usize) -> bool {
        let moves = self.stills.moves(layer, x, y);
        if moves.is_empty() {
            return !self.shape.misere;
        }
        moves.iter().all(|m| {
            let row = self.stored(m.to, x - m.shift.0 as usize);
            !bit(row, y - m.shift.1 as usize)
        })
    }
}

fn bit(row: &[u64], at: usize) -> bool {
    row[at / 64] >> (at % 64) & 1 == 1
}

/// Sets in `row` the elements of `from .. until` that are clear in every union.
fn mark_clear(unions: &[(&[u64], usize)], from: usize, until: usize, row: &mut [u64]) {
    if from >= until {
        return;
    }
    let mut union = vec![0; row.len()];
    for &(bits, offset) in unions {
        or_moved_down(&mut union, bits, offset);
    }
    for (at, (word, union)) in row.iter_mut().zip(union).enumerate().skip(from / 64) {
        let mut clear = !union;
        if at == from / 64 {
            clear &= u64::MAX << (from % 64);
        }
        if at == until / 64 {
            clear &= !(u64::MAX << (until % 64));
        }
        *word |= clear;
    }
}

/// Enters a finished row into the lines through it.
fn push(row: &[u64], hit: &mut [u64], from: usize, few: bool) {
    if !few {
        or_moved_up(hit, row, from);
        return;
    }
    for (at, &word) in row.iter().enumerate().filter(|&(_, &word)| word != 0) {
        let mut rest = word;
        while rest != 0 {
            let y = from + at * 64 + rest.trailing_zeros() as usize;
            hit[y / 64] |= 1 << (y % 64);
            rest &= rest - 1;
        }
    }
}
