//! What the screens wish for, done.

use super::App;
use crate::view::screens::{Wish, settings};

impl App {
    pub(super) fn grant(&mut self, wish: Wish) {
        match wish {
            Wish::Change(index, up) => self.change_setting(index, up),
            Wish::Quit => self.going = false,
            _ => {}
        }
    }

    fn change_setting(&mut self, index: usize, up: bool) {
        let before = self.store.settings.clone();
        settings::change(&mut self.store.settings, index, up);
        let now = &self.store.settings;
        let resized = (now.window_width_px, now.window_height_px) != (before.window_width_px, before.window_height_px);
        if now.fullscreen != before.fullscreen {
            self.set_whole_screen(now.fullscreen);
        } else if resized && !now.fullscreen {
            self.set_window_size();
        }
    }
}
