//! The recursion that defines the sequences, word for word.
//!
//! x_m = mex_b {x_i, y_i : i < m}, y_m = x_m + k + a·m, where mex_b(S) is the least t ≥ 0 with
//! S ∩ (t − b, t] = ∅ [SanchezGalanXu, equation (4)]; for k > 0 the term (0, k) stands for all of
//! 0, …, k in S. Judge of the faster forms.
//! Cost: linear in the coordinate reached. Limits: coordinates below 2^64, memory one entry a term.

use std::collections::VecDeque;

/// mex_b(S): the least t with no member of S in (t − b, t]. `members` in increasing order.
///
/// ```
/// use wythoff::sequences::mex_b::mex_b;
/// assert_eq!(mex_b(2, &[0, 2, 3]), Some(5));
/// assert_eq!(mex_b(1, &[]), Some(0));
/// ```
pub fn mex_b(b: u64, members: &[u64]) -> Option<u64> {
    let mut least = 0u64;
    for &member in members {
        if member > least {
            break;
        }
        // `member` lies in every window up to member + b − 1.
        least = least.max(member.checked_add(b)?);
    }
    Some(least)
}

/// Iterates (x_m, y_m) by the recursion; ends when a coordinate would outgrow `u64`.
///
/// ```
/// use wythoff::sequences::MexB;
/// let first: Vec<_> = MexB::new(1, 2, 0).take(5).collect();
/// assert_eq!(first, [(0, 0), (2, 3), (5, 7), (9, 12), (11, 15)]);
/// ```
#[derive(Clone, Debug)]
pub struct MexB {
    a: u64,
    b: u64,
    shift: u64,
    index: u64,
    // Least integer that no coordinate seen so far keeps in its window.
    least: u64,
    // Larger coordinates that may still block, increasing.
    blocking: VecDeque<u64>,
}

impl MexB {
    /// The recursion for WYT(a, b) from (0, k), with `shift` = k.
    pub fn new(a: u64, b: u64, shift: u64) -> Self {
        Self {
            a,
            b,
            shift,
            index: 0,
            least: 0,
            blocking: VecDeque::new(),
        }
    }
}

impl Iterator for MexB {
    type Item = (u64, u64);

    fn next(&mut self) -> Option<(u64, u64)> {
        let x = self.least;
        let y = self
            .a
            .checked_mul(self.index)?
            .checked_add(self.shift)?
            .checked_add(x)?;
        // The term of index 0 covers 0, …, k.
        let covered = if self.index == 0 { y } else { x };
        self.blocking.push_back(y);
        self.least = covered.checked_add(self.b)?;
        while let Some(&blocker) = self.blocking.front()
            && blocker <= self.least
        {
            self.least = self.least.max(blocker.checked_add(self.b)?);
            self.blocking.pop_front();
        }
        self.index = self.index.checked_add(1)?;
        Some((x, y))
    }
}
