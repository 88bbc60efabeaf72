//! Scratch.
use std::hint::black_box;
use std::time::Instant;
use wythoff::budget::Budget;
use wythoff::grid::{Shape, Tuning, Value, fill, stream_rows};
fn cpu() -> f64 {
    let s = std::fs::read_to_string("/proc/self/schedstat").unwrap();
    let t: u64 = s.split(' ').next().unwrap().parse().unwrap();
    t as f64 * 1e-9
}
fn best<R>(mut f: impl FnMut() -> R) -> (f64, f64) {
    let mut b = (f64::MAX, f64::MAX);
    for _ in 0..3 {
        let (c, t) = (cpu(), Instant::now());
        black_box(f());
        let (dc, dt) = (cpu() - c, t.elapsed().as_secs_f64());
        b = (b.0.min(dt), b.1.min(dc));
    }
    b
}
fn main() {
    let n: usize = std::env::args()
        .nth(1)
        .map_or(16384, |s| s.parse().unwrap());
    let only = std::env::args().nth(2).unwrap_or_default();
    let cells = (n * n) as f64;
    let show = |name: &str, per: f64, (t, c): (f64, f64)| {
        println!(
            "{name:48} {:8.4} ns/cell wall, {:8.4} cpu (main thread)",
            t * 1e9 / cells / per,
            c * 1e9 / cells / per
        );
    };
    let mut memory = vec![1_u16; n * n];
    show(
        "memset touched, 2 bytes",
        1.0,
        best(|| black_box(&mut memory).fill(black_box(7))),
    );
    drop(memory);
    show(
        "memset fresh, 2 bytes",
        1.0,
        best(|| vec![black_box(7_u16); n * n]),
    );
    let mut memory = vec![1_u64; n * n / 64];
    show(
        "memset touched, 1 bit",
        1.0,
        best(|| black_box(&mut memory).fill(black_box(7))),
    );
    show(
        "memset fresh, 1 bit",
        1.0,
        best(|| vec![black_box(7_u64); n * n / 64]),
    );
    let shapes = [
        ("wythoff", Shape::wyt(1, 1)),
        ("wyt(2,3)", Shape::wyt(2, 3)),
        ("wythoff.pass", Shape::wyt(1, 1).with_passes(1)),
        ("rays4", Shape::rays(&[(1, 0), (0, 1), (1, 1), (1, 2)])),
    ];
    let budget = Budget {
        bytes: 64 << 30,
        ..Budget::default()
    };
    for (value, vname) in [
        (Value::Remoteness, "remoteness"),
        (Value::Outcome, "outcome"),
        (Value::Blocked(2), "blocked2"),
    ] {
        for (name, shape) in &shapes {
            if shape.suits(value, (n, n)).is_err() || !format!("{vname} {name}").contains(&only) {
                continue;
            }
            for threads in [1, 2] {
                let tuning = Tuning {
                    threads: Some(threads),
                    ..Tuning::default()
                };
                let layers = shape.layers.len() as f64;
                show(
                    &format!("{vname} {name}, {threads} thr, fill"),
                    layers,
                    best(|| fill(shape, value, (n, n), &tuning, &budget).unwrap()),
                );
                show(
                    &format!("{vname} {name}, {threads} thr, stream"),
                    layers,
                    best(|| {
                        stream_rows(shape, value, (n, n), &tuning, &budget, &mut |_, _, r| {
                            black_box(r);
                            Ok(())
                        })
                        .unwrap()
                    }),
                );
            }
        }
    }
}
