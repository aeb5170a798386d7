//! All lasers of a world, in whichever storage.

use super::LASERS_MAX;
use super::birth::{LaserBirth, Owner};
use super::body::{Contact, Laser};
use super::copy::LasersCopy;
use super::storage::{Boxes, Slots};
use super::view::LaserView;
use crate::mem::arena::{FrameArena, Scratch};
use crate::sim::bullet::color::Color;
use crate::sim::bullet::look::LookId;
use crate::sim::bullet::{Cancelled, Env, KindRow, Mode};
use glam::Vec2;

/// All lasers.
pub struct Lasers {
    mode: Mode,
    /// Empty in boxed mode.
    slots: Slots,
    /// Empty in pooled mode.
    boxes: Boxes,
    /// Serial of the next birth. They begin at 1 and never come again.
    next_serial: u32,
    /// The last one stepped.
    tick: u32,
    peak: usize,
    refused_count: u64,
}

/// Whom the player meets this tick, in order of birth.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LaserTouches<'a> {
    /// Where the first laser that hits is nearest, px.
    pub hit: Option<Vec2>,
    /// Where lasers that are grazed are nearest, px, with their colours.
    pub grazes: &'a [(Vec2, Color)],
}

impl Lasers {
    /// None, and room for all, taken now.
    pub fn new(mode: Mode) -> Self {
        Self { mode, slots: Slots::new(), boxes: Boxes::default(), next_serial: 1, tick: 0, peak: 0, refused_count: 0 }
    }

    /// The storage.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Moves every laser into the other storage; the digest stays the same. Allocates.
    pub fn set_mode(&mut self, mode: Mode) {
        if mode == self.mode {
            return;
        }
        let copy = self.copy();
        self.clear();
        self.mode = mode;
        self.put_back(&copy);
    }

    /// A copy to go back to. Allocates.
    pub fn copy(&self) -> LasersCopy {
        let Self { mode: _, slots: _, boxes: _, next_serial, tick, peak, refused_count } = self;
        let lasers = self.iter().map(|(laser, points)| (*laser, laser.kept(points).to_vec())).collect();
        LasersCopy { lasers, next_serial: *next_serial, tick: *tick, peak: *peak, refused_count: *refused_count }
    }

    /// Puts everyone of a copy into the empty storage.
    pub(super) fn put_back(&mut self, copy: &LasersCopy) {
        for (laser, points) in &copy.lasers {
            self.push(|trail| {
                trail[..points.len()].copy_from_slice(points);
                *laser
            });
        }
        (self.next_serial, self.tick, self.peak, self.refused_count) = (copy.next_serial, copy.tick, copy.peak, copy.refused_count);
    }

    /// Fires one in `tick` and gives its serial; `None` when there are as many as may be.
    pub fn spawn(&mut self, birth: &LaserBirth, tick: u32) -> Option<u32> {
        let serial = self.next_serial;
        if !self.push(|points| Laser::born(birth, serial, tick, points)) {
            self.refused_count += 1;
            return None;
        }
        self.next_serial += 1;
        self.peak = self.peak.max(self.len());
        Some(serial)
    }

    /// One tick. `place` says where an owner is, px; `None` when it is gone.
    pub fn step(&mut self, env: &Env, place: impl Fn(Owner) -> Option<Vec2>) {
        self.tick = env.tick;
        self.retain(|laser, points| laser.step(points, env, &place));
    }

    /// Where straight lasers began to grow in the last tick, in order of birth.
    pub fn opening(&self) -> impl Iterator<Item = (Vec2, Color)> {
        self.iter().filter_map(|(laser, _)| Some((laser.opens(self.tick)?, laser.color)))
    }

    /// Whom a player at `player` meets.
    pub fn touch<'a>(&mut self, player: Vec2, hit_radius_px: f32, arena: &'a FrameArena) -> LaserTouches<'a> {
        match self.mode {
            Mode::Pooled => {
                let mut grazes = arena.scratch();
                let hit = self.meet(player, hit_radius_px, |graze| grazes.push(graze));
                LaserTouches { hit, grazes: grazes.into_slice() }
            }
            // The heap way: a fresh vector each tick.
            Mode::Boxed => {
                let mut grazes = Vec::new();
                let hit = self.meet(player, hit_radius_px, |graze| grazes.push(graze));
                LaserTouches { hit, grazes: arena.copy_slice(&grazes) }
            }
        }
    }

    fn meet(&mut self, player: Vec2, hit_radius_px: f32, mut graze: impl FnMut((Vec2, Color))) -> Option<Vec2> {
        let (tick, mut hit) = (self.tick, None);
        self.retain(|laser, points| {
            match laser.meet(points, player, hit_radius_px, tick) {
                Contact::Hit(at) => hit = hit.or(Some(at)),
                Contact::Graze(at) => graze((at, laser.color)),
                Contact::None => {}
            }
            true
        });
        hit
    }

    /// Removes every laser and says which pieces it falls into, laser by laser, each from its beginning or head.
    pub fn cancel_all<'a>(&mut self, arena: &'a FrameArena) -> &'a [Cancelled] {
        self.cancel(arena, |_, _, _| true)
    }

    /// The same for those that come into a circle. Such a one goes as a whole.
    pub fn cancel_within<'a>(&mut self, center: Vec2, radius_px: f32, arena: &'a FrameArena) -> &'a [Cancelled] {
        self.cancel(arena, |laser, points, tick| laser.reaches(points, center, radius_px, tick))
    }

    fn cancel<'a>(&mut self, arena: &'a FrameArena, goes: impl Fn(&Laser, &[Vec2], u32) -> bool) -> &'a [Cancelled] {
        let mut cancelled: Scratch<Cancelled> = arena.scratch();
        let tick = self.tick;
        self.retain(|laser, points| {
            if !goes(laser, points, tick) {
                return true;
            }
            let (mut nth, serial, color) = (0, laser.serial, laser.color);
            laser.pieces(points, tick, |at| {
                // Each piece flutters off in a way of its own.
                cancelled.push(Cancelled { serial: serial.wrapping_mul(61).wrapping_add(nth), at, color, look: LookId(0) });
                nth += 1;
            });
            false
        });
        cancelled.into_slice()
    }

    /// Removes every laser.
    pub fn clear(&mut self) {
        self.retain(|_, _| false);
    }

    /// Live lasers.
    pub fn len(&self) -> usize {
        match self.mode {
            Mode::Pooled => self.slots.len(),
            Mode::Boxed => self.boxes.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How the storage is doing.
    pub fn row(&self) -> KindRow {
        KindRow { name: "lasers", len: self.len(), capacity: LASERS_MAX, peak: self.peak, steals: 0, refused: self.refused_count }
    }

    /// What can be seen of each, in order of birth: later ones are drawn over earlier ones.
    pub fn views(&self) -> impl Iterator<Item = LaserView<'_>> {
        self.iter().map(|(laser, points)| LaserView::of(laser, points, self.tick))
    }

    /// A number of the whole state that the future depends on: the same in both modes.
    pub fn digest(&self) -> u64 {
        self.iter().fold(u64::from(self.next_serial), |sum, (laser, points)| sum.wrapping_add(laser.digest(points)))
    }

    /// What contradicts itself in the storage; `None` when all is as it should be.
    pub fn audit(&self) -> Option<String> {
        let unused = match self.mode {
            Mode::Pooled => self.boxes.len(),
            Mode::Boxed => self.slots.len(),
        };
        if unused > 0 {
            return Some(format!("{unused} lasers stand in the storage that is not in use"));
        }
        if !self.slots.is_sound() {
            return Some("the slots of lasers are not those of their order".to_owned());
        }
        let mut before = 0;
        for (laser, _) in self.iter() {
            if laser.serial <= before || laser.serial >= self.next_serial {
                return Some(format!("laser {} stands after laser {before}, {} is the next", laser.serial, self.next_serial));
            }
            before = laser.serial;
        }
        None
    }

    fn push(&mut self, make: impl FnOnce(&mut [Vec2]) -> Laser) -> bool {
        match self.mode {
            Mode::Pooled => self.slots.push(make),
            Mode::Boxed => self.boxes.push(make),
        }
    }

    fn iter(&self) -> impl Iterator<Item = (&Laser, &[Vec2])> {
        // One of them is empty.
        self.slots.iter().chain(self.boxes.iter())
    }

    fn retain(&mut self, keeps: impl FnMut(&mut Laser, &mut [Vec2]) -> bool) {
        match self.mode {
            Mode::Pooled => self.slots.retain(keeps),
            Mode::Boxed => self.boxes.retain(keeps),
        }
    }
}
