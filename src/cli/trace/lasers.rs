//! The lines about lasers.

use super::{Angle, At, Decimal};
use std::io::{self, Write};
use tamafubuki::sim::bullet::KINDS;
use tamafubuki::sim::laser::{BodyView, Form, LaserBirth};
use tamafubuki::sim::world::World;

/// Lasers as fired; one that was refused has no number.
pub fn write_births(out: &mut dyn Write, tick: u32, births: &[(LaserBirth, Option<u32>)]) -> io::Result<()> {
    for (birth, serial) in births {
        let LaserBirth { head, form, .. } = birth;
        let id = serial.map_or_else(|| "-".to_owned(), |serial| serial.to_string());
        let (angle, width) = (Angle(head.angle_deg), Decimal(birth.width_px));
        write!(out, "L {tick} {id} {} {angle} ", At(head.at))?;
        match *form {
            Form::Straight { length_px, turn_deg, warn_ticks, open_ticks, hold_ticks, close_ticks, .. } => {
                let (length, turn) = (Decimal(length_px), Decimal(turn_deg));
                write!(out, "0.000 Straight {width} {length} {warn_ticks} {open_ticks} {hold_ticks} {close_ticks} {turn}")?;
            }
            Form::Curved { trail_count } => {
                let kind = KINDS.get(usize::from(head.kind)).map_or("?", |kind| kind.name);
                write!(out, "{} Curved {width} {trail_count} {kind} {}", Decimal(head.speed_px_per_tick), head.delay_ticks)?;
            }
        }
        writeln!(out, " {:?}", head.color)?;
    }
    Ok(())
}

/// Lasers as they are.
pub fn write_states(out: &mut dyn Write, tick: u32, world: &World) -> io::Result<()> {
    for laser in world.lasers().views() {
        let (at, angle_deg) = match laser.body {
            BodyView::Straight { at, angle_deg, .. } => (at[1], angle_deg[1]),
            BodyView::Curved(trail) => (trail.point(0), tamafubuki::sim::math::atan2_deg(trail.velocity.y, trail.velocity.x)),
        };
        let width = Decimal(laser.width_px * laser.share[1]);
        writeln!(out, "T {tick} {} {} {} {width}", laser.serial, At(at), Angle(angle_deg))?;
    }
    Ok(())
}
