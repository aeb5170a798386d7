//! The window's events, drained once a frame: keys down and up, focus lost and found, other sizes.
//!
//! Key state is kept from the events themselves: the toolkit's "pressed" set lives one frame and its repeat flags survive a loss of
//! focus, so neither can be trusted. Must not know: screens, the world.

use super::keys::{Act, Keys};
use super::pointer::{Pointer, Tap};
use macroquad::input::{KeyCode, MouseButton, utils};
use macroquad::miniquad::{EventHandler, KeyMods};

/// Taps kept of one frame.
const TAPS_MAX: usize = 32;
/// Lines that a notch of the wheel is.
const WHEEL_LINES: f32 = 3.0;

/// Hears everything that the window hears.
pub struct Listener {
    subscriber: usize,
    heard: Heard,
}

/// What was heard since the last frame.
#[derive(Default)]
pub struct Heard {
    /// Held keys and presses.
    pub keys: Keys,
    /// What was tapped since the last frame, by what is written on the keys.
    pub taps: Vec<Tap>,
    /// The pointer.
    pub pointer: Pointer,
    /// The window has the focus.
    pub focused: bool,
    /// The focus was lost since the last frame.
    pub lost_focus: bool,
    /// The focus came back since the last frame.
    pub found_focus: bool,
}

impl Listener {
    /// Starts listening. The window must be open.
    pub fn new() -> Self {
        let heard = Heard { focused: true, ..Heard::default() };
        Self { subscriber: utils::register_input_subscriber(), heard }
    }

    /// Drains the events of this frame. To be called once in each frame, or they pile up.
    pub fn hear(&mut self) -> &mut Heard {
        self.heard.keys.end_frame();
        self.heard.taps.clear();
        self.heard.pointer.end_frame();
        (self.heard.lost_focus, self.heard.found_focus) = (false, false);
        utils::repeat_all_miniquad_input(&mut self.heard, self.subscriber);
        &mut self.heard
    }
}

impl EventHandler for Heard {
    fn update(&mut self) {}

    fn draw(&mut self) {}

    fn mouse_motion_event(&mut self, x: f32, y: f32) {
        (self.pointer.x, self.pointer.y) = (x, y);
    }

    fn mouse_wheel_event(&mut self, _x: f32, y: f32) {
        // Systems count a notch differently; here it is a few lines whatever they say.
        self.pointer.wheel -= y.signum() * WHEEL_LINES * f32::from(u8::from(y != 0.0));
    }

    fn mouse_button_down_event(&mut self, button: MouseButton, x: f32, y: f32) {
        if button == MouseButton::Left {
            self.pointer = Pointer { x, y, down: true, pressed: true, ..self.pointer };
        }
    }

    fn mouse_button_up_event(&mut self, button: MouseButton, x: f32, y: f32) {
        if button == MouseButton::Left {
            self.pointer = Pointer { x, y, down: false, released: true, ..self.pointer };
        }
    }

    fn char_event(&mut self, character: char, modifiers: KeyMods, _repeat: bool) {
        if !character.is_control() && !modifiers.ctrl && !modifiers.alt {
            self.tap(Tap::Char(character));
        }
    }

    fn key_down_event(&mut self, code: KeyCode, modifiers: KeyMods, repeat: bool) {
        if let Some((tap, repeats)) = tap(code, modifiers.shift)
            && (repeats || !repeat)
        {
            self.tap(tap);
        }
        if modifiers.alt && code == KeyCode::Enter {
            self.keys.down(code as u16, Act::Fullscreen, false);
        } else if let Some(act) = act(code) {
            self.keys.down(code as u16, act, modifiers.shift);
        }
    }

    fn key_up_event(&mut self, code: KeyCode, _modifiers: KeyMods) {
        self.keys.up(code as u16);
    }

    fn window_minimized_event(&mut self) {
        self.keys.blur();
        self.taps.clear();
        self.pointer.down = false;
        self.focused = false;
        self.lost_focus = true;
    }

    fn window_restored_event(&mut self) {
        self.found_focus = !self.focused;
        self.focused = true;
    }
}

impl Heard {
    fn tap(&mut self, tap: Tap) {
        if self.taps.len() < TAPS_MAX {
            self.taps.push(tap);
        }
    }
}

/// Keys that write nothing, and whether they repeat while they are held.
fn tap(code: KeyCode, shifted: bool) -> Option<(Tap, bool)> {
    Some(match code {
        KeyCode::Left => (Tap::Left(shifted), true),
        KeyCode::Right => (Tap::Right(shifted), true),
        KeyCode::Up => (Tap::Up, true),
        KeyCode::Down => (Tap::Down, true),
        KeyCode::PageUp => (Tap::PageUp, true),
        KeyCode::PageDown => (Tap::PageDown, true),
        KeyCode::Backspace => (Tap::Backspace, true),
        KeyCode::Home => (Tap::Home, false),
        KeyCode::End => (Tap::End, false),
        KeyCode::Enter | KeyCode::KpEnter => (Tap::Enter, false),
        KeyCode::Escape => (Tap::Escape, false),
        _ => return None,
    })
}

fn act(code: KeyCode) -> Option<Act> {
    Some(match code {
        KeyCode::Left => Act::Left,
        KeyCode::Right => Act::Right,
        KeyCode::Up => Act::Up,
        KeyCode::Down => Act::Down,
        KeyCode::Z => Act::Shoot,
        KeyCode::X => Act::Bomb,
        KeyCode::LeftShift | KeyCode::RightShift => Act::Focus,
        KeyCode::C => Act::Fold,
        KeyCode::Enter | KeyCode::KpEnter | KeyCode::Space => Act::Accept,
        KeyCode::Escape => Act::Pause,
        KeyCode::R => Act::Retry,
        KeyCode::F3 => Act::Overlay,
        KeyCode::F4 => Act::Storage,
        KeyCode::F5 => Act::Trial,
        KeyCode::F6 => Act::Inspect,
        KeyCode::F7 => Act::Reset,
        KeyCode::F8 => Act::Record,
        KeyCode::F9 => Act::Stress,
        KeyCode::F10 => Act::Shadow,
        KeyCode::F11 => Act::Fullscreen,
        KeyCode::F12 => Act::Screenshot,
        _ => return None,
    })
}
