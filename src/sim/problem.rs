//! What is wrong with a piece of content, as a value: where (a path of keys), what stands there, what may stand there.
//!
//! The simulation cannot know files; `content` turns a path into file:line:column.

/// One step of a path into a RON value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// A named field of a struct or of a struct-like variant, or a map's key.
    Field(String),
    /// The n-th element (from 0) of a list, tuple or tuple-like variant.
    Index(usize),
}

impl From<&str> for Key {
    fn from(name: &str) -> Self {
        Key::Field(name.to_owned())
    }
}

impl From<usize> for Key {
    fn from(index: usize) -> Self {
        Key::Index(index)
    }
}

/// One problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// From the file's root to the value.
    pub path: Vec<Key>,
    /// What is wrong, a sentence without a full stop: "`count` is 1000000000".
    pub found: String,
    /// What may stand there: "a whole number from 1 to 512".
    pub expected: String,
    /// The nearest valid name, where a name was misspelt.
    pub nearest: Option<String>,
    /// Where inside a string value the problem is, bytes from the string's first character.
    pub offset_bytes: Option<usize>,
}

impl Problem {
    /// A value that is there but may not be: `found` says what is wrong with it, `expected` what may stand there.
    pub fn new(path: Vec<Key>, found: impl Into<String>, expected: impl Into<String>) -> Self {
        Problem { path, found: found.into(), expected: expected.into(), nearest: None, offset_bytes: None }
    }

    /// A number outside its range, or not a number at all: `field` is its name, `range` reads "from 1 to 512".
    pub fn range(path: Vec<Key>, field: &str, value: impl std::fmt::Display, range: impl Into<String>) -> Self {
        Problem::new(path, format!("`{field}` is {value}"), range)
    }

    /// A name that means nothing: `what` is the sort of name ("look", "pattern"), `valid` every name that would do.
    pub fn unknown<'a>(path: Vec<Key>, what: &str, name: &str, valid: impl IntoIterator<Item = &'a str>) -> Self {
        let valid: Vec<&str> = valid.into_iter().collect();
        let near = nearest(name, valid.iter().copied()).map(str::to_owned);
        let expected = if valid.is_empty() { format!("a {what}, of which there is none") } else { format!("one of: {}", valid.join(", ")) };
        Problem { nearest: near, ..Problem::new(path, format!("unknown {what} `{name}`"), expected) }
    }

    /// The same problem one level up: `key` is put before its path.
    pub fn under(mut self, key: impl Into<Key>) -> Self {
        self.path.insert(0, key.into());
        self
    }
}

/// The valid name that a misspelt one most likely means: fewest single-letter edits (insertions, deletions, replacements, swaps of
/// neighbours; case is free), at most about a third of the longer name and never more than three. The first of equals; `None` when all are too far.
pub fn nearest<'a>(name: &str, valid: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let name: Vec<char> = name.chars().take(LONGEST_NAME).flat_map(char::to_lowercase).collect();
    let mut best: Option<(usize, &str)> = None;
    for candidate in valid {
        let letters: Vec<char> = candidate.chars().take(LONGEST_NAME).flat_map(char::to_lowercase).collect();
        let limit = ((name.len().max(letters.len()) + 1) / 3).clamp(1, 3);
        if name.is_empty() || name.len().abs_diff(letters.len()) > limit {
            continue;
        }
        let edits = edit_distance(&name, &letters);
        if edits <= limit && edits < name.len() && best.is_none_or(|(least, _)| edits < least) {
            best = Some((edits, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Longer names are compared by their beginning, so that a name of a megabyte costs nothing.
const LONGEST_NAME: usize = 64;

/// Optimal string alignment distance.
/// SOURCE: Damerau, "A technique for computer detection and correction of spelling errors", 1964; the restricted form with three rows.
fn edit_distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for i in 0..a.len() {
        let mut row = vec![i + 1];
        for j in 0..b.len() {
            let replaced = above[j] + usize::from(a[i] != b[j]);
            let mut least = replaced.min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
                least = least.min(before[j - 1] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut above, row);
    }
    above[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_finds_the_likely_slip_and_nothing_else() {
        let valid = ["speed", "accel", "ticks", "radius_px", "Ring", "Spread"];
        let slips = [
            ("sped", "speed"),
            ("spede", "speed"),
            ("SPEED", "speed"),
            ("tick", "ticks"),
            ("radius", "radius_px"),
            ("tcik_", "ticks"),
            ("ring", "Ring"),
            ("sprae", "Spread"),
        ];
        for (slip, meant) in slips {
            assert_eq!(nearest(slip, valid), Some(meant), "{slip}");
        }
        for far in ["", "x", "banana", "colour_of_the_sky"] {
            assert_eq!(nearest(far, valid), None, "{far}");
        }
        assert_eq!(nearest("a", ["b"]), None, "one letter for another is no slip");
    }

    #[test]
    fn edit_distance_counts_each_kind_of_edit_once() {
        let of = |a: &str, b: &str| edit_distance(&a.chars().collect::<Vec<_>>(), &b.chars().collect::<Vec<_>>());
        assert_eq!((of("kitten", "sitting"), of("ab", "ba"), of("", "abc"), of("abc", "abc")), (3, 1, 3, 0));
    }

    #[test]
    fn an_unknown_name_lists_the_valid_ones() {
        let problem = Problem::unknown(vec!["bullet".into()], "look", "disk", ["disc", "orb"]).under(3);
        assert_eq!(problem.path, vec![Key::Index(3), Key::Field("bullet".into())]);
        assert_eq!((problem.found.as_str(), problem.expected.as_str()), ("unknown look `disk`", "one of: disc, orb"));
        assert_eq!(problem.nearest.as_deref(), Some("disc"));
    }
}
