//! One heap block a bullet behind a virtual call, and nothing else: the least that boxes cost.
//!
//! The game's boxed storage keeps handles, ages and a draw order as its pools do; this one keeps none of it, as the arrays of structs do.

use super::contender::Contender;
use super::plain::{Accelerating, Circular, Env, Homing, Linear, Motion, Plain};
use super::target;
use tamafubuki::sim::bullet::birth::Birth;

/// A bullet behind a pointer.
pub trait Bullet {
    /// One tick; false when it is to be removed.
    fn step(&mut self, env: &Env) -> bool;

    /// Whether it hits the player or grazes it for the first time.
    fn meets(&mut self, player: glam::Vec2) -> bool;

    /// A number of what is drawn.
    fn digest(&self) -> u64;
}

impl<M: Motion> Bullet for Plain<M> {
    fn step(&mut self, env: &Env) -> bool {
        Plain::step(self, env)
    }

    fn meets(&mut self, player: glam::Vec2) -> bool {
        Plain::meets(self, player)
    }

    fn digest(&self) -> u64 {
        Plain::digest(self)
    }
}

#[derive(Default)]
pub struct Boxes(Vec<Box<dyn Bullet>>);

impl Boxes {
    fn step_all<const TOUCH: bool>(&mut self, tick: u32) -> usize {
        let env = Env { target: target::player(tick), tick };
        let (mut index, mut touch_count) = (0, 0);
        while index < self.0.len() {
            let bullet = &mut self.0[index];
            if bullet.step(&env) {
                touch_count += usize::from(TOUCH && bullet.meets(env.target));
                index += 1;
            } else {
                self.0.swap_remove(index);
            }
        }
        touch_count
    }
}

impl Contender for Boxes {
    fn births(&mut self, births: &[Birth], tick: u32) {
        for birth in births {
            self.0.push(match birth.kind {
                Linear::INDEX => Box::new(Plain::<Linear>::born(birth, tick)),
                Accelerating::INDEX => Box::new(Plain::<Accelerating>::born(birth, tick)),
                Circular::INDEX => Box::new(Plain::<Circular>::born(birth, tick)),
                _ => Box::new(Plain::<Homing>::born(birth, tick)),
            });
        }
    }

    fn step(&mut self, tick: u32) {
        self.step_all::<false>(tick);
    }

    fn step_and_touch(&mut self, tick: u32) -> usize {
        self.step_all::<true>(tick)
    }

    fn len(&mut self) -> usize {
        self.0.len()
    }

    fn digest(&mut self) -> u64 {
        self.0.iter().map(|bullet| bullet.digest()).fold(0, u64::wrapping_add)
    }
}
