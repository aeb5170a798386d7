//! Mods: what lies over what, what is refused with which rule, and that replays and scores know what was played.

mod support {
    pub mod folder;
    pub mod write;
}

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::folder::Folder;
use tamafubuki::content::{self, Loaded, Origin, list_mods, read_mod};

impl Folder {
    /// A mod with these files.
    fn with_mod(&self, id: &str, files: &[(&str, &str)]) -> PathBuf {
        self.write(&format!("{id}/mod.ron"), mod_file(id));
        files.iter().for_each(|(path, text)| drop(self.write(&format!("{id}/{path}"), text)));
        self.0.join(id)
    }
}

fn mod_file(id: &str) -> String {
    format!("(id: \"{id}\", version: \"1.0\", title: \"A mod\", authors: [\"me\"], adds: \"\")")
}

fn run(folder: &Path, words: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_tamafubuki")).args(words).current_dir(folder).output().expect("the program runs");
    let text = String::from_utf8([output.stdout, output.stderr].concat()).expect("text");
    assert!(!text.contains("panicked"), "{words:?}: {text}");
    (output.status.code().expect("an exit code"), text)
}

fn load(mods: &[&PathBuf]) -> Loaded {
    content::load(&Origin::default().with_mods(mods.iter().map(|folder| (*folder).clone()).collect()).read())
}

/// The first line of every problem.
fn told(loaded: &Loaded) -> Vec<String> {
    loaded.problems.iter().map(|problem| problem.to_string().lines().next().unwrap_or_default().to_owned()).collect()
}

const CARD: &str = "levels/campaign/stage1/spells/fox_1_embers.ron";

fn card(name: &str) -> String {
    format!("(name: \"{name}\", hp: 100, ticks: 600, bonus: 10, program: [Wait(9)])")
}

fn first_card(loaded: &Loaded) -> String {
    let fox = loaded.content.stages[0].bosses.iter().find(|boss| boss.file == "fox").expect("the fox");
    fox.attacks[0].name.clone().unwrap_or_default()
}

#[test]
fn the_last_one_wins_and_the_digest_tells_them_apart() {
    let folder = Folder::new("order");
    let (one, two) = (folder.with_mod("one", &[(CARD, &card("One"))]), folder.with_mod("two", &[(CARD, &card("Two"))]));
    let looks = folder.with_mod(
        "looks",
        &[(
            "assets/looks/x.ron",
            "(looks: [(name: \"extra\", shape: Star, radius_px: 9, hit_radius_px: 3, graze_radius_px: 20, layer: 1, turn: Upright)])",
        )],
    );
    let loads = [vec![], vec![&one], vec![&one, &two], vec![&two, &one], vec![&looks]].map(|mods| load(&mods));
    for loaded in &loads {
        assert_eq!(told(loaded), Vec::<String>::new());
    }
    assert_eq!(loads[1..4].iter().map(first_card).collect::<Vec<_>>(), ["One", "Two", "One"]);
    assert_eq!(loads[3].content.mods, ["two 1.0", "one 1.0"]);
    let mut digests: Vec<u64> = loads.iter().map(|loaded| loaded.content.digest).collect();
    assert_eq!(digests[1], digests[3], "the same files in force");
    digests.sort_unstable();
    digests.dedup();
    assert_eq!(digests.len(), 4);
    let names = |loaded: &Loaded| loaded.content.looks.iter().map(|look| look.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&loads[4]), [names(&loads[0]), vec!["extra".to_owned()]].concat());
}

#[test]
fn what_a_later_mod_takes_away_is_no_mistake_and_what_is_forgotten_is_one() {
    let folder = Folder::new("unused");
    const STAGE: &str = "levels/campaign/stage1";
    let own = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("{STAGE}/bosses/fox.ron"))).expect("the fox");
    let fox = |cards: &str| {
        let (head, tail) = (own.split("attacks: [").next().expect("a head"), own.split(']').next_back().expect("a tail"));
        format!("{head}attacks: [{cards}]{tail}")
    };
    let with = |id: &str| {
        folder.with_mod(
            id,
            &[(&format!("{STAGE}/spells/{id}.ron"), &card(id)), (&format!("{STAGE}/bosses/fox.ron"), &fox(&format!("\"{id}\"")))],
        )
    };
    let (one, two) = (with("one"), with("two"));
    let loaded = load(&[&one, &two]);
    assert_eq!((told(&loaded), first_card(&loaded)), (Vec::new(), "two".to_owned()));
    let forgotten = folder.with_mod("forgotten", &[(&format!("{STAGE}/spells/forgotten.ron"), &card("F"))]);
    let problems = told(&load(&[&forgotten]));
    assert!(problems.len() == 1 && problems[0].contains("no boss has this attack"), "{problems:?}");
}

#[test]
fn a_look_of_a_known_name_takes_its_place_and_too_many_are_refused() {
    let folder = Folder::new("looks");
    let look = |name: &str| {
        format!("(name: \"{name}\", shape: Orb, radius_px: 20, hit_radius_px: 9, graze_radius_px: 30, layer: 0, turn: Upright)")
    };
    let other = folder.with_mod("other", &[("assets/looks/x.ron", &format!("(looks: [{}])", look("disc")))]);
    let plain = load(&[]).content.looks;
    let looks = load(&[&other]).content.looks;
    assert_eq!(looks.len(), plain.len());
    let at = looks.iter().position(|look| look.name == "disc").expect("it is there");
    assert!(looks[at].radius_px == 20.0 && plain[at].name == "disc");
    let many: Vec<String> = (0..40).map(|n| look(&format!("look{n}"))).collect();
    let many = folder.with_mod("many", &[("assets/looks/x.ron", &format!("(looks: [{}])", many.join(", ")))]);
    let problems = told(&load(&[&many]));
    assert!(
        problems.len() == 1 && problems[0].contains("assets/looks/x.ron:1:9: looks: with these there are 56 looks; expected at most 32"),
        "{problems:?}"
    );
}

#[test]
fn problems_name_the_folder_of_the_mod() {
    let folder = Folder::new("named");
    let broken = folder.with_mod("broken", &[(CARD, "(hp: 1, ticks: 600, program: [Wiat(9)])")]);
    let loaded = load(&[&broken]);
    let place = format!("{}/{CARD}:1:31: ", broken.display());
    assert!(loaded.content.stages.is_empty() && told(&loaded)[0].starts_with(&place), "{:?}", told(&loaded));
    assert!(loaded.problems[0].json().contains(&format!("{}/{CARD}", broken.display())));
    let (code, text) = run(&folder.0, &["check", "broken"]);
    assert!(code == 2 && text.starts_with(&format!("broken/{CARD}:1:31: ")), "{text}");
    let (code, text) = run(&folder.0, &["demo", "--ticks", "9", "--no-picture", "--mod", "broken"]);
    assert!(code == 2 && text.contains(&format!("broken/{CARD}:1:31: ")), "{text}");
}

#[test]
fn names_and_links_that_are_not_allowed_are_refused_with_the_rule() {
    let folder = Folder::new("rules");
    let root = folder.with_mod(
        "rules",
        &[
            ("levels/patterns/Upper.ron", "()"),
            ("levels/patterns/con.ron", "()"),
            ("levels/patterns/two words.ron", "()"),
            ("levels/patterns/dots..ron", "()"),
            ("levels/nowhere/x.ron", "()"),
        ],
    );
    let expect = |problems: &[String], file: &str, rule: &str| {
        assert!(
            problems.iter().any(|problem| problem.starts_with(&format!("{}/{file}:", root.display())) && problem.contains(rule)),
            "{file}: {problems:?}"
        );
    };
    let problems = told(&load(&[&root]));
    expect(&problems, "levels/patterns/Upper.ron", "upper-case letters, which some systems do not tell apart");
    expect(&problems, "levels/patterns/con.ron", "reserved on Windows");
    expect(&problems, "levels/patterns/two words.ron", "letters that not every system allows");
    expect(&problems, "levels/patterns/dots..ron", "dots");
    expect(&problems, "levels/nowhere/x.ron", "nothing reads a file in this place");
    assert_eq!(problems.len(), 5, "{problems:?}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::symlink;
        let secret = folder.write("secret/levels/patterns/secret.ron", "(do: [Wait(1)])");
        symlink(&secret, root.join("levels/patterns/link.ron")).expect("a link");
        symlink(folder.0.join("secret/levels"), root.join("levels/folder")).expect("a link");
        symlink(folder.0.join("secret"), root.join("assets")).expect("a link");
        let loaded = load(&[&root]);
        for file in ["levels/patterns/link.ron", "levels/folder", "assets"] {
            expect(&told(&loaded), file, "a link that leads nowhere or out of the content");
        }
        assert!(!loaded.content.patterns.contains_key("secret") && !loaded.content.patterns.contains_key("link"));
        fs::remove_file(root.join("mod.ron")).expect("it was there");
        symlink(folder.write("other.ron", mod_file("rules")), root.join("mod.ron")).expect("a link");
        let problems = read_mod(&root, "").expect_err("a link out of the mod");
        assert!(problems[0].to_string().contains("a link out of the mod"), "{problems:?}");
    }
}

#[test]
fn a_mod_file_is_checked_field_by_field() {
    let folder = Folder::new("file");
    let problems = |text: &str| -> Vec<String> {
        folder.write("m/mod.ron", text);
        read_mod(&folder.0.join("m"), "m")
            .err()
            .unwrap_or_default()
            .iter()
            .map(|problem| problem.to_string().lines().next().unwrap_or_default().to_owned())
            .collect()
    };
    assert_eq!(problems(&mod_file("good-1_a")), Vec::<String>::new());
    let bad = "(id: \"Moon\", version: \"1 0\", title: \"\", authors: [], adds: \"a\\nb\")";
    let told = problems(bad);
    assert_eq!(told.len(), 5, "{told:?}");
    for part in ["m/mod.ron:1:6: id: `Moon`", "version: a space", "title: 0 characters", "authors: 0 authors", "adds: 3 characters"] {
        assert!(told.iter().any(|line| line.contains(part)), "{part}: {told:?}");
    }
    for (text, part) in [
        ("(id: \"a\", vesion: \"1\")", "did you mean `version`?"),
        ("(id: \"../a\", version: \"1\", title: \"t\", authors: [\"m\"], adds: \"\")", "slash"),
        ("(id: \"\", version: \"1\", title: \"t\", authors: [\"m\"], adds: \"\")", "id"),
        ("", "there is no value"),
        ("(", "m/mod.ron:1:"),
    ] {
        let told = problems(text);
        assert!(told.len() == 1 && told[0].contains(part), "{text}: {told:?}");
    }
    folder.write("m/mod.ron", mod_file("m"));
    fs::create_dir_all(folder.0.join("m/Levels")).expect("a folder");
    let told = read_mod(&folder.0.join("m"), "m").expect_err("Levels").iter().map(ToString::to_string).collect::<String>();
    assert!(told.contains("m/Levels:1:1: the name has upper-case letters") && told.contains("expected `levels`"), "{told}");
}

#[test]
fn a_folder_of_mods_is_listed_and_what_is_wrong_in_it_is_said() {
    let folder = Folder::new("list");
    for id in ["b", "a"] {
        folder.with_mod(id, &[]);
    }
    folder.write("copy/mod.ron", mod_file("a"));
    folder.write("empty/readme.txt", "");
    folder.write("file.ron", "()");
    #[cfg(unix)]
    std::os::unix::fs::symlink("/etc", folder.0.join("out")).expect("a link");
    let listed = list_mods(&folder.0);
    let found: Vec<(String, Result<String, String>)> = listed
        .iter()
        .map(|listed| {
            let name = listed.folder.file_name().expect("a name").to_string_lossy().into_owned();
            (name, listed.found.as_ref().map(|file| file.id.clone()).map_err(|problems| problems[0].found.clone()))
        })
        .collect();
    let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
    assert!(names.starts_with(&["a", "b", "copy", "empty"]), "{names:?}");
    assert_eq!((found[0].1.as_deref(), found[1].1.as_deref()), (Ok("a"), Ok("b")));
    assert_eq!(found[2].1, Err("another mod has the id `a`".to_owned()));
    assert!(found[3].1.as_ref().is_err_and(|why| why.contains("missing")));
    if cfg!(unix) {
        assert!(found[4].1.as_ref().is_err_and(|why| why.contains("out of the folder of mods")), "{found:?}");
    }
    assert_eq!(list_mods(&folder.0.join("nothing")), []);
}

#[test]
fn the_mod_in_the_repository_is_sound_and_no_part_of_the_game_itself() {
    let tree = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tree.join("levels/mods/paper_moon");
    let loaded = load(&[&folder]);
    assert_eq!(told(&loaded), Vec::<String>::new());
    assert_eq!(loaded.content.mods, ["paper_moon 1.0"]);
    assert_eq!(first_card(&loaded), "Moon Sign \"Crescents over the Festival\"");
    assert!(loaded.content.looks.iter().any(|look| look.name == "full_moon"));
    for sources in [Origin::default().read(), Origin::folder(tree).read()] {
        assert!(sources.paths().all(|path| !path.contains("paper_moon")) && sources.problems().is_empty());
    }
    assert_eq!(list_mods(&tree.join("levels/mods")).len(), 2);
}

#[test]
fn a_replay_of_a_mod_is_verified_with_it_and_names_it_without() {
    let folder = Folder::new("replay");
    let one = folder.with_mod("one", &[(CARD, &card("One"))]);
    let words = ["demo", "--ticks", "90", "--no-picture", "--replay", "run.tmfr", "--mod"];
    let (code, text) = run(&folder.0, &[&words[..], &[one.to_str().expect("text")]].concat());
    assert_eq!(code, 0, "{text}");
    let (code, text) = run(&folder.0, &["replay", "verify", "run.tmfr", "--mod", "one"]);
    assert!(code == 0 && text.contains("mods: one 1.0") && text.matches("verified to the last").count() == 2, "{text}");
    let (code, text) = run(&folder.0, &["replay", "verify", "run.tmfr"]);
    assert!(code == 3 && text.contains("mods: one 1.0") && text.contains("recorded with other content"), "{text}");
    for command in
        [&["demo", "--mod", "nowhere"][..], &["play", "--windowed-only", "--mod", "nowhere"], &["trace", "lantern", "--mod", "nowhere"]]
    {
        let (code, text) = run(&folder.0, command);
        assert!(code == 2 && text.contains("nowhere is no mod that can be used") && text.contains("mod.ron"), "{text}");
    }
}
