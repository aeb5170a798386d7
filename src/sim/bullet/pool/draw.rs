//! Drawing a pool: the instances of all its bullets, each at its rank.

use super::Pool;
use crate::mem::lanes::{Lanes, Width, Work};
use crate::sim::bullet::instance::{Instance, OPEN, unfold};
use crate::sim::bullet::order::Ranks;
use crate::sim::bullet::record::Cold;

impl Pool {
    /// Writes everyone into `drawn`, each where `ranks` says.
    pub fn draw(&self, tick: u32, lanes: Lanes, ranks: Ranks, drawn: &mut [Instance]) {
        let columns = [0, 1, 2, 3].map(|field| self.column(field));
        lanes.run(Draw { columns, cold: &self.cold[..self.len], awake: self.awake, tick, ranks, drawn });
    }
}

/// A pool being drawn.
struct Draw<'a> {
    columns: [&'a [f32]; 4],
    cold: &'a [Cold],
    awake: usize,
    tick: u32,
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

/// Bullets whose courses are taken from the columns at once.
const CHUNK_COUNT: usize = 4;

impl Draw<'_> {
    #[inline(always)]
    fn part(&mut self, from: usize, to: usize, unfold: impl Fn(&Cold) -> u8) {
        let [x, y, vx, vy] = self.columns.map(|column| column[from..to].as_chunks::<CHUNK_COUNT>());
        let (cold_chunks, cold_rest) = self.cold[from..to].as_chunks::<CHUNK_COUNT>();
        for ((((x, y), vx), vy), cold) in x.0.iter().zip(y.0).zip(vx.0).zip(vy.0).zip(cold_chunks) {
            let courses: [[f32; 4]; CHUNK_COUNT] = std::array::from_fn(|lane| [x[lane], y[lane], vx[lane], vy[lane]]);
            for (course, cold) in courses.iter().zip(cold) {
                self.one(*course, cold, unfold(cold));
            }
        }
        for ((((&x, &y), &vx), &vy), cold) in x.1.iter().zip(y.1).zip(vx.1).zip(vy.1).zip(cold_rest) {
            self.one([x, y, vx, vy], cold, unfold(cold));
        }
    }

    #[inline(always)]
    fn one(&mut self, course: [f32; 4], cold: &Cold, unfold: u8) {
        self.drawn[self.ranks.of(cold.place)] = Instance::new(course, cold, unfold, self.tick);
    }
}
