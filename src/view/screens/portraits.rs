//! The speakers of a dialogue, large beside the box: the one who speaks stands forward, the other back.
//!
//! Units: page units and seconds. Keeps only who stands where and since when. Must not know the world.

use super::page::{NIGHT, Page, ease};
use crate::view::ink::Rgba;
use glam::Vec2;
use tamafubuki::paper::Vertex;
use tamafubuki::paper::figure::{Clip, Figure, Pose};

/// Middle of the left portrait; the right one is its mirror in the playfield.
const LEFT: Vec2 = Vec2::new(104.0, 278.0);
/// Twice the middle of the playfield.
const MIRROR_X: f32 = 422.0;
const RADIUS: f32 = 74.0;

/// A figure on its side.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Portrait {
    figure: u16,
    /// When it came.
    came: f32,
    /// When it last began or ceased to speak.
    turned: f32,
}

/// Who stands left and right.
#[derive(Debug, Default)]
pub struct Portraits {
    sides: [Option<Portrait>; 2],
    speaking: usize,
    mesh: Vec<Vertex>,
}

impl Portraits {
    /// Whose line is shown now, and on which side: at each frame of a dialogue.
    pub fn speak(&mut self, figure: u16, on_left: bool, seconds: f32) {
        let side = usize::from(!on_left);
        match &mut self.sides[side] {
            Some(portrait) if portrait.figure == figure => {}
            other => *other = Some(Portrait { figure, came: seconds, turned: seconds }),
        }
        if self.speaking != side {
            self.speaking = side;
            for portrait in self.sides.iter_mut().flatten() {
                portrait.turned = seconds;
            }
        }
    }

    /// The dialogue is over.
    pub fn clear(&mut self) {
        (self.sides, self.speaking) = ([None; 2], 0);
    }

    /// Draws both.
    pub fn draw(&mut self, page: &mut Page, figures: &[Figure]) {
        self.mesh.clear();
        // The speaker lies on top.
        for side in [1 - self.speaking, self.speaking] {
            let Some(portrait) = self.sides[side] else { continue };
            let Some(figure) = figures.get(usize::from(portrait.figure)) else { continue };
            let forward = forward(page, &portrait, side == self.speaking);
            let pose = pose(page, &portrait, figure, side, forward);
            figure.shadow_mesh(&pose, Vec2::new(page.px(5.0), page.px(8.0)), [6, 8, 24, 110], &mut self.mesh);
            let start = self.mesh.len();
            figure.mesh(&pose, &mut self.mesh);
            for vertex in &mut self.mesh[start..] {
                vertex.rgba = darkened(vertex.rgba, 0.5 * (1.0 - forward));
            }
        }
        page.ink.triangles(&self.mesh);
    }
}

/// How far a figure stands forward, 0 to 1.
fn forward(page: &Page, portrait: &Portrait, speaks: bool) -> f32 {
    let turn = ease(page.seconds - portrait.turned, 0.25);
    if speaks { turn } else { 1.0 - turn }
}

/// A colour with the night before it, `by` 0 to 1.
fn darkened(rgba: Rgba, by: f32) -> Rgba {
    let mix = |c: u8, night: u8| (f32::from(c) + (f32::from(night) - f32::from(c)) * by) as u8;
    [mix(rgba[0], NIGHT[0]), mix(rgba[1], NIGHT[1]), mix(rgba[2], NIGHT[2]), rgba[3]]
}

fn pose(page: &Page, portrait: &Portrait, figure: &Figure, side: usize, forward: f32) -> Pose {
    let outward = if side == 0 { -1.0 } else { 1.0 };
    let come = ease(page.seconds - portrait.came, 0.45);
    let x = if side == 0 { LEFT.x } else { MIRROR_X - LEFT.x };
    let breath = (page.seconds * 1.7 + side as f32).sin() * 1.5;
    let at = Vec2::new(x + outward * (70.0 * (1.0 - come) + 16.0 * (1.0 - forward)), LEFT.y + breath + 8.0 * (1.0 - forward));
    Pose {
        at: Vec2::new(page.x(at.x), page.y(at.y)),
        scale: page.px(RADIUS * (0.86 + 0.14 * forward)) / figure.radius().max(1.0),
        angle_deg: outward * -6.0,
        fold: 0.3 + 0.7 * come,
        clips: [Clip::new(figure.animation("idle"), page.seconds * 40.0), Clip::NONE, Clip::NONE],
        alpha: come,
        line: 0.7,
        ..Pose::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_speaker_of_each_side_stays() {
        let mut portraits = Portraits::default();
        portraits.speak(3, true, 1.0);
        portraits.speak(3, true, 2.0);
        portraits.speak(7, false, 3.0);
        assert_eq!(portraits.sides[0], Some(Portrait { figure: 3, came: 1.0, turned: 3.0 }));
        assert_eq!(portraits.sides[1], Some(Portrait { figure: 7, came: 3.0, turned: 3.0 }));
        portraits.speak(8, false, 4.0);
        assert_eq!(portraits.sides[1].map(|portrait| portrait.came), Some(4.0));
        portraits.clear();
        assert_eq!(portraits.sides, [None, None]);
    }
}
