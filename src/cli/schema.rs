//! `schema`: the reference of everything that content may say, printed from the doc comments of the very types it is read into.
//!
//! The sources of the format stand in `SECTIONS`; they are inside the binary as text. Invariant: a file of `src` into whose types content is
//! read is in the list (a test looks), and every line of such a type is understood (another does).

mod markdown;
mod source;

use super::arguments::{Command, Given};
use super::{Exit, Failure, Shell};
use markdown::Reference;
use tamafubuki::sim::problem::nearest;

pub const COMMAND: Command = Command {
    name: "schema",
    about: "Prints the reference of all content: every field with its meaning, unit, default and range, as Markdown.",
    more: "NAME is a type, a step, a group, a kind or any other name of the reference: only that is printed.\n\
        Examples: schema > reference.md; schema Fire Ring; schema EnemyFile. Exit codes: 0 printed, 2 there is no such name.",
    values: "[NAME...]",
    value_count: 0..=usize::MAX,
    flags: &[],
    run,
};

/// A part of the reference.
pub struct Section {
    pub title: &'static str,
    /// What it is about, before its types.
    pub about: &'static str,
    /// Path below `src`, and the text.
    pub sources: &'static [(&'static str, &'static str)],
}

macro_rules! sources {
    ($($path:literal),+ $(,)?) => { &[$(($path, include_str!(concat!("../", $path)))),+] };
}

/// The whole reference, in order. Within a section names are unique; another section's are found if there is none of its own.
pub const SECTIONS: &[Section] = &[
    Section {
        title: "Patterns",
        about: "`levels/patterns/<name>.ron` is a `Pattern`; the `program` of an enemy or an attack is a list of `Step`.",
        sources: sources![
            "sim/pattern/format/step.rs",
            "sim/pattern/format/fire.rs",
            "sim/pattern/format/group.rs",
            "sim/pattern/format/steer.rs",
            "sim/pattern/format/way.rs",
            "sim/pattern/format/modifiers.rs",
            "sim/pattern/format/cue.rs"
        ],
    },
    Section {
        title: "Numbers and names",
        about: "What stands where a number, a point, a colour or a curve is wanted.",
        sources: sources![
            "sim/pattern/format/number.rs",
            "sim/pattern/format/place.rs",
            "sim/pattern/format/bindings.rs",
            "sim/bullet/kind/motion.rs",
            "sim/bullet/color.rs",
            "sim/pattern/ease.rs",
        ],
    },
    Section {
        title: "Stages",
        about: "A stage is a folder: `stage.ron` is a `StageFile`, `waves/<name>.ron` a `WaveFile`, `enemies/<name>.ron` an `EnemyFile`, \
            `bosses/<name>.ron` a `BossFile`, `spells/<name>.ron` an `AttackFile`, `talks/<name>.ron` a `TalkFile`; \
            `assets/cranes/<name>.ron` is a `CraneFile`.",
        sources: sources!["sim/stage/format.rs"],
    },
    Section {
        title: "Looks",
        about: "`assets/looks.ron` is a `LooksFile`, `assets/looks/<name>.ron` a `MoreLooks`.",
        sources: sources!["paper/looks/mod.rs", "sim/bullet/look.rs"],
    },
    Section {
        title: "Mods",
        about: "`mod.ron` of a mod is a `ModFile`; beside it lie its `assets/` and `levels/`.",
        sources: sources!["content/mods.rs"],
    },
    Section { title: "Figures", about: "`assets/figures/<name>.ron` is a `FigureFormat`.", sources: sources!["paper/figure/format.rs"] },
    Section {
        title: "Backdrops",
        about: "`assets/backdrops/<name>.ron` is a `BackdropFormat`.",
        sources: sources!["paper/backdrop/format.rs"],
    },
    Section {
        title: "Sounds",
        about: "`assets/sounds/<name>.ron` is a `SoundFormat`. The game plays those with the names that `tamafubuki sounds` lists as its own.",
        sources: sources!["sound/format.rs"],
    },
];

/// Expressions: their variables, functions and operators.
pub const EXPRESSIONS: [&str; 2] = [include_str!("../sim/pattern/expr/mod.rs"), include_str!("../sim/pattern/expr/function.rs")];

fn run(given: &Given, shell: &mut Shell) -> Result<Exit, Failure> {
    let reference =
        Reference::new(SECTIONS, EXPRESSIONS).map_err(|error| Failure::Input(format!("the reference cannot be read: {error}")))?;
    if given.values.is_empty() {
        reference.write(shell.out)?;
        return Ok(Exit::Ok);
    }
    for name in &given.values {
        let name = name.to_string_lossy();
        if !reference.write_named(&name, shell.out)? {
            let hint = nearest(&name, reference.names()).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            return Err(Failure::Input(format!("`{name}` is no name of the reference{hint}")));
        }
    }
    Ok(Exit::Ok)
}
