//! Many births at once.
//!
//! Invariant: bit for bit what `Kind::born` gives for each. Must not know: any kind by name.

use super::columns::Columns;
use crate::mem::lanes::{Lanes, Width, Work};
use crate::sim::bullet::birth::{Birth, PARAMS_MAX};
use crate::sim::bullet::color::Color;
use crate::sim::bullet::look::LookId;
use crate::sim::bullet::order::Place;
use glam::Vec2;
use std::marker::PhantomData;

/// Births made at once.
pub const CHUNK_COUNT: usize = 16;

/// A birth and where it goes.
#[derive(Clone, Copy, Default)]
pub struct Chosen {
    /// Which of all births.
    pub number: u32,
    /// Its position in the pool.
    pub position: u32,
    /// Its slot in the table of its kind.
    pub slot: u32,
    /// Its place in the draw order.
    pub place: Place,
}

/// Births to be written into blocks.
pub struct Newborn<'a> {
    pub births: &'a [Birth],
    /// Which of `births`, and where they go.
    pub chosen: &'a [Chosen],
    /// The tick of birth.
    pub tick: u32,
    /// The blocks they go into.
    pub blocks: &'a mut [f32],
}

struct BornAll<'a, K>(Newborn<'a>, PhantomData<K>);

impl<K: Columns> Work for BornAll<'_, K> {
    type Output = ();

    #[inline(always)]
    fn run(self, _width: impl Width) {
        K::born_all(self.0);
    }
}

/// Writes the states at birth of many, by the instructions of `lanes`.
pub fn born_all<K: Columns>(lanes: Lanes, newborn: Newborn) {
    lanes.run(BornAll::<K>(newborn, PhantomData));
}

/// What births give, each number in a row of its own.
pub struct Given {
    x: [f32; CHUNK_COUNT],
    y: [f32; CHUNK_COUNT],
    angle_deg: [f32; CHUNK_COUNT],
    speed: [f32; CHUNK_COUNT],
    params: [[f32; CHUNK_COUNT]; PARAMS_MAX],
    wake_tick: [u32; CHUNK_COUNT],
}

impl Given {
    /// Nobody's.
    #[inline(always)]
    pub fn none() -> Self {
        const NONE: [f32; CHUNK_COUNT] = [0.0; CHUNK_COUNT];
        Self { x: NONE, y: NONE, angle_deg: NONE, speed: NONE, params: [NONE; PARAMS_MAX], wake_tick: [0; CHUNK_COUNT] }
    }

    /// Takes those of the births that are `chosen`, up to a chunk, with as many parameters as the kind has. Lanes that they leave idle keep what they had: what
    /// comes of those goes nowhere.
    #[inline(always)]
    pub fn gather(&mut self, param_count: usize, births: &[Birth], chosen: &[Chosen], tick: u32) {
        for (lane, &Chosen { number, .. }) in chosen.iter().enumerate().take(CHUNK_COUNT) {
            let birth = &births[number as usize];
            self.x[lane] = birth.at.x;
            self.y[lane] = birth.at.y;
            self.angle_deg[lane] = birth.angle_deg;
            self.speed[lane] = birth.speed_px_per_tick;
            for (row, param) in self.params[..param_count].iter_mut().zip(birth.params) {
                row[lane] = param;
            }
            self.wake_tick[lane] = birth.wake_tick(tick);
        }
    }

    /// What a kind may read of one of them, and its first tick of motion.
    #[inline(always)]
    pub fn birth(&self, lane: usize) -> (Birth, u32) {
        let birth = Birth {
            kind: 0,
            params: std::array::from_fn(|param| self.params[param][lane]),
            at: Vec2::new(self.x[lane], self.y[lane]),
            angle_deg: self.angle_deg[lane],
            speed_px_per_tick: self.speed[lane],
            look: LookId(0),
            color: Color::default(),
            hit_radius_px: 0.0,
            graze_radius_px: 0.0,
            lifetime_ticks: 0,
            delay_ticks: 0,
        };
        (birth, self.wake_tick[lane])
    }
}
