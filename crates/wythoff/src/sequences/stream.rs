//! P-positions one after the other, in constant time each.
//!
//! The word u = k·σ(k)·σ²(k)… of [`super::substitution`] is its own source: while its letters are written,
//! one by one, the image of an earlier one is what is written next. x is a prefix sum. Derived:
//! `docs/derivations/substitution.md`.
//! Cost: O(1) a term; memory one byte (b < 256, else eight) for each letter written and not yet
//! read, a share 1 − 1/r of all. Limits: coordinates below 2^64.

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
    written: Letters,
    /// What is left of the image being written: zeros, then one letter.
    zeros: u64,
    last: u64,
    x: u64,
    difference: u64,
    ended: bool,
}

/// A letter's image 0^zeros · last.
type Image = (u64, u64);

impl PStream {
    /// The stream for WYT(a, b) from (0, k), with `shift` = k. Parameters of 0 give no terms.
    pub fn new(a: u64, b: u64, shift: u64) -> Self {
        Self {
            a,
            b,
            written: Letters::new(a, b, shift),
            zeros: 0,
            last: shift,
            x: 0,
            difference: shift,
            ended: a == 0 || b == 0,
        }
    }

    /// The next letter of u.
    #[inline]
    fn next_letter(&mut self) -> Option<u64> {
        if self.zeros > 0 {
            self.zeros -= 1;
            self.written.push(0);
            return Some(0);
        }
        let letter = self.last;
        self.written.push(letter);
        (self.zeros, self.last) = self.written.next_image()?;
        Some(letter)
    }

    fn advance(&mut self) -> Option<()> {
        let letter = self.next_letter()?;
        self.x = self.x.checked_add(self.b)?.checked_add(letter)?;
        self.difference = self.difference.checked_add(self.a)?;
        Some(())
    }
}

impl Iterator for PStream {
    type Item = (u64, u64);

    #[inline]
    fn next(&mut self) -> Option<(u64, u64)> {
        if self.ended {
            return None;
        }
        let y = self.x.checked_add(self.difference)?;
        let pair = (self.x, y);
        self.ended = self.advance().is_none();
        Some(pair)
    }
}

/// The letters written and not yet read. All but the first are at most b.
#[derive(Clone, Debug)]
enum Letters {
    Narrow { queue: Queue<u8>, images: Vec<Image>, first: Option<Option<Image>> },
    Wide { queue: Queue<u64>, a: u64, b: u64 },
}

impl Letters {
    fn new(a: u64, b: u64, shift: u64) -> Self {
        if b == 0 || b > u8::MAX.into() {
            return Self::Wide { queue: Queue::default(), a, b };
        }
        let images = (0..=b).map(|letter| image(a, b, letter).unwrap_or((u64::MAX, 0))).collect();
        Self::Narrow { queue: Queue::default(), images, first: Some(image(a, b, shift)) }
    }

    #[inline]
    fn push(&mut self, letter: u64) {
        match self {
            // The start letter may be longer than a byte; its image is kept apart.
            Self::Narrow { queue, .. } => queue.push(letter as u8),
            Self::Wide { queue, .. } => queue.push(letter),
        }
    }

    /// The image of the first letter not yet read.
    #[inline]
    fn next_image(&mut self) -> Option<Image> {
        match self {
            Self::Narrow { queue, images, first } => {
                let letter = queue.pop()?;
                if let Some(first) = first.take() {
                    return first;
                }
                images.get(usize::from(letter)).copied()
            }
            Self::Wide { queue, a, b } => image(*a, *b, queue.pop()?),
        }
    }
}

/// σ(letter), or none if it outgrows `u64`.
fn image(a: u64, b: u64, letter: u64) -> Option<Image> {
    let reach = letter.checked_add(a)?;
    let zeros = (reach - 1) / b;
    Some((zeros, reach - zeros * b))
}

/// First in, first out, in one piece.
#[derive(Clone, Debug, Default)]
struct Queue<T> {
    items: Vec<T>,
    read: usize,
}

/// A queue is moved to the front of its memory once this many items, and half of all, are read.
const MOVE_FROM: usize = 1 << 16;

impl<T: Copy> Queue<T> {
    #[inline]
    fn push(&mut self, item: T) {
        self.items.push(item);
    }

    #[inline]
    fn pop(&mut self) -> Option<T> {
        let item = *self.items.get(self.read)?;
        self.read += 1;
        if self.read >= MOVE_FROM && 2 * self.read >= self.items.len() {
            self.items.drain(..self.read);
            self.read = 0;
        }
        Some(item)
    }
}
