//! Pictures one after another, as a GIF that repeats. Pixels that stay are left out, so that what stands still costs nothing.
//!
//! Units: pixels, hundredths of a second.

use super::palette::{COLORS_MAX, Tally};
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use std::io;
use tamafubuki::paper::Bitmap;

/// The index that means: as in the picture before.
const SAME: u8 = COLORS_MAX as u8;
/// Every how many pixels one is looked at for the palette.
const TALLY_STEP: usize = 3;

/// An animation in the making.
pub struct Animation {
    width: usize,
    height: usize,
    delay_cs: u32,
    tally: Tally,
    /// Opaque pictures, three bytes a pixel.
    pictures: Vec<Vec<u8>>,
}

impl Animation {
    /// Each picture is shown for `delay_cs`.
    pub fn new(width: usize, height: usize, delay_cs: u32) -> Self {
        Self { width, height, delay_cs, tally: Tally::new(), pictures: Vec::new() }
    }

    /// The next picture: opaque, of the animation's size.
    pub fn add(&mut self, picture: &Bitmap) {
        let rgb: Vec<u8> = picture.rgba.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
        for pixel in rgb.as_chunks::<3>().0.iter().step_by(TALLY_STEP) {
            self.tally.add(*pixel);
        }
        self.pictures.push(rgb);
    }

    /// The bytes of the file.
    ///
    /// # Errors
    /// If the animation is too large for the format.
    pub fn encode(self) -> io::Result<Vec<u8>> {
        let mut palette = self.tally.palette();
        let (width, height) = (self.width as u16, self.height as u16);
        let mut bytes = Vec::new();
        let mut encoder = Encoder::new(&mut bytes, width, height, palette.colors().as_flattened()).map_err(io::Error::other)?;
        encoder.set_repeat(Repeat::Infinite).map_err(io::Error::other)?;
        let mut shown = vec![SAME; self.width * self.height];
        for picture in &self.pictures {
            let indices: Vec<u8> = picture.as_chunks::<3>().0.iter().map(|pixel| palette.index(*pixel)).collect();
            let frame = change(&shown, &indices, self.width);
            encoder.write_frame(&Frame { delay: self.delay_cs as u16, ..frame }).map_err(io::Error::other)?;
            shown = indices;
        }
        drop(encoder);
        Ok(bytes)
    }
}

/// The smallest rectangle that turns one picture into the next.
fn change(before: &[u8], now: &[u8], width: usize) -> Frame<'static> {
    let changed = || (0..now.len()).filter(|at| before[*at] != now[*at]);
    let rows = (changed().next().unwrap_or(0) / width, changed().next_back().unwrap_or(0) / width);
    let columns = changed().fold((width - 1, 0), |(least, most), at| (least.min(at % width), most.max(at % width)));
    // Nothing changed: one pixel, as before.
    let columns = if columns.0 > columns.1 { (0, 0) } else { columns };
    let row = |y: usize| y * width + columns.0..=y * width + columns.1;
    let buffer: Vec<u8> = (rows.0..=rows.1).flat_map(row).map(|at| if before[at] == now[at] { SAME } else { now[at] }).collect();
    Frame {
        left: columns.0 as u16,
        top: rows.0 as u16,
        width: (columns.1 - columns.0 + 1) as u16,
        height: (rows.1 - rows.0 + 1) as u16,
        transparent: Some(SAME),
        dispose: DisposalMethod::Keep,
        buffer: buffer.into(),
        ..Frame::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A picture of 8 x 6, blue with a red dot.
    fn picture(x: usize, y: usize) -> Bitmap {
        let mut bitmap = Bitmap::new(8, 6);
        bitmap.rgba.chunks_exact_mut(4).for_each(|pixel| pixel.copy_from_slice(&[20, 30, 200, 255]));
        bitmap.put(x, y, [250, 20, 30, 255]);
        bitmap
    }

    #[test]
    fn what_is_read_back_is_what_was_drawn() {
        let dots = [(0, 0), (1, 0), (1, 0), (7, 5)];
        let mut animation = Animation::new(8, 6, 5);
        dots.iter().for_each(|(x, y)| animation.add(&picture(*x, *y)));
        // The dot is in the tally only where a pixel in three is looked at.
        animation.tally.add([250, 20, 30]);
        let bytes = animation.encode().expect("a small animation");
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(&bytes[..]).expect("a GIF");
        let mut screen = vec![0_u8; 8 * 6 * 4];
        for (x, y) in dots {
            let frame = decoder.read_next_frame().expect("a frame").expect("a frame");
            assert_eq!(frame.delay, 5);
            for (at, pixel) in frame.buffer.chunks_exact(4).enumerate().filter(|(_, pixel)| pixel[3] > 0) {
                let (column, row) =
                    (usize::from(frame.left) + at % usize::from(frame.width), usize::from(frame.top) + at / usize::from(frame.width));
                screen[(row * 8 + column) * 4..][..4].copy_from_slice(pixel);
            }
            assert_eq!(screen, picture(x, y).rgba, "dot at {x}, {y}");
        }
        assert!(decoder.read_next_frame().expect("the end").is_none());
    }
}
