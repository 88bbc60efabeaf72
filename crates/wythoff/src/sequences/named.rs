//! Sequences by name, as the command line and the corpus ask for them: `x of wyt(1,2)`, `g`.
//!
//! `x`, `y` and `iota` are those of any game whose P-positions a formula numbers: WYT(a, b), its misère
//! play, and terminal sets x + y ≤ k, where number 0 is the set's corner (0, k).

use std::fmt;

use dashu_int::UBig;

use super::hofstadter_g::{correction, hofstadter_g};
use super::mex_b::MexB;
use super::{PSequence, p_sequence};
use crate::engines::known_game;
use crate::error::Error;
use crate::formulas::Formula;
use crate::notation::parse_rules;
use crate::rules::Convention;

const NAMES: &str = "x, y, iota, d, L, U or mex_b of wyt(a,b); x, y or iota of wyt(a,b).misere and \
                     wyt(a,b).until(x+y <= k); g; hofstadter-g";

/// A sequence with a name, from index 0.
///
/// ```
/// use wythoff::sequences::named::NamedSequence;
/// let x = NamedSequence::parse("x of wyt(1,2)")?;
/// let terms: Vec<String> = (0..6u8).map(|m| x.term(&m.into()).unwrap().to_string()).collect();
/// assert_eq!(terms, ["0", "2", "5", "9", "11", "14"]);
/// assert!(NamedSequence::parse("z of wyt(1,2)").is_err());
/// # Ok::<(), wythoff::Error>(())
/// ```
#[derive(Debug)]
pub struct NamedSequence {
    name: String,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    X(Formula),
    Y(Formula),
    Iota(Formula),
    /// x_{m+1} − x_m − b.
    D(Box<dyn PSequence>),
    L(Box<dyn PSequence>),
    U(Box<dyn PSequence>),
    Literal {
        a: u64,
        b: u64,
    },
    G,
    HofstadterG,
}

impl NamedSequence {
    /// A sequence from its name.
    ///
    /// # Errors
    /// [`ErrorKind::Input`](crate::ErrorKind::Input) for a name that is not known.
    pub fn parse(name: &str) -> Result<NamedSequence, Error> {
        let name = name.trim();
        let unknown = || {
            Error::input(format!("found '{name}', expected the name of a sequence"))
                .at(0..name.len())
                .help(format!("known are {NAMES}"))
        };
        let kind = match name {
            "g" => Kind::G,
            "hofstadter-g" => Kind::HofstadterG,
            _ => {
                let (part, game) = name.split_once(" of ").ok_or_else(unknown)?;
                let offset = name.len() - game.len();
                let rules = parse_rules(game).map_err(|error| error.shifted(offset))?;
                let known = known_game(&rules).ok_or_else(|| {
                    Error::input(format!(
                        "found {rules}, whose P-positions no formula numbers"
                    ))
                    .at(offset..name.len())
                    .help(format!("known are {NAMES}"))
                })?;
                let plain = known.convention == Convention::Normal && known.terminal_sum.is_none();
                let sequence = || p_sequence(&UBig::from(known.a), &UBig::from(known.b));
                match part.trim() {
                    "x" => Kind::X(known.formula()?),
                    "y" => Kind::Y(known.formula()?),
                    "iota" | "ι" => Kind::Iota(known.formula()?),
                    "d" if plain => Kind::D(sequence()?),
                    "L" if plain => Kind::L(sequence()?),
                    "U" if plain => Kind::U(sequence()?),
                    "mex_b" if plain => Kind::Literal {
                        a: known.a,
                        b: known.b,
                    },
                    _ => return Err(unknown()),
                }
            }
        };
        Ok(NamedSequence {
            name: name.to_string(),
            kind,
        })
    }

    /// Where the sequence comes from: a key of REFERENCES.md.
    #[must_use]
    pub fn source(&self) -> &'static str {
        match self.kind {
            Kind::X(_) | Kind::Y(_) | Kind::D(_) | Kind::Literal { .. } => "Gurvich2012",
            Kind::Iota(_) | Kind::L(_) | Kind::U(_) => "SanchezGalanXu, sections 2 and 3",
            Kind::G | Kind::HofstadterG => "KomakiMiyaderaMurakami2025",
        }
    }

    /// The term of an index.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`](crate::ErrorKind::Limit) for an index too large for the literal recursion
    /// `mex_b`, which walks.
    pub fn term(&self, index: &UBig) -> Result<UBig, Error> {
        Ok(match &self.kind {
            Kind::X(formula) => formula.p_position(index).x,
            Kind::Y(formula) => formula.p_position(index).y,
            Kind::Iota(formula) => formula.local_index(index),
            Kind::D(sequence) => {
                sequence.x_at(&(index + UBig::ONE)) - sequence.x_at(index) - sequence.b()
            }
            Kind::L(sequence) => sequence.last_x_at_most(index).index,
            // y_0 = 0, so a last one exists.
            Kind::U(sequence) => sequence
                .last_y_at_most(index)
                .map_or(UBig::ZERO, |term| term.index),
            Kind::Literal { a, b } => literal(*a, *b, index)?,
            Kind::G => UBig::from(correction(index)),
            Kind::HofstadterG => hofstadter_g(index),
        })
    }
}

/// x_m by the recursion itself, which walks all earlier terms.
fn literal(a: u64, b: u64, index: &UBig) -> Result<UBig, Error> {
    const MOST: usize = 1_000_000;
    let index = usize::try_from(index)
        .ok()
        .filter(|index| *index < MOST)
        .ok_or_else(|| {
            Error::limit(format!(
                "the recursion mex_b walks all terms before; at most {MOST} of them"
            ))
            .help("the same terms by formula: x of wyt(a,b)")
        })?;
    let term = MexB::new(a, b, 0).nth(index);
    term.map(|(x, _)| UBig::from(x))
        .ok_or_else(|| Error::limit("the recursion left 64-bit numbers"))
}

impl fmt::Display for NamedSequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}
