//! Remoteness, and outcomes when options may be blocked, swept row by row.
//!
//! A row is one `x`, its cells run over `y`. Each line of a ray is remembered by a summary of the
//! values on it: its least good value and its greatest for remoteness, a count for blocked play.
//! Stepping along the line from `p − vector` to `p` adds the values at `p − base`.
//!
//! - Remoteness \[Smith1966\]: least even value of an option + 1, else the greatest + 1, else 0. In
//!   misère play odd values are the good ones.
//! - Blocked play: a position is P when fewer than `k` of its options are P.
//!
//! A row is cut into stretches. Where `(0, 1)` is the only way to stay in the row, a stretch without
//! ends needs one pass of whole vectors: the row holds at most one P-position, so before it the row
//! offers nothing good, and after it always the same. Elsewhere cells are taken one by one.
//!
//! Cost: a few operations per ray and cell, no tiles and one thread: the writing of the table is
//! the larger part. Memory: a few rows. Judge: the definition, in `tests/grid.rs`.

use wythoff_kernels::Level;
use wythoff_kernels::rows::{self, Number};

use super::shape::{LayerMove, Ray, Shape, Vector};
use super::still::Stills;
use crate::budget::Budget;
use crate::error::Error;

/// What a cell's value is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// Remoteness; good values are even, odd in misère play.
    Remoteness { good: bool },
    /// 0 for P, 1 for N: P when fewer than `limit` options are P, but a terminal position as given.
    Blocked { limit: u32, terminal: u32 },
}

/// What is known of a set of values: two numbers whose meaning the rule gives.
#[derive(Clone, Copy)]
struct Summary<T> {
    /// Least good value, or the number of P-positions.
    low: T,
    /// Greatest value.
    high: T,
}

impl Rule {
    fn nothing<T: Number>(self) -> Summary<T> {
        let low = if matches!(self, Rule::Remoteness { .. }) {
            T::NONE
        } else {
            T::default()
        };
        Summary {
            low,
            high: T::default(),
        }
    }

    fn join<T: Number>(self, a: Summary<T>, b: Summary<T>) -> Summary<T> {
        let low = match self {
            Rule::Remoteness { .. } => a.low.min(b.low),
            Rule::Blocked { .. } => a.low.plus(b.low),
        };
        Summary {
            low,
            high: a.high.max(b.high),
        }
    }

    fn of<T: Number>(self, value: T) -> Summary<T> {
        let low = match self {
            Rule::Remoteness { good } => value.if_parity(good),
            Rule::Blocked { .. } => T::narrow(u32::from(value == T::default())),
        };
        Summary { low, high: value }
    }

    fn terminal<T: Number>(self) -> T {
        match self {
            Rule::Remoteness { .. } => T::default(),
            Rule::Blocked { terminal, .. } => T::narrow(terminal),
        }
    }

    /// The value of a position with options.
    fn value<T: Number>(self, options: Summary<T>) -> T {
        match self {
            Rule::Remoteness { .. } if options.low == T::NONE => options.high.next(),
            Rule::Remoteness { .. } => options.low.next(),
            Rule::Blocked { limit, .. } => T::narrow(u32::from(options.low.widen() >= limit)),
        }
    }

    fn vector_join<T: Number>(self, level: Level, into: &mut [T], from: &[T]) {
        match self {
            Rule::Remoteness { .. } => rows::least(level, into, from),
            Rule::Blocked { .. } => rows::sum(level, into, from),
        }
    }
}

/// Summaries of the lines of a ray that leaves its row: `y − dy·⌊x/dx⌋` is constant along a line of
/// class `x mod dx`.
struct Lines<T> {
    vector: Vector,
    /// Bases except the vector itself.
    pulls: Vec<Vector>,
    pushes: bool,
    low: Vec<Vec<T>>,
    high: Vec<Vec<T>>,
    last: usize,
}

impl<T: Number> Lines<T> {
    /// The class of a row's lines, and where its cell `y = 0` is.
    fn place(&self, x: usize) -> (usize, usize) {
        let (dx, dy) = (self.vector.0 as usize, self.vector.1 as usize);
        (x % dx, dy * (self.last - x / dx))
    }

    fn summary(&self, (class, from): (usize, usize), y: usize) -> Summary<T> {
        Summary {
            low: self.low[class][from + y],
            high: self.high[class][from + y],
        }
    }

    fn join(&mut self, rule: Rule, (class, from): (usize, usize), y: usize, value: T) {
        let joined = rule.join(self.summary((class, from), y), rule.of(value));
        self.low[class][from + y] = joined.low;
        self.high[class][from + y] = joined.high;
    }
}

/// Receives a row: its layer, its `x`, its values.
pub(super) type SeeValues<'s, T> = dyn FnMut(usize, usize, &[T]) -> Result<(), Error> + 's;

/// One layer of the sweep.
struct Layer<T> {
    lines: Vec<Lines<T>>,
    /// The last rows, row `x` at `x mod depth`.
    rows: Vec<Vec<T>>,
}

/// A box being swept.
pub(super) struct Sweep<'a, T> {
    shape: &'a Shape,
    stills: Stills<'a>,
    rule: Rule,
    level: Level,
    width: usize,
    height: usize,
    /// Rays that stay in the row: length and bases.
    in_row: Vec<(usize, Vec<Vector>)>,
    steps_in_row: Vec<usize>,
    /// `(0, 1)` with its multiples is the only move that stays in the row, windows included.
    simple_row: bool,
    layers: Vec<Layer<T>>,
}

/// Cells that a vector pass treats together: their summaries stay in the first-level cache.
const STRETCH: usize = 1024;

impl<'a, T: Number> Sweep<'a, T> {
    /// `shape` must be normalised, and `bound` of the box below [`Number::NONE`].
    pub(super) fn new(
        shape: &'a Shape,
        stills: Stills<'a>,
        rule: Rule,
        (width, height): (usize, usize),
        level: Level,
    ) -> Self {
        let in_row: Vec<_> = shape
            .rays
            .iter()
            .filter(|ray| ray.vector.0 == 0)
            .map(|ray| (ray.vector.1 as usize, ray.bases.clone()))
            .collect();
        let steps_in_row: Vec<usize> = shape
            .steps
            .iter()
            .filter(|step| step.0 == 0)
            .map(|step| step.1 as usize)
            .collect();
        let leaving = || shape.rays.iter().filter(|ray| ray.vector.0 > 0);
        let simple_row = matches!(rule, Rule::Remoteness { .. })
            && steps_in_row.is_empty()
            && matches!(&in_row[..], [] | [(1, _)])
            && in_row.iter().all(|(_, bases)| bases[..] == [(0, 1)])
            && leaving().all(|ray| ray.bases.iter().all(|base| base.0 > 0));
        let depth = shape.reach() as usize + 1;
        let layer = || Layer {
            lines: leaving()
                .map(|ray| Lines::new(rule, ray, (width, height)))
                .collect(),
            rows: vec![vec![T::default(); height]; depth],
        };
        let layers = (0..shape.layers.len()).map(|_| layer()).collect();
        Sweep {
            shape,
            stills,
            rule,
            level,
            width,
            height,
            in_row,
            steps_in_row,
            simple_row,
            layers,
        }
    }

    /// Sweeps all rows. Each finished row goes to `sink` with its layer and `x`.
    pub(super) fn run(
        mut self,
        budget: &Budget<'_>,
        sink: &mut SeeValues<'_, T>,
    ) -> Result<(), Error> {
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

    /// A row that is still at hand.
    fn stored(&self, layer: usize, x: usize) -> &[T] {
        let rows = &self.layers[layer].rows;
        &rows[x % rows.len()]
    }

    /// The row that a move from row `x` leads to, if there is one.
    fn target(&self, layer: usize, x: usize, back: u32) -> Option<&[T]> {
        Some(self.stored(layer, x.checked_sub(back as usize)?))
    }

    fn row(&mut self, layer: usize, x: usize) {
        let place = x % self.layers[layer].rows.len();
        let mut lines = std::mem::take(&mut self.layers[layer].lines);
        let mut row = std::mem::take(&mut self.layers[layer].rows[place]);
        let by_cell = if self.simple_row {
            self.stills.until(x, self.height)
        } else {
            self.height
        };
        let run = self.cells(layer, x, by_cell, &mut lines, &mut row);
        if by_cell < self.height {
            self.stretches(layer, x, by_cell, run, &mut lines, &mut row);
        }
        self.layers[layer].rows[place] = row;
        self.layers[layer].lines = lines;
    }

    /// Takes the cells `0 .. until` of a row one by one. Returns what the row then offers.
    fn cells(
        &self,
        layer: usize,
        x: usize,
        until: usize,
        lines: &mut [Lines<T>],
        row: &mut [T],
    ) -> Summary<T> {
        let rule = self.rule;
        let mut in_row: Vec<Vec<Summary<T>>> = self
            .in_row
            .iter()
            .map(|&(length, _)| vec![rule.nothing(); length])
            .collect();
        let places: Vec<_> = lines.iter().map(|line| line.place(x)).collect();
        for y in 0..until {
            let mut options = rule.nothing();
            for (line, &place) in lines.iter_mut().zip(&places) {
                for at in 0..line.pulls.len() {
                    let (e, f) = line.pulls[at];
                    let Some(y2) = y.checked_sub(f as usize) else {
                        continue;
                    };
                    let from = if e == 0 {
                        Some(&*row)
                    } else {
                        self.target(layer, x, e)
                    };
                    if let Some(from) = from {
                        line.join(rule, place, y, from[y2]);
                    }
                }
                options = rule.join(options, line.summary(place, y));
            }
            for ((length, bases), classes) in self.in_row.iter().zip(&mut in_row) {
                let class = &mut classes[y % length];
                for &(e, f) in bases {
                    let Some(y2) = y.checked_sub(f as usize) else {
                        continue;
                    };
                    let from = if e == 0 {
                        Some(&*row)
                    } else {
                        self.target(layer, x, e)
                    };
                    if let Some(from) = from {
                        *class = rule.join(*class, rule.of(from[y2]));
                    }
                }
                options = rule.join(options, *class);
            }
            for &f in &self.steps_in_row {
                if let Some(y2) = y.checked_sub(f) {
                    options = rule.join(options, rule.of(row[y2]));
                }
            }
            let value = if self.stills.is_still(layer, x, y) {
                self.still_value(layer, x, y)
            } else {
                for (from, f) in self.singles(layer, x) {
                    if let Some(y2) = y.checked_sub(f) {
                        options = rule.join(options, rule.of(from[y2]));
                    }
                }
                rule.value(options)
            };
            row[y] = value;
            for (line, &place) in lines
                .iter_mut()
                .zip(&places)
                .filter(|(line, _)| line.pushes)
            {
                line.join(rule, place, y, value);
            }
        }
        // Only used when (0, 1) is the one ray in the row: what it offers to the next cell.
        row[..until]
            .iter()
            .fold(rule.nothing(), |all, &value| rule.join(all, rule.of(value)))
    }

    /// Rows that steps and moves between layers lead to from row `x`, and how far they move in it.
    fn singles(&self, layer: usize, x: usize) -> impl Iterator<Item = (&[T], usize)> {
        let steps = self.shape.steps.iter().filter(|step| step.0 > 0);
        let steps = steps.filter_map(move |&(e, f)| Some((self.target(layer, x, e)?, f as usize)));
        let moves = self.shape.layers[layer]
            .iter()
            .filter_map(move |m: &LayerMove| {
                Some((self.target(m.to, x, m.shift.0)?, m.shift.1 as usize))
            });
        steps.chain(moves)
    }

    /// The value where rays and steps are silent.
    fn still_value(&self, layer: usize, x: usize, y: usize) -> T {
        let mut options = None;
        for m in self.stills.moves(layer, x, y) {
            if let Some(from) = self.target(m.to, x, m.shift.0) {
                let value = self.rule.of(from[y - m.shift.1 as usize]);
                options = Some(
                    self.rule
                        .join(options.unwrap_or(self.rule.nothing()), value),
                );
            }
        }
        options.map_or(self.rule.terminal(), |options| self.rule.value(options))
    }

    /// Takes the cells of a row from `from` on in stretches of whole vectors.
    fn stretches(
        &self,
        layer: usize,
        x: usize,
        from: usize,
        mut run: Summary<T>,
        lines: &mut [Lines<T>],
        row: &mut [T],
    ) {
        let places: Vec<_> = lines.iter().map(|line| line.place(x)).collect();
        let singles: Vec<_> = self.singles(layer, x).collect();
        let mut low = [T::NONE; STRETCH];
        for a in (from..self.height).step_by(STRETCH) {
            let b = self.height.min(a + STRETCH);
            let low = &mut low[..b - a];
            self.gather(layer, x, (a, b), lines, &places, &singles, low);
            let (out, before) = (&mut row[a..b], run.low);
            let high_at = |y: usize| highest(y, lines, &places, &singles);
            if self.in_row.is_empty() {
                finish_alone(self.level, a, low, out, high_at);
            } else {
                run = finish_in_row(self.level, a, low, out, run, high_at);
            }
            let some_good = self.in_row.is_empty() || before == T::NONE;
            self.push((a, b), &row[a..b], lines, &places, some_good);
        }
    }

    /// The least good option of each cell of a stretch, moves inside the row left out.
    #[allow(clippy::too_many_arguments)] // Parts of one row, borrowed apart.
    fn gather(
        &self,
        layer: usize,
        x: usize,
        (a, b): (usize, usize),
        lines: &mut [Lines<T>],
        places: &[(usize, usize)],
        singles: &[(&[T], usize)],
        low: &mut [T],
    ) {
        let Rule::Remoteness { good } = self.rule else {
            return;
        };
        low.fill(T::NONE);
        for (line, &(class, from)) in lines.iter_mut().zip(places) {
            for &(e, f) in &line.pulls {
                let Some(values) = self.target(layer, x, e) else {
                    continue;
                };
                let f = f as usize;
                let start = a.max(f).min(b);
                let values = &values[start - f.min(start)..b - f.min(b)];
                let len = values.len();
                rows::least_of_parity(
                    self.level,
                    &mut line.low[class][from + b - len..from + b],
                    values,
                    good,
                );
                rows::greatest(
                    self.level,
                    &mut line.high[class][from + b - len..from + b],
                    values,
                );
            }
            self.rule
                .vector_join(self.level, low, &line.low[class][from + a..from + b]);
        }
        for &(values, f) in singles {
            let start = a.max(f).min(b);
            if start < b {
                rows::least_of_parity(
                    self.level,
                    &mut low[start - a..],
                    &values[start - f..b - f],
                    good,
                );
            }
        }
    }

    /// Enters a finished stretch into the lines through it.
    fn push(
        &self,
        (a, b): (usize, usize),
        values: &[T],
        lines: &mut [Lines<T>],
        places: &[(usize, usize)],
        some_good: bool,
    ) {
        let Rule::Remoteness { good } = self.rule else {
            return;
        };
        for (line, &(class, from)) in lines.iter_mut().zip(places).filter(|(line, _)| line.pushes) {
            rows::greatest(
                self.level,
                &mut line.high[class][from + a..from + b],
                values,
            );
            if some_good {
                rows::least_of_parity(
                    self.level,
                    &mut line.low[class][from + a..from + b],
                    values,
                    good,
                );
            }
        }
    }
}

/// The greatest option of a cell, moves inside the row left out.
fn highest<T: Number>(
    y: usize,
    lines: &[Lines<T>],
    places: &[(usize, usize)],
    singles: &[(&[T], usize)],
) -> T {
    let on_lines = lines
        .iter()
        .zip(places)
        .map(|(line, &place)| line.summary(place, y).high);
    let single = singles
        .iter()
        .filter_map(|&(values, f)| Some(values[y.checked_sub(f)?]));
    on_lines.chain(single).max().unwrap_or_default()
}

/// Values of a stretch when no move stays in the row.
fn finish_alone<T: Number>(
    level: Level,
    a: usize,
    low: &[T],
    out: &mut [T],
    high_at: impl Fn(usize) -> T,
) {
    rows::next_of_capped(level, out, low, T::NONE);
    if rows::has_none(level, low) {
        for (i, out) in out
            .iter_mut()
            .enumerate()
            .filter(|&(i, _)| low[i] == T::NONE)
        {
            *out = high_at(a + i).next();
        }
    }
}

/// Values of a stretch when any number may be taken along the row; `run` is what the row offers.
fn finish_in_row<T: Number>(
    level: Level,
    a: usize,
    low: &[T],
    out: &mut [T],
    mut run: Summary<T>,
    high_at: impl Fn(usize) -> T,
) -> Summary<T> {
    if run.low != T::NONE || !rows::has_none(level, low) {
        rows::next_of_capped(level, out, low, run.low);
        if run.low == T::NONE {
            run.high = out.iter().fold(run.high, |most, &value| most.max(value));
        }
        return run;
    }
    let at = low.iter().position(|&value| value == T::NONE).unwrap_or(0);
    rows::next_of_capped(level, &mut out[..at], &low[..at], T::NONE);
    run.high = out[..at]
        .iter()
        .fold(run.high, |most, &value| most.max(value));
    out[at] = run.high.max(high_at(a + at)).next();
    run.low = out[at];
    rows::next_of_capped(level, &mut out[at + 1..], &low[at + 1..], run.low);
    run
}

impl<T: Number> Lines<T> {
    fn new(rule: Rule, ray: &Ray, (width, height): (usize, usize)) -> Self {
        let vector = ray.vector;
        let (dx, dy) = (vector.0 as usize, vector.1 as usize);
        let last = (width - 1) / dx;
        let len = height + dy * last;
        let nothing = rule.nothing::<T>();
        Lines {
            vector,
            pulls: ray
                .bases
                .iter()
                .filter(|&&base| base != vector)
                .copied()
                .collect(),
            pushes: ray.bases.contains(&vector),
            low: vec![vec![nothing.low; len]; dx],
            high: vec![vec![nothing.high; len]; dx],
            last,
        }
    }
}

/// Whether counting options line by line counts each once: rays without windows, none parallel, no
/// two moves from a layer to the same cell of another.
pub(super) fn counts_each_option_once(shape: &Shape) -> bool {
    let parallel =
        |a: Vector, b: Vector| u64::from(a.0) * u64::from(b.1) == u64::from(a.1) * u64::from(b.0);
    let same = |a: &LayerMove, b: &LayerMove| (a.to, a.shift) == (b.to, b.shift);
    let distinct = |moves: &Vec<LayerMove>| {
        let mut before = moves.iter().enumerate();
        before.all(|(at, m)| !moves[..at].iter().any(|other| same(m, other)))
    };
    shape.layers.iter().all(distinct)
        && shape.rays.iter().enumerate().all(|(at, ray)| {
            ray.bases[..] == [ray.vector]
                && shape.rays[..at]
                    .iter()
                    .all(|other| !parallel(ray.vector, other.vector))
        })
}
