//! `new` and `schema` as a shell sees them: templates are sound and run, nothing is ever replaced, the reference answers by name.

mod support {
    pub mod folder;
    pub mod shell;
}

use std::fs;
use std::path::Path;
use support::folder::Folder;

impl Folder {
    /// Every file with what it says.
    fn files(&self) -> Vec<(String, String)> {
        let (mut folders, mut files) = (vec![self.0.clone()], Vec::new());
        while let Some(folder) = folders.pop() {
            for path in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
                if path.is_dir() {
                    folders.push(path);
                } else {
                    let name = path.strip_prefix(&self.0).expect("inside").to_string_lossy().into_owned();
                    files.push((name, fs::read_to_string(&path).expect("text")));
                }
            }
        }
        files.sort();
        files
    }
}

#[test]
fn every_template_is_sound_and_fires() {
    let folder = Folder::new("sound");
    for (kind, path) in [("pattern", "first_one.ron"), ("card", "second.ron"), ("stage", "third")] {
        let name = path.trim_end_matches(".ron");
        let (code, out, err) = folder.run(&["new", kind, name]);
        assert_eq!((code, err.as_str()), (0, ""), "{kind}");
        assert!(out.starts_with(path) && out.contains(&format!("tamafubuki check {path}")), "{out}");
        let (code, out, _) = folder.run(&["check", path]);
        assert!(code == 0 && out.ends_with("no problem\n"), "{kind}: {out}");
        let (code, out, _) = folder.run(&["trace", path, "--ticks", "1200", "--every", "0"]);
        assert!(code == 0 && out.matches("\nB ").count() > 40, "{kind}: {out}");
    }
    let files = folder.files();
    for (path, text) in &files {
        assert!(!text.contains("NAME") && !text.contains("TITLE") && !text.contains("NUMBER"), "{path}");
        assert!(text.starts_with("// "), "{path} begins with what it is");
    }
    assert!(files.iter().any(|(_, text)| text.contains("Paper Sign \\\"Second\\\"")));
}

#[test]
fn a_new_mod_is_sound_and_plays_its_card_with_its_look() {
    let folder = Folder::new("mod");
    let (code, out, err) = folder.run(&["new", "mod", "ice_age"]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let (code, out, _) = folder.run(&["check", "ice_age"]);
    assert!(code == 0 && out.ends_with("no problem\n"), "{out}");
    let (code, out, err) = folder.run(&["trace", "ice_age", "--mod", "ice_age", "--ticks", "120"]);
    assert!(code == 0 && out.contains(" Linear ice_age Sky"), "{out}{err}");
    let (code, out, _) = folder.run(&["trace", "ice_age/levels/campaign/stage1/spells/ice_age.ron", "--ticks", "120"]);
    assert!(code == 0 && out.contains(" Linear ice_age Sky"), "{out}");
    assert_eq!(folder.run(&["new", "mod", "ice_age"]).0, 2, "it is there");
    let paths: Vec<String> = folder.files().into_iter().map(|(path, _)| path).collect();
    let stage = "ice_age/levels/campaign/stage1";
    assert_eq!(
        paths,
        ["ice_age/assets/looks/ice_age.ron", &format!("{stage}/bosses/fox.ron"), &format!("{stage}/spells/ice_age.ron"), "ice_age/mod.ron"]
    );
}

#[test]
fn nothing_is_replaced_and_nothing_is_written_by_halves() {
    let folder = Folder::new("kept");
    fs::create_dir_all(folder.0.join("road/talks")).expect("a folder");
    fs::write(folder.0.join("road/talks/before.ron"), "mine").expect("a file");
    fs::write(folder.0.join("ring.ron"), "mine").expect("a file");
    fs::create_dir_all(folder.0.join("content/levels")).expect("a folder");
    let before = folder.files();
    for (words, told) in [
        (vec!["new", "stage", "road"], "road/talks/before.ron exists"),
        (vec!["new", "pattern", "ring"], "ring.ron exists"),
        (vec!["new", "card", "ring.ron"], "ring.ron exists"),
        (vec!["new", "pattern", "Ring"], "upper-case"),
        (vec!["new", "pattern", "a/b"], "slash"),
        (vec!["new", "pattern", ".."], "dots"),
        (vec!["new", "pattern", "con"], "Windows"),
        (vec!["new", "pattern", "a b"], "letters that not every system allows"),
        (vec!["new", "patern", "a"], "pattern, card, stage and mod"),
        (vec!["new", "pattern"], "KIND NAME"),
        (vec!["new", "pattern", "a", "--boss", "fox"], "--boss belongs to a card"),
        (vec!["new", "card", "a", "--boss", "fox"], "--boss needs a folder of content"),
        (vec!["new", "card", "a", "--boss", "nobody"], "no boss `nobody`"),
        (vec!["new", "card", "a", "--in", "content"], "belongs to a boss; say whose it is with --boss"),
        (vec!["new", "pattern", "a", "--in", "nowhere"], "no such folder"),
    ] {
        let (code, out, err) = folder.run(&words);
        assert_eq!((code, out.as_str()), (2, ""), "{words:?}");
        assert!(err.contains(told), "{words:?}: {err}");
    }
    assert_eq!(folder.files(), before);
}

#[test]
fn in_a_folder_of_content_files_go_where_the_game_looks() {
    let folder = Folder::new("content");
    fs::create_dir_all(folder.0.join("mine/levels")).expect("a folder");
    for words in [["new", "pattern", "ring", "--in", "mine"], ["new", "stage", "road", "--in", "mine"]] {
        assert_eq!(folder.run(&words).0, 0, "{words:?}");
    }
    assert_eq!(folder.run(&["new", "card", "veil", "--boss", "fox", "--in", "mine"]).0, 0);
    let (code, out, _) = folder.run(&["new", "card", "second_veil", "--boss", "fox", "--in", "mine"]);
    assert!(code == 0 && out.contains("add it:    \"second_veil\" to the `attacks` in mine"), "{out}");
    fs::remove_file(folder.0.join("mine/levels/campaign/stage1/spells/second_veil.ron")).expect("it was written");
    // A boss that only this folder has.
    let (code, out, err) = folder.run(&["new", "card", "toll", "--boss", "keeper", "--in", "mine"]);
    assert!(code == 0 && out.contains("mine/levels/road/spells/toll.ron") && out.contains("add it:"), "{out}{err}");
    fs::remove_file(folder.0.join("mine/levels/road/spells/toll.ron")).expect("it was written");
    let paths: Vec<String> = folder.files().into_iter().map(|(path, _)| path).collect();
    for path in ["patterns/ring.ron", "road/stage.ron", "campaign/stage1/spells/veil.ron", "campaign/stage1/bosses/fox.ron"] {
        assert!(paths.contains(&format!("mine/levels/{path}")), "{path}: {paths:?}");
    }
    let (code, out, _) = folder.run(&["check", "mine"]);
    assert!(code == 0 && out.ends_with("no problem\n"), "{out}");
    let (code, out, err) = folder.run(&["trace", "fox", "--content", "mine", "--ticks", "60"]);
    assert!(code == 0 && out.contains(" scrap "), "the boss begins with the new card: {out}{err}");
}

#[test]
fn the_reference_answers_by_name() {
    let folder = Folder::new("schema");
    let (code, whole, err) = folder.run(&["schema"]);
    assert_eq!((code, err.as_str()), (0, ""));
    for part in ["# Reference of all content", "### `EnemyFile`", "#### `Homing`", "| `time_left` |", "### `FigureFormat`"] {
        assert!(whole.contains(part), "{part}");
    }
    let (code, out, _) = folder.run(&["schema", "ring", "SpawnRow"]);
    assert!(
        code == 0 && out.contains("`Ring` is one of [`Group`]") && out.contains("| `between` |") && out.contains("| `twin` |"),
        "{out}"
    );
    assert!(out.len() < whole.len() / 5);
    let (code, out, err) = folder.run(&["schema", "Spred"]);
    assert!(code == 2 && out.is_empty() && err.contains("did you mean `Spread`?"), "{err}");
    assert!(Path::new(&folder.0).read_dir().expect("a folder").next().is_none(), "and writes nothing");
}
