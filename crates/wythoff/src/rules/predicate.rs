//! Conditions on coordinates, as rules use them: `until(x+y <= 2)`, `within(x<15 and y<15)`.
//!
//! An [`Expr`] is a tree of whole-number and truth-valued operations, checked for sorts when it is
//! built and compiled once to a small stack program. Division rounds down, `mod` is never negative,
//! `and` and `or` look at their right side only when it matters. Whatever has no value in 64-bit
//! whole numbers (division by zero, overflow) is an error that names the position, never a wrong
//! answer.

use std::fmt;
use std::sync::Arc;

use crate::error::{Error, ErrorKind};

/// An expression over numbered variables.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expr {
    /// A whole number.
    Number(i64),
    /// The variable of this index.
    Variable(usize),
    /// An operation on one expression.
    Unary(Unary, Box<Expr>),
    /// An operation on two expressions.
    Binary(Binary, Box<Expr>, Box<Expr>),
}

/// Operations on one expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unary {
    /// Minus a number.
    Negate,
    /// The absolute value of a number.
    Abs,
    /// The opposite of a truth value.
    Not,
}

/// Operations on two expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Binary {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient, rounded down.
    Div,
    /// Remainder, with the sign of a floor division: never negative for a positive divisor.
    Mod,
    /// Bitwise exclusive or (the nim-sum).
    Xor,
    /// The smaller.
    Min,
    /// The larger.
    Max,
    /// Greatest common divisor; gcd(0, 0) = 0.
    Gcd,
    /// Equal.
    Eq,
    /// Not equal.
    Ne,
    /// Less.
    Lt,
    /// Less or equal.
    Le,
    /// Greater.
    Gt,
    /// Greater or equal.
    Ge,
    /// Both hold.
    And,
    /// At least one holds.
    Or,
}

/// What an expression stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// A whole number.
    Number,
    /// A truth value.
    Truth,
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Sort::Number => "a number",
            Sort::Truth => "a condition",
        })
    }
}

impl Binary {
    /// The sort of both sides and of the result.
    #[must_use]
    pub fn sorts(self) -> (Sort, Sort) {
        use Binary::{And, Eq, Ge, Gt, Le, Lt, Ne, Or};
        match self {
            And | Or => (Sort::Truth, Sort::Truth),
            Eq | Ne | Lt | Le | Gt | Ge => (Sort::Number, Sort::Truth),
            _ => (Sort::Number, Sort::Number),
        }
    }

    fn commutes(self) -> bool {
        use Binary::{Add, And, Eq, Gcd, Max, Min, Mul, Ne, Or, Xor};
        matches!(self, Add | Mul | Xor | Min | Max | Gcd | Eq | Ne | And | Or)
    }

    /// How tightly it binds, loosest first; functions bind tightest.
    fn precedence(self) -> u8 {
        use Binary::{
            Add, And, Div, Eq, Gcd, Ge, Gt, Le, Lt, Max, Min, Mod, Mul, Ne, Or, Sub, Xor,
        };
        match self {
            Or => 1,
            And => 2,
            Eq | Ne | Lt | Le | Gt | Ge => 4,
            Xor => 5,
            Add | Sub => 6,
            Mul | Div | Mod => 7,
            Min | Max | Gcd => 9,
        }
    }

    fn symbol(self) -> &'static str {
        use Binary::{
            Add, And, Div, Eq, Gcd, Ge, Gt, Le, Lt, Max, Min, Mod, Mul, Ne, Or, Sub, Xor,
        };
        match self {
            Add => "+",
            Sub => "-",
            Mul => "*",
            Div => "/",
            Mod => " mod ",
            Xor => " xor ",
            Min => "min",
            Max => "max",
            Gcd => "gcd",
            Eq => " = ",
            Ne => " != ",
            Lt => " < ",
            Le => " <= ",
            Gt => " > ",
            Ge => " >= ",
            And => " and ",
            Or => " or ",
        }
    }
}

impl Expr {
    /// The sort of a well-formed expression.
    #[must_use]
    pub fn sort(&self) -> Sort {
        match self {
            Expr::Number(_) | Expr::Variable(_) => Sort::Number,
            Expr::Unary(Unary::Not, _) => Sort::Truth,
            Expr::Unary(..) => Sort::Number,
            Expr::Binary(op, ..) => op.sorts().1,
        }
    }

    /// The same expression with every variable renumbered.
    #[must_use]
    pub fn renumbered(&self, new: &dyn Fn(usize) -> usize) -> Expr {
        match self {
            Expr::Number(n) => Expr::Number(*n),
            Expr::Variable(v) => Expr::Variable(new(*v)),
            Expr::Unary(op, of) => Expr::Unary(*op, Box::new(of.renumbered(new))),
            Expr::Binary(op, a, b) => Expr::Binary(
                *op,
                Box::new(a.renumbered(new)),
                Box::new(b.renumbered(new)),
            ),
        }
    }

    /// A text that is equal for expressions that differ only in the order of commuting sides and in
    /// the direction of comparisons. Used to see that a condition does not change when two piles do.
    fn canonical(&self) -> String {
        match self {
            Expr::Number(n) => n.to_string(),
            Expr::Variable(v) => format!("x{v}"),
            Expr::Unary(op, of) => match (op, &**of) {
                // |u − v| = |v − u|
                (Unary::Abs, Expr::Binary(Binary::Sub, a, b)) => {
                    let mut sides = [a.canonical(), b.canonical()];
                    sides.sort();
                    format!("|{}-{}|", sides[0], sides[1])
                }
                _ => format!("{op:?}({})", of.canonical()),
            },
            Expr::Binary(Binary::Gt, a, b) => format!("Lt({},{})", b.canonical(), a.canonical()),
            Expr::Binary(Binary::Ge, a, b) => format!("Le({},{})", b.canonical(), a.canonical()),
            Expr::Binary(op, a, b) if op.commutes() => {
                let mut sides = Vec::new();
                for side in [a, b] {
                    side.gather(*op, &mut sides);
                }
                sides.sort();
                format!("{op:?}({})", sides.join(","))
            }
            Expr::Binary(op, a, b) => format!("{op:?}({},{})", a.canonical(), b.canonical()),
        }
    }

    /// The canonical texts of a chain `a op b op …` of an associative operation.
    fn gather(&self, op: Binary, into: &mut Vec<String>) {
        match self {
            Expr::Binary(inner, a, b)
                if *inner == op && !matches!(op, Binary::Eq | Binary::Ne | Binary::Gcd) =>
            {
                a.gather(op, into);
                b.gather(op, into);
            }
            other => into.push(other.canonical()),
        }
    }

    /// Writes `Σ c_i·x_i + c` when the expression is linear with coefficients that fit.
    fn linear(&self, variables: usize) -> Option<(Vec<i64>, i64)> {
        let zeros = || vec![0i64; variables];
        match self {
            Expr::Number(n) => Some((zeros(), *n)),
            Expr::Variable(v) => {
                let mut c = zeros();
                *c.get_mut(*v)? = 1;
                Some((c, 0))
            }
            Expr::Unary(Unary::Negate, of) => {
                let (c, k) = of.linear(variables)?;
                scale(&c, k, -1)
            }
            Expr::Binary(op @ (Binary::Add | Binary::Sub), a, b) => {
                let (ca, ka) = a.linear(variables)?;
                let (cb, kb) = b.linear(variables)?;
                let (cb, kb) = scale(&cb, kb, if *op == Binary::Add { 1 } else { -1 })?;
                let sum: Option<Vec<i64>> =
                    ca.iter().zip(&cb).map(|(p, q)| p.checked_add(*q)).collect();
                Some((sum?, ka.checked_add(kb)?))
            }
            Expr::Binary(Binary::Mul, a, b) => match (&**a, &**b) {
                (Expr::Number(n), other) | (other, Expr::Number(n)) => {
                    let (c, k) = other.linear(variables)?;
                    scale(&c, k, *n)
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn write(&self, names: &[String], around: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let own = match self {
            Expr::Binary(op, ..) => op.precedence(),
            Expr::Unary(Unary::Not, _) => 3,
            Expr::Unary(Unary::Negate, _) => 8,
            Expr::Number(n) if *n < 0 => 8,
            _ => 10,
        };
        let parenthesised = own < around;
        if parenthesised {
            f.write_str("(")?;
        }
        match self {
            Expr::Number(n) => write!(f, "{n}")?,
            Expr::Variable(v) => f.write_str(names.get(*v).map_or("?", String::as_str))?,
            Expr::Unary(Unary::Negate, of) => {
                f.write_str("-")?;
                of.write(names, 9, f)?;
            }
            Expr::Unary(Unary::Not, of) => {
                f.write_str("not ")?;
                of.write(names, 3, f)?;
            }
            Expr::Unary(Unary::Abs, of) => {
                f.write_str("abs(")?;
                of.write(names, 0, f)?;
                f.write_str(")")?;
            }
            Expr::Binary(op @ (Binary::Min | Binary::Max | Binary::Gcd), a, b) => {
                write!(f, "{}(", op.symbol())?;
                a.write(names, 0, f)?;
                f.write_str(", ")?;
                b.write(names, 0, f)?;
                f.write_str(")")?;
            }
            Expr::Binary(op, a, b) => {
                // Comparisons do not chain; everything else groups to the left.
                let left = if own == 4 { own + 1 } else { own };
                a.write(names, left, f)?;
                f.write_str(op.symbol())?;
                b.write(names, own + 1, f)?;
            }
        }
        if parenthesised {
            f.write_str(")")?;
        }
        Ok(())
    }
}

fn scale(c: &[i64], k: i64, by: i64) -> Option<(Vec<i64>, i64)> {
    let scaled: Option<Vec<i64>> = c.iter().map(|x| x.checked_mul(by)).collect();
    Some((scaled?, k.checked_mul(by)?))
}

/// One step of a compiled expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Push(i64),
    Load(usize),
    Unary(Unary),
    Binary(Binary),
    /// Skips ahead when the top is false, which then is the result; else drops it.
    UnlessFalse(usize),
    /// Skips ahead when the top is true, which then is the result; else drops it.
    UnlessTrue(usize),
}

/// A compiled expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    steps: Vec<Step>,
    depth: usize,
}

/// Why an expression has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoValue {
    /// Division or remainder by zero.
    DivisionByZero,
    /// A number outside 64 bits.
    Overflow,
}

/// The stack of one evaluation fits here for every expression that people write.
const SMALL_STACK: usize = 16;

impl Program {
    /// Compiles an expression.
    #[must_use]
    pub fn new(expr: &Expr) -> Program {
        let mut steps = Vec::new();
        emit(expr, &mut steps);
        let (mut height, mut depth) = (0usize, 0usize);
        for step in &steps {
            match step {
                Step::Push(_) | Step::Load(_) => height += 1,
                Step::Unary(_) => {}
                Step::Binary(_) | Step::UnlessFalse(_) | Step::UnlessTrue(_) => height -= 1,
            }
            depth = depth.max(height);
        }
        Program {
            steps,
            depth: depth + 1,
        }
    }

    /// The value for the given variables; truth is 1, falsehood 0.
    ///
    /// # Errors
    /// [`NoValue`] where a number cannot be formed.
    pub fn value(&self, variables: &[i64]) -> Result<i64, NoValue> {
        if self.depth <= SMALL_STACK {
            self.run(variables, &mut [0; SMALL_STACK])
        } else {
            self.run(variables, &mut vec![0; self.depth])
        }
    }

    fn run(&self, variables: &[i64], stack: &mut [i64]) -> Result<i64, NoValue> {
        let mut top = 0;
        let mut at = 0;
        while let Some(step) = self.steps.get(at) {
            at += 1;
            match *step {
                Step::Push(n) => {
                    stack[top] = n;
                    top += 1;
                }
                Step::Load(v) => {
                    stack[top] = variables[v];
                    top += 1;
                }
                Step::Unary(op) => stack[top - 1] = apply_unary(op, stack[top - 1])?,
                Step::Binary(op) => {
                    top -= 1;
                    stack[top - 1] = apply(op, stack[top - 1], stack[top])?;
                }
                Step::UnlessFalse(skip) if stack[top - 1] == 0 => at += skip,
                Step::UnlessTrue(skip) if stack[top - 1] != 0 => at += skip,
                Step::UnlessFalse(_) | Step::UnlessTrue(_) => top -= 1,
            }
        }
        Ok(stack[0])
    }
}

fn emit(expr: &Expr, steps: &mut Vec<Step>) {
    match expr {
        Expr::Number(n) => steps.push(Step::Push(*n)),
        Expr::Variable(v) => steps.push(Step::Load(*v)),
        Expr::Unary(op, of) => {
            emit(of, steps);
            steps.push(Step::Unary(*op));
        }
        Expr::Binary(op @ (Binary::And | Binary::Or), a, b) => {
            emit(a, steps);
            let hole = steps.len();
            steps.push(Step::Push(0));
            emit(b, steps);
            let skip = steps.len() - hole - 1;
            steps[hole] = match op {
                Binary::And => Step::UnlessFalse(skip),
                _ => Step::UnlessTrue(skip),
            };
        }
        Expr::Binary(op, a, b) => {
            emit(a, steps);
            emit(b, steps);
            steps.push(Step::Binary(*op));
        }
    }
}

fn apply_unary(op: Unary, a: i64) -> Result<i64, NoValue> {
    match op {
        Unary::Negate => a.checked_neg().ok_or(NoValue::Overflow),
        Unary::Abs => a.checked_abs().ok_or(NoValue::Overflow),
        Unary::Not => Ok(i64::from(a == 0)),
    }
}

#[inline]
fn apply(op: Binary, a: i64, b: i64) -> Result<i64, NoValue> {
    use NoValue::{DivisionByZero, Overflow};
    Ok(match op {
        Binary::Add => a.checked_add(b).ok_or(Overflow)?,
        Binary::Sub => a.checked_sub(b).ok_or(Overflow)?,
        Binary::Mul => a.checked_mul(b).ok_or(Overflow)?,
        Binary::Div | Binary::Mod if b == 0 => return Err(DivisionByZero),
        Binary::Div => {
            let q = a.checked_div(b).ok_or(Overflow)?;
            if a % b != 0 && (a < 0) != (b < 0) {
                q - 1
            } else {
                q
            }
        }
        Binary::Mod => {
            let r = a.checked_rem(b).ok_or(Overflow)?;
            if r < 0 {
                r.checked_add(b.checked_abs().ok_or(Overflow)?)
                    .ok_or(Overflow)?
            } else {
                r
            }
        }
        Binary::Xor => a ^ b,
        Binary::Min => a.min(b),
        Binary::Max => a.max(b),
        Binary::Gcd => gcd(a, b).ok_or(Overflow)?,
        Binary::Eq => i64::from(a == b),
        Binary::Ne => i64::from(a != b),
        Binary::Lt => i64::from(a < b),
        Binary::Le => i64::from(a <= b),
        Binary::Gt => i64::from(a > b),
        Binary::Ge => i64::from(a >= b),
        Binary::And => i64::from(a != 0 && b != 0),
        Binary::Or => i64::from(a != 0 || b != 0),
    })
}

fn gcd(a: i64, b: i64) -> Option<i64> {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i64::try_from(a).ok()
}

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
        let swapped = self.expr.renumbered(&swap);
        if self.expr.canonical() == swapped.canonical() {
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
        linear(self.expr.clone()).is_some_and(|own| Some(own) == linear(swapped))
    }
}

impl Expr {
    fn visit_variables(&self, see: &mut dyn FnMut(usize)) {
        match self {
            Expr::Number(_) => {}
            Expr::Variable(v) => see(*v),
            Expr::Unary(_, of) => of.visit_variables(see),
            Expr::Binary(_, a, b) => {
                a.visit_variables(see);
                b.visit_variables(see);
            }
        }
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
