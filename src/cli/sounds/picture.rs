//! Sounds to be looked at: for each its wave and, below, its spectrum over time; the higher, the lighter, the louder.
//!
//! Units: canvas pixels. Each sound is as wide as the others, however long it is; the wave is drawn against full scale.

use glam::Vec2;
use tamafubuki::paper::Bitmap;
use tamafubuki::paper::canvas::Canvas;
use tamafubuki::sim::math;
use tamafubuki::sound::RATE_HZ;
use tamafubuki::sound::measure::look;

const COLUMNS: usize = 5;
const WIDTH: usize = 250;
const WAVE: usize = 70;
const SPECTRUM: usize = 90;
const CAPTION: usize = 18;
const GAP: usize = 6;
/// Lowest and highest pitch of the spectrum, Hz.
const PITCHES_HZ: (f32, f32) = (50.0, 20_000.0);
/// Softest power that is seen, beside the loudest, dB.
const DEPTH_DB: f32 = 70.0;
const FONT: &[u8] = include_bytes!("../../../assets/fonts/BIZUDPGothic-Bold.subset.ttf");
const PAPER: [u8; 3] = [0xf3, 0xec, 0xdd];
const INK: [u8; 4] = [0x2a, 0x22, 0x38, 255];
const LINE: [u8; 4] = [0xC8, 0xBE, 0xAE, 255];

/// Draws the sounds, each with its name.
pub fn draw(sounds: &[(&str, &[f32])]) -> Bitmap {
    let (cell, rows) = (CAPTION + WAVE + SPECTRUM + GAP, sounds.len().div_ceil(COLUMNS).max(1));
    let mut out = Bitmap::new(GAP + COLUMNS * (WIDTH + GAP), GAP + rows * cell);
    out.rgba.chunks_exact_mut(4).for_each(|pixel| pixel.copy_from_slice(&[PAPER[0], PAPER[1], PAPER[2], 255]));
    let font = fontdue::Font::from_bytes(FONT, fontdue::FontSettings::default()).ok();
    for (index, (name, samples)) in sounds.iter().enumerate() {
        let (x, y) = (GAP + index % COLUMNS * (WIDTH + GAP), GAP + index / COLUMNS * cell);
        if let Some(font) = &font {
            let mut canvas = Canvas::new(WIDTH, CAPTION);
            canvas.clear(PAPER);
            let text = format!("{name}   {} ms", samples.len() * 1000 / RATE_HZ as usize);
            canvas.text(font, Vec2::new(2.0, 13.0), 11.0, INK, &text);
            out.paste(&canvas.bitmap(), x, y);
        }
        out.paste(&wave(samples), x, y + CAPTION);
        out.paste(&spectrum(samples), x, y + CAPTION + WAVE);
    }
    out
}

/// From the least to the greatest sample of each column.
fn wave(samples: &[f32]) -> Bitmap {
    let mut out = Bitmap::new(WIDTH, WAVE);
    out.rgba.fill(255);
    let row = |sample: f32| ((0.5 - 0.5 * sample.clamp(-1.0, 1.0)) * (WAVE - 1) as f32).round() as usize;
    for x in 0..WIDTH {
        out.put(x, row(0.0), LINE);
        let part = &samples[x * samples.len() / WIDTH..(x + 1) * samples.len() / WIDTH];
        let (least, most) = part.iter().fold((0.0f32, 0.0f32), |(least, most), sample| (least.min(*sample), most.max(*sample)));
        (row(most)..=row(least)).filter(|_| !part.is_empty()).for_each(|y| out.put(x, y, INK));
    }
    out
}

/// The power of each pitch at each moment.
fn spectrum(samples: &[f32]) -> Bitmap {
    let columns: Vec<Vec<f32>> = (0..WIDTH).map(|x| look(samples, (x * samples.len() / WIDTH).saturating_sub(256))).collect();
    let loudest = columns.iter().flatten().fold(f32::MIN_POSITIVE, |most, power| most.max(*power));
    let mut out = Bitmap::new(WIDTH, SPECTRUM);
    for (x, powers) in columns.iter().enumerate() {
        for y in 0..SPECTRUM {
            let share = 1.0 - y as f32 / (SPECTRUM - 1) as f32;
            let hz = PITCHES_HZ.0 * math::pow(PITCHES_HZ.1 / PITCHES_HZ.0, share);
            let bin = (hz / (RATE_HZ as f32 * 0.5) * powers.len() as f32) as usize;
            let db = 10.0 * (powers.get(bin).copied().unwrap_or(0.0) / loudest).max(1e-12).log10();
            out.put(x, y, glow((1.0 + db / DEPTH_DB).clamp(0.0, 1.0)));
        }
    }
    out
}

/// From night over vermilion to paper.
fn glow(share: f32) -> [u8; 4] {
    const STOPS: [[f32; 3]; 4] = [[16.0, 18.0, 40.0], [70.0, 40.0, 110.0], [222.0, 90.0, 60.0], [255.0, 244.0, 214.0]];
    let place = share * (STOPS.len() - 1) as f32;
    let below = (place as usize).min(STOPS.len() - 2);
    let mixed = |i: usize| (STOPS[below][i] + (STOPS[below + 1][i] - STOPS[below][i]) * (place - below as f32)) as u8;
    [mixed(0), mixed(1), mixed(2), 255]
}
