//! Steps that steer or change whoever runs them. None of them takes time.

use super::Compiler;
use super::group::SPEED;
use super::number::{ANGLE, Range, whole};
use super::steps::TICKS_MAX;
use super::unit::Body;
use crate::sim::bullet::KINDS;
use crate::sim::bullet::kind::Unit as Measure;
use crate::sim::bullet::kind::{Motion, Steering};
use crate::sim::pattern::format::{Accel, Aim, ChangeDirection, ChangeSpeed, Number, Pace, Step};
use crate::sim::pattern::program::{AimIds, ChangeIds, Gait, Instruction, MotionIds, PaceIds, TurnIds, ValueId};

impl Compiler<'_> {
    /// A step that steers or changes.
    pub(super) fn deed(&mut self, step: &Step) {
        match step {
            Step::ChangeDirection(step) => self.change_direction(step),
            Step::Face(aim) => self.face(aim),
            Step::ChangeSpeed(step) => self.change_speed(step),
            Step::Accel(step) => self.accel(step),
            Step::Become(kind) => self.become_kind(kind),
            Step::Recolor(color) => self.of_bullets("Recolor", Instruction::Recolor(*color)),
            Step::ToItem => self.of_bullets("ToItem", Instruction::ToItem),
            _ => {}
        }
    }

    fn change_direction(&mut self, step: &ChangeDirection) {
        self.may_steer("ChangeDirection", Steering::Guided);
        // What turns by so much each tick turns faster as time does.
        let to = self.at("to", |compiler| match &step.to {
            Aim::Sequence(step) => {
                let step = compiler.at(0, |compiler| compiler.number_of(step, ANGLE, Measure::DegPerTick));
                AimIds::Sequence(step, compiler.constant(0.0))
            }
            to => compiler.aim(to, false),
        });
        let ticks = self.change_ticks(&step.ticks);
        self.emit(Instruction::Turn(self.program.turns.len()));
        self.program.turns.push(TurnIds { to, ticks, ease: step.ease });
    }

    fn face(&mut self, aim: &Aim) {
        self.may_steer("Face", Steering::Guided);
        let aim = self.at(0, |compiler| compiler.aim(aim, false));
        self.emit(Instruction::Face(aim));
    }

    fn change_speed(&mut self, step: &ChangeSpeed) {
        self.may_steer("ChangeSpeed", Steering::Guided);
        let measures = self.own_speeds();
        let to = self.at("to", |compiler| compiler.pace(&step.to, SPEED, measures));
        let ticks = self.change_ticks(&step.ticks);
        self.change(ChangeIds { of: Gait::Along, to, ticks, ease: step.ease });
    }

    fn accel(&mut self, step: &Accel) {
        self.may_steer("Accel", Steering::Free);
        if step.x.is_none() && step.y.is_none() {
            self.problem("an Accel of neither axis", "`x: ...`, `y: ...` or both");
        }
        let (ticks, measures) = (self.change_ticks(&step.ticks), self.own_speeds());
        for (key, of, pace) in [("x", Gait::DriftX, &step.x), ("y", Gait::DriftY, &step.y)] {
            if let Some(pace) = pace {
                let to = self.at(key, |compiler| compiler.pace(pace, SPEED, measures));
                self.change(ChangeIds { of, to, ticks, ease: step.ease });
            }
        }
    }

    pub(super) fn give_signal(&mut self, name: &str) {
        let signal = self.at(0, |compiler| compiler.signal(name));
        self.is_emitted[usize::from(signal)] = true;
        self.emit(Instruction::Emit(signal));
    }

    /// What follows in the text is of the new kind.
    fn become_kind(&mut self, kind: &Motion) {
        let motion = self.at(0, |compiler| MotionIds { way: compiler.way(kind), ..compiler.motion(kind) });
        self.of_bullets("Become", Instruction::Become(self.program.motions.len()));
        self.program.motions.push(motion);
        if self.unit.is_script() {
            self.unit.body = Body::bullet(kind);
        }
    }

    /// A step that only bullets can do.
    pub(super) fn of_bullets(&mut self, name: &str, instruction: Instruction) {
        if self.unit.body == Body::Emitter {
            self.problem(format!("{name} is nothing for an emitter"), "a bullet's `script` or `then` around it");
        }
        self.emit(instruction);
    }

    fn change_ticks(&mut self, ticks: &Number) -> ValueId {
        self.measure("ticks", ticks, whole(0.0, TICKS_MAX), Measure::Ticks)
    }

    fn change(&mut self, change: ChangeIds) {
        self.emit(Instruction::Change(self.program.changes.len()));
        self.program.changes.push(change);
    }

    /// What the own speed measures, and its change each tick: of an emitter only time changes it.
    fn own_speeds(&self) -> [Measure; 2] {
        if self.unit.is_script() {
            [Measure::PxPerTick, Measure::PxPerTickTick]
        } else {
            [Measure::OwnPxPerTick, Measure::OwnPxPerTickTick]
        }
    }

    /// The speed at the current path. `measures` are what it is, and what it is in a sequence.
    pub(super) fn pace(&mut self, pace: &Pace, range: Range, [measure, of_sequence]: [Measure; 2]) -> PaceIds {
        match pace {
            Pace::Absolute(number) => PaceIds::Absolute(self.number_of(number, range, measure)),
            Pace::Relative(number) => PaceIds::Relative(self.at(0, |compiler| compiler.number_of(number, range, measure))),
            Pace::Sequence(number) => PaceIds::Sequence(self.at(0, |compiler| compiler.number_of(number, range, of_sequence))),
        }
    }

    /// A problem if a bullet of this kind cannot be steered in this way.
    fn may_steer(&mut self, step: &str, needed: Steering) {
        let (steering, name) = self.unit.steering();
        if steering < needed {
            let kinds: Vec<&str> = KINDS.iter().filter(|kind| kind.steering >= needed).map(|kind| kind.name).collect();
            self.problem(format!("{step} cannot steer the kind {name}"), format!("a bullet of the kind {}", kinds.join(" or ")));
        }
    }
}
