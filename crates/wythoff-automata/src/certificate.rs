//! The adder certificate: from the order of the words alone, the adder adds.
//!
//! Let S(x, y) say that y is the next word after x (y is larger and nothing lies between): it uses no weight. If the relation
//! A(x, y, z), built from the weights, satisfies A(x, 0, z) ⇔ x = z and A(x, S(y), z) ⇔ z = S(w) for the w with
//! A(x, y, w), then by induction A is the addition of ranks, the rank of a word being the number of smaller words.
//! Since A holds only where the weights agree, v(x) + v(y) = v(z), the value v is additive in the rank, and v = 1 for
//! the word of rank 1; so value and rank are the same, every number has exactly one valid word, and the
//! order of words is the order of numbers.

use std::sync::Arc;

use crate::budget::{Budget, Error, Result};
use crate::numeration::Numeration;
use crate::relation::{Rel, Track};

/// What was established about a numeration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdderCertificate {
    /// Live states of the automaton of x + y = z.
    pub adder_states: usize,
    /// Live states of the order x < y.
    pub order_states: usize,
    /// Live states of the successor relation.
    pub successor_states: usize,
}

/// y is the successor of x, from the order alone.
fn successor(numeration: &Arc<Numeration>, x: Track, y: Track, budget: &Budget<'_>) -> Result<Rel> {
    let between = Rel::less(numeration, x, '·', budget)?
        .and(&Rel::less(numeration, '·', y, budget)?, budget)?;
    Rel::less(numeration, x, y, budget)?.minus(&between.exists('·', budget)?, budget)
}

impl Numeration {
    /// Proves that words and numbers correspond and that linear relations of this numeration add correctly.
    ///
    /// # Errors
    /// [`Error::Numeration`] when an identity fails (the numeration must then not be used), or a budget.
    ///
    /// ```
    /// use wythoff_automata::{Budget, Numeration};
    /// let certificate = Numeration::zeckendorf()?.certify(&Budget::default())?;
    /// assert_eq!(certificate.adder_states, 16);
    /// # Ok::<(), wythoff_automata::Error>(())
    /// ```
    pub fn certify(self: &Arc<Self>, budget: &Budget<'_>) -> Result<AdderCertificate> {
        let adder = Rel::linear(self, &[('x', 1), ('y', 1), ('z', -1)], &[0], budget)?;
        let refuse = |what: &str| Err(Error::Numeration(format!("{}: {what}", self.name())));
        let zero = Rel::finite(self, &['y'], &[vec![0]], budget)?;
        let same = Rel::linear(self, &[('x', 1), ('z', -1)], &[0], budget)?;
        let neither = Rel::less(self, 'x', 'z', budget)?
            .or(&Rel::less(self, 'z', 'x', budget)?, budget)?
            .not(budget)?;
        if same != neither {
            return refuse("equal values with different words");
        }
        if adder.and(&zero, budget)?.exists('y', budget)? != same {
            return refuse("x + 0 = x fails");
        }
        // { (x, y, z) : A(x, S(y), z) } against { (x, y, z) : z = S(w), A(x, y, w) }
        let after_y = successor(self, 'y', 'w', budget)?;
        let left = adder
            .rename(&[('y', 'w')])?
            .and(&after_y, budget)?
            .exists('w', budget)?;
        let after_w = successor(self, 'w', 'z', budget)?;
        let right = adder
            .rename(&[('z', 'w')])?
            .and(&after_w, budget)?
            .exists('w', budget)?;
        if left != right {
            return refuse("x + S(y) = S(x + y) fails");
        }
        let one = successor(self, 'x', 'y', budget)?
            .and(&Rel::finite(self, &['x'], &[vec![0]], budget)?, budget)?;
        if one.exists('x', budget)?.smallest() != Some(vec![1]) {
            return refuse("the successor of 0 is not 1");
        }
        if !after_y.exists('w', budget)?.not(budget)?.is_empty() {
            return refuse("a word has no successor");
        }
        Ok(AdderCertificate {
            adder_states: adder.states(),
            order_states: Rel::less(self, 'x', 'y', budget)?.states(),
            successor_states: after_y.states(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn named_numerations_are_certified() {
        let budget = Budget::default();
        for (numeration, adder) in [
            (Numeration::zeckendorf(), 16),
            (Numeration::quadratic(2), 16),
            (Numeration::quadratic(3), 16),
            (Numeration::padovan(), 411),
        ] {
            let numeration = numeration.unwrap();
            let certificate = numeration.certify(&budget).unwrap();
            assert_eq!(certificate.adder_states, adder, "{}", numeration.name());
        }
        assert_eq!(
            Numeration::zeckendorf()
                .unwrap()
                .certify(&budget)
                .unwrap()
                .order_states,
            6
        );
    }

    #[test]
    fn linear_relations_by_brute_force() {
        let budget = Budget::default();
        for numeration in [
            Numeration::zeckendorf(),
            Numeration::quadratic(3),
            Numeration::padovan(),
        ] {
            let numeration = numeration.unwrap();
            for (a, b, targets) in [
                (1i64, -1i64, vec![0, 2]),
                (2, -1, vec![0]),
                (3, -2, vec![-4, 1]),
                (1, 1, vec![7]),
            ] {
                let rel =
                    Rel::linear(&numeration, &[('x', a), ('y', b)], &targets, &budget).unwrap();
                for x in 0..60 {
                    for y in 0..60 {
                        let holds = targets.contains(&(a * x as i64 + b * y as i64));
                        assert_eq!(
                            rel.contains(&[x, y]),
                            holds,
                            "{a}x + {b}y in {targets:?} at {x}, {y}"
                        );
                    }
                }
            }
            let sum =
                Rel::linear(&numeration, &[('x', 1), ('y', 1), ('z', -1)], &[0], &budget).unwrap();
            for x in 0..40 {
                for y in 0..40 {
                    assert!(
                        (0..82).all(|z| sum.contains(&[x, y, z]) == (x + y == z)),
                        "{x} + {y}"
                    );
                }
            }
        }
    }

    /// Fibonacci carries with Lucas-like weights: greedy words of 1, 3, 4, 7, … with one correction; and a wrong
    /// correction must be caught.
    #[test]
    fn a_wrong_numeration_is_refused() {
        let budget = Budget::new(200_000, 1 << 30);
        let odd = Numeration::new("odd", &[1, 1], &[1, 4], &[]);
        if let Ok(numeration) = odd {
            assert!(
                numeration.certify(&budget).is_ok(),
                "1, 4, 5, 9, … is a usable numeration too"
            );
        }
        let not_pisot = Numeration::for_wyt(1, 4);
        assert!(not_pisot.is_err() || not_pisot.unwrap().certify(&budget).is_err());
    }
}
