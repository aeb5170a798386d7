//! Lasers in place of a volley's bullets.

use super::Compiler;
use super::number::{ANY, real, whole};
use super::steps::TICKS_MAX;
use crate::sim::bullet::birth::PARAMS_MAX;
use crate::sim::bullet::color::Color;
use crate::sim::bullet::kind::Unit as Measure;
use crate::sim::bullet::look::LookId;
use crate::sim::laser::TRAIL_MAX;
use crate::sim::pattern::format::{CurveFormat, Fire, LaserFormat};
use crate::sim::pattern::program::{BulletIds, LaserForm, LaserIds, MotionIds};

/// Longest warning, ticks.
const WARN_TICKS_MAX: f32 = 3_600.0;
/// Longest opening and closing, and longest stand of a curved laser's head, ticks.
const OPEN_TICKS_MAX: f32 = 600.0;

impl Compiler<'_> {
    /// A bullet that stands where it is, in place of what a laser does not ask for.
    pub(super) fn nothing(&mut self) -> BulletIds {
        let zero = self.constant(0.0);
        BulletIds {
            look: LookId(0),
            colors: vec![Color::default()],
            pick: zero,
            motion: MotionIds { kind: 0, params: Vec::new(), mirror_signs: [1.0; PARAMS_MAX], way: None },
            delay: zero,
            lifetime: zero,
            hit: zero,
            graze: zero,
            script: None,
        }
    }

    pub(super) fn straight(&mut self, fire: &Fire, laser: &LaserFormat) -> (BulletIds, Option<LaserIds>) {
        if fire.speed.is_some() {
            self.at("speed", |compiler| {
                compiler.problem("a straight laser does not move", "no `speed`, or `curve: ...` in place of `laser: ...`");
            });
        }
        self.at("laser", |compiler| compiler.beam(laser, fire.from.is_none()))
    }

    fn beam(&mut self, laser: &LaserFormat, follows: bool) -> (BulletIds, Option<LaserIds>) {
        if self.unit.is_script() && laser.follow == Some(true) {
            self.at("follow", |compiler| {
                compiler.problem("a laser cannot follow a bullet", "`follow` left out, or a laser of the emitter")
            });
        }
        let colors = self.colors(laser.color, &laser.colors);
        let head = BulletIds { colors, pick: self.field("pick", &laser.pick, ANY), ..self.nothing() };
        let width = self.field("width", &laser.width, real(1.0, 128.0));
        let form = LaserForm::Straight {
            length: self.field("length", &laser.length, real(8.0, 1_000.0)),
            warn: self.measure("warn", &laser.warn, whole(0.0, WARN_TICKS_MAX), Measure::Ticks),
            open: self.measure("open", &laser.open, whole(0.0, OPEN_TICKS_MAX), Measure::Ticks),
            hold: self.measure("hold", &laser.hold, whole(0.0, TICKS_MAX), Measure::Ticks),
            close: self.measure("close", &laser.close, whole(0.0, OPEN_TICKS_MAX), Measure::Ticks),
            turn: self.measure("turn", &laser.turn, real(-12.0, 12.0), Measure::DegPerTick),
            follows: laser.follow.unwrap_or(follows),
        };
        let hit = laser.hit.as_ref().map(|hit| self.field("hit", hit, real(0.5, 128.0)));
        (head, Some(LaserIds { width, hit, form }))
    }

    pub(super) fn curved(&mut self, curve: &CurveFormat) -> (BulletIds, Option<LaserIds>) {
        let motion = self.at("kind", |compiler| {
            if curve.kind.is_guided() {
                compiler.problem(format!("the head of a curved laser does not fly as {}", curve.kind.written()), "another kind");
            }
            compiler.motion(&curve.kind)
        });
        let head = BulletIds {
            colors: self.colors(curve.color, &curve.colors),
            pick: self.field("pick", &curve.pick, ANY),
            motion,
            delay: self.measure("delay", &curve.delay, whole(0.0, OPEN_TICKS_MAX), Measure::Ticks),
            lifetime: self.measure("lifetime", &curve.lifetime, whole(0.0, TICKS_MAX), Measure::Ticks),
            ..self.nothing()
        };
        let width = self.field("width", &curve.width, real(1.0, 64.0));
        let trail = self.measure("trail", &curve.trail, whole(2.0, TRAIL_MAX as f32), Measure::Ticks);
        let hit = curve.hit.as_ref().map(|hit| self.field("hit", hit, real(0.5, 64.0)));
        (head, Some(LaserIds { width, hit, form: LaserForm::Curved { trail } }))
    }
}
