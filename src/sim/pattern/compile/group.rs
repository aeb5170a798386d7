//! Groups within groups to a list of levels, the outermost first.

use super::Compiler;
use super::number::{ANGLE, LENGTH, Range, real, whole};
use crate::sim::bullet::kind::Unit as Measure;
use crate::sim::pattern::format::{Group, Number, Travel};
use crate::sim::pattern::program::{Form, LEVELS_MAX, Level, SPEED_MAX_PX_PER_TICK, Shape, VOLLEY_MAX, ValueId};
use glam::Vec2;

/// How many bullets.
const COUNT: Range = whole(1.0, VOLLEY_MAX as f32);
/// A speed, px per tick.
pub(super) const SPEED: Range = real(-SPEED_MAX_PX_PER_TICK, SPEED_MAX_PX_PER_TICK);
const POINTS_MAX: usize = 64;

impl Compiler<'_> {
    /// The levels of a group; problems with their numbers have paths from the group.
    pub(super) fn levels(&mut self, group: &Group) -> Vec<Level> {
        let mut levels = Vec::new();
        let mut next = Some(group);
        let depth = self.path.len();
        while let Some(group) = next {
            if levels.len() == LEVELS_MAX {
                self.problem("too many groups within each other", format!("at most {LEVELS_MAX}"));
                break;
            }
            levels.extend(self.level(group));
            next = inner(group);
            self.path.push("of".into());
        }
        self.path.truncate(depth);
        let most = levels.iter().fold(1.0, |most, level| most * self.most(level));
        if most > VOLLEY_MAX as f32 {
            self.problem(format!("the volley has {most} bullets"), format!("at most {VOLLEY_MAX}, all groups together"));
        }
        levels
    }

    fn level(&mut self, group: &Group) -> Option<Level> {
        let none = [Number::Literal(0.0), Number::Literal(0.0)];
        let level = match group {
            Group::One => return None,
            Group::Ring { count, start, between, radius, .. } => {
                let shape = Shape::Ring { is_between: *between };
                self.level_of(shape, [("count", count, COUNT), ("start", start, ANGLE), ("radius", radius, LENGTH)], Travel::Outward)
            }
            Group::Spread { count, step, arc, radius, .. } => {
                let (key, width) = match (step, arc) {
                    (Some(step), None) => ("step", step),
                    (None, Some(arc)) => ("arc", arc),
                    _ => {
                        self.problem("a Spread with both or neither of `step` and `arc`", "one of them");
                        ("step", &none[0])
                    }
                };
                let numbers = [("count", count, COUNT), (key, width, ANGLE), ("radius", radius, LENGTH)];
                self.level_of(Shape::Spread { is_arc: key == "arc" }, numbers, Travel::Outward)
            }
            Group::Stack { count, step, .. } => {
                self.level_of(Shape::Stack, [("count", count, COUNT), ("step", step, SPEED)], Travel::Outward)
            }
            Group::Line { count, gap, slant, .. } => {
                let numbers = [("count", count, COUNT), ("gap", gap, LENGTH), ("", &none[0], LENGTH), ("slant", slant, ANGLE)];
                self.level_of(Shape::Line, numbers, Travel::Outward)
            }
            Group::Polygon { corners, side, radius, travel, .. } => {
                let numbers = [("corners", corners, whole(3.0, 24.0)), ("side", side, whole(1.0, 64.0)), ("radius", radius, LENGTH)];
                self.level_of(Shape::Polygon, numbers, *travel)
            }
            Group::Ellipse { count, ratio, radius, travel, .. } => {
                let numbers = [("count", count, COUNT), ("ratio", ratio, real(0.0, 4.0)), ("radius", radius, LENGTH)];
                self.level_of(Shape::Ellipse, numbers, *travel)
            }
            Group::Rose { count, petals, depth, radius, travel, .. } => {
                let petals = ("petals", petals, whole(1.0, 24.0));
                let numbers = [("count", count, COUNT), petals, ("radius", radius, LENGTH), ("depth", depth, real(0.0, 1.0))];
                self.level_of(Shape::Rose, numbers, *travel)
            }
            Group::Arrow { wings, step, slow, .. } => {
                let numbers = [("wings", wings, whole(0.0, 128.0)), ("step", step, ANGLE), ("", &none[0], LENGTH), ("slow", slow, SPEED)];
                self.level_of(Shape::Arrow, numbers, Travel::Outward)
            }
            Group::Scatter { count, arc, speed, radius, .. } => {
                let arc = ("arc", arc, real(0.0, 360.0));
                let numbers = [("count", count, COUNT), arc, ("radius", radius, LENGTH), ("speed", speed, SPEED)];
                self.level_of(Shape::Scatter, numbers, Travel::Outward)
            }
            Group::Points { points, radius, travel, .. } => {
                let shape = self.points(points);
                let unused = ("", &none[0], LENGTH);
                self.level_of(shape, [unused, unused, ("radius", radius, LENGTH)], *travel)
            }
        };
        Some(level)
    }

    fn level_of<const N: usize>(&mut self, shape: Shape, fields: [(&str, &Number, Range); N], travel: Travel) -> Level {
        let zero = self.constant(0.0);
        let mut numbers = [zero; 4];
        for (id, (key, number, range)) in numbers.iter_mut().zip(fields) {
            if !key.is_empty() {
                // Of the numbers of groups only speeds are changed by modifiers.
                let measure = if range == SPEED { Measure::PxPerTick } else { Measure::Plain };
                *id = self.measure(key, number, range, measure);
            }
        }
        Level { shape, numbers, travel }
    }

    fn points(&mut self, points: &[(f32, f32)]) -> Shape {
        if !(1..=POINTS_MAX).contains(&points.len()) {
            self.at("points", |compiler| compiler.problem(format!("{} points", points.len()), format!("1 to {POINTS_MAX} points")));
        }
        for (index, (x, y)) in points.iter().enumerate() {
            if !(x.abs() <= 10.0 && y.abs() <= 10.0) {
                self.at("points", |compiler| {
                    compiler.at(index, |compiler| compiler.problem(format!("({x}, {y})"), "numbers from -10 to 10"))
                });
            }
        }
        let start = self.program.points.len();
        self.program.points.extend(points.iter().map(|(x, y)| Vec2::new(*x, *y)));
        Shape::Points { start, count: points.len() as u32 }
    }

    /// Most bullets of a level, as far as it is known: numbers that are not constant count as 1, and are held to the limit when they are used.
    fn most(&self, level: &Level) -> f32 {
        let most = |id: ValueId| match self.program.values[id.0 as usize].form {
            Form::Const(value) => value,
            Form::ByDifficulty(values) => values.into_iter().fold(1.0, f32::max),
            Form::Code { .. } => 1.0,
        };
        match level.shape {
            Shape::Polygon => most(level.numbers[0]) * most(level.numbers[1]),
            Shape::Arrow => 2.0 * most(level.numbers[0]) + 1.0,
            Shape::Points { count, .. } => count as f32,
            _ => most(level.numbers[0]),
        }
    }
}

/// The group that stands in place of each bullet.
fn inner(group: &Group) -> Option<&Group> {
    match group {
        Group::One => None,
        Group::Ring { of, .. }
        | Group::Spread { of, .. }
        | Group::Stack { of, .. }
        | Group::Line { of, .. }
        | Group::Polygon { of, .. }
        | Group::Ellipse { of, .. }
        | Group::Rose { of, .. }
        | Group::Arrow { of, .. }
        | Group::Scatter { of, .. }
        | Group::Points { of, .. } => of.as_deref(),
    }
}
