//! The remoteness formula of WYT(a, b), ended by x + y ≤ k or not, as an automaton built from the P-positions.
//!
//! R(x, y) = 2·min{ι(x), max(0, ⌊(y - x - k)/a⌋)} + ε for x ≤ y, by first-order operations on the set of P-positions;
//! nothing is learned. Source for k = 0: [SanchezGalanXu, Theorem 3.4]. That the automaton obeys Smith's rule is
//! then checked like any other claim, which proves the formula for these a, b, k.

use crate::budget::{Budget, Error, Result};
use crate::relation::{Rel, Track};
use crate::remoteness::VALUE;

const INDEX: Track = 'm';
const OTHER_INDEX: Track = 'n';
const SLACK: Track = 'D';

/// The parameters of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Wyt {
    a: i64,
    b: i64,
    k: i64,
}

fn parameters(a: u32, b: u32, k: u32) -> Result<Wyt> {
    if a == 0 || b == 0 || a > 100 || b > 100 || k > 10_000 {
        return Err(Error::Statement(format!(
            "wyt({a},{b}) until x + y <= {k} is out of range"
        )));
    }
    Ok(Wyt {
        a: a.into(),
        b: b.into(),
        k: k.into(),
    })
}

/// The relation ι(x) = m from the P-positions (tracks x, y) of WYT(a, b) until x + y ≤ k (0 for no end).
///
/// # Errors
/// Parameters out of range, other tracks, or a budget.
pub fn iota(p_positions: &Rel, a: u32, b: u32, k: u32, budget: &Budget<'_>) -> Result<Rel> {
    let wyt = parameters(a, b, k)?;
    let numeration = p_positions.numeration();
    // The P-position with index m: y - x = k + a·m; every coordinate up to k has index 0.
    let indexed = p_positions.and(
        &Rel::linear(
            numeration,
            &[('y', 1), ('x', -1), (INDEX, -wyt.a)],
            &[wyt.k],
            budget,
        )?,
        budget,
    )?;
    let positive = Rel::finite(numeration, &[INDEX], &[vec![0]], budget)?.not(budget)?;
    let indexed = indexed.and(&positive, budget)?;
    let upper = indexed.exists('x', budget)?.rename(&[('y', 'x')])?;
    let ended: Vec<Vec<u64>> = (0..=u64::from(k)).map(|c| vec![0, c]).collect();
    let ended = Rel::finite(numeration, &[INDEX, 'x'], &ended, budget)?;
    let coordinate = indexed
        .exists('y', budget)?
        .or(&upper, budget)?
        .or(&ended, budget)?;
    // Some coordinate in (x - b, x].
    let near: Vec<i64> = (0..wyt.b).collect();
    let near = Rel::linear(numeration, &[('x', 1), ('U', -1)], &near, budget)?;
    let windowed = coordinate
        .rename(&[('x', 'U')])?
        .and(&near, budget)?
        .exists('U', budget)?;
    let smaller = windowed
        .rename(&[(INDEX, OTHER_INDEX)])?
        .and(&Rel::less(numeration, OTHER_INDEX, INDEX, budget)?, budget)?
        .exists(OTHER_INDEX, budget)?;
    windowed.minus(&smaller, budget)
}

/// The remoteness relation (tracks r, x, y) that the formula gives from the P-positions (tracks x, y).
///
/// # Errors
/// As for [`iota`].
///
/// ```
/// use wythoff_automata::{Budget, Game, Numeration, Search, Statement, Value, Verdict, search, wyt_remoteness};
/// let (budget, numeration) = (Budget::default(), Numeration::zeckendorf()?);
/// let mut statement = Statement { game: Game::wyt(1, 1), numeration, value: Value::Outcome };
/// let found = search(&statement, &Search::default(), &budget)?;
/// let remoteness = wyt_remoteness(&found.proved[0], 1, 1, 0, &budget)?;
/// statement.value = Value::Remoteness;
/// assert_eq!(statement.check(&[remoteness], &budget)?, Verdict::Proved);
/// # Ok::<(), wythoff_automata::Error>(())
/// ```
pub fn wyt_remoteness(
    p_positions: &Rel,
    a: u32,
    b: u32,
    k: u32,
    budget: &Budget<'_>,
) -> Result<Rel> {
    let wyt = parameters(a, b, k)?;
    if p_positions.tracks() != ['x', 'y'] {
        return Err(Error::Tracks(
            "the P-positions must have the tracks x and y".into(),
        ));
    }
    let least = least_index(p_positions, wyt, budget)?;
    let numeration = p_positions.numeration();
    let doubled = |rel: &Rel, epsilon: i64| {
        let twice = Rel::linear(numeration, &[(VALUE, 1), (INDEX, -2)], &[epsilon], budget)?;
        rel.and(&twice, budget)?.exists(INDEX, budget)
    };
    let at_p = doubled(&least.and(p_positions, budget)?, 0)?;
    let at_n = doubled(&least.minus(p_positions, budget)?, 1)?;
    let half = at_p.or(&at_n, budget)?;
    half.or(&half.rename(&[('x', 'y'), ('y', 'x')])?, budget)
}

/// m = min{ι(x), max(0, ⌊(y - x - k)/a⌋)} for x ≤ y.
fn least_index(p_positions: &Rel, wyt: Wyt, budget: &Budget<'_>) -> Result<Rel> {
    let numeration = p_positions.numeration();
    let iota = iota(
        p_positions,
        wyt.a as u32,
        wyt.b as u32,
        wyt.k as u32,
        budget,
    )?;
    let ordered = Rel::less(numeration, 'y', 'x', budget)?.not(budget)?;
    let zero = Rel::finite(numeration, &[INDEX], &[vec![0]], budget)?;
    // m ≤ the second index: m = 0, or y - x - k ≥ a·m.
    let room = [('y', 1), ('x', -1), (INDEX, -wyt.a), (SLACK, -1)];
    let at_most = Rel::linear(numeration, &room, &[wyt.k], budget)?.exists(SLACK, budget)?;
    let at_most = at_most.or(&zero.and(&ordered, budget)?, budget)?;
    // m = the second index: y - x - k in a·m + {0, …, a - 1}, or m = 0 and y - x < k.
    let remainders: Vec<i64> = (wyt.k..wyt.k + wyt.a).collect();
    let exact = Rel::linear(
        numeration,
        &[('y', 1), ('x', -1), (INDEX, -wyt.a)],
        &remainders,
        budget,
    )?;
    let short: Vec<i64> = (0..wyt.k).collect();
    let short = Rel::linear(numeration, &[('y', 1), ('x', -1)], &short, budget)?;
    let exact = exact.or(&short.and(&zero, budget)?, budget)?;
    let iota_at_least = iota
        .rename(&[(INDEX, OTHER_INDEX)])?
        .minus(&Rel::less(numeration, OTHER_INDEX, INDEX, budget)?, budget)?;
    let iota_at_least = iota_at_least.exists(OTHER_INDEX, budget)?;
    iota.and(&at_most, budget)?
        .or(&exact.and(&iota_at_least, budget)?, budget)?
        .and(&ordered, budget)
}
