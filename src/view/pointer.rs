//! The pointer, and keys as a desk full of controls understands them: by what is written on them.
//!
//! Units: physical pixels, y down. Invariant: edges last one frame. Must not know: the window and its key codes.

use super::layout::Rect;

/// Where the pointer is and what its button does.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pointer {
    /// From the left edge.
    pub x: f32,
    /// From the upper edge.
    pub y: f32,
    /// The button is held.
    pub down: bool,
    /// It went down since the last frame.
    pub pressed: bool,
    /// It went up since the last frame.
    pub released: bool,
    /// Lines the wheel was turned, downwards.
    pub wheel: f32,
}

impl Pointer {
    /// Whether it is on this rectangle.
    pub fn is_on(&self, rect: Rect) -> bool {
        self.x >= rect.x && self.x < rect.right() && self.y >= rect.y && self.y < rect.bottom()
    }

    /// Edges are over.
    pub fn end_frame(&mut self) {
        (self.pressed, self.released, self.wheel) = (false, false, 0.0);
    }
}

/// A key, pressed or repeated by being held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tap {
    /// One that writes a character.
    Char(char),
    /// An arrow; with shift held.
    Left(bool),
    /// An arrow; with shift held.
    Right(bool),
    /// An arrow.
    Up,
    /// An arrow.
    Down,
    /// The first.
    Home,
    /// The last.
    End,
    /// A page up.
    PageUp,
    /// A page down.
    PageDown,
    /// Accept.
    Enter,
    /// Back.
    Escape,
    /// Takes the last character away.
    Backspace,
}
