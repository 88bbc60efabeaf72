//! The library's budget and errors, and this crate's.

use wythoff::budget::Budget as LibraryBudget;
use wythoff::{Error as LibraryError, ErrorKind};

use crate::budget::{Budget, Error, Watch};

/// More states than this never fit the memory of a machine of today.
const MOST_STATES: u64 = 50_000_000;

/// The library's budget as a watch over automata.
#[derive(Clone, Copy, Debug)]
pub struct LibraryWatch<'b>(LibraryBudget<'b>);

impl<'b> LibraryWatch<'b> {
    /// Watches by the given budget.
    #[must_use]
    pub fn new(budget: LibraryBudget<'b>) -> Self {
        Self(budget)
    }

    /// The limits as a budget of this crate: positions are states.
    #[must_use]
    pub fn budget(&self) -> Budget<'_> {
        let states = self.0.positions.min(MOST_STATES) as usize;
        Budget::new(states, usize::try_from(self.0.bytes).unwrap_or(usize::MAX)).watched(self)
    }

    /// An error of this crate as one of the library.
    #[must_use]
    pub fn error(&self, error: &Error) -> LibraryError {
        match error {
            // The watch is asked again: it knows whether the user or the clock stopped the work.
            Error::Stopped { reached, .. } => match self.0.report(*reached as u64, None) {
                Err(stopped) => stopped,
                Ok(()) => LibraryError::new(ErrorKind::Interrupted, error.to_string()),
            },
            Error::Budget { .. } | Error::TooWide { .. } => LibraryError::limit(error.to_string())
                .help("allow more with --positions and --memory; a wrong claim grows without end"),
            Error::Tracks(_) | Error::Numeration(_) | Error::Statement(_) => {
                LibraryError::undefined(error.to_string())
            }
            Error::File(_) => LibraryError::input(error.to_string()),
        }
    }
}

impl Watch for LibraryWatch<'_> {
    fn go_on(&self, _operation: &'static str, states: usize) -> bool {
        self.0.report(states as u64, None).is_ok()
    }
}
