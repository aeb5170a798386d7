//! Loads everything: each file is read and checked, names are resolved across files, all problems are told at once.
//!
//! Invariant: what is in `Content` has passed every check; what has not is left out.

use super::diagnostic::Diagnostic;
use super::digest::digest;
use super::files::Files;
use super::source::Sources;
use crate::paper::figure::{self, Figure, FigureFormat};
use crate::paper::looks::LooksFile;
use crate::sim::bullet::look::Look;

/// All content that may be played and drawn.
#[derive(Default)]
pub struct Content {
    /// The bullet looks; a `LookId` is an index into them. Empty if the table is broken.
    pub looks: Vec<Look>,
    /// The eight bullet colours.
    pub colors: [[u8; 3]; 8],
    /// The figures; an enemy's or boss's figure is an index into them.
    pub figures: Vec<Figure>,
    /// Their names, in the same order.
    pub figure_names: Vec<String>,
    /// What replays are tied to: see `content::digest`.
    pub digest: u64,
}

impl Content {
    /// The index of a figure.
    pub fn figure(&self, name: &str) -> Option<u16> {
        self.figure_names.iter().position(|known| known == name).map(|index| index as u16)
    }
}

/// What came of loading.
#[derive(Default)]
pub struct Loaded {
    /// What is sound.
    pub content: Content,
    /// What is not, by file and line.
    pub problems: Vec<Diagnostic>,
}

/// Reads and checks all of `sources`.
pub fn load(sources: &Sources) -> Loaded {
    let mut files = Files::new(sources);
    let mut content = Content { digest: digest(sources), ..Content::default() };
    load_looks(&mut files, &mut content);
    load_figures(&mut files, &mut content);
    Loaded { content, problems: files.finish() }
}

fn load_looks(files: &mut Files, content: &mut Content) {
    const PATH: &str = "assets/looks.ron";
    let Some(table) = files.one::<LooksFile>(PATH) else { return };
    let problems = table.check();
    if problems.is_empty() {
        content.colors = table.rgb();
        content.looks = table.looks;
    } else {
        files.report(PATH, problems);
    }
}

fn load_figures(files: &mut Files, content: &mut Content) {
    for (name, format) in files.folder::<FigureFormat>("assets/figures").read {
        let problems = format.check();
        if problems.is_empty() {
            content.figures.push(figure::build(&format));
            content.figure_names.push(name);
        } else {
            files.report(&format!("assets/figures/{name}.ron"), problems);
        }
    }
}
