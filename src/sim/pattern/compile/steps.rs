//! Steps and lists of steps.

use super::Compiler;
use super::flow::Cost;
use super::number::{ANY, real, whole};
use crate::sim::bullet::kind::Unit as Measure;
use crate::sim::pattern::ease::Ease;
use crate::sim::pattern::format::{Branch, Number, Place, Step};
use crate::sim::pattern::program::{CHOICES_MAX, Form, Instruction, PATH_POINTS_MAX, Path, PlaceIds, ValueId};

/// Longest wait and longest interval, ticks.
pub(super) const TICKS_MAX: f32 = 36_000.0;
/// Longest movement, ticks.
const GLIDE_TICKS_MAX: f32 = 3_600.0;

impl Compiler<'_> {
    /// A list of steps.
    pub(super) fn list(&mut self, steps: &[Step]) -> Cost {
        self.scoped(|compiler| {
            let mut cost = Cost::NONE;
            for (index, step) in steps.iter().enumerate() {
                if compiler.is_too_long() {
                    break;
                }
                cost = cost.then(compiler.at(index, |compiler| compiler.step(step)));
            }
            cost
        })
    }

    fn step(&mut self, step: &Step) -> Cost {
        let before = self.here();
        let waits = match step {
            Step::Fire(fire) => {
                self.fire(fire);
                false
            }
            Step::Wait(ticks) => self.wait(ticks),
            Step::Lag => {
                self.emit(Instruction::Lag);
                true
            }
            Step::Repeat(repeat) => return self.repeat(repeat),
            Step::Forever(forever) => return self.forever(forever),
            Step::Together(lists) => return self.together(lists),
            Step::Call(call) => return self.call(call),
            Step::Let(bindings) => {
                bindings.0.iter().for_each(|(name, number)| self.bind(name, number));
                false
            }
            Step::If(choice) => return self.branch(&choice.cond, &choice.then, &choice.otherwise),
            Step::Choose(branches) => return self.choose(branches),
            Step::Move(_) | Step::MoveTo(_) | Step::Path(_) if self.unit.is_script() => {
                self.problem("a bullet is not moved from place to place", "ChangeDirection, ChangeSpeed or Accel");
                true
            }
            Step::Move(step) => {
                let by = self.at("by", |compiler| compiler.place(&step.by));
                self.glide(vec![by], true, &step.ticks, (step.ease, step.wait))
            }
            Step::MoveTo(step) => {
                let to = self.at("to", |compiler| compiler.place(&step.to));
                self.glide(vec![to], false, &step.ticks, (step.ease, step.wait))
            }
            Step::Path(step) => self.path(&step.through, step.relative, &step.ticks, (step.ease, step.wait)),
            Step::WaitFor(when) => self.at(0, |compiler| compiler.wait_for(when)),
            Step::ChangeDirection(_)
            | Step::Face(_)
            | Step::ChangeSpeed(_)
            | Step::Accel(_)
            | Step::Become(_)
            | Step::Recolor(_)
            | Step::ToItem => {
                self.deed(step);
                false
            }
            Step::Emit(name) => {
                self.give_signal(name);
                false
            }
            Step::Vanish => {
                self.emit(Instruction::Vanish);
                false
            }
            Step::Flash(_) | Step::Shake(_) | Step::Mark(_) | Step::Cancel(_) | Step::Sound(_) => {
                self.cue(step);
                false
            }
        };
        Cost { waits, operations: (self.here() - before) as u64 }
    }

    pub(super) fn wait(&mut self, ticks: &Number) -> bool {
        let ticks = self.at(0, |compiler| compiler.number_of(ticks, whole(0.0, TICKS_MAX), Measure::Ticks));
        self.emit(Instruction::Wait(ticks));
        self.may_be_a_tick(ticks)
    }

    /// Whether a number of ticks is not known to be 0.
    pub(super) fn may_be_a_tick(&self, ticks: ValueId) -> bool {
        match self.program.values[ticks.0 as usize].form {
            Form::Const(value) => value >= 0.5,
            Form::ByDifficulty(values) => values.into_iter().all(|value| value >= 0.5),
            Form::Code { .. } => true,
        }
    }

    fn branch(&mut self, cond: &Number, then: &[Step], otherwise: &[Step]) -> Cost {
        let cond = self.field("cond", cond, ANY);
        let unless = self.emit(Instruction::Unless { cond, to: 0 });
        let yes = self.at("then", |compiler| compiler.list(then));
        let jump = self.emit(Instruction::Jump(0));
        self.program.instructions[unless] = Instruction::Unless { cond, to: self.here() };
        let no = self.at("else", |compiler| compiler.list(otherwise));
        self.program.instructions[jump] = Instruction::Jump(self.here());
        Cost { waits: false, operations: 2 }.then(yes.or(no))
    }

    fn choose(&mut self, branches: &[Branch]) -> Cost {
        if !(1..=CHOICES_MAX).contains(&branches.len()) {
            let expected = format!("1 to {CHOICES_MAX}: Choose([(weight: 2, do: [...]), (do: [...])])");
            self.problem(format!("{} lists to choose from", branches.len()), expected);
            return Cost::NONE;
        }
        self.at(0, |compiler| {
            let mut weights = Vec::new();
            for (index, branch) in branches.iter().enumerate() {
                let weight = compiler.at(index, |compiler| compiler.field("weight", &branch.weight, real(0.0, 1_000.0)));
                weights.push((weight, 0));
            }
            let choice = compiler.program.choices.len();
            compiler.program.choices.push(weights);
            compiler.emit(Instruction::Choose(choice));
            let mut cost: Option<Cost> = None;
            let mut jumps = Vec::new();
            for (index, branch) in branches.iter().enumerate() {
                compiler.program.choices[choice][index].1 = compiler.here();
                let this = compiler.at(index, |compiler| compiler.at("do", |compiler| compiler.list(&branch.steps)));
                cost = Some(cost.map_or(this, |cost| cost.or(this)));
                jumps.push(compiler.emit(Instruction::Jump(0)));
            }
            for jump in jumps {
                compiler.program.instructions[jump] = Instruction::Jump(compiler.here());
            }
            Cost { waits: false, operations: 2 }.then(cost.unwrap_or(Cost::NONE))
        })
    }

    fn path(&mut self, through: &[Place], is_relative: bool, ticks: &Number, how: (Ease, bool)) -> bool {
        if !(1..=PATH_POINTS_MAX).contains(&through.len()) {
            self.at("through", |compiler| compiler.problem(format!("{} points", through.len()), format!("1 to {PATH_POINTS_MAX} points")));
            return true;
        }
        let points = self.at("through", |compiler| {
            let points = through.iter().enumerate();
            points.map(|(index, place)| compiler.at(index, |compiler| compiler.place(place))).collect()
        });
        self.glide(points, is_relative, ticks, how)
    }

    fn glide(&mut self, points: Vec<PlaceIds>, is_relative: bool, ticks: &Number, (ease, waits): (Ease, bool)) -> bool {
        let ticks = self.measure("ticks", ticks, whole(0.0, GLIDE_TICKS_MAX), Measure::Ticks);
        self.emit(Instruction::Glide(self.program.paths.len()));
        self.program.paths.push(Path { points, is_relative, ticks, ease, waits });
        waits && self.may_be_a_tick(ticks)
    }
}
