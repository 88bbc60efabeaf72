//! The clock, Ctrl-C and the progress line: what the library does not have.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, Once};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use wythoff::budget::{Stop, Watch};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
static HANDLER: Once = Once::new();
/// Whether a person is asked for input: then nothing else would notice Ctrl-C.
static WAITING: AtomicBool = AtomicBool::new(false);

/// Before so much time has passed no progress is shown: most answers are there by then.
const QUIET: Duration = Duration::from_millis(400);

/// Watches over a computation in a terminal.
pub(crate) struct TerminalWatch {
    started: Instant,
    deadline: Option<Instant>,
    show: bool,
    bar: Mutex<Option<ProgressBar>>,
}

impl TerminalWatch {
    /// A watch that shows progress if asked to, and ends the work when the time is over.
    pub(crate) fn new(show: bool, time: Option<Duration>) -> TerminalWatch {
        HANDLER.call_once(|| {
            // Without a handler Ctrl-C still ends the process, only less politely.
            let _ = ctrlc::set_handler(|| {
                if INTERRUPTED.swap(true, Ordering::Relaxed) || WAITING.load(Ordering::Relaxed) {
                    // Asked twice, or while nothing is computed: do not wait for the engine to notice.
                    std::process::exit(130);
                }
            });
        });
        let started = Instant::now();
        let deadline = time.and_then(|time| started.checked_add(time));
        TerminalWatch {
            started,
            deadline,
            show,
            bar: Mutex::new(None),
        }
    }

    /// Whether Ctrl-C was pressed.
    pub(crate) fn interrupted() -> bool {
        INTERRUPTED.load(Ordering::Relaxed)
    }

    /// Says that input is waited for, or no longer.
    pub(crate) fn waits_for_input(waits: bool) {
        WAITING.store(waits, Ordering::Relaxed);
    }

    /// Whether somebody looks at standard error.
    pub(crate) fn shows(&self) -> bool {
        self.show
    }

    /// Takes the progress line away.
    pub(crate) fn clear(&self) {
        if let Ok(mut bar) = self.bar.lock()
            && let Some(bar) = bar.take()
        {
            bar.finish_and_clear();
        }
    }

    fn draw(&self, done: u64, total: Option<u64>) {
        let Ok(mut bar) = self.bar.try_lock() else {
            return;
        };
        let bar = bar.get_or_insert_with(|| ProgressBar::new(0).with_style(style(total.is_some())));
        if let Some(total) = total {
            bar.set_length(total);
        }
        bar.set_position(done);
    }
}

fn style(bounded: bool) -> ProgressStyle {
    let template = if bounded {
        "{bar:40} {percent}% {human_pos}/{human_len} {per_sec} {eta} left"
    } else {
        "{spinner} {human_pos} positions {per_sec} {elapsed}"
    };
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

impl Watch for TerminalWatch {
    fn progress(&self, done: u64, total: Option<u64>) -> Result<(), Stop> {
        if TerminalWatch::interrupted() {
            return Err(Stop::Interrupted);
        }
        if self
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
        {
            return Err(Stop::OutOfTime);
        }
        if self.show && self.started.elapsed() > QUIET {
            self.draw(done, total);
        }
        Ok(())
    }
}
