//! Steps that ask something of the world besides bullets.

use super::Compiler;
use super::number::{real, whole};
use crate::sim::bullet::kind::Unit as Measure;
use crate::sim::event::sound_key;
use crate::sim::pattern::format::{Cancel, Flash, Mark, MarkFormat, Number, Place, Remains, Sound, Step};
use crate::sim::pattern::program::{CueIds, FLASH_STRENGTH_MAX, Instruction, MarkIds, PlaceIds, SHAKE_PX_MAX};
use crate::sim::problem::Problem;

/// Longest mark, ticks.
const MARK_TICKS_MAX: f32 = 3_600.0;

impl Compiler<'_> {
    /// A step that asks something of the world.
    pub(super) fn cue(&mut self, step: &Step) {
        match step {
            Step::Flash(flash) => self.flash(flash),
            Step::Shake(px) => self.shake(px),
            Step::Mark(mark) => self.mark(mark),
            Step::Cancel(cancel) => self.cancel(cancel),
            Step::Sound(sound) => self.sound(sound),
            _ => {}
        }
    }

    fn flash(&mut self, flash: &Flash) {
        let strength = self.field("strength", &flash.strength, real(0.0, FLASH_STRENGTH_MAX));
        self.push_cue(CueIds::Flash { color: flash.color, strength });
    }

    fn shake(&mut self, px: &Number) {
        let px = self.at(0, |compiler| compiler.number(px, real(0.0, SHAKE_PX_MAX)));
        self.push_cue(CueIds::Shake { px });
    }

    fn mark(&mut self, mark: &Mark) {
        let place = self.place_from(mark.from.as_ref(), &mark.at);
        let shape = self.at("shape", |compiler| match &mark.shape {
            MarkFormat::Circle { radius } => MarkIds::Circle { radius: compiler.field("radius", radius, real(4.0, 400.0)) },
            MarkFormat::Lane { aim, length, width } => MarkIds::Lane {
                aim: compiler.at("aim", |compiler| compiler.aim(aim, true)),
                length: compiler.field("length", length, real(8.0, 1_000.0)),
                width: compiler.field("width", width, real(2.0, 400.0)),
            },
        });
        let ticks = self.measure("ticks", &mark.ticks, whole(1.0, MARK_TICKS_MAX), Measure::Ticks);
        self.push_cue(CueIds::Mark { place, shape, color: mark.color, ticks });
    }

    fn cancel(&mut self, cancel: &Cancel) {
        let place = self.place_from(cancel.from.as_ref(), &cancel.at);
        let radius = cancel.radius.as_ref().map(|radius| self.field("radius", radius, real(0.0, 1_000.0)));
        if radius.is_none() && (cancel.from.is_some() || cancel.at != Place::default()) {
            self.problem("a Cancel of all has no place", "`radius: ...`, or neither `from` nor `at`");
        }
        self.push_cue(CueIds::Cancel { place, radius, leaves_scraps: cancel.into == Remains::Scraps });
    }

    fn sound(&mut self, sound: &Sound) {
        let known = self.names.sounds;
        if !known.contains(&sound.name) {
            let path = [self.path.as_slice(), &["name".into()]].concat();
            self.problems.push(Problem::unknown(path, "sound", &sound.name, known.iter().map(String::as_str)));
        }
        let volume = self.field("volume", &sound.volume, real(0.0, 1.0));
        self.push_cue(CueIds::Sound { key: sound_key(&sound.name), volume });
    }

    /// A point with its offset: the fields `from` and `at`.
    pub(super) fn place_from(&mut self, from: Option<&Place>, at: &Place) -> (Option<PlaceIds>, PlaceIds) {
        let from = from.map(|place| self.at("from", |compiler| compiler.place(place)));
        (from, self.at("at", |compiler| compiler.place(at)))
    }

    fn push_cue(&mut self, cue: CueIds) {
        self.emit(Instruction::Cue(self.program.cues.len()));
        self.program.cues.push(cue);
    }
}
