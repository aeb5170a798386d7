//! Loads the stages: each a folder with a `stage.ron`, compiled by the simulation against what the rest of the content names.
//!
//! Invariant: a stage with a problem in any of its files is left out.

use super::files::Files;
use super::load::Content;
use crate::sim::pattern::format::{Modifiers, Pattern};
use crate::sim::pattern::{self, Names, Program};
use crate::sim::problem::Problem;
use crate::sim::stage::compile::{self, Located, StageNames, StageSource};
use crate::sim::stage::data::StageData;
use crate::sim::stage::format::CraneFile;
use serde::de::DeserializeOwned;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What is said of names that lead to a broken file: no further problem, since that file's own is told.
#[derive(Clone, Default)]
pub(super) struct Excuses(Vec<String>);

impl Excuses {
    /// `what` as `Problem::unknown` calls it.
    pub fn add(&mut self, what: &str, names: &BTreeSet<String>) {
        self.0.extend(names.iter().map(|name| format!("unknown {what} `{name}`")));
    }

    /// Every name of this sort.
    pub fn add_all(&mut self, what: &str) {
        self.0.push(format!("unknown {what} `"));
    }

    fn cover(&self, problem: &Problem) -> bool {
        self.0.iter().any(|excuse| problem.found.contains(excuse))
    }
}

/// Loads shared patterns, the crane and the stages. `excuses` are those of figures, backdrops, sounds and looks.
pub(super) fn load_stages(files: &mut Files, content: &mut Content, mut excuses: Excuses) {
    let patterns = files.folder::<Pattern>("levels/patterns");
    excuses.add("pattern", &patterns.broken);
    let sound_names: Vec<String> = content.sounds.iter().map(|sound| sound.name.clone()).collect();
    let names = Names { looks: &content.looks, patterns: &patterns.read, sounds: &sound_names };
    let modify = files.modifiers();
    content.patterns = check_patterns(files, &names, &modify, &mut excuses);
    let crane = load_crane(files, &content.figure_names, &excuses);
    content.empty_stage = crane.as_ref().map(|crane| Arc::new(StageData::empty(crane, &content.figure_names, &content.looks)));
    let names = StageNames { patterns: names, figures: &content.figure_names, backdrops: &content.backdrop_names, modify: &modify };
    let mut stages = BTreeMap::new();
    for folder in files.folders_with("levels/", "stage.ron") {
        if let Some(stage) = load_stage(files, &folder, crane.as_ref(), &names, excuses.clone()) {
            let number = stage.number;
            if stages.insert(number, Arc::new(stage)).is_some() {
                let problem = Problem::new(vec!["number".into()], format!("another stage has the number {number}"), "a number of its own");
                files.report(&format!("{folder}/stage.ron"), vec![problem]);
            }
        }
    }
    content.stages = stages.into_values().collect();
}

/// Checks each shared pattern by itself, and gives the sound ones. What is wrong in one is not told again of those that call it.
fn check_patterns(files: &mut Files, names: &Names, modify: &Modifiers, excuses: &mut Excuses) -> BTreeMap<String, Program> {
    let mut sound = BTreeMap::new();
    let mut problems: BTreeMap<&String, Vec<Problem>> = BTreeMap::new();
    for (name, pattern) in names.patterns {
        match pattern::compile_shared(pattern, names, &[modify]) {
            (program, found) if found.is_empty() => drop(sound.insert(name.clone(), program)),
            (_, found) => drop(problems.insert(name, found)),
        }
    }
    let is_own = |problem: &Problem| !problem.found.starts_with("in the pattern `");
    let broken: Vec<_> = problems.iter().filter(|(_, problems)| problems.iter().any(is_own)).map(|(name, _)| (*name).clone()).collect();
    excuses.0.extend(broken.iter().map(|name| format!("in the pattern `{name}`: ")));
    for (name, problems) in &mut problems {
        report(files, &format!("levels/patterns/{name}.ron"), std::mem::take(problems), excuses);
    }
    sound
}

/// The first sound crane by name.
fn load_crane(files: &mut Files, figures: &[String], excuses: &Excuses) -> Option<CraneFile> {
    let mut sound = None;
    for (name, crane) in files.folder::<CraneFile>("assets/cranes").read {
        let problems = compile::check_crane(&crane, figures);
        if problems.is_empty() && sound.is_none() {
            sound = Some(crane);
        }
        report(files, &format!("assets/cranes/{name}.ron"), problems, excuses);
    }
    sound
}

fn load_stage(files: &mut Files, folder: &str, crane: Option<&CraneFile>, names: &StageNames, mut excuses: Excuses) -> Option<StageData> {
    let mut parts = Parts { files, folder, excuses: &mut excuses, is_whole: true };
    let bosses = parts.read("bosses", "boss");
    let has_all_bosses = parts.is_whole;
    let source = StageSource {
        bosses,
        waves: parts.read("waves", "wave"),
        enemies: parts.read("enemies", "enemy"),
        spells: parts.read("spells", "spell"),
        talks: parts.read("talks", "talk"),
        stage: parts.files.one(&format!("{folder}/stage.ron"))?,
    };
    let is_whole = parts.is_whole;
    let (mut stage, problems) = compile::compile(&source, crane?, names);
    stage.folder = folder.to_owned();
    let is_sound = is_whole && problems.is_empty();
    let unused = if has_all_bosses { unused_spells(files, folder, &source) } else { Vec::new() };
    let mut by_file: BTreeMap<String, Vec<Problem>> = BTreeMap::new();
    for Located { file, problem } in problems.into_iter().chain(unused) {
        by_file.entry(file).or_default().push(problem);
    }
    for (file, problems) in by_file {
        report(files, &format!("{folder}/{file}.ron"), problems, &excuses);
    }
    is_sound.then_some(stage)
}

/// The folders beside a `stage.ron`, while they are read.
struct Parts<'a, 's> {
    files: &'a mut Files<'s>,
    folder: &'a str,
    excuses: &'a mut Excuses,
    /// No file was broken so far.
    is_whole: bool,
}

impl Parts<'_, '_> {
    fn read<T: DeserializeOwned>(&mut self, part: &str, what: &str) -> BTreeMap<String, T> {
        let found = self.files.folder(&format!("{}/{part}", self.folder));
        self.excuses.add(what, &found.broken);
        self.is_whole &= found.broken.is_empty();
        found.read
    }
}

/// Attacks are checked as part of a boss; one that no boss has would never be. What a later mod took out of a boss is no mistake.
fn unused_spells(files: &Files, folder: &str, source: &StageSource) -> Vec<Located> {
    let layer = |part: &str, name: &String| files.layer_of(&format!("{folder}/{part}/{name}.ron"));
    let boss_layer = source.bosses.keys().map(|name| layer("bosses", name)).max().unwrap_or(0);
    let used: BTreeSet<&String> = source.bosses.values().flat_map(|boss| &boss.attacks).collect();
    let unused = source.spells.keys().filter(|name| !used.contains(name) && layer("spells", name) >= boss_layer);
    let tell = |name: &String| Located {
        file: format!("spells/{name}"),
        problem: Problem::new(Vec::new(), "no boss has this attack", "its name in the `attacks` of a boss"),
    };
    unused.map(tell).collect()
}

fn report(files: &mut Files, path: &str, mut problems: Vec<Problem>, excuses: &Excuses) {
    problems.retain(|problem| !excuses.cover(problem));
    if !problems.is_empty() {
        files.report(path, problems);
    }
}
