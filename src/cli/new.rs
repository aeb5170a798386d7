//! `new`: templates to begin with, commented, each of them sound.
//!
//! Invariant: either every file is written, or none was there before and the first failure is told; no file is ever replaced.

use super::arguments::{Command, Flag, Given};
use super::{Exit, Failure, Shell, report};
use std::path::{Path, PathBuf};
use tamafubuki::content::{self, Origin, subject};

pub const COMMAND: Command = Command {
    name: "new",
    about: "Writes a commented template to begin with: a pattern, a spell card, a stage or a mod.",
    more: "  new pattern NAME   a shared pattern, NAME.ron\n\
        \x20 new card NAME      a spell card, NAME.ron; with --boss it becomes the first attack of that boss\n\
        \x20 new stage NAME     a stage, a folder NAME\n\
        \x20 new mod NAME       a mod, a folder NAME: a card of the fox and a look\n\
        In a folder that holds content (assets/, levels/ or mod.ron) they go where the game looks for them, else where you are.\n\
        NAME is made of lower-case letters, digits, `_` and `-`. No file is ever replaced.\n\
        Exit codes: 0 written, 2 a file exists or the name is not allowed.",
    values: "KIND NAME",
    value_count: 2..=2,
    flags: &[
        Flag { name: "in", value: "FOLDER", about: "where to [the present folder]" },
        Flag { name: "boss", value: "NAME", about: "of a card: the boss that gets it, such as fox" },
    ],
    run,
};

const PATTERN: &str = include_str!("new/pattern.ron");
const CARD: &str = include_str!("new/card.ron");
const STAGE: [(&str, &str); 7] = [
    ("stage.ron", include_str!("new/stage/stage.ron")),
    ("waves/first.ron", include_str!("new/stage/waves/first.ron")),
    ("enemies/flyer.ron", include_str!("new/stage/enemies/flyer.ron")),
    ("bosses/keeper.ron", include_str!("new/stage/bosses/keeper.ron")),
    ("spells/keeper_1.ron", include_str!("new/stage/spells/keeper_1.ron")),
    ("spells/keeper_2.ron", include_str!("new/stage/spells/keeper_2.ron")),
    ("talks/before.ron", include_str!("new/stage/talks/before.ron")),
];

const MOD: &str = include_str!("new/mod/mod.ron");
const LOOKS: &str = include_str!("new/mod/looks.ron");
/// The boss whose card a new mod brings.
const BOSS: &str = "fox";

/// A file to be written.
type Fresh = (PathBuf, String);

fn run(given: &Given, shell: &mut Shell) -> Result<Exit, Failure> {
    let (kind, name) = (given.values[0].to_string_lossy(), given.values[1].to_string_lossy());
    let name = name.strip_suffix(".ron").unwrap_or(&name);
    content::check_name(name).map_err(|rule| Failure::Misuse(format!("the name `{name}` is not allowed: {rule}")))?;
    let folder = given.path("in").unwrap_or(Path::new("")).to_owned();
    if given.has("in") && !folder.is_dir() {
        return Err(Failure::Input(format!("{}: there is no such folder", folder.display())));
    }
    if given.has("boss") && kind != "card" {
        return Err(Failure::Misuse("--boss belongs to a card".to_owned()));
    }
    let here = Here { is_content: ["assets", "levels", "mod.ron"].iter().any(|part| folder.join(part).exists()), folder };
    let (files, hints) = match kind.as_ref() {
        "pattern" => pattern(&here, name),
        "card" => card(&here, name, given.word("boss").as_deref(), "scrap")?,
        "mod" => whole_mod(&here, name)?,
        "stage" => stage(&here, name),
        other => return Err(Failure::Misuse(format!("there is no template `{other}`; there are pattern, card, stage and mod"))),
    };
    if let Some((path, _)) = files.iter().find(|(path, _)| path.exists()) {
        return Err(Failure::Input(format!("{} exists and is kept; nothing was written", path.display())));
    }
    for (path, text) in &files {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let made = folder.map_or(Ok(()), std::fs::create_dir_all);
        made.map_err(|error| Failure::Input(format!("{}: {error}", path.display())))?;
        report::write_new(path, text.as_bytes(), false)?;
        writeln!(shell.out, "{}", path.display())?;
    }
    writeln!(shell.out, "\n{hints}")?;
    Ok(Exit::Ok)
}

/// Where files go.
struct Here {
    folder: PathBuf,
    /// Whether the folder holds content, whose places the game knows.
    is_content: bool,
}

impl Here {
    /// A file or folder of the content; outside of content only its last part.
    fn place(&self, path: &str) -> PathBuf {
        let last = path.rsplit('/').next().unwrap_or(path);
        self.folder.join(if self.is_content { path } else { last })
    }
}

/// The template with the name in place of its placeholders.
fn filled(template: &str, name: &str) -> String {
    let words = name.split(['_', '-']).filter(|word| !word.is_empty());
    let title: Vec<String> = words.map(|word| word[..1].to_uppercase() + &word[1..]).collect();
    template.replace("NAME", name).replace("TITLE", &title.join(" "))
}

fn see(path: &Path) -> String {
    let gif = path.file_stem().filter(|_| path.extension().is_some()).map(|stem| format!(" -o {}.gif", stem.display())).unwrap_or_default();
    let path = path.display();
    format!("check it:  tamafubuki check {path}\nsee it:    tamafubuki preview {path}{gif}")
}

fn pattern(here: &Here, name: &str) -> (Vec<Fresh>, String) {
    let path = here.place(&format!("levels/patterns/{name}.ron"));
    let hints = format!("{}\nuse it:    Call(\"{name}\") in the program of an enemy or a card", see(&path));
    (vec![(path, filled(PATTERN, name))], hints)
}

fn stage(here: &Here, name: &str) -> (Vec<Fresh>, String) {
    let folder = here.place(&format!("levels/{name}"));
    let taken = content::load(&Origin::standard().read()).content.stages.iter().map(|stage| stage.number).max().unwrap_or(0);
    let fill = |text: &str| filled(text, name).replace("NUMBER", &(taken + 1).to_string());
    let files = STAGE.iter().map(|(path, text)| (folder.join(path), fill(text))).collect();
    (files, see(&folder))
}

/// A mod with a card and a look of its own, which the card uses.
fn whole_mod(here: &Here, name: &str) -> Result<(Vec<Fresh>, String), Failure> {
    let inside = Here { folder: here.folder.join(name), is_content: true };
    let (card, _) = card(&inside, name, Some(BOSS), name)?;
    let mut files =
        vec![(inside.folder.join("mod.ron"), filled(MOD, name)), (inside.place(&format!("assets/looks/{name}.ron")), filled(LOOKS, name))];
    files.extend(card);
    let folder = inside.folder.display();
    let hints = format!(
        "check it:  tamafubuki check {folder}\nsee it:    tamafubuki preview {name} --mod {folder}\nplay it:   tamafubuki play --mod {folder}"
    );
    Ok((files, hints))
}

/// A card whose small bullets have this look.
fn card(here: &Here, name: &str, boss: Option<&str>, look: &str) -> Result<(Vec<Fresh>, String), Failure> {
    let text = filled(CARD, name).replace("look: \"scrap\"", &format!("look: \"{look}\""));
    let Some(boss) = boss else {
        if here.is_content {
            let found = format!("{}: a card in a folder of content belongs to a boss", here.folder.display());
            return Err(Failure::Input(format!("{found}; say whose it is with --boss")));
        }
        let path = here.folder.join(format!("{name}.ron"));
        let hints = format!("{}\nplay it:   put it into a stage's spells/, and its name into the `attacks` of a boss", see(&path));
        return Ok((vec![(path, text)], hints));
    };
    let mut sources = Origin::standard().read();
    if here.is_content && here.folder.is_dir() {
        // The folder may bring bosses of its own; that of a new mod is not there yet.
        subject::at(&here.folder, &mut sources).map_err(Failure::Input)?;
    }
    let is_it =
        |path: &&str| path.strip_suffix(".ron").and_then(|path| path.strip_suffix(boss)).is_some_and(|rest| rest.ends_with("/bosses/"));
    let Some(boss_path) = sources.paths().find(is_it) else {
        return Err(Failure::Input(format!("there is no boss `{boss}` in the content")));
    };
    if !here.is_content {
        return Err(Failure::Input("--boss needs a folder of content or a mod: see --in".to_owned()));
    }
    let stage = boss_path.split("/bosses/").next().unwrap_or_default();
    let (path, own_boss) = (here.place(&format!("{stage}/spells/{name}.ron")), here.place(boss_path));
    if own_boss.exists() {
        let hints = format!("{}\nadd it:    \"{name}\" to the `attacks` in {}", see(&path), own_boss.display());
        return Ok((vec![(path, text)], hints));
    }
    let whole = String::from_utf8_lossy(sources.bytes(boss_path).unwrap_or_default()).into_owned();
    let at = whole.find("attacks: [").map(|at| at + "attacks: [".len());
    let at = at.ok_or_else(|| Failure::Input(format!("{boss_path}: its `attacks` were not found")))?;
    let with = format!("// The game's own, with one attack more.\n{}\"{name}\", {}", &whole[..at], &whole[at..]);
    let hints = see(&path);
    Ok((vec![(path, text), (own_boss, with)], hints))
}
