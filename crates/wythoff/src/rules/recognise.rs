//! Which conditions on removals are unions of lines, for all sizes at once.
//!
//! A condition made of comparisons of removals with each other and with numbers (`e = 0`,
//! `|e-f| < 3`, `max(e,f) < min(e,f)+2`, `e mod 2 = 1`), joined by `and`, `or`, `not`, depends on a
//! removal only through differences up to some bound C and remainders modulo some M. So a gap longer than
//! C between neighbours of 0, e, f, … in order may be shortened by a multiple of M, as long as it stays
//! longer than C, without a change of truth. Every removal comes from one whose gaps are at most C + M,
//! and finitely many of those are looked at: a true one without a long gap is a step, with one long gap a
//! ray along everything above it, and with two the moves fill a plane and are no lines. The argument in
//! full, with the bound: `docs/derivations/moves.md`. Judge: the plain definition, in `tests/moves.rs`.

use std::collections::BTreeSet;

use super::expr::{Binary, Expr, Sort, Unary};
use super::program::Program;

/// Most removals that are looked at.
const MAX_LOOKS: u64 = 1 << 18;
/// Most linear forms that a number may take.
const MAX_FORMS: usize = 64;

/// A base and perhaps a ray: removals base + t·ray, or the base alone.
pub(super) type Line = (Vec<i64>, Option<Vec<i64>>);

/// The lines of a condition on removals from so many piles, if it is seen to be a union of lines.
pub(super) fn lines(condition: &Expr, piles: usize) -> Option<Vec<Line>> {
    let mut bounds = Bounds {
        piles,
        gap: 0,
        modulus: 1,
    };
    bounds.truth(condition)?;
    let longest = bounds.gap.checked_add(bounds.modulus)?;
    let side = longest
        .checked_mul(i64::try_from(piles).ok()?)?
        .checked_add(1)?;
    let looks = (0..piles).try_fold(1u64, |n, _| n.checked_mul(side.unsigned_abs()))?;
    if looks > MAX_LOOKS {
        return None;
    }
    let found = Found {
        program: Program::new(condition),
        bounds,
    };
    found.lines(side)
}

/// Σ factors·e + c with c between `low` and `high`, fixed by remainders.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Form {
    factors: Vec<i64>,
    low: i64,
    high: i64,
}

impl Form {
    fn plus(&self, other: &Form, sign: i64) -> Option<Form> {
        let other = other.times(sign)?;
        let factors: Option<Vec<i64>> = self
            .factors
            .iter()
            .zip(&other.factors)
            .map(|(a, b)| a.checked_add(*b))
            .collect();
        Some(Form {
            factors: factors?,
            low: self.low.checked_add(other.low)?,
            high: self.high.checked_add(other.high)?,
        })
    }

    fn times(&self, by: i64) -> Option<Form> {
        let factors: Option<Vec<i64>> = self.factors.iter().map(|f| f.checked_mul(by)).collect();
        let ends = [self.low.checked_mul(by)?, self.high.checked_mul(by)?];
        Some(Form {
            factors: factors?,
            low: ends[0].min(ends[1]),
            high: ends[0].max(ends[1]),
        })
    }

    /// The number that it is, if it is one.
    fn number(&self) -> Option<i64> {
        let constant = self.low == self.high && self.factors.iter().all(|&f| f == 0);
        constant.then_some(self.low)
    }
}

/// What a condition depends on: differences up to `gap`, remainders modulo `modulus`.
struct Bounds {
    piles: usize,
    gap: i64,
    modulus: i64,
}

impl Bounds {
    fn truth(&mut self, expr: &Expr) -> Option<()> {
        match expr {
            Expr::Unary(Unary::Not, of) => self.truth(of),
            Expr::Binary(Binary::And | Binary::Or, a, b) => {
                self.truth(a)?;
                self.truth(b)
            }
            Expr::Binary(op, a, b) if op.sorts() == (Sort::Number, Sort::Truth) => {
                let (a, b) = (self.forms(a)?, self.forms(b)?);
                self.compare_all(&a, &b)
            }
            _ => None,
        }
    }

    /// The linear forms that a number may take; which one is decided by comparisons seen on the way.
    fn forms(&mut self, expr: &Expr) -> Option<Vec<Form>> {
        let constant = |n: i64, piles: usize| Form {
            factors: vec![0; piles],
            low: n,
            high: n,
        };
        let forms = match expr {
            Expr::Number(n) => vec![constant(*n, self.piles)],
            Expr::Variable(v) => {
                let mut form = constant(0, self.piles);
                *form.factors.get_mut(*v)? = 1;
                vec![form]
            }
            Expr::Unary(Unary::Negate, of) => each(&self.forms(of)?, |form| form.times(-1))?,
            Expr::Unary(Unary::Abs, of) => {
                let forms = self.forms(of)?;
                self.compare_all(&forms, &[constant(0, self.piles)])?;
                let negative = each(&forms, |form| form.times(-1))?;
                [forms, negative].concat()
            }
            Expr::Binary(op @ (Binary::Add | Binary::Sub), a, b) => {
                let (a, b) = (self.forms(a)?, self.forms(b)?);
                let sign = if *op == Binary::Add { 1 } else { -1 };
                let sums: Option<Vec<Form>> = a
                    .iter()
                    .flat_map(|p| b.iter().map(move |q| p.plus(q, sign)))
                    .collect();
                sums?
            }
            Expr::Binary(Binary::Mul, a, b) => {
                let (a, b) = (self.forms(a)?, self.forms(b)?);
                match (&a[..], &b[..]) {
                    ([by], forms) | (forms, [by]) if by.number().is_some() => {
                        let by = by.number()?;
                        each(forms, |form| form.times(by))?
                    }
                    _ => return None,
                }
            }
            Expr::Binary(Binary::Mod, a, b) => {
                self.forms(a)?;
                let [by] = &self.forms(b)?[..] else {
                    return None;
                };
                let by = by.number().filter(|&by| by != 0)?.checked_abs()?;
                self.modulus = lcm(self.modulus, by)?;
                vec![Form {
                    high: by - 1,
                    ..constant(0, self.piles)
                }]
            }
            Expr::Binary(Binary::Min | Binary::Max, a, b) => {
                let (a, b) = (self.forms(a)?, self.forms(b)?);
                self.compare_all(&a, &b)?;
                [a, b].concat()
            }
            _ => return None,
        };
        let mut distinct: Vec<Form> = Vec::new();
        for form in forms {
            if !distinct.contains(&form) {
                distinct.push(form);
            }
        }
        (distinct.len() <= MAX_FORMS).then_some(distinct)
    }

    fn compare_all(&mut self, a: &[Form], b: &[Form]) -> Option<()> {
        for p in a {
            for q in b {
                self.compare(&p.plus(q, -1)?)?;
            }
        }
        Some(())
    }

    /// Makes the gap long enough for the sign of a form: beyond it the removals alone decide. They do for
    /// multiples of one removal, of a difference of two, and of sums without cancelling.
    fn compare(&mut self, form: &Form) -> Option<()> {
        let mut factors: Vec<i64> = form.factors.iter().copied().filter(|&f| f != 0).collect();
        factors.sort_unstable();
        let one_sign = factors.iter().all(|&f| f > 0) || factors.iter().all(|&f| f < 0);
        let opposite = factors.len() == 2 && factors[0].checked_add(factors[1])? == 0;
        if !one_sign && !opposite {
            return None;
        }
        let most = form.low.checked_abs()?.max(form.high.checked_abs()?);
        self.gap = self.gap.max(most);
        Some(())
    }
}

fn each(forms: &[Form], change: impl Fn(&Form) -> Option<Form>) -> Option<Vec<Form>> {
    forms.iter().map(change).collect()
}

fn lcm(a: i64, b: i64) -> Option<i64> {
    let (mut g, mut rest) = (a, b);
    while rest != 0 {
        (g, rest) = (rest, g % rest);
    }
    (a / g).checked_mul(b)
}

/// A condition with its bounds.
struct Found {
    program: Program,
    bounds: Bounds,
}

impl Found {
    fn allows(&self, removal: &[i64]) -> bool {
        removal.iter().any(|&e| e > 0)
            && removal.iter().all(|&e| e >= 0)
            && self.program.value(removal).is_ok_and(|value| value != 0)
    }

    /// Lines from the removals below `side` whose gaps are short enough.
    fn lines(&self, side: i64) -> Option<Vec<Line>> {
        let mut rays: BTreeSet<(Vec<i64>, Vec<i64>)> = BTreeSet::new();
        let mut steps: Vec<Vec<i64>> = Vec::new();
        let mut removal = vec![0; self.bounds.piles];
        loop {
            if let Some(long) = self.long_gaps(&removal)
                && self.allows(&removal)
            {
                match long[..] {
                    [] => steps.push(removal.clone()),
                    [below] => {
                        rays.insert(self.ray(&removal, below));
                    }
                    _ => return None,
                }
            }
            let Some(next) = (0..removal.len()).rev().find(|&i| removal[i] + 1 < side) else {
                break;
            };
            removal[next] += 1;
            removal[next + 1..].fill(0);
        }
        let kept: Vec<&(Vec<i64>, Vec<i64>)> = rays
            .iter()
            .filter(|(base, ray)| {
                let covers = |(other, step): &&(Vec<i64>, Vec<i64>)| {
                    (other, step) != (base, ray)
                        && on_ray(base, other, step)
                        && on_ray(ray, &vec![0; ray.len()], step)
                };
                !rays.iter().any(|ray| covers(&ray))
            })
            .collect();
        steps.retain(|step| !kept.iter().any(|(base, ray)| on_ray(step, base, ray)));
        let rays = kept
            .into_iter()
            .map(|(base, ray)| (base.clone(), Some(ray.clone())));
        Some(
            rays.chain(steps.into_iter().map(|step| (step, None)))
                .collect(),
        )
    }

    /// The lower ends of the long gaps; `None` when a gap is longer than need be looked at.
    fn long_gaps(&self, removal: &[i64]) -> Option<Vec<i64>> {
        let mut sorted = removal.to_vec();
        sorted.push(0);
        sorted.sort_unstable();
        let mut long = Vec::new();
        for pair in sorted.windows(2) {
            let gap = pair[1] - pair[0];
            if gap > self.bounds.gap + self.bounds.modulus {
                return None;
            }
            if gap > self.bounds.gap {
                long.push(pair[0]);
            }
        }
        Some(long)
    }

    /// The ray through a removal along everything above `below`, as long as it goes both ways.
    fn ray(&self, removal: &[i64], below: i64) -> (Vec<i64>, Vec<i64>) {
        let along = |by: i64| -> Vec<i64> {
            let above = removal.iter().map(|&e| if e > below { by } else { 0 });
            above.collect()
        };
        let sum = |a: &[i64], b: &[i64], times: i64| -> Vec<i64> {
            a.iter().zip(b).map(|(a, b)| a + times * b).collect()
        };
        let modulus = self.bounds.modulus;
        let holds = |step: &i64| {
            modulus % step == 0
                && (0..modulus / step).all(|j| self.allows(&sum(removal, &along(*step), j)))
        };
        let ray = along((1..=modulus).find(holds).unwrap_or(modulus));
        let mut base = removal.to_vec();
        loop {
            let back = sum(&base, &ray, -1);
            if !self.allows(&back) {
                return (base, ray);
            }
            base = back;
        }
    }
}

/// Whether a removal is base + t·ray, t ≥ 0.
fn on_ray(removal: &[i64], base: &[i64], ray: &[i64]) -> bool {
    let Some(pile) = ray.iter().position(|&e| e != 0) else {
        return false;
    };
    let far = removal[pile] - base[pile];
    let times = far / ray[pile];
    times >= 0
        && removal
            .iter()
            .zip(base)
            .zip(ray)
            .all(|((e, b), r)| e - b == times * r)
}
