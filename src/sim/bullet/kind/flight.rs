//! A motion by itself: for what moves as a bullet does and is none.
//!
//! Invariant: bit for bit the way that a bullet of the same birth goes. Must not know: any kind by name, what flies.

use super::{Birth, Env, OPS};
use crate::sim::bullet::record::Row;
use glam::Vec2;

/// The state of a motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flight {
    kind: u8,
    row: Row,
}

impl Flight {
    /// At the place of `birth`; it moves in `wake_tick` for the first time.
    ///
    /// # Panics
    /// If there is no such kind.
    pub fn born(birth: &Birth, wake_tick: u32) -> Self {
        Self { kind: birth.kind, row: (OPS[usize::from(birth.kind)].born_row)(birth, wake_tick) }
    }

    /// One tick.
    pub fn step(&mut self, env: &Env) {
        (OPS[usize::from(self.kind)].step_row)(&mut self.row, env);
    }

    /// Where it is, px.
    pub fn at(&self) -> Vec2 {
        Vec2::new(self.row[0], self.row[1])
    }

    /// Its displacement in the last tick, px.
    pub fn velocity(&self) -> Vec2 {
        Vec2::new(self.row[2], self.row[3])
    }

    /// Index of its kind, then all of its state: what its future depends on.
    pub fn numbers(&self) -> impl Iterator<Item = f32> {
        std::iter::once(f32::from(self.kind)).chain(self.row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mem::arena::FrameArena;
    use crate::sim::bullet::kind::tests::birth;
    use crate::sim::bullet::{Bullets, KINDS, Mode, Policy};

    #[test]
    fn every_kind_flies_alone_as_it_does_among_bullets() {
        let mut arena = FrameArena::with_capacity(1 << 16);
        for (kind, info) in (0..).zip(&KINDS) {
            let params: Vec<f32> = info.params.iter().map(|param| param.default + (param.max - param.default) * 0.01).collect();
            let birth = Birth { kind, at: Vec2::new(100.0, 90.0), angle_deg: 40.0, delay_ticks: 5, ..birth(1.5, &params) };
            let mut bullets = Bullets::new(4, Policy::Reject, Mode::Pooled);
            let handle = bullets.spawn(&birth, 10).expect("room");
            let mut flight = Flight::born(&birth, 15);
            for tick in 10..80 {
                arena.reset(tick);
                let env = Env { target: Vec2::new(200.0, 400.0), tick };
                bullets.step(&env, &arena);
                if tick >= 15 {
                    flight.step(&env);
                }
                let bullet = bullets.get(handle).expect("it stays inside");
                assert_eq!((flight.at(), flight.velocity()), (bullet.at, bullet.velocity), "{} at tick {tick}", info.name);
            }
        }
    }
}
