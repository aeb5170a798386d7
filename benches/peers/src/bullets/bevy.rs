//! bevy_ecs: a table a kind, with one component, walked as slices.
//!
//! Queries are made once; `contiguous_iter_mut` hands out whole columns, past the marks of change detection, which nobody here reads. The dead are named in a
//! buffer that is used again and despawned after the loop. Births one by one: `spawn_batch` of a vector collected for each kind was tried and is no faster.

use crate::support::four::{Four, Part};
use crate::support::plain::{Accelerating, Circular, Env, Homing, Linear, Motion, Plain};
use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
use bevy_ecs::query::QueryState;
use bevy_ecs::world::World;
use tamafubuki::sim::bullet::birth::Birth;

pub type Bevy = Four<Shared, Kind<Linear>, Kind<Accelerating>, Kind<Circular>, Kind<Homing>>;

#[derive(Default)]
pub struct Shared {
    world: World,
    dead: Vec<Entity>,
}

#[derive(Component)]
pub struct Bullet<M: Motion>(Plain<M>);

pub struct Kind<M: Motion>(QueryState<(Entity, &'static mut Bullet<M>)>);

impl<M: Motion> Part for Kind<M> {
    type Shared = Shared;

    fn new(shared: &mut Shared) -> Self {
        Self(shared.world.query())
    }

    fn born(&mut self, shared: &mut Shared, birth: &Birth, tick: u32) {
        shared.world.spawn(Bullet(Plain::<M>::born(birth, tick)));
    }

    fn step<const TOUCH: bool>(&mut self, shared: &mut Shared, env: &Env) -> usize {
        let mut touch_count = 0;
        let tables = self.0.contiguous_iter_mut(&mut shared.world).expect("components in tables lie in a row");
        for (entities, mut bullets) in tables {
            for (entity, Bullet(bullet)) in entities.iter().zip(bullets.bypass_change_detection()) {
                if bullet.step(env) {
                    touch_count += usize::from(TOUCH && bullet.meets(env.target));
                } else {
                    shared.dead.push(*entity);
                }
            }
        }
        for entity in shared.dead.drain(..) {
            assert!(shared.world.despawn(entity), "it was alive in the query");
        }
        touch_count
    }

    fn len(&mut self, shared: &mut Shared) -> usize {
        self.0.iter(&shared.world).count()
    }

    fn digest(&mut self, shared: &mut Shared) -> u64 {
        self.0.iter(&shared.world).map(|(_, bullet)| bullet.0.digest()).fold(0, u64::wrapping_add)
    }
}
