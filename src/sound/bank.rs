//! All sounds of a content as samples, ready to be mixed.
//!
//! Invariant: in the order of the content, so that an index means the same to [`super::Ear`].

use super::{Sound, render};

/// A sound as samples.
#[derive(Clone, Debug, PartialEq)]
pub struct Rendered {
    /// At least one; they take turns.
    pub variants: Vec<Vec<f32>>,
    /// How often it may sound at the same time.
    pub voice_count: usize,
    /// How much others are lowered meanwhile, 0 to 0.9.
    pub duck: f32,
}

/// Sounds by index.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bank {
    sounds: Vec<Rendered>,
}

impl Bank {
    /// Renders all of them: some tenths of a second.
    pub fn new(sounds: &[Sound]) -> Self {
        Self { sounds: sounds.iter().map(Rendered::new).collect() }
    }

    /// One of them.
    pub fn get(&self, index: usize) -> Option<&Rendered> {
        self.sounds.get(index)
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.sounds.len()
    }

    /// Nothing to be heard.
    pub fn is_empty(&self) -> bool {
        self.sounds.is_empty()
    }
}

impl Rendered {
    /// Renders every variant.
    pub fn new(sound: &Sound) -> Self {
        let format = &sound.format;
        let variants = (0..format.variant_count() as u32).map(|variant| render(format, variant)).collect();
        Self { variants, voice_count: format.voices as usize, duck: format.duck }
    }
}
