//! The lines of the menus: what there is to choose in each place.
//!
//! Invariant: every place but play and the lab has a line that leads back. Must not know: what choosing does.

use super::{Facts, Place};

/// A line of a menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// To the difficulties.
    Start,
    /// To the replays.
    Replays,
    /// To the mods.
    Mods,
    /// To the lab.
    Lab,
    /// To the settings.
    Settings,
    /// To the content's problems.
    Problems,
    /// End the program.
    Quit,
    /// A difficulty, by index.
    Level(usize),
    /// On with the run.
    Resume,
    /// The run from its beginning.
    Retry,
    /// Give the run up.
    Leave,
    /// Spend a continue.
    Continue,
    /// Keep the replay.
    Save,
    /// A replay, by index.
    Replay(usize),
    /// A mod, by index.
    Mod(usize),
    /// A setting, by index.
    Change(usize),
    /// Back.
    Back,
}

/// The lines of a place.
pub(super) fn items(place: Place, facts: &Facts) -> Vec<Item> {
    let mut items = Vec::new();
    match place {
        Place::Title => {
            items.extend([Item::Start, Item::Replays, Item::Lab, Item::Mods, Item::Settings]);
            items.extend((facts.problem_count > 0).then_some(Item::Problems));
            items.push(Item::Quit);
        }
        Place::Difficulty => items.extend((0..4).map(Item::Level)),
        Place::Play | Place::Lab => {}
        Place::Pause => items.extend([Item::Resume, Item::Retry, Item::Leave, Item::Quit]),
        Place::Over => {
            items.extend((facts.continues_left > 0).then_some(Item::Continue));
            items.push(Item::Leave);
        }
        Place::Results => {
            items.extend(facts.savable.then_some(Item::Save));
            items.extend([Item::Retry, Item::Leave]);
        }
        Place::Replays => items.extend((0..facts.replay_count).map(Item::Replay).chain([Item::Back])),
        Place::Mods => items.extend((0..facts.mod_count).map(Item::Mod).chain([Item::Back])),
        Place::Settings => items.extend((0..facts.setting_count).map(Item::Change).chain([Item::Back])),
        Place::Problems => items.push(Item::Back),
    }
    items
}
