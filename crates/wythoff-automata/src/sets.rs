//! Sets of positions that can be compared for all positions: `RULES [at SLICE] : CONDITION` as relations.

use wythoff::notation::{Comparison, Condition as ValueCondition, Slice, Test};
use wythoff::rules::{Game as LibraryGame, Play, Rules, SumKind};
use wythoff::values::Outcome;

use crate::budget::{Budget, Error, Result};
use crate::game::Game;
use crate::prove::{Search, search};
use crate::relation::Rel;
use crate::statement::{Statement, Value};

fn refused<T>(text: impl Into<String>) -> Result<T> {
    Err(Error::Statement(text.into()))
}

/// The game and the layer that a slice of a ruleset is about. An added heap `nim(1)` fixed at 0 or 1 is a layer with one stone.
fn layer_of(rules: &Rules, slice: &Slice) -> Result<(Game, usize)> {
    if let (
        LibraryGame::Sum {
            kind: SumKind::Disjunctive,
            left,
            right,
        },
        Play::Normal,
    ) = (rules.game(), rules.play())
        && **right == (LibraryGame::Nim { piles: 1 })
        && let [.., Some(stones @ 0..=1)] = slice.fixed[..]
    {
        let left = Rules::new((**left).clone(), Play::Normal)
            .map_err(|error| Error::Statement(error.to_string()))?;
        let game = Game::of_rules(&left)?;
        if game.layers > 0 {
            return refused("a pass and a stone together are not expressed");
        }
        return Ok((game.with_stone(), usize::from(stones == 1)));
    }
    let game = Game::of_rules(rules)?;
    let (piles, above) = slice.fixed.split_at(game.piles);
    if piles.iter().any(Option::is_some) {
        return refused("a statement about all positions leaves all piles free");
    }
    match above {
        [] => Ok((game, 0)),
        [Some(passes)] if usize::try_from(*passes).is_ok_and(|p| p <= game.layers) => {
            Ok((game, *passes as usize))
        }
        _ => refused("the number of passes must be fixed"),
    }
}

/// Proves what is needed and gives the set of positions as a relation over the piles.
///
/// # Errors
/// [`Error::Statement`] when the set is not of a kind that can be proved, or when the search stays open; a budget.
///
/// ```
/// use wythoff::notation::{NoSources, parse_cell_set, parse_condition, Slice};
/// use wythoff_automata::{Budget, Search, provable_set};
/// let rules = wythoff::notation::parse_rules("wythoff").unwrap();
/// let slice = Slice::default_of(&rules).unwrap();
/// let condition = parse_condition("outcome=P").unwrap();
/// let set = provable_set(&rules, &slice, &condition, &Search::default(), &Budget::default())?;
/// assert!(set.contains(&[3, 5]));
/// # Ok::<(), wythoff_automata::Error>(())
/// ```
pub fn provable_set(
    rules: &Rules,
    slice: &Slice,
    condition: &ValueCondition,
    limits: &Search,
    budget: &Budget<'_>,
) -> Result<Rel> {
    let (game, layer) = layer_of(rules, slice)?;
    let numeration = game.numeration()?;
    let prove = |value: Value| -> Result<Rel> {
        let statement = Statement {
            game: game.clone(),
            numeration: numeration.clone(),
            value,
        };
        let found = search(&statement, limits, budget)?;
        let grundy = if let Value::Grundy(g) = value { g } else { 0 };
        let part = statement
            .parts()
            .iter()
            .position(|part| part.layer == layer && part.grundy == grundy);
        match part.and_then(|number| found.proved.get(number)) {
            Some(rel) => Ok(rel.clone()),
            None => refused(format!(
                "no automaton was found and proved for {value} of {rules}"
            )),
        }
    };
    let mut set: Option<Rel> = None;
    for test in &condition.tests {
        let cells = test_cells(test, &prove, budget)?;
        set = Some(match set {
            None => cells,
            Some(before) => before.and(&cells, budget)?,
        });
    }
    set.map_or_else(|| refused("the condition has no test"), Ok)
}

fn test_cells(
    test: &Test,
    prove: &dyn Fn(Value) -> Result<Rel>,
    budget: &Budget<'_>,
) -> Result<Rel> {
    match test {
        Test::Outcome(Outcome::P) => prove(Value::Outcome),
        Test::Outcome(Outcome::N) => prove(Value::Outcome)?.not(budget),
        Test::Outcome(Outcome::D) => refused("games of this kind have no draws"),
        Test::Grundy(sign @ (Comparison::Eq | Comparison::Ne), value) => {
            let value = u32::try_from(value).ok().filter(|&g| g <= 28);
            let Some(value) = value else {
                return refused("Grundy values up to 28 can be expressed");
            };
            let cells = prove(Value::Grundy(value))?;
            if *sign == Comparison::Eq {
                Ok(cells)
            } else {
                cells.not(budget)
            }
        }
        Test::Grundy(..) => refused("Grundy values can be compared by = and != only"),
        Test::Remoteness(sign, value) => {
            let Some(value) = i64::try_from(value).ok().filter(|&r| r < 1 << 40) else {
                return refused("the remoteness is too large for a statement");
            };
            let relation = prove(Value::Remoteness)?;
            let numeration = relation.numeration();
            let at_most = |bound: i64| {
                Rel::linear(numeration, &[('r', 1), ('D', 1)], &[bound], budget)?
                    .exists('D', budget)
            };
            let exactly = |bound: i64| Rel::linear(numeration, &[('r', 1)], &[bound], budget);
            let values = match sign {
                Comparison::Eq => exactly(value)?,
                Comparison::Ne => exactly(value)?.not(budget)?,
                Comparison::Le => at_most(value)?,
                Comparison::Lt => at_most(value - 1)?,
                Comparison::Gt => at_most(value)?.not(budget)?,
                Comparison::Ge => at_most(value - 1)?.not(budget)?,
            };
            relation.and(&values, budget)?.exists('r', budget)
        }
    }
}
