//! How long theorems and queries take. Baselines in the same run: the check of a proved claim against search and check,
//! and word-by-word conversion against divide and conquer.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use wythoff::notation::{parse_number, parse_rules};
use wythoff_automata::{
    Budget, Condition, Game, Numeration, Prepared, SHIPPED, Search, Statement, Theorem, Value,
    Verdict, compare, largest_distance, search, wyt_remoteness,
};

fn shipped(file: &str) -> Theorem {
    let found = SHIPPED
        .iter()
        .find(|shipped| shipped.file == file)
        .expect("a shipped theorem");
    found.read(&Budget::default()).expect("a whole file")
}

fn statement(rules: &str, value: &str) -> Statement {
    let rules = parse_rules(rules).expect("rules");
    Statement::of_rules(&rules, Value::parse(value).expect("a value")).expect("a statement")
}

fn prove(rules: &str, value: &str) -> usize {
    let statement = statement(rules, value);
    let found = search(&statement, &Search::default(), &Budget::default()).expect("a search");
    assert!(found.is_proved(&statement));
    found.proved.last().map_or(0, wythoff_automata::Rel::states)
}

fn small_sets(c: &mut Criterion) {
    c.bench_function("A2-A6: small sets, guess and proof", |b| {
        b.iter(|| {
            let mut total =
                prove("wythoff", "outcome") + prove("wythoff.until(x+y<=2)", "grundy=1");
            for k in 0..=10 {
                total += prove(&format!("wythoff.until(x+y<={k})"), "outcome");
                total += prove(&format!("wythoff.until(x+y<={k}).misere"), "outcome");
            }
            total
        });
    });
}

fn large_sets(c: &mut Criterion) {
    let mut group = c.benchmark_group("A7-A10");
    group.sample_size(10);
    group.bench_function(
        "pass and Grundy value 1 with tables, comparison, distance",
        |b| {
            b.iter(|| {
                let budget = Budget::default();
                let proved = |rules: &str, value: &str| {
                    let found = search(&statement(rules, value), &Search::default(), &budget)
                        .expect("a search");
                    found.proved
                };
                let (ones, pass) = (
                    proved("wythoff", "grundy=1"),
                    proved("wythoff.pass", "outcome"),
                );
                let comparison = compare(&ones[1], &pass[1], &budget).expect("a comparison");
                assert_eq!(comparison.differences(), Some(14));
                largest_distance(&pass[1], &pass[0], 20, &budget).expect("a distance")
            });
        },
    );
    for file in ["wythoff-grundy-1.json", "wythoff-pass-outcome.json"] {
        let theorem = shipped(file);
        group.bench_function(format!("check of {file}"), |b| {
            b.iter(|| {
                theorem
                    .verify(&Budget::default())
                    .expect("a verdict")
                    .verdict
            });
        });
    }
    group.finish();
}

fn remoteness(c: &mut Criterion) {
    let mut group = c.benchmark_group("A11-A18");
    group.sample_size(10);
    for (name, file) in [
        ("A11", "wythoff-remoteness.json"),
        ("A12", "until-2-remoteness.json"),
        ("A18", "wyt-1-2-outcome.json"),
    ] {
        let theorem = shipped(file);
        group.bench_function(format!("{name}: check of {file}"), |b| {
            b.iter(|| {
                theorem
                    .verify(&Budget::default())
                    .expect("a verdict")
                    .verdict
            });
        });
    }
    group.bench_function("A12: guess and proof", |b| {
        b.iter(|| prove("wythoff.until(x+y<=2)", "remoteness"));
    });
    group.bench_function("A18: guess and proof", |b| {
        b.iter(|| prove("wyt(1,2)", "outcome"));
    });
    group.bench_function("wyt(3,2): guess and proof", |b| {
        b.iter(|| prove("wyt(3,2)", "outcome"));
    });
    group.bench_function("A17: formulas of wyt(2,1), wyt(3,1), wyt(2,2)", |b| {
        b.iter(|| {
            for (x, y) in [(2u32, 1u32), (3, 1), (2, 2)] {
                let budget = Budget::default();
                let mut statement = statement(&format!("wyt({x},{y})"), "outcome");
                let found = search(&statement, &Search::default(), &budget).expect("a search");
                let relation =
                    wyt_remoteness(&found.proved[0], x, y, 0, &budget).expect("a formula");
                statement.value = Value::Remoteness;
                assert_eq!(statement.check(&[relation], &budget), Ok(Verdict::Proved));
            }
        });
    });
    group.finish();
}

fn queries(c: &mut Criterion) {
    let fibonacci = Numeration::zeckendorf().expect("a numeration");
    let x = parse_number("10^1000+12345").expect("a number");
    let y = &x * dashu_int::UBig::from(8u8) / dashu_int::UBig::from(5u8);
    let budget = Budget::default();
    let pass = shipped("wythoff-pass-outcome.json");
    let words = vec![fibonacci.big_digits(&x), fibonacci.big_digits(&y)];
    c.bench_function("10^1000: conversion to a Zeckendorf word", |b| {
        b.iter(|| fibonacci.big_digits(black_box(&x)));
    });
    c.bench_function("10^1000: conversion from a Zeckendorf word", |b| {
        b.iter(|| fibonacci.big_value(black_box(&words[0])));
    });
    c.bench_function("10^1000: membership after conversion", |b| {
        b.iter(|| pass.claim[1].contains_words(black_box(&words)));
    });
    let large = parse_number("10^30000").expect("a number");
    c.bench_function("10^30000: conversion to a Zeckendorf word", |b| {
        b.iter(|| fibonacci.big_digits(black_box(&large)));
    });
    let pass = Prepared::new(pass, &budget).expect("lines");
    let relation = Prepared::new(shipped("wythoff-remoteness.json"), &budget).expect("lines");
    let at = [x, y];
    c.bench_function("10^1000: winning moves with a pass", |b| {
        b.iter(|| pass.winning_moves(1, black_box(&at), 100));
    });
    c.bench_function("10^1000: remoteness from the relation", |b| {
        b.iter(|| relation.remoteness(0, black_box(&at)));
    });
    // The baseline of everything: the smallest game, checked.
    let game = Game::wyt(1, 1).until(&Condition::total_at_most(2, 2));
    c.bench_function("statement of x + y <= 2, checked", |b| {
        let theorem = shipped("until-2-outcome.json");
        assert_eq!(theorem.statement.game, game);
        b.iter(|| theorem.statement.check(&theorem.claim, &Budget::default()));
    });
}

criterion_group!(benches, small_sets, large_sets, remoteness, queries);
criterion_main!(benches);
