//! hecs: an archetype a kind, with one component.
//!
//! A query a kind hands out entity and bullet in a row; the dead are named in a buffer that is used again and despawned after the loop, since the world is
//! borrowed within. Births by `spawn_batch`, a kind at a time, which is faster than one by one in spite of the pass over the births for each kind.

use crate::support::four::{Four, Part};
use crate::support::plain::{Accelerating, Circular, Env, Homing, Linear, Motion, Plain};
use hecs::{Entity, World};
use std::marker::PhantomData;
use tamafubuki::sim::bullet::birth::Birth;

pub type Hecs = Four<Shared, Kind<Linear>, Kind<Accelerating>, Kind<Circular>, Kind<Homing>>;

#[derive(Default)]
pub struct Shared {
    world: World,
    dead: Vec<Entity>,
}

pub struct Kind<M>(PhantomData<M>);

impl<M: Motion> Part for Kind<M> {
    type Shared = Shared;

    const IN_BATCHES: bool = true;

    fn new(_: &mut Shared) -> Self {
        Self(PhantomData)
    }

    fn born(&mut self, shared: &mut Shared, birth: &Birth, tick: u32) {
        shared.world.spawn((Plain::<M>::born(birth, tick),));
    }

    fn born_together<'a>(&mut self, shared: &mut Shared, births: impl Iterator<Item = &'a Birth>, tick: u32) {
        shared.world.spawn_batch(births.map(|birth| (Plain::<M>::born(birth, tick),)));
    }

    fn step<const TOUCH: bool>(&mut self, shared: &mut Shared, env: &Env) -> usize {
        let mut touch_count = 0;
        for (entity, bullet) in shared.world.query_mut::<(Entity, &mut Plain<M>)>() {
            if bullet.step(env) {
                touch_count += usize::from(TOUCH && bullet.meets(env.target));
            } else {
                shared.dead.push(entity);
            }
        }
        for entity in shared.dead.drain(..) {
            shared.world.despawn(entity).expect("it was alive in the query");
        }
        touch_count
    }

    fn len(&mut self, shared: &mut Shared) -> usize {
        shared.world.query_mut::<&Plain<M>>().into_iter().count()
    }

    fn digest(&mut self, shared: &mut Shared) -> u64 {
        shared.world.query_mut::<&Plain<M>>().into_iter().map(Plain::digest).fold(0, u64::wrapping_add)
    }
}
