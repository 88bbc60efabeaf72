//! Bit lines in memory: blocks of lines, word after word.
//!
//! Word `w` of all lines of a block lies together, so that some words of neighbouring lines are a few
//! short reads. Each group of [`SIDE`] lines carries the words that all of them have in common, as far
//! as is known: its *certificate*, which may have fewer bits than it could.

use std::marker::PhantomData;

use super::{SIDE, WORD_MULTIPLE};

/// Words at the beginning of a block: how many words of all its certificates are full, and seven to
/// spare, so that certificates begin where a cache line begins.
const HEAD: usize = 8;

/// How a block of lines lies in memory: a head, a certificate for each 16 lines, then for each word
/// that word of all lines.
///
/// ```
/// use wythoff_kernels::mex::BlockLayout;
/// let layout = BlockLayout::new(3, 8);
/// let mut block = vec![0_u64; layout.size()];
/// block[layout.index(2, 1)] |= 1 << 5; // Value 64 + 5 has been seen on line 2.
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockLayout {
    lines: usize,
    words: usize,
}

impl BlockLayout {
    /// `lines` lines of `words` words.
    ///
    /// # Panics
    /// If there is no line, or `words` is 0 or no multiple of [`WORD_MULTIPLE`].
    #[must_use]
    pub fn new(lines: usize, words: usize) -> Self {
        assert!(lines > 0, "a block without lines");
        assert!(
            words > 0 && words.is_multiple_of(WORD_MULTIPLE),
            "{words} words"
        );
        BlockLayout { lines, words }
    }

    /// How many lines there are.
    #[must_use]
    pub fn lines(self) -> usize {
        self.lines
    }

    /// Words of a line.
    #[must_use]
    pub fn words(self) -> usize {
        self.words
    }

    /// From a word of a line to the next word of it: groups of lines begin at a multiple of 32 bytes.
    fn pitch(self) -> usize {
        self.lines.next_multiple_of(4)
    }

    fn groups(self) -> usize {
        self.lines.div_ceil(SIDE)
    }

    /// Words of memory; a block of zeros is a block of empty lines.
    #[must_use]
    pub fn size(self) -> usize {
        self.index(0, self.words)
    }

    /// Where a word of a line is.
    #[must_use]
    pub fn index(self, line: usize, word: usize) -> usize {
        HEAD + self.groups() * self.words + word * self.pitch() + line
    }

    /// Computes the certificates of a block anew; only the first `used` lines count.
    ///
    /// # Panics
    /// If the block is shorter than [`BlockLayout::size`].
    pub fn certify(self, block: &mut [u64], used: usize) {
        let used = used.min(self.lines);
        let mut all_full = self.words;
        for group in 0..used.div_ceil(SIDE) {
            for word in 0..self.words {
                let first = self.index(group * SIDE, word);
                let lines = &block[first..first + SIDE.min(used - group * SIDE)];
                let common = lines.iter().fold(u64::MAX, |common, bits| common & bits);
                block[HEAD + group * self.words + word] = common;
                if common != u64::MAX {
                    all_full = all_full.min(word);
                }
            }
        }
        block[0] = all_full as u64;
    }
}

/// Bit lines of equal length, borrowed from their owners for the time of a tile.
pub struct Lines<'a> {
    words: usize,
    blocks: Vec<BlockAt>,
    count: usize,
    owners: PhantomData<&'a mut [u64]>,
}

/// A block that was added.
pub(super) struct BlockAt {
    /// The number of its first line.
    pub(super) first: usize,
    /// Its lines that cells lie on.
    pub(super) used: usize,
    pub(super) pitch: usize,
    /// How many words of all certificates are full, from the first one on.
    pub(super) full: *mut u64,
    /// The certificate of its first group; those of the others follow.
    pub(super) certificates: *mut u64,
    /// Word 0 of its first line.
    pub(super) start: *mut u64,
}

/// Neighbouring groups of lines of one block.
#[derive(Clone, Copy)]
pub(super) struct Part {
    /// Word 0 of the first line.
    pub(super) start: *mut u64,
    pub(super) pitch: usize,
    /// How many lines.
    pub(super) count: usize,
    /// The certificate of the first group; those of the others follow.
    pub(super) certificates: *mut u64,
}

impl<'a> Lines<'a> {
    /// No lines yet; each will have `words` words.
    ///
    /// # Panics
    /// If `words` is 0 or no multiple of [`WORD_MULTIPLE`].
    #[must_use]
    pub fn new(words: usize) -> Self {
        assert!(
            words > 0 && words.is_multiple_of(WORD_MULTIPLE),
            "{words} words"
        );
        Lines {
            words,
            blocks: Vec::new(),
            count: 0,
            owners: PhantomData,
        }
    }

    /// Appends the lines of a block, of which cells lie on the first `used`.
    ///
    /// # Panics
    /// If the lines have another length or the block is shorter than [`BlockLayout::size`].
    pub fn add(&mut self, block: &'a mut [u64], layout: BlockLayout, used: usize) {
        assert_eq!(layout.words(), self.words, "words of a line");
        assert!(block.len() >= layout.size(), "a block cut short");
        let full = block.as_mut_ptr();
        self.blocks.push(BlockAt {
            first: self.count,
            used: used.min(layout.lines()),
            pitch: layout.pitch(),
            full,
            certificates: full.wrapping_add(HEAD),
            start: full.wrapping_add(layout.index(0, 0)),
        });
        self.count += layout.lines();
    }

    /// How many lines there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there is no line.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub(super) fn words(&self) -> usize {
        self.words
    }

    pub(super) fn blocks(&self) -> &[BlockAt] {
        &self.blocks
    }

    /// The number of the block of a line.
    pub(super) fn block_of(&self, line: usize) -> usize {
        self.blocks.partition_point(|block| block.first <= line) - 1
    }

    /// Word 0 of a line, and from each of its words to the next.
    pub(super) fn line(&self, line: usize) -> (*mut u64, usize) {
        let block = &self.blocks[self.block_of(line)];
        (block.start.wrapping_add(line - block.first), block.pitch)
    }

    /// Asserts that the lines `low ..= high` are used: places are counted on that.
    pub(super) fn check_used(&self, low: usize, high: usize) {
        let (first, last) = (self.block_of(low), self.block_of(high));
        for number in first..=last {
            let block = &self.blocks[number];
            let until = match self.blocks.get(number + 1) {
                Some(next) if number < last => next.first,
                _ => high + 1,
            };
            let (lines, used) = (until - block.first, block.used);
            assert!(lines <= used, "line {lines} of a block of {used}");
        }
    }

    /// The least and the greatest line of the groups that hold the lines `low ..= high`.
    pub(super) fn whole_groups(&self, low: usize, high: usize) -> (usize, usize) {
        let (first, last) = (self.block_of(low), self.block_of(high));
        let start = self.blocks[first].first;
        let end = (self.blocks.get(last + 1)).map_or(self.count, |next| next.first);
        let from = self.blocks[last].first;
        (
            start + (low - start) / SIDE * SIDE,
            (from + (high + 1 - from).next_multiple_of(SIDE)).min(end) - 1,
        )
    }

    /// The groups that hold the lines `low ..= high`, block by block.
    ///
    /// Where one block ends and the next begins the numbers go on without a gap: only the last block
    /// of a role has lines that are not used.
    pub(super) fn parts(&self, low: usize, high: usize) -> impl Iterator<Item = Part> + use<'_> {
        let numbers = self.block_of(low)..=self.block_of(high);
        self.blocks[numbers].iter().map(move |block| {
            let group = low.saturating_sub(block.first) / SIDE;
            let end = (high + 1 - block.first).next_multiple_of(SIDE);
            Part {
                start: block.start.wrapping_add(group * SIDE),
                pitch: block.pitch,
                count: end.min(block.used) - group * SIDE,
                certificates: block.certificates.wrapping_add(group * self.words),
            }
        })
    }
}
