//! Wythoff's game with a pass, and plus one stone \[MiyaderaManabeFukui2025\].
//!
//! Small boxes are valued by the reference. Beyond them P-positions come from marking lines, and the cells
//! of Grundy value 1 are the P-positions beside one stone, both compared with the reference in tests and
//! on the small boxes here.

use rustc_hash::FxHashSet;

use super::run::{Kind, Moves, Run, Table, rules};
use super::walk::{Walk, at, shells};
use super::{Theorem, Verdict};
use crate::compare::PRows;
use crate::error::Error;
use crate::notation::parse_slice;
use crate::rules::{Game, Play, Rules};

const PAPER: &str = "MiyaderaManabeFukui2025";

/// Side of the box on which the long statements are checked.
const SIDE: u64 = 3000;

const BOX: &str = "piles below 3000; --size N: piles below N";

/// The P-positions with both piles at most 8 that the paper lists: A without the pass,
const A: &[(u64, u64)] = &[(0, 0), (1, 2), (2, 1), (3, 5), (4, 7), (5, 3), (7, 4)];
/// B with it,
const B: &[(u64, u64)] = &[
    (0, 0),
    (1, 3),
    (3, 1),
    (2, 5),
    (5, 2),
    (4, 8),
    (8, 4),
    (6, 7),
    (7, 6),
];
/// and C beside one stone.
const C: &[(u64, u64)] = &[
    (0, 1),
    (1, 0),
    (2, 2),
    (3, 6),
    (6, 3),
    (4, 8),
    (8, 4),
    (5, 7),
    (7, 5),
];

pub(super) const THEOREMS: &[Theorem] = &[
    Theorem {
        name: "grundy-zero-at-p",
        paper: PAPER,
        source: "Theorem 1(i)",
        statement: "the Grundy value is 0 exactly at P-positions",
        range: "five games, boxes of side 30; --size N: side N",
        expected: Verdict::Held,
        check: grundy_zero_at_p,
    },
    Theorem {
        name: "grundy-of-a-sum",
        paper: PAPER,
        source: "Theorem 1(ii)",
        statement: "the Grundy value of a disjunctive sum is the XOR of the components' values",
        range: "four sums, boxes of side 7 in each coordinate; --size N: side N",
        expected: Verdict::Held,
        check: grundy_of_a_sum,
    },
    Theorem {
        name: "wythoff-p-positions",
        paper: PAPER,
        source: "Theorem 2",
        statement: "the P-positions of Wythoff's game are (floor(n*phi), floor(n*phi)+n) and their mirrors",
        range: BOX,
        expected: Verdict::Held,
        check: wythoff_p_positions,
    },
    Theorem {
        name: "pass-small-p-positions",
        paper: PAPER,
        source: "Lemma 1",
        statement: "A, B and C are the P-positions with piles at most 8 without the pass, with it, and beside one stone",
        range: "piles to 8",
        expected: Verdict::Held,
        check: small_p_positions,
    },
    Theorem {
        name: "pass-relation-1",
        paper: PAPER,
        source: "Lemma 1, relation (1)",
        statement: "no move from B leads to A or B, and none from C to A or C",
        range: "piles to 8",
        expected: Verdict::Held,
        check: |run| relations(run, true),
    },
    Theorem {
        name: "pass-relation-2",
        paper: PAPER,
        source: "Lemma 1, relation (2)",
        statement: "from every other (x,y,1) with piles at most 8 some move leads to A or B, beside a stone to A or C",
        range: "piles to 8",
        expected: Verdict::Held,
        check: |run| relations(run, false),
    },
    Theorem {
        name: "pass-coloured-cells",
        paper: PAPER,
        source: "figures 7, 8 and 9",
        statement: "36, 36 and 26 of the 81 cells reach B along x, along y and diagonally; besides B, only (1,2) and (2,1) need the pass",
        range: "piles to 8",
        expected: Verdict::Held,
        check: coloured_cells,
    },
    Theorem {
        name: "pass-lines-through-b-and-c-i",
        paper: PAPER,
        source: "Lemma 2(i)",
        statement: "for x >= 9, y <= 8: moves along x meet B and C, moves along y meet neither",
        range: "piles to 60; --size N: piles to N",
        expected: Verdict::Held,
        check: |run| {
            lines_through(
                run,
                |x, y| x >= 9 && y <= 8,
                [Some(true), Some(false), None],
            )
        },
    },
    Theorem {
        name: "pass-lines-through-b-and-c-ii",
        paper: PAPER,
        source: "Lemma 2(ii)",
        statement: "for y >= 9, x <= 8: moves along y meet B and C, moves along x meet neither",
        range: "piles to 60; --size N: piles to N",
        expected: Verdict::Held,
        check: |run| {
            lines_through(
                run,
                |x, y| y >= 9 && x <= 8,
                [Some(false), Some(true), None],
            )
        },
    },
    Theorem {
        name: "pass-lines-through-b-and-c-iii",
        paper: PAPER,
        source: "Lemma 2(iii)",
        statement: "beyond 8, for |x-y| <= 4 diagonal moves meet B and C",
        range: "piles to 60; --size N: piles to N",
        expected: Verdict::Held,
        check: |run| {
            lines_through(
                run,
                |x, y| beyond(x, y) && x.abs_diff(y) <= 4,
                [None, None, Some(true)],
            )
        },
    },
    Theorem {
        name: "pass-lines-through-b-and-c-iv",
        paper: PAPER,
        source: "Lemma 2(iv)",
        statement: "beyond 8, for |x-y| >= 5 diagonal moves meet neither B nor C",
        range: "piles to 60; --size N: piles to N",
        expected: Verdict::Held,
        check: |run| {
            lines_through(
                run,
                |x, y| beyond(x, y) && x.abs_diff(y) >= 5,
                [None, None, Some(false)],
            )
        },
    },
    Theorem {
        name: "pass-lines-meet-both-or-neither",
        paper: PAPER,
        source: "Lemma 3",
        statement: "beyond 8, moves of each kind meet B if and only if they meet C",
        range: "piles to 60; --size N: piles to N",
        expected: Verdict::Held,
        check: meet_both_or_neither,
    },
    Theorem {
        name: "pass-theorem",
        paper: PAPER,
        source: "Theorem 4",
        statement: "for x >= 9 or y >= 9, (x,y) with the pass is P exactly when its Grundy value in Wythoff's game is 1",
        range: BOX,
        expected: Verdict::Held,
        check: |run| pass_theorem(run, 9),
    },
    Theorem {
        name: "pass-theorem-from-8",
        paper: PAPER,
        source: "Theorem 4, threshold lowered here",
        statement: "the same already for x >= 8 or y >= 8",
        range: BOX,
        expected: Verdict::Held,
        check: |run| pass_theorem(run, 8),
    },
    Theorem {
        name: "pass-theorem-from-7",
        paper: PAPER,
        source: "Theorem 4, threshold too low",
        statement: "the same already for x >= 7 or y >= 7",
        range: BOX,
        expected: Verdict::Refuted,
        check: |run| pass_theorem(run, 7),
    },
    Theorem {
        name: "pass-exceptions",
        paper: PAPER,
        source: "Lemma 1 and Theorem 4",
        statement: "in all, exactly 14 cells differ, those in just one of B and C, and all have coordinates at most 7",
        range: BOX,
        expected: Verdict::Held,
        check: pass_exceptions,
    },
    Theorem {
        name: "stone-grundy-value",
        paper: PAPER,
        source: "Definition 9 with Theorem 1",
        statement: "beside one stone the Grundy value of (x,y) is G(x,y) XOR 1, so its P-positions are the cells of value 1",
        range: "piles to 60; --size N: piles to N",
        expected: Verdict::Held,
        check: stone_grundy_value,
    },
    Theorem {
        name: "pass-theorem-for-other-parameters",
        paper: PAPER,
        source: "Theorem 4, asked for WYT(a,b)",
        statement: "in every WYT(a,b) the P-positions with a pass agree with the cells of Grundy value 1 from some coordinate on",
        range: "1 <= a, b <= 6, piles below 500, agreement meaning none differ in the last tenth; --size N: piles below N; --a, --b",
        expected: Verdict::Refuted,
        check: other_parameters,
    },
    Theorem {
        name: "one-values-near-p-positions",
        paper: PAPER,
        source: "Theorem 3 (BlassFraenkel1990, Corollary 5.14)",
        statement: "the cells (a_n, b_n), a_n <= b_n, of Grundy value 1: |b_n - floor(n*phi) - n| <= 4 and floor(n*phi) - 1 <= a_n <= floor(n*phi) + 2",
        range: "n below 1000000; --size N: n below N",
        expected: Verdict::Held,
        check: one_values_near_p,
    },
    Theorem {
        name: "one-values-in-both-orders",
        paper: PAPER,
        source: "Theorem 3 read without a_n <= b_n",
        statement: "the same bounds with both (x,y) and (y,x) in one list by increasing x",
        range: "n below 1000; --size N: n below N",
        expected: Verdict::Refuted,
        check: one_values_in_both_orders,
    },
    Theorem {
        name: "one-values-within-sqrt-20",
        paper: PAPER,
        source: "Corollary 1",
        statement: "each cell of Grundy value 1 lies within sqrt(20) of a P-position of Wythoff's game",
        range: "the first 1000000 with x <= y; --size N: N of them",
        expected: Verdict::Held,
        check: |run| distance_to_p(run, 20),
    },
    Theorem {
        name: "one-values-within-3",
        paper: PAPER,
        source: "Corollary 1, sharpened by measurement here",
        statement: "each cell of Grundy value 1 lies within 3 of a P-position of Wythoff's game",
        range: "the first 1000000 with x <= y; --size N: N of them",
        expected: Verdict::Held,
        check: |run| distance_to_p(run, 9),
    },
];

fn beyond(x: u64, y: u64) -> bool {
    x >= 9 || y >= 9
}

fn grundy_zero_at_p(run: &Run<'_>) -> Result<Walk, Error> {
    let side = run.size(30);
    let games = [
        ("wythoff", 2),
        ("wyt(2,3)", 2),
        ("wythoff.pass", 3),
        ("wythoff + nim(1)", 3),
        ("king", 2),
    ];
    let (walk, _) = run.over(&games, |&(text, coordinates), walk| {
        let game = rules(text)?;
        let shape: Vec<u64> = [side, side, 2].into_iter().take(coordinates).collect();
        let grundy = run.table(&game, &shape, Kind::Grundy)?;
        let outcome = run.table(&game, &shape, Kind::Outcome)?;
        for (x, y) in shells(side) {
            for layer in 0..if coordinates == 3 { 2 } else { 1 } {
                let cell = [x, y, layer];
                let cell = &cell[..coordinates];
                walk.see(grundy.at(cell));
                walk.require((grundy.at(cell) == 0) == (outcome.at(cell) == 0), || {
                    at(text, cell, format!("G = {}", grundy.at(cell)))
                });
            }
        }
        Ok(())
    })?;
    Ok(walk)
}

fn grundy_of_a_sum(run: &Run<'_>) -> Result<Walk, Error> {
    let side = run.size(7);
    let sums = [
        ("wythoff", "nim(1)"),
        ("wythoff", "wythoff"),
        ("wyt(1,2)", "king"),
        ("wythoff.pass", "nim(1)"),
    ];
    let (walk, _) = run.over(&sums, |&(left, right), walk| {
        let (left, right) = (rules(left)?, rules(right)?);
        let text = format!("{left} + {right}");
        let sum = rules(&text)?;
        let widths = [left.axes().len(), right.axes().len()];
        let shape = |n: usize| vec![side; n];
        let own = run.table(&left, &shape(widths[0]), Kind::Grundy)?;
        let other = run.table(&right, &shape(widths[1]), Kind::Grundy)?;
        let whole = run.table(&sum, &shape(widths[0] + widths[1]), Kind::Grundy)?;
        let cells = side.pow((widths[0] + widths[1]) as u32);
        for index in 0..cells {
            let cell: Vec<u64> = (0..widths[0] + widths[1])
                .rev()
                .map(|i| index / side.pow(i as u32) % side)
                .collect();
            let (first, second) = cell.split_at(widths[0]);
            let expected = own.at(first) ^ other.at(second);
            walk.see(whole.at(&cell));
            walk.require(whole.at(&cell) == expected, || {
                at(
                    text.clone(),
                    &cell,
                    format!("G = {}, XOR {expected}", whole.at(&cell)),
                )
            });
        }
        Ok(())
    })?;
    Ok(walk)
}

/// ⌊nφ⌋ = (n + ⌊√(5n²)⌋)/2 in whole numbers, n below 2⁶⁰.
fn lower(n: u64) -> u64 {
    let n = u128::from(n);
    ((n + (5 * n * n).isqrt()) / 2) as u64
}

/// The P-positions of a slice, by marking lines, as (x, y), by x.
pub(super) fn p_cells(
    run: &Run<'_>,
    game: &Rules,
    slice: &str,
    side: u64,
) -> Result<Vec<(u64, u64)>, Error> {
    let slice = parse_slice(game, slice)?;
    let finder = PRows::new(game, &slice)
        .ok_or_else(|| Error::undefined(format!("{game} is not a game of marked lines")))?;
    walk_rows(run, &finder, side)
}

/// The cells of Grundy value 1 of a two-pile game.
pub(super) fn one_cells(run: &Run<'_>, game: &Rules, side: u64) -> Result<Vec<(u64, u64)>, Error> {
    let slice = parse_slice(game, "*,*")?;
    let finder = PRows::of_grundy(game, &slice, 1)
        .ok_or_else(|| Error::undefined(format!("{game} is not a game of marked lines")))?;
    walk_rows(run, &finder, side)
}

fn walk_rows(run: &Run<'_>, finder: &PRows, side: u64) -> Result<Vec<(u64, u64)>, Error> {
    let mut cells = Vec::new();
    finder.walk(side as usize, &run.budget, &mut |x, row| {
        cells.extend(row.iter().map(|&y| (x as u64, u64::from(y))));
        Ok(())
    })?;
    Ok(cells)
}

/// Compares two sets of cells of a box from a coordinate on; an instance is a cell of the box.
pub(super) fn compare_cells(
    walk: &mut Walk,
    parameters: &str,
    [left, right]: [&[(u64, u64)]; 2],
    side: u64,
    from: u64,
) -> Vec<(u64, u64)> {
    let left_set: FxHashSet<_> = left.iter().copied().collect();
    let right_set: FxHashSet<_> = right.iter().copied().collect();
    let mut unlike: Vec<(u64, u64)> = left_set.symmetric_difference(&right_set).copied().collect();
    unlike.sort_unstable_by_key(|&(x, y)| (x.max(y), x, y));
    walk.positions += side * side - from.min(side).pow(2);
    for &(x, y) in left.iter().chain(right) {
        walk.note(x);
        walk.note(y);
    }
    unlike.retain(|&(x, y)| x.max(y) >= from);
    for &(x, y) in &unlike {
        walk.require(false, || {
            let side = if left_set.contains(&(x, y)) {
                "first"
            } else {
                "second"
            };
            at(parameters, &[x, y], format!("only in the {side} set"))
        });
    }
    unlike
}

fn wythoff_p_positions(run: &Run<'_>) -> Result<Walk, Error> {
    let side = run.size(SIDE);
    let found = p_cells(run, &rules("wythoff")?, "*,*", side)?;
    let formula: Vec<(u64, u64)> = (0..side)
        .map(|n| (lower(n), lower(n) + n))
        .flat_map(|(x, y)| [(x, y), (y, x)])
        .filter(|&(x, y)| x.max(y) < side)
        .collect();
    let mut walk = Walk::default();
    compare_cells(&mut walk, "", [&found, &formula], side, 0);
    Ok(walk)
}

/// The three tables of outcomes: without the pass, with it, beside one stone.
fn three_tables(run: &Run<'_>, side: u64) -> Result<[std::sync::Arc<Table>; 2], Error> {
    let pass = run.table(&rules("wythoff.pass")?, &[side, side, 2], Kind::Outcome)?;
    let stone = run.table(&rules("wythoff + nim(1)")?, &[side, side, 2], Kind::Outcome)?;
    Ok([pass, stone])
}

fn small_p_positions(run: &Run<'_>) -> Result<Walk, Error> {
    let [pass, stone] = three_tables(run, 9)?;
    let mut walk = Walk::default();
    for (name, table, layer, listed) in
        [("A", &pass, 0, A), ("B", &pass, 1, B), ("C", &stone, 1, C)]
    {
        for (x, y) in shells(9) {
            let outcome = table.at(&[x, y, layer]);
            walk.see(outcome);
            walk.require((outcome == 0) == listed.contains(&(x, y)), || {
                at(
                    format!("set {name}"),
                    &[x, y, layer],
                    format!("P: {}", outcome == 0),
                )
            });
        }
    }
    Ok(walk)
}

/// Relation (1) inside the sets, or relation (2) outside them, by listing moves.
fn relations(_run: &Run<'_>, inside: bool) -> Result<Walk, Error> {
    let mut walk = Walk::default();
    for (text, set) in [("wythoff.pass", B), ("wythoff + nim(1)", C)] {
        let moves = Moves::of(&rules(text)?);
        for (x, y) in shells(9).filter(|cell| set.contains(cell) == inside) {
            let options = moves.from(&[x, y, 1])?;
            let meets = options.iter().any(|option| {
                let listed = if option[2] == 0 { A } else { set };
                listed.contains(&(option[0], option[1]))
            });
            walk.see(options.len() as u64);
            walk.require(meets != inside, || {
                at(
                    text,
                    &[x, y, 1],
                    format!("some move leads to A or the set: {meets}"),
                )
            });
        }
    }
    Ok(walk)
}

/// Whether moves along x, along y and along the diagonal from (x, y) meet a set.
fn meets(set: &[(u64, u64)], x: u64, y: u64) -> [bool; 3] {
    let any = |holds: &dyn Fn(u64, u64) -> bool| set.iter().any(|&(u, v)| holds(u, v));
    [
        any(&|u, v| v == y && u < x),
        any(&|u, v| u == x && v < y),
        any(&|u, v| u < x && v < y && x - u == y - v),
    ]
}

fn coloured_cells(run: &Run<'_>) -> Result<Walk, Error> {
    let [pass, _] = three_tables(run, 9)?;
    let mut walk = Walk::default();
    let mut counts = [0u64; 3];
    let mut need_pass = Vec::new();
    for (x, y) in shells(9) {
        let reach = meets(B, x, y);
        for (count, reaches) in counts.iter_mut().zip(reach) {
            *count += u64::from(reaches);
        }
        if !reach.contains(&true) && !B.contains(&(x, y)) {
            need_pass.push((x, y));
            // The pass must then lead to a P-position.
            walk.require(pass.at(&[x, y, 0]) == 0, || {
                at("", &[x, y, 1], "no way to B or A")
            });
        }
        walk.see(reach.iter().fold(0, |bits, &r| 2 * bits + u64::from(r)));
    }
    walk.require(counts == [36, 36, 26], || {
        at("", &[], format!("counts {counts:?}"))
    });
    walk.require(need_pass == [(1, 2), (2, 1)], || {
        at("", &[], format!("{need_pass:?}"))
    });
    for (way, count) in ["along x", "along y", "diagonally"].iter().zip(counts) {
        walk.measure(format!("cells that reach B {way}"), count);
    }
    walk.measure("cells that need the pass", format!("{need_pass:?}"));
    Ok(walk)
}

/// Lemma 2: on some cells beyond 8, whether moves of each kind meet B and C, where it is said.
fn lines_through(
    run: &Run<'_>,
    region: fn(u64, u64) -> bool,
    said: [Option<bool>; 3],
) -> Result<Walk, Error> {
    let mut walk = Walk::default();
    for (x, y) in shells(run.size(60) + 1).filter(|&(x, y)| region(x, y)) {
        let (b, c) = (meets(B, x, y), meets(C, x, y));
        let holds = said
            .iter()
            .zip(b.iter().zip(&c))
            .all(|(said, (b, c))| said.is_none_or(|said| *b == said && *c == said));
        walk.see(b.iter().fold(0, |bits, &r| 2 * bits + u64::from(r)));
        walk.require(holds, || at("", &[x, y], format!("B: {b:?}, C: {c:?}")));
    }
    Ok(walk)
}

fn meet_both_or_neither(run: &Run<'_>) -> Result<Walk, Error> {
    let mut walk = Walk::default();
    for (x, y) in shells(run.size(60) + 1).filter(|&(x, y)| beyond(x, y)) {
        let (b, c) = (meets(B, x, y), meets(C, x, y));
        walk.see(b.iter().fold(0, |bits, &r| 2 * bits + u64::from(r)));
        walk.require(b == c, || at("", &[x, y], format!("B: {b:?}, C: {c:?}")));
    }
    Ok(walk)
}

fn pass_theorem(run: &Run<'_>, from: u64) -> Result<Walk, Error> {
    let side = run.size(SIDE);
    let with_pass = p_cells(run, &rules("wythoff.pass")?, "*,*,1", side)?;
    let ones = one_cells(run, &rules("wythoff")?, side)?;
    let mut walk = Walk::default();
    compare_cells(&mut walk, "", [&with_pass, &ones], side, from);
    Ok(walk)
}

fn pass_exceptions(run: &Run<'_>) -> Result<Walk, Error> {
    let side = run.size(SIDE);
    let with_pass = p_cells(run, &rules("wythoff.pass")?, "*,*,1", side)?;
    let ones = one_cells(run, &rules("wythoff")?, side)?;
    let mut differing = Walk::default();
    let found = compare_cells(&mut differing, "", [&with_pass, &ones], side, 0);
    let mut listed: Vec<(u64, u64)> = B
        .iter()
        .filter(|cell| !C.contains(cell))
        .chain(C.iter().filter(|cell| !B.contains(cell)))
        .copied()
        .collect();
    listed.sort_unstable_by_key(|&(x, y)| (x.max(y), x, y));
    let mut walk = Walk {
        positions: differing.positions,
        checksum: differing.checksum,
        ..Walk::default()
    };
    let holds = found == listed && found.len() == 14 && found.iter().all(|&(x, y)| x.max(y) <= 7);
    walk.require(holds, || at("", &[], format!("{found:?}")));
    walk.measure("cells that differ", found.len());
    let largest = found.iter().map(|&(x, y)| x.max(y)).max();
    walk.measure(
        "their largest coordinate",
        largest.map_or("none".into(), |c| c.to_string()),
    );
    Ok(walk)
}

fn stone_grundy_value(run: &Run<'_>) -> Result<Walk, Error> {
    let side = run.size(60) + 1;
    let own = run.square(&rules("wythoff")?, side, Kind::Grundy)?;
    let stone = run.table(&rules("wythoff + nim(1)")?, &[side, side, 2], Kind::Grundy)?;
    let mut walk = Walk::default();
    for (x, y) in shells(side) {
        let (alone, beside) = (own.at(&[x, y]), stone.at(&[x, y, 1]));
        walk.see(beside);
        walk.require(beside == alone ^ 1, || {
            at("", &[x, y, 1], format!("G = {beside}, alone {alone}"))
        });
    }
    Ok(walk)
}

fn other_parameters(run: &Run<'_>) -> Result<Walk, Error> {
    let side = run.size(500);
    let mut default = Vec::new();
    for a in 1..=6 {
        default.extend((1..=6).map(|b| (a, b)));
    }
    let pairs = run.pairs_or(&default);
    let (mut walk, agreeing) = run.over(&pairs, |&(a, b), walk| {
        let game = Game::Wyt { a, b };
        let alone = Rules::new(game.clone(), Play::Normal)?;
        let passing = Game::Pass {
            game: Box::new(game),
            times: 1,
        };
        let passing = Rules::new(passing, Play::Normal)?;
        let with_pass = p_cells(run, &passing, "*,*,1", side)?;
        let ones = one_cells(run, &alone, side)?;
        let mut all = Walk::default();
        let parameters = format!("a = {a}, b = {b}");
        let found = compare_cells(&mut all, &parameters, [&with_pass, &ones], side, 0);
        walk.positions += all.positions;
        walk.note(all.checksum);
        let last = found.last().map_or(0, |&(x, y)| x.max(y));
        let agrees = last < side - side.div_ceil(10);
        walk.require(agrees, || {
            let (x, y) = found.last().copied().unwrap_or_default();
            at(
                parameters.clone(),
                &[x, y],
                format!("{} cells differ, this one last", found.len()),
            )
        });
        Ok(agrees.then(|| {
            format!(
                "({a},{b}) from {}",
                if found.is_empty() { 0 } else { last + 1 }
            )
        }))
    })?;
    let agreeing: Vec<String> = agreeing.into_iter().flatten().collect();
    walk.measure("pairs that agree", agreeing.join(", "));
    walk.measure("pairs asked", pairs.len());
    Ok(walk)
}

/// The first cells of Grundy value 1 with x ≤ y, by increasing x.
fn first_ones(run: &Run<'_>, count: u64) -> Result<Vec<(u64, u64)>, Error> {
    // b_n is about nφ²; whether the box held every row's cell is checked below.
    let mut side = count.saturating_mul(2619) / 1000 + 64;
    loop {
        let cells = one_cells(run, &rules("wythoff")?, side)?;
        let half: Vec<(u64, u64)> = cells.iter().copied().filter(|&(x, y)| x <= y).collect();
        // Every row holds one cell of value 1, so none is missing where as many as rows are there.
        if let Some(&(last, _)) = half.get((count as usize).wrapping_sub(1)) {
            let up_to = cells.iter().take_while(|&&(x, _)| x <= last).count();
            if up_to as u64 == last + 1 {
                return Ok(half[..count as usize].to_vec());
            }
        } else if count == 0 {
            return Ok(Vec::new());
        }
        side = side.saturating_mul(2);
    }
}

fn one_values_near_p(run: &Run<'_>) -> Result<Walk, Error> {
    let ones = first_ones(run, run.size(1_000_000))?;
    let mut walk = Walk::default();
    let (mut least, mut most) = ([i64::MAX; 2], [i64::MIN; 2]);
    for (n, &(x, y)) in ones.iter().enumerate() {
        let n = n as u64;
        let p = [lower(n), lower(n) + n];
        let apart = [0, 1].map(|i| [x, y][i].cast_signed() - p[i].cast_signed());
        for i in 0..2 {
            least[i] = least[i].min(apart[i]);
            most[i] = most[i].max(apart[i]);
        }
        walk.see(y);
        walk.require((-1..=2).contains(&apart[0]) && apart[1].abs() <= 4, || {
            at("", &[x, y], format!("n = {n}, apart by {apart:?}"))
        });
    }
    for (i, name) in ["a_n - floor(n*phi)", "b_n - floor(n*phi^2)"]
        .iter()
        .enumerate()
    {
        walk.measure(*name, format!("{} to {}", least[i], most[i]));
    }
    Ok(walk)
}

fn one_values_in_both_orders(run: &Run<'_>) -> Result<Walk, Error> {
    let count = run.size(1000);
    let cells = one_cells(run, &rules("wythoff")?, count.saturating_mul(3) + 64)?;
    let mut walk = Walk::default();
    for (n, &(x, y)) in cells.iter().take(count as usize).enumerate() {
        let n = n as u64;
        let holds = y.abs_diff(lower(n) + n) <= 4 && x + 1 >= lower(n) && x <= lower(n) + 2;
        walk.see(y);
        walk.require(holds, || {
            at("", &[x, y], format!("n = {n}, floor(n*phi) = {}", lower(n)))
        });
    }
    Ok(walk)
}

fn distance_to_p(run: &Run<'_>, most: u64) -> Result<Walk, Error> {
    let ones = first_ones(run, run.size(1_000_000))?;
    let mut walk = Walk::default();
    let (mut greatest, mut first) = (0, None);
    for (n, &(x, y)) in ones.iter().enumerate() {
        let squared = squared_distance(x, y);
        if squared > greatest {
            (greatest, first) = (squared, Some((n, x, y)));
        }
        walk.see(squared);
        walk.require(squared <= most, || {
            at("", &[x, y], format!("n = {n}, squared distance {squared}"))
        });
    }
    walk.measure("greatest squared distance", greatest);
    if let Some((n, x, y)) = first {
        walk.measure("first at", format!("n = {n}, ({x}, {y})"));
    }
    Ok(walk)
}

/// The least squared distance from (x, y), x ≤ y, to a P-position of Wythoff's game (v, w), v ≤ w; the
/// mirrors are no nearer. Terms are tried outward from the index of y − x while they can be nearer.
fn squared_distance(x: u64, y: u64) -> u64 {
    let middle = y - x;
    let square = |n: u64| {
        let v = lower(n);
        v.abs_diff(x).pow(2) + (v + n).abs_diff(y).pow(2)
    };
    let mut best = square(middle);
    for away in 1.. {
        // Moving n by k moves the difference w − v by k, so the distance is at least k/√2.
        if away * away >= 2 * best {
            break;
        }
        best = best.min(square(middle + away));
        if let Some(n) = middle.checked_sub(away) {
            best = best.min(square(n));
        }
    }
    best
}
