//! Chances and best moves of one position, and tables of chances.

use dashu_base::{BitTest, DivRem, UnsignedAbs};
use dashu_int::UBig;
use dashu_ratio::RBig;

use super::arithmetic::{Arithmetic, Bounded, Bounds, Exact, Extreme};
use super::model::{Aim, Chances, Model};
use super::reach::Reach;
use super::solve::{Lengths, Solved, solve};
use crate::answer::{Answer, Evidence};
use crate::budget::Budget;
use crate::engines::{big_position, machine_cell, options_of};
use crate::error::{Error, ErrorKind};
use crate::rules::{Cell, Play, Rules};
use crate::table::{Cells, Window};

/// Fractions give way to bounds when they have taken about this long: some seconds.
const EXACT_WORK: u128 = 1_000_000_000;

/// A chance in a table has at most about this many digits.
const TABLE_DIGITS: usize = 20_000;

/// How many times the precision is doubled before digits are rounded to the nearest.
const DOUBLINGS: u32 = 3;

/// How much of a chance is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// Decimals.
    pub decimals: usize,
    /// Digits that an exact fraction may have.
    pub exact_digits: usize,
}

/// A probability: a fraction where it is short, and decimals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digits {
    /// The exact value, unless it is longer than asked for.
    pub exact: Option<RBig>,
    /// The decimals.
    pub decimal: String,
    /// Whether they were rounded down, and all of them are digits of the number. Else the number is nearer
    /// to these decimals than any bound that was tried can tell, on one side of them or the other.
    pub rounded_down: bool,
    /// Whether nothing was cut off.
    pub complete: bool,
}

/// Best moves of one player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choices {
    /// The options that are best to intend, sorted.
    pub targets: Vec<Vec<UBig>>,
    /// Whether exactly these are best. Else the best are among them, and bounds do not tell them apart.
    pub certain: bool,
}

/// What chance makes of one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandomAnalysis {
    /// That the player wins, who is to move.
    pub wins: Digits,
    /// That he wins when the opponent is to move instead.
    pub wins_second: Digits,
    /// That he wins when the coin is still to be thrown, where one decides.
    pub wins_before_toss: Option<Digits>,
    /// His best moves; none where nobody chooses.
    pub best: Option<Choices>,
    /// The opponent's best moves if it were his turn, where they need not be the same.
    pub opponent_best: Option<Choices>,
}

/// What chance makes of a position; absent, with the reason, at a limit.
///
/// # Errors
/// [`ErrorKind::Undefined`] for blocking games; on interruption, on a cycle, and what the rules say of their own
/// conditions.
///
/// ```
/// use wythoff::random_play::{Model, Request, analyze};
/// use wythoff::rules::Rules;
/// let request = Request { decimals: 5, exact_digits: 100 };
/// let at = [1u8.into(), 1u8.into()];
/// let answer = analyze(&Rules::wythoff(), &at, &Model::BothRandom, request, &Default::default())?;
/// // To (0, 0), which wins, or to (0, 1) or (1, 0), from which (0, 0) is the only move.
/// let wins = answer.value.unwrap().wins;
/// assert_eq!(wins.exact.unwrap().to_string(), "1/3");
/// assert_eq!(wins.decimal, "0.33333");
/// # Ok::<(), wythoff::Error>(())
/// ```
pub fn analyze(
    rules: &Rules,
    at: &[UBig],
    model: &Model,
    request: Request,
    budget: &Budget<'_>,
) -> Result<Answer<RandomAnalysis>, Error> {
    not_blocking(rules)?;
    let Some(cell) = machine_cell(at) else {
        return Ok(Answer::absent(
            "chances are computed position by position, and the coordinates are beyond 64 bits",
            "ask about a smaller position",
        ));
    };
    match computed(rules, &cell, model, request, budget) {
        Ok((analysis, positions)) => Ok(Answer::known(analysis, evidence(positions))),
        Err(error) if error.kind() == ErrorKind::Limit => Ok(Answer::absent(
            error.message(),
            error.advice().unwrap_or_default(),
        )),
        Err(error) => Err(error),
    }
}

fn not_blocking(rules: &Rules) -> Result<(), Error> {
    if matches!(rules.play(), Play::Block(_)) {
        return Err(Error::undefined(
            "blocking games have outcomes only: other values are not defined",
        ));
    }
    Ok(())
}

fn evidence(positions: usize) -> Evidence {
    Evidence::Computed {
        engine: "recursion of chances".into(),
        positions: positions as u64,
    }
}

fn reach(rules: &Rules, starts: &[Cell], budget: &Budget<'_>) -> Result<Reach, Error> {
    Reach::from(&options_of(rules), starts, budget)
}

fn computed(
    rules: &Rules,
    at: &Cell,
    model: &Model,
    request: Request,
    budget: &Budget<'_>,
) -> Result<(RandomAnalysis, usize), Error> {
    let reach = reach(rules, std::slice::from_ref(at), budget)?;
    let convention = rules.convention();
    let lengths = Lengths {
        bits: request.exact_digits.saturating_mul(7) / 2 + 64,
        work: EXACT_WORK,
    };
    let analysis = match solve(&reach, model, convention, &Exact, lengths, budget)? {
        Solved::All(chances) => exactly(rules, &reach, &chances, model, request),
        Solved::TooLong => None,
    };
    let analysis = match analysis {
        Some(analysis) => analysis,
        None => nearly(rules, &reach, model, request, budget)?,
    };
    Ok((analysis, reach.len()))
}

/// By fractions.
fn exactly(
    rules: &Rules,
    reach: &Reach,
    chances: &[Chances<RBig>],
    model: &Model,
    request: Request,
) -> Option<RandomAnalysis> {
    let asked = Asked::new(reach, chances, model);
    debug_assert_eq!(rules.axes().len(), reach.cell(asked.number).len());
    asked.analysis(
        &Exact,
        |chance| Some(Digits::of_fraction(chance, request)),
        |options, aim, _| {
            let best = Exact.extreme(options, aim);
            (options.iter().map(|c| **c == best).collect(), true)
        },
    )
}

/// By bounds, as precise as the digits need.
fn nearly(
    rules: &Rules,
    reach: &Reach,
    model: &Model,
    request: Request,
    budget: &Budget<'_>,
) -> Result<RandomAnalysis, Error> {
    // Each position widens the bounds by a few units at most, and no step magnifies them.
    let digits = request.decimals.saturating_mul(10) / 3;
    let mut precision = digits + UBig::from(reach.len()).bit_len() + 64;
    let no_limit = Lengths {
        bits: usize::MAX,
        work: u128::MAX,
    };
    for tried in 0..=DOUBLINGS {
        let bounded = Bounded { precision };
        let last = tried == DOUBLINGS;
        if let Solved::All(chances) =
            solve(reach, model, rules.convention(), &bounded, no_limit, budget)?
            && let Some(analysis) = Asked::new(reach, &chances, model).analysis(
                &bounded,
                |chance| Digits::of_bounds(chance, precision, request, last),
                |options, aim, cells| separated(rules, bounded, options, aim, cells),
            )
        {
            return Ok(analysis);
        }
        precision *= 2;
    }
    Err(Error::limit("no precision that was tried gives the digits"))
}

/// Which options may be the extreme ones by their bounds, and whether exactly those are.
fn separated(
    rules: &Rules,
    bounded: Bounded,
    options: &[&Bounds],
    aim: Extreme,
    cells: &[&Cell],
) -> (Vec<bool>, bool) {
    let best = bounded.extreme(options, aim);
    let among: Vec<bool> = options
        .iter()
        .map(|c| match aim {
            Extreme::Greatest => c.high >= best.low,
            Extreme::Least => c.low <= best.high,
        })
        .collect();
    let mut chosen = cells.iter().zip(&among).filter(|(_, among)| **among);
    let first = chosen.next().map(|(cell, _)| *cell);
    // Options that are mirror images of each other have the same chance.
    let mirrored = |cell: &Cell| {
        let mut other = cell.clone();
        if other.len() >= 2 {
            other.swap(0, 1);
        }
        Some(&other) == first
    };
    let certain = chosen.all(|(cell, _)| rules.is_symmetric() && mirrored(cell));
    (among, certain)
}

/// The position that was asked for, among all that its play can reach.
struct Asked<'a, C> {
    reach: &'a Reach,
    chances: &'a [Chances<C>],
    model: &'a Model,
    number: usize,
}

impl<'a, C: Clone> Asked<'a, C> {
    fn new(reach: &'a Reach, chances: &'a [Chances<C>], model: &'a Model) -> Asked<'a, C> {
        Asked {
            reach,
            chances,
            model,
            number: reach.starts.first().copied().unwrap_or(0),
        }
    }

    /// The analysis; none while `digits` are open. `choose` says which options are extreme, and whether
    /// that is certain.
    fn analysis<A: Arithmetic<Chance = C>>(
        &self,
        arithmetic: &A,
        digits: impl Fn(&C) -> Option<Digits>,
        choose: impl Fn(&[&C], Extreme, &[&Cell]) -> (Vec<bool>, bool),
    ) -> Option<RandomAnalysis> {
        let own = &self.chances[self.number];
        let wins_before_toss = match self.model {
            // At an end the turn has passed; were the coin thrown there, it would decide at once.
            Model::RandomTurn(p) => {
                let thrown = || arithmetic.mix(p, &own.first, &own.second);
                Some(digits(&own.toss.clone().unwrap_or_else(thrown))?)
            }
            _ => None,
        };
        let coin = wins_before_toss.is_some();
        Some(RandomAnalysis {
            wins: digits(&own.first)?,
            wins_second: digits(&own.second)?,
            wins_before_toss,
            best: self.choices(Chances::after_mine, Extreme::Greatest, &choose),
            opponent_best: coin
                .then(|| self.choices(Chances::after_theirs, Extreme::Least, &choose))
                .flatten(),
        })
    }

    fn choices(
        &self,
        of: fn(&Chances<C>) -> &C,
        want: Extreme,
        choose: impl Fn(&[&C], Extreme, &[&Cell]) -> (Vec<bool>, bool),
    ) -> Option<Choices> {
        let numbers = self.reach.options(self.number);
        let cells: Vec<&Cell> = numbers
            .iter()
            .map(|&n| self.reach.cell(n as usize))
            .collect();
        let (among, certain) = match self.model.aim(numbers.len(), want) {
            Aim::Nobody => return None,
            Aim::At(extreme) if numbers.len() > 1 => {
                let values: Vec<&C> = numbers
                    .iter()
                    .map(|&n| of(&self.chances[n as usize]))
                    .collect();
                choose(&values, extreme, &cells)
            }
            _ => (vec![true; numbers.len()], true),
        };
        let chosen = cells.iter().zip(&among).filter(|(_, among)| **among);
        Some(Choices {
            targets: chosen.map(|(cell, _)| big_position(cell)).collect(),
            certain,
        })
    }
}

impl Digits {
    fn of_fraction(chance: &RBig, request: Request) -> Digits {
        let scale = UBig::from(10u8).pow(request.decimals);
        let numerator = chance.numerator().clone().unsigned_abs();
        let (floor, rest) = (numerator * scale).div_rem(chance.denominator());
        let text = chance.to_string();
        Digits {
            exact: (text.len() <= request.exact_digits.saturating_add(1)).then(|| chance.clone()),
            decimal: with_point(&floor, request.decimals),
            rounded_down: true,
            complete: rest == UBig::ZERO,
        }
    }

    /// None while the bounds leave the digits open, unless this is the last precision to be tried.
    fn of_bounds(
        chance: &Bounds,
        precision: usize,
        request: Request,
        last: bool,
    ) -> Option<Digits> {
        let scale = UBig::from(10u8).pow(request.decimals);
        let (low, high) = (
            (&chance.low * &scale) >> precision,
            (&chance.high * scale) >> precision,
        );
        let rounded_down = low == high;
        if chance.low == chance.high {
            return Some(Digits::of_fraction(
                &dyadic(&chance.low, precision),
                request,
            ));
        }
        (rounded_down || last).then(|| Digits {
            exact: None,
            decimal: with_point(&high, request.decimals),
            rounded_down,
            complete: false,
        })
    }
}

/// n/2^precision.
fn dyadic(n: &UBig, precision: usize) -> RBig {
    RBig::from_parts(n.clone().into(), UBig::ONE << precision)
}

/// n/10^decimals with all its digits.
fn with_point(n: &UBig, decimals: usize) -> String {
    let digits = format!("{n:0>width$}", n = n.to_string(), width = decimals + 1);
    let (whole, fraction) = digits.split_at(digits.len() - decimals);
    if decimals == 0 {
        whole.to_owned()
    } else {
        format!("{whole}.{fraction}")
    }
}

/// The exact chances of the player to move, over a window.
///
/// # Errors
/// As [`analyze`]; [`ErrorKind::Limit`] where fractions become too long for a table.
pub fn table(
    rules: &Rules,
    model: &Model,
    window: &Window,
    budget: &Budget<'_>,
) -> Result<Answer<Cells>, Error> {
    not_blocking(rules)?;
    let Some(positions) = window.machine_positions() else {
        return Err(Error::limit("chances are tabled at coordinates of 64 bits"));
    };
    budget.admit_bytes(window.cells() as u128 * 100, "the table")?;
    let starts: Vec<Cell> = positions.collect();
    let reach = reach(rules, &starts, budget)?;
    let lengths = Lengths {
        bits: TABLE_DIGITS * 7 / 2,
        work: u128::MAX,
    };
    let Solved::All(chances) = solve(&reach, model, rules.convention(), &Exact, lengths, budget)?
    else {
        return Err(Error::limit(format!(
            "some exact fraction of this table has more than {TABLE_DIGITS} digits"
        ))
        .help("ask for a smaller table, or for single positions with --digits"));
    };
    let fractions = reach
        .starts
        .iter()
        .map(|&number| chances[number].first.clone())
        .collect();
    Ok(Answer::known(
        Cells::Fractions(fractions),
        evidence(reach.len()),
    ))
}
