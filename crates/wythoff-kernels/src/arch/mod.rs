//! One file per instruction set, with the same names: eight words of a bit line at a time.

pub(crate) mod portable;

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;

/// How many words a [`Lanes`] has.
pub(crate) const LANES: usize = 8;

/// Eight words, lane after lane.
///
/// # Safety of the methods
/// The processor must have the instructions. Pointers must be good for what the method says.
pub(crate) trait Lanes {
    /// The words in registers.
    type Words: Copy;

    /// Reads eight words.
    unsafe fn load(from: *const u64) -> Self::Words;

    /// Writes eight words.
    unsafe fn store(to: *mut u64, words: Self::Words);

    /// The bits of either.
    unsafe fn or(a: Self::Words, b: Self::Words) -> Self::Words;

    /// The bits of both.
    unsafe fn and(a: Self::Words, b: Self::Words) -> Self::Words;

    /// The first lane with a clear bit, and the lowest clear bit of that lane, alone; [`LANES`] and
    /// nothing when all bits are set.
    unsafe fn first_clear(words: Self::Words) -> (usize, Self::Words);

    /// Bit `bit` of all `64 · LANES` bits, alone.
    #[inline(always)]
    unsafe fn bit(bit: usize) -> Self::Words {
        // SAFETY: passed on from the caller.
        unsafe { Self::bit_at(bit_offset(bit)) }
    }

    /// The bit of which [`bit_offset`] gave this; none for [`NO_BIT`]. No other offset is allowed.
    #[inline(always)]
    unsafe fn bit_at(offset: u16) -> Self::Words {
        debug_assert!(usize::from(offset) <= 7 * ROW + 64, "offset {offset}");
        // SAFETY: the table goes on for `LANES` words from there.
        unsafe { Self::load(ONE_BIT.0.as_ptr().add(offset.into()).cast()) }
    }

    /// One lane.
    unsafe fn lane(words: Self::Words, lane: usize) -> u64;

    /// Sets in eight words of each line the lowest bit that is clear in all of them. Returns its lane
    /// and what the union had in that lane before; lane [`LANES`] when there is no such bit.
    ///
    /// No two of the lines may overlap.
    #[inline(always)]
    unsafe fn settle<const M: usize>(lines: &[*mut u64; M]) -> (usize, u64) {
        // SAFETY: the caller's promises.
        unsafe {
            let mut seen = [Self::load(lines[0]); M];
            let mut union = seen[0];
            for role in 1..M {
                seen[role] = Self::load(lines[role]);
                union = Self::or(union, seen[role]);
            }
            let (lane, bit) = Self::first_clear(union);
            for role in 0..M {
                Self::store(lines[role], Self::or(seen[role], bit));
            }
            (lane, Self::lane(union, lane))
        }
    }

    /// Copies words of `count` neighbouring lines together: word `k` of line `l`, read from
    /// `rows[k] + l`, comes to `to + l · LANES + k`.
    unsafe fn gather(rows: &[*mut u64; LANES], count: usize, to: *mut u64);

    /// Copies them back.
    unsafe fn scatter(rows: &[*mut u64; LANES], count: usize, from: *const u64);
}

/// The offset that stands for no bit.
pub(crate) const NO_BIT: u16 = 0;

/// Where in a table of ours eight words with just this bit begin; never [`NO_BIT`].
#[inline(always)]
pub(crate) fn bit_offset(bit: usize) -> u16 {
    (bit % 8 * ROW + 64 - bit / 8 % 64) as u16
}

/// Bytes of a row of [`ONE_BIT`].
const ROW: usize = 128;

/// For each bit of a byte a row of bytes in which only byte 64 is not zero: read from byte `64 − k` on it
/// has that bit in byte `k`, from byte 0 on no bit.
static ONE_BIT: OneBit = OneBit({
    let mut rows = [0; 8 * ROW];
    let mut bit = 0;
    while bit < 8 {
        rows[bit * ROW + 64] = 1 << bit;
        bit += 1;
    }
    rows
});

#[repr(align(64))]
struct OneBit([u8; 8 * ROW]);
