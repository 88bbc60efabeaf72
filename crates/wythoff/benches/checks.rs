//! Marking lines and row periods at the sizes that RESULTS.md states, with the plain way beside them.

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::Duration;
use wythoff::Session;
use wythoff::budget::Budget;
use wythoff::cells::CellSet;
use wythoff::compare::{PRows, Settings, compare, parse_sides};
use wythoff::notation::{NoSources, parse_condition, parse_rules, parse_slice};
use wythoff::period::of_rows;
use wythoff::plan::Plan;
use wythoff::theorems::{Checker, select};

/// The P-positions of the pass game: marking lines, and from the definition where that is bearable.
fn p_positions(c: &mut Criterion) {
    let mut group = c.benchmark_group("P-positions of wythoff.pass");
    group.sample_size(10);
    let rules = parse_rules("wythoff.pass").expect("a ruleset");
    let slice = parse_slice(&rules, "*,*,1").expect("a slice");
    let finder = PRows::new(&rules, &slice).expect("a game of lines");
    for size in [200, 20_000, 1_000_000] {
        group.bench_with_input(BenchmarkId::new("marking", size), &size, |bench, &size| {
            bench.iter(|| {
                let mut found = 0;
                finder
                    .walk(size, &Budget::default(), &mut |_, row| {
                        found += row.len();
                        Ok(())
                    })
                    .expect("within the budget");
                black_box(found)
            });
        });
    }
    let condition = parse_condition("outcome=P").expect("a condition");
    let set = CellSet::new(rules.clone(), Some(slice), condition).expect("a set");
    group.bench_function(BenchmarkId::new("definition", 200), |bench| {
        bench.iter(|| {
            let mut session = Session::with_plan(rules.clone(), &Plan::reference_only());
            set.rows(&mut session, [200, 200], &Budget::default())
                .expect("within the budget")
        });
    });
    group.finish();
}

/// The comparison of the pass theorem.
fn comparison(c: &mut Criterion) {
    let mut group = c.benchmark_group("compare the pass theorem");
    group.sample_size(10);
    let [left, right] = parse_sides("wythoff.pass : outcome=P", "wythoff : grundy=1", &NoSources)
        .expect("two sides");
    for size in [20_000, 1_000_000] {
        let settings = Settings {
            size,
            ..Settings::default()
        };
        group.bench_function(BenchmarkId::from_parameter(size), |bench| {
            bench.iter(|| {
                compare(
                    &left,
                    &right,
                    &settings,
                    &Plan::default(),
                    &Budget::default(),
                )
                .expect("within the budget")
                .differences
            });
        });
    }
    group.finish();
}

/// Certified rows of Wythoff's game.
fn rows(c: &mut Criterion) {
    let mut group = c.benchmark_group("rows 0 to K of wythoff, certified");
    group
        .sample_size(10)
        .measurement_time(Duration::from_secs(20));
    let rules = parse_rules("wythoff").expect("a ruleset");
    for last in [20, 50, 100] {
        let slice = parse_slice(&rules, &format!("{last},*")).expect("a slice");
        group.bench_function(BenchmarkId::from_parameter(last), |bench| {
            bench.iter(|| of_rows(&rules, &slice, &Budget::default()).expect("a period"));
        });
    }
    group.finish();
}

/// Everything that section 6 of the first paper reports.
fn section_6(c: &mut Criterion) {
    let mut group = c.benchmark_group("checks of SanchezGalanXu");
    group
        .sample_size(10)
        .measurement_time(Duration::from_secs(20));
    let theorems = select(&["SanchezGalanXu"]).expect("a paper");
    group.bench_function("all", |bench| {
        bench.iter(|| {
            let mut checker = Checker::default();
            for theorem in &theorems {
                black_box(
                    checker
                        .check(theorem, &Budget::default())
                        .expect("within the budget"),
                );
            }
        });
    });
    group.finish();
}

criterion_group!(benches, p_positions, comparison, rows, section_6);
criterion_main!(benches);
