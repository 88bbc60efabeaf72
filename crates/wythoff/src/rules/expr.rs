//! Expressions on coordinates, as rules use them: trees, their sorts, and how they print.
//!
//! An [`Expr`] is a tree of whole-number and truth-valued operations. Its sorts are checked by whoever
//! builds it; `program` compiles it.

use std::fmt;

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
        self.substituted(&|v| Expr::Variable(new(v)))
    }

    /// The same expression with something put in for every variable.
    #[must_use]
    pub fn substituted(&self, new: &dyn Fn(usize) -> Expr) -> Expr {
        match self {
            Expr::Number(n) => Expr::Number(*n),
            Expr::Variable(v) => new(*v),
            Expr::Unary(op, of) => Expr::Unary(*op, Box::new(of.substituted(new))),
            Expr::Binary(op, a, b) => Expr::Binary(
                *op,
                Box::new(a.substituted(new)),
                Box::new(b.substituted(new)),
            ),
        }
    }

    /// A text that is equal for expressions that differ only in the order of commuting sides and in
    /// the direction of comparisons. Used to see that a condition does not change when two piles do.
    pub(super) fn canonical(&self) -> String {
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
    pub(super) fn linear(&self, variables: usize) -> Option<(Vec<i64>, i64)> {
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

    pub(super) fn write(
        &self,
        names: &[String],
        around: u8,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
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

impl Expr {
    pub(super) fn visit_variables(&self, see: &mut dyn FnMut(usize)) {
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
