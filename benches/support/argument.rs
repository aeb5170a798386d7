//! Arguments of a bench.

/// The number after `name`, if it was given.
pub fn number(name: &str) -> Option<usize> {
    let mut arguments = std::env::args().skip_while(|argument| argument != name);
    arguments.nth(1).and_then(|value| value.parse().ok())
}
