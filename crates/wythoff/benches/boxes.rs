//! Boxes of three piles against the reference in the same run.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use wythoff::boxes::{BoxPlan, BoxValue};
use wythoff::budget::Budget;
use wythoff::notation::parse_rules;
use wythoff::reference::{CellMemory, Reference};
use wythoff::rules::{Convention, cell};
use wythoff::values::{GrundyValue, OutcomeValue, RemotenessValue, Valuation};

const GAMES: [(&str, &str); 3] = [
    ("one pile or all", "rays(1,0,0; 0,1,0; 0,0,1; 1,1,1)"),
    (
        "any set of piles",
        "rays(1,0,0; 0,1,0; 0,0,1; 1,1,0; 1,0,1; 0,1,1; 1,1,1)",
    ),
    ("slow(3,2)", "slow(3,2)"),
];

fn by_reference<V: Valuation>(text: &str, valuation: V, side: u64) -> V::Value {
    let rules = parse_rules(text).expect("rules");
    let lines = rules.lines().expect("lines").clone();
    let budget = Budget::default();
    let memory = CellMemory::on_box(&[side; 3], &budget).expect("memory");
    let mut reference = Reference::with_memory(&*lines, valuation, memory);
    // Every cell of the box, as the dense solver finds them.
    let mut last = None;
    for x in 0..side {
        for y in 0..side {
            for z in 0..side {
                last = reference.value(&cell(&[x, y, z]), &budget).ok();
            }
        }
    }
    last.expect("values")
}

fn boxes(c: &mut Criterion) {
    for (name, text) in GAMES {
        let mut group = c.benchmark_group(format!("boxes, {name}"));
        group.sample_size(10);
        for side in [40u64, 200] {
            group.throughput(Throughput::Elements(side.pow(3)));
            if side == 40 {
                let normal = Convention::Normal;
                group.bench_function(BenchmarkId::new("outcome, baseline reference", side), |b| {
                    b.iter(|| by_reference(text, OutcomeValue(normal), side));
                });
                group.bench_function(
                    BenchmarkId::new("remoteness, baseline reference", side),
                    |b| {
                        b.iter(|| by_reference(text, RemotenessValue(normal), side));
                    },
                );
                group.bench_function(BenchmarkId::new("Grundy, baseline reference", side), |b| {
                    b.iter(|| by_reference(text, GrundyValue(normal), side));
                });
            }
            let rules = parse_rules(text).expect("rules");
            let plan =
                BoxPlan::new(rules.lines().expect("lines"), false, &[side; 3]).expect("a box");
            for value in [BoxValue::Outcome, BoxValue::Remoteness, BoxValue::Grundy] {
                group.bench_function(BenchmarkId::new(format!("{value:?}"), side), |b| {
                    b.iter(|| plan.fill(value, &Budget::default()).expect("values"));
                });
            }
        }
        group.finish();
    }
}

criterion_group!(benches, boxes);
criterion_main!(benches);
