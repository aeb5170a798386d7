//! The player's settings: a RON text that a person can read and edit.
//!
//! Invariant: a value that is missing, of the wrong type or out of range falls back alone to its default, with one warning;
//! reading never fails as a whole and never writes.

use super::pairs;
use std::fmt::Write as _;
use std::ops::RangeInclusive;

/// Largest settings file that is read, bytes.
pub const LIMIT_BYTES: u64 = 64 * 1024;

/// Which values a setting may have.
trait Rule<T> {
    fn allows(&self, value: &T) -> bool;
    /// In words, for the warning and for the comment in the file.
    fn words(&self) -> String;
}

impl Rule<u32> for RangeInclusive<u32> {
    fn allows(&self, value: &u32) -> bool {
        self.contains(value)
    }

    fn words(&self) -> String {
        format!("a whole number from {} to {}", self.start(), self.end())
    }
}

struct YesNo;

impl Rule<bool> for YesNo {
    fn allows(&self, _: &bool) -> bool {
        true
    }

    fn words(&self) -> String {
        "true or false".to_owned()
    }
}

/// A text of so many characters, none of them a control character.
struct Characters(RangeInclusive<usize>);

impl Rule<String> for Characters {
    fn allows(&self, value: &String) -> bool {
        self.0.contains(&value.chars().count()) && !value.chars().any(char::is_control)
    }

    fn words(&self) -> String {
        format!("a text of {} to {} characters", self.0.start(), self.0.end())
    }
}

struct OneOf(&'static [&'static str]);

impl Rule<String> for OneOf {
    fn allows(&self, value: &String) -> bool {
        self.0.contains(&value.as_str())
    }

    fn words(&self) -> String {
        let quoted: Vec<String> = self.0.iter().map(|name| format!("{name:?}")).collect();
        format!("one of {}", quoted.join(", "))
    }
}

fn parse<T: serde::de::DeserializeOwned>(text: &str, rule: &dyn Rule<T>) -> Option<T> {
    ron::from_str(text).ok().filter(|value| rule.allows(value))
}

fn shorten(text: &str) -> String {
    if text.chars().count() <= 40 { text.to_owned() } else { text.chars().take(40).chain(['…']).collect() }
}

macro_rules! settings {
    ($( $(#[doc = $doc:literal])+ $name:ident: $type:ty = $default:expr, $rule:expr; )+) => {
        /// Everything that the player may set. A new setting is one entry of the list above.
        #[derive(Clone, Debug, PartialEq)]
        pub struct Settings { $( $(#[doc = $doc])+ pub $name: $type, )+ }

        impl Default for Settings {
            fn default() -> Self {
                Self { $( $name: <$type>::from($default), )+ }
            }
        }

        impl Settings {
            /// The names, in the order of the file.
            pub const NAMES: &'static [&'static str] = &[$( stringify!($name), )+];

            /// Takes one value from its text; what may stand there, if it may not.
            fn set(&mut self, name: &str, text: &str) -> Result<(), String> {
                match name {
                    $( stringify!($name) => {
                        let rule: &dyn Rule<$type> = &$rule;
                        self.$name = parse(text, rule).ok_or_else(|| format!("{}; using {:?}", rule.words(), self.$name))?;
                    } )+
                    _ => return Err(format!("one of the names {}; ignored", Self::NAMES.join(", "))),
                }
                Ok(())
            }

            /// The text of the settings file, each value under a comment that explains it.
            pub fn to_ron(&self) -> String {
                let mut out = String::from("(\n");
                $(
                    let rule: &dyn Rule<$type> = &$rule;
                    for line in [$( $doc ),+] {
                        let _ = writeln!(out, "    //{line}");
                    }
                    let _ = writeln!(out, "    // {}", rule.words());
                    // Numbers, booleans and texts: `Debug` of the first two and RON's quoting of the last cannot fail.
                    let _ = writeln!(out, "    {}: {},\n", stringify!($name), ron::to_string(&self.$name).unwrap_or_default());
                )+
                out.truncate(out.trim_end().len());
                out.push_str("\n)\n");
                out
            }
        }
    };
}

settings! {
    /// Width of the window at start, px.
    window_width_px: u32 = 1280u32, 320..=7680;
    /// Height of the window at start, px.
    window_height_px: u32 = 960u32, 240..=4320;
    /// Start in full screen.
    fullscreen: bool = false, YesNo;
    /// Wait for the screen's refresh. Takes effect at the next start.
    vsync: bool = true, YesNo;
    /// Most pictures a second; 0 for no limit.
    frame_limit_hz: u32 = 240u32, 0..=1000;
    /// The name under which scores and replays are kept.
    player_name: String = "Crane", Characters(1..=16);
    /// The difficulty chosen last.
    difficulty: String = "Normal", OneOf(&["Easy", "Normal", "Hard", "Lunatic"]);
    /// Strength of the screen's shaking, percent.
    shake_percent: u32 = 100u32, 0..=100;
    /// Strength of flashes, percent.
    flash_percent: u32 = 100u32, 0..=100;
    /// Volume of sound effects, percent; 0 for silence.
    effects_percent: u32 = 80u32, 0..=100;
    /// Mods that are on, by id, separated by spaces; the last one wins.
    mods: String = "", Characters(0..=700);
    /// How much the background is darkened, percent.
    background_dim_percent: u32 = 0u32, 0..=90;
    /// Show the hitbox also without focus.
    hitbox_always: bool = false, YesNo;
    /// Opacity of the player's shots, percent.
    shot_opacity_percent: u32 = 70u32, 10..=100;
}

impl Settings {
    /// Reads a settings file. Returns the settings and one warning for each value that fell back.
    pub fn from_ron(text: &str) -> (Settings, Vec<String>) {
        let mut settings = Settings::default();
        let mut warnings = Vec::new();
        let (pairs, error) = pairs::read(text);
        for (index, pair) in pairs.iter().enumerate() {
            if pairs[..index].iter().any(|earlier| earlier.name == pair.name) {
                continue;
            }
            if pairs[index + 1..].iter().any(|later| later.name == pair.name) {
                warnings.push(format!("`{}` stands twice: which one is meant? Using its default", pair.name));
            } else if let Err(expected) = settings.set(&pair.name, &pair.text) {
                warnings.push(format!("`{}: {}`: expected {expected}", pair.name, shorten(&pair.text)));
            }
        }
        if let Some(error) = error {
            warnings.push(format!("{error}; what stands after this is at its default"));
        }
        (settings, warnings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let settings = Settings {
            player_name: "Tsuru \"鶴\" \\".to_owned(),
            vsync: false,
            frame_limit_hz: 0,
            shake_percent: 7,
            ..Settings::default()
        };
        assert_eq!(Settings::from_ron(&settings.to_ron()), (settings, vec![]));
        assert_eq!(Settings::from_ron("()"), (Settings::default(), vec![]));
    }

    #[test]
    fn each_bad_value_falls_back_alone() {
        let text = "\u{feff}(\r\n window_width_px: 100000, window_height_px: 720, vsync: 3, flash_percent: NaN, shake_percent: -1,
            player_name: \"\", difficulty: \"Hrd\", shot_opacity_percent: 20, volume: inf, hitbox_always: true, hitbox_always: true)";
        let (settings, warnings) = Settings::from_ron(text);
        let expected = Settings { window_height_px: 720, shot_opacity_percent: 20, ..Settings::default() };
        assert_eq!(settings, expected);
        assert_eq!(warnings.len(), 8, "{warnings:#?}");
        for name in ["window_width_px", "vsync", "flash_percent", "shake_percent", "player_name", "difficulty", "volume", "hitbox_always"] {
            assert_eq!(warnings.iter().filter(|w| w.starts_with(&format!("`{name}"))).count(), 1, "{name}: {warnings:#?}");
        }
    }

    #[test]
    fn values_before_a_syntax_error_are_kept() {
        let (settings, warnings) = Settings::from_ron("(\n fullscreen: true,\n vsync: ]\n, shake_percent: 5)");
        assert_eq!(settings, Settings { fullscreen: true, ..Settings::default() });
        assert_eq!(warnings.len(), 1, "{warnings:#?}");
        assert!(warnings[0].contains('3'), "names the line: {warnings:#?}");
        for text in ["", "(", "[]", "nonsense", "(fullscreen"] {
            let (settings, warnings) = Settings::from_ron(text);
            assert_eq!((settings, warnings.len()), (Settings::default(), 1), "{text}");
        }
    }
}
