//! Compiled conditions, run for up to 64 values of one variable at once.
//!
//! One pass over the program answers a word of positions: what interpreting a step costs is paid once
//! for 64 of them, and whatever does not depend on the running variable is computed once for all. A
//! word for which some number might not exist is not answered; the caller then asks
//! [`Program`](super::program::Program) one by one, which says where and why.

use super::expr::{Binary, Expr, Unary};
use super::program::{apply, apply_unary};

/// How many values are answered at once: the bits of a word.
pub(super) const LANES: usize = 64;

/// One step of a compiled condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Push(i64),
    Load(usize),
    Number(Unary),
    Arithmetic(Binary),
    Compare(Binary),
    Not,
    /// The right side of `and` (or `or`) begins; where it matters nowhere, so many steps are skipped.
    Begin(Binary, usize),
    /// It ends.
    End(Binary),
}

/// A number for each lane; where all are equal only the first is kept.
#[derive(Clone, Copy, Debug)]
struct Lane {
    equal: bool,
    values: [i64; LANES],
}

impl Lane {
    fn spread(&mut self) {
        if self.equal {
            self.values = [self.values[0]; LANES];
            self.equal = false;
        }
    }
}

/// Room for running a condition, kept between runs.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    numbers: Vec<Lane>,
    truths: Vec<u64>,
    masks: Vec<u64>,
}

/// A condition compiled for many values at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lanes {
    steps: Vec<Step>,
}

impl Lanes {
    /// Compiles a truth-valued expression.
    pub(super) fn new(expr: &Expr) -> Lanes {
        let mut steps = Vec::new();
        emit(expr, &mut steps);
        Lanes { steps }
    }

    /// Bit i says whether the condition holds with the variable `running` at `start + i`, for i below
    /// `count`; higher bits are 0. `None` when some number might not exist.
    pub(super) fn word(
        &self,
        variables: &[i64],
        running: usize,
        start: i64,
        count: usize,
        scratch: &mut Scratch,
    ) -> Option<u64> {
        start.checked_add(LANES as i64)?;
        let whole = if count >= LANES {
            u64::MAX
        } else {
            (1 << count) - 1
        };
        let Scratch {
            numbers,
            truths,
            masks,
        } = scratch;
        numbers.clear();
        truths.clear();
        masks.clear();
        let mut mask = whole;
        let mut at = 0;
        while let Some(step) = self.steps.get(at) {
            at += 1;
            match *step {
                Step::Push(n) => numbers.push(equal(n)),
                Step::Load(v) if v == running => numbers.push(from(start)),
                Step::Load(v) => numbers.push(equal(variables[v])),
                Step::Number(op) => unary(op, numbers.last_mut()?)?,
                Step::Arithmetic(op) => {
                    let mut right = numbers.pop()?;
                    arithmetic(op, numbers.last_mut()?, &mut right, mask)?;
                }
                Step::Compare(op) => {
                    let mut right = numbers.pop()?;
                    let mut left = numbers.pop()?;
                    truths.push(compare(op, &mut left, &mut right));
                }
                Step::Not => *truths.last_mut()? ^= u64::MAX,
                Step::Begin(op, skip) => {
                    let left = *truths.last()?;
                    let open = mask & if op == Binary::And { left } else { !left };
                    if open == 0 {
                        at += skip;
                    } else {
                        masks.push(mask);
                        mask = open;
                    }
                }
                Step::End(op) => {
                    let right = truths.pop()?;
                    let left = truths.last_mut()?;
                    *left = if op == Binary::And {
                        *left & right
                    } else {
                        *left | right
                    };
                    mask = masks.pop()?;
                }
            }
        }
        Some(truths.pop()? & whole)
    }
}

fn emit(expr: &Expr, steps: &mut Vec<Step>) {
    match expr {
        Expr::Number(n) => steps.push(Step::Push(*n)),
        Expr::Variable(v) => steps.push(Step::Load(*v)),
        Expr::Unary(op, of) => {
            emit(of, steps);
            steps.push(match op {
                Unary::Not => Step::Not,
                op => Step::Number(*op),
            });
        }
        Expr::Binary(op @ (Binary::And | Binary::Or), a, b) => {
            emit(a, steps);
            let hole = steps.len();
            steps.push(Step::End(*op));
            emit(b, steps);
            steps.push(Step::End(*op));
            steps[hole] = Step::Begin(*op, steps.len() - hole - 1);
        }
        Expr::Binary(op, a, b) => {
            emit(a, steps);
            emit(b, steps);
            use Binary::{Eq, Ge, Gt, Le, Lt, Ne};
            steps.push(match op {
                Eq | Ne | Lt | Le | Gt | Ge => Step::Compare(*op),
                _ => Step::Arithmetic(*op),
            });
        }
    }
}

fn equal(n: i64) -> Lane {
    Lane {
        equal: true,
        values: [n; LANES],
    }
}

/// `start`, `start + 1`, …; the caller has made sure that they fit.
fn from(start: i64) -> Lane {
    let mut values = [0; LANES];
    for (i, value) in values.iter_mut().enumerate() {
        *value = start.wrapping_add(i as i64);
    }
    Lane {
        equal: false,
        values,
    }
}

fn unary(op: Unary, lane: &mut Lane) -> Option<()> {
    let count = if lane.equal { 1 } else { LANES };
    for value in &mut lane.values[..count] {
        *value = apply_unary(op, *value).ok()?;
    }
    Some(())
}

fn arithmetic(op: Binary, left: &mut Lane, right: &mut Lane, mask: u64) -> Option<()> {
    if left.equal && right.equal {
        left.values[0] = apply(op, left.values[0], right.values[0]).ok()?;
        return Some(());
    }
    left.spread();
    right.spread();
    let pairs = left.values.iter_mut().zip(&right.values);
    // Negative as soon as one lane overflowed, even one that nobody asks for: then all are asked one
    // by one, which is right if slow.
    let mut overflow = 0;
    match op {
        Binary::Add => {
            for (a, b) in pairs {
                let sum = a.wrapping_add(*b);
                overflow |= (*a ^ sum) & (*b ^ sum);
                *a = sum;
            }
        }
        Binary::Sub => {
            for (a, b) in pairs {
                let difference = a.wrapping_sub(*b);
                overflow |= (*a ^ *b) & (*a ^ difference);
                *a = difference;
            }
        }
        Binary::Min => pairs.for_each(|(a, b)| *a = (*a).min(*b)),
        Binary::Max => pairs.for_each(|(a, b)| *a = (*a).max(*b)),
        Binary::Xor => pairs.for_each(|(a, b)| *a ^= *b),
        // A lane that nobody asks for may divide by zero.
        Binary::Div | Binary::Mod => {
            for (i, (a, b)) in pairs.enumerate() {
                let divisor = if mask >> i & 1 == 1 { *b } else { 1 };
                *a = apply(op, *a, divisor).ok()?;
            }
        }
        op => {
            for (a, b) in pairs {
                *a = apply(op, *a, *b).ok()?;
            }
        }
    }
    (overflow >= 0).then_some(())
}

fn compare(op: Binary, left: &mut Lane, right: &mut Lane) -> u64 {
    if left.equal && right.equal {
        let holds = holds(op, left.values[0], right.values[0]);
        return if holds { u64::MAX } else { 0 };
    }
    left.spread();
    right.spread();
    let (a, b) = (&left.values, &right.values);
    match op {
        Binary::Eq => bits(a, b, |a, b| a == b),
        Binary::Ne => bits(a, b, |a, b| a != b),
        Binary::Lt => bits(a, b, |a, b| a < b),
        Binary::Le => bits(a, b, |a, b| a <= b),
        Binary::Gt => bits(a, b, |a, b| a > b),
        _ => bits(a, b, |a, b| a >= b),
    }
}

fn holds(op: Binary, a: i64, b: i64) -> bool {
    matches!(apply(op, a, b), Ok(1))
}

fn bits(a: &[i64; LANES], b: &[i64; LANES], test: impl Fn(i64, i64) -> bool) -> u64 {
    let mut word = 0;
    for i in 0..LANES {
        word |= u64::from(test(a[i], b[i])) << i;
    }
    word
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::notation::parse_predicate;
    use crate::rules::program::Program;

    /// Every lane against the program for one position.
    fn check(text: &str) {
        let names: Arc<[String]> = ["x", "y"].map(String::from).into();
        let expr = parse_predicate(text, names).unwrap().expr().clone();
        let (lanes, program) = (Lanes::new(&expr), Program::new(&expr));
        let mut scratch = Scratch::default();
        for x in 0..70 {
            for (start, count) in [(0, 64), (64, 7), (3, 1)] {
                let word = lanes.word(&[x, 0], 1, start, count, &mut scratch);
                let one_by_one: Result<Vec<i64>, _> = (0..count as i64)
                    .map(|i| program.value(&[x, start + i]))
                    .collect();
                match one_by_one {
                    Ok(values) => {
                        let word = word.unwrap_or_else(|| panic!("{text}: no answer at x = {x}"));
                        for (i, value) in values.iter().enumerate() {
                            assert_eq!(word >> i & 1, *value as u64, "{text} at ({x}, {i})");
                        }
                        assert_eq!(word.checked_shr(count as u32).unwrap_or(0), 0, "{text}");
                    }
                    Err(_) => assert_eq!(word, None, "{text}: an answer at x = {x}"),
                }
            }
        }
    }

    #[test]
    fn words_are_what_the_program_says_one_by_one() {
        for text in [
            "x = 0 or y = 0 or x = y",
            "|x-y| < 3 and not min(x,y) > 20",
            "y != 0 and x/y = 2",
            "y = 0 or x mod y = 1",
            "x mod 3 = y mod 3 or gcd(x,y) = 1 and x xor y > 5",
            "max(x,y)*2 - 3*y >= -x",
            "x = 5 and 1/(x-5) = 1",
            "x/y = 3",
            "x > 60 and y*4611686018427387904*x > 0 or x = 1",
            "not (x < 3 and (y < 4 or x > 1))",
        ] {
            check(text);
        }
    }
}
