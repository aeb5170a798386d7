//! Rust source as a list of tokens, without comments and without what stands in strings: just enough to look for words and functions.

/// An identifier, number, lifetime, string (as `""`) or a single character of punctuation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token<'t> {
    pub text: &'t str,
    /// From 1.
    pub line: usize,
}

pub fn tokens(source: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let (mut at, mut line) = (0, 1);
    while at < source.len() {
        let rest = &source[at..];
        let len = piece_len(rest);
        let text = &rest[..len];
        if text.starts_with('"') || literal_prefix(text) {
            found.push(Token { text: "\"\"", line });
        } else if !text.starts_with(char::is_whitespace) && !text.starts_with("//") && !text.starts_with("/*") {
            found.push(Token { text, line });
        }
        line += text.matches('\n').count();
        at += len;
    }
    found
}

/// The tokens without those of items under `#[cfg(test)]`.
pub fn without_tests<'t>(tokens: &[Token<'t>]) -> Vec<Token<'t>> {
    let mut kept = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if starts(&tokens[at..], &["#", "[", "cfg", "(", "test", ")", "]"]) {
            at = item_end(tokens, at + 7);
        } else {
            kept.push(tokens[at].clone());
            at += 1;
        }
    }
    kept
}

/// Whether the tokens begin with these texts; `_` stands for any.
pub fn starts(tokens: &[Token], texts: &[&str]) -> bool {
    tokens.len() >= texts.len() && texts.iter().zip(tokens).all(|(text, token)| *text == "_" || *text == token.text)
}

/// The index after the item that begins at `start`: past its `;` or its closing brace.
pub fn item_end(tokens: &[Token], start: usize) -> usize {
    let mut nesting = 0;
    for (at, token) in tokens.iter().enumerate().skip(start) {
        match token.text {
            "(" | "[" | "{" => nesting += 1,
            ")" | "]" => nesting -= 1,
            "}" if nesting == 1 => return at + 1,
            "}" => nesting -= 1,
            ";" if nesting == 0 => return at + 1,
            _ => {}
        }
    }
    tokens.len()
}

fn literal_prefix(text: &str) -> bool {
    ["b\"", "c\"", "r\"", "r#\"", "br\"", "br#\"", "r##", "br##"].iter().any(|prefix| text.starts_with(prefix))
}

fn piece_len(rest: &str) -> usize {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let run = |keep: fn(char) -> bool| rest.find(|c| !keep(c)).unwrap_or(rest.len());
    if rest.starts_with("//") {
        rest.find('\n').unwrap_or(rest.len())
    } else if rest.starts_with("/*") {
        block_comment_len(rest)
    } else if literal_prefix(rest) && rest[..rest.find('"').unwrap_or(0)].contains('r') {
        raw_len(rest)
    } else if rest.starts_with('"') || literal_prefix(rest) {
        quoted_len(rest, '"')
    } else if rest.starts_with("b'") || rest.starts_with('\'') {
        char_or_lifetime_len(rest)
    } else if rest.starts_with(char::is_whitespace) {
        run(char::is_whitespace)
    } else if rest.starts_with(is_word) {
        run(|c| c.is_alphanumeric() || c == '_')
    } else {
        rest.chars().next().map_or(1, char::len_utf8)
    }
}

fn block_comment_len(rest: &str) -> usize {
    let (mut at, mut nesting) = (0, 0);
    while at < rest.len() {
        let bytes = &rest.as_bytes()[at..];
        match bytes {
            [b'/', b'*', ..] => (at, nesting) = (at + 2, nesting + 1),
            [b'*', b'/', ..] => (at, nesting) = (at + 2, nesting - 1),
            _ => at += 1,
        }
        if nesting == 0 {
            return at;
        }
    }
    rest.len()
}

fn raw_len(rest: &str) -> usize {
    let open = rest.find('"').unwrap_or(0);
    let hashes = rest[..open].matches('#').count();
    let close = format!("\"{}", "#".repeat(hashes));
    rest[open + 1..].find(&close).map_or(rest.len(), |at| open + 1 + at + close.len())
}

fn quoted_len(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    let body = rest.find(quote).unwrap_or(0) + 1;
    for (at, c) in rest[body..].char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return body + at + 1,
            _ => {}
        }
    }
    rest.len()
}

fn char_or_lifetime_len(rest: &str) -> usize {
    let body = &rest[rest.find('\'').unwrap_or(0) + 1..];
    let mut chars = body.chars();
    let (first, second) = (chars.next(), chars.next());
    if first == Some('\\') || second == Some('\'') {
        return quoted_len(rest, '\'');
    }
    1 + body.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(body.len())
}
