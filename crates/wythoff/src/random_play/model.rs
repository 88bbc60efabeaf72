//! The models by name, and each as the equation it is.

use std::fmt;

use dashu_int::UBig;
use dashu_ratio::RBig;

use super::arithmetic::{Arithmetic, Extreme};
use crate::error::Error;

/// What chance does, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ModelKind {
    /// Attempts fail: [`failed_moves`](crate::failed_moves).
    Failed,
    /// The opponent moves at random.
    Random,
    /// Both move at random.
    BothRandom,
    /// Another move than the intended one may be played.
    Error,
    /// A coin decides who moves.
    RandomTurn,
}

impl ModelKind {
    /// All models.
    pub const ALL: [ModelKind; 5] = [
        ModelKind::Failed,
        ModelKind::Random,
        ModelKind::BothRandom,
        ModelKind::Error,
        ModelKind::RandomTurn,
    ];

    /// Its name.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            ModelKind::Failed => "failed",
            ModelKind::Random => "random",
            ModelKind::BothRandom => "both-random",
            ModelKind::Error => "error",
            ModelKind::RandomTurn => "random-turn",
        }
    }

    /// The model of a name.
    ///
    /// # Errors
    /// [`ErrorKind::Input`](crate::ErrorKind::Input) for another word.
    ///
    /// ```
    /// use wythoff::random_play::ModelKind;
    /// assert_eq!(ModelKind::parse("both-random")?, ModelKind::BothRandom);
    /// assert!(ModelKind::parse("fair").is_err());
    /// # Ok::<(), wythoff::Error>(())
    /// ```
    pub fn parse(text: &str) -> Result<ModelKind, Error> {
        let text = text.trim();
        ModelKind::ALL
            .into_iter()
            .find(|kind| kind.word() == text)
            .ok_or_else(|| {
                let names = ModelKind::ALL.map(ModelKind::word).join(", ");
                Error::input(format!("found the model '{text}', expected one of {names}"))
            })
    }
}

/// A model with its probability.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Model {
    /// The player plays best, the opponent uniformly at random.
    Random,
    /// Both play uniformly at random.
    BothRandom,
    /// Both play best; an intended move is played with this probability.
    Error(RBig),
    /// Both play best; before each move the coin falls to the player with this probability.
    RandomTurn(RBig),
}

/// A model of this module, or that of failing moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// Failing moves that succeed with this probability.
    Failed(RBig),
    /// One of the others.
    Random(Model),
}

impl Model {
    /// The model of a kind. The coin of `random-turn` is fair unless its probability is given.
    ///
    /// # Errors
    /// [`ErrorKind::Input`](crate::ErrorKind::Input) for a probability that is missing, that the model does
    /// not have, or that is not above 0 and at most 1.
    ///
    /// ```
    /// use wythoff::random_play::{Model, ModelKind};
    /// assert!(Model::new(ModelKind::Random, None).is_ok());
    /// assert!(Model::new(ModelKind::Error, None).is_err());
    /// ```
    #[allow(clippy::new_ret_no_self)]
    pub fn new(kind: ModelKind, p: Option<RBig>) -> Result<Chosen, Error> {
        if let Some(p) = &p
            && (*p <= RBig::ZERO || *p > RBig::ONE)
        {
            return Err(Error::input(format!(
                "the probability must be above 0 and at most 1, found {p}"
            )));
        }
        let word = kind.word();
        let missing = || {
            Error::input(format!("the model {word} needs a probability")).help(format!(
                "give it with --success, for example --model {word} --success 4/5; in a table as win(4/5) or \
                 win(error, 4/5)"
            ))
        };
        Ok(match (kind, p) {
            (ModelKind::Random | ModelKind::BothRandom, Some(p)) => {
                return Err(Error::input(format!(
                    "the model {word} has no probability, found {p}"
                ))
                .help("leave it out: all options are equally likely"));
            }
            (ModelKind::Random, None) => Chosen::Random(Model::Random),
            (ModelKind::BothRandom, None) => Chosen::Random(Model::BothRandom),
            (ModelKind::Failed, p) => Chosen::Failed(p.ok_or_else(missing)?),
            (ModelKind::Error, p) => Chosen::Random(Model::Error(p.ok_or_else(missing)?)),
            (ModelKind::RandomTurn, p) => {
                let fair = || RBig::from_parts(1.into(), 2u8.into());
                Chosen::Random(Model::RandomTurn(p.unwrap_or_else(fair)))
            }
        })
    }

    /// Its kind.
    #[must_use]
    pub fn kind(&self) -> ModelKind {
        match self {
            Model::Random => ModelKind::Random,
            Model::BothRandom => ModelKind::BothRandom,
            Model::Error(_) => ModelKind::Error,
            Model::RandomTurn(_) => ModelKind::RandomTurn,
        }
    }

    /// Its probability, if it has one.
    #[must_use]
    pub fn probability(&self) -> Option<&RBig> {
        match self {
            Model::Random | Model::BothRandom => None,
            Model::Error(p) | Model::RandomTurn(p) => Some(p),
        }
    }

    /// What it means, in a sentence.
    #[must_use]
    pub fn meaning(&self) -> String {
        match self {
            Model::Random => {
                "the player plays best, the opponent moves uniformly at random".to_string()
            }
            Model::BothRandom => "both move uniformly at random".to_string(),
            Model::Error(p) => format!(
                "both play best; an intended move is played with probability {p}, else one of the other \
                 options, each as likely"
            ),
            Model::RandomTurn(p) => format!(
                "both play best; before each move a coin falls to the player with probability {p}, and who \
                 has it moves"
            ),
        }
    }

    /// Which options the player who wants `want` of the chance intends at a position of n options; none
    /// when all are alike, or when nobody chooses.
    pub(super) fn aim(&self, options: usize, want: Extreme) -> Aim {
        match self {
            Model::BothRandom => Aim::Nobody,
            Model::Random | Model::RandomTurn(_) => Aim::At(want),
            Model::Error(p) => {
                let even = p * RBig::from(UBig::from(options));
                match even.cmp(&RBig::ONE) {
                    std::cmp::Ordering::Greater => Aim::At(want),
                    // The intended move is the one less likely to be played than any other.
                    std::cmp::Ordering::Less => Aim::At(want.opposite()),
                    std::cmp::Ordering::Equal => Aim::Anywhere,
                }
            }
        }
    }

    /// The chances at a position from those at its options, of which there is at least one.
    pub(super) fn step<A: Arithmetic>(
        &self,
        a: &A,
        options: &[&Chances<A::Chance>],
    ) -> Chances<A::Chance> {
        use Extreme::{Greatest, Least};
        let mine: Vec<&A::Chance> = options.iter().map(|t| t.after_mine()).collect();
        let theirs: Vec<&A::Chance> = options.iter().map(|t| t.after_theirs()).collect();
        let by_turns = |first, second| Chances {
            first,
            second,
            toss: None,
        };
        match self {
            Model::Random => by_turns(a.extreme(&mine, Greatest), a.mean(&theirs)),
            Model::BothRandom => {
                let first = a.mean(&mine);
                let second = a.complement(&first);
                by_turns(first, second)
            }
            Model::Error(p) => {
                let first = self.intended(a, p, &mine);
                let second = a.complement(&first);
                by_turns(first, second)
            }
            Model::RandomTurn(p) => {
                let (first, second) = (a.extreme(&mine, Greatest), a.extreme(&theirs, Least));
                let toss = Some(a.mix(p, &first, &second));
                Chances {
                    first,
                    second,
                    toss,
                }
            }
        }
    }

    /// The greatest p·M(u) + (1 − p)·mean of the other M(t).
    fn intended<A: Arithmetic>(&self, a: &A, p: &RBig, chances: &[&A::Chance]) -> A::Chance {
        if let [only] = chances {
            return (*only).clone();
        }
        match self.aim(chances.len(), Extreme::Greatest) {
            Aim::At(extreme) => {
                let (one, others) = a.one_and_others(chances, extreme);
                a.mix(p, &one, &others)
            }
            Aim::Anywhere | Aim::Nobody => a.mean(chances),
        }
    }
}

/// Which options a player intends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aim {
    /// Those where his chance is this.
    At(Extreme),
    /// Any: all are alike.
    Anywhere,
    /// Nobody chooses.
    Nobody,
}

/// The chances of the player at a position.
#[derive(Clone, Debug)]
pub(super) struct Chances<C> {
    /// F: he is to move.
    pub(super) first: C,
    /// S: the opponent is to move.
    pub(super) second: C,
    /// The coin is still to be thrown, where one decides.
    pub(super) toss: Option<C>,
}

impl<C> Chances<C> {
    /// M: he has just moved here.
    pub(super) fn after_mine(&self) -> &C {
        self.toss.as_ref().unwrap_or(&self.second)
    }

    /// T: the opponent has just moved here.
    pub(super) fn after_theirs(&self) -> &C {
        self.toss.as_ref().unwrap_or(&self.first)
    }
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind().word())?;
        match self.probability() {
            Some(p) => write!(f, ", {p}"),
            None => Ok(()),
        }
    }
}
