//! What every storage of bullets must be able to do, and the game's own two.

#![allow(dead_code, reason = "shared: no bench uses all of it")]

use super::{plain, target};
use tamafubuki::mem::arena::FrameArena;
use tamafubuki::mem::lanes::Lanes;
use tamafubuki::sim::bullet::birth::Birth;
use tamafubuki::sim::bullet::{Bullets, Env, Mode, Policy};

/// Radius of the player's hit circle, px.
pub const HIT_RADIUS_PX: f32 = 2.5;

/// A storage of bullets of four kinds.
pub trait Contender {
    /// Births of one tick.
    fn births(&mut self, births: &[Birth], tick: u32);

    /// Motion and culling of one tick.
    fn step(&mut self, tick: u32);

    /// The same, and how many hit the player or graze it for the first time, in whichever passes suit the storage best.
    fn step_and_touch(&mut self, tick: u32) -> usize;

    /// Live bullets.
    fn len(&mut self) -> usize;

    /// The sum of `plain::digest` over all bullets.
    fn digest(&mut self) -> u64;
}

/// The game's storages, with all that the game keeps of a bullet: handle, age, place in the draw order, spawn cloud.
pub struct Ours {
    bullets: Bullets,
    arena: FrameArena,
}

impl Ours {
    /// Room for `bullet_count` in whichever kinds: nobody's place is taken, since the others know no such thing.
    pub fn new(mode: Mode, lanes: Lanes, bullet_count: usize) -> Self {
        let mut bullets = Bullets::new(bullet_count / 2 + 64, Policy::StealOldest, mode);
        bullets.set_lanes(lanes);
        Self { bullets, arena: FrameArena::with_capacity(bullet_count * 8 + 65_536) }
    }
}

impl Contender for Ours {
    fn births(&mut self, births: &[Birth], tick: u32) {
        self.arena.reset(tick);
        self.bullets.spawn_all(births, tick, &self.arena, |_, handle| _ = std::hint::black_box(handle));
    }

    fn step(&mut self, tick: u32) {
        self.bullets.step(&Env { target: target::player(tick), tick }, &self.arena);
    }

    fn step_and_touch(&mut self, tick: u32) -> usize {
        self.step(tick);
        let touches = self.bullets.touch(target::player(tick), HIT_RADIUS_PX, &self.arena);
        touches.hits.len() + touches.grazes.len()
    }

    fn len(&mut self) -> usize {
        self.bullets.len()
    }

    fn digest(&mut self) -> u64 {
        let mut instances = Vec::new();
        self.bullets.instances(0, &mut instances);
        instances.iter().map(|one| plain::digest(one.x, one.y, one.look(), one.color())).fold(0, u64::wrapping_add)
    }
}
