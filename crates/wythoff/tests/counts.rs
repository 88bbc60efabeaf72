//! Suspense, birthday and numbers of options: engines against the definitions.

use dashu_int::UBig;
use wythoff::Session;
use wythoff::answer::Value;
use wythoff::budget::Budget;
use wythoff::engines::big_position;
use wythoff::formulas::CountedGame;
use wythoff::notation::parse_rules;
use wythoff::plan::Ask;
use wythoff::reference::Reference;
use wythoff::rules::{Cell, Rules, Ruleset, cell};
use wythoff::values::{BirthdayValue, OptionsValue, SuspenseValue};

fn boxed(most: &[u64]) -> Vec<Cell> {
    most.iter().fold(vec![Cell::new()], |cells, &most| {
        cells
            .iter()
            .flat_map(|cell| {
                (0..=most).map(|x| {
                    let mut longer = cell.clone();
                    longer.push(x);
                    longer
                })
            })
            .collect()
    })
}

fn number(session: &mut Session, ask: Ask, at: &[UBig]) -> Option<UBig> {
    let answer = session.ask(ask, at, &Budget::default()).unwrap();
    answer.value.and_then(Value::number)
}

#[track_caller]
fn check_counts(text: &str, most: &[u64]) {
    let rules = parse_rules(text).unwrap();
    let game = CountedGame::of(rules.game()).expect("a counted game");
    let budget = Budget::default();
    let mut birthday = Reference::new(rules.plain(), BirthdayValue);
    let mut options = Reference::new(rules.plain(), OptionsValue);
    for at in boxed(most) {
        let big = big_position(&at);
        let place = format!("{text} at {at:?}");
        let by_definition = birthday.value(&at, &budget).unwrap();
        assert_eq!(game.birthday(&big), UBig::from(by_definition), "{place}");
        let listed = rules.plain().options(&at).unwrap().len();
        assert_eq!(game.options(&big), UBig::from(listed), "{place}");
        assert_eq!(
            options.value(&at, &budget).unwrap() as usize,
            listed,
            "{place}"
        );
    }
}

#[test]
fn formulas_count_what_the_definitions_do() {
    for a in 1..=6 {
        for b in 1..=6 {
            check_counts(&format!("wyt({a},{b})"), &[14, 13]);
        }
    }
    check_counts("wyt(20,3)", &[12, 9]);
    check_counts("wyt(2,30)", &[12, 9]);
    check_counts("queen", &[9, 9]);
    check_counts("rook", &[9, 9]);
    check_counts("nim(3)", &[4, 4, 4]);
    check_counts("wyt(2,1).pass(2)", &[5, 5, 2]);
    check_counts("(wythoff + nim(1)).pass", &[4, 3, 2, 1]);
    check_counts("wyt(1,2).misere", &[6, 6]);
}

#[test]
fn any_size_is_counted() {
    let mut session = Session::new(Rules::wythoff());
    let side = UBig::from(10u8).pow(300);
    let at = [side.clone(), side.clone()];
    let three = UBig::from(3u8);
    assert_eq!(number(&mut session, Ask::Options, &at), Some(&side * three));
    let birthday = number(&mut session, Ask::Birthday, &at);
    assert_eq!(birthday, Some(side << 1));
    assert_eq!(number(&mut session, Ask::Suspense, &at), None);
}

#[test]
fn games_without_a_formula_are_walked() {
    let budget = Budget::default();
    for text in [
        "knight",
        "euclid.misere",
        "wythoff.until(x+y <= 2)",
        "king & queen",
    ] {
        let rules = parse_rules(text).unwrap();
        let mut session = Session::new(rules.clone());
        let mut suspense = Reference::new(rules.plain(), SuspenseValue(rules.convention()));
        let mut birthday = Reference::new(rules.plain(), BirthdayValue);
        let most = vec![4; rules.axes().len()];
        for at in boxed(&most) {
            let big = big_position(&at);
            let asked = [Ask::Suspense, Ask::Birthday, Ask::Options]
                .map(|ask| number(&mut session, ask, &big).unwrap());
            let options = rules.plain().options(&at).unwrap().len();
            let expected = [
                UBig::from(suspense.value(&at, &budget).unwrap()),
                UBig::from(birthday.value(&at, &budget).unwrap()),
                UBig::from(options),
            ];
            assert_eq!(asked, expected, "{text} at {at:?}");
        }
    }
}

/// Nim on one pile: who faces it takes all or, delaying, ever so little.
#[test]
fn suspense_by_hand() {
    let budget = Budget::default();
    let rules = parse_rules("nim(1)").unwrap();
    let mut suspense = Reference::new(rules.plain(), SuspenseValue(rules.convention()));
    // 0: 0. n ≥ 1: only 0 is a good value, so that the winner cannot delay.
    for (n, expected) in [(0, 0), (1, 1), (2, 1), (9, 1)] {
        assert_eq!(suspense.value(&cell(&[n]), &budget).unwrap(), expected);
    }
    let rules = parse_rules("steps(1; 2)").unwrap();
    let mut suspense = Reference::new(rules.plain(), SuspenseValue(rules.convention()));
    // Take one or two: multiples of three are lost. At 3 the loser takes either, and the winner ends.
    for (n, expected) in [(0, 0), (1, 1), (2, 1), (3, 2), (4, 3), (5, 3), (6, 4)] {
        assert_eq!(
            suspense.value(&cell(&[n]), &budget).unwrap(),
            expected,
            "{n}"
        );
    }
    let misere = parse_rules("steps(1; 2).misere").unwrap();
    let mut suspense = Reference::new(misere.plain(), SuspenseValue(misere.convention()));
    // 1 must take the last; 2 takes one, 3 takes two; 4 loses in three moves.
    for (n, expected) in [(0, 0), (1, 1), (2, 2), (3, 2), (4, 3), (5, 4), (6, 4)] {
        assert_eq!(
            suspense.value(&cell(&[n]), &budget).unwrap(),
            expected,
            "{n}"
        );
    }
}
