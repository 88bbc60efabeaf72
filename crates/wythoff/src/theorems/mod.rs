//! Published theorems as checks that run: one file per document.
//!
//! A [`Theorem`] is a statement, where it stands, whether it is expected to hold, and a check over a
//! range of instances. Every check is written from the definitions (the [`reference`](mod@crate::reference)
//! or marking lines, which tests compare with it), never from the formula that it judges. Instances are
//! walked in a stated order, so that the counterexample reported is the smallest; a statement that is known to
//! be false is in the list too, and its check is as expected when it is refuted.

mod bellman;
mod boros_et_al;
mod cells;
mod compounds;
mod digraphs;
mod komaki_miyadera_murakami;
mod miyadera_manabe_fukui;
mod one_values;
mod run;
mod sanchez_galan_xu;
mod slow_nim;
mod smith;
mod walk;

pub mod record;

use crate::budget::Budget;
use crate::error::{Error, ErrorKind};
use run::{Cache, Overall, Run};
use walk::Walk;

pub use run::Settings;
pub use walk::{Counterexample, Measured};

/// What becomes of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No instance failed.
    Held,
    /// Some instance failed.
    Refuted,
}

impl Verdict {
    /// Its word in output.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Held => "held",
            Verdict::Refuted => "refuted",
        }
    }
}

/// A statement of the literature, or one derived here, with its check.
pub struct Theorem {
    /// Its name on the command line.
    pub name: &'static str,
    /// The key of the paper in REFERENCES.md.
    pub paper: &'static str,
    /// Where in the paper it stands.
    pub source: &'static str,
    /// What it says.
    pub statement: &'static str,
    /// The range that is walked unless another is asked for, and what a size means.
    pub range: &'static str,
    /// What is expected to come out.
    pub expected: Verdict,
    check: fn(&Run<'_>) -> Result<Walk, Error>,
}

impl std::fmt::Debug for Theorem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} [{}, {}]", self.name, self.paper, self.source)
    }
}

/// What a check found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Whether the statement held everywhere.
    pub verdict: Verdict,
    /// Instances walked.
    pub positions: u64,
    /// Instances that failed.
    pub failures: u64,
    /// The first that failed, in the order of the walk.
    pub counterexample: Option<Counterexample>,
    /// What was counted or measured on the way.
    pub measured: Vec<Measured>,
    /// A checksum of the values met, in the order of the walk; equal for equal settings.
    pub checksum: u64,
}

/// All theorems, document by document.
pub fn all() -> impl Iterator<Item = &'static Theorem> {
    [
        sanchez_galan_xu::THEOREMS,
        sanchez_galan_xu::failed_moves::THEOREMS,
        sanchez_galan_xu::duration::THEOREMS,
        smith::THEOREMS,
        miyadera_manabe_fukui::THEOREMS,
        one_values::THEOREMS,
        komaki_miyadera_murakami::THEOREMS,
        boros_et_al::THEOREMS,
        slow_nim::THEOREMS,
        compounds::THEOREMS,
    ]
    .into_iter()
    .flatten()
}

/// The theorems of these names; a paper's key stands for all of its theorems, no name for all.
///
/// # Errors
/// [`ErrorKind::Input`] for an unknown name, with one that is like it.
///
/// ```
/// use wythoff::theorems;
/// assert_eq!(theorems::select(&["remoteness-formula"])?.len(), 1);
/// assert!(theorems::select(&["SanchezGalanXu"])?.len() > 10);
/// assert!(theorems::select(&["remoteness-formulas"]).is_err());
/// # Ok::<(), wythoff::Error>(())
/// ```
pub fn select<T: AsRef<str>>(names: &[T]) -> Result<Vec<&'static Theorem>, Error> {
    if names.is_empty() {
        return Ok(all().collect());
    }
    let mut chosen: Vec<&'static Theorem> = Vec::new();
    for name in names {
        let name = name.as_ref();
        let before = chosen.len();
        for theorem in all().filter(|t| t.name == name || t.paper.eq_ignore_ascii_case(name)) {
            if !chosen.iter().any(|other| other.name == theorem.name) {
                chosen.push(theorem);
            }
        }
        if before == chosen.len() && !chosen.iter().any(|t| t.name == name || t.paper == name) {
            return Err(unknown(name));
        }
    }
    Ok(chosen)
}

fn unknown(name: &str) -> Error {
    let known = all().flat_map(|t| [t.name, t.paper]);
    let nearest = known.min_by_key(|other| strsim::damerau_levenshtein(name, other));
    let help = match nearest {
        Some(other) => format!("did you mean {other}? wythoff check --list shows all"),
        None => "wythoff check --list shows all".to_string(),
    };
    Error::input(format!("found no theorem or paper named '{name}'")).help(help)
}

/// Runs checks, keeping tables from one to the next.
///
/// ```
/// use wythoff::theorems::{Checker, Settings, Verdict, select};
/// let mut checker = Checker::new(Settings { size: Some(12), ..Settings::default() });
/// let theorem = select(&["remoteness-formula"])?[0];
/// let finding = checker.check(theorem, &Default::default())?;
/// assert_eq!(finding.verdict, Verdict::Held);
/// assert_eq!(finding.positions, 14 * 13 * 13);
/// # Ok::<(), wythoff::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Checker {
    settings: Settings,
    cache: Cache,
}

impl Checker {
    /// A checker under these settings.
    #[must_use]
    pub fn new(settings: Settings) -> Checker {
        Checker {
            settings,
            cache: Cache::default(),
        }
    }

    /// The settings.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// One check's view of this checker.
    fn run<'r>(&'r self, budget: &Budget<'_>, overall: &'r Overall<'r>) -> Run<'r> {
        Run {
            settings: &self.settings,
            budget: budget.watched_by(overall),
            cache: &self.cache,
            overall,
        }
    }

    /// Checks one theorem.
    ///
    /// # Errors
    /// At the budget's limits, on interruption; [`ErrorKind::Input`] when the settings leave no
    /// instance to walk.
    pub fn check(&mut self, theorem: &Theorem, budget: &Budget<'_>) -> Result<Finding, Error> {
        let overall = Overall::new(budget.watch);
        let run = self.run(budget, &overall);
        let walk = (theorem.check)(&run)?;
        if walk.positions == 0 {
            return Err(Error::new(
                ErrorKind::Input,
                format!("{}: the range asked for holds no position", theorem.name),
            )
            .help(format!("the default range is: {}", theorem.range)));
        }
        Ok(Finding {
            verdict: if walk.failures == 0 {
                Verdict::Held
            } else {
                Verdict::Refuted
            },
            positions: walk.positions,
            failures: walk.failures,
            counterexample: walk.counterexample,
            measured: walk.measured,
            checksum: walk.checksum,
        })
    }
}
