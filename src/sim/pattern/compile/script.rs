//! The scripts of bullets: units of their own, each compiled once for the place where it stands.
//!
//! A script takes along the numbers that it may ask for, from the list that fires it. A pattern may call itself by way of a bullet that it
//! fires: then the script is known already, under the same names.

use super::Compiler;
use super::modify::Mods;
use super::number::{real, whole};
use super::steps::TICKS_MAX;
use super::unit::{Body, Unit};
use crate::sim::bullet::kind::Unit as Measure;
use crate::sim::pattern::expr::Variable;
use crate::sim::pattern::format::{BulletFormat, Then, When};
use crate::sim::pattern::program::{Capture, Condition, Instruction, SIGNALS_MAX, Script, ScriptIds, TASK_SLOTS_MAX, TASK_THREADS_MAX};
use crate::sim::problem::Problem;
use std::collections::BTreeSet;

/// Most lists of `then`.
const THEN_MAX: usize = TASK_THREADS_MAX - 1;

/// A script by where it stands, and what it takes along.
#[derive(PartialEq)]
pub(super) struct Known {
    bullet: *const BulletFormat,
    names: Vec<String>,
    mods: Mods,
}

impl<'a> Compiler<'a> {
    /// The script of a bullet, if it has one.
    pub(super) fn script(&mut self, bullet: &BulletFormat) -> Option<ScriptIds> {
        if bullet.script.is_empty() && bullet.then.is_empty() && !bullet.kind.is_guided() {
            return None;
        }
        let (mods, taken) = self.taken();
        let (names, captures): (Vec<String>, Vec<Capture>) = self.captures(bullet).into_iter().chain(taken).unzip();
        if names.len() > TASK_SLOTS_MAX {
            let found = format!("the script takes {} numbers along: {}", names.len(), names.join(", "));
            self.at("script", |compiler| compiler.problem(found, format!("at most {TASK_SLOTS_MAX}")));
            return None;
        }
        // Slots are told by their names: a pattern that calls itself has them elsewhere each time.
        let known = Known { bullet, mods: mods.nameless(), names };
        let script = self.scripts.iter().position(|other| *other == known).unwrap_or_else(|| {
            let script = self.scripts.len();
            let outer = self.unit.known.iter().map(|(name, _)| name.clone()).collect();
            let unit = Unit { outer, ..Unit::script(Body::bullet(&bullet.kind), &known.names) };
            self.scripts.push(known);
            self.program.scripts.push(Script::default());
            self.program.scripts[script] = self.unit(unit, mods, bullet);
            script
        });
        Some(ScriptIds { script, captures })
    }

    /// Compiles a script and what follows on happenings. The calls under way are not its own: it may call them again.
    fn unit(&mut self, unit: Unit<'a>, mods: Mods, bullet: &BulletFormat) -> Script {
        let unit = std::mem::replace(&mut self.unit, unit);
        let names: Vec<String> = self.unit.known.iter().map(|(name, _)| name.clone()).collect();
        self.unit.mods = self.arrived(mods, &names);
        let instructions = std::mem::take(&mut self.program.instructions);
        let is_per_bullet = std::mem::replace(&mut self.is_per_bullet, false);
        self.instruction_count += instructions.len();
        if bullet.then.len() > THEN_MAX {
            self.at("then", |compiler| compiler.problem(format!("{} lists", bullet.then.len()), format!("at most {THEN_MAX}")));
        }
        self.unit.threads_used += bullet.then.len().min(THEN_MAX);
        let way = self.at("kind", |compiler| compiler.way(&bullet.kind));
        let mut starts = vec![0];
        self.sow(self.unit.mods.seed, None);
        self.at("script", |compiler| compiler.list(&bullet.script));
        self.emit(Instruction::End);
        for (index, then) in bullet.then.iter().enumerate().take(THEN_MAX) {
            starts.push(self.here());
            // These lists run side by side, so they share no slots.
            self.unit.slots_used = self.unit.slots_peak;
            self.sow(self.unit.mods.seed, None);
            self.at("then", |compiler| compiler.at(index, |compiler| compiler.then(then)));
            self.emit(Instruction::End);
        }
        self.is_per_bullet = is_per_bullet;
        self.instruction_count -= instructions.len();
        self.unit = unit;
        let instructions = std::mem::replace(&mut self.program.instructions, instructions);
        self.instruction_count += instructions.len();
        Script { instructions, starts, way }
    }

    fn then(&mut self, then: &Then) {
        if let When::Every(ticks) = &then.when {
            let every =
                self.at("when", |compiler| compiler.at(0, |compiler| compiler.number_of(ticks, whole(1.0, TICKS_MAX), Measure::Ticks)));
            self.emit(Instruction::Wait(every));
            let slot = self.slots(3);
            let outer = self.unit.loop_slot.replace(slot);
            self.emit(Instruction::Enter { slot, times: None, end: 0 });
            let body = self.here();
            self.emit(Instruction::Round { slot, every });
            self.at("do", |compiler| compiler.list(&then.steps));
            self.emit(Instruction::Next { slot, is_timed: true, body });
            self.unit.loop_slot = outer;
        } else {
            self.at("when", |compiler| compiler.wait_for(&then.when));
            self.at("do", |compiler| compiler.list(&then.steps));
        }
    }

    /// Waits until something happens; whether that takes at least a tick.
    pub(super) fn wait_for(&mut self, when: &When) -> bool {
        let condition = match when {
            When::After(ticks) => return self.wait(ticks),
            When::Every(_) => {
                self.problem(
                    "`Every` is not a thing to wait for",
                    "After(ticks), OnWall, Near(distance), Settled, OnGraze, OnPhaseEnd or OnSignal(name)",
                );
                return true;
            }
            When::OnWall => Condition::Wall,
            When::Near(distance) => Condition::Near(self.at(0, |compiler| compiler.number(distance, real(0.0, 1_000.0)))),
            When::Settled => Condition::Settled,
            When::OnGraze => Condition::Graze,
            When::OnPhaseEnd => Condition::PhaseEnd,
            When::OnSignal(name) => {
                let signal = self.signal(name);
                let path = [self.path.as_slice(), &[0.into()]].concat();
                self.awaited.push((signal, path));
                Condition::Signal(signal)
            }
        };
        let tick = self.constant(1.0);
        self.emit(Instruction::Wait(tick));
        match condition {
            Condition::Graze => self.of_bullets("OnGraze", Instruction::Until(condition)),
            Condition::PhaseEnd => self.of_bullets("OnPhaseEnd", Instruction::Until(condition)),
            _ => {
                self.emit(Instruction::Until(condition));
            }
        }
        true
    }

    /// The index of a signal.
    pub(super) fn signal(&mut self, name: &str) -> u8 {
        let signals = &mut self.program.signals;
        let index = signals.iter().position(|known| known == name).unwrap_or_else(|| {
            signals.push(name.to_owned());
            signals.len() - 1
        });
        self.is_emitted.resize(self.program.signals.len(), false);
        if index >= SIGNALS_MAX {
            self.problem("too many signals", format!("at most {SIGNALS_MAX} names"));
            return 0;
        }
        index as u8
    }

    /// Signals that nothing gives. A shared pattern may be called by one that does.
    pub(super) fn check_signals(&mut self, body: Body) {
        if body == Body::Any {
            return;
        }
        let given =
            || self.program.signals.iter().zip(&self.is_emitted).filter(|(_, is_emitted)| **is_emitted).map(|(name, _)| name.as_str());
        let silent = self.awaited.iter().filter(|(signal, _)| !self.is_emitted[usize::from(*signal)]);
        let problems =
            silent.map(|(signal, path)| Problem::unknown(path.clone(), "signal", &self.program.signals[usize::from(*signal)], given()));
        self.problems.extend(problems.collect::<Vec<_>>());
    }

    /// What the bullet takes along: names that stand in its script and are known where it is fired, in the order of their names.
    fn captures(&self, bullet: &BulletFormat) -> Vec<(String, Capture)> {
        // In this text every expression stands in quotation marks, whatever fields there are; words of other texts do no harm.
        let kind = bullet.kind.is_guided().then_some(&bullet.kind);
        let text = format!("{:?} {:?} {kind:?}", bullet.script, bullet.then);
        let quoted = text.split('"').skip(1).step_by(2);
        let words: BTreeSet<&str> = quoted.flat_map(|text| text.split(|c: char| !(c.is_alphanumeric() || c == '_'))).collect();
        words.into_iter().filter_map(|word| Some((word.to_owned(), self.capture(word)?))).collect()
    }

    fn capture(&self, name: &str) -> Option<Capture> {
        let variable = Variable::ALL.into_iter().find(|(known, _)| *known == name).map(|(_, variable)| variable);
        let own = self.unit.known.iter().rev().find(|(known, _)| known == name).map(|(_, slot)| *slot);
        let own = if name == "loop" { self.unit.loop_slot.or(own) } else { own };
        match variable {
            Some(variable) if variable.of_a_volley() => Some(Capture::Variable(variable)),
            Some(variable) if variable.of_an_emitter() && !self.unit.is_script() => Some(Capture::Variable(variable)),
            _ => own.map(Capture::Slot),
        }
    }
}
