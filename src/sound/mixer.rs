//! Adds up what sounds: voices, their places, volume, pause, ducking, the limiter.
//!
//! Units: samples at `RATE_HZ`, left and right in turns. Invariant: nothing is taken from the heap after `new` and `set_bank`; what comes
//! out is below 1. Must not know: devices, threads, why something sounds.

use super::bank::{Bank, Rendered};
use super::ear::Play;
use super::limit::Limiter;
use super::{RATE_HZ, samples};
use crate::sim::math;

/// Most voices at once; one more ends the one that is nearest to its end.
pub const VOICES_MAX: usize = 40;
/// Samples of each ear that are mixed at a time: 1.3 ms.
const CHUNK: usize = 64;
/// What is ended early fades so long, ms.
const FADE_MS: f32 = 5.0;
/// Pausing and going on take so long, ms.
const PAUSE_MS: f32 = 20.0;
/// Another volume takes so long, ms.
const VOLUME_MS: f32 = 30.0;
/// Others are lowered so fast, and come back so slowly, ms.
const DUCK_MS: (f32, f32) = (15.0, 350.0);

/// A sound under way.
#[derive(Clone, Copy, Debug)]
struct Voice {
    sound: usize,
    variant: usize,
    at: usize,
    left: f32,
    right: f32,
    /// 1, or less when it is ending.
    fade: f32,
    is_ending: bool,
    in_field: bool,
}

/// A value that moves evenly to where it is to be.
#[derive(Clone, Copy, Debug)]
struct Slow {
    now: f32,
    wanted: f32,
}

impl Slow {
    /// The values at the beginning and the end of a chunk; from 0 to 1 in so many ms.
    fn pass(&mut self, ms: f32) -> (f32, f32) {
        let most = CHUNK as f32 / samples(ms).max(1) as f32;
        let before = self.now;
        self.now += (self.wanted - before).clamp(-most, most);
        (before, self.now)
    }
}

/// The mixer.
#[derive(Clone, Debug)]
pub struct Mixer {
    bank: Bank,
    /// The variant of each sound that comes next.
    turns: Vec<usize>,
    voices: Vec<Voice>,
    volume: Slow,
    /// 0 while the playfield stands still.
    field: Slow,
    /// How loud those are that are lowered.
    ducked: Slow,
    limiter: Limiter,
}

impl Default for Mixer {
    fn default() -> Self {
        Self::new()
    }
}

impl Mixer {
    /// Silent, at full volume.
    pub fn new() -> Self {
        let full = Slow { now: 1.0, wanted: 1.0 };
        Self {
            bank: Bank::default(),
            turns: Vec::new(),
            voices: Vec::with_capacity(VOICES_MAX),
            volume: full,
            field: full,
            ducked: full,
            limiter: Limiter::default(),
        }
    }

    /// Other sounds from now on; the former are cut off. Gives back the former bank.
    pub fn set_bank(&mut self, bank: Bank) -> Bank {
        self.voices.clear();
        self.turns = vec![0; bank.len()];
        std::mem::replace(&mut self.bank, bank)
    }

    /// How loud everything is, 0 (silence) to 1, as a person would say it: half is half as loud.
    pub fn set_volume(&mut self, share: f32) {
        let share = if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 };
        self.volume.wanted = share * share;
    }

    /// The playfield stands still, or goes on; menus are heard meanwhile.
    pub fn set_paused(&mut self, is_paused: bool) {
        self.field.wanted = if is_paused { 0.0 } else { 1.0 };
    }

    /// What sounds in the playfield ends.
    pub fn clear_field(&mut self) {
        self.voices.iter_mut().filter(|voice| voice.in_field).for_each(|voice| voice.is_ending = true);
    }

    /// Voices under way.
    pub fn voice_count(&self) -> usize {
        self.voices.len()
    }

    /// A sound begins. One that is not in the bank is silent.
    pub fn play(&mut self, play: &Play) {
        let sound = usize::from(play.sound);
        let Some(rendered) = self.bank.get(sound) else { return };
        let of_it = |voice: &&mut Voice| voice.sound == sound && !voice.is_ending;
        if self.voices.iter_mut().filter(of_it).count() >= rendered.voice_count
            && let Some(oldest) = self.voices.iter_mut().filter(of_it).max_by_key(|voice| voice.at)
        {
            oldest.is_ending = true;
        }
        if self.voices.len() == VOICES_MAX {
            let left = |voice: &Voice| if voice.is_ending { 0 } else { length(&self.bank, voice).saturating_sub(voice.at) };
            let next = (0..self.voices.len()).min_by_key(|index| left(&self.voices[*index]));
            next.map(|index| self.voices.swap_remove(index));
        }
        let turn = &mut self.turns[sound];
        let variant = *turn;
        *turn = (variant + 1) % rendered.variants.len().max(1);
        // Equal power from side to side, 1 in the middle.
        let (right, left) = math::sin_cos_deg((play.pan.clamp(-1.0, 1.0) + 1.0) * 45.0);
        let gain = play.gain.clamp(0.0, 4.0) * std::f32::consts::SQRT_2;
        let (left, right) = (left * gain, right * gain);
        self.voices.push(Voice { sound, variant, at: 0, left, right, fade: 1.0, is_ending: false, in_field: play.in_field });
    }

    /// The next samples, left and right in turns.
    pub fn fill(&mut self, out: &mut [f32]) {
        out.chunks_mut(2 * CHUNK).for_each(|chunk| self.fill_chunk(chunk));
    }

    fn fill_chunk(&mut self, out: &mut [f32]) {
        out.fill(0.0);
        let Self { bank, voices, .. } = self;
        let duck = voices.iter().filter(|voice| !voice.is_ending).filter_map(|voice| Some(bank.get(voice.sound)?.duck)).fold(0.0, f32::max);
        self.ducked.wanted = 1.0 - duck;
        let is_sinking = self.ducked.wanted < self.ducked.now;
        let ducked = self.ducked.pass(if is_sinking { DUCK_MS.0 } else { DUCK_MS.1 });
        let field = self.field.pass(PAUSE_MS);
        let volume = self.volume.pass(VOLUME_MS);
        voices.retain_mut(|voice| {
            let Some(rendered) = bank.get(voice.sound) else { return false };
            if voice.in_field && field == (0.0, 0.0) && !voice.is_ending {
                return true;
            }
            let field = if voice.in_field { field } else { (1.0, 1.0) };
            let ducked = if rendered.duck > 0.0 { (1.0, 1.0) } else { ducked };
            let level = |end: fn((f32, f32)) -> f32| end(field) * end(ducked) * end(volume);
            voice.add(rendered, level(|ends| ends.0), level(|ends| ends.1), out)
        });
        self.limiter.pass(out);
    }
}

fn length(bank: &Bank, voice: &Voice) -> usize {
    bank.get(voice.sound).and_then(|rendered| rendered.variants.get(voice.variant)).map_or(0, Vec::len)
}

impl Voice {
    /// Adds its next samples, at a level that moves from one to another; false when it has come to its end.
    fn add(&mut self, rendered: &Rendered, from: f32, to: f32, out: &mut [f32]) -> bool {
        let Some(all) = rendered.variants.get(self.variant) else { return false };
        let fade = if self.is_ending { 1000.0 / (FADE_MS * RATE_HZ as f32) } else { 0.0 };
        let step = (to - from) / (out.len() / 2).max(1) as f32;
        let mut level = from;
        for (pair, sample) in out.chunks_exact_mut(2).zip(&all[self.at..]) {
            level += step;
            let sample = sample * level * self.fade;
            pair[0] += sample * self.left;
            pair[1] += sample * self.right;
            self.fade = (self.fade - fade).max(0.0);
        }
        self.at = (self.at + out.len() / 2).min(all.len());
        self.at < all.len() && self.fade > 0.0
    }
}
