//! Random rulesets keep the notation's rules, and the family's members do occur.

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use wythoff_testkit::rulesets::{conditions, rules_and_position, rulesets};

/// The vectors of the first `rays(…)` or `steps(…)`.
fn vectors(text: &str) -> Option<Vec<Vec<i64>>> {
    let from = text.find("rays(").or_else(|| text.find("steps("))?;
    let inside = &text[from..];
    let inside = &inside[inside.find('(')? + 1..inside.find(')')?];
    Some(
        inside
            .split(';')
            .map(|v| {
                v.split(',')
                    .map(|c| c.trim().parse().expect("an entry"))
                    .collect()
            })
            .collect(),
    )
}

proptest! {
    #[test]
    fn texts_are_well_formed((rules, position) in rules_and_position(9)) {
        let text = &rules.text;
        prop_assert_eq!(text.matches('(').count(), text.matches(')').count());
        prop_assert!(text.matches(".misere").count() <= 1);
        prop_assert!(!text.contains(".misere") || text.ends_with(".misere"), "{}", text);
        prop_assert!(!text.ends_with(".misere") || !text.contains(" + ") || text.starts_with('('), "{}", text);
        prop_assert!(text.matches(".pass").count() <= 1);
        prop_assert_eq!(position.len(), rules.largest.len());
        prop_assert!(position.iter().zip(&rules.largest).all(|(c, largest)| c <= largest));
    }

    #[test]
    fn vectors_fit_the_coordinates(rules in rulesets(9)) {
        if let Some(vectors) = vectors(&rules.text) {
            let piles = vectors[0].len();
            prop_assert!(vectors.iter().all(|vector| vector.len() == piles));
            prop_assert!(vectors.iter().all(|vector| vector.iter().any(|&entry| entry > 0)));
            let more = usize::from(rules.text.contains(".pass")) + rules.text.matches(" + nim(1)").count()
                + rules.text.matches("nim(1) + ").count();
            prop_assert_eq!(rules.largest.len(), piles + more, "{}", rules.text);
        }
    }

    #[test]
    fn conditions_have_a_relation(condition in conditions()) {
        prop_assert!(condition.contains('='));
    }
}

#[test]
fn every_member_of_the_family_occurs() {
    let mut runner = TestRunner::deterministic();
    let strategy = rulesets(9);
    let texts: Vec<String> = (0..2000)
        .map(|_| {
            strategy
                .new_tree(&mut runner)
                .expect("a ruleset")
                .current()
                .text
        })
        .collect();
    for word in [
        "wythoff",
        "wyt(",
        "nim(3)",
        "rays(",
        "steps(",
        ",-",
        ".pass",
        ".pass(2)",
        ".until(",
        ".within(",
        " + nim(1)",
        "nim(1) + ",
        " + nim(1)).until(",
        " + nim(1)).pass",
        "moves(e,f: ",
        " -> u,v: ",
        ".set(",
        ".misere",
    ] {
        assert!(
            texts.iter().any(|text| text.contains(word)),
            "{word} does not occur"
        );
    }
}
