//! The two storages of lasers: fixed slots with the trails in one block, or a heap block each.
//!
//! Invariant: both give all lasers in the order of their birth. Must not know: what is done to them.

use super::body::Laser;
use super::{LASERS_MAX, TRAIL_MAX};
use crate::mem::free_list::FreeList;
use glam::Vec2;

/// Fixed slots; the trail of a slot is its part of the block. All memory is taken at once.
pub struct Slots {
    slots: FreeList<Laser>,
    points: Vec<Vec2>,
    /// The slots in use, in order of birth.
    order: Vec<u32>,
}

impl Slots {
    pub fn new() -> Self {
        Self {
            slots: FreeList::with_capacity(LASERS_MAX),
            points: vec![Vec2::ZERO; LASERS_MAX * TRAIL_MAX],
            order: Vec::with_capacity(LASERS_MAX),
        }
    }

    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Puts one into a free slot; `make` gets the slot's trail. False when there is none.
    pub fn push(&mut self, make: impl FnOnce(&mut [Vec2]) -> Laser) -> bool {
        // Which slot it will be is known only when it is taken.
        let mut points = [Vec2::ZERO; TRAIL_MAX];
        let Ok(slot) = self.slots.acquire(make(&mut points)) else { return false };
        self.points[slot * TRAIL_MAX..][..TRAIL_MAX].copy_from_slice(&points);
        self.order.push(slot as u32);
        true
    }

    pub fn iter(&self) -> impl Iterator<Item = (&Laser, &[Vec2])> {
        self.order.iter().filter_map(|slot| Some((self.slots.get(*slot as usize)?, trail(&self.points, *slot))))
    }

    /// Keeps those for which `keeps` is true.
    pub fn retain(&mut self, mut keeps: impl FnMut(&mut Laser, &mut [Vec2]) -> bool) {
        let Self { slots, points, order } = self;
        order.retain(|slot| {
            let index = *slot as usize;
            let stays = slots.get_mut(index).is_some_and(|laser| keeps(laser, &mut points[index * TRAIL_MAX..][..TRAIL_MAX]));
            if !stays {
                slots.release(index);
            }
            stays
        });
    }

    /// Whether each slot in use is in the order once, and no other.
    pub fn is_sound(&self) -> bool {
        self.slots.len() == self.order.len() && self.iter().count() == self.order.len()
    }
}

fn trail(points: &[Vec2], slot: u32) -> &[Vec2] {
    &points[slot as usize * TRAIL_MAX..][..TRAIL_MAX]
}

/// A laser in a heap block, its trail in another: what a first version of such a game does.
pub struct Boxed {
    laser: Laser,
    points: Vec<Vec2>,
}

/// In order of birth.
#[derive(Default)]
#[allow(clippy::vec_box, reason = "a block each is what it is there for")]
pub struct Boxes(Vec<Box<Boxed>>);

impl Boxes {
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Adds one; `make` gets its trail. False when there are as many as may be.
    pub fn push(&mut self, make: impl FnOnce(&mut [Vec2]) -> Laser) -> bool {
        if self.0.len() == LASERS_MAX {
            return false;
        }
        let mut points = vec![Vec2::ZERO; TRAIL_MAX];
        let laser = make(&mut points);
        self.0.push(Box::new(Boxed { laser, points }));
        true
    }

    pub fn iter(&self) -> impl Iterator<Item = (&Laser, &[Vec2])> {
        self.0.iter().map(|boxed| (&boxed.laser, boxed.points.as_slice()))
    }

    /// Keeps those for which `keeps` is true.
    pub fn retain(&mut self, mut keeps: impl FnMut(&mut Laser, &mut [Vec2]) -> bool) {
        self.0.retain_mut(|boxed| keeps(&mut boxed.laser, &mut boxed.points));
    }
}
