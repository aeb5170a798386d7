//! The load that `bench` measures: bullets of every kind in equal shares, a moving player, hits with their damage numbers.
//!
//! Invariant: a function of its parameters and the tick alone, so that every block of a comparison does the same work.

use std::hint::black_box;
use tamafubuki::mem::arena::{ArenaStats, FrameArena};
use tamafubuki::sim::bullet::birth::{Birth, PARAMS_MAX};
use tamafubuki::sim::bullet::color::Color;
use tamafubuki::sim::bullet::look::LookId;
use tamafubuki::sim::bullet::{Bullets, Env, KINDS, Mode, Policy};
use tamafubuki::sim::label::Labels;
use tamafubuki::sim::probe::{Part, Probe};
use tamafubuki::sim::rng::Rng;
use tamafubuki::sim::{field, math};

use glam::Vec2;

/// Hits a second, each with its damage number.
const HITS_PER_SECOND: u32 = 400;
/// Targets the hits fall on.
const TARGETS: u32 = 40;
/// Radius of the player's hit circle, px.
const HIT_RADIUS_PX: f32 = 2.2;

/// A load in one storage mode.
pub struct Load {
    bullets: Bullets,
    labels: Labels,
    arena: FrameArena,
    rng: Rng,
    tick: u32,
    count: usize,
    /// Mean life, ticks; 0 for no end.
    life_ticks: u32,
    born: usize,
    hits_due: u32,
}

impl Load {
    /// `count` bullets, of which `churn_percent` die of age each tick and are replaced.
    pub fn new(count: usize, churn_percent: f32, mode: Mode) -> Self {
        let life_ticks = if churn_percent > 0.0 { (100.0 / churn_percent).round().max(1.0) as u32 } else { 0 };
        Self {
            // Room for uneven shares: the kinds leave the playfield at different rates.
            bullets: Bullets::new(count / 2 + 64, Policy::StealOldest, mode),
            labels: Labels::new(mode),
            arena: FrameArena::with_capacity((4 << 20) + count * 64),
            rng: Rng::new(1),
            tick: 0,
            count,
            life_ticks,
            born: 0,
            hits_due: 0,
        }
    }

    /// One tick.
    pub fn step(&mut self, probe: &mut dyn Probe) {
        self.tick += 1;
        self.arena.reset(self.tick);
        let (sin, cos) = math::sin_cos_deg(self.tick as f32);
        let player = Vec2::new(field::WIDTH_PX, field::HEIGHT_PX) / 2.0 + Vec2::new(cos, sin) * 120.0;

        probe.enter(Part::Pattern);
        for _ in self.bullets.len()..self.count {
            let birth = self.birth();
            self.bullets.spawn(&birth, self.tick);
        }
        probe.enter(Part::Step);
        self.bullets.step(&Env { target: player, tick: self.tick }, &self.arena);
        probe.enter(Part::Collide);
        let touches = self.bullets.touch(player, HIT_RADIUS_PX, &self.arena);
        for hit in touches.hits {
            self.bullets.remove(hit.handle);
        }
        black_box(touches.grazes.len());
        probe.enter(Part::Labels);
        self.hits_due += HITS_PER_SECOND;
        while self.hits_due >= field::TICKS_PER_SECOND {
            self.hits_due -= field::TICKS_PER_SECOND;
            let target = self.rng.below(TARGETS);
            self.labels.hit(target, player, 10 + target, self.tick);
        }
        self.labels.step(self.tick, &self.arena);
    }

    /// The bullets and the arena.
    pub fn state(&self) -> (&Bullets, ArenaStats) {
        (&self.bullets, self.arena.stats())
    }

    /// Equal in both modes at the same tick.
    pub fn digest(&self) -> u64 {
        self.bullets.digest()
    }

    fn birth(&mut self) -> Birth {
        let kind = self.born % KINDS.len();
        self.born += 1;
        let mut params = [0.0; PARAMS_MAX];
        for (param, info) in params.iter_mut().zip(KINDS[kind].params) {
            *param = info.default;
        }
        let rng = &mut self.rng;
        Birth {
            kind: kind as u8,
            params,
            at: Vec2::new(rng.range(0.0, field::WIDTH_PX), rng.range(0.0, field::HEIGHT_PX)),
            angle_deg: rng.range(0.0, 360.0),
            speed_px_per_tick: rng.range(0.1, 0.6),
            look: LookId(0),
            color: Color::ALL[rng.below(8) as usize],
            hit_radius_px: 2.8,
            graze_radius_px: 18.0,
            // From a half to one and a half of the mean, so that deaths spread evenly.
            lifetime_ticks: if self.life_ticks == 0 { 0 } else { self.life_ticks / 2 + rng.below(self.life_ticks) + 1 },
            delay_ticks: 0,
        }
    }
}
