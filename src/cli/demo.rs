//! `demo`: the bot plays a stage without a window; what happened, what the ticks cost in both storages, and a picture of it.

use super::arguments::{Command, Flag, Given};
use super::meter::{Figures, Meter, least};
use super::replay::{duration, outcome_name};
use super::{Exit, Failure, Shell, keep, options, report, sheet};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Instant, SystemTime, UNIX_EPOCH};
use tamafubuki::bot::Bot;
use tamafubuki::content::Loaded;
use tamafubuki::replay::{Header, Playback, Recorder, Replay};
use tamafubuki::save;
use tamafubuki::sim::bullet::Mode;
use tamafubuki::sim::event::Happening;
use tamafubuki::sim::stage::data::StageData;
use tamafubuki::sim::world::{Config, Outcome, Phase, World};
use tamafubuki::telemetry::Frame;

/// Longest run: half an hour. A stage ends long before.
const TICKS_MAX: u32 = 30 * 60 * 60;
/// File name of the contact sheet in the data folder.
const SHEET: &str = "demo.png";

pub const COMMAND: Command = Command {
    name: "demo",
    about: "Lets a bot play a stage without a window, and measures the ticks pooled and boxed.",
    more: "The run is played once by the bot, then again from its recorded inputs: pooled, boxed, boxed, pooled.\n\
        Exit code 1 when the two storages disagree.",
    values: "",
    value_count: 0..=0,
    flags: &[
        options::DIFFICULTY,
        options::STAGE,
        options::SEED,
        options::CONTENT,
        options::MOD,
        options::DATA_DIR,
        Flag { name: "ticks", value: "N", about: "stop after so many ticks, 1 to 108000 [to the end]" },
        Flag { name: "out", value: "FILE", about: "where the contact sheet goes, a PNG [demo.png in the data folder]" },
        Flag { name: "no-picture", value: "", about: "no contact sheet" },
        Flag { name: "replay", value: "FILE", about: "keep the run as a replay" },
    ],
    run,
};

/// Where the contact sheet goes.
pub enum Picture {
    None,
    InDataFolder,
    File(PathBuf),
}

/// What the command line wants of a demo besides where the run starts.
pub struct Wanted {
    pub picture: Picture,
    pub ticks: u32,
    pub replay: Option<PathBuf>,
}

impl Default for Wanted {
    fn default() -> Self {
        Self { picture: Picture::InDataFolder, ticks: TICKS_MAX, replay: None }
    }
}

fn run(given: &Given, shell: &mut Shell) -> Result<Exit, Failure> {
    let start = options::Start::from(given)?;
    let (file, replay) = (given.path("out").map(PathBuf::from), given.path("replay").map(PathBuf::from));
    if file.is_some() && (file == replay || given.has("no-picture")) {
        return Err(Failure::Misuse("--out contradicts --replay or --no-picture".to_owned()));
    }
    let picture = match file {
        Some(file) => Picture::File(file),
        None if given.has("no-picture") => Picture::None,
        None => Picture::InDataFolder,
    };
    let ticks = given.number("ticks", 1..=TICKS_MAX)?.unwrap_or(TICKS_MAX);
    show(&start, &Wanted { picture, ticks, replay }, shell.out)
}

/// What the bot's run came to.
struct Played {
    replay: Replay,
    finished: Option<Outcome>,
    hits: u32,
    seconds: f32,
    score: tamafubuki::sim::score::Score,
}

/// Plays, measures, prints, draws.
///
/// # Errors
/// Content without that stage; a file that cannot be written.
pub fn show(start: &options::Start, wanted: &Wanted, out: &mut dyn Write) -> Result<Exit, Failure> {
    let loaded = options::content(start.content_dir.as_deref(), &start.mods)?;
    let stage = options::stage(&loaded, start.stage.unwrap_or(1))?;
    let picture_file = if let Picture::File(file) = &wanted.picture { Some(file) } else { None };
    [picture_file, wanted.replay.as_ref()].into_iter().flatten().try_for_each(|path| keep::ready(path))?;
    let config =
        Config { seed: start.seed.unwrap_or(1), difficulty: start.difficulty.unwrap_or_default(), continues: 0, ..Config::default() };
    writeln!(out, "The bot plays stage {} ({}), {}, seed {}.", stage.number, stage.title, config.difficulty.name(), config.seed)?;
    let played = play(&loaded, &stage, config, wanted.ticks);
    tell(&played, out)?;

    let again = |mode| replay_measured(&played.replay, &stage, mode);
    let [first, second, third, fourth] = [Mode::Pooled, Mode::Boxed, Mode::Boxed, Mode::Pooled].map(again);
    let agree = first.1 && second.1 && third.1 && fourth.1;
    let (pooled, boxed) = (least(vec![first.0, fourth.0]), least(vec![second.0, third.0]));
    let figures = Figures::of(&pooled);
    writeln!(out, "bullets at most {}", figures.bullets_max)?;
    report::table(out, &[(Mode::Pooled, report::rows(&figures)), (Mode::Boxed, report::rows(&Figures::of(&boxed)))])?;
    writeln!(out, "digests: {} in both storages", if agree { "equal" } else { "DIFFERENT" })?;

    if let Some(path) = &wanted.replay {
        report::write(path, &played.replay.encode())?;
        writeln!(out, "replay: {}", path.display())?;
    }
    picture(start, wanted, &loaded, &stage, &played.replay, &pooled, out)?;
    Ok(if agree { Exit::Ok } else { Exit::Missed })
}

/// The bot's run, recorded.
fn play(loaded: &Loaded, stage: &Arc<StageData>, config: Config, ticks: u32) -> Played {
    let unix_seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let header = Header::new(loaded.content.digest, stage.number, config, "Bot", unix_seconds).with_mods(&loaded.content.mods);
    let (mut world, mut bot, mut recorder) = (World::new(Arc::clone(stage), config), Bot::new(), Recorder::new(header));
    let since = Instant::now();
    let mut hits = 0;
    let mut finished = None;
    while finished.is_none() && world.tick() < ticks {
        let input = bot.decide(&world);
        world.step(input);
        recorder.record(input, || world.digest());
        hits += world.events().iter().filter(|event| event.what == Happening::PlayerHit).count() as u32;
        if let Phase::Finished(outcome) = world.phase() {
            finished = Some(outcome);
        }
    }
    let seconds = since.elapsed().as_secs_f32();
    let score = world.hud().score.clone();
    let replay = recorder
        .finish(finished.unwrap_or(Outcome::GaveUp), score.score, world.digest())
        .expect("between one tick and half an hour were recorded");
    Played { replay, finished, hits, seconds, score }
}

fn tell(played: &Played, out: &mut dyn Write) -> std::io::Result<()> {
    let ticks = played.replay.tick_count();
    let how = played.finished.map_or("stopped", outcome_name);
    let score = &played.score;
    writeln!(out, "{how} after {}; score {}", duration(ticks), score.score)?;
    writeln!(
        out,
        "hits {}, lives lost {}, bombs {}, folds {}, grazes {}, cards captured {}",
        played.hits, score.misses, score.bombs_used, score.folds_used, score.graze, score.captures
    )?;
    writeln!(out, "{:.0} ticks a second, the bot's thinking included", ticks as f32 / played.seconds.max(1e-6))
}

/// The recorded run once more; each tick measured, and whether every digest was met.
fn replay_measured(replay: &Replay, stage: &Arc<StageData>, mode: Mode) -> (Vec<Frame>, bool) {
    let mut world = World::new(Arc::clone(stage), Config { mode, ..replay.header.config });
    let mut meter = Meter::new(replay.tick_count() as usize);
    let mut playback = Playback::new(replay);
    let mut agree = true;
    while let Some(input) = playback.next() {
        meter.measure_world(&mut world, input);
        agree &= playback.agrees(|| world.digest()) != Some(false);
    }
    (meter.into_frames(), agree)
}

fn picture(
    start: &options::Start,
    wanted: &Wanted,
    loaded: &Loaded,
    stage: &Arc<StageData>,
    replay: &Replay,
    frames: &[Frame],
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let default = || start.data_dir.clone().or_else(save::default_folder).map(|folder| folder.join(SHEET));
    let (path, asked) = match &wanted.picture {
        Picture::None => return Ok(()),
        Picture::File(file) => (Some(file.clone()), true),
        Picture::InDataFolder => (default(), false),
    };
    let Some(path) = path else { return Ok(writeln!(out, "no contact sheet: there is no data folder")?) };
    let made = path.parent().map_or(Ok(()), std::fs::create_dir_all).and_then(|()| sheet::write(&path, loaded, stage, replay, frames));
    match made {
        Ok(()) => writeln!(out, "contact sheet: {}", path.display())?,
        Err(error) if asked => return Err(Failure::Input(format!("{}: {error}", path.display()))),
        // Nobody asked for it, and a home that cannot be written is no reason to fail.
        Err(error) => writeln!(out, "no contact sheet: {}: {error}", path.display())?,
    }
    Ok(())
}
