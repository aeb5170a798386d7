//! The player's crane: motion, states from entering to lost, options, fire. Knows nothing of bullets.

use super::field;
use super::input::{self, Input};
use super::shot::Shots;
use super::stage::format::{Barrel, CraneFile};
use glam::Vec2;

/// Ticks after a hit in which a bomb still saves.
pub const DEATHBOMB_TICKS: u32 = 8;
/// Ticks until a lost crane comes back.
const DOWN_TICKS: u32 = 40;
/// Ticks in which a new crane flies in.
const ENTER_TICKS: u32 = 40;
/// Ticks of safety after coming in.
const SAFE_TICKS: u32 = 180;
/// How near the crane may come to the playfield's edge, px.
pub const EDGE_PX: f32 = 12.0;
/// Where it stands after entering, px.
const HOME: Vec2 = Vec2::new(field::WIDTH_PX / 2.0, field::HEIGHT_PX - 56.0);

/// What the crane is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerState {
    /// Flies in from below; cannot be moved or hit.
    Entering {
        /// Ticks until it can be moved.
        ticks_left: u32,
    },
    /// In play.
    Alive,
    /// Hit; a bomb within these ticks saves.
    Hit {
        /// Ticks left to bomb.
        ticks_left: u32,
    },
    /// Lost; comes back.
    Down {
        /// Ticks until it enters.
        ticks_left: u32,
    },
    /// Lost for good, until a continue.
    Gone,
}

/// What the crane's tick brought about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Nothing.
    None,
    /// The time for a deathbomb is over.
    Lost,
    /// It may enter again.
    Back,
}

/// The crane.
#[derive(Clone, Debug)]
pub struct Player {
    /// Where, px.
    pub at: Vec2,
    /// Where it was a tick ago, px.
    pub previous: Vec2,
    /// 0 wide to 1 focused, eased over some ticks.
    pub focus: f32,
    /// -1 full left to 1 full right, eased.
    pub bank: f32,
    /// What it is doing.
    pub state: PlayerState,
    /// Ticks in which nothing can hit it.
    pub safe_ticks: u32,
    /// Where its options are, px; the first `option_count` count.
    pub options: [Vec2; 4],
    /// Options it has.
    pub option_count: usize,
    /// Ticks since shooting began; barrels fire by it.
    shooting_ticks: u32,
}

impl Player {
    /// A crane that flies in.
    pub fn new() -> Self {
        let below = HOME + Vec2::new(0.0, 100.0);
        Self {
            at: below,
            previous: below,
            focus: 0.0,
            bank: 0.0,
            state: PlayerState::Entering { ticks_left: ENTER_TICKS },
            safe_ticks: SAFE_TICKS,
            options: [below; 4],
            option_count: 0,
            shooting_ticks: 0,
        }
    }

    /// Whether it can take items, graze and shoot.
    pub fn in_play(&self) -> bool {
        self.state == PlayerState::Alive
    }

    /// Whether it is on the screen at all.
    pub fn visible(&self) -> bool {
        !matches!(self.state, PlayerState::Down { .. } | PlayerState::Gone)
    }

    /// Whether a bullet can hit it.
    pub fn can_be_hit(&self) -> bool {
        self.in_play() && self.safe_ticks == 0
    }

    /// Makes it safe for at least so many ticks.
    pub fn keep_safe(&mut self, ticks: u32) {
        self.safe_ticks = self.safe_ticks.max(ticks);
    }

    /// One tick: motion and timers.
    pub fn step(&mut self, input: Input, crane: &CraneFile, power: u32) -> Change {
        self.previous = self.at;
        self.safe_ticks = self.safe_ticks.saturating_sub(1);
        let change = self.step_state();
        if self.in_play() {
            self.fly(input, crane);
        } else {
            self.bank *= 0.8;
            self.shooting_ticks = 0;
        }
        self.place_options(crane, power);
        change
    }

    fn step_state(&mut self) -> Change {
        match &mut self.state {
            PlayerState::Entering { ticks_left } => {
                *ticks_left -= 1;
                let left = *ticks_left;
                self.at += (HOME - self.at) * 0.12;
                if left == 0 {
                    self.state = PlayerState::Alive;
                }
            }
            PlayerState::Hit { ticks_left } => {
                *ticks_left -= 1;
                if *ticks_left == 0 {
                    self.state = PlayerState::Down { ticks_left: DOWN_TICKS };
                    return Change::Lost;
                }
            }
            PlayerState::Down { ticks_left } => {
                *ticks_left -= 1;
                if *ticks_left == 0 {
                    *self = Self::new();
                    return Change::Back;
                }
            }
            PlayerState::Alive | PlayerState::Gone => {}
        }
        Change::None
    }

    fn fly(&mut self, input: Input, crane: &CraneFile) {
        let focused = input.holds(input::FOCUS);
        let speed = if focused { crane.focus_speed_px_per_tick } else { crane.speed_px_per_tick };
        let direction = input.direction();
        self.at =
            (self.at + direction * speed).clamp(Vec2::splat(EDGE_PX), Vec2::new(field::WIDTH_PX - EDGE_PX, field::HEIGHT_PX - EDGE_PX));
        self.focus += (f32::from(u8::from(focused)) - self.focus) * 0.25;
        self.bank += (direction.x - self.bank) * 0.2;
    }

    fn place_options(&mut self, crane: &CraneFile, power: u32) {
        let count = (power / 100).min(4) as usize;
        for index in self.option_count..count {
            self.options[index] = self.at;
        }
        self.option_count = count;
        if count == 0 {
            return;
        }
        let (wide, focus) = (&crane.options_wide[count - 1], &crane.options_focus[count - 1]);
        for index in 0..count {
            let (Some(&wide), Some(&focus)) = (wide.get(index), focus.get(index)) else { continue };
            let target = self.at + Vec2::from(wide).lerp(Vec2::from(focus), self.focus);
            self.options[index] += (target - self.options[index]) * 0.35;
        }
    }

    /// Fires what is due; true when anything was.
    pub fn fire(&mut self, input: Input, crane: &CraneFile, shots: &mut Shots) -> bool {
        if !input.holds(input::SHOOT) || !self.in_play() {
            self.shooting_ticks = 0;
            return false;
        }
        let tick = self.shooting_ticks;
        self.shooting_ticks += 1;
        let focused = input.holds(input::FOCUS);
        let (own, options) = if focused { (&crane.focus, &crane.option_focus) } else { (&crane.wide, &crane.option_wide) };
        let due = |barrel: &&Barrel| tick.is_multiple_of(barrel.every);
        let mut fired = false;
        for barrel in own.iter().filter(due) {
            shots.fire(self.at, barrel);
            fired = true;
        }
        for option in &self.options[..self.option_count] {
            for barrel in options.iter().filter(due) {
                shots.fire(*option, barrel);
                fired = true;
            }
        }
        fired
    }
}

impl Default for Player {
    fn default() -> Self {
        Self::new()
    }
}
