//! Drawing a pool: the instances of all its bullets, each at its rank.

use super::Pool;
use crate::mem::lanes::{Lanes, Width, Work};
use crate::sim::bullet::instance::{DrawnLook, Instance, OPEN, spin, unfold};
use crate::sim::bullet::order::Ranks;
use crate::sim::bullet::record::Cold;
use glam::Vec2;

impl Pool {
    /// Writes everyone into `drawn`, each where `ranks` says.
    pub fn draw(&self, tick: u32, lanes: Lanes, looks: &[DrawnLook; 256], ranks: Ranks, drawn: &mut [Instance]) {
        let columns = [0, 1, 2, 3].map(|field| self.column(field));
        lanes.run(Draw { columns, cold: &self.cold[..self.len], awake: self.awake, tick, looks, ranks, drawn });
    }
}

/// A pool being drawn.
struct Draw<'a> {
    columns: [&'a [f32]; 4],
    cold: &'a [Cold],
    awake: usize,
    tick: u32,
    looks: &'a [DrawnLook; 256],
    ranks: Ranks<'a>,
    drawn: &'a mut [Instance],
}

impl Work for Draw<'_> {
    type Output = ();

    #[inline(always)]
    fn run(mut self, _width: impl Width) {
        let tick = self.tick;
        self.part(0, self.awake, |_| OPEN);
        self.part(self.awake, self.cold.len(), |cold| unfold(cold, tick));
    }
}

impl Draw<'_> {
    #[inline(always)]
    fn part(&mut self, from: usize, to: usize, unfold: impl Fn(&Cold) -> u8) {
        let Self { columns: [x, y, vx, vy], cold, tick, looks, ranks, ref mut drawn, .. } = *self;
        let (x, y, vx, vy, cold) = (&x[from..to], &y[from..to], &vx[from..to], &vy[from..to], &cold[from..to]);
        for ((((&x, &y), &vx), &vy), cold) in x.iter().zip(y).zip(vx).zip(vy).zip(cold) {
            let spin = spin(cold, looks[usize::from(cold.look)], tick);
            drawn[ranks.of(cold.place)] = Instance::new(Vec2::new(x, y), Vec2::new(vx, vy), cold, unfold(cold), spin);
        }
    }
}
