//! Calls of patterns: of shared ones, and of those that a pattern has of its own. They are compiled where they are called.

use super::Compiler;
use super::flow::Cost;
use super::number::ANY;
use super::unit::{Body, Unit};
use crate::sim::pattern::format::{Bindings, Call, Modifiers, OwnPattern, OwnPatterns, Step};
use crate::sim::pattern::program::Instruction;
use crate::sim::problem::{Key, Problem};

/// Deepest calls of patterns within each other.
const CALLS_MAX: usize = 16;

/// What is called.
#[derive(Clone, Copy)]
struct Callee<'a> {
    name: &'a str,
    params: &'a Bindings,
    steps: &'a [Step],
    /// The patterns that it may call besides the shared ones; `None` for one of those itself, which may call the others.
    own: Option<&'a OwnPatterns>,
}

impl<'a> Callee<'a> {
    fn own(name: &'a str, pattern: &'a OwnPattern) -> Self {
        Callee { name, params: &pattern.params, steps: &pattern.steps, own: None }
    }

    /// Where its problems are told.
    fn path(&self) -> Vec<Key> {
        vec!["patterns".into(), self.name.into(), "do".into()]
    }
}

impl<'a> Compiler<'a> {
    fn callee(&self, name: &str) -> Option<Callee<'a>> {
        let own = self.own.0.get_key_value(name).map(|(name, pattern)| Callee::own(name, pattern));
        own.or_else(|| {
            let (name, pattern) = self.names.patterns.get_key_value(name)?;
            Some(Callee { name, params: &pattern.params, steps: &pattern.steps, own: Some(&pattern.patterns) })
        })
    }

    /// The steps of a pattern, which see its parameters alone.
    pub(super) fn call(&mut self, call: &Call) -> Cost {
        let Some(callee) = self.callee(&call.pattern) else {
            let path = [self.path.as_slice(), &["pattern".into()]].concat();
            let valid = self.own.0.keys().chain(self.names.patterns.keys()).map(String::as_str);
            self.problems.push(Problem::unknown(path, "pattern", &call.pattern, valid));
            return Cost::NONE;
        };
        let id = (callee.name, callee.steps.as_ptr());
        if self.unit.calls.contains(&id) {
            let cycle: Vec<&str> = self.unit.calls.iter().skip_while(|known| **known != id).chain([&id]).map(|(name, _)| *name).collect();
            self.problem(format!("patterns call each other in a circle: {}", cycle.join(" -> ")), "calls that come to an end");
            return Cost::NONE;
        }
        if self.unit.calls.len() == CALLS_MAX {
            self.problem("calls are nested too deeply", format!("at most {CALLS_MAX} patterns that call each other"));
            return Cost::NONE;
        }
        self.scoped(|compiler| {
            let params = compiler.arguments(call, callee.params);
            compiler.under(&call.modify, |compiler| compiler.body(callee, params))
        })
    }

    /// The steps of a called pattern, of whose parameters the caller has given some.
    fn body(&mut self, callee: Callee<'a>, params: Vec<(String, u8)>) -> Cost {
        self.unit.calls.push((callee.name, callee.steps.as_ptr()));
        let left_out: Vec<_> = callee.params.0.iter().filter(|(param, _)| params.iter().all(|(given, _)| given != param)).collect();
        let known = std::mem::replace(&mut self.unit.known, params);
        let loop_slot = self.unit.loop_slot.take();
        let before = self.problems.len();
        left_out.into_iter().for_each(|(param, number)| self.bind(param, number));
        let cost = self.steps(callee, before);
        self.unit.loop_slot = loop_slot;
        self.unit.known = known;
        self.unit.calls.pop();
        cost
    }

    fn steps(&mut self, callee: Callee<'a>, before: usize) -> Cost {
        if let Some(own) = callee.own {
            let around = std::mem::replace(&mut self.own, own);
            let cost = self.list(callee.steps);
            self.own = around;
            self.own_problems(before, callee.name);
            return cost;
        }
        self.is_called.insert(callee.steps.as_ptr());
        let around = std::mem::replace(&mut self.path, callee.path());
        let cost = self.list(callee.steps);
        self.path = around;
        cost
    }

    /// Works out the given arguments; they become the first names that the pattern knows.
    fn arguments(&mut self, call: &Call, known: &Bindings) -> Vec<(String, u8)> {
        let mut params = Vec::new();
        for (name, number) in &call.with.0 {
            if known.0.iter().all(|(param, _)| param != name) {
                let path = [self.path.as_slice(), &["with".into(), name.as_str().into()]].concat();
                self.problems.push(Problem::unknown(path, "parameter", name, known.0.iter().map(|(param, _)| param.as_str())));
                continue;
            }
            let value = self.at("with", |compiler| compiler.field(name, number, ANY));
            let slot = self.slots(1);
            self.emit(Instruction::Set { slot, value });
            params.push((name.clone(), slot));
        }
        params
    }

    /// Problems of a shared pattern are told with its own file, except those that come of the call.
    fn own_problems(&mut self, before: usize, name: &str) {
        let mut problems = self.problems.split_off(before);
        for problem in &mut problems {
            problem.path = self.path.clone();
            problem.offset_bytes = None;
            problem.found = format!("in the pattern `{name}`: {}", problem.found);
        }
        problems.truncate(1);
        self.problems.extend(problems);
    }

    /// Patterns of its own that nobody calls are looked at too; and what is wrong in one that is called again and again is told once.
    pub(super) fn check_own(&mut self, own: &'a OwnPatterns) {
        for (name, pattern) in own.0.iter().filter(|(_, pattern)| !self.is_called.contains(&pattern.steps.as_ptr())) {
            let mut other = Compiler::new(self.names, Body::Any, own);
            other.path = vec!["patterns".into(), name.as_str().into()];
            other.call_by_itself(Callee::own(name, pattern));
            self.problems.extend(other.problems);
        }
        let mut told: Vec<Problem> = Vec::new();
        for problem in std::mem::take(&mut self.problems) {
            if !told.contains(&problem) {
                told.push(problem);
            }
        }
        self.problems = told;
    }

    fn call_by_itself(&mut self, callee: Callee<'a>) {
        let call = Call { pattern: callee.name.to_owned(), with: Bindings::default(), modify: Modifiers::default() };
        self.unit = Unit::new(Body::Any);
        self.call(&call);
    }
}
