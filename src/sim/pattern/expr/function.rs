//! The functions of expressions: their names, how many arguments each takes, what they compile to.

use super::Op;

/// A function.
#[derive(Clone, Copy)]
pub(super) struct Function {
    /// Its name.
    pub name: &'static str,
    /// How it is called, for messages.
    pub usage: &'static str,
    /// What it compiles to.
    pub form: Form,
}

/// How a call becomes operations.
#[derive(Clone, Copy)]
pub(super) enum Form {
    /// Exactly the operation's arguments.
    Plain(Op),
    /// Two or more, taken together pair by pair.
    Chain(Op),
    /// `rand`: none means 0, 1; one means 0, a.
    Rand,
    /// `ease`: a curve's name, then one argument.
    Ease,
}

/// All functions.
pub(super) const FUNCTIONS: [Function; 23] = [
    plain("if", "if(condition, a, b)", Op::If),
    Function { name: "min", usage: "min(a, b, ...)", form: Form::Chain(Op::Min) },
    Function { name: "max", usage: "max(a, b, ...)", form: Form::Chain(Op::Max) },
    plain("clamp", "clamp(a, low, high)", Op::Clamp),
    plain("abs", "abs(a)", Op::Abs),
    plain("floor", "floor(a)", Op::Floor),
    plain("ceil", "ceil(a)", Op::Ceil),
    plain("round", "round(a)", Op::Round),
    plain("trunc", "trunc(a)", Op::Trunc),
    plain("sign", "sign(a)", Op::Sign),
    plain("sqrt", "sqrt(a)", Op::Sqrt),
    plain("sin", "sin(degrees)", Op::Sin),
    plain("cos", "cos(degrees)", Op::Cos),
    plain("tan", "tan(degrees)", Op::Tan),
    plain("atan2", "atan2(y, x)", Op::Atan2),
    plain("lerp", "lerp(a, b, t)", Op::Lerp),
    Function { name: "ease", usage: "ease(Curve, t)", form: Form::Ease },
    plain("mod", "mod(a, b)", Op::Mod),
    plain("wrap", "wrap(degrees)", Op::Wrap),
    Function { name: "rand", usage: "rand(low, high), rand(high) or rand()", form: Form::Rand },
    plain("randint", "randint(first, last)", Op::RandInt),
    plain("noise", "noise(x)", Op::Noise),
    plain("pow", "pow(base, exponent)", Op::Power),
];

const fn plain(name: &'static str, usage: &'static str, op: Op) -> Function {
    Function { name, usage, form: Form::Plain(op) }
}
