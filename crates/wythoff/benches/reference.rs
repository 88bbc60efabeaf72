//! The reference engine in options examined per second, and `analyze` of long numbers.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use dashu_int::UBig;
use std::hint::black_box;
use wythoff::Session;
use wythoff::budget::Budget;
use wythoff::notation::{parse_position, parse_rules};
use wythoff::reference::{CellMemory, Reference};
use wythoff::rules::{Convention, cell};
use wythoff::values::{GrundyValue, OutcomeValue, RemotenessValue, Valuation};

/// All positions of a 120 x 120 box of WYT(2,2), by value.
fn options(c: &mut Criterion) {
    fn run<V: Valuation + Copy>(valuation: V) -> u64 {
        let rules = parse_rules("wyt(2,2)").expect("a ruleset");
        let budget = Budget::default();
        let memory = CellMemory::on_box(&[120, 120], &budget).expect("a small box");
        let lines = rules.lines().expect("lines").clone();
        let mut reference = Reference::with_memory(&*lines, valuation, memory);
        reference
            .value(&cell(&[119, 119]), &budget)
            .expect("a value");
        reference.examined()
    }
    let mut group = c.benchmark_group("reference, wyt(2,2), options examined");
    group.sample_size(10);
    let examined = run(OutcomeValue(Convention::Normal));
    group.throughput(Throughput::Elements(examined));
    group.bench_function("outcome", |b| {
        b.iter(|| run(OutcomeValue(Convention::Normal)));
    });
    group.bench_function("grundy", |b| {
        b.iter(|| run(GrundyValue(Convention::Normal)));
    });
    group.bench_function("remoteness", |b| {
        b.iter(|| run(RemotenessValue(Convention::Normal)));
    });
    group.finish();
}

/// Everything about one position with piles of 1000 digits, from the text on.
fn analysis(c: &mut Criterion) {
    // 29^700 and 37^700 have 1024 and 1098 digits.
    let digits = |base: u32| UBig::from(base).pow(700).to_string()[..1000].to_string();
    let (x, y) = (digits(29), digits(37));
    let mut group = c.benchmark_group("analyze, 1000 digits");
    for text in ["wythoff", "wyt(3,1)", "wyt(3,2)", "wyt(1,12)"] {
        group.bench_function(text, |b| {
            b.iter(|| {
                let mut session = Session::new(parse_rules(text).expect("a ruleset"));
                let at = parse_position(session.rules(), &[&x, &y]).expect("a position");
                black_box(session.analyze(&at, &Budget::default()).expect("an answer"))
            });
        });
    }
    group.finish();
}

criterion_group!(benches, options, analysis);
criterion_main!(benches);
