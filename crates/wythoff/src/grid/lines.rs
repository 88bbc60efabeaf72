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
use std::sync::atomic::{AtomicBool, Ordering};

use wythoff_kernels::arena::{Arena, Claim};
use wythoff_kernels::mex::{BlockLayout, Role, WORD_MULTIPLE};

use super::shape::{Ray, Vector};
use super::table::Cut;
use crate::error::Error;

/// Words of a line that has room for the values `0 ..= most`.
pub(super) fn words_holding(most: u64) -> usize {
    (most as usize / 64 + 1).next_multiple_of(WORD_MULTIPLE)
}

/// All lines of one ray in one layer, for a symmetric ruleset also those of its mirror.
pub(super) struct Family {
    vector: Vector,
    /// Number of the first block.
    first: i64,
    /// For each block, whether some tile has met it.
    met: Vec<AtomicBool>,
    arena: Arena,
    layout: BlockLayout,
    side: usize,
    half: bool,
    /// Lines on which cells lie, when they are numbered by one of the coordinates.
    used: usize,
}

/// A line family as seen from a cell: at `(x, y)`, or at `(y, x)` when mirrored.
pub(super) struct View {
    pub(super) family: usize,
    pub(super) mirrored: bool,
    pub(super) ray: Ray,
}

impl Family {
    fn new(vector: Vector, cut: Cut, words: usize) -> Self {
        let (across, along) = cut.tiles();
        let most = across.max(along) as i64;
        // A mirrored view looks at tiles up to `most` on either axis.
        let (p, q) = coprime(vector);
        let (first, last) = match (p, q) {
            (0, _) | (_, 0) => (0, most - 1),
            _ => (-i64::from(p) * most, i64::from(q) * most - 1),
        };
        let met: Vec<_> = (first..=last).map(|_| AtomicBool::new(false)).collect();
        let layout = BlockLayout::new(cut.side * classes(vector), words);
        let longest = cut.width.max(cut.height);
        let used = match (p, q) {
            _ if cut.half => longest,
            (0, _) => cut.width,
            (_, 0) => cut.height,
            _ => longest,
        };
        Family {
            vector,
            first,
            arena: Arena::new(met.len(), layout.size()),
            met,
            layout,
            side: cut.side,
            half: cut.half,
            used,
        }
    }

    /// Lines in a block.
    pub(super) fn lines(&self) -> usize {
        self.layout.lines()
    }

    /// How many blocks there are.
    pub(super) fn blocks(&self) -> usize {
        self.met.len()
    }

    /// How the lines of a block lie in memory.
    pub(super) fn layout(&self) -> BlockLayout {
        self.layout
    }

    /// How many lines of a block cells lie on, from the first one on: fewer at the end of an axis.
    pub(super) fn used(&self, number: usize) -> usize {
        match coprime(self.vector) {
            (0, _) | (_, 0) => {
                let rest = self.used.saturating_sub(number * self.side);
                rest.min(self.side) * classes(self.vector)
            }
            // With x ≤ y the diagonals are those with x − y ≤ 0.
            (1, 1) if self.half => {
                let first = (self.first + number as i64) * self.side as i64;
                let used = usize::try_from(1 - first).unwrap_or(0);
                used.min(self.side) * classes(self.vector)
            }
            _ => self.lines(),
        }
    }

    /// Whether some tile has met a block.
    pub(super) fn is_met(&self, number: usize) -> bool {
        self.met[number].load(Ordering::Relaxed)
    }

    /// Notes whether some tile has met a block.
    pub(super) fn set_met(&self, number: usize, met: bool) {
        self.met[number].store(met, Ordering::Relaxed);
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
}

/// Cells of one line that belong to different classes: the `g` above.
fn classes((p, q): Vector) -> usize {
    let (cp, cq) = coprime((p, q));
    p.checked_div(cp).unwrap_or_else(|| q / cq) as usize
}

/// The families of a ruleset and how cells see them.
pub(super) fn families(rays: &[Ray], cut: Cut, words: usize) -> (Vec<Family>, Vec<View>) {
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
                families.push(Family::new(ray.vector, cut, words));
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
