//! Where the player is and what each key press there leads to: the screens as a state machine, and (in the files below) as pictures.
//!
//! `Flow` decides, the app obeys: a press gives at most one `Wish`. Invariant: every place has a way back that ends at the title.
//! Must not know: the window, files, the world (it is told `Facts`).

mod blizzard;
pub mod cards;
pub mod dialogue;
mod items;
pub mod menu;
pub mod mods;
pub mod night;
pub mod page;
pub mod portraits;
pub mod problems;
pub mod replays;
pub mod settings;
pub mod sheet;
pub mod title;
pub mod trouble;

pub use items::Item;

use super::keys::Act;
use items::items;
use menu::Menu;

/// Ticks without a key at the title after which the demo begins.
const DEMO_AFTER_TICKS: u32 = 20 * 60;
/// Speeds of watching, in ticks a tick.
const WATCH_SPEEDS: [u32; 3] = [1, 2, 4];

/// Where the player is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The title.
    Title,
    /// Choosing a difficulty.
    Difficulty,
    /// Playing, or watching a replay.
    Play,
    /// The same, paused.
    Pause,
    /// No lives left: continue?
    Over,
    /// The run is over.
    Results,
    /// The list of replays.
    Replays,
    /// The list of mods.
    Mods,
    /// The lab.
    Lab,
    /// Settings.
    Settings,
    /// What is wrong with the content.
    Problems,
}

/// Who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// The player.
    Own,
    /// A replay plays.
    Replay,
    /// A bot plays, while nobody is at the keys.
    Bot,
    /// The player, a part of a stage, from the lab.
    Practice,
}

/// What the app is asked to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Begin a run at this difficulty.
    Play(usize),
    /// Let a bot play.
    Demo,
    /// Begin the present run, or the present replay, anew.
    Retry,
    /// Drop the present run.
    Leave,
    /// Use a continue.
    Continue,
    /// End the run where it stands.
    GiveUp,
    /// Write the replay of the run.
    Save,
    /// Watch this replay.
    Watch(usize),
    /// Open the lab.
    OpenLab,
    /// Look for mods.
    ListMods,
    /// Switch a mod on or off.
    Switch(usize),
    /// Put a mod later or earlier.
    Shift(usize, bool),
    /// Change a setting up or down.
    Change(usize, bool),
    /// End the program.
    Quit,
}

/// What the machine has to know of the rest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// There is a stage to play.
    pub playable: bool,
    /// Problems found in the content.
    pub problem_count: usize,
    /// Replays on disk.
    pub replay_count: usize,
    /// Mods that were found.
    pub mod_count: usize,
    /// Settings that can be changed.
    pub setting_count: usize,
    /// The difficulty chosen last, by index.
    pub level: usize,
    /// Continues left in the present run.
    pub continues_left: u32,
    /// The present run can still be saved.
    pub savable: bool,
}

/// The state machine.
#[derive(Clone, Debug)]
pub struct Flow {
    place: Place,
    menu: Menu<Item>,
    player: Player,
    speed_index: usize,
    ticks: u32,
}

impl Flow {
    /// At the title.
    pub fn new(facts: &Facts) -> Self {
        let mut flow = Self { place: Place::Title, menu: Menu::new(vec![]), player: Player::Own, speed_index: 0, ticks: 0 };
        flow.enter(Place::Title, facts);
        flow
    }

    /// Where the player is.
    pub fn place(&self) -> Place {
        self.place
    }

    /// The lines to choose from here.
    pub fn menu(&self) -> &Menu<Item> {
        &self.menu
    }

    /// Ticks spent here.
    pub fn ticks(&self) -> u32 {
        self.ticks
    }

    /// Simulation ticks to run for each tick of the clock; 0 while the run stands still. While the player may continue, the run goes
    /// on: it counts the time to decide.
    pub fn speed(&self) -> u32 {
        match self.place {
            Place::Play => WATCH_SPEEDS[self.speed_index],
            Place::Over => 1,
            _ => 0,
        }
    }

    /// A tick of the clock passes.
    pub fn tick(&mut self, facts: &Facts) -> Option<Wish> {
        self.ticks = self.ticks.saturating_add(1);
        self.menu.tick();
        let idle = self.place == Place::Title && facts.playable && self.ticks.min(self.menu.moved_ticks()) >= DEMO_AFTER_TICKS;
        idle.then_some(Wish::Demo)
    }

    /// A key was pressed.
    pub fn press(&mut self, act: Act, facts: &Facts) -> Option<Wish> {
        match self.place {
            Place::Play => return self.press_in_play(act, facts),
            // It has keys of its own.
            Place::Lab => return None,
            _ => {}
        }
        match act {
            Act::Up | Act::Down => self.menu.step(act == Act::Down),
            Act::Left | Act::Right => return self.sideways(act == Act::Right),
            Act::Shoot | Act::Accept => return self.choose(facts),
            Act::Bomb | Act::Pause => return self.back(facts),
            Act::Retry if self.place == Place::Pause => return self.again(),
            _ => {}
        }
        None
    }

    /// The window lost the focus, or the program stood still.
    pub fn interrupted(&mut self, facts: &Facts) {
        if self.place == Place::Play && self.player != Player::Bot {
            self.enter(Place::Pause, facts);
        }
    }

    /// The run has no lives left.
    pub fn run_over(&mut self, facts: &Facts) {
        if self.place == Place::Play && self.player == Player::Own {
            self.enter(Place::Over, facts);
        }
    }

    /// The run came to its end.
    pub fn run_finished(&mut self, facts: &Facts) {
        if self.place == Place::Play || self.place == Place::Over {
            let to = match self.player {
                Player::Own => Place::Results,
                Player::Replay => Place::Replays,
                Player::Bot => Place::Title,
                Player::Practice => Place::Lab,
            };
            self.enter(to, facts);
        }
    }

    /// A run begins.
    pub fn run_begun(&mut self, player: Player, facts: &Facts) {
        (self.player, self.speed_index) = (player, 0);
        self.enter(Place::Play, facts);
    }

    /// The lab opens.
    pub fn lab_opened(&mut self, facts: &Facts) {
        self.enter(Place::Lab, facts);
    }

    /// Back to the title from the lab.
    pub fn lab_left(&mut self, facts: &Facts) {
        self.enter(Place::Title, facts);
    }

    /// The run goes on after a continue.
    pub fn run_continues(&mut self, facts: &Facts) {
        self.enter(Place::Play, facts);
    }

    /// Lists may have changed: builds the menu of this place anew, the selection staying where it can.
    pub fn refresh(&mut self, facts: &Facts) {
        let selected = self.menu.selected();
        self.menu = Menu::new(items(self.place, facts));
        if let Some(item) = selected {
            self.menu.select(item);
        }
    }

    fn enter(&mut self, place: Place, facts: &Facts) {
        self.menu = Menu::new(items(place, facts));
        match (place, self.place) {
            (Place::Difficulty, _) => self.menu.select(Item::Level(facts.level)),
            (Place::Title, Place::Replays) => self.menu.select(Item::Replays),
            (Place::Title, Place::Mods) => self.menu.select(Item::Mods),
            (Place::Title, Place::Lab) => self.menu.select(Item::Lab),
            (Place::Title, Place::Settings) => self.menu.select(Item::Settings),
            (Place::Title, Place::Problems) => self.menu.select(Item::Problems),
            _ => {}
        }
        (self.place, self.ticks) = (place, 0);
    }

    fn go(&mut self, place: Place, facts: &Facts) -> Option<Wish> {
        self.enter(place, facts);
        None
    }

    fn press_in_play(&mut self, act: Act, facts: &Facts) -> Option<Wish> {
        let watching = self.player == Player::Replay;
        match act {
            _ if self.player == Player::Bot => {
                self.enter(Place::Title, facts);
                return Some(Wish::Leave);
            }
            Act::Pause if self.player == Player::Practice => return self.leave(facts),
            Act::Pause => self.enter(Place::Pause, facts),
            Act::Right if watching => self.speed_index = (self.speed_index + 1).min(WATCH_SPEEDS.len() - 1),
            Act::Left if watching => self.speed_index = self.speed_index.saturating_sub(1),
            _ => {}
        }
        None
    }

    fn sideways(&mut self, up: bool) -> Option<Wish> {
        match self.menu.selected() {
            Some(Item::Change(index)) => Some(Wish::Change(index, up)),
            Some(Item::Mod(index)) => Some(Wish::Shift(index, up)),
            _ => None,
        }
    }

    fn choose(&mut self, facts: &Facts) -> Option<Wish> {
        match self.menu.selected()? {
            Item::Start if facts.playable => self.go(Place::Difficulty, facts),
            Item::Start | Item::Problems => self.go(Place::Problems, facts),
            Item::Replays => self.go(Place::Replays, facts),
            Item::Lab => {
                self.enter(Place::Lab, facts);
                Some(Wish::OpenLab)
            }
            Item::Mods => {
                self.enter(Place::Mods, facts);
                Some(Wish::ListMods)
            }
            Item::Settings => self.go(Place::Settings, facts),
            Item::Quit => Some(Wish::Quit),
            Item::Level(index) => Some(Wish::Play(index)),
            Item::Resume => self.go(Place::Play, facts),
            Item::Retry => self.again(),
            Item::Continue => Some(Wish::Continue),
            Item::Save => Some(Wish::Save),
            Item::Replay(index) => Some(Wish::Watch(index)),
            Item::Mod(index) => Some(Wish::Switch(index)),
            Item::Change(index) => Some(Wish::Change(index, true)),
            Item::Leave if self.place == Place::Over => Some(Wish::GiveUp),
            Item::Leave => self.leave(facts),
            Item::Back => self.back(facts),
        }
    }

    fn again(&mut self) -> Option<Wish> {
        Some(Wish::Retry)
    }

    fn leave(&mut self, facts: &Facts) -> Option<Wish> {
        let to = match self.player {
            Player::Replay if self.place == Place::Pause => Place::Replays,
            Player::Practice => Place::Lab,
            _ => Place::Title,
        };
        self.enter(to, facts);
        Some(Wish::Leave)
    }

    fn back(&mut self, facts: &Facts) -> Option<Wish> {
        match self.place {
            Place::Title => self.menu.select(Item::Quit),
            Place::Pause => self.enter(Place::Play, facts),
            Place::Over if self.menu.selected() == Some(Item::Leave) => return Some(Wish::GiveUp),
            Place::Over => self.menu.select(Item::Leave),
            Place::Results => return self.leave(facts),
            Place::Play | Place::Difficulty | Place::Replays | Place::Mods | Place::Lab | Place::Settings | Place::Problems => {
                self.enter(Place::Title, facts)
            }
        }
        None
    }
}

#[cfg(test)]
mod tests;
