//! One array of plain structs a kind: what a good programmer writes first.
//!
//! It keeps neither handles nor ages nor a draw order, knows no spawn cloud and no cancelling, and its motions have fewer fields. One loop moves, culls by
//! swap-and-pop and meets the player; a second pass for the dead was tried and is no faster.

use super::four::{Four, Part};
use super::plain::{Accelerating, Circular, Env, Homing, Linear, Motion, Plain};
use tamafubuki::sim::bullet::birth::Birth;

pub type Arrays = Four<(), Vec<Plain<Linear>>, Vec<Plain<Accelerating>>, Vec<Plain<Circular>>, Vec<Plain<Homing>>>;

impl<M: Motion> Part for Vec<Plain<M>> {
    type Shared = ();

    fn new((): &mut ()) -> Self {
        Self::new()
    }

    fn born(&mut self, (): &mut (), birth: &Birth, tick: u32) {
        self.push(Plain::born(birth, tick));
    }

    fn step<const TOUCH: bool>(&mut self, (): &mut (), env: &Env) -> usize {
        let (mut index, mut touch_count) = (0, 0);
        while index < Vec::len(self) {
            if self[index].step(env) {
                touch_count += usize::from(TOUCH && self[index].meets(env.target));
                index += 1;
            } else {
                self.swap_remove(index);
            }
        }
        touch_count
    }

    fn len(&mut self, (): &mut ()) -> usize {
        Vec::len(self)
    }

    fn digest(&mut self, (): &mut ()) -> u64 {
        self.iter().map(Plain::digest).fold(0, u64::wrapping_add)
    }
}
