//! Tables made from the rules, for the learner.
//!
//! - Queen-like games (the moves of Wythoff's game, a terminal set x + y ≤ k, a pass or a stone, misère): the greedy of
//!   Blass and Fraenkel: row by row, the first unused diagonal whose cell no earlier cell attacks. O(1) scans per cell.
//! - WYT(a, b), possibly ended by x + y ≤ k, outcome and remoteness: see [`Indexed`].
//! - Any shifted rays on two piles: a dense sweep that keeps, for every ray, a summary of the line so far.
//!
//! Tables only suggest; every theorem is proved from the statement, so a wrong table costs time, not truth.

use crate::far::{Base, Beginning, Far, Rows};
use crate::game::{Cmp, Condition, Family, Game, LayerStep};
use crate::indexed::Indexed;
use crate::law::Law;
use crate::numeration::Numeration;
use crate::statement::Value;
use crate::table::{Function, NO_VALUE, Pairs};

/// The largest side of a dense table.
pub const LARGEST_DENSE: u32 = 7000;
/// The largest side of a sparse table.
pub const LARGEST_SPARSE: u32 = 100_000_000;

/// A set of pairs or a function.
#[derive(Clone, Debug)]
pub enum Table {
    /// Cells of a set.
    Pairs(Pairs),
    /// Remoteness, cell by cell.
    Function(Function),
    /// Remoteness, from the P-positions.
    Indexed(Indexed),
}

impl Table {
    /// As what the learner needs.
    #[must_use]
    pub fn window(&self) -> &dyn crate::table::Window {
        match self {
            Self::Pairs(pairs) => pairs,
            Self::Function(function) => function,
            Self::Indexed(indexed) => indexed,
        }
    }
}

/// The largest table that [`tabulate`] makes for these rules, or `None` when it makes none.
#[must_use]
pub fn largest(game: &Game, value: Value) -> Option<u32> {
    if !game.altered.is_empty() || game.piles != 2 {
        return None;
    }
    let queen = value != Value::Remoteness && game.block == 1 && queen_end(game).is_some();
    if queen || (wyt_of(game).is_some() && !matches!(value, Value::Grundy(_))) {
        return Some(LARGEST_SPARSE);
    }
    let grows = |v: &Vec<i64>| v.iter().all(|&c| c >= 0) && v.iter().any(|&c| c > 0);
    let dense = game
        .families
        .iter()
        .all(|f| grows(&f.base) && f.ray.as_ref().is_none_or(grows));
    let small = !matches!(value, Value::Grundy(g) if g > 28);
    (dense && small).then_some(LARGEST_DENSE)
}

/// One table for each part of a statement about these rules, all coordinates below `size`; `None` where
/// [`largest`] says so or `size` exceeds it.
#[must_use]
pub fn tabulate(game: &Game, value: Value, size: u32) -> Option<Vec<Table>> {
    if size > largest(game, value)? {
        return None;
    }
    if let (Some((a, b, k)), Value::Remoteness | Value::Outcome) = (wyt_of(game), value) {
        let indexed = Indexed::new(a, b, k, size);
        return Some(vec![match value {
            Value::Outcome => Table::Pairs(Pairs::new(size, &indexed.p_positions())),
            _ => Table::Indexed(indexed),
        }]);
    }
    if let (Some(end), 1, Value::Outcome | Value::Grundy(_)) = (queen_end(game), game.block, value)
    {
        return Some(queen_tables(game, end, value, size));
    }
    Some(dense_tables(game, value, size as usize))
}

/// Rows of the sets of a statement that are computed where they are looked at, at any distance, from tables of side
/// `size`; one for each part. `None` where rows depend on more than a few others, or when the side is too small.
#[must_use]
pub fn far(game: &Game, value: Value, numeration: &Numeration, size: u32) -> Option<Vec<Far>> {
    if value == Value::Remoteness || game.block > 1 || size > largest(game, value)? {
        return None;
    }
    let rows = match (wyt_of(game), value) {
        (Some((a, b, k)), Value::Outcome) => {
            let whole = Beginning {
                half: Indexed::new(a, b, k, size).half(),
                avoids: Vec::new(),
            };
            let law = |base: &Base| Law::spaced(base, (a, b, k));
            Rows::new(vec![whole], size, numeration, &law)
        }
        _ => {
            let sets = queen_sets(game, queen_end(game)?, value, size);
            let law = |base: &Base| Some(Law::greedy(base));
            Rows::new(sets, size, numeration, &law)
        }
    }?;
    Some(Far::all(&rows))
}

/// The families without their silence, and the k of the triangle x + y ≤ k in which all are silent (`None`: never).
fn triangle_end(game: &Game) -> Option<(Vec<Family>, Option<i64>)> {
    let silent = &game.families.first()?.silent;
    if game.families.iter().any(|f| f.silent != *silent) {
        return None;
    }
    let end = match silent {
        None => None,
        Some(Condition::Linear(c, Cmp::Le, k)) if c == &[1, 1] => Some(*k),
        Some(_) => return None,
    };
    Some((
        game.families
            .iter()
            .map(|f| Family {
                silent: None,
                ..f.clone()
            })
            .collect(),
        end,
    ))
}

/// Whether the moves are those of Wythoff's game, and where they end.
fn queen_end(game: &Game) -> Option<Option<i64>> {
    let (plain, end) = triangle_end(game)?;
    let step = game.layers == 0 || !matches!(game.step, LayerStep::SilentAt(_));
    (step && same_families(&plain, &Game::wyt(1, 1).families)).then_some(end)
}

fn same_families(a: &[Family], b: &[Family]) -> bool {
    let sorted = |list: &[Family]| {
        let mut list = list.to_vec();
        list.sort();
        list.dedup();
        list
    };
    sorted(a) == sorted(b)
}

/// Whether the game is WYT(a, b), possibly ended by x + y ≤ k, in normal play and nothing else: (a, b, k).
fn wyt_of(game: &Game) -> Option<(u32, u32, u32)> {
    if game.misere || game.layers > 0 || game.block > 1 {
        return None;
    }
    let (_, end) = triangle_end(game)?;
    let (a, b) = game.wyt_parameters()?;
    Some((
        a,
        b,
        u32::try_from(end.unwrap_or(0)).ok().filter(|&k| k < 1000)?,
    ))
}

/// Greedy sets of a queen-like game: seeds belong to the set, excluded cells do not, every other cell belongs when no
/// smaller member attacks it. All cells with x ≤ y < size, without mirrors.
fn greedy(size: u32, seeds: &[(u32, u32)], excluded: &dyn Fn(u32, u32) -> bool) -> Vec<(u32, u32)> {
    let reach = size as usize * 3 + 64;
    let (mut line, mut diagonal) = (vec![false; reach], vec![false; reach]);
    let mut cells = seeds.to_vec();
    for &(x, y) in seeds {
        (line[x as usize], line[y as usize]) = (true, true);
        diagonal[(y - x) as usize] = true;
    }
    let mut first = 0;
    for x in 0..size {
        if line[x as usize] {
            continue;
        }
        while first < reach && diagonal[first] {
            first += 1;
        }
        let last = reach - 1 - x as usize;
        let free =
            |d: &usize| !diagonal[*d] && !line[x as usize + d] && !excluded(x, x + *d as u32);
        if let Some(d) = (first..=last).find(free) {
            let y = x + d as u32;
            (line[x as usize], line[y as usize], diagonal[d]) = (true, true, true);
            cells.push((x, y));
        }
    }
    cells
}

fn queen_tables(game: &Game, end: Option<i64>, value: Value, size: u32) -> Vec<Table> {
    let pairs = |beginning: &Beginning| {
        let cells: Vec<(u32, u32)> = beginning
            .half
            .iter()
            .flat_map(|&(x, y)| [(x, y), (y, x)])
            .collect();
        Table::Pairs(Pairs::new(size, &cells))
    };
    queen_sets(game, end, value, size)
        .iter()
        .map(pairs)
        .collect()
}

/// The sets of a queen-like game, one after the other, and which of the earlier ones each avoids.
fn queen_sets(game: &Game, end: Option<i64>, value: Value, size: u32) -> Vec<Beginning> {
    let k = end.unwrap_or(0).clamp(-1, i64::from(size / 4)) as i32;
    let terminal =
        |x: u32, y: u32| (x == 0 && y == 0) || i64::from(x) + i64::from(y) <= i64::from(k);
    let ends: Vec<(u32, u32)> = (0..=k.max(0) as u32)
        .flat_map(|x| (x..=k.max(0) as u32).map(move |y| (x, y)))
        .filter(|&(x, y)| terminal(x, y))
        .collect();
    let per_layer = 1 + if let Value::Grundy(g) = value {
        g as usize
    } else {
        0
    };
    let mut sets: Vec<Beginning> = Vec::new();
    // Of each set the member of each row; rows with several are terminal cells, which the list holds first.
    let mut columns: Vec<Vec<u32>> = Vec::new();
    for layer in 0..=game.layers {
        for grundy in 0..per_layer {
            let lower: Vec<usize> = (sets.len() - grundy..sets.len()).collect();
            let down = (layer > 0).then(|| sets.len() - per_layer);
            let may_step = |x: u32, y: u32| game.step == LayerStep::Always || !terminal(x, y);
            let ended = |x: u32, y: u32| terminal(x, y) && (layer == 0 || !may_step(x, y));
            let member = |set: usize, x: u32, y: u32| {
                columns[set][x as usize] == y
                    || terminal(x, y)
                        && sets[set].half[..sets[set].half.len().min(ends.len())].contains(&(x, y))
            };
            let not = |x: u32, y: u32| {
                lower.iter().any(|&set| member(set, x, y))
                    || down.is_some_and(|set| may_step(x, y) && member(set, x, y))
                    || (game.misere && grundy == 0 && ended(x, y))
            };
            let seeds: Vec<(u32, u32)> =
                ends.iter().copied().filter(|&(x, y)| !not(x, y)).collect();
            let half = greedy(size, &seeds, &|x, y| terminal(x, y) || not(x, y));
            let mut column = vec![u32::MAX; size as usize];
            for &(x, y) in half.iter().filter(|&&(x, _)| x < size) {
                column[x as usize] = y;
            }
            columns.push(column);
            sets.push(Beginning {
                half,
                avoids: lower.into_iter().chain(down).collect(),
            });
        }
    }
    sets
}

/// How the values of a line are summarised and a value is found from all lines.
#[derive(Clone, Copy)]
enum Rule {
    /// Which of the values 0..=top occur: bit by bit; the value is the least missing one.
    Mex { top: u32, misere: bool },
    /// How many options are P.
    Block(u32),
    /// Least value of losing parity and greatest value.
    Remoteness { misere: bool },
}

const SOME_OPTION: u32 = 1 << 31;
const NO_OPTION: u32 = 0;

impl Rule {
    fn empty(self) -> u32 {
        if let Self::Remoteness { .. } = self {
            u32::from(NO_VALUE) << 16
        } else {
            NO_OPTION
        }
    }

    fn of(self, value: u16) -> u32 {
        match self {
            Self::Mex { .. } if value == NO_VALUE => SOME_OPTION,
            Self::Mex { .. } => SOME_OPTION | 1 << value,
            Self::Block(_) => u32::from(value == 0),
            Self::Remoteness { misere } => {
                let good = if value % 2 == u16::from(misere) {
                    value
                } else {
                    NO_VALUE
                };
                u32::from(good) << 16 | (u32::from(value) + 1)
            }
        }
    }

    fn join(self, a: u32, b: u32) -> u32 {
        match self {
            Self::Mex { .. } => a | b,
            Self::Block(_) => (a + b).min(1 << 16),
            Self::Remoteness { .. } => (a >> 16).min(b >> 16) << 16 | (a & 0xFFFF).max(b & 0xFFFF),
        }
    }

    fn value(self, all: u32) -> u16 {
        match self {
            Self::Mex { misere: true, top } if all == NO_OPTION => {
                if top >= 1 {
                    1
                } else {
                    NO_VALUE
                }
            }
            Self::Mex { top, .. } => {
                let least = (all & !SOME_OPTION).trailing_ones();
                if least <= top { least as u16 } else { NO_VALUE }
            }
            Self::Block(k) => {
                if all < k {
                    0
                } else {
                    NO_VALUE
                }
            }
            Self::Remoteness { .. } => match (all >> 16, all & 0xFFFF) {
                (_, 0) => 0,
                (good, greatest) if good == u32::from(NO_VALUE) => greatest as u16,
                (good, _) => good as u16 + 1,
            },
        }
    }
}

fn dense_tables(game: &Game, value: Value, size: usize) -> Vec<Table> {
    let misere = game.misere;
    let (rule, top) = match value {
        Value::Outcome if game.block > 1 => (Rule::Block(game.block), 0),
        Value::Outcome => (Rule::Mex { top: 0, misere }, 0),
        Value::Grundy(g) => (Rule::Mex { top: g, misere }, g),
        Value::Remoteness => (Rule::Remoteness { misere }, 0),
    };
    let mut tables = Vec::new();
    let mut below: Option<Function> = None;
    for _ in 0..=game.layers {
        let layer = Function {
            size,
            values: sweep(game, rule, size, below.as_ref()),
        };
        if value == Value::Remoteness {
            tables.push(Table::Function(layer.clone()));
        } else {
            tables.extend((0..=top).map(|g| Table::Pairs(layer.cells(g as u16))));
        }
        below = Some(layer);
    }
    tables
}

/// A family ready for the sweep.
struct Line {
    dx: usize,
    dy: usize,
    ray: usize,
    silent: Option<usize>,
}

/// Fills the table row by row; `below` is the next lower layer.
fn sweep(game: &Game, rule: Rule, size: usize, below: Option<&Function>) -> Vec<u16> {
    let entry = |v: &[i64], i: usize| v[i].max(0) as usize;
    let mut rays: Vec<Option<&Vec<i64>>> = Vec::new();
    let mut conditions: Vec<&Condition> = Vec::new();
    let mut lines = Vec::new();
    for family in &game.families {
        let ray = index_of(&mut rays, family.ray.as_ref());
        let silent = family.silent.as_ref().map(|c| index_of(&mut conditions, c));
        lines.push(Line {
            dx: entry(&family.base, 0),
            dy: entry(&family.base, 1),
            ray,
            silent,
        });
    }
    let tallest = lines
        .iter()
        .map(|l| l.dx)
        .chain(rays.iter().flatten().map(|r| entry(r, 0)))
        .max()
        .unwrap_or(0)
        + 1;
    let mut ring = vec![vec![vec![rule.empty(); size]; tallest]; rays.len()];
    let mut values = vec![NO_VALUE; size * size];
    let mut quiet = vec![false; conditions.len()];
    for x in 0..size {
        for y in 0..size {
            for (quiet, condition) in quiet.iter_mut().zip(&conditions) {
                *quiet = condition.holds(&[x as i64, y as i64]);
            }
            let mut all = rule.empty();
            for line in &lines {
                if x >= line.dx && y >= line.dy && !line.silent.is_some_and(|c| quiet[c]) {
                    all = rule.join(all, ring[line.ray][(x - line.dx) % tallest][y - line.dy]);
                }
            }
            if let Some(below) = below {
                let open = match &game.step {
                    LayerStep::Always => true,
                    LayerStep::NotFromTerminal => all != rule.empty(),
                    LayerStep::SilentAt(condition) => !condition.holds(&[x as i64, y as i64]),
                };
                if open {
                    all = rule.join(all, rule.of(below.values[x * size + y]));
                }
            }
            let value = rule.value(all);
            values[x * size + y] = value;
            for (ray, rows) in rays.iter().zip(&mut ring) {
                let mut summary = rule.of(value);
                if let Some(ray) = ray {
                    let (dx, dy) = (entry(ray, 0), entry(ray, 1));
                    if x >= dx && y >= dy {
                        summary = rule.join(summary, rows[(x - dx) % tallest][y - dy]);
                    }
                }
                rows[x % tallest][y] = summary;
            }
        }
    }
    values
}

fn index_of<T: PartialEq>(list: &mut Vec<T>, item: T) -> usize {
    list.iter()
        .position(|known| *known == item)
        .unwrap_or_else(|| {
            list.push(item);
            list.len() - 1
        })
}
