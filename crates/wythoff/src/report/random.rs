//! What chance makes of a position, as data.

use serde::Serialize;

use super::EvidenceReport;
use crate::answer::Answer;
use crate::notation::position_text;
use crate::random_play::{Choices, Digits, Model, RandomAnalysis};
use crate::rules::Rules;

/// Winning probabilities when chance plays, by another model than that of failing moves.
#[derive(Clone, Debug, Serialize)]
pub struct RandomReport {
    /// The model's name.
    pub model: &'static str,
    /// Its probability, if it has one.
    pub success: Option<String>,
    /// What it means.
    pub meaning: String,
    /// The exact probability that the player wins who is to move, unless it is longer than the digits asked for.
    pub exact: Option<String>,
    /// Its decimals.
    pub decimal: Option<String>,
    /// `down`: all digits are correct. `to nearest`: no bound that was tried tells the number from these
    /// decimals.
    pub rounded: &'static str,
    /// The same player's chances when the opponent is to move instead.
    pub opponent_to_move: Option<ChanceReport>,
    /// The same player's chances when the coin is still to be thrown, where one decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before_toss: Option<ChanceReport>,
    /// The player's best moves; null where nobody chooses.
    pub best_moves: Option<Vec<Vec<String>>>,
    /// Whether exactly those are best; else the best are among them.
    pub best_moves_certain: bool,
    /// The opponent's best moves when he is to move, where they need not be the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opponent_best_moves: Option<Vec<Vec<String>>>,
    /// How it is known.
    pub evidence: EvidenceReport,
}

/// A probability.
#[derive(Clone, Debug, Serialize)]
pub struct ChanceReport {
    /// The exact value, unless it is longer than the digits asked for.
    pub exact: Option<String>,
    /// Its decimals.
    pub decimal: String,
    /// `down` or `to nearest`.
    pub rounded: &'static str,
}

impl From<&Digits> for ChanceReport {
    fn from(digits: &Digits) -> Self {
        ChanceReport {
            exact: digits.exact.as_ref().map(ToString::to_string),
            decimal: digits.decimal.clone(),
            rounded: if digits.rounded_down {
                "down"
            } else {
                "to nearest"
            },
        }
    }
}

impl RandomReport {
    /// The report of an answer under a model.
    #[must_use]
    pub fn new(rules: &Rules, model: &Model, answer: &Answer<RandomAnalysis>) -> RandomReport {
        let analysis = answer.value.as_ref();
        let wins = analysis.map(|found| ChanceReport::from(&found.wins));
        let best = analysis.and_then(|found| found.best.as_ref());
        let opponent_best = analysis.and_then(|found| found.opponent_best.as_ref());
        let texts = |choices: &Choices| {
            choices
                .targets
                .iter()
                .map(|target| position_text(rules, target))
                .collect()
        };
        RandomReport {
            model: model.kind().word(),
            success: model.probability().map(ToString::to_string),
            meaning: model.meaning(),
            rounded: wins.as_ref().map_or("down", |wins| wins.rounded),
            exact: wins.as_ref().and_then(|wins| wins.exact.clone()),
            decimal: wins.map(|wins| wins.decimal),
            opponent_to_move: analysis.map(|found| (&found.wins_second).into()),
            before_toss: analysis
                .and_then(|found| found.wins_before_toss.as_ref())
                .map(ChanceReport::from),
            best_moves: best.map(texts),
            best_moves_certain: [best, opponent_best]
                .into_iter()
                .flatten()
                .all(|choices| choices.certain),
            opponent_best_moves: opponent_best.map(texts),
            evidence: (&answer.evidence).into(),
        }
    }
}
