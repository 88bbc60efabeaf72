//! The reference as an engine: any ruleset, any value, as far as the budget goes.

use std::sync::Arc;

use dashu_int::UBig;

use crate::answer::{Evidence, Moves, Value};
use crate::budget::Budget;
use crate::engines::{big_position, machine_cell};
use crate::error::Error;
use crate::plan::{Ask, Engine, Offer, Solver};
use crate::reference::{CellMemory, Reference};
use crate::rules::{Cell, Convention, Game, Heaps, Lines, Plain, Play, Rules, Ruleset};
use crate::table::{Cells, Window, option_counts};
use crate::values::{
    BirthdayValue, Blocked, GrundyValue, Outcome, OutcomeValue, RemotenessValue, SuspenseValue,
    Valuation,
};

/// Answers from the definitions.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReferenceEngine;

impl Engine for ReferenceEngine {
    fn name(&self) -> &'static str {
        "reference"
    }

    fn open(&self, rules: &Rules) -> Option<Box<dyn Solver>> {
        // With cycles the definitions alone do not determine the values.
        rules
            .endless_graph()
            .is_none()
            .then(|| Box::new(ReferenceSolver::new(rules)) as Box<dyn Solver>)
    }
}

/// The options of a game, by lines where it has them.
#[derive(Clone, Debug)]
pub(crate) enum Options {
    Lines(Arc<Lines>),
    Plain(Plain),
    /// The options of a game, and cells that have none but a value.
    Set(Box<Options>, Arc<Heaps>),
}

impl Options {
    pub(crate) fn of(rules: &Rules) -> Options {
        match rules.lines() {
            Some(lines) => Options::Lines(lines.clone()),
            None => Options::without_lines(rules),
        }
    }

    fn without_lines(rules: &Rules) -> Options {
        if let Game::Set { game, cells } = rules.game()
            && let Ok(inner) = Rules::new((**game).clone(), Play::Normal)
        {
            let heaps = Arc::new(Heaps::new(cells, rules.play()));
            return Options::Set(Box::new(Options::of(&inner)), heaps);
        }
        Options::Plain(rules.plain())
    }
}

impl Ruleset for Options {
    type Position = Cell;

    fn options_into(&self, from: &Cell, options: &mut Vec<Cell>) -> Result<(), Error> {
        match self {
            Options::Lines(lines) => lines.options_into(from, options),
            Options::Plain(plain) => plain.options_into(from, options),
            Options::Set(_, heaps) if heaps.at(from).is_some() => Ok(()),
            Options::Set(inner, _) => inner.options_into(from, options),
        }
    }

    fn rank(&self, at: &Cell) -> u128 {
        match self {
            Options::Lines(lines) => lines.rank(at),
            Options::Plain(plain) => plain.rank(at),
            Options::Set(inner, _) => inner.rank(at),
        }
    }

    #[inline]
    fn heap(&self, at: &Cell) -> Option<u64> {
        match self {
            Options::Set(_, heaps) => heaps.at(at),
            _ => None,
        }
    }
}

/// A dense memory is used for boxes of up to this many cells: 256 MiB.
const DENSE_CELLS: u128 = 1 << 26;

/// Where the whole box would be too much but few positions may be in reach, this many are tried.
const TRIAL_POSITIONS: u64 = 5_000_000;
const TRIAL_STEPS: u64 = 200_000_000;

type Memo<V> = Option<(Vec<u64>, Reference<Options, V, CellMemory>)>;

struct ReferenceSolver {
    options: Options,
    game: Game,
    play: Play,
    /// Every coordinate below those of a position may come up.
    fills_boxes: bool,
    outcome: Memo<OutcomeValue>,
    blocked: Memo<Blocked>,
    grundy: Memo<GrundyValue>,
    remoteness: Memo<RemotenessValue>,
    suspense: Memo<SuspenseValue>,
    birthday: Memo<BirthdayValue>,
}

impl ReferenceSolver {
    fn new(rules: &Rules) -> ReferenceSolver {
        ReferenceSolver {
            options: Options::of(rules),
            game: rules.game().clone(),
            play: rules.play(),
            fills_boxes: fills_boxes(rules.game()),
            outcome: None,
            blocked: None,
            grundy: None,
            remoteness: None,
            suspense: None,
            birthday: None,
        }
    }

    fn convention(&self) -> Convention {
        if self.play == Play::Misere {
            Convention::Misere
        } else {
            Convention::Normal
        }
    }

    /// An upper bound on the options examined to know a position, where one is easy to see.
    fn bound(&self, at: &[u64]) -> Option<u128> {
        if !self.fills_boxes {
            return None;
        }
        let cells = box_cells(at);
        match &self.options {
            Options::Lines(lines) => {
                Some(cells.saturating_mul(lines.most_options(at).max(1)) / 2 + 1)
            }
            // Moves by a condition look at all of a box that is a quarter of the whole on average.
            _ => Some(cells.saturating_mul(self.game.most_looks(at)?.max(1)) / 4 + 1),
        }
    }

    /// About how many options a position has.
    fn most_options(&self, at: &[u64]) -> u128 {
        match &self.options {
            Options::Lines(lines) => lines.most_options(at).max(1),
            _ => self.game.most_looks(at).unwrap_or(1).max(1),
        }
    }

    fn admit_listing(&self, at: &[u64], budget: &Budget<'_>) -> Result<(), Error> {
        let bytes = self.most_options(at) * size_of::<Cell>() as u128;
        budget.admit_bytes(bytes, "listing the options")
    }

    fn outcome_of(&mut self, at: &Cell, budget: &Budget<'_>) -> Result<Outcome, Error> {
        match self.play {
            Play::Block(k) => value_of(&mut self.blocked, &self.options, Blocked(k), at, budget),
            _ => {
                let valuation = OutcomeValue(self.convention());
                value_of(&mut self.outcome, &self.options, valuation, at, budget)
            }
        }
    }

    fn remoteness_of(&mut self, at: &Cell, budget: &Budget<'_>) -> Result<u32, Error> {
        let valuation = RemotenessValue(self.convention());
        value_of(&mut self.remoteness, &self.options, valuation, at, budget)
    }

    /// A value that is a number, of those that are remembered.
    fn number_of(&mut self, ask: Ask, at: &Cell, budget: &Budget<'_>) -> Result<u32, Error> {
        let (options, convention) = (&self.options, self.convention());
        match ask {
            Ask::Grundy => {
                let valuation = GrundyValue(convention);
                value_of(&mut self.grundy, options, valuation, at, budget)
            }
            Ask::Remoteness => self.remoteness_of(at, budget),
            Ask::Suspense => {
                let valuation = SuspenseValue(convention);
                value_of(&mut self.suspense, options, valuation, at, budget)
            }
            Ask::Birthday => value_of(&mut self.birthday, options, BirthdayValue, at, budget),
            other => Err(Error::undefined(format!("{} is no number", other.word()))),
        }
    }

    fn examined(&self) -> u64 {
        let of = |n: Option<u64>| n.unwrap_or(0);
        of(self.outcome.as_ref().map(|(_, r)| r.remembered()))
            .max(of(self.blocked.as_ref().map(|(_, r)| r.remembered())))
            .max(of(self.grundy.as_ref().map(|(_, r)| r.remembered())))
            .max(of(self.remoteness.as_ref().map(|(_, r)| r.remembered())))
            .max(of(self.suspense.as_ref().map(|(_, r)| r.remembered())))
            .max(of(self.birthday.as_ref().map(|(_, r)| r.remembered())))
    }

    fn moves(&mut self, ask: Ask, at: &Cell, budget: &Budget<'_>) -> Result<Moves, Error> {
        let options = self.options.options(at)?;
        let own = match ask {
            Ask::OptimalMoves => self.remoteness_of(at, budget)?,
            _ => 0,
        };
        let mut targets = Vec::new();
        for option in options {
            let wanted = match ask {
                Ask::OptimalMoves => self.remoteness_of(&option, budget)? + 1 == own,
                _ => self.outcome_of(&option, budget)? == Outcome::P,
            };
            if wanted {
                targets.push(big_position(&option));
            }
        }
        Ok(Moves {
            targets,
            complete: true,
        })
    }
}

/// Whether most of the cells below a position can be reached from it.
fn fills_boxes(game: &Game) -> bool {
    match game {
        Game::Euclid | Game::Graph { .. } | Game::Slow { .. } | Game::Steps(_) => false,
        Game::Pass { game, .. }
        | Game::Until { game, .. }
        | Game::Within { game, .. }
        | Game::Set { game, .. } => fills_boxes(game),
        Game::Sum { left, right, .. } => fills_boxes(left) && fills_boxes(right),
        Game::Wyt { .. } | Game::Nim { .. } | Game::Rays(_) | Game::Piece(_) | Game::Moves(_) => {
            true
        }
    }
}

fn box_cells(at: &[u64]) -> u128 {
    at.iter()
        .fold(1u128, |n, &x| n.saturating_mul(u128::from(x) + 1))
}

/// The value by a remembered reference, made or enlarged when needed.
fn value_of<V: Valuation + Copy>(
    memo: &mut Memo<V>,
    options: &Options,
    valuation: V,
    at: &Cell,
    budget: &Budget<'_>,
) -> Result<V::Value, Error> {
    let inside = |shape: &[u64]| at.iter().zip(shape).all(|(x, side)| x < side);
    let needed: Vec<u64> = match memo {
        Some((shape, _)) => at
            .iter()
            .zip(&*shape)
            .map(|(&x, &side)| side.max(x.saturating_add(1)))
            .collect(),
        None => at.iter().map(|&x| x.saturating_add(1)).collect(),
    };
    let fits = needed
        .iter()
        .fold(1u128, |n, &side| n.saturating_mul(u128::from(side)))
        <= DENSE_CELLS;
    match memo {
        Some((shape, reference)) if inside(shape) || !fits => {
            return reference.value(at, budget);
        }
        _ => {}
    }
    // Twice as large as needed, if that fits too, so that a walk upward rarely starts afresh.
    let doubled: Vec<u64> = needed.iter().map(|side| side.saturating_mul(2)).collect();
    let roomy = memo.is_some()
        && doubled
            .iter()
            .fold(1u128, |n, &side| n.saturating_mul(u128::from(side)))
            <= DENSE_CELLS;
    let shape = if !fits {
        vec![0; at.len()]
    } else if roomy {
        doubled
    } else {
        needed
    };
    let memory = CellMemory::on_box(&shape, budget)?;
    let reference = Reference::with_memory(options.clone(), valuation, memory);
    memo.insert((shape, reference)).1.value(at, budget)
}

impl Solver for ReferenceSolver {
    fn offer(&self, ask: Ask, at: &[UBig]) -> Option<Offer> {
        let absent = |why: &str, help: &str| {
            Some(Offer {
                evidence: Evidence::Absent {
                    why: why.into(),
                    help: help.into(),
                },
                cost: 0,
            })
        };
        if let Play::Block(_) = self.play
            && !matches!(
                ask,
                Ask::Terminal | Ask::Outcome | Ask::WinningMoves | Ask::Options
            )
        {
            return absent(
                "blocking games have outcomes only: other values are not defined",
                "",
            );
        }
        let Some(cell) = machine_cell(at) else {
            return absent(
                "no formula is known for this value at this size, and the coordinates are beyond 64 bits",
                "ask about a smaller position, or about another value",
            );
        };
        let cost = match (ask, &self.options) {
            (Ask::Terminal, Options::Lines(_)) => 1,
            (Ask::Terminal, _) => self.game.most_looks(&cell).unwrap_or(1),
            (Ask::Options, _) => self.most_options(&cell),
            _ => self.bound(&cell).unwrap_or(u128::from(TRIAL_STEPS)),
        };
        let evidence = Evidence::Computed {
            engine: "reference".into(),
            positions: 0,
        };
        Some(Offer { evidence, cost })
    }

    fn answer(
        &mut self,
        ask: Ask,
        at: &[UBig],
        budget: &Budget<'_>,
    ) -> Result<(Value, Evidence), Error> {
        let Some(at) = machine_cell(at) else {
            return Err(Error::limit("the coordinates are beyond 64 bits"));
        };
        let whole_box = box_cells(&at) <= u128::from(budget.positions);
        let trial = budget.limited(TRIAL_POSITIONS, TRIAL_STEPS);
        let budget = if whole_box { budget } else { &trial };
        let value = match ask {
            Ask::Terminal => Value::Truth(self.options.is_terminal(&at)?),
            Ask::Outcome => Value::Outcome(self.outcome_of(&at, budget)?),
            Ask::Grundy | Ask::Remoteness | Ask::Suspense | Ask::Birthday => {
                Value::Number(UBig::from(self.number_of(ask, &at, budget)?))
            }
            Ask::Options => {
                self.admit_listing(&at, budget)?;
                Value::Number(UBig::from(self.options.options(&at)?.len()))
            }
            Ask::WinningMoves | Ask::OptimalMoves => Value::Moves(self.moves(ask, &at, budget)?),
        };
        let positions = if matches!(ask, Ask::Terminal | Ask::Options) {
            1
        } else {
            self.examined()
        };
        Ok((
            value,
            Evidence::Computed {
                engine: "reference".into(),
                positions,
            },
        ))
    }

    fn table_offer(&self, ask: Ask, window: &Window) -> Option<Offer> {
        let corner = window.far_corner()?;
        let mut offer = self.offer(ask, &corner)?;
        if ask == Ask::Options {
            offer.cost = offer.cost.saturating_mul(window.cells() as u128);
        } else if let Some(cell) = machine_cell(&corner)
            && let Some(bound) = self.bound(&cell)
        {
            offer.cost = bound;
        }
        Some(offer)
    }

    fn table(
        &mut self,
        ask: Ask,
        window: &Window,
        budget: &Budget<'_>,
    ) -> Result<(Cells, Evidence), Error> {
        let Some(positions) = window.machine_positions() else {
            return Err(Error::limit("the coordinates are beyond 64 bits"));
        };
        let total = window.cells() as u64;
        // The far corner first: it sizes the memory for the whole window.
        let order = positions.clone().last().into_iter().chain(positions);
        let cells = match ask {
            Ask::Outcome => {
                let mut outcomes = Vec::new();
                for (i, at) in order.enumerate() {
                    outcomes.push(self.outcome_of(&at, budget)?);
                    if i % 4096 == 0 {
                        budget.report(i as u64, Some(total))?;
                    }
                }
                Cells::Outcomes(outcomes.split_off(1))
            }
            Ask::Options => {
                let counts = option_counts(&self.options, window, budget)?;
                let evidence = Evidence::Computed {
                    engine: "reference".into(),
                    positions: total,
                };
                return Ok((counts, evidence));
            }
            Ask::Grundy | Ask::Remoteness | Ask::Suspense | Ask::Birthday => {
                let mut numbers = Vec::new();
                for (i, at) in order.enumerate() {
                    numbers.push(self.number_of(ask, &at, budget)?);
                    if i % 4096 == 0 {
                        budget.report(i as u64, Some(total))?;
                    }
                }
                Cells::Small(numbers.split_off(1))
            }
            other => return Err(Error::undefined(format!("no table of {}", other.word()))),
        };
        Ok((
            cells,
            Evidence::Computed {
                engine: "reference".into(),
                positions: self.examined(),
            },
        ))
    }
}
