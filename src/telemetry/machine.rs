//! Where and by what a recording was made: program, build, machine, cost of counting.
//!
//! Invariant: what cannot be found out reads `unknown`; of the commit only release builds know (`src/build.rs`). Must not know: what was recorded.

use std::env::consts::{ARCH, OS};
use std::io::Read;

/// Entries for the preamble of a recording made by `command`. `counter_ns` is what counting adds to a heap operation.
pub fn entries(command: &str, counter_ns: Option<f32>) -> Vec<(String, String)> {
    let profile = if cfg!(debug_assertions) { "debug" } else { "release" };
    let counter = match counter_ns {
        None => "not counting".to_owned(),
        Some(ns) if ns < 0.05 => "below 0.1 ns/op".to_owned(),
        Some(ns) => format!("{ns:.1} ns/op"),
    };
    [
        ("program", format!("tamafubuki {} {command}", env!("CARGO_PKG_VERSION"))),
        ("commit", option_env!("TAMAFUBUKI_COMMIT").unwrap_or("unknown").to_owned()),
        ("build", format!("{profile}, {OS} {ARCH}")),
        ("cpu", cpu().unwrap_or_else(|| "unknown".to_owned())),
        ("counter", counter),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .to_vec()
}

/// How often the system took the core from this thread before its time was over; `None` where it does not say. Allocates nothing.
pub fn preemption_count() -> Option<u64> {
    let mut bytes = [0; 4096];
    let mut file = std::fs::File::open("/proc/thread-self/status").ok()?;
    let mut len = 0;
    // A file of the kernel's may come in pieces.
    while let Some(count) = file.read(&mut bytes[len..]).ok().filter(|count| *count > 0) {
        len += count;
    }
    let text = std::str::from_utf8(&bytes[..len]).ok()?;
    text.lines().find_map(|line| line.strip_prefix("nonvoluntary_ctxt_switches:")?.trim().parse().ok())
}

/// The name that Linux tells; other systems have no file for it.
fn cpu() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

#[cfg(test)]
mod tests {
    #[test]
    fn preemptions_are_counted_where_the_system_says_them() {
        let before = super::preemption_count();
        assert_eq!(before.is_some(), cfg!(target_os = "linux"));
        assert!(super::preemption_count() >= before);
    }

    #[test]
    fn the_program_names_itself_and_its_cost() {
        let entries = super::entries("bench", Some(2.34));
        assert_eq!(entries[0].1, concat!("tamafubuki ", env!("CARGO_PKG_VERSION"), " bench"));
        assert!(entries.contains(&("counter".to_owned(), "2.3 ns/op".to_owned())));
    }
}
