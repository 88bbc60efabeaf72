//! Moves by a condition on two piles as lines on one box: what is not seen to be lines for all sizes may
//! still be lines as far as a question goes.
//!
//! The condition is evaluated for every removal of the box, and the set of those allowed is covered
//! exactly by rays and steps: each ray is walked to the edge of the box before it is taken, and no
//! allowed removal is left over. Nothing is inferred from a part of the box, nor said about a larger one.
//! Cost: one evaluation a removal, and a walk for each candidate ray.

use super::moves::Moves;
use super::recognise::Line;
use crate::budget::Budget;
use crate::error::Error;

/// More lines than this are dearer to sweep than options are to list.
const MAX_RAYS: usize = 32;
const MAX_STEPS: usize = 256;
/// Longest entry of a ray's vector.
const MAX_ENTRY: usize = 64;
/// So many allowed removals beyond one are tried as its ray's next.
const MAX_CANDIDATES: usize = 48;
/// Shorter rays are steps.
const LEAST_CELLS: usize = 3;

/// The lines of moves on two piles with removals up to `largest`; `None` when they are not few lines.
///
/// # Errors
/// When the condition has no value somewhere in the box, and on interruption.
pub(super) fn lines(
    moves: &Moves,
    largest: [u64; 2],
    budget: &Budget<'_>,
) -> Result<Option<Vec<Line>>, Error> {
    let sides = largest.map(|most| usize::try_from(most).ok().and_then(|n| n.checked_add(1)));
    let [Some(rows), Some(columns)] = sides else {
        return Ok(None);
    };
    let bytes = rows as u128 * columns as u128 / 4;
    budget.admit_bytes(bytes, "looking at every removal of the box")?;
    // A union of few lines has few cells.
    let most = MAX_RAYS * (rows + columns) + MAX_STEPS;
    let mut set = Removals::new(rows, columns);
    let mut found = 0;
    for e in 0..rows {
        moves.removals_of_row(e as u64, largest[1], &mut |f| {
            set.insert(e, f);
            found += 1;
        })?;
        if found > most {
            return Ok(None);
        }
        if e % 64 == 0 {
            budget.report(e as u64, Some(rows as u64))?;
        }
    }
    Ok(Cover::of(&set))
}

/// A set of removals below `rows` and `columns`.
#[derive(Clone)]
struct Removals {
    rows: usize,
    columns: usize,
    words: Vec<u64>,
}

impl Removals {
    fn new(rows: usize, columns: usize) -> Removals {
        Removals {
            rows,
            columns,
            words: vec![0; rows * columns.div_ceil(64)],
        }
    }

    fn place(&self, e: usize, f: usize) -> (usize, u64) {
        (e * self.columns.div_ceil(64) + f / 64, 1 << (f % 64))
    }

    fn insert(&mut self, e: usize, f: usize) {
        let (word, bit) = self.place(e, f);
        self.words[word] |= bit;
    }

    fn remove(&mut self, e: usize, f: usize) {
        let (word, bit) = self.place(e, f);
        self.words[word] &= !bit;
    }

    fn contains(&self, e: usize, f: usize) -> bool {
        let (word, bit) = self.place(e, f);
        e < self.rows && f < self.columns && self.words[word] & bit != 0
    }

    fn cells(&self) -> Vec<(usize, usize)> {
        let mut cells = Vec::new();
        let width = self.columns.div_ceil(64).max(1);
        for (at, &word) in self.words.iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                cells.push((at / width, at % width * 64 + rest.trailing_zeros() as usize));
                rest &= rest - 1;
            }
        }
        cells
    }

    fn is_symmetric(&self) -> bool {
        self.rows == self.columns && self.cells().iter().all(|&(e, f)| self.contains(f, e))
    }
}

/// Lines that cover a part of a set.
struct Cover<'s> {
    set: &'s Removals,
    left: Removals,
    lines: Vec<Line>,
    rays: usize,
}

impl Cover<'_> {
    /// All of a set covered by few lines, if this way finds them: the least removal not covered yet
    /// begins a ray, the one that covers most, or is a step.
    fn of(set: &Removals) -> Option<Vec<Line>> {
        let mut cover = Cover {
            set,
            left: set.clone(),
            lines: Vec::new(),
            rays: 0,
        };
        let mut cells = set.cells();
        cells.sort_unstable_by_key(|&(e, f)| (e + f, e));
        // Mirrored lines of a symmetric set keep it visibly symmetric.
        let mirrored = set.is_symmetric();
        for &(e, f) in &cells {
            if !cover.left.contains(e, f) {
                continue;
            }
            match cover.best_ray(&cells, (e, f)) {
                Some(ray) => {
                    let base = cover.walk_back((e, f), ray);
                    cover.take_ray(base, ray);
                    if mirrored && (base.0, ray.0) != (base.1, ray.1) {
                        cover.take_ray((base.1, base.0), (ray.1, ray.0));
                    }
                }
                None => {
                    cover.left.remove(e, f);
                    cover.lines.push((vec![e as i64, f as i64], None));
                }
            }
            if cover.rays > MAX_RAYS || cover.lines.len() - cover.rays > MAX_STEPS {
                return None;
            }
        }
        let mut lines = cover.lines;
        lines.sort();
        lines.dedup();
        Some(lines)
    }

    /// The vector whose ray from a removal lies in the set up to the edge of the box and covers most.
    fn best_ray(&self, cells: &[(usize, usize)], (e, f): (usize, usize)) -> Option<(usize, usize)> {
        let from = cells.partition_point(|&(p, q)| (p + q, p) <= (e + f, e));
        let mut best: Option<(usize, (usize, usize))> = None;
        let near = cells[from..].iter().filter_map(|&(p, q)| {
            let ray = (p.checked_sub(e)?, q.checked_sub(f)?);
            (ray.0.max(ray.1) <= MAX_ENTRY).then_some(ray)
        });
        for ray in near.take(MAX_CANDIDATES) {
            let mut covered = 0;
            let mut cells = 0;
            let lies_inside = self.along((e, f), ray, |p, q| {
                cells += 1;
                covered += usize::from(self.left.contains(p, q));
                self.set.contains(p, q)
            });
            if lies_inside && cells >= LEAST_CELLS && best.is_none_or(|(most, _)| covered > most) {
                best = Some((covered, ray));
            }
        }
        best.filter(|&(covered, _)| covered >= LEAST_CELLS)
            .map(|(_, ray)| ray)
    }

    /// Walks a ray to the edge of the box, as long as `see` agrees.
    fn along(
        &self,
        (mut e, mut f): (usize, usize),
        ray: (usize, usize),
        mut see: impl FnMut(usize, usize) -> bool,
    ) -> bool {
        while e < self.set.rows && f < self.set.columns {
            if !see(e, f) {
                return false;
            }
            (e, f) = (e + ray.0, f + ray.1);
        }
        true
    }

    /// The first removal of the set from which the ray comes here.
    fn walk_back(&self, mut at: (usize, usize), ray: (usize, usize)) -> (usize, usize) {
        while let (Some(e), Some(f)) = (at.0.checked_sub(ray.0), at.1.checked_sub(ray.1)) {
            if !self.set.contains(e, f) {
                break;
            }
            at = (e, f);
        }
        at
    }

    fn take_ray(&mut self, base: (usize, usize), ray: (usize, usize)) {
        let (mut e, mut f) = base;
        while e < self.set.rows && f < self.set.columns {
            self.left.remove(e, f);
            (e, f) = (e + ray.0, f + ray.1);
        }
        let pair = |(e, f): (usize, usize)| vec![e as i64, f as i64];
        let line = (pair(base), Some(pair(ray)));
        if !self.lines.contains(&line) {
            self.lines.push(line);
            self.rays += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::notation::parse_rules;
    use crate::rules::Game;

    fn on_box(text: &str, largest: [u64; 2]) -> Option<Vec<Line>> {
        let rules = parse_rules(text).unwrap();
        let Game::Moves(moves) = rules.game() else {
            panic!("{text}")
        };
        lines(moves, largest, &Budget::default()).unwrap()
    }

    #[test]
    fn a_cover_is_exactly_the_set() {
        for (text, largest) in [
            ("moves(e,f: e = 0 or f = 0 or e = f)", [50, 50]),
            ("moves(e,f: 2*e = f or e*f = 0 or e*3 = 2*f)", [60, 41]),
            ("moves(e,f: e xor f = 4 or e xor f = 0)", [70, 70]),
            ("moves(e,f: e*e = f*f or e*f = 6)", [30, 64]),
            (
                "moves(e,f: gcd(e,f) = 5 and e = f or min(e,f) < 3)",
                [33, 33],
            ),
        ] {
            let lines = on_box(text, largest).unwrap_or_else(|| panic!("{text}: no lines"));
            let mut covered = BTreeSet::new();
            for (base, ray) in &lines {
                let (mut e, mut f) = (base[0], base[1]);
                while e <= largest[0] as i64 && f <= largest[1] as i64 {
                    covered.insert((e, f));
                    let Some(ray) = ray else { break };
                    (e, f) = (e + ray[0], f + ray[1]);
                }
            }
            let rules = parse_rules(text).unwrap();
            let Game::Moves(moves) = rules.game() else {
                panic!("{text}")
            };
            let mut allowed = BTreeSet::new();
            for e in 0..=largest[0] {
                for f in 0..=largest[1] {
                    if moves.allows(&[e, f], &[0, 0]).unwrap() {
                        allowed.insert((e as i64, f as i64));
                    }
                }
            }
            assert_eq!(covered, allowed, "{text}: {lines:?}");
        }
    }

    #[test]
    fn planes_are_no_lines() {
        assert_eq!(on_box("moves(e,f: e <= f)", [200, 200]), None);
        assert_eq!(on_box("moves(e,f: gcd(e,f) = 1)", [200, 200]), None);
    }
}
