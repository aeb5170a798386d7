//! The mods: found in their folders, switched on and off, put in order. What is on is in the settings, by id.
//!
//! Invariant: content is read anew whenever what is on changes; a mod with problems leaves the last sound content in force.

use super::App;
use crate::view::Options;
use crate::view::screens::mods::{Row, State};
use std::path::{Path, PathBuf};
use tamafubuki::content::{Known, Listed, Origin, Reloader, list_mods, read_mod, working_tree};
use tamafubuki::mem::counter::{self, Tag};
use tamafubuki::save::Store;

/// The folder of mods in the data folder, and below `levels` in the working tree.
const FOLDER: &str = "mods";

/// Content without any mod.
pub(super) fn base(options: &Options) -> Origin {
    let guest = options.lab.as_ref().and_then(|subject| subject.outside()).map(Path::to_owned);
    options
        .content_dir
        .as_deref()
        .map_or_else(Origin::standard, Origin::over_embedded)
        .with_guest(guest)
        .with_import(options.import.clone())
}

/// All mods that can be switched, those of the data folder first.
pub(super) fn found(store: &Store) -> Vec<Listed> {
    let own = store.folder().map(|folder| folder.join(FOLDER));
    let tree = working_tree().map(|tree| tree.join("levels").join(FOLDER));
    own.into_iter().chain(tree).flat_map(|folder| list_mods(&folder)).collect()
}

/// The folders of the mods that are on: those of the settings in their order, over them those of the command line.
pub(super) fn folders(options: &Options, store: &Store, found: &[Listed]) -> Vec<PathBuf> {
    let on =
        store.settings.mods.split(' ').filter_map(|id| found.iter().find(|listed| listed.found.as_ref().is_ok_and(|file| file.id == id)));
    let on = on.map(|listed| listed.folder.clone()).filter(|folder| !is_given(options, folder));
    on.chain(options.mods.iter().cloned()).collect()
}

fn is_given(options: &Options, folder: &Path) -> bool {
    options.mods.iter().any(|given| same(given, folder))
}

/// Whether two paths lead to the same folder.
fn same(one: &Path, other: &Path) -> bool {
    one == other || one.canonicalize().ok().is_some_and(|one| other.canonicalize().is_ok_and(|other| one == other))
}

impl App {
    /// Looks for mods again.
    pub(super) fn list_mods(&mut self) {
        let _transition = counter::scope(Tag::Transition);
        self.found = found(&self.store);
        for folder in &self.options.mods {
            if self.found.iter().all(|listed| !same(&listed.folder, folder)) {
                let found = read_mod(folder, &folder.display().to_string()).map(|found| found.file);
                self.found.push(Listed { folder: folder.clone(), found });
            }
        }
        let on = folders(&self.options, &self.store, &self.found);
        self.mods = self.found.iter().map(|listed| row(listed, &self.options, &on)).collect();
        self.facts.mod_count = self.mods.len();
        self.flow.refresh(&self.facts);
    }

    /// Switches a mod on, on top of the others, or off.
    pub(super) fn switch_mod(&mut self, index: usize) {
        let Some(row) = self.mods.get(index) else { return };
        match &row.state {
            State::Given => return self.notes.add("This mod was given on the command line.".to_owned()),
            State::Broken(_) => return self.notes.add("This mod has problems and cannot be switched on.".to_owned()),
            State::On(_) | State::Off => {}
        }
        let is_on = matches!(row.state, State::On(_));
        let id = row.id.clone();
        let mut ids: Vec<String> = self.ids().filter(|other| *other != id).collect();
        if !is_on {
            ids.push(id);
        }
        self.follow_mods(&ids);
    }

    /// Puts a mod one place up or down among those that are on.
    pub(super) fn shift_mod(&mut self, index: usize, up: bool) {
        let mut ids: Vec<String> = self.ids().collect();
        let Some(at) = self.mods.get(index).and_then(|row| ids.iter().position(|id| *id == row.id)) else { return };
        let to = if up { at + 1 } else { at.wrapping_sub(1) };
        if to < ids.len() {
            ids.swap(at, to);
            self.follow_mods(&ids);
        }
    }

    fn ids(&self) -> impl Iterator<Item = String> {
        self.store.settings.mods.split(' ').filter(|id| !id.is_empty()).map(str::to_owned)
    }

    /// Keeps what is on, and has content read anew.
    fn follow_mods(&mut self, ids: &[String]) {
        let _transition = counter::scope(Tag::Transition);
        self.store.settings.mods = ids.join(" ");
        self.store.save_settings();
        self.tell_warnings();
        self.list_mods();
        let origin = base(&self.options).with_mods(folders(&self.options, &self.store, &self.found));
        if self.reloader.is_none() {
            self.reloader = Reloader::start(&origin, Known::embedded()).ok();
        }
        match &self.reloader {
            Some(reloader) => reloader.follow(origin),
            None => self.notes.add("Mods take effect at the next start.".to_owned()),
        }
    }

    /// Ids and versions of the mods in force, as scores are kept by.
    pub(super) fn mods_in_force(&self) -> String {
        self.content.mods.join(", ")
    }
}

fn row(listed: &Listed, options: &Options, on: &[PathBuf]) -> Row {
    let place = listed.folder.file_name().unwrap_or(listed.folder.as_os_str()).to_string_lossy().into_owned();
    match &listed.found {
        Err(problems) => {
            Row { title: place, state: State::Broken(problems.first().map(ToString::to_string).unwrap_or_default()), ..Row::default() }
        }
        Ok(file) => Row {
            id: file.id.clone(),
            title: file.title.clone(),
            version: file.version.clone(),
            authors: file.authors.join(", "),
            adds: file.adds.clone(),
            state: match on.iter().position(|folder| *folder == listed.folder) {
                _ if is_given(options, &listed.folder) => State::Given,
                Some(at) => State::On(at + 1),
                None => State::Off,
            },
        },
    }
}
