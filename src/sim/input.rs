//! What the player does in one tick: four bytes, recorded as they are.
//!
//! Invariant: everything that can change a run goes through here (or through `Config`), so a list of inputs is the run.

use glam::Vec2;

/// Shoot (held); also advances dialogue on its press.
pub const SHOOT: u16 = 1 << 0;
/// Focus: slow, hitbox shown, narrower shot (held); skips dialogue while held with `SHOOT`.
pub const FOCUS: u16 = 1 << 1;
/// Bomb (on press).
pub const BOMB: u16 = 1 << 2;
/// Fold (on press).
pub const FOLD: u16 = 1 << 3;
/// Continue after game over (on press).
pub const CONTINUE: u16 = 1 << 4;
/// Give up the run: ends it at once.
pub const QUIT: u16 = 1 << 5;

/// One tick of input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Input {
    /// Held buttons, a set of the constants above. Unknown bits are kept and ignored.
    pub buttons: u16,
    /// Horizontal deflection, -127 (left) to 127 (right).
    pub move_x: i8,
    /// Vertical deflection, -127 (up) to 127 (down).
    pub move_y: i8,
}

impl Input {
    /// Whether every button of `mask` is held.
    pub fn holds(self, mask: u16) -> bool {
        self.buttons & mask == mask
    }

    /// The direction of movement: length 0 to 1. Diagonals are no faster than straight lines.
    pub fn direction(self) -> Vec2 {
        let raw = Vec2::new(f32::from(self.move_x), f32::from(self.move_y)) / 127.0;
        let length_squared = raw.length_squared();
        if length_squared > 1.0 { raw / length_squared.sqrt() } else { raw }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diagonals_are_as_fast_as_straight_lines() {
        let straight = Input { move_x: 127, ..Input::default() }.direction();
        let diagonal = Input { move_x: -127, move_y: 127, ..Input::default() }.direction();
        assert!((straight.length() - 1.0).abs() < 1e-6);
        assert!((diagonal.length() - 1.0).abs() < 1e-6);
        assert_eq!(Input::default().direction(), Vec2::ZERO);
    }
}
