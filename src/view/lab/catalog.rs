//! The list of pieces: what there is, what is looked for, what is chosen, and what of it is broken.
//!
//! Invariant: the choice stays on the same file while the list changes, as long as the file is there. Must not know: how it is drawn.

use tamafubuki::content::{Content, Diagnostic};
use tamafubuki::lab::{self, Piece};

/// A line of the list.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The file's path in the content.
    pub path: String,
    /// Its name.
    pub name: String,
    /// What it is.
    pub about: String,
    /// Its file has problems.
    pub is_broken: bool,
}

/// The list.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    entries: Vec<Entry>,
    /// Indices of those that are looked for.
    shown: Vec<usize>,
    chosen: String,
    filter: String,
}

impl Catalog {
    /// Takes the pieces of this content, and the files in `levels/` that have problems and are none of them.
    pub fn refresh(&mut self, content: &Content, problems: &[Diagnostic]) {
        let is_broken = |path: &str| problems.iter().any(|problem| problem.file == path);
        self.entries = lab::list(content).iter().map(|piece| entry(piece, is_broken(&piece.path))).collect();
        for problem in problems.iter().filter(|problem| tamafubuki::content::subject::runs(&problem.file)) {
            if self.entries.iter().all(|entry| entry.path != problem.file) {
                let name = problem.file.rsplit('/').next().unwrap_or_default().trim_end_matches(".ron").to_owned();
                self.entries.push(Entry { path: problem.file.clone(), name, about: "has problems".to_owned(), is_broken: true });
            }
        }
        self.sift();
    }

    fn sift(&mut self) {
        let sought = self.filter.to_lowercase();
        let is_sought = |entry: &Entry| {
            let text = format!("{} {} {}", entry.name, entry.about, entry.path).to_lowercase();
            sought.split_whitespace().all(|word| text.contains(word))
        };
        self.shown = (0..self.entries.len()).filter(|index| is_sought(&self.entries[*index])).collect();
    }

    /// Looks for names with these words.
    pub fn set_filter(&mut self, filter: String) {
        self.filter = filter;
        self.sift();
    }

    /// What is looked for.
    pub fn filter(&self) -> &str {
        &self.filter
    }

    /// The lines that are looked for.
    pub fn shown(&self) -> impl ExactSizeIterator<Item = &Entry> {
        self.shown.iter().map(|index| &self.entries[*index])
    }

    /// Pieces in all.
    pub fn count(&self) -> usize {
        self.entries.len()
    }

    /// The chosen one.
    pub fn chosen(&self) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.path == self.chosen)
    }

    /// The place of the chosen one among those shown.
    pub fn chosen_place(&self) -> Option<usize> {
        self.shown().position(|entry| entry.path == self.chosen)
    }

    /// Chooses by place among those shown; false if there is none, or it is chosen already.
    pub fn choose(&mut self, place: usize) -> bool {
        let Some(path) = self.shown().nth(place).map(|entry| entry.path.clone()) else { return false };
        let is_other = path != self.chosen;
        self.chosen = path;
        is_other
    }

    /// Chooses the file, else the first one below the path; the first of all if there is none.
    pub fn choose_path(&mut self, path: &str) {
        let at = |entry: &&Entry| entry.path == path;
        let below = |entry: &&Entry| entry.path.starts_with(path.trim_end_matches("stage.ron"));
        let found = self.entries.iter().find(at).or_else(|| self.entries.iter().find(below)).or(self.entries.first());
        self.chosen = found.map(|entry| entry.path.clone()).unwrap_or_default();
    }
}

fn entry(piece: &Piece, is_broken: bool) -> Entry {
    let file = if piece.file() == piece.name { String::new() } else { format!(" · {}", piece.file()) };
    let sort = piece.sort.name();
    let of = if piece.of.contains(sort) { piece.of.clone() } else { format!("{sort} · {}", piece.of) };
    Entry { path: piece.path.clone(), name: piece.name.clone(), about: format!("{of}{file}"), is_broken }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamafubuki::content::{Sources, load};

    #[test]
    fn the_choice_stays_on_its_file_and_words_sift_the_list() {
        let content = load(&Sources::embedded()).content;
        let mut catalog = Catalog::default();
        catalog.refresh(&content, &[]);
        let all = catalog.count();
        assert!(all > 10, "{all} pieces");
        catalog.choose_path("levels/campaign/stage1/spells/fox_2_wheel.ron");
        let name = catalog.chosen().map(|entry| entry.name.clone());
        catalog.set_filter("FOX wheel".to_owned());
        assert_eq!((catalog.shown().len(), catalog.chosen_place()), (1, Some(0)));
        catalog.set_filter("no such thing".to_owned());
        assert!(!catalog.choose(0));
        assert_eq!((catalog.shown().len(), catalog.chosen_place()), (0, None));
        assert_eq!(catalog.chosen().map(|entry| entry.name.clone()), name, "what is chosen stays");
        catalog.set_filter(String::new());
        let broken = Diagnostic::of_file("levels/patterns/new.ron", "bad", "");
        let other = Diagnostic::of_file("assets/looks.ron", "bad", "");
        catalog.refresh(&content, &[broken, other]);
        assert_eq!(catalog.count(), all + 1, "a broken file is listed if it could run");
        assert!(catalog.shown().last().is_some_and(|entry| entry.is_broken && entry.name == "new"));
        assert_eq!(catalog.chosen().map(|entry| entry.name.clone()), name);
        catalog.choose_path("levels/campaign/stage1/stage.ron");
        assert!(catalog.chosen().is_some_and(|entry| entry.path.starts_with("levels/campaign/stage1/")));
    }

    #[test]
    fn without_pieces_nothing_is_chosen() {
        let mut catalog = Catalog::default();
        catalog.refresh(&Content::default(), &[]);
        catalog.choose_path("levels/x.ron");
        assert!(!catalog.choose(0));
        assert_eq!(catalog.chosen(), None);
    }
}
