//! Moves by a condition: conditions evaluated per second, and tables of moves that are lines against the
//! same game written as lines, in the same run.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use dashu_int::UBig;
use std::hint::black_box;
use wythoff::Session;
use wythoff::budget::Budget;
use wythoff::notation::{Slice, parse_rules};
use wythoff::plan::{Ask, Plan};
use wythoff::rules::{Game, Ruleset, cell};
use wythoff::table::{Cells, Window};

/// Conditions of which no two are of one kind; the last depends on where one stands.
const CONDITIONS: [&str; 4] = [
    "moves(e,f: |e-f| < 2 and e*f mod 7 = 3)",
    "moves(e,f: e = 0 or f = 0 or 2*e < f and e+f < 100)",
    "moves(e,f: gcd(e,f) = 1)",
    "moves(x,y -> u,v: u = x or v = y or x-u = y-v or (x <= y and y-v < x-u) or (y <= x and x-u < y-v))",
];

/// All options of one position, a condition for each cell below it.
fn evaluations(c: &mut Criterion) {
    let side = 1000u64;
    let at = cell(&[side - 1, side - 1]);
    let mut group = c.benchmark_group("conditions evaluated, one core");
    group
        .sample_size(10)
        .throughput(Throughput::Elements(side * side));
    for text in CONDITIONS {
        let rules = parse_rules(text).expect("a ruleset");
        let plain = rules.plain();
        group.bench_function(BenchmarkId::new("64 at a time", text), |bench| {
            let mut options = Vec::new();
            bench.iter(|| {
                options.clear();
                plain
                    .options_into(black_box(&at), &mut options)
                    .expect("options");
                options.len()
            });
        });
        let Game::Moves(moves) = rules.game() else {
            continue;
        };
        group.bench_function(BenchmarkId::new("baseline one by one", text), |bench| {
            bench.iter(|| {
                let mut allowed = 0;
                for u in 0..side {
                    for v in 0..side {
                        allowed += u64::from(moves.allows(&at, &[u, v]).expect("a value"));
                    }
                }
                allowed
            });
        });
    }
    group.finish();
}

/// A table by one engine alone: formulas would answer before it.
fn table(engine: &str, text: &str, ask: Ask, n: usize) -> Cells {
    let plan = Plan::default()
        .one_by_one()
        .find(|plan| plan.engine_names() == [engine])
        .expect("an engine of this name");
    let mut session = Session::with_plan(parse_rules(text).expect("a ruleset"), &plan);
    let slice = Slice::default_of(session.rules()).expect("two piles");
    let window = Window::new(slice, [UBig::ZERO, UBig::ZERO], [n, n]).expect("a window");
    let budget = Budget::default();
    let answer = session.table(ask, &window, &budget).expect("an answer");
    answer.value.expect("a table")
}

/// A whole table from the text on, recognition included.
fn tables(c: &mut Criterion) {
    let n = 2048;
    let games = [
        ("baseline", "grid", "wythoff"),
        (
            "recognised for all sizes",
            "grid",
            "moves(e,f: e = 0 or f = 0 or e = f)",
        ),
        (
            "recognised on the box",
            "lines on a box",
            "moves(e,f: e*f = 0 or e*e = f*f)",
        ),
    ];
    for ask in [Ask::Outcome, Ask::Remoteness, Ask::Grundy] {
        let mut group = c.benchmark_group(format!("{} of the queen's moves", ask.word()));
        group
            .sample_size(10)
            .throughput(Throughput::Elements((n * n) as u64));
        let expected = table("grid", "wythoff", ask, 200);
        for (name, engine, text) in games {
            assert_eq!(table(engine, text, ask, 200), expected, "{text}");
            group.bench_function(BenchmarkId::new(name, n), |bench| {
                bench.iter(|| table(engine, text, ask, n));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, evaluations, tables);
criterion_main!(benches);
