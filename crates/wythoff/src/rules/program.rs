//! Compiled expressions: a small stack program, run for one position.
//!
//! Division rounds down, `mod` is never negative, `and` and `or` look at their right side only when it
//! matters. Whatever has no value in 64-bit whole numbers (division by zero, overflow) is an error,
//! never a wrong answer.

use super::expr::{Binary, Expr, Unary};

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

pub(super) fn apply_unary(op: Unary, a: i64) -> Result<i64, NoValue> {
    match op {
        Unary::Negate => a.checked_neg().ok_or(NoValue::Overflow),
        Unary::Abs => a.checked_abs().ok_or(NoValue::Overflow),
        Unary::Not => Ok(i64::from(a == 0)),
    }
}

#[inline]
pub(super) fn apply(op: Binary, a: i64, b: i64) -> Result<i64, NoValue> {
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
