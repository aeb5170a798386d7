//! Steps to a flat program, with every problem found at once.
//!
//! Called patterns are compiled in place. Slots and threads are assigned here: names and loop counters of lists that can be alive at the
//! same time never share one. Must not know: files.

mod fire;
mod flow;
mod group;
mod laser;
mod number;
mod steps;

use super::format::{Pattern, Step};
use super::program::{INSTRUCTIONS_MAX, Instruction, Program, SLOTS_MAX};
use crate::sim::bullet::look::Look;
use crate::sim::problem::{Key, Problem};
use std::collections::BTreeMap;

/// What patterns may name.
#[derive(Clone, Copy, Debug)]
pub struct Names<'a> {
    /// The look table.
    pub looks: &'a [Look],
    /// Shared patterns.
    pub patterns: &'a BTreeMap<String, Pattern>,
}

/// Compiles `steps`. Problems have paths from `steps`; with any problem the program must not be run for play, though running it is safe.
pub fn compile(steps: &[Step], names: &Names) -> (Program, Vec<Problem>) {
    compile_pattern(&Pattern { steps: steps.to_vec(), ..Pattern::default() }, names, &[])
}

/// Compiles a shared pattern with the defaults of its parameters. Problems have paths from the pattern.
pub fn compile_shared(pattern: &Pattern, names: &Names) -> (Program, Vec<Problem>) {
    compile_pattern(pattern, names, &["do"])
}

fn compile_pattern(pattern: &Pattern, names: &Names, prefix: &[&str]) -> (Program, Vec<Problem>) {
    let mut compiler = Compiler::new(*names);
    compiler.at("params", |compiler| {
        for (name, number) in &pattern.params.0 {
            compiler.bind(name, number);
        }
    });
    compiler.path.extend(prefix.iter().map(|key| Key::from(*key)));
    compiler.list(&pattern.steps);
    compiler.emit(Instruction::End);
    (compiler.program, compiler.problems)
}

struct Compiler<'a> {
    names: Names<'a>,
    program: Program,
    problems: Vec<Problem>,
    /// To the value being compiled.
    path: Vec<Key>,
    /// The pattern's own names that are known here, the innermost last.
    known: Vec<(String, u8)>,
    slots_used: usize,
    /// Most slots in use at once since the innermost `Together` began its lists.
    slots_peak: usize,
    threads_used: usize,
    /// The slot of the innermost loop's index.
    loop_slot: Option<u8>,
    /// Whether `i`, `n` and the like have a value here; there `Rand` is drawn ahead, once a volley.
    is_per_bullet: bool,
    /// The shared patterns being compiled, the innermost last.
    calls: Vec<&'a str>,
    /// Whether a limit on the whole program was reported; one such problem is enough.
    is_too_big: bool,
}

impl<'a> Compiler<'a> {
    fn new(names: Names<'a>) -> Self {
        Compiler {
            names,
            program: Program::default(),
            problems: Vec::new(),
            path: Vec::new(),
            known: Vec::new(),
            slots_used: 0,
            slots_peak: 0,
            threads_used: 1,
            loop_slot: None,
            is_per_bullet: false,
            calls: Vec::new(),
            is_too_big: false,
        }
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
        if self.program.instructions.len() > INSTRUCTIONS_MAX && !self.is_too_big {
            self.is_too_big = true;
            self.problem("the pattern is too long", format!("at most {INSTRUCTIONS_MAX} steps, those of called patterns included"));
        }
        self.program.instructions.len() - 1
    }

    /// The index of the next instruction.
    fn here(&self) -> usize {
        self.program.instructions.len()
    }

    /// Takes consecutive slots and gives the first.
    fn slots(&mut self, count: usize) -> u8 {
        if self.slots_used + count > SLOTS_MAX {
            if !self.is_too_big {
                self.is_too_big = true;
                self.problem("too many names and loops at once", format!("at most {SLOTS_MAX} (a loop counts as two or three)"));
            }
            return 0;
        }
        let first = self.slots_used;
        self.slots_used += count;
        self.slots_peak = self.slots_peak.max(self.slots_used);
        first as u8
    }

    /// Runs `part`; names and slots that it takes are free again after it.
    fn scoped<R>(&mut self, part: impl FnOnce(&mut Self) -> R) -> R {
        let (known, slots) = (self.known.len(), self.slots_used);
        let result = part(self);
        self.known.truncate(known);
        self.slots_used = slots;
        result
    }
}
