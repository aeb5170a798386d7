//! Loads everything: each file is read and checked, names are resolved across files, all problems are told at once.
//!
//! Invariant: what is in `Content` has passed every check; what has not is left out.

use super::diagnostic::Diagnostic;
use super::digest::{backdrop_digest, digest, picture_digest, sound_digest};
use super::files::{Files, Folder};
use super::source::Sources;
use super::stage::{Excuses, load_stages};
use crate::paper::backdrop::{Backdrop, BackdropFormat};
use crate::paper::figure::{self, Figure, FigureFormat};
use crate::paper::looks::{LooksFile, MoreLooks};
use crate::sim::bullet::look::Look;
use crate::sim::pattern::Program;
use crate::sim::problem::Problem;
use crate::sim::stage::data::StageData;
use crate::sound::{Sound, SoundFormat, TOTAL_MS_MAX};
use serde::de::DeserializeOwned;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// All content that may be played and drawn.
#[derive(Default)]
pub struct Content {
    /// The bullet looks; a `LookId` is an index into them. Empty if the table is broken.
    pub looks: Vec<Look>,
    /// The eight bullet colours.
    pub colors: [[u8; 3]; 8],
    /// The figures; an enemy's or boss's figure is an index into them.
    pub figures: Vec<Figure>,
    /// Their names, in the same order.
    pub figure_names: Vec<String>,
    /// The backdrops; a stage's backdrop is an index into them.
    pub backdrops: Vec<Backdrop>,
    /// Their names, in the same order.
    pub backdrop_names: Vec<String>,
    /// The sounds, by name; they are rendered when they are wanted.
    pub sounds: Vec<Sound>,
    /// The sound stages, by number.
    pub stages: Vec<Arc<StageData>>,
    /// The sound shared patterns by name, each with the defaults of its parameters.
    pub patterns: BTreeMap<String, Program>,
    /// A stage in which nothing happens, for running a pattern by itself; there is none without a sound crane.
    pub empty_stage: Option<Arc<StageData>>,
    /// What replays are tied to: see `content::digest`.
    pub digest: u64,
    /// Ids and versions of the mods in it, the lowest first.
    pub mods: Vec<String>,
    /// Equal as long as nothing but a backdrop looks different.
    pub picture_digest: u64,
    /// Equal as long as no backdrop looks different.
    pub backdrop_digest: u64,
    /// Equal as long as nothing sounds different.
    pub sound_digest: u64,
}

impl Content {
    /// The index of a figure.
    pub fn figure(&self, name: &str) -> Option<u16> {
        self.figure_names.iter().position(|known| known == name).map(|index| index as u16)
    }
}

/// What came of loading.
#[derive(Default)]
pub struct Loaded {
    /// What is sound.
    pub content: Content,
    /// What is not, by file and line.
    pub problems: Vec<Diagnostic>,
}

/// Reads and checks all of `sources`.
pub fn load(sources: &Sources) -> Loaded {
    let mut files = Files::new(sources);
    let mut content = Content {
        digest: digest(sources),
        picture_digest: picture_digest(sources),
        backdrop_digest: backdrop_digest(sources),
        sound_digest: sound_digest(sources),
        mods: sources.mods().to_vec(),
        ..Content::default()
    };
    let mut excuses = Excuses::default();
    load_looks(&mut files, &mut content, &mut excuses);
    load_figures(&mut files, &mut content, &mut excuses);
    load_backdrops(&mut files, &mut content, &mut excuses);
    load_sounds(&mut files, &mut content, &mut excuses);
    load_stages(&mut files, &mut content, excuses);
    let problems = files.finish().into_iter().map(|problem| sources.told(problem));
    Loaded { content, problems: problems.collect() }
}

fn load_looks(files: &mut Files, content: &mut Content, excuses: &mut Excuses) {
    const PATH: &str = "assets/looks.ron";
    let Some(table) = files.one::<LooksFile>(PATH) else { return excuses.add_all("look") };
    let problems = table.check();
    if problems.is_empty() {
        content.colors = table.rgb();
        content.looks = table.looks;
    } else {
        files.report(PATH, problems);
        return excuses.add_all("look");
    }
    let Folder { read, broken } = files.folder::<MoreLooks>("assets/looks");
    let mut is_whole = broken.is_empty();
    for (name, more) in read {
        let problems = more.check(&content.looks);
        if problems.is_empty() {
            more.add_to(&mut content.looks);
        } else {
            files.report(&format!("assets/looks/{name}.ron"), problems);
            is_whole = false;
        }
    }
    if !is_whole {
        excuses.add_all("look");
    }
}

fn load_figures(files: &mut Files, content: &mut Content, excuses: &mut Excuses) {
    for (name, format) in sound(files, "figure", excuses, FigureFormat::check) {
        content.figures.push(figure::build(&format));
        content.figure_names.push(name);
    }
}

fn load_backdrops(files: &mut Files, content: &mut Content, excuses: &mut Excuses) {
    for (name, format) in sound(files, "backdrop", excuses, BackdropFormat::check) {
        content.backdrops.push(Backdrop::new(&format));
        content.backdrop_names.push(name);
    }
}

fn load_sounds(files: &mut Files, content: &mut Content, excuses: &mut Excuses) {
    let mut total_ms = 0.0;
    for (name, format) in sound(files, "sound", excuses, SoundFormat::check) {
        total_ms += format.length_ms() * format.variant_count() as f32;
        if total_ms > TOTAL_MS_MAX {
            let found = format!("with this one, all sounds and their variants last {total_ms} ms");
            let problem = Problem::new(vec!["tones".into()], found, format!("at most {TOTAL_MS_MAX} ms together"));
            files.report(&format!("assets/sounds/{name}.ron"), vec![problem]);
            excuses.add("sound", &BTreeSet::from([name]));
            break;
        }
        content.sounds.push(Sound { name, format });
    }
}

/// The files of `assets/<what>s` that pass their check, by name; the others are reported, and excused where they are named.
fn sound<T: DeserializeOwned>(files: &mut Files, what: &str, excuses: &mut Excuses, check: fn(&T) -> Vec<Problem>) -> Vec<(String, T)> {
    let folder = format!("assets/{what}s");
    let Folder { read, mut broken } = files.folder::<T>(&folder);
    let mut sound = Vec::new();
    for (name, format) in read {
        let problems = check(&format);
        if problems.is_empty() {
            sound.push((name, format));
        } else {
            files.report(&format!("{folder}/{name}.ron"), problems);
            broken.insert(name);
        }
    }
    excuses.add(what, &broken);
    sound
}
