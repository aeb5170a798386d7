//! What is written down about one frame.
//!
//! Units: milliseconds, bytes, counts. Invariant: plain values, `Copy`, no heap. Must not know: clocks, how figures are judged or drawn.

use crate::mem::arena::ArenaStats;
use crate::mem::counter::{Counts, Tag};
use crate::sim::bullet::{KIND_COUNT, KindRow, Mode};
use crate::sim::probe::Part;
use crate::sim::world::World;

/// A segment of a frame, in the order of a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Segment {
    /// Reading keys, screens, deciding how many ticks to run.
    Input,
    /// Timelines, patterns, births.
    Pattern,
    /// Motion.
    Step,
    /// Hits, grazes, cancels.
    Collide,
    /// Texts of the tick.
    Labels,
    /// Filling what the GPU gets.
    Draw,
    /// The instrument's own cost.
    Overlay,
    /// Submit, swap and the wait for the display, which cannot be told apart from our side.
    EnginePresent,
}

/// How many segments there are.
pub const SEGMENT_COUNT: usize = 8;

impl Segment {
    /// Every segment, in the order of its index.
    pub const ALL: [Segment; SEGMENT_COUNT] = [
        Segment::Input,
        Segment::Pattern,
        Segment::Step,
        Segment::Collide,
        Segment::Labels,
        Segment::Draw,
        Segment::Overlay,
        Segment::EnginePresent,
    ];

    /// Short lower-case name, as shown and exported.
    pub fn name(self) -> &'static str {
        ["input", "pattern", "step", "collide", "labels", "draw", "overlay", "engine+present"][self as usize]
    }

    /// On whose account heap operations of the segment go.
    pub fn tag(self) -> Tag {
        match self {
            Segment::Input | Segment::EnginePresent => Tag::Engine,
            Segment::Pattern => Tag::Pattern,
            Segment::Step => Tag::Sim,
            Segment::Collide | Segment::Labels => Tag::Collide,
            Segment::Draw => Tag::Draw,
            Segment::Overlay => Tag::Overlay,
        }
    }
}

impl From<Part> for Segment {
    fn from(part: Part) -> Segment {
        match part {
            Part::Pattern => Segment::Pattern,
            Part::Step => Segment::Step,
            Part::Collide => Segment::Collide,
            Part::Labels => Segment::Labels,
        }
    }
}

/// Times and heap operations of one frame.
#[derive(Clone, Copy, Default, Debug)]
pub struct Timing {
    /// From the start of the frame to the start of the next one.
    pub interval_ms: f32,
    /// Indexed by `Segment as usize`.
    pub segments_ms: [f32; SEGMENT_COUNT],
    /// Heap operations by tag; `None` when nothing counts them.
    pub counts: Option<Counts>,
    /// Heap blocks alive at the end, all tags.
    pub live_blocks: i64,
    /// Heap bytes alive at the end, all tags.
    pub live_bytes: i64,
}

impl Timing {
    /// The simulation's time: pattern + step + collide + labels.
    pub fn sim_ms(&self) -> f32 {
        [Segment::Pattern, Segment::Step, Segment::Collide, Segment::Labels].iter().map(|segment| self.segment_ms(*segment)).sum()
    }

    /// The work of the frame: all segments without engine + present.
    pub fn work_ms(&self) -> f32 {
        self.segments_ms[..Segment::EnginePresent as usize].iter().sum()
    }

    /// Time of one segment.
    pub fn segment_ms(&self, segment: Segment) -> f32 {
        self.segments_ms[segment as usize]
    }
}

/// What makes a frame unfit for comparison with others.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Marks {
    /// The window had no focus.
    pub unfocused: bool,
    /// The window changed its size.
    pub resized: bool,
    /// Something was loaded, or the screen changed.
    pub loaded: bool,
    /// The first frame after a pause.
    pub resumed: bool,
}

/// Where the time of the segment `overlay` went.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct OverlayParts {
    /// Writing the frame before down and judging it; also while nothing is shown.
    pub judge_ms: f32,
    /// Working out texts and axes, a few times a second; the digest that is shown.
    pub write_ms: f32,
    /// Filling what the GPU gets.
    pub fill_ms: f32,
    /// Handing that over: buffer updates and draw calls, in the driver. A software GL transforms vertices there.
    pub submit_ms: f32,
    /// The system gave the core to somebody else meanwhile: the times are not the overlay's alone. Looked for on a tour only.
    pub disturbed: bool,
}

impl OverlayParts {
    /// All but the driver's.
    pub fn own_ms(&self) -> f32 {
        self.judge_ms + self.write_ms + self.fill_ms
    }
}

/// One frame as the loop hands it over.
#[derive(Clone, Copy, Default, Debug)]
pub struct Frame {
    /// Times and heap operations.
    pub timing: Timing,
    /// Number of the last tick that ran.
    pub tick: u32,
    /// Ticks run in this frame.
    pub ticks: u32,
    /// Ticks that the clock asked for and that never ran.
    pub dropped_ticks: u32,
    /// Storage of the bullets.
    pub mode: Mode,
    /// Exceptional circumstances.
    pub marks: Marks,
    /// Where the overlay's time went; nothing without a window.
    pub overlay: OverlayParts,
    /// The pools, a row a kind.
    pub pools: [KindRow; KIND_COUNT],
    /// The lasers.
    pub lasers: KindRow,
    /// The bullets with a script.
    pub scripts: KindRow,
    /// The frame arena.
    pub arena: ArenaStats,
}

impl Frame {
    /// A frame that ends with the world as it is, without times; of one tick.
    pub fn of(world: &World) -> Frame {
        Frame {
            tick: world.tick(),
            ticks: 1,
            mode: world.mode(),
            pools: world.bullets().rows(),
            lasers: world.lasers().row(),
            scripts: world.script_row(),
            arena: world.arena_stats(),
            ..Frame::default()
        }
    }

    /// Bullets alive, all kinds.
    pub fn bullet_count(&self) -> u32 {
        self.pools.iter().map(|pool| pool.len as u32).sum()
    }
}
