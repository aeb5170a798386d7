//! What can be run by itself: the cards, bosses, enemies and waves of each stage, and the shared patterns.
//!
//! Invariant: what is listed runs. A piece is known by its file's path in the content. Must not know: who runs it.

use crate::content::Content;
use crate::sim::stage::data::StageData;
use crate::sim::stage::excerpt::{EMITTER, Part};
use glam::Vec2;
use std::sync::Arc;

/// What sort of piece it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sort {
    /// A spell card.
    Card,
    /// An attack without a name.
    Nonspell,
    /// A boss with all its attacks.
    Boss,
    /// One enemy.
    Enemy,
    /// A wave.
    Wave,
    /// A shared pattern.
    Pattern,
}

impl Sort {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Sort::Card => "card",
            Sort::Nonspell => "nonspell",
            Sort::Boss => "boss",
            Sort::Enemy => "enemy",
            Sort::Wave => "wave",
            Sort::Pattern => "pattern",
        }
    }
}

/// One that can be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its file in the content.
    pub path: String,
    /// What it is called: a card's name, else that of its file.
    pub name: String,
    /// What it belongs to: a boss, a stage, nothing.
    pub of: String,
    /// What it is.
    pub sort: Sort,
}

impl Piece {
    /// Its file's name, without folder and ending.
    pub fn file(&self) -> &str {
        let name = self.path.rsplit('/').next().unwrap_or_default();
        name.strip_suffix(".ron").unwrap_or(name)
    }
}

/// All of the content, stage by stage: attacks boss by boss, then enemies and waves; the shared patterns at the end.
pub fn list(content: &Content) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for stage in &content.stages {
        let piece = |folder: &str, file: &str, name: &str, of: &str, sort: Sort| {
            let path = format!("{}/{folder}/{file}.ron", stage.folder);
            Piece { path, name: name.to_owned(), of: of.to_owned(), sort }
        };
        for boss in &stage.bosses {
            for attack in &boss.attacks {
                let (name, sort) = attack.name.as_deref().map_or((attack.file.as_str(), Sort::Nonspell), |name| (name, Sort::Card));
                let entry = piece("spells", &attack.file, name, &boss.name, sort);
                if !pieces.contains(&entry) {
                    pieces.push(entry);
                }
            }
            pieces.push(piece("bosses", &boss.file, &boss.name, &stage.title, Sort::Boss));
        }
        pieces.extend(stage.enemies.iter().map(|enemy| piece("enemies", &enemy.file, &enemy.file, &stage.title, Sort::Enemy)));
        pieces.extend(stage.waves.iter().map(|wave| piece("waves", &wave.file, &wave.file, &stage.title, Sort::Wave)));
    }
    let shared = |name: &String| Piece {
        path: format!("levels/patterns/{name}.ron"),
        name: name.clone(),
        of: "shared pattern".to_owned(),
        sort: Sort::Pattern,
    };
    if content.empty_stage.is_some() {
        pieces.extend(content.patterns.keys().map(shared));
    }
    pieces
}

/// The stage to run for a path of the content, with a shared pattern's emitter, or an enemy's entry, at `at` if that is given. `None` if the stage
/// that it is part of has problems.
///
/// # Errors
/// Nothing there can be run; a sentence.
pub fn stage(path: &str, content: &Content, at: Option<Vec2>) -> Result<Option<Arc<StageData>>, String> {
    if let Some(name) = path.strip_prefix("levels/patterns/").and_then(|name| name.strip_suffix(".ron")) {
        let (Some(program), Some(stage)) = (content.patterns.get(name), &content.empty_stage) else { return Ok(None) };
        return Ok(Some(Arc::new(stage.around(program.clone(), at.unwrap_or(EMITTER)))));
    }
    if !path.starts_with("levels/") {
        return Err(format!("{path}: nothing in it runs; name a pattern, a spell, an enemy, a wave, a boss or a stage"));
    }
    let Some(stage) = content.stages.iter().find(|stage| path.starts_with(&format!("{}/", stage.folder)) || path == stage.folder) else {
        return Ok(None);
    };
    let rest = path[stage.folder.len()..].trim_start_matches('/').trim_end_matches(".ron");
    let part = match rest.split_once('/') {
        None => return Ok(Some(Arc::clone(stage))),
        Some(("waves", file)) => stage.waves.iter().position(|wave| wave.file == file).map(Part::Wave),
        Some(("enemies", file)) => stage.enemies.iter().position(|enemy| enemy.file == file).map(Part::Enemy),
        Some(("bosses", file)) => stage.bosses.iter().position(|boss| boss.file == file).map(Part::Boss),
        Some(("spells", file)) => stage.bosses.iter().enumerate().find_map(|(boss, data)| {
            let attack = data.attacks.iter().position(|attack| attack.file == file)?;
            Some(Part::Attack { boss, attack })
        }),
        Some(_) => None,
    };
    let part = part.ok_or_else(|| format!("{path}: nothing in it runs"))?;
    let mut excerpt = stage.excerpt(part);
    if let (Part::Enemy(_), Some(at)) = (part, at) {
        excerpt.waves.iter_mut().flat_map(|wave| &mut wave.rows).for_each(|row| row.from = at);
    }
    Ok(Some(Arc::new(excerpt)))
}
