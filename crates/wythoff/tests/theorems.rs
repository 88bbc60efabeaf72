//! The registry of theorems: every check comes out as expected, on smaller ranges than the defaults
//! where those take long.

use std::collections::HashSet;
use std::time::Instant;

use wythoff::budget::Budget;
use wythoff::theorems::record::Record;
use wythoff::theorems::{Checker, Finding, Settings, Theorem, Verdict, all, select};

fn check(theorem: &Theorem, settings: Settings) -> Finding {
    Checker::new(settings)
        .check(theorem, &Budget::default())
        .unwrap()
}

fn named(name: &str) -> &'static Theorem {
    select(&[name]).unwrap()[0]
}

#[test]
fn names_are_unique_and_papers_known() {
    let mut names = HashSet::new();
    for theorem in all() {
        assert!(names.insert(theorem.name), "{} twice", theorem.name);
        for text in [theorem.source, theorem.statement, theorem.range] {
            assert!(!text.is_empty(), "{theorem:?}");
        }
    }
    for paper in [
        "SanchezGalanXu",
        "Smith1966",
        "MiyaderaManabeFukui2025",
        "KomakiMiyaderaMurakami2025",
    ] {
        assert!(select(&[paper]).unwrap().len() >= 5, "{paper}");
    }
    let error = select(&["remoteness-formla"]).unwrap_err();
    assert!(error.advice().unwrap().contains("remoteness-formula"));
}

#[test]
fn every_check_comes_out_as_expected() {
    let mut checker = Checker::new(Settings::default());
    let mut record = Record::new("test", checker.settings());
    for theorem in all() {
        let start = Instant::now();
        let finding = checker.check(theorem, &Budget::default()).unwrap();
        println!(
            "{:7.3} s {:>10} {} {:?}",
            start.elapsed().as_secs_f64(),
            finding.positions,
            theorem.name,
            finding.measured
        );
        assert_eq!(
            finding.verdict, theorem.expected,
            "{theorem:?}: {:?}",
            finding.counterexample
        );
        assert_eq!(finding.failures > 0, finding.verdict == Verdict::Refuted);
        assert_eq!(finding.counterexample.is_some(), finding.failures > 0);
        record.add(theorem, &finding);
    }
    // A record survives being written and read, and agrees with itself.
    let text = serde_json::to_string(&record).unwrap();
    let again: Record = serde_json::from_str(&text).unwrap();
    assert_eq!(again, record);
    assert!(record.differences(&again).is_empty());
    assert_eq!(record.common(&again), all().count());
}

#[test]
fn counterexamples_are_the_smallest() {
    for (name, at) in [
        ("terminal-p-positions-as-printed", ["1", "1"]),
        ("terminal-small-list", ["4", "8"]),
        ("pass-theorem-from-7", ["5", "7"]),
        ("terminal-stone-misread", ["0", "1"]),
    ] {
        let settings = Settings {
            size: Some(40),
            ..Settings::default()
        };
        let finding = check(named(name), settings);
        assert_eq!(finding.counterexample.unwrap().at, at, "{name}");
    }
    let both = check(named("one-values-in-both-orders"), Settings::default());
    assert!(both.counterexample.unwrap().found.starts_with("n = 4,"));
}

#[test]
fn the_numbers_that_the_papers_report_come_out() {
    let digraphs = check(named("winning-probability"), Settings::default());
    assert_eq!(digraphs.positions, 786_432);
    let coloured = check(named("pass-coloured-cells"), Settings::default());
    let counts: Vec<&str> = coloured.measured.iter().map(|m| m.value.as_str()).collect();
    assert_eq!(counts, ["36", "36", "26", "[(1, 2), (2, 1)]"]);
    let slow = check(named("slow-nim-rule"), Settings::default());
    assert_eq!(slow.positions, 1771 + 1820 + 1287);
}

#[test]
fn a_range_of_parameters_is_walked() {
    let settings = Settings {
        size: Some(20),
        a: Some(1..=8),
        b: Some(1..=8),
        ..Settings::default()
    };
    let finding = check(named("remoteness-formula"), settings.clone());
    assert_eq!(finding.verdict, Verdict::Held);
    assert_eq!(finding.positions, 64 * 21 * 21);
    // The same walk gives the same checksum, another one another.
    assert_eq!(
        check(named("remoteness-formula"), settings.clone()),
        finding
    );
    let shorter = Settings {
        size: Some(19),
        ..settings
    };
    assert_ne!(
        check(named("remoteness-formula"), shorter).checksum,
        finding.checksum
    );
}

#[test]
fn a_check_over_no_position_is_an_error() {
    let settings = Settings {
        size: Some(0),
        ..Settings::default()
    };
    for name in [
        "pass-theorem",
        "waiting-parity",
        "remoteness-of-repeated-options",
    ] {
        let error = Checker::new(settings.clone())
            .check(named(name), &Budget::default())
            .unwrap_err();
        assert_eq!(error.kind(), wythoff::ErrorKind::Input, "{name}");
    }
    let nobody = Settings {
        a: Some(std::ops::RangeInclusive::new(3, 2)),
        ..Settings::default()
    };
    assert!(
        Checker::new(nobody)
            .check(named("remoteness-formula"), &Budget::default())
            .is_err()
    );
}

#[test]
fn other_settings_show_up_in_a_record() {
    let theorem = named("remoteness-formula");
    let mut records = Vec::new();
    for size in [10, 11] {
        let settings = Settings {
            size: Some(size),
            ..Settings::default()
        };
        let mut record = Record::new("test", &settings);
        record.add(theorem, &check(theorem, settings));
        records.push(record);
    }
    let parts: Vec<String> = records[1]
        .differences(&records[0])
        .into_iter()
        .map(|difference| difference.part)
        .collect();
    assert_eq!(parts, ["settings", "positions", "checksum"]);
}
