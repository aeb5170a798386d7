//! Modifiers: factors that are worked into the numbers of what they change as these are compiled.
//!
//! Invariant: an emitter's factors that are known now are constants; those of a bullet's script are always in slots, which its bullets take
//! along, so that a pattern which calls itself by way of its bullets has one script and not one for each generation.

use super::Compiler;
use super::number::{ANGLE, ANY, real, whole};
use crate::sim::bullet::kind::Unit as Measure;
use crate::sim::pattern::expr::{Op, Variable};
use crate::sim::pattern::format::{Modifiers, Number};
use crate::sim::pattern::program::{Capture, Form, Instruction, ValueId};

/// Range of the factors.
const FACTOR: (f32, f32) = (0.05, 20.0);
/// Greatest budget: what the storage of a kind holds.
const BUDGET_MAX: f32 = 4_096.0;

/// What is changed where the compiler is now. Each is a constant or a slot; `None` changes nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Mods {
    pub speed: Option<Op>,
    pub time: Option<Op>,
    pub angle: Option<Op>,
    pub budget: Option<Op>,
    /// The slots of the seed and of how often it was drawn from.
    pub seed: Option<(u8, u8)>,
}

impl Mods {
    /// The same without saying in which slots they are.
    pub fn nameless(self) -> Self {
        let bare = |op: Option<Op>| op.map(|op| if let Op::Slot(_) = op { Op::Slot(0) } else { op });
        let Mods { speed, time, angle, budget, seed } = self;
        Mods { speed: bare(speed), time: bare(time), angle: bare(angle), budget: bare(budget), seed: seed.map(|_| (0, 0)) }
    }
}

impl Compiler<'_> {
    /// Compiles `part` under modifiers; their problems are those of the field at the current path.
    pub(super) fn under<R>(&mut self, modifiers: &Modifiers, part: impl FnOnce(&mut Self) -> R) -> R {
        if *modifiers == Modifiers::default() {
            return part(self);
        }
        self.scoped(|compiler| {
            let outer = compiler.unit.mods;
            let mods = compiler.at("modify", |compiler| Mods {
                speed: compiler.modifier("speed", &modifiers.speed, outer.speed, Op::Multiply),
                time: compiler.modifier("time", &modifiers.time, outer.time, Op::Multiply),
                angle: compiler.modifier("angle", &modifiers.angle, outer.angle, Op::Add),
                budget: compiler.modifier("budget", &modifiers.budget, outer.budget, Op::Min),
                seed: modifiers.seed.as_ref().map(|seed| compiler.seed(seed)).or(outer.seed),
            });
            let mirror = modifiers.mirror.as_ref().and_then(|mirror| compiler.at("modify", |compiler| compiler.mirror(mirror)));
            compiler.unit.mods = mods;
            // What draws is counted from the seed on, so that it draws the same in a mirror.
            compiler.reflect(mirror);
            compiler.sow(mods.seed, outer.seed);
            let result = part(compiler);
            compiler.sow(outer.seed, mods.seed);
            compiler.reflect(mirror);
            compiler.unit.mods = outer;
            result
        })
    }

    /// A factor, together with that around it.
    fn modifier(&mut self, key: &str, number: &Option<Number>, outer: Option<Op>, how: Op) -> Option<Op> {
        let Some(number) = number else { return outer };
        let range = match key {
            "angle" => ANGLE,
            "budget" => whole(0.0, BUDGET_MAX),
            _ => real(FACTOR.0, FACTOR.1),
        };
        let own = self.field(key, number, range);
        if let (Form::Const(own), false) = (self.program.values[own.0 as usize].form, self.unit.is_script()) {
            match outer {
                None => return Some(Op::Const(own)),
                Some(Op::Const(outer)) => {
                    return Some(Op::Const(match how {
                        Op::Multiply => (own * outer).clamp(FACTOR.0, FACTOR.1),
                        Op::Add => own + outer,
                        _ => own.min(outer),
                    }));
                }
                Some(_) => {}
            }
        }
        let slot = self.slots(1);
        self.emit(Instruction::Set { slot, value: own });
        if let Some(outer) = outer {
            let value = self.made(&[Op::Slot(slot), outer, how], range);
            self.emit(Instruction::Set { slot, value });
        }
        Some(Op::Slot(slot))
    }

    fn seed(&mut self, seed: &Number) -> (u8, u8) {
        let value = self.field("seed", seed, whole(0.0, 1e6));
        let (slot, count) = (self.slots(1), self.slots(1));
        self.emit(Instruction::Set { slot, value });
        let value = self.constant(0.0);
        self.emit(Instruction::Set { slot: count, value });
        (slot, count)
    }

    /// From here on this list draws from that seed.
    pub(super) fn sow(&mut self, seed: Option<(u8, u8)>, before: Option<(u8, u8)>) {
        if seed != before {
            self.emit(Instruction::Seed(seed));
        }
    }

    /// Whether to mirror: `None` for no, else the slot that says so, if it is not known now.
    fn mirror(&mut self, mirror: &Number) -> Option<Option<u8>> {
        let value = self.field("mirror", mirror, ANY);
        if let Form::Const(is) = self.program.values[value.0 as usize].form {
            return (is != 0.0).then_some(None);
        }
        let slot = self.slots(1);
        self.emit(Instruction::Set { slot, value });
        Some(Some(slot))
    }

    fn reflect(&mut self, mirror: Option<Option<u8>>) {
        if let Some(slot) = mirror {
            self.emit(Instruction::Mirror { slot });
        }
    }

    /// What the script of a bullet takes along of the modifiers: its own, and the names of slots with what they are of here.
    pub(super) fn taken(&self) -> (Mods, Vec<(String, Capture)>) {
        let (mut mods, mut taken) = (self.unit.mods, Vec::new());
        for (name, op) in
            [("@speed", &mut mods.speed), ("@time", &mut mods.time), ("@angle", &mut mods.angle), ("@budget", &mut mods.budget)]
        {
            if let Some(Op::Slot(slot)) = *op {
                taken.push((name.to_owned(), Capture::Slot(slot)));
            }
        }
        if mods.seed.is_some() {
            // Each bullet has a seed of its own, drawn from that of the list which fires it.
            taken.push(("@seed".to_owned(), Capture::Draw));
        }
        (mods, taken)
    }

    /// The modifiers in a script whose first slots are those of `names`.
    pub(super) fn arrived(&mut self, mods: Mods, names: &[String]) -> Mods {
        let slot = |name: &str| names.iter().position(|known| known == name).map(|slot| slot as u8);
        let moved = |op: Option<Op>, name: &str| op.map(|op| if let Op::Slot(_) = op { slot(name).map_or(op, Op::Slot) } else { op });
        Mods {
            speed: moved(mods.speed, "@speed"),
            time: moved(mods.time, "@time"),
            angle: moved(mods.angle, "@angle"),
            budget: moved(mods.budget, "@budget"),
            seed: mods.seed.and_then(|_| slot("@seed")).map(|seed| (seed, self.slots(1))),
        }
    }

    /// A number as the modifiers change it.
    pub(super) fn measured(&self, mut code: Vec<Op>, measure: Measure) -> Vec<Op> {
        let Mods { speed, time, .. } = self.unit.mods;
        let (speeds, times) = match measure {
            Measure::Plain => return code,
            Measure::Ticks => return time.map_or(code.clone(), |time| with(code, time, Op::Hasten)),
            Measure::GrowthPerTick => {
                let Some(time) = time else { return code };
                code = with(code, Op::Const(1.0), Op::Add);
                code = with(code, time, Op::Power);
                return with(code, Op::Const(1.0), Op::Subtract);
            }
            Measure::Px => (1, 0),
            Measure::PxPerTick => (1, 1),
            Measure::PxPerTickTick => (1, 2),
            Measure::DegPerTick => (0, 1),
            Measure::OwnPxPerTick => (0, 1),
            Measure::OwnPxPerTickTick => (0, 2),
        };
        for (factor, count) in [(speed, speeds), (time, times)] {
            for _ in 0..count {
                code = factor.map_or(code.clone(), |factor| with(code, factor, Op::Multiply));
            }
        }
        code
    }

    /// A direction as the modifiers turn it.
    pub(super) fn turned(&self, code: Vec<Op>) -> Vec<Op> {
        self.unit.mods.angle.map_or(code.clone(), |angle| with(code, angle, Op::Add))
    }

    /// An expression in which time goes on as the modifiers say.
    pub(super) fn timed(&self, code: Vec<Op>) -> Vec<Op> {
        let Some(time) = self.unit.mods.time else { return code };
        let is_time = |op: &Op| matches!(op, Op::Variable(Variable::T | Variable::Age | Variable::TimeLeft));
        code.into_iter().flat_map(|op| if is_time(&op) { vec![op, time, Op::Multiply] } else { vec![op] }).collect()
    }

    /// How many bullets may be alive for a volley to be fired.
    pub(super) fn budget(&mut self) -> Option<ValueId> {
        self.unit.mods.budget.map(|budget| self.made(&[budget], real(0.0, BUDGET_MAX)))
    }
}

/// A number with an operation done to it, now if it is known; to each entry of a table.
fn with(code: Vec<Op>, argument: Op, how: Op) -> Vec<Op> {
    let known = |value: f32| match argument {
        Op::Const(by) => Some(how.of(&[value, by])),
        _ => None,
    };
    let values: Option<Vec<f32>> = match code[..] {
        [Op::Const(value)] => known(value).map(|value| vec![value]),
        [Op::Const(a), Op::Const(b), Op::Const(c), Op::Const(d), Op::Table] => [a, b, c, d].into_iter().map(known).collect(),
        _ => None,
    };
    match values {
        Some(values) => values.into_iter().map(Op::Const).chain((code.len() > 1).then_some(Op::Table)).collect(),
        None => [code.as_slice(), &[argument, how]].concat(),
    }
}
