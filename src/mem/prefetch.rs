//! Asking for memory ahead of its use.
//!
//! A loop over places at random waits for each in turn; asked for some turns ahead they arrive together. It changes no result.

/// Asks for the cache line in which the element begins. An index beyond the end is of no effect.
#[inline(always)]
pub fn prefetch<T>(list: &[T], index: usize) {
    prefetch_at(list.as_ptr().wrapping_add(index).cast());
}

/// Asks for all cache lines of `count` elements from `from` on; what is beyond the end is of no effect.
#[inline]
pub fn prefetch_span<T>(list: &[T], from: usize, count: usize) {
    const LINE_BYTES: usize = 64;
    let at = list.as_ptr().wrapping_add(from).cast::<u8>();
    (0..count * size_of::<T>()).step_by(LINE_BYTES).for_each(|byte| prefetch_at(at.wrapping_add(byte)));
}

/// Asks for the cache line at an address. Any address will do; where the target has no such instruction nothing happens.
#[inline(always)]
fn prefetch_at(address: *const u8) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a hint, which reads nothing that anybody sees and never faults, whatever the address.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(address.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = address;
}

#[cfg(test)]
mod tests {
    #[test]
    fn any_index_may_be_asked_for() {
        let list = [1_u64, 2, 3];
        for index in [0, 2, 3, 1 << 40, usize::MAX] {
            super::prefetch(&list, index);
        }
        super::prefetch::<u8>(&[], 0);
        super::prefetch_span(&list, 2, 1_000);
        super::prefetch_span::<u8>(&[], 0, 1);
        assert_eq!(list, [1, 2, 3]);
    }
}
