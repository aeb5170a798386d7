//! Evaluation of bytecode. No allocation, no failure: odd inputs give odd numbers (NaN, inf), which whoever uses them clamps.

use super::parse::STACK_MAX;
use super::{Op, VARIABLE_COUNT};
use crate::sim::math;
use crate::sim::rng::Rng;

/// What an expression may read.
pub(crate) struct Context<'a> {
    /// By `Variable`.
    pub variables: &'a [f32; VARIABLE_COUNT],
    /// The pattern's own names.
    pub slots: &'a [f32],
    /// The world's random source.
    pub rng: &'a mut Rng,
    /// 0 easy to 3 lunatic.
    pub difficulty: u8,
}

/// The value of `code`, which `parse` or the compiler made: it never needs more than `STACK_MAX` places and leaves one value.
pub(crate) fn evaluate(code: &[Op], context: &mut Context) -> f32 {
    let mut stack = [0.0_f32; STACK_MAX];
    let mut top = 0;
    for &op in code {
        let first = top - op.arguments();
        stack[first] = match op {
            Op::Variable(variable) => context.variables[variable as usize],
            Op::Slot(slot) => context.slots[usize::from(slot)],
            Op::Rand => context.rng.range(stack[first], stack[first + 1]),
            Op::RandInt => random_integer(stack[first], stack[first + 1], context.rng),
            Op::Table => stack[first + usize::from(context.difficulty.min(3))],
            pure => apply(pure, &stack[first..top]),
        };
        top = first + 1;
    }
    stack[0]
}

/// The value of an operation that depends on its arguments alone.
pub(super) fn apply(op: Op, a: &[f32]) -> f32 {
    match op {
        Op::Const(value) => value,
        Op::Negate => -a[0],
        Op::Not => truth(a[0] == 0.0),
        Op::Add => a[0] + a[1],
        Op::Subtract => a[0] - a[1],
        Op::Multiply => a[0] * a[1],
        Op::Divide => a[0] / a[1],
        Op::Remainder => a[0] % a[1],
        Op::Power => math::pow(a[0], a[1]),
        Op::Less => truth(a[0] < a[1]),
        Op::LessEqual => truth(a[0] <= a[1]),
        Op::Greater => truth(a[0] > a[1]),
        Op::GreaterEqual => truth(a[0] >= a[1]),
        Op::Equal => truth(a[0] == a[1]),
        Op::NotEqual => truth(a[0] != a[1]),
        Op::And => truth(a[0] != 0.0 && a[1] != 0.0),
        Op::Or => truth(a[0] != 0.0 || a[1] != 0.0),
        Op::Hasten => {
            if a[0] < 0.5 {
                a[0]
            } else {
                (a[0] / a[1]).max(1.0)
            }
        }
        Op::If => {
            if a[0] != 0.0 {
                a[1]
            } else {
                a[2]
            }
        }
        _ => function(op, a),
    }
}

fn function(op: Op, a: &[f32]) -> f32 {
    match op {
        Op::Min => a[0].min(a[1]),
        Op::Max => a[0].max(a[1]),
        Op::Clamp => a[0].max(a[1]).min(a[2]),
        Op::Abs => a[0].abs(),
        Op::Floor => a[0].floor(),
        Op::Ceil => a[0].ceil(),
        Op::Round => a[0].round(),
        Op::Trunc => a[0].trunc(),
        Op::Sign => truth(a[0] > 0.0) - truth(a[0] < 0.0),
        Op::Sqrt => a[0].max(0.0).sqrt(),
        Op::Sin => math::sin_deg(a[0]),
        Op::Cos => math::cos_deg(a[0]),
        Op::Tan => math::tan_deg(a[0]),
        Op::Atan2 => math::atan2_deg(a[0], a[1]),
        Op::Lerp => a[0] + (a[1] - a[0]) * a[2],
        Op::Ease(ease) => ease.at(a[0]),
        Op::Mod => a[0] - a[1] * (a[0] / a[1]).floor(),
        Op::Wrap => math::wrap_deg(a[0]),
        Op::Noise => noise(a[0]),
        _ => unreachable!("impure operations are evaluated with their context"),
    }
}

fn truth(yes: bool) -> f32 {
    if yes { 1.0 } else { 0.0 }
}

/// A whole number from `first` to `last`, both included; `first` when they are the wrong way round. The span is at most 2^24.
fn random_integer(first: f32, last: f32, rng: &mut Rng) -> f32 {
    let first = first.round();
    let span = (last.round() - first).clamp(0.0, 16_777_215.0);
    first + rng.below(span as u32 + 1) as f32
}

/// Gradient noise on a line: smooth, in [-1, 1], 0 at whole numbers.
/// SOURCE: Ken Perlin, "Improving Noise", SIGGRAPH 2002, in one dimension; slopes from an integer hash.
fn noise(x: f32) -> f32 {
    let cell = x.floor();
    let within = x - cell;
    let weight = within * within * within * (within * (within * 6.0 - 15.0) + 10.0);
    let left = slope(cell) * within;
    let right = slope(cell + 1.0) * (within - 1.0);
    2.0 * (left + (right - left) * weight)
}

/// A fixed pseudo-random slope in [-1, 1) of a whole number.
fn slope(cell: f32) -> f32 {
    let mut bits = (cell as i32 as u32).wrapping_mul(0x9e37_79b1);
    bits = (bits ^ (bits >> 15)).wrapping_mul(0x85eb_ca77);
    bits ^= bits >> 13;
    (bits >> 8) as f32 * (1.0 / 8_388_608.0) - 1.0
}
