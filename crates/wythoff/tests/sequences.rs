//! Every form of the P-position sequence against the literal recursion.

use dashu_int::UBig;
use wythoff::sequences::mex_b::mex_b;
use wythoff::sequences::stream::PStream;
use wythoff::sequences::{Beatty, MexB, PSequence, Substitution};

fn big(n: u64) -> UBig {
    UBig::from(n)
}

/// mex_b of the set of all earlier coordinates, by the definition.
fn literal(a: u64, b: u64, shift: u64, count: u64) -> Vec<(u64, u64)> {
    let mut pairs = Vec::new();
    let mut members = Vec::new();
    for m in 0..count {
        let x = mex_b(b, &members).unwrap();
        let y = x + shift + a * m;
        pairs.push((x, y));
        let covered: Vec<u64> = if m == 0 {
            (0..=shift).collect()
        } else {
            vec![x, y]
        };
        for coordinate in covered {
            let at = members.partition_point(|&other| other < coordinate);
            members.insert(at, coordinate);
        }
    }
    pairs
}

/// index_of on every pair of a box.
fn check_index(sequence: &dyn PSequence, expected: &[(u64, u64)], size: u64) {
    for x in 0..size {
        for y in 0..2 * size {
            let index = expected
                .iter()
                .position(|&pair| pair == (x, y))
                .map(|m| big(m as u64));
            assert_eq!(sequence.index_of(&big(x), &big(y)), index, "({x}, {y})");
        }
    }
}

/// Every query of `sequence` on the pairs of `expected`.
fn check_queries(sequence: &dyn PSequence, expected: &[(u64, u64)]) {
    let (mut last_x, mut last_y) = (0, None);
    let end = expected.len() - 1;
    for x in 0..expected[end].0 {
        while last_x < end && expected[last_x + 1].0 <= x {
            last_x += 1;
        }
        while let Some(next) = Some(last_y.map_or(0, |at: usize| at + 1))
            && expected[next].1 <= x
        {
            last_y = Some(next);
        }
        let l = sequence.last_x_at_most(&big(x));
        assert_eq!(
            (l.index, l.x, l.y),
            (
                big(last_x as u64),
                big(expected[last_x].0),
                big(expected[last_x].1)
            ),
            "L({x})"
        );
        let u = sequence
            .last_y_at_most(&big(x))
            .map(|term| (term.index, term.x, term.y));
        assert_eq!(
            u,
            last_y.map(|at| (big(at as u64), big(expected[at].0), big(expected[at].1))),
            "U({x})"
        );
    }
}

#[test]
fn queue_recursion_is_the_literal_one() {
    for (a, b, shift) in [
        (1, 1, 0),
        (1, 2, 0),
        (3, 2, 5),
        (2, 5, 7),
        (7, 4, 1),
        (1, 9, 30),
    ] {
        assert!(
            MexB::new(a, b, shift)
                .zip(literal(a, b, shift, 400))
                .all(|(queue, plain)| queue == plain)
        );
    }
}

#[test]
fn all_forms_agree_with_the_recursion_up_to_20() {
    for a in 1..=20 {
        for b in 1..=20 {
            let expected: Vec<_> = MexB::new(a, b, 0).take(1500).collect();
            assert!(
                PStream::new(a, b, 0)
                    .zip(&expected)
                    .all(|(streamed, &pair)| streamed == pair),
                "{a},{b}"
            );
            let substitution = Substitution::new(&big(a), &big(b), &UBig::ZERO).unwrap();
            for (m, &(x, _)) in expected.iter().enumerate() {
                assert_eq!(
                    substitution.x_at(&big(m as u64)),
                    big(x),
                    "x_{m} of {a},{b}"
                );
            }
            check_queries(&substitution, &expected[..60]);
            if a % b == 0 {
                let beatty = Beatty::new(&big(a), &big(b)).unwrap();
                for (m, &(x, _)) in expected.iter().enumerate() {
                    assert_eq!(beatty.x_at(&big(m as u64)), big(x), "x_{m} of {a},{b}");
                }
                check_queries(&beatty, &expected[..60]);
                check_index(&beatty, &expected[..60], 40);
            }
        }
    }
}

#[test]
fn shifted_sequences_agree_with_the_recursion() {
    for a in 1..=6 {
        for b in 1..=6 {
            for shift in (0..=14).chain([50, 333]) {
                let expected: Vec<_> = MexB::new(a, b, shift).take(300).collect();
                assert!(
                    PStream::new(a, b, shift)
                        .zip(&expected)
                        .all(|(streamed, &pair)| streamed == pair)
                );
                let sequence = Substitution::new(&big(a), &big(b), &big(shift)).unwrap();
                for (m, &(x, _)) in expected.iter().enumerate() {
                    assert_eq!(
                        sequence.x_at(&big(m as u64)),
                        big(x),
                        "x_{m} of {a},{b} from {shift}"
                    );
                }
                check_queries(&sequence, &expected[..40]);
                check_index(&sequence, &expected[..30], 12);
            }
        }
    }
}
