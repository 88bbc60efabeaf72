//! Whole tables against plain programs in the same run.
//!
//! Sizes up to 4096 run always. With `WYTHOFF_BENCH_LARGE` set, Grundy tables up to 32768 run too,
//! and the checksums of n = 10000 and 20000 are verified. A baseline of a minute is measured once
//! and that time is given for every sample.

mod baselines;

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use wythoff::budget::Budget;
use wythoff::grid::{Shape, Table, Tuning, Value, fill, stream_rows};

fn table(shape: &Shape, value: Value, n: usize, threads: usize) -> Table {
    let tuning = Tuning {
        threads: Some(threads),
        ..Tuning::default()
    };
    let budget = Budget {
        bytes: 64 << 30,
        ..Budget::default()
    };
    fill(shape, value, (n, n), &tuning, &budget).expect("a table within the budget")
}

fn large() -> bool {
    std::env::var_os("WYTHOFF_BENCH_LARGE").is_some()
}

/// The time of one run, for every sample: for what takes a minute.
fn once<R>(c: &mut Criterion, group: &str, id: BenchmarkId, mut run: impl FnMut() -> R) {
    let mut measured: Option<Duration> = None;
    let mut group = c.benchmark_group(group);
    group.sample_size(10).warm_up_time(Duration::from_nanos(1));
    group.measurement_time(Duration::from_nanos(1));
    group.bench_function(id, |bench| {
        bench.iter_custom(|iterations| {
            let time = *measured.get_or_insert_with(|| {
                let start = Instant::now();
                black_box(run());
                start.elapsed()
            });
            // A nanosecond each way: criterion wants samples that differ.
            time * u32::try_from(iterations).unwrap_or(u32::MAX)
                + Duration::from_nanos(iterations % 2)
        });
    });
    group.finish();
}

fn grundy(c: &mut Criterion) {
    let mut sizes = vec![512, 2048, 4096];
    if large() {
        sizes.extend([16000, 32768]);
    }
    for n in sizes {
        let name = "Wythoff Grundy values";
        if n <= 512 {
            once(
                c,
                name,
                BenchmarkId::new("baseline A, options in a hash", n),
                || baselines::by_options(n),
            );
        }
        if n <= 4096 {
            once(c, name, BenchmarkId::new("baseline B, bit sets", n), || {
                baselines::by_bit_sets(n)
            });
        }
        if n <= 16000 {
            let id = BenchmarkId::new("baseline C, half with starts", n);
            once(c, name, id, || baselines::by_half_with_starts(n));
        }
        let mut group = c.benchmark_group(name);
        group
            .sample_size(10)
            .throughput(Throughput::Elements((n * n) as u64));
        for (threads, tiles) in [(1, "baseline tiles, one thread"), (2, "tiles, two threads")] {
            group.bench_function(BenchmarkId::new(tiles, n), |bench| {
                bench.iter(|| table(&Shape::wyt(1, 1), Value::Grundy, n, threads));
            });
        }
        group.finish();
    }
}

/// From a side to twice the side: 4 times as many cells, and hardly more work for each.
fn growth(c: &mut Criterion) {
    let mut sizes = vec![2048, 4096];
    if large() {
        sizes.extend([8192, 16384, 32768]);
    }
    for half in sizes {
        for (name, n) in [("twice the side", 2 * half), ("baseline the side", half)] {
            let id = BenchmarkId::new(name, half);
            once(
                c,
                "Growth of Wythoff Grundy values, two threads",
                id,
                || table(&Shape::wyt(1, 1), Value::Grundy, n, 2),
            );
        }
    }
}

fn families(c: &mut Criterion) {
    let n = 2048;
    let shapes = [
        ("baseline wythoff", Shape::wyt(1, 1)),
        ("wyt(2,3)", Shape::wyt(2, 3)),
        ("wythoff.pass, two layers", Shape::wyt(1, 1).with_passes(1)),
        (
            "rays(1,0; 0,1; 1,1; 1,2), no symmetry",
            Shape::rays(&[(1, 0), (0, 1), (1, 1), (1, 2)]),
        ),
    ];
    for (value, name) in [
        (Value::Grundy, "Grundy"),
        (Value::Remoteness, "remoteness"),
        (Value::Outcome, "outcome"),
    ] {
        let mut group = c.benchmark_group(format!("{name} of families"));
        group
            .sample_size(10)
            .throughput(Throughput::Elements((n * n) as u64));
        for (rules, shape) in &shapes {
            group.bench_function(BenchmarkId::new(*rules, n), |bench| {
                bench.iter(|| table(shape, value, n, 1));
            });
        }
        group.finish();
    }
}

/// A memset of what the values take: on memory that is at hand, and on memory that the system still
/// has to give, in pages of the usual size and in large ones.
fn memsets(c: &mut Criterion, name: &str, n: usize) {
    let mut group = c.benchmark_group(name);
    group
        .sample_size(10)
        .throughput(Throughput::Elements((n * n) as u64));
    let mut memory = vec![0_u16; n * n];
    group.bench_function(
        BenchmarkId::new("baseline memset of 16 bits a cell", n),
        |bench| bench.iter(|| black_box(&mut memory).fill(black_box(7))),
    );
    drop(memory);
    let mut memory = vec![0_u8; n * n];
    group.bench_function(
        BenchmarkId::new("baseline memset of 8 bits a cell", n),
        |bench| bench.iter(|| black_box(&mut memory).fill(black_box(7))),
    );
    drop(memory);
    let mut words = vec![0_u64; n * n / 64];
    group.bench_function(
        BenchmarkId::new("baseline memset of a bit a cell", n),
        |bench| bench.iter(|| black_box(&mut words).fill(black_box(7))),
    );
    group.bench_function(
        BenchmarkId::new("memset of 16 bits a cell, fresh memory", n),
        |bench| bench.iter(|| vec![black_box(7_u16); n * n]),
    );
    group.bench_function(
        BenchmarkId::new("memset of 16 bits a cell, fresh memory in large pages", n),
        |bench| {
            bench.iter(|| {
                let mut memory = vec![0_u16; n * n];
                wythoff_kernels::pages::prefer_large(&memory);
                memory.fill(black_box(7));
                memory
            });
        },
    );
    group.bench_function(
        BenchmarkId::new("memset of a bit a cell, fresh memory", n),
        |bench| bench.iter(|| vec![black_box(7_u64); n * n / 64]),
    );
    group.bench_function(
        BenchmarkId::new("baseline remoteness cell by cell", n),
        |bench| bench.iter(|| baselines::remoteness_by_cells(n)),
    );
    group.finish();
}

/// Values that are swept in rows: computed and shown only, and with the table in fresh memory.
fn at_memory_speed(c: &mut Criterion) {
    let n = if large() { 16384 } else { 4096 };
    let name = "Memory speed";
    memsets(c, name, n);
    let budget = Budget {
        bytes: 64 << 30,
        ..Budget::default()
    };
    let shapes = [
        ("wythoff", Shape::wyt(1, 1)),
        ("wythoff.pass, two layers", Shape::wyt(1, 1).with_passes(1)),
        (
            "rays(1,0; 0,1; 1,1; 1,2)",
            Shape::rays(&[(1, 0), (0, 1), (1, 1), (1, 2)]),
        ),
        ("wyt(2,3)", Shape::wyt(2, 3)),
    ];
    let mut group = c.benchmark_group(name);
    group.sample_size(10);
    for (value, kind) in [
        (Value::Remoteness, "remoteness"),
        (Value::Outcome, "outcome"),
        (Value::Blocked(2), "blocked"),
    ] {
        for (rules, shape) in &shapes {
            if shape.suits(value, (n, n)).is_err() {
                continue;
            }
            let cells = n * n * shape.layers.len();
            group.throughput(Throughput::Elements(cells as u64));
            for threads in [1, 2] {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
                let pool = pool.expect("a pool of threads");
                let tuning = Tuning::default();
                let id = |what| {
                    BenchmarkId::new(format!("{kind}, {rules}, {what}, {threads} threads"), n)
                };
                group.bench_function(id("rows shown"), |bench| {
                    let show = || {
                        stream_rows(shape, value, (n, n), &tuning, &budget, &mut |_, _, row| {
                            black_box(row);
                            Ok(())
                        })
                    };
                    bench.iter(|| pool.install(show).expect("rows within the budget"));
                });
                group.bench_function(id("table"), |bench| {
                    let make = || fill(shape, value, (n, n), &tuning, &budget);
                    bench.iter(|| pool.install(make).expect("a table within the budget"));
                });
            }
        }
    }
    group.finish();
}

/// The baselines agree with the engine, and large tables with checksums found by other programs.
fn checks(_: &mut Criterion) {
    let n = 300;
    let grundy = table(&Shape::wyt(1, 1), Value::Grundy, n, 1);
    let remoteness = table(&Shape::wyt(1, 1), Value::Remoteness, n, 1);
    let half = baselines::by_half_with_starts(n);
    let (by_options, by_bit_sets) = (baselines::by_options(n), baselines::by_bit_sets(n));
    let by_cells = baselines::remoteness_by_cells(n);
    let mut at = 0;
    for x in 0..n {
        for y in 0..n {
            let value = grundy.get(0, x, y);
            assert_eq!(value, Some(u32::from(by_options[x * n + y])));
            assert_eq!(value, Some(u32::from(by_bit_sets[x * n + y])));
            assert_eq!(
                remoteness.get(0, x, y),
                Some(u32::from(by_cells[x * n + y]))
            );
            if x <= y {
                assert_eq!(value, Some(u32::from(half[at])));
                at += 1;
            }
        }
    }
    if large() {
        for (n, expected) in [
            (10_000, 11_869_987_720_477_957_725),
            (20_000, 5_033_571_160_443_932_089),
        ] {
            let table = table(&Shape::wyt(1, 1), Value::Grundy, n, 2);
            let mut sum = 0_u64;
            for x in 0..n {
                for y in x..n {
                    let value = table.get(0, x, y).expect("a cell of the table");
                    sum = sum.wrapping_mul(1_000_003).wrapping_add(u64::from(value));
                }
            }
            assert_eq!(sum, expected, "n = {n}");
        }
    }
}

criterion_group!(benches, checks, grundy, growth, families, at_memory_speed);
criterion_main!(benches);
