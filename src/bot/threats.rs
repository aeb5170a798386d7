//! What the bot must not touch: bullets, enemies and the boss, as discs that fly straight.

use super::plan::Threat;
use crate::sim::bullet::Instance;
use crate::sim::world::World;
use glam::Vec2;

/// LIMIT: threats considered; further ones are not seen.
pub(super) const THREATS_MAX: usize = 4096;
/// Ticks that a spawn cloud still takes at most; how many it really takes is not shown.
const CLOUD_TICKS: f32 = 16.0;

/// Gathers them into `out`, which keeps its memory.
pub(super) fn gather(world: &World, instances: &mut Vec<Instance>, out: &mut Vec<Threat>) {
    out.clear();
    world.bullets().instances(world.tick(), instances);
    let looks = &world.stage().looks;
    for instance in instances.iter() {
        let Some(look) = looks.get(usize::from(instance.look)) else { continue };
        push(
            out,
            Threat {
                at: Vec2::new(instance.x, instance.y),
                velocity_px_per_tick: Vec2::new(instance.vx, instance.vy),
                radius_px: look.hit_radius_px,
                still_ticks: CLOUD_TICKS * (1.0 - f32::from(instance.unfold) / 255.0),
            },
        );
    }
    for enemy in world.enemies() {
        push(out, body(enemy.at, enemy.previous, enemy.radius_px));
    }
    if let Some(boss) = world.boss() {
        push(out, body(boss.at, boss.previous, boss.radius_px));
    }
}

fn body(at: Vec2, previous: Vec2, radius_px: f32) -> Threat {
    Threat { at, velocity_px_per_tick: at - previous, radius_px, still_ticks: 0.0 }
}

fn push(out: &mut Vec<Threat>, threat: Threat) {
    if out.len() < THREATS_MAX {
        out.push(threat);
    }
}
