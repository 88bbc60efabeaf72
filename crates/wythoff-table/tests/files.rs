//! Files of both formats: right values, nothing unfinished, nothing changed goes unseen.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use wythoff::ErrorKind;
use wythoff::budget::{Budget, Stop, Watch};
use wythoff::grid::{Tuning, Value, fill, slab};
use wythoff::notation::{parse_rules, parse_slice};
use wythoff_table::{Format, Job, Stored, pieces, verify, write};

fn job(rules: &str, slice: &str, value: Value, shape: [usize; 2], side: usize) -> Job {
    let rules = parse_rules(rules).unwrap();
    let slice = parse_slice(&rules, slice).unwrap();
    let tuning = Tuning {
        threads: None,
        side: Some(side),
        level: None,
    };
    Job {
        rules,
        slice,
        value,
        shape,
        tuning,
        resume: false,
        save_every: Duration::from_secs(600),
    }
}

const JOBS: [(&str, &str, Value, [usize; 2]); 8] = [
    ("wythoff", "*,*", Value::Grundy, [70, 70]),
    ("wythoff", "*,*", Value::Grundy, [33, 75]),
    ("wythoff", "*,*", Value::Grundy, [75, 33]),
    ("rays(1,0; 0,1; 1,1; 1,2)", "*,*", Value::Grundy, [40, 61]),
    ("wythoff.pass", "*,*,1", Value::Grundy, [50, 50]),
    ("wyt(2,3)", "*,*", Value::Remoteness, [45, 64]),
    ("wythoff + nim(1)", "*,*,1", Value::Outcome, [64, 30]),
    ("wythoff.block(2)", "*,*", Value::Outcome, [40, 40]),
];

#[test]
fn both_formats_hold_the_values_of_the_engine() {
    let folder = tempfile::tempdir().unwrap();
    for (number, (rules, slice, value, shape)) in JOBS.into_iter().enumerate() {
        let job = job(rules, slice, value, shape, 16);
        let (first, second) = (job.slice.free()[0], job.slice.free()[1]);
        let at: Vec<u64> = job
            .slice
            .fixed
            .iter()
            .map(|entry| entry.unwrap_or(0))
            .collect();
        let slab = slab(&job.rules, (first, second), &at).unwrap();
        let asked = if rules.contains("block") {
            Value::Blocked(2)
        } else {
            value
        };
        let size = (shape[0], shape[1]);
        let table = fill(&slab.shape, asked, size, &job.tuning, &Budget::default()).unwrap();
        let seen = Mutex::new(vec![vec![None; shape[1]]; shape[0]]);
        let count = pieces(&job, &Budget::default(), &|[x, y], cells| {
            let mut seen = seen.lock().unwrap();
            for (j, &cell) in cells.iter().enumerate() {
                assert_eq!(seen[x][y + j].replace(cell), None, "{rules}: twice");
            }
        });
        assert_eq!(count.unwrap(), (shape[0] * shape[1]) as u128);
        for (x, row) in seen.lock().unwrap().iter().enumerate() {
            for (y, cell) in row.iter().enumerate() {
                assert_eq!(*cell, table.get(slab.layer, x, y), "{rules} ({x}, {y})");
            }
        }
        for format in [Format::Npy, Format::Zarr] {
            let path = folder.path().join(format!("{number}.{format:?}"));
            write(&job, &path, format, &Budget::default()).unwrap();
            let mut stored = Stored::open(&path).unwrap();
            for x in 0..shape[0] {
                for y in 0..shape[1] {
                    let expected = table.get(slab.layer, x, y);
                    assert_eq!(
                        stored.get(x, y).unwrap(),
                        expected,
                        "{rules} ({x}, {y}), {format:?}"
                    );
                }
            }
            assert_eq!(stored.get(shape[0], 0).unwrap(), None);
            let verified = verify(&path, 50, &Budget::default()).unwrap();
            assert_eq!(verified.corner, shape[0] * shape[1]);
            assert_eq!(
                verified.sample,
                if slice.contains('1') { 0 } else { 50 },
                "{rules}"
            );
            assert!(
                !folder
                    .path()
                    .join(format!("{number}.{format:?}.partial"))
                    .exists()
            );
        }
    }
}

/// Stops a run when it has been told of so much progress.
struct StopAfter(AtomicU64);

impl Watch for StopAfter {
    fn progress(&self, _: u64, _: Option<u64>) -> Result<(), Stop> {
        let left = self.0.load(Ordering::Relaxed);
        self.0.store(left.saturating_sub(1), Ordering::Relaxed);
        if left == 0 {
            Err(Stop::Interrupted)
        } else {
            Ok(())
        }
    }
}

/// Every file below a folder, with its bytes.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path
                    .strip_prefix(folder)
                    .unwrap()
                    .to_string_lossy()
                    .into_owned();
                found.insert(name, fs::read(&path).unwrap());
            }
        }
    }
    found
}

#[test]
fn a_resumed_run_gives_identical_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let rulesets = [
        ("wythoff", "*,*", Value::Grundy, [90, 90]),
        ("wyt(2,3).pass", "*,*,1", Value::Grundy, [60, 77]),
        ("rays(1,0; 1,2)", "*,*", Value::Grundy, [50, 64]),
        ("wythoff", "*,*", Value::Remoteness, [90, 140]),
        ("wyt(2,3).pass", "*,*,1", Value::Remoteness, [70, 77]),
        ("rays(1,0; 1,2; 2,3)", "*,*", Value::Remoteness, [64, 50]),
        ("wythoff.pass", "*,*,1", Value::Outcome, [80, 150]),
        ("rays(3,2; 0,1) + nim(1)", "*,*,2", Value::Outcome, [75, 90]),
        ("wyt(1,3)", "*,*", Value::Outcome, [75, 70]),
        ("wythoff.block(3)", "*,*", Value::Outcome, [70, 60]),
    ];
    for (number, (rules, slice, value, shape)) in rulesets.into_iter().enumerate() {
        let mut job = job(rules, slice, value, shape, 16);
        let whole = folder.path().join(format!("{number}.zarr"));
        write(&job, &whole, Format::Zarr, &Budget::default()).unwrap();
        let expected = contents(&whole);
        for first in [0, 1, 2, 5, 9, 14] {
            let save_every = Duration::from_secs(600 * (first % 2));
            let path = folder
                .path()
                .join(format!("{number}-{first}-{}.zarr", save_every.as_secs()));
            job.save_every = save_every;
            job.resume = false;
            let mut stops = 0;
            loop {
                let watch = StopAfter(AtomicU64::new(first + stops));
                match write(
                    &job,
                    &path,
                    Format::Zarr,
                    &Budget::default().watched_by(&watch),
                ) {
                    Ok(()) => break,
                    Err(error) => {
                        assert_eq!(error.kind(), ErrorKind::Interrupted, "{error}");
                        assert!(!path.exists(), "an unfinished table has no name");
                        assert!(Stored::open(&path).is_err());
                    }
                }
                job.resume = true;
                job.tuning.threads = Some(1 + stops as usize % 2);
                stops += 3;
            }
            assert!(
                contents(&path) == expected,
                "{rules}, stopped after {first}, {save_every:?}"
            );
        }
    }
}

#[test]
fn a_killed_run_goes_on_from_its_last_state() {
    // A kill leaves the folder as it is: the state of some antidiagonal or row, and later chunks
    // besides, perhaps half written.
    for value in [Value::Grundy, Value::Remoteness, Value::Outcome] {
        let folder = tempfile::tempdir().unwrap();
        let mut job = job("wythoff", "*,*", value, [90, 90], 16);
        let whole = folder.path().join("whole.zarr");
        write(&job, &whole, Format::Zarr, &Budget::default()).unwrap();
        let path = folder.path().join("killed.zarr");
        let partial = folder.path().join("killed.zarr.partial");
        let watch = StopAfter(AtomicU64::new(3));
        let budget = Budget::default().watched_by(&watch);
        write(&job, &path, Format::Zarr, &budget).unwrap_err();
        fs::create_dir_all(partial.join("c/5")).unwrap();
        fs::write(partial.join("c/5/5"), b"half").unwrap();
        fs::write(partial.join("state.partial"), b"half").unwrap();
        job.resume = true;
        write(&job, &path, Format::Zarr, &Budget::default()).unwrap();
        assert!(contents(&path) == contents(&whole), "{value:?}");
    }
}

#[test]
fn another_run_is_not_taken_up() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.zarr");
    let watch = StopAfter(AtomicU64::new(3));
    let begun = job("wythoff", "*,*", Value::Grundy, [90, 90], 16);
    write(
        &begun,
        &path,
        Format::Zarr,
        &Budget::default().watched_by(&watch),
    )
    .unwrap_err();
    let error = write(&begun, &path, Format::Zarr, &Budget::default()).unwrap_err();
    assert!(error.message().contains("there already"), "{error}");
    for (rules, shape, side) in [
        ("wyt(2,1)", [90, 90], 16),
        ("wythoff", [90, 91], 16),
        ("wythoff", [90, 90], 32),
    ] {
        let mut other = job(rules, "*,*", Value::Grundy, shape, side);
        other.resume = true;
        let error = write(&other, &path, Format::Zarr, &Budget::default()).unwrap_err();
        assert!(error.message().contains("another table"), "{error}");
    }
    let state = folder.path().join("x.zarr.partial/state");
    let mut bytes = fs::read(&state).unwrap();
    bytes[40] ^= 1;
    fs::write(&state, bytes).unwrap();
    let mut again = begun;
    again.resume = true;
    let error = write(&again, &path, Format::Zarr, &Budget::default()).unwrap_err();
    assert!(error.message().contains("state has changed"), "{error}");
}

#[test]
fn a_changed_state_of_rows_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (number, (rules, value)) in [
        ("wythoff", Value::Remoteness),
        ("wyt(2,2)", Value::Remoteness),
        ("wythoff", Value::Outcome),
        ("wythoff.block(2)", Value::Outcome),
    ]
    .into_iter()
    .enumerate()
    {
        let path = folder.path().join(format!("{number}.zarr"));
        let mut job = job(rules, "*,*", value, [40, 50], 16);
        let watch = StopAfter(AtomicU64::new(2));
        let stopped = Budget::default().watched_by(&watch);
        write(&job, &path, Format::Zarr, &stopped).unwrap_err();
        let state = folder.path().join(format!("{number}.zarr.partial/state"));
        let good = fs::read(&state).unwrap();
        let plan = job.plan(Format::Zarr).unwrap();
        assert!(plan.state >= good.len() as u128 - 4, "{rules}: {plan:?}");
        job.resume = true;
        let refused = |bytes: &[u8], what: &str| {
            fs::write(&state, bytes).unwrap();
            let error = write(&job, &path, Format::Zarr, &Budget::default());
            let error = error.expect_err(what);
            assert_eq!(error.kind(), ErrorKind::Input, "{what}: {error}");
        };
        for at in (0..good.len()).step_by(23) {
            let mut bad = good.clone();
            bad[at] ^= 1 << (at % 8);
            refused(&bad, &format!("{rules}, {value:?}: a change of byte {at}"));
        }
        for len in (0..good.len()).step_by(37) {
            refused(&good[..len], &format!("{rules}, {value:?}: {len} bytes"));
        }
        // Of another value, whole in itself.
        let foreign = sealed(&[
            &good[..8],
            &9_u64.to_le_bytes()[..],
            &good[16..good.len() - 4],
        ]);
        refused(&foreign, "a state of another value");
        let longer = sealed(&[&good[..good.len() - 4], &[0; 4]]);
        refused(&longer, "a longer state");
        let far = sealed(&[
            &good[..40],
            &17_u64.to_le_bytes(),
            &good[48..good.len() - 4],
        ]);
        refused(&far, "a state in the middle of a chunk");
        fs::write(&state, &good).unwrap();
        write(&job, &path, Format::Zarr, &Budget::default()).unwrap();
        verify(&path, 20, &Budget::default()).unwrap();
    }
}

/// A state with the checksum of what it holds.
fn sealed(parts: &[&[u8]]) -> Vec<u8> {
    let mut bytes = parts.concat();
    let sum = crc32c::crc32c(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

fn refuses(path: &Path, what: &str) {
    let found = verify(path, 20, &Budget::default());
    assert!(found.is_err(), "{what} went unseen");
}

#[test]
fn a_changed_npy_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.npy");
    write(
        &job("wythoff", "*,*", Value::Grundy, [40, 40], 16),
        &path,
        Format::Npy,
        &Budget::default(),
    )
    .unwrap();
    let good = fs::read(&path).unwrap();
    for at in (0..good.len()).step_by(11) {
        let mut bad = good.clone();
        bad[at] ^= 1 << (at % 8);
        fs::write(&path, &bad).unwrap();
        refuses(&path, &format!("a change of byte {at}"));
    }
    for len in (0..good.len()).step_by(97) {
        fs::write(&path, &good[..len]).unwrap();
        refuses(&path, &format!("a file of {len} bytes"));
    }
    let mut longer = good.clone();
    longer.insert(200, 0);
    fs::write(&path, &longer).unwrap();
    refuses(&path, "a byte too many");
    fs::write(&path, b"\x93NUMPY\x01\x00 of somebody else, of some length").unwrap();
    refuses(&path, "a foreign file");
    fs::write(&path, &good).unwrap();
    verify(&path, 20, &Budget::default()).unwrap();
}

#[test]
fn a_changed_zarr_array_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.zarr");
    write(
        &job("wythoff", "*,*", Value::Grundy, [40, 40], 16),
        &path,
        Format::Zarr,
        &Budget::default(),
    )
    .unwrap();
    for (name, good) in contents(&path) {
        let file = path.join(&name);
        for at in [0, good.len() / 3, good.len() / 2, good.len() - 2] {
            let mut bad = good.clone();
            bad[at] ^= 4;
            fs::write(&file, &bad).unwrap();
            // Spaces of the JSON do not count.
            if name != "zarr.json" || !good[at].is_ascii_whitespace() {
                refuses(&path, &format!("a change of byte {at} of {name}"));
            }
        }
        fs::write(&file, &good[..good.len() / 2]).unwrap();
        refuses(&path, &format!("half of {name}"));
        fs::remove_file(&file).unwrap();
        refuses(&path, &format!("no {name}"));
        fs::write(&file, &good).unwrap();
    }
    // A chunk of another place is whole in itself, but not here.
    let chunk = fs::read(path.join("c/0/1")).unwrap();
    fs::write(path.join("c/0/2"), chunk).unwrap();
    refuses(&path, "a chunk from another place");
}

#[test]
fn a_table_of_other_rules_is_found_out() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.zarr");
    write(
        &job("wythoff", "*,*", Value::Grundy, [40, 40], 16),
        &path,
        Format::Zarr,
        &Budget::default(),
    )
    .unwrap();
    let metadata = path.join("zarr.json");
    let text = fs::read_to_string(&metadata).unwrap();
    assert!(text.contains("\"rules\": \"wythoff\""), "{text}");
    fs::write(
        &metadata,
        text.replace("\"rules\": \"wythoff\"", "\"rules\": \"nim(2)\""),
    )
    .unwrap();
    let error = verify(&path, 20, &Budget::default()).unwrap_err();
    assert!(error.message().contains("expected"), "{error}");
}

#[test]
fn an_estimate_bounds_what_is_written() {
    let folder = tempfile::tempdir().unwrap();
    for (rules, slice, value, shape) in JOBS {
        let job = job(rules, slice, value, shape, 16);
        let plan = job.plan(Format::Npy).unwrap();
        let path = folder.path().join("x.npy");
        write(&job, &path, Format::Npy, &Budget::default()).unwrap();
        let length = u128::from(fs::metadata(&path).unwrap().len());
        assert!(
            length >= plan.disk && length < plan.disk + 2000,
            "{length}, {plan:?}"
        );
    }
    let tight = Budget {
        bytes: 100,
        ..Budget::default()
    };
    let job = job("wythoff", "*,*", Value::Grundy, [90, 90], 16);
    let path = folder.path().join("tight.npy");
    assert_eq!(
        write(&job, &path, Format::Npy, &tight).unwrap_err().kind(),
        ErrorKind::Limit
    );
    assert!(
        fs::read_dir(folder.path()).unwrap().count() == 1,
        "nothing but x.npy"
    );
}
