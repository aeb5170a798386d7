//! `sounds`: the sounds of the content, rendered, measured and, if wanted, written as WAV files with a picture of them all.

mod picture;

use super::arguments::{Command, Flag, Given};
use super::{Exit, Failure, Shell, options, report};
use std::fs;
use std::io::Write;
use std::path::Path;
use tamafubuki::paper::canvas::encode_png;
use tamafubuki::sim::problem::nearest;
use tamafubuki::sound::measure::{Measured, measure};
use tamafubuki::sound::{Rendered, Role, Sound, wav};

/// The picture of all of them.
const PICTURE: &str = "sounds.png";

pub const COMMAND: Command = Command {
    name: "sounds",
    about: "Renders the sounds of the content and measures them; with -o writes them as WAV files, and a picture of them all.",
    more: "NAME is a sound; without one all are taken. A sound that the game plays by itself is marked with *; patterns may play any.\n\
        Of each: length, ms until it stays silent, greatest sample and root mean square (1 is full scale), mean, last 2 ms, middle of\n\
        its spectrum, variants. WAV files have 48,000 samples a second, 16 bits, one ear; the picture shows wave and spectrum.\n\
        An existing file is kept unless --force is given: then nothing is written. Exit codes: 0 done, 2 a sound has problems.",
    values: "[NAME...]",
    value_count: 0..=usize::MAX,
    flags: &[
        Flag { name: "out", value: "FOLDER", about: "where the files go, made if it is not there; also -o [none are written]" },
        Flag { name: "force", value: "", about: "replace files that exist" },
        options::CONTENT,
        options::MOD,
    ],
    run,
};

fn run(given: &Given, shell: &mut Shell) -> Result<Exit, Failure> {
    let loaded = options::content(given.path("content"), &given.paths("mod"))?;
    let wanted: Vec<String> = given.values.iter().map(|name| name.to_string_lossy().into_owned()).collect();
    let sounds = chosen(&loaded.content.sounds, &wanted)?;
    let problems: Vec<String> =
        loaded.problems.iter().filter(|problem| problem.file.starts_with("assets/sounds/")).map(ToString::to_string).collect();
    for problem in &problems {
        writeln!(shell.out, "{problem}")?;
    }
    let rendered: Vec<Rendered> = sounds.iter().map(|sound| Rendered::new(sound)).collect();
    if let Some(folder) = given.path("out") {
        write_files(folder, &sounds, &rendered, given.has("force"))?;
    }
    print(shell.out, &sounds, &rendered)?;
    if wanted.is_empty() {
        let is_missing = |role: &&Role| loaded.content.sounds.iter().all(|sound| sound.name != role.name());
        let missing: Vec<&str> = Role::ALL.iter().filter(is_missing).map(|role| role.name()).collect();
        if !missing.is_empty() {
            writeln!(shell.out, "silent, since there is no sound of the name: {}", missing.join(", "))?;
        }
    }
    Ok(if problems.is_empty() { Exit::Ok } else { Exit::BadInput })
}

/// The sounds of these names; all if there is none.
fn chosen<'a>(sounds: &'a [Sound], wanted: &[String]) -> Result<Vec<&'a Sound>, Failure> {
    if wanted.is_empty() {
        return Ok(sounds.iter().collect());
    }
    let find = |name: &String| {
        sounds.iter().find(|sound| sound.name == *name).ok_or_else(|| {
            let near = nearest(name, sounds.iter().map(|sound| sound.name.as_str()));
            let hint = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            Failure::Input(format!("there is no sound `{name}`{hint}"))
        })
    };
    wanted.iter().map(find).collect()
}

/// Writes all files or, if one is there already, none.
fn write_files(folder: &Path, sounds: &[&Sound], rendered: &[Rendered], force: bool) -> Result<(), Failure> {
    let path = |sound: &Sound| folder.join(format!("{}.wav", sound.name));
    let all = sounds.iter().map(|sound| path(sound)).chain([folder.join(PICTURE)]);
    if let Some(taken) = all.into_iter().find(|path| path.exists() && !force) {
        return Err(report::refusal(&taken));
    }
    fs::create_dir_all(folder).map_err(|error| Failure::Input(format!("{}: {error}", folder.display())))?;
    for (sound, rendered) in sounds.iter().zip(rendered) {
        report::write_new(&path(sound), &wav::encode(&rendered.variants[0], 1), force)?;
    }
    let named: Vec<(&str, &[f32])> =
        sounds.iter().zip(rendered).map(|(sound, rendered)| (sound.name.as_str(), rendered.variants[0].as_slice())).collect();
    report::write_new(&folder.join(PICTURE), &encode_png(&picture::draw(&named))?, force)
}

fn print(out: &mut dyn Write, sounds: &[&Sound], rendered: &[Rendered]) -> Result<(), Failure> {
    let titles = ["length", "heard", "peak", "rms", "mean", "end", "middle Hz", "variants"];
    writeln!(out, "{:18}{}", "", titles.map(|title| format!("{title:>10}")).concat())?;
    for (sound, rendered) in sounds.iter().zip(rendered) {
        let Measured { length_ms, heard_ms, peak, rms, offset, end, center_hz, .. } = measure(&rendered.variants[0]);
        let mark = if Role::ALL.iter().any(|role| role.name() == sound.name) { "*" } else { "" };
        writeln!(
            out,
            "{:18}{length_ms:10.0}{heard_ms:10.0}{peak:10.3}{rms:10.4}{offset:10.5}{end:10.5}{center_hz:10.0}{:10}",
            format!("{}{mark}", sound.name),
            rendered.variants.len()
        )?;
    }
    Ok(())
}
