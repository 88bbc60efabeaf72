//! Moves by a condition: `moves(e,f: |e-f| < 2)` on what is removed, `moves(x,y -> u,v: …)` on where one
//! stands and where one goes.
//!
//! A move never adds to a pile and never leaves all as they are: 0 ≤ e ≤ x and (e, f) ≠ (0, 0), or
//! 0 ≤ u ≤ x and (u, v) ≠ (x, y). That is part of what `moves` means and need not be said.

use std::fmt;
use std::sync::OnceLock;

use super::expr::{Binary, Expr};
use super::lanes::{LANES, Lanes, Scratch};
use super::predicate::Predicate;
use super::program::{NoValue, Program};
use super::recognise::{self, Line};
use super::ruleset::Cell;
use crate::error::{Error, ErrorKind};

/// What the variables of the condition stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MovesForm {
    /// The amounts removed from the piles: the same moves wherever one stands.
    Removals,
    /// The piles before, then the piles after.
    Targets,
}

/// A name for a number in a condition: `let k = 3`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Parameter {
    /// The name.
    pub name: String,
    /// The number.
    pub value: i64,
}

/// Moves by a condition.
#[derive(Clone, Debug)]
pub struct Moves {
    form: MovesForm,
    piles: usize,
    parameters: Vec<Parameter>,
    /// The condition as written: over the variables, then the parameters.
    condition: Predicate,
    /// The condition on (before, after) or on removals, parameters put in.
    program: Program,
    lanes: Lanes,
    /// The condition on removals where it depends on nothing else, and compiled.
    removals: Option<(Expr, Lanes)>,
    /// The lines that it is a union of, once they were looked for.
    lines: OnceLock<Option<Vec<Line>>>,
}

impl PartialEq for Moves {
    fn eq(&self, other: &Moves) -> bool {
        (self.form, self.piles) == (other.form, other.piles)
            && self.parameters == other.parameters
            && self.condition == other.condition
    }
}

impl Eq for Moves {}

impl Moves {
    /// Moves from their parts: `names` are those of the variables (amounts removed; or piles before and
    /// then piles after), and the variables of `condition` number the names first and then the parameters.
    ///
    /// # Errors
    /// [`ErrorKind::Input`] when there is no pile, a name stands twice, or the condition is a number.
    ///
    /// ```
    /// use wythoff::notation::parse_rules;
    /// use wythoff::rules::Game;
    /// let rules = parse_rules("moves(let k = 2; e,f: |e-f| < k)")?;
    /// let Game::Moves(moves) = rules.game() else { unreachable!() };
    /// assert_eq!(moves.piles(), 2);
    /// assert!(moves.allows(&[5, 5], &[4, 5])? && !moves.allows(&[5, 5], &[3, 5])?);
    /// # Ok::<(), wythoff::Error>(())
    /// ```
    pub fn new(
        form: MovesForm,
        names: Vec<String>,
        parameters: Vec<Parameter>,
        condition: Expr,
    ) -> Result<Moves, Error> {
        let piles = match form {
            MovesForm::Removals => names.len(),
            MovesForm::Targets => names.len() / 2,
        };
        let whole = match form {
            MovesForm::Removals => piles,
            MovesForm::Targets => 2 * piles,
        };
        if piles == 0 || whole != names.len() {
            return Err(Error::input("moves needs a name for each pile")
                .help("for example moves(e,f: |e-f| < 2) or moves(x,y -> u,v: u = x or v = y)"));
        }
        let mut all = names;
        all.extend(parameters.iter().map(|parameter| parameter.name.clone()));
        for (i, name) in all.iter().enumerate() {
            if all[..i].contains(name) {
                return Err(Error::input(format!("the name {name} stands twice")));
            }
        }
        let condition = Predicate::new(condition, all.into())?;
        let put_in = |v: usize| match v.checked_sub(whole).and_then(|p| parameters.get(p)) {
            Some(parameter) => Expr::Number(parameter.value),
            None => Expr::Variable(v),
        };
        let closed = condition.expr().substituted(&put_in);
        let removals = match form {
            MovesForm::Removals => Some(closed.clone()),
            MovesForm::Targets => by_removals(&closed, piles),
        };
        Ok(Moves {
            form,
            piles,
            program: Program::new(&closed),
            lanes: Lanes::new(&closed),
            parameters,
            condition,
            removals: removals.map(|expr| {
                let lanes = Lanes::new(&expr);
                (expr, lanes)
            }),
            lines: OnceLock::new(),
        })
    }

    /// What the variables stand for.
    #[must_use]
    pub fn form(&self) -> MovesForm {
        self.form
    }

    /// Number of piles.
    #[must_use]
    pub fn piles(&self) -> usize {
        self.piles
    }

    /// The condition on the amounts removed, parameters put in, where the moves depend on nothing else:
    /// always for [`MovesForm::Removals`], and for [`MovesForm::Targets`] where only differences before
    /// minus after occur.
    #[must_use]
    pub fn removals(&self) -> Option<&Expr> {
        self.removals.as_ref().map(|(expr, _)| expr)
    }

    /// The lines that the moves are a union of at all sizes, where that is seen.
    pub(super) fn lines(&self) -> Option<&[Line]> {
        self.lines
            .get_or_init(|| recognise::lines(self.removals()?, self.piles))
            .as_deref()
    }

    /// On two piles and where moves depend on removals only: those that remove `e` from the first pile and
    /// up to `most` from the second.
    pub(super) fn removals_of_row(
        &self,
        e: u64,
        most: u64,
        see: &mut dyn FnMut(usize),
    ) -> Result<(), Error> {
        let Some((_, lanes)) = &self.removals else {
            return Ok(());
        };
        let mut scratch = Scratch::default();
        let variables = self.variables_of_removal(&[e, most])?;
        let mut start = 0u64;
        while start <= most {
            let count = (most - start + 1).min(LANES as u64);
            let word = lanes.word(
                &variables,
                1,
                start.cast_signed(),
                count as usize,
                &mut scratch,
            );
            for i in 0..count {
                let f = start + i;
                let allowed = match word {
                    Some(word) => word >> i & 1 == 1 && (e, f) != (0, 0),
                    None => self.allows(&[e, f], &[0, 0])?,
                };
                if allowed {
                    see(f as usize);
                }
            }
            start += count;
        }
        Ok(())
    }

    fn variables_of_removal(&self, removal: &[u64]) -> Result<Vec<i64>, Error> {
        let origin = vec![0; removal.len()];
        let fits = |&n: &u64| {
            i64::try_from(n).map_err(|_| self.no_value(NoValue::Overflow, removal, &origin))
        };
        removal.iter().map(fits).collect()
    }

    /// Whether exchanging the first two piles visibly changes nothing.
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        if self.piles < 2 {
            return false;
        }
        let targets = self.form == MovesForm::Targets;
        let piles = self.piles;
        self.condition.is_unchanged_by(&move |v| match v {
            0 => 1,
            1 => 0,
            v if targets && v == piles => piles + 1,
            v if targets && v == piles + 1 => piles,
            v => v,
        })
    }

    /// Whether a move leads from a position to another.
    ///
    /// # Errors
    /// [`ErrorKind::Evaluation`], naming the position, where the condition has no value.
    pub fn allows(&self, from: &[u64], to: &[u64]) -> Result<bool, Error> {
        let down = from.iter().zip(to).all(|(x, u)| u <= x);
        if from.len() != self.piles || to.len() != self.piles || !down || from == to {
            return Ok(false);
        }
        let variables = self.variables(from, to)?;
        self.program
            .value(&variables)
            .map(|value| value != 0)
            .map_err(|why| self.no_value(why, from, to))
    }

    /// Appends every position that a move leads to.
    ///
    /// # Errors
    /// As [`Moves::allows`].
    pub fn options_into(&self, from: &[u64], options: &mut Vec<Cell>) -> Result<(), Error> {
        let last = self.piles - 1;
        let running = match self.form {
            MovesForm::Removals => last,
            MovesForm::Targets => self.piles + last,
        };
        let mut scratch = Scratch::default();
        // The piles but the last count like an odometer; the last runs in words.
        let mut to = Cell::from_elem(0, self.piles);
        loop {
            let mut variables = self.variables(from, &to)?;
            self.last_pile(
                from,
                &mut to,
                running,
                &mut variables,
                &mut scratch,
                options,
            )?;
            let Some(next) = (0..last).rev().find(|&i| to[i] < from[i]) else {
                return Ok(());
            };
            to[next] += 1;
            to[next + 1..].fill(0);
        }
    }

    /// The options with the given piles but the last.
    fn last_pile(
        &self,
        from: &[u64],
        to: &mut Cell,
        running: usize,
        variables: &mut [i64],
        scratch: &mut Scratch,
        options: &mut Vec<Cell>,
    ) -> Result<(), Error> {
        let last = self.piles - 1;
        let most = from[last];
        let mut start = 0u64;
        loop {
            let count = (most - start + 1).min(LANES as u64);
            let word = self.lanes.word(
                variables,
                running,
                start.cast_signed(),
                count as usize,
                scratch,
            );
            let after = |i: u64| match self.form {
                MovesForm::Removals => most - (start + i),
                MovesForm::Targets => start + i,
            };
            if let Some(word) = word {
                let mut rest = word;
                while rest != 0 {
                    to[last] = after(u64::from(rest.trailing_zeros()));
                    rest &= rest - 1;
                    // Only here may all piles stay as they are.
                    if to[last] != most || to[..] != *from {
                        options.push(to.clone());
                    }
                }
            } else {
                for i in 0..count {
                    to[last] = after(i);
                    if self.allows(from, to)? {
                        options.push(to.clone());
                    }
                }
            }
            start += count;
            if start > most {
                to[last] = 0;
                return Ok(());
            }
        }
    }

    /// The variables of the condition for a move.
    fn variables(&self, from: &[u64], to: &[u64]) -> Result<Vec<i64>, Error> {
        let fits =
            |n: u64| i64::try_from(n).map_err(|_| self.no_value(NoValue::Overflow, from, to));
        match self.form {
            MovesForm::Removals => from.iter().zip(to).map(|(x, u)| fits(x - u)).collect(),
            MovesForm::Targets => from.iter().chain(to).map(|&n| fits(n)).collect(),
        }
    }

    #[cold]
    fn no_value(&self, why: NoValue, from: &[u64], to: &[u64]) -> Error {
        let what = match why {
            NoValue::DivisionByZero => "divides by zero",
            NoValue::Overflow => "leaves 64-bit whole numbers",
        };
        Error::new(
            ErrorKind::Evaluation,
            format!(
                "the condition {} {what} at {from:?} for a move to {to:?}",
                self.condition
            ),
        )
        .help("guard it, as in: f != 0 and e/f = 2")
    }
}

/// A condition on piles before and after as one on removals, where only differences of them occur.
///
/// With u = x − e every linear part is rewritten; one in which some x remains is not invariant.
fn by_removals(expr: &Expr, piles: usize) -> Option<Expr> {
    let difference =
        |a: &Expr, b: &Expr| Expr::Binary(Binary::Sub, Box::new(a.clone()), Box::new(b.clone()));
    let both = |op: Binary, a: Expr, b: Expr| Expr::Binary(op, Box::new(a), Box::new(b));
    if let Some((factors, constant)) = expr.linear(2 * piles) {
        return in_removals(&factors, constant, piles);
    }
    match expr {
        Expr::Unary(op, of) => Some(Expr::Unary(*op, Box::new(by_removals(of, piles)?))),
        Expr::Binary(
            op @ (Binary::Eq | Binary::Ne | Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge),
            a,
            b,
        ) => {
            // u = x compares two numbers that depend on where one stands; their difference does not.
            if let Some((factors, constant)) = difference(a, b).linear(2 * piles) {
                return Some(both(
                    *op,
                    in_removals(&factors, constant, piles)?,
                    Expr::Number(0),
                ));
            }
            Some(both(*op, by_removals(a, piles)?, by_removals(b, piles)?))
        }
        Expr::Binary(op, a, b) => Some(both(*op, by_removals(a, piles)?, by_removals(b, piles)?)),
        Expr::Number(_) | Expr::Variable(_) => None,
    }
}

/// Σ c_i·x_i + Σ d_i·(x_i − e_i) + k in terms of e, if no x remains.
fn in_removals(factors: &[i64], constant: i64, piles: usize) -> Option<Expr> {
    let mut sum = Expr::Number(constant);
    for pile in 0..piles {
        let (before, after) = (factors[pile], factors[piles + pile]);
        if before.checked_add(after)? != 0 {
            return None;
        }
        if before != 0 {
            let term = Expr::Binary(
                Binary::Mul,
                Box::new(Expr::Number(before)),
                Box::new(Expr::Variable(pile)),
            );
            sum = Expr::Binary(Binary::Add, Box::new(term), Box::new(sum));
        }
    }
    Some(sum)
}

impl fmt::Display for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("moves(")?;
        for parameter in &self.parameters {
            write!(f, "let {} = {}; ", parameter.name, parameter.value)?;
        }
        let names = self.condition.names();
        let piles = self.piles;
        f.write_str(&names[..piles].join(","))?;
        if self.form == MovesForm::Targets {
            write!(f, " -> {}", names[piles..2 * piles].join(","))?;
        }
        write!(f, ": {})", self.condition)
    }
}
