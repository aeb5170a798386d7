//! The files of a stage as written in RON: what a modder writes, field by field. Units as in the pattern language.
//!
//! A stage is a folder: `stage.ron`, `waves/`, `enemies/`, `bosses/`, `spells/` (one file an attack), `talks/`.

use crate::sim::pattern::format::{Modifiers, Number, Step};
use serde::Deserialize;

/// `stage.ron`: what happens, in order.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StageFile {
    /// Place in the campaign, from 1; no two stages have the same.
    pub number: u32,
    /// The stage's name, shown when it begins.
    pub title: String,
    /// A line under the title.
    pub subtitle: String,
    /// Backdrop, a name from `assets/backdrops`.
    pub backdrop: String,
    /// Score for clearing, 0 to 100,000,000.
    pub clear_bonus: Number,
    /// What happens, in order.
    pub timeline: Vec<Beat>,
}

/// One entry of a stage's timeline.
#[derive(Clone, Debug, Deserialize)]
pub enum Beat {
    /// Nothing for so many ticks, 1 to 3,600.
    Wait(u32),
    /// Shows the stage's title.
    Title,
    /// Starts the wave `waves/<name>.ron`; what follows goes on at once.
    Wave(String),
    /// Waits until no enemy and no wave is left, at most so many ticks, 1 to 3,600.
    WaitClear(u32),
    /// Plays `talks/<name>.ron`; waits for its end.
    Talk(String),
    /// Brings `bosses/<name>.ron`; waits until it has fallen or gone.
    Boss(String),
}

/// `waves/<name>.ron`: enemies by time.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WaveFile {
    /// Rows, in any order.
    pub spawns: Vec<SpawnRow>,
}

/// One row of a wave: one enemy, or a line of them.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpawnRow {
    /// Tick after the wave's start, 0 to 7,200.
    pub at: u32,
    /// `enemies/<name>.ron`.
    pub enemy: String,
    /// Where it enters, px; -64 to 448. The playfield is 384 wide.
    pub x: f32,
    /// Where it enters, px; -64 to 512. The playfield is 448 high.
    pub y: f32,
    /// How many, 0 to 64; default 1.
    #[serde(default = "one")]
    pub count: Number,
    /// Ticks between them, 0 to 600; default 0, which is one after the other.
    #[serde(default)]
    pub every: u32,
    /// Each next one enters this much further right, px; -384 to 384, default 0.
    #[serde(default)]
    pub step_x: f32,
    /// Each next one enters this much further down, px; -448 to 448, default 0.
    #[serde(default)]
    pub step_y: f32,
    /// Left and right exchanged, for where it enters and for all its program does; default false.
    #[serde(default)]
    pub mirror: bool,
    /// Also a mirrored twin of each; default false.
    #[serde(default)]
    pub twin: bool,
}

fn one() -> Number {
    Number::from(1.0)
}

/// `enemies/<name>.ron`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EnemyFile {
    /// Figure, a name from `assets/figures`.
    pub figure: String,
    /// Hit points, 1 to 1,000,000.
    pub hp: Number,
    /// Radius of its collision circle, px; 4 to 96.
    pub radius: f32,
    /// Score for its fall, 0 to 10,000,000.
    pub score: u32,
    /// What it leaves; default none.
    #[serde(default)]
    pub drops: Drops,
    /// What it does; it leaves the playfield by itself or stays until the program ends.
    pub program: Vec<Step>,
    /// Its bullets near it turn to scraps when it falls; default false.
    #[serde(default)]
    pub cancels: bool,
}

/// Items left by a fallen enemy or a finished attack; counts, 0 to 60 each, default 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Drops {
    /// Small power items.
    pub power: u32,
    /// Large power items.
    pub big_power: u32,
    /// Point items.
    pub point: u32,
    /// Life fragments.
    pub life: u32,
    /// Bomb fragments.
    pub bomb: u32,
}

/// `bosses/<name>.ron`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BossFile {
    /// Name shown in the playfield.
    pub name: String,
    /// A line under it when it enters.
    pub title: String,
    /// Figure, a name from `assets/figures`.
    pub figure: String,
    /// Radius of its collision circle, px; 8 to 96.
    pub radius: f32,
    /// Where it comes from, px; each -200 to 648.
    pub from: (f32, f32),
    /// Where it fights from, px; each -200 to 648. It returns there before each attack.
    pub home: (f32, f32),
    /// A boss that ends its fight by leaving alive (midbosses do) rather than falling; default false.
    #[serde(default)]
    pub leaves: bool,
    /// `spells/<name>.ron`, in order, 1 to 16.
    pub attacks: Vec<String>,
    /// Score for its fall, 0 to 100,000,000.
    pub score: u32,
}

/// `spells/<name>.ron`: one attack; a spell card when it has a name.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AttackFile {
    /// The card's name; a nonspell has none.
    #[serde(default)]
    pub name: Option<String>,
    /// Hit points of this attack, 1 to 1,000,000.
    pub hp: Number,
    /// Time limit, ticks; 120 to 7,200.
    pub ticks: Number,
    /// Bonus at the start, 0 to 100,000,000; it melts with time. Cards only.
    #[serde(default)]
    pub bonus: Option<Number>,
    /// Animation of the figure during it; without it `idle`.
    #[serde(default)]
    pub pose: Option<String>,
    /// Backdrop during it, a name from `assets/backdrops`; default the stage's.
    #[serde(default)]
    pub backdrop: Option<String>,
    /// Items when it is beaten; default none.
    #[serde(default)]
    pub drops: Drops,
    /// What changes all of it, as for an easier copy of a card: `modify: (speed: 0.8, time: 0.9)`; default nothing.
    #[serde(default)]
    pub modify: Modifiers,
    /// What the boss does.
    pub program: Vec<Step>,
}

/// `talks/<name>.ron`: a short dialogue.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TalkFile {
    /// The boss that enters before its first line, `bosses/<name>.ron`, if any.
    #[serde(default)]
    pub boss: Option<String>,
    /// The lines, in order, 1 to 64.
    pub lines: Vec<Line>,
}

/// One line of a dialogue.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// Who speaks, as shown.
    pub speaker: String,
    /// Figure of the portrait, a name from `assets/figures`.
    pub figure: String,
    /// Side of the portrait.
    pub side: Side,
    /// What is said, 1 to 200 characters.
    pub text: String,
}

/// Side of a portrait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Side {
    /// The player's.
    Left,
    /// The other's.
    Right,
}

/// `assets/cranes/<name>.ron`: a player's crane.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CraneFile {
    /// Name shown.
    pub name: String,
    /// Figure, a name from `assets/figures`.
    pub figure: String,
    /// Unfocused speed, px a tick; 1 to 12.
    pub speed_px_per_tick: f32,
    /// Focused speed, px a tick; 0.5 to 12.
    pub focus_speed_px_per_tick: f32,
    /// Radius of the hitbox, px; 0.5 to 8.
    pub hit_radius_px: f32,
    /// Barrels of the crane itself, unfocused.
    pub wide: Vec<Barrel>,
    /// The same, focused.
    pub focus: Vec<Barrel>,
    /// Barrels of each option, unfocused.
    pub option_wide: Vec<Barrel>,
    /// The same, focused.
    pub option_focus: Vec<Barrel>,
    /// Where the options are, for 1, 2, 3 and 4 of them, unfocused: offsets from the crane, px.
    pub options_wide: [Vec<(f32, f32)>; 4],
    /// The same, focused.
    pub options_focus: [Vec<(f32, f32)>; 4],
    /// Radius of the bomb's circle when full, px; 16 to 600.
    pub bomb_radius_px: f32,
    /// Damage of the bomb a tick to all in its circle, 0 to 1,000.
    pub bomb_damage: u32,
}

/// One barrel: fires a shot at an interval while shooting.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Barrel {
    /// Offset from the crane or option, px.
    pub at: (f32, f32),
    /// Direction, degrees; -360 to 360, -90 is up.
    pub angle: f32,
    /// Speed, px a tick; 1 to 32.
    pub speed: f32,
    /// Damage of a shot, 1 to 1,000.
    pub damage: u32,
    /// Ticks between shots, 1 to 120.
    pub every: u32,
    /// Silhouette; default `Needle`.
    #[serde(default)]
    pub shape: ShotShape,
}

/// How a shot looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
#[repr(u8)]
pub enum ShotShape {
    /// A long folded needle.
    #[default]
    Needle,
    /// A small petal.
    Petal,
}
