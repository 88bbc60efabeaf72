//! Exact slow NIM with n piles, one stone from each of n − 1 \[GurvichMartynovMaximchukVyalyi2024\].
//!
//! A move keeps one pile and takes one stone from each of the others. The rule: keep a smallest even pile if
//! there is one, else a largest pile. Remoteness is the length of the play under it, in normal play.

use super::run::{Kind, Run, rules};
use super::walk::{Walk, at};
use super::{Theorem, Verdict};
use crate::error::Error;

const PAPER: &str = "GurvichMartynovMaximchukVyalyi2024";

pub(super) const THEOREMS: &[Theorem] = &[
    Theorem {
        name: "slow-nim-rule",
        paper: PAPER,
        source: "the rule for k = n - 1",
        statement: "keeping a smallest even pile if there is one, else a largest pile, plays as long as R says",
        range: "3 piles to 20, 4 to 12, 5 to 8, sorted; --size N: all three to N",
        expected: Verdict::Held,
        check: |run| rule(run, keep_by_rule),
    },
    Theorem {
        name: "slow-nim-largest",
        paper: PAPER,
        source: "half of the rule",
        statement: "keeping always a largest pile plays as long as R says",
        range: "3 piles to 20, 4 to 12, 5 to 8, sorted; --size N: all three to N",
        expected: Verdict::Refuted,
        check: |run| rule(run, |piles| piles.len() - 1),
    },
];

/// The pile to keep, of sorted piles.
fn keep_by_rule(piles: &[u64]) -> usize {
    piles
        .iter()
        .position(|pile| pile.is_multiple_of(2))
        .unwrap_or(piles.len() - 1)
}

/// How many moves play lasts when pile `keep(sorted piles)` is kept each time.
fn length(piles: &[u64], keep: fn(&[u64]) -> usize) -> u64 {
    let mut piles = piles.to_vec();
    let mut moves = 0;
    loop {
        piles.sort_unstable();
        // A move needs n − 1 piles that are not empty.
        if piles[1] == 0 {
            return moves;
        }
        let kept = if piles[0] == 0 { 0 } else { keep(&piles) };
        for (i, pile) in piles.iter_mut().enumerate() {
            *pile -= u64::from(i != kept);
        }
        moves += 1;
    }
}

fn rule(run: &Run<'_>, keep: fn(&[u64]) -> usize) -> Result<Walk, Error> {
    let sizes = [(3, run.size(20)), (4, run.size(12)), (5, run.size(8))];
    let (walk, _) = run.over(&sizes, |&(piles, most), walk| {
        let game = rules(&format!("slow({piles},{})", piles - 1))?;
        let table = run.table(&game, &vec![most + 1; piles], Kind::Remoteness)?;
        let mut at_piles = vec![0; piles];
        loop {
            let truth = table.at(&at_piles);
            let found = length(&at_piles, keep);
            walk.see(truth);
            walk.require(found == truth, || {
                at(
                    game.to_string(),
                    &at_piles,
                    format!("R = {truth}, play lasts {found}"),
                )
            });
            // The next sorted list of piles, by the largest pile first.
            let Some(grown) =
                (0..piles).find(|&i| at_piles[i] < at_piles.get(i + 1).copied().unwrap_or(most))
            else {
                return Ok(());
            };
            at_piles[grown] += 1;
            at_piles[..grown].fill(0);
        }
    })?;
    Ok(walk)
}
