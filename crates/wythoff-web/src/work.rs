//! A place for every computation: bounded numbers of threads, a budget and a watch for each.
//!
//! Quick questions and long ones have places of their own, so that no table keeps a hover waiting.
//! What is quick is judged by the engines' own estimates: a question is first put in the quick lane,
//! where it says so before it begins when it would take long, and then goes to the other lane.
//! A computation stops when its time is over or when nobody waits for the answer any more.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Instant;

use axum::http::StatusCode;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use wythoff::budget::{Budget, Stop, Watch};

use crate::limits::Limits;
use crate::refusal::Refusal;

/// Which places a question takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lane {
    Light,
    Heavy,
}

/// Why a computation has no answer.
#[derive(Debug)]
pub(crate) enum Stopped {
    /// It would take too long for the quick lane.
    TooHeavy,
    /// It was refused.
    Refused(Refusal),
}

impl<E: Into<Refusal>> From<E> for Stopped {
    fn from(error: E) -> Stopped {
        Stopped::Refused(error.into())
    }
}

/// The clock of one question, and whether anybody waits for its answer.
pub(crate) struct QuestionWatch {
    deadline: Instant,
    abandoned: Arc<AtomicBool>,
}

impl Watch for QuestionWatch {
    fn progress(&self, _done: u64, _total: Option<u64>) -> Result<(), Stop> {
        if self.abandoned.load(Ordering::Relaxed) {
            Err(Stop::Interrupted)
        } else if Instant::now() >= self.deadline {
            Err(Stop::OutOfTime)
        } else {
            Ok(())
        }
    }
}

/// What a computation has to go by.
pub(crate) struct Desk<'w> {
    lane: Lane,
    light_steps: u64,
    /// Its limits, under its watch.
    pub(crate) budget: Budget<'w>,
}

impl Desk<'_> {
    /// Whether work of this many steps may begin in this lane.
    pub(crate) fn admit(&self, steps: u128) -> Result<(), Stopped> {
        if self.lane == Lane::Light && steps > u128::from(self.light_steps) {
            return Err(Stopped::TooHeavy);
        }
        Ok(())
    }
}

/// Tells the computation when the request that waits for it is dropped.
struct Waiter(Arc<AtomicBool>);

impl Drop for Waiter {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Counts one more question that waits.
struct Counted<'c>(&'c AtomicUsize);

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// All places.
pub(crate) struct Work {
    limits: Limits,
    light: Arc<Semaphore>,
    heavy: Arc<Semaphore>,
    per_rules: Mutex<HashMap<String, Weak<Semaphore>>>,
    waiting: AtomicUsize,
}

impl Work {
    pub(crate) fn new(limits: &Limits) -> Work {
        Work {
            limits: limits.clone(),
            light: Arc::new(Semaphore::new(limits.light_places)),
            heavy: Arc::new(Semaphore::new(limits.heavy_places)),
            per_rules: Mutex::default(),
            waiting: AtomicUsize::new(0),
        }
    }

    /// The answer of a computation, in the quick lane if it fits there. Dropping the future stops it.
    pub(crate) async fn answer<T: Send + 'static>(
        &self,
        rules: &str,
        job: impl Fn(&Desk<'_>) -> Result<T, Stopped> + Send + Sync + 'static,
    ) -> Result<T, Refusal> {
        let job = Arc::new(job);
        let place = self.place(Lane::Light, rules).await?;
        match self.run(Lane::Light, place, job.clone()).await {
            Err(Stopped::TooHeavy) => {}
            Err(Stopped::Refused(refusal)) => return Err(refusal),
            Ok(answer) => return Ok(answer),
        }
        let place = self.place(Lane::Heavy, rules).await?;
        match self.run(Lane::Heavy, place, job).await {
            Ok(answer) => Ok(answer),
            Err(Stopped::Refused(refusal)) => Err(refusal),
            Err(Stopped::TooHeavy) => Err(lost()),
        }
    }

    /// Waits for a place, not for ever.
    async fn place(&self, lane: Lane, rules: &str) -> Result<Vec<OwnedSemaphorePermit>, Refusal> {
        let counted = Counted(&self.waiting);
        if self.waiting.fetch_add(1, Ordering::Relaxed) >= self.limits.waiting {
            return Err(Refusal::busy("too many questions are waiting already"));
        }
        let gates = match lane {
            Lane::Light => vec![self.light.clone()],
            Lane::Heavy => vec![self.gate(rules), self.heavy.clone()],
        };
        let taken = tokio::time::timeout(self.limits.waiting_time, async {
            let mut permits = Vec::new();
            for gate in gates {
                permits.push(gate.acquire_owned().await.map_err(|_| lost())?);
            }
            Ok(permits)
        })
        .await;
        drop(counted);
        taken.unwrap_or_else(|_| {
            Err(Refusal::busy(format!(
                "no place to compute became free within {} seconds",
                self.limits.waiting_time.as_secs()
            )))
        })
    }

    /// The places for long questions about these rules.
    fn gate(&self, rules: &str) -> Arc<Semaphore> {
        let mut gates = self
            .per_rules
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        gates.retain(|_, gate| gate.strong_count() > 0);
        if let Some(gate) = gates.get(rules).and_then(Weak::upgrade) {
            return gate;
        }
        let gate = Arc::new(Semaphore::new(self.limits.heavy_places_per_rules));
        gates.insert(rules.to_string(), Arc::downgrade(&gate));
        gate
    }

    async fn run<T: Send + 'static>(
        &self,
        lane: Lane,
        place: Vec<OwnedSemaphorePermit>,
        job: Arc<impl Fn(&Desk<'_>) -> Result<T, Stopped> + Send + Sync + 'static>,
    ) -> Result<T, Stopped> {
        let waiter = Waiter(Arc::new(AtomicBool::new(false)));
        let watch = QuestionWatch {
            deadline: Instant::now() + self.limits.time,
            abandoned: waiter.0.clone(),
        };
        let limits = self.limits.clone();
        let answer = tokio::task::spawn_blocking(move || {
            let desk = Desk {
                lane,
                light_steps: limits.light_steps,
                budget: Budget {
                    positions: limits.positions,
                    steps: limits.heavy_steps,
                    bytes: limits.bytes,
                    watch: &watch,
                },
            };
            let answer = job(&desk);
            // The place is given back when the work has ended, not when the client is gone.
            drop(place);
            answer
        })
        .await;
        drop(waiter);
        answer.unwrap_or_else(|_| Err(Stopped::Refused(lost())))
    }
}

/// A computation ended without an answer: a mistake of this program.
fn lost() -> Refusal {
    Refusal::new(
        StatusCode::INTERNAL_SERVER_ERROR,
        "internal",
        "the computation ended without an answer; this is a mistake of the program",
    )
}
