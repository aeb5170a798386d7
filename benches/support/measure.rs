//! How times are taken and told, and a heap that is not fresh.

use std::fmt::Write;
use std::time::{Duration, Instant};
use tamafubuki::sim::rng::Rng;

/// `--small` asks for a run that shows that the bench works, not how fast.
pub fn is_small() -> bool {
    std::env::args().any(|argument| argument == "--small")
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
    pub fn push(&mut self, time: Duration) {
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
