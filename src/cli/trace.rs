//! `trace`: what a pattern does, as text: every birth, and every bullet's state now and then. Made to be compared line by line.
//!
//! Invariant: the same content and options print the same bytes on every platform.

mod lasers;

use super::arguments::{Command, Flag, Given};
use super::rehearse::{self, Piece, Rehearsal, Setting, TICKS_MAX};
use super::{Exit, Failure, Shell, options};
use glam::Vec2;
use std::io::{self, Write};
use tamafubuki::lab;
use tamafubuki::sim::bullet::birth::Birth;
use tamafubuki::sim::bullet::{Handle, KINDS};
use tamafubuki::sim::laser::LaserBirth;
use tamafubuki::sim::math;
use tamafubuki::sim::probe::{Part, Probe};

const TICKS: u32 = 600;

pub const COMMAND: Command = Command {
    name: "trace",
    about: "Prints what a pattern does, tick by tick, as text that can be compared.",
    more: "PATTERN is a pattern, spell, enemy, wave, boss or stage: its file, or its name in the content (fox_2_wheel, stage1); or an .xml (BulletML).\n\
        Lines, with numbers in ticks, px, degrees (0 right, 90 down) and px a tick:\n\
        \x20 B tick id x y angle speed kind look color   a birth, as fired\n\
        \x20 E tick x y                                  an emitter with a figure, at the end of the tick\n\
        \x20 S tick id x y angle speed                   a bullet at the end of the tick; `cloud` after it: it has not begun to move\n\
        \x20 N tick live                                 bullets alive at the end of the tick\n\
        \x20 L tick id x y angle speed Straight width length warn open hold close turn color   a laser, as fired\n\
        \x20 L tick id x y angle speed Curved width trail kind delay color\n\
        \x20 T tick id x y angle width                   a laser at the end of the tick: its beginning or head, and what is open of it; 0 while it warns\n\
        Tick 1 is the program's first. Nothing shoots, and nothing hits the crane.\n\
        --format bulletml is for comparing with other players of BulletML: frames from 0, degrees clockwise from the top,\n\
        \x20 N frame live                                the emitter counted\n\
        \x20 E frame id x y direction speed              a birth, as it is at the end of its frame\n\
        \x20 S frame id x y direction speed ax ay        a state, of the emitter too (id 0), each --every frames, the last of them\n\
        The traces of libBulletML: --ticks 300 --every 15 --player 160,400 --at 160,80 --bounds -32,-32,352,512 --rand 0.5.\n\
        Exit codes: 0 traced, 2 the pattern has problems or is not there.",
    values: "PATTERN",
    value_count: 1..=1,
    flags: &[
        options::DIFFICULTY,
        rehearse::SEED,
        Flag { name: "ticks", value: "N", about: "how long, 1 to 108000; ends earlier when everything has gone [600]" },
        Flag { name: "every", value: "N", about: "ticks from state to state, 0 for none, 1 to 3600 [60]" },
        rehearse::PLAYER_AT,
        rehearse::RANK,
        rehearse::AT,
        options::MODIFY,
        Flag { name: "format", value: "NAME", about: "tamafubuki or bulletml [tamafubuki]" },
        Flag { name: "bounds", value: "L,T,R,B", about: "bullets live in this rectangle, px [-32,-32,416,480]" },
        Flag { name: "rand", value: "R", about: "every random number in [0, 1) is this one" },
        options::SPEED_SCALE,
        options::CONTENT,
        options::MOD,
    ],
    run,
};

fn run(given: &Given, shell: &mut Shell) -> Result<Exit, Failure> {
    let setting = Setting::from(given)?;
    let ticks = given.number("ticks", 1..=TICKS_MAX)?.unwrap_or(TICKS);
    let every = given.number("every", 0..=3_600)?.unwrap_or(60);
    let piece = Piece::load(&given.values[0], given, &setting)?;
    let is_bulletml = given.choice("format", &[("tamafubuki", false), ("bulletml", true)])?.unwrap_or(false);
    let mut out = io::BufWriter::new(&mut *shell.out);
    writeln!(out, "# {}", piece.name)?;
    writeln!(out, "# {}", setting.words(&piece))?;
    if is_bulletml {
        let stage =
            piece.emitter().ok_or_else(|| Failure::Input(format!("{}: only patterns, spells and bosses have one emitter", piece.name)))?;
        lab::write_frames(stage, &setting.frames(ticks, every), &mut out)?;
        out.flush()?;
        return Ok(Exit::Ok);
    }
    let looks: Vec<&str> = piece.loaded.content.looks.iter().map(|look| look.name.as_str()).collect();
    let mut rehearsal = Rehearsal::new(&piece, &setting);
    let mut log = Log::default();
    while rehearsal.tick() < ticks && !rehearsal.is_over() {
        log.births.clear();
        log.lasers.clear();
        rehearsal.step(&mut log);
        let is_due = every > 0 && rehearsal.tick().is_multiple_of(every);
        write_births(&mut out, rehearsal.tick(), &log, &looks, &rehearsal)?;
        lasers::write_births(&mut out, rehearsal.tick(), &log.lasers)?;
        if is_due {
            write_states(&mut out, &mut log.alive, &rehearsal)?;
            lasers::write_states(&mut out, rehearsal.tick(), &rehearsal.world)?;
        }
        if is_due || !log.births.is_empty() {
            writeln!(out, "N {} {}", rehearsal.tick(), rehearsal.world.bullets().len())?;
        }
    }
    out.flush()?;
    Ok(Exit::Ok)
}

/// Who was born, and who may still be alive, in the order of birth.
#[derive(Default)]
struct Log {
    births: Vec<(Birth, Option<Handle>)>,
    lasers: Vec<(LaserBirth, Option<u32>)>,
    alive: Vec<Handle>,
}

impl Probe for Log {
    fn enter(&mut self, _part: Part) {}

    fn born(&mut self, birth: &Birth, bullet: Option<Handle>) {
        self.births.push((*birth, bullet));
        self.alive.extend(bullet);
    }

    fn laser_born(&mut self, birth: &LaserBirth, serial: Option<u32>) {
        self.lasers.push((*birth, serial));
    }
}

fn write_births(out: &mut dyn Write, tick: u32, log: &Log, looks: &[&str], rehearsal: &Rehearsal) -> io::Result<()> {
    for (birth, handle) in &log.births {
        let view = handle.and_then(|handle| rehearsal.world.bullets().get(handle));
        // One that was refused, or gone in its first tick, has no number.
        let id = view.map_or_else(|| "-".to_owned(), |view| view.serial.to_string());
        let look = looks.get(usize::from(birth.look.0)).copied().unwrap_or("?");
        let kind = KINDS.get(usize::from(birth.kind)).map_or("?", |kind| kind.name);
        let (angle, speed) = (birth.angle_deg, birth.speed_px_per_tick);
        writeln!(out, "B {tick} {id} {} {} {} {kind} {look} {:?}", At(birth.at), Angle(angle), Decimal(speed), birth.color)?;
    }
    Ok(())
}

fn write_states(out: &mut dyn Write, alive: &mut Vec<Handle>, rehearsal: &Rehearsal) -> io::Result<()> {
    let (tick, world) = (rehearsal.tick(), &rehearsal.world);
    let emitters = world.enemies().map(|enemy| enemy.at).chain(world.boss().filter(|boss| boss.figure != u16::MAX).map(|boss| boss.at));
    for at in emitters {
        writeln!(out, "E {tick} {}", At(at))?;
    }
    alive.retain(|handle| world.bullets().get(*handle).is_some());
    for view in alive.iter().filter_map(|handle| world.bullets().get(*handle)) {
        let cloud = if view.is_delayed { " cloud" } else { "" };
        let angle = math::atan2_deg(view.velocity.y, view.velocity.x);
        writeln!(out, "S {tick} {} {} {} {}{cloud}", view.serial, At(view.at), Angle(angle), Decimal(view.velocity.length()))?;
    }
    Ok(())
}

/// With three digits, and no minus before a zero.
struct Decimal(f32);

impl std::fmt::Display for Decimal {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let rounded = (f64::from(self.0) * 1_000.0).round() / 1_000.0 + 0.0;
        write!(f, "{rounded:.3}")
    }
}

/// A direction from 0 up to 360.
struct Angle(f32);

impl std::fmt::Display for Angle {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let turned = f64::from(self.0).rem_euclid(360.0);
        let rounded = (turned * 1_000.0).round() / 1_000.0;
        write!(f, "{:.3}", if rounded >= 360.0 { 0.0 } else { rounded })
    }
}

/// A point.
struct At(Vec2);

impl std::fmt::Display for At {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "{} {}", Decimal(self.0.x), Decimal(self.0.y))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_in_one_way() {
        let written = |value: f32| Decimal(value).to_string();
        assert_eq!([written(-0.0001), written(1.5), written(-2.0004)], ["0.000", "1.500", "-2.000"]);
        let angle = |value: f32| Angle(value).to_string();
        assert_eq!([angle(-90.0), angle(359.9999), angle(720.25)], ["270.000", "0.000", "0.250"]);
    }
}
