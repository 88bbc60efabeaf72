//! Dense boxes against the reference: every cell of random and of chosen rulesets.

use proptest::prelude::*;
use wythoff::boxes::{BoxPlan, BoxValue, DenseBox};
use wythoff::budget::{Budget, Stop, Watch};
use wythoff::notation::{parse_rules, parse_slice};
use wythoff::plan::Ask;
use wythoff::reference::Reference;
use wythoff::rules::{Cell, Convention, Rules};
use wythoff::table::{Cells, Window};
use wythoff::values::{GrundyValue, Outcome, OutcomeValue, RemotenessValue};
use wythoff::{ErrorKind, Session};
use wythoff_testkit::rulesets::rulesets;

/// All cells of a box.
fn cells(sides: &[u64]) -> Vec<Cell> {
    sides.iter().fold(vec![Cell::new()], |cells, &side| {
        let longer = |cell: &Cell| {
            let cell = cell.clone();
            (0..side).map(move |x| {
                let mut longer = cell.clone();
                longer.push(x);
                longer
            })
        };
        cells.iter().flat_map(longer).collect()
    })
}

fn filled(rules: &Rules, value: BoxValue, sides: &[u64]) -> DenseBox {
    let misere = rules.convention() == Convention::Misere;
    let plan = BoxPlan::new(rules.lines().unwrap(), misere, sides).unwrap();
    plan.fill(value, &Budget::default()).unwrap()
}

#[track_caller]
fn check_box(text: &str, sides: &[u64]) {
    let rules = parse_rules(text).unwrap();
    let (budget, convention) = (Budget::default(), rules.convention());
    let mut outcome = Reference::new(rules.plain(), OutcomeValue(convention));
    let mut remoteness = Reference::new(rules.plain(), RemotenessValue(convention));
    let mut grundy = Reference::new(rules.plain(), GrundyValue(convention));
    let [p, r, g] = [BoxValue::Outcome, BoxValue::Remoteness, BoxValue::Grundy]
        .map(|value| filled(&rules, value, sides));
    let mut p_positions = Vec::new();
    for at in cells(sides) {
        let place = format!("{text} at {at:?} of {sides:?}");
        let expected = outcome.value(&at, &budget).unwrap();
        assert_eq!(p.get(&at), Some(expected as u32), "outcome, {place}");
        assert_eq!(
            r.get(&at),
            remoteness.value(&at, &budget).ok(),
            "remoteness, {place}"
        );
        assert_eq!(
            g.get(&at),
            grundy.value(&at, &budget).ok(),
            "Grundy value, {place}"
        );
        if expected == Outcome::P {
            p_positions.push(at.to_vec());
        }
    }
    assert_eq!(p.count_p(), Some(p_positions.len() as u64), "{text}");
    let mut seen = Vec::new();
    p.each_p(|at| seen.push(at.to_vec()));
    seen.sort();
    assert_eq!(seen, p_positions, "{text}");
}

/// Three-pile games named after Wythoff's: any piles alone, and all equally, or any two or all.
const SINGLE_OR_ALL: &str = "rays(1,0,0; 0,1,0; 0,0,1; 1,1,1)";
const ANY_SUBSET: &str = "rays(1,0,0; 0,1,0; 0,0,1; 1,1,0; 1,0,1; 0,1,1; 1,1,1)";

#[test]
fn three_piles() {
    for sides in [[7, 7, 7], [3, 5, 9], [1, 4, 6]] {
        for text in [
            SINGLE_OR_ALL,
            ANY_SUBSET,
            "nim(3)",
            "slow(3,2)",
            "slow(3,1)",
            "rays(2,1,0; 0,1,3; 1,0,1; 1,0,0)",
            "steps(1,2,0; 0,0,1; 2,0,1; 0,1,0)",
            "nim(3).until(x+y+z <= 4)",
            "nim(3).until(x*y = z)",
            "nim(3).within(x+y < 9 and z != 3)",
            "nim(3).until(y >= 3).misere",
            "nim(3).until(2*x - 3*z <= -2 and y > 0).misere",
            "wythoff + nim(1)",
            "(knight + nim(1)).misere",
            "(wyt(2,3) + steps(2)).misere",
            "(wythoff.within(x != 2) + nim(1)).until(z = y)",
        ] {
            check_box(text, &sides);
        }
        check_box(&format!("{SINGLE_OR_ALL}.misere"), &sides);
        check_box(
            &format!("{ANY_SUBSET}.within(x < 6 and z != 2).misere"),
            &sides,
        );
    }
}

#[test]
fn four_coordinates_and_passes() {
    for text in [
        "slow(4,3)",
        "slow(4,2).misere",
        "nim(3).pass",
        "nim(3).pass.misere",
        "slow(3,2).pass",
        "nim(3).within(x != 2 and y != x).pass",
        "nim(3).until(x = y).pass.misere",
        "(nim(2) + nim(1)).pass",
        "nim(2).pass + nim(1)",
        "rays(1,1,0,0; 0,0,1,1; 1,0,0,1; 0,1,1,1)",
    ] {
        check_box(text, &[4, 5, 4, 2]);
        check_box(text, &[2, 3, 2, 3]);
    }
    check_box("nim(2).pass(2).pass", &[4, 5, 3, 2]);
    check_box("(nim(3).pass + nim(1)).pass", &[3, 3, 3, 2, 3, 2]);
}

#[test]
fn rows_of_several_words() {
    check_box(SINGLE_OR_ALL, &[3, 3, 150]);
    check_box(
        "rays(1,0,2; 0,1,65; 0,0,3; 1,1,1).until(z < 3)",
        &[3, 3, 140],
    );
    check_box(
        "rays(0,0,2; 0,0,5; 1,0,70; 0,1,0).within(z mod 7 != 3)",
        &[3, 2, 200],
    );
    check_box("wyt(3,2)", &[12, 70]);
    check_box("nim(1)", &[130]);
    check_box("steps(1; 3; 4).misere", &[130]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, ..ProptestConfig::default() })]

    #[test]
    fn random_rulesets(rules in rulesets(5)) {
        let sides: Vec<u64> = rules.largest.iter().map(|most| most + 1).collect();
        let parsed = parse_rules(&rules.text).unwrap();
        if parsed.lines().is_some_and(|lines| lines.never_grows()) {
            check_box(&rules.text, &sides);
        }
    }

    #[test]
    fn random_games_on_three_and_four_piles(
        piles in 3usize..=4,
        entries in proptest::collection::vec(0i64..=2, 4 * 5),
        repeat in any::<bool>(),
        ending in prop_oneof![
            Just(""), Just(".misere"), Just(".until(x+y <= 1)"), Just(".within(x < 4 and z < 3)"),
            Just(".pass"), Just(".until(z = x).misere"), Just(".within(y*z != 2).pass.misere"),
        ],
    ) {
        let vectors: Vec<String> = entries
            .chunks(piles)
            .filter(|vector| vector.len() == piles && vector.iter().any(|&entry| entry > 0))
            .map(|vector| vector.iter().map(i64::to_string).collect::<Vec<_>>().join(","))
            .collect();
        prop_assume!(!vectors.is_empty());
        let word = if repeat { "rays" } else { "steps" };
        let text = format!("{word}({}){ending}", vectors.join("; "));
        let mut sides = vec![5, 4, 3, 4];
        sides.truncate(piles);
        if ending.contains("pass") {
            sides.push(2);
        }
        check_box(&text, &sides);
    }
}

#[test]
fn cold_positions_of_three_heaps_are_the_known_ones() {
    // The count and sum of sorted cold positions with piles to 100 (StackOverflow 11554963).
    let rules = parse_rules(ANY_SUBSET).unwrap();
    let p = filled(&rules, BoxValue::Outcome, &[101, 101, 101]);
    let (mut count, mut sum) = (0, 0);
    p.each_p(|at| {
        if at[0] <= at[1] && at[1] <= at[2] {
            count += 1;
            sum += at.iter().sum::<u64>();
        }
    });
    assert_eq!((count, sum), (1264, 173_895));
}

#[test]
fn a_thousand_million_outcomes_are_found() {
    // Project Euler 260 asks for the sum of the sorted cold positions with piles to 1000.
    let rules = parse_rules(ANY_SUBSET).unwrap();
    let p = filled(&rules, BoxValue::Outcome, &[1001, 1001, 1001]);
    let (mut count, mut sum) = (0, 0);
    p.each_p(|at| {
        if at[0] <= at[1] && at[1] <= at[2] {
            count += 1;
            sum += at.iter().sum::<u64>();
        }
    });
    assert_eq!((count, sum), (121_060, 167_542_057));
}

#[test]
fn tables_slice_boxes_of_three_piles() {
    let rules = parse_rules(SINGLE_OR_ALL).unwrap();
    let budget = Budget::default();
    for (slice, fixed) in [
        ("*,*,47", [None, None, Some(47)]),
        ("39,*,*", [Some(39), None, None]),
    ] {
        let slice = parse_slice(&rules, slice).unwrap();
        let window = Window::new(slice, [2u8.into(), 3u8.into()], [20, 15]).unwrap();
        let mut session = Session::new(rules.clone());
        let answer = session.table(Ask::Grundy, &window, &budget).unwrap();
        assert!(
            answer.evidence.to_string().contains("dense boxes"),
            "{}",
            answer.evidence
        );
        let Some(Cells::Small(values)) = answer.value else {
            panic!("numbers");
        };
        let mut reference = Reference::new(rules.plain(), GrundyValue(Convention::Normal));
        for (i, &value) in values.iter().enumerate().step_by(7) {
            let mut free = [2 + i as u64 / 15, 3 + i as u64 % 15].into_iter();
            let at: Cell = fixed
                .iter()
                .map(|x| x.unwrap_or_else(|| free.next().unwrap()))
                .collect();
            assert_eq!(value, reference.value(&at, &budget).unwrap(), "{at:?}");
        }
    }
}

#[test]
fn two_piles_are_left_to_the_grid() {
    for value in [Ask::Outcome, Ask::Remoteness, Ask::Grundy] {
        for text in [
            "rays(1,0; 0,1; 1,1; 1,2)",
            "wythoff.pass",
            "rays(1,0; 0,1; 1,1).until(x = y)",
        ] {
            let rules = parse_rules(text).unwrap();
            let slice = wythoff::notation::Slice::default_of(&rules).unwrap();
            let window = Window::new(slice, [0u8.into(), 0u8.into()], [300, 300]).unwrap();
            let answer = Session::new(rules)
                .table(value, &window, &Budget::default())
                .unwrap();
            assert!(
                answer.evidence.to_string().contains("grid"),
                "{text}: {}",
                answer.evidence
            );
        }
    }
}

#[test]
fn limits_are_stated_before_memory_is_taken() {
    let rules = parse_rules(SINGLE_OR_ALL).unwrap();
    let plan = BoxPlan::new(rules.lines().unwrap(), false, &[3000, 3000, 3000]).unwrap();
    let error = plan.fill(BoxValue::Grundy, &Budget::default()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Limit);
    assert!(error.message().contains("GiB"), "{error}");
    let plan = BoxPlan::new(rules.lines().unwrap(), false, &[1, 1, 70_000]).unwrap();
    assert_eq!(
        plan.fill(BoxValue::Remoteness, &Budget::default())
            .unwrap_err()
            .kind(),
        ErrorKind::Limit
    );
    let growing = parse_rules("steps(2,-1,0; 1,0,0; 0,1,0; 0,0,1)").unwrap();
    assert!(BoxPlan::new(growing.lines().unwrap(), false, &[3, 3, 3]).is_err());
}

/// Interrupts at once.
struct Impatient;

impl Watch for Impatient {
    fn progress(&self, _done: u64, _total: Option<u64>) -> Result<(), Stop> {
        Err(Stop::Interrupted)
    }
}

#[test]
fn filling_can_be_interrupted() {
    let rules = parse_rules(SINGLE_OR_ALL).unwrap();
    let plan = BoxPlan::new(rules.lines().unwrap(), false, &[9, 9, 9]).unwrap();
    for value in [BoxValue::Outcome, BoxValue::Remoteness, BoxValue::Grundy] {
        let budget = Budget::default();
        let error = plan
            .fill(value, &budget.watched_by(&Impatient))
            .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Interrupted);
    }
}

#[test]
fn a_condition_without_a_value_leaves_the_box_to_the_reference() {
    // Division by zero at x = 3, which no play from x <= 2 meets.
    let rules = parse_rules("nim(3).until(y/(x-3) > 5)").unwrap();
    let at = [9u8.into(), 2u8.into(), 2u8.into()];
    let error = Session::new(rules.clone()).ask(Ask::Outcome, &at, &Budget::default());
    assert_eq!(error.unwrap_err().kind(), ErrorKind::Evaluation);
    let at = [2u8.into(), 9u8.into(), 2u8.into()];
    let answer = Session::new(rules).ask(Ask::Outcome, &at, &Budget::default());
    assert!(answer.unwrap().value.is_some());
}
