//! What happened in a tick, for those who show and sound it. The view hears of these; it never changes the world.

use glam::Vec2;

/// One happening.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    /// What.
    pub what: Happening,
    /// Where, px.
    pub at: Vec2,
    /// How much: score, damage, count or colour index, as the variant says; 0 otherwise.
    pub value: u32,
    /// How many at once: the bullets of a volley, the percent of a sound's volume; 1 otherwise.
    pub count: u32,
}

/// The kinds of happening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Happening {
    /// The player fired a volley.
    Shot,
    /// A shot hit; value: damage.
    EnemyHit,
    /// An enemy fell; value: score.
    EnemyDown,
    /// An enemy or boss fired a volley; value: the colour index.
    BulletsFired,
    /// A straight laser begins to grow; value: its colour index.
    LaserOpens,
    /// A bullet or a laser was grazed.
    Graze,
    /// A bullet, or a piece of a laser, was cancelled; value: its colour index.
    Cancel,
    /// The playfield lights up; value: 256 times the strength in 255ths, plus the colour index.
    Flash,
    /// The playfield shakes; value: how far, in 16ths of a px.
    Shake,
    /// A warning is shown; value: its colour index.
    Mark,
    /// A pattern lets a sound be heard; value: the key of its name, count: its volume, percent.
    Sound,
    /// The player folded; value: bullets folded.
    Fold,
    /// A bullet, or a piece of a laser, became a scrap by folding; value: its colour index.
    Folded,
    /// The player bombed.
    Bomb,
    /// The player was hit (a deathbomb may still save).
    PlayerHit,
    /// The player lost a life.
    PlayerDown,
    /// The player is back.
    Respawn,
    /// An item was taken; value: score.
    ItemTaken,
    /// Power reached its maximum.
    FullPower,
    /// A life was won.
    Extend,
    /// The boss came.
    BossEnters,
    /// A spell card was declared.
    SpellDeclared,
    /// A spell card was captured; value: bonus.
    SpellCaptured,
    /// A spell card ended without capture.
    SpellFailed,
    /// A nonspell ended.
    PhaseEnd,
    /// The (mid)boss fell; value: score.
    BossDown,
    /// One second of the last five of an attack; value: seconds left.
    Countdown,
    /// The stage is cleared; value: bonus.
    StageClear,
    /// The run is over.
    GameOver,
}

/// What stands for the name of a sound: it stays the same whatever other sounds there are.
/// SOURCE: Fowler, Noll, Vo: FNV-1a with 32 bits.
pub fn sound_key(name: &str) -> u32 {
    name.bytes().fold(0x811C_9DC5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// Most events of a tick; further ones are dropped and counted.
const EVENTS_MAX: usize = 8_192;

/// The events of a tick, in a block taken once.
#[derive(Clone, Debug)]
pub struct Events {
    events: Vec<Event>,
    dropped_count: u64,
}

impl Events {
    /// Takes the block.
    pub fn new() -> Self {
        Self { events: Vec::with_capacity(EVENTS_MAX), dropped_count: 0 }
    }

    /// A new tick begins.
    pub fn clear(&mut self) {
        self.events.clear();
    }

    /// Notes one.
    pub fn push(&mut self, what: Happening, at: Vec2, value: u32) {
        self.push_many(what, at, value, 1);
    }

    /// Notes so many that happen at once in one place.
    pub fn push_many(&mut self, what: Happening, at: Vec2, value: u32, count: u32) {
        if self.events.len() < EVENTS_MAX {
            self.events.push(Event { what, at, value, count });
        } else {
            self.dropped_count += 1;
        }
    }

    /// All of this tick, in order.
    pub fn all(&self) -> &[Event] {
        &self.events
    }

    /// Events dropped since the start.
    pub fn dropped_count(&self) -> u64 {
        self.dropped_count
    }
}

impl Default for Events {
    fn default() -> Self {
        Self::new()
    }
}
