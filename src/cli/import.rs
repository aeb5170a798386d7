//! `import bulletml`: BulletML files to patterns of ours, on disk.
//!
//! Invariant: no file is replaced unless that was asked for; a file with a problem leaves nothing behind, the others are imported all the same.

use super::arguments::{Command, Flag, Given};
use super::{Exit, Failure, Shell, options, report};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use tamafubuki::bulletml;
use tamafubuki::content::{self, Foreign, Origin, is_bulletml, lawful_name};
use tamafubuki::sim::bullet::look::Look;

/// Most files of one import.
const FILE_COUNT_MAX: usize = 4_096;
/// Deepest folder below one that is named.
const FOLDER_DEPTH_MAX: usize = 8;

pub const COMMAND: Command = Command {
    name: "import bulletml",
    about: "Writes BulletML files (XML) as patterns in RON that play the same.",
    more: "Each FILE.xml becomes FILE.ron, its labels names, its references calls with parameters; comments name the lines that steps are from.\n\
        Of a folder all .xml in it and below are imported. A line is printed for each file; what is wrong in one is told with line and column,\n\
        and so is what goes beyond the limits of our patterns. Nothing is fetched, and a file that declares an entity is refused.\n\
        A unit of distance becomes --speed-scale px: 1 is as written, most patterns want 2 to 3 here. $rank is our rank, $rand draws from the seed.\n\
        --lenient leaves out what is wrong (unknown elements, references that lead nowhere) with a warning.\n\
        An existing file is kept unless --force is given. play, lab, preview, check and trace take an .xml directly.\n\
        Exit codes: 0 all imported, 2 any file has problems, exists, or is not there.",
    values: "FILE...",
    value_count: 1..=usize::MAX,
    flags: &[
        Flag { name: "out", value: "FOLDER", about: "where to, made if it is not there; also -o [the present folder]" },
        options::SPEED_SCALE,
        Flag { name: "offset-x", value: "X", about: "how far right the emitter jumps before it begins, px, -1000 to 1000 [0]" },
        Flag { name: "offset-y", value: "Y", about: "how far down [0]" },
        Flag { name: "lenient", value: "", about: "leave out what is wrong, with a warning" },
        Flag { name: "force", value: "", about: "replace files that exist" },
    ],
    run,
};

fn run(given: &Given, shell: &mut Shell) -> Result<Exit, Failure> {
    let offset = |name: &str| given.number(name, -1_000.0..=1_000.0).map(Option::unwrap_or_default);
    let options = bulletml::Options {
        offset: (offset("offset-x")?, offset("offset-y")?),
        is_lenient: given.has("lenient"),
        ..options::import(given)?
    };
    let mut files = Vec::new();
    for path in &given.values {
        gather(path, 0, &mut files)?;
    }
    let folder = given.path("out").map_or_else(PathBuf::new, Path::to_owned);
    if !folder.as_os_str().is_empty() {
        fs::create_dir_all(&folder).map_err(|error| Failure::Input(format!("{}: {error}", folder.display())))?;
    }
    let looks = content::load(&Origin::standard().read()).content.looks;
    let import = Import { options, folder, is_forced: given.has("force"), looks };
    let (mut written, mut failed) = (BTreeMap::new(), 0);
    for file in &files {
        let lines = import.file(file, &mut written).unwrap_or_else(|lines| {
            failed += 1;
            lines
        });
        writeln!(shell.out, "{lines}")?;
    }
    let counted = |count: usize| format!("{count} file{}", if count == 1 { "" } else { "s" });
    writeln!(shell.out, "{} imported, {} not", counted(files.len() - failed), counted(failed))?;
    Ok(if failed == 0 { Exit::Ok } else { Exit::BadInput })
}

/// The BulletML files that a path means, in order of their names.
fn gather(path: &Path, depth: usize, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let refuse = |why: &dyn std::fmt::Display| Failure::Input(format!("{}: {why}", path.display()));
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    let before = files.len();
    let entries = fs::read_dir(path).map_err(|error| refuse(&error))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    for inner in paths {
        // A link may lead anywhere, also back.
        if inner.is_dir() && !inner.is_symlink() && depth < FOLDER_DEPTH_MAX {
            gather(&inner, depth + 1, files)?;
        } else if inner.is_file() && is_bulletml(&inner) {
            files.push(inner);
        }
    }
    if files.len() > FILE_COUNT_MAX {
        return Err(refuse(&format!("at most {FILE_COUNT_MAX} files at once")));
    }
    if files.len() == before && depth == 0 {
        return Err(refuse(&"there is no .xml in this folder"));
    }
    Ok(())
}

/// What is the same for all files.
struct Import {
    options: bulletml::Options,
    folder: PathBuf,
    is_forced: bool,
    looks: Vec<Look>,
}

impl Import {
    /// Imports a file; what is to be said of it. `written` are the files of this import, and what each is from.
    ///
    /// # Errors
    /// It was not imported.
    fn file(&self, file: &Path, written: &mut BTreeMap<PathBuf, PathBuf>) -> Result<String, String> {
        let called = file.display().to_string();
        let foreign = Foreign::read(file, &called, &self.options).map_err(|error| format!("{called}: {error}"))?;
        let problems = [foreign.problems.clone(), foreign.check(&called, &self.looks)].concat();
        let told = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        let warnings: String = foreign.warnings.iter().map(|warning| format!("\nwarning: {warning}")).collect();
        let Some(ron) = foreign.ron.as_ref().filter(|_| problems.is_empty()) else {
            let all: String = problems.iter().map(|problem| format!("\n{problem}")).collect();
            return Err(format!("{called}: not imported, {}{all}{warnings}", told(problems.len(), "problem")));
        };
        let path = self.folder.join(lawful_name(file)).with_extension("ron");
        if let Some(other) = written.get(&path) {
            return Err(format!("{called}: not imported, {} was just written from {}", path.display(), other.display()));
        }
        report::write_new(&path, ron.text.as_bytes(), self.is_forced).map_err(|failure| match failure {
            Failure::Input(why) => format!("{called}: not imported, {why}"),
            _ => format!("{called}: not imported"),
        })?;
        let patterns = told(ron.pattern_count, "pattern");
        let line = format!("{called} -> {}: {} lines, {patterns} of its own", path.display(), ron.text.lines().count());
        written.insert(path, file.to_owned());
        let count = foreign.warnings.len();
        Ok(if count > 0 { format!("{line}, {}{warnings}", told(count, "warning")) } else { line })
    }
}
