//! What the benches share: loads that are the same for every contender, an aged heap, and how times are taken and told.

use glam::Vec2;
use std::fmt::Write;
use std::time::Instant;
use tamafubuki::sim::bullet::birth::{Birth, PARAMS_MAX};
use tamafubuki::sim::bullet::color::Color;
use tamafubuki::sim::bullet::look::LookId;
use tamafubuki::sim::bullet::{KIND_COUNT, KINDS};
use tamafubuki::sim::rng::Rng;

/// `--small` asks for a run that shows that the bench works, not how fast.
pub fn is_small() -> bool {
    std::env::args().any(|argument| argument == "--small")
}

/// A bullet somewhere in the playfield, of each kind in turn, with the parameters of a usual pattern.
pub fn birth(rng: &mut Rng, number: usize) -> Birth {
    let kind = (number % KIND_COUNT) as u8;
    let mut params = [0.0; PARAMS_MAX];
    for (param, info) in params.iter_mut().zip(KINDS[usize::from(kind)].params) {
        *param = match info.name {
            "accel" => rng.range(0.005, 0.02),
            "turn" => rng.range(0.3, 1.5),
            "max_speed" => 4.0,
            _ => info.default,
        };
    }
    Birth {
        kind,
        params,
        at: Vec2::new(rng.range(0.0, 384.0), rng.range(0.0, 448.0)),
        angle_deg: rng.range(0.0, 360.0),
        speed_px_per_tick: rng.range(0.8, 2.4),
        look: LookId((number % 16) as u8),
        color: Color::ALL[number % 8],
        hit_radius_px: rng.range(2.0, 4.0),
        graze_radius_px: rng.range(12.0, 20.0),
        lifetime_ticks: 0,
        delay_ticks: 0,
    }
}

/// Where the player is: sweeping over the lower half.
pub fn player(tick: u32) -> Vec2 {
    let phase = (tick % 480) as f32 / 240.0;
    let across = if phase < 1.0 { phase } else { 2.0 - phase };
    Vec2::new(40.0 + 304.0 * across, 360.0)
}

/// A heap as after a long session: `block_count` blocks of mixed sizes, taken, then every second one freed in random order, so that new blocks land in scattered holes.
pub fn aged_heap(block_count: usize) -> Vec<Vec<u8>> {
    let mut rng = Rng::new(99);
    let mut blocks: Vec<Vec<u8>> = (0..block_count).map(|_| vec![1; 24 + rng.below(160) as usize]).collect();
    for index in (1..blocks.len()).rev() {
        blocks.swap(index, rng.below(index as u32 + 1) as usize);
    }
    blocks.truncate(block_count / 2);
    blocks
}

/// Times of one contender, nanoseconds.
#[derive(Default)]
pub struct Times(Vec<u64>);

impl Times {
    /// Times `work` once.
    pub fn take<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = work();
        self.0.push(start.elapsed().as_nanos() as u64);
        result
    }

    /// Adds a time taken elsewhere.
    pub fn push(&mut self, time: std::time::Duration) {
        self.0.push(time.as_nanos() as u64);
    }

    /// Nanoseconds below which `percent` of the times lie (nearest rank).
    pub fn percentile(&self, percent: f64) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        let rank = (percent / 100.0 * sorted.len() as f64).ceil() as usize;
        sorted.get(rank.max(1) - 1).map_or(0.0, |&ns| ns as f64)
    }

    /// The middle time, nanoseconds.
    pub fn median(&self) -> f64 {
        self.percentile(50.0)
    }

    /// Keeps, tick by tick, the smaller of two runs of the same work: what is left is the work, not the machine.
    pub fn minimum(&mut self, other: &Times) {
        if self.0.is_empty() {
            self.0.clone_from(&other.0);
        }
        for (mine, other) in self.0.iter_mut().zip(&other.0) {
            *mine = (*mine).min(*other);
        }
    }
}

/// A Markdown table.
pub struct Table {
    text: String,
}

impl Table {
    pub fn new(title: &str, columns: &[&str]) -> Self {
        let mut text = format!("\n### {title}\n\n| {} |\n|{}\n", columns.join(" | "), "---|".repeat(columns.len()));
        text.reserve(1024);
        Self { text }
    }

    pub fn row(&mut self, cells: &[String]) {
        let _ = writeln!(self.text, "| {} |", cells.join(" | "));
    }

    pub fn print(&self) {
        println!("{}", self.text);
    }
}
