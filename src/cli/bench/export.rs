//! What `bench` says of its goal, and its recording: the same columns that the window writes.

use super::{Options, Side};
use std::io::{self, Write};
use tamafubuki::telemetry::Telemetry;
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

/// Each tick as a frame, mode after mode, under a preamble that says how they came about and holds the table's figures.
pub fn recording(options: &Options, sides: &[Side], digests_agree: bool) -> Recording {
    let mut preamble = vec![
        ("program".to_owned(), format!("tamafubuki {} bench", env!("CARGO_PKG_VERSION"))),
        ("bullets".to_owned(), options.bullets.to_string()),
        ("churn_percent".to_owned(), options.churn_percent.to_string()),
        ("burst".to_owned(), options.is_burst.to_string()),
        ("repeats".to_owned(), options.repeats.to_string()),
        ("heap".to_owned(), if options.is_aged { "aged" } else { "fresh" }.to_owned()),
        ("method".to_owned(), "blocks in turns and back; of the repeats of a tick the fastest, but for the figures named raw".to_owned()),
        ("digests_agree".to_owned(), digests_agree.to_string()),
    ];
    for side in sides {
        for (name, value) in side.rows() {
            preamble.push((format!("{} {name}", mode_word(side.mode)), value.map_or("n/a".to_owned(), |value| format!("{value:.3}"))));
        }
    }
    let mut recording = Recording::start(preamble);
    let mut telemetry = Telemetry::new();
    for frame in sides.iter().flat_map(|side| &side.frames) {
        telemetry.push(*frame);
        if let Some(sample) = telemetry.frames().newest() {
            recording.push(sample);
        }
    }
    recording
}
