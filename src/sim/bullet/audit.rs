//! Looks through the storage for what must never be: for soak runs and tests.
//!
//! Invariant: reads only, allocates nothing unless it finds something. Must not know: who asks, how often.

use super::Bullets;
use super::kind::{KIND_COUNT, KINDS};
use super::slots::Handle;

impl Bullets {
    /// What contradicts itself in the storage; `None` when all is as it should be. As long as a walk over all bullets.
    ///
    /// Every bullet is found again through its handle, no table holds more or fewer than the storage, every age list runs from the oldest to the newest, no
    /// serial is of the future, and the storage that is not in use is empty.
    pub fn audit(&self) -> Option<String> {
        let mut counts = [0; KIND_COUNT];
        for (kind, pool) in self.pools.iter().enumerate() {
            counts[kind] += pool.len();
            for index in 0..pool.len() {
                if let Some(fault) = self.stray(pool.handle(index), index) {
                    return Some(fault);
                }
            }
        }
        for (index, bullet) in self.boxes.iter().enumerate() {
            let (kind, cold) = (bullet.kind(), &bullet.life().cold);
            counts[usize::from(kind)] += 1;
            if let Some(fault) = self.stray(Handle::new(kind, cold.slot, cold.serial), index) {
                return Some(fault);
            }
        }
        for ((slots, stored), info) in self.slots.iter().zip(counts).zip(&KINDS) {
            let (name, known, capacity) = (info.name, slots.len(), slots.capacity());
            if stored != known || stored > capacity {
                return Some(format!("{name}: {stored} bullets are stored, {known} are known, {capacity} is the capacity"));
            }
            if !slots.is_in_order() {
                return Some(format!("{name}: the age list is not in order of serial"));
            }
        }
        let unused = match self.mode {
            super::Mode::Pooled => self.boxes.len(),
            super::Mode::Boxed => self.pools.iter().map(super::pool::Pool::len).sum(),
        };
        (unused > 0).then(|| format!("{unused} bullets stand in the storage that is not in use"))
    }

    fn stray(&self, handle: Handle, index: usize) -> Option<String> {
        let found = self.slots[handle.kind()].resolve(handle).map(|position| position as usize);
        let serial = handle.generation;
        if found != Some(index) {
            return Some(format!("bullet {serial} stands at {index}, its handle says {found:?}"));
        }
        (serial >= self.next_serial).then(|| format!("bullet {serial} was born before its serial, {} is the next", self.next_serial))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::bullet::birth::Birth;
    use crate::sim::bullet::kind::tests::birth;
    use crate::sim::bullet::{Mode, Policy};
    use crate::sim::rng::Rng;

    /// With steals and deaths behind them.
    fn lived(mode: Mode) -> Bullets {
        let mut bullets = Bullets::new(8, Policy::StealOldest, mode);
        let mut rng = Rng::new(3);
        for nth in 0..90 {
            let kind = rng.below(KIND_COUNT as u32) as u8;
            let params: Vec<f32> = KINDS[usize::from(kind)].params.iter().map(|param| param.default).collect();
            let birth = Birth { kind, at: glam::Vec2::splat(100.0), ..birth(1.0, &params) };
            let handle = bullets.spawn(&birth, 1);
            if nth % 3 == 0 {
                handle.map(|handle| bullets.remove(handle));
            }
            assert_eq!(bullets.audit(), None, "{mode:?}, birth {nth}");
        }
        bullets
    }

    #[test]
    fn sound_storage_has_no_fault_in_either_mode_nor_after_a_switch() {
        for (mode, other) in [(Mode::Pooled, Mode::Boxed), (Mode::Boxed, Mode::Pooled)] {
            let mut bullets = lived(mode);
            bullets.set_mode(other);
            assert_eq!(bullets.audit(), None);
            bullets.clear();
            assert_eq!(bullets.audit(), None);
        }
    }

    #[test]
    fn each_kind_of_damage_is_found() {
        let fault = |damage: &dyn Fn(&mut Bullets)| {
            let mut bullets = lived(Mode::Pooled);
            damage(&mut bullets);
            bullets.audit().unwrap_or_default()
        };
        let first = |bullets: &Bullets| (0..KIND_COUNT).find(|kind| bullets.pools[*kind].len() > 1).expect("a kind with two");
        let moved = fault(&|bullets| {
            let kind = first(bullets);
            let slot = bullets.pools[kind].cold(0).slot;
            bullets.slots[kind].set_position(slot, 1);
        });
        assert!(moved.contains("its handle says Some(1)"), "{moved}");
        let leaked = fault(&|bullets| {
            let kind = first(bullets);
            bullets.slots[kind].acquire(80, 7);
        });
        assert!(leaked.contains("are known"), "{leaked}");
        let early = fault(&|bullets| bullets.next_serial = 1);
        assert!(early.contains("before its serial"), "{early}");
        let twice = fault(&|bullets| bullets.mode = Mode::Boxed);
        assert!(twice.contains("not in use"), "{twice}");
    }
}
