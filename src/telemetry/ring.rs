//! Rings of the newest values, and a sorted view of one.
//!
//! Invariant: all memory is taken at construction; pushing, reading and sorting in allocate nothing.
//! Must not know: what the values mean.

/// The newest values of a sequence. Each value has a sequence number, from 0 in the order pushed.
pub struct Ring<T> {
    values: Vec<T>,
    capacity: usize,
    pushed_count: u64,
}

impl<T: Copy> Ring<T> {
    /// A ring of the newest `capacity` values. Panics if `capacity` is 0.
    pub fn new(capacity: usize) -> Ring<T> {
        assert!(capacity > 0, "a ring holds at least one value");
        Ring { values: Vec::with_capacity(capacity), capacity, pushed_count: 0 }
    }

    /// Adds a value and gives the one it replaced, if the ring was full.
    pub fn push(&mut self, value: T) -> Option<T> {
        let slot = (self.pushed_count % self.capacity as u64) as usize;
        self.pushed_count += 1;
        if self.values.len() < self.capacity {
            self.values.push(value);
            return None;
        }
        Some(std::mem::replace(&mut self.values[slot], value))
    }

    /// Forgets the values; sequence numbers start again.
    pub fn clear(&mut self) {
        self.values.clear();
        self.pushed_count = 0;
    }

    /// How many values are held.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether nothing is held.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Sequence number that the next value will have.
    pub fn next_sequence(&self) -> u64 {
        self.pushed_count
    }

    /// Sequence number of the oldest value held.
    pub fn oldest_sequence(&self) -> u64 {
        self.pushed_count - self.values.len() as u64
    }

    /// The value with that sequence number, unless it is gone or yet to come.
    pub fn get(&self, sequence: u64) -> Option<&T> {
        let held = (self.oldest_sequence()..self.pushed_count).contains(&sequence);
        held.then(|| &self.values[(sequence % self.capacity as u64) as usize])
    }

    /// The newest value.
    pub fn newest(&self) -> Option<&T> {
        self.get(self.pushed_count.checked_sub(1)?)
    }

    /// The newest value, to be changed.
    pub fn newest_mut(&mut self) -> Option<&mut T> {
        let slot = (self.pushed_count.checked_sub(1)? % self.capacity as u64) as usize;
        self.values.get_mut(slot)
    }

    /// The newest `count` values (or as many as there are), the oldest of them first.
    pub fn last(&self, count: usize) -> impl ExactSizeIterator<Item = &T> + DoubleEndedIterator + Clone {
        let count = count.min(self.values.len());
        let first = self.pushed_count - count as u64;
        (0..count).map(move |index| &self.values[((first + index as u64) % self.capacity as u64) as usize])
    }

    /// All values, the oldest first.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &T> + DoubleEndedIterator + Clone {
        self.last(self.values.len())
    }
}

/// The newest values of a sequence, kept in ascending order as well.
pub struct Window<T> {
    arrivals: Ring<T>,
    sorted: Vec<T>,
}

impl<T: Copy + PartialOrd> Window<T> {
    /// A window of the newest `capacity` values. Panics if `capacity` is 0.
    pub fn new(capacity: usize) -> Window<T> {
        Window { arrivals: Ring::new(capacity), sorted: Vec::with_capacity(capacity) }
    }

    /// Adds a value. Panics if it cannot be compared (NaN).
    pub fn push(&mut self, value: T) {
        assert!(value.partial_cmp(&value).is_some(), "a window holds comparable values");
        if let Some(replaced) = self.arrivals.push(value) {
            let index = self.sorted.partition_point(|held| *held < replaced);
            self.sorted.remove(index);
        }
        let index = self.sorted.partition_point(|held| *held < value);
        self.sorted.insert(index, value);
    }

    /// Forgets the values.
    pub fn clear(&mut self) {
        self.arrivals.clear();
        self.sorted.clear();
    }

    /// The values in ascending order.
    pub fn sorted(&self) -> &[T] {
        &self.sorted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ring_keeps_the_newest_and_their_numbers() {
        let mut ring = Ring::new(3);
        let replaced: Vec<_> = (10..15).map(|value| ring.push(value)).collect();
        assert_eq!(replaced, [None, None, None, Some(10), Some(11)]);
        assert_eq!(ring.iter().copied().collect::<Vec<_>>(), [12, 13, 14]);
        assert_eq!(ring.last(2).copied().collect::<Vec<_>>(), [13, 14]);
        assert_eq!((ring.get(1), ring.get(2), ring.get(4), ring.get(5)), (None, Some(&12), Some(&14), None));
        *ring.newest_mut().unwrap() = 99;
        assert_eq!(ring.newest(), Some(&99));
        ring.clear();
        assert_eq!((ring.newest(), ring.len()), (None, 0));
    }

    #[test]
    fn a_window_is_its_last_values_sorted() {
        let mut window = Window::new(4);
        for value in [5, 1, 5, 3, 2, 5, 9] {
            window.push(value);
        }
        assert_eq!(window.sorted(), [2, 3, 5, 9]);
    }
}
