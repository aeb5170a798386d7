//! slotmap: a map a kind, dense (values in a row, keys beside) and sparse (values in their slots).
//!
//! Dense: the dead are named in a buffer that is used again and removed after the loop, which is a little faster than `retain`. Sparse: `retain`; removal moves
//! nobody, so holes stay until births fill them.

use crate::support::four::{Four, Part};
use crate::support::plain::{Accelerating, Circular, Env, Homing, Linear, Motion, Plain};
use slotmap::{DefaultKey, DenseSlotMap, SlotMap};
use tamafubuki::sim::bullet::birth::Birth;

pub type Dense = Four<Dead, DenseKind<Linear>, DenseKind<Accelerating>, DenseKind<Circular>, DenseKind<Homing>>;
pub type Sparse = Four<(), SparseKind<Linear>, SparseKind<Accelerating>, SparseKind<Circular>, SparseKind<Homing>>;

type Dead = Vec<DefaultKey>;
type DenseKind<M> = DenseSlotMap<DefaultKey, Plain<M>>;
type SparseKind<M> = SlotMap<DefaultKey, Plain<M>>;

impl<M: Motion> Part for DenseKind<M> {
    type Shared = Dead;

    fn new(_: &mut Dead) -> Self {
        Self::new()
    }

    fn born(&mut self, _: &mut Dead, birth: &Birth, tick: u32) {
        self.insert(Plain::born(birth, tick));
    }

    fn step<const TOUCH: bool>(&mut self, dead: &mut Dead, env: &Env) -> usize {
        let mut touch_count = 0;
        for (key, bullet) in self.iter_mut() {
            if bullet.step(env) {
                touch_count += usize::from(TOUCH && bullet.meets(env.target));
            } else {
                dead.push(key);
            }
        }
        for key in dead.drain(..) {
            self.remove(key);
        }
        touch_count
    }

    fn len(&mut self, _: &mut Dead) -> usize {
        DenseSlotMap::len(self)
    }

    fn digest(&mut self, _: &mut Dead) -> u64 {
        self.values().map(Plain::digest).fold(0, u64::wrapping_add)
    }
}

impl<M: Motion> Part for SparseKind<M> {
    type Shared = ();

    fn new((): &mut ()) -> Self {
        Self::new()
    }

    fn born(&mut self, (): &mut (), birth: &Birth, tick: u32) {
        self.insert(Plain::born(birth, tick));
    }

    fn step<const TOUCH: bool>(&mut self, (): &mut (), env: &Env) -> usize {
        let mut touch_count = 0;
        self.retain(|_, bullet| {
            let is_alive = bullet.step(env);
            touch_count += usize::from(TOUCH && is_alive && bullet.meets(env.target));
            is_alive
        });
        touch_count
    }

    fn len(&mut self, (): &mut ()) -> usize {
        SlotMap::len(self)
    }

    fn digest(&mut self, (): &mut ()) -> u64 {
        self.values().map(Plain::digest).fold(0, u64::wrapping_add)
    }
}
