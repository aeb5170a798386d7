//! BulletML, the XML pattern language of Kenta Cho, to patterns of ours: RON text that plays the same.
//!
//! `xml` (bytes to a tree, within limits) -> `read` (the tree to a `model`, all problems at once) -> `write` (the model to text, with the place
//! in the XML of everything in it). What is imported is that text and nothing else: a file that is played directly takes the same way.
//! SOURCE: BulletML reference 0.21, and libBulletML where it leaves a case open. Units: `$rank` is our `rank`; a unit of distance is a px times the speed scale.
//! Invariant: nothing is fetched, nothing is expanded; the same bytes and options give the same text. Must not know: files, content, who plays it.

mod expr;
mod model;
mod plan;
mod read;
mod steps;
mod volley;
mod write;
mod xml;

pub use xml::FILE_BYTES_MAX;

use std::collections::BTreeSet;

/// How a file is imported.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Px that a unit of distance becomes, above 0.
    pub speed_scale: f32,
    /// How far the emitter moves before it begins, px: right and down.
    pub offset: (f32, f32),
    /// Whether what is wrong is left out, with a warning, in place of being an error.
    pub is_lenient: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options { speed_scale: 1.0, offset: (0.0, 0.0), is_lenient: false }
    }
}

/// Something to be said of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Where, bytes from the beginning of the text.
    pub at: usize,
    /// What is there, without a full stop.
    pub found: String,
    /// What may be there; may be empty.
    pub expected: String,
    /// The name that was probably meant.
    pub nearest: Option<String>,
    /// Whether it keeps the file from being imported.
    pub is_error: bool,
}

impl Note {
    fn error(at: usize, found: impl Into<String>, expected: impl Into<String>) -> Self {
        Note { at, found: found.into(), expected: expected.into(), nearest: None, is_error: true }
    }

    fn warning(at: usize, found: impl Into<String>) -> Self {
        Note { is_error: false, ..Note::error(at, found, "") }
    }
}

/// What came of a file.
#[derive(Clone, Debug, Default)]
pub struct Imported {
    /// The file's text, which `Note::at` and `Ron::places` are places in.
    pub source: String,
    /// The pattern, if there was no error.
    pub ron: Option<Ron>,
    /// All that is to be said, by place.
    pub notes: Vec<Note>,
}

/// A pattern as text, and where everything in it is from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ron {
    pub text: String,
    /// Places in the text and in the source, bytes; both ascend in the text.
    places: Vec<(usize, usize)>,
    /// How many patterns of its own it has.
    pub pattern_count: usize,
}

impl Ron {
    /// Where in the source is that what stands in the text at `offset`.
    pub fn source_of(&self, offset: usize) -> usize {
        let next = self.places.partition_point(|(at, _)| *at <= offset);
        next.checked_sub(1).map_or(0, |index| self.places[index].1)
    }
}

/// Imports the bytes of a file; `name` is what the file is called in the heading.
pub fn import(bytes: &[u8], name: &str, options: &Options) -> Imported {
    let (source, note) = match xml::decode(bytes) {
        Ok(decoded) => decoded,
        Err(note) => return Imported { notes: vec![note], ..Imported::default() },
    };
    let mut notes: Vec<Note> = note.into_iter().collect();
    let ron = match translate(&source, name, options, &mut notes) {
        Ok(ron) => Some(ron),
        Err(note) => {
            notes.push(note);
            None
        }
    };
    if ron.is_some() && options.is_lenient {
        for note in notes.iter_mut().filter(|note| note.is_error) {
            (note.is_error, note.found) = (false, format!("left out: {}", note.found));
        }
    }
    let mut told = BTreeSet::new();
    notes.retain(|note| told.insert((note.at, note.found.clone())));
    notes.sort_by_key(|note| note.at);
    let ron = ron.filter(|_| notes.iter().all(|note| !note.is_error));
    Imported { source, ron, notes }
}

/// # Errors
/// What no leniency can leave out.
fn translate(source: &str, name: &str, options: &Options, notes: &mut Vec<Note>) -> Result<Ron, Note> {
    let xml::Prolog { text, heading } = xml::prolog(source)?;
    let document = xml::parse(&text)?;
    let (mut model, found) = read::read(&document, &text);
    model.heading = heading;
    notes.extend(found);
    let ron = write::write(&model, source, name, options)?;
    Ok(ron)
}
