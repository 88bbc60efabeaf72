//! Remoteness of WYT(a, b) [SanchezGalanXu, sections 2 to 4 and 6].
//!
//! P-positions come from the recursion by mex_b, ι(x) from its definition over them, remoteness from the
//! options and Smith's recursion; none of them from the formulas that are judged. Instances: the piles of
//! a square box, for each (a, b), by larger pile and then lexicographically.

pub(super) mod duration;
pub(super) mod failed_moves;

use dashu_int::UBig;
use std::sync::Arc;

use super::run::{Kind, Moves, Run, Table, rules, wyt};
use super::walk::{Counterexample, Walk, at, shells};
use super::{Theorem, Verdict};
use crate::error::Error;
use crate::formulas::Formula;
use crate::rules::Convention;
use crate::sequences::{Beatty, MexB, PSequence};

const PAPER: &str = "SanchezGalanXu";

/// Piles go up to this unless asked otherwise.
const PILES: u64 = 60;

const RANGE: &str =
    "fourteen pairs (a,b), piles to 60; --size N: piles to N; --a, --b: other pairs";

pub(super) const THEOREMS: &[Theorem] = &[
    Theorem {
        name: "remoteness-formula",
        paper: PAPER,
        source: "Theorem 3.4",
        statement: "R(x,y) = 2*min{iota(x), floor((y-x)/a)} + epsilon for x <= y, epsilon = 0 exactly at P-positions",
        range: RANGE,
        expected: Verdict::Held,
        check: |run| over_cells(run, remoteness_formula),
    },
    Theorem {
        name: "even-remoteness",
        paper: PAPER,
        source: "equation (7)",
        statement: "the P-positions are (x_m, y_m) and their mirrors, and R(x_m, y_m) = 2m",
        range: RANGE,
        expected: Verdict::Held,
        check: |run| over_cells(run, even_remoteness),
    },
    Theorem {
        name: "window-has-a-coordinate",
        paper: PAPER,
        source: "Lemma 3.1",
        statement: "every window (x-b, x] holds a coordinate of some (x_m, y_m)",
        range: RANGE,
        expected: Verdict::Held,
        check: |run| {
            over_piles(run, |game, x| {
                (!game.in_window(x).is_empty(), "no coordinate")
            })
        },
    },
    Theorem {
        name: "window-has-at-most-two",
        paper: PAPER,
        source: "section 3",
        statement: "every window (x-b, x] holds at most one x_i and at most one y_j",
        range: RANGE,
        expected: Verdict::Held,
        check: |run| over_piles(run, at_most_one_of_each),
    },
    Theorem {
        name: "window-order",
        paper: PAPER,
        source: "implication (9)",
        statement: "iota(x) > q implies x >= x_{q+1} > x_q",
        range: RANGE,
        expected: Verdict::Held,
        check: |run| over_piles(run, window_order),
    },
    Theorem {
        name: "local-index-of-a-term",
        paper: PAPER,
        source: "Lemma 3.2",
        statement: "iota(x_m) = m",
        range: RANGE,
        expected: Verdict::Held,
        check: local_index_of_a_term,
    },
    Theorem {
        name: "least-reachable-index",
        paper: PAPER,
        source: "Lemma 3.3",
        statement: "min M(x,y) = min{iota(x), floor((y-x)/a)} at N-positions, and y_iota <= y when iota is the smaller",
        range: RANGE,
        expected: Verdict::Held,
        check: |run| over_cells(run, least_reachable_index),
    },
    Theorem {
        name: "optimal-move-from-n",
        paper: PAPER,
        source: "Lemma 3.3 and Theorem 3.4",
        statement: "from an N-position the stated move to (x_k, y_k), k = min{iota, floor((y-x)/a)}, is legal and lowers R by one",
        range: RANGE,
        expected: Verdict::Held,
        check: |run| over_cells(run, optimal_move_from_n),
    },
    Theorem {
        name: "optimal-move-from-p",
        paper: PAPER,
        source: "Theorem 3.4",
        statement: "from a P-position other than (0,0), taking one from the larger pile lowers R by one",
        range: RANGE,
        expected: Verdict::Held,
        check: |run| over_cells(run, optimal_move_from_p),
    },
    Theorem {
        name: "beatty-form",
        paper: PAPER,
        source: "section 4, equations (13) and (14)",
        statement: "for b = 1, x_m = floor(m*alpha) and y_m = floor(m*(alpha+a)), alpha = (2-a+sqrt(a^2+4))/2",
        range: "a to 30, 20000 terms each; --size N: N terms; --a: other a",
        expected: Verdict::Held,
        check: beatty_form,
    },
    Theorem {
        name: "misere-remoteness",
        paper: PAPER,
        source: "Theorem 3.4, misere counterpart derived here",
        statement: "in misere play R(x,y) = 2*min{iota(x), q(y-x)} + 1 + epsilon over the misere P-positions, R(0,0) = 0",
        range: "1 <= a, b <= 5, piles to 40; --size N: piles to N; --a, --b: other pairs",
        expected: Verdict::Held,
        check: misere_remoteness,
    },
    Theorem {
        name: "table-1",
        paper: PAPER,
        source: "Table 1",
        statement: "iota, y-x, R and an optimal target of (4,9), (7,9), (7,12), (8,13) in Wythoff's game",
        range: "the four rows",
        expected: Verdict::Held,
        check: table_1,
    },
];

/// One WYT(a, b) with what the definitions say about it on a box.
pub(super) struct Wyt {
    pub(super) a: u64,
    pub(super) b: u64,
    /// Piles are below this.
    pub(super) side: u64,
    pub(super) remoteness: Arc<Table>,
    pub(super) moves: Moves,
    /// (x_m, y_m) in order, all those with x_m below the side and a few more.
    terms: Vec<(u64, u64)>,
    /// ι(x) for each x.
    local: Vec<Option<usize>>,
}

impl Wyt {
    pub(super) fn new(run: &Run<'_>, (a, b): (u64, u64), side: u64) -> Result<Wyt, Error> {
        let rules = wyt(a, b, Convention::Normal)?;
        let beyond = side.saturating_add(2 * b);
        let mut game = Wyt {
            a,
            b,
            side,
            remoteness: run.square(&rules, side, Kind::Remoteness)?,
            moves: Moves::of(&rules),
            terms: MexB::new(a, b, 0)
                .take_while(|&(x, _)| x <= beyond)
                .collect(),
            local: Vec::new(),
        };
        // ι(x) by its definition: the least index with a coordinate in (x − b, x].
        let least = |x| game.in_window(x).iter().map(|(m, _)| *m).min();
        game.local = (0..side).map(least).collect();
        Ok(game)
    }

    /// Whether a move may remove (e, f): the rule of the game, for e, f not both 0.
    fn allows(&self, e: u64, f: u64) -> bool {
        (e, f) != (0, 0) && (e.abs_diff(f) < self.a || e.min(f) < self.b)
    }

    /// Whether a move leads from one position to another.
    fn is_move(&self, (x, y): (u64, u64), (u, v): (u64, u64)) -> bool {
        u <= x && v <= y && self.allows(x - u, y - v)
    }

    pub(super) fn remoteness(&self, x: u64, y: u64) -> u64 {
        self.remoteness.at(&[x, y])
    }

    pub(super) fn parameters(&self) -> String {
        format!("a = {}, b = {}", self.a, self.b)
    }

    /// The coordinates in (x − b, x]: which index, and whether it is an x.
    fn in_window(&self, x: u64) -> Vec<(usize, bool)> {
        let inside = |n: u64| n <= x && n + self.b > x;
        let mut found = Vec::new();
        for (m, &(x_m, y_m)) in self.terms.iter().enumerate() {
            if inside(x_m) {
                found.push((m, true));
            }
            if inside(y_m) {
                found.push((m, false));
            }
            if x_m > x {
                break;
            }
        }
        found
    }

    /// ι(x).
    pub(super) fn local_index(&self, x: u64) -> Option<usize> {
        self.local.get(x as usize).copied().flatten()
    }

    /// min{ι(x), ⌊(y − x)/a⌋}, x ≤ y.
    pub(super) fn index(&self, x: u64, y: u64) -> Option<u64> {
        Some((self.local_index(x)? as u64).min((y - x) / self.a))
    }

    /// The index m with {x, y} = {x_m, y_m}.
    pub(super) fn term(&self, x: u64, y: u64) -> Option<usize> {
        let pair = (x.min(y), x.max(y));
        self.terms.binary_search(&pair).ok()
    }

    fn fails(&self, position: &[u64], found: impl Into<String>) -> Counterexample {
        at(self.parameters(), position, found)
    }
}

/// A check of one cell (x, y) of one game: whether it holds, and what to say if not.
type CellCheck = fn(&Wyt, u64, u64) -> (bool, String);

fn over_cells(run: &Run<'_>, check: CellCheck) -> Result<Walk, Error> {
    let side = run.size(PILES) + 1;
    let (walk, _) = run.over(&run.pairs(), |&pair, walk| {
        let game = Wyt::new(run, pair, side)?;
        for (x, y) in shells(side) {
            let (holds, found) = check(&game, x, y);
            walk.see(game.remoteness(x, y));
            walk.require(holds, || game.fails(&[x, y], found));
        }
        Ok(())
    })?;
    Ok(walk)
}

/// A check of one pile size x of one game.
type PileCheck = fn(&Wyt, u64) -> (bool, &'static str);

fn over_piles(run: &Run<'_>, check: PileCheck) -> Result<Walk, Error> {
    let side = run.size(PILES) + 1;
    let (walk, _) = run.over(&run.pairs(), |&pair, walk| {
        let game = Wyt::new(run, pair, side)?;
        for x in 0..side {
            let (holds, found) = check(&game, x);
            walk.see(game.in_window(x).len() as u64);
            walk.require(holds, || game.fails(&[x], found));
        }
        Ok(())
    })?;
    Ok(walk)
}

fn remoteness_formula(game: &Wyt, x: u64, y: u64) -> (bool, String) {
    let (low, high) = (x.min(y), x.max(y));
    let epsilon = u64::from(game.term(x, y).is_none());
    let formula = game.index(low, high).map(|k| 2 * k + epsilon);
    let truth = game.remoteness(x, y);
    (
        formula == Some(truth),
        format!("R = {truth}, formula {formula:?}"),
    )
}

fn even_remoteness(game: &Wyt, x: u64, y: u64) -> (bool, String) {
    let truth = game.remoteness(x, y);
    let holds = match game.term(x, y) {
        Some(m) => truth == 2 * m as u64,
        None => truth % 2 == 1,
    };
    (holds, format!("R = {truth}, index {:?}", game.term(x, y)))
}

fn at_most_one_of_each(game: &Wyt, x: u64) -> (bool, &'static str) {
    let found = game.in_window(x);
    let smaller = found.iter().filter(|(_, is_x)| *is_x).count();
    // (0, 0) is one P-position whose two coordinates coincide.
    (
        smaller <= 1 && found.len() - smaller <= 1,
        "two coordinates of one kind",
    )
}

fn window_order(game: &Wyt, x: u64) -> (bool, &'static str) {
    let local = game.local_index(x).unwrap_or(usize::MAX);
    let holds = (0..local.min(game.terms.len() - 1)).all(|q| {
        let (x_q, x_next) = (game.terms[q].0, game.terms[q + 1].0);
        x >= x_next && x_next > x_q
    });
    (holds, "iota(x) > q but x < x_{q+1}")
}

fn local_index_of_a_term(run: &Run<'_>) -> Result<Walk, Error> {
    let side = run.size(PILES) + 1;
    let (walk, _) = run.over(&run.pairs(), |&pair, walk| {
        let game = Wyt::new(run, pair, side)?;
        for (m, &(x, _)) in game.terms.iter().enumerate().filter(|(_, t)| t.0 < side) {
            let found = game.local_index(x);
            walk.see(found.unwrap_or(usize::MAX) as u64);
            walk.require(found == Some(m), || {
                game.fails(&[x], format!("iota = {found:?}, expected {m}"))
            });
        }
        Ok(())
    })?;
    Ok(walk)
}

fn least_reachable_index(game: &Wyt, x: u64, y: u64) -> (bool, String) {
    if game.term(x, y).is_some() {
        return (true, String::new());
    }
    let (low, high) = (x.min(y), x.max(y));
    let reachable =
        |&(u, v): &(u64, u64)| game.is_move((x, y), (u, v)) || game.is_move((x, y), (v, u));
    let least = game.terms.iter().position(reachable).map(|m| m as u64);
    let index = game.index(low, high);
    let fits = game
        .local_index(low)
        .is_some_and(|iota| iota as u64 > (high - low) / game.a || game.terms[iota].1 <= high);
    (
        least == index && fits,
        format!("min M = {least:?}, formula {index:?}"),
    )
}

/// The move that the proof of Lemma 3.3 constructs, x ≤ y: where it leads.
fn constructed_target(game: &Wyt, x: u64, y: u64) -> Option<(u64, u64)> {
    let quotient = ((y - x) / game.a) as usize;
    let (local, is_x) = game.in_window(x).into_iter().min()?;
    if local > quotient {
        return game.terms.get(quotient).copied();
    }
    let (x_j, y_j) = game.terms[local];
    // Of an index whose two coordinates both lie in the window, either will do.
    Some(if is_x || x_j + game.b > x {
        (x_j, y_j)
    } else {
        (y_j, x_j)
    })
}

fn optimal_move_from_n(game: &Wyt, x: u64, y: u64) -> (bool, String) {
    if game.term(x, y).is_some() {
        return (true, String::new());
    }
    let Some((mut u, mut v)) = constructed_target(game, x.min(y), x.max(y)) else {
        return (false, "no move constructed".into());
    };
    if x > y {
        std::mem::swap(&mut u, &mut v);
    }
    let legal = game.is_move((x, y), (u, v));
    let holds = legal && game.remoteness(u, v) + 1 == game.remoteness(x, y);
    (holds, format!("the move to ({u}, {v}), legal: {legal}"))
}

fn optimal_move_from_p(game: &Wyt, x: u64, y: u64) -> (bool, String) {
    if game.term(x, y).is_none_or(|m| m == 0) {
        return (true, String::new());
    }
    let (u, v) = if x <= y { (x, y - 1) } else { (x - 1, y) };
    let found = game.remoteness(u, v);
    (
        found + 1 == game.remoteness(x, y),
        format!("R({u}, {v}) = {found}"),
    )
}

fn beatty_form(run: &Run<'_>) -> Result<Walk, Error> {
    let terms = run.size(20_000);
    let slopes: Vec<u64> = run.settings.a.clone().unwrap_or(1..=30).collect();
    let (walk, _) = run.over(&slopes, |&a, walk| {
        let formula = Beatty::new(&UBig::from(a), &UBig::ONE)
            .map_err(|error| Error::input(error.to_string()))?;
        for (m, (x, y)) in (0..terms).zip(MexB::new(a, 1, 0)) {
            let term = formula.term(&UBig::from(m));
            walk.see(x);
            walk.require(term.x == UBig::from(x) && term.y == UBig::from(y), || {
                at(
                    format!("a = {a}"),
                    &[m],
                    format!("formula ({}, {}), recursion ({x}, {y})", term.x, term.y),
                )
            });
            if m % 4096 == 4095 {
                run.look()?;
            }
        }
        Ok(())
    })?;
    Ok(walk)
}

/// The pairs with a, b ≤ 5.
fn small_pairs() -> Vec<(u64, u64)> {
    (1..=5).flat_map(|a| (1..=5).map(move |b| (a, b))).collect()
}

fn misere_remoteness(run: &Run<'_>) -> Result<Walk, Error> {
    let side = run.size(40) + 1;
    let (walk, _) = run.over(&run.pairs_or(&small_pairs()), |&(a, b), walk| {
        let truth = run.square(&wyt(a, b, Convention::Misere)?, side, Kind::Remoteness)?;
        let formula = Formula::wyt_misere(&UBig::from(a), &UBig::from(b))
            .map_err(|error| Error::input(error.to_string()))?;
        for (x, y) in shells(side) {
            let (own, known) = (
                formula.remoteness(&UBig::from(x), &UBig::from(y)),
                truth.at(&[x, y]),
            );
            walk.see(known);
            walk.require(own == UBig::from(known), || {
                at(
                    format!("a = {a}, b = {b}"),
                    &[x, y],
                    format!("R = {known}, formula {own}"),
                )
            });
        }
        Ok(())
    })?;
    Ok(walk)
}

fn table_1(run: &Run<'_>) -> Result<Walk, Error> {
    let game = Wyt::new(run, (1, 1), 16)?;
    let wythoff = Moves::of(&rules("wythoff")?);
    let mut walk = Walk::default();
    for ((x, y), iota, apart, remoteness, target) in [
        ((4, 9), 3, 5, 7, [4, 7]),
        ((7, 9), 3, 2, 5, [3, 5]),
        ((7, 12), 3, 5, 7, [7, 4]),
        ((8, 13), 5, 5, 10, [8, 12]),
    ] {
        let legal = wythoff
            .from(&[x, y])?
            .iter()
            .any(|option| option[..] == target);
        let holds = game.local_index(x) == Some(iota)
            && y - x == apart
            && game.remoteness(x, y) == remoteness
            && legal
            && game.remoteness(target[0], target[1]) + 1 == remoteness;
        walk.see(game.remoteness(x, y));
        walk.require(holds, || game.fails(&[x, y], "the row differs"));
    }
    Ok(walk)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theorems::{Checker, Settings};

    #[test]
    fn the_rule_allows_exactly_the_options() {
        let checker = Checker::new(Settings::default());
        let budget = crate::budget::Budget::default();
        let overall = crate::theorems::run::Overall::new(budget.watch);
        let run = checker.run(&budget, &overall);
        for pair in crate::theorems::run::PAIRS {
            let game = Wyt::new(&run, pair, 14).unwrap();
            for (x, y) in shells(14) {
                let options = game.moves.from(&[x, y]).unwrap();
                for (u, v) in shells(14) {
                    let listed = options.iter().any(|option| option[..] == [u, v]);
                    assert_eq!(
                        game.is_move((x, y), (u, v)),
                        listed,
                        "{pair:?}: {x},{y} to {u},{v}"
                    );
                }
            }
        }
    }
}
