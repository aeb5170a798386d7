//! The boss of the moment: enters, waits for its dialogue, fights attack by attack, falls or leaves.

use super::difficulty::Difficulty;
use super::pattern::{Pose, Runner};
use super::stage::data::{Attack, BossData};
use glam::Vec2;

/// Ticks in which a boss flies in.
pub const ENTER_TICKS: u32 = 80;
/// Ticks between attacks, in which it flies home.
pub const REST_TICKS: u32 = 70;
/// Ticks of its fall or leaving.
pub const END_TICKS: u32 = 100;
/// Ticks at the start of an attack in which it takes a fifth of the damage.
const GUARD_TICKS: u32 = 60;

/// What the boss is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BossState {
    /// Flies to its place.
    Entering,
    /// Is there and waits to be called to fight.
    Waiting,
    /// Flies home before its next attack.
    Resting,
    /// Attacks.
    Attacking,
    /// Falls.
    Falling,
    /// Leaves alive.
    Leaving,
    /// Is gone.
    Gone,
}

/// The boss.
#[derive(Clone, Debug)]
pub struct Boss {
    /// Index in the stage.
    pub kind: usize,
    /// What it does.
    pub state: BossState,
    /// Ticks in this state.
    pub state_ticks: u32,
    /// Where and how it stands.
    pub pose: Pose,
    /// Where it was a tick ago, px.
    pub previous: Vec2,
    /// Where it was when the state began, px.
    from: Vec2,
    /// Index of the attack.
    pub attack: usize,
    /// Hit points left of it.
    pub hp: i32,
    /// Hit points of it.
    pub hp_max: i32,
    /// Ticks left of it.
    pub ticks_left: u32,
    /// The timeline has called it to fight.
    pub called: bool,
    /// The player was hit or bombed during it: no capture.
    pub spoiled: bool,
    /// Ticks of flash left.
    pub flash_ticks: u32,
    /// Its program's state.
    pub runner: Runner,
}

/// How an attack ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Its hit points are gone.
    Beaten,
    /// Its time is over.
    TimedOut,
}

impl Boss {
    /// Comes from outside.
    pub fn new(kind: usize, data: &BossData) -> Self {
        Self {
            kind,
            state: BossState::Entering,
            state_ticks: 0,
            pose: Pose::new(data.from, false),
            previous: data.from,
            from: data.from,
            attack: 0,
            hp: 0,
            hp_max: 1,
            ticks_left: 0,
            called: false,
            spoiled: false,
            flash_ticks: 0,
            runner: Runner::new(),
        }
    }

    /// Begins the fight if it has been called and is there.
    pub fn fight_if_called(&mut self) {
        if self.called && self.state == BossState::Waiting {
            self.turn(BossState::Resting);
        }
    }

    /// Whether shots and the crane meet it.
    pub fn solid(&self) -> bool {
        matches!(self.state, BossState::Waiting | BossState::Resting | BossState::Attacking)
    }

    fn turn(&mut self, state: BossState) {
        self.state = state;
        self.state_ticks = 0;
        self.from = self.pose.at;
    }

    /// One tick of its motion between attacks. True when an attack begins in this tick.
    pub fn step(&mut self, data: &BossData, difficulty: Difficulty) -> bool {
        self.previous = self.pose.at;
        self.flash_ticks = self.flash_ticks.saturating_sub(1);
        self.state_ticks += 1;
        match self.state {
            BossState::Entering => {
                self.pose.at = glide(self.from, data.home, self.state_ticks, ENTER_TICKS);
                if self.state_ticks == ENTER_TICKS {
                    self.turn(BossState::Waiting);
                }
            }
            BossState::Resting => {
                self.pose.at = glide(self.from, data.home, self.state_ticks, REST_TICKS - 20);
                if self.state_ticks == REST_TICKS {
                    self.begin(&data.attacks[self.attack], difficulty);
                    return true;
                }
            }
            BossState::Leaving => {
                let away = Vec2::new(self.from.x, -120.0);
                self.pose.at = glide(self.from, away, self.state_ticks, END_TICKS);
                if self.state_ticks == END_TICKS {
                    self.turn(BossState::Gone);
                }
            }
            BossState::Falling => {
                self.pose.at += Vec2::new(0.25, 0.35);
                if self.state_ticks == END_TICKS {
                    self.turn(BossState::Gone);
                }
            }
            BossState::Attacking => self.ticks_left -= 1,
            BossState::Waiting | BossState::Gone => {}
        }
        false
    }

    /// Begins an attack, from its first tick.
    pub(super) fn begin(&mut self, attack: &Attack, difficulty: Difficulty) {
        self.turn(BossState::Attacking);
        self.hp_max = attack.hp.at(difficulty) as i32;
        self.hp = self.hp_max;
        self.ticks_left = attack.ticks.count(difficulty);
        self.spoiled = false;
        self.runner = Runner::new();
    }

    /// Takes damage while it attacks; gives what it took.
    pub fn hit(&mut self, damage: u32) -> u32 {
        if self.state != BossState::Attacking {
            return 0;
        }
        let taken = if self.state_ticks < GUARD_TICKS { damage.div_ceil(5) } else { damage };
        self.hp -= taken as i32;
        self.flash_ticks = super::enemy::FLASH_TICKS;
        taken
    }

    /// Whether the attack is over.
    pub fn end(&self) -> Option<End> {
        match self.state {
            BossState::Attacking if self.hp <= 0 => Some(End::Beaten),
            BossState::Attacking if self.ticks_left == 0 => Some(End::TimedOut),
            _ => None,
        }
    }

    /// After an attack: the next one, or the end. True when it was the last.
    pub fn next_attack(&mut self, data: &BossData) -> bool {
        self.attack += 1;
        let last = self.attack >= data.attacks.len();
        self.turn(match (last, data.leaves) {
            (false, _) => BossState::Resting,
            (true, true) => BossState::Leaving,
            (true, false) => BossState::Falling,
        });
        last
    }

    /// What the bonus of the present card is worth now: it melts from whole to a third, in tens.
    pub fn bonus(&self, attack: &Attack, difficulty: Difficulty) -> u32 {
        let whole = attack.bonus.at(difficulty);
        let total = attack.ticks.at(difficulty).max(1.0);
        let left = self.ticks_left as f32 / total;
        (whole * (1.0 + 2.0 * left) / 30.0) as u32 * 10
    }
}

/// From `from` to `to`, fast at first, slow at the end.
fn glide(from: Vec2, to: Vec2, tick: u32, ticks: u32) -> Vec2 {
    let left = 1.0 - (tick.min(ticks) as f32 / ticks as f32);
    from.lerp(to, 1.0 - left * left * left)
}
