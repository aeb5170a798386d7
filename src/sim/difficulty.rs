//! The difficulty a run is played at. Chosen once; unlike rank it never moves.

use serde::{Deserialize, Serialize};

/// The four difficulties.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[repr(u8)]
pub enum Difficulty {
    /// For a first clear.
    Easy,
    /// The intended game.
    #[default]
    Normal,
    /// For those who know the stage.
    Hard,
    /// For those who love it.
    Lunatic,
}

impl Difficulty {
    /// All, from easiest.
    pub const ALL: [Difficulty; 4] = [Difficulty::Easy, Difficulty::Normal, Difficulty::Hard, Difficulty::Lunatic];

    /// 0 for Easy to 3 for Lunatic.
    pub fn index(self) -> usize {
        self as usize
    }

    /// The name shown and written in files.
    pub fn name(self) -> &'static str {
        match self {
            Difficulty::Easy => "Easy",
            Difficulty::Normal => "Normal",
            Difficulty::Hard => "Hard",
            Difficulty::Lunatic => "Lunatic",
        }
    }

    /// The difficulty with this index, if there is one.
    pub fn from_index(index: usize) -> Option<Difficulty> {
        Self::ALL.get(index).copied()
    }
}
