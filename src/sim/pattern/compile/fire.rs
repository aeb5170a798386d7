//! Volleys and their bullets.

use super::Compiler;
use super::group::SPEED;
use super::number::{ANY, real, whole};
use super::steps::TICKS_MAX;
use crate::sim::bullet::birth::PARAMS_MAX;
use crate::sim::bullet::color::Color;
use crate::sim::bullet::kind::Motion;
use crate::sim::bullet::kind::Unit as Measure;
use crate::sim::bullet::look::LookId;
use crate::sim::pattern::format::{Aim, BulletFormat, Fire, Number};
use crate::sim::pattern::program::{AimIds, BulletIds, Instruction, LaserIds, MotionIds, PaceIds, Volley};
use crate::sim::problem::{Key, Problem};

/// Speed of a volley that says nothing of it.
const SPEED_PX_PER_TICK: f32 = 2.0;
/// Most colours of one volley.
const COLORS_MAX: usize = 16;

impl Compiler<'_> {
    pub(super) fn fire(&mut self, fire: &Fire) {
        self.scoped(|compiler| {
            let (from, at) = compiler.place_from(fire.from.as_ref(), &fire.at);
            let aim = compiler.at("aim", |compiler| compiler.aim(&fire.aim, true));
            let levels = compiler.at("group", |compiler| compiler.levels(&fire.group));
            compiler.is_per_bullet = true;
            let speed =
                fire.speed.as_ref().map(|speed| compiler.at("speed", |compiler| compiler.pace(speed, SPEED, [Measure::PxPerTick; 2])));
            let usual = Number::from(SPEED_PX_PER_TICK);
            let speed = speed.unwrap_or_else(|| PaceIds::Absolute(compiler.number_of(&usual, SPEED, Measure::PxPerTick)));
            let angle = compiler.angle("angle", &fire.angle);
            let (bullet, laser) = compiler.fired(fire);
            let volley =
                Volley { from, at, aim, levels, speed, angle, is_mirrored: fire.mirrored, bullet, laser, budget: compiler.budget() };
            compiler.is_per_bullet = false;
            compiler.emit(Instruction::Fire(compiler.program.volleys.len()));
            compiler.program.volleys.push(volley);
        });
    }

    /// What the volley is of.
    fn fired(&mut self, fire: &Fire) -> (BulletIds, Option<LaserIds>) {
        match (&fire.bullet, &fire.laser, &fire.curve) {
            (Some(bullet), None, None) => (self.at("bullet", |compiler| compiler.bullet(bullet)), None),
            (None, Some(laser), None) => self.straight(fire, laser),
            (None, None, Some(curve)) => self.at("curve", |compiler| compiler.curved(curve)),
            (None, None, None) => {
                self.problem("this Fire has nothing to fire", "one of `bullet: (...)`, `laser: (...)` and `curve: (...)`");
                (self.nothing(), None)
            }
            _ => {
                self.problem("this Fire has more than one thing to fire", "one of `bullet`, `laser` and `curve`");
                (self.nothing(), None)
            }
        }
    }

    /// A direction: of what is fired, or of whoever turns. What bullets do in relation to themselves is turned with them already.
    pub(super) fn aim(&mut self, aim: &Aim, is_fired: bool) -> AimIds {
        let (Aim::Aim(angle) | Aim::Absolute(angle) | Aim::Relative(angle) | Aim::Sequence(angle)) = aim;
        let is_turned = match aim {
            Aim::Absolute(_) => is_fired || self.unit.is_script(),
            Aim::Aim(_) | Aim::Relative(_) => is_fired && !self.unit.is_script(),
            Aim::Sequence(_) => false,
        };
        let id = self.at(0, |compiler| compiler.direction(angle, is_turned));
        match aim {
            Aim::Aim(_) => AimIds::Aim(id),
            Aim::Absolute(_) => AimIds::Absolute(id),
            Aim::Relative(_) => AimIds::Relative(id),
            Aim::Sequence(_) => {
                let zero = Number::from(0.0);
                AimIds::Sequence(id, self.direction(&zero, is_fired && !self.unit.is_script()))
            }
        }
    }

    fn bullet(&mut self, bullet: &BulletFormat) -> BulletIds {
        let look = self.look(&bullet.look);
        let sizes = self.names.looks.get(usize::from(look.0)).map(|look| (look.hit_radius_px, look.graze_radius_px));
        let hit = bullet.hit.as_ref().map(|hit| self.field("hit", hit, real(0.5, 48.0)));
        let graze = bullet.graze.as_ref().map(|graze| self.field("graze", graze, real(0.5, 64.0)));
        let motion = self.at("kind", |compiler| compiler.motion(&bullet.kind));
        BulletIds {
            look,
            colors: self.colors(bullet.color, &bullet.colors),
            pick: self.field("pick", &bullet.pick, ANY),
            motion,
            // A path begins where the bullet stands, which it does not after a tick of its own.
            delay: self.measure("delay", &bullet.delay, whole(if bullet.kind.is_guided() { 1.0 } else { 0.0 }, 600.0), Measure::Ticks),
            lifetime: self.measure("lifetime", &bullet.lifetime, whole(0.0, TICKS_MAX), Measure::Ticks),
            hit: hit.unwrap_or_else(|| self.constant(sizes.map_or(1.0, |(hit, _)| hit))),
            graze: graze.unwrap_or_else(|| self.constant(sizes.map_or(1.0, |(_, graze)| graze))),
            script: self.script(bullet),
        }
    }

    pub(super) fn motion(&mut self, kind: &Motion) -> MotionIds {
        let mut mirror_signs = [1.0; PARAMS_MAX];
        if kind.is_guided() {
            return MotionIds { kind: kind.flown_as(), params: Vec::new(), mirror_signs, way: None };
        }
        let params = kind.info().params.iter().zip(kind.numbers()).enumerate();
        let params = params.map(|(index, (param, number))| {
            mirror_signs[index] = if param.mirrors { -1.0 } else { 1.0 };
            self.measure(param.name, number, real(param.min, param.max), param.unit)
        });
        MotionIds { kind: kind.flown_as(), params: params.collect(), mirror_signs, way: None }
    }

    pub(super) fn colors(&mut self, color: Color, colors: &[Color]) -> Vec<Color> {
        if colors.len() > COLORS_MAX {
            self.at("colors", |compiler| compiler.problem(format!("{} colours", colors.len()), format!("at most {COLORS_MAX}")));
        }
        if colors.is_empty() { vec![color] } else { colors.to_vec() }
    }

    fn look(&mut self, name: &str) -> LookId {
        let looks = self.names.looks;
        let index = looks.iter().position(|look| look.name == name);
        if index.is_none() {
            let path = [self.path.as_slice(), &[Key::from("look")]].concat();
            self.problems.push(Problem::unknown(path, "look", name, looks.iter().map(|look| look.name.as_str())));
        }
        LookId(index.and_then(|index| u8::try_from(index).ok()).unwrap_or(0))
    }
}
