//! The eight colours of bullets. An index here; the hex values are content (`assets/looks.ron`).

use serde::Deserialize;

/// A colour of a bullet or item, by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
#[repr(u8)]
pub enum Color {
    /// Vermilion red.
    #[default]
    Vermilion,
    /// Sky blue.
    Sky,
    /// Gold.
    Gold,
    /// Violet.
    Violet,
    /// Leaf green.
    Leaf,
    /// Amber orange.
    Amber,
    /// Rose pink.
    Rose,
    /// Snow white.
    Snow,
}

impl Color {
    /// All colours, in the order of their indices.
    pub const ALL: [Color; 8] =
        [Color::Vermilion, Color::Sky, Color::Gold, Color::Violet, Color::Leaf, Color::Amber, Color::Rose, Color::Snow];
}
