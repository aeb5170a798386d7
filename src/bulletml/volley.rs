//! A fire and its bullet as a `Fire`.
//!
//! The bullet's own direction and speed stand in place of the fire's; one that goes on from the last (`sequence`) goes on from the fire's.

use super::expr::{Expr, Op};
use super::model::{Direction, Fire, Pace, Speed, Turn, Use, Value};
use super::plan::Item;
use super::steps::number;
use super::write::{Args, Line, Writer};

/// Colours of bullets, in the order in which they are met.
const COLORS: [&str; 8] = ["Vermilion", "Sky", "Gold", "Leaf", "Violet", "Rose", "Amber", "Snow"];
/// Looks of bullets without a script and with one.
const LOOKS: [&str; 2] = ["disc", "ball"];
/// Names for parameters that are drawn once, at the fire.
const DRAWN: [&str; 9] = ["d1", "d2", "d3", "d4", "d5", "d6", "d7", "d8", "d9"];

/// What is asked for, and where it is written.
struct Asked {
    text: String,
    at: usize,
}

fn call(name: &'static str, arguments: Vec<Expr>) -> Expr {
    Expr::Call(name, arguments)
}

fn sum(left: Expr, right: Expr) -> Expr {
    match right.literal() {
        Some(value) => left.plus(value),
        None => Expr::binary(Op::Add, left, right),
    }
}

impl Writer<'_> {
    /// The fire at `at` (a fire that is referred to is written where it stands).
    pub(super) fn fire(&mut self, index: usize, at: usize, args: Args) {
        let model = self.model;
        let fire = &model.fires[index];
        let bullet = &model.bullets[fire.bullet.index()];
        let given = self.given(&fire.bullet, at, args);
        let inner = given.as_deref().map_or(args, Args::Given);
        let asked = |asked: Option<&Value>, args: Args| asked.map(|value| args.resolve(&value.expr));
        let directions = [(&fire.direction, args), (&bullet.direction, inner)];
        let directions = directions.map(|(own, args)| own.as_ref().map(|own| (own, asked(Some(&own.value), args).unwrap_or(Expr::Rank))));
        let speeds = [(&fire.speed, args), (&bullet.speed, inner)];
        let speeds = speeds.map(|(own, args)| own.as_ref().map(|own| (own, args.resolve(&own.value.expr))));
        let (aim, speed) = (self.volley_aim(fire, directions), self.volley_speed(fire, speeds));
        let mut line = Line::at(at, "Fire(");
        line.put_from(aim.at, &format!("aim: {}, ", aim.text));
        line.put_from(speed.at, &format!("speed: {}, ", speed.text));
        let color = self.plan.bullets.iter().position(|known| *known == fire.bullet.index()).unwrap_or(0);
        let has_script = !bullet.actions.is_empty();
        let look = LOOKS[usize::from(has_script)];
        line.put_from(bullet.at, &format!("bullet: (look: \"{look}\", color: {}, delay: 1", COLORS[color % COLORS.len()]));
        let mut note = self.note("fire", at);
        if bullet.at != fire.at {
            note = format!("{note}, {}", self.note("bullet", bullet.at));
        }
        if !has_script {
            line.put(")),");
            return self.pen.line(line, &note);
        }
        line.put(", script: [");
        self.open(line, &note, at);
        match &fire.bullet {
            Use::Here(index) => self.script(*index, args),
            Use::There { index, params } => {
                let own = given.unwrap_or_default();
                let values: Vec<Value> = own.into_iter().zip(params).map(|(expr, value)| Value { expr, at: value.at }).collect();
                self.used(&Use::There { index: *index, params: values }, at, Item::Bullet, Args::Own);
            }
        }
        self.pen.close("])),");
    }

    /// What a bullet that is referred to is given. What is drawn is drawn here, once, for direction, speed and actions alike.
    fn given(&mut self, bullet: &Use, at: usize, args: Args) -> Option<Vec<Expr>> {
        let Use::There { params, .. } = bullet else { return None };
        let mut given: Vec<Expr> = params.iter().take(DRAWN.len()).map(|value| args.resolve(&value.expr)).collect();
        let mut line = Line::at(at, "Let(");
        let mut is_any = false;
        for ((expr, name), value) in given.iter_mut().zip(DRAWN).zip(params) {
            if expr.is_random() {
                line.put(if is_any { ", " } else { "" });
                line.put_from(value.at, &format!("{name}: {}", number(expr)));
                *expr = Expr::Name(name);
                is_any = true;
            }
        }
        if is_any {
            line.put("),");
            let note = self.note("param", params[0].at);
            self.pen.line(line, &note);
        }
        Some(given)
    }

    fn volley_aim(&self, fire: &Fire, [first, own]: [Option<(&Direction, Expr)>; 2]) -> Asked {
        match (first, own) {
            (Some((first, from)), Some((own, step))) if own.way == Turn::Sequence => {
                let from = match first.way {
                    Turn::Aim => sum(Expr::Name("aim"), from),
                    Turn::Absolute => self.absolute(from),
                    Turn::Relative => sum(Expr::Name("angle"), from),
                    Turn::Sequence => call("if", vec![Expr::Name("volleys"), sum(Expr::Name("last_angle"), from), Expr::Name("aim")]),
                };
                Asked { text: format!("Absolute({})", number(&sum(from, step))), at: own.value.at }
            }
            (_, Some((way, value))) | (Some((way, value)), None) => Asked { text: self.aim(way.way, value), at: way.value.at },
            (None, None) => Asked { text: "Aim(0)".to_owned(), at: fire.at },
        }
    }

    fn volley_speed(&self, fire: &Fire, [first, own]: [Option<(&Speed, Expr)>; 2]) -> Asked {
        let one = || self.scaled(Expr::Number(1.0));
        // The first of a track is one unit, whatever stands there.
        let next = |step: Expr| call("if", vec![Expr::Name("has_speed"), sum(Expr::Name("last_speed"), step), one()]);
        match (first, own) {
            (Some((first, from)), Some((own, step))) if own.way == Pace::Sequence => {
                let from = match first.way {
                    Pace::Absolute => self.scaled(from),
                    Pace::Relative => sum(Expr::Name("speed"), self.scaled(from)),
                    Pace::Sequence => next(self.scaled(from)),
                };
                Asked { text: number(&sum(from, self.scaled(step))), at: own.value.at }
            }
            (_, Some((way, value))) | (Some((way, value)), None) => {
                let value = self.scaled(value);
                let text = match way.way {
                    Pace::Absolute => number(&value),
                    Pace::Relative => format!("Relative({})", number(&value)),
                    Pace::Sequence if self.options.speed_scale == 1.0 => format!("Sequence({})", number(&value)),
                    Pace::Sequence => number(&next(value)),
                };
                Asked { text, at: way.value.at }
            }
            (None, None) => Asked { text: number(&one()), at: fire.at },
        }
    }

    /// What a bullet does: its actions one after another, each from the tick after the end of the one before, but with waits that count from that end.
    pub(super) fn script(&mut self, index: usize, args: Args) {
        let model = self.model;
        let bullet = &model.bullets[index];
        for (nth, used) in bullet.actions.iter().enumerate() {
            if nth > 0 {
                self.pen.line(Line::at(bullet.at, "Lag,"), "the next action of the bullet");
            }
            self.used(used, bullet.at, Item::Action, args);
        }
    }
}
