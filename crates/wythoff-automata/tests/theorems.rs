//! The theorems that come with the program, their exports, and answers read off them.

use dashu_int::UBig;
use wythoff::Session;
use wythoff::answer::Evidence;
use wythoff::notation::{parse_number, parse_rules};
use wythoff::plan::Plan;
use wythoff_automata::{
    Budget, Export, Prepared, ProvedEngine, SHIPPED, Search, Statement, Theorem, Value, Verdict,
    export, search,
};

fn shipped(file: &str) -> Theorem {
    SHIPPED
        .iter()
        .find(|s| s.file == file)
        .unwrap()
        .read(&Budget::default())
        .unwrap()
}

#[test]
fn all_shipped_theorems_verify() {
    let mut bytes = 0;
    for file in SHIPPED {
        let budget = Budget::default();
        let theorem = file.read(&budget).unwrap();
        assert_eq!(theorem.rules, file.rules, "{}", file.file);
        assert_eq!(
            theorem.statement.value.to_string(),
            file.value,
            "{}",
            file.file
        );
        assert_eq!(
            theorem.verify(&budget).unwrap().verdict,
            Verdict::Proved,
            "{}",
            file.file
        );
        assert_eq!(theorem.to_json().unwrap(), file.text(), "{}", file.file);
        bytes += file.text().len();
    }
    assert!(bytes <= 1 << 20, "{bytes} bytes");
}

#[test]
fn damaged_files_are_refused() {
    let budget = Budget::default();
    let text = SHIPPED[0].text();
    for (from, to) in [
        ("\"version\":1", "\"version\":9"),
        ("wythoff-theorem", "something"),
        ("\"rules\":\"wythoff\"", "\"rules\":\"wyt(2,1)\""),
        ("\"tracks\":\"xy\"", "\"tracks\":\"yx\""),
        ("\"states\":7,\"accepting\"", "\"states\":8,\"accepting\""),
        ("0>1", "0>99"),
        ("0>1", "77>1"),
        ("\"value\":\"outcome\"", "\"value\":\"nimber\""),
        ("{", "["),
    ] {
        assert!(text.contains(from), "{from}");
        assert!(
            Theorem::from_json(&text.replacen(from, to, 1), &budget).is_err(),
            "{from} -> {to}"
        );
    }
    // A file that is whole but claims what is false is read, and refuted.
    let other = SHIPPED
        .iter()
        .find(|s| s.file == "wythoff-misere-outcome.json")
        .unwrap();
    let swapped = other
        .text()
        .replacen("\"misere\":true", "\"misere\":false", 1);
    let swapped = swapped.replacen("\"rules\":\"wythoff.misere\"", "\"rules\":\"wythoff\"", 1);
    let theorem = Theorem::from_json(&swapped, &budget).unwrap();
    let Verdict::Refuted(counterexample) = theorem.verify(&budget).unwrap().verdict else {
        panic!()
    };
    assert_eq!(counterexample.cell, [0, 0]);
}

#[test]
fn the_same_search_gives_the_same_file() {
    let rules = "wythoff.until(x+y <= 3)";
    let text = || {
        let statement = Statement::of_rules(&parse_rules(rules).unwrap(), Value::Outcome).unwrap();
        let found = search(&statement, &Search::default(), &Budget::default()).unwrap();
        Theorem::of_search(rules, &statement, &found)
            .unwrap()
            .to_json()
            .unwrap()
    };
    assert_eq!(text(), text());
}

#[test]
fn exports_have_their_parts() {
    let budget = Budget::default();
    let walnut = export(&shipped("wythoff-outcome.json"), Export::Walnut, &budget).unwrap();
    assert_eq!(walnut[0].0, "Automata Library/S0v0.txt");
    assert!(
        walnut[0]
            .1
            .starts_with("msd_fib msd_fib\n\n0 1\n0 0 -> 0\n"),
        "{}",
        walnut[0].1
    );
    assert!(
        walnut[1].1.contains("?msd_fib Ax,y ($S0v0(x,y) <=> ~("),
        "{}",
        walnut[1].1
    );
    let padovan = export(&shipped("wyt-1-2-outcome.json"), Export::Walnut, &budget).unwrap();
    assert!(
        padovan
            .iter()
            .any(|(name, _)| name == "Custom Bases/msd_padovan_addition.txt")
    );
    let smith = export(&shipped("wythoff-remoteness.json"), Export::Walnut, &budget).unwrap();
    assert_eq!(smith.last().unwrap().1.lines().count(), 6);
    let dot = export(&shipped("wythoff-outcome.json"), Export::Dot, &budget)
        .unwrap()
        .remove(0)
        .1;
    assert!(
        dot.contains("1 -> 1 [label=\"0,0\"]") && dot.contains("doublecircle"),
        "{dot}"
    );
    let tikz = export(&shipped("wythoff-outcome.json"), Export::Tikz, &budget)
        .unwrap()
        .remove(0)
        .1;
    assert_eq!(tikz.matches("\\node[").count(), 7);
    assert!(export(&shipped("wythoff-remoteness.json"), Export::Tikz, &budget).is_err());
    assert!(export(&shipped("wyt-2-1-outcome.json"), Export::Mona, &budget).is_err());
}

#[test]
fn the_engine_agrees_with_the_reference() {
    let proved = Plan::reference_only().with(std::sync::Arc::new(ProvedEngine));
    for (rules, passes) in [
        ("wythoff", false),
        ("wythoff.pass", true),
        ("wythoff.misere", false),
        ("wythoff.until(x+y<=2)", false),
        ("wyt(1,2)", false),
        ("wyt(2,1)", false),
        ("wythoff.block(2)", false),
    ] {
        let rules = parse_rules(rules).unwrap();
        let mut ours = Session::with_plan(rules.clone(), &proved);
        let mut theirs = Session::with_plan(rules.clone(), &Plan::reference_only());
        for x in 0..9u32 {
            for y in 0..12u32 {
                for p in 0..=u32::from(passes) {
                    let mut at = vec![UBig::from(x), UBig::from(y)];
                    if passes {
                        at.push(UBig::from(p));
                    }
                    let (a, b) = (
                        ours.analyze(&at, &Default::default()).unwrap(),
                        theirs.analyze(&at, &Default::default()).unwrap(),
                    );
                    assert_eq!(a.outcome.value, b.outcome.value, "{rules} {at:?}");
                    assert!(
                        matches!(a.outcome.evidence, Evidence::Proved { .. }),
                        "{rules}: {}",
                        a.outcome.evidence
                    );
                    assert_eq!(a.remoteness.value, b.remoteness.value, "{rules} {at:?}");
                    assert_eq!(a.grundy.value, b.grundy.value, "{rules} {at:?}");
                    assert_eq!(
                        a.winning_moves.value, b.winning_moves.value,
                        "{rules} {at:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn large_positions() {
    let budget = Budget::default();
    let pass = Prepared::new(shipped("wythoff-pass-outcome.json"), &budget).unwrap();
    let remoteness = Prepared::new(shipped("wythoff-remoteness.json"), &budget).unwrap();
    let x = parse_number("10^1000").unwrap();
    // From any position the winning moves lead to P-positions, and exactly P-positions have none.
    let mut p_positions = 0;
    for offset in 0..40u32 {
        let y = &x * UBig::from(13u8) / UBig::from(8u8) + UBig::from(offset);
        let at = [x.clone(), y];
        let (moves, complete) = pass.winning_moves(1, &at, 100).unwrap();
        assert!(complete);
        assert_eq!(moves.is_empty(), pass.contains(1, 0, &at).unwrap());
        p_positions += u32::from(moves.is_empty());
        for (layer, to) in moves {
            assert!(pass.contains(layer, 0, &to).unwrap());
        }
    }
    assert_eq!(p_positions, 0, "13/8 is not the ratio of a P-position");
    let rules = parse_rules("wythoff").unwrap();
    let mut session = Session::new(rules);
    for offset in [0u32, 1, 7] {
        let at = vec![
            x.clone(),
            &x * UBig::from(3u8) / UBig::from(2u8) + UBig::from(offset),
        ];
        let formula = session.analyze(&at, &Default::default()).unwrap();
        assert_eq!(
            Some(remoteness.remoteness(0, &at).unwrap()),
            formula.remoteness.value
        );
        assert_eq!(
            pass.contains(0, 0, &at).unwrap(),
            formula.outcome.value == Some(wythoff::values::Outcome::P)
        );
    }
}
