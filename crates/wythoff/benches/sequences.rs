//! P-position sequences, remoteness and the cells of value 1 at the sizes that RESULTS.md states.

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use dashu_base::SquareRoot;
use dashu_int::UBig;
use std::hint::black_box;
use std::time::Duration;
use wythoff::formulas::Formula;
use wythoff::sequences::one_values::GrundyCells;
use wythoff::sequences::stream::PStream;
use wythoff::sequences::{Beatty, PSequence, Substitution};

fn big(n: u64) -> UBig {
    UBig::from(n)
}

/// A number of `digits` digits without structure in any base.
fn number(digits: usize) -> UBig {
    (UBig::from(2u8) * UBig::from(10u8).pow(2 * digits - 2)).sqrt()
}

fn substitution(a: u64, b: u64) -> Substitution {
    Substitution::new(&big(a), &big(b), &UBig::ZERO).expect("small parameters")
}

/// x_m, m of 1000 digits, with nothing known before: the table is built each time.
fn term_cold(c: &mut Criterion) {
    let mut group = c.benchmark_group("x_m, 1000 digits, cold");
    let m = number(1000);
    let pairs = [
        (1, 1),
        (2, 1),
        (3, 2),
        (5, 4),
        (7, 5),
        (8, 5),
        (8, 7),
        (9, 8),
        (1, 2),
        (1, 12),
        (1, 20),
        (3, 20),
        (19, 20),
        (20, 19),
    ];
    for (a, b) in pairs {
        group.bench_function(format!("({a},{b})"), |bench| {
            bench.iter_batched(
                || substitution(a, b),
                |sequence| sequence.x_at(&m),
                BatchSize::LargeInput,
            );
        });
    }
    group.finish();
}

/// x_m again on a sequence that has its table.
fn term_warm(c: &mut Criterion) {
    let mut group = c.benchmark_group("x_m, 1000 digits, warm");
    let m = number(1000);
    for (a, b) in [(1, 1), (3, 2), (8, 7), (1, 12)] {
        let sequence = substitution(a, b);
        sequence.x_at(&m);
        group.bench_function(format!("({a},{b})"), |bench| {
            bench.iter(|| sequence.x_at(black_box(&m)));
        });
    }
    group.finish();
}

fn remoteness(c: &mut Criterion) {
    let mut group = c.benchmark_group("remoteness, 300 digits, cold");
    let (x, y) = (number(300), number(300) * big(2));
    type Make = fn() -> Formula;
    let games: [(&str, Make); 6] = [
        ("wyt(1,1)", || {
            Formula::wyt(&big(1), &big(1)).expect("small")
        }),
        ("wyt(3,2)", || {
            Formula::wyt(&big(3), &big(2)).expect("small")
        }),
        ("wyt(2,3)", || {
            Formula::wyt(&big(2), &big(3)).expect("small")
        }),
        ("wyt(1,12)", || {
            Formula::wyt(&big(1), &big(12)).expect("small")
        }),
        ("wyt(3,2).misere", || {
            Formula::wyt_misere(&big(3), &big(2)).expect("small")
        }),
        ("wyt(3,2).until(x+y<=7)", || {
            Formula::terminal_set(&big(3), &big(2), &big(7)).expect("small")
        }),
    ];
    for (name, make) in games {
        group.bench_function(name, |bench| {
            bench.iter_batched(make, |game| game.remoteness(&x, &y), BatchSize::LargeInput);
        });
    }
    group.finish();
}

/// b = 1 against one integer square root of the size it needs.
fn beatty(c: &mut Criterion) {
    let mut group = c.benchmark_group("b = 1, 10^5 digits");
    group.sample_size(10);
    let m = number(100_000);
    let square = &m * &m * big(5);
    group.bench_function("square root alone", |bench| {
        bench.iter(|| black_box(&square).sqrt());
    });
    let sequence = Beatty::new(&UBig::ONE, &UBig::ONE).expect("1 divides 1");
    group.bench_function("x_m", |bench| bench.iter(|| sequence.x_at(black_box(&m))));
    let game = Formula::wyt(&UBig::ONE, &UBig::ONE).expect("small");
    let (x, y) = (m.clone(), &m * big(3));
    group.bench_function("remoteness of an N-position", |bench| {
        bench.iter(|| game.remoteness(black_box(&x), &y));
    });
    let p = game.p_position(&m);
    group.bench_function("remoteness of a P-position", |bench| {
        bench.iter(|| game.remoteness(black_box(&p.x), &p.y));
    });
    group.finish();
}

fn growth(c: &mut Criterion) {
    let mut group = c.benchmark_group("growth, x_m cold");
    group.sample_size(10);
    for (a, b) in [(1, 1), (3, 2), (1, 12)] {
        for digits in [100, 300, 1000, 3000, 10_000] {
            let m = number(digits);
            group.bench_function(BenchmarkId::new(format!("({a},{b})"), digits), |bench| {
                bench.iter_batched(
                    || substitution(a, b),
                    |sequence| sequence.x_at(&m),
                    BatchSize::LargeInput,
                );
            });
        }
    }
    group.finish();
}

fn large_b(c: &mut Criterion) {
    let mut group = c.benchmark_group("b much larger than a, x_m cold");
    group.sample_size(10);
    for (a, b, digits) in [
        (1, 100, 300),
        (1, 1000, 300),
        (1, 1_000_000, 300),
        (1, 1_000_000, 1000),
        (3, 1000, 300),
    ] {
        let m = number(digits);
        group.bench_function(format!("({a},{b}), {digits} digits"), |bench| {
            bench.iter_batched(
                || substitution(a, b),
                |sequence| sequence.x_at(&m),
                BatchSize::PerIteration,
            );
        });
    }
    group.finish();
}

fn streams(c: &mut Criterion) {
    let mut group = c.benchmark_group("streams");
    group
        .sample_size(10)
        .measurement_time(Duration::from_secs(8));
    let count = 10_000_000u64;
    group.throughput(Throughput::Elements(count));
    for (a, b) in [(1, 1), (3, 2), (2, 3), (1, 12), (7, 1), (20, 19)] {
        group.bench_function(format!("P-positions of ({a},{b})"), |bench| {
            bench.iter(|| {
                PStream::new(a, b, 0)
                    .take(count as usize)
                    .fold(0u64, |sum, (x, y)| sum ^ x ^ y)
            });
        });
    }
    group.bench_function("cells of value 1", |bench| {
        bench.iter(|| {
            GrundyCells::new(1)
                .take(count as usize)
                .fold(0u64, |sum, (x, y)| sum ^ x ^ y)
        });
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(1)).sample_size(20);
    targets = term_cold, term_warm, remoteness, beatty, growth, large_b, streams
}
criterion_main!(benches);
