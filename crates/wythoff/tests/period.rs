//! Periodic rows: against the published form, against the reference, and through a session.

use dashu_int::UBig;
use wythoff::Session;
use wythoff::answer::Evidence;
use wythoff::budget::Budget;
use wythoff::notation::{parse_rules, parse_slice};
use wythoff::period::{Periodic, Regularity, of_row, of_rows};
use wythoff::plan::{Ask, Plan};
use wythoff::table::{Cells, Window};

/// Preperiod and period of G(K, y) − y in Wythoff's game, K = 0 … 50.
const ROWS: [(u64, u64); 51] = [
    (0, 1),
    (0, 3),
    (0, 3),
    (8, 6),
    (9, 12),
    (27, 24),
    (37, 12),
    (92, 24),
    (102, 24),
    (127, 24),
    (224, 24),
    (277, 48),
    (347, 48),
    (382, 96),
    (613, 96),
    (693, 96),
    (771, 192),
    (865, 192),
    (919, 384),
    (1032, 384),
    (1165, 384),
    (1252, 768),
    (1293, 768),
    (1373, 768),
    (1732, 768),
    (2208, 768),
    (2314, 768),
    (2608, 768),
    (2889, 768),
    (3221, 768),
    (3890, 768),
    (4422, 768),
    (4419, 768),
    (5614, 768),
    (6065, 768),
    (6837, 768),
    (7116, 768),
    (8041, 768),
    (8356, 768),
    (9208, 768),
    (10333, 768),
    (10799, 768),
    (12518, 768),
    (13849, 768),
    (14190, 1536),
    (15844, 1536),
    (16696, 1536),
    (17230, 1536),
    (18867, 1536),
    (20001, 1536),
    (22436, 1536),
];

fn by_definition(rules: &str, slice: &str, columns: usize) -> Vec<u32> {
    let rules = parse_rules(rules).unwrap();
    let slice = parse_slice(&rules, slice).unwrap();
    let window = Window::new(slice, [UBig::ZERO, UBig::ZERO], [columns, 1]).unwrap();
    let mut session = Session::with_plan(rules, &Plan::reference_only());
    let answer = session
        .table(Ask::Grundy, &window, &Budget::default())
        .unwrap();
    match answer.value.unwrap() {
        Cells::Small(values) => values,
        other => panic!("{other:?}"),
    }
}

fn certified(rules: &str, slice: &str) -> Periodic {
    let parsed = parse_rules(rules).unwrap();
    let row = parse_slice(&parsed, slice).unwrap();
    match of_row(&parsed, &row, 0, &Plan::default(), &Budget::default()).unwrap() {
        Regularity::Certified(periodic) => periodic,
        Regularity::Seen(seen) => panic!("{rules} at {slice}: {seen:?}"),
    }
}

#[test]
fn rows_0_to_50_of_wythoff() {
    let rules = parse_rules("wythoff").unwrap();
    let last = parse_slice(&rules, "50,*").unwrap();
    let rows = of_rows(&rules, &last, &Budget::default()).unwrap();
    let found: Vec<(u64, u64)> = rows.iter().map(|r| (r.preperiod, r.period)).collect();
    assert_eq!(found, ROWS);
}

#[test]
fn certified_rows_continue_the_values_of_the_definition() {
    for (rules, slice, columns) in [
        ("wythoff", "0,*", 60),
        ("wythoff", "7,*", 400),
        ("wythoff", "*,5", 300),
        ("wyt(1,2)", "4,*", 200),
        ("wyt(2,1)", "3,*", 200),
        ("wyt(2,3)", "2,*", 150),
        ("nim(2)", "5,*", 100),
        ("nim(3)", "2,*,3", 60),
        ("wythoff.pass", "3,*,1", 150),
        ("wythoff + nim(1)", "3,*,2", 100),
        ("wythoff.until(x+y <= 4)", "3,*", 200),
        ("wythoff.misere", "4,*", 200),
        ("maharaja", "4,*", 200),
        ("rays(1,0; 0,1; 1,2)", "3,*", 200),
        ("rays(1,0; 0,1; 2,1; 1,1)", "3,*", 200),
        ("king", "5,*", 60),
        ("bishop", "6,*", 60),
        ("knight", "5,*", 80),
        ("rays(1)", "*", 40),
        ("steps(1; 3; 4)", "*", 90),
        ("steps(2; 5; 7)", "*", 200),
        ("steps(1; 2).misere", "*", 50),
        ("steps(1; 2).pass", "*,1", 50),
        ("steps(3; 8; 60)", "*", 900),
    ] {
        let row = certified(rules, slice);
        let shown = row.values.len();
        assert_eq!(shown as u64, row.preperiod + row.period);
        for (y, value) in by_definition(rules, slice, columns).into_iter().enumerate() {
            assert_eq!(
                row.value(&UBig::from(y)),
                UBig::from(value),
                "{rules} at {slice}, column {y}, {} / {}",
                row.preperiod,
                row.period
            );
        }
    }
}

#[test]
fn known_periods() {
    // The subtraction game on {1, 3, 4} has period 7; Nim with piles (5, y) repeats with 8.
    let subtraction = certified("steps(1; 3; 4)", "*");
    assert_eq!(
        (
            subtraction.additive,
            subtraction.preperiod,
            subtraction.period
        ),
        (false, 0, 7)
    );
    let nim = certified("nim(2)", "5,*");
    assert_eq!((nim.additive, nim.preperiod, nim.period), (true, 0, 8));
    let row = certified("wythoff", "6,*");
    assert_eq!((row.period, row.certificate.cycle), (12, 24));
}

#[test]
fn rows_that_cannot_be_certified_are_only_seen() {
    let plan = Plan::default();
    for (rules, slice) in [
        ("euclid", "3,*"),
        ("rays(2)", "*"),
        ("wythoff.within(y < 50)", "2,*"),
    ] {
        let parsed = parse_rules(rules).unwrap();
        let row = parse_slice(&parsed, slice).unwrap();
        match of_row(&parsed, &row, 80, &plan, &Budget::default()).unwrap() {
            Regularity::Seen(seen) => assert_eq!(seen.to, 80, "{rules}"),
            Regularity::Certified(_) => panic!("{rules} at {slice}"),
        }
    }
    // Too few steps: what was seen, and that it proves nothing.
    let parsed = parse_rules("wythoff").unwrap();
    let row = parse_slice(&parsed, "20,*").unwrap();
    let tight = Budget {
        steps: 20_000,
        ..Budget::default()
    };
    match of_row(&parsed, &row, 80, &plan, &tight).unwrap() {
        Regularity::Seen(seen) => assert!(seen.to > 100 && seen.to < 1000),
        Regularity::Certified(_) => panic!("certified within 1000 columns"),
    }
    let whole = parse_slice(&parsed, "*,*").unwrap();
    assert!(of_row(&parsed, &whole, 80, &plan, &Budget::default()).is_err());
}

#[test]
fn a_session_answers_far_out_in_a_row() {
    let rules = parse_rules("wythoff").unwrap();
    let far: UBig = UBig::from(10u8).pow(1000);
    let mut session = Session::new(rules);
    let row = certified("wythoff", "9,*");
    for at in [
        [UBig::from(9u8), far.clone()],
        [far.clone(), UBig::from(9u8)],
    ] {
        let answer = session.ask(Ask::Grundy, &at, &Budget::default()).unwrap();
        assert_eq!(answer.value.unwrap().number(), Some(row.value(&far)));
        assert!(matches!(
            answer.evidence,
            Evidence::Computed { engine, .. } if engine == "row period"
        ));
    }
    // Where a P-position is known by formula, that is stronger.
    let p = [UBig::from(1u8), UBig::from(2u8)];
    let answer = session.ask(Ask::Grundy, &p, &Budget::default()).unwrap();
    assert!(matches!(answer.evidence, Evidence::Theorem { .. }));
}
