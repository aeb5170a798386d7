//! What can be done in the lab, and the key of each.
//!
//! Invariant: every command has a place on the screen to click on and a key; the help is written from this list. Must not know: how it is done.

use crate::view::pointer::Tap;
use tamafubuki::sim::difficulty::Difficulty;

/// Something laid over the playfield, or shown of the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum View {
    /// The way of each bullet in the next second.
    Trails,
    /// Arrows as long as the way of eight ticks.
    Arrows,
    /// Circles that hit and that are grazed.
    Circles,
    /// Where bullets were.
    Heat,
    /// The widest free circle.
    Gap,
    /// The curve of live bullets.
    Curve,
}

/// All of them, with key and name.
pub const VIEWS: [(View, char, &str); 6] = [
    (View::Trails, 't', "Trajectories, 1 s ahead"),
    (View::Arrows, 'v', "Velocity arrows"),
    (View::Circles, 'h', "Hit and graze circles"),
    (View::Heat, 'd', "Density, up to this tick"),
    (View::Gap, 'g', "Gap around the crane"),
    (View::Curve, 'b', "Curve of live bullets"),
];

/// Who moves the crane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// The pointer puts it somewhere.
    Mouse,
    /// The player's keys.
    Keys,
    /// A bot.
    Bot,
}

/// All of them, with their names.
pub const WHO: [(Who, &str); 3] = [(Who::Mouse, "mouse"), (Who::Keys, "keys"), (Who::Bot, "bot")];

/// What can be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Run, or stand still.
    Run,
    /// Some ticks back or on, and stand still there.
    Step(i32),
    /// To the first tick.
    First,
    /// To the last.
    Last,
    /// To the tick with the narrowest gap.
    Narrowest,
    /// Faster or slower.
    Speed(bool),
    /// Show or hide.
    Show(View),
    /// Another difficulty.
    Level(usize),
    /// Rank up or down.
    Rank(bool),
    /// Seed up or down.
    Seed(bool),
    /// Somebody moves the crane.
    Who(Who),
    /// The next one does.
    NextWho,
    /// Another piece of the list, by its place in it.
    Select(usize),
    /// One further down or up in the list.
    Move(i32),
    /// Write what to look for in the list.
    Filter,
    /// Show what the keys do.
    Help,
    /// Play it.
    Play,
    /// Write a picture.
    Picture,
    /// Back to where the lab was entered.
    Leave,
}

/// What a key means. `arrows_move` when the arrows move the crane.
pub fn command(tap: Tap, arrows_move: bool) -> Option<Command> {
    Some(match tap {
        Tap::Left(_) | Tap::Right(_) | Tap::Up | Tap::Down if arrows_move => return None,
        Tap::Left(shifted) => Command::Step(if shifted { -60 } else { -1 }),
        Tap::Right(shifted) => Command::Step(if shifted { 60 } else { 1 }),
        Tap::Up => Command::Move(-1),
        Tap::Down => Command::Move(1),
        Tap::PageUp => Command::Move(-8),
        Tap::PageDown => Command::Move(8),
        Tap::Home => Command::First,
        Tap::End => Command::Last,
        Tap::Escape => Command::Leave,
        Tap::Enter => Command::Play,
        Tap::Backspace => return None,
        Tap::Char(letter) => return of_letter(letter),
    })
}

fn of_letter(letter: char) -> Option<Command> {
    Some(match letter {
        ' ' => Command::Run,
        ',' | '<' => Command::Step(-1),
        '.' | '>' => Command::Step(1),
        '[' => Command::Speed(false),
        ']' => Command::Speed(true),
        '-' | '_' => Command::Rank(false),
        '=' | '+' => Command::Rank(true),
        's' => Command::Seed(true),
        'S' => Command::Seed(false),
        '/' => Command::Filter,
        '?' => Command::Help,
        'n' | 'N' => Command::Narrowest,
        'm' | 'M' => Command::NextWho,
        'p' | 'P' => Command::Play,
        '1'..='4' => Command::Level((letter as usize - '1' as usize).min(Difficulty::ALL.len() - 1)),
        _ => {
            let lower = letter.to_ascii_lowercase();
            Command::Show(VIEWS.iter().find(|(_, key, _)| *key == lower)?.0)
        }
    })
}

/// What the help says: keys, and what they do.
pub const HELP: [(&str, &str); 18] = [
    ("Space", "run, stand still"),
    ("← →   , .", "a tick back, a tick on; with Shift a second"),
    ("Home End", "the first tick, the last"),
    ("N", "the tick with the narrowest gap"),
    ("[ ]", "slower, faster"),
    ("↑ ↓", "another piece of the list; Page keys go further"),
    ("/", "look for a piece by its name"),
    ("1 2 3 4", "Easy, Normal, Hard, Lunatic"),
    ("- =", "rank down, up"),
    ("S", "the next seed; with Shift the one before"),
    ("M", "who moves the crane: mouse, keys, bot"),
    ("T V H", "trajectories, arrows, circles"),
    ("D G B", "density, gap, curve of live bullets"),
    ("P", "play it; Esc comes back"),
    ("F12", "write a picture"),
    ("mouse", "drag the timeline, or the crane in the field"),
    ("wheel", "scrolls the list"),
    ("Esc", "leave the lab"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_commands_share_a_key_and_arrows_can_be_the_cranes() {
        let mut seen: Vec<Command> = Vec::new();
        for letter in " ,.[]-=sS/?nmptvhdgb1234".chars() {
            let command = command(Tap::Char(letter), true).unwrap_or_else(|| panic!("{letter} does nothing"));
            assert!(!seen.contains(&command), "{letter} does what another key does");
            seen.push(command);
        }
        assert_eq!(command(Tap::Char('q'), false), None);
        assert_eq!(command(Tap::Left(true), false), Some(Command::Step(-60)));
        assert_eq!(command(Tap::Left(true), true), None);
    }
}
