//! P-positions one after the other, in constant time each.
//!
//! The word u = k·σ(u) of [`super::substitution`] is read and written through one queue of letters;
//! x is a prefix sum. Derived: `docs/derivations/substitution.md`.
//! Cost: O(1) a term; memory the part of the word still to be read. Limits: coordinates below 2^64.

use std::collections::VecDeque;

/// Iterates (x_m, y_m) of WYT(a, b) from (0, k); ends when a coordinate would outgrow `u64`.
///
/// ```
/// use wythoff::sequences::stream::PStream;
/// let first: Vec<_> = PStream::new(1, 2, 0).take(5).collect();
/// assert_eq!(first, [(0, 0), (2, 3), (5, 7), (9, 12), (11, 15)]);
/// ```
#[derive(Clone, Debug)]
pub struct PStream {
    a: u64,
    b: u64,
    // (letter, how often) still to be read.
    queue: VecDeque<(u64, u64)>,
    x: u64,
    difference: u64,
}

impl PStream {
    /// The stream for WYT(a, b) from (0, k), with `shift` = k.
    pub fn new(a: u64, b: u64, shift: u64) -> Self {
        Self {
            a,
            b,
            queue: VecDeque::from([(shift, 1)]),
            x: 0,
            difference: shift,
        }
    }

    /// The next letter of u; its image goes to the end of the queue.
    fn next_letter(&mut self) -> Option<u64> {
        let (letter, _) = *self.queue.front()?;
        self.take_front();
        let reach = letter.checked_add(self.a)?;
        let zeros = (reach - 1) / self.b;
        if zeros > 0 {
            self.queue.push_back((0, zeros));
        }
        self.queue.push_back((reach - zeros * self.b, 1));
        Some(letter)
    }

    fn take_front(&mut self) {
        if let Some(front) = self.queue.front_mut() {
            front.1 -= 1;
            if front.1 == 0 {
                self.queue.pop_front();
            }
        }
    }
}

impl Iterator for PStream {
    type Item = (u64, u64);

    fn next(&mut self) -> Option<(u64, u64)> {
        let pair = (self.x, self.x.checked_add(self.difference)?);
        let letter = self.next_letter()?;
        self.x = self.x.checked_add(self.b)?.checked_add(letter)?;
        self.difference = self.difference.checked_add(self.a)?;
        Some(pair)
    }
}
