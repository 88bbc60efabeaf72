//! P-positions of a two-pile slice, row by row, by marking lines.
//!
//! Each P-position found marks the cells that have it as an option: along a family's ray a whole
//! column, diagonal or row, else single cells. In a row the cells without a mark are P, from the left. So a
//! row costs no more than finding the unmarked cells in bit masks, and a game in which a pile may
//! be emptied costs O(1) steps a row or so. Layers (a pass, a small heap) are filled together, lowest
//! first, since a move never raises one. The diagonals near the main one are soon all marked, and so are
//! the first columns; both blocks are stepped over.
//! By Sprague and Grundy the cells of Grundy value g of R are the P-cells of `R + nim(1)` with g stones,
//! which brings the cells of one small value within the same reach.
//! Preconditions: lines whose rays are (1, 0), (0, 1), (1, 1) or along a layer, no negative entries, ends
//! of play of the form c·x + d·y ≤ k. Memory: about 3·size bits a layer. Judge: the reference.

use crate::budget::Budget;
use crate::error::Error;
use crate::notation::Slice;
use crate::rules::{
    Cell, Condition, Convention, Family, Game, Lines, Play, Rules, Ruleset, SumKind,
};
use rustc_hash::FxHashSet;
use std::ops::Range;
use std::sync::Arc;

/// Sees a row and the columns of its P-positions.
pub type SeeColumns<'s> = dyn FnMut(usize, &[u32]) -> Result<(), Error> + 's;

/// Most layers that are filled at once.
const MOST_LAYERS: usize = 64;

/// Widest region of extra terminal positions; its cells are valued one by one.
const MOST_REGION: u64 = 2048;

/// Farthest that the fixed part of a move may reach.
const MOST_SHIFT: i64 = 1024;

/// How the cells that a P-position marks lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spread {
    Column,
    Diagonal,
    Row,
    Single,
}

/// The marks of one family of moves, as seen from the P-position.
#[derive(Clone, Debug)]
struct Mark {
    rows: usize,
    columns: usize,
    /// The layer that the marks lie in, for each layer of the P-position.
    layers: Vec<Vec<usize>>,
    spread: Spread,
    /// The family, where it is silent in some cells outside the region.
    silent_in: Option<usize>,
}

/// Finds the P-positions of a slice row by row.
///
/// ```
/// use wythoff::budget::Budget;
/// use wythoff::compare::PRows;
/// use wythoff::notation::{parse_rules, parse_slice};
/// let rules = parse_rules("wythoff.pass")?;
/// let with_pass = PRows::new(&rules, &parse_slice(&rules, "*,*,1")?).unwrap();
/// let mut found = Vec::new();
/// with_pass.walk(9, &Budget::default(), &mut |x, row| {
///     found.extend(row.iter().map(|&y| (x, y)));
///     Ok(())
/// })?;
/// assert_eq!(found, [(0, 0), (1, 3), (2, 5), (3, 1), (4, 8), (5, 2), (6, 7), (7, 6), (8, 4)]);
/// # Ok::<(), wythoff::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct PRows {
    lines: Arc<Lines>,
    slice: Slice,
    convention: Convention,
    marks: Vec<Mark>,
    /// The fixed coordinates of each layer; the last layer is the one asked for.
    layers: Vec<Vec<u64>>,
    /// The cells of row x that are valued one by one are those below `region[x]`.
    region: Vec<usize>,
}

impl PRows {
    /// A finder for the slice; none where the game is not of the kind that it can do.
    #[must_use]
    pub fn new(rules: &Rules, slice: &Slice) -> Option<PRows> {
        if matches!(rules.play(), Play::Block(_)) || slice.free().len() != 2 {
            return None;
        }
        let lines = rules.lines()?.clone();
        if !lines.boards().is_empty() || !lines.never_grows() {
            return None;
        }
        let layers = layers_of(slice)?;
        let region = region(&lines, slice)?;
        let marks = (0..lines.families().len())
            .map(|f| mark(&lines, slice, &layers, f))
            .collect::<Option<Vec<_>>>()?;
        Some(PRows {
            lines,
            slice: slice.clone(),
            convention: rules.convention(),
            marks,
            layers,
            region,
        })
    }

    /// A finder for the cells of one Grundy value, normal play: the P-positions beside a heap of so
    /// many stones.
    #[must_use]
    pub fn of_grundy(rules: &Rules, slice: &Slice, value: u64) -> Option<PRows> {
        if rules.play() != Play::Normal || value as usize >= MOST_LAYERS {
            return None;
        }
        if value == 0 {
            return PRows::new(rules, slice);
        }
        let game = Game::Sum {
            kind: SumKind::Disjunctive,
            left: Box::new(rules.game().clone()),
            right: Box::new(Game::Nim { piles: 1 }),
        };
        let mut with_heap = slice.clone();
        with_heap.fixed.push(Some(value));
        PRows::new(&Rules::new(game, Play::Normal).ok()?, &with_heap)
    }

    /// Shows the columns of the P-positions of each row below `size`, in order, among columns below `size`.
    ///
    /// # Errors
    /// At the budget's limits, on interruption, and what `see` says.
    pub fn walk(
        &self,
        size: usize,
        budget: &Budget<'_>,
        see: &mut SeeColumns<'_>,
    ) -> Result<(), Error> {
        if u32::try_from(size).is_err() || size == 0 {
            return Err(Error::input(format!(
                "found a box of side {size}, expected 1 to 2^32 - 1"
            )));
        }
        let bits = (self.layers.len() * size) as u128 * 4;
        budget.admit_bytes(bits / 8 + 4096, "marking lines")?;
        let mut sweep = Sweep::new(self, size);
        for row in 0..size {
            sweep.begin(row);
            for layer in 0..self.layers.len() {
                sweep.fill(layer)?;
            }
            see(row, &sweep.found)?;
            if row % 256 == 0 {
                budget.report(row as u64, Some(size as u64))?;
            }
        }
        Ok(())
    }

    /// The whole position of a cell of a layer.
    fn position(&self, row: usize, column: usize, layer: usize) -> Cell {
        let mut free = [row as u64, column as u64].into_iter();
        let mut fixed = self.layers[layer].iter();
        let next = |f: &Option<u64>| match f {
            Some(_) => fixed.next().copied().unwrap_or(0),
            None => free.next().unwrap_or(0),
        };
        self.slice.fixed.iter().map(next).collect()
    }
}

/// The fixed coordinates of all layers, each at most that of the slice, in an order in which moves
/// only lead back.
fn layers_of(slice: &Slice) -> Option<Vec<Vec<u64>>> {
    let mut layers = vec![Vec::new()];
    for top in slice.fixed.iter().flatten() {
        if layers
            .len()
            .checked_mul(usize::try_from(*top).ok()?.checked_add(1)?)?
            > MOST_LAYERS
        {
            return None;
        }
        layers = layers
            .into_iter()
            .flat_map(|layer: Vec<u64>| {
                (0..=*top).map(move |n| {
                    let mut longer = layer.clone();
                    longer.push(n);
                    longer
                })
            })
            .collect();
    }
    Some(layers)
}

/// How far each row holds positions where an end of play may be declared.
fn region(lines: &Lines, slice: &Slice) -> Option<Vec<usize>> {
    let free = slice.free();
    let mut region = Vec::new();
    for condition in lines.conditions() {
        let Condition::Ends(placed) = condition else {
            continue;
        };
        let (c, k) = placed.predicate.as_linear_bound()?;
        let mut weights = vec![0; slice.fixed.len()];
        for (weight, c) in weights.iter_mut().skip(placed.offset).zip(c) {
            *weight = c;
        }
        let c = free.iter().map(|&i| weights[i]).collect::<Vec<_>>();
        let others = (0..weights.len()).filter(|i| !free.contains(i));
        if c.iter().any(|&c| c < 1) || others.map(|i| weights[i]).any(|c| c != 0) {
            return None;
        }
        let Ok(k) = u64::try_from(k) else { continue };
        let (c, d) = (c[0].unsigned_abs(), c[1].unsigned_abs());
        if k > MOST_REGION {
            return None;
        }
        region.resize(region.len().max((k / c) as usize + 1), 0);
        for x in 0..=k / c {
            let end = ((k - c * x) / d) as usize + 1;
            region[x as usize] = region[x as usize].max(end);
        }
    }
    // Moves lead from a row to shorter ones: the region is closed under them when it never widens.
    for x in (1..region.len()).rev() {
        region[x - 1] = region[x - 1].max(region[x]);
    }
    Some(region)
}

fn mark(lines: &Lines, slice: &Slice, layers: &[Vec<u64>], number: usize) -> Option<Mark> {
    let family: &Family = &lines.families()[number];
    let split = |vector: &[i64]| {
        let (mut free, mut fixed) = (Vec::new(), Vec::new());
        for (entry, coordinate) in vector.iter().zip(&slice.fixed) {
            if coordinate.is_some() {
                fixed.push(*entry);
            } else {
                free.push(*entry);
            }
        }
        (free, fixed)
    };
    let (base, lift) = split(&family.base);
    if base.iter().any(|&e| e > MOST_SHIFT) {
        return None;
    }
    let zero = |v: &[i64]| v.iter().all(|&e| e == 0);
    let (spread, climb) = match family.ray.as_deref().map(split) {
        None => (Spread::Single, None),
        Some((ray, climb)) if zero(&climb) => match ray[..] {
            [1, 0] => (Spread::Column, None),
            [0, 1] => (Spread::Row, None),
            [1, 1] => (Spread::Diagonal, None),
            _ => return None,
        },
        Some((ray, climb)) if zero(&ray) => (Spread::Single, Some(climb)),
        Some(_) => return None,
    };
    let stuck = family
        .silent
        .iter()
        .any(|&c| matches!(lines.conditions()[c], Condition::Stuck(_)));
    if stuck && spread != Spread::Single {
        return None;
    }
    // A move that stays in its place and layer would not lower the rank.
    let layers_from = |from: &Vec<u64>| {
        let mut targets = Vec::new();
        let mut at: Vec<i64> = from
            .iter()
            .zip(&lift)
            .map(|(&n, &e)| n.cast_signed() + e)
            .collect();
        while let Some(layer) = layers
            .iter()
            .position(|l| l.iter().map(|n| n.cast_signed()).eq(at.iter().copied()))
        {
            targets.push(layer);
            match &climb {
                Some(climb) => at.iter_mut().zip(climb).for_each(|(n, e)| *n += e),
                None => break,
            }
        }
        targets
    };
    Some(Mark {
        rows: usize::try_from(base[0]).ok()?,
        columns: usize::try_from(base[1]).ok()?,
        layers: layers.iter().map(layers_from).collect(),
        spread,
        silent_in: stuck.then_some(number),
    })
}

/// The masks of one layer.
#[derive(Clone, Debug)]
struct Masks {
    columns: Vec<u64>,
    /// Bit y − x + size.
    diagonals: Vec<u64>,
    /// Single cells of the present row.
    singles: Vec<u64>,
    /// Which words of `singles` are not zero.
    touched: Vec<usize>,
    /// Everything from this column on is marked in the present row.
    row_from: usize,
    /// All columns before this are marked for good.
    first_column: usize,
    /// Diagonals of these bits are all marked: a block about the main one, which only grows.
    full: Range<usize>,
}

/// A mark that takes effect in a later row.
#[derive(Clone, Copy, Debug)]
struct Later {
    layer: usize,
    column: usize,
    spread: Spread,
}

/// One walk over the rows.
struct Sweep<'a> {
    finder: &'a PRows,
    size: usize,
    row: usize,
    masks: Vec<Masks>,
    /// Marks for row r at r modulo the length.
    later: Vec<Vec<Later>>,
    /// P-positions inside the region, with their layer.
    in_region: FxHashSet<(usize, usize, usize)>,
    found: Vec<u32>,
}

impl<'a> Sweep<'a> {
    fn new(finder: &'a PRows, size: usize) -> Sweep<'a> {
        let masks = Masks {
            columns: vec![0; size.div_ceil(64) + 1],
            diagonals: vec![0; (2 * size).div_ceil(64) + 2],
            singles: vec![0; size.div_ceil(64) + 1],
            touched: Vec::new(),
            row_from: size,
            first_column: 0,
            full: size..size,
        };
        let reach = finder.marks.iter().map(|mark| mark.rows).max().unwrap_or(0);
        Sweep {
            finder,
            size,
            row: 0,
            masks: vec![masks; finder.layers.len()],
            later: vec![Vec::new(); reach + 1],
            in_region: FxHashSet::default(),
            found: Vec::new(),
        }
    }

    fn begin(&mut self, row: usize) {
        self.row = row;
        for masks in &mut self.masks {
            masks.row_from = self.size;
            for word in masks.touched.drain(..) {
                masks.singles[word] = 0;
            }
        }
        let slot = row % self.later.len();
        let marks = std::mem::take(&mut self.later[slot]);
        for &Later {
            layer,
            column,
            spread,
        } in &marks
        {
            self.apply(layer, column, spread);
        }
        self.later[slot] = marks;
        self.later[slot].clear();
    }

    fn apply(&mut self, layer: usize, column: usize, spread: Spread) {
        let masks = &mut self.masks[layer];
        match spread {
            Spread::Column => set(&mut masks.columns, column),
            Spread::Diagonal => set(&mut masks.diagonals, column + self.size - self.row),
            Spread::Row => masks.row_from = masks.row_from.min(column),
            Spread::Single => {
                masks.touched.push(column / 64);
                set(&mut masks.singles, column);
            }
        }
    }

    /// Finds the P-positions of one layer of the present row.
    fn fill(&mut self, layer: usize) -> Result<(), Error> {
        self.found.clear();
        let region = self.finder.region.get(self.row).copied().unwrap_or(0);
        for column in 0..region.min(self.size) {
            if self.is_p_by_options(column, layer)? {
                self.take(column, layer)?;
            }
        }
        let mut column = region.max(self.skip_full_columns(layer));
        while let Some(free) = self.next_unmarked(column, layer) {
            let ended = self.finder.convention == Convention::Misere && {
                let at = self.finder.position(self.row, free, layer);
                self.finder.lines.is_terminal(&at)?
            };
            if !ended {
                self.take(free, layer)?;
            }
            column = free + 1;
        }
        Ok(())
    }

    /// The value of a cell of the region from its options, all of which lie in the region.
    fn is_p_by_options(&self, column: usize, layer: usize) -> Result<bool, Error> {
        let at = self.finder.position(self.row, column, layer);
        let options = self.finder.lines.options(&at)?;
        if options.is_empty() {
            return Ok(self.finder.convention == Convention::Normal);
        }
        Ok(!options
            .iter()
            .any(|option| self.in_region.contains(&self.key(option))))
    }

    fn key(&self, at: &Cell) -> (usize, usize, usize) {
        let fixed = &self.finder.slice.fixed;
        let part = |free: bool| {
            at.iter()
                .zip(fixed)
                .filter(move |(_, f)| f.is_none() == free)
                .map(|(n, _)| *n)
        };
        let mut piles = part(true);
        let (x, y) = (piles.next().unwrap_or(0), piles.next().unwrap_or(0));
        let layers = &self.finder.layers;
        let layer = layers
            .iter()
            .position(|l| part(false).eq(l.iter().copied()));
        (x as usize, y as usize, layer.unwrap_or(usize::MAX))
    }

    /// Moves the first column on over those that are marked for good, and grows the block of full
    /// diagonals.
    fn skip_full_columns(&mut self, layer: usize) -> usize {
        let masks = &mut self.masks[layer];
        while masks.full.end < 2 * self.size && bit(&masks.diagonals, masks.full.end) {
            masks.full.end += 1;
        }
        while masks.full.start > 0 && bit(&masks.diagonals, masks.full.start - 1) {
            masks.full.start -= 1;
        }
        while masks.first_column + 64 <= self.size
            && masks.columns[masks.first_column / 64] == u64::MAX
        {
            masks.first_column += 64;
        }
        masks.first_column
    }

    /// The first column from `from` on without a mark in the present row.
    fn next_unmarked(&self, from: usize, layer: usize) -> Option<usize> {
        let masks = &self.masks[layer];
        let end = masks.row_from.min(self.size);
        let shift = self.size - self.row;
        let past_full = |column: usize| {
            if masks.full.contains(&(column + shift)) {
                masks.full.end - shift
            } else {
                column
            }
        };
        let mut column = past_full(from);
        while column < end {
            let word = column / 64;
            let marked = masks.columns[word]
                | masks.singles[word]
                | window(&masks.diagonals, word * 64 + shift)
                | ((1u64 << (column % 64)) - 1);
            if marked != u64::MAX {
                let column = word * 64 + (!marked).trailing_zeros() as usize;
                return (column < end).then_some(column);
            }
            column = past_full((word + 1) * 64);
        }
        None
    }

    /// Notes a P-position and marks the cells from which it can be reached.
    fn take(&mut self, column: usize, layer: usize) -> Result<(), Error> {
        let finder = self.finder;
        if self
            .finder
            .region
            .get(self.row)
            .is_some_and(|&end| column < end)
        {
            self.in_region.insert((self.row, column, layer));
        }
        self.found.push(column as u32);
        for mark in &finder.marks {
            let (row, target) = (self.row + mark.rows, column + mark.columns);
            if row >= self.size || target >= self.size {
                continue;
            }
            for &to in &mark.layers[layer] {
                if let Some(family) = mark.silent_in {
                    let at = finder.position(row, target, to);
                    if finder
                        .lines
                        .is_silent(&finder.lines.families()[family], &at)?
                    {
                        continue;
                    }
                }
                if mark.rows == 0 {
                    self.apply(to, target, mark.spread);
                } else {
                    let slot = row % self.later.len();
                    self.later[slot].push(Later {
                        layer: to,
                        column: target,
                        spread: mark.spread,
                    });
                }
            }
        }
        Ok(())
    }
}

fn set(words: &mut [u64], bit: usize) {
    words[bit / 64] |= 1 << (bit % 64);
}

fn bit(words: &[u64], bit: usize) -> bool {
    words[bit / 64] >> (bit % 64) & 1 == 1
}

/// 64 bits from any bit on.
fn window(words: &[u64], from: usize) -> u64 {
    let (word, shift) = (from / 64, from % 64);
    let low = words[word] >> shift;
    if shift == 0 {
        low
    } else {
        low | words[word + 1] << (64 - shift)
    }
}
