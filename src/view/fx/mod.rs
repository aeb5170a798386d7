//! Effects: what a happening looks like. Sparks, flying scraps, rings, flashes, shaking; cosmetic only, with a random source of their own.
//! Units: playfield units (px), ticks. Invariant: fixed capacities; what does not fit is left out. Must not know the world.

mod bits;
mod react;
mod waves;

use crate::view::brush::{Mesh, Rgba};
use bits::Bits;
use glam::Vec2;
use tamafubuki::sim::event::Event;
use tamafubuki::sim::rng::Rng;
use waves::Waves;

/// Colours of the eight bullet colours, as the effects use them.
pub type Palette = [[u8; 3]; 8];

/// How much of the shaking and flashing the player wants, 0 to 1 each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// Screen shake.
    pub shake: f32,
    /// Full-screen flashes.
    pub flash: f32,
}

impl Default for Strength {
    fn default() -> Self {
        Self { shake: 1.0, flash: 1.0 }
    }
}

/// All effects in flight.
pub struct Fx {
    rng: Rng,
    bits: Bits,
    waves: Waves,
    palette: Palette,
    /// Shaking left, px; decays.
    shake_px: f32,
    /// Strength of the full-screen flash left, 0 to 1; decays.
    flash: f32,
    flash_rgb: [u8; 3],
    ticks: u32,
}

impl Fx {
    /// No effects yet.
    pub fn new(palette: Palette) -> Self {
        let (bits, waves) = (Bits::new(), Waves::new());
        Self { rng: Rng::new(0x0F1A_6E5C), bits, waves, palette, shake_px: 0.0, flash: 0.0, flash_rgb: [255; 3], ticks: 0 }
    }

    /// One tick: what flies goes on, what happened begins.
    pub fn hear(&mut self, events: &[Event]) {
        self.ticks = self.ticks.wrapping_add(1);
        self.bits.step();
        self.waves.step();
        self.shake_px *= 0.86;
        self.flash *= 0.88;
        react::react(self, events);
    }

    /// Everything away: a new run begins.
    pub fn clear(&mut self) {
        self.bits.clear();
        self.waves.clear();
        self.shake_px = 0.0;
        self.flash = 0.0;
    }

    /// What lies under the figures: rings and clouds. `lag` as in [`Fx::draw`].
    pub fn draw_below(&self, lag: f32, out: &mut Mesh) {
        self.waves.draw(lag, out);
    }

    /// What flies over the figures and under the bullets. `lag` is the part of the last tick still to come, 0 to 1.
    pub fn draw(&self, lag: f32, out: &mut Mesh) {
        self.bits.draw(lag, out);
    }

    /// Where the shaking moves the picture now, px.
    pub fn shake(&self, strength: Strength) -> Vec2 {
        let phase = self.ticks as f32;
        Vec2::new((phase * 2.3).sin(), (phase * 3.1 + 1.0).cos()) * self.shake_px * strength.shake
    }

    /// The colour laid over the whole playfield now.
    pub fn flash(&self, strength: Strength) -> Rgba {
        let [r, g, b] = self.flash_rgb;
        [r, g, b, (self.flash * strength.flash * 255.0) as u8]
    }

    fn shake_by(&mut self, px: f32) {
        self.shake_px = self.shake_px.max(px);
    }

    fn flash_by(&mut self, amount: f32, rgb: [u8; 3]) {
        if amount > self.flash {
            (self.flash, self.flash_rgb) = (amount, rgb);
        }
    }
}
