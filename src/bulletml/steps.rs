//! The commands of actions as steps.
//!
//! Invariant: a step does in every tick what its command does in every frame. Must not know: how a fire is written.

use super::expr::{Expr, param_name};
use super::model::{Act, Command, Pace, Speed, Turn, Use, Value};
use super::plan::Item;
use super::write::{Args, Line, Writer};

/// Longest wait and longest change of our language, ticks.
const TICKS_MAX: f64 = 36_000.0;
/// Most rounds of a loop of our language.
const TIMES_MAX: f64 = 100_000.0;

/// A number as it stands in RON.
pub(super) fn number(expr: &Expr) -> String {
    match expr.literal() {
        Some(value) => format!("{}", value as f32 + 0.0),
        None => format!("\"{expr}\""),
    }
}

/// A whole number of at least `least`, truncated as BulletML does it.
fn whole(expr: Expr, least: f64) -> Expr {
    match expr.constant() {
        Some(value) => Expr::number(value.trunc().max(least)),
        None if least > 0.0 => Expr::Call("max", vec![Expr::number(least), Expr::Call("trunc", vec![expr])]),
        None => Expr::Call("trunc", vec![expr]),
    }
}

impl Writer<'_> {
    /// What a direction of the type `absolute` is, in our degrees: theirs begin at the top, and a horizontal file is turned by a quarter.
    pub(super) fn absolute(&self, expr: Expr) -> Expr {
        expr.plus(if self.model.is_horizontal { -180.0 } else { -90.0 })
    }

    /// A speed of the file in px a tick.
    pub(super) fn scaled(&self, expr: Expr) -> Expr {
        // As it is written, not as the nearest f32 is.
        let scale = self.options.speed_scale.to_string().parse().unwrap_or(1.0);
        expr.times(scale)
    }

    /// All commands of an action.
    pub(super) fn action(&mut self, index: usize, args: Args) {
        let model = self.model;
        model.actions[index].commands.iter().for_each(|command| self.command(command, args));
    }

    /// An action that stands there or is referred to.
    pub(super) fn used(&mut self, used: &Use, at: usize, item: fn(usize) -> Item, args: Args) {
        match (used, item(used.index())) {
            (Use::There { index, params }, _) => self.call(item(*index), params, at, args),
            (_, Item::Action(index)) => self.action(index, args),
            (_, Item::Fire(index)) => self.fire(index, at, args),
            (_, Item::Bullet(index)) => self.script(index, args),
        }
    }

    fn call(&mut self, item: Item, params: &[Value], at: usize, args: Args) {
        let Some(part) = self.plan.parts.get(&item) else { return };
        let given = params.iter().take(part.param_count).enumerate();
        let given: Vec<(String, usize)> =
            given.map(|(n, value)| (format!("{}: {}", param_name(n + 1), number(&args.resolve(&value.expr))), value.at)).collect();
        let mut line = Line::at(at, &call_head(&part.name, given.is_empty()));
        for (index, (text, from)) in given.iter().enumerate() {
            line.put(if index > 0 { ", " } else { "" });
            line.put_from(*from, text);
        }
        line.put(if given.is_empty() { ")," } else { "))," });
        let note = self.note(&format!("{}Ref", item.sort()), at);
        self.pen.line(line, &note);
    }

    fn command(&mut self, command: &Command, args: Args) {
        let at = command.at;
        match &command.act {
            Act::Action(used) => self.used(used, at, Item::Action, args),
            Act::Fire(used) => self.used(used, at, Item::Fire, args),
            Act::Repeat { times, body } => self.repeat(times, body, at, args),
            Act::Wait(frames) => self.wait(frames, at, args),
            Act::Vanish => {
                let note = self.note("vanish", at);
                self.pen.line(Line::at(at, "Vanish,"), &note);
            }
            Act::ChangeSpeed { speed, term } => {
                let mut line = Line::at(at, "ChangeSpeed(");
                self.pace(&mut line, "to", speed, args);
                self.end_change(line, "changeSpeed", (term, speed.way == Pace::Sequence), at, args);
            }
            Act::ChangeDirection { direction, term } => {
                let value = args.resolve(&direction.value.expr);
                let mut line = Line::at(at, "ChangeDirection(");
                line.put_from(direction.value.at, &format!("to: {}, ", self.aim(direction.way, value)));
                self.end_change(line, "changeDirection", (term, direction.way == Turn::Sequence), at, args);
            }
            Act::Accel { horizontal, vertical, term } => self.accel([horizontal, vertical], term, at, args),
        }
    }

    /// A direction as an `Aim`.
    pub(super) fn aim(&self, way: Turn, value: Expr) -> String {
        match way {
            Turn::Aim => format!("Aim({})", number(&value)),
            Turn::Absolute => format!("Absolute({})", number(&self.absolute(value))),
            Turn::Relative => format!("Relative({})", number(&value)),
            Turn::Sequence => format!("Sequence({})", number(&value)),
        }
    }

    fn pace(&self, line: &mut Line, field: &str, speed: &Speed, args: Args) {
        let value = number(&self.scaled(args.resolve(&speed.value.expr)));
        let text = match speed.way {
            Pace::Absolute => value,
            Pace::Relative => format!("Relative({value})"),
            Pace::Sequence => format!("Sequence({value})"),
        };
        line.put_from(speed.value.at, &format!("{field}: {text}, "));
    }

    /// The term of a change. One that goes on by the same amount in each frame may be cut where our language ends.
    fn end_change(&mut self, mut line: Line, element: &str, (term, is_steady): (&Value, bool), at: usize, args: Args) {
        let mut ticks = whole(args.resolve(&term.expr), 0.0);
        if is_steady && ticks.constant().is_some_and(|ticks| ticks > TICKS_MAX) {
            ticks = Expr::Number(TICKS_MAX);
        }
        line.put_from(term.at, &format!("ticks: {}),", number(&ticks)));
        let note = self.note(element, at);
        self.pen.line(line, &note);
    }

    /// A horizontal file is turned by a quarter, so its axes are too.
    fn accel(&mut self, [horizontal, vertical]: [&Option<Speed>; 2], term: &Value, at: usize, args: Args) {
        let turned = horizontal.as_ref().map(|speed| {
            let expr =
                speed.value.expr.literal().map_or_else(|| Expr::Negate(Box::new(speed.value.expr.clone())), |value| Expr::number(-value));
            Speed { way: speed.way, value: Value { expr, at: speed.value.at } }
        });
        let (x, y) = if self.model.is_horizontal { (vertical, &turned) } else { (horizontal, vertical) };
        if x.is_none() && y.is_none() {
            return;
        }
        let mut line = Line::at(at, "Accel(");
        for (field, speed) in [("x", x), ("y", y)] {
            if let Some(speed) = speed {
                self.pace(&mut line, field, speed, args);
            }
        }
        let is_steady = [x, y].into_iter().flatten().all(|speed| speed.way == Pace::Sequence);
        self.end_change(line, "accel", (term, is_steady), at, args);
    }

    /// At least one round; more rounds than there may be are for ever.
    fn repeat(&mut self, times: &Value, body: &Use, at: usize, args: Args) {
        let times_expr = whole(args.resolve(&times.expr), 1.0);
        let is_endless = times_expr.constant().is_some_and(|times| times > TIMES_MAX);
        let mut line = Line::at(at, if is_endless { "Forever(" } else { "Repeat(" });
        if !is_endless {
            line.put_from(times.at, &format!("times: {}, ", number(&times_expr)));
        }
        line.put("do: [");
        let note = self.note("repeat", at);
        self.open(line, &note, at);
        self.used(body, at, Item::Action, args);
        self.pen.close("]),");
    }

    /// A wait for nothing is none; one that is longer than there may be is several.
    fn wait(&mut self, frames: &Value, at: usize, args: Args) {
        let note = self.note("wait", at);
        let ticks = whole(args.resolve(&frames.expr), 0.0);
        let mut rest = ticks.constant();
        if let Some(ticks) = rest.as_mut().filter(|ticks| **ticks > TICKS_MAX) {
            let rounds = (*ticks / TICKS_MAX).floor().min(TIMES_MAX);
            *ticks = (*ticks % TICKS_MAX).floor();
            self.pen.line(Line::at(at, &format!("Repeat(times: {rounds}, do: [Wait({TICKS_MAX})]),")), &note);
        }
        if rest != Some(0.0) {
            let ticks = rest.map_or(ticks, Expr::number);
            let mut line = Line::at(at, "Wait(");
            line.put_from(frames.at, &format!("{}),", number(&ticks)));
            self.pen.line(line, &note);
        }
    }
}

/// The beginning of a call, up to its arguments.
pub(super) fn call_head(name: &str, is_bare: bool) -> String {
    if is_bare { format!("Call(\"{name}\"") } else { format!("Call(pattern: \"{name}\", with: (") }
}
