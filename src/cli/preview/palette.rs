//! 255 colours for a set of pictures, found by median cut, and the nearest of them for any pixel.
//!
//! Pure: the same pictures give the same palette. SOURCE: Heckbert, "Color image quantization for frame buffer display", 1982.

/// Colours of a palette; one index is left for "as before".
pub const COLORS_MAX: usize = 255;
/// Bits of each channel that tell colours apart while counting and looking up.
const BITS: u32 = 6;
const BINS: usize = 1 << (3 * BITS);

fn bin(rgb: [u8; 3]) -> usize {
    rgb.iter().fold(0, |bin, channel| bin << BITS | usize::from(channel >> (8 - BITS)))
}

/// How often colours were seen.
pub struct Tally {
    /// For each bin: pixels, and the sum of their channels.
    bins: Vec<(u64, [u64; 3])>,
}

impl Tally {
    pub fn new() -> Self {
        Self { bins: vec![(0, [0; 3]); BINS] }
    }

    /// Counts a pixel.
    pub fn add(&mut self, rgb: [u8; 3]) {
        let (count, sums) = &mut self.bins[bin(rgb)];
        *count += 1;
        (0..3).for_each(|channel| sums[channel] += u64::from(rgb[channel]));
    }

    /// The palette of what was counted.
    pub fn palette(&self) -> Palette {
        let seen = self.bins.iter().filter(|(count, _)| *count > 0);
        // A wide sky must not take all the colours from a few bright bullets.
        let colors = seen.map(|(count, sums)| Seen { rgb: sums.map(|sum| (sum / count) as u8), weight: (*count as f64).sqrt() });
        let mut boxes = vec![colors.collect::<Vec<_>>()];
        while boxes.len() < COLORS_MAX {
            let Some(worst) = (0..boxes.len()).max_by(|a, b| spread(&boxes[*a]).total_cmp(&spread(&boxes[*b]))) else { break };
            let Some(half) = split(&mut boxes[worst]) else { break };
            boxes.push(half);
        }
        let colors: Vec<[u8; 3]> = boxes.iter().filter(|colors| !colors.is_empty()).map(|colors| mean(colors)).collect();
        Palette { colors, found: vec![u8::MAX; BINS] }
    }
}

/// A colour and how much it counts.
#[derive(Clone, Copy)]
struct Seen {
    rgb: [u8; 3],
    weight: f64,
}

/// The channel along which colours differ most, and by how much.
fn longest(colors: &[Seen]) -> (usize, u8) {
    let range = |channel: usize| {
        let values = || colors.iter().map(|seen| seen.rgb[channel]);
        values().max().unwrap_or(0) - values().min().unwrap_or(0)
    };
    (0..3).map(|channel| (channel, range(channel))).max_by_key(|(_, range)| *range).unwrap_or((0, 0))
}

/// How badly one colour stands for all.
fn spread(colors: &[Seen]) -> f64 {
    let weight: f64 = colors.iter().map(|seen| seen.weight).sum();
    f64::from(longest(colors).1) * weight.sqrt()
}

/// Cuts where half the weight lies on each side, and gives the upper part; `None` if all are equal.
fn split(colors: &mut Vec<Seen>) -> Option<Vec<Seen>> {
    let (channel, range) = longest(colors);
    if range == 0 {
        return None;
    }
    colors.sort_by_key(|seen| (seen.rgb[channel], seen.rgb));
    let half: f64 = colors.iter().map(|seen| seen.weight).sum::<f64>() / 2.0;
    let mut below = 0.0;
    let cut = colors.iter().position(|seen| {
        below += seen.weight;
        below >= half
    });
    let cut = cut.unwrap_or(0).clamp(1, colors.len() - 1);
    Some(colors.split_off(cut))
}

fn mean(colors: &[Seen]) -> [u8; 3] {
    let weight: f64 = colors.iter().map(|seen| seen.weight).sum();
    std::array::from_fn(|channel| {
        let sum: f64 = colors.iter().map(|seen| f64::from(seen.rgb[channel]) * seen.weight).sum();
        (sum / weight).round() as u8
    })
}

/// A palette, and what was looked up in it.
pub struct Palette {
    colors: Vec<[u8; 3]>,
    /// For each bin the index of its colour; `u8::MAX` while nobody asked.
    found: Vec<u8>,
}

impl Palette {
    /// The colours, by index.
    pub fn colors(&self) -> &[[u8; 3]] {
        &self.colors
    }

    /// The index of the colour nearest to a pixel.
    pub fn index(&mut self, rgb: [u8; 3]) -> u8 {
        let bin = bin(rgb);
        if self.found[bin] == u8::MAX {
            let distance = |color: &[u8; 3]| {
                let [r, g, b] = std::array::from_fn(|channel| i32::from(color[channel]) - i32::from(rgb[channel]));
                // The eye tells greens apart best.
                2 * r * r + 4 * g * g + 3 * b * b
            };
            let nearest = (0..self.colors.len()).min_by_key(|index| distance(&self.colors[*index]));
            self.found[bin] = nearest.unwrap_or(0) as u8;
        }
        self.found[bin]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colours_are_kept_as_they_are_and_many_are_kept_near() {
        let mut tally = Tally::new();
        let few = [[0, 0, 0], [255, 93, 115], [56, 199, 255], [22, 29, 63]];
        few.iter().for_each(|rgb| tally.add(*rgb));
        let mut palette = tally.palette();
        for rgb in few {
            let index = usize::from(palette.index(rgb));
            assert_eq!(palette.colors()[index], rgb);
        }
        let mut tally = Tally::new();
        let many = || (0..64_u32).flat_map(|r| (0..64).map(move |g| [(r * 4) as u8, (g * 4) as u8, ((r + g) * 2) as u8]));
        many().for_each(|rgb| (0..500).for_each(|_| tally.add(rgb)));
        // Some that stand out: a hundredth of the pixels.
        (0..20_000).for_each(|_| tally.add([250, 10, 240]));
        let mut palette = tally.palette();
        assert_eq!(palette.colors().len(), COLORS_MAX);
        for rgb in many().chain([[250, 10, 240]]) {
            let index = usize::from(palette.index(rgb));
            let color = palette.colors()[index];
            assert!((0..3).all(|channel| color[channel].abs_diff(rgb[channel]) < 24), "{rgb:?} became {color:?}");
        }
    }
}
