//! When the loudspeaker is silent, how loud it is, and what menus sound like.

use super::App;
use crate::view::keys::Act;
use crate::view::screens::Place;
use tamafubuki::sound::Role;

impl App {
    /// Once a frame: volume and pause, as they are now.
    pub(super) fn tune_speaker(&self) {
        // A tour and an A/B run measure: nothing is heard meanwhile.
        self.speaker.set_volume(if self.touring.is_some() { 0 } else { self.store.settings.effects_percent });
        let stands_still = self.trial.is_some() || self.instrument.is_inspecting();
        let is_paused = self.run.is_some() && self.flow.place() == Place::Pause;
        self.speaker.set_paused(stands_still || is_paused);
    }

    /// What a press on a screen sounds like, from what came of it.
    pub(super) fn sound_press(&self, act: Act, before: Place, has_wish: bool, has_moved: bool) {
        let place = self.flow.place();
        if let Some(role) = role(act, before, place, has_wish, has_moved) {
            self.speaker.menu(role);
        }
    }
}

fn role(act: Act, before: Place, place: Place, has_wish: bool, has_moved: bool) -> Option<Role> {
    let is_back = matches!(act, Act::Bomb | Act::Pause);
    match (before, place) {
        (Place::Play, Place::Pause) => Some(Role::Pause),
        (Place::Play | Place::Lab, _) => None,
        _ if is_back && (before != place || has_moved || has_wish) => Some(Role::MenuCancel),
        _ if matches!(act, Act::Left | Act::Right) => has_wish.then_some(Role::MenuMove),
        _ if before != place || has_wish => Some(Role::MenuConfirm),
        _ if has_moved => Some(Role::MenuMove),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_came_of_a_press_is_heard() {
        let title = Place::Title;
        for (act, before, after, has_wish, has_moved, wanted) in [
            (Act::Down, title, title, false, true, Some(Role::MenuMove)),
            (Act::Down, title, title, false, false, None),
            (Act::Shoot, title, Place::Difficulty, false, true, Some(Role::MenuConfirm)),
            (Act::Shoot, Place::Difficulty, Place::Difficulty, true, false, Some(Role::MenuConfirm)),
            (Act::Bomb, Place::Settings, title, false, true, Some(Role::MenuCancel)),
            (Act::Right, Place::Settings, Place::Settings, true, false, Some(Role::MenuMove)),
            (Act::Pause, Place::Play, Place::Pause, false, true, Some(Role::Pause)),
            (Act::Shoot, Place::Play, Place::Play, false, false, None),
            (Act::Pause, Place::Pause, Place::Play, false, true, Some(Role::MenuCancel)),
        ] {
            assert_eq!(role(act, before, after, has_wish, has_moved), wanted, "{act:?} {before:?}");
        }
    }
}
