//! What is laid over the playfield: heat under the bullets; trajectories, arrows, circles and the gap over them.
//!
//! Units: playfield px. Invariant: drawn from what the session has measured or run; nothing is worked out by formula.

use super::Lab;
use super::command::View;
use crate::view::brush::{self, Mesh, Rgba, faded, mixed};
use glam::Vec2;
use tamafubuki::lab::Trail;
use tamafubuki::lab::gap::{self, REACH_PX};
use tamafubuki::lab::heat::{CELL_PX, COLUMN_COUNT, Heat};

/// Ticks of motion that an arrow is long.
const ARROW_TICKS: f32 = 8.0;
/// From this many trails on only every other point of each is drawn.
const MANY_TRAILS: usize = 700;
const HIT: Rgba = [255, 82, 66, 255];
const GRAZE: Rgba = [255, 255, 255, 110];
const WAY: Rgba = [250, 240, 200, 200];
const ARROW: Rgba = [120, 255, 190, 230];
const GAP: Rgba = [110, 240, 255, 255];

/// The colour for a share of the scale, 0 to 1; it goes with the root of a cell's number.
pub fn heat_color(share: f32) -> Rgba {
    const RAMP: [Rgba; 5] = [[26, 30, 70, 0], [74, 50, 150, 110], [196, 54, 92, 140], [248, 150, 44, 165], [255, 246, 190, 190]];
    let at = share.clamp(0.0, 1.0) * (RAMP.len() - 1) as f32;
    let below = (at as usize).min(RAMP.len() - 2);
    mixed(RAMP[below], RAMP[below + 1], at - below as f32)
}

impl Lab {
    /// What lies under the bullets.
    pub fn draw_under(&self, mesh: &mut Mesh) {
        if let (Some(session), true) = (&self.session, self.shown[View::Heat as usize]) {
            heat(mesh, session.heat());
        }
    }

    /// What lies over the bullets, which are drawn `alpha` of a tick after the last but one.
    pub fn draw_over(&mut self, mesh: &mut Mesh, alpha: f32) {
        let shown = self.shown;
        let is_shown = |view: View| shown[view as usize];
        let Some(session) = &mut self.session else { return };
        if is_shown(View::Trails) {
            trails(mesh, session.trails());
        }
        let lag = 1.0 - alpha;
        session.world().bullets().for_each_circles(|bullet| {
            let at = if bullet.is_delayed { bullet.at } else { bullet.at - bullet.velocity * lag };
            if is_shown(View::Circles) {
                let hit = if bullet.is_delayed { faded(HIT, 0.3) } else { HIT };
                brush::outline(mesh, at, bullet.hit_px, 14, 0.0, 0.8, hit);
                if bullet.graze_px > bullet.hit_px {
                    brush::outline(mesh, at, bullet.graze_px, 18, 0.0, 0.45, GRAZE);
                }
            }
            if is_shown(View::Arrows) {
                arrow(mesh, at, bullet.velocity * ARROW_TICKS, if bullet.is_delayed { faded(ARROW, 0.4) } else { ARROW });
            }
        });
        if is_shown(View::Circles) {
            gap::beams(session.world(), |beam| {
                brush::stroke(mesh, beam.from, beam.to, 2.0 * beam.radius_px, faded(HIT, 0.4));
                brush::stroke(mesh, beam.from, beam.to, 0.8, HIT);
            });
        }
        let crane = session.world().player().at;
        if is_shown(View::Circles) {
            brush::outline(mesh, crane, session.stage().crane.hit_radius_px, 14, 0.0, 0.8, GAP);
        }
        if let (true, Some(sample)) = (is_shown(View::Gap), session.sample()) {
            dashed_ring(mesh, crane, REACH_PX, faded(GAP, 0.35));
            let is_open = sample.gap.radius_px >= session.stage().crane.hit_radius_px;
            let rgba = if is_open { GAP } else { HIT };
            brush::disc(mesh, sample.gap.at, sample.gap.radius_px, faded(rgba, 0.05), faded(rgba, 0.14));
            brush::ring(mesh, sample.gap.at, sample.gap.radius_px.max(0.6), 1.1, rgba);
            brush::stroke(mesh, sample.gap.at - Vec2::X * 2.5, sample.gap.at + Vec2::X * 2.5, 0.8, rgba);
            brush::stroke(mesh, sample.gap.at - Vec2::Y * 2.5, sample.gap.at + Vec2::Y * 2.5, 0.8, rgba);
        }
    }
}

fn heat(mesh: &mut Mesh, heat: &Heat) {
    let high = heat.high().max(1) as f32;
    for (index, &count) in heat.counts().iter().enumerate().filter(|(_, count)| **count > 0) {
        let (column, row) = (index % COLUMN_COUNT, index / COLUMN_COUNT);
        let (at, rgba) = (Vec2::new(column as f32, row as f32) * CELL_PX, heat_color((count as f32 / high).min(1.0).sqrt()));
        let (x, y) = (Vec2::X * CELL_PX, Vec2::Y * CELL_PX);
        brush::quad(mesh, [at, at + x, at + x + y, at + y], [rgba; 4]);
    }
}

fn trails(mesh: &mut Mesh, trails: &[Trail]) {
    let stride = if trails.len() > MANY_TRAILS { 2 } else { 1 };
    for trail in trails {
        let last = trail.places.len() - 1;
        let mut from = 0;
        while from < last {
            let to = (from + stride).min(last);
            // It fades the further ahead it is, and where it ends the bullet is gone.
            let share = from as f32 / 20.0;
            brush::stroke(mesh, trail.places[from], trail.places[to], 0.9, faded(WAY, 0.75 * (1.0 - share) + 0.1));
            from = to;
        }
    }
}

fn arrow(mesh: &mut Mesh, from: Vec2, way: Vec2, rgba: Rgba) {
    let along = way.normalize_or_zero();
    if along == Vec2::ZERO {
        return;
    }
    let (tip, side) = (from + way, along.perp());
    brush::stroke(mesh, from, tip - along * 2.0, 0.8, rgba);
    brush::triangle(mesh, [tip, tip - along * 4.0 + side * 1.8, tip - along * 4.0 - side * 1.8], [rgba; 3]);
}

fn dashed_ring(mesh: &mut Mesh, center: Vec2, radius_px: f32, rgba: Rgba) {
    const DASHES: u32 = 24;
    for dash in 0..DASHES {
        let from = dash as f32 / DASHES as f32;
        brush::arc(mesh, center, (radius_px - 0.4, radius_px + 0.4), (from, from + 0.55 / DASHES as f32), (rgba, rgba));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_heat_is_brighter_and_none_is_clear() {
        assert_eq!(heat_color(0.0)[3], 0);
        let light = |share: f32| heat_color(share).map(u32::from).iter().sum::<u32>();
        assert!((0..10).all(|step| light(step as f32 / 10.0) < light((step + 1) as f32 / 10.0)));
    }
}
