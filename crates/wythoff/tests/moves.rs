//! Moves by a condition and altered cells against the definition, written out once more here.

use std::collections::HashMap;

use proptest::prelude::*;
use wythoff::budget::Budget;
use wythoff::engines::{big_position, known_game};
use wythoff::notation::parse_rules;
use wythoff::plan::{Ask, Plan};
use wythoff::reference::Reference;
use wythoff::rules::{Cell, Game, Rules, Ruleset, cell};
use wythoff::table::{Cells, Window};
use wythoff::values::GrundyValue;
use wythoff::{ErrorKind, Session};

fn rules(text: &str) -> Rules {
    parse_rules(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The options of two piles by a rule written in Rust.
fn by_hand(x: u64, y: u64, allowed: &dyn Fn(u64, u64, u64, u64) -> bool) -> Vec<Cell> {
    let mut options = Vec::new();
    for u in 0..=x {
        for v in 0..=y {
            if (u, v) != (x, y) && allowed(x, y, u, v) {
                options.push(cell(&[u, v]));
            }
        }
    }
    options
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[test]
fn options_are_those_that_the_condition_allows() {
    type Allowed = dyn Fn(u64, u64, u64, u64) -> bool;
    let cases: [(&str, &Allowed); 8] = [
        ("moves(e,f: e = 0 or f = 0 or e = f)", &|x, y, u, v| {
            u == x || v == y || x - u == y - v
        }),
        ("moves(a,b: |a-b| < 2 or min(a,b) < 3)", &|x, y, u, v| {
            (x - u).abs_diff(y - v) < 2 || (x - u).min(y - v) < 3
        }),
        (
            "moves(let k = 3; e,f: e*k = f or gcd(e,f) = k)",
            &|x, y, u, v| (x - u) * 3 == y - v || gcd(x - u, y - v) == 3,
        ),
        ("moves(let k = -2; e,f: e+k = f)", &|x, y, u, v| {
            x - u == y - v + 2
        }),
        ("moves(e,f: e xor f = 1 and e mod 4 != 2)", &|x, y, u, v| {
            (x - u) ^ (y - v) == 1 && (x - u) % 4 != 2
        }),
        (
            "moves(x,y -> u,v: u = x or v = y or x-u = y-v)",
            &|x, y, u, v| u == x || v == y || x - u == y - v,
        ),
        (
            "moves(x,y -> u,v: u+v < 5 and (x+y)/3 = u+1 or v = y and u = x/2)",
            &|x, y, u, v| u + v < 5 && (x + y) / 3 == u + 1 || v == y && u == x / 2,
        ),
        (
            "moves(x,y -> u,v: v != 0 and y/v = 2 and max(u,v) = u)",
            &|_, y, u, v| v != 0 && y / v == 2 && u >= v,
        ),
    ];
    for (text, allowed) in cases {
        let plain = rules(text).plain();
        for x in 0..20 {
            for y in [0, 1, 2, 5, 8, 13, 70] {
                let expected = by_hand(x, y, allowed);
                assert_eq!(
                    plain.options(&cell(&[x, y])).unwrap(),
                    expected,
                    "{text} at ({x}, {y})"
                );
            }
        }
    }
}

#[test]
fn one_pile_and_three_piles() {
    let one = rules("moves(e: e = 1 or e = 4)").plain();
    assert_eq!(one.options(&cell(&[6])).unwrap(), [cell(&[2]), cell(&[5])]);
    let nim = rules("moves(e,f,g: (e=0 and f=0) or (e=0 and g=0) or (f=0 and g=0))");
    for at in [[0, 0, 0], [3, 1, 2], [5, 4, 7]] {
        let expected = rules("nim(3)").plain().options(&cell(&at)).unwrap();
        assert_eq!(nim.plain().options(&cell(&at)).unwrap(), expected);
    }
    assert_eq!(nim.lines().unwrap().families().len(), 3);
}

#[test]
fn conditions_that_are_lines_at_all_sizes_are_seen() {
    for (text, known) in [
        ("moves(e,f: e = 0 or f = 0 or e = f)", "wythoff"),
        ("moves(e,f: min(e,f) = 0 or not e != f)", "wythoff"),
        ("moves(e,f: e*2 = 2*f or f < 1 or e < 1)", "wythoff"),
        ("moves(x,y -> u,v: u = x or v = y or x-u = y-v)", "wythoff"),
        ("moves(x,y -> u,v: x = u or y = v or x+v = u+y)", "wythoff"),
        ("moves(e,f: |e-f| < 2 or min(e,f) < 3)", "wyt(2,3)"),
        (
            "moves(let a = 4; e,f: max(e,f) < min(e,f)+a or e*f = 0 or e = 0)",
            "",
        ),
        (
            "moves(let a = 4; e,f: max(e,f) < min(e,f)+a or min(e,f) = 0)",
            "wyt(4,1)",
        ),
        (
            "moves(e,f: |e-f| < 7 or min(e,f) < 5).misere",
            "wyt(7,5).misere",
        ),
        (
            "moves(e,f: e = 0 or f = 0 or e = f).until(x+y <= 3)",
            "wythoff.until(x+y <= 3)",
        ),
        ("moves(e,f: e = 0 or f = 0)", ""),
        (
            "moves(e,f: e mod 2 = 1 and f = 0 or e = f and e mod 3 = 0)",
            "",
        ),
        ("moves(e,f: e+f <= 3 or e = f+2)", ""),
    ] {
        let found = rules(text);
        if text.contains("e*f") {
            assert!(found.lines().is_none(), "{text}");
            continue;
        }
        let lines = found.lines().unwrap_or_else(|| panic!("{text}: no lines"));
        let plain = found.plain();
        for x in 0..22 {
            for y in 0..22 {
                let at = cell(&[x, y]);
                assert_eq!(
                    lines.options(&at).unwrap(),
                    plain.options(&at).unwrap(),
                    "{text} at {at:?}"
                );
            }
        }
        assert!(
            text.contains("mod") || text.contains("f+2") || found.is_symmetric(),
            "{text}"
        );
        if !known.is_empty() {
            assert!(known_game(&found).is_some(), "{text}");
            assert_eq!(known_game(&found), known_game(&rules(known)), "{text}");
        }
    }
    for text in [
        "moves(e,f: e <= f)",
        "moves(e,f: e mod 2 = 0)",
        "moves(e,f: 2*e = f or e*f = 0)",
        "moves(x,y -> u,v: u = x or v = y or u = v)",
    ] {
        assert!(rules(text).lines().is_none(), "{text}");
    }
}

#[test]
fn a_box_of_lines_runs_on_the_dense_engine() {
    let text = "moves(e,f: e*f = 0 or 2*e = f or e = 2*f or e = f)";
    let mut session = Session::new(rules(text));
    let slice = wythoff::notation::Slice::default_of(session.rules()).unwrap();
    let window = Window::new(slice, Default::default(), [150, 150]).unwrap();
    let answer = session
        .table(Ask::Grundy, &window, &Budget::default())
        .unwrap();
    let said = answer.evidence.to_string();
    assert!(
        said.contains("grid") && said.contains("whole box"),
        "{said}"
    );
    let Some(Cells::Small(cells)) = answer.value else {
        panic!("no values")
    };
    let lines = rules("rays(1,0; 0,1; 1,2; 2,1; 1,1)");
    let mut reference = Reference::new(
        &**lines.lines().unwrap(),
        GrundyValue(wythoff::rules::Convention::Normal),
    );
    for (i, value) in cells.iter().enumerate().step_by(7) {
        let at = cell(&[(i / 150) as u64, (i % 150) as u64]);
        assert_eq!(
            reference.value(&at, &Budget::default()).unwrap(),
            *value,
            "{at:?}"
        );
    }
}

#[test]
fn what_cannot_be_evaluated_names_the_position() {
    let budget = Budget::default();
    for (text, at, what) in [
        ("moves(e,f: e/f = 2)", [3, 4], "divides by zero"),
        (
            "moves(e,f: 1000000000000*e*e*e*e*e > f)",
            [9000, 2],
            "64-bit",
        ),
        ("moves(x,y -> u,v: x/v = 2)", [3, 4], "divides by zero"),
        (
            "moves(e,f: e = 0 or f = 0 or e/(f-3) = 1).until(x+y < 2)",
            [5, 5],
            "divides by zero",
        ),
    ] {
        for plan in Plan::default().one_by_one() {
            let mut session = Session::with_plan(rules(text), &plan);
            match session.ask(Ask::Outcome, &big_position(&at), &budget) {
                Ok(answer) => assert!(answer.value.is_none(), "{text}: {plan:?}"),
                Err(error) => {
                    assert_eq!(error.kind(), ErrorKind::Evaluation, "{text}: {error}");
                    assert!(error.message().contains(what), "{text}: {error}");
                    assert!(error.message().contains(" at ["), "{text}: {error}");
                }
            }
        }
        let mut session = Session::new(rules(text));
        assert!(
            session
                .ask(Ask::Outcome, &big_position(&at), &budget)
                .is_err(),
            "{text}"
        );
    }
}

#[test]
fn what_would_take_too_long_is_refused_with_its_cost() {
    let mut session = Session::new(rules("moves(x,y -> u,v: u = x or v = y or u = v)"));
    let at = big_position(&[1_000_000_000_000, 1_000_000_000_000]);
    for ask in Ask::ALL {
        let answer = session.ask(ask, &at, &Budget::default()).unwrap();
        assert!(answer.value.is_none(), "{ask:?}");
        assert!(
            answer.evidence.to_string().contains("options"),
            "{}",
            answer.evidence
        );
    }
}

#[test]
fn moves_print_back_and_mistakes_have_a_place() {
    for (text, printed) in [
        ("moves( e , f : e=0 )", "moves(e,f: e = 0)"),
        (
            "moves(let k=3; let m = -1; e,f: |e-f|<k+m)",
            "moves(let k = 3; let m = -1; e,f: abs(e-f) < k+m)",
        ),
        ("moves(x,y → u,v: u = x)", "moves(x,y -> u,v: u = x)"),
        (
            "(moves(p,q: p = 2*q).pass(2) + nim(1)).misere",
            "(moves(p,q: p = 2*q).pass(2) + nim(1)).misere",
        ),
        (
            "wythoff.set(3,5=P;1,1=N).misere",
            "wythoff.set(3,5 = P; 1,1 = N).misere",
        ),
        ("wythoff.pass.set(3,5 = 4)", "wythoff.pass.set(3,5,1 = 4)"),
    ] {
        let once = rules(text);
        assert_eq!(once.to_string(), printed, "{text}");
        assert_eq!(rules(printed), once, "{text}");
    }
    for (text, start, word) in [
        ("moves(e,f |e-f| < 2)", 10, "':'"),
        ("moves(e,f: e < g)", 15, "one of e, f"),
        ("moves(e,e: e = 1)", 8, "twice"),
        ("moves(e,min: e = 1)", 8, "expected a name"),
        ("moves(x,y -> u: u = x)", 13, "expected 2"),
        ("moves(e,f: e)", 11, "condition"),
        ("moves(let k = x; e: e = k)", 14, "whole number"),
        ("moves(let k = 3 e: e = k)", 16, "';'"),
        ("moves()", 6, "a name"),
        ("move(e: e = 1)", 0, "did you mean 'moves'"),
        ("wythoff.set(3 = P)", 12, "expected 2"),
        ("wythoff.set(3,5 = Q)", 18, "P, N or a Grundy value"),
        ("wythoff.set(3,5 = P; 3,5 = N)", 0, "twice"),
        ("wythoff.set(3,5 = P).pass", 21, "comes after set"),
        ("wythoff.set(3,5 = P) + nim(1)", 0, "whole game"),
        ("wythoff.set(3,5 = 2).block(2)", 0, "outcomes only"),
    ] {
        let error = parse_rules(text).unwrap_err();
        assert_eq!(
            error.span().map(|span| span.start),
            Some(start),
            "{text}: {error}"
        );
        let said = format!("{error} / {}", error.advice().unwrap_or_default());
        assert!(said.contains(word), "{text}: {said}");
    }
}

/// Values where altered cells are nim heaps, from the definition: (outcome is N, Grundy value, remoteness).
fn altered_values(
    options: &dyn Fn(&Cell) -> Vec<Cell>,
    altered: &HashMap<Cell, u64>,
    misere: bool,
    at: &Cell,
    known: &mut HashMap<Cell, (bool, u64, u64)>,
) -> (bool, u64, u64) {
    fn of(options: &[(bool, u64, u64)], misere: bool) -> (bool, u64, u64) {
        if options.is_empty() {
            return (misere, u64::from(misere), 0);
        }
        let wins = options.iter().any(|(n, _, _)| !n);
        let grundy = (0..)
            .find(|g| options.iter().all(|(_, h, _)| g != h))
            .unwrap();
        let good = options
            .iter()
            .map(|o| o.2)
            .filter(|r| (r % 2 == 1) == misere)
            .min();
        let worst = options.iter().map(|o| o.2).max().unwrap();
        (wins, grundy, 1 + good.unwrap_or(worst))
    }
    if let Some(value) = known.get(at) {
        return *value;
    }
    let value = if let Some(&stones) = altered.get(at) {
        let mut heaps = Vec::new();
        for _ in 0..=stones {
            let next = of(&heaps, misere);
            heaps.push(next);
        }
        heaps[stones as usize]
    } else {
        let below: Vec<_> = options(at)
            .iter()
            .map(|option| altered_values(options, altered, misere, option, known))
            .collect();
        of(&below, misere)
    };
    known.insert(at.clone(), value);
    value
}

#[test]
fn altered_cells_decide_what_follows() {
    for (text, inner, cells, misere) in [
        (
            "wythoff.set(1,2 = N)",
            "wythoff",
            vec![(vec![1, 2], 1)],
            false,
        ),
        (
            "wythoff.set(3,5 = P; 1,1 = P)",
            "wythoff",
            vec![(vec![3, 5], 0), (vec![1, 1], 0)],
            false,
        ),
        (
            "wyt(2,1).set(3,5 = 4; 1,2 = N)",
            "wyt(2,1)",
            vec![(vec![3, 5], 4), (vec![1, 2], 1)],
            false,
        ),
        (
            "wythoff.set(1,2 = P; 0,0 = P).misere",
            "wythoff",
            vec![(vec![1, 2], 1), (vec![0, 0], 1)],
            true,
        ),
        (
            "wythoff.set(2,2 = N; 4,5 = 0).misere",
            "wythoff",
            vec![(vec![2, 2], 0), (vec![4, 5], 1)],
            true,
        ),
        (
            "moves(x,y -> u,v: u < x/2 or v = y-1 and u = x).set(1,1 = N)",
            "moves(x,y -> u,v: u < x/2 or v = y-1 and u = x)",
            vec![(vec![1, 1], 1)],
            false,
        ),
    ] {
        let parsed = rules(text);
        let plain = rules(inner).plain();
        let altered: HashMap<Cell, u64> = cells
            .iter()
            .map(|(at, stones)| (Cell::from_slice(at), *stones))
            .collect();
        let options = |at: &Cell| plain.options(at).unwrap();
        let mut known = HashMap::new();
        let budget = Budget::default();
        for plan in std::iter::once(Plan::default()).chain(Plan::default().one_by_one()) {
            let mut session = Session::with_plan(parsed.clone(), &plan);
            for x in 0..9 {
                for y in 0..9 {
                    let at = cell(&[x, y]);
                    let (n, grundy, remoteness) =
                        altered_values(&options, &altered, misere, &at, &mut known);
                    let expected = [
                        (Ask::Outcome, if n { "N".into() } else { "P".to_string() }),
                        (Ask::Grundy, grundy.to_string()),
                        (Ask::Remoteness, remoteness.to_string()),
                    ];
                    for (ask, expected) in expected {
                        let answer = session.ask(ask, &big_position(&at), &budget).unwrap();
                        let said = answer.value.map(|value| match ask {
                            Ask::Outcome => value.outcome().unwrap().to_string(),
                            _ => value.number().unwrap().to_string(),
                        });
                        if let Some(said) = said {
                            assert_eq!(said, expected, "{text} at {at:?}: {ask:?} by {plan:?}");
                        } else {
                            assert_ne!(plan.engine_names(), Plan::default().engine_names());
                        }
                    }
                }
            }
        }
    }
    // Blocking: an N cell offers k winning options.
    let mut session = Session::new(rules("wythoff.set(0,1 = N).block(2)"));
    let outcome = |session: &mut Session, at: [u64; 2]| {
        let answer = session
            .ask(Ask::Outcome, &big_position(&at), &Budget::default())
            .unwrap();
        answer.value.unwrap().outcome().unwrap().to_string()
    };
    assert_eq!(outcome(&mut session, [0, 1]), "N");
    assert_eq!(outcome(&mut session, [0, 2]), "P");
}

#[test]
fn cells_set_to_p_are_ends_and_stay_fast() {
    let set = rules("wythoff.set(3,5 = P; 5,3 = P)");
    assert!(set.lines().is_some() && set.is_symmetric());
    assert!(rules("wythoff.set(3,5 = N)").lines().is_none());
    assert!(known_game(&set).is_none());
    let Game::Set { cells, .. } = set.game() else {
        panic!("{set}")
    };
    assert_eq!(cells.len(), 2);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Whatever is seen to be lines, at all sizes or on a box, is what the condition says.
    #[test]
    fn random_conditions_are_their_lines(
        text in wythoff_testkit::rulesets::removals(), x in 0u64..40, y in 0u64..40,
    ) {
        let parsed = rules(&text);
        let at = cell(&[x, y]);
        let expected = parsed.plain().options(&at).unwrap();
        if let Some(lines) = parsed.lines() {
            prop_assert_eq!(lines.options(&at).unwrap(), expected.clone(), "{} at {:?}", text, at);
        }
        let largest = [x.max(20), y.max(25)];
        if let Some(on_box) = parsed.on_box(&largest, &Budget::default()).unwrap() {
            let lines = on_box.lines().unwrap();
            prop_assert_eq!(lines.options(&at).unwrap(), expected, "{} at {:?}", text, at);
            prop_assert!(!parsed.is_symmetric() || largest[0] != largest[1] || on_box.is_symmetric());
        }
    }
}
