//! How long a table will take, told from a small one.

use std::time::{Duration, Instant};

use wythoff::Error;
use wythoff::budget::{Budget, Unwatched};
use wythoff::grid::fill;

use crate::write::Job;

/// Side of the box that is tried.
const SIDE: usize = 1024;

/// Smaller tables than so many of these boxes are begun at once.
const WORTH_ASKING: u128 = 64;

impl Job {
    /// About how long computing will take on this machine: as long for each cell as in a small box of
    /// the same rules and value, which is computed for that, some milliseconds. Writing is not counted.
    /// `None` for a table that is not much larger than that box.
    ///
    /// ```
    /// use wythoff::budget::Budget;
    /// use wythoff::grid::Value;
    /// use wythoff::notation::{parse_rules, parse_slice};
    /// let rules = parse_rules("wythoff")?;
    /// let slice = parse_slice(&rules, "*,*")?;
    /// let job = |n| wythoff_table::Job::new(rules.clone(), slice.clone(), Value::Grundy, [n, n]);
    /// assert!(job(9000).expected(&Budget::default())?.is_some());
    /// assert!(job(100).expected(&Budget::default())?.is_none());
    /// # Ok::<(), wythoff::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Undefined`](wythoff::ErrorKind::Undefined) when the dense engine cannot do the
    /// rules or the value; what stops the small box.
    pub fn expected(&self, budget: &Budget<'_>) -> Result<Option<Duration>, Error> {
        let prepared = self.prepared()?;
        let (width, height) = prepared.size;
        let size = (width.min(SIDE), height.min(SIDE));
        let cells = |(width, height): (usize, usize)| width as u128 * height as u128;
        if cells(prepared.size) < WORTH_ASKING * cells(size) {
            return Ok(None);
        }
        // Not under the caller's watch: that counts the cells of the whole table.
        let budget = budget.watched_by(&Unwatched);
        let start = Instant::now();
        fill(&prepared.shape, prepared.value, size, &self.tuning, &budget)?;
        let boxes = cells(prepared.size) / cells(size);
        let nanoseconds = start.elapsed().as_nanos().saturating_mul(boxes);
        Ok(Some(Duration::from_nanos(
            u64::try_from(nanoseconds).unwrap_or(u64::MAX),
        )))
    }
}
