//! Where content is taken from: what lies below, the folders that lie over it, and a file or folder from elsewhere taken among them. Read again, it gives the files as they are then.

use super::source::{Sources, working_tree};
use super::subject;
use crate::bulletml::Options;
use crate::sim::pattern::format::Modifiers;
use std::path::{Path, PathBuf};

/// What lies below.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Base {
    /// The files inside the binary.
    #[default]
    Embedded,
    /// The files of a folder alone.
    Folder(PathBuf),
}

/// Where content is taken from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Origin {
    base: Base,
    /// A folder of content over it.
    over: Option<PathBuf>,
    /// Mods over both; the last one wins.
    mods: Vec<PathBuf>,
    /// A file or folder from elsewhere, taken among them as if it were part of the content.
    guest: Option<PathBuf>,
    /// What changes every program, for tools.
    modify: Modifiers,
    /// How it is imported if it is BulletML.
    import: Options,
}

impl Origin {
    /// What the game plays: the working tree if the current directory is inside one, else what is inside the binary.
    pub fn standard() -> Self {
        working_tree().map_or_else(Origin::default, |root| Origin::folder(&root))
    }

    /// A folder's files alone.
    pub fn folder(root: &Path) -> Self {
        Origin { base: Base::Folder(root.to_owned()), ..Origin::default() }
    }

    /// A folder's files over those inside the binary.
    pub fn over_embedded(root: &Path) -> Self {
        Origin { over: Some(root.to_owned()), ..Origin::default() }
    }

    /// The same with these mods over it, the last one on top.
    pub fn with_mods(self, mods: Vec<PathBuf>) -> Self {
        Origin { mods, ..self }
    }

    /// The same with a file or folder on disk taken among it, wherever it lies; see `subject::at`.
    pub fn with_guest(self, guest: Option<PathBuf>) -> Self {
        Origin { guest, ..self }
    }

    /// The same with every program changed by these.
    pub fn with_modifiers(self, modify: Modifiers) -> Self {
        Origin { modify, ..self }
    }

    /// The same with BulletML imported in this way.
    pub fn with_import(self, import: Options) -> Self {
        Origin { import, ..self }
    }

    /// Reads all files as they are now.
    pub fn read(&self) -> Sources {
        let mut sources = match &self.base {
            Base::Embedded => Sources::embedded(),
            Base::Folder(root) => Sources::folder(root),
        };
        if let Some(root) = &self.over {
            sources.overlay_as(root, &root.display().to_string());
        }
        sources.set_import(self.import.clone());
        self.mods.iter().for_each(|folder| sources.overlay_mod(folder, &folder.display().to_string()));
        sources.set_modifiers(self.modify.clone());
        if let Some(guest) = &self.guest {
            // One that is gone for a moment, as while an editor saves it, adds nothing.
            let _ = subject::at(guest, &mut sources);
        }
        sources
    }

    /// The folders and files on disk that it is read from; none if all of it is inside the binary.
    pub fn folders(&self) -> impl Iterator<Item = &Path> {
        let base = match &self.base {
            Base::Embedded => None,
            Base::Folder(root) => Some(root.as_path()),
        };
        // It may lie beside what it is part of.
        let guest = self.guest.as_deref().into_iter().flat_map(|guest| [subject::home(guest), guest]);
        base.into_iter().chain(self.over.iter().chain(&self.mods).map(PathBuf::as_path)).chain(guest)
    }
}
