//! The examples of `docs/notation.md`, asked.

use wythoff::Session;
use wythoff::budget::Budget;
use wythoff::notation::{parse_position, parse_rules};
use wythoff::plan::{Ask, Plan};

/// The cells of the table lines after a heading.
fn examples() -> Vec<Vec<String>> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/notation.md");
    let text = std::fs::read_to_string(path).unwrap();
    let section = text.split("## Examples").nth(1).unwrap();
    let section = section.split("\n## ").next().unwrap();
    section
        .lines()
        .filter(|line| line.starts_with("| `"))
        .map(|line| {
            // A bar inside a cell is escaped.
            let line = line.replace("\\|", "\u{0}");
            let cells = line.trim_matches('|').split('|');
            cells
                .map(|cell| cell.trim().trim_matches('`').replace('\u{0}', "|"))
                .collect()
        })
        .collect()
}

#[test]
fn examples_are_true() {
    let examples = examples();
    assert!(examples.len() > 5, "{examples:?}");
    for example in examples {
        let [text, position, outcome, grundy, remoteness] = &example[..] else {
            panic!("{example:?}")
        };
        let rules = parse_rules(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let at: Vec<&str> = position.split(' ').collect();
        let at = parse_position(&rules, &at).unwrap();
        for plan in [Plan::default(), Plan::reference_only()] {
            let mut session = Session::with_plan(rules.clone(), &plan);
            let mut ask = |ask| {
                session
                    .ask(ask, &at, &Budget::default())
                    .unwrap()
                    .value
                    .unwrap()
            };
            assert_eq!(
                ask(Ask::Outcome).outcome().unwrap().to_string(),
                *outcome,
                "{text}"
            );
            assert_eq!(
                ask(Ask::Grundy).number().unwrap().to_string(),
                *grundy,
                "{text}"
            );
            assert_eq!(
                ask(Ask::Remoteness).number().unwrap().to_string(),
                *remoteness,
                "{text}"
            );
        }
    }
}
