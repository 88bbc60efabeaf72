//! Guesses from a small table and rows computed where they are looked at.

use wythoff_automata::{
    AttemptOutcome, Budget, Found, Game, Search, Statement, Value, Verdict, search,
};

/// A search that may use tables of side 2584 only, and rows beyond them if `far`.
fn found(game: &Game, value: Value, far: bool) -> (Statement, Found) {
    let statement = Statement {
        game: game.clone(),
        numeration: game.numeration().unwrap(),
        value,
    };
    let limits = Search {
        size: 2584,
        far,
        ..Search::default()
    };
    let found = search(&statement, &limits, &Budget::default()).unwrap();
    (statement, found)
}

#[test]
fn small_tables_suffice() {
    let wythoff = Game::wyt(1, 1);
    for (game, value, states) in [
        (wythoff.clone(), Value::Grundy(1), 825),
        (wythoff.with_pass(), Value::Outcome, 815),
        (Game::wyt(1, 2), Value::Outcome, 232),
        (Game::wyt(3, 2), Value::Outcome, 866),
    ] {
        let (statement, near) = found(&game, value, false);
        assert!(
            !near.is_proved(&statement) && near.last_open().is_some(),
            "{game:?}"
        );
        let (statement, found) = found(&game, value, true);
        let last = found.attempts.last().unwrap();
        assert!(
            last.far && last.size == 2584,
            "{game:?}: {:?}",
            found.attempts
        );
        assert_eq!(found.proved.last().unwrap().states(), states, "{game:?}");
        let checked = statement.check(&found.proved, &Budget::default());
        assert_eq!(checked, Ok(Verdict::Proved), "{game:?}");
    }
}

#[test]
fn what_does_not_close_is_open() {
    // Blocking counts options on whole lines: no row follows from a few others.
    let (statement, blocked) = found(&Game::wyt(1, 1).blocked(4), Value::Outcome, true);
    assert!(!blocked.is_proved(&statement) && blocked.last_open().is_some());
    assert!(blocked.attempts.iter().all(|attempt| !attempt.far));

    // A bound on the states of a guess ends a search that no table ends.
    let statement = Statement {
        value: Value::Grundy(1),
        ..found(&Game::wyt(1, 1), Value::Outcome, true).0
    };
    let limits = Search {
        far_states: 700,
        ..Search::default()
    };
    let bounded = search(&statement, &limits, &Budget::default()).unwrap();
    assert_eq!(bounded.proved.len(), 1);
    let last = bounded.attempts.last().unwrap();
    let AttemptOutcome::Open(open) = &last.outcome else {
        panic!("{last:?}")
    };
    assert!(last.far && open.needs == 0);
    assert_eq!(open.per_depth.iter().sum::<usize>(), 701);
}
