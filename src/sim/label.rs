//! Damage numbers: pooled by target, so that 400 hits a second stay readable.
//!
//! Pooled mode keeps values in a fixed block and writes this tick's texts into the frame arena; boxed mode boxes each label with a
//! `String` of its own. Both show the same.

use super::bullet::Mode;
use crate::mem::arena::{FrameArena, Kept};
use glam::Vec2;

/// Most labels at once; a further one replaces the oldest.
pub const LABELS_MAX: usize = 64;
/// Ticks a label is shown after its last hit.
pub const LABEL_TICKS: u32 = 36;
/// A hit on the same target within so many ticks adds to its label.
const MERGE_TICKS: u32 = 16;

/// A damage number.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Label {
    target: u32,
    at: Vec2,
    damage: u32,
    born_tick: u32,
    hit_tick: u32,
    /// Of `damage`: a number changes when it is hit, and is shown for half a second.
    digits: Digits,
}

/// The decimal digits of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Digits {
    /// From `first` on.
    bytes: [u8; 10],
    first: u8,
}

impl Digits {
    fn of(number: u32) -> Self {
        let mut digits = Self { bytes: [b'0'; 10], first: 10 };
        let mut left = number;
        loop {
            digits.first -= 1;
            digits.bytes[usize::from(digits.first)] = b'0' + (left % 10) as u8;
            left /= 10;
            if left == 0 {
                return digits;
            }
        }
    }

    fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[usize::from(self.first)..]).unwrap_or_default()
    }
}

/// The heap's way of the same.
#[derive(Clone, Debug)]
struct BoxedLabel {
    label: Label,
    text: String,
}

/// A label as shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LabelView<'a> {
    /// Middle of the text, px.
    pub at: Vec2,
    /// Digits.
    pub text: &'a str,
    /// Ticks since it appeared.
    pub age_ticks: u32,
    /// Ticks since its last hit; it fades after `LABEL_TICKS`.
    pub quiet_ticks: u32,
}

/// All damage numbers.
#[derive(Clone, Debug)]
pub struct Labels {
    pooled: Vec<Label>,
    #[expect(clippy::vec_box, reason = "a box a label is what this mode is there to show")]
    boxed: Vec<Box<BoxedLabel>>,
    /// One a pooled label, in the arena.
    texts: Kept<Digits>,
    mode: Mode,
}

impl Labels {
    /// Takes the block.
    pub fn new(mode: Mode) -> Self {
        Self { pooled: Vec::with_capacity(LABELS_MAX), boxed: Vec::new(), texts: Kept::default(), mode }
    }

    /// Converts every label.
    pub fn set_mode(&mut self, mode: Mode) {
        if mode == self.mode {
            return;
        }
        self.mode = mode;
        match mode {
            Mode::Pooled => self.pooled.extend(self.boxed.drain(..).map(|boxed| boxed.label)),
            Mode::Boxed => self.boxed.extend(self.pooled.drain(..).map(boxed_label)),
        }
        self.boxed.shrink_to_fit();
    }

    /// Damage done to `target` (a serial) at `at`.
    pub fn hit(&mut self, target: u32, at: Vec2, damage: u32, tick: u32) {
        let fresh = Label { target, at, damage, born_tick: tick, hit_tick: tick, digits: Digits::of(damage) };
        match self.mode {
            Mode::Pooled => {
                if !self.pooled.iter_mut().any(|label| merge(label, &fresh)) {
                    if self.pooled.len() == LABELS_MAX {
                        self.pooled.remove(0);
                    }
                    self.pooled.push(fresh);
                }
            }
            Mode::Boxed => {
                for boxed in &mut self.boxed {
                    if merge(&mut boxed.label, &fresh) {
                        boxed.text = boxed.label.damage.to_string();
                        return;
                    }
                }
                if self.boxed.len() == LABELS_MAX {
                    self.boxed.remove(0);
                }
                self.boxed.push(boxed_label(fresh));
            }
        }
    }

    /// One tick: the old go; pooled texts of those that stay are written into `arena`.
    pub fn step(&mut self, tick: u32, arena: &FrameArena) {
        let stays = |label: &Label| tick - label.hit_tick < LABEL_TICKS;
        self.pooled.retain(stays);
        self.boxed.retain(|boxed| stays(&boxed.label));
        let mut texts = arena.scratch();
        texts.reserve(self.pooled.len());
        texts.extend(self.pooled.iter().map(|label| label.digits));
        self.texts = texts.keep();
    }

    /// The labels of this tick, oldest first. Empty after `arena` was reset and before the next step.
    pub fn views<'a>(&'a self, tick: u32, arena: &'a FrameArena) -> impl Iterator<Item = LabelView<'a>> {
        let pooled = self.pooled.iter().zip(arena.kept(self.texts)).map(|(label, text)| (label, text.as_str()));
        let boxed = self.boxed.iter().map(|boxed| (&boxed.label, boxed.text.as_str()));
        pooled.chain(boxed).map(move |(label, text)| LabelView {
            at: label.at,
            text,
            age_ticks: tick - label.born_tick,
            quiet_ticks: tick - label.hit_tick,
        })
    }
}

fn boxed_label(label: Label) -> Box<BoxedLabel> {
    Box::new(BoxedLabel { label, text: label.damage.to_string() })
}

fn merge(label: &mut Label, fresh: &Label) -> bool {
    let same = label.target == fresh.target && fresh.born_tick - label.hit_tick < MERGE_TICKS && fresh.born_tick - label.born_tick < 60;
    if same {
        label.damage = label.damage.saturating_add(fresh.damage);
        label.digits = Digits::of(label.damage);
        label.hit_tick = fresh.hit_tick;
    }
    same
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(labels: &Labels, tick: u32, arena: &FrameArena) -> Vec<String> {
        labels.views(tick, arena).map(|view| view.text.to_owned()).collect()
    }

    #[test]
    fn digits_are_those_of_the_number() {
        for number in [0, 7, 10, 99, 100, 65_536, 4_294_967_295] {
            assert_eq!(Digits::of(number).as_str(), number.to_string());
        }
    }

    #[test]
    fn hits_on_one_target_add_up_and_modes_show_the_same() {
        let mut arena = FrameArena::with_capacity(4096);
        let mut pooled = Labels::new(Mode::Pooled);
        let mut boxed = Labels::new(Mode::Boxed);
        for tick in 0..100 {
            arena.reset(tick);
            for labels in [&mut pooled, &mut boxed] {
                if tick < 10 {
                    labels.hit(1, Vec2::ONE, 12, tick);
                    labels.hit(2, Vec2::ONE, 30, tick);
                }
                labels.step(tick, &arena);
            }
            assert_eq!(texts(&pooled, tick, &arena), texts(&boxed, tick, &arena));
            if tick == 20 {
                assert_eq!(texts(&pooled, tick, &arena), ["120", "300"]);
                pooled.set_mode(Mode::Boxed);
                boxed.set_mode(Mode::Pooled);
            }
        }
        assert!(texts(&pooled, 99, &arena).is_empty());
    }
}
