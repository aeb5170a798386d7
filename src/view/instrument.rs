//! The instrument in the loop: times every frame of a run, writes it down, and draws the overlay.
//!
//! The figures of a frame are whole only when the next one begins, so each frame is written down one frame late.
//! Must not know: what a tick does, screens.

use super::clock;
use super::ink::Ink;
use super::layout::Layout;
use super::overlay::{CursorStep, Facts, Layer, Overlay, Play};
use std::time::Duration;
use tamafubuki::mem::counter;
use tamafubuki::sim::world::World;
use tamafubuki::telemetry::recording::{FRAME_COUNT_MAX, Recording};
use tamafubuki::telemetry::shadow::Pair;
use tamafubuki::telemetry::{Frame, Laps, Marks, OverlayParts, Sample, Segment, Telemetry, machine};

/// Stopwatch, memory and picture.
pub struct Instrument {
    /// The stopwatch of the frame; the probe of its ticks.
    pub laps: Laps,
    /// What makes this frame unfit for comparison.
    pub marks: Marks,
    telemetry: Telemetry,
    overlay: Overlay,
    recording: Option<Recording>,
    /// Frames are not written down: those in memory are being looked at.
    inspecting: bool,
    counter_ns: Option<f32>,
    /// Looks whether the overlay was disturbed, which takes longer than the overlay itself.
    watches_core: bool,
    /// Of the world, when it was last shown.
    tick: u32,
    /// The frame that runs, without its times.
    present: Option<Frame>,
    /// The frame before, whole.
    former: Option<Frame>,
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
            recording: None,
            inspecting: false,
            counter_ns,
            watches_core: false,
            tick: 0,
            present: None,
            former: None,
        }
    }

    /// Nanoseconds that counting adds to a heap operation; none when nothing counts.
    pub fn counter_ns(&self) -> Option<f32> {
        self.counter_ns
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

    /// From now on frames say whether the system took the core from the overlay.
    pub fn watch_core(&mut self) {
        self.watches_core = true;
    }

    /// Shows a layer, with the legend or without.
    pub fn set_layer(&mut self, layer: Layer, legend: bool) {
        self.overlay.set(layer, legend);
    }

    /// Forgets all figures.
    pub fn reset(&mut self) {
        self.note("figures forgotten", "frames are numbered anew");
        self.telemetry.reset();
        self.overlay.refresh();
    }

    /// The window has another size: glyphs are made before they are needed.
    pub fn resized(&mut self, ink: &mut Ink, layout: &Layout) {
        self.marks.resized = true;
        Overlay::warm(ink, layout);
    }

    /// Forgets all figures and shows the comparison that begins; on a heap that is kept in pieces by so many blocks, if it is.
    pub fn begin_comparison(&mut self, aged_block_count: Option<usize>) {
        self.reset();
        aged_block_count.iter().for_each(|count| self.telemetry.note_aged(*count));
        let heap = aged_block_count.map_or("as the program left it".to_owned(), |count| format!("aged, {count} blocks kept"));
        self.note("comparison", &format!("heap {heap}"));
        self.overlay.compare();
    }

    /// Says in the recording, if one runs, what is otherwise from here on.
    pub fn note(&mut self, what: &str, how: &str) {
        if let Some(recording) = &mut self.recording {
            recording.note(format!("{what} from row {} on", recording.len()), how.to_owned());
        }
    }

    /// Shows the comparison.
    pub fn show_comparison(&mut self) {
        self.overlay.compare();
    }

    /// What follows is another block, as if the run began anew.
    pub fn begin_block(&mut self) {
        self.telemetry.close_block();
        self.overlay.refresh();
        self.marks.loaded = true;
    }

    /// The same tick in both storages.
    pub fn compared(&mut self, pooled: u64, boxed: u64) {
        self.telemetry.note_digests(pooled, boxed);
    }

    /// A tick of shadow mode; true at the first difference.
    pub fn shadowed(&mut self, pair: &Pair) -> bool {
        let had_parted = self.parted().is_some();
        self.telemetry.note_pair(pair);
        !had_parted && self.parted().is_some()
    }

    fn parted(&self) -> Option<Pair> {
        self.telemetry.shadow().and_then(|shadow| shadow.parted)
    }

    /// Freezes the frames and opens the inspector on them; false when there are none.
    pub fn inspect(&mut self) -> bool {
        self.inspecting = self.overlay.inspect(&self.telemetry);
        self.inspecting
    }

    /// Frames are frozen.
    pub fn is_inspecting(&self) -> bool {
        self.inspecting
    }

    /// Moves the inspector's cursor.
    pub fn move_cursor(&mut self, step: CursorStep) {
        self.overlay.move_cursor(&self.telemetry, step);
    }

    /// Frames are written down again, as after a pause.
    pub fn end_inspection(&mut self) {
        self.overlay.end_inspection();
        (self.inspecting, self.present, self.former) = (false, None, None);
        self.marks.resumed = true;
    }

    /// The definitions of all figures, or away with them.
    pub fn legend(&mut self) {
        self.overlay.toggle_legend();
    }

    /// Keeps every frame from now on.
    pub fn start_recording(&mut self, preamble: Vec<(String, String)>) {
        self.recording = Some(Recording::start(preamble));
    }

    /// Ends the recording and hands it over, if there is one.
    pub fn stop_recording(&mut self) -> Option<Recording> {
        self.recording.take()
    }

    /// Frames are being kept.
    pub fn is_recording(&self) -> bool {
        self.recording.is_some()
    }

    /// The recording has no more room.
    pub fn recording_full(&self) -> bool {
        self.recording.as_ref().is_some_and(|recording| recording.len() >= FRAME_COUNT_MAX)
    }

    /// The storage was switched; digest before and after.
    pub fn switched(&mut self, before: u64, after: u64) {
        self.telemetry.note_digests(before, after);
        self.overlay.refresh();
    }

    /// Writes the frame before down and draws the overlay, if it is shown. `dropped_ticks` are those of this frame that never run.
    pub fn show(&mut self, ink: &mut Ink, layout: &Layout, world: &World, dropped_ticks: u32) {
        self.laps.enter(Segment::Overlay);
        let preemptions = self.watches_core.then(machine::preemption_count).flatten();
        let mut watch = Watch(clock());
        if let Some(frame) = self.former.take().filter(|_| !self.inspecting) {
            self.telemetry.push(frame);
            if let (Some(recording), Some(sample)) = (&mut self.recording, self.telemetry.frames().newest()) {
                recording.push(sample);
            }
        }
        let judge_ms = watch.lap_ms();
        let (counter_ns, recorded_frames) = (self.counter_ns, self.recording.as_ref().map(Recording::len));
        let facts = |wants_digest: bool| Facts {
            seed: Some(world.config().seed),
            digest: wants_digest.then(|| (world.tick(), world.digest())),
            recorded_frames,
            play: Some(play(world)),
            counter_ns,
        };
        self.overlay.prepare(layout, &mut self.telemetry, facts);
        let write_ms = watch.lap_ms();
        self.overlay.draw(ink, layout, &self.telemetry);
        let fill_ms = watch.lap_ms();
        ink.flush();
        let submit_ms = watch.lap_ms();
        let disturbed = preemptions.is_some_and(|before| machine::preemption_count() != Some(before));
        let overlay = OverlayParts { judge_ms, write_ms, fill_ms, submit_ms, disturbed };
        // Ticks are counted by the world, not by the clock: a run that stands still has none.
        let ticks = world.tick().saturating_sub(self.tick);
        self.present = Some(Frame { ticks, dropped_ticks, marks: std::mem::take(&mut self.marks), overlay, ..Frame::of(world) });
        self.tick = world.tick();
        self.laps.enter(Segment::Draw);
    }

    /// The overlay lies over the panel.
    pub fn covers_panel(&self) -> bool {
        self.overlay.covers_panel()
    }

    /// The newest frame that was written down.
    pub fn newest(&self) -> Option<&Sample> {
        self.telemetry.frames().newest()
    }
}

/// Laps within a segment.
struct Watch(Duration);

impl Watch {
    fn lap_ms(&mut self) -> f32 {
        let now = clock();
        now.saturating_sub(std::mem::replace(&mut self.0, now)).as_secs_f32() * 1000.0
    }
}

fn play(world: &World) -> Play {
    let score = world.hud().score;
    Play {
        score: score.score,
        lives: score.lives,
        bombs: score.bombs,
        power: score.power,
        graze: score.graze,
        clipped: world.clipped_count(),
    }
}
