//! What a RON text is about, told by its fields alone: for a file that lies in none of the content's folders.
//!
//! Tolerant: a broken text is told by what can be made out of it.

use super::scan::skip_blank;
use super::tree::Tree;

/// What a file describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A shared pattern.
    Pattern,
    /// A boss's attack.
    Attack,
    /// A kind of enemy.
    Enemy,
    /// A boss.
    Boss,
    /// A wave.
    Wave,
    /// A dialogue.
    Talk,
    /// A stage.
    Stage,
    /// The look table.
    Looks,
    /// Looks besides those of the table.
    MoreLooks,
    /// A figure.
    Figure,
    /// A backdrop.
    Backdrop,
    /// A sound.
    Sound,
    /// A crane.
    Crane,
}

/// Fields that stand in one sort of file alone, the surest first.
const SIGNS: [(&str, Shape); 19] = [
    ("timeline", Shape::Stage),
    ("spawns", Shape::Wave),
    ("attacks", Shape::Boss),
    ("lines", Shape::Talk),
    ("do", Shape::Pattern),
    ("params", Shape::Pattern),
    ("patterns", Shape::Pattern),
    ("ticks", Shape::Attack),
    ("bonus", Shape::Attack),
    ("cancels", Shape::Enemy),
    ("figure", Shape::Enemy),
    ("layers", Shape::Backdrop),
    ("tones", Shape::Sound),
    ("facets", Shape::Figure),
    ("parts", Shape::Figure),
    ("colors", Shape::Looks),
    ("looks", Shape::MoreLooks),
    ("options_wide", Shape::Crane),
    ("program", Shape::Attack),
];

/// What the text describes; a pattern if nothing else can be made out.
pub fn shape(text: &str) -> Shape {
    let tree = Tree::new(&text[skip_blank(text, 0)..]);
    let Some(root) = tree.root() else { return Shape::Pattern };
    let keys: Vec<&str> = tree.parts(root).filter_map(|part| tree.key(part)).collect();
    // A crane has a figure too, and a figure has colours.
    let is_crane = keys.contains(&"options_wide");
    let sign = SIGNS.iter().filter(|(_, shape)| *shape == Shape::Crane || !is_crane).find(|(field, _)| keys.contains(field));
    sign.map_or(Shape::Pattern, |(_, shape)| *shape)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::Sources;

    #[test]
    fn every_shipped_file_is_told_by_its_fields() {
        let sources = Sources::embedded();
        for path in sources.paths() {
            let parts: Vec<&str> = path.split('/').collect();
            let expected = match (parts[parts.len() - 2], parts[parts.len() - 1]) {
                (_, "stage.ron") => Shape::Stage,
                (_, "looks.ron") => Shape::Looks,
                ("looks", _) => Shape::MoreLooks,
                ("figures", _) => Shape::Figure,
                ("backdrops", _) => Shape::Backdrop,
                ("sounds", _) => Shape::Sound,
                ("cranes", _) => Shape::Crane,
                ("waves", _) => Shape::Wave,
                ("enemies", _) => Shape::Enemy,
                ("bosses", _) => Shape::Boss,
                ("spells", _) => Shape::Attack,
                ("talks", _) => Shape::Talk,
                ("patterns", _) => Shape::Pattern,
                other => panic!("{other:?}"),
            };
            assert_eq!(shape(&String::from_utf8_lossy(sources.bytes(path).expect(path))), expected, "{path}");
        }
    }

    #[test]
    fn half_a_text_is_enough() {
        assert_eq!(shape("(name: \"A\", hp: 3, ticks: , program: [Wait(1"), Shape::Attack);
        assert_eq!(shape("(figure: \"fox\", radius: 3, program: ["), Shape::Enemy);
        assert_eq!(shape(""), Shape::Pattern);
        assert_eq!(shape("[Wait(1)]"), Shape::Pattern);
    }
}
