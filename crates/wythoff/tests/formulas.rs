//! Formulas for WYT(a, b), its misère form and its terminal sets against full enumeration.

mod common;

use common::{Game, Table, big};
use dashu_int::UBig;
use wythoff::formulas::Formula;

type Piles = (UBig, UBig);

fn winning_moves(table: &Table, x: usize, y: usize) -> Vec<Piles> {
    if table.is_p(x, y) || table.game.is_terminal(x, y) {
        return Vec::new();
    }
    options_where(table, x, y, |u, v| table.is_p(u, v))
}

fn optimal_moves(table: &Table, x: usize, y: usize) -> Vec<Piles> {
    let remoteness = table.remoteness(x, y);
    options_where(table, x, y, |u, v| table.remoteness(u, v) + 1 == remoteness)
}

fn options_where(
    table: &Table,
    x: usize,
    y: usize,
    wanted: impl Fn(usize, usize) -> bool,
) -> Vec<Piles> {
    let mut targets: Vec<_> = table
        .game
        .options(x, y)
        .into_iter()
        .filter(|&(u, v)| wanted(u, v))
        .collect();
    targets.sort_unstable();
    targets.into_iter().map(|(u, v)| (big(u), big(v))).collect()
}

/// Outcome, remoteness, winning and optimal moves on a box of `size`; the moves up to `moves_size`.
#[track_caller]
fn check(formula: &Formula, game: Game, size: usize, moves_size: usize) {
    let table = Table::new(game, size);
    for x in 0..size {
        for y in 0..size {
            let (bx, by) = (big(x), big(y));
            let at = format!("{game:?} at ({x}, {y})");
            assert_eq!(
                formula.is_terminal(&bx, &by),
                game.is_terminal(x, y),
                "terminal, {at}"
            );
            assert_eq!(
                formula.remoteness(&bx, &by),
                table.remoteness(x, y).into(),
                "remoteness, {at}"
            );
            assert_eq!(
                formula.is_p_position(&bx, &by),
                table.is_p(x, y),
                "outcome, {at}"
            );
            if x.max(y) < moves_size {
                let winning = formula.winning_moves(&bx, &by, 100_000);
                assert!(winning.complete);
                assert_eq!(
                    winning.targets,
                    winning_moves(&table, x, y),
                    "winning moves, {at}"
                );
                let optimal = formula.optimal_moves(&bx, &by, 100_000);
                assert!(optimal.complete);
                assert_eq!(
                    optimal.targets,
                    optimal_moves(&table, x, y),
                    "optimal moves, {at}"
                );
            }
        }
    }
}

#[test]
fn normal_play_up_to_8() {
    for a in 1..=8 {
        for b in 1..=8 {
            let formula = Formula::wyt(&big(a), &big(b)).unwrap();
            check(
                &formula,
                Game {
                    a,
                    b,
                    misere: false,
                    k: 0,
                },
                45,
                30,
            );
        }
    }
}

#[test]
fn misere_play_up_to_5() {
    for a in 1..=5 {
        for b in 1..=5 {
            let formula = Formula::wyt_misere(&big(a), &big(b)).unwrap();
            check(
                &formula,
                Game {
                    a,
                    b,
                    misere: true,
                    k: 0,
                },
                45,
                30,
            );
        }
    }
}

#[test]
fn terminal_sets_up_to_3_and_8() {
    for a in 1..=3 {
        for b in 1..=3 {
            for k in 0..=8 {
                let formula = Formula::terminal_set(&big(a), &big(b), &big(k)).unwrap();
                check(
                    &formula,
                    Game {
                        a,
                        b,
                        misere: false,
                        k,
                    },
                    40,
                    24,
                );
            }
        }
    }
}
