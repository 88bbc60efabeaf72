//! Cells of one Grundy value, the game with a pass, and the terminal set x + y ≤ 2, against full tables.

mod common;

use common::{Game, Table, big};
use dashu_int::UBig;
use wythoff::formulas::pass::{Ground, OneValueStream, in_window, with_pass, with_stone};
use wythoff::formulas::{Formula, hofstadter};
use wythoff::sequences::hofstadter_g::{correction, hofstadter_g};
use wythoff::sequences::one_values::{GrundyCells, squared_distance_to_p};

/// Grundy values of Wythoff's game by the definition.
fn grundy_table(size: usize) -> Vec<Vec<u32>> {
    let mut table = vec![vec![0; size]; size];
    for x in 0..size {
        for y in 0..size {
            let mut seen = vec![false; 3 * size];
            (0..x).for_each(|u| seen[table[u][y] as usize] = true);
            (0..y).for_each(|v| seen[table[x][v] as usize] = true);
            (1..=x.min(y)).for_each(|t| seen[table[x - t][y - t] as usize] = true);
            table[x][y] = seen.iter().position(|&s| !s).unwrap() as u32;
        }
    }
    table
}

#[test]
fn cells_of_each_value_are_those_of_the_table() {
    let size = 200;
    let table = grundy_table(size);
    for grundy in 0..=20 {
        let expected: Vec<_> = (0..size)
            .flat_map(|x| (x..size).map(move |y| (x, y)))
            .filter(|&(x, y)| table[x][y] == grundy)
            .map(|(x, y)| (x as u64, y as u64))
            .collect();
        let found: Vec<_> = GrundyCells::new(grundy as usize)
            .take_while(|&(x, _)| (x as usize) < size)
            .filter(|&(_, y)| (y as usize) < size)
            .collect();
        assert_eq!(found, expected, "value {grundy}");
    }
}

#[test]
fn value_1_keeps_its_window_and_its_distance() {
    let mut largest = (0, 0);
    for (n, (x, y)) in GrundyCells::new(1).take(60_000).enumerate() {
        assert!(in_window(&x.into(), &y.into()), "number {n}");
        let distance = squared_distance_to_p(x, y);
        if distance > largest.0 {
            largest = (distance, n);
        }
    }
    assert_eq!(largest, (9, 57));
}

#[test]
fn distance_is_the_least_over_all_p_positions() {
    let pairs: Vec<(u64, u64)> = GrundyCells::new(0).take(200).collect();
    for x in 0..60 {
        for y in x..90 {
            let all = pairs.iter().map(|&(u, v)| {
                let (dx, dy) = (u128::from(u.abs_diff(x)), u128::from(v.abs_diff(y)));
                dx * dx + dy * dy
            });
            assert_eq!(all.min(), Some(squared_distance_to_p(x, y)), "({x}, {y})");
        }
    }
}

/// Outcomes with the pass available: P if no option is P, the pass leading to Wythoff's game.
fn pass_table(size: usize, grundy: &[Vec<u32>]) -> Vec<Vec<bool>> {
    let mut is_p = vec![vec![false; size]; size];
    for x in 0..size {
        for y in 0..size {
            let by_pass = (x, y) != (0, 0) && grundy[x][y] == 0;
            let by_move = (0..x).any(|u| is_p[u][y])
                || (0..y).any(|v| is_p[x][v])
                || (1..=x.min(y)).any(|t| is_p[x - t][y - t]);
            is_p[x][y] = !by_pass && !by_move;
        }
    }
    is_p
}

#[test]
fn pass_and_stone_are_those_of_the_tables() {
    let size = 160;
    let grundy = grundy_table(size);
    let pass = pass_table(size, &grundy);
    let ones = OneValueStream::new(1000);
    let mut differences = 0;
    for x in 0..size {
        for y in 0..size {
            let (bx, by) = (big(x), big(y));
            assert_eq!(
                with_pass(&bx, &by, &ones).unwrap().is_p_position,
                pass[x][y],
                "pass ({x}, {y})"
            );
            assert_eq!(
                with_stone(&bx, &by, &ones).unwrap().is_p_position,
                grundy[x][y] == 1,
                "stone ({x}, {y})"
            );
            differences += usize::from(pass[x][y] != (grundy[x][y] == 1));
        }
    }
    assert_eq!(differences, 14);
}

#[test]
fn beyond_the_oracle_nothing_is_claimed() {
    let ones = OneValueStream::new(1000);
    let x = UBig::from(10u8).pow(300);
    assert_eq!(with_pass(&x, &x, &ones).unwrap().ground, Ground::Window);
    // A P-position of Wythoff's game lies inside the window of the 1-values.
    let p = Formula::wyt(&UBig::ONE, &UBig::ONE).unwrap().p_position(&x);
    assert_eq!(with_pass(&p.x, &p.y, &ones), None);
    assert_eq!(with_pass(&p.y, &p.x, &ones), None);
    // 1000 is answered, 1001 in the window is not.
    let reach: Vec<_> = (1500..1700u32)
        .map(|y| with_stone(&big(1001), &y.into(), &ones))
        .collect();
    assert!(reach.contains(&None));
    assert!((1500..1700u32).all(|y| with_stone(&big(1000), &y.into(), &ones).is_some()));
}

#[test]
fn hofstadter_sequence_is_its_recursion() {
    let mut h = vec![0usize];
    for n in 1..5000 {
        h.push(n - h[h[n - 1]]);
    }
    let mut g = vec![1u8, 0];
    for n in 2..5000 {
        g.push(if h[n - 2] < h[n - 1] {
            1 - g[h[n - 1]]
        } else {
            1
        });
    }
    for n in 0..5000 {
        assert_eq!(hofstadter_g(&big(n)), big(h[n]));
        assert_eq!(correction(&big(n)), g[n], "g({n})");
    }
}

#[test]
fn hofstadter_form_is_the_terminal_set_and_the_table() {
    let formula = Formula::terminal_set(&UBig::ONE, &UBig::ONE, &big(2)).unwrap();
    let table = Table::new(
        Game {
            a: 1,
            b: 1,
            misere: false,
            k: 2,
        },
        70,
    );
    for x in 0..70 {
        for y in 0..70 {
            assert_eq!(
                hofstadter::is_p_position(&big(x), &big(y)),
                table.is_p(x, y),
                "({x}, {y})"
            );
        }
    }
    let samples = (1..3000)
        .map(big)
        .chain((1..60).map(|e| UBig::from(7u8).pow(e * 20) + UBig::from(e)));
    for m in samples {
        let term = formula.p_position(&m);
        assert_eq!(
            hofstadter::p_position(&(&m + UBig::ONE)),
            (term.x, term.y),
            "number {m}"
        );
    }
}
