//! Keys as the game understands them: which acts are held, which were pressed, and what that means for a tick.
//!
//! Invariant: a press is seen exactly once by the screens and at least for one tick by the run, however short it was; nothing is
//! held after focus was lost. Must not know: the window and its key codes (they arrive as acts, each with a key number of its own).

use tamafubuki::sim::input::{self, Input};

/// What a key means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Move or choose.
    Left,
    /// Move or choose.
    Right,
    /// Move or choose.
    Up,
    /// Move or choose.
    Down,
    /// Shoot; accept in menus.
    Shoot,
    /// Bomb; go back in menus.
    Bomb,
    /// Slow movement.
    Focus,
    /// Fold the bullets near.
    Fold,
    /// Accept, in menus alone.
    Accept,
    /// Pause; go back in menus.
    Pause,
    /// Begin again, in the pause.
    Retry,
    /// Next layer of the overlay.
    Overlay,
    /// Other bullet storage.
    Storage,
    /// Add 1,000 bullets; with shift, remove them.
    Stress,
    /// Begin an A/B run.
    Trial,
    /// Freeze, and look at single frames.
    Inspect,
    /// Both storages in every tick, or one again.
    Shadow,
    /// Forget the statistics.
    Reset,
    /// Begin or end a recording of the frames.
    Record,
    /// Whole screen or window.
    Fullscreen,
    /// Write a picture.
    Screenshot,
}

/// One press, in the order of the keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Press {
    /// What was pressed.
    pub act: Act,
    /// With shift held.
    pub shifted: bool,
}

const PRESSES_MAX: usize = 32;
/// Ticks until a held direction moves on in a list, and from then on between two steps.
const REPEAT_TICKS: (u32, u32) = (24, 5);

/// Held keys and presses not yet seen.
#[derive(Clone, Debug, Default)]
pub struct Keys {
    /// Held physical keys, as (key number, act); several keys may mean the same act.
    held: Vec<(u16, Act)>,
    presses: Vec<Press>,
    /// Acts pressed since the last tick; they count as held for it.
    latched: u32,
    /// Acts that do not count until their keys were let go.
    muted: u32,
    /// The later pressed of two opposite directions wins.
    prefer_left: bool,
    prefer_up: bool,
    /// Ticks for which up or down has been held, for lists.
    held_ticks: u32,
}

fn bit(act: Act) -> u32 {
    1 << act as u32
}

impl Keys {
    /// Key number `key`, which means `act`, went down. Repeats of a held key are ignored.
    pub fn down(&mut self, key: u16, act: Act, shifted: bool) {
        if self.held.iter().any(|&(held, _)| held == key) {
            return;
        }
        self.held.push((key, act));
        self.latched |= bit(act);
        match act {
            Act::Left | Act::Right => self.prefer_left = act == Act::Left,
            Act::Up | Act::Down => self.prefer_up = act == Act::Up,
            _ => {}
        }
        if self.presses.len() < PRESSES_MAX {
            self.presses.push(Press { act, shifted });
        }
    }

    /// Key number `key` went up.
    pub fn up(&mut self, key: u16) {
        self.held.retain(|&(held, _)| held != key);
        self.muted &= self.held.iter().fold(0, |acts, &(_, act)| acts | bit(act));
    }

    /// The window lost the focus: key releases will not be heard, so nothing is held any more.
    pub fn blur(&mut self) {
        self.held.clear();
        self.presses.clear();
        (self.latched, self.muted) = (0, 0);
    }

    /// A run begins or goes on: what was pressed for the screen before is not meant for it. A bomb or fold key that is still held
    /// counts only when pressed again.
    pub fn begin_run(&mut self) {
        self.latched = 0;
        self.muted = [Act::Bomb, Act::Fold].into_iter().filter(|&act| self.holds(act)).fold(0, |acts, act| acts | bit(act));
    }

    /// The `index`th press of this frame.
    pub fn press(&self, index: usize) -> Option<Press> {
        self.presses.get(index).copied()
    }

    /// The frame's presses were seen.
    pub fn end_frame(&mut self) {
        self.presses.clear();
    }

    /// In lists, once a tick: the direction that moves on because it has been held for a while.
    pub fn repeat(&mut self) -> Option<Act> {
        let act = [Act::Up, Act::Down].into_iter().find(|&act| self.holds(act));
        self.held_ticks = if act.is_some() { self.held_ticks + 1 } else { 0 };
        let after = self.held_ticks.checked_sub(REPEAT_TICKS.0)?;
        act.filter(|_| after.is_multiple_of(REPEAT_TICKS.1))
    }

    /// Whether `act` is held now.
    pub fn holds(&self, act: Act) -> bool {
        self.held.iter().any(|&(_, held)| held == act)
    }

    /// The input of one tick. Takes the presses latched since the tick before.
    pub fn take_input(&mut self) -> Input {
        let acts = self.held.iter().fold(self.latched, |acts, &(_, act)| acts | bit(act)) & !self.muted;
        self.latched = 0;
        let on = |act: Act| acts & bit(act) != 0;
        let mut buttons = 0;
        for (act, button) in [(Act::Shoot, input::SHOOT), (Act::Focus, input::FOCUS), (Act::Bomb, input::BOMB), (Act::Fold, input::FOLD)] {
            buttons |= if on(act) { button } else { 0 };
        }
        Input {
            buttons,
            move_x: axis(on(Act::Left), on(Act::Right), self.prefer_left),
            move_y: axis(on(Act::Up), on(Act::Down), self.prefer_up),
        }
    }
}

fn axis(negative: bool, positive: bool, prefer_negative: bool) -> i8 {
    match (negative, positive) {
        (false, false) => 0,
        (true, true) if prefer_negative => -127,
        (true, false) => -127,
        _ => 127,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tap_between_two_ticks_lasts_one_tick() {
        let mut keys = Keys::default();
        keys.down(1, Act::Bomb, false);
        keys.up(1);
        assert_eq!(keys.take_input().buttons, input::BOMB);
        assert_eq!(keys.take_input().buttons, 0);
        assert_eq!(keys.press(0), Some(Press { act: Act::Bomb, shifted: false }));
        keys.end_frame();
        assert_eq!(keys.press(0), None);
    }

    #[test]
    fn repeats_are_no_presses_and_two_keys_of_one_act_hold_it_together() {
        let mut keys = Keys::default();
        keys.down(1, Act::Focus, false);
        keys.down(1, Act::Focus, false);
        keys.down(2, Act::Focus, false);
        assert_eq!((keys.press(1).is_some(), keys.press(2)), (true, None));
        keys.up(1);
        assert!(keys.take_input().holds(input::FOCUS) && keys.take_input().holds(input::FOCUS));
        keys.up(2);
        assert!(!keys.take_input().holds(input::FOCUS));
    }

    #[test]
    fn the_key_that_left_the_pause_drops_no_bomb() {
        let mut keys = Keys::default();
        keys.down(1, Act::Bomb, false);
        keys.down(2, Act::Shoot, false);
        keys.begin_run();
        assert_eq!(keys.take_input().buttons, input::SHOOT);
        keys.up(1);
        assert_eq!(keys.take_input().buttons, input::SHOOT);
        keys.down(1, Act::Bomb, false);
        assert_eq!(keys.take_input().buttons, input::SHOOT | input::BOMB);
    }

    #[test]
    fn a_held_direction_moves_on_in_lists() {
        let mut keys = Keys::default();
        keys.down(1, Act::Down, false);
        let steps: Vec<u32> = (1..=40).filter(|_| keys.repeat().is_some()).collect();
        assert_eq!(steps, [24, 29, 34, 39]);
        keys.up(1);
        assert_eq!(keys.repeat(), None);
        keys.down(1, Act::Up, false);
        assert!((1..=23).all(|_| keys.repeat().is_none()));
        assert_eq!(keys.repeat(), Some(Act::Up));
    }

    #[test]
    fn the_later_of_opposite_directions_wins() {
        let mut keys = Keys::default();
        keys.down(1, Act::Left, false);
        assert_eq!(keys.take_input().move_x, -127);
        keys.down(2, Act::Right, false);
        assert_eq!(keys.take_input().move_x, 127);
        keys.up(2);
        assert_eq!(keys.take_input().move_x, -127);
        keys.down(3, Act::Down, false);
        keys.down(4, Act::Up, false);
        assert_eq!(keys.take_input(), Input { buttons: 0, move_x: -127, move_y: -127 });
    }

    #[test]
    fn no_key_sticks_through_any_order_of_events() {
        let mut keys = Keys::default();
        let mut state = 1u32;
        for _ in 0..200 {
            for _ in 0..20 {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let key = (state >> 24) as u16 % 6;
                let act = [Act::Left, Act::Right, Act::Up, Act::Shoot, Act::Shoot, Act::Focus][usize::from(key)];
                match state >> 30 {
                    0 => keys.up(key),
                    1 => drop(keys.take_input()),
                    _ => keys.down(key, act, false),
                }
            }
            keys.blur();
            assert_eq!(keys.take_input(), Input::default());
            assert!(keys.press(0).is_none() && !keys.holds(Act::Shoot));
        }
    }
}
