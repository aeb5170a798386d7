//! Bars side by side: neighbours of the same height and colour become one rectangle, so that a quiet graph costs few vertices.
//!
//! Units: physical pixels. Invariant: channels do not overlap, or are finished one after the other; the picture is that of single bars.
//! Must not know: what a bar means.

use crate::view::ink::{Ink, Rgba};

/// A run that may still grow to the right.
#[derive(Clone, Copy, PartialEq)]
struct Run {
    left: f32,
    right: f32,
    top: f32,
    bottom: f32,
    rgba: Rgba,
}

/// One open run a channel.
pub struct Bars<const N: usize> {
    open: [Option<Run>; N],
}

impl<const N: usize> Bars<N> {
    /// Nothing begun.
    pub fn new() -> Bars<N> {
        Bars { open: [None; N] }
    }

    /// A bar from `x.0` to `x.1` and from `y.0` down to `y.1`. Channels go from left to right.
    pub fn put(&mut self, ink: &mut Ink, channel: usize, x: (f32, f32), y: (f32, f32), rgba: Rgba) {
        let bar = Run { left: x.0, right: x.1, top: y.0, bottom: y.1, rgba };
        let open = &mut self.open[channel];
        match open {
            Some(run) if *run == (Run { left: run.left, right: bar.left, ..bar }) => run.right = bar.right,
            _ => {
                draw(ink, open.replace(bar));
            }
        }
    }

    /// Draws what is still open.
    pub fn finish(&mut self, ink: &mut Ink) {
        self.open.iter_mut().for_each(|open| draw(ink, open.take()));
    }
}

fn draw(ink: &mut Ink, run: Option<Run>) {
    if let Some(Run { left, right, top, bottom, rgba }) = run {
        ink.rect(left, top, right - left, bottom - top, rgba);
    }
}
