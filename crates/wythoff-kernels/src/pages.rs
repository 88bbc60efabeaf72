//! Large pages: memory that is written once, from one end to the other, is touched much faster in
//! pages of 2 MB than in pages of 4 KB.

/// Asks the system for large pages where the memory is not touched yet; it is well when it declines.
///
/// ```
/// let table = vec![0_u16; 1 << 22];
/// wythoff_kernels::pages::prefer_large(&table);
/// assert!(table.iter().all(|&cell| cell == 0));
/// ```
pub fn prefer_large<T>(memory: &[T]) {
    advise(memory.as_ptr().cast_mut().cast(), size_of_val(memory));
}

/// Advises that `bytes` bytes from `start` on, which must be one allocation, be in large pages.
#[cfg(target_os = "linux")]
pub(crate) fn advise(start: *mut u8, bytes: usize) {
    use std::ffi::{c_int, c_void};
    unsafe extern "C" {
        fn madvise(start: *mut c_void, bytes: usize, advice: c_int) -> c_int;
    }
    const MADV_HUGEPAGE: c_int = 14;
    const PAGE: usize = 1 << 21;
    let before = start.align_offset(PAGE);
    let Some(inside) = bytes.checked_sub(before).map(|rest| rest / PAGE * PAGE) else {
        return;
    };
    if inside > 0 {
        // SAFETY: whole pages inside the allocation; the advice does not change what they hold.
        unsafe { madvise(start.add(before).cast(), inside, MADV_HUGEPAGE) };
    }
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn advise(_: *mut u8, _: usize) {}
