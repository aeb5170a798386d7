//! Parser of expressions: precedence climbing straight to bytecode, constants folded on the way.
//!
//! From loosest to tightest: `or`, `and`, `not`, comparisons, `+ -`, `* / %`, unary `-`, `^` (to the right).

use super::eval::apply;
use super::function::{FUNCTIONS, Form};
use super::lex::{Lexer, Token};
use super::{Ease, Op, Variable};
use crate::sim::problem::nearest;

/// Places on the evaluation stack.
pub(crate) const STACK_MAX: usize = 32;
/// Longest expression, bytes.
const TEXT_MAX_BYTES: usize = 2_000;
// Bindings of the operators, loosest first.
const OR: u8 = 1;
const AND: u8 = 2;
const NOT: u8 = 3;
const COMPARISON: u8 = 4;
const SUM: u8 = 5;
const PRODUCT: u8 = 6;
const UNARY: u8 = 7;
const POWER: u8 = 8;
/// Deepest nesting of brackets and prefixes.
const NESTING_MAX: usize = 128;

/// What is wrong with an expression, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    /// Bytes from the expression's first character.
    pub offset_bytes: usize,
    /// What stands there.
    pub found: String,
    /// What may stand there.
    pub expected: String,
    /// The nearest valid name.
    pub nearest: Option<String>,
}

impl Fault {
    pub(super) fn new(offset_bytes: usize, found: impl Into<String>, expected: impl Into<String>) -> Self {
        Fault { offset_bytes, found: found.into(), expected: expected.into(), nearest: None }
    }
}

/// What a name means at one place of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// A value of the world.
    Variable(Variable),
    /// A name of the pattern's own.
    Slot(u8),
    /// Known, but without a meaning here: why.
    Refused(&'static str),
    /// Unknown; every name that would do.
    Unknown(Vec<String>),
}

/// Compiles `text`; `meaning` says what a name stands for.
pub(crate) fn parse(text: &str, meaning: &dyn Fn(&str) -> Meaning) -> Result<Vec<Op>, Fault> {
    if text.len() > TEXT_MAX_BYTES {
        return Err(Fault::new(0, format!("{} bytes", text.len()), format!("an expression of at most {TEXT_MAX_BYTES} bytes")));
    }
    let mut parser = Parser { lexer: Lexer::new(text), token: Token::End, start: 0, code: Vec::new(), meaning, nesting: 0 };
    parser.advance()?;
    parser.expression(0)?;
    if parser.token != Token::End {
        return Err(parser.unexpected("an operator or the end"));
    }
    if depth(&parser.code) > STACK_MAX {
        return Err(Fault::new(0, "too many values at once", format!("at most {STACK_MAX} values waiting for their operator")));
    }
    Ok(parser.code)
}

/// Appends `op`, or its value when it is pure and its arguments are constants. The last operation of an operand's code is its root,
/// so constants at the end of the code are whole operands.
fn fold(code: &mut Vec<Op>, op: Op) {
    let arguments = op.arguments();
    let constants: Vec<f32> =
        code.iter().rev().take(arguments).map_while(|op| if let Op::Const(value) = op { Some(*value) } else { None }).collect();
    if arguments > 0 && op.is_pure() && constants.len() == arguments {
        let values: Vec<f32> = constants.into_iter().rev().collect();
        code.truncate(code.len() - arguments);
        code.push(Op::Const(apply(op, &values)));
    } else {
        code.push(op);
    }
}

/// Most values on the stack at once.
pub(crate) fn depth(code: &[Op]) -> usize {
    let mut now = 0;
    code.iter().fold(0, |most, op| {
        now = now + 1 - op.arguments();
        most.max(now)
    })
}

struct Parser<'a> {
    lexer: Lexer<'a>,
    token: Token<'a>,
    /// Where `token` begins, bytes.
    start: usize,
    code: Vec<Op>,
    meaning: &'a dyn Fn(&str) -> Meaning,
    nesting: usize,
}

impl Parser<'_> {
    fn advance(&mut self) -> Result<(), Fault> {
        (self.token, self.start) = self.lexer.next()?;
        Ok(())
    }

    fn unexpected(&self, expected: &str) -> Fault {
        let found = match self.token {
            Token::Number(value) => format!("a number, {value}"),
            Token::Name(name) => format!("the name `{name}`"),
            Token::Sign(sign) => format!("`{sign}`"),
            Token::End => "the end of the expression".to_owned(),
        };
        Fault::new(self.start, found, expected)
    }

    fn take(&mut self, sign: &'static str) -> Result<bool, Fault> {
        let there = self.token == Token::Sign(sign);
        if there {
            self.advance()?;
        }
        Ok(there)
    }

    fn require(&mut self, sign: &'static str, expected: &str) -> Result<(), Fault> {
        if self.take(sign)? { Ok(()) } else { Err(self.unexpected(expected)) }
    }

    /// An operand and every operator after it that binds at least as tightly as `least`.
    fn expression(&mut self, least: u8) -> Result<(), Fault> {
        self.nesting += 1;
        if self.nesting > NESTING_MAX {
            return Err(Fault::new(self.start, "nested too deeply", format!("at most {NESTING_MAX} brackets within each other")));
        }
        self.operand()?;
        let mut compared = false;
        while let Some((op, binding)) = self.infix()? {
            if binding < least {
                break;
            }
            if binding == COMPARISON && compared {
                return Err(self.unexpected("`and` between two comparisons"));
            }
            compared |= binding == COMPARISON;
            self.advance()?;
            self.expression(if op == Op::Power { POWER } else { binding + 1 })?;
            fold(&mut self.code, op);
        }
        self.nesting -= 1;
        Ok(())
    }

    /// The operator at the current token.
    fn infix(&self) -> Result<Option<(Op, u8)>, Fault> {
        let (Token::Sign(text) | Token::Name(text)) = self.token else { return Ok(None) };
        Ok(Some(match text {
            "or" | "||" => (Op::Or, OR),
            "and" | "&&" => (Op::And, AND),
            "<" => (Op::Less, COMPARISON),
            "<=" => (Op::LessEqual, COMPARISON),
            ">" => (Op::Greater, COMPARISON),
            ">=" => (Op::GreaterEqual, COMPARISON),
            "==" => (Op::Equal, COMPARISON),
            "!=" => (Op::NotEqual, COMPARISON),
            "+" => (Op::Add, SUM),
            "-" => (Op::Subtract, SUM),
            "*" => (Op::Multiply, PRODUCT),
            "/" => (Op::Divide, PRODUCT),
            "%" => (Op::Remainder, PRODUCT),
            "^" => (Op::Power, POWER),
            "=" => return Err(self.unexpected("`==` to compare")),
            "&" => return Err(self.unexpected("`and`")),
            "|" => return Err(self.unexpected("`or`")),
            _ => return Ok(None),
        }))
    }

    fn operand(&mut self) -> Result<(), Fault> {
        match self.token {
            Token::Number(value) => {
                self.code.push(Op::Const(value));
                self.advance()
            }
            Token::Sign("-") => self.prefix(Op::Negate, UNARY),
            Token::Sign("+") => {
                self.advance()?;
                self.expression(UNARY)
            }
            Token::Sign("!") | Token::Name("not") => self.prefix(Op::Not, NOT),
            Token::Sign("(") => {
                self.advance()?;
                self.expression(0)?;
                self.require(")", "`)`")
            }
            Token::Name(name) if !matches!(name, "and" | "or") => self.name(name),
            _ => Err(self.unexpected("a number, a name or `(`")),
        }
    }

    fn prefix(&mut self, op: Op, binding: u8) -> Result<(), Fault> {
        self.advance()?;
        self.expression(binding)?;
        fold(&mut self.code, op);
        Ok(())
    }

    fn name(&mut self, name: &str) -> Result<(), Fault> {
        let start = self.start;
        self.advance()?;
        if self.token == Token::Sign("(") {
            self.advance()?;
            return self.call(name, start);
        }
        match (self.meaning)(name) {
            Meaning::Variable(variable) => self.code.push(Op::Variable(variable)),
            Meaning::Slot(slot) => self.code.push(Op::Slot(slot)),
            Meaning::Refused(why) => return Err(Fault::new(start, format!("`{name}` has no value here"), why)),
            Meaning::Unknown(valid) => {
                let function = FUNCTIONS.iter().find(|function| function.name == name);
                let valid: Vec<&str> = valid.iter().map(String::as_str).collect();
                return Err(match function {
                    Some(function) => Fault::new(start, format!("the function `{name}` without brackets"), function.usage),
                    None => unknown(start, "name", name, &valid),
                });
            }
        }
        Ok(())
    }

    fn call(&mut self, name: &str, start: usize) -> Result<(), Fault> {
        let Some(function) = FUNCTIONS.iter().find(|function| function.name == name) else {
            return Err(unknown(start, "function", name, &FUNCTIONS.map(|function| function.name)));
        };
        let form = if let Form::Ease = function.form { Form::Plain(Op::Ease(self.curve()?)) } else { function.form };
        let mut count = 0;
        if !self.take(")")? {
            loop {
                self.expression(0)?;
                count += 1;
                if count >= 2
                    && let Form::Chain(op) = form
                {
                    fold(&mut self.code, op);
                }
                if self.take(")")? {
                    break;
                }
                self.require(",", "an operator, `,` or `)`")?;
            }
        }
        match (form, count) {
            (Form::Plain(op), _) if op.arguments() == count => fold(&mut self.code, op),
            (Form::Chain(_), 2..) => {}
            (Form::Rand, 2) => self.code.push(Op::Rand),
            (Form::Rand, 1) => self.code.extend([Op::Const(0.0), Op::Const(1.0), Op::Rand, Op::Multiply]),
            (Form::Rand, 0) => self.code.extend([Op::Const(0.0), Op::Const(1.0), Op::Rand]),
            _ => {
                let found = format!("`{name}` with {count} argument{}", if count == 1 { "" } else { "s" });
                return Err(Fault::new(start, found, function.usage));
            }
        }
        Ok(())
    }

    /// The first argument of `ease` and the comma after it.
    fn curve(&mut self) -> Result<Ease, Fault> {
        let Token::Name(name) = self.token else { return Err(self.unexpected("the name of a curve, such as OutSine")) };
        let start = self.start;
        let found = Ease::ALL.into_iter().find(|(known, _)| *known == name);
        let (_, ease) = found.ok_or_else(|| unknown(start, "curve", name, &Ease::ALL.map(|(name, _)| name)))?;
        self.advance()?;
        self.require(",", "`,` and how far along the curve, from 0 to 1")?;
        Ok(ease)
    }
}

fn unknown(offset_bytes: usize, what: &str, name: &str, valid: &[&str]) -> Fault {
    let expected = format!("one of: {}", valid.join(", "));
    let near = nearest(name, valid.iter().copied()).map(str::to_owned);
    Fault { nearest: near, ..Fault::new(offset_bytes, format!("unknown {what} `{name}`"), expected) }
}
