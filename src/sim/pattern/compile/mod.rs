//! Steps to a flat program, with every problem found at once.
//!
//! Called patterns are compiled in place. Slots and threads are assigned here: names and loop counters of lists that can be alive at the
//! same time never share one. Must not know: files.

mod call;
mod cue;
mod fire;
mod flow;
mod group;
mod laser;
mod modify;
mod number;
mod script;
mod steer;
mod steps;
mod unit;
mod way;

use super::format::{Modifiers, OwnPatterns, Pattern, Step};
use super::program::{INSTRUCTIONS_MAX, Instruction, Program};
use crate::sim::bullet::look::Look;
use crate::sim::problem::{Key, Problem};
use std::collections::{BTreeMap, BTreeSet};
use unit::{Body, Unit};

/// What patterns may name.
#[derive(Clone, Copy, Debug)]
pub struct Names<'a> {
    /// The look table.
    pub looks: &'a [Look],
    /// Shared patterns.
    pub patterns: &'a BTreeMap<String, Pattern>,
    /// Sounds.
    pub sounds: &'a [String],
}

/// Compiles `steps`. Problems have paths from `steps`; with any problem the program must not be run for play, though running it is safe.
pub fn compile(steps: &[Step], names: &Names) -> (Program, Vec<Problem>) {
    compile_under(steps, names, &[], &[])
}

/// The same with modifiers, the outermost first. Problems have paths that begin with `prefix` for the steps, and with `modify` for the modifiers.
pub fn compile_under(steps: &[Step], names: &Names, modifiers: &[&Modifiers], prefix: &[&str]) -> (Program, Vec<Problem>) {
    compile_pattern(&Pattern { steps: steps.to_vec(), ..Pattern::default() }, names, Body::Emitter, (modifiers, prefix))
}

/// Compiles a shared pattern with the defaults of its parameters, as it runs by itself: on an emitter. Steps that only bullets can do are
/// no problem here, but do nothing. Problems have paths from the pattern.
pub fn compile_shared(pattern: &Pattern, names: &Names, modifiers: &[&Modifiers]) -> (Program, Vec<Problem>) {
    compile_pattern(pattern, names, Body::Any, (modifiers, &["do"]))
}

fn compile_pattern<'a>(
    pattern: &'a Pattern,
    names: &Names<'a>,
    body: Body,
    (modifiers, prefix): (&[&Modifiers], &[&str]),
) -> (Program, Vec<Problem>) {
    let mut compiler = Compiler::new(*names, body, &pattern.patterns);
    compiler.whole(pattern, modifiers, prefix);
    compiler.emit(Instruction::End);
    compiler.check_signals(body);
    compiler.check_own(&pattern.patterns);
    (compiler.program, compiler.problems)
}

struct Compiler<'a> {
    names: Names<'a>,
    /// The patterns of the file's own.
    own: &'a OwnPatterns,
    /// Where the steps are of those that were called.
    is_called: BTreeSet<*const Step>,
    program: Program,
    problems: Vec<Problem>,
    /// To the value being compiled.
    path: Vec<Key>,
    /// What is being compiled: the emitter's program, or the script of a bullet.
    unit: Unit<'a>,
    /// Whether `i`, `n` and the like have a value here; there `Rand` is drawn ahead, once a volley.
    is_per_bullet: bool,
    /// Scripts that are compiled or being compiled.
    scripts: Vec<script::Known>,
    /// Signals that are waited for, and where.
    awaited: Vec<(u8, Vec<Key>)>,
    /// Signals that are given, by index.
    is_emitted: Vec<bool>,
    /// Compiled steps outside of the present unit.
    instruction_count: usize,
    /// Whether a limit on the whole program was reported; one such problem is enough.
    is_too_big: bool,
}

impl<'a> Compiler<'a> {
    fn new(names: Names<'a>, body: Body, own: &'a OwnPatterns) -> Self {
        Compiler {
            names,
            own,
            is_called: BTreeSet::new(),
            program: Program::default(),
            problems: Vec::new(),
            path: Vec::new(),
            unit: Unit::new(body),
            is_per_bullet: false,
            scripts: Vec::new(),
            awaited: Vec::new(),
            is_emitted: Vec::new(),
            instruction_count: 0,
            is_too_big: false,
        }
    }

    /// A pattern by itself, under modifiers.
    fn whole(&mut self, pattern: &Pattern, modifiers: &[&Modifiers], prefix: &[&str]) {
        if let [outer, inner @ ..] = modifiers {
            return self.under(outer, |compiler| compiler.whole(pattern, inner, prefix));
        }
        self.at("params", |compiler| {
            for (name, number) in &pattern.params.0 {
                compiler.bind(name, number);
            }
        });
        self.path.extend(prefix.iter().map(|key| Key::from(*key)));
        self.list(&pattern.steps);
        self.path.clear();
    }

    /// Runs `part` with `key` at the end of the path.
    fn at<R>(&mut self, key: impl Into<Key>, part: impl FnOnce(&mut Self) -> R) -> R {
        self.path.push(key.into());
        let result = part(self);
        self.path.pop();
        result
    }

    fn problem(&mut self, found: impl Into<String>, expected: impl Into<String>) {
        self.problems.push(Problem::new(self.path.clone(), found, expected));
    }

    /// Appends an instruction and gives its index.
    fn emit(&mut self, instruction: Instruction) -> usize {
        self.program.instructions.push(instruction);
        if self.is_too_long() && !self.is_too_big {
            self.is_too_big = true;
            self.problem("the pattern is too long", format!("at most {INSTRUCTIONS_MAX} steps, those of called patterns included"));
        }
        self.program.instructions.len() - 1
    }

    fn is_too_long(&self) -> bool {
        self.instruction_count + self.program.instructions.len() > INSTRUCTIONS_MAX
    }

    /// The index of the next instruction.
    fn here(&self) -> usize {
        self.program.instructions.len()
    }

    /// Takes consecutive slots and gives the first.
    fn slots(&mut self, count: usize) -> u8 {
        let most = self.unit.slots_max();
        if self.unit.slots_used + count > most {
            if !self.is_too_big {
                self.is_too_big = true;
                let whose =
                    if self.unit.is_script() { "of a bullet: those of its script, and those that it takes along" } else { "of a pattern" };
                self.problem("too many names and loops at once", format!("at most {most} (a loop counts as two or three) {whose}"));
            }
            return 0;
        }
        let first = self.unit.slots_used;
        self.unit.slots_used += count;
        self.unit.slots_peak = self.unit.slots_peak.max(self.unit.slots_used);
        first as u8
    }

    /// Runs `part`; names and slots that it takes are free again after it.
    fn scoped<R>(&mut self, part: impl FnOnce(&mut Self) -> R) -> R {
        let (known, slots) = (self.unit.known.len(), self.unit.slots_used);
        let result = part(self);
        self.unit.known.truncate(known);
        self.unit.slots_used = slots;
        result
    }
}
