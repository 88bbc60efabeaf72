//! What writing a table costs besides computing it.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use wythoff::budget::Budget;
use wythoff::grid::{Shape, Tuning, Value, fill};
use wythoff::notation::{parse_rules, parse_slice};
use wythoff_table::{Format, Job, write};

fn writing(c: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a folder");
    let rules = parse_rules("wythoff").expect("rules");
    let slice = parse_slice(&rules, "*,*").expect("a slice");
    let budget = Budget {
        bytes: 64 << 30,
        ..Budget::default()
    };
    for n in [2048, 8192] {
        let mut group = c.benchmark_group("Writing a table of Grundy values");
        group
            .sample_size(10)
            .throughput(Throughput::Elements((n * n) as u64));
        group.bench_function(BenchmarkId::new("baseline computing only", n), |bench| {
            bench.iter(|| {
                let shape = Shape::wyt(1, 1);
                fill(&shape, Value::Grundy, (n, n), &Tuning::default(), &budget)
            });
        });
        for (name, format) in [("table.npy", Format::Npy), ("table.zarr", Format::Zarr)] {
            let path = folder.path().join(name);
            group.bench_function(BenchmarkId::new(name, n), |bench| {
                bench.iter(|| {
                    if path.is_dir() {
                        std::fs::remove_dir_all(&path).expect("the last table");
                    }
                    let _ = std::fs::remove_file(&path);
                    let job = Job::new(rules.clone(), slice.clone(), Value::Grundy, [n, n]);
                    write(&job, &path, format, &budget).expect("a table");
                });
            });
        }
        group.finish();
    }
}

criterion_group!(benches, writing);
criterion_main!(benches);
