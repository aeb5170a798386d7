//! What a word on the command line means: a file or folder of the content by its path on disk or by its name, or one from elsewhere.
//!
//! A file from elsewhere is put among the content under a path of its own, so that it is read and checked as if it were part of it.

use super::mods::MOD_FILE;
use super::read::FILE_BYTES_MAX;
use super::source::{Sources, working_tree};
use super::translate::{self, is_bulletml};
use super::{Diagnostic, Shape, shape};
use crate::save::disk::read_limited;
use crate::sim::problem::nearest;
use std::fs;
use std::path::{Path, PathBuf};

/// Where a stage from elsewhere is put, and the stage made for an attack or an enemy from elsewhere.
const STAGE: &str = "levels/elsewhere";
/// So many folders up, a file's home may be: a spell is two below its stage, which is three below the content.
const HOME_HEIGHT_MAX: usize = 6;
/// More names than this are not listed.
const LISTED_MAX: usize = 12;

/// A part of the content.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Subject {
    /// A file or folder of the content; empty for all of it.
    pub path: String,
    /// Where it lies, if that is outside of the content.
    outside: Option<PathBuf>,
}

impl Subject {
    /// A part of the content by its path.
    pub fn inside(path: impl Into<String>) -> Subject {
        Subject { path: path.into(), outside: None }
    }

    /// Where it lies, if that is outside of the content.
    pub fn outside(&self) -> Option<&Path> {
        self.outside.as_deref()
    }

    /// What follows the subject's path in the path of a file that belongs to it.
    pub fn rest<'p>(&self, file: &'p str) -> Option<&'p str> {
        let rest = file.strip_prefix(self.path.as_str())?;
        if self.path.is_empty() || rest.is_empty() { Some(rest) } else { rest.strip_prefix('/') }
    }

    /// The problem with the path of its file as the user would write it.
    pub fn told(&self, problem: Diagnostic) -> Diagnostic {
        match (&self.outside, self.rest(&problem.file)) {
            (Some(_), Some(_)) => Diagnostic { root: String::new(), file: self.written(&problem.file), ..problem },
            _ => problem,
        }
    }

    /// The path of a file that belongs to it, as the user would write it.
    pub fn written(&self, file: &str) -> String {
        match (&self.outside, self.rest(file)) {
            (Some(outside), Some("")) => outside.display().to_string(),
            (Some(outside), Some(rest)) => outside.join(rest).display().to_string(),
            _ => file.to_owned(),
        }
    }
}

/// Finds out what a path on disk means, and takes it among the sources if it is not there already.
///
/// # Errors
/// Nothing is there, or nothing that could be content; a sentence.
pub fn at(path: &Path, sources: &mut Sources) -> Result<Subject, String> {
    let real = fs::canonicalize(path).map_err(|error| format!("{}: {error}", path.display()))?;
    if is_bulletml(&real) && real.is_file() {
        return Ok(Subject { path: translate::adopt(&real, sources)?, outside: Some(path.to_owned()) });
    }
    if let Some(root) = real.ancestors().find(|folder| folder.join(MOD_FILE).is_file()) {
        let inside = real.strip_prefix(root).unwrap_or(&real).iter().map(|part| part.to_string_lossy());
        let inside = inside.collect::<Vec<_>>().join("/");
        let is_whole = inside.is_empty() || inside == MOD_FILE;
        overlay(root, if inside.is_empty() { path } else { root }, sources);
        return Ok(if is_whole { Subject::default() } else { Subject { path: inside, outside: Some(path.to_owned()) } });
    }
    if let Some(path) = inside_tree(&real) {
        return Ok(Subject::inside(path));
    }
    if real.join("assets").is_dir() || real.join("levels").is_dir() {
        overlay(&real, path, sources);
        return Ok(Subject::default());
    }
    if let Some((root, inside)) = inside_content(&real) {
        overlay(&root, &root, sources);
        return Ok(Subject { path: inside, outside: Some(path.to_owned()) });
    }
    let as_path = place(&real).ok_or_else(|| format!("{}: neither content nor a .ron or .xml file", path.display()))?;
    if as_path.starts_with(STAGE) {
        let stage = real.ancestors().find(|folder| folder.join("stage.ron").is_file());
        sources.retain(|path| path.starts_with("assets/") || path.starts_with("levels/patterns/"));
        match stage {
            Some(stage) => sources.adopt(stage, STAGE),
            None => adopt_alone(&real, &as_path, sources),
        }
    } else {
        sources.adopt(&real, &as_path);
    }
    Ok(Subject { path: as_path, outside: Some(path.to_owned()) })
}

/// Whether a path of the content is a piece that can be run, or of one.
pub fn runs(path: &str) -> bool {
    path.starts_with("levels/") && !path.contains("/talks/")
}

/// The folder that what lies at a path is part of: a mod's, a content folder, a stage's; else the path itself.
pub fn home(path: &Path) -> &Path {
    let is_home = |folder: &&Path| {
        let has = |name: &str| folder.join(name).exists();
        has(MOD_FILE) || has("levels") || has("assets") || has("stage.ron")
    };
    path.ancestors().take(HOME_HEIGHT_MAX).find(is_home).filter(|home| !home.as_os_str().is_empty()).unwrap_or(path)
}

/// Lays a folder of content or a mod over the sources; in problems it is called as the user calls it.
fn overlay(root: &Path, called: &Path, sources: &mut Sources) {
    let label = called.display().to_string();
    if root.join(MOD_FILE).is_file() { sources.overlay_mod(root, &label) } else { sources.overlay_as(root, &label) }
}

/// Finds a path on disk, else the part of the content that has this name: `fox_2_wheel`, `spells/fox_2_wheel`, `stage1`. Only paths of the
/// content that are `wanted` are looked at.
///
/// # Errors
/// Nothing has the name, or several things have it; a sentence that names those that may be meant.
pub fn named(word: &Path, wanted: fn(&str) -> bool, sources: &mut Sources) -> Result<Subject, String> {
    // A folder may be called like a part of the content without being one.
    let is_plain_folder = word.is_dir() && !word.join("stage.ron").is_file();
    if word.exists() && !is_plain_folder {
        return at(word, sources);
    }
    let text = word.to_string_lossy().replace('\\', "/");
    let sought = text.trim_end_matches('/').trim_end_matches(".ron");
    let is_it = |path: &&str| name(path).strip_suffix(sought).is_some_and(|before| before.is_empty() || before.ends_with('/'));
    let found: Vec<String> = sources.paths().filter(|path| wanted(path)).filter(is_it).map(str::to_owned).collect();
    match found.as_slice() {
        _ if sought.is_empty() => Err("an empty name".to_owned()),
        [path] => Ok(Subject::inside(path)),
        [] if is_plain_folder => at(word, sources),
        [] => {
            let names: Vec<&str> =
                sources.paths().filter(|path| wanted(path)).map(|path| name(path).rsplit('/').next().unwrap_or_default()).collect();
            let near = nearest(sought.rsplit('/').next().unwrap_or_default(), names);
            let hint = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            Err(format!("{}: neither a file nor a name in the content{hint}", word.display()))
        }
        several => {
            let more = several.len().saturating_sub(LISTED_MAX);
            let list = several[..several.len().min(LISTED_MAX)].join(", ");
            let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
            Err(format!("{sought} may be any of {list}{rest}: give more of the path"))
        }
    }
}

/// The name of a file of the content: its path without `.ron`, a stage's that of its folder.
fn name(path: &str) -> &str {
    path.strip_suffix("/stage.ron").or(path.strip_suffix(".ron")).unwrap_or(path)
}

/// The path inside the content of a file or folder of the working tree.
fn inside_tree(real: &Path) -> Option<String> {
    let root = fs::canonicalize(working_tree()?).ok()?;
    let inside = real.strip_prefix(root).ok()?;
    let parts: Vec<_> = inside.iter().map(|part| part.to_string_lossy()).collect();
    matches!(parts.first().map(AsRef::as_ref), None | Some("assets" | "levels")).then(|| parts.join("/"))
}

/// The content folder around a file or folder from elsewhere, and the path in it.
fn inside_content(real: &Path) -> Option<(PathBuf, String)> {
    const PLACES: [&str; 3] = ["assets/", "levels/patterns/", "levels/campaign/"];
    real.ancestors().skip(1).find_map(|root| {
        let parts: Vec<_> = real.strip_prefix(root).ok()?.iter().map(|part| part.to_string_lossy()).collect();
        let inside = parts.join("/");
        PLACES.iter().any(|place| inside.starts_with(place)).then(|| (root.to_owned(), inside))
    })
}

/// What a file or stage from elsewhere would be called inside the content: by its folder, else by its fields.
fn place(real: &Path) -> Option<String> {
    if real.join("stage.ron").is_file() {
        return Some(STAGE.to_owned());
    }
    let name = real.file_name()?.to_string_lossy();
    if !real.is_file() || !name.ends_with(".ron") {
        return None;
    }
    let folder = real.parent()?;
    let folder_name = folder.file_name().unwrap_or_default().to_string_lossy();
    let is_stage = |folder: &Path| folder.join("stage.ron").is_file();
    if is_stage(folder) {
        return Some(format!("{STAGE}/{name}"));
    }
    if folder.parent().is_some_and(is_stage) {
        return Some(format!("{STAGE}/{folder_name}/{name}"));
    }
    let known = ["figures", "backdrops", "sounds", "cranes", "looks"].contains(&folder_name.as_ref());
    if known {
        return Some(format!("assets/{folder_name}/{name}"));
    }
    let text = read_limited(real, FILE_BYTES_MAX as u64).unwrap_or_default();
    Some(match shape(&String::from_utf8_lossy(&text)) {
        Shape::Pattern => format!("levels/patterns/{name}"),
        Shape::Attack => format!("{STAGE}/spells/{name}"),
        Shape::Enemy => format!("{STAGE}/enemies/{name}"),
        Shape::Boss => format!("{STAGE}/bosses/{name}"),
        Shape::Wave => format!("{STAGE}/waves/{name}"),
        Shape::Talk => format!("{STAGE}/talks/{name}"),
        Shape::Stage => format!("{STAGE}/stage.ron"),
        Shape::Looks => "assets/looks.ron".to_owned(),
        Shape::MoreLooks => format!("assets/looks/{name}"),
        Shape::Figure => format!("assets/figures/{name}"),
        Shape::Backdrop => format!("assets/backdrops/{name}"),
        Shape::Sound => format!("assets/sounds/{name}"),
        Shape::Crane => format!("assets/cranes/{name}"),
    })
}

/// A file of a stage that is not there: a stage is made around it, and a boss for an attack.
fn adopt_alone(real: &Path, as_path: &str, sources: &mut Sources) {
    let first = |folder: &str, liked: &str| {
        let names = || sources.paths().filter_map(move |path| path.strip_prefix(folder)?.strip_suffix(".ron"));
        names().find(|name| *name == liked).or_else(|| names().next()).unwrap_or_default().to_owned()
    };
    let (backdrop, figure) = (first("assets/backdrops/", "night_festival"), first("assets/figures/", "fox"));
    let stage = format!(
        "(number: {}, title: \"Elsewhere\", subtitle: \"\", backdrop: {backdrop:?}, clear_bonus: 0, timeline: [Wait(1)])",
        u32::MAX
    );
    sources.insert(&format!("{STAGE}/stage.ron"), stage.as_bytes());
    if let Some(attack) = as_path.strip_prefix("levels/elsewhere/spells/").and_then(|name| name.strip_suffix(".ron")) {
        let boss = format!(
            "(name: \"Elsewhere\", title: \"\", figure: {figure:?}, radius: 32, from: (192, -80), home: (192, 104), attacks: [{attack:?}], score: 0)"
        );
        sources.insert(&format!("{STAGE}/bosses/elsewhere.ron"), boss.as_bytes());
    }
    sources.adopt(real, as_path);
}
