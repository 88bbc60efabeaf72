//! The bit lines of a Grundy table: where they are, and which of them cross a tile.
//!
//! A ray `g·(p, q)`, `p` and `q` coprime, cuts the plane into the lines `c = q·x − p·y`, and each of
//! them into `g` classes of cells, every `g`-th along the line. The lines of `side` consecutive `c`
//! form a block; a tile meets `p + q` whole blocks (one when `p` or `q` is 0), and no block is met
//! by two tiles of one antidiagonal of tiles. A block is therefore locked without waiting.
//!
//! In a symmetric ruleset a ray and its mirror share their lines: only cells with `x ≤ y` are
//! filled, and each enters the line through it and the line through its mirror image.

use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

use wythoff_kernels::arena::{Arena, Claim};
use wythoff_kernels::mex::Role;

use super::shape::{Ray, Vector};
use super::table::Cut;
use crate::error::Error;

/// What is known of the lines of `side` consecutive numbers `c`.
#[derive(Clone, Copy, Default)]
pub(super) struct Block {
    /// Some tile has met the block.
    pub(super) used: bool,
    /// Every line of the block is full below this word.
    pub(super) full: usize,
}

impl Block {
    /// Brings `full` up to date with the block's words.
    fn look(&mut self, words: &[u64], layout: Layout) {
        self.used = true;
        let full = |word: usize| {
            words
                .iter()
                .skip(word)
                .step_by(layout.stride)
                .all(|&bits| bits == u64::MAX)
        };
        while self.full + 1 < layout.words && full(self.full) {
            self.full += 1;
        }
    }
}

/// Words of a line, and from the start of one line to the next.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    pub(super) words: usize,
    pub(super) stride: usize,
}

impl Layout {
    /// Room for the values `0 ..= most`.
    pub(super) fn holding(most: u64) -> Self {
        let words = (most as usize / 64 + 1).next_multiple_of(8);
        // An odd number of cache lines keeps neighbouring lines out of each other's cache sets.
        let stride = words + if (words / 8).is_multiple_of(2) { 8 } else { 0 };
        Layout { words, stride }
    }
}

/// All lines of one ray in one layer, for a symmetric ruleset also those of its mirror.
pub(super) struct Family {
    vector: Vector,
    /// Number of the first block.
    first: i64,
    pub(super) blocks: Vec<Mutex<Block>>,
    arena: Arena,
    layout: Layout,
    side: usize,
}

/// A line family as seen from a cell: at `(x, y)`, or at `(y, x)` when mirrored.
pub(super) struct View {
    pub(super) family: usize,
    pub(super) mirrored: bool,
    pub(super) ray: Ray,
}

impl Family {
    fn new(vector: Vector, cut: Cut, layout: Layout) -> Self {
        let (across, along) = cut.tiles();
        let most = across.max(along) as i64;
        // A mirrored view looks at tiles up to `most` on either axis.
        let (p, q) = coprime(vector);
        let (first, last) = match (p, q) {
            (0, _) | (_, 0) => (0, most - 1),
            _ => (-i64::from(p) * most, i64::from(q) * most - 1),
        };
        let blocks: Vec<_> = (first..=last).map(|_| Mutex::default()).collect();
        let lines = cut.side * classes(vector);
        Family {
            vector,
            first,
            arena: Arena::new(blocks.len(), lines * layout.stride),
            blocks,
            layout,
            side: cut.side,
        }
    }

    /// Lines in a block.
    pub(super) fn lines(&self) -> usize {
        self.side * classes(self.vector)
    }

    /// The blocks that a tile meets.
    pub(super) fn met_by(&self, (tx, ty): (usize, usize)) -> Range<usize> {
        let (p, q) = coprime(self.vector);
        let (p, q) = (i64::from(p), i64::from(q));
        let (tx, ty) = (tx as i64, ty as i64);
        let (from, to) = match (p, q) {
            (0, _) => (tx, tx + 1),
            (_, 0) => (ty, ty + 1),
            _ => (q * tx - p * ty - p, q * tx - p * ty + q),
        };
        (from - self.first) as usize..(to - self.first) as usize
    }

    /// The number of the line through a cell, counted from the tile's first block, as a part for
    /// each `x` and a part for each `y` of the tile.
    fn parts(
        &self,
        (x0, y0): (usize, usize),
        (width, height): (usize, usize),
    ) -> (Vec<u32>, Vec<u32>) {
        let classes = classes(self.vector);
        let (p, q) = coprime(self.vector);
        let (p, q) = (p as usize, q as usize);
        let part = |number: usize, class: usize| (number * classes + class) as u32;
        match (p, q) {
            (_, 0) => (
                (0..width).map(|i| part(0, (x0 + i) % classes)).collect(),
                (0..height).map(|j| part(j, 0)).collect(),
            ),
            _ => (
                (0..width).map(|i| part(q * i, 0)).collect(),
                (0..height)
                    .map(|j| part(p * (self.side - j), (y0 + j) / q % classes))
                    .collect(),
            ),
        }
    }

    /// The role of the family in a tile: its lines are numbered from `before` on.
    pub(super) fn role(
        &self,
        origin: (usize, usize),
        extent: (usize, usize),
        mirrored: bool,
        before: usize,
    ) -> Role {
        let swap = |(x, y): (usize, usize)| if mirrored { (y, x) } else { (x, y) };
        let (first, second) = self.parts(swap(origin), swap(extent));
        let (mut across, along) = if mirrored {
            (second, first)
        } else {
            (first, second)
        };
        for part in &mut across {
            *part += before as u32;
        }
        Role {
            across,
            along,
            pushes: false,
            pulls: Vec::new(),
        }
    }

    /// The words of some neighbouring blocks. Nobody else holds them: see the head of this file.
    ///
    /// # Errors
    /// [`ErrorKind::Undefined`](crate::ErrorKind::Undefined) when somebody does.
    pub(super) fn claim(&self, blocks: Range<usize>) -> Result<Claim<'_>, Error> {
        self.arena
            .claim(blocks)
            .ok_or_else(|| Error::undefined("two tiles that share a line at a time"))
    }

    /// Looks up how far the claimed lines are full: the least of all these blocks.
    pub(super) fn full(&self, blocks: Range<usize>, words: &[u64]) -> usize {
        let block_words = self.lines() * self.layout.stride;
        let blocks = self.blocks[blocks].iter();
        blocks
            .zip(words.chunks(block_words))
            .map(|(block, words)| {
                let mut block = lock(block);
                block.look(words, self.layout);
                block.full
            })
            .min()
            .unwrap_or(0)
    }

    /// What is known of a block.
    pub(super) fn block(&self, number: usize) -> MutexGuard<'_, Block> {
        lock(&self.blocks[number])
    }
}

fn lock(block: &Mutex<Block>) -> MutexGuard<'_, Block> {
    block.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Cells of one line that belong to different classes: the `g` above.
fn classes((p, q): Vector) -> usize {
    let (cp, cq) = coprime((p, q));
    p.checked_div(cp).unwrap_or_else(|| q / cq) as usize
}

/// The families of a ruleset and how cells see them.
pub(super) fn families(rays: &[Ray], cut: Cut, layout: Layout) -> (Vec<Family>, Vec<View>) {
    let mut families: Vec<Family> = Vec::new();
    let mut views = Vec::new();
    for ray in rays {
        let (p, q) = ray.vector;
        let mirror = cut
            .half
            .then(|| families.iter().position(|known| known.vector == (q, p)));
        let (family, mirrored) = match mirror.flatten() {
            Some(family) => (family, true),
            None => {
                families.push(Family::new(ray.vector, cut, layout));
                (families.len() - 1, false)
            }
        };
        views.push(View {
            family,
            mirrored,
            ray: ray.clone(),
        });
    }
    (families, views)
}

/// The shortest vector of the same direction.
fn coprime((p, q): Vector) -> Vector {
    let (mut a, mut b) = (p, q);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    (p / a, q / a)
}
