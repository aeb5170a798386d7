//! The instrument in the loop: times every frame of a run, writes it down, and draws the overlay.
//!
//! The figures of a frame are whole only when the next one begins, so each frame is written down one frame late.
//! Must not know: what a tick does, screens.

use super::clock;
use super::ink::Ink;
use super::layout::Layout;
use super::overlay::{Facts, Overlay, Play};
use tamafubuki::mem::counter;
use tamafubuki::sim::world::World;
use tamafubuki::telemetry::recording::Recording;
use tamafubuki::telemetry::{Frame, Laps, Marks, Segment, Telemetry};

/// Stopwatch, memory and picture.
pub struct Instrument {
    /// The stopwatch of the frame; the probe of its ticks.
    pub laps: Laps,
    /// What makes this frame unfit for comparison.
    pub marks: Marks,
    telemetry: Telemetry,
    overlay: Overlay,
    counter_ns: Option<f32>,
    /// Of the world, when it was last shown.
    tick: u32,
    /// The frame that runs, without its times.
    present: Option<Frame>,
    /// The frame before, whole.
    former: Option<Frame>,
    recording: Option<Recording>,
}

impl Instrument {
    /// Takes all memory and measures what counting costs.
    pub fn new() -> Self {
        let counter_ns = counter::snapshot().map(|_| counter::calibrate());
        Self {
            laps: Laps::new(clock),
            marks: Marks::default(),
            telemetry: Telemetry::new(),
            overlay: Overlay::new(),
            counter_ns,
            tick: 0,
            present: None,
            former: None,
            recording: None,
        }
    }

    /// A frame begins.
    pub fn begin(&mut self) {
        let timing = self.laps.frame();
        self.former = self.present.take().map(|frame| Frame { timing, ..frame });
    }

    /// The next layer of the overlay.
    pub fn cycle(&mut self) {
        self.overlay.cycle();
    }

    /// Begins to record the frames of `world`, or ends it and gives what was recorded.
    pub fn toggle_recording(&mut self, world: &World) -> Option<Recording> {
        if self.recording.is_some() {
            return self.recording.take();
        }
        let entry = |name: &str, value: String| (name.to_owned(), value);
        let load = format!("window, stage {}, {}", world.stage().number, world.config().difficulty.name());
        self.recording = Some(Recording::start(vec![
            entry("version", env!("CARGO_PKG_VERSION").to_owned()),
            entry("build", if cfg!(debug_assertions) { "debug" } else { "release" }.to_owned()),
            entry("system", format!("{} {}", std::env::consts::OS, std::env::consts::ARCH)),
            entry("load", load),
            entry("seed", world.config().seed.to_string()),
            entry("counter_ns", self.counter_ns.map_or_else(|| "n/a".to_owned(), |ns| format!("{ns:.1}"))),
        ]));
        self.marks.loaded = true;
        None
    }

    /// Forgets all figures.
    pub fn reset(&mut self) {
        self.telemetry.reset();
        self.overlay.refresh();
    }

    /// The window has another size: glyphs are made before they are needed.
    pub fn resized(&mut self, ink: &mut Ink, layout: &Layout) {
        self.marks.resized = true;
        Overlay::warm(ink, layout);
    }

    /// The definitions of all figures, or away with them.
    pub fn legend(&mut self) {
        self.overlay.toggle_legend();
    }

    /// The storage was switched; digest before and after.
    pub fn switched(&mut self, before: u64, after: u64) {
        self.telemetry.note_digests(before, after);
        self.overlay.refresh();
    }

    /// Writes the frame before down and draws the overlay, if it is shown. `dropped_ticks` are those of this frame that never run.
    pub fn show(&mut self, ink: &mut Ink, layout: &Layout, world: &World, dropped_ticks: u32) {
        self.laps.enter(Segment::Overlay);
        if let Some(frame) = self.former.take() {
            self.telemetry.push(frame);
            if let (Some(recording), Some(sample)) = (&mut self.recording, self.telemetry.frames().newest()) {
                recording.push(sample);
            }
        }
        let marks = std::mem::take(&mut self.marks);
        let counter_ns = self.counter_ns;
        let facts = || Facts { seed: Some(world.config().seed), digest: Some(world.digest()), play: Some(play(world)), counter_ns };
        self.overlay.draw(ink, layout, &mut self.telemetry, facts);
        self.present = Some(Frame {
            timing: Default::default(),
            tick: world.tick(),
            // Counted by the world, not by the clock: a run that stands still has none.
            ticks: world.tick().saturating_sub(self.tick),
            dropped_ticks,
            mode: world.mode(),
            marks,
            pools: world.bullets().rows(),
            arena: world.arena_stats(),
        });
        self.tick = world.tick();
        ink.flush();
        self.laps.enter(Segment::Draw);
    }
}

fn play(world: &World) -> Play {
    let score = world.hud().score;
    Play { score: score.score, lives: score.lives, bombs: score.bombs, power: score.power, graze: score.graze }
}
