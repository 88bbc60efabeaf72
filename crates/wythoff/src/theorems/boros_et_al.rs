//! Remoteness of WYT(a, b) by candidates \[BorosGurvichMakinoVyalyi2024\].
//!
//! From an N-position few P-positions are in reach, and the one of least remoteness gives 1 + its own. The
//! candidates here are those of this library's formulas; the truth is every option with Smith's recursion.

use dashu_int::UBig;

use super::run::{Kind, Moves, Run, wyt};
use super::walk::{Walk, at, half_shells};
use super::{Theorem, Verdict};
use crate::error::Error;
use crate::formulas::Formula;
use crate::rules::Convention;

const PAPER: &str = "BorosGurvichMakinoVyalyi2024";

const RANGE: &str =
    "fourteen pairs (a,b), piles x <= y to 60; --size N: piles to N; --a, --b: other pairs";

pub(super) const THEOREMS: &[Theorem] = &[
    Theorem {
        name: "remoteness-by-candidates",
        paper: PAPER,
        source: "generalized Wythoff, as cited by SanchezGalanXu",
        statement: "at an N-position R is 1 + the least remoteness of the P-positions among few candidates",
        range: RANGE,
        expected: Verdict::Held,
        check: by_candidates,
    },
    Theorem {
        name: "at-most-six-reachable",
        paper: PAPER,
        source: "generalized Wythoff, as cited by SanchezGalanXu",
        statement: "at most six P-positions are reachable in one move",
        range: RANGE,
        expected: Verdict::Held,
        check: |run| at_most(run, 6),
    },
    Theorem {
        name: "at-most-four-reachable",
        paper: PAPER,
        source: "sharpened by measurement here",
        statement: "at most four P-positions are reachable in one move",
        range: RANGE,
        expected: Verdict::Held,
        check: |run| at_most(run, 4),
    },
    Theorem {
        name: "at-most-three-reachable",
        paper: PAPER,
        source: "too sharp",
        statement: "at most three P-positions are reachable in one move",
        range: RANGE,
        expected: Verdict::Refuted,
        check: |run| at_most(run, 3),
    },
];

/// Walks the cells x ≤ y of every pair.
fn over_half(
    run: &Run<'_>,
    check: impl Fn(&Half<'_>, u64, u64) -> Result<(bool, u64), Error> + Sync,
) -> Result<(Walk, u64), Error> {
    let side = run.size(60) + 1;
    let (walk, most) = run.over(&run.pairs(), |&(a, b), walk| {
        let rules = wyt(a, b, Convention::Normal)?;
        let remoteness = run.square(&rules, side, Kind::Remoteness)?;
        let formula = Formula::wyt(&UBig::from(a), &UBig::from(b))
            .map_err(|error| Error::input(error.to_string()))?;
        let half = Half {
            moves: Moves::of(&rules),
            remoteness: &|x, y| remoteness.at(&[x, y]),
            formula,
        };
        let mut most = 0;
        for (x, y) in half_shells(side) {
            let (holds, number) = check(&half, x, y)?;
            most = most.max(number);
            walk.see(number);
            walk.require(holds, || {
                at(
                    format!("a = {a}, b = {b}"),
                    &[x, y],
                    format!("found {number}"),
                )
            });
        }
        Ok(most)
    })?;
    Ok((walk, most.into_iter().max().unwrap_or(0)))
}

/// One game.
struct Half<'t> {
    moves: Moves,
    remoteness: &'t dyn Fn(u64, u64) -> u64,
    formula: Formula,
}

fn by_candidates(run: &Run<'_>) -> Result<Walk, Error> {
    let (walk, _) = over_half(run, |half, x, y| {
        let truth = (half.remoteness)(x, y);
        if truth.is_multiple_of(2) {
            return Ok((true, truth));
        }
        let found = half
            .formula
            .winning_moves(&UBig::from(x), &UBig::from(y), 1000);
        let coordinate = |n: &UBig| u64::try_from(n).unwrap_or(u64::MAX);
        let least = found
            .targets
            .iter()
            .map(|(u, v)| (half.remoteness)(coordinate(u), coordinate(v)))
            .min();
        Ok((least.map(|r| r + 1) == Some(truth), truth))
    })?;
    Ok(walk)
}

fn at_most(run: &Run<'_>, bound: u64) -> Result<Walk, Error> {
    let (mut walk, most) = over_half(run, |half, x, y| {
        let options = half.moves.from(&[x, y])?;
        let p_positions = options
            .iter()
            .filter(|option| (half.remoteness)(option[0], option[1]).is_multiple_of(2));
        let number = p_positions.count() as u64;
        Ok((number <= bound, number))
    })?;
    walk.measure("most P-positions reachable", most);
    Ok(walk)
}
