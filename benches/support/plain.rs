//! The four motions as plain structs, for contenders that store them in their own way. The same formulas as the game's kinds, checked by a digest of positions.

use super::contender::HIT_RADIUS_PX;
use glam::Vec2;
use tamafubuki::sim::bullet::birth::Birth;
use tamafubuki::sim::{field, math};

/// What a step may read.
#[derive(Clone, Copy)]
pub struct Env {
    pub target: Vec2,
    pub tick: u32,
}

/// Where a bullet is and where it goes.
#[derive(Clone, Copy)]
pub struct Course {
    pub x: f32,
    pub y: f32,
    pub vx: f32,
    pub vy: f32,
}

/// A motion beside its course.
pub trait Motion: Copy + Send + Sync + 'static {
    /// Which kind of THE LIST it is.
    const INDEX: u8;

    fn born(birth: &Birth, tick: u32) -> Self;
    fn step(&mut self, course: &mut Course, env: &Env);
}

/// What no step reads.
#[derive(Clone, Copy)]
pub struct Rest {
    pub expiry_tick: u32,
    pub hit_px: f32,
    pub graze_px: f32,
    pub look: u8,
    pub color: u8,
}

impl Rest {
    pub fn born(birth: &Birth, tick: u32) -> Self {
        let expiry_tick = if birth.lifetime_ticks == 0 { i32::MAX as u32 } else { tick + birth.lifetime_ticks };
        let (hit_px, graze_px) = (birth.hit_radius_px, birth.graze_radius_px);
        Self { expiry_tick, hit_px, graze_px, look: birth.look.0, color: birth.color as u8 }
    }
}

/// A bullet in one piece.
#[derive(Clone, Copy)]
pub struct Plain<M> {
    pub motion: M,
    pub course: Course,
    pub rest: Rest,
}

impl<M: Motion> Plain<M> {
    pub fn born(birth: &Birth, tick: u32) -> Self {
        Self { motion: M::born(birth, tick), course: Course::born(birth), rest: Rest::born(birth, tick) }
    }

    /// One tick; false when it is to be removed.
    #[inline]
    pub fn step(&mut self, env: &Env) -> bool {
        self.motion.step(&mut self.course, env);
        !is_dead(self.course.x, self.course.y, self.rest.expiry_tick, env.tick)
    }

    /// Whether it hits the player or grazes it for the first time.
    #[inline]
    pub fn meets(&mut self, player: Vec2) -> bool {
        let Self { course, rest, .. } = self;
        let distance_squared = Vec2::new(course.x, course.y).distance_squared(player);
        let hit_px = rest.hit_px + HIT_RADIUS_PX;
        let is_hit = distance_squared < hit_px * hit_px;
        let is_graze = !is_hit && distance_squared < rest.graze_px * rest.graze_px;
        if is_graze {
            rest.graze_px = 0.0;
        }
        is_hit || is_graze
    }

    /// A number of it as it is drawn.
    pub fn digest(&self) -> u64 {
        digest(self.course.x, self.course.y, self.rest.look, self.rest.color)
    }
}

impl Course {
    pub fn born(birth: &Birth) -> Self {
        let v = math::unit(birth.angle_deg) * birth.speed_px_per_tick;
        Self { x: birth.at.x, y: birth.at.y, vx: v.x, vy: v.y }
    }

    #[inline(always)]
    fn advance(&mut self) {
        self.x += self.vx;
        self.y += self.vy;
    }
}

/// Whether a bullet is to be removed. One branch instead of five.
#[inline(always)]
pub fn is_dead(x: f32, y: f32, expiry_tick: u32, tick: u32) -> bool {
    const MARGIN_PX: f32 = field::CULL_MARGIN_PX;
    let is_inside_x = (-MARGIN_PX..=field::WIDTH_PX + MARGIN_PX).contains(&x);
    let is_inside_y = (-MARGIN_PX..=field::HEIGHT_PX + MARGIN_PX).contains(&y);
    !(is_inside_x & is_inside_y & (expiry_tick as i32 > tick as i32))
}

/// A number of one bullet as it is drawn, to be summed in any order.
pub fn digest(x: f32, y: f32, look: u8, color: u8) -> u64 {
    let place = u64::from(x.to_bits()) << 32 | u64::from(y.to_bits());
    (place ^ u64::from(look) << 8 ^ u64::from(color)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[derive(Clone, Copy)]
pub struct Linear;

impl Motion for Linear {
    const INDEX: u8 = 0;

    fn born(_: &Birth, _: u32) -> Self {
        Self
    }

    #[inline(always)]
    fn step(&mut self, course: &mut Course, _: &Env) {
        course.advance();
    }
}

#[derive(Clone, Copy)]
pub struct Accelerating {
    pub ax: f32,
    pub ay: f32,
    pub left: f32,
}

impl Motion for Accelerating {
    const INDEX: u8 = 1;

    fn born(birth: &Birth, _: u32) -> Self {
        let [accel, _, _, max_speed, ..] = birth.params;
        let a = math::unit(birth.angle_deg) * accel;
        Self { ax: a.x, ay: a.y, left: ((max_speed - birth.speed_px_per_tick) / accel).max(0.0) }
    }

    #[inline(always)]
    fn step(&mut self, course: &mut Course, _: &Env) {
        let part = if self.left < 1.0 { self.left } else { 1.0 };
        self.left -= part;
        course.vx += self.ax * part;
        course.vy += self.ay * part;
        course.advance();
    }
}

#[derive(Clone, Copy)]
pub struct Circular {
    pub turn_x: f32,
    pub turn_y: f32,
}

impl Motion for Circular {
    const INDEX: u8 = 2;

    fn born(birth: &Birth, _: u32) -> Self {
        let turn = math::unit(birth.params[0]);
        Self { turn_x: turn.x, turn_y: turn.y }
    }

    #[inline(always)]
    fn step(&mut self, course: &mut Course, _: &Env) {
        let vx = course.vx * self.turn_x - course.vy * self.turn_y;
        course.vy = course.vx * self.turn_y + course.vy * self.turn_x;
        course.vx = vx;
        course.advance();
    }
}

#[derive(Clone, Copy)]
pub struct Homing {
    cos: f32,
    sin: f32,
    end_tick: u32,
}

impl Motion for Homing {
    const INDEX: u8 = 3;

    fn born(birth: &Birth, tick: u32) -> Self {
        let (sin, cos) = math::sin_cos_deg(birth.params[0]);
        Self { cos, sin, end_tick: tick + birth.params[1] as u32 }
    }

    #[inline(always)]
    fn step(&mut self, course: &mut Course, env: &Env) {
        let (dx, dy) = (env.target.x - course.x, env.target.y - course.y);
        let side = course.vx * dy - course.vy * dx;
        let sin = self.sin.copysign(side);
        let vx = course.vx * self.cos - course.vy * sin;
        let vy = course.vx * sin + course.vy * self.cos;
        let is_short = (side.to_bits() ^ (vx * dy - vy * dx).to_bits()) as i32 >= 0;
        // Selects, as in the game: who turns cannot be foretold, and a missed branch costs more than the whole bullet.
        let is_turning = is_short & (env.tick < self.end_tick);
        course.vx = if is_turning { vx } else { course.vx };
        course.vy = if is_turning { vy } else { course.vy };
        course.advance();
    }
}
