//! Sums from the values of their components, where a theorem allows it.
//!
//! - Disjunctive, normal play: the Grundy value is the nim-sum of the components' [Sprague1935,
//!   Grundy1939]; a sum of P-positions is P, and P + N is N, at any size.
//! - Conjunctive, short rule, either convention: remoteness is the least of the components'
//!   \[Smith1966\]; moving remoteness-optimally in every component is optimal.
//! - Conjunctive, long rule, either convention: suspense is the greatest of the components', and its
//!   parity tells the outcome \[Smith1966\].
//! - Selective, normal play: N exactly when some component is N \[Smith1966\].
//!
//! Everything else about sums is left to the product game.

use dashu_base::BitTest;
use dashu_int::UBig;

use crate::answer::{Evidence, Moves, Value};
use crate::budget::Budget;
use crate::engines::{big_position, machine_cell, options_of};
use crate::error::Error;
use crate::plan::{Ask, Engine, Offer, Plan, Solver, Solvers, best_answer, best_offer};
use crate::proofs::{CONJUNCTIVE, CONJUNCTIVE_LONG, GRUNDY_SUM, Proof, SELECTIVE};
use crate::rules::{Convention, Game, Play, Rules, Ruleset, SumKind};
use crate::values::Outcome;

/// Most moves that are listed of a product of options.
const MOST_MOVES: usize = 10_000;

/// Answers about sums.
#[derive(Clone, Copy, Debug, Default)]
pub struct SumEngine;

impl Engine for SumEngine {
    fn name(&self) -> &'static str {
        "sum"
    }

    fn open(&self, rules: &Rules) -> Option<Box<dyn Solver>> {
        let Game::Sum { kind, left, right } = rules.game() else {
            return None;
        };
        let supported = match (kind, rules.play()) {
            (_, Play::Block(_)) => false,
            (SumKind::Conjunctive | SumKind::ConjunctiveLong, _) => true,
            (SumKind::Disjunctive | SumKind::Selective, play) => play == Play::Normal,
        };
        if !supported {
            return None;
        }
        let part = |game: &Game| {
            let rules = Rules::new(game.clone(), rules.play()).ok()?;
            let solvers = Plan::default().open(&rules);
            Some(Part { rules, solvers })
        };
        Some(Box::new(SumSolver {
            kind: *kind,
            convention: rules.convention(),
            split: left.axes().len(),
            parts: [part(left)?, part(right)?],
        }))
    }
}

struct Part {
    rules: Rules,
    solvers: Solvers,
}

impl Part {
    fn ask(
        &mut self,
        ask: Ask,
        at: &[UBig],
        budget: &Budget<'_>,
    ) -> Result<(Value, Evidence), Error> {
        let answer = best_answer(&mut self.solvers, ask, at, budget)?;
        match answer.value {
            Some(value) => Ok((value, answer.evidence)),
            None => Err(Error::limit(format!(
                "component {}: {}",
                self.rules, answer.evidence
            ))),
        }
    }

    fn number(
        &mut self,
        ask: Ask,
        at: &[UBig],
        budget: &Budget<'_>,
    ) -> Result<(UBig, Evidence), Error> {
        let (value, evidence) = self.ask(ask, at, budget)?;
        let number = value
            .number()
            .ok_or_else(|| Error::undefined("a component has no such number"))?;
        Ok((number, evidence))
    }

    fn outcome(&mut self, at: &[UBig], budget: &Budget<'_>) -> Result<(Outcome, Evidence), Error> {
        let (value, evidence) = self.ask(Ask::Outcome, at, budget)?;
        let outcome = value
            .outcome()
            .ok_or_else(|| Error::undefined("a component has no outcome"))?;
        Ok((outcome, evidence))
    }

    fn moves(&mut self, ask: Ask, at: &[UBig], budget: &Budget<'_>) -> Result<Moves, Error> {
        let (value, _) = self.ask(ask, at, budget)?;
        value
            .moves()
            .ok_or_else(|| Error::undefined("a component has no moves"))
    }

    /// The options of the component, each with a number.
    fn numbered_options(
        &mut self,
        ask: Ask,
        at: &[UBig],
        budget: &Budget<'_>,
    ) -> Result<Vec<(Vec<UBig>, UBig)>, Error> {
        let Some(cell) = machine_cell(at) else {
            return Err(Error::limit(
                "the options of a component are too many to list",
            ));
        };
        if let Some(lines) = self.rules.lines() {
            budget
                .limited(u64::MAX, 10_000_000)
                .admit_steps(lines.most_options(&cell), "listing options")?;
        }
        let mut numbered = Vec::new();
        for option in options_of(&self.rules).options(&cell)? {
            let option = big_position(&option);
            let (number, _) = self.number(ask, &option, budget)?;
            numbered.push((option, number));
        }
        Ok(numbered)
    }
}

struct SumSolver {
    kind: SumKind,
    convention: Convention,
    split: usize,
    parts: [Part; 2],
}

/// What a theorem about sums says, its source, and its checked proof.
type Known = (&'static str, &'static str, Proof);

/// The evidence of a value put together from two by a theorem.
fn combined((name, source, proof): Known, one: &Evidence, other: &Evidence) -> Evidence {
    let weaker = if one.rank() >= other.rank() {
        one
    } else {
        other
    };
    let positions = |evidence: &Evidence| match evidence {
        Evidence::Computed { positions, .. } => *positions,
        _ => 0,
    };
    match weaker {
        Evidence::Theorem { .. } => Evidence::Theorem {
            name: name.into(),
            source: format!("{source}; {proof}"),
        },
        Evidence::Computed { engine, .. } => Evidence::Computed {
            engine: format!("{engine} for the components ({name} [{source}])"),
            positions: positions(one) + positions(other),
        },
        weaker => weaker.clone(),
    }
}

const NIM_SUM: Known = (
    "the nim-sum of the components' Grundy values",
    "Sprague1935, Grundy1939",
    GRUNDY_SUM,
);
const LEAST: Known = (
    "the least remoteness of the components",
    "Smith1966",
    CONJUNCTIVE,
);
const GREATEST: Known = (
    "the greatest suspense of the components",
    "Smith1966",
    CONJUNCTIVE_LONG,
);
const SOME_N: Known = ("N exactly when some component is", "Smith1966", SELECTIVE);
/// Play ends with its components: the definition of the sum.
const ENDS: Known = ("play ends with its components", "Smith1966", CONJUNCTIVE);

impl SumSolver {
    fn split<'a>(&self, at: &'a [UBig]) -> [&'a [UBig]; 2] {
        let (left, right) = at.split_at(self.split);
        [left, right]
    }

    /// The question to the components that settles this one.
    fn question(&self, ask: Ask) -> Option<Ask> {
        Some(match (self.kind, ask) {
            (_, Ask::Terminal) => Ask::Terminal,
            (SumKind::Disjunctive, Ask::Outcome) => Ask::Outcome,
            (SumKind::Disjunctive, Ask::Grundy | Ask::WinningMoves) => Ask::Grundy,
            (SumKind::Conjunctive, Ask::Outcome | Ask::Remoteness) => Ask::Remoteness,
            (SumKind::Conjunctive, Ask::WinningMoves | Ask::OptimalMoves) => Ask::Remoteness,
            (SumKind::ConjunctiveLong, Ask::Outcome | Ask::Suspense) => Ask::Suspense,
            (SumKind::Selective, Ask::Outcome) => Ask::Outcome,
            _ => return None,
        })
    }

    fn terminal(&mut self, at: &[UBig], budget: &Budget<'_>) -> Result<(Value, Evidence), Error> {
        let [l, r] = self.split(at);
        let (left, one) = self.parts[0].ask(Ask::Terminal, l, budget)?;
        let (right, other) = self.parts[1].ask(Ask::Terminal, r, budget)?;
        let (left, right) = (left.truth() == Some(true), right.truth() == Some(true));
        let over = match self.kind {
            SumKind::Conjunctive => left || right,
            _ => left && right,
        };
        Ok((Value::Truth(over), combined(ENDS, &one, &other)))
    }

    fn disjunctive_outcome(
        &mut self,
        at: &[UBig],
        budget: &Budget<'_>,
    ) -> Result<(Value, Evidence), Error> {
        let [l, r] = self.split(at);
        let (left, one) = self.parts[0].outcome(l, budget)?;
        let (right, other) = self.parts[1].outcome(r, budget)?;
        let (outcome, one, other) = match (left, right) {
            (Outcome::P, Outcome::P) => (Outcome::P, one, other),
            (Outcome::N, Outcome::N) => {
                let (g, one) = self.parts[0].number(Ask::Grundy, l, budget)?;
                let (h, other) = self.parts[1].number(Ask::Grundy, r, budget)?;
                (if g == h { Outcome::P } else { Outcome::N }, one, other)
            }
            _ => (Outcome::N, one, other),
        };
        Ok((Value::Outcome(outcome), combined(NIM_SUM, &one, &other)))
    }

    fn disjunctive_winning_moves(
        &mut self,
        at: &[UBig],
        budget: &Budget<'_>,
    ) -> Result<(Value, Evidence), Error> {
        let [l, r] = self.split(at);
        let sides = [l, r];
        let (g, one) = self.parts[0].number(Ask::Grundy, l, budget)?;
        let (h, other) = self.parts[1].number(Ask::Grundy, r, budget)?;
        let mut all = Moves {
            targets: Vec::new(),
            complete: true,
        };
        for (i, wanted) in [(0, &h), (1, &g)] {
            // A component must come to the other's Grundy value.
            let found = if *wanted == UBig::ZERO {
                self.parts[i].moves(Ask::WinningMoves, sides[i], budget)?
            } else {
                let options = self.parts[i].numbered_options(Ask::Grundy, sides[i], budget)?;
                let targets = options
                    .into_iter()
                    .filter(|(_, n)| n == wanted)
                    .map(|(o, _)| o);
                Moves {
                    targets: targets.collect(),
                    complete: true,
                }
            };
            all.complete &= found.complete;
            for target in found.targets {
                all.targets.push(if i == 0 {
                    [&target[..], r].concat()
                } else {
                    [l, &target[..]].concat()
                });
            }
        }
        all.targets.sort();
        Ok((Value::Moves(all), combined(NIM_SUM, &one, &other)))
    }

    fn conjunctive(
        &mut self,
        ask: Ask,
        at: &[UBig],
        budget: &Budget<'_>,
    ) -> Result<(Value, Evidence), Error> {
        let [l, r] = self.split(at);
        let (left, one) = self.parts[0].number(Ask::Remoteness, l, budget)?;
        let (right, other) = self.parts[1].number(Ask::Remoteness, r, budget)?;
        let evidence = combined(LEAST, &one, &other);
        let least = left.min(right);
        let value = match ask {
            Ask::Remoteness => Value::Number(least),
            Ask::Outcome => {
                let previous = least.bit(0) == (self.convention == Convention::Misere);
                // In misère play remoteness 0 is a terminal position, at which the next player wins.
                Value::Outcome(if previous { Outcome::P } else { Outcome::N })
            }
            _ => Value::Moves(self.conjunctive_moves(ask, [l, r], &least, budget)?),
        };
        Ok((value, evidence))
    }

    fn conjunctive_long(
        &mut self,
        ask: Ask,
        at: &[UBig],
        budget: &Budget<'_>,
    ) -> Result<(Value, Evidence), Error> {
        let [l, r] = self.split(at);
        let (left, one) = self.parts[0].number(Ask::Suspense, l, budget)?;
        let (right, other) = self.parts[1].number(Ask::Suspense, r, budget)?;
        let greatest = left.max(right);
        let previous = greatest.bit(0) == (self.convention == Convention::Misere);
        let value = match ask {
            Ask::Suspense => Value::Number(greatest),
            _ => Value::Outcome(if previous { Outcome::P } else { Outcome::N }),
        };
        Ok((value, combined(GREATEST, &one, &other)))
    }

    fn conjunctive_moves(
        &mut self,
        ask: Ask,
        [l, r]: [&[UBig]; 2],
        least: &UBig,
        budget: &Budget<'_>,
    ) -> Result<Moves, Error> {
        if *least == UBig::ZERO {
            return Ok(Moves {
                targets: Vec::new(),
                complete: true,
            });
        }
        let goal = least - UBig::ONE;
        let good = |remoteness: &UBig| match ask {
            Ask::OptimalMoves => *remoteness == goal,
            _ => remoteness.bit(0) == (self.convention == Convention::Misere),
        };
        let lists = (
            self.parts[0].numbered_options(Ask::Remoteness, l, budget),
            self.parts[1].numbered_options(Ask::Remoteness, r, budget),
        );
        if let (Ok(left), Ok(right)) = &lists {
            budget.limited(u64::MAX, 50_000_000).admit_steps(
                left.len() as u128 * right.len() as u128,
                "trying all pairs of options",
            )?;
            let mut moves = Moves {
                targets: Vec::new(),
                complete: true,
            };
            for (u, p) in left {
                for (v, q) in right {
                    if good(p.min(q)) {
                        if moves.targets.len() == MOST_MOVES {
                            moves.complete = false;
                            return Ok(moves);
                        }
                        moves.targets.push([&u[..], &v[..]].concat());
                    }
                }
            }
            moves.targets.sort();
            return Ok(moves);
        }
        // Too many to list: an optimal move in each component is one in the compound.
        if !good(&goal) {
            return Ok(Moves {
                targets: Vec::new(),
                complete: true,
            });
        }
        let u = self.parts[0].moves(Ask::OptimalMoves, l, budget)?;
        let v = self.parts[1].moves(Ask::OptimalMoves, r, budget)?;
        let target = u
            .targets
            .first()
            .zip(v.targets.first())
            .map(|(u, v)| [&u[..], &v[..]].concat());
        Ok(Moves {
            targets: target.into_iter().collect(),
            complete: false,
        })
    }

    fn selective_outcome(
        &mut self,
        at: &[UBig],
        budget: &Budget<'_>,
    ) -> Result<(Value, Evidence), Error> {
        let [l, r] = self.split(at);
        let (left, one) = self.parts[0].outcome(l, budget)?;
        let (right, other) = self.parts[1].outcome(r, budget)?;
        let some = left == Outcome::N || right == Outcome::N;
        let outcome = if some { Outcome::N } else { Outcome::P };
        Ok((Value::Outcome(outcome), combined(SOME_N, &one, &other)))
    }
}

impl Solver for SumSolver {
    fn offer(&self, ask: Ask, at: &[UBig]) -> Option<Offer> {
        let question = self.question(ask)?;
        let [l, r] = self.split(at);
        let one = best_offer(&self.parts[0].solvers, question, l)?;
        let other = best_offer(&self.parts[1].solvers, question, r)?;
        let cost = one.cost.saturating_add(other.cost);
        let weaker = if one.evidence.rank() >= other.evidence.rank() {
            one
        } else {
            other
        };
        Some(Offer {
            evidence: weaker.evidence,
            cost,
        })
    }

    fn answer(
        &mut self,
        ask: Ask,
        at: &[UBig],
        budget: &Budget<'_>,
    ) -> Result<(Value, Evidence), Error> {
        match (self.kind, ask) {
            (_, Ask::Terminal) => self.terminal(at, budget),
            (SumKind::Disjunctive, Ask::Outcome) => self.disjunctive_outcome(at, budget),
            (SumKind::Disjunctive, Ask::Grundy) => {
                let [l, r] = self.split(at);
                let (g, one) = self.parts[0].number(Ask::Grundy, l, budget)?;
                let (h, other) = self.parts[1].number(Ask::Grundy, r, budget)?;
                Ok((Value::Number(g ^ h), combined(NIM_SUM, &one, &other)))
            }
            (SumKind::Disjunctive, Ask::WinningMoves) => self.disjunctive_winning_moves(at, budget),
            (SumKind::Conjunctive, Ask::Grundy) => Err(Error::undefined("not from the components")),
            (SumKind::Conjunctive, _) => self.conjunctive(ask, at, budget),
            (SumKind::ConjunctiveLong, _) => self.conjunctive_long(ask, at, budget),
            (SumKind::Selective, Ask::Outcome) => self.selective_outcome(at, budget),
            _ => Err(Error::undefined(
                "this value of a sum does not follow from its components",
            )),
        }
    }
}
