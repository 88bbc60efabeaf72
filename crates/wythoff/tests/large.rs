//! Large piles and large parameters: the recursion's own local rule, other forms, and moves that must agree.

use dashu_base::SquareRoot;
use dashu_int::UBig;
use proptest::prelude::*;
use wythoff::formulas::{Formula, Moves};
use wythoff::sequences::{Beatty, MexB, PSequence, Place, SequenceError, Substitution, p_sequence};

fn big(n: u64) -> UBig {
    UBig::from(n)
}

/// A number of `digits` digits without structure.
fn number(digits: usize) -> UBig {
    (UBig::from(2u8) * UBig::from(10u8).pow(2 * digits - 2)).sqrt()
}

/// x_{m+1} is the least t ≥ x_m + b with no larger coordinate in (t − b, t]; L and U invert x and y.
fn check_locally(sequence: &dyn PSequence, m: &UBig) {
    let (term, next) = (sequence.term(m), sequence.term(&(m + UBig::ONE)));
    let free = &term.x + sequence.b();
    let blocking = sequence
        .last_y_at_most(&free)
        .filter(|other| other.y > term.x);
    let expected = blocking.map_or(free, |other| other.y + sequence.b());
    assert_eq!(next.x, expected, "{sequence:?}");
    assert_eq!(term.y, &term.x + sequence.difference(m));
    let before = m - UBig::ONE;
    assert_eq!(sequence.last_x_at_most(&term.x), term);
    assert_eq!(sequence.last_x_at_most(&(&next.x - UBig::ONE)), term);
    assert_eq!(
        sequence.last_x_at_most(&(&term.x - UBig::ONE)).index,
        before
    );
    assert_eq!(sequence.last_y_at_most(&term.y).as_ref(), Some(&term));
    assert_eq!(
        sequence.last_y_at_most(&(&next.y - UBig::ONE)).as_ref(),
        Some(&term)
    );
    assert_eq!(
        sequence
            .last_y_at_most(&(&term.y - UBig::ONE))
            .map(|other| other.index),
        Some(before)
    );
    assert_eq!(sequence.index_of(&term.x, &term.y).as_ref(), Some(m));
    assert_eq!(
        sequence.index_of(&(&term.x + UBig::ONE), &(&term.y + UBig::ONE)),
        None
    );
    assert_eq!(sequence.first_index_at_least(&term.x), *m);
}

#[test]
fn local_rule_at_300_digits() {
    for (a, b) in [
        (1, 1),
        (3, 2),
        (1, 2),
        (2, 3),
        (1, 12),
        (8, 7),
        (7, 8),
        (19, 20),
        (20, 19),
        (4, 6),
        (37, 11),
        (100, 7),
    ] {
        for shift in [0, 1, 5, 64] {
            let sequence = Substitution::new(&big(a), &big(b), &big(shift)).unwrap();
            for offset in 0..4 {
                check_locally(&sequence, &(number(300) + big(offset)));
            }
        }
    }
}

#[test]
fn substitution_is_the_beatty_form_at_1000_digits() {
    for (a, b) in [(1, 1), (2, 1), (5, 1), (6, 2), (21, 7)] {
        let substitution = Substitution::new(&big(a), &big(b), &UBig::ZERO).unwrap();
        let beatty = Beatty::new(&big(a), &big(b)).unwrap();
        for offset in 0..5 {
            let n = number(1000) + big(offset);
            assert_eq!(substitution.term(&n), beatty.term(&n));
            assert_eq!(substitution.last_x_at_most(&n), beatty.last_x_at_most(&n));
            assert_eq!(substitution.last_y_at_most(&n), beatty.last_y_at_most(&n));
            assert_eq!(substitution.local_index(&n), beatty.local_index(&n));
            check_locally(&beatty, &n);
            let term = beatty.term(&n);
            assert_eq!(beatty.place(&term.x, &term.y), Place::Term(n.clone()));
            assert_eq!(
                beatty.place(&term.x, &(&term.y + UBig::ONE)),
                Place::Beside(n.clone())
            );
            assert_eq!(beatty.place(&term.y, &(&term.y * big(3))), Place::Beside(n));
        }
    }
}

#[test]
fn large_b_is_the_recursion() {
    // Binomial levels; a table with a start letter far from 0; a table longer than its period.
    for (a, b) in [
        (1, 128),
        (1, 500),
        (2, 400),
        (500, 1),
        (2, 129),
        (5000, 5001),
        (5001, 5000),
        (400, 5001),
    ] {
        for shift in [0, 1, 7, 700, 5003] {
            let sequence = Substitution::new(&big(a), &big(b), &big(shift)).unwrap();
            for (m, (x, y)) in MexB::new(a, b, shift).take(1500).enumerate().step_by(7) {
                let term = sequence.term(&big(m as u64));
                assert_eq!(
                    (term.x, term.y),
                    (big(x), big(y)),
                    "{m} of ({a},{b}) from {shift}"
                );
                assert_eq!(
                    sequence.last_x_at_most(&big(x + b / 2)).index,
                    big(m as u64)
                );
                assert_eq!(
                    sequence
                        .last_y_at_most(&big(y + b / 2))
                        .map(|term| term.index),
                    Some(big(m as u64))
                );
            }
        }
    }
}

#[test]
fn large_b_at_300_digits() {
    for (a, b) in [
        (1, 200),
        (1, 1000),
        (1, 1_000_000),
        (1, 1 << 40),
        (12_345, 12_346),
    ] {
        for shift in [0, 9] {
            let sequence = Substitution::new(&big(a), &big(b), &big(shift)).unwrap();
            check_locally(&sequence, &number(300));
        }
    }
}

#[test]
fn parameters_are_reduced_and_limited() {
    let (ten, power) = (UBig::from(10u8), UBig::from(10u8).pow(40));
    let scaled = p_sequence(&(&power * big(3)), &(&power * big(2))).unwrap();
    let plain = p_sequence(&big(3), &big(2)).unwrap();
    let m = ten.pow(50);
    assert_eq!(scaled.x_at(&m), plain.x_at(&m) * &power);
    let refused = p_sequence(&(&power + UBig::ONE), &power).unwrap_err();
    assert!(matches!(refused, SequenceError::ParameterTooLarge { .. }));
    assert_eq!(
        p_sequence(&UBig::ZERO, &UBig::ONE).unwrap_err(),
        SequenceError::ZeroParameter
    );
    assert_eq!(
        p_sequence(&UBig::ONE, &UBig::ZERO).unwrap_err(),
        SequenceError::ZeroParameter
    );
    // b = 1 has no limit.
    let steep = p_sequence(&power, &UBig::ONE).unwrap();
    check_locally(&*steep, &m);
}

#[test]
fn double_precision_misjudges_these() {
    let game = Formula::wyt(&UBig::ONE, &UBig::ONE).unwrap();
    assert!(
        game.is_p_position(&big(165_580_140), &big(267_914_295))
            != game.is_p_position(&big(165_580_140), &big(267_914_296))
    );
    assert!(!game.is_p_position(&big(165_580_141), &big(267_914_296)));
}

/// Winning moves are P, optimal moves lower remoteness by one, and they agree with each other.
fn check_moves(game: &Formula, x: &UBig, y: &UBig) -> Result<(), TestCaseError> {
    let remoteness = game.remoteness(x, y);
    let Moves {
        targets: winning,
        complete,
    } = game.winning_moves(x, y, 200);
    let optimal = game.optimal_moves(x, y, 200).targets;
    prop_assert!(game.is_terminal(x, y) || !optimal.is_empty());
    for (u, v) in &optimal {
        prop_assert_eq!(
            game.remoteness(u, v) + UBig::ONE,
            remoteness.clone(),
            "({}, {}) -> ({}, {})",
            x,
            y,
            u,
            v
        );
    }
    for (u, v) in &winning {
        prop_assert!(game.is_p_position(u, v), "({}, {}) -> ({}, {})", x, y, u, v);
    }
    if !game.is_p_position(x, y) && !game.is_terminal(x, y) && complete {
        prop_assert!(optimal.iter().all(|target| winning.contains(target)));
        let least = winning.iter().map(|(u, v)| game.remoteness(u, v)).min();
        prop_assert_eq!(least, Some(remoteness - UBig::ONE));
        if game.structure().region().is_none_or(UBig::is_zero) {
            prop_assert!(
                winning.len() <= 4,
                "{} moves from ({}, {})",
                winning.len(),
                x,
                y
            );
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn moves_of_large_positions(
        a in 1u64..25, b in 1u64..25, k in 0u64..30, kind in 0..3, digits in 1usize..120,
        ratio in 0u64..4000, near in 0u64..60, turned: bool,
    ) {
        let (a, b, k) = (big(a), big(b), big(k));
        let game = match kind {
            0 => Formula::wyt(&a, &b),
            1 => Formula::wyt_misere(&a, &b),
            _ => Formula::terminal_set(&a, &b, &k),
        }.unwrap();
        // A P-position and its surroundings, and a position at any slope.
        let m = number(digits) + big(near);
        let p = game.p_position(&m);
        let free = (m.clone(), &m + &m * big(ratio) / big(1000));
        let close = (p.x.clone(), &p.y + big(near));
        for (x, y) in [(p.x, p.y), close, free] {
            if turned { check_moves(&game, &y, &x)?; } else { check_moves(&game, &x, &y)?; }
        }
    }

    #[test]
    fn optimal_moves_survive_a_small_limit(a in 1u64..5, b in 1u64..400, m in 1u64..1000, limit in 1usize..5) {
        for game in [Formula::wyt(&big(a), &big(b)).unwrap(), Formula::wyt_misere(&big(a), &big(b)).unwrap()] {
            let p = game.p_position(&big(m));
            let moves = game.optimal_moves(&p.x, &p.y, limit);
            prop_assert!(!moves.targets.is_empty() && moves.targets.len() <= limit);
            for (u, v) in &moves.targets {
                prop_assert_eq!(game.remoteness(u, v) + UBig::ONE, game.remoteness(&p.x, &p.y));
            }
        }
    }
}
