//! What the bot must not touch: bullets, lasers, enemies and the boss, as discs that fly straight. A laser is a row of them.

use super::plan::{ALWAYS, HORIZON_TICKS, REACH_PX, Threat};
use crate::sim::bullet::Instance;
use crate::sim::laser::{BodyView, LaserView, TrailView};
use crate::sim::math;
use crate::sim::world::World;
use glam::Vec2;

/// LIMIT: threats considered; further ones are not seen.
pub(super) const THREATS_MAX: usize = 4096;
/// Ticks that a spawn cloud still takes at most; how many it really takes is not shown.
const CLOUD_TICKS: f32 = 16.0;

/// Discs of a laser are about so far apart, px.
const DISC_PX: f32 = 7.0;
/// A turning laser may come from so much further along, px.
const SWEEP_PX: f32 = 24.0;
/// A laser is shunned so long before it opens: nobody counts its warning exactly.
const EARLY_TICKS: f32 = 4.0;

/// Gathers them into `out`, which keeps its memory.
pub(super) fn gather(world: &World, instances: &mut Vec<Instance>, out: &mut Vec<Threat>) {
    out.clear();
    world.bullets().instances(world.tick(), instances);
    let looks = &world.stage().looks;
    for instance in instances.iter() {
        let Some(look) = looks.get(usize::from(instance.look())) else { continue };
        push(
            out,
            Threat {
                at: Vec2::new(instance.x, instance.y),
                velocity_px_per_tick: Vec2::new(instance.vx, instance.vy),
                radius_px: look.hit_radius_px,
                still_ticks: CLOUD_TICKS * (1.0 - f32::from(instance.unfold()) / 255.0),
                harm_ticks: ALWAYS,
            },
        );
    }
    let player = world.player().at;
    for laser in world.lasers().views() {
        let (from, to) = (laser.ticks_to_open as f32 - EARLY_TICKS, laser.ticks_to_close as f32);
        let disc = Threat {
            at: Vec2::ZERO,
            velocity_px_per_tick: Vec2::ZERO,
            radius_px: laser.hit_width_px * 0.5,
            still_ticks: 0.0,
            harm_ticks: (from, to),
        };
        // One that only fades, or opens beyond what is looked at, is no threat.
        if to > 0.0 && from < HORIZON_TICKS {
            match laser.body {
                BodyView::Straight { .. } => beam(&laser, disc, player, out),
                BodyView::Curved(trail) => ribbon(&trail, disc, laser.ticks_to_open, player, out),
            }
        }
    }
    for enemy in world.enemies() {
        push(out, body(enemy.at, enemy.previous, enemy.radius_px));
    }
    if let Some(boss) = world.boss() {
        push(out, body(boss.at, boss.previous, boss.radius_px));
    }
}

/// Discs along a straight laser, as far as the player may come near it. Each flies as its place does now.
fn beam(laser: &LaserView, disc: Threat, player: Vec2, out: &mut Vec<Threat>) {
    let BodyView::Straight { at, angle_deg, length_px, .. } = laser.body else { return };
    let (along, turn_deg) = (math::unit(angle_deg[1]), angle_deg[1] - angle_deg[0]);
    let step_px = (disc.radius_px * 1.5).max(DISC_PX);
    let middle_px = (player - at[1]).dot(along);
    let inset_px = (laser.width_px.min(length_px)) * 0.5;
    let reach_px = REACH_PX * 1.42 + SWEEP_PX;
    let (first_px, last_px) = ((middle_px - reach_px).max(inset_px), (middle_px + reach_px).min(length_px - inset_px));
    let mut way_px = first_px;
    while way_px <= last_px {
        let sweep = along.perp() * (way_px * turn_deg.to_radians());
        push(out, Threat { at: at[1] + along * way_px, velocity_px_per_tick: at[1] - at[0] + sweep, ..disc });
        way_px += step_px;
    }
}

/// Discs along a curved laser, each there until the end of the trail has passed, and some that leave the head one after the other.
fn ribbon(trail: &TrailView, disc: Threat, ticks_to_open: u32, player: Vec2, out: &mut Vec<Threat>) {
    let count = trail.count();
    let speed = trail.velocity.length();
    let stride = (DISC_PX / speed.max(0.1)).clamp(1.0, 12.0) as usize;
    let (from, to) = disc.harm_ticks;
    for k in (0..count).step_by(stride) {
        let at = trail.point(k);
        if at.distance_squared(player) < (REACH_PX * REACH_PX) * 2.5 {
            let radius_px = disc.radius_px * trail.profile(k).max(0.3);
            push(out, Threat { at, radius_px, harm_ticks: (from, to.min((count - k) as f32 + EARLY_TICKS)), ..disc });
        }
    }
    for late in (0..count.min(HORIZON_TICKS as usize)).step_by(stride * 2) {
        let still_ticks = ticks_to_open as f32 + late as f32;
        push(out, Threat { at: trail.point(0), velocity_px_per_tick: trail.velocity, still_ticks, ..disc });
    }
}

fn body(at: Vec2, previous: Vec2, radius_px: f32) -> Threat {
    Threat { at, velocity_px_per_tick: at - previous, radius_px, still_ticks: 0.0, harm_ticks: ALWAYS }
}

fn push(out: &mut Vec<Threat>, threat: Threat) {
    if out.len() < THREATS_MAX {
        out.push(threat);
    }
}
