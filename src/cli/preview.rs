//! `preview`: what a pattern looks like, without a window: twelve moments on a sheet, or an animation.

mod animation;
mod palette;

use super::arguments::{Command, Flag, Given};
use super::pen::{Ground, Pen};
use super::rehearse::{self, Piece, Rehearsal, Setting, TICKS_MAX};
use super::sheet::{self, Sheet};
use super::{Exit, Failure, Shell, options, report};
use animation::Animation;
use std::path::{Path, PathBuf};
use tamafubuki::paper::canvas::{Canvas, encode_png};
use tamafubuki::sim::field::{HEIGHT_PX, TICKS_PER_SECOND, WIDTH_PX};
use tamafubuki::sim::probe::Silent;

/// Longest animation, ticks: half a minute.
const ANIMATION_TICKS_MAX: u32 = 1_800;
/// Ticks from picture to picture of an animation: 20 a second.
const STEP_TICKS: u32 = 3;
/// Canvas pixels for a playfield px in an animation.
const SCALE: f32 = 0.75;

pub const COMMAND: Command = Command {
    name: "preview",
    about: "Draws what a pattern looks like: a sheet of twelve moments (PNG) or an animation (GIF).",
    more: "PATTERN is a pattern, spell, enemy, wave, boss or stage: its file, or its name in the content (fox_2_wheel, stage1); or an .xml (BulletML).\n\
        Nothing shoots, and nothing hits the crane. A stage is played by the bot; its sheet shows the fullest moments.\n\
        An animation has 20 pictures a second and lasts at most 1800 ticks; in it the backdrop stands still, which keeps it small.\n\
        An existing file is kept unless --force is given. Exit codes: 0 drawn, 2 the pattern has problems or is not there.",
    values: "PATTERN",
    value_count: 1..=1,
    flags: &[
        Flag { name: "out", value: "FILE", about: "where it goes, a .png or a .gif; also -o [NAME.png here]" },
        Flag { name: "force", value: "", about: "replace the file if it exists" },
        options::DIFFICULTY,
        rehearse::SEED,
        Flag { name: "ticks", value: "N", about: "how long; ends earlier when everything has gone [720; GIF: 360; stage: to its end]" },
        rehearse::PLAYER_AT,
        rehearse::RANK,
        rehearse::AT,
        options::MODIFY,
        options::SPEED_SCALE,
        options::CONTENT,
        options::MOD,
    ],
    run,
};

fn run(given: &Given, shell: &mut Shell) -> Result<Exit, Failure> {
    let setting = Setting::from(given)?;
    let path = given.path("out").map_or_else(|| standard_name(&given.values[0]), PathBuf::from);
    let is_animation = match path.extension().map(|ending| ending.to_string_lossy().to_lowercase()) {
        Some(ending) if ending == "png" => false,
        Some(ending) if ending == "gif" => true,
        _ => return Err(Failure::Misuse(format!("--out {}: the name must end in .png or .gif", path.display()))),
    };
    let ticks = given.number("ticks", 1..=if is_animation { ANIMATION_TICKS_MAX } else { TICKS_MAX })?;
    if path.exists() && !given.has("force") {
        return Err(report::refusal(&path));
    }
    let piece = Piece::load(&given.values[0], given, &setting)?;
    let usual = match (is_animation, piece.is_stage) {
        (true, _) => 360,
        (false, true) => TICKS_MAX,
        (false, false) => 720,
    };
    let counts = counts(&piece, &setting, ticks.unwrap_or(usual));
    let bytes = if is_animation { animate(&piece, &setting, counts.len() as u32)? } else { sheet(&piece, &setting, &counts)? };
    report::write_new(&path, &bytes, given.has("force"))?;
    let most = counts.iter().max().copied().unwrap_or_default();
    writeln!(shell.out, "{}: {} of {}, at most {most} bullets and lasers", path.display(), duration(counts.len()), piece.name)?;
    Ok(Exit::Ok)
}

fn duration(ticks: usize) -> String {
    format!("{:.1} s ({ticks} ticks)", ticks as f32 / TICKS_PER_SECOND as f32)
}

/// The name of what is drawn, in the present folder.
fn standard_name(word: &Path) -> PathBuf {
    Path::new(word.file_stem().unwrap_or("preview".as_ref())).with_extension("png")
}

/// Live bullets and lasers after each tick, to the end of the run or of what happens in it.
fn counts(piece: &Piece, setting: &Setting, ticks: u32) -> Vec<usize> {
    let mut rehearsal = Rehearsal::new(piece, setting);
    let mut counts = Vec::new();
    while rehearsal.tick() < ticks && !rehearsal.is_over() {
        rehearsal.step(&mut Silent);
        counts.push(rehearsal.world.bullets().len() + rehearsal.world.lasers().len());
    }
    counts
}

fn ground(piece: &Piece, otherwise: Ground) -> Ground {
    if piece.is_pattern { Ground::Plain } else { otherwise }
}

/// Twelve moments: of a stage the fullest of each twelfth, else the last of each, so that time goes evenly from one to the next.
fn sheet(piece: &Piece, setting: &Setting, counts: &[usize]) -> Result<Vec<u8>, Failure> {
    let moment = |cell: usize| {
        let (first, end) = (cell * counts.len() / sheet::CELLS, (cell + 1) * counts.len() / sheet::CELLS);
        let fullest = (first..end).rev().max_by_key(|index| counts[*index]).map_or(end, |index| index + 1);
        (end > first).then_some(if piece.is_stage { fullest } else { end })
    };
    let mut moments = (0..sheet::CELLS).filter_map(moment).peekable();
    let title = format!("{}    {}", piece.name, setting.words(piece));
    let mut sheet = Sheet::new(&piece.loaded.content, ground(piece, Ground::Moving), &title);
    let mut rehearsal = Rehearsal::new(piece, setting);
    for tick in 1..=counts.len() {
        rehearsal.step(&mut Silent);
        if moments.next_if_eq(&tick).is_some() {
            let numbers = format!("tick {tick}   {}", sheet::counted(&rehearsal.world));
            sheet.add(&rehearsal.world, [&numbers, sheet::attack_name(&rehearsal.world)]);
        }
    }
    Ok(encode_png(&sheet.finish())?)
}

fn animate(piece: &Piece, setting: &Setting, ticks: u32) -> Result<Vec<u8>, Failure> {
    let mut pen = Pen::new(&piece.loaded.content, ground(piece, Ground::Still));
    let (width, height) = ((WIDTH_PX * SCALE) as usize, (HEIGHT_PX * SCALE) as usize);
    let mut animation = Animation::new(width, height, STEP_TICKS * 100 / TICKS_PER_SECOND);
    let mut rehearsal = Rehearsal::new(piece, setting);
    for tick in 1..=ticks {
        rehearsal.step(&mut Silent);
        if tick.is_multiple_of(STEP_TICKS) || tick == ticks {
            let mut canvas = Canvas::new(width, height);
            let view = canvas.view(SCALE);
            pen.field(&rehearsal.world, &mut canvas, &view);
            animation.add(&canvas.bitmap());
        }
    }
    Ok(animation.encode()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_named_after_what_is_drawn() {
        for (word, name) in [("fox_2_wheel", "fox_2_wheel.png"), ("a/b/ring.ron", "ring.png"), ("levels/campaign/stage1/", "stage1.png")] {
            assert_eq!(standard_name(Path::new(word)), Path::new(name));
        }
    }
}
