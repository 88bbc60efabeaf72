//! Conditions on coordinates, as rules use them: `until(x+y <= 2)`, `within(x<15 and y<15)`.

use std::fmt;
use std::sync::Arc;

use super::expr::{Binary, Expr, Sort};
use super::program::{NoValue, Program};
use crate::error::{Error, ErrorKind};

/// A condition on the coordinates of a position, with the names it is written in.
#[derive(Clone, Debug)]
pub struct Predicate {
    expr: Expr,
    names: Arc<[String]>,
    program: Program,
}

impl PartialEq for Predicate {
    fn eq(&self, other: &Predicate) -> bool {
        self.expr == other.expr && self.names == other.names
    }
}

impl Eq for Predicate {}

impl Predicate {
    /// A predicate from a truth-valued expression over the named coordinates.
    ///
    /// # Errors
    /// [`ErrorKind::Input`] when the expression is a number or names a variable that is not there.
    pub fn new(expr: Expr, names: Arc<[String]>) -> Result<Predicate, Error> {
        if expr.sort() != Sort::Truth {
            return Err(
                Error::input("found a number where a condition was expected")
                    .help("compare it with something: x+y <= 2"),
            );
        }
        let mut greatest = None;
        expr.visit_variables(&mut |v| greatest = greatest.max(Some(v)));
        if greatest.is_some_and(|v| v >= names.len()) {
            return Err(Error::input(
                "a condition names a coordinate that the game does not have",
            ));
        }
        let program = Program::new(&expr);
        Ok(Predicate {
            expr,
            names,
            program,
        })
    }

    /// The expression.
    #[must_use]
    pub fn expr(&self) -> &Expr {
        &self.expr
    }

    /// The names it is written in.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// How many coordinates it speaks of.
    #[must_use]
    pub fn arity(&self) -> usize {
        self.names.len()
    }

    /// Whether the condition holds at a position.
    ///
    /// # Errors
    /// [`ErrorKind::Evaluation`], naming the position, where it has no value.
    pub fn holds(&self, at: &[u64]) -> Result<bool, Error> {
        let mut small = [0i64; 8];
        let mut large;
        let variables: &mut [i64] = if at.len() <= 8 {
            &mut small[..at.len()]
        } else {
            large = vec![0i64; at.len()];
            &mut large
        };
        for (variable, &coordinate) in variables.iter_mut().zip(at) {
            *variable =
                i64::try_from(coordinate).map_err(|_| self.no_value(NoValue::Overflow, at))?;
        }
        match self.program.value(variables) {
            Ok(value) => Ok(value != 0),
            Err(why) => Err(self.no_value(why, at)),
        }
    }

    #[cold]
    fn no_value(&self, why: NoValue, at: &[u64]) -> Error {
        let what = match why {
            NoValue::DivisionByZero => "divides by zero",
            NoValue::Overflow => "leaves 64-bit whole numbers",
        };
        Error::new(
            ErrorKind::Evaluation,
            format!("the condition {self} {what} at {at:?}"),
        )
        .help("guard it, as in: y != 0 and x/y = 2")
    }

    /// The same condition on a game whose coordinates start at `offset` among `names`.
    #[must_use]
    pub fn shifted(&self, offset: usize, names: Arc<[String]>) -> Predicate {
        let expr = self.expr.renumbered(&|v| v + offset);
        let program = Program::new(&expr);
        Predicate {
            expr,
            names,
            program,
        }
    }

    /// `(c, k)` when the condition says exactly Σ c_i·x_i ≤ k.
    #[must_use]
    pub fn as_linear_bound(&self) -> Option<(Vec<i64>, i64)> {
        let Expr::Binary(op, a, b) = &self.expr else {
            return None;
        };
        let (a, b, strict) = match op {
            Binary::Le => (a, b, 0),
            Binary::Lt => (a, b, 1),
            Binary::Ge => (b, a, 0),
            Binary::Gt => (b, a, 1),
            _ => return None,
        };
        let difference = Expr::Binary(Binary::Sub, a.clone(), b.clone());
        let (c, k) = difference.linear(self.arity())?;
        Some((c, k.checked_neg()?.checked_sub(strict)?))
    }

    /// Whether exchanging two coordinates visibly leaves the condition as it is. `false` may also
    /// mean that it could not be seen.
    #[must_use]
    pub fn is_symmetric_in(&self, i: usize, j: usize) -> bool {
        let swap = |v: usize| {
            if v == i {
                j
            } else if v == j {
                i
            } else {
                v
            }
        };
        self.is_unchanged_by(&swap)
    }

    /// Whether renumbering the coordinates visibly leaves the condition as it is. `false` may also mean
    /// that it could not be seen.
    pub(crate) fn is_unchanged_by(&self, new: &dyn Fn(usize) -> usize) -> bool {
        let renumbered = self.expr.renumbered(new);
        if self.expr.canonical() == renumbered.canonical() {
            return true;
        }
        let linear = |expr: Expr| {
            Predicate {
                expr,
                names: self.names.clone(),
                program: self.program.clone(),
            }
            .as_linear_bound()
        };
        linear(self.expr.clone()).is_some_and(|own| Some(own) == linear(renumbered))
    }
}

impl fmt::Display for Predicate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.expr.write(&self.names, 0, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::expr::Unary;
    use crate::rules::program::apply;

    fn names() -> Arc<[String]> {
        ["x", "y"].map(String::from).into()
    }

    fn number(n: i64) -> Box<Expr> {
        Box::new(Expr::Number(n))
    }

    fn x() -> Box<Expr> {
        Box::new(Expr::Variable(0))
    }

    fn y() -> Box<Expr> {
        Box::new(Expr::Variable(1))
    }

    fn predicate(op: Binary, a: Box<Expr>, b: Box<Expr>) -> Predicate {
        Predicate::new(Expr::Binary(op, a, b), names()).unwrap()
    }

    #[test]
    fn division_rounds_down_and_remainders_are_never_negative() {
        for a in -7i64..=7 {
            for b in [-3i64, -2, -1, 1, 2, 3] {
                let q = apply(Binary::Div, a, b).unwrap();
                // ⌊a/b⌋ is the greatest q with b·q ≤ a (b > 0), or b·q ≥ a (b < 0).
                if b > 0 {
                    assert!(b * q <= a && a < b * (q + 1), "{a}/{b}");
                } else {
                    assert!(b * q >= a && a > b * (q + 1), "{a}/{b}");
                }
                let r = apply(Binary::Mod, a, b).unwrap();
                assert!(0 <= r && r < b.abs() && (a - r) % b == 0, "{a} mod {b}");
            }
        }
    }

    #[test]
    fn an_impossible_number_names_the_position() {
        let quotient = Box::new(Expr::Binary(Binary::Div, x(), y()));
        let error = predicate(Binary::Le, quotient, number(2))
            .holds(&[4, 0])
            .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Evaluation);
        assert!(error.message().contains("[4, 0]"), "{error}");
    }

    #[test]
    fn and_guards_its_right_side() {
        let quotient = Box::new(Expr::Binary(Binary::Div, x(), y()));
        let guard = Box::new(Expr::Binary(Binary::Ne, y(), number(0)));
        let is_two = Box::new(Expr::Binary(Binary::Eq, quotient, number(2)));
        let both = predicate(Binary::And, guard, is_two);
        assert!(!both.holds(&[4, 0]).unwrap());
        assert!(both.holds(&[4, 2]).unwrap());
        assert!(!both.holds(&[4, 1]).unwrap());
    }

    #[test]
    fn linear_bounds_are_recognised() {
        let sum = Box::new(Expr::Binary(Binary::Add, x(), y()));
        assert_eq!(
            predicate(Binary::Le, sum.clone(), number(2)).as_linear_bound(),
            Some((vec![1, 1], 2))
        );
        assert_eq!(
            predicate(Binary::Gt, number(3), sum).as_linear_bound(),
            Some((vec![1, 1], 2))
        );
        let product = Box::new(Expr::Binary(Binary::Mul, x(), y()));
        assert_eq!(
            predicate(Binary::Le, product, number(2)).as_linear_bound(),
            None
        );
    }

    #[test]
    fn symmetry_is_seen_through_order() {
        let sum = Box::new(Expr::Binary(Binary::Add, x(), y()));
        assert!(predicate(Binary::Le, sum, number(2)).is_symmetric_in(0, 1));
        assert!(!predicate(Binary::Le, x(), number(2)).is_symmetric_in(0, 1));
        let difference = Box::new(Expr::Binary(Binary::Sub, x(), y()));
        let distance = Box::new(Expr::Unary(Unary::Abs, difference));
        assert!(predicate(Binary::Lt, distance, number(3)).is_symmetric_in(0, 1));
    }
}
