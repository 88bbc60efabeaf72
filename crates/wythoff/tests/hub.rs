//! The one form of data against the games' own definitions, and every engine against the reference.

use std::collections::BTreeSet;

use proptest::prelude::*;
use wythoff::Session;
use wythoff::answer::Value;
use wythoff::budget::Budget;
use wythoff::engines::big_position;
use wythoff::explain::{ExplainReport, OfferReport};
use wythoff::notation::{parse_position, parse_rules, position_text};
use wythoff::plan::{Ask, Plan};
use wythoff::reference::Reference;
use wythoff::rules::{Cell, Plain, Rules, Ruleset};
use wythoff::values::{
    BirthdayValue, GrundyValue, Outcome, OutcomeValue, RemotenessValue, SuspenseValue,
};
use wythoff_testkit::rulesets::{rules_and_position, rulesets};

/// All cells of a box.
fn cells(largest: &[u64]) -> Vec<Cell> {
    largest.iter().fold(vec![Cell::new()], |cells, &most| {
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

#[track_caller]
fn check_lines(rules: &Rules, at: &Cell) {
    let plain = rules.plain();
    let Some(lines) = rules.lines() else {
        // Not every condition is a union of lines, and not every altered cell an end.
        let text = rules.to_string();
        assert!(
            text.contains("moves(") || text.contains(".set("),
            "{text} has no lines"
        );
        return;
    };
    let by_definition = plain.options(at).unwrap();
    let by_lines = lines.options(at).unwrap();
    assert_eq!(by_lines, by_definition, "options of {rules} at {at:?}");
    for option in &by_lines {
        assert!(
            lines.rank(option) < lines.rank(at),
            "rank of {rules}: {at:?} -> {option:?}"
        );
        assert!(
            plain.rank(option) < plain.rank(at),
            "plain rank of {rules}: {at:?} -> {option:?}"
        );
    }
}

#[test]
fn lines_are_the_games_they_come_from() {
    let mut texts: Vec<String> = Vec::new();
    for a in 1..=6 {
        for b in 1..=6 {
            texts.push(format!("wyt({a},{b})"));
        }
    }
    for text in [
        "nim(2)",
        "rays(1,0; 0,1; 1,1; 3,2)",
        "rays(2,1; 1,3)",
        "steps(1,2; 2,1; 2,-1; -1,2)",
        "rays(1,0; 2,-1)",
        "queen",
        "king",
        "rook",
        "knight",
        "bishop",
        "maharaja",
        "slow(2,1)",
        "wythoff.until(x+y <= 2)",
        "wythoff.within(x < 9 and y != 3)",
        "wyt(2,3).until(x*y = 6).within(x+y < 14)",
    ] {
        texts.push(text.to_string());
    }
    for text in &texts {
        let rules = parse_rules(text).unwrap();
        for at in cells(&[13, 12]) {
            check_lines(&rules, &at);
        }
    }
    for text in [
        "wythoff.pass",
        "wythoff.pass(3)",
        "wyt(2,1).until(x+y <= 2).pass",
        "wythoff.pass.until(x = 2 and p = 1)",
        "wythoff.within(x+y > 1).pass(2)",
        "wythoff + nim(1)",
        "wyt(1,2).until(x+y <= 3) + nim(1)",
        "nim(3)",
        "slow(3,2)",
        "rays(1,0,0; 0,1,1; 1,1,1)",
    ] {
        let rules = parse_rules(text).unwrap();
        for at in cells(&[7, 7, 3]) {
            check_lines(&rules, &at);
        }
    }
    for text in [
        "(wythoff + nim(1)).pass",
        "wythoff.pass + nim(1)",
        "wythoff.pass.pass(2)",
    ] {
        let rules = parse_rules(text).unwrap();
        for at in cells(&[4, 5, 2, 2]) {
            check_lines(&rules, &at);
        }
    }
}

/// What the reference, on the plain definition alone, says.
struct Judge {
    rules: Rules,
    outcome: Reference<Plain, OutcomeValue>,
    grundy: Reference<Plain, GrundyValue>,
    remoteness: Reference<Plain, RemotenessValue>,
    suspense: Reference<Plain, SuspenseValue>,
    birthday: Reference<Plain, BirthdayValue>,
}

impl Judge {
    fn new(rules: &Rules) -> Judge {
        let convention = rules.convention();
        Judge {
            rules: rules.clone(),
            outcome: Reference::new(rules.plain(), OutcomeValue(convention)),
            grundy: Reference::new(rules.plain(), GrundyValue(convention)),
            remoteness: Reference::new(rules.plain(), RemotenessValue(convention)),
            suspense: Reference::new(rules.plain(), SuspenseValue(convention)),
            birthday: Reference::new(rules.plain(), BirthdayValue),
        }
    }

    fn says(&mut self, ask: Ask, at: &Cell) -> String {
        let budget = Budget::default();
        let mut options = self.rules.plain().options(at).unwrap();
        match ask {
            Ask::Terminal => options.is_empty().to_string(),
            Ask::Outcome => self.outcome.value(at, &budget).unwrap().to_string(),
            Ask::Grundy => self.grundy.value(at, &budget).unwrap().to_string(),
            Ask::Remoteness => self.remoteness.value(at, &budget).unwrap().to_string(),
            Ask::Suspense => self.suspense.value(at, &budget).unwrap().to_string(),
            Ask::Birthday => self.birthday.value(at, &budget).unwrap().to_string(),
            Ask::Options => options.len().to_string(),
            Ask::WinningMoves => {
                options.retain(|o| self.outcome.value(o, &budget).unwrap() == Outcome::P);
                format!("{options:?}")
            }
            Ask::OptimalMoves => {
                let own = self.remoteness.value(at, &budget).unwrap();
                options.retain(|o| self.remoteness.value(o, &budget).unwrap() + 1 == own);
                format!("{options:?}")
            }
        }
    }
}

/// The text of an answer, as [`Judge::says`] gives it.
fn said(value: Value, place: &str) -> String {
    match value {
        Value::Truth(truth) => truth.to_string(),
        Value::Outcome(outcome) => outcome.to_string(),
        Value::Number(number) => number.to_string(),
        Value::Moves(moves) => {
            assert!(moves.complete, "{place}: not complete");
            let cell = |target: &Vec<dashu_int::UBig>| -> Cell {
                target.iter().map(|x| u64::try_from(x).unwrap()).collect()
            };
            format!(
                "{:?}",
                moves.targets.iter().map(cell).collect::<Vec<Cell>>()
            )
        }
    }
}

/// Every engine of the plan by itself, at some positions of one ruleset.
#[track_caller]
fn check_engines(text: &str, cells: &[Cell]) {
    let rules = parse_rules(text).unwrap();
    let budget = Budget::default();
    let mut judge = Judge::new(&rules);
    let mut sessions: Vec<(Plan, Session)> = Plan::default()
        .one_by_one()
        .map(|plan| (plan.clone(), Session::with_plan(rules.clone(), &plan)))
        .collect();
    for at in cells {
        for ask in Ask::ALL {
            let expected = judge.says(ask, at);
            for (plan, session) in &mut sessions {
                let answer = session.ask(ask, &big_position(at), &budget).unwrap();
                let place = format!("{text} at {at:?}: {ask:?} by {plan:?}, {}", answer.evidence);
                if let Some(value) = answer.value {
                    assert_eq!(said(value, &place), expected, "{place}");
                }
            }
        }
    }
}

#[test]
fn engines_agree_on_sums_and_formulas() {
    for text in [
        "wythoff",
        "wyt(2,3)",
        "wyt(3,2).misere",
        "wyt(1,3).misere",
        "wythoff.until(x+y <= 4)",
        "wyt(2,2).until(x+y <= 3)",
        "rook",
        "rook.misere",
        "rays(1,0; 0,1; 1,1)",
    ] {
        check_engines(text, &cells(&[9, 9]));
    }
    for text in [
        "rook + bishop",
        "queen + knight",
        "queen & king",
        "(queen & king).misere",
        "queen && king",
        "(queen && knight).misere",
        "king | knight",
        "(king | knight).misere",
        "(queen + king).misere",
    ] {
        check_engines(text, &cells(&[3, 2, 2, 3]));
    }
    for text in ["nim(3)", "nim(3).misere", "wythoff.pass", "euclid + nim(1)"] {
        check_engines(text, &cells(&[4, 4, 1]));
    }
}

#[test]
fn remoteness_formula_is_the_definition() {
    use wythoff::reference::CellMemory;
    use wythoff::rules::Convention;
    let budget = Budget::default();
    for a in 1..=6u64 {
        for b in 1..=6u64 {
            let rules = parse_rules(&format!("wyt({a},{b})")).unwrap();
            let memory = CellMemory::on_box(&[41, 41], &budget).unwrap();
            let mut reference = Reference::with_memory(
                &**rules.lines().unwrap(),
                RemotenessValue(Convention::Normal),
                memory,
            );
            let formula = wythoff::engines::known_game(&rules)
                .unwrap()
                .formula()
                .unwrap();
            for at in cells(&[40, 40]) {
                let by_definition = reference.value(&at, &budget).unwrap();
                let by_formula = formula.remoteness(&at[0].into(), &at[1].into());
                assert_eq!(by_formula, by_definition.into(), "{rules} at {at:?}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn random_rulesets_lower_to_their_definition((rules, at) in rules_and_position(9)) {
        let parsed = parse_rules(&rules.text).unwrap();
        check_lines(&parsed, &Cell::from_slice(&at));
    }

    #[test]
    fn random_rulesets_print_back(rules in rulesets(9)) {
        let parsed = parse_rules(&rules.text).unwrap();
        prop_assert_eq!(parse_rules(&parsed.to_string()).unwrap(), parsed);
    }

    #[test]
    fn notation_never_panics(text in "[a-z0-9(),;:.+&| <>=*^_-]{0,40}|\\PC{0,30}") {
        let _ = parse_rules(&text);
        let _ = wythoff::notation::parse_number(&text);
        let _ = wythoff::notation::parse_condition(&text);
        let _ = wythoff::notation::parse_probability(&text);
        let names: std::sync::Arc<[String]> = ["x", "y"].map(String::from).into();
        let _ = wythoff::notation::parse_predicate(&text, names);
    }

    #[test]
    fn almost_rulesets_never_panic(rules in rulesets(9), cut in 0usize..60, put in "[a-z0-9(),.+&| ]{0,3}") {
        let mut text = rules.text;
        let cut = cut.min(text.len());
        if text.is_char_boundary(cut) {
            text.insert_str(cut, &put);
        }
        if let Ok(parsed) = parse_rules(&text) {
            prop_assert_eq!(parse_rules(&parsed.to_string()).unwrap(), parsed);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn engines_agree_on_random_rulesets((rules, at) in rules_and_position(6)) {
        check_engines(&rules.text, &[Cell::from_slice(&at)]);
    }

    #[test]
    fn formulas_agree_with_the_reference_further_out(
        a in 1u64..9, b in 1u64..9, x in 0u64..90, y in 0u64..90, k in 0u64..9, misere in any::<bool>(),
    ) {
        let text = if misere { format!("wyt({a},{b}).misere") } else { format!("wyt({a},{b}).until(x+y <= {k})") };
        let rules = parse_rules(&text).unwrap();
        let at = Cell::from_slice(&[x, y]);
        let lines = rules.lines().unwrap().clone();
        let mut reference = Reference::new(&*lines, RemotenessValue(rules.convention()));
        let expected = reference.value(&at, &Budget::default()).unwrap();
        let formula = wythoff::engines::known_game(&rules).unwrap().formula().unwrap();
        prop_assert_eq!(formula.remoteness(&x.into(), &y.into()), expected.into(), "{} at {:?}", text, at);
    }
}

#[test]
fn grundy_values_of_two_piles_come_from_the_grid() {
    for (rules, at) in [
        ("wythoff", [15_000, 14_000]),
        ("wyt(2,3)", [3000, 40_000]),
        ("rays(1,0; 0,1; 1,2)", [20_000, 20_000]),
    ] {
        let session = Session::new(parse_rules(rules).unwrap());
        let report = ExplainReport::new(&session, &big_position(&at));
        let chosen = |offer: &&OfferReport| offer.question == "grundy" && offer.chosen;
        let offer = report.offers.iter().find(chosen).unwrap();
        assert_eq!(offer.engine, "grid", "{rules} at {at:?}");
        assert!(offer.cost.parse::<u64>().unwrap() < Budget::default().steps);
    }
}

#[test]
fn positions_read_and_print_the_same() {
    let rules = parse_rules("(wythoff + nim(1)).pass(2)").unwrap();
    let at = parse_position(&rules, &["10^3", "4", "1"]).unwrap();
    assert_eq!(position_text(&rules, &at), ["1000", "4", "1", "2"]);
    let messages: BTreeSet<String> = [
        vec!["1", "2"],
        vec!["1", "2", "3", "3"],
        vec!["1", "2", "3", "1", "1"],
        vec!["1", "x", "3"],
    ]
    .iter()
    .map(|texts| parse_position(&rules, texts).unwrap_err().to_string())
    .collect();
    assert_eq!(messages.len(), 4, "{messages:?}");
}
