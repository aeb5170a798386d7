//! How times are taken and told.

#![allow(dead_code, reason = "shared: no bench uses all of it")]

use std::fmt::Write;
use std::time::Instant;

/// `--small` asks for a run that shows that the bench works, not how fast.
pub fn is_small() -> bool {
    std::env::args().any(|argument| argument == "--small")
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

    /// Adds a time that was taken elsewhere.
    pub fn push(&mut self, ns: u64) {
        self.0.push(ns);
    }

    /// All times together, nanoseconds.
    pub fn sum(&self) -> u64 {
        self.0.iter().sum()
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
