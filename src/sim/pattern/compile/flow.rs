//! Loops and lists side by side, and what lists cost.

use super::Compiler;
use super::number::whole;
use super::steps::TICKS_MAX;
use crate::sim::bullet::kind::Unit as Measure;
use crate::sim::pattern::format::{Forever, Number, Repeat, Step};
use crate::sim::pattern::program::{Fork, Form, Instruction, ValueId};
use crate::sim::pattern::run::OPERATIONS_PER_TICK_MAX;

const TIMES_MAX: f32 = 100_000.0;

/// What a list costs, as far as it is known before it runs.
#[derive(Clone, Copy)]
pub(super) struct Cost {
    /// Whether it takes at least a tick; a number that is not a constant is trusted to.
    pub waits: bool,
    /// Instructions it runs when it does not wait.
    pub operations: u64,
}

impl Cost {
    pub const NONE: Cost = Cost { waits: false, operations: 0 };

    pub fn then(self, next: Cost) -> Cost {
        Cost { waits: self.waits || next.waits, operations: self.operations.saturating_add(next.operations) }
    }

    /// One of two.
    pub fn or(self, other: Cost) -> Cost {
        Cost { waits: self.waits && other.waits, operations: self.operations.max(other.operations) }
    }
}

impl Compiler<'_> {
    pub(super) fn repeat(&mut self, repeat: &Repeat) -> Cost {
        let times = self.field("times", &repeat.times, whole(0.0, TIMES_MAX));
        let body = self.rounds(Some(times), repeat.every.as_ref(), repeat.index.as_deref(), &repeat.steps);
        let (least, most) = match self.program.values[times.0 as usize].form {
            Form::Const(times) => (times, times as u64),
            Form::ByDifficulty(times) => (times.into_iter().fold(TIMES_MAX, f32::min), times.into_iter().fold(0.0, f32::max) as u64),
            Form::Code { .. } => (1.0, 1),
        };
        if body.waits {
            return Cost { waits: least >= 0.5, ..body };
        }
        let operations = body.operations.saturating_mul(most);
        if operations > OPERATIONS_PER_TICK_MAX.into() {
            let limit = u64::from(OPERATIONS_PER_TICK_MAX) / body.operations.max(1);
            let found = format!("`times` is {most}, all in one tick");
            self.at("times", |compiler| compiler.problem(found, format!("at most {limit}, or `every: ...`, or a Wait among the steps")));
            return Cost::NONE;
        }
        Cost { operations, ..body }
    }

    pub(super) fn forever(&mut self, forever: &Forever) -> Cost {
        let body = self.rounds(None, forever.every.as_ref(), forever.index.as_deref(), &forever.steps);
        if !body.waits {
            self.problem("this Forever never waits", "`every: ...`, or a Wait among its steps that no `If` can skip");
        }
        Cost { waits: true, operations: 0 }
    }

    /// A loop. `waits` of the cost is for one round.
    fn rounds(&mut self, times: Option<ValueId>, every: Option<&Number>, index: Option<&str>, steps: &[Step]) -> Cost {
        self.scoped(|compiler| {
            let slot = compiler.slots(if every.is_some() { 3 } else { 2 });
            let outer = compiler.unit.loop_slot.replace(slot);
            if let Some(name) = index {
                compiler.at("as", |compiler| compiler.call_slot(name, slot));
            }
            let enter = compiler.emit(Instruction::Enter { slot, times, end: 0 });
            let body = compiler.here();
            if let Some(every) = every {
                let every = compiler.measure("every", every, whole(1.0, TICKS_MAX), Measure::Ticks);
                compiler.emit(Instruction::Round { slot, every });
            }
            let mut cost = compiler.at("do", |compiler| compiler.list(steps));
            cost.operations = cost.operations.saturating_add(1);
            cost.waits |= every.is_some();
            compiler.emit(Instruction::Next { slot, is_timed: every.is_some(), body });
            compiler.unit.loop_slot = outer;
            let end = compiler.here();
            compiler.program.instructions[enter] = Instruction::Enter { slot, times, end };
            cost
        })
    }

    pub(super) fn together(&mut self, lists: &[Vec<Step>]) -> Cost {
        if !(1..=8).contains(&lists.len()) {
            self.problem(format!("{} lists", lists.len()), "1 to 8 lists: Together([[...], [...]])");
            return Cost::NONE;
        }
        let first_thread = self.unit.threads_used;
        self.unit.threads_used += lists.len();
        let most = self.unit.threads_max();
        if self.unit.threads_used > most {
            let whose = if self.unit.is_script() { "bullet, those of `then` included" } else { "pattern" };
            self.problem(format!("{} lists side by side in this {whose}", self.unit.threads_used - 1), format!("at most {}", most - 1));
            self.unit.threads_used = first_thread;
            return Cost::NONE;
        }
        let fork = self.program.forks.len();
        self.program.forks.push(Fork { first_thread: first_thread as u8, starts: Vec::new() });
        self.emit(Instruction::Fork(fork));
        let jump = self.emit(Instruction::Jump(0));
        let (slots, peak) = (self.unit.slots_used, std::mem::replace(&mut self.unit.slots_peak, self.unit.slots_used));
        let mut cost = Cost::NONE;
        for (index, steps) in lists.iter().enumerate() {
            let start = self.here();
            self.program.forks[fork].starts.push(start);
            // Lists that run side by side must not share slots.
            self.unit.slots_used = self.unit.slots_peak;
            cost = cost.then(self.at(0, |compiler| compiler.at(index, |compiler| compiler.list(steps))));
            self.emit(Instruction::End);
        }
        (self.unit.slots_used, self.unit.slots_peak) = (slots, self.unit.slots_peak.max(peak));
        self.program.instructions[jump] = Instruction::Jump(self.here());
        cost
    }
}
