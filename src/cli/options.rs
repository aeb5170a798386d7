//! Options that several commands share, and how content is found.

use super::Failure;
use super::arguments::{Flag, Given};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tamafubuki::bulletml;
use tamafubuki::content::{self, Diagnostic, Loaded, Origin, Subject};
use tamafubuki::sim::difficulty::Difficulty;
use tamafubuki::sim::pattern::format::Modifiers;
use tamafubuki::sim::pattern::{self, Names};
use tamafubuki::sim::problem::Problem;
use tamafubuki::sim::stage::data::StageData;
use tamafubuki::telemetry::tour::Tour;

pub const DATA_DIR: Flag =
    Flag { name: "data-dir", value: "FOLDER", about: "where settings, scores and replays are kept [the system's place]" };
pub const CONTENT: Flag =
    Flag { name: "content", value: "FOLDER", about: "folder whose assets/ and levels/ are used [the working tree, else built in]" };
pub const MOD: Flag = Flag { name: "mod", value: "FOLDER", about: "a mod laid over the content; may be given again, the last one wins" };
pub const DIFFICULTY: Flag = Flag { name: "difficulty", value: "NAME", about: "Easy, Normal, Hard or Lunatic [Normal]" };
pub const STAGE: Flag = Flag { name: "stage", value: "N", about: "number of the stage [1]" };
pub const SEED: Flag = Flag { name: "seed", value: "N", about: "seed of the run [play: a new one each time, demo: 1]" };

pub const MODIFY: Flag = Flag {
    name: "modify",
    value: "FIELDS",
    about: "changes every program: \"speed: 1.2, time: 0.9, angle: 10, mirror: 1, seed: 7, budget: 300\", any of them; see `schema Modifiers`",
};
pub const SPEED_SCALE: Flag =
    Flag { name: "speed-scale", value: "S", about: "of BulletML (.xml): px that a unit of distance becomes, 0.01 to 100 [1]" };

/// What a run starts from, as far as the command line says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Start {
    pub data_dir: Option<PathBuf>,
    pub content_dir: Option<PathBuf>,
    /// The last one wins.
    pub mods: Vec<PathBuf>,
    pub difficulty: Option<Difficulty>,
    pub stage: Option<u32>,
    pub seed: Option<u64>,
    /// The lab, at this part of the content; all of it if its path is empty.
    pub lab: Option<Subject>,
    /// Whether that is played at once.
    pub plays: bool,
    /// How BulletML is imported.
    pub import: bulletml::Options,
    /// The tour of the overlay, instead of the title.
    pub tour: Option<Tour>,
}

impl Start {
    /// Reads the shared options.
    ///
    /// # Errors
    /// `Misuse` for a value that cannot be.
    pub fn from(given: &Given) -> Result<Start, Failure> {
        Ok(Start {
            data_dir: given.path("data-dir").map(PathBuf::from),
            content_dir: given.path("content").map(PathBuf::from),
            mods: given.paths("mod"),
            difficulty: difficulty(given)?,
            stage: given.number("stage", 1..=99)?,
            seed: given.number("seed", 0..=u64::MAX)?,
            lab: None,
            plays: false,
            import: import(given)?,
            tour: None,
        })
    }
}

/// How BulletML is imported.
///
/// # Errors
/// `Misuse` for a scale that cannot be.
pub fn import(given: &Given) -> Result<bulletml::Options, Failure> {
    let usual = bulletml::Options::default();
    let speed_scale = given.number("speed-scale", 0.01..=100.0)?.unwrap_or(usual.speed_scale);
    Ok(bulletml::Options { speed_scale, ..usual })
}

/// The difficulty.
///
/// # Errors
/// `Misuse` for one that does not exist.
pub fn difficulty(given: &Given) -> Result<Option<Difficulty>, Failure> {
    given.choice("difficulty", &Difficulty::ALL.map(|difficulty| (difficulty.name(), difficulty)))
}

/// What changes every program.
///
/// # Errors
/// `Misuse` for modifiers that are none.
pub fn modifiers(given: &Given) -> Result<Modifiers, Failure> {
    let Some(text) = given.word("modify") else { return Ok(Modifiers::default()) };
    let text = text.trim();
    let text = if text.starts_with('(') { text.to_owned() } else { format!("({text})") };
    let told = |problems: Vec<Diagnostic>| {
        let problems: String = problems.iter().map(|problem| format!("\n{problem}")).collect();
        Failure::Misuse(format!("--modify cannot be used:{problems}"))
    };
    let modify: Modifiers = content::read("--modify", &text).map_err(told)?;
    let names = Names { looks: &[], patterns: &BTreeMap::new(), sounds: &[] };
    // Their paths lead to a field of a pattern; here it is all there is.
    let own = |problem: Problem| Problem { path: problem.path[1..].to_vec(), ..problem };
    let problems: Vec<Problem> = pattern::compile_under(&[], &names, &[&modify], &[]).1.into_iter().map(own).collect();
    let problems = content::place("--modify", &text, problems);
    if problems.is_empty() { Ok(modify) } else { Err(told(problems)) }
}

/// Where content comes from: the folder that `--content` names over what is in the binary, else the standard; over it the mods.
///
/// # Errors
/// `Input`: there is no such folder, or a mod is none; its problems are told.
pub fn origin(folder: Option<&Path>, mods: &[PathBuf]) -> Result<Origin, Failure> {
    let origin = match folder {
        None => Origin::standard(),
        Some(folder) if folder.is_dir() => Origin::over_embedded(folder),
        Some(folder) => return Err(Failure::Input(format!("{}: there is no such folder", folder.display()))),
    };
    for folder in mods {
        content::read_mod(folder, &folder.display().to_string()).map_err(|problems| {
            let problems: String = problems.iter().map(|problem| format!("\n{problem}")).collect();
            Failure::Input(format!("{} is no mod that can be used:{problems}", folder.display()))
        })?;
    }
    Ok(origin.with_mods(mods.to_vec()))
}

/// The content, with what is wrong in it.
///
/// # Errors
/// Those of `origin`.
pub fn content(folder: Option<&Path>, mods: &[PathBuf]) -> Result<Loaded, Failure> {
    Ok(content::load(&origin(folder, mods)?.read()))
}

/// The stage with this number.
///
/// # Errors
/// `Input`: there is none, or it is broken; its problems are told.
pub fn stage(loaded: &Loaded, number: u32) -> Result<Arc<StageData>, Failure> {
    loaded.content.stages.iter().find(|stage| stage.number == number).cloned().ok_or_else(|| {
        if loaded.problems.is_empty() {
            return Failure::Input(format!("there is no stage {number} in this content"));
        }
        let problems: String = loaded.problems.iter().map(|problem| format!("\n{problem}")).collect();
        Failure::Input(format!("stage {number} cannot be played; this content has problems:{problems}"))
    })
}
