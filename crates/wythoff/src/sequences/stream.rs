//! P-positions one after the other, in constant time each.
//!
//! The word u = k·σ(k)·σ²(k)… of [`super::substitution`] is its own source: while its letters are written,
//! one by one, the image of an earlier one is what is written next; and u is a short word followed
//! by σ^n(u), so whole words σ^n(d) are written from a table of their prefix sums, one for each letter.
//! Derived: `docs/derivations/substitution.md`.
//! Cost: O(1) a term, a table lookup and two additions; memory a small share of a byte a term.
//! Limits: coordinates below 2^64.

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
    word: Word,
    /// Steps of x within each block, one block after the other.
    steps: Vec<u32>,
    /// The block of each letter; empty where every letter is a block of its own.
    blocks: Vec<Block>,
    /// The terms of the present block still to come: places in `steps`.
    at: usize,
    end: usize,
    /// x at the start of the present block, and the step over it.
    x: u64,
    width: u64,
    difference: u64,
    ended: bool,
}

/// The word σ^n(d): places in `steps`, and the step of x over it.
#[derive(Clone, Copy, Debug)]
struct Block {
    from: usize,
    to: usize,
    width: u64,
}

/// All blocks together have at most this many letters, so that they stay in the nearest cache.
const BLOCK_LETTERS: usize = 6144;

impl PStream {
    /// The stream for WYT(a, b) from (0, k), with `shift` = k. Parameters of 0 give no terms.
    pub fn new(a: u64, b: u64, shift: u64) -> Self {
        let mut stream = Self {
            a,
            b,
            word: Word::new(a, b, shift),
            steps: vec![0],
            blocks: Vec::new(),
            at: 0,
            end: 0,
            x: 0,
            width: 0,
            difference: shift,
            ended: a == 0 || b == 0,
        };
        if !stream.ended {
            stream.write_blocks(shift);
        }
        stream
    }

    /// Writes the words σ^n(d) for the largest n that they fit for, and the start of u up to σ^n(k).
    fn write_blocks(&mut self, shift: u64) {
        let Some((words, start)) = block_words(self.a, self.b, shift) else {
            return;
        };
        self.steps.clear();
        self.blocks = words.iter().map(|word| self.write_block(word)).collect();
        let start = self.write_block(&start);
        self.begin(start);
        // The start letter's own block is done with.
        self.ended = self.word.next().is_none();
    }

    fn write_block(&mut self, word: &[u8]) -> Block {
        let from = self.steps.len();
        let mut width = 0;
        for &letter in word {
            self.steps.push(width as u32);
            width += self.b + u64::from(letter);
        }
        Block {
            from,
            to: self.steps.len(),
            width,
        }
    }

    fn begin(&mut self, block: Block) {
        (self.at, self.end, self.width) = (block.from, block.to, block.width);
    }

    /// Goes to the block of the next letter of u.
    fn next_block(&mut self) -> Option<()> {
        self.x = self.x.checked_add(self.width)?;
        let letter = self.word.next()?;
        let single = Block {
            from: 0,
            to: 1,
            width: self.b.checked_add(letter)?,
        };
        let block = usize::try_from(letter)
            .ok()
            .and_then(|letter| self.blocks.get(letter));
        self.begin(block.copied().unwrap_or(single));
        Some(())
    }
}

impl Iterator for PStream {
    type Item = (u64, u64);

    #[inline]
    fn next(&mut self) -> Option<(u64, u64)> {
        if self.at == self.end && (self.ended || self.next_block().is_none()) {
            self.ended = true;
            return None;
        }
        let x = self.x.checked_add(u64::from(*self.steps.get(self.at)?))?;
        let y = x.checked_add(self.difference)?;
        self.difference = self.difference.checked_add(self.a)?;
        self.at += 1;
        Some((x, y))
    }
}

/// The words σ^n(d) for d = 0, …, b and k·σ(k)…σ^n(k), for the largest n for which they fit; none for n = 0.
fn block_words(a: u64, b: u64, shift: u64) -> Option<(Vec<Vec<u8>>, Vec<u8>)> {
    let top = u8::try_from(b).ok()?;
    let first = u8::try_from(shift).ok()?;
    let fits = |words: &[Vec<u8>], start: &[u8]| {
        words.iter().map(Vec::len).sum::<usize>() + start.len() <= BLOCK_LETTERS
    };
    let mut words: Vec<Vec<u8>> = (0..=top).map(|letter| vec![letter]).collect();
    let (mut start, mut last) = (vec![first], vec![first]);
    let mut found = None;
    loop {
        let next: Option<Vec<_>> = words.iter().map(|word| word_image(a, b, word)).collect();
        let (next, next_last) = (next?, word_image(a, b, &last)?);
        start.extend_from_slice(&next_last);
        if !fits(&next, &start) {
            return found;
        }
        (words, last) = (next, next_last);
        found = Some((words.clone(), start.clone()));
    }
}

/// σ of a word of bytes; none if it is longer than any block.
fn word_image(a: u64, b: u64, word: &[u8]) -> Option<Vec<u8>> {
    let mut result = Vec::new();
    for &letter in word {
        let (zeros, last) = image(a, b, letter.into())?;
        let zeros = usize::try_from(zeros)
            .ok()
            .filter(|&zeros| result.len() + zeros < 2 * BLOCK_LETTERS)?;
        result.resize(result.len() + zeros, 0);
        result.push(u8::try_from(last).ok()?);
    }
    Some(result)
}

/// The letters of u.
#[derive(Clone, Debug)]
struct Word {
    written: Letters,
    /// What is left of the image being written: zeros, then one letter.
    zeros: u64,
    last: u64,
}

/// A letter's image 0^zeros · last.
type Image = (u64, u64);

impl Word {
    fn new(a: u64, b: u64, shift: u64) -> Self {
        Self {
            written: Letters::new(a, b, shift),
            zeros: 0,
            last: shift,
        }
    }

    fn next(&mut self) -> Option<u64> {
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
}

/// The letters written and not yet read. All but the first are at most b.
#[derive(Clone, Debug)]
enum Letters {
    Narrow {
        queue: Queue<u8>,
        images: Vec<Image>,
        first: Option<Option<Image>>,
    },
    Wide {
        queue: Queue<u64>,
        a: u64,
        b: u64,
    },
}

impl Letters {
    fn new(a: u64, b: u64, shift: u64) -> Self {
        if b == 0 || b > u8::MAX.into() {
            return Self::Wide {
                queue: Queue::default(),
                a,
                b,
            };
        }
        let images = (0..=b)
            .map(|letter| image(a, b, letter).unwrap_or((u64::MAX, 0)))
            .collect();
        Self::Narrow {
            queue: Queue::default(),
            images,
            first: Some(image(a, b, shift)),
        }
    }

    fn push(&mut self, letter: u64) {
        match self {
            // The start letter may be longer than a byte; its image is kept apart.
            Self::Narrow { queue, .. } => queue.push(letter as u8),
            Self::Wide { queue, .. } => queue.push(letter),
        }
    }

    /// The image of the first letter not yet read.
    fn next_image(&mut self) -> Option<Image> {
        match self {
            Self::Narrow {
                queue,
                images,
                first,
            } => {
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
    fn push(&mut self, item: T) {
        self.items.push(item);
    }

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
