//! How much an engine may spend, and whom it tells how far it is.
//!
//! The library has no clock and prints nothing: whoever calls it brings a [`Watch`], which is told
//! of progress and may ask to stop. Every engine takes a [`Budget`] and looks at it often.

use crate::error::{Error, ErrorKind};

/// Why a watch asks an engine to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The user interrupted, or nobody waits for the answer any more.
    Interrupted,
    /// The time that the caller allowed is over.
    OutOfTime,
}

/// Told of progress; says whether to go on.
pub trait Watch: Sync {
    /// `done` units of work are finished, of `total` where that is known.
    /// Engines call this many times a second: it must be quick.
    fn progress(&self, done: u64, total: Option<u64>) -> Result<(), Stop>;
}

/// A watch that never looks and never stops anything.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn progress(&self, _done: u64, _total: Option<u64>) -> Result<(), Stop> {
        Ok(())
    }
}

/// The limits of one computation.
#[derive(Clone, Copy)]
pub struct Budget<'w> {
    /// Positions that may be remembered.
    pub positions: u64,
    /// Options (or cells, for engines that do not walk options) that may be examined.
    pub steps: u64,
    /// Bytes of memory that may be taken.
    pub bytes: u64,
    /// Who is told of progress.
    pub watch: &'w dyn Watch,
}

impl std::fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Budget")
            .field("positions", &self.positions)
            .field("steps", &self.steps)
            .field("bytes", &self.bytes)
            .finish_non_exhaustive()
    }
}

impl Default for Budget<'static> {
    /// Two hundred million positions, five thousand million options, four GiB, no watch.
    fn default() -> Self {
        Budget {
            positions: 200_000_000,
            steps: 5_000_000_000,
            bytes: 4 << 30,
            watch: &Unwatched,
        }
    }
}

impl<'w> Budget<'w> {
    /// The same limits under another watch.
    #[must_use]
    pub fn watched_by<'v>(&self, watch: &'v dyn Watch) -> Budget<'v> {
        Budget {
            positions: self.positions,
            steps: self.steps,
            bytes: self.bytes,
            watch,
        }
    }

    /// The same watch with other limits on positions and steps.
    #[must_use]
    pub fn limited(&self, positions: u64, steps: u64) -> Budget<'w> {
        Budget {
            positions: self.positions.min(positions),
            steps: self.steps.min(steps),
            ..*self
        }
    }

    /// Reports progress to the watch.
    ///
    /// # Errors
    /// [`ErrorKind::Interrupted`] or [`ErrorKind::Limit`] when the watch asks to stop.
    pub fn report(&self, done: u64, total: Option<u64>) -> Result<(), Error> {
        self.watch.progress(done, total).map_err(|stop| {
            let reached = match total {
                Some(total) => format!("{done} of {total}"),
                None => done.to_string(),
            };
            match stop {
                Stop::Interrupted => Error::new(
                    ErrorKind::Interrupted,
                    format!("interrupted after {reached} steps of work"),
                ),
                Stop::OutOfTime => Error::limit(format!(
                    "the time allowed ran out after {reached} steps of work"
                ))
                .help("allow more time, or ask for less"),
            }
        })
    }

    /// Checks an estimate of memory before it is taken.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`] when `bytes` is more than allowed.
    pub fn admit_bytes(&self, bytes: u128, what: &str) -> Result<(), Error> {
        if bytes <= u128::from(self.bytes) {
            return Ok(());
        }
        Err(Error::limit(format!(
            "{what} would take {} of memory; {} are allowed",
            size_in_words(bytes),
            size_in_words(u128::from(self.bytes))
        ))
        .help("ask for a smaller size, or allow more memory with --memory"))
    }

    /// Checks an estimate of work before it is begun.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`] when `steps` is more than allowed.
    pub fn admit_steps(&self, steps: u128, what: &str) -> Result<(), Error> {
        if steps <= u128::from(self.steps) {
            return Ok(());
        }
        Err(Error::limit(format!(
            "{what} would examine about {steps} options or cells; {} are allowed",
            self.steps
        ))
        .help("ask for a smaller size, or allow more with --steps"))
    }
}

/// A number of bytes as people read it.
///
/// ```
/// assert_eq!(wythoff::budget::size_in_words(3 << 30), "3.0 GiB");
/// assert_eq!(wythoff::budget::size_in_words(12), "12 bytes");
/// ```
#[must_use]
pub fn size_in_words(bytes: u128) -> String {
    const UNITS: [&str; 6] = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    if bytes < 1024 {
        return format!("{bytes} bytes");
    }
    // Tenths of a unit in whole numbers: one decimal is plenty for a message.
    let mut tenths = bytes.saturating_mul(10) / 1024;
    for unit in UNITS {
        if tenths < 10_240 || unit == "EiB" {
            return format!("{}.{} {unit}", tenths / 10, tenths % 10);
        }
        tenths /= 1024;
    }
    format!("{bytes} bytes")
}

#[cfg(test)]
mod tests {
    use super::*;

    struct StopAt(u64);
    impl Watch for StopAt {
        fn progress(&self, done: u64, _total: Option<u64>) -> Result<(), Stop> {
            if done >= self.0 {
                Err(Stop::OutOfTime)
            } else {
                Ok(())
            }
        }
    }

    #[test]
    fn a_watch_stops_work() {
        let watch = StopAt(5);
        let budget = Budget::default().watched_by(&watch);
        assert!(budget.report(4, None).is_ok());
        assert_eq!(
            budget.report(5, Some(9)).unwrap_err().kind(),
            ErrorKind::Limit
        );
    }

    #[test]
    fn too_much_memory_is_refused_in_words() {
        let error = Budget::default()
            .admit_bytes(1 << 60, "this table")
            .unwrap_err();
        assert!(error.message().contains("EiB"), "{error}");
    }
}
