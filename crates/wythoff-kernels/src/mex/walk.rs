//! The walk over a tile: square after square, which words are open, then block after block.

use super::block::{Loops, Square, fill_block};
use super::lines::{Lines, Part};
use super::local::Local;
use super::{Role, SIDE, Tile};
use crate::arch::{LANES, Lanes, NO_BIT};

/// Side of the squares that list their open words together: fewer lists against more open words.
const SQUARE: usize = 64;

/// Most open words that a square lists; a search beyond them goes on word by word.
const MOST_OPEN: usize = 48;

/// No lane.
pub(super) const NOWHERE: u16 = u16::MAX;

/// The tile's data as the loops use it: pointers, their bounds checked by [`Tile::check`].
pub(super) struct View<'a, const M: usize> {
    pub(super) lines: &'a Lines<'a>,
    pub(super) across: [&'a [u32]; M],
    pub(super) along: [&'a [u32]; M],
    pub(super) pushes: [bool; M],
    pub(super) pulls: [&'a [usize]; M],
    pub(super) pulling: bool,
    pub(super) skips: &'a [usize],
    pub(super) values: *mut u32,
    /// Where cell `(0, 0)` is, from the beginning of the values.
    pub(super) origin: usize,
    pub(super) stride: usize,
    pub(super) half: bool,
    pub(super) fixed: bool,
    /// Even, and nothing but searches: all roles push, none pulls, no skips, nothing given.
    pub(super) plain: bool,
    /// Not half a tile, and the lines of each role follow one another at equal distances.
    pub(super) even: bool,
}

impl<const M: usize> View<'_, M> {
    /// The number of the line of a cell.
    #[inline(always)]
    pub(super) fn line(&self, role: usize, (row, column): (usize, usize)) -> usize {
        self.across[role][row] as usize + self.along[role][column] as usize
    }
}

/// What a tile is filled with the help of.
pub(super) struct Scratch {
    /// Words that are not certified for the whole square, ascending.
    pub(super) open: Vec<u32>,
    /// For each word the first bit of its lane in the block's copies, if it has one.
    pub(super) bits: Vec<u16>,
    /// For each of the tile's `values`, as the blocks come: where its bit is at hand. Only when roles pull.
    pub(super) offsets: Vec<u16>,
    pub(super) local: Local,
}

/// # Safety
/// [`Tile::check`] holds for the tile and these lines; the processor has the instructions of `L`.
#[inline(always)]
pub(super) unsafe fn fill_with<L: Loops, const M: usize>(
    tile: &mut Tile<'_>,
    lines: &Lines<'_>,
) -> bool {
    // Roles beyond the last repeat it, without effect: fewer numbers of roles are compiled.
    let roles = tile.roles;
    let last = roles.len() - 1;
    let even = !tile.half && roles.iter().all(|role| is_even(role, tile));
    let pushing = roles
        .iter()
        .all(|role| role.pushes && role.pulls.is_empty());
    let view = View::<'_, M> {
        lines,
        across: std::array::from_fn(|role| &roles[role.min(last)].across[..tile.rows]),
        along: std::array::from_fn(|role| &roles[role.min(last)].along[..tile.columns]),
        pushes: std::array::from_fn(|role| role <= last && roles[role].pushes),
        pulls: std::array::from_fn(|role| {
            if role <= last {
                roles[role].pulls.as_slice()
            } else {
                &[]
            }
        }),
        pulling: roles.iter().any(|role| !role.pulls.is_empty()),
        skips: tile.skips,
        // SAFETY: `origin` is inside `values`.
        values: unsafe { tile.values.as_mut_ptr().add(tile.origin) },
        origin: tile.origin,
        stride: tile.stride,
        half: tile.half,
        fixed: tile.fixed,
        plain: even && roles.len() == M && tile.skips.is_empty() && !tile.fixed && pushing,
        even,
    };
    let mut scratch = Scratch {
        open: Vec::with_capacity(MOST_OPEN + LANES),
        bits: vec![NOWHERE; lines.words()],
        offsets: if view.pulling {
            vec![NO_BIT; tile.values.len()]
        } else {
            Vec::new()
        },
        local: Local::default(),
    };
    let whole = Square {
        i: 0,
        j: 0,
        rows: tile.rows,
        columns: tile.columns,
    };
    for role in 0..M {
        let (low, high) = whole.range_of(&view, role);
        lines.check_used(low, high);
    }
    for i in (0..tile.rows).step_by(SQUARE) {
        for j in (0..tile.columns).step_by(SQUARE) {
            let square = Square {
                i,
                j,
                rows: SQUARE.min(tile.rows - i),
                columns: SQUARE.min(tile.columns - j),
            };
            // SAFETY: the square lies in the tile.
            if !unsafe { fill_square::<L, M>(&view, square, &mut scratch) } {
                return false;
            }
        }
    }
    true
}

/// Lists the open words of a square, then fills its blocks.
///
/// # Safety
/// The square lies in the tile of `view`; the processor has the instructions of `L`.
#[inline(always)]
unsafe fn fill_square<L: Loops, const M: usize>(
    view: &View<'_, M>,
    square: Square,
    scratch: &mut Scratch,
) -> bool {
    let outside = |part: Square| view.half && part.i >= part.j + part.columns;
    if outside(square) {
        return true;
    }
    let ranges: [(usize, usize); M] = std::array::from_fn(|role| square.range_of(view, role));
    scratch.open.clear();
    // SAFETY: the processor has the instructions; certificates are as long as lines.
    unsafe { list_open::<L, M>(view.lines, &ranges, &mut scratch.open) };
    for i in (0..square.rows).step_by(SIDE) {
        for j in (0..square.columns).step_by(SIDE) {
            let block = Square {
                i: square.i + i,
                j: square.j + j,
                rows: SIDE.min(square.rows - i),
                columns: SIDE.min(square.columns - j),
            };
            // SAFETY: the block lies in the square.
            if !outside(block) && !unsafe { fill_block::<L, M>(view, block, scratch) } {
                return false;
            }
        }
    }
    note_full(view.lines, &ranges);
    true
}

/// Whether neighbouring cells of the tile have their lines at equal distances.
fn is_even(role: &Role, tile: &Tile<'_>) -> bool {
    let even = |parts: &[u32]| {
        let mut steps = parts.windows(2).map(|pair| pair[1].wrapping_sub(pair[0]));
        let first = steps.next();
        steps.all(|step| Some(step) == first)
    };
    even(&role.across[..tile.rows]) && even(&role.along[..tile.columns])
}

/// Lists the words that no role certifies: in which the bits that all its lines have in common,
/// those of all roles together, leave a hole.
///
/// # Safety
/// The processor has the instructions of `L`.
#[inline(always)]
unsafe fn list_open<L: Loops, const M: usize>(
    lines: &Lines<'_>,
    ranges: &[(usize, usize); M],
    open: &mut Vec<u32>,
) {
    let blocks: [&[_]; M] = ranges.map(|(low, high)| {
        let (low, high) = (lines.block_of(low), lines.block_of(high));
        &lines.blocks()[low..=high]
    });
    let mut from = 0;
    for blocks in &blocks {
        // SAFETY: the first word of a block.
        let full = blocks.iter().map(|block| unsafe { block.full.read() });
        from = from.max(full.min().unwrap_or(0) as usize);
    }
    let parts: [Vec<*mut u64>; M] = std::array::from_fn(|role| {
        let (low, high) = ranges[role];
        let parts = lines.parts(low, high);
        let of_part = |part: Part| {
            let groups = 0..part.count.div_ceil(SIDE);
            groups.map(move |at| part.certificates.wrapping_add(at * lines.words()))
        };
        parts.flat_map(of_part).collect()
    });
    for word in (from / LANES * LANES..lines.words()).step_by(LANES) {
        // SAFETY: a certificate has as many words as a line, a multiple of [`LANES`].
        unsafe {
            let mut full = common_words::<L>(&parts[0], word);
            for certificates in &parts[1..] {
                full = L::or(full, common_words::<L>(certificates, word));
            }
            if L::first_clear(full).0 == LANES {
                continue;
            }
            for lane in 0..LANES {
                if L::lane(full, lane) != u64::MAX {
                    open.push((word + lane) as u32);
                }
            }
        }
        if open.len() >= MOST_OPEN {
            return;
        }
    }
}

/// What some certificates have in common, [`LANES`] words from `word` on.
///
/// # Safety
/// The processor has the instructions of `L`; there is a certificate, and they are that long.
#[inline(always)]
unsafe fn common_words<L: Lanes>(certificates: &[*mut u64], word: usize) -> L::Words {
    // SAFETY: the caller's promise.
    unsafe {
        let mut common = L::load(certificates[0].add(word));
        for certificate in &certificates[1..] {
            common = L::and(common, L::load(certificate.add(word)));
        }
        common
    }
}

/// Notes in the heads of the tile's blocks how far all certificates are full.
fn note_full<const M: usize>(lines: &Lines<'_>, ranges: &[(usize, usize); M]) {
    for &(low, high) in ranges {
        for block in &lines.blocks()[lines.block_of(low)..=lines.block_of(high)] {
            let groups = block.used.div_ceil(SIDE);
            let is_full = |word: usize| {
                (0..groups).all(|group| {
                    let at = block
                        .certificates
                        .wrapping_add(group * lines.words() + word);
                    // SAFETY: `word` is in the certificate.
                    unsafe { at.read() == u64::MAX }
                })
            };
            // SAFETY: the head of the block.
            unsafe {
                let mut full = block.full.read() as usize;
                while full < lines.words() && is_full(full) {
                    full += 1;
                }
                block.full.write(full as u64);
            }
        }
    }
}
