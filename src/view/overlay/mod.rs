//! The overlay (F3): off, compact, full, compare, each but the first with a legend. Shows whether a hitch came from allocation, in which mode, and how full everything is.
//!
//! Owns: the layer shown and its page. Units: physical pixels. Invariant: texts are worked out 4 times a second, the graph is drawn each
//! frame; after the first frames nothing allocates. Must not know: how figures are found, what a tick does.

mod column;
mod compact;
mod compare;
mod full;
mod graph;
mod inspect;
mod legend;
mod page;
mod style;
#[cfg(test)]
mod tests;
mod words;

use super::glyphs::Face;
use super::ink::{Align, Ink, Rgba};
use super::layout::{Layout, Rect};
use graph::Graph;
pub use page::OPENING_FRAMES;
use page::{Hand, Page};
use style::Sizes;
use tamafubuki::mem::arena::ArenaStats;
use tamafubuki::sim::bullet::Mode;
use tamafubuki::telemetry::Telemetry;
use tamafubuki::telemetry::inspect::Inspector;
use tamafubuki::telemetry::tour::PLATE_WINDOW_PX;

/// From one refresh of the texts to the next, ms.
const REFRESH_MS: f64 = 250.0;
/// From one digest to the next, ms.
const DIGEST_MS: f64 = 2_000.0;
/// About a second of frames.
const SECOND_COUNT: usize = 60;
/// How wide a plate must be, em of its text.
const PLATE_WIDTH_EM: f32 = 34.0;
/// Everything the overlay ever writes.
const GLYPHS: &str = " !%()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz|";

/// How much is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Layer {
    /// Nothing.
    #[default]
    Off,
    /// One line under the playfield.
    Compact,
    /// The plate beside the playfield.
    Full,
    /// Both storages side by side, on the same plate.
    Compare,
    /// One frame and its neighbours; not among those that are cycled through.
    Inspect,
}

/// A move of the inspector's cursor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CursorStep {
    /// By so many frames, negative to older ones.
    Frames(i64),
    /// To the next slower one of the list.
    Slower,
    /// To the next faster one of the list.
    Faster,
}

/// What the overlay shows and telemetry does not hold.
#[derive(Clone, Copy, Default, Debug)]
pub struct Facts {
    /// Seed of the run.
    pub seed: Option<u64>,
    /// A digest of the world, and the tick after which it had it.
    pub digest: Option<(u32, u64)>,
    /// Frames in the recording that runs, if one does.
    pub recorded_frames: Option<usize>,
    /// What the panel shows and the plate covers.
    pub play: Option<Play>,
    /// What counting costs, from `mem::counter::calibrate`.
    pub counter_ns: Option<f32>,
}

/// The panel's figures that a player cannot do without.
#[derive(Clone, Copy, Debug)]
pub struct Play {
    /// Points.
    pub score: u64,
    /// Lives in stock.
    pub lives: u32,
    /// Bombs in stock.
    pub bombs: u32,
    /// Power in hundredths.
    pub power: u32,
    /// Bullets grazed.
    pub graze: u32,
    /// Ticks cut short and births refused by the limits of patterns.
    pub clipped: u64,
}

/// The overlay.
pub struct Overlay {
    layer: Layer,
    legend: bool,
    page: Page,
    graph: Option<Graph>,
    plate: Rect,
    layout: Option<Layout>,
    facts: Option<Facts>,
    /// When the texts were worked out, by the start of the newest frame then; `None` when they must be in the next frame.
    written_ms: Option<f64>,
    /// The same for the digest.
    asked_ms: f64,
    inspector: Inspector,
    /// The layer to go back to.
    before_inspection: Layer,
}

impl Overlay {
    /// Hidden, with all memory taken.
    pub fn new() -> Overlay {
        Overlay {
            layer: Layer::Off,
            legend: false,
            page: Page::new(),
            graph: None,
            plate: Rect::default(),
            layout: None,
            facts: None,
            written_ms: None,
            asked_ms: 0.0,
            inspector: Inspector::new(),
            before_inspection: Layer::Off,
        }
    }

    /// The next layer.
    pub fn cycle(&mut self) {
        let next = match self.layer {
            Layer::Off => Layer::Compact,
            Layer::Compact => Layer::Full,
            Layer::Full => Layer::Compare,
            Layer::Compare => Layer::Off,
            Layer::Inspect => Layer::Inspect,
        };
        self.open(next, self.legend);
    }

    /// Goes to a layer, with the legend or without. The inspector is opened by [`Overlay::inspect`].
    pub fn set(&mut self, layer: Layer, legend: bool) {
        if layer != Layer::Inspect {
            self.open(layer, legend);
        }
    }

    /// Whether a plate lies over the panel.
    pub fn covers_panel(&self) -> bool {
        !matches!(self.layer, Layer::Off | Layer::Compact)
    }

    /// Goes to the compare layer.
    pub fn compare(&mut self) {
        self.open(Layer::Compare, false);
    }

    /// Opens the inspector on the frames as they are; false when there are none.
    pub fn inspect(&mut self, telemetry: &Telemetry) -> bool {
        let is_open = self.inspector.open(telemetry);
        if is_open && self.layer != Layer::Inspect {
            self.before_inspection = self.layer;
            self.open(Layer::Inspect, false);
        }
        is_open
    }

    /// Moves the inspector's cursor.
    pub fn move_cursor(&mut self, telemetry: &Telemetry, step: CursorStep) {
        match step {
            CursorStep::Frames(frames) => self.inspector.move_by(frames, telemetry.frames()),
            CursorStep::Slower => self.inspector.pick(true),
            CursorStep::Faster => self.inspector.pick(false),
        }
        self.written_ms = None;
    }

    /// Back to the layer that was shown before the inspector.
    pub fn end_inspection(&mut self) {
        self.open(self.before_inspection, self.legend);
    }

    /// Shows the definitions on the plate, or hides them. Opens the full layer if there is no plate.
    pub fn toggle_legend(&mut self) {
        let layer = if !self.legend && matches!(self.layer, Layer::Off | Layer::Compact) { Layer::Full } else { self.layer };
        self.open(layer, !self.legend);
    }

    fn open(&mut self, layer: Layer, legend: bool) {
        (self.layer, self.legend, self.written_ms) = (layer, legend, None);
        self.page.open();
    }

    /// Works the texts out anew at the next drawing: after a mode switch or a reset.
    pub fn refresh(&mut self) {
        self.written_ms = None;
        self.facts = None;
    }

    /// Rasterises every glyph for a window, so that opening the overlay costs no frame. At load and after a resize.
    pub fn warm(ink: &mut Ink, layout: &Layout) {
        let sizes = Sizes::at(layout.scale);
        for size_px in [sizes.text, sizes.text - 2.0, sizes.large, compact::sizes(layout).text] {
            ink.warm(size_px, Face::Regular, 0.0, GLYPHS);
        }
        ink.warm(sizes.large - 3.0, Face::Bold, 0.0, GLYPHS);
        for size_px in [sizes.text, compact::sizes(layout).text] {
            ink.warm(size_px, Face::Bold, 0.0, GLYPHS);
        }
    }

    /// Works out texts and axes, in some frames only. `facts` is asked with them, seldom with a digest.
    pub fn prepare(&mut self, layout: &Layout, telemetry: &mut Telemetry, facts: impl FnOnce(bool) -> Facts) {
        if self.layer == Layer::Off {
            return;
        }
        let now_ms = telemetry.frames().newest().map_or(0.0, |newest| newest.start_ms);
        // Time begins anew at a reset.
        let age_ms = |then_ms: f64| (now_ms - then_ms).abs();
        let is_due = self.layout.as_ref() != Some(layout) || self.written_ms.is_none_or(|then_ms| age_ms(then_ms) >= REFRESH_MS);
        if is_due && self.layer == Layer::Full {
            // Every bullet goes into it: the more there are, the longer it takes.
            let wants_digest = self.facts.is_none() || age_ms(self.asked_ms) >= DIGEST_MS;
            let known = self.facts.and_then(|facts| facts.digest);
            let fresh = facts(wants_digest);
            self.facts = Some(Facts { digest: fresh.digest.or(known), ..fresh });
            self.asked_ms = if wants_digest { now_ms } else { self.asked_ms };
        }
        if is_due {
            (self.written_ms, self.layout) = (Some(now_ms), Some(*layout));
            self.write(layout, Sizes::at(layout.scale), telemetry);
        }
    }

    /// Draws the layer, once it is prepared, over everything else.
    pub fn draw(&mut self, ink: &mut Ink, layout: &Layout, telemetry: &Telemetry) {
        if self.layer == Layer::Off {
            return;
        }
        let plate = self.plate;
        ink.rect(plate.x, plate.y, plate.w, plate.h, style::PLATE);
        ink.frame(plate, 1.0, style::EDGE);
        if let Some(graph) = self.graph.as_ref().filter(|_| !self.page.is_blank()) {
            graph.draw(ink, &Sizes::at(layout.scale), telemetry);
        }
        self.page.draw(ink);
    }

    /// A window in which no layer but the compact one could be read.
    fn refuse(&mut self, layout: &Layout) {
        let sizes = compact::sizes(layout);
        self.plate = compact::plate(layout, &sizes);
        let (x, y) = (self.plate.center_x(), self.plate.y + sizes.text * 1.2);
        let (w, h) = PLATE_WINDOW_PX;
        let hand = Hand::new(sizes.text, style::AMBER);
        self.page.put(x, y, Align::Center, hand, format_args!("this layer needs a window of {w} x {h} pixels at least"));
    }

    fn write(&mut self, layout: &Layout, sizes: Sizes, telemetry: &mut Telemetry) {
        self.page.clear();
        self.graph = None;
        if self.layer == Layer::Compact {
            let sizes = compact::sizes(layout);
            self.plate = compact::plate(layout, &sizes);
            compact::write(&mut self.page, self.plate, sizes, telemetry);
            return;
        }
        self.plate = side_plate(layout, &sizes);
        if self.plate.w < sizes.text * PLATE_WIDTH_EM {
            return self.refuse(layout);
        }
        let inside = self.plate.grown(-sizes.gap * 1.2);
        let lowest = match self.layer {
            _ if self.legend => legend::write(&mut self.page, inside, sizes),
            Layer::Inspect => inspect::write(&mut self.page, inside, sizes, telemetry, &self.inspector),
            Layer::Compare => compare::write(&mut self.page, inside, sizes, telemetry),
            _ => {
                self.graph = full::write(&mut self.page, inside, sizes, telemetry, &self.facts.unwrap_or_default());
                inside.bottom()
            }
        };
        self.plate.h = (lowest + sizes.gap * 1.4 - self.plate.y).min(self.plate.h);
    }
}

impl Default for Overlay {
    fn default() -> Self {
        Overlay::new()
    }
}

/// Beside the playfield, over the panel: never over the playfield.
fn side_plate(layout: &Layout, sizes: &Sizes) -> Rect {
    let margin = sizes.gap;
    let x = layout.playfield.right() + margin;
    let w = (layout.window.w - margin - x).min(layout.scale * 262.0).round();
    let h = (layout.page.h - 2.0 * margin).round();
    Rect::new(x.round(), (layout.page.y + margin).round(), w, h)
}

fn mode_name(mode: Mode) -> (&'static str, Rgba) {
    match mode {
        Mode::Pooled => ("POOLED", style::POOLED),
        Mode::Boxed => ("BOXED", style::BOXED),
    }
}

/// Colour and letter of the arena: red `F` after an overflow, amber `W` once it was 80 % full.
fn arena_state(arena: &ArenaStats) -> (Rgba, &'static str) {
    if arena.overflow_count > 0 {
        (style::RED, "F")
    } else if arena.warned {
        (style::AMBER, "W")
    } else {
        (style::POOLED, "")
    }
}
