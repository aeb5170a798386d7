//! Four kinds, each in a part of its own, as one contender: what arrays of structs and the storages of other crates have in common.
//!
//! The kinds are named in code, so nothing is virtual here. A part moves its bullets, culls them and, when asked, meets the player while the bullet is at hand.

use super::contender::Contender;
use super::plain::{Accelerating, Circular, Env, Homing, Linear, Motion};
use super::target;
use tamafubuki::sim::bullet::birth::Birth;

/// The bullets of one kind.
pub trait Part {
    /// What the parts of one contender have in common: a world, a buffer.
    type Shared: Default;

    /// No bullets.
    fn new(shared: &mut Self::Shared) -> Self;

    /// Whether births are handed over a kind at a time.
    const IN_BATCHES: bool = false;

    fn born(&mut self, shared: &mut Self::Shared, birth: &Birth, tick: u32);

    /// Births of one kind.
    fn born_together<'a>(&mut self, shared: &mut Self::Shared, births: impl Iterator<Item = &'a Birth>, tick: u32) {
        births.for_each(|birth| self.born(shared, birth, tick));
    }

    /// One tick of everyone, and who is dead removed; with `TOUCH` also how many hit the player or graze it for the first time.
    fn step<const TOUCH: bool>(&mut self, shared: &mut Self::Shared, env: &Env) -> usize;

    fn len(&mut self, shared: &mut Self::Shared) -> usize;

    /// The sum of `plain::digest` over all bullets.
    fn digest(&mut self, shared: &mut Self::Shared) -> u64;
}

/// A contender of four parts.
pub struct Four<S, L, A, C, H> {
    shared: S,
    linear: L,
    accelerating: A,
    circular: C,
    homing: H,
}

impl<S, L, A, C, H> Four<S, L, A, C, H>
where
    S: Default,
    L: Part<Shared = S>,
    A: Part<Shared = S>,
    C: Part<Shared = S>,
    H: Part<Shared = S>,
{
    /// No bullets.
    pub fn new() -> Self {
        let mut shared = S::default();
        let (linear, accelerating) = (L::new(&mut shared), A::new(&mut shared));
        let (circular, homing) = (C::new(&mut shared), H::new(&mut shared));
        Self { shared, linear, accelerating, circular, homing }
    }

    fn step_all<const TOUCH: bool>(&mut self, tick: u32) -> usize {
        let (shared, env) = (&mut self.shared, Env { target: target::player(tick), tick });
        self.linear.step::<TOUCH>(shared, &env)
            + self.accelerating.step::<TOUCH>(shared, &env)
            + self.circular.step::<TOUCH>(shared, &env)
            + self.homing.step::<TOUCH>(shared, &env)
    }
}

impl<S, L, A, C, H> Contender for Four<S, L, A, C, H>
where
    S: Default,
    L: Part<Shared = S>,
    A: Part<Shared = S>,
    C: Part<Shared = S>,
    H: Part<Shared = S>,
{
    fn births(&mut self, births: &[Birth], tick: u32) {
        let shared = &mut self.shared;
        if L::IN_BATCHES {
            let of = |kind: u8| births.iter().filter(move |birth| birth.kind == kind);
            self.linear.born_together(shared, of(Linear::INDEX), tick);
            self.accelerating.born_together(shared, of(Accelerating::INDEX), tick);
            self.circular.born_together(shared, of(Circular::INDEX), tick);
            self.homing.born_together(shared, of(Homing::INDEX), tick);
            return;
        }
        for birth in births {
            match birth.kind {
                Linear::INDEX => self.linear.born(shared, birth, tick),
                Accelerating::INDEX => self.accelerating.born(shared, birth, tick),
                Circular::INDEX => self.circular.born(shared, birth, tick),
                _ => self.homing.born(shared, birth, tick),
            }
        }
    }

    fn step(&mut self, tick: u32) {
        self.step_all::<false>(tick);
    }

    fn step_and_touch(&mut self, tick: u32) -> usize {
        self.step_all::<true>(tick)
    }

    fn len(&mut self) -> usize {
        let shared = &mut self.shared;
        self.linear.len(shared) + self.accelerating.len(shared) + self.circular.len(shared) + self.homing.len(shared)
    }

    fn digest(&mut self) -> u64 {
        let shared = &mut self.shared;
        let sums = [self.linear.digest(shared), self.accelerating.digest(shared), self.circular.digest(shared), self.homing.digest(shared)];
        sums.into_iter().fold(0, u64::wrapping_add)
    }
}
