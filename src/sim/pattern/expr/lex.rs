//! Text of an expression to tokens, each with its place.

use super::parse::Fault;

/// A token.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Token<'a> {
    /// `2.5`
    Number(f32),
    /// A variable, function, curve or word operator.
    Name(&'a str),
    /// An operator or a bracket, as written.
    Sign(&'a str),
    /// The end of the text.
    End,
}

/// Operators and brackets, longer ones before their beginnings.
const SIGNS: [&str; 21] = ["<=", ">=", "==", "!=", "&&", "||", "+", "-", "*", "/", "%", "^", "<", ">", "(", ")", ",", "!", "=", "&", "|"];

/// Reads tokens one after another.
pub(super) struct Lexer<'a> {
    text: &'a str,
    /// Bytes read.
    offset: usize,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Lexer { text, offset: 0 }
    }

    /// The next token and the byte at which it begins.
    pub(super) fn next(&mut self) -> Result<(Token<'a>, usize), Fault> {
        let rest = &self.text[self.offset..];
        let trimmed = rest.trim_start();
        let start = self.offset + (rest.len() - trimmed.len());
        let Some(first) = trimmed.chars().next() else {
            return Ok((Token::End, self.text.len()));
        };
        let (token, length) = if first.is_ascii_digit() || first == '.' {
            number(trimmed, start)?
        } else if first.is_alphabetic() || first == '_' {
            let name = name(trimmed);
            (Token::Name(name), name.len())
        } else if let Some(sign) = SIGNS.into_iter().find(|sign| trimmed.starts_with(sign)) {
            (Token::Sign(sign), sign.len())
        } else {
            return Err(Fault::new(start, format!("the character `{first}` means nothing here"), "numbers, names, operators, brackets"));
        };
        self.offset = start + length;
        Ok((token, start))
    }
}

fn name(text: &str) -> &str {
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len());
    &text[..end]
}

fn number(text: &str, start: usize) -> Result<(Token<'_>, usize), Fault> {
    let digits = |from: usize| text[from..].bytes().take_while(u8::is_ascii_digit).count();
    let mut end = digits(0);
    if text[end..].starts_with('.') {
        end += 1 + digits(end + 1);
    }
    if text[end..].starts_with(['e', 'E']) {
        let sign = usize::from(text[end + 1..].starts_with(['+', '-']));
        let exponent = digits(end + 1 + sign);
        end += if exponent > 0 { 1 + sign + exponent } else { 0 };
    }
    match text[..end].parse() {
        Ok(value) => Ok((Token::Number(value), end)),
        Err(_) => Err(Fault::new(start, format!("`{}` is not a number", &text[..end]), "a number such as 2 or 0.5")),
    }
}
