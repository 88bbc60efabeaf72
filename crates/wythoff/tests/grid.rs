//! The dense engine against the definitions, on every kind of shape, tile side and instruction set.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use proptest::prelude::*;
use wythoff::budget::{Budget, Stop, Watch};
use wythoff::grid::{
    Ends, LayerMove, Level, Ray, RowRun, Shape, Table, Tuning, Value, fill, stream_rows,
};
use wythoff::{Error, ErrorKind};

/// Every option of a position, straight from the meaning of a shape.
fn options(shape: &Shape, (layer, x, y): (usize, u64, u64)) -> Vec<(usize, u64, u64)> {
    let ended = shape
        .ends
        .as_ref()
        .is_some_and(|ends| (ends.is_end)(layer, x, y).unwrap());
    let less =
        |(e, f): (u32, u32)| Some((x.checked_sub(u64::from(e))?, y.checked_sub(u64::from(f))?));
    let mut options = Vec::new();
    if !ended {
        for ray in &shape.rays {
            for &base in &ray.bases {
                let mut next = less(base);
                while let Some((x, y)) = next {
                    options.push((layer, x, y));
                    next = x
                        .checked_sub(u64::from(ray.vector.0))
                        .zip(y.checked_sub(u64::from(ray.vector.1)));
                }
            }
        }
        options.extend(
            shape
                .steps
                .iter()
                .filter_map(|&step| less(step))
                .map(|(x, y)| (layer, x, y)),
        );
    }
    let inside = !options.is_empty();
    let mut made = Vec::new();
    for m in &shape.layers[layer] {
        let stuck = m.unless_stuck.as_ref().is_some_and(|families| {
            !inside && !made.iter().any(|family| families.contains(family))
        });
        if let Some((x, y)) = less(m.shift)
            && !stuck
            && !(m.unless_end && ended)
        {
            made.push(m.family);
            options.push((m.to, x, y));
        }
    }
    options.sort_unstable();
    options.dedup();
    options
}

fn of_options(value: Value, misere: bool, options: &[u32]) -> u32 {
    match value {
        Value::Outcome if options.is_empty() => u32::from(misere),
        Value::Outcome => u32::from(options.contains(&0)),
        Value::Blocked(k) => {
            u32::from(options.iter().filter(|&&outcome| outcome == 0).count() >= k as usize)
        }
        Value::Grundy if options.is_empty() => u32::from(misere),
        Value::Grundy => (0..).find(|mex| !options.contains(mex)).unwrap(),
        Value::Remoteness => {
            let good = options.iter().filter(|&&r| (r % 2 == 1) == misere).min();
            good.or(options.iter().max()).map_or(0, |r| r + 1)
        }
    }
}

/// The table from the definition, cell by cell.
struct Naive {
    values: Vec<u32>,
    size: (usize, usize),
    layers: usize,
}

impl Naive {
    fn new(shape: &Shape, value: Value, size: (usize, usize)) -> Self {
        let layers = shape.layers.len();
        let mut naive = Naive {
            values: vec![0; size.0 * size.1 * layers],
            size,
            layers,
        };
        for x in 0..size.0 {
            for y in 0..size.1 {
                for layer in 0..layers {
                    let values: Vec<u32> = options(shape, (layer, x as u64, y as u64))
                        .into_iter()
                        .map(|(layer, x, y)| naive.values[naive.at(layer, x as usize, y as usize)])
                        .collect();
                    let at = naive.at(layer, x, y);
                    naive.values[at] = of_options(value, shape.misere, &values);
                }
            }
        }
        naive
    }

    fn at(&self, layer: usize, x: usize, y: usize) -> usize {
        (x * self.size.1 + y) * self.layers + layer
    }

    #[track_caller]
    fn check(&self, table: &Table, what: &dyn std::fmt::Debug) {
        for x in 0..self.size.0 {
            for y in 0..self.size.1 {
                for layer in 0..self.layers {
                    let expected = self.values[self.at(layer, x, y)];
                    let found = table.get(layer, x, y);
                    assert_eq!(
                        found,
                        Some(expected),
                        "({x}, {y}) in layer {layer}, {what:?}"
                    );
                }
            }
        }
    }
}

#[track_caller]
fn check(shape: &Shape, value: Value, size: (usize, usize), sides: &[usize]) {
    if shape.suits(value, size).is_err() {
        return;
    }
    let naive = Naive::new(shape, value, size);
    for &side in sides {
        for level in Level::available() {
            for threads in [1, 2] {
                let tuning = Tuning {
                    side: Some(side),
                    level: Some(level),
                    ..Tuning::default()
                };
                let run = || fill(shape, value, size, &tuning, &Budget::default()).unwrap();
                let table = pool(threads).install(run);
                naive.check(&table, &(value, size, side, level, threads, shape));
            }
        }
    }
}

/// Pools of one and of two threads, made once.
fn pool(threads: usize) -> &'static rayon::ThreadPool {
    static POOLS: [OnceLock<rayon::ThreadPool>; 2] = [OnceLock::new(), OnceLock::new()];
    let build = || rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    POOLS[threads - 1].get_or_init(|| build().unwrap())
}

fn until(
    shape: Shape,
    symmetric: bool,
    bound: Option<(u64, u64)>,
    is_end: fn(usize, u64, u64) -> bool,
) -> Shape {
    let ends = Ends {
        is_end: Arc::new(move |l, x, y| Ok(is_end(l, x, y))),
        bound,
        symmetric,
    };
    Shape {
        ends: Some(ends),
        ..shape
    }
}

const VALUES: [Value; 5] = [
    Value::Outcome,
    Value::Remoteness,
    Value::Grundy,
    Value::Blocked(2),
    Value::Blocked(3),
];

#[test]
fn rulesets_of_the_papers() {
    let wythoff = || Shape::wyt(1, 1);
    let small = |_, x, y| x + y <= 2;
    let shapes = [
        wythoff(),
        Shape::wyt(2, 3),
        Shape::wyt(3, 1),
        Shape::wyt(1, 4),
        wythoff().with_passes(1),
        wythoff().with_passes(3),
        Shape::wyt(2, 2).with_passes(1),
        wythoff().with_heap(1),
        wythoff().with_heap(3),
        until(wythoff(), true, Some((2, 2)), small),
        until(wythoff(), true, None, small),
        until(wythoff().with_passes(1), true, Some((2, 2)), small),
        until(wythoff().with_heap(2), true, Some((2, 2)), small),
        until(wythoff(), false, None, |_, x, y| (x * 7 + y * 5) % 11 == 3),
        Shape::rays(&[(1, 0), (0, 1), (1, 1), (1, 2)]),
        Shape::rays(&[(1, 0), (0, 1), (1, 1), (1, 2), (2, 1)]),
        Shape::rays(&[(1, 1)]),
        Shape::rays(&[(3, 2), (0, 1)]),
        Shape {
            steps: vec![(1, 2), (2, 1)],
            ..wythoff()
        },
        Shape {
            steps: vec![(1, 0), (0, 1), (1, 1)],
            ..Shape::rays(&[])
        },
        Shape {
            steps: vec![(1, 2), (2, 1)],
            ..Shape::rays(&[])
        },
    ];
    for shape in &shapes {
        for misere in [false, true] {
            let shape = Shape {
                misere,
                ..shape.clone()
            };
            for value in VALUES {
                check(&shape, value, (40, 33), &[16, 7]);
                check(&shape, value, (21, 50), &[32]);
            }
        }
    }
}

#[test]
fn every_tile_side_from_one() {
    let shapes = [
        Shape::wyt(1, 1),
        Shape::wyt(2, 3).with_passes(1),
        Shape::rays(&[(1, 0), (0, 1), (1, 2), (2, 2)]),
    ];
    let sides: Vec<usize> = (1..=50).collect();
    for shape in &shapes {
        check(shape, Value::Grundy, (37, 48), &sides);
    }
}

#[test]
fn a_box_of_one_row_or_column() {
    for shape in [
        Shape::wyt(1, 1),
        Shape::wyt(2, 3),
        Shape::rays(&[(1, 1), (1, 2)]),
    ] {
        for value in VALUES {
            check(&shape, value, (1, 1), &[1, 16]);
            check(&shape, value, (1, 40), &[16]);
            check(&shape, value, (40, 1), &[16]);
        }
    }
}

#[test]
fn rows_longer_than_a_band() {
    // Longer than a stretch, and for bits longer than a word: what crosses to the right matters.
    let shapes = [
        Shape::rays(&[(1, 0), (0, 1), (1, 1), (1, 2)]).with_passes(1),
        Shape::rays(&[(1, 0), (1, 1), (2, 3)]),
        Shape::rays(&[(1, 0), (0, 2), (1, 1)]),
        Shape::wyt(3, 2),
        Shape {
            steps: vec![(1, 70), (2, 1)],
            ..Shape::rays(&[(1, 3), (0, 1), (1, 0)])
        },
        Shape {
            rays: vec![Ray {
                vector: (1, 1),
                bases: vec![(1, 1), (2, 5), (1, 0)],
            }],
            ..Shape::wyt(1, 1).with_heap(1)
        },
    ];
    for shape in &shapes {
        for value in [Value::Remoteness, Value::Outcome, Value::Blocked(2)] {
            check(shape, value, (11, 400), &[1, 5, 64, 130, 1000]);
        }
    }
    // The sizes that are used when nobody asks for others.
    let shape = &shapes[0];
    for value in [Value::Remoteness, Value::Outcome, Value::Blocked(2)] {
        let naive = Naive::new(shape, value, (3, 4500));
        for level in Level::available() {
            let tuning = Tuning {
                level: Some(level),
                ..Tuning::default()
            };
            let run = || fill(shape, value, (3, 4500), &tuning, &Budget::default()).unwrap();
            naive.check(&pool(2).install(run), &(value, level));
        }
    }
}

const SWEPT: [Value; 3] = [Value::Outcome, Value::Remoteness, Value::Blocked(2)];

/// Stops a run when it has been told of so much progress.
struct StopAfter(AtomicU64);

impl Watch for StopAfter {
    fn progress(&self, done: u64, total: Option<u64>) -> Result<(), Stop> {
        assert!(
            total.is_none_or(|total| done <= total),
            "{done} of {total:?}"
        );
        let left = self.0.load(Ordering::Relaxed);
        self.0.store(left.saturating_sub(1), Ordering::Relaxed);
        if left == 0 {
            Err(Stop::Interrupted)
        } else {
            Ok(())
        }
    }
}

#[test]
fn streamed_rows_come_in_order_and_are_those_of_the_table() {
    let shape = Shape::wyt(2, 2).with_passes(1).normalised().unwrap();
    let size = (70, 45);
    for value in SWEPT {
        if shape.suits(value, size).is_err() {
            continue;
        }
        let table = fill(&shape, value, size, &Tuning::default(), &Budget::default()).unwrap();
        for threads in [1, 2] {
            let tuning = Tuning {
                threads: Some(threads),
                side: Some(4),
                ..Tuning::default()
            };
            let mut next = 0;
            let mut expected = Vec::new();
            let see = &mut |layer: usize, x: usize, row: &[u8]| {
                assert_eq!((x, layer), (next / 2, next % 2));
                next += 1;
                expected.clear();
                table.row_bytes(layer, x, &mut expected);
                assert_eq!(row, expected, "{value:?}, row {x} of layer {layer}");
                Ok(())
            };
            stream_rows(&shape, value, size, &tuning, &Budget::default(), see).unwrap();
            assert_eq!(next, 140);
        }
    }
}

#[test]
fn a_row_that_cannot_be_taken_ends_the_run() {
    let shape = Shape::wyt(1, 1);
    for threads in [1, 2] {
        let tuning = Tuning {
            threads: Some(threads),
            side: Some(8),
            ..Tuning::default()
        };
        let see = &mut |_: usize, x: usize, _: &[u8]| {
            if x == 50 {
                Err(Error::limit("enough"))
            } else {
                assert!(x < 50, "nothing after a failure");
                Ok(())
            }
        };
        let size = (200, 90);
        let found = stream_rows(
            &shape,
            Value::Remoteness,
            size,
            &tuning,
            &Budget::default(),
            see,
        );
        assert_eq!(found.unwrap_err().message(), "enough");
        let watch = StopAfter(AtomicU64::new(5));
        let budget = Budget::default().watched_by(&watch);
        for value in SWEPT {
            let found = fill(&shape, value, size, &tuning, &budget);
            assert_eq!(found.unwrap_err().kind(), ErrorKind::Interrupted);
        }
    }
}

/// Computes rows with a run that is given up and taken up again after every few rows, each time with
/// another cut and other threads.
fn resumed(shape: &Shape, value: Value, size: (usize, usize), seed: usize) -> Vec<Vec<u8>> {
    let mut rows = Vec::new();
    let mut state: Option<Vec<u8>> = None;
    for part in 0.. {
        let tuning = Tuning {
            side: Some(1 + (seed + 5 * part) % 23),
            ..Tuning::default()
        };
        let mut run = RowRun::new(shape, value, size, &tuning, &Budget::default()).unwrap();
        if let Some(state) = &state {
            run.restore(state).unwrap();
        }
        let mut see = |_: usize, _: usize, row: &[u8]| {
            rows.push(row.to_vec());
            Ok(())
        };
        let count = 1 + (seed + 3 * part) % 11;
        let advance = || run.advance(count, &Budget::default(), &mut see).unwrap();
        if !pool(1 + part % 2).install(advance) {
            break;
        }
        let mut bytes = Vec::new();
        run.save(&mut |more| {
            bytes.extend_from_slice(more);
            Ok(())
        })
        .unwrap();
        let most = RowRun::state_bytes(shape, value, size).unwrap();
        assert!(bytes.len() as u128 <= most, "{} of {most}", bytes.len());
        state = Some(bytes);
    }
    rows
}

#[test]
fn a_state_is_refused_when_it_is_not_of_the_run() {
    let shape = Shape::wyt(2, 2).with_passes(1).normalised().unwrap();
    let (tuning, budget) = (Tuning::default(), Budget::default());
    for value in [Value::Remoteness, Value::Outcome] {
        let new = |value, size| RowRun::new(&shape, value, size, &tuning, &budget).unwrap();
        let mut run = new(value, (20, 70));
        run.advance(7, &budget, &mut |_, _, _| Ok(())).unwrap();
        let mut state = Vec::new();
        let mut put = |more: &[u8]| {
            state.extend_from_slice(more);
            Ok(())
        };
        run.save(&mut put).unwrap();
        for len in 0..state.len() {
            let found = new(value, (20, 70)).restore(&state[..len]);
            assert_eq!(found.unwrap_err().kind(), ErrorKind::Input, "{len} bytes");
        }
        for size in [(21, 70), (20, 71)] {
            assert!(new(value, size).restore(&state).is_err(), "{size:?}");
        }
        let other = if value == Value::Outcome {
            Value::Remoteness
        } else {
            Value::Outcome
        };
        assert!(new(other, (20, 70)).restore(&state).is_err());
        state.push(0);
        let mut failed = new(value, (20, 70));
        assert!(failed.restore(&state).is_err());
        assert!(failed.advance(1, &budget, &mut |_, _, _| Ok(())).is_err());
        assert!(failed.save(&mut |_| Ok(())).is_err());
    }
}

#[test]
fn levels_that_this_processor_lacks_are_named() {
    for level in Level::ALL.into_iter().filter(|level| !level.is_available()) {
        eprintln!("skipped: {level} is not available on this processor");
    }
}

/// `h = h·1000003 + G` over `x ≤ y`, `x` outer.
fn checksum(table: &Table) -> (u64, u32) {
    let (n, _) = table.size();
    let mut sum = (0_u64, 0);
    for x in 0..n {
        for y in x..n {
            let value = table.get(0, x, y).unwrap();
            sum = (
                sum.0.wrapping_mul(1_000_003).wrapping_add(u64::from(value)),
                sum.1.max(value),
            );
        }
    }
    sum
}

#[test]
fn checksums_of_wythoff_grundy_values() {
    let rows = [
        (2000, 18_177_357_961_131_744_657, 3037),
        (4000, 15_526_733_461_495_205_743, 6058),
    ];
    for (n, expected, most) in rows {
        for threads in [1, 2] {
            let tuning = Tuning {
                threads: Some(threads),
                ..Tuning::default()
            };
            let table = fill(
                &Shape::wyt(1, 1),
                Value::Grundy,
                (n, n),
                &tuning,
                &Budget::default(),
            )
            .unwrap();
            assert_eq!(
                checksum(&table),
                (expected, most),
                "n = {n}, {threads} threads"
            );
        }
    }
}

#[test]
fn steep_rays_whose_lines_are_numbered_far_apart() {
    let shape = Shape::rays(&[(1, 0), (0, 1), (40, 33), (33, 40)]);
    check(&shape, Value::Grundy, (90, 130), &[16, 64]);
    let shape = Shape::rays(&[(0, 1), (32, 48), (50, 3)]);
    check(&shape, Value::Grundy, (120, 100), &[17, 128]);
}

#[test]
fn windows_begin_off_the_axes() {
    let shape = Shape::wyt(3, 2).normalised().unwrap();
    for ray in &shape.rays {
        for &(e, f) in &ray.bases {
            assert!((e, f) == ray.vector || e > 0 && f > 0, "{ray:?}");
        }
    }
    // Without a ray along the row nothing else has the option that stays in it.
    let ray = Ray {
        vector: (1, 0),
        bases: vec![(1, 0), (0, 2)],
    };
    let alone = Shape {
        rays: vec![ray.clone()],
        ..Shape::rays(&[])
    };
    assert_eq!(alone.normalised().unwrap().rays[0].bases, [(1, 0), (0, 2)]);
}

#[test]
fn what_it_cannot_do_is_refused() {
    let size = (8, 8);
    let refused = |shape: &Shape, value| shape.suits(value, size).unwrap_err().to_string();
    assert!(refused(&Shape::rays(&[(0, 0)]), Value::Grundy).contains("removes nothing"));
    assert!(refused(&Shape::rays(&[(2000, 1)]), Value::Grundy).contains("1024"));
    assert!(refused(&Shape::wyt(2, 2), Value::Blocked(2)).contains("two moves"));
    let misere = Shape {
        misere: true,
        ..Shape::wyt(1, 1)
    };
    assert!(refused(&misere, Value::Blocked(2)).contains("misère"));
    let many: Vec<(u32, u32)> = (1..=9).map(|k| (1, k)).collect();
    assert!(refused(&Shape::rays(&many), Value::Grundy).contains("more than 8"));
    let budget = Budget {
        bytes: 1000,
        ..Budget::default()
    };
    let error = fill(
        &Shape::wyt(1, 1),
        Value::Grundy,
        (99, 99),
        &Tuning::default(),
        &budget,
    );
    assert!(error.unwrap_err().message().contains("memory"));
}

fn vectors() -> impl Strategy<Value = (u32, u32)> {
    (0..4_u32, 0..4_u32).prop_filter("a move", |&v| v != (0, 0))
}

fn rays() -> impl Strategy<Value = Ray> {
    let bases = proptest::collection::vec(vectors(), 0..3);
    (vectors(), bases, any::<bool>()).prop_map(|(vector, mut bases, plain)| {
        if plain || bases.is_empty() {
            bases.push(vector);
        }
        Ray { vector, bases }
    })
}

fn layers() -> impl Strategy<Value = Vec<Vec<LayerMove>>> {
    let one = (
        any::<prop::sample::Index>(),
        0..3_u32,
        0..3_u32,
        any::<bool>(),
        0..3_u8,
    );
    proptest::collection::vec(proptest::collection::vec(one, 0..3), 0..3).prop_map(|above| {
        let mut layers = vec![Vec::new()];
        for moves in above {
            let at = layers.len();
            let moves =
                moves
                    .into_iter()
                    .enumerate()
                    .map(|(family, (to, e, f, unless_end, stuck))| {
                        let unless_stuck =
                            (stuck > 0).then_some(0..if stuck == 1 { 0 } else { family });
                        LayerMove {
                            to: to.index(at),
                            shift: (e, f),
                            family,
                            unless_end,
                            unless_stuck,
                        }
                    });
            layers.push(moves.collect());
        }
        layers
    })
}

fn mirror(mut shape: Shape) -> Shape {
    let swap = |(e, f): (u32, u32)| (f, e);
    for ray in shape.rays.clone() {
        shape.rays.push(Ray {
            vector: swap(ray.vector),
            bases: ray.bases.into_iter().map(swap).collect(),
        });
    }
    for step in shape.steps.clone() {
        shape.steps.push(swap(step));
    }
    for moves in &mut shape.layers {
        for m in moves {
            m.shift.1 = m.shift.0;
        }
    }
    shape
}

fn shapes() -> impl Strategy<Value = Shape> {
    let rays = proptest::collection::vec(rays(), 0..4);
    let steps = proptest::collection::vec(vectors(), 0..4);
    (rays, steps, layers(), any::<bool>(), any::<bool>(), 0..4_u8).prop_map(
        |(rays, steps, layers, misere, symmetric, ends)| {
            let mut shape = Shape {
                rays,
                steps,
                layers,
                ends: None,
                misere,
            };
            if symmetric {
                shape = mirror(shape);
            }
            match ends {
                0 => until(shape, true, Some((4, 4)), |layer, x, y| {
                    x + y <= 3 + layer as u64 % 2
                }),
                1 => until(shape, false, None, |_, x, y| (x * x + 3 * y) % 13 == 4),
                _ => shape,
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn random_shapes(
        shape in shapes(),
        size in (1..=64_usize, 1..=48_usize),
        side in 1..=40_usize,
    ) {
        for value in VALUES {
            check(&shape, value, size, &[side]);
        }
    }

    #[test]
    fn random_shapes_resumed(
        shape in shapes(),
        size in (1..=40_usize, 1..=80_usize),
        seed in 0..1000_usize,
    ) {
        let shape = shape.normalised().unwrap();
        for value in SWEPT {
            if shape.suits(value, size).is_err() {
                continue;
            }
            let table = fill(&shape, value, size, &Tuning::default(), &Budget::default()).unwrap();
            let layers = shape.layers.len();
            let rows = resumed(&shape, value, size, seed);
            prop_assert_eq!(rows.len(), size.0 * layers);
            for (number, row) in rows.iter().enumerate() {
                let mut expected = Vec::new();
                table.row_bytes(number % layers, number / layers, &mut expected);
                prop_assert_eq!(row, &expected, "{:?}, row {}", value, number);
            }
        }
    }
}
