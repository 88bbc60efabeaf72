//! Winning probabilities with failed moves straight from the model, in whole numbers.
//!
//! With p = s/q and d = 2q − s, w(t) = (q − s·m)/d, m the least w of an option [SanchezGalanXu, equation (16)].
//! On a graph whose longest path has k moves every w is a multiple of 1/dᵏ⁺¹, so over the one
//! denominator dᴺ, N > k, the recursion is exact in whole numbers; each division is checked to be so.

use dashu_ratio::RBig;

use super::digraphs::{Digraph, VERTICES};
use crate::rules::Convention;

/// The success probabilities of the checks that the paper reports.
pub(super) const SUCCESSES: [(i64, i64); 4] = [(1, 5), (1, 2), (4, 5), (1, 1)];

/// A success probability s/q in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Success {
    pub(super) s: i64,
    pub(super) q: i64,
}

impl Success {
    pub(super) fn all() -> [Success; 4] {
        SUCCESSES.map(|(s, q)| Success { s, q })
    }

    /// d = 2q − s.
    pub(super) fn d(self) -> i64 {
        2 * self.q - self.s
    }

    /// The common denominator d⁶ on six vertices.
    pub(super) fn whole(self) -> i64 {
        self.d().pow(VERTICES as u32)
    }

    pub(super) fn is_certain(self) -> bool {
        self.s == self.q
    }

    pub(super) fn rational(self) -> RBig {
        RBig::from_parts(self.s.into(), self.q.unsigned_abs().into())
    }

    pub(super) fn parameters(self) -> String {
        format!("p = {}/{}", self.s, self.q)
    }

    /// w of every vertex over the denominator d⁶. A terminal vertex has w = 0 in normal play, 1 in
    /// misère play.
    pub(super) fn values(self, graph: &Digraph, convention: Convention) -> [i64; VERTICES] {
        let whole = self.whole();
        graph.values(0, |values, v| {
            match graph.from(v).map(|u| values[u]).min() {
                None if convention == Convention::Misere => whole,
                None => 0,
                Some(least) => {
                    let numerator = self.q * whole - self.s * least;
                    debug_assert_eq!(numerator % self.d(), 0, "w is a multiple of 1/d^6");
                    numerator / self.d()
                }
            }
        })
    }

    /// 1 ∓ (−λ)ᴿ over d⁶, λ = s/d, which is twice w by the closed form: minus in normal, plus in misère
    /// play. R is below the number of vertices.
    pub(super) fn twice_closed_form(self, remoteness: u32, convention: Convention) -> i64 {
        let rest = (VERTICES as u32).saturating_sub(remoteness);
        let power = (-self.s).pow(remoteness) * self.d().pow(rest);
        match convention {
            Convention::Normal => self.whole() - power,
            Convention::Misere => self.whole() + power,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::failed_moves::FailedMoves;

    #[test]
    fn whole_numbers_are_the_rational_recursion() {
        for success in Success::all() {
            let model = FailedMoves::new(success.rational()).unwrap();
            for convention in [Convention::Normal, Convention::Misere] {
                for number in (0..super::super::digraphs::DIGRAPHS).step_by(97) {
                    let graph = Digraph::numbered(number);
                    let scaled = success.values(&graph, convention);
                    let mut exact: Vec<RBig> = Vec::new();
                    for (v, value) in scaled.iter().enumerate() {
                        let options: Vec<&RBig> = graph.from(v).map(|u| &exact[u]).collect();
                        let w = model.value_of_options(options.into_iter(), convention);
                        let own = RBig::from_parts(
                            (*value).into(),
                            success.whole().unsigned_abs().into(),
                        );
                        assert_eq!(own, w, "digraph {number}, vertex {v}");
                        exact.push(w);
                    }
                }
            }
        }
    }
}
