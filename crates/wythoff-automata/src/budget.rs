//! What an operation may cost, and the errors of this crate.
//!
//! Every operation that can grow asks the budget before it allocates another state. A wrong guess makes
//! determinisation explode, so running into a limit is an ordinary result here, not an accident: it
//! is the error [`Error::Budget`] that names the operation and the size reached.

use std::cell::Cell;
use std::fmt;

/// A listener that sees how large the automaton under construction is and may ask to stop.
///
/// ```
/// use wythoff_automata::{Budget, Watch};
/// struct Impatient;
/// impl Watch for Impatient {
///     fn go_on(&self, _operation: &'static str, states: usize) -> bool {
///         states < 100_000
///     }
/// }
/// let budget = Budget::default().watched(&Impatient);
/// assert_eq!(budget.peak(), 0);
/// ```
pub trait Watch {
    /// Called about every four thousand states with the running operation and its size; `false` stops it.
    fn go_on(&self, operation: &'static str, states: usize) -> bool;
}

/// Limits for the automata under construction, and the largest size met so far.
#[derive(Clone)]
pub struct Budget<'w> {
    states: usize,
    bytes: usize,
    watch: Option<&'w dyn Watch>,
    peak: Cell<usize>,
}

/// Between two calls of the watch this many states may pass (a power of two).
const STRIDE: usize = 4096;

impl Default for Budget<'_> {
    /// Four million states and four gigabytes.
    fn default() -> Self {
        Self::new(4_000_000, 4 << 30)
    }
}

impl<'w> Budget<'w> {
    /// At most `states` states and about `bytes` bytes in any one automaton under construction.
    #[must_use]
    pub fn new(states: usize, bytes: usize) -> Self {
        Self {
            states,
            bytes,
            watch: None,
            peak: Cell::new(0),
        }
    }

    /// The same limits, with at most `states` states.
    #[must_use]
    pub fn with_states(&self, states: usize) -> Self {
        let mut budget = self.clone();
        budget.states = states.min(self.states);
        budget
    }

    /// The same limits, with somebody watching.
    #[must_use]
    pub fn watched(self, watch: &'w dyn Watch) -> Self {
        Self {
            watch: Some(watch),
            ..self
        }
    }

    /// The largest number of states, before minimisation, that any operation reached.
    #[must_use]
    pub fn peak(&self) -> usize {
        self.peak.get()
    }

    /// Forgets the peak, so that the next operation's own can be read.
    pub fn reset_peak(&self) {
        self.peak.set(0);
    }

    /// Takes the peak of a budget derived from this one into account.
    pub fn note_peak(&self, states: usize) {
        self.peak.set(self.peak.get().max(states));
    }

    /// To be asked when an automaton grows to `states` states of `bytes_each` bytes.
    pub(crate) fn grow(
        &self,
        operation: &'static str,
        states: usize,
        bytes_each: usize,
    ) -> Result<(), Error> {
        self.note_peak(states);
        let limit = self.states.min(self.bytes / bytes_each.max(1));
        if states > limit {
            return Err(Error::Budget {
                operation,
                reached: states,
                limit,
            });
        }
        match self.watch {
            Some(watch) if states.is_multiple_of(STRIDE) && !watch.go_on(operation, states) => {
                Err(Error::Stopped {
                    operation,
                    reached: states,
                })
            }
            _ => Ok(()),
        }
    }
}

impl fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget")
            .field("states", &self.states)
            .field("bytes", &self.bytes)
            .finish_non_exhaustive()
    }
}

/// Why an operation has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The automaton under construction grew beyond the budget. A larger budget helps only when the
    /// guess behind it is right; a wrong guess typically grows without end.
    Budget {
        /// What was being computed.
        operation: &'static str,
        /// States reached, before minimisation.
        reached: usize,
        /// The limit that applied.
        limit: usize,
    },
    /// The watch asked to stop.
    Stopped {
        /// What was being computed.
        operation: &'static str,
        /// States reached, before minimisation.
        reached: usize,
    },
    /// More tracks or digits than a transition table can hold; split the statement.
    TooWide {
        /// Tracks asked for.
        tracks: usize,
        /// Digits of the numeration.
        digits: usize,
    },
    /// A track name is missing, doubled, or two relations do not fit.
    Tracks(String),
    /// The recurrence does not give a usable numeration, or its certificate does not hold.
    Numeration(String),
    /// The ruleset or the value is outside of what statements can express.
    Statement(String),
    /// A theorem file is damaged or of another version.
    File(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Budget {
                operation,
                reached,
                limit,
            } => {
                write!(
                    f,
                    "{operation} reached {reached} states, beyond the limit of {limit}"
                )
            }
            Self::Stopped { operation, reached } => {
                write!(f, "{operation} was stopped at {reached} states")
            }
            Self::TooWide { tracks, digits } => {
                write!(
                    f,
                    "{tracks} tracks of {digits} digits are too many for one transition table"
                )
            }
            Self::Tracks(text) => write!(f, "tracks do not fit: {text}"),
            Self::Numeration(text) => write!(f, "numeration: {text}"),
            Self::Statement(text) => write!(f, "no statement: {text}"),
            Self::File(text) => write!(f, "theorem file: {text}"),
        }
    }
}

impl std::error::Error for Error {}

/// The result of an operation under a budget.
pub type Result<T, E = Error> = std::result::Result<T, E>;
