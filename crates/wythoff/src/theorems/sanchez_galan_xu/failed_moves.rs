//! Independent failed moves [SanchezGalanXu, section 5].
//!
//! Values come from the model's own recursion: on all digraphs with six vertices in whole numbers over one
//! denominator, on boxes of WYT(a, b) in rational numbers. Remoteness comes from Smith's recursion.

use std::sync::Arc;

use dashu_int::UBig;
use dashu_ratio::RBig;

use super::Wyt;
use crate::error::Error;
use crate::failed_moves::FailedMoves;
use crate::rules::Convention;
use crate::theorems::bellman::Success;
use crate::theorems::digraphs::{Digraph, VERTICES, at_vertex, over_all};
use crate::theorems::run::Run;
use crate::theorems::walk::{Walk, at, half_shells};
use crate::theorems::{Theorem, Verdict};

const PAPER: &str = "SanchezGalanXu";

const DIGRAPHS: &str = "all 32768 digraphs on six vertices, p = 1/5, 1/2, 4/5, 1";

const BOXES: &str = "fourteen pairs (a,b), piles x <= y to 16, p = 1/5, 1/2, 4/5, 1; --size N: piles to N; --a, --b";

/// Piles of the boxes go up to this: the fractions have as many digits as the remoteness.
const PILES: u64 = 16;

pub(in crate::theorems) const THEOREMS: &[Theorem] = &[
    Theorem {
        name: "winning-probability",
        paper: PAPER,
        source: "Theorem 5.2",
        statement: "w_p(s) = (1 - (-lambda)^R(s))/2, lambda = p/(2-p), in every finite game",
        range: DIGRAPHS,
        expected: Verdict::Held,
        check: |run| closed_form(run, Convention::Normal),
    },
    Theorem {
        name: "optimal-attempts",
        paper: PAPER,
        source: "Theorem 5.2",
        statement: "for p < 1 the optimal attempts are exactly the moves that lower remoteness by one",
        range: "all 32768 digraphs on six vertices, p = 1/5, 1/2, 4/5",
        expected: Verdict::Held,
        check: |run| optimal_attempts(run, Convention::Normal),
    },
    Theorem {
        name: "misere-winning-probability",
        paper: PAPER,
        source: "Theorem 5.2, misere counterpart derived here",
        statement: "in misere play, with w = 1 at terminals, w_p(s) = (1 + (-lambda)^R(s))/2 for misere R",
        range: DIGRAPHS,
        expected: Verdict::Held,
        check: |run| closed_form(run, Convention::Misere),
    },
    Theorem {
        name: "misere-optimal-attempts",
        paper: PAPER,
        source: "Theorem 5.2, misere counterpart derived here",
        statement: "in misere play too, for p < 1, the optimal attempts are the moves that lower misere R by one",
        range: "all 32768 digraphs on six vertices, p = 1/5, 1/2, 4/5",
        expected: Verdict::Held,
        check: |run| optimal_attempts(run, Convention::Misere),
    },
    Theorem {
        name: "loss-of-an-attempt",
        paper: PAPER,
        source: "Lemma 5.1",
        statement: "attempting s -> t once and playing on optimally wins with w(s) - p*(w(t) - m), so only moves of least w lose nothing",
        range: DIGRAPHS,
        expected: Verdict::Held,
        check: loss_of_an_attempt,
    },
    Theorem {
        name: "half-exactly-at-n",
        paper: PAPER,
        source: "section 5",
        statement: "w_p(s) > 1/2 exactly at N-positions",
        range: DIGRAPHS,
        expected: Verdict::Held,
        check: half_exactly_at_n,
    },
    Theorem {
        name: "certain-success",
        paper: PAPER,
        source: "section 5, remark on p = 1",
        statement: "for p = 1, w is 0 at P- and 1 at N-positions; value-optimal are all winning moves, and at P-positions all moves",
        range: "all 32768 digraphs on six vertices, p = 1",
        expected: Verdict::Held,
        check: certain_success,
    },
    Theorem {
        name: "certain-success-lowers-remoteness",
        paper: PAPER,
        source: "section 5, remark on p = 1 (misreading)",
        statement: "for p = 1 too, every value-optimal move lowers remoteness by one",
        range: "all 32768 digraphs on six vertices, p = 1",
        expected: Verdict::Refuted,
        check: certain_success_lowers,
    },
    Theorem {
        name: "winning-probability-on-boxes",
        paper: PAPER,
        source: "Theorem 5.2",
        statement: "the same closed form for WYT(a,b), with rational arithmetic, and R recovered from w for p < 1",
        range: BOXES,
        expected: Verdict::Held,
        check: |run| over_boxes(run, closed_form_on_box),
    },
    Theorem {
        name: "optimal-attempts-on-boxes",
        paper: PAPER,
        source: "Theorem 5.2",
        statement: "the optimal attempts of WYT(a,b), p < 1, are exactly the moves that lower remoteness by one",
        range: BOXES,
        expected: Verdict::Held,
        check: |run| over_boxes(run, attempts_on_box),
    },
    Theorem {
        name: "winning-probability-by-index",
        paper: PAPER,
        source: "equation (20)",
        statement: "with k = min{iota, floor((y-x)/a)}: w = (1 - lambda^2k)/2 at P- and (1 + lambda^(2k+1))/2 at N-positions",
        range: BOXES,
        expected: Verdict::Held,
        check: |run| over_boxes(run, by_index_on_box),
    },
];

/// Walks all digraphs under all four success probabilities: an instance is a vertex under one of them.
fn over_digraphs(
    run: &Run<'_>,
    convention: Convention,
    check: impl Fn(&Instance<'_>, usize) -> bool + Sync,
) -> Result<Walk, Error> {
    over_all(run, |number, graph, walk| {
        let remoteness = graph.remoteness(convention);
        for success in Success::all() {
            let instance = Instance {
                graph,
                success,
                w: success.values(graph, convention),
                remoteness,
                convention,
            };
            for (v, r) in remoteness.iter().enumerate() {
                walk.see(instance.w[v].cast_unsigned());
                walk.require(check(&instance, v), || {
                    let found = format!("w = {}/{}, R = {}", instance.w[v], success.whole(), r);
                    at_vertex(number, v, success.parameters(), found)
                });
            }
        }
    })
}

/// A digraph under one success probability.
struct Instance<'g> {
    graph: &'g Digraph,
    success: Success,
    w: [i64; VERTICES],
    remoteness: [u32; VERTICES],
    convention: Convention,
}

impl Instance<'_> {
    fn least_option(&self, v: usize) -> Option<i64> {
        self.graph.from(v).map(|u| self.w[u]).min()
    }

    fn is_p(&self, v: usize) -> bool {
        self.remoteness[v].is_multiple_of(2) == (self.convention == Convention::Normal)
    }
}

fn closed_form(run: &Run<'_>, convention: Convention) -> Result<Walk, Error> {
    let mut walk = over_digraphs(run, convention, |instance, v| {
        let formula = instance
            .success
            .twice_closed_form(instance.remoteness[v], convention);
        2 * instance.w[v] == formula
    })?;
    let evaluations = walk.positions;
    walk.measure("evaluations", evaluations);
    Ok(walk)
}

fn optimal_attempts(run: &Run<'_>, convention: Convention) -> Result<Walk, Error> {
    over_digraphs(run, convention, |instance, v| {
        instance.success.is_certain()
            || instance.graph.from(v).all(|u| {
                let optimal = Some(instance.w[u]) == instance.least_option(v);
                optimal == (instance.remoteness[u] + 1 == instance.remoteness[v])
            })
    })
}

fn loss_of_an_attempt(run: &Run<'_>) -> Result<Walk, Error> {
    over_digraphs(run, Convention::Normal, |instance, v| {
        let Success { s, q } = instance.success;
        let (w, whole) = (instance.w[v], instance.success.whole());
        let Some(least) = instance.least_option(v) else {
            return w == 0;
        };
        instance.graph.from(v).all(|u| {
            // q times: with p the opponent is to move at u, else still at v.
            let after = instance.w[u];
            let attempted = s * (whole - after) + (q - s) * (whole - w);
            attempted == q * w - s * (after - least) && (attempted == q * w) == (after == least)
        })
    })
}

fn half_exactly_at_n(run: &Run<'_>) -> Result<Walk, Error> {
    over_digraphs(run, Convention::Normal, |instance, v| {
        (2 * instance.w[v] > instance.success.whole()) != instance.is_p(v)
    })
}

/// Walks all digraphs with p = 1.
fn over_certain(
    run: &Run<'_>,
    check: impl Fn(&Instance<'_>, usize) -> bool + Sync,
) -> Result<Walk, Error> {
    let success = Success { s: 1, q: 1 };
    over_all(run, |number, graph, walk| {
        let instance = Instance {
            graph,
            success,
            w: success.values(graph, Convention::Normal),
            remoteness: graph.remoteness(Convention::Normal),
            convention: Convention::Normal,
        };
        for v in 0..VERTICES {
            walk.see(instance.w[v].cast_unsigned());
            walk.require(check(&instance, v), || {
                let options: Vec<u32> = graph.from(v).map(|u| instance.remoteness[u]).collect();
                let found = format!(
                    "R = {}, options have R = {options:?}",
                    instance.remoteness[v]
                );
                at_vertex(number, v, success.parameters(), found)
            });
        }
    })
}

fn certain_success(run: &Run<'_>) -> Result<Walk, Error> {
    over_certain(run, |instance, v| {
        let least = instance.least_option(v);
        let optimal = |u: usize| Some(instance.w[u]) == least;
        let expected = if instance.is_p(v) { 0 } else { 1 };
        instance.w[v] == expected
            && instance
                .graph
                .from(v)
                .all(|u| optimal(u) == (instance.is_p(v) || instance.is_p(u)))
    })
}

fn certain_success_lowers(run: &Run<'_>) -> Result<Walk, Error> {
    over_certain(run, |instance, v| {
        let least = instance.least_option(v);
        instance.graph.from(v).all(|u| {
            Some(instance.w[u]) != least || instance.remoteness[u] + 1 == instance.remoteness[v]
        })
    })
}

/// A box of WYT(a, b) under one success probability.
struct BoxValues<'g> {
    game: &'g Wyt,
    model: FailedMoves,
    /// w(x, y) for x ≤ y, by index y(y + 1)/2 + x.
    w: Vec<RBig>,
}

impl BoxValues<'_> {
    fn w(&self, x: u64, y: u64) -> &RBig {
        let (low, high) = (x.min(y), x.max(y));
        &self.w[(high * (high + 1) / 2 + low) as usize]
    }
}

type BoxCheck = fn(&BoxValues<'_>, u64, u64) -> Result<bool, Error>;

fn over_boxes(run: &Run<'_>, check: BoxCheck) -> Result<Walk, Error> {
    let side = run.size(PILES) + 1;
    let instances: Vec<((u64, u64), Success)> = run
        .pairs()
        .into_iter()
        .flat_map(|pair| Success::all().map(|success| (pair, success)))
        .collect();
    let (walk, _) = run.over(&instances, |&(pair, success), walk| {
        let game = Arc::new(Wyt::new(run, pair, side)?);
        let values = box_values(&game, success)?;
        for (x, y) in half_shells(side) {
            walk.see(game.remoteness(x, y));
            let holds = check(&values, x, y)?;
            walk.require(holds, || {
                let parameters = format!("{}, {}", game.parameters(), success.parameters());
                at(parameters, &[x, y], format!("w = {}", values.w(x, y)))
            });
        }
        Ok(())
    })?;
    Ok(walk)
}

/// w of all cells x ≤ y by the model's recursion; the game is symmetric.
fn box_values(game: &Wyt, success: Success) -> Result<BoxValues<'_>, Error> {
    let model =
        FailedMoves::new(success.rational()).map_err(|error| Error::input(error.to_string()))?;
    let mut values = BoxValues {
        game,
        model,
        w: Vec::new(),
    };
    for (x, y) in half_shells(game.side) {
        let options = game.moves.from(&[x, y])?;
        let known = options.iter().map(|option| values.w(option[0], option[1]));
        let w = values.model.value_of_options(known, Convention::Normal);
        values.w.push(w);
    }
    Ok(values)
}

fn closed_form_on_box(values: &BoxValues<'_>, x: u64, y: u64) -> Result<bool, Error> {
    let remoteness = values.game.remoteness(x, y);
    let power = values.model.lambda().pow(remoteness as isize);
    let signed = if remoteness.is_multiple_of(2) {
        power
    } else {
        -power
    };
    let w = values.w(x, y);
    let recovered = values.model.remoteness_of(w, Convention::Normal);
    let certain = *values.model.success() == RBig::ONE;
    Ok(RBig::from(2u8) * w == RBig::ONE - signed
        && (certain || recovered == Some(remoteness as usize)))
}

fn attempts_on_box(values: &BoxValues<'_>, x: u64, y: u64) -> Result<bool, Error> {
    let game = values.game;
    let options = game.moves.from(&[x, y])?;
    let Some(least) = options.iter().map(|o| values.w(o[0], o[1])).min() else {
        return Ok(true);
    };
    if *values.model.success() == RBig::ONE {
        return Ok(true);
    }
    let own = game.remoteness(x, y);
    Ok(options
        .iter()
        .all(|o| (values.w(o[0], o[1]) == least) == (game.remoteness(o[0], o[1]) + 1 == own)))
}

fn by_index_on_box(values: &BoxValues<'_>, x: u64, y: u64) -> Result<bool, Error> {
    let game = values.game;
    let Some(k) = game.index(x, y) else {
        return Ok(false);
    };
    let is_p = game.term(x, y).is_some();
    let lambda = values.model.lambda();
    let expected = if is_p {
        (RBig::ONE - lambda.pow(2 * k as isize)) / RBig::from(2u8)
    } else {
        (RBig::ONE + lambda.pow(2 * k as isize + 1)) / RBig::from(2u8)
    };
    let by_library = values.model.at_index(k as usize, is_p);
    Ok(*values.w(x, y) == expected && by_library == expected && UBig::from(k) <= UBig::from(y))
}
