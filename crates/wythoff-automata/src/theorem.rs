//! Theorem files: a statement with the automata that prove it, as JSON.
//!
//! A file holds the rules in one line and as data, the numeration, the value, and one automaton per part. It holds no
//! proof steps: [`Theorem::verify`] certifies the numeration and decides the statement again, without learner and tables.
//! Reading checks the shape only; nothing read is believed before it is verified.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::budget::{Budget, Error, Result};
use crate::certificate::AdderCertificate;
use crate::dfa::{DEAD, Raw};
use crate::game::Game;
use crate::numeration::Numeration;
use crate::prove::{AttemptOutcome, Found};
use crate::relation::{Rel, Track};
use crate::statement::{Statement, Value, Verdict};

const FORMAT: &str = "wythoff-theorem";
const VERSION: u32 = 1;
/// A file with more states is not read.
const MOST_STATES: usize = 4_000_000;

/// A statement and the relations that it is claimed for.
#[derive(Clone, Debug)]
pub struct Theorem {
    /// The rules in one line.
    pub rules: String,
    /// What is claimed.
    pub statement: Statement,
    /// One relation for each part of the statement.
    pub claim: Vec<Rel>,
    /// How it was found, for the record; plays no role in the check.
    pub origin: Origin,
}

/// How an automaton was found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// Tail length of the guess.
    pub tail: usize,
    /// Side of the table.
    pub table: u32,
    /// Whether rows beyond the table were computed where they were looked at.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub far: bool,
    /// Largest automaton during the proof, before minimisation.
    pub peak: usize,
}

/// What verification established.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verification {
    /// Whether the statement holds.
    pub verdict: Verdict,
    /// The numeration's certificate.
    pub certificate: AdderCertificate,
    /// Largest automaton met, before minimisation.
    pub peak: usize,
}

#[derive(Serialize, Deserialize)]
struct File {
    format: String,
    version: u32,
    rules: String,
    value: String,
    states: usize,
    game: Game,
    numeration: NumerationPart,
    tracks: String,
    parts: Vec<AutomatonPart>,
    origin: Origin,
    engine: String,
}

#[derive(Serialize, Deserialize)]
struct NumerationPart {
    name: String,
    recurrence: Vec<i64>,
    regular: Vec<i64>,
    corrections: Vec<i64>,
}

#[derive(Serialize, Deserialize)]
struct AutomatonPart {
    layer: usize,
    grundy: u32,
    states: usize,
    accepting: usize,
    transitions: usize,
    /// One character for each state, the initial state first: 1 accepts, 0 does not.
    accept: String,
    /// For each state its transitions `letter>state`; the letter is the number whose digits, first track first, are read;
    /// states are counted from 1. Missing letters reject.
    next: Vec<String>,
}

impl Theorem {
    /// The theorem that a search proved; `None` when it stayed open.
    #[must_use]
    pub fn of_search(rules: &str, statement: &Statement, found: &Found) -> Option<Self> {
        if !found.is_proved(statement) {
            return None;
        }
        let last = found.attempts.last()?;
        let AttemptOutcome::Proved { peak, .. } = last.outcome else {
            return None;
        };
        Some(Self {
            rules: rules.to_owned(),
            statement: statement.clone(),
            claim: found.proved.clone(),
            origin: Origin {
                tail: last.tail,
                table: last.size,
                far: last.far,
                peak,
            },
        })
    }

    /// The relation asked for: the last part.
    #[must_use]
    pub fn relation(&self) -> Option<&Rel> {
        self.claim.last()
    }

    /// Live states of the relation asked for.
    #[must_use]
    pub fn states(&self) -> usize {
        self.relation().map_or(0, Rel::states)
    }

    /// Certifies the numeration and decides the statement.
    ///
    /// # Errors
    /// A certificate that fails, a claim that does not fit, or a budget.
    pub fn verify(&self, budget: &Budget<'_>) -> Result<Verification> {
        let certificate = self.statement.numeration.certify(budget)?;
        let verdict = self.statement.check(&self.claim, budget)?;
        Ok(Verification {
            verdict,
            certificate,
            peak: budget.peak(),
        })
    }

    /// The file's text.
    ///
    /// # Errors
    /// None in practice.
    pub fn to_json(&self) -> Result<String> {
        let numeration = &self.statement.numeration;
        let parts = self.statement.parts();
        let file = File {
            format: FORMAT.into(),
            version: VERSION,
            rules: self.rules.clone(),
            value: self.statement.value.to_string(),
            states: self.states(),
            game: self.statement.game.clone(),
            numeration: NumerationPart {
                name: numeration.name().into(),
                recurrence: numeration.recurrence().into(),
                regular: numeration.regular().into(),
                corrections: numeration.corrections().into(),
            },
            tracks: self.statement.tracks().into_iter().collect(),
            parts: parts
                .iter()
                .zip(&self.claim)
                .map(|(part, rel)| write_part(part.layer, part.grundy, rel))
                .collect(),
            origin: self.origin.clone(),
            engine: format!("wythoff {}", env!("CARGO_PKG_VERSION")),
        };
        let mut text =
            serde_json::to_string(&file).map_err(|error| Error::File(error.to_string()))?;
        text.push('\n');
        Ok(text)
    }

    /// Reads a file's text. The theorem is not verified yet.
    ///
    /// # Errors
    /// [`Error::File`] when the text is damaged, of another version, or its rules and its data speak of different games.
    pub fn from_json(text: &str, budget: &Budget<'_>) -> Result<Self> {
        let bad = |text: String| Error::File(text);
        let file: File = serde_json::from_str(text).map_err(|error| bad(error.to_string()))?;
        if file.format != FORMAT {
            return Err(bad(format!(
                "found the format {:?}, expected {FORMAT:?}",
                file.format
            )));
        }
        if file.version != VERSION {
            return Err(bad(format!(
                "found version {}, expected {VERSION}; prove the theorem again",
                file.version
            )));
        }
        let rules =
            wythoff::notation::parse_rules(&file.rules).map_err(|error| bad(error.to_string()))?;
        if Game::of_rules(&rules)? != file.game {
            return Err(bad(format!(
                "the data of the file describe another game than {}",
                file.rules
            )));
        }
        let n = &file.numeration;
        let numeration = Numeration::new(&n.name, &n.recurrence, &n.regular, &n.corrections)?;
        let statement = Statement {
            game: file.game,
            numeration,
            value: Value::parse(&file.value)?,
        };
        let tracks = statement.tracks();
        if file.tracks.chars().ne(tracks.iter().copied())
            || file.parts.len() != statement.parts().len()
        {
            return Err(bad("the automata do not fit the statement".into()));
        }
        let read = |part: &AutomatonPart| read_part(&statement.numeration, &tracks, part, budget);
        let claim = file.parts.iter().map(read).collect::<Result<Vec<_>>>()?;
        Ok(Self {
            rules: file.rules,
            statement,
            claim,
            origin: file.origin,
        })
    }
}

fn write_part(layer: usize, grundy: u32, rel: &Rel) -> AutomatonPart {
    let dfa = rel.dfa();
    let states = 1..=dfa.states() as u32;
    let row = |state: u32| {
        let live = dfa
            .row(state)
            .iter()
            .enumerate()
            .filter(|&(_, &to)| to != DEAD);
        live.map(|(letter, to)| format!("{letter}>{to}"))
            .collect::<Vec<_>>()
            .join(" ")
    };
    AutomatonPart {
        layer,
        grundy,
        states: dfa.states(),
        accepting: dfa.accepting(),
        transitions: dfa.transitions(),
        accept: states
            .clone()
            .map(|q| if dfa.accepts(q) { '1' } else { '0' })
            .collect(),
        next: states.map(row).collect(),
    }
}

fn read_part(
    numeration: &Arc<Numeration>,
    tracks: &[Track],
    part: &AutomatonPart,
    budget: &Budget<'_>,
) -> Result<Rel> {
    let bad = |text: &str| {
        Error::File(format!(
            "automaton of layer {}, value {}: {text}",
            part.layer, part.grundy
        ))
    };
    let letters = numeration.digits().pow(tracks.len() as u32);
    let states = part.accept.len();
    if states != part.next.len() || states > MOST_STATES || letters > 4096 {
        return Err(bad("the number of states does not fit"));
    }
    budget.grow("reading an automaton", states, letters * 4)?;
    let mut raw = Raw::new(letters);
    raw.start = u32::from(states > 0);
    for (accept, row) in part.accept.bytes().zip(&part.next) {
        raw.accept.push(accept == b'1');
        let from = raw.next.len();
        raw.next.resize(from + letters, DEAD);
        for item in row.split_whitespace() {
            let parsed = item
                .split_once('>')
                .and_then(|(a, q)| Some((a.parse::<usize>().ok()?, q.parse::<u32>().ok()?)));
            match parsed {
                Some((letter, to)) if letter < letters && to >= 1 && to as usize <= states => {
                    raw.next[from + letter] = to;
                }
                _ => return Err(bad(&format!("no transition: {item}"))),
            }
        }
    }
    let rel = Rel::from_raw(numeration, tracks, reachable(&raw), budget)?;
    if !rel.ignores_leading_zeros() {
        return Err(bad("leading zeros change acceptance"));
    }
    if (
        rel.dfa().states(),
        rel.dfa().accepting(),
        rel.dfa().transitions(),
    ) != (part.states, part.accepting, part.transitions)
    {
        return Err(bad("the counts do not fit the transitions"));
    }
    Ok(rel)
}

/// The part that the initial state reaches, as operations expect it.
fn reachable(raw: &Raw) -> Raw {
    crate::dfa::canonical(raw).raw()
}
