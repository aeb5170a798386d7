//! Expressions of BulletML: numbers, `$1` to `$9`, `$rand`, `$rank`, `+ - * / %`, brackets; and how they are written in our language.
//!
//! Must not know: where in a file they stand, what they are used for.

use std::fmt;

/// Longest expression, bytes. It also bounds the nesting of what is made of one.
const TEXT_BYTES_MAX: usize = 1_000;
/// Deepest nesting of brackets and signs.
const NESTING_MAX: usize = 48;
/// Largest number.
const NUMBER_MAX: f64 = 1e9;

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Expr {
    /// Not negative.
    Number(f64),
    Rank,
    Rand,
    /// `$1` is 1.
    Param(usize),
    /// A name of our language, put in place of a parameter or for what BulletML has no word for.
    Name(&'static str),
    Negate(Box<Expr>),
    Binary(Op, Box<Expr>, Box<Expr>),
    /// A function of our language.
    Call(&'static str, Vec<Expr>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Op {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

impl Op {
    fn sign(self) -> char {
        match self {
            Op::Add => '+',
            Op::Subtract => '-',
            Op::Multiply => '*',
            Op::Divide => '/',
            Op::Remainder => '%',
        }
    }

    fn binding(self) -> u8 {
        if matches!(self, Op::Add | Op::Subtract) { SUM } else { PRODUCT }
    }
}

const SUM: u8 = 1;
const PRODUCT: u8 = 2;
const SIGNED: u8 = 3;
const WHOLE: u8 = 4;

/// The name of parameter `n` in our language.
pub(super) fn param_name(n: usize) -> String {
    format!("p{n}")
}

impl Expr {
    /// A number of any sign.
    pub fn number(value: f64) -> Self {
        if value < 0.0 { Expr::Negate(Box::new(Expr::Number(-value))) } else { Expr::Number(value.abs()) }
    }

    pub fn binary(op: Op, left: Expr, right: Expr) -> Self {
        Expr::Binary(op, Box::new(left), Box::new(right))
    }

    /// Its value if it is written as a mere number.
    pub fn literal(&self) -> Option<f64> {
        match self {
            Expr::Number(value) => Some(*value),
            Expr::Negate(inner) => inner.literal().map(|value| -value),
            _ => None,
        }
    }

    /// Its value if that is always the same.
    pub fn constant(&self) -> Option<f64> {
        match self {
            Expr::Number(value) => Some(*value),
            Expr::Negate(inner) => inner.constant().map(|value| -value),
            Expr::Binary(op, left, right) => {
                let (left, right) = (left.constant()?, right.constant()?);
                Some(match op {
                    Op::Add => left + right,
                    Op::Subtract => left - right,
                    Op::Multiply => left * right,
                    Op::Divide => left / right,
                    Op::Remainder => left % right,
                })
            }
            _ => None,
        }
    }

    /// `self + right`; plain numbers are added.
    pub fn plus(self, right: f64) -> Self {
        match self.literal() {
            Some(value) => Expr::number(value + right),
            None if right == 0.0 => self,
            None if right < 0.0 => Expr::binary(Op::Subtract, self, Expr::Number(-right)),
            None => Expr::binary(Op::Add, self, Expr::Number(right)),
        }
    }

    /// `factor * self`; plain numbers are multiplied.
    pub fn times(self, factor: f64) -> Self {
        match self.literal() {
            _ if factor == 1.0 => self,
            Some(value) => Expr::number(factor * value),
            None => Expr::binary(Op::Multiply, Expr::number(factor), self),
        }
    }

    fn any(&self, is_it: &mut dyn FnMut(&Expr) -> bool) -> bool {
        is_it(self)
            || match self {
                Expr::Negate(inner) => inner.any(is_it),
                Expr::Binary(_, left, right) => left.any(is_it) || right.any(is_it),
                Expr::Call(_, arguments) => arguments.iter().any(|argument| argument.any(is_it)),
                _ => false,
            }
    }

    /// Whether it is drawn anew each time it is asked for.
    pub fn is_random(&self) -> bool {
        self.any(&mut |expr| matches!(expr, Expr::Rand))
    }

    /// The highest parameter in it; 0 without one.
    pub fn param_max(&self) -> usize {
        let mut most = 0;
        self.any(&mut |expr| {
            most = most.max(if let Expr::Param(n) = expr { *n } else { 0 });
            false
        });
        most
    }

    /// The same with each parameter replaced.
    pub fn with(&self, param: &dyn Fn(usize) -> Expr) -> Expr {
        match self {
            Expr::Param(n) => param(*n),
            Expr::Negate(inner) => Expr::Negate(Box::new(inner.with(param))),
            Expr::Binary(op, left, right) => Expr::binary(*op, left.with(param), right.with(param)),
            Expr::Call(name, arguments) => Expr::Call(name, arguments.iter().map(|argument| argument.with(param)).collect()),
            other => other.clone(),
        }
    }

    fn binding(&self) -> u8 {
        match self {
            Expr::Negate(_) => SIGNED,
            Expr::Binary(op, ..) => op.binding(),
            _ => WHOLE,
        }
    }

    fn write(&self, f: &mut fmt::Formatter, least: u8) -> fmt::Result {
        if self.binding() < least {
            f.write_str("(")?;
            self.write(f, 0)?;
            return f.write_str(")");
        }
        match self {
            Expr::Number(value) => write!(f, "{}", *value as f32),
            Expr::Rank => f.write_str("rank"),
            Expr::Rand => f.write_str("rand()"),
            Expr::Param(n) => f.write_str(&param_name(*n)),
            Expr::Name(name) => f.write_str(name),
            Expr::Negate(inner) => {
                f.write_str("-")?;
                inner.write(f, SIGNED + 1)
            }
            Expr::Binary(op, left, right) => {
                left.write(f, op.binding())?;
                write!(f, " {} ", op.sign())?;
                right.write(f, op.binding() + 1)
            }
            Expr::Call(name, arguments) => {
                write!(f, "{name}(")?;
                for (index, argument) in arguments.iter().enumerate() {
                    f.write_str(if index > 0 { ", " } else { "" })?;
                    argument.write(f, 0)?;
                }
                f.write_str(")")
            }
        }
    }
}

impl fmt::Display for Expr {
    /// As an expression of our language, without quotes.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.write(f, 0)
    }
}

/// What is wrong with an expression, and where: bytes from its first character.
#[derive(Debug, PartialEq)]
pub(super) struct Fault {
    pub offset: usize,
    pub found: String,
    pub expected: &'static str,
}

const OPERAND: &str = "a number, $1 to $9, $rand, $rank or `(`";
const OPERATOR: &str = "+, -, *, /, % or the end";

/// Reads an expression.
pub(super) fn parse(text: &str) -> Result<Expr, Fault> {
    if text.len() > TEXT_BYTES_MAX {
        let found = format!("an expression of {} bytes", text.len());
        return Err(Fault { offset: 0, found, expected: "at most 1,000 bytes" });
    }
    let mut parser = Parser { text, at: 0, nesting: 0 };
    let expr = parser.sum()?;
    if parser.peek().is_some() { Err(parser.fault(OPERATOR)) } else { Ok(expr) }
}

struct Parser<'t> {
    text: &'t str,
    /// Bytes read.
    at: usize,
    nesting: usize,
}

impl Parser<'_> {
    /// The next character that is no blank; `at` is then its place.
    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.text[self.at..].chars().next()
    }

    fn fault(&mut self, expected: &'static str) -> Fault {
        let found = match self.peek() {
            None => "the end of the expression".to_owned(),
            Some(_) => {
                let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$' || c == '.';
                let rest = &self.text[self.at..];
                let end = rest.char_indices().skip(1).find(|(_, c)| !is_part(*c)).map_or(rest.len(), |(end, _)| end);
                format!("`{}`", rest[..end].chars().take(24).collect::<String>())
            }
        };
        Fault { offset: self.at, found, expected }
    }

    /// Whether the next character is one of these; it is then read.
    fn take(&mut self, signs: &str) -> Option<char> {
        let sign = self.peek().filter(|sign| signs.contains(*sign))?;
        self.at += sign.len_utf8();
        Some(sign)
    }

    fn sum(&mut self) -> Result<Expr, Fault> {
        let mut left = self.product()?;
        while let Some(sign) = self.take("+-") {
            let right = self.product()?;
            left = Expr::binary(if sign == '+' { Op::Add } else { Op::Subtract }, left, right);
        }
        Ok(left)
    }

    fn product(&mut self) -> Result<Expr, Fault> {
        let mut left = self.operand()?;
        while let Some(sign) = self.take("*/%") {
            let op = match sign {
                '*' => Op::Multiply,
                '/' => Op::Divide,
                _ => Op::Remainder,
            };
            left = Expr::binary(op, left, self.operand()?);
        }
        Ok(left)
    }

    fn operand(&mut self) -> Result<Expr, Fault> {
        self.nesting += 1;
        if self.nesting > NESTING_MAX {
            return Err(Fault {
                offset: self.at,
                found: "nested too deeply".to_owned(),
                expected: "at most 48 brackets within each other",
            });
        }
        let operand = match self.peek() {
            Some('-') => {
                self.at += 1;
                Expr::Negate(Box::new(self.operand()?))
            }
            Some('+') => {
                self.at += 1;
                self.operand()?
            }
            Some('(') => {
                self.at += 1;
                let inner = self.sum()?;
                if self.take(")").is_none() {
                    return Err(self.fault("`)` or an operator"));
                }
                inner
            }
            Some('$') => self.variable()?,
            Some(c) if c.is_ascii_digit() || c == '.' => self.number()?,
            _ => return Err(self.fault(OPERAND)),
        };
        self.nesting -= 1;
        Ok(operand)
    }

    fn variable(&mut self) -> Result<Expr, Fault> {
        let rest = &self.text[self.at + 1..];
        let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        let expr = match &rest[..end] {
            "rand" => Expr::Rand,
            "rank" => Expr::Rank,
            digit if digit.len() == 1 && ("1"..="9").contains(&digit) => Expr::Param(usize::from(digit.as_bytes()[0] - b'0')),
            _ => return Err(self.fault("$1 to $9, $rand or $rank")),
        };
        self.at += 1 + end;
        Ok(expr)
    }

    fn number(&mut self) -> Result<Expr, Fault> {
        let rest = &self.text[self.at..];
        let end = rest.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(rest.len());
        match rest[..end].parse::<f64>() {
            Ok(value) if value <= NUMBER_MAX => {
                self.at += end;
                Ok(Expr::Number(value))
            }
            _ => Err(self.fault("a number up to 1,000,000,000, such as 2 or 0.5")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str) -> String {
        parse(text).expect(text).to_string()
    }

    #[test]
    fn expressions_keep_their_meaning_and_their_look() {
        for (text, expected) in [
            ("360/16*3", "360 / 16 * 3"),
            ("-(10+5)*2+100", "-(10 + 5) * 2 + 100"),
            ("1-(2-3)-4", "1 - (2 - 3) - 4"),
            ("2*(3%4)", "2 * (3 % 4)"),
            ("-60+$rand*120", "-60 + rand() * 120"),
            ("($1)+((.5))", "p1 + 0.5"),
            ("1--$2", "1 - -p2"),
        ] {
            assert_eq!(written(text), expected);
        }
        assert_eq!(parse("-(10+5)*2+100").unwrap().constant(), Some(70.0));
        assert_eq!(parse("-7%4").unwrap().constant(), Some(-3.0), "the sign of the first");
        assert_eq!(parse("7%$1").unwrap().constant(), None);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        for (text, offset, found) in [
            ("", 0, "the end"),
            ("1+", 2, "the end"),
            ("(1+2", 4, "the end"),
            ("$foo*2", 0, "`$foo`"),
            ("2*x", 2, "`x`"),
            ("1.2.3", 0, "`1.2.3`"),
            ("99999999999", 0, "`99999999999`"),
        ] {
            let fault = parse(text).expect_err(text);
            assert!(fault.offset == offset && fault.found.contains(found), "{text}: {fault:?}");
        }
        assert_eq!(parse(&"(".repeat(200)).expect_err("deep").found, "nested too deeply");
        assert!(parse(&"1+".repeat(600)).expect_err("long").found.contains("1200 bytes"));
    }

    #[test]
    fn parameters_are_replaced() {
        let expr = parse("$1*2-$2").unwrap();
        assert_eq!(expr.param_max(), 2);
        let given = expr.with(&|n| if n == 1 { parse("3+$4").unwrap() } else { Expr::Number(1.0) });
        assert_eq!(given.to_string(), "(3 + p4) * 2 - 1");
        assert!(!given.is_random());
        assert_eq!(Expr::number(-90.0).plus(-90.0).to_string(), "-180");
        assert_eq!(parse("$rank").unwrap().plus(-90.0).times(3.0).to_string(), "3 * (rank - 90)");
    }
}
