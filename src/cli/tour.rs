//! `tour`: every layer of the overlay over a part of the content that the bot plays in a window; what the overlay costs, and pictures of it.
//!
//! Invariant: after the window has closed the run is repeated without one from its inputs, so that the overlay is seen to change nothing.

use super::arguments::{Command, Flag, Given};
use super::keep::{self, Files};
use super::rehearse::{Piece, RANK, SEED, Setting};
use super::{Exit, Failure, Shell, Start, options};
use std::io::Write;
use std::path::PathBuf;
use tamafubuki::sim::world::World;
use tamafubuki::telemetry::recording::Recording;
use tamafubuki::telemetry::tour::{Figures, LAYERS, PLATE_WINDOW_PX, Times, Tour, Toured, WARM_UP_FRAMES, figures};

/// Sides that a window may have, px.
const SIDE_PX: (f32, f32) = (200.0, 7_680.0);

pub const COMMAND: Command = Command {
    name: "tour",
    about: "Shows the overlay's layers in a window over what a bot plays, and tells what the overlay costs.",
    more: "PIECE is a pattern, card, enemy, wave, boss or stage: its file or its name (fox_2_wheel, fox). Each frame runs one tick however long it\n\
        takes; every layer is seen in both storages, the full one with a bomb in each. `own` is the overlay's work without the driver's: judging the\n\
        frame, texts, vertices; `submit` is handing these over, where a GL in software transforms them.\n\
        In a window smaller than 800 x 600 the larger layers are refused: then nothing is said of them, and --require is not taken.\n\
        Times are of frames in which the system left the core to the overlay, where it says so; the others are counted as disturbed.\n\
        Exit code 1 when the overlay or the drawing took anything from the heap after 120 frames, when the run without a window has another\n\
        digest, or when --require is missed; 4 without a display.",
    values: "PIECE",
    value_count: 1..=1,
    flags: &[
        Flag { name: "frames", value: "N", about: "frames of each layer, 40 to 9000; 1000 carry a 99th percentile [1200]" },
        Flag { name: "bullets", value: "N", about: "bullets of load, 0 to 1000000 [0]" },
        Flag { name: "size", value: "W,H", about: "size of the window, px [1280,960]" },
        Flag { name: "pictures", value: "FOLDER", about: "write pictures of every layer" },
        keep::CSV,
        keep::JSON,
        Flag {
            name: "require",
            value: "MS",
            about: "fail unless the overlay's own work stays within it, by each layer's 99th percentile, or maximum without one",
        },
        options::DATA_DIR,
        options::CONTENT,
        options::MOD,
        options::DIFFICULTY,
        SEED,
        RANK,
    ],
    run,
};

fn run(given: &Given, shell: &mut Shell) -> Result<Exit, Failure> {
    let setting = Setting::from(given)?;
    let piece = Piece::load(&given.values[0], given, &setting)?;
    let (width_px, height_px) = given.pair("size", [SIDE_PX, SIDE_PX])?.unwrap_or((1280.0, 960.0));
    let tour = Tour {
        path: piece.path.clone(),
        rank: setting.rank(),
        bullet_count: given.number("bullets", 0..=1_000_000)?.unwrap_or(0),
        frames: given.number("frames", 40..=9_000)?.unwrap_or(1_200),
        size_px: (width_px as u32, height_px as u32),
        pictures: given.path("pictures").map(PathBuf::from),
    };
    let files = Files::from(given)?;
    let require: Option<f32> = given.number("require", 0.0..=1000.0)?;
    let has_plates = tour.size_px.0 >= PLATE_WINDOW_PX.0 && tour.size_px.1 >= PLATE_WINDOW_PX.1;
    if require.is_some() && !has_plates {
        let small = format!("--require judges plates, and a window of {width_px} x {height_px} has none: it needs 800 x 600 at least");
        return Err(Failure::Misuse(small));
    }
    files.ready(None)?;
    tour.pictures.as_deref().map_or(Ok(()), keep::ready_folder)?;
    let start =
        Start { tour: Some(tour.clone()), seed: Some(setting.seed()), difficulty: Some(setting.difficulty()), ..Start::from(given)? };
    let toured = match (shell.open_window)(&start) {
        Ok(toured) => toured.unwrap_or_default(),
        Err(why) => {
            eprintln!("tamafubuki tour: no window: {why}");
            return Ok(Exit::NoDisplay);
        }
    };
    if let Some(trouble) = toured.trouble {
        return Err(Failure::Input(trouble));
    }
    let out = &mut *shell.out;
    writeln!(out, "{} {}, {} bullets of load, {width_px} x {height_px}", piece.name, setting.words(&piece), tour.bullet_count)?;
    if !has_plates {
        writeln!(out, "plates are refused in a window smaller than 800 x 600: what follows says nothing of them")?;
    }
    let layers: Vec<(&str, Figures)> = (0..).zip(LAYERS).filter_map(|(layer, name)| Some((name, figures(&toured.seen, layer)?))).collect();
    table(out, &layers)?;
    toured.pictures.iter().try_for_each(|path| writeln!(out, "picture: {}", path.display()))?;
    if files.is_wanted() {
        files.write(&recording(&tour, &setting.words(&piece), &toured))?;
    }
    let is_still = heap(out, &layers)?;
    let is_same = digests(out, &tour, &toured, &piece, &setting)?;
    Ok(if goal(out, &layers, require)? && is_still && is_same { Exit::Ok } else { Exit::Missed })
}

fn table(out: &mut dyn Write, layers: &[(&str, Figures)]) -> std::io::Result<()> {
    write!(out, "{:<24}", "overlay, ms")?;
    layers.iter().try_for_each(|(name, _)| write!(out, "{name:>10}"))?;
    writeln!(out)?;
    let mut row = |name: String, of: &dyn Fn(&Figures) -> Option<f32>| {
        write!(out, "{name:<24}")?;
        for (_, figures) in layers {
            match of(figures) {
                Some(count) if name.ends_with("frames") => write!(out, "{count:>10}")?,
                Some(ms) => write!(out, "{ms:>10.3}")?,
                None => write!(out, "{:>10}", "n/a")?,
            }
        }
        writeln!(out)
    };
    let mut times = |name: &str, of: &dyn Fn(&Figures) -> Times| {
        row(format!("{name} p50"), &|figures| of(figures).p50_ms)?;
        row(format!("{name} p99"), &|figures| of(figures).p99_ms)?;
        row(format!("{name} max"), &|figures| Some(of(figures).max_ms))
    };
    times("own", &|figures| figures.own)?;
    for (index, part) in ["judge", "write", "fill", "submit"].into_iter().enumerate() {
        times(part, &|figures| figures.parts[index])?;
    }
    times("own + submit", &|figures| figures.whole)?;
    row("frames".to_owned(), &|figures| Some(figures.frame_count as f32))?;
    row("disturbed frames".to_owned(), &|figures| Some(figures.disturbed_count as f32))?;
    row("opening frame".to_owned(), &|figures| Some(figures.opening_ms))?;
    row("opening over a spike by".to_owned(), &|figures| figures.opening_excess_ms)
}

/// What was taken from the heap; whether it was nothing.
fn heap(out: &mut dyn Write, layers: &[(&str, Figures)]) -> std::io::Result<bool> {
    if layers.len() < LAYERS.len() || layers.iter().any(|(_, figures)| figures.frame_count <= WARM_UP_FRAMES as usize) {
        writeln!(out, "heap operations: n/a: fewer than {} frames of each layer", WARM_UP_FRAMES + 1)?;
        return Ok(true);
    }
    let sum = |of: fn(&Figures) -> Option<u64>| layers.iter().map(|(_, figures)| of(figures)).sum::<Option<u64>>();
    match (sum(|figures| figures.overlay_operations), sum(|figures| figures.draw_operations)) {
        (Some(overlay), Some(draw)) => {
            writeln!(out, "heap operations from frame {WARM_UP_FRAMES} of each layer on: overlay {overlay}, draw {draw}")?;
            Ok(overlay + draw == 0)
        }
        _ => writeln!(out, "heap operations: not counted in this build").map(|()| true),
    }
}

/// The same run without a window; whether it comes to the same.
fn digests(out: &mut dyn Write, tour: &Tour, toured: &Toured, piece: &Piece, setting: &Setting) -> std::io::Result<bool> {
    let mut world = World::new(piece.stage(), setting.config());
    world.set_rank(setting.rank());
    if tour.bullet_count > 0 {
        world.set_stress_count(tour.bullet_count);
    }
    for input in &toured.inputs {
        world.keep_player_safe();
        world.step(*input);
    }
    let (shown, alone) = (toured.digest, world.digest());
    let is_same = shown == alone;
    let verdict = if is_same { "equal" } else { "DIFFERENT" };
    writeln!(out, "digest after {} ticks: under the overlay {shown:016x}, without a window {alone:016x}: {verdict}", toured.inputs.len())?;
    Ok(is_same)
}

fn goal(out: &mut dyn Write, layers: &[(&str, Figures)], require: Option<f32>) -> std::io::Result<bool> {
    let Some(required) = require else { return Ok(true) };
    let slowest = layers.iter().map(|(_, figures)| figures.own.p99_ms.unwrap_or(figures.own.max_ms)).fold(0.0, f32::max);
    let is_met = slowest <= required;
    let by_maximum: Vec<&str> = layers.iter().filter(|(_, figures)| figures.own.p99_ms.is_none()).map(|(name, _)| *name).collect();
    let how = match by_maximum.as_slice() {
        [] => String::new(),
        names => format!(" (by the maximum, as too few frames carry a p99: {})", names.join(", ")),
    };
    writeln!(out, "required {required:.2} ms, slowest layer {slowest:.3} ms{how}: {}", if is_met { "met" } else { "MISSED" })?;
    Ok(is_met)
}

/// Every frame as it was written down.
fn recording(tour: &Tour, words: &str, toured: &Toured) -> Recording {
    let layers = (0..).zip(LAYERS).map(|(layer, name)| format!("{name} {}", toured.seen.iter().filter(|seen| seen.layer == layer).count()));
    let own = [
        ("load", format!("{} and {} bullets of load, one tick a frame", tour.path, tour.bullet_count)),
        ("setting", words.to_owned()),
        ("frames of each layer", layers.collect::<Vec<_>>().join(", ")),
    ];
    let mut recording = keep::start("tour", own);
    toured.seen.iter().for_each(|seen| {
        recording.push(&seen.sample);
    });
    recording
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamafubuki::mem::counter::Counts;
    use tamafubuki::telemetry::Sample;
    use tamafubuki::telemetry::tour::Seen;

    /// What is said of so many frames of each layer, of no time each: of the heap, and of a goal.
    fn said(frames: u32) -> (String, String) {
        let mut sample = Sample::default();
        sample.frame.timing.counts = Some(Counts::default());
        let seen: Vec<Seen> = (0..LAYERS.len()).flat_map(|layer| (0..frames).map(move |nth| Seen { layer, nth, sample })).collect();
        let layers: Vec<(&str, Figures)> = (0..).zip(LAYERS).filter_map(|(layer, name)| Some((name, figures(&seen, layer)?))).collect();
        let (mut heap_says, mut goal_says) = (Vec::new(), Vec::new());
        assert!(heap(&mut heap_says, &layers).unwrap() && goal(&mut goal_says, &layers, Some(1.0)).unwrap());
        (String::from_utf8(heap_says).unwrap(), String::from_utf8(goal_says).unwrap())
    }

    #[test]
    fn what_too_few_frames_carry_is_not_told_as_measured() {
        let (heap, goal) = said(120);
        assert_eq!(heap, "heap operations: n/a: fewer than 121 frames of each layer\n");
        assert!(goal.contains("(by the maximum, as too few frames carry a p99: off, compact, full, compare): met"), "{goal}");
        assert_eq!(said(0).0, heap, "no layer at all");
        let (heap, goal) = said(1000);
        assert_eq!(heap, "heap operations from frame 120 of each layer on: overlay 0, draw 0\n");
        assert_eq!(goal, "required 1.00 ms, slowest layer 0.000 ms: met\n");
    }
}
