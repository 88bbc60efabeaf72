//! Tests: changed automata must be refused, with a cell that the definition confirms.

use crate::slow::Random;
use crate::{
    Budget, Condition, Counterexample, Game, Numeration, Rel, Search, Statement, Value, Verdict,
    search,
};

/// The definition, cell by cell: P exactly when no option is P (normal play) on the box below `side`.
fn p_positions(game: &Game, side: usize) -> Vec<Vec<bool>> {
    let mut p = vec![vec![false; side]; side];
    for x in 0..side {
        for y in 0..side {
            let options = game.options(&[x as i64, y as i64]);
            p[x][y] = options.iter().all(|to| !p[to[0] as usize][to[1] as usize])
                && !(game.misere && options.is_empty());
        }
    }
    p
}

fn mutant(proved: &Rel, random: &mut Random, budget: &Budget<'_>) -> Option<Rel> {
    let mut raw = proved.dfa().raw();
    let slot = raw.letters + random.below(raw.next.len() - raw.letters);
    raw.next[slot] = random.below(raw.accept.len()) as u32;
    let reachable = crate::dfa::canonical(&raw).raw();
    let rel = Rel::from_raw(proved.numeration(), proved.tracks(), reachable, budget).unwrap();
    rel.ignores_leading_zeros().then_some(rel)
}

fn check_mutants(game: Game, seed: u64, wanted: usize) {
    let budget = Budget::default();
    let statement = Statement {
        game,
        numeration: Numeration::zeckendorf().unwrap(),
        value: Value::Outcome,
    };
    let found = search(&statement, &Search::default(), &budget).unwrap();
    let proved = &found.proved[0];
    let truth = p_positions(&statement.game, 150);
    let mut random = Random(seed);
    let (mut refused, mut same) = (0, 0);
    while refused + same < wanted {
        let Some(rel) = mutant(proved, &mut random, &budget) else {
            continue;
        };
        let verdict = statement
            .check(std::slice::from_ref(&rel), &budget)
            .unwrap();
        if rel == *proved {
            assert_eq!(verdict, Verdict::Proved);
            same += 1;
            continue;
        }
        let Verdict::Refuted(Counterexample { cell, claimed, .. }) = verdict else {
            panic!("a mutant passed")
        };
        assert_eq!(rel.contains(&cell), claimed);
        let right = match truth
            .get(cell[0] as usize)
            .and_then(|row| row.get(cell[1] as usize))
        {
            Some(right) => *right,
            // The proved automaton itself, where the definition takes too long.
            None => proved.contains(&cell),
        };
        assert_ne!(right, claimed, "{cell:?}");
        refused += 1;
    }
    assert!(
        refused > wanted / 2,
        "most mutations change the language: {refused} of {wanted}"
    );
}

#[test]
fn two_hundred_mutants_are_refused() {
    check_mutants(Game::wyt(1, 1), 3, 70);
    check_mutants(Game::wyt(1, 1).misere(), 4, 60);
    check_mutants(
        Game::wyt(1, 1).until(&Condition::total_at_most(2, 2)),
        5,
        70,
    );
}

#[test]
fn mutants_of_a_remoteness_relation_are_refused() {
    let budget = Budget::new(100_000, 1 << 30);
    let statement = Statement {
        game: Game::wyt(1, 1),
        numeration: Numeration::zeckendorf().unwrap(),
        value: Value::Remoteness,
    };
    let shipped = crate::SHIPPED
        .iter()
        .find(|s| s.file == "wythoff-remoteness.json")
        .unwrap();
    let theorem = shipped.read(&budget).unwrap();
    let proved = theorem.relation().unwrap();
    let mut random = Random(6);
    let mut refused = 0;
    while refused < 12 {
        let Some(rel) = mutant(proved, &mut random, &budget) else {
            continue;
        };
        if rel == *proved {
            continue;
        }
        let verdict = statement
            .check(std::slice::from_ref(&rel), &budget)
            .unwrap();
        let Verdict::Refuted(counterexample) = verdict else {
            panic!("a mutant passed")
        };
        let (x, y) = (counterexample.cell[0], counterexample.cell[1]);
        let values = |rel: &Rel| {
            (0..=x + y)
                .filter(|&r| rel.contains(&[r, x, y]))
                .collect::<Vec<u64>>()
        };
        if x + y < 100_000 {
            assert_ne!(values(&rel), values(proved), "{counterexample:?}");
        }
        refused += 1;
    }
}

#[test]
fn altered_cells_change_the_proof() {
    let budget = Budget::default();
    let fibonacci = Numeration::zeckendorf().unwrap();
    // Wythoff's game with (0, 0) declared N is its misère play: there only the terminal position changes.
    let mut game = Game::wyt(1, 1);
    game.altered.push((vec![0, 0], false));
    let misere = Statement {
        game: Game::wyt(1, 1).misere(),
        numeration: fibonacci.clone(),
        value: Value::Outcome,
    };
    let found = search(&misere, &Search::default(), &budget).unwrap();
    let altered = Statement {
        game,
        numeration: fibonacci,
        value: Value::Outcome,
    };
    assert_eq!(altered.check(&found.proved, &budget), Ok(Verdict::Proved));
}

fn random_game(random: &mut Random) -> Game {
    let mut game = Game {
        families: Vec::new(),
        ..Game::wyt(1, 1)
    };
    let vector = |random: &mut Random| loop {
        let v = vec![random.below(3) as i64, random.below(3) as i64];
        if v != [0, 0] {
            return v;
        }
    };
    for _ in 0..1 + random.below(4) {
        let base = match random.below(6) {
            // A knight's move: one pile grows.
            0 => vec![2, -1],
            _ => vector(random),
        };
        let ray = (random.below(3) > 0).then(|| vector(random));
        let silent = match random.below(4) {
            0 => Some(Condition::total_at_most(2, random.below(5) as i64)),
            1 => Some(Condition::Not(Box::new(Condition::Any(vec![
                Condition::Linear(vec![1, -1], crate::Cmp::Ge, 1),
                Condition::Linear(vec![2, 1], crate::Cmp::Eq, 7),
            ])))),
            _ => None,
        };
        game.families.push(crate::Family { base, ray, silent });
    }
    game
}

#[test]
fn compiled_options_are_the_enumerated_moves() {
    let budget = Budget::default();
    let fibonacci = Numeration::zeckendorf().unwrap();
    let mut random = Random(7);
    let mut checked = 0;
    while checked < 60 {
        let game = random_game(&mut random);
        let Ok(compiler) = crate::Compiler::new(&game, &fibonacci, &budget) else {
            continue;
        };
        let cells: Vec<Vec<u64>> = (0..5)
            .map(|_| vec![random.below(7) as u64, random.below(7) as u64])
            .collect();
        let set = Rel::finite(&fibonacci, &['x', 'y'], &cells, &budget).unwrap();
        let compiled = compiler.options_in(&set).unwrap();
        for x in 0..12u64 {
            for y in 0..12u64 {
                let options = game.options(&[x as i64, y as i64]);
                let expected = options
                    .iter()
                    .any(|to| cells.contains(&vec![to[0] as u64, to[1] as u64]));
                assert_eq!(
                    compiled.contains(&[x, y]),
                    expected,
                    "{game:?}\n{cells:?} at {x}, {y}"
                );
            }
        }
        checked += 1;
    }
}

#[test]
fn compiled_options_on_one_and_three_piles() {
    let budget = Budget::default();
    let fibonacci = Numeration::zeckendorf().unwrap();
    for (text, piles) in [
        ("rays(2)", 1),
        ("steps(1; 3)", 1),
        ("nim(3)", 3),
        ("rays(1,1,1; 1,0,2)", 3),
    ] {
        let game = Game::of_rules(&wythoff::notation::parse_rules(text).unwrap()).unwrap();
        let compiler = crate::Compiler::new(&game, &fibonacci, &budget).unwrap();
        let cells: Vec<Vec<u64>> = vec![vec![1; piles], (0..piles as u64).collect()];
        let names: Vec<char> = "xyz".chars().take(piles).collect();
        let set = Rel::finite(&fibonacci, &names, &cells, &budget).unwrap();
        let compiled = compiler.options_in(&set).unwrap();
        for code in 0..6u64.pow(piles as u32) {
            let at: Vec<u64> = (0..piles as u32).map(|i| code / 6u64.pow(i) % 6).collect();
            let signed: Vec<i64> = at.iter().map(|&p| p as i64).collect();
            let reached =
                |to: &Vec<i64>| cells.contains(&to.iter().map(|&p| p as u64).collect::<Vec<u64>>());
            let expected = game.options(&signed).iter().any(reached);
            assert_eq!(compiled.contains(&at), expected, "{text} at {at:?}");
        }
    }
}
