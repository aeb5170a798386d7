//! Bits: sparks and scraps of paper in flight. Each is one row; a tick moves all of them.
//! Units: px, ticks, turns. Invariant: at most `CAPACITY`; a full pool takes no more.

use crate::view::brush::{self, Mesh, Rgba};
use glam::Vec2;

/// Most bits in flight.
pub const CAPACITY: usize = 2048;

/// What a bit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A bright streak along its motion that shrinks.
    Spark,
    /// A folded scrap that flutters down.
    Scrap,
    /// A bullet that crumples: a star that closes up where it was.
    Crumple,
}

/// One bit.
#[derive(Clone, Copy, Debug)]
pub struct Bit {
    /// What.
    pub shape: Shape,
    /// Where, px.
    pub at: Vec2,
    /// Motion, px per tick.
    pub velocity: Vec2,
    /// Part of the motion kept each tick, 0 to 1.
    pub drag: f32,
    /// Fall, px per tick per tick.
    pub fall: f32,
    /// Direction on the page, turns, and its change a tick.
    pub turn: f32,
    /// Change of `turn` a tick.
    pub spin: f32,
    /// Half its side (scrap, crumple) or its width (spark), px.
    pub size: f32,
    /// Colour.
    pub rgba: Rgba,
    /// Ticks since it began.
    pub age: f32,
    /// Ticks it lives.
    pub life: f32,
}

/// The pool.
pub struct Bits(Vec<Bit>);

impl Bits {
    /// An empty pool.
    pub fn new() -> Self {
        Self(Vec::with_capacity(CAPACITY))
    }

    /// Empties it.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// One more, if there is room.
    pub fn add(&mut self, bit: Bit) {
        if self.0.len() < CAPACITY {
            self.0.push(bit);
        }
    }

    /// One tick.
    pub fn step(&mut self) {
        self.0.retain_mut(|bit| {
            bit.age += 1.0;
            bit.velocity *= bit.drag;
            bit.velocity.y += bit.fall;
            if bit.shape == Shape::Scrap {
                bit.velocity.x += (bit.age * 0.13 + bit.turn * 6.0).sin() * 0.02;
            }
            bit.at += bit.velocity;
            bit.turn += bit.spin;
            bit.age < bit.life
        });
    }

    /// Triangles of all bits.
    pub fn draw(&self, lag: f32, out: &mut Mesh) {
        for bit in &self.0 {
            let now = (bit.age - lag).max(0.0);
            let left = 1.0 - now / bit.life;
            let at = bit.at - bit.velocity * lag;
            match bit.shape {
                Shape::Spark => spark(bit, at, left, out),
                Shape::Scrap => scrap(bit, at, now, left, out),
                Shape::Crumple => crumple(bit, at, left, out),
            }
        }
    }
}

fn spark(bit: &Bit, at: Vec2, left: f32, out: &mut Mesh) {
    let along = bit.velocity.normalize_or_zero();
    let length = bit.velocity.length() * 2.2 + bit.size * 2.0;
    let side = along.perp() * bit.size * left;
    let tail = brush::faded(bit.rgba, 0.0);
    let (head, back) = (at + along * bit.size, at - along * length * left.max(0.3));
    let hot = brush::mixed(bit.rgba, [255, 255, 255, bit.rgba[3]], 0.6);
    brush::triangle(out, [head, at + side, at - side], [hot; 3]);
    brush::triangle(out, [at + side, back, at - side], [bit.rgba, tail, bit.rgba]);
}

/// A scrap is folded along its middle: two facets that catch the light in turn while it flutters.
fn scrap(bit: &Bit, at: Vec2, age: f32, left: f32, out: &mut Mesh) {
    let flutter = (age * 0.21 + bit.size * 7.0).sin();
    let along = brush::toward(bit.turn) * bit.size;
    let across = brush::toward(bit.turn + 0.25) * bit.size * (0.25 + 0.75 * flutter.abs());
    let alpha = (left * 3.0).min(1.0);
    let light = brush::faded(brush::shaded(bit.rgba, 1.0 + 0.15 * flutter), alpha);
    let dark = brush::faded(brush::shaded(bit.rgba, 0.72 - 0.12 * flutter), alpha);
    let edge = brush::faded([30, 22, 36, 150], alpha);
    let rim = 1.0 + 0.5 / bit.size.max(0.5);
    let corners = [
        at - along * rim - across * rim,
        at + along * rim - across * rim,
        at + along * rim + across * rim,
        at - along * rim + across * rim,
    ];
    brush::quad(out, corners, [edge; 4]);
    brush::quad(out, [at - along - across, at + along - across, at + along, at - along], [light; 4]);
    brush::quad(out, [at - along, at + along, at + along + across, at - along + across], [dark; 4]);
}

/// Folds itself shut: a white star at first, then the bullet's colour, smaller and smaller, turning.
fn crumple(bit: &Bit, at: Vec2, left: f32, out: &mut Mesh) {
    let radius = bit.size * (0.25 + 0.95 * left * left);
    let rgba = brush::faded(brush::mixed(bit.rgba, [255, 255, 255, 255], left * left), (left * 2.5).min(1.0));
    brush::folded_star(out, at, (radius * 0.42, radius), 4, bit.turn, rgba);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bit(life: f32) -> Bit {
        let (at, velocity) = (Vec2::new(5.0, 5.0), Vec2::new(2.0, 0.0));
        let shape = Shape::Spark;
        Bit { shape, at, velocity, drag: 0.5, fall: 0.25, turn: 0.0, spin: 0.1, size: 1.0, rgba: [9; 4], age: 0.0, life }
    }

    #[test]
    fn a_bit_slows_falls_and_ends_with_its_life() {
        let mut bits = Bits::new();
        bits.add(bit(2.0));
        bits.step();
        assert_eq!((bits.0[0].at, bits.0[0].velocity), (Vec2::new(6.0, 5.25), Vec2::new(1.0, 0.25)));
        bits.step();
        assert!(bits.0.is_empty());
    }

    #[test]
    fn a_full_pool_takes_no_more_and_does_not_grow() {
        let mut bits = Bits::new();
        (0..CAPACITY + 10).for_each(|_| bits.add(bit(9.0)));
        assert_eq!((bits.0.len(), bits.0.capacity()), (CAPACITY, CAPACITY));
    }
}
