//! The cells of Grundy value 1 of Wythoff's game and its P-positions [MiyaderaManabeFukui2025, Theorem 3 and
//! Corollary 1, after BlassFraenkel1990].
//!
//! The cells are the P-positions beside one stone, by marking lines. Instances: the cells with x ≤ y, by
//! increasing x.

use super::cells::{lower, one_cells};
use super::run::{Run, rules};
use super::walk::{Walk, at};
use super::{Theorem, Verdict};
use crate::error::Error;

const PAPER: &str = "MiyaderaManabeFukui2025";

pub(super) const THEOREMS: &[Theorem] = &[
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
