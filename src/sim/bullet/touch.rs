//! Who meets the player, and cancelling.
//!
//! Invariant: lists come out in order of serial, so what follows from them does not depend on the storage.

use super::color::Color;
use super::look::LookId;
use super::record::{Cold, Meeting};
use super::{Bullets, Handle, KIND_COUNT, Mode};
use crate::mem::arena::{FrameArena, Kept, Scratch};
use glam::Vec2;

/// A player with a greater hit radius than this is looked for by a search of its own, px.
pub(super) const PLAYER_RADIUS_MAX_PX: f32 = 4.0;

/// A bullet that meets the player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// Serial of birth.
    pub serial: u32,
    /// Where it is, px.
    pub at: Vec2,
    /// To remove it by.
    pub handle: Handle,
    /// Its colour.
    pub color: Color,
}

/// Who meets the player this tick, each list in order of serial.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Touches<'a> {
    /// Bullets that overlap the player's hit circle.
    pub hits: &'a [Touch],
    /// Bullets that pass by closely for the first time in their life, and do not hit.
    pub grazes: &'a [Touch],
}

/// A bullet that was cancelled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cancelled {
    /// Serial of birth.
    pub serial: u32,
    /// Where it was, px.
    pub at: Vec2,
    /// Its colour.
    pub color: Color,
    /// Its look.
    pub look: LookId,
}

/// Who was near the target in the last step, gathered on the way.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Near {
    pub target: Vec2,
    pub handles: Kept<Handle>,
    /// Whether nobody came since who may be near as well.
    pub is_complete: bool,
}

impl Bullets {
    /// Who meets a player at `player`. Bullets in their spawn cloud meet nobody; a graze is told once in a bullet's life.
    ///
    /// Cheapest at the target of the last step, before the next birth and reset of the arena: the step has found who is near.
    pub fn touch<'a>(&mut self, player: Vec2, hit_radius_px: f32, arena: &'a FrameArena) -> Touches<'a> {
        match self.mode {
            Mode::Pooled => self.touch_pooled(player, hit_radius_px, arena),
            Mode::Boxed => self.touch_boxed(player, hit_radius_px, arena),
        }
    }

    fn touch_pooled<'a>(&mut self, player: Vec2, hit_radius_px: f32, arena: &'a FrameArena) -> Touches<'a> {
        let seen = self.near;
        let is_seen = seen.is_complete && seen.target == player && hit_radius_px <= PLAYER_RADIUS_MAX_PX && arena.holds(seen.handles);
        let near = if is_seen { arena.kept(seen.handles) } else { self.find_near(player, hit_radius_px, arena) };
        let (mut hits, mut grazes) = (arena.scratch(), arena.scratch());
        for &handle in near {
            let pool = &mut self.pools[handle.kind()];
            let Some(index) = self.slots[handle.kind()].resolve(handle).map(|position| position as usize) else { continue };
            let (at, color) = (pool.at(index), pool.cold(index).color);
            let touch = Touch { serial: handle.generation, at, handle, color };
            match pool.radii_mut(index).meet(at, player, hit_radius_px) {
                Meeting::Hit => hits.push(touch),
                Meeting::Graze => grazes.push(touch),
                Meeting::None => {}
            }
        }
        Touches { hits: by_serial(hits, |touch| touch.serial), grazes: by_serial(grazes, |touch| touch.serial) }
    }

    fn find_near<'a>(&self, player: Vec2, hit_radius_px: f32, arena: &'a FrameArena) -> &'a [Handle] {
        let mut near = arena.scratch();
        for pool in &self.pools {
            pool.find_near(player, hit_radius_px, self.lanes, arena, &mut near);
        }
        near.into_slice()
    }

    /// The heap way: fresh vectors each tick.
    fn touch_boxed<'a>(&mut self, player: Vec2, hit_radius_px: f32, arena: &'a FrameArena) -> Touches<'a> {
        let (mut hits, mut grazes) = (Vec::new(), Vec::new());
        for bullet in &mut self.boxes {
            let list = match bullet.meet(player, hit_radius_px, self.tick) {
                Meeting::Hit => &mut hits,
                Meeting::Graze => &mut grazes,
                Meeting::None => continue,
            };
            let Cold { serial, slot, color, .. } = bullet.life().cold;
            list.push(Touch { serial, at: bullet.course().0, handle: Handle::new(bullet.kind(), slot, serial), color });
        }
        hits.sort_unstable_by_key(|touch| touch.serial);
        grazes.sort_unstable_by_key(|touch| touch.serial);
        Touches { hits: arena.copy_slice(&hits), grazes: arena.copy_slice(&grazes) }
    }

    /// Removes everyone and says who it was, in order of serial.
    pub fn cancel_all<'a>(&mut self, arena: &'a FrameArena) -> &'a [Cancelled] {
        let mut cancelled = arena.scratch();
        cancelled.reserve(self.len());
        for pool in &self.pools {
            (0..pool.len()).for_each(|index| cancelled.push(cancelled_of(pool.at(index), pool.cold(index))));
        }
        self.boxes.iter().for_each(|bullet| cancelled.push(cancelled_of(bullet.course().0, &bullet.life().cold)));
        self.clear();
        by_serial(cancelled, |cancelled| cancelled.serial)
    }

    /// Removes everyone but those of these serials, which ascend, and says who it was, in order of serial.
    pub fn cancel_all_but<'a>(&mut self, spared: &[u32], arena: &'a FrameArena) -> &'a [Cancelled] {
        let (mut handles, mut cancelled) = (arena.scratch(), arena.scratch());
        for pool in &self.pools {
            (0..pool.len()).for_each(|index| handles.push(pool.handle(index)));
        }
        for bullet in &self.boxes {
            handles.push(Handle::new(bullet.kind(), bullet.life().cold.slot, bullet.life().cold.serial));
        }
        for &handle in handles.iter().filter(|handle| spared.binary_search(&handle.generation).is_err()) {
            if let Some(view) = self.get(handle) {
                cancelled.push(Cancelled { serial: view.serial, at: view.at, color: view.color, look: view.look });
                self.remove(handle);
            }
        }
        by_serial(cancelled, |cancelled| cancelled.serial)
    }

    /// Removes those whose centre is at most `radius_px` from `center` and says who it was, in order of serial.
    pub fn cancel_within<'a>(&mut self, center: Vec2, radius_px: f32, arena: &'a FrameArena) -> &'a [Cancelled] {
        let mut cancelled = arena.scratch();
        for kind in 0..KIND_COUNT {
            let pool = &mut self.pools[kind];
            let within = pool.find_within(center, radius_px, self.lanes, arena);
            cancelled.reserve(within.len());
            within.iter().map(|&index| index as usize).for_each(|index| cancelled.push(cancelled_of(pool.at(index), pool.cold(index))));
            let (moving, waiting) = within.split_at(within.partition_point(|&index| pool.is_awake(index as usize)));
            // Those who wait first, from the end: so nobody's position changes before he is removed.
            waiting.iter().rev().for_each(|&index| self.remove_at(kind, index as usize));
            self.pools[kind].remove_all(moving, &mut self.slots[kind], &mut self.order);
        }
        let mut position = 0;
        while let Some(bullet) = self.boxes.get(position) {
            let at = bullet.course().0;
            if at.distance_squared(center) <= radius_px * radius_px {
                cancelled.push(cancelled_of(at, &bullet.life().cold));
                let kind = usize::from(bullet.kind());
                self.remove_at(kind, position);
            } else {
                position += 1;
            }
        }
        by_serial(cancelled, |cancelled| cancelled.serial)
    }
}

fn cancelled_of(at: Vec2, cold: &Cold) -> Cancelled {
    Cancelled { serial: cold.serial, at, color: cold.color, look: LookId(cold.look) }
}

fn by_serial<'a, T: Copy>(list: Scratch<'a, T>, serial: impl Fn(&T) -> u32) -> &'a [T] {
    let list = list.into_slice();
    list.sort_unstable_by_key(serial);
    list
}
