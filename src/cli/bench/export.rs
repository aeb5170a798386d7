//! What `bench` says of its goal, and its recording: the same columns that the window writes.

use super::super::keep;
use super::{Options, Side};
use std::io::{self, Write};
use tamafubuki::telemetry::Frame;
use tamafubuki::telemetry::recording::{Recording, mode_word};

/// The ratio of medians against what is required; whether it is met.
///
/// # Errors
/// Those of the writer.
pub fn goal(out: &mut dyn Write, sides: &[Side], require: Option<f32>) -> io::Result<bool> {
    let (Some(required), [pooled, boxed]) = (require, sides) else { return Ok(true) };
    let median = |side: &Side| side.figures.tick_ms[0].unwrap_or(side.figures.max_ms);
    let ratio = median(boxed) / median(pooled);
    let met = ratio >= required;
    writeln!(out, "required {required:.2}, reached {ratio:.2}: {}", if met { "met" } else { "MISSED" })?;
    Ok(met)
}

/// Each tick as a frame, under a preamble that says how they came about and holds the table's figures.
pub fn recording(options: &Options, sides: &[Side], digests_agree: bool) -> Recording {
    let load = format!("{} bullets{}", options.bullets, if options.is_burst { ", bombs" } else { "" });
    let own = [
        ("load", load),
        ("seed", "none: the same each time".to_owned()),
        ("bullets", options.bullets.to_string()),
        ("burst", options.is_burst.to_string()),
        ("churn_percent", options.churn_percent.to_string()),
        ("repeats", options.repeats.to_string()),
        ("heap", if options.is_aged { "aged" } else { "fresh" }.to_owned()),
        ("method", "blocks in turns and back; of the repeats of a tick the fastest, but for the figures named raw".to_owned()),
        ("digests_agree", digests_agree.to_string()),
    ];
    let mut recording = keep::start("bench", own);
    if sides.len() > 1 {
        let order = "the first half of the pooled ticks, all boxed ones, the other half: blocks whose neighbours can be compared";
        recording.note("order".to_owned(), order.to_owned());
    }
    for side in sides {
        for (name, value) in side.rows() {
            recording.note(format!("{} {name}", mode_word(side.mode)), value.map_or("n/a".to_owned(), |value| format!("{value:.3}")));
        }
    }
    keep::judge(&mut recording, 1, in_turns(sides));
    recording
}

/// Half of the first side, all of the second, the other half of the first: blocks of the same load whose neighbours make two pairs, which is what a
/// verdict needs, and with the fewest switches, after each of which frames count for nothing.
fn in_turns(sides: &[Side]) -> Vec<Frame> {
    match sides {
        [first, others @ ..] if !others.is_empty() => {
            let (before, after) = first.frames.split_at(first.frames.len() / 2);
            [before].into_iter().chain(others.iter().map(|side| &side.frames[..])).chain([after]).flatten().copied().collect()
        }
        _ => sides.iter().flat_map(|side| side.frames.iter().copied()).collect(),
    }
}
