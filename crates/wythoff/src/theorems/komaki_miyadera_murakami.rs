//! Wythoff's moves with terminal set x + y ≤ 2, and x + y ≤ k \[KomakiMiyaderaMurakami2025\].
//!
//! The paper was read in a digest, whose own slips are in the list as statements that are refuted. Small boxes are
//! valued by the reference, larger ones by marking lines. Hofstadter's h and the correction g are computed
//! here by their recursions, word for word.

use dashu_int::UBig;

use super::cells::{compare_cells, lower, one_cells, p_cells};
use super::run::{Kind, Moves, Run, rules};
use super::walk::{Walk, at, shells};
use super::{Theorem, Verdict};
use crate::error::Error;
use crate::formulas::Formula;
use crate::rules::Rules;

const PAPER: &str = "KomakiMiyaderaMurakami2025";

/// Side of the box on which the long statements are checked.
const SIDE: u64 = 3000;

const BOX: &str = "piles below 3000; --size N: piles below N";

const SMALL: &str = "piles below 60; --size N: piles below N";

pub(super) const THEOREMS: &[Theorem] = &[
    Theorem {
        name: "terminal-p-positions",
        paper: PAPER,
        source: "Theorem 1, with (1,1) added",
        statement: "the P-positions are (floor(n*phi)+g(n)-1, floor(n*(phi+1))+g(n)), their mirrors, (0,0) and (1,1)",
        range: BOX,
        expected: Verdict::Held,
        check: |run| p_set(run, &[(0, 0), (1, 1)]),
    },
    Theorem {
        name: "terminal-p-positions-as-printed",
        paper: PAPER,
        source: "Theorem 1 as the digest prints it",
        statement: "the same list with (0,0) alone",
        range: BOX,
        expected: Verdict::Refuted,
        check: |run| p_set(run, &[(0, 0)]),
    },
    Theorem {
        name: "terminal-small-list",
        paper: PAPER,
        source: "set A of the digest, said to be those with x, y <= 7",
        statement: "the P-positions with coordinates at most 7 are (0,0) (0,1) (0,2) (1,0) (1,1) (2,0) (3,6) (6,3) (4,8) (8,4)",
        range: "piles to 8",
        expected: Verdict::Refuted,
        check: |run| small_list(run, 7),
    },
    Theorem {
        name: "terminal-small-list-to-8",
        paper: PAPER,
        source: "set A of the digest, corrected",
        statement: "those ten are the P-positions with coordinates at most 8",
        range: "piles to 8",
        expected: Verdict::Held,
        check: |run| small_list(run, 8),
    },
    Theorem {
        name: "correction-two-forms",
        paper: PAPER,
        source: "definition of g, and its form by Hofstadter's G-sequence",
        statement: "for n >= 2, g(n) = 1-g(m) where floor(n*phi) = floor(m*(phi+1))+1, else 1, equals 1-g(h(n-1)) where h(n-2) < h(n-1), else 1",
        range: "n below 200000; --size N: n below N",
        expected: Verdict::Held,
        check: correction_two_forms,
    },
    Theorem {
        name: "hofstadter-closed-form",
        paper: PAPER,
        source: "GranvilleRasson1988",
        statement: "h(0) = 0, h(n) = n - h(h(n-1)) is floor((n+1)/phi)",
        range: "n below 200000; --size N: n below N",
        expected: Verdict::Held,
        check: hofstadter_closed_form,
    },
    Theorem {
        name: "beatty-partition",
        paper: PAPER,
        source: "Rayleigh",
        statement: "every n >= 1 is floor(m*phi) or floor(m*(phi+1)) for exactly one m >= 1 and one of the two",
        range: "n below 1000000; --size N: n below N",
        expected: Verdict::Held,
        check: beatty_partition,
    },
    Theorem {
        name: "terminal-no-move-inside",
        paper: PAPER,
        source: "Lemma 8",
        statement: "no move leads from one of the listed positions outside the terminal set to another",
        range: SMALL,
        expected: Verdict::Held,
        check: |run| moves_into_list(run, true),
    },
    Theorem {
        name: "terminal-move-into-list",
        paper: PAPER,
        source: "Lemma 12",
        statement: "from every other position some move leads to a listed one",
        range: SMALL,
        expected: Verdict::Held,
        check: |run| moves_into_list(run, false),
    },
    Theorem {
        name: "terminal-grundy-one",
        paper: PAPER,
        source: "abstract, first property",
        statement: "for x >= 8 or y >= 8 the Grundy value is 1 exactly at the P-positions of Wythoff's game",
        range: BOX,
        expected: Verdict::Held,
        check: |run| grundy_one(run, 8),
    },
    Theorem {
        name: "terminal-grundy-one-from-7",
        paper: PAPER,
        source: "abstract, first property, threshold too low",
        statement: "the same for x >= 7 or y >= 7",
        range: BOX,
        expected: Verdict::Refuted,
        check: |run| grundy_one(run, 7),
    },
    Theorem {
        name: "terminal-misere",
        paper: PAPER,
        source: "abstract, second property",
        statement: "for x >= 8 or y >= 8 the misere P-positions are exactly the P-positions of Wythoff's game",
        range: BOX,
        expected: Verdict::Held,
        check: misere_property,
    },
    Theorem {
        name: "terminal-exceptions",
        paper: PAPER,
        source: "below the threshold",
        statement: "below 8 the two sets differ, with x <= y, at (0,0) (0,3) (3,5) (4,4) (4,7) (5,7)",
        range: BOX,
        expected: Verdict::Held,
        check: exceptions,
    },
    Theorem {
        name: "terminal-misere-is-grundy-one",
        paper: PAPER,
        source: "section on misere play",
        statement: "the misere P-positions are the cells of Grundy value 1, everywhere",
        range: BOX,
        expected: Verdict::Held,
        check: misere_is_grundy_one,
    },
    Theorem {
        name: "terminal-stone",
        paper: PAPER,
        source: "Theorems 2 and 3, for the variant plus one stone",
        statement: "beside one stone, the variant's P-positions are the misere P-positions",
        range: BOX,
        expected: Verdict::Held,
        check: |run| beside_a_stone(run, "wythoff.until(x+y <= 2) + nim(1)"),
    },
    Theorem {
        name: "terminal-stone-misread",
        paper: PAPER,
        source: "Theorem 3 as the digest words it",
        statement: "the misere P-positions are the P-positions of Wythoff's own game plus one stone",
        range: "piles below 36; --size N: piles below N",
        expected: Verdict::Refuted,
        check: stone_misread,
    },
    Theorem {
        name: "terminal-misere-grundy",
        paper: PAPER,
        source: "derived here",
        statement: "the misere Grundy values are the normal ones with 0 and 1 exchanged",
        range: "piles below 60; --size N: piles below N",
        expected: Verdict::Held,
        check: |run| misere_grundy(run, "wythoff.until(x+y <= 2)"),
    },
    Theorem {
        name: "wythoff-misere-grundy",
        paper: PAPER,
        source: "the same for Wythoff's game",
        statement: "in Wythoff's game the misere Grundy values are the normal ones with 0 and 1 exchanged",
        range: "piles below 60; --size N: piles below N",
        expected: Verdict::Refuted,
        check: |run| misere_grundy(run, "wythoff"),
    },
    Theorem {
        name: "terminal-k-remoteness",
        paper: PAPER,
        source: "Theorem 1, asked for x + y <= k in WYT(a,b); derived here",
        statement: "P-positions and R of WYT(a,b) with x + y <= k terminal: R = 2*min{iota(x), max(0, floor((y-x-k)/a))} + epsilon",
        range: "a, b <= 3, k to 8, piles to 30; --size N: piles to N; --a, --b: other pairs",
        expected: Verdict::Held,
        check: remoteness_for_each_k,
    },
    Theorem {
        name: "terminal-k-grundy-one",
        paper: PAPER,
        source: "first property, asked for x + y <= k",
        statement: "for every k, the cells of Grundy value 1 are those P-positions of Wythoff's game, from some coordinate on",
        range: "k to 8, piles below 1000, agreement meaning none differ in the last tenth; --size N: piles below N",
        expected: Verdict::Refuted,
        check: |run| for_each_k(run, Property::GrundyOne),
    },
    Theorem {
        name: "terminal-k-misere",
        paper: PAPER,
        source: "second property, asked for x + y <= k",
        statement: "for every k, the misere P-positions are the P-positions of Wythoff's game, from some coordinate on",
        range: "k to 8, piles below 1000, agreement meaning none differ in the last tenth; --size N: piles below N",
        expected: Verdict::Refuted,
        check: |run| for_each_k(run, Property::Misere),
    },
    Theorem {
        name: "terminal-k-misere-is-grundy-one",
        paper: PAPER,
        source: "the same, asked for x + y <= k",
        statement: "for every k, the misere P-positions are the cells of Grundy value 1, from some coordinate on",
        range: "k to 8, piles below 1000, agreement meaning none differ in the last tenth; --size N: piles below N",
        expected: Verdict::Refuted,
        check: |run| for_each_k(run, Property::MisereIsGrundyOne),
    },
];

/// The game of the paper.
fn variant() -> Result<Rules, Error> {
    rules("wythoff.until(x+y <= 2)")
}

/// Hofstadter's h(0), …, h(count − 1) by its recursion.
fn hofstadter(count: u64) -> Vec<u64> {
    let mut h: Vec<u64> = vec![0];
    for n in 1..count {
        let inner = h[h[n as usize - 1] as usize];
        h.push(n - inner);
    }
    h
}

/// g(0), …, g(count − 1) by the definition: g(n) = 1 − g(m) if ⌊nφ⌋ = ⌊m(φ + 1)⌋ + 1, else 1.
fn correction(count: u64) -> Vec<u64> {
    let mut g: Vec<u64> = vec![1, 0];
    // ⌊m(φ + 1)⌋ + 1 = ⌊mφ⌋ + m + 1 increases with m, so one pass finds every m.
    let mut m = 0;
    for n in 2..count {
        while lower(m) + m + 1 < lower(n) {
            m += 1;
        }
        let meets = lower(m) + m + 1 == lower(n);
        g.push(if meets { 1 - g[m as usize] } else { 1 });
    }
    g.truncate(count as usize);
    g
}

/// The listed positions of a box, with some more added.
fn listed(side: u64, more: &[(u64, u64)]) -> Vec<(u64, u64)> {
    let g = correction(side.max(2));
    let mut cells = more.to_vec();
    for (n, &g) in (0..side).zip(&g) {
        let (x, y) = (lower(n) + g - 1, lower(n) + n + g);
        cells.extend([(x, y), (y, x)]);
    }
    cells.retain(|&(x, y)| x.max(y) < side);
    cells
}

fn p_set(run: &Run<'_>, more: &[(u64, u64)]) -> Result<Walk, Error> {
    let side = run.size(SIDE);
    let found = p_cells(run, &variant()?, "*,*", side)?;
    let mut walk = Walk::default();
    compare_cells(&mut walk, "", [&found, &listed(side, more)], side, 0);
    Ok(walk)
}

fn small_list(run: &Run<'_>, most: u64) -> Result<Walk, Error> {
    let set = [
        (0, 0),
        (0, 1),
        (0, 2),
        (1, 0),
        (1, 1),
        (2, 0),
        (3, 6),
        (6, 3),
        (4, 8),
        (8, 4),
    ];
    let outcome = run.square(&variant()?, 9, Kind::Outcome)?;
    let mut walk = Walk::default();
    for (x, y) in shells(9) {
        let is_small_p = outcome.at(&[x, y]) == 0 && x.max(y) <= most;
        walk.see(outcome.at(&[x, y]));
        walk.require(set.contains(&(x, y)) == is_small_p, || {
            at(
                "",
                &[x, y],
                format!("in the list: {}", set.contains(&(x, y))),
            )
        });
    }
    Ok(walk)
}

fn correction_two_forms(run: &Run<'_>) -> Result<Walk, Error> {
    let count = run.size(200_000);
    let (g, h) = (correction(count), hofstadter(count.max(2)));
    let mut walk = Walk::default();
    let mut second: Vec<u64> = Vec::with_capacity(g.len());
    for (n, &first) in g.iter().enumerate() {
        let value = match n {
            0 => 1,
            1 => 0,
            _ if h[n - 2] < h[n - 1] => 1 - second[h[n - 1] as usize],
            _ => 1,
        };
        second.push(value);
        walk.see(first);
        walk.require(first == value, || {
            at(
                "",
                &[n as u64],
                format!("g = {first} by definition, {value} by h"),
            )
        });
    }
    Ok(walk)
}

fn hofstadter_closed_form(run: &Run<'_>) -> Result<Walk, Error> {
    let mut walk = Walk::default();
    for (n, &h) in (0..run.size(200_000)).zip(&hofstadter(run.size(200_000))) {
        // 1/φ = (√5 − 1)/2.
        let next = u128::from(n) + 1;
        let closed = ((5 * next * next).isqrt() - next) / 2;
        walk.see(h);
        walk.require(closed == u128::from(h), || {
            at("", &[n], format!("h = {h}, closed form {closed}"))
        });
    }
    Ok(walk)
}

fn beatty_partition(run: &Run<'_>) -> Result<Walk, Error> {
    let count = run.size(1_000_000);
    let mut times = vec![0u8; count as usize];
    for m in 1..count {
        for n in [lower(m), lower(m) + m] {
            if n < count {
                times[n as usize] = times[n as usize].saturating_add(1);
            }
        }
    }
    let mut walk = Walk::default();
    for (n, &times) in (0..count).zip(&times).skip(1) {
        walk.see(u64::from(times));
        walk.require(times == 1, || at("", &[n], format!("met {times} times")));
    }
    Ok(walk)
}

/// Lemma 8 on the listed positions, or Lemma 12 on the others, by listing moves.
fn moves_into_list(run: &Run<'_>, inside: bool) -> Result<Walk, Error> {
    let side = run.size(60);
    let list = listed(side, &[(0, 0), (1, 1)]);
    let moves = Moves::of(&variant()?);
    let mut is_listed = vec![false; (side * side) as usize];
    for &(x, y) in &list {
        is_listed[(x * side + y) as usize] = true;
    }
    let holds = |x: u64, y: u64| is_listed[(x * side + y) as usize];
    let mut walk = Walk::default();
    for (x, y) in shells(side).filter(|&(x, y)| holds(x, y) == inside && x + y > 2) {
        let options = moves.from(&[x, y])?;
        let target = options.iter().find(|option| holds(option[0], option[1]));
        walk.see(options.len() as u64);
        walk.require(target.is_none() == inside, || {
            at("", &[x, y], format!("a move to {target:?}"))
        });
    }
    Ok(walk)
}

fn grundy_one(run: &Run<'_>, from: u64) -> Result<Walk, Error> {
    let side = run.size(SIDE);
    let ones = one_cells(run, &variant()?, side)?;
    let wythoff = p_cells(run, &rules("wythoff")?, "*,*", side)?;
    let mut walk = Walk::default();
    compare_cells(&mut walk, "", [&ones, &wythoff], side, from);
    Ok(walk)
}

fn misere_cells(run: &Run<'_>, side: u64) -> Result<Vec<(u64, u64)>, Error> {
    p_cells(run, &rules("wythoff.until(x+y <= 2).misere")?, "*,*", side)
}

fn misere_property(run: &Run<'_>) -> Result<Walk, Error> {
    let side = run.size(SIDE);
    let misere = misere_cells(run, side)?;
    let wythoff = p_cells(run, &rules("wythoff")?, "*,*", side)?;
    let mut walk = Walk::default();
    compare_cells(&mut walk, "", [&misere, &wythoff], side, 8);
    Ok(walk)
}

fn exceptions(run: &Run<'_>) -> Result<Walk, Error> {
    let side = run.size(SIDE);
    let ones = one_cells(run, &variant()?, side)?;
    let wythoff = p_cells(run, &rules("wythoff")?, "*,*", side)?;
    let mut all = Walk::default();
    let found = compare_cells(&mut all, "", [&ones, &wythoff], side, 0);
    let half: Vec<_> = found.iter().copied().filter(|(x, y)| x <= y).collect();
    let mut walk = Walk {
        positions: all.positions,
        checksum: all.checksum,
        ..Walk::default()
    };
    let mut expected = [(0, 0), (0, 3), (3, 5), (4, 4), (4, 7), (5, 7)];
    expected.sort_unstable_by_key(|&(x, y): &(u64, u64)| (x.max(y), x, y));
    walk.require(half == expected, || at("", &[], format!("{half:?}")));
    walk.measure("cells that differ", found.len());
    Ok(walk)
}

fn misere_is_grundy_one(run: &Run<'_>) -> Result<Walk, Error> {
    let side = run.size(SIDE);
    let misere = misere_cells(run, side)?;
    let ones = one_cells(run, &variant()?, side)?;
    let mut walk = Walk::default();
    compare_cells(&mut walk, "", [&misere, &ones], side, 0);
    Ok(walk)
}

fn beside_a_stone(run: &Run<'_>, text: &str) -> Result<Walk, Error> {
    let side = run.size(SIDE);
    let stone = p_cells(run, &rules(text)?, "*,*,1", side)?;
    let misere = misere_cells(run, side)?;
    let mut walk = Walk::default();
    compare_cells(&mut walk, "", [&stone, &misere], side, 0);
    Ok(walk)
}

fn stone_misread(run: &Run<'_>) -> Result<Walk, Error> {
    let side = run.size(36);
    let stone = p_cells(run, &rules("wythoff + nim(1)")?, "*,*,1", side)?;
    let misere = misere_cells(run, side)?;
    let mut walk = Walk::default();
    let found = compare_cells(&mut walk, "", [&stone, &misere], side, 0);
    walk.measure("cells that differ", found.len());
    Ok(walk)
}

fn misere_grundy(run: &Run<'_>, text: &str) -> Result<Walk, Error> {
    let side = run.size(60);
    let normal = run.square(&rules(text)?, side, Kind::Grundy)?;
    let misere = run.square(&rules(&format!("{text}.misere"))?, side, Kind::Grundy)?;
    let mut walk = Walk::default();
    for (x, y) in shells(side) {
        let (own, other) = (normal.at(&[x, y]), misere.at(&[x, y]));
        let exchanged = if own < 2 { 1 - own } else { own };
        walk.see(other);
        walk.require(other == exchanged, || {
            at("", &[x, y], format!("normal {own}, misere {other}"))
        });
    }
    Ok(walk)
}

/// By the shifted recursion of mex_b, in the form of this library's formula.
fn remoteness_for_each_k(run: &Run<'_>) -> Result<Walk, Error> {
    let side = run.size(30) + 1;
    let mut default = Vec::new();
    for a in 1..=3 {
        default.extend((1..=3).map(|b| (a, b)));
    }
    let instances: Vec<(u64, u64, u64)> = run
        .pairs_or(&default)
        .into_iter()
        .flat_map(|(a, b)| (0..=8).map(move |k| (a, b, k)))
        .collect();
    let (walk, _) = run.over(&instances, |&(a, b, k), walk| {
        let game = rules(&format!("wyt({a},{b}).until(x+y <= {k})"))?;
        let truth = run.square(&game, side, Kind::Remoteness)?;
        let formula = Formula::terminal_set(&UBig::from(a), &UBig::from(b), &UBig::from(k))
            .map_err(|error| Error::input(error.to_string()))?;
        for (x, y) in shells(side) {
            let (own, known) = (
                formula.remoteness(&UBig::from(x), &UBig::from(y)),
                truth.at(&[x, y]),
            );
            walk.see(known);
            walk.require(own == UBig::from(known), || {
                at(
                    format!("a = {a}, b = {b}, k = {k}"),
                    &[x, y],
                    format!("R = {known}, formula {own}"),
                )
            });
        }
        Ok(())
    })?;
    Ok(walk)
}

/// What is asked of the terminal set x + y ≤ k.
#[derive(Clone, Copy)]
enum Property {
    GrundyOne,
    Misere,
    MisereIsGrundyOne,
}

fn for_each_k(run: &Run<'_>, property: Property) -> Result<Walk, Error> {
    let side = run.size(1000);
    let ks: Vec<u64> = (0..=8).collect();
    let (mut walk, found) = run.over(&ks, |&k, walk| {
        let game = rules(&format!("wythoff.until(x+y <= {k})"))?;
        let misere = || {
            p_cells(
                run,
                &rules(&format!("wythoff.until(x+y <= {k}).misere"))?,
                "*,*",
                side,
            )
        };
        let wythoff = || p_cells(run, &rules("wythoff")?, "*,*", side);
        let pair = match property {
            Property::GrundyOne => [one_cells(run, &game, side)?, wythoff()?],
            Property::Misere => [misere()?, wythoff()?],
            Property::MisereIsGrundyOne => [misere()?, one_cells(run, &game, side)?],
        };
        let mut all = Walk::default();
        let unlike = compare_cells(&mut all, "", [&pair[0], &pair[1]], side, 0);
        walk.positions += all.positions;
        walk.note(all.checksum);
        let last = unlike.last().copied();
        let from = last.map_or(0, |(x, y)| x.max(y) + 1);
        let agrees = from <= side - side.div_ceil(10);
        walk.require(agrees, || {
            let (x, y) = last.unwrap_or_default();
            at(
                format!("k = {k}"),
                &[x, y],
                format!("{} cells differ, this one last", unlike.len()),
            )
        });
        Ok((agrees, unlike.len(), from))
    })?;
    for (k, (agrees, count, from)) in ks.iter().zip(found) {
        let text = if agrees {
            format!("{count} cells differ, none seen from {from} on")
        } else {
            format!("{count} cells differ, up to the edge of the box")
        };
        walk.measure(format!("k = {k}"), text);
    }
    Ok(walk)
}
