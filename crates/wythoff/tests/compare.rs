//! Sets and tables side by side; marking lines against the reference.

use wythoff::Session;
use wythoff::budget::Budget;
use wythoff::cells::CellSet;
use wythoff::compare::{PRows, Settings, compare, members, parse_sides};
use wythoff::notation::{NoSources, parse_condition, parse_rules, parse_slice};
use wythoff::plan::Plan;

fn by_definition(rules: &str, slice: &str, condition: &str, size: usize) -> Vec<(usize, usize)> {
    let rules = parse_rules(rules).unwrap();
    let slice = parse_slice(&rules, slice).unwrap();
    let set = CellSet::new(
        rules.clone(),
        Some(slice),
        parse_condition(condition).unwrap(),
    )
    .unwrap();
    let mut session = Session::with_plan(rules, &Plan::reference_only());
    let (holds, _) = set
        .rows(&mut session, [size, size], &Budget::default())
        .unwrap();
    (0..size * size)
        .filter(|&i| holds[i])
        .map(|i| (i / size, i % size))
        .collect()
}

fn by_marking(finder: &PRows, size: usize) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    finder
        .walk(size, &Budget::default(), &mut |x, row| {
            found.extend(row.iter().map(|&y| (x, y as usize)));
            Ok(())
        })
        .unwrap();
    found
}

#[test]
fn marking_lines_finds_the_p_positions_of_the_definition() {
    let rows = [
        ("wythoff", "*,*"),
        ("wyt(1,2)", "*,*"),
        ("wyt(2,1)", "*,*"),
        ("wyt(3,2)", "*,*"),
        ("wyt(2,5)", "*,*"),
        ("nim(2)", "*,*"),
        ("nim(3)", "*,5,*"),
        ("nim(4)", "3,*,5,*"),
        ("king", "*,*"),
        ("knight", "*,*"),
        ("bishop", "*,*"),
        ("maharaja", "*,*"),
        ("steps(1,0; 0,2; 3,3; 2,5)", "*,*"),
        ("rays(1,0; 1,1)", "*,*"),
        ("rays(0,1)", "*,*"),
        ("wythoff.pass", "*,*,1"),
        ("wythoff.pass", "*,*,0"),
        ("wythoff.pass(3)", "*,*,3"),
        ("wyt(2,2).pass", "*,*,1"),
        ("bishop.pass", "*,*,1"),
        ("king.pass(2)", "*,*,2"),
        ("wythoff + nim(1)", "*,*,4"),
        ("(wythoff + nim(1)).pass", "*,*,1,1"),
        ("wythoff.until(x+y <= 2)", "*,*"),
        ("wythoff.until(2*x+3*y < 20)", "*,*"),
        ("wyt(2,3).until(x+y <= 5)", "*,*"),
        ("wythoff.until(x+y <= 3).pass", "*,*,1"),
        ("wythoff.pass.until(x+y <= 4)", "*,*,1"),
        ("wythoff.until(x+y <= 2) + nim(1)", "*,*,1"),
        ("wythoff.misere", "*,*"),
        ("wyt(2,3).misere", "*,*"),
        ("bishop.misere", "*,*"),
        ("knight.misere", "*,*"),
        ("wythoff.until(x+y <= 2).misere", "*,*"),
        ("wythoff.pass.misere", "*,*,1"),
    ];
    for (rules, slice) in rows {
        let parsed = parse_rules(rules).unwrap();
        let finder = PRows::new(&parsed, &parse_slice(&parsed, slice).unwrap())
            .unwrap_or_else(|| panic!("{rules} at {slice} is of the kind that can be marked"));
        assert_eq!(
            by_marking(&finder, 40),
            by_definition(rules, slice, "outcome=P", 40),
            "{rules} at {slice}"
        );
    }
}

#[test]
fn marking_lines_leaves_other_games_alone() {
    for (rules, slice) in [
        ("rays(1,2; 2,1)", "*,*"),
        ("wythoff.within(x < 9)", "*,*"),
        ("wythoff.until(x = 3)", "*,*"),
        ("wythoff.block(2)", "*,*"),
        ("euclid", "*,*"),
        ("nim(3)", "*,100,*"),
        ("steps(1,2; 2,1; 2,-1; -1,2)", "*,*"),
    ] {
        let parsed = parse_rules(rules).unwrap();
        assert!(
            PRows::new(&parsed, &parse_slice(&parsed, slice).unwrap()).is_none(),
            "{rules} at {slice}"
        );
    }
}

#[test]
fn a_heap_beside_the_game_finds_the_cells_of_one_grundy_value() {
    for (rules, slice) in [
        ("wythoff", "*,*"),
        ("wyt(2,3)", "*,*"),
        ("wythoff.pass", "*,*,1"),
        ("wythoff.until(x+y <= 2)", "*,*"),
        ("king", "*,*"),
    ] {
        let parsed = parse_rules(rules).unwrap();
        for value in [0, 1, 2, 5] {
            let slice_of = parse_slice(&parsed, slice).unwrap();
            let finder = PRows::of_grundy(&parsed, &slice_of, value).unwrap();
            let condition = format!("grundy={value}");
            assert_eq!(
                by_marking(&finder, 36),
                by_definition(rules, slice, &condition, 36),
                "{rules} at {slice}: {condition}"
            );
        }
    }
}

#[test]
fn members_are_the_same_by_formula_marking_and_table() {
    let budget = Budget::default();
    for (rules, condition) in [
        ("wythoff", "outcome=P"),
        ("wyt(2,3)", "outcome=N"),
        ("wythoff.until(x+y <= 4)", "outcome=P"),
        ("wythoff", "grundy=3"),
        ("wythoff", "remoteness<=7"),
        ("euclid", "outcome=P"),
        ("wythoff.pass", "outcome=N and grundy>2"),
    ] {
        let parsed = parse_rules(rules).unwrap();
        let condition_of = parse_condition(condition).unwrap();
        let set = CellSet::new(parsed, None, condition_of).unwrap();
        let (found, _) = members(&set, [48, 48], &Plan::default(), &budget).unwrap();
        let slice = set.slice.to_string();
        let expected = by_definition(rules, &slice, condition, 48);
        let mut row = Vec::new();
        let mut cells = Vec::new();
        for x in 0..48 {
            found.row_into(x, &mut row);
            cells.extend(row.iter().map(|&y| (x, y as usize)));
        }
        assert_eq!(cells, expected, "{rules} : {condition}");
        assert_eq!(found.count(), expected.len() as u64);
    }
}

#[test]
fn the_pass_theorem_has_fourteen_exceptions() {
    let [left, right] =
        parse_sides("wythoff.pass : outcome=P", "wythoff : grundy=1", &NoSources).unwrap();
    let settings = Settings {
        size: 3000,
        from: 8,
        distance: true,
        ..Settings::default()
    };
    let found = compare(
        &left,
        &right,
        &settings,
        &Plan::default(),
        &Budget::default(),
    )
    .unwrap();
    assert_eq!(found.differences, 14);
    assert_eq!(found.largest_coordinate, Some(7));
    assert_eq!(found.equal_from, Some(8));
    assert!(found.as_expected());
    assert_eq!(found.cells, 9_000_000);
    let only_left = [[0, 0], [1, 3], [3, 1], [2, 5], [5, 2], [6, 7], [7, 6]];
    let only_right = [[0, 1], [1, 0], [2, 2], [3, 6], [6, 3], [5, 7], [7, 5]];
    assert_eq!(found.only_left, only_left.map(|at| at.to_vec()));
    assert_eq!(found.only_right, only_right.map(|at| at.to_vec()));
    let tighter = Settings {
        from: 7,
        ..settings
    };
    let found = compare(
        &left,
        &right,
        &tighter,
        &Plan::default(),
        &Budget::default(),
    )
    .unwrap();
    assert!(!found.as_expected());
}

#[test]
fn cells_of_value_one_are_within_three_of_a_p_position() {
    let [left, right] =
        parse_sides("wythoff : grundy=1", "wythoff : outcome=P", &NoSources).unwrap();
    let settings = Settings {
        size: 5000,
        distance: true,
        ..Settings::default()
    };
    let found = compare(
        &left,
        &right,
        &settings,
        &Plan::default(),
        &Budget::default(),
    )
    .unwrap();
    let [there, back] = found.distances.unwrap();
    // First attained at index 57 of the cells of value 1.
    assert_eq!(there.greatest, Some((9, [93, 146])));
    assert_eq!(there.without + back.without, 0);
    let listed: u64 = there.histogram.iter().map(|(_, n)| n).sum();
    assert_eq!(listed + there.near_edge + there.beyond, there.measured);
    let [ones, _] = found.shapes.unwrap();
    assert_eq!(ones.members, there.measured);
    assert!(ones.mean_slope.unwrap().to_string().starts_with("1.61"));
}

#[test]
fn beatty_is_the_p_set_when_b_is_one_and_not_else() {
    for (a, rules, equal) in [
        (1, "wythoff", true),
        (3, "wyt(3,1)", true),
        (2, "wyt(2,2)", false),
    ] {
        let texts = [format!("{rules} : outcome=P"), format!("beatty({a})")];
        let [left, right] = parse_sides(&texts[0], &texts[1], &NoSources).unwrap();
        let plan = Plan::reference_only();
        let settings = Settings {
            size: 60,
            ..Settings::default()
        };
        let found = compare(&left, &right, &settings, &plan, &Budget::default()).unwrap();
        assert_eq!(found.differences == 0, equal, "{rules}");
        assert_eq!(found.equal_from, equal.then_some(0), "{rules}");
    }
}

#[test]
fn tables_are_compared_up_to_relabelling() {
    let plan = Plan::default();
    let budget = Budget::default();
    for (left, right, relabel, differences) in [
        (
            "wythoff.until(x+y <= 2).misere : grundy",
            "wythoff.until(x+y <= 2) : grundy",
            vec![(0, 1)],
            0,
        ),
        (
            "wythoff.misere : grundy",
            "wythoff : grundy",
            vec![(0, 1)],
            1,
        ),
        ("queen : remoteness", "wythoff : remoteness", vec![], 0),
    ] {
        let [left, right] = parse_sides(left, right, &NoSources).unwrap();
        let settings = Settings {
            size: 30,
            relabel,
            ..Settings::default()
        };
        let found = compare(&left, &right, &settings, &plan, &budget).unwrap();
        assert_eq!(found.differences.min(1), differences);
        assert_eq!(found.unlike.is_empty(), differences == 0);
        for unlike in &found.unlike {
            assert_ne!(unlike.left, unlike.right, "{unlike:?}");
        }
    }
}

#[test]
fn sides_that_cannot_be_compared_are_refused() {
    for (left, right) in [
        ("outcome=P", "grundy=1"),
        ("wythoff : outcome", "wythoff : outcome=P"),
        ("wythoff : size=3", "wythoff : outcome=P"),
        ("beatty(0)", "wythoff : outcome=P"),
        ("nim(1) : outcome=P", "wythoff : outcome=P"),
        ("nim(3) : outcome=P", "wythoff : outcome=P"),
        ("wythoff.block(2) : grundy=1", "wythoff : outcome=P"),
    ] {
        assert!(
            parse_sides(left, right, &NoSources).is_err(),
            "{left} / {right}"
        );
    }
    // One side may leave its rules to the other.
    let [left, right] = parse_sides("wythoff : grundy=0", "outcome=P", &NoSources).unwrap();
    let settings = Settings {
        size: 50,
        ..Settings::default()
    };
    let plan = Plan::default();
    let found = compare(&left, &right, &settings, &plan, &Budget::default()).unwrap();
    assert_eq!(found.differences, 0);
}
