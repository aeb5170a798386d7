//! A copy of all bullets, made to go back to, and a look at each of them as circles: for tools.
//!
//! Invariant: after `restore` everything that the simulation can ask has the same answer as when the copy was made. A copy is as large as there are
//! bullets, not as there is room for. Must not know: any kind by name.

use super::Bullets;
use super::Mode;
use super::bullets::Counts;
use super::kind::{KIND_COUNT, OPS};
use super::look::LookId;
use super::pool::Pool;
use super::record::Record;
use super::slots::{Handle, Slots};
use super::touch::Near;
use glam::Vec2;

/// All bullets at one moment.
#[derive(Clone, Debug)]
pub struct BulletsCopy {
    /// In order of serial.
    records: Vec<Record>,
    counts: [Counts; KIND_COUNT],
    next_serial: u32,
    tick: u32,
}

impl BulletsCopy {
    /// What it keeps on the heap, bytes.
    pub fn heap_bytes(&self) -> usize {
        self.records.capacity() * size_of::<Record>()
    }
}

/// One bullet as the circles that count.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BulletCircles {
    /// Serial of birth.
    pub serial: u32,
    /// Middle, px.
    pub at: Vec2,
    /// Displacement of the last tick, px.
    pub velocity: Vec2,
    /// Radius that hits, px.
    pub hit_px: f32,
    /// Radius that is grazed, px; 0 once it was.
    pub graze_px: f32,
    /// Still in its spawn cloud: it meets nobody.
    pub is_delayed: bool,
    /// Its look.
    pub look: LookId,
}

impl Bullets {
    /// A copy to go back to. Allocates.
    pub fn copy(&self) -> BulletsCopy {
        let mut records = Vec::with_capacity(self.len());
        self.for_each_record(|record| records.push(*record));
        records.sort_unstable_by_key(|record| record.life.cold.serial);
        BulletsCopy { records, counts: self.counts, next_serial: self.next_serial, tick: self.tick }
    }

    /// Goes back to a copy made of these bullets, or of others with the same room. Handles given out since mean nobody. May allocate.
    pub fn restore(&mut self, copy: &BulletsCopy) {
        let Self { mode, policy: _, lanes: _, slots, counts, order, looks, pools, boxes, next_serial, tick, near, bounds: _ } = self;
        // Whoever adds a field decides here what becomes of it.
        pools.iter_mut().for_each(Pool::clear);
        boxes.clear();
        order.clear();
        slots.iter_mut().for_each(Slots::forget);
        (*counts, *next_serial, *tick, *near) = (copy.counts, copy.next_serial, copy.tick, Near::default());
        let mode = *mode;
        for record in &copy.records {
            let (mut record, kind) = (*record, usize::from(record.kind));
            let cold = &mut record.life.cold;
            cold.place = order.push(looks[usize::from(cold.look)].layer);
            let position = match mode {
                Mode::Pooled => pools[kind].open(cold.is_awake(*tick), &mut slots[kind]),
                Mode::Boxed => boxes.len(),
            };
            cold.slot = slots[kind].acquire(cold.serial, position as u32);
            match mode {
                Mode::Pooled => pools[kind].write(position, &record),
                Mode::Boxed => boxes.push((OPS[kind].to_box)(&record)),
            }
        }
    }

    /// The handles of all, in order of serial. Allocates.
    pub fn handles(&self) -> Vec<Handle> {
        let mut handles = Vec::with_capacity(self.len());
        self.for_each_record(|record| handles.push(Handle::new(record.kind, record.life.cold.slot, record.life.cold.serial)));
        handles.sort_unstable_by_key(|handle| handle.generation);
        handles
    }

    /// Shows every bullet, in no order that means anything.
    pub fn for_each_circles(&self, mut visit: impl FnMut(&BulletCircles)) {
        self.for_each_record(|record| {
            let (row, life) = (&record.row, &record.life);
            visit(&BulletCircles {
                serial: life.cold.serial,
                at: Vec2::new(row[0], row[1]),
                velocity: Vec2::new(row[2], row[3]),
                hit_px: life.radii.hit_px,
                graze_px: life.radii.graze_px,
                is_delayed: !life.cold.is_awake(self.tick),
                look: LookId(life.cold.look),
            });
        });
    }
}
