//! A player who looks at nothing: random directions, random buttons, held for random times. For soak runs.
//!
//! Units: ticks. Invariant: a function of its seed and of how often it was asked. Must not know: the world.

use crate::sim::input::{self, Input};
use crate::sim::rng::Rng;

/// Ticks that a direction or a set of held buttons lasts at most.
const HELD_TICKS_MAX: u32 = 40;
/// One press of each in so many ticks.
const BOMB_TICKS: u32 = 400;
const FOLD_TICKS: u32 = 120;
/// Continues are offered for 600 ticks: most are taken.
const CONTINUE_TICKS: u32 = 200;
/// A run is rarely given up: most end by themselves.
const QUIT_TICKS: u32 = 60_000;

/// The fumbling player.
#[derive(Clone, Debug)]
pub struct Fumbler {
    rng: Rng,
    held: Input,
    held_ticks: u32,
}

impl Fumbler {
    /// A player whose every input follows from `seed`.
    pub fn new(seed: u64) -> Self {
        Self { rng: Rng::new(seed), held: Input::default(), held_ticks: 0 }
    }

    /// The input for the next tick.
    pub fn decide(&mut self) -> Input {
        if self.held_ticks == 0 {
            self.held_ticks = 1 + self.rng.below(HELD_TICKS_MAX);
            self.held = Input { buttons: self.buttons(), move_x: self.deflection(), move_y: self.deflection() };
        }
        self.held_ticks -= 1;
        let mut input = self.held;
        for (button, ticks) in
            [(input::BOMB, BOMB_TICKS), (input::FOLD, FOLD_TICKS), (input::CONTINUE, CONTINUE_TICKS), (input::QUIT, QUIT_TICKS)]
        {
            if self.rng.below(ticks) == 0 {
                input.buttons |= button;
            }
        }
        input
    }

    /// Shooting most of the time, focused now and then; seldom with bits that mean nothing.
    fn buttons(&mut self) -> u16 {
        let shoot = if self.rng.below(5) > 0 { input::SHOOT } else { 0 };
        let focus = if self.rng.below(3) == 0 { input::FOCUS } else { 0 };
        let unknown = if self.rng.below(50) == 0 { (self.rng.bits() as u16) & 0xff00 } else { 0 };
        shoot | focus | unknown
    }

    /// A key's whole deflection, or any that a stick may give, -128 included.
    fn deflection(&mut self) -> i8 {
        match self.rng.below(8) {
            0..=2 => 0,
            3 | 4 => -127,
            5 | 6 => 127,
            _ => self.rng.bits() as i8,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_fumbles_alike_and_every_button_is_found() {
        let (mut one, mut other, mut third) = (Fumbler::new(1), Fumbler::new(1), Fumbler::new(2));
        let (mut pressed, mut is_alike) = (0, true);
        for _ in 0..400_000 {
            let input = one.decide();
            assert_eq!(input, other.decide());
            is_alike &= input == third.decide();
            pressed |= input.buttons;
        }
        assert!(!is_alike, "another seed is another player");
        for button in [input::SHOOT, input::FOCUS, input::BOMB, input::FOLD, input::CONTINUE, input::QUIT, 0x8000] {
            assert_eq!(pressed & button, button);
        }
    }
}
