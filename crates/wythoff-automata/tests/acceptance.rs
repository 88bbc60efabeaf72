//! Theorems with known state counts: guessed from tables, proved, counted.
//!
//! State counts are those of minimal automata, most significant digit first, without the dead state.

use std::sync::Arc;

use wythoff_automata::{
    AttemptOutcome, Budget, Condition, Error, Game, Guess, Numeration, Rel, Search, Statement,
    Table, Value, Verdict, compare, iota, largest_distance, learn, learn_near_edge, search,
    tabulate, within, wyt_remoteness,
};

fn zeckendorf() -> Arc<Numeration> {
    Numeration::zeckendorf().unwrap()
}

fn until(k: i64) -> Game {
    Game::wyt(1, 1).until(&Condition::total_at_most(2, k))
}

#[track_caller]
fn proved_in(numeration: &Arc<Numeration>, game: Game, value: Value) -> Vec<Rel> {
    let statement = Statement {
        game,
        numeration: numeration.clone(),
        value,
    };
    let budget = Budget::default();
    let found = search(&statement, &Search::default(), &budget).unwrap();
    assert!(found.is_proved(&statement), "open: {:?}", found.attempts);
    // What the search proved part by part holds as a whole.
    assert_eq!(statement.check(&found.proved, &budget), Ok(Verdict::Proved));
    found.proved
}

#[track_caller]
fn proved(game: Game, value: Value) -> Rel {
    proved_in(&zeckendorf(), game, value).pop().unwrap()
}

#[track_caller]
fn check_shape(rel: &Rel, shape: (usize, usize, usize), counts: &[u128]) {
    let dfa = rel.dfa();
    assert_eq!((dfa.states(), dfa.accepting(), dfa.transitions()), shape);
    assert_eq!(rel.counts(counts.len()).unwrap(), counts);
}

#[test]
fn a02_wythoff() {
    let p = proved(Game::wyt(1, 1), Value::Outcome);
    check_shape(
        &p,
        (7, 3, 13),
        &[1, 1, 3, 3, 7, 9, 17, 25, 43, 67, 111, 177, 289],
    );
}

#[test]
fn a03_a04_terminal_triangle() {
    let p = proved(until(2), Value::Outcome);
    check_shape(
        &p,
        (28, 12, 44),
        &[1, 4, 6, 6, 8, 12, 18, 28, 44, 70, 112, 180, 290],
    );
    let ones = proved(until(2), Value::Grundy(1));
    check_shape(
        &ones,
        (21, 5, 37),
        &[0, 0, 2, 5, 7, 9, 17, 25, 43, 67, 111, 177, 289],
    );
}

#[test]
fn a05_ten_cells() {
    let budget = Budget::default();
    let wythoff = proved(Game::wyt(1, 1), Value::Outcome);
    let mut ten: Vec<Vec<u64>> = vec![vec![0, 0], vec![4, 4]];
    for (x, y) in [(0, 3), (3, 5), (4, 7), (5, 7)] {
        ten.extend([vec![x, y], vec![y, x]]);
    }
    ten.sort();
    for other in [
        proved(until(2).misere(), Value::Outcome),
        proved(until(2), Value::Grundy(1)),
    ] {
        assert_eq!(other.states(), 21);
        let comparison = compare(&other, &wythoff, &budget).unwrap();
        let mut cells = comparison.only_left.clone().unwrap();
        cells.extend(comparison.only_right.clone().unwrap());
        cells.sort();
        assert_eq!(cells, ten);
        assert_eq!(comparison.equal_from(), Some(8));
    }
}

#[test]
fn a06_terminal_triangles() {
    let normal = [7, 5, 28, 33, 55, 80, 109, 121, 142, 161, 201];
    let misere = [13, 22, 21, 22, 39, 37, 46, 54, 56, 56, 60];
    for k in 0..=10 {
        assert_eq!(
            proved(until(k), Value::Outcome).states(),
            normal[k as usize],
            "normal, k = {k}"
        );
        assert_eq!(
            proved(until(k).misere(), Value::Outcome).states(),
            misere[k as usize],
            "misère, k = {k}"
        );
    }
}

#[test]
fn a07_to_a10_pass_and_grundy_one() {
    let budget = Budget::default();
    let ones = proved(Game::wyt(1, 1), Value::Grundy(1));
    check_shape(
        &ones,
        (825, 162, 1502),
        &[0, 2, 3, 3, 7, 9, 17, 27, 41, 67, 109, 179, 289],
    );
    let pass = proved(Game::wyt(1, 1).with_pass(), Value::Outcome);
    check_shape(
        &pass,
        (815, 160, 1484),
        &[1, 1, 1, 3, 7, 9, 17, 27, 41, 67, 109, 179, 289],
    );
    // One extra stone: the same cells as Grundy value 1.
    assert_eq!(proved(Game::wyt(1, 1).with_stone(), Value::Outcome), ones);

    let comparison = compare(&pass, &ones, &budget).unwrap();
    assert_eq!(comparison.differences(), Some(14));
    assert_eq!(comparison.equal_from(), Some(8));
    let mut cells = [
        comparison.only_left.unwrap(),
        comparison.only_right.unwrap(),
    ]
    .concat();
    cells.sort();
    let mut expected = vec![vec![0, 0], vec![2, 2]];
    for (x, y) in [(0, 1), (1, 3), (2, 5), (3, 6), (5, 7), (6, 7)] {
        expected.extend([vec![x, y], vec![y, x]]);
    }
    expected.sort();
    assert_eq!(cells, expected);

    let wythoff = proved(Game::wyt(1, 1), Value::Outcome);
    assert_eq!(
        largest_distance(&pass, &wythoff, 20, &budget).unwrap(),
        Some(9)
    );
    let beyond = within(&pass, &wythoff, 8, &budget).unwrap();
    assert!(
        beyond.smallest().is_some_and(|cell| pass.contains(&cell)),
        "distance √8 fails at a P-position"
    );
}

#[test]
fn a11_a14_remoteness_of_wythoff() {
    let budget = Budget::default();
    let relation = proved(Game::wyt(1, 1), Value::Remoteness);
    let squares: Vec<u128> = relation.numeration().weights()[..12]
        .iter()
        .map(|&w| (w * w) as u128)
        .collect();
    let mut counts = vec![1];
    counts.extend(&squares[1..]);
    check_shape(&relation, (712, 134, 2086), &counts);
    let wythoff = proved(Game::wyt(1, 1), Value::Outcome);
    assert_eq!(
        wyt_remoteness(&wythoff, 1, 1, 0, &budget).unwrap(),
        relation
    );
    assert_eq!(iota(&wythoff, 1, 1, 0, &budget).unwrap().states(), 17);
    let even = Rel::linear(&zeckendorf(), &[('r', 1), ('h', -2)], &[0], &budget)
        .unwrap()
        .exists('h', &budget)
        .unwrap();
    assert_eq!(
        relation
            .and(&even, &budget)
            .unwrap()
            .exists('r', &budget)
            .unwrap(),
        wythoff
    );
}

#[test]
fn a12_a13_remoteness_of_terminal_triangles() {
    let budget = Budget::default();
    check_shape(
        &proved(until(2), Value::Remoteness),
        (890, 154, 2706),
        &[1, 4, 9, 25, 64],
    );
    for (k, states) in [(1, 514), (3, 1319), (4, 1875)] {
        // From the formula; the check against Smith's rule makes it a theorem for this k.
        let p = proved(until(k), Value::Outcome);
        let relation = wyt_remoteness(&p, 1, 1, k as u32, &budget).unwrap();
        assert_eq!(relation.states(), states, "k = {k}");
        let statement = Statement {
            game: until(k),
            numeration: zeckendorf(),
            value: Value::Remoteness,
        };
        assert_eq!(
            statement.check(&[relation], &budget),
            Ok(Verdict::Proved),
            "k = {k}"
        );
    }
}

#[test]
fn a15_blocking() {
    assert_eq!(
        proved(Game::wyt(1, 1).blocked(2), Value::Outcome).states(),
        73
    );
    assert_eq!(
        proved(Game::wyt(1, 1).blocked(3), Value::Outcome).states(),
        28
    );
}

#[test]
fn a16_a17_other_wyt() {
    let budget = Budget::default();
    for (a, b, numeration, states, remoteness) in [
        (2, 1, Numeration::quadratic(2).unwrap(), 9, 419),
        (3, 1, Numeration::quadratic(3).unwrap(), 11, 1537),
        (2, 2, zeckendorf(), 19, 1772),
    ] {
        let p = proved_in(&numeration, Game::wyt(a.into(), b.into()), Value::Outcome)
            .pop()
            .unwrap();
        assert_eq!(p.states(), states, "wyt({a},{b})");
        let relation = wyt_remoteness(&p, a, b, 0, &budget).unwrap();
        assert_eq!(relation.states(), remoteness, "wyt({a},{b})");
        let statement = Statement {
            game: Game::wyt(a.into(), b.into()),
            numeration,
            value: Value::Remoteness,
        };
        assert_eq!(
            statement.check(&[relation], &budget),
            Ok(Verdict::Proved),
            "wyt({a},{b})"
        );
    }
}

#[test]
fn a18_padovan() {
    let p = proved_in(
        &Numeration::padovan().unwrap(),
        Game::wyt(1, 2),
        Value::Outcome,
    )
    .pop()
    .unwrap();
    assert_eq!(p.states(), 232);
}

#[test]
fn a19_wrong_claims_are_refuted() {
    let budget = Budget::default();
    let statement = Statement {
        game: Game::wyt(1, 1),
        numeration: zeckendorf(),
        value: Value::Remoteness,
    };
    let tables = tabulate(&statement.game, Value::Remoteness, 28657).unwrap();
    let tracks = statement.tracks();
    let Guess::Closed(short) =
        learn(tables[0].window(), &zeckendorf(), &tracks, 6, &budget).unwrap()
    else {
        panic!("tail 6 closes up")
    };
    let Verdict::Refuted(counterexample) = statement
        .check(std::slice::from_ref(&short), &budget)
        .unwrap()
    else {
        panic!(
            "a relation of {} states from tails of length 6 is wrong",
            short.states()
        )
    };
    let (x, y) = (counterexample.cell[0], counterexample.cell[1]);
    // The reference: the definition, on the box below the cell.
    let side = x.max(y) as u32 + 1;
    let Table::Indexed(truth) = &tables[0] else {
        panic!("a table of indices")
    };
    let end = Condition::All(vec![Condition::total_at_most(2, 0)]);
    let dense = tabulate(&Game::wyt(1, 1).until(&end), Value::Remoteness, side).unwrap();
    let Table::Function(dense) = &dense[0] else {
        panic!("a dense table")
    };
    let right = u64::from(dense.at(x as usize, y as usize).unwrap());
    assert_eq!(truth.remoteness(x, y), right);
    let claims: Vec<u64> = (0..=x + y)
        .filter(|&r| short.contains(&[r, x, y]))
        .collect();
    assert_ne!(claims, [right], "{counterexample:?}");

    let triangle = proved(until(2), Value::Outcome);
    let outcome = Statement {
        value: Value::Outcome,
        ..statement
    };
    let Verdict::Refuted(counterexample) = outcome.check(&[triangle], &budget).unwrap() else {
        panic!()
    };
    assert_eq!(counterexample.cell, [0, 1]);
    assert!(counterexample.claimed);
}

#[test]
fn a20_wrong_guesses_stop_within_their_cap() {
    let game = Game::wyt(1, 1).blocked(2);
    let statement = Statement {
        game,
        numeration: zeckendorf(),
        value: Value::Outcome,
    };
    let tables = tabulate(&statement.game, Value::Outcome, 2584).unwrap();
    let budget = Budget::default();
    let mut stopped = 0;
    for tail in 0..4 {
        let guess = learn(
            tables[0].window(),
            &zeckendorf(),
            &statement.tracks(),
            tail,
            &budget,
        )
        .unwrap();
        let Guess::Closed(rel) = guess else { continue };
        let cap = Budget::new(20_000, 1 << 30);
        match statement.check(&[rel], &cap) {
            Ok(Verdict::Proved) => panic!("tail {tail} is too short"),
            Ok(Verdict::Refuted(_)) => {}
            Err(error @ Error::Budget { .. }) => {
                stopped += 1;
                assert!(
                    error.to_string().contains("beyond the limit of 20000"),
                    "{error}"
                );
            }
            Err(error) => panic!("{error}"),
        }
        assert!(cap.peak() <= 20_001);
    }
    assert!(stopped > 0, "some wrong guess explodes");
    let found = search(
        &statement,
        &Search {
            tails: (0, 9),
            ..Search::default()
        },
        &budget,
    )
    .unwrap();
    assert!(
        found.is_proved(&statement),
        "the right one is found all the same"
    );
    assert!(
        found
            .attempts
            .iter()
            .any(|a| matches!(a.outcome, AttemptOutcome::Disagrees { .. }))
    );
}

#[test]
fn a_small_table_suffices_near_its_edge() {
    let statement = Statement {
        game: Game::wyt(1, 1),
        numeration: zeckendorf(),
        value: Value::Grundy(1),
    };
    let budget = Budget::new(400_000, 1 << 30);
    let tables = tabulate(&statement.game, statement.value, 317_811).unwrap();
    let tracks = statement.tracks();
    let full = learn(tables[1].window(), &zeckendorf(), &tracks, 11, &budget).unwrap();
    assert!(
        matches!(full, Guess::Open(_)),
        "tails of length 11 need ten times the table"
    );
    let near =
        learn_near_edge(tables[1].window(), &zeckendorf(), &tracks, (7, 11), &budget).unwrap();
    let Guess::Closed(ones) = near else {
        panic!("shorter tails near the edge close up")
    };
    assert_eq!(ones.states(), 825);
    let zeros = proved(Game::wyt(1, 1), Value::Outcome);
    assert_eq!(
        statement.check(&[zeros, ones], &budget),
        Ok(Verdict::Proved)
    );
}
