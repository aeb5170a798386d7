//! The file format of a backdrop, `assets/backdrops/<name>.ron`: layers of paper from the farthest to the nearest.
//!
//! Units: playfield px and ticks; colours `#RRGGBB` or `#RRGGBBAA`.

use serde::Deserialize;

/// A whole backdrop.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BackdropFormat {
    /// The layers, the farthest first; 1 to 16.
    pub layers: Vec<LayerFormat>,
}

/// One layer and how it moves.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LayerFormat {
    /// What is seen.
    pub what: What,
    /// How far it sinks for each px that the stage has scrolled, -4 to 4.
    #[serde(default)]
    pub fall: f32,
    /// How far it sways to each side, px, 0 to 60.
    #[serde(default)]
    pub sway_px: f32,
    /// How long one sway takes, ticks, 60 to 36000.
    #[serde(default = "default_sway_ticks")]
    pub sway_ticks: f32,
    /// How it turns about the middle of the playfield, degrees a tick, -5 to 5 (patterns and rays only).
    #[serde(default)]
    pub turn_deg_per_tick: f32,
}

/// What a layer shows.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum What {
    /// A sheet over the whole playfield from one colour to another, with the grain of paper.
    Sky(Sky),
    /// A traditional pattern printed over the whole playfield.
    Pattern(PatternPrint),
    /// Rays from the middle.
    Rays(Rays),
    /// A soft round light, as over a town.
    Glow(Glow),
    /// A disc of paper with a light around it.
    Moon(Moon),
    /// Torn hills that reach down to the lower edge.
    Ridge(Ridge),
    /// Torn banks of mist that come again and again.
    Mist(Mist),
    /// Paper lanterns that rise.
    Lanterns(Lanterns),
    /// Small pieces of paper that fall (or rise).
    Snow(Snow),
}

/// See `What::Sky`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sky {
    /// Colour above.
    pub top: String,
    /// Colour below.
    pub low: String,
    /// Colour that the corners are drawn towards.
    pub corner: String,
    /// Small distant lights, 0 to 400.
    #[serde(default)]
    pub star_count: u32,
}

/// A traditional pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Pattern {
    /// Waves of the blue sea: overlapping fans.
    Seigaiha,
    /// Hemp leaves: six-pointed stars in a net of triangles.
    Asanoha,
}

/// See `What::Pattern`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PatternPrint {
    /// Which.
    pub pattern: Pattern,
    /// Size of a repeat, px, 8 to 200.
    pub size_px: f32,
    /// Width of its lines, px, 0.2 to 8.
    pub line_px: f32,
    /// Its colour; alpha is its contrast.
    pub color: String,
}

/// See `What::Rays`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rays {
    /// How many, 2 to 48.
    pub count: u32,
    /// Their colour at the middle; they fade outwards.
    pub color: String,
    /// Where they meet, px.
    pub at: (f32, f32),
}

/// See `What::Glow`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Glow {
    /// Its middle, px.
    pub at: (f32, f32),
    /// Half its width and half its height, px, 4 to 600.
    pub half_px: (f32, f32),
    /// Its colour; alpha is its strength in the middle.
    pub color: String,
}

/// See `What::Moon`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Moon {
    /// Its middle, px.
    pub at: (f32, f32),
    /// Its radius, px, 4 to 200.
    pub radius_px: f32,
    /// Its colour.
    pub color: String,
    /// The light around it; alpha is its strength.
    pub halo: String,
}

/// See `What::Ridge`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ridge {
    /// Height of its mean edge from the top of the playfield before any scrolling, px, 0 to 448.
    pub y_px: f32,
    /// How far hills and valleys leave that height, px, 0 to 120.
    pub swell_px: f32,
    /// Hills in the width of the playfield, 0.2 to 8.
    pub hill_count: f32,
    /// Colour of the paper.
    pub color: String,
    /// Colour of the torn edge.
    pub edge: String,
    /// Which hills.
    pub seed: u32,
    /// Houses with lit windows on the hills, 0 to 40.
    #[serde(default)]
    pub house_count: u32,
    /// Strings of lanterns between the hills, 0 to 12.
    #[serde(default)]
    pub string_count: u32,
    /// Colour of the lights.
    #[serde(default = "default_light")]
    pub light: String,
}

/// See `What::Mist`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mist {
    /// Banks, 1 to 12, spread over a height that repeats.
    pub count: u32,
    /// Length of a bank, px, 40 to 400.
    pub length_px: f32,
    /// Height after which the banks repeat, px, 448 to 4000.
    pub repeat_px: f32,
    /// Colour of the paper; alpha as it is.
    pub color: String,
    /// Colour of its torn edge.
    pub edge: String,
    /// Which places.
    pub seed: u32,
}

/// See `What::Lanterns`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lanterns {
    /// How many, 1 to 40.
    pub count: u32,
    /// Colour of the light.
    pub color: String,
    /// Size of the nearest, px, 1 to 30.
    pub size_px: f32,
    /// How fast the nearest rises, px a tick, -4 to 4.
    pub rise_px_per_tick: f32,
    /// Which lanterns.
    pub seed: u32,
}

/// See `What::Snow`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Snow {
    /// How many, 1 to 400.
    pub count: u32,
    /// Colour; alpha as it is.
    pub color: String,
    /// Size of the nearest, px, 0.5 to 12.
    pub size_px: f32,
    /// How fast the nearest falls, px a tick, -6 to 6 (negative rises).
    pub fall_px_per_tick: f32,
    /// Which pieces.
    pub seed: u32,
}

fn default_sway_ticks() -> f32 {
    900.0
}

fn default_light() -> String {
    "#FFB45C".to_owned()
}
