//! What every layer writes, at every size and with the largest figures: inside its plate, nothing over anything else, nothing left out.

use super::page::Extent;
use super::*;
use crate::view::glyphs;
use fontdue::Font;
use tamafubuki::mem::counter::{Counts, TAG_COUNT, TagCounts};
use tamafubuki::sim::bullet::{KIND_COUNT, KINDS, KindRow};
use tamafubuki::telemetry::shadow::{Pair, Side};
use tamafubuki::telemetry::{Frame, SEGMENT_COUNT, Timing};

/// Windows in which plates are.
const WINDOWS: [(f32, f32); 9] = [
    (800.0, 600.0),
    (960.0, 720.0),
    (1000.0, 700.0),
    (1024.0, 768.0),
    (1280.0, 960.0),
    (1366.0, 768.0),
    (1920.0, 1080.0),
    (2560.0, 1440.0),
    (3840.0, 2160.0),
];
/// Windows in which there is room for a line at most.
const SMALL: [(f32, f32); 5] = [(640.0, 480.0), (400.0, 300.0), (400.0, 800.0), (500.0, 1400.0), (3000.0, 300.0)];

/// A frame with figures as large as they come; `spike` for one that stands out.
fn frame(tick: u32, mode: Mode, spike: bool) -> Frame {
    let row = |name: &'static str| KindRow {
        name,
        len: 250_000,
        capacity: 504_096,
        peak: 500_000,
        steals: if spike { 1_234_567 } else { 0 },
        refused: 12_345,
    };
    let counted = TagCounts {
        allocs: 20_728 + u64::from(spike) * 1_000_000,
        zeroed: 1,
        reallocs: 12_345,
        frees: 20_700,
        bytes: 123_456_789,
        live_blocks: 1_234_567,
        live_bytes: 1 << 30,
    };
    let ms = if spike { 1234.5 } else { 123.4 };
    let timing = Timing {
        interval_ms: ms * SEGMENT_COUNT as f32,
        segments_ms: [ms; SEGMENT_COUNT],
        counts: Some(Counts { tags: [counted; TAG_COUNT] }),
        live_blocks: 1_234_567,
        live_bytes: 1 << 30,
    };
    let arena = ArenaStats {
        capacity_bytes: 20 << 20,
        used_bytes: 19 << 20,
        high_water_bytes: 20 << 20,
        high_water_tick: 107_999,
        overflow_count: u64::from(spike) * 12_345,
        warned: true,
        suggested_capacity_bytes: 40 << 20,
        ..ArenaStats::default()
    };
    let pools: [KindRow; KIND_COUNT] = std::array::from_fn(|kind| row(KINDS[kind].name));
    Frame {
        timing,
        tick,
        ticks: 1,
        dropped_ticks: 99,
        mode,
        pools,
        lasers: row("lasers"),
        scripts: row("scripts"),
        arena,
        ..Frame::default()
    }
}

/// 20 s and more of such frames in both storages, with spikes, and shadow mode.
fn telemetry() -> Telemetry {
    let mut telemetry = Telemetry::new();
    for tick in 0..2_600 {
        let mode = if tick / 325 % 2 == 0 { Mode::Pooled } else { Mode::Boxed };
        telemetry.push(frame(100_000 + tick, mode, tick % 60 == 59));
    }
    let side = Side { sim_ms: 123.4, digest: u64::MAX, operations: Some(1_234_567) };
    for tick in 0..1_500 {
        telemetry.note_pair(&Pair { tick, pooled: side, boxed: Side { digest: u64::MAX - u64::from(tick == 9), ..side } });
    }
    telemetry.note_aged(8_000_000);
    telemetry
}

fn facts() -> Facts {
    let play = Play { score: 9_876_543_210, lives: 8, bombs: 8, power: 400, graze: 123_456, clipped: 123_456 };
    Facts {
        seed: Some(u64::MAX),
        digest: Some((107_999, u64::MAX)),
        recorded_frames: Some(108_000),
        play: Some(play),
        counter_ns: Some(12.3),
    }
}

struct Fonts([Font; 2]);

impl Fonts {
    fn new() -> Fonts {
        Fonts(glyphs::FACES.map(|bytes| Font::from_bytes(bytes, Default::default()).unwrap()))
    }

    /// As `Ink` sets it: figures of the regular cut are as wide as a 0.
    fn width(&self, extent: &Extent) -> f32 {
        let font = &self.0[usize::from(extent.bold)];
        let advance = |ch: char| font.metrics(ch, extent.size_px.round()).advance_width;
        extent.text.chars().map(|ch| if ch.is_ascii_digit() && !extent.bold { advance('0') } else { advance(ch) }).sum()
    }

    fn rect(&self, extent: &Extent) -> Rect {
        let w = self.width(extent);
        let x = match extent.align {
            Align::Left => extent.x,
            Align::Center => extent.x - w * 0.5,
            Align::Right => extent.x - w,
        };
        Rect::new(x, extent.y - extent.size_px * 0.8, w, extent.size_px)
    }
}

fn overlap(a: &Rect, b: &Rect) -> bool {
    // Half a pixel may be shared, and what hangs below the line.
    a.x + 0.5 < b.right() && b.x + 0.5 < a.right() && a.y + a.h * 0.2 < b.bottom() && b.y + b.h * 0.2 < a.bottom()
}

/// What is wrong on the page, if anything.
fn faults(overlay: &Overlay, layout: &Layout, fonts: &Fonts) -> Vec<String> {
    let mut faults = Vec::new();
    let plate = overlay.plate;
    if plate.x < 0.0 || plate.right() > layout.window.w || plate.y < 0.0 || plate.bottom() > layout.window.h {
        faults.push(format!("the plate {plate:?} leaves the window"));
    }
    if overlap(&plate, &layout.playfield.grown(-1.0)) && overlay.plate.h > 40.0 {
        faults.push(format!("the plate {plate:?} covers the playfield"));
    }
    if overlay.page.is_full() {
        faults.push("there was no room for all of it".to_owned());
    }
    let texts: Vec<Extent> = overlay.page.extents().filter(|extent| !extent.text.is_empty()).collect();
    let rects: Vec<Rect> = texts.iter().map(|extent| fonts.rect(extent)).collect();
    for (index, rect) in rects.iter().enumerate() {
        if rect.x < plate.x - 0.5 || rect.right() > plate.right() + 0.5 || rect.y < plate.y - 1.0 || rect.bottom() > plate.bottom() + 1.0 {
            faults.push(format!("`{}` leaves the plate: {rect:?} of {plate:?}", texts[index].text));
        }
        for other in (0..index).filter(|other| overlap(rect, &rects[*other])) {
            let places = format!("{rect:?} and {:?}", rects[other]);
            faults.push(format!("`{}` lies over `{}`: {places}", texts[index].text, texts[other].text));
        }
    }
    faults
}

fn written(overlay: &mut Overlay, layer: Layer, legend: bool, size: (f32, f32), telemetry: &mut Telemetry) -> Layout {
    let layout = Layout::new(size.0, size.1, false);
    overlay.set(layer, legend);
    overlay.refresh();
    overlay.prepare(&layout, telemetry, |_| facts());
    layout
}

#[test]
fn every_layer_is_whole_in_every_window() {
    let (fonts, mut full, mut overlay) = (Fonts::new(), telemetry(), Overlay::new());
    let mut empty = Telemetry::new();
    empty.push(Frame::default());
    let mut found = Vec::new();
    for (what, telemetry) in [("full", &mut full), ("empty", &mut empty)] {
        for size in WINDOWS.into_iter().chain(SMALL) {
            for (layer, legend) in
                [(Layer::Compact, false), (Layer::Full, false), (Layer::Compare, false), (Layer::Full, true), (Layer::Inspect, false)]
            {
                if layer == Layer::Inspect {
                    overlay.inspect(telemetry);
                }
                let layout = written(&mut overlay, layer, legend, size, telemetry);
                let faults = faults(&overlay, &layout, &fonts).into_iter();
                found.extend(faults.map(|fault| format!("{layer:?}{} {what} {size:?}: {fault}", if legend { " legend" } else { "" })));
                overlay.layer = Layer::Off;
            }
        }
    }
    assert!(found.is_empty(), "{} faults:\n{}", found.len(), found.join("\n"));
}

#[test]
fn a_window_too_small_for_a_plate_is_told_so() {
    let (mut telemetry, mut overlay) = (telemetry(), Overlay::new());
    for size in SMALL {
        written(&mut overlay, Layer::Full, false, size, &mut telemetry);
        let texts: Vec<String> = overlay.page.extents().map(|extent| extent.text.to_owned()).collect();
        assert_eq!(texts, ["this layer needs a window of 800 x 600 pixels at least"], "{size:?}");
        assert!(overlay.graph.is_none());
    }
    written(&mut overlay, Layer::Full, false, (800.0, 600.0), &mut telemetry);
    assert!(overlay.graph.is_some());
}

#[test]
fn a_layer_that_is_opened_begins_with_an_empty_plate_and_one_that_is_refreshed_does_not() {
    let (mut telemetry, mut overlay) = (telemetry(), Overlay::new());
    type Opening = (&'static str, fn(&mut Overlay));
    let openings: [Opening; 5] = [
        ("the next layer", Overlay::cycle),
        ("a layer", |overlay| overlay.set(Layer::Full, false)),
        ("the comparison", Overlay::compare),
        ("the legend", Overlay::toggle_legend),
        ("back from the inspector", Overlay::end_inspection),
    ];
    for (what, open) in openings {
        overlay.page.unfold();
        open(&mut overlay);
        assert!(overlay.page.is_blank(), "{what}");
    }
    overlay.page.unfold();
    assert!(overlay.inspect(&telemetry) && overlay.page.is_blank());
    overlay.page.unfold();
    overlay.refresh();
    overlay.move_cursor(&telemetry, CursorStep::Slower);
    overlay.prepare(&Layout::new(1280.0, 960.0, false), &mut telemetry, |_| facts());
    assert!(!overlay.page.is_blank());
}

#[test]
fn markers_say_the_count_of_their_frame() {
    let text = |operations| graph::marker_words(operations).as_str().to_owned();
    assert_eq!([Some(7), Some(0), Some(20_728), None].map(text), ["7", "0", "20.7k", "n/a"]);
    assert_eq!(graph::marker_color(true, Some(7)), style::RED);
    assert_eq!(graph::marker_color(false, Some(0)), style::GREY);
    assert_eq!(graph::marker_color(false, Some(7)), style::TEXT);
}

#[test]
fn the_arena_has_a_letter_besides_its_colour() {
    let state = |warned, overflow_count| arena_state(&ArenaStats { warned, overflow_count, ..ArenaStats::default() });
    assert_eq!([state(false, 0).1, state(true, 0).1, state(true, 1).1], ["", "W", "F"]);
    assert_eq!([state(true, 0).0, state(true, 1).0], [style::AMBER, style::RED]);
}

#[test]
fn texts_are_worked_out_four_times_a_second_at_any_rate_of_frames() {
    for (hertz, times) in [(144.0, 8), (60.0, 8), (3.0, 6)] {
        let (mut telemetry, mut overlay, layout) = (Telemetry::new(), Overlay::new(), Layout::new(1280.0, 960.0, false));
        overlay.set(Layer::Full, false);
        let (mut written, mut asked) = (0, 0);
        for tick in 0..(2.0 * hertz) as u32 {
            let mut frame = Frame { tick, ticks: 1, ..Frame::default() };
            frame.timing.interval_ms = 1000.0 / hertz;
            telemetry.push(frame);
            let before = overlay.written_ms;
            overlay.prepare(&layout, &mut telemetry, |wants_digest| {
                asked += i32::from(wants_digest);
                Facts { digest: wants_digest.then_some((tick, 7)), ..facts() }
            });
            assert_eq!(overlay.facts.and_then(|facts| facts.digest).map(|(_, digest)| digest), Some(7), "the last one stays");
            written += i32::from(overlay.written_ms != before);
        }
        assert!((times - 1..=times).contains(&written) && (1..=2).contains(&asked), "{hertz} Hz: {written} times, asked {asked}");
    }
}
