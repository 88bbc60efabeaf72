//! The formulas for WYT(a, b) and its neighbours as an engine: any size, no walking.

use dashu_base::BitTest;
use dashu_int::UBig;

use crate::answer::{Evidence, Moves, Value};
use crate::budget::{Budget, size_in_words};
use crate::cells::{Numbered, NumberedPosition};
use crate::error::Error;
use crate::formulas::{self, Formula};
use crate::plan::{Ask, Engine, Offer, Solver};
use crate::proofs::{
    GRUNDY_0, MISERE_P_POSITIONS, MISERE_P_POSITIONS_1, MISERE_REMOTENESS, MISERE_REMOTENESS_1,
    OPTIMAL_MOVE, P_POSITIONS, P_UNTIL, REMOTENESS_UNTIL, THEOREM_3_4, X_CLOSED,
};
use crate::rules::{Condition, Convention, Game, Piece, Play, Rules};
use crate::table::{Cells, Window};
use crate::values::Outcome;

/// How many moves are listed at most.
const MOST_MOVES: usize = 10_000;

/// A game whose P-positions a formula numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownGame {
    /// a of WYT(a, b).
    pub a: u64,
    /// b of WYT(a, b).
    pub b: u64,
    /// Positions with x + y at most this are terminal, if more than (0, 0) is.
    pub terminal_sum: Option<u64>,
    /// How it is played.
    pub convention: Convention,
}

/// More than this is not taken for the table of a formula.
const MOST_TABLE_BYTES: u128 = 4 << 30;

impl KnownGame {
    /// About how much memory the polynomial algorithm takes for coordinates of so many bits: a number for
    /// each of about (1 + b/a)·1.45·bits levels. Where b divides a, and for a = 1 with a large b, it keeps
    /// no table.
    fn table_bytes(&self, bits: usize) -> u128 {
        let (a, b) = (u128::from(self.a), u128::from(self.b));
        if a.is_multiple_of(b) || (b.is_multiple_of(a) && b / a >= 128) {
            return 0;
        }
        let levels = (1 + b / a).saturating_mul(bits as u128 * 3 / 2);
        levels.saturating_mul(bits as u128 / 16 + 64)
    }

    /// The formula that answers for it.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`](crate::ErrorKind::Limit) for parameters beyond those supported.
    pub fn formula(&self) -> Result<Formula, Error> {
        let (a, b) = (UBig::from(self.a), UBig::from(self.b));
        Ok(match (self.convention, self.terminal_sum) {
            (Convention::Normal, None) => Formula::wyt(&a, &b)?,
            (Convention::Normal, Some(k)) => Formula::terminal_set(&a, &b, &UBig::from(k))?,
            (Convention::Misere, _) => Formula::wyt_misere(&a, &b)?,
        })
    }
}

/// Recognises WYT(a, b), with misère play or a terminal set x + y ≤ k, whatever it is written as:
/// `rays(1,0; 0,1; 1,1)`, `queen` and `moves(e,f: e = 0 or f = 0 or e = f)` are Wythoff's game too.
///
/// ```
/// use wythoff::engines::known_game;
/// let known = |text| known_game(&wythoff::notation::parse_rules(text).unwrap());
/// assert_eq!(known("rays(1,1; 1,0; 0,1)"), known("wythoff"));
/// assert_eq!(known("wyt(2,3).until(y + x < 3)").unwrap().terminal_sum, Some(2));
/// assert!(known("rays(1,0; 0,1; 1,2)").is_none());
/// ```
#[must_use]
pub fn known_game(rules: &Rules) -> Option<KnownGame> {
    let convention = match rules.play() {
        Play::Normal => Convention::Normal,
        Play::Misere => Convention::Misere,
        Play::Block(_) => return None,
    };
    let (game, terminal_sum) = match rules.game() {
        Game::Until { game, predicate } => match predicate.as_linear_bound() {
            // x + y ≤ k with k < 0 would leave even (0, 0) to its own moves, of which it has none.
            Some((c, k)) if c == [1, 1] => (&**game, u64::try_from(k).ok()),
            _ => return None,
        },
        game => (game, None),
    };
    let (a, b) = match game {
        Game::Wyt { a, b } => (*a, *b),
        Game::Piece(Piece::Queen) => (1, 1),
        Game::Rays(_) | Game::Sum { .. } | Game::Steps(_) | Game::Moves(_) => {
            parameters_of_lines(game)?
        }
        _ => return None,
    };
    if terminal_sum.is_some_and(|k| k > 0) && convention == Convention::Misere {
        return None;
    }
    Some(KnownGame {
        a,
        b,
        terminal_sum: terminal_sum.filter(|k| *k > 0),
        convention,
    })
}

/// (a, b) when the lines of a game are those of WYT(a, b).
fn parameters_of_lines(game: &Game) -> Option<(u64, u64)> {
    let rules = Rules::new(game.clone(), Play::Normal).ok()?;
    let lines = rules.lines()?;
    if lines.axes().len() != 2 || !lines.boards().is_empty() {
        return None;
    }
    let silent = |condition: &Condition| matches!(condition, Condition::Ends(_));
    if lines.conditions().iter().any(silent) {
        return None;
    }
    let mut own = lines.families().to_vec();
    own.sort();
    own.dedup();
    // As many diagonals as 2a − 1; the rest are rows and columns.
    let diagonals = own
        .iter()
        .filter(|family| family.ray.as_deref() == Some(&[1, 1]))
        .count() as u64;
    let others = own.len() as u64 - diagonals;
    if diagonals.is_multiple_of(2) || others % 2 == 1 || others == 0 {
        return None;
    }
    let (a, b) = (diagonals.div_ceil(2), others / 2);
    let model = Rules::new(Game::Wyt { a, b }, Play::Normal).ok()?;
    let mut families = model.lines()?.families().to_vec();
    families.sort();
    families.dedup();
    (families == own).then_some((a, b))
}

/// Answers by closed or polynomial forms.
#[derive(Clone, Copy, Debug, Default)]
pub struct FormulaEngine;

impl Engine for FormulaEngine {
    fn name(&self) -> &'static str {
        "formula"
    }

    fn open(&self, rules: &Rules) -> Option<Box<dyn Solver>> {
        let known = known_game(rules)?;
        Some(Box::new(FormulaSolver {
            known,
            formula: known.formula().ok()?,
        }))
    }
}

struct FormulaSolver {
    known: KnownGame,
    formula: Formula,
}

impl FormulaSolver {
    fn evidence(&self, ask: Ask) -> Evidence {
        let KnownGame {
            a,
            b,
            terminal_sum,
            convention,
        } = self.known;
        match (convention, terminal_sum) {
            (Convention::Normal, None) => theorem(a, b, ask),
            (Convention::Normal, Some(_)) => of_terminal_set(ask),
            (Convention::Misere, _) => of_misere_play(a, ask),
        }
    }

    fn outcome(&self, x: &UBig, y: &UBig) -> Outcome {
        if self.formula.is_terminal(x, y) {
            return match self.known.convention {
                Convention::Normal => Outcome::P,
                Convention::Misere => Outcome::N,
            };
        }
        if self.formula.is_p_position(x, y) {
            Outcome::P
        } else {
            Outcome::N
        }
    }
}

/// The theorem behind an answer about WYT(a, b) in normal play: its source, and its checked proof.
fn theorem(a: u64, b: u64, ask: Ask) -> Evidence {
    let (name, source, proof) = match ask {
        Ask::Terminal => (
            "only (0, 0) has no move",
            "SanchezGalanXu, section 2",
            P_POSITIONS,
        ),
        Ask::Remoteness => (
            "R = 2*min{iota(x), floor((y-x)/a)} + epsilon",
            "SanchezGalanXu, Theorem 3.4",
            THEOREM_3_4,
        ),
        Ask::OptimalMoves => (
            "optimal moves lower min{iota, floor((y-x)/a)}",
            "SanchezGalanXu, Lemma 3.3 and Theorem 3.4",
            OPTIMAL_MOVE,
        ),
        Ask::Grundy => (
            "the Grundy value is 0 exactly at P-positions",
            "Sprague1935, Grundy1939",
            GRUNDY_0,
        ),
        Ask::Outcome | Ask::WinningMoves if (a, b) == (1, 1) => (
            "P-positions are (floor(m*phi), floor(m*phi^2))",
            "Wythoff1907",
            X_CLOSED,
        ),
        Ask::Outcome | Ask::WinningMoves if b == 1 => (
            "P-positions are complementary Beatty sequences",
            "Fraenkel1982",
            X_CLOSED,
        ),
        _ => (
            "P-positions are x_m = mex_b of the earlier ones, y_m = x_m + a*m",
            "Gurvich2012",
            P_POSITIONS,
        ),
    };
    Evidence::Theorem {
        name: name.into(),
        source: format!("{source}; {proof}"),
    }
}

/// The project's own theorem behind an answer with terminal set x + y ≤ k.
fn of_terminal_set(ask: Ask) -> Evidence {
    let (name, proof) = match ask {
        Ask::Remoteness | Ask::OptimalMoves => (
            "R = 2*min{iota(x), floor(max(0, y-x-k)/a)} + epsilon",
            REMOTENESS_UNTIL,
        ),
        Ask::Grundy => ("the Grundy value is 0 exactly at P-positions", GRUNDY_0),
        _ => (
            "P-positions are the terminal ones and (x_m, x_m + k + a*m)",
            P_UNTIL,
        ),
    };
    Evidence::Theorem {
        name: name.into(),
        source: format!("docs/derivations/terminal-set.md; {proof}"),
    }
}

/// The project's own theorem behind an answer about misère play.
fn of_misere_play(a: u64, ask: Ask) -> Evidence {
    let (name, proof) = match (ask, a) {
        (Ask::Remoteness | Ask::OptimalMoves, 1) => (
            "R = 2*min{iota(x), q(y-x)} + 1 + epsilon",
            MISERE_REMOTENESS_1,
        ),
        (Ask::Remoteness | Ask::OptimalMoves, _) => (
            "R = 2*min{iota(x), floor(max(0, y-x-1)/a)} + 1 + epsilon",
            MISERE_REMOTENESS,
        ),
        (_, 1) => (
            "misere P-positions are (0, 1), (b+1, b+1) and (x_m, y_m), m >= 2",
            MISERE_P_POSITIONS_1,
        ),
        _ => (
            "misere P-positions are (x_m, x_m + a*m + 1)",
            MISERE_P_POSITIONS,
        ),
    };
    Evidence::Theorem {
        name: name.into(),
        source: format!("docs/derivations/misere.md; {proof}"),
    }
}

impl Solver for FormulaSolver {
    fn offer(&self, ask: Ask, at: &[UBig]) -> Option<Offer> {
        let [x, y] = at else { return None };
        if !Ask::ANALYSIS.contains(&ask) {
            return None;
        }
        let bytes = self.known.table_bytes(x.bit_len().max(y.bit_len()));
        if bytes > MOST_TABLE_BYTES {
            return Some(Offer {
                evidence: Evidence::Absent {
                    why: format!(
                        "the formula's table would take {} of memory",
                        size_in_words(bytes)
                    ),
                    help: "ask with fewer digits, or with b nearer to a".into(),
                },
                cost: 0,
            });
        }
        // A Grundy value is known from the outcome alone only where it is 0.
        if ask == Ask::Grundy
            && (self.known.convention == Convention::Misere || self.outcome(x, y) == Outcome::N)
        {
            return None;
        }
        Some(Offer {
            evidence: self.evidence(ask),
            cost: 1,
        })
    }

    fn answer(
        &mut self,
        ask: Ask,
        at: &[UBig],
        _budget: &Budget<'_>,
    ) -> Result<(Value, Evidence), Error> {
        let [x, y] = at else {
            return Err(Error::input("the formula is about two piles"));
        };
        let value = match ask {
            Ask::Terminal => Value::Truth(self.formula.is_terminal(x, y)),
            Ask::Outcome => Value::Outcome(self.outcome(x, y)),
            Ask::Grundy => Value::Number(UBig::ZERO),
            Ask::Remoteness => Value::Number(self.formula.remoteness(x, y)),
            Ask::WinningMoves => moves(self.formula.winning_moves(x, y, MOST_MOVES)),
            Ask::OptimalMoves => moves(self.formula.optimal_moves(x, y, MOST_MOVES)),
            other => {
                let word = other.word();
                return Err(Error::undefined(format!(
                    "the formula does not tell {word}"
                )));
            }
        };
        Ok((value, self.evidence(ask)))
    }

    fn table_offer(&self, ask: Ask, window: &Window) -> Option<Offer> {
        if !matches!(ask, Ask::Outcome | Ask::Remoteness) || window.slice().fixed.len() != 2 {
            return None;
        }
        Some(Offer {
            evidence: self.evidence(ask),
            cost: window.cells() as u128,
        })
    }

    fn table(
        &mut self,
        ask: Ask,
        window: &Window,
        budget: &Budget<'_>,
    ) -> Result<(Cells, Evidence), Error> {
        let total = window.cells() as u64;
        let mut outcomes = Vec::new();
        let mut numbers = Vec::new();
        for (i, at) in window.positions().enumerate() {
            let (x, y) = (&at[0], &at[1]);
            if ask == Ask::Outcome {
                outcomes.push(self.outcome(x, y));
            } else {
                numbers.push(self.formula.remoteness(x, y));
            }
            if i % 1024 == 0 {
                budget.report(i as u64, Some(total))?;
            }
        }
        let cells = if ask == Ask::Outcome {
            Cells::Outcomes(outcomes)
        } else {
            Cells::Big(numbers).simplified()
        };
        Ok((cells, self.evidence(ask)))
    }

    fn numbered(&self) -> Option<&dyn Numbered> {
        Some(self)
    }
}

fn moves(found: formulas::Moves) -> Value {
    let targets = found.targets.into_iter().map(|(u, v)| vec![u, v]).collect();
    Value::Moves(Moves {
        targets,
        complete: found.complete,
    })
}

/// P-positions with x ≤ y, by smaller coordinate; terminal cells of a region first.
impl Numbered for FormulaSolver {
    fn position(&self, number: &UBig) -> NumberedPosition {
        let region = self.region_cells();
        let Some(k) = self.known.terminal_sum else {
            let term = self.formula.p_position(number);
            return NumberedPosition {
                at: [term.x, term.y],
                evidence: self.evidence(Ask::Outcome),
            };
        };
        let at = if *number < region {
            region_cell(&UBig::from(k), number)
        } else {
            let term = self.formula.p_position(&(number - &region + UBig::ONE));
            [term.x, term.y]
        };
        NumberedPosition {
            at,
            evidence: self.evidence(Ask::Outcome),
        }
    }

    fn first_from(&self, coordinate: &UBig) -> UBig {
        let Some(k) = self.known.terminal_sum.map(UBig::from) else {
            return self.formula.first_index_at_least(coordinate);
        };
        let before = cells_before(&k, coordinate);
        if *coordinate <= &k >> 1 {
            return before;
        }
        let index = self.formula.first_index_at_least(coordinate).max(UBig::ONE);
        self.region_cells() + index - UBig::ONE
    }

    fn remoteness_of(&self, number: &UBig) -> Option<UBig> {
        let NumberedPosition { at: [x, y], .. } = self.position(number);
        Some(self.formula.remoteness(&x, &y))
    }

    fn number_of_remoteness(&self, remoteness: &UBig) -> Option<UBig> {
        // Only where each index is one position: no terminal region.
        let odd = remoteness.bit(0);
        let misere = self.known.convention == Convention::Misere;
        (self.known.terminal_sum.is_none() && odd == misere).then(|| remoteness >> 1)
    }
}

impl FormulaSolver {
    /// How many terminal cells with x ≤ y there are.
    fn region_cells(&self) -> UBig {
        match self.known.terminal_sum {
            None => UBig::ZERO,
            Some(k) => cells_before(&UBig::from(k), &(UBig::from(k / 2) + UBig::ONE)),
        }
    }
}

/// Cells with x ≤ y, x + y ≤ k and x below a bound: Σ (k − 2x + 1).
fn cells_before(k: &UBig, bound: &UBig) -> UBig {
    let columns = bound.clone().min((k >> 1) + UBig::ONE);
    // Σ_{x < c} (k + 1 − 2x) = c(k + 1) − c(c − 1) = c(k + 2 − c).
    &columns * (k + UBig::from(2u8) - &columns)
}

/// Cell number n of the region, by x and then y.
fn region_cell(k: &UBig, number: &UBig) -> [UBig; 2] {
    // The greatest x with cells_before(x) ≤ n, by bisection on x ≤ k/2.
    let (mut low, mut high) = (UBig::ZERO, k >> 1);
    while low < high {
        let middle = (&low + &high + UBig::ONE) >> 1;
        if cells_before(k, &middle) <= *number {
            low = middle;
        } else {
            high = middle - UBig::ONE;
        }
    }
    let y = &low + (number - cells_before(k, &low));
    [low, y]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_of_a_region_are_numbered_in_order() {
        for k in 0..9u64 {
            let mut expected = Vec::new();
            for x in 0..=k {
                for y in x..=k {
                    if x + y <= k {
                        expected.push([UBig::from(x), UBig::from(y)]);
                    }
                }
            }
            let k = UBig::from(k);
            assert_eq!(
                cells_before(&k, &(&k + UBig::ONE)),
                UBig::from(expected.len())
            );
            for (n, cell) in expected.iter().enumerate() {
                assert_eq!(region_cell(&k, &UBig::from(n)), *cell, "k = {k}, n = {n}");
            }
        }
    }
}
