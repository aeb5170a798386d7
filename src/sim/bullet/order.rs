//! Who is drawn over whom: by layer, then by serial. Positions in a storage carry no meaning, so the order is kept here.
//!
//! The bullets of a layer are grouped by birth into cohorts of up to 64, one bit a bullet. A bullet knows its cohort and its bit, so its place among all is the
//! count of those in earlier cohorts plus the bits below its own: drawing needs no sort and reads the storage in its own order.
//!
//! Invariant: the cohorts of a layer form a list in order of birth; a cohort is free as soon as it had 64 bullets and none is left. So there are never more
//! cohorts than bullets and layers. Births and deaths cost the same at any size.

use super::instance::Instance;

/// Draw layers, 0 below.
pub const LAYER_COUNT: usize = 4;

/// Bullets of a cohort.
const COHORT_SIZE: u32 = u64::BITS;

/// No cohort.
const NONE: u32 = u32::MAX;

/// A bullet's cohort and bit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Place(u32);

impl Place {
    fn cohort(self) -> usize {
        (self.0 / COHORT_SIZE) as usize
    }

    fn bit(self) -> u64 {
        1 << (self.0 % COHORT_SIZE)
    }
}

#[derive(Clone, Copy)]
struct Cohort {
    /// One bit for each that lives or is yet to be born: those have the highest bits, so who lives finds them above its own.
    members: u64,
    older: u32,
    /// Of a free cohort: the next free one.
    newer: u32,
    layer: u32,
}

#[derive(Clone, Copy)]
struct Layer {
    oldest: u32,
    newest: u32,
    /// The place of the next birth, in the newest cohort; at a cohort's beginning if there is none or that one is full.
    next: u32,
}

impl Layer {
    const EMPTY: Self = Self { oldest: NONE, newest: NONE, next: 0 };

    /// Places of the newest cohort that are yet to be taken.
    fn left_count(self) -> u32 {
        self.next.wrapping_neg() % COHORT_SIZE
    }
}

pub struct DrawOrder {
    cohorts: Vec<Cohort>,
    layers: [Layer; LAYER_COUNT],
    free: u32,
}

impl DrawOrder {
    /// Room for `capacity` bullets.
    pub fn new(capacity: usize) -> Self {
        let mut order = Self { cohorts: Vec::new(), layers: [Layer::EMPTY; LAYER_COUNT], free: NONE };
        order.grow(capacity);
        order
    }

    /// Raises the capacity. Allocates.
    pub fn grow(&mut self, capacity: usize) {
        let most = capacity + LAYER_COUNT;
        self.cohorts.reserve_exact(most - self.cohorts.len().min(most));
    }

    /// How many cohorts there may be.
    pub fn capacity(&self) -> usize {
        self.cohorts.capacity()
    }

    /// How many notes `ranks` needs.
    pub fn cohort_count(&self) -> usize {
        self.cohorts.len()
    }

    /// A place above all others of its layer.
    #[inline]
    pub fn push(&mut self, layer: u8) -> Place {
        let mut place = self.layers[usize::from(layer)].next;
        if place.is_multiple_of(COHORT_SIZE) {
            place = self.append_cohort(layer) * COHORT_SIZE;
        }
        self.layers[usize::from(layer)].next = place + 1;
        Place(place)
    }

    #[inline]
    pub fn remove(&mut self, place: Place) {
        let cohort = &mut self.cohorts[place.cohort()];
        cohort.members &= !place.bit();
        if cohort.members == 0 {
            self.free_cohort(place.cohort() as u32);
        }
    }

    pub fn clear(&mut self) {
        self.cohorts.clear();
        self.layers = [Layer::EMPTY; LAYER_COUNT];
        self.free = NONE;
    }

    #[cold]
    fn append_cohort(&mut self, layer: u8) -> u32 {
        let older = self.layers[usize::from(layer)].newest;
        let entry = Cohort { members: u64::MAX, older, newer: NONE, layer: u32::from(layer) };
        let cohort = self.free;
        let cohort = if let Some(place) = self.cohorts.get_mut(cohort as usize) {
            self.free = place.newer;
            *place = entry;
            cohort
        } else {
            self.cohorts.push(entry);
            self.cohorts.len() as u32 - 1
        };
        match self.cohorts.get_mut(older as usize) {
            Some(before) => before.newer = cohort,
            None => self.layers[usize::from(layer)].oldest = cohort,
        }
        self.layers[usize::from(layer)].newest = cohort;
        cohort
    }

    #[cold]
    fn free_cohort(&mut self, cohort: u32) {
        let Cohort { older, newer, layer, .. } = self.cohorts[cohort as usize];
        match self.cohorts.get_mut(older as usize) {
            Some(before) => before.newer = newer,
            None => self.layers[layer as usize].oldest = newer,
        }
        match self.cohorts.get_mut(newer as usize) {
            Some(after) => after.older = older,
            None => self.layers[layer as usize].newest = older,
        }
        self.cohorts[cohort as usize].newer = self.free;
        self.free = cohort;
    }

    /// Counts through: says how many bullets are drawn before any other. Keeps its counts in `notes`, one for each of `cohort_count`.
    pub fn ranks<'a>(&self, notes: &'a mut [Instance]) -> Ranks<'a> {
        let mut drawn_count = 0;
        for layer in self.layers {
            let mut next = layer.oldest;
            while let Some(cohort) = self.cohorts.get(next as usize) {
                notes[next as usize].keep(cohort.members, drawn_count);
                drawn_count += cohort.members.count_ones();
                next = cohort.newer;
            }
            drawn_count -= layer.left_count();
        }
        Ranks { notes }
    }
}

/// A draw order counted through.
#[derive(Clone, Copy)]
pub struct Ranks<'a> {
    /// Of each cohort its members, and how many bullets are drawn before the first of them.
    notes: &'a [Instance],
}

impl Ranks<'_> {
    /// How many bullets are drawn before the one at `place`.
    #[inline(always)]
    pub fn of(self, place: Place) -> usize {
        let (members, drawn_count) = self.notes[place.cohort()].kept();
        (drawn_count + (members & (place.bit() - 1)).count_ones()) as usize
    }
}
