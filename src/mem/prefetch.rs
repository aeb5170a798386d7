//! Asking for memory ahead of its use.
//!
//! A loop over places at random waits for each in turn; asked for some turns ahead they arrive together. It changes no result.

/// Asks for the cache line in which the element begins. An index beyond the end is of no effect.
#[inline(always)]
pub fn prefetch<T>(list: &[T], index: usize) {
    prefetch_at(list.as_ptr().wrapping_add(index).cast());
}

/// Asks for the cache line at an address. Any address will do; where the target has no such instruction nothing happens.
#[inline(always)]
pub fn prefetch_at(address: *const u8) {
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
        assert_eq!(list, [1, 2, 3]);
    }
}
