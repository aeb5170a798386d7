//! A death at random and a birth (scenario 4), by key, in the storages of other crates and in ours.
//!
//! Each contender keeps the keys of those alive in a list, kills whom it is told, and puts the key of the newborn in its place: entity, key or handle.
//! Timed in batches of 16, turns of 512 batches. "State alone" makes the newborn's state, sine and cosine included, and stores it nowhere: everyone pays that.

use crate::support::load;
use crate::support::measure::{self, Table, Times};
use crate::support::plain::{Accelerating, Circular, Homing, Linear, Motion, Plain, digest};
use bevy_ecs::component::Component;
use slotmap::{DefaultKey, DenseSlotMap, SlotMap};
use std::hint::black_box;
use tamafubuki::sim::bullet::birth::Birth;
use tamafubuki::sim::bullet::{Bullets, Handle, Mode, Policy};
use tamafubuki::sim::rng::Rng;

const BATCH_COUNT: usize = 16;
const TURN_BATCHES: usize = 512;

/// A storage with keys.
trait Keyed {
    type Key: Copy;

    fn spawn(&mut self, birth: &Birth) -> Self::Key;

    /// # Panics
    /// If `key` is stale.
    fn kill(&mut self, key: Self::Key);

    /// The sum of `plain::digest` over all.
    fn digest(&mut self) -> u64;
}

/// The newborn's plain state, handed to `$with` as a closure of its own for each kind: the storages are generic over it.
macro_rules! by_kind {
    ($birth:expr, $bullet:ident => $make:expr) => {
        match $birth.kind {
            Linear::INDEX => {
                let $bullet = Plain::<Linear>::born($birth, 0);
                $make
            }
            Accelerating::INDEX => {
                let $bullet = Plain::<Accelerating>::born($birth, 0);
                $make
            }
            Circular::INDEX => {
                let $bullet = Plain::<Circular>::born($birth, 0);
                $make
            }
            _ => {
                let $bullet = Plain::<Homing>::born($birth, 0);
                $make
            }
        }
    };
}

struct StateAlone;

impl Keyed for StateAlone {
    type Key = ();

    fn spawn(&mut self, birth: &Birth) {
        by_kind!(birth, bullet => { black_box(&bullet); });
    }

    fn kill(&mut self, (): ()) {}

    fn digest(&mut self) -> u64 {
        0
    }
}

impl Keyed for Bullets {
    type Key = Handle;

    fn spawn(&mut self, birth: &Birth) -> Handle {
        Bullets::spawn(self, birth, 0).expect("there is room")
    }

    fn kill(&mut self, key: Handle) {
        assert!(self.remove(key));
    }

    fn digest(&mut self) -> u64 {
        let mut instances = Vec::new();
        self.instances(0, &mut instances);
        instances.iter().map(|one| digest(one.x, one.y, one.look(), one.color())).fold(0, u64::wrapping_add)
    }
}

impl Keyed for hecs::World {
    type Key = hecs::Entity;

    fn spawn(&mut self, birth: &Birth) -> hecs::Entity {
        by_kind!(birth, bullet => hecs::World::spawn(self, (bullet,)))
    }

    fn kill(&mut self, key: hecs::Entity) {
        self.despawn(key).expect("it is alive");
    }

    fn digest(&mut self) -> u64 {
        fn of<M: Motion>(world: &mut hecs::World) -> u64 {
            world.query_mut::<&Plain<M>>().into_iter().map(Plain::digest).fold(0, u64::wrapping_add)
        }
        let sums = [of::<Linear>(self), of::<Accelerating>(self), of::<Circular>(self), of::<Homing>(self)];
        sums.into_iter().fold(0, u64::wrapping_add)
    }
}

#[derive(Component)]
struct Bullet<M: Motion>(Plain<M>);

impl Keyed for bevy_ecs::world::World {
    type Key = bevy_ecs::entity::Entity;

    fn spawn(&mut self, birth: &Birth) -> Self::Key {
        by_kind!(birth, bullet => bevy_ecs::world::World::spawn(self, Bullet(bullet)).id())
    }

    fn kill(&mut self, key: Self::Key) {
        assert!(self.despawn(key));
    }

    fn digest(&mut self) -> u64 {
        fn of<M: Motion>(world: &mut bevy_ecs::world::World) -> u64 {
            world.query::<&Bullet<M>>().iter(world).map(|bullet| bullet.0.digest()).fold(0, u64::wrapping_add)
        }
        let sums = [of::<Linear>(self), of::<Accelerating>(self), of::<Circular>(self), of::<Homing>(self)];
        sums.into_iter().fold(0, u64::wrapping_add)
    }
}

/// A map a kind, so a key says which kind it is of.
macro_rules! slot_maps {
    ($name:ident, $map:ident) => {
        #[derive(Default)]
        struct $name {
            linear: $map<DefaultKey, Plain<Linear>>,
            accelerating: $map<DefaultKey, Plain<Accelerating>>,
            circular: $map<DefaultKey, Plain<Circular>>,
            homing: $map<DefaultKey, Plain<Homing>>,
        }

        impl Keyed for $name {
            type Key = (u8, DefaultKey);

            fn spawn(&mut self, birth: &Birth) -> Self::Key {
                let key = match birth.kind {
                    Linear::INDEX => self.linear.insert(Plain::born(birth, 0)),
                    Accelerating::INDEX => self.accelerating.insert(Plain::born(birth, 0)),
                    Circular::INDEX => self.circular.insert(Plain::born(birth, 0)),
                    _ => self.homing.insert(Plain::born(birth, 0)),
                };
                (birth.kind, key)
            }

            fn kill(&mut self, (kind, key): Self::Key) {
                let was_alive = match kind {
                    Linear::INDEX => self.linear.remove(key).is_some(),
                    Accelerating::INDEX => self.accelerating.remove(key).is_some(),
                    Circular::INDEX => self.circular.remove(key).is_some(),
                    _ => self.homing.remove(key).is_some(),
                };
                assert!(was_alive);
            }

            fn digest(&mut self) -> u64 {
                let linear = self.linear.values().map(Plain::digest);
                let accelerating = self.accelerating.values().map(Plain::digest);
                let circular = self.circular.values().map(Plain::digest);
                let homing = self.homing.values().map(Plain::digest);
                linear.chain(accelerating).chain(circular).chain(homing).fold(0, u64::wrapping_add)
            }
        }
    };
}

slot_maps!(Dense, DenseSlotMap);
slot_maps!(Sparse, SlotMap);

/// A storage and the keys of those alive in it.
struct Alive<K: Keyed> {
    storage: K,
    keys: Vec<K::Key>,
}

trait Contender {
    fn fill(&mut self, births: &[Birth]);

    /// Kills the picked and puts newborns in their places.
    fn churn(&mut self, births: &[Birth], picks: &[usize]);

    fn digest(&mut self) -> u64;
}

impl<K: Keyed> Contender for Alive<K> {
    fn fill(&mut self, births: &[Birth]) {
        self.keys.extend(births.iter().map(|birth| self.storage.spawn(birth)));
    }

    fn churn(&mut self, births: &[Birth], picks: &[usize]) {
        for (birth, &pick) in births.iter().zip(picks) {
            self.storage.kill(self.keys[pick]);
            self.keys[pick] = self.storage.spawn(birth);
        }
    }

    fn digest(&mut self) -> u64 {
        self.storage.digest()
    }
}

fn named<K: Keyed + 'static>(name: &'static str, storage: K) -> (&'static str, Box<dyn Contender>) {
    (name, Box::new(Alive { storage, keys: Vec::new() }))
}

fn run_size(count: usize, turn_count: usize, table: &mut Table) {
    let mut contenders = [
        named("pools", Bullets::new(count, Policy::Reject, Mode::Pooled)),
        named("boxed", Bullets::new(count, Policy::Reject, Mode::Boxed)),
        named("slotmap, dense", Dense::default()),
        named("slotmap, sparse", Sparse::default()),
        named("hecs", hecs::World::new()),
        named("bevy_ecs", bevy_ecs::world::World::new()),
        named("state alone", StateAlone),
    ];
    let mut times: Vec<Times> = contenders.iter().map(|_| Times::default()).collect();
    let mut rng = Rng::new(3);
    let first: Vec<Birth> = (0..count).map(|number| load::birth(&mut rng, number)).collect();
    contenders.iter_mut().for_each(|(_, contender)| contender.fill(&first));
    for turn in 0..turn_count {
        let births: Vec<Birth> = (0..TURN_BATCHES * BATCH_COUNT).map(|number| load::birth(&mut rng, number)).collect();
        let picks: Vec<usize> = births.iter().map(|_| rng.below(count as u32) as usize).collect();
        for ((_, contender), times) in contenders.iter_mut().zip(&mut times) {
            for (births, picks) in births.chunks(BATCH_COUNT).zip(picks.chunks(BATCH_COUNT)) {
                if turn == 0 { contender.churn(births, picks) } else { times.take(|| contender.churn(births, picks)) }
            }
        }
    }
    let expected = contenders[0].1.digest();
    let pools_ns = times[0].median();
    for ((name, contender), times) in contenders.iter_mut().zip(&times) {
        assert!(contender.digest() == expected || *name == "state alone", "{name} does the same work");
        let each = |percent: f64| format!("{:.1}", times.percentile(percent) / BATCH_COUNT as f64);
        let ratio = format!("{:.1}", times.median() / pools_ns);
        table.row(&[count.to_string(), (*name).to_owned(), each(0.0), each(50.0), each(99.0), ratio]);
    }
    println!("{count}: digest {expected:016x}");
}

pub fn run() {
    let columns = ["bullets", "storage", "least", "median", "p99", "it/pools"];
    let mut table = Table::new("A death and a birth beside other crates, nanoseconds", &columns);
    let sizes: &[(usize, usize)] = if measure::is_small() { &[(500, 2)] } else { &[(2_500, 30), (25_000, 30), (100_000, 30)] };
    for &(count, turn_count) in sizes {
        run_size(count, turn_count, &mut table);
    }
    table.print();
}
