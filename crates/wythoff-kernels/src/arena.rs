//! Zeroed words in blocks, each block in one hand at a time.
//!
//! Blocks lie one after another, so that a claim of several neighbours is one slice. The memory is
//! one allocation that the system fills with zeros when it is first touched; large pages are asked
//! for, since a tile touches hundreds of lines that each lie on a page of their own.

use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::ops::{Deref, DerefMut, Range};
use std::ptr::NonNull;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::pages;

/// Blocks of zeroed words that threads claim for themselves.
///
/// ```
/// use wythoff_kernels::arena::Arena;
/// let arena = Arena::new(4, 8);
/// let mut two = arena.claim(1..3).unwrap();
/// two[8] = 7;
/// assert!(arena.claim(2..4).is_none(), "block 2 is in use");
/// drop(two);
/// assert_eq!(arena.claim(2..3).unwrap()[0], 7);
/// ```
#[derive(Debug)]
pub struct Arena {
    words: NonNull<u64>,
    /// What was allocated.
    memory: *mut u8,
    layout: Layout,
    block: usize,
    claimed: Box<[AtomicBool]>,
}

// SAFETY: words are reached only through claims, and no two claims hold the same block.
unsafe impl Send for Arena {}
// SAFETY: as above.
unsafe impl Sync for Arena {}

impl Arena {
    /// `blocks` blocks of `block` words, all zero.
    ///
    /// # Panics
    /// If there is no word, or more than an address space holds.
    #[must_use]
    pub fn new(blocks: usize, block: usize) -> Self {
        let words = blocks.saturating_mul(block);
        assert!(words > 0, "{blocks} blocks of {block} words");
        // A little more, to begin where a cache line begins: asking for that alignment would have
        // every page written at once.
        let bytes = words.saturating_mul(size_of::<u64>()).saturating_add(64);
        let layout = Layout::from_size_align(bytes, align_of::<u64>())
            .expect("no more than an address space");
        // SAFETY: the layout is not empty.
        let memory = unsafe { alloc_zeroed(layout) };
        let Some(start) = NonNull::new(memory.map_addr(|at| at.next_multiple_of(64)).cast::<u64>())
            .filter(|_| !memory.is_null())
        else {
            handle_alloc_error(layout)
        };
        pages::advise(memory, layout.size());
        Arena {
            words: start,
            memory,
            layout,
            block,
            claimed: (0..blocks).map(|_| AtomicBool::new(false)).collect(),
        }
    }

    /// The words of some neighbouring blocks, until the claim is dropped; `None` when one of them
    /// is in another hand.
    ///
    /// # Panics
    /// If there are no such blocks.
    #[must_use]
    pub fn claim(&self, blocks: Range<usize>) -> Option<Claim<'_>> {
        let flags = &self.claimed[blocks.clone()];
        for (at, flag) in flags.iter().enumerate() {
            if flag.swap(true, Ordering::Acquire) {
                release(&flags[..at]);
                return None;
            }
        }
        // SAFETY: the blocks are inside the allocation, as their flags are inside `claimed`, and
        // initialised; this claim is the only one to hold them.
        let words = unsafe {
            std::slice::from_raw_parts_mut(
                self.words.as_ptr().add(blocks.start * self.block),
                flags.len() * self.block,
            )
        };
        Some(Claim { words, flags })
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        // SAFETY: allocated in `new` with this layout; no claim outlives the arena.
        unsafe { dealloc(self.memory, self.layout) }
    }
}

/// Exclusive use of some blocks of an [`Arena`].
#[derive(Debug)]
pub struct Claim<'a> {
    words: &'a mut [u64],
    flags: &'a [AtomicBool],
}

impl Deref for Claim<'_> {
    type Target = [u64];

    fn deref(&self) -> &[u64] {
        self.words
    }
}

impl DerefMut for Claim<'_> {
    fn deref_mut(&mut self) -> &mut [u64] {
        self.words
    }
}

impl Drop for Claim<'_> {
    fn drop(&mut self) {
        release(self.flags);
    }
}

fn release(flags: &[AtomicBool]) {
    for flag in flags {
        flag.store(false, Ordering::Release);
    }
}
