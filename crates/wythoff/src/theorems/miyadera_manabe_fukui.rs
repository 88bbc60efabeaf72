//! Wythoff's game with a pass, and plus one stone \[MiyaderaManabeFukui2025\].
//!
//! Small boxes are valued by the reference. Beyond them P-positions come from marking lines, and the cells
//! of Grundy value 1 are the P-positions beside one stone, both compared with the reference in tests and
//! on the small boxes here.

use super::cells::{compare_cells, lower, one_cells, p_cells};
use super::run::{Kind, Moves, Run, Table, rules};
use super::walk::{Walk, at, shells};
use super::{Theorem, Verdict};
use crate::error::Error;
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
