//! What happened becomes what is to be heard: which sound, how loud, from where.
//!
//! Units: ticks, playfield px. Invariant: of each sound at most one beginning a tick, however often it happened; memory is taken once.
//! Must not know: the world, samples.

use super::Sound;
use crate::sim::event::{Event, Happening, sound_key};
use crate::sim::field::WIDTH_PX;

/// Volleys of so many bullets in a tick sound big.
const BIG_VOLLEY: u32 = 20;
/// How far to the side the edge of the playfield is heard, 1 being one ear alone.
const EDGE_PAN: f32 = 0.65;
/// How much louder it gets with each doubling of what happens at once, and at most.
const LOUDER: (f32, f32) = (0.12, 1.6);

/// A sound that begins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Play {
    /// Its index among the content's sounds.
    pub sound: u16,
    /// How loud beside its own level.
    pub gain: f32,
    /// From where: -1 left to 1 right.
    pub pan: f32,
    /// It belongs to the playfield: it stands still with it.
    pub in_field: bool,
}

macro_rules! roles {
    ($( $(#[doc = $doc:literal])+ $role:ident = $name:literal, )+) => {
        /// What a sound is for. The game plays the sound with the role's name; where there is none, it is silent.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Role { $( $(#[doc = $doc])+ $role, )+ }

        impl Role {
            /// All of them, in order.
            pub const ALL: &'static [Role] = &[$( Role::$role, )+];

            /// The name of its sound, `assets/sounds/<name>.ron`.
            pub fn name(self) -> &'static str {
                match self { $( Role::$role => $name, )+ }
            }
        }
    };
}

roles! {
    /// The player's volley.
    Shot = "shot",
    /// A shot hits.
    EnemyHit = "enemy_hit",
    /// An enemy falls.
    EnemyDown = "enemy_down",
    /// Bullets are fired.
    Volley = "volley",
    /// Many bullets are fired at once.
    VolleyBig = "volley_big",
    /// A laser begins to grow.
    Laser = "laser",
    /// A bullet passes close by.
    Graze = "graze",
    /// A bullet is cancelled.
    Cancel = "cancel",
    /// A warning is shown.
    Mark = "mark",
    /// The player folds.
    Fold = "fold",
    /// A bullet is folded.
    Folded = "folded",
    /// The player bombs.
    Bomb = "bomb",
    /// The player is hit.
    PlayerHit = "player_hit",
    /// A life is lost.
    PlayerDown = "player_down",
    /// The player is back.
    Respawn = "respawn",
    /// An item is taken.
    Item = "item",
    /// Power is full.
    FullPower = "full_power",
    /// A life is won.
    Extend = "extend",
    /// A boss comes.
    BossEnters = "boss_enters",
    /// A spell card begins.
    SpellDeclared = "spell_declared",
    /// A spell card is captured.
    SpellCaptured = "spell_captured",
    /// A spell card ends without capture.
    SpellFailed = "spell_failed",
    /// A nonspell ends.
    PhaseEnd = "phase_end",
    /// A boss falls.
    BossDown = "boss_down",
    /// The last seconds of an attack.
    Countdown = "countdown",
    /// The stage is cleared.
    StageClear = "stage_clear",
    /// The run is over.
    GameOver = "game_over",
    /// Another line of a menu, or a setting changed.
    MenuMove = "menu_move",
    /// A line is chosen.
    MenuConfirm = "menu_confirm",
    /// Back.
    MenuCancel = "menu_cancel",
    /// The game stands still.
    Pause = "pause",
}

/// The role of a happening; `count` is how much of it there is at once. None for what is only seen.
fn role(what: Happening, count: u32) -> Option<Role> {
    Some(match what {
        // What a pattern wants to be heard is not for a role.
        Happening::Flash | Happening::Shake | Happening::Sound => return None,
        Happening::Mark => Role::Mark,
        Happening::Shot => Role::Shot,
        Happening::EnemyHit => Role::EnemyHit,
        Happening::EnemyDown => Role::EnemyDown,
        Happening::BulletsFired if count >= BIG_VOLLEY => Role::VolleyBig,
        Happening::BulletsFired => Role::Volley,
        Happening::LaserOpens => Role::Laser,
        Happening::Graze => Role::Graze,
        Happening::Cancel => Role::Cancel,
        Happening::Fold => Role::Fold,
        Happening::Folded => Role::Folded,
        Happening::Bomb => Role::Bomb,
        Happening::PlayerHit => Role::PlayerHit,
        Happening::PlayerDown => Role::PlayerDown,
        Happening::Respawn => Role::Respawn,
        Happening::ItemTaken => Role::Item,
        Happening::FullPower => Role::FullPower,
        Happening::Extend => Role::Extend,
        Happening::BossEnters => Role::BossEnters,
        Happening::SpellDeclared => Role::SpellDeclared,
        Happening::SpellCaptured => Role::SpellCaptured,
        Happening::SpellFailed => Role::SpellFailed,
        Happening::PhaseEnd => Role::PhaseEnd,
        Happening::BossDown => Role::BossDown,
        Happening::Countdown => Role::Countdown,
        Happening::StageClear => Role::StageClear,
        Happening::GameOver => Role::GameOver,
    })
}

const ROLE_COUNT: usize = Role::ALL.len();
/// Most sounds of patterns that begin in a tick.
const CALLED_MAX: usize = 16;
/// Most sounds that begin in a tick.
pub const PLAYS_PER_TICK_MAX: usize = ROLE_COUNT + CALLED_MAX;

/// What there was of a role in a tick.
#[derive(Clone, Copy, Debug, Default)]
struct Heard {
    event_count: u32,
    count: u32,
    x_sum: f32,
}

/// Listens to ticks.
#[derive(Clone, Debug)]
pub struct Ear {
    /// The sound of each role.
    roles: [Option<u16>; ROLE_COUNT],
    sounds: Vec<Known>,
    plays: Vec<Play>,
}

/// A sound, as far as it matters when it begins.
#[derive(Clone, Copy, Debug)]
struct Known {
    key: u32,
    /// From one beginning to the next.
    rest_ticks: u32,
    /// Until it may begin again.
    rests: u32,
}

impl Ear {
    /// Knows these sounds.
    pub fn new(sounds: &[Sound]) -> Self {
        let mut roles = [None; ROLE_COUNT];
        for role in Role::ALL {
            let index = sounds.iter().position(|sound| sound.name == role.name());
            roles[*role as usize] = index.and_then(|index| u16::try_from(index).ok());
        }
        let known = |sound: &Sound| Known { key: sound_key(&sound.name), rest_ticks: sound.format.rest_ticks, rests: 0 };
        Self { roles, sounds: sounds.iter().map(known).collect(), plays: Vec::with_capacity(PLAYS_PER_TICK_MAX) }
    }

    /// A tick passes: what begins to sound.
    pub fn hear(&mut self, events: &[Event]) -> &[Play] {
        self.plays.clear();
        self.sounds.iter_mut().for_each(|sound| sound.rests = sound.rests.saturating_sub(1));
        let fired: u32 = events.iter().filter(|event| event.what == Happening::BulletsFired).map(|event| event.count).sum();
        let mut heard = [Heard::default(); ROLE_COUNT];
        for event in events {
            let is_volley = event.what == Happening::BulletsFired;
            let Some(role) = role(event.what, if is_volley { fired } else { event.count }) else { continue };
            let heard = &mut heard[role as usize];
            heard.event_count += 1;
            heard.count = heard.count.saturating_add(event.count);
            heard.x_sum += event.at.x;
        }
        for (role, heard) in heard.iter().enumerate() {
            if let Some(sound) = self.roles[role].filter(|_| heard.event_count > 0) {
                self.begin(usize::from(sound), louder(heard.count), heard.x_sum / heard.event_count as f32);
            }
        }
        for event in events.iter().filter(|event| event.what == Happening::Sound) {
            if let Some(sound) = self.sounds.iter().position(|sound| sound.key == event.value) {
                self.begin(sound, event.count as f32 / 100.0, event.at.x);
            }
        }
        &self.plays
    }

    /// A sound begins, unless it rests. One that begins in this tick already is as loud as the louder of both.
    fn begin(&mut self, sound: usize, gain: f32, x_px: f32) {
        if let Some(play) = self.plays.iter_mut().find(|play| usize::from(play.sound) == sound) {
            play.gain = play.gain.max(gain);
            return;
        }
        let (known, Ok(number)) = (&mut self.sounds[sound], u16::try_from(sound)) else { return };
        if known.rests > 0 || self.plays.len() == PLAYS_PER_TICK_MAX {
            return;
        }
        known.rests = known.rest_ticks;
        let pan = (x_px / (WIDTH_PX * 0.5) - 1.0) * EDGE_PAN;
        let pan = if pan.is_finite() { pan.clamp(-1.0, 1.0) } else { 0.0 };
        self.plays.push(Play { sound: number, gain, pan, in_field: true });
    }

    /// A sound of the menus, which comes from the middle and never rests.
    pub fn menu(&self, role: Role) -> Option<Play> {
        self.roles[role as usize].map(|sound| Play { sound, gain: 1.0, pan: 0.0, in_field: false })
    }
}

/// How much louder many are than one.
fn louder(count: u32) -> f32 {
    (1.0 + LOUDER.0 * count.max(1).ilog2() as f32).min(LOUDER.1)
}
