//! From the library's rulesets to the description that statements are made from.
//!
//! A ruleset that lowers to lines (families of shifted rays) on up to three piles, with at most one pass coordinate
//! above them, becomes a [`Game`]; its terminal sets must be combinations of linear comparisons. Everything else is refused
//! with the reason: no statement is better than a statement about another game.

use std::sync::Arc;

use wythoff::rules::{Axis, Binary, Condition as LineCondition, Expr, Lines, Play, Rules, Unary};

use crate::budget::{Error, Result};
use crate::game::{Cmp, Condition, Family, Game, LayerStep};
use crate::numeration::Numeration;
use crate::statement::{Statement, Value};

fn refused<T>(text: impl Into<String>) -> Result<T> {
    Err(Error::Statement(text.into()))
}

impl Game {
    /// The game of a ruleset of the library.
    ///
    /// # Errors
    /// [`Error::Statement`] with the reason when the rules are not of the kind that statements express.
    ///
    /// ```
    /// use wythoff_automata::Game;
    /// let rules = wythoff::notation::parse_rules("wythoff.pass").unwrap();
    /// assert_eq!(Game::of_rules(&rules).unwrap(), Game::wyt(1, 1).with_pass());
    /// let nim = wythoff::notation::parse_rules("euclid").unwrap();
    /// assert!(Game::of_rules(&nim).is_err());
    /// ```
    pub fn of_rules(rules: &Rules) -> Result<Self> {
        let Some(lines) = rules.lines() else {
            return refused(format!("{rules} is not made of shifted rays and steps"));
        };
        if !lines.boards().is_empty() {
            return refused("a bounded board leaves finitely many positions; use a table");
        }
        let piles = lines
            .axes()
            .iter()
            .take_while(|axis| **axis == Axis::Pile)
            .count();
        let layers = match &lines.axes()[piles..] {
            [] => 0,
            [Axis::Passes(times)] if *times <= 16 => *times as usize,
            _ => {
                return refused(
                    "only a few passes of the whole game, after all piles, can be expressed",
                );
            }
        };
        if !(1..=3).contains(&piles) {
            return refused("one to three piles can be expressed");
        }
        let mut game = Self {
            piles,
            families: Vec::new(),
            layers,
            step: if layers == 0 {
                LayerStep::Always
            } else {
                LayerStep::NotFromTerminal
            },
            misere: rules.play() == Play::Misere,
            block: if let Play::Block(k) = rules.play() {
                u32::try_from(k).unwrap_or(u32::MAX)
            } else {
                1
            },
            altered: Vec::new(),
        };
        if game.block > 8 {
            return refused("blocking more than seven options is not expressed");
        }
        game.add_families(lines)?;
        Ok(game)
    }

    fn add_families(&mut self, lines: &Arc<Lines>) -> Result<()> {
        let piles = self.piles;
        let mut common: Option<Vec<usize>> = None;
        for (number, family) in lines.families().iter().enumerate() {
            let (base, above) = family.base.split_at(piles);
            if above.iter().any(|&c| c != 0) {
                let passes = base.iter().all(|&c| c == 0) && above == [1] && family.ray.is_none();
                let before = |c: &LineCondition| matches!(c, LineCondition::Stuck(range) if *range == (0..number));
                let stuck = family
                    .silent
                    .iter()
                    .any(|&c| before(&lines.conditions()[c]));
                let others = family
                    .silent
                    .iter()
                    .filter(|&&c| !before(&lines.conditions()[c]));
                let everywhere = others
                    .into_iter()
                    .all(|c| common.as_ref().is_some_and(|common| common.contains(c)));
                if !(passes && stuck && everywhere && number + 1 == lines.families().len()) {
                    return refused("the pass coordinate is changed by something else than a pass");
                }
                continue;
            }
            if family
                .ray
                .as_ref()
                .is_some_and(|ray| ray[piles..].iter().any(|&c| c != 0))
            {
                return refused("a ray uses passes");
            }
            common = Some(match common {
                None => family.silent.clone(),
                Some(common) => common
                    .into_iter()
                    .filter(|c| family.silent.contains(c))
                    .collect(),
            });
            let silent = family
                .silent
                .iter()
                .map(|&c| end_of(&lines.conditions()[c], piles))
                .collect::<Result<Vec<_>>>()?;
            self.families.push(Family {
                base: base.to_vec(),
                ray: family.ray.as_ref().map(|ray| ray[..piles].to_vec()),
                silent: match silent.len() {
                    0 => None,
                    1 => silent.into_iter().next(),
                    _ => Some(Condition::Any(silent)),
                },
            });
        }
        self.weights().map(|_| ())
    }

    /// a and b when the moves, their ends apart, are those of WYT(a, b).
    pub(crate) fn wyt_parameters(&self) -> Option<(u32, u32)> {
        let mut plain = Self {
            layers: 0,
            misere: false,
            block: 1,
            altered: Vec::new(),
            ..self.clone()
        };
        for family in &mut plain.families {
            family.silent = None;
        }
        plain.families.sort();
        plain.families.dedup();
        let longest = plain
            .families
            .iter()
            .flat_map(|f| &f.base)
            .copied()
            .max()?
            .clamp(1, 24);
        let pairs = (1..=longest + 1).flat_map(|a| (1..=longest + 1).map(move |b| (a, b)));
        let (a, b) = pairs.into_iter().find(|&(a, b)| {
            let mut families = Self::wyt(a, b).families;
            families.sort();
            families == plain.families
        })?;
        Some((u32::try_from(a).ok()?, u32::try_from(b).ok()?))
    }

    /// The numeration in which sets of this game have a chance of being automatic: that of WYT(a, b), reduced by
    /// the common divisor, or Zeckendorf's.
    ///
    /// # Errors
    /// [`Error::Numeration`] when the game's own numeration cannot be built.
    pub fn numeration(&self) -> Result<Arc<Numeration>> {
        match self.wyt_parameters() {
            None => Numeration::zeckendorf(),
            Some((a, b)) => {
                let divisor = gcd(a, b);
                Numeration::for_wyt(a / divisor, b / divisor)
            }
        }
    }
}

fn gcd(a: u32, b: u32) -> u32 {
    let (mut a, mut b) = (a, b);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

fn end_of(condition: &LineCondition, piles: usize) -> Result<Condition> {
    let LineCondition::Ends(placed) = condition else {
        return refused("a move depends on another move being there");
    };
    let translated = truth(
        placed.predicate.expr(),
        &|variable| variable + placed.offset,
        piles,
    );
    translated.map_or_else(
        || refused(format!("the condition {} is not linear", placed.predicate)),
        Ok,
    )
}

/// A linear form over the piles and a constant.
type Form = (Vec<i64>, i64);

fn combine(a: &Form, b: &Form, by: i64) -> Option<Form> {
    let terms =
        a.0.iter()
            .zip(&b.0)
            .map(|(x, y)| x.checked_add(y.checked_mul(by)?));
    Some((
        terms.collect::<Option<Vec<i64>>>()?,
        a.1.checked_add(b.1.checked_mul(by)?)?,
    ))
}

fn form(expr: &Expr, place: &dyn Fn(usize) -> usize, piles: usize) -> Option<Form> {
    let zero = || vec![0i64; piles];
    match expr {
        Expr::Number(n) => Some((zero(), *n)),
        Expr::Variable(v) => {
            let mut terms = zero();
            *terms.get_mut(place(*v))? = 1;
            Some((terms, 0))
        }
        Expr::Unary(Unary::Negate, of) => combine(&(zero(), 0), &form(of, place, piles)?, -1),
        Expr::Binary(Binary::Add, a, b) => {
            combine(&form(a, place, piles)?, &form(b, place, piles)?, 1)
        }
        Expr::Binary(Binary::Sub, a, b) => {
            combine(&form(a, place, piles)?, &form(b, place, piles)?, -1)
        }
        Expr::Binary(Binary::Mul, a, b) => match (&**a, &**b) {
            (Expr::Number(n), of) | (of, Expr::Number(n)) => {
                combine(&(zero(), 0), &form(of, place, piles)?, *n)
            }
            _ => None,
        },
        _ => None,
    }
}

fn truth(expr: &Expr, place: &dyn Fn(usize) -> usize, piles: usize) -> Option<Condition> {
    let part = |expr: &Expr| truth(expr, place, piles);
    let plus_one =
        |of: &Expr| Expr::Binary(Binary::Add, Box::new(of.clone()), Box::new(Expr::Number(1)));
    let at_most = |a: &Expr, b: &Expr| at_most(a, b, place, piles);
    match expr {
        Expr::Unary(Unary::Not, of) => Some(Condition::Not(Box::new(part(of)?))),
        Expr::Binary(Binary::And, a, b) => Some(Condition::All(vec![part(a)?, part(b)?])),
        Expr::Binary(Binary::Or, a, b) => Some(Condition::Any(vec![part(a)?, part(b)?])),
        Expr::Binary(Binary::Le, a, b) | Expr::Binary(Binary::Ge, b, a) => at_most(a, b),
        Expr::Binary(Binary::Lt, a, b) | Expr::Binary(Binary::Gt, b, a) => at_most(&plus_one(a), b),
        Expr::Binary(Binary::Eq, a, b) => match (form(a, place, piles), form(b, place, piles)) {
            (Some(a), Some(b)) => {
                let (terms, constant) = combine(&a, &b, -1)?;
                Some(Condition::Linear(terms, Cmp::Eq, constant.checked_neg()?))
            }
            _ => Some(Condition::All(vec![at_most(a, b)?, at_most(b, a)?])),
        },
        Expr::Binary(Binary::Ne, a, b) => {
            let equal = Expr::Binary(Binary::Eq, a.clone(), b.clone());
            Some(Condition::Not(Box::new(part(&equal)?)))
        }
        _ => None,
    }
}

/// a ≤ b, where either side may be a minimum, a maximum or an absolute value of linear forms.
fn at_most(a: &Expr, b: &Expr, place: &dyn Fn(usize) -> usize, piles: usize) -> Option<Condition> {
    if let (Some(a), Some(b)) = (form(a, place, piles), form(b, place, piles)) {
        let (terms, constant) = combine(&a, &b, -1)?;
        return Some(Condition::Linear(terms, Cmp::Le, constant.checked_neg()?));
    }
    let negated = |of: &Expr| Expr::Unary(Unary::Negate, Box::new(of.clone()));
    let (sides, some): (Vec<(Expr, Expr)>, bool) = match (a, b) {
        (Expr::Binary(Binary::Min, p, q), _) => {
            (vec![(*p.clone(), b.clone()), (*q.clone(), b.clone())], true)
        }
        (Expr::Binary(Binary::Max, p, q), _) => (
            vec![(*p.clone(), b.clone()), (*q.clone(), b.clone())],
            false,
        ),
        (Expr::Unary(Unary::Abs, of), _) => (
            vec![(*of.clone(), b.clone()), (negated(of), b.clone())],
            false,
        ),
        (_, Expr::Binary(Binary::Min, p, q)) => (
            vec![(a.clone(), *p.clone()), (a.clone(), *q.clone())],
            false,
        ),
        (_, Expr::Binary(Binary::Max, p, q)) => {
            (vec![(a.clone(), *p.clone()), (a.clone(), *q.clone())], true)
        }
        (_, Expr::Unary(Unary::Abs, of)) => (
            vec![(a.clone(), *of.clone()), (a.clone(), negated(of))],
            true,
        ),
        // A sum with such a part inside: a + 1 ≤ b is what a strict comparison became.
        (Expr::Binary(Binary::Add, of, one), _) if **one == Expr::Number(1) => {
            let less_one =
                Expr::Binary(Binary::Sub, Box::new(b.clone()), Box::new(Expr::Number(1)));
            form(&less_one, place, piles)?;
            return at_most(of, &less_one, place, piles);
        }
        _ => return None,
    };
    let parts = sides
        .iter()
        .map(|(p, q)| at_most(p, q, place, piles))
        .collect::<Option<Vec<_>>>()?;
    Some(if some {
        Condition::Any(parts)
    } else {
        Condition::All(parts)
    })
}

impl Value {
    /// The value that a text names: `outcome`, `grundy=1`, `remoteness`.
    ///
    /// # Errors
    /// [`Error::Statement`] with the names that are known.
    pub fn parse(text: &str) -> Result<Self> {
        let compact: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        match compact.as_str() {
            "outcome" | "outcome=P" => Ok(Self::Outcome),
            "remoteness" => Ok(Self::Remoteness),
            other => match other.strip_prefix("grundy=").and_then(|g| g.parse().ok()) {
                Some(g) if g <= 28 => Ok(Self::Grundy(g)),
                _ => refused(format!(
                    "found {text:?}; expected outcome, grundy=0 … grundy=28 or remoteness"
                )),
            },
        }
    }
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Outcome => f.write_str("outcome"),
            Self::Grundy(g) => write!(f, "grundy={g}"),
            Self::Remoteness => f.write_str("remoteness"),
        }
    }
}

impl Statement {
    /// The statement about a value of a ruleset, in the ruleset's own numeration.
    ///
    /// # Errors
    /// As [`Game::of_rules`] and [`Game::numeration`].
    pub fn of_rules(rules: &Rules, value: Value) -> Result<Self> {
        let game = Game::of_rules(rules)?;
        Ok(Self {
            numeration: game.numeration()?,
            game,
            value,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(text: &str) -> Result<Game> {
        Game::of_rules(&wythoff::notation::parse_rules(text).unwrap())
    }

    #[test]
    fn rulesets_become_games() {
        let same = |mut a: Game, mut b: Game| {
            a.families.sort();
            b.families.sort();
            assert_eq!(a, b);
        };
        same(game("wyt(3,2)").unwrap(), Game::wyt(3, 2));
        same(game("wythoff.misere").unwrap(), Game::wyt(1, 1).misere());
        same(
            game("wythoff.block(3)").unwrap(),
            Game::wyt(1, 1).blocked(3),
        );
        let triangle = Condition::total_at_most(2, 2);
        same(
            game("wythoff.until(x+y<3)").unwrap(),
            Game::wyt(1, 1).until(&triangle),
        );
        same(
            game("wythoff.until(x+y<=2).pass").unwrap(),
            Game::wyt(1, 1).until(&triangle).with_pass(),
        );
        assert_eq!(game("nim(3)").unwrap().piles, 3);
        let knight = game("knight").unwrap();
        assert!(
            knight
                .families
                .iter()
                .all(|f| f.ray.is_none() && f.base.iter().sum::<i64>() > 0)
        );
    }

    #[test]
    fn conditions_mean_the_same() {
        for text in [
            "max(x,y) < 3",
            "min(x, y) = 2 or x > 2*y + 1",
            "abs(x-y) <= 1 and not x = 4",
            "x != y",
        ] {
            let rules = wythoff::notation::parse_rules(&format!("wythoff.until({text})")).unwrap();
            let game = Game::of_rules(&rules).unwrap();
            let silent = game.families[0].silent.clone().unwrap();
            let LineCondition::Ends(placed) = &rules.lines().unwrap().conditions()[0] else {
                panic!()
            };
            for x in 0..9u64 {
                for y in 0..9u64 {
                    let expected = placed.holds(&[x, y]).unwrap();
                    assert_eq!(
                        silent.holds(&[x as i64, y as i64]),
                        expected,
                        "{text} at {x}, {y}"
                    );
                }
            }
        }
    }

    #[test]
    fn what_cannot_be_expressed_is_refused() {
        for text in [
            "euclid",
            "wythoff.within(x<9 and y<9)",
            "wythoff.until(x*y < 3)",
            "nim(4)",
            "wythoff.pass + nim(1)",
        ] {
            assert!(game(text).is_err(), "{text}");
        }
    }
}
