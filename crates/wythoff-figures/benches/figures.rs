//! Times of the usual pictures, each beside a baseline of the same run: copying as many bytes as
//! the picture has.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use wythoff_figures::{Board, Figure, Grid, Key, Look, Mark, Palette, Scale, Theme, png, svg};

/// A board of side `n` whose values look like those of a game.
fn board(n: u64) -> Figure {
    let values: Vec<Vec<u64>> = (0..n)
        .map(|x| (0..n).map(|y| (x * 7 + y * 11) % (n + 3)).collect())
        .collect();
    let board =
        Board::of_values(&values).marked(Mark::Chosen, "P-position", |x, y| (x + 2 * y) % 7 == 0);
    Figure::of("board", "A board of values", "For the clock.", board)
}

fn pictures(c: &mut Criterion) {
    let (nine, forty) = (board(9), board(40));
    let look = Look::default();
    c.bench_function("board 9/svg", |b| {
        b.iter(|| svg::write(black_box(&nine), &look));
    });
    c.bench_function("board 9/png", |b| {
        b.iter(|| png::write(black_box(&nine), &look, 96));
    });
    c.bench_function("board 40/svg", |b| {
        b.iter(|| svg::write(black_box(&forty), &look));
    });
    c.bench_function("board 40/png", |b| {
        b.iter(|| png::write(black_box(&forty), &look, 96));
    });
}

fn maps(c: &mut Criterion) {
    const SIDE: usize = 2000;
    let rows: Vec<Vec<f32>> = (0..SIDE)
        .map(|x| (0..SIDE).map(|y| ((x * y) % 3001) as f32).collect())
        .collect();
    let grid = Grid::of_rows(&rows).expect("the rows are of one length");
    let name = "Grundy value".to_owned();
    let key = Key::Levels {
        name,
        palette: Palette::Viridis,
        range: None,
        scale: Scale::Linear,
    };
    let mut group = c.benchmark_group("map 2000");
    group.sample_size(10);
    group.bench_function("png", |b| {
        b.iter(|| png::cells(black_box(&grid), &key, Theme::Light));
    });
    group.bench_function("copy", |b| b.iter(|| black_box(&rows).concat()));
    group.finish();
}

criterion_group!(benches, pictures, maps);
criterion_main!(benches);
