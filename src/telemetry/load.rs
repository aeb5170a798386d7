//! The load that benches and `bench` measure: bullets of the measured kinds in equal shares, a moving player, hits with their damage numbers, bombs.
//!
//! Invariant: a function of its parameters and the tick alone, so that every run of it does the same work. What a pattern would compute (whom to bear) is made
//! ready before the tick, outside of what is measured; that they are born is part of it. Must not know: clocks.

use crate::mem::arena::{ArenaStats, FrameArena};
use crate::mem::lanes::Lanes;
use crate::sim::bullet::birth::{Birth, PARAMS_MAX};
use crate::sim::bullet::color::Color;
use crate::sim::bullet::look::LookId;
use crate::sim::bullet::{Bullets, Env, KINDS, MEASURED_KINDS, Mode, Policy};
use crate::sim::label::Labels;
use crate::sim::probe::{Part, Probe};
use crate::sim::rng::Rng;
use crate::sim::{field, math};
use glam::Vec2;
use std::hint::black_box;

/// Hits a second, each with its damage number.
const HITS_PER_SECOND: u32 = 400;
/// Targets the hits fall on.
const TARGETS: u32 = 40;
/// Radius of the player's hit circle, px.
const HIT_RADIUS_PX: f32 = 2.2;
/// Ticks from one bomb to the next.
pub const BOMB_TICKS: u32 = 300;
/// The first bomb.
const FIRST_BOMB_TICK: u32 = 130;
/// After a bomb the field fills again by at most one in so many of all bullets a tick: volleys, not one wall.
const REFILL_SHARE: usize = 50;

/// What happens at a bomb.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bombs {
    /// There are none.
    #[default]
    None,
    /// Half of all bullets die in one tick, those within a circle in the middle of the field, and each is named, as the game's scraps need it.
    Half,
    /// All die in one tick and nobody asks who it was.
    All,
}

/// How much there is to do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    /// Bullets kept alive.
    pub bullet_count: usize,
    /// How many in a hundred die of age each tick, and are replaced.
    pub churn_percent: f32,
    /// Every [`BOMB_TICKS`].
    pub bombs: Bombs,
}

/// A load in one storage mode.
pub struct Load {
    shape: Shape,
    bullets: Bullets,
    labels: Labels,
    arena: FrameArena,
    rng: Rng,
    tick: u32,
    /// Mean life, ticks; 0 for no end.
    life_ticks: u32,
    births: Vec<Birth>,
    born: usize,
    hits_due: u32,
}

impl Load {
    /// Takes all memory that the pooled mode needs. No bullets yet: the first tick bears them all.
    pub fn new(shape: Shape, mode: Mode) -> Self {
        let Shape { bullet_count: count, churn_percent, .. } = shape;
        let mut bullets = Bullets::new(0, Policy::StealOldest, mode);
        // Room for uneven shares: the kinds leave the playfield at different rates.
        bullets.grow(&MEASURED_KINDS, count / 2 + 64);
        Self {
            shape,
            bullets,
            labels: Labels::new(mode),
            arena: FrameArena::with_capacity((4 << 20) + count * 64),
            rng: Rng::new(1),
            tick: 0,
            life_ticks: if churn_percent > 0.0 { (100.0 / churn_percent).round().max(1.0) as u32 } else { 0 },
            births: Vec::with_capacity(count),
            born: 0,
            hits_due: 0,
        }
    }

    /// Chooses the instructions of the pooled step.
    pub fn set_lanes(&mut self, lanes: Lanes) {
        self.bullets.set_lanes(lanes);
    }

    /// Makes ready who is born in the next tick. Not part of what is measured.
    pub fn prepare(&mut self) {
        let missing = self.shape.bullet_count.saturating_sub(self.bullets.len());
        let most = match self.shape.bombs {
            Bombs::None => usize::MAX,
            _ if self.tick == 0 => usize::MAX,
            // Beside those who replace the aged.
            _ => (self.shape.bullet_count as f32 * self.shape.churn_percent / 100.0) as usize + self.shape.bullet_count / REFILL_SHARE + 1,
        };
        self.births.clear();
        for _ in 0..missing.min(most) {
            let birth = self.birth();
            self.births.push(birth);
        }
    }

    /// One tick.
    pub fn step(&mut self, probe: &mut dyn Probe) {
        self.tick += 1;
        self.arena.reset(self.tick);
        let (sin, cos) = math::sin_cos_deg(self.tick as f32);
        let middle = Vec2::new(field::WIDTH_PX, field::HEIGHT_PX) / 2.0;
        let player = middle + Vec2::new(cos, sin) * 120.0;

        probe.enter(Part::Pattern);
        self.bullets.spawn_all(&self.births, self.tick, &self.arena, |_, _| ());
        probe.enter(Part::Step);
        self.bullets.step(&Env { target: player, tick: self.tick }, &self.arena);
        probe.enter(Part::Collide);
        let touches = self.bullets.touch(player, HIT_RADIUS_PX, &self.arena);
        for hit in touches.hits {
            self.bullets.remove(hit.handle);
        }
        black_box(touches.grazes.len());
        if self.is_bomb() {
            match self.shape.bombs {
                Bombs::None => {}
                // A circle of half the field's area.
                Bombs::Half => {
                    let radius_px = (field::WIDTH_PX * field::HEIGHT_PX * 0.5 / std::f32::consts::PI).sqrt();
                    black_box(self.bullets.cancel_within(middle, radius_px, &self.arena).len());
                }
                Bombs::All => self.bullets.clear(),
            }
        }
        probe.enter(Part::Labels);
        self.hits_due += HITS_PER_SECOND;
        while self.hits_due >= field::TICKS_PER_SECOND {
            self.hits_due -= field::TICKS_PER_SECOND;
            let target = self.rng.below(TARGETS);
            self.labels.hit(target, player, 10 + target, self.tick);
        }
        self.labels.step(self.tick, &self.arena);
    }

    /// Whether the last tick was one of a bomb.
    pub fn is_bomb(&self) -> bool {
        self.shape.bombs != Bombs::None && self.tick % BOMB_TICKS == FIRST_BOMB_TICK
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
        let kind = MEASURED_KINDS[self.born % MEASURED_KINDS.len()];
        self.born += 1;
        let mut params = [0.0; PARAMS_MAX];
        for (param, info) in params.iter_mut().zip(KINDS[usize::from(kind)].params) {
            *param = info.default;
        }
        let rng = &mut self.rng;
        Birth {
            kind,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::probe::Silent;

    fn run(bombs: Bombs, mode: Mode) -> (Vec<usize>, u64) {
        let mut load = Load::new(Shape { bullet_count: 800, churn_percent: 1.0, bombs }, mode);
        let counts = (0..FIRST_BOMB_TICK + BOMB_TICKS)
            .map(|_| {
                load.prepare();
                load.step(&mut Silent);
                load.bullets.len()
            })
            .collect();
        (counts, load.digest())
    }

    #[test]
    fn both_modes_do_the_same_and_a_bomb_takes_whom_it_should() {
        for (bombs, left) in [(Bombs::None, 780..=800), (Bombs::Half, 340..=460), (Bombs::All, 0..=0)] {
            let (counts, digest) = run(bombs, Mode::Pooled);
            assert_eq!(run(bombs, Mode::Boxed), (counts.clone(), digest));
            let bomb = FIRST_BOMB_TICK as usize - 1;
            for bomb in [bomb, bomb + BOMB_TICKS as usize] {
                assert!(left.contains(&counts[bomb]), "{bombs:?}: {}", counts[bomb]);
                assert!(counts[bomb - 1] > 780, "{bombs:?}: full before");
            }
            assert!(counts[bomb + 1] <= counts[bomb] + 8 + 16 + 1, "{bombs:?}: it fills by volleys");
        }
    }

    #[test]
    fn it_is_of_the_measured_kinds_in_equal_shares() {
        let mut load = Load::new(Shape { bullet_count: 800, churn_percent: 0.0, bombs: Bombs::None }, Mode::Pooled);
        load.prepare();
        assert_eq!(load.births.len(), 800);
        load.step(&mut Silent);
        let named = ["Linear", "Accelerating", "Circular", "Homing"];
        for row in load.bullets.rows() {
            let is_measured = named.contains(&row.name);
            // A few meet the player at once.
            assert_eq!((row.peak, row.capacity), if is_measured { (200, 464) } else { (0, 0) }, "{row:?}");
        }
    }
}
