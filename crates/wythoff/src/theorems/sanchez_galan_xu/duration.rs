//! How long play lasts with failed moves [SanchezGalanXu, section 5, after Theorem 5.2].
//!
//! Under optimal stationary play an attempt from s goes on from t with probability p and stays with 1 − p. The
//! law of the number T of attempts follows from that alone by dynamic programming, here over the
//! denominator qⁿ; a seeded simulation plays the model itself.

use dashu_ratio::RBig;

use crate::error::Error;
use crate::rules::Convention;
use crate::theorems::bellman::Success;
use crate::theorems::digraphs::{Digraph, Random, VERTICES, at_vertex, over_all};
use crate::theorems::run::Run;
use crate::theorems::walk::{Walk, at};
use crate::theorems::{Theorem, Verdict};

const PAPER: &str = "SanchezGalanXu";

/// Attempts up to this are followed exactly.
const ATTEMPTS: usize = 12;

pub(in crate::theorems) const THEOREMS: &[Theorem] = &[
    Theorem {
        name: "duration-law",
        paper: PAPER,
        source: "equation (19)",
        statement: "P(T = n) = C(n-1, r-1) p^r (1-p)^(n-r) from remoteness r under optimal play, and T = 0 for r = 0",
        range: "all 32768 digraphs on six vertices, p = 1/5, 1/2, 4/5, 1, n to 12",
        expected: Verdict::Held,
        check: duration_law,
    },
    Theorem {
        name: "duration-parity",
        paper: PAPER,
        source: "section 5",
        statement: "E[(-1)^T] = (-p/(2-p))^r",
        range: "all 32768 digraphs on six vertices, p = 1/5, 1/2, 4/5, 1",
        expected: Verdict::Held,
        check: duration_parity,
    },
    Theorem {
        name: "waiting-parity",
        paper: PAPER,
        source: "section 5, proof of Theorem 5.2",
        statement: "a geometric waiting time K is odd with probability 1/(2-p)",
        range: "p = 1/5, 1/2, 4/5, 1 and the first 40 terms with their exact rest; --size N: N terms",
        expected: Verdict::Held,
        check: waiting_parity,
    },
    Theorem {
        name: "duration-moments",
        paper: PAPER,
        source: "section 5",
        statement: "T has mean r/p and variance r(1-p)/p^2",
        range: "r to 40, p = 1/5, 1/2, 4/5, 1; --size N: r to N",
        expected: Verdict::Held,
        check: duration_moments,
    },
    Theorem {
        name: "duration-simulated",
        paper: PAPER,
        source: "equation (19)",
        statement: "plays of the model last n attempts about as often as the law says, within six standard deviations",
        range: "60000 plays for each r from 1 to 5 and p = 1/5, 1/2, 4/5, seed 1; --size N: N plays; --seed",
        expected: Verdict::Held,
        check: duration_simulated,
    },
];

/// The number of ways that T = n, times the weights of success and failure: P(T = n)·qⁿ.
fn law(remoteness: u32, n: usize, success: Success) -> i64 {
    let (r, n) = (i64::from(remoteness), n as i64);
    if r == 0 || n < r {
        return i64::from(r == 0 && n == 0);
    }
    let ways = (0..r - 1).fold(1, |c, i| c * (n - 1 - i) / (i + 1));
    ways * success.s.pow(r as u32) * (success.q - success.s).pow((n - r) as u32)
}

/// P(T = n)·qⁿ for n = 0 … [`ATTEMPTS`] at every vertex, by following optimal attempts.
fn followed(graph: &Digraph, success: Success) -> [[i64; ATTEMPTS + 1]; VERTICES] {
    let w = success.values(graph, Convention::Normal);
    let remoteness = graph.remoteness(Convention::Normal);
    graph.values([0; ATTEMPTS + 1], |known, v| {
        let mut own = [0; ATTEMPTS + 1];
        // For p = 1 value-optimal moves may take other times: the law speaks of those that lower R.
        let optimal = |&u: &usize| {
            if success.is_certain() {
                remoteness[u] + 1 == remoteness[v]
            } else {
                graph.from(v).all(|other| w[u] <= w[other])
            }
        };
        let Some(next) = graph.from(v).find(optimal) else {
            own[0] = 1;
            return own;
        };
        for n in 1..=ATTEMPTS {
            own[n] = success.s * known[next][n - 1] + (success.q - success.s) * own[n - 1];
        }
        own
    })
}

fn duration_law(run: &Run<'_>) -> Result<Walk, Error> {
    over_all(run, |number, graph, walk| {
        let remoteness = graph.remoteness(Convention::Normal);
        for success in Success::all() {
            let followed = followed(graph, success);
            for v in 0..VERTICES {
                walk.see(followed[v][ATTEMPTS].cast_unsigned());
                let wrong =
                    (0..=ATTEMPTS).find(|&n| followed[v][n] != law(remoteness[v], n, success));
                walk.require(wrong.is_none(), || {
                    at_vertex(number, v, success.parameters(), format!("n = {wrong:?}"))
                });
            }
        }
    })
}

fn duration_parity(run: &Run<'_>) -> Result<Walk, Error> {
    over_all(run, |number, graph, walk| {
        let remoteness = graph.remoteness(Convention::Normal);
        for success in Success::all() {
            let (s, d) = (success.s, success.d());
            // E = −(p·E(t) + (1 − p)·E), so E = −s·E(t)/d; over the denominator d⁶.
            let expectation = graph.values(0, |known, v| {
                let lowers = |&u: &usize| remoteness[u] + 1 == remoteness[v];
                match graph.from(v).find(lowers) {
                    Some(next) => -s * known[next] / d,
                    None => success.whole(),
                }
            });
            for v in 0..VERTICES {
                let r = remoteness[v];
                let formula = (-s).pow(r) * d.pow(VERTICES as u32 - r);
                walk.see(expectation[v].cast_unsigned());
                walk.require(expectation[v] == formula, || {
                    at_vertex(number, v, success.parameters(), format!("r = {r}"))
                });
            }
        }
    })
}

fn waiting_parity(run: &Run<'_>) -> Result<Walk, Error> {
    let terms = run.size(40);
    let mut walk = Walk::default();
    for success in Success::all() {
        let p = success.rational();
        let failing = RBig::ONE - &p;
        let claimed = RBig::ONE / (RBig::from(2u8) - &p);
        let (mut sum, mut mass) = (RBig::ZERO, p);
        for n in 1..=terms {
            // The mass of K = 2n − 1; what is left is (1 − p)²ⁿ of the whole.
            sum += &mass;
            mass = mass * &failing * &failing;
            let rest = failing.pow(2 * n as isize) * &claimed;
            walk.see(n);
            walk.require(&sum + rest == claimed, || {
                at(
                    success.parameters(),
                    &[n],
                    format!("the first {n} odd terms sum to {sum}"),
                )
            });
        }
    }
    Ok(walk)
}

fn duration_moments(run: &Run<'_>) -> Result<Walk, Error> {
    let most = run.size(40);
    let mut walk = Walk::default();
    for success in Success::all() {
        let p = success.rational();
        // M(s) = 1 + p·M(t) + (1 − p)·M(s), and the same for the second moment.
        let (mut mean, mut second) = (RBig::ZERO, RBig::ZERO);
        for r in 1..=most {
            let before = mean.clone();
            mean = (RBig::ONE + &p * &before) / &p;
            // S = E[(1 + T')²] = 1 + 2·E[T'] + E[T'²], E[T'] = M − 1, E[T'²] = p·S(t) + (1 − p)·S.
            second = (RBig::from(2u8) * &mean - RBig::ONE + &p * &second) / &p;
            let variance = &second - &mean * &mean;
            let r_exact = RBig::from(r);
            let holds = mean == &r_exact / &p && variance == r_exact * (RBig::ONE - &p) / (&p * &p);
            walk.see(r);
            walk.require(holds, || {
                at(
                    success.parameters(),
                    &[r],
                    format!("mean {mean}, variance {variance}"),
                )
            });
        }
    }
    Ok(walk)
}

/// Plays from remoteness r: each attempt succeeds with probability s/q.
fn play(remoteness: u64, success: Success, random: &mut Random) -> usize {
    let (mut left, mut attempts) = (remoteness, 0);
    while left > 0 {
        attempts += 1;
        if random.below(success.q.unsigned_abs()) < success.s.unsigned_abs() {
            left -= 1;
        }
    }
    attempts
}

fn duration_simulated(run: &Run<'_>) -> Result<Walk, Error> {
    let plays = run.size(60_000);
    let mut instances = Vec::new();
    for success in Success::all().into_iter().filter(|p| !p.is_certain()) {
        instances.extend((1..=5u32).map(|r| (success, r)));
    }
    let (mut walk, _) = run.over(&instances, |&(success, r), walk| {
        let mut random = Random::new(run.settings.seed.wrapping_mul(1000) + u64::from(r));
        let mut seen = [0u64; ATTEMPTS + 1];
        for _ in 0..plays {
            let attempts = play(u64::from(r), success, &mut random);
            walk.positions += 1;
            if let Some(count) = seen.get_mut(attempts) {
                *count += 1;
            }
        }
        for (n, &count) in seen.iter().enumerate() {
            walk.note(count);
            walk.require(plausible(count, plays, r, n, success), || {
                let found = format!("{count} of {plays} plays lasted {n} attempts");
                at(success.parameters(), &[u64::from(r)], found)
            });
        }
        Ok(())
    })?;
    walk.measure("seed", run.settings.seed);
    Ok(walk)
}

/// (count − N·P)² ≤ 36·N·P·(1 − P), in whole numbers over q²ⁿ; counts expected below 20 are passed over.
fn plausible(count: u64, plays: u64, r: u32, n: usize, success: Success) -> bool {
    let whole = i128::from(success.q).pow(n as u32);
    let mass = i128::from(law(r, n, success));
    let (count, plays) = (i128::from(count), i128::from(plays));
    if plays * mass < 20 * whole {
        return mass > 0 || count == 0;
    }
    let apart = count * whole - plays * mass;
    apart * apart <= 36 * plays * mass * (whole - mass)
}
