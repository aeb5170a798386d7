//! Numbers: literals and constants are checked against their range now, everything else is clamped to it when it is asked for.

use super::Compiler;
use crate::sim::bullet::kind::Unit as Measure;
use crate::sim::pattern::expr::{self, Meaning, Op, STACK_MAX, Variable};
use crate::sim::pattern::format::{DIFFICULTIES, Number, Place};
use crate::sim::pattern::program::{Form, Instruction, PlaceIds, Value, ValueId};
use crate::sim::problem::{Key, Problem};

/// The range of a number.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Range {
    pub low: f32,
    pub high: f32,
    /// Whether a literal must be a whole number. Others are rounded.
    pub is_whole: bool,
}

/// Any number between.
pub(super) const fn real(low: f32, high: f32) -> Range {
    Range { low, high, is_whole: false }
}

/// A whole number between.
pub(super) const fn whole(low: f32, high: f32) -> Range {
    Range { low, high, is_whole: true }
}

/// Anything that is not absurd.
pub(super) const ANY: Range = real(-1e6, 1e6);
/// A direction or a turn, degrees.
pub(super) const ANGLE: Range = real(-36_000.0, 36_000.0);
/// A length, px.
pub(super) const LENGTH: Range = real(-1_000.0, 1_000.0);

/// Names that a pattern cannot give to numbers of its own.
const RESERVED: [&str; 12] = ["t", "i", "n", "i1", "i2", "i3", "i4", "side", "loop", "and", "or", "not"];

impl Range {
    fn words(self) -> String {
        format!("{} from {} to {}", if self.is_whole { "a whole number" } else { "a number" }, self.low, self.high)
    }

    fn admits(self, value: f32) -> bool {
        value >= self.low && value <= self.high
    }
}

impl Compiler<'_> {
    /// A number of the field `key`.
    pub(super) fn field(&mut self, key: &str, number: &Number, range: Range) -> ValueId {
        self.at(key, |compiler| compiler.number(number, range))
    }

    /// A number of the field `key` that measures something.
    pub(super) fn measure(&mut self, key: &str, number: &Number, range: Range, measure: Measure) -> ValueId {
        self.at(key, |compiler| compiler.number_of(number, range, measure))
    }

    /// A direction of the field `key`.
    pub(super) fn angle(&mut self, key: &str, number: &Number) -> ValueId {
        self.field(key, number, ANGLE)
    }

    /// The number at the current path.
    pub(super) fn number(&mut self, number: &Number, range: Range) -> ValueId {
        self.number_of(number, range, Measure::Plain)
    }

    /// The number at the current path, which measures something.
    pub(super) fn number_of(&mut self, number: &Number, range: Range, measure: Measure) -> ValueId {
        let code = self.code(number, range);
        let code = self.measured(code, measure);
        self.made(&code, range)
    }

    /// The direction at the current path, which the modifiers may turn.
    pub(super) fn direction(&mut self, number: &Number, is_turned: bool) -> ValueId {
        let code = self.code(number, ANGLE);
        let code = if is_turned { self.turned(code) } else { code };
        self.made(&code, ANGLE)
    }

    /// The number that bytecode works out.
    pub(super) fn made(&mut self, code: &[Op], range: Range) -> ValueId {
        let form = self.form(code);
        self.value(Value { form, low: range.low, high: range.high })
    }

    /// A number that nobody wrote.
    pub(super) fn constant(&mut self, value: f32) -> ValueId {
        self.value(Value { form: Form::Const(value), low: value, high: value })
    }

    fn value(&mut self, value: Value) -> ValueId {
        self.program.values.push(value);
        ValueId((self.program.values.len() - 1) as u32)
    }

    fn form(&mut self, code: &[Op]) -> Form {
        match *code {
            [Op::Const(value)] => return Form::Const(value),
            [Op::Const(a), Op::Const(b), Op::Const(c), Op::Const(d), Op::Table] => return Form::ByDifficulty([a, b, c, d]),
            _ => {}
        }
        if expr::depth(code) > STACK_MAX {
            self.problem("too many values at once", format!("at most {STACK_MAX} values waiting for their operator"));
            return Form::Const(0.0);
        }
        let start = self.program.code.len() as u32;
        self.program.code.extend_from_slice(code);
        Form::Code { start, count: code.len() as u32 }
    }

    /// The bytecode of a number. After a problem it is a constant within the range.
    fn code(&mut self, number: &Number, range: Range) -> Vec<Op> {
        let code = match number {
            Number::Literal(value) => vec![Op::Const(*value)],
            Number::Expression(text) => self.expression(text).unwrap_or_else(|| vec![Op::Const(range.low)]),
            Number::Table(entries) => {
                let entries = entries.iter().zip(DIFFICULTIES);
                let mut code: Vec<Op> = entries.flat_map(|(entry, key)| self.at(key, |compiler| compiler.code(entry, range))).collect();
                code.push(Op::Table);
                return code;
            }
            Number::Rand(ends) => return self.rand(ends, range),
        };
        if let [Op::Const(value)] = code[..] {
            let is_literal = matches!(number, Number::Literal(_));
            if !range.admits(value) || (is_literal && range.is_whole && value.fract() != 0.0) {
                let name = self.path.iter().rev().find_map(|key| if let Key::Field(name) = key { Some(name.as_str()) } else { None });
                let found = name.map_or(format!("{value}"), |name| format!("`{name}` is {value}"));
                self.problem(found, range.words());
                return vec![Op::Const(range.low)];
            }
        }
        code
    }

    /// A drawn number; among a volley's numbers it is drawn before the volley is fired.
    fn rand(&mut self, ends: &[Number; 2], range: Range) -> Vec<Op> {
        let is_per_bullet = std::mem::replace(&mut self.is_per_bullet, false);
        let problem_count = self.problems.len();
        let mut code = self.at(0, |compiler| compiler.code(&ends[0], range));
        code.extend(self.at(1, |compiler| compiler.code(&ends[1], range)));
        self.is_per_bullet = is_per_bullet;
        if let [Op::Const(low), Op::Const(high)] = code[..]
            && low > high
            && self.problems.len() == problem_count
        {
            self.problem(format!("Rand({low}, {high}) is empty"), "the smaller number first");
        }
        code.push(Op::Rand);
        if !is_per_bullet {
            return code;
        }
        let form = self.form(&code);
        let value = self.value(Value { form, low: range.low, high: range.high });
        let slot = self.slots(1);
        self.emit(Instruction::Set { slot, value });
        vec![Op::Slot(slot)]
    }

    fn expression(&mut self, text: &str) -> Option<Vec<Op>> {
        let parsed = expr::parse(text, &|name| self.meaning(name));
        parsed.map_err(|fault| self.fault(fault)).ok().map(|code| self.timed(code))
    }

    fn fault(&mut self, fault: expr::Fault) {
        self.problems.push(Problem {
            nearest: fault.nearest,
            offset_bytes: Some(fault.offset_bytes),
            ..Problem::new(self.path.clone(), fault.found, fault.expected)
        });
    }

    fn meaning(&self, name: &str) -> Meaning {
        let variable = Variable::ALL.into_iter().find(|(known, _)| *known == name).map(|(_, variable)| variable);
        if let (true, Some(variable)) = (self.is_per_bullet, variable.filter(|variable| variable.of_a_volley())) {
            return Meaning::Variable(variable);
        }
        if let ("loop", Some(slot)) = (name, self.unit.loop_slot) {
            return Meaning::Slot(slot);
        }
        if let Some((_, slot)) = self.unit.known.iter().rev().find(|(known, _)| known == name) {
            return Meaning::Slot(*slot);
        }
        match variable {
            _ if name == "loop" => Meaning::Refused("a Repeat or Forever around it, in the same pattern"),
            Some(variable) if variable.of_a_volley() => Meaning::Refused(
                "the bullets of a volley: `speed`, `angle` and the fields of `bullet`, `laser` or `curve`, outside of Rand(...)",
            ),
            Some(variable) if variable.of_an_emitter() && self.unit.is_script() => {
                Meaning::Refused("the emitter's: give it to the called pattern as a parameter")
            }
            Some(variable) => Meaning::Variable(variable),
            None => {
                let own = self.unit.known.iter().rev().map(|(known, _)| known).chain(&self.unit.outer).cloned();
                Meaning::Unknown(own.chain(Variable::ALL.iter().map(|(known, _)| (*known).to_owned())).chain(["loop".to_owned()]).collect())
            }
        }
    }

    /// A name of the pattern's own gets a number: a new name, or a known one a new number.
    pub(super) fn bind(&mut self, name: &str, number: &Number) {
        let value = self.field(name, number, ANY);
        if let Some((_, slot)) = self.unit.known.iter().rev().find(|(known, _)| known == name) {
            let slot = *slot;
            self.emit(Instruction::Set { slot, value });
        } else {
            let slot = self.name(name);
            self.emit(Instruction::Set { slot, value });
        }
    }

    /// A slot for a new name.
    pub(super) fn name(&mut self, name: &str) -> u8 {
        let slot = self.slots(1);
        self.call_slot(name, slot);
        slot
    }

    /// Makes `name` known for a slot.
    pub(super) fn call_slot(&mut self, name: &str, slot: u8) {
        let starts_well = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
        if !starts_well || name.contains(|c: char| !(c.is_alphanumeric() || c == '_')) {
            self.problem(format!("`{name}` is no name"), "letters, digits and _, a letter first");
        } else if RESERVED.contains(&name) {
            self.problem(format!("the name `{name}` is taken"), format!("any name but {}", RESERVED.join(", ")));
        }
        self.unit.known.push((name.to_owned(), slot));
    }

    /// A point.
    pub(super) fn place(&mut self, place: &Place) -> PlaceIds {
        match place {
            Place::Pair(x, y) => {
                let x = self.at(0, |compiler| compiler.number(x, LENGTH));
                PlaceIds::Cartesian(x, self.at(1, |compiler| compiler.number(y, LENGTH)))
            }
            Place::Cartesian(x, y) => PlaceIds::Cartesian(self.field("x", x, LENGTH), self.field("y", y, LENGTH)),
            Place::Polar(angle, distance) => {
                let angle = self.angle("angle", angle);
                PlaceIds::Polar(angle, self.field("distance", distance, LENGTH))
            }
        }
    }
}
