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
