//! One broken file of each sort, given to `check` as a modder would: it says where, what stands there and what may, and exits with 2.

mod support {
    pub mod folder;
    pub mod write;
}

use std::path::Path;
use std::process::Command;
use support::folder::Folder;

/// The exit code, and what was printed to both streams.
fn check(path: &Path) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_tamafubuki")).arg("check").arg(path).current_dir(env!("CARGO_MANIFEST_DIR")).output();
    let output = output.expect("the program runs");
    (output.status.code().expect("an exit code"), String::from_utf8([output.stdout, output.stderr].concat()).expect("text"))
}

/// A pattern around some steps, which begin in line 2, column 6.
fn pattern(steps: &str) -> Vec<u8> {
    format!("(\ndo: [{steps}])").into_bytes()
}

#[test]
fn every_sort_of_broken_pattern_is_told_with_its_place() {
    let fire = |fields: &str| pattern(&format!("Fire({fields}), Wait(9)"));
    let cases: Vec<(&str, Vec<u8>, &[&str])> = vec![
        // Syntax, missing fields, wrong types.
        ("syntax", pattern("Wait(30"), &["syntax.ron:2:"]),
        ("bracket", b"(do: [Wait(30)]".to_vec(), &["bracket.ron:1:"]),
        ("missing", pattern("Repeat(times: 3)"), &["missing.ron:2:6: do[0]: the field `do` is missing"]),
        ("type", fire("speed: true, bullet: (look: \"disc\")"), &["type.ron:2:18: do[0].speed: ", "expected a number"]),
        // Unknown fields, variants, names.
        ("field", fire("sped: 2, bullet: (look: \"disc\")"), &["field.ron:2:11: ", "unknown field `sped`", "did you mean `speed`?"]),
        ("variant", pattern("Wiat(3)"), &["variant.ron:2:6: ", "unknown name `Wiat`", "did you mean `Wait`?"]),
        ("look", fire("bullet: (look: \"dics\")"), &["look.ron:2:26: ", "unknown look `dics`", "did you mean `disc`?"]),
        ("call", pattern("Call(\"pinwheal\")"), &["call.ron:2:", "unknown pattern `pinwheal`", "did you mean `pinwheel`?"]),
        ("name", pattern("Wait(\"10 + rnak\")"), &["name.ron:2:17: ", "unknown name `rnak`", "did you mean `rank`?"]),
        // Numbers that cannot be.
        ("inf", pattern("Wait(inf)"), &["inf.ron:2:11: do[0][0]: `inf`; expected a finite number"]),
        ("nan", fire("speed: NaN, bullet: (look: \"disc\")"), &["nan.ron:2:18: do[0].speed: `NaN`; expected a finite number"]),
        ("huge", fire("speed: 1e39, bullet: (look: \"disc\")"), &["huge.ron:2:18: do[0].speed: `1e39`; expected a finite number"]),
        (
            "radius",
            fire("bullet: (look: \"disc\", hit: -1)"),
            &["radius.ron:2:", "do[0].bullet.hit: `hit` is -1; expected a number from 0.5 to 48"],
        ),
        (
            "interval",
            pattern("Forever(every: 0, do: [])"),
            &["interval.ron:2:21: do[0].every: `every` is 0; expected a whole number from 1"],
        ),
        ("count", fire("group: Ring(count: 1000000000), bullet: (look: \"disc\")"), &["count.ron:2:", "from 1 to 512"]),
        (
            "repeats",
            pattern("Repeat(times: 1000, do: [Repeat(times: 1000, do: [Repeat(times: 1000, do: [Let(a: 1)])])]), Wait(1)"),
            &["repeats.ron:2:", "all in one tick", "a Wait among the steps"],
        ),
        ("endless", pattern("Forever(do: [Let(a: 1)])"), &["endless.ron:2:6: do[0]: this Forever never waits"]),
        // What has no end.
        ("cycle", pattern("Call(\"cycle\")"), &["cycle.ron:2:", "patterns call each other in a circle: cycle -> cycle"]),
        (
            "brood",
            fire("bullet: (look: \"disc\", script: [Wait(1), Call(\"brood\")])"),
            &["brood.ron:2:", "fire bullets with a script more than 8 times over", "generation < 4"],
        ),
        (
            "flood",
            pattern("Forever(every: 1, do: [Fire(group: Ring(count: 512), speed: 0.05, bullet: (look: \"disc\"))])"),
            &["flood.ron:2:", "more than 4096 bullets of a kind are alive at once in Easy"],
        ),
        // Files that are no text to begin with.
        ("deep", [vec![b'('; 10_000], vec![b')'; 10_000]].concat(), &["deep.ron:1:", "deep"]),
        ("empty", Vec::new(), &["empty.ron:1:1: "]),
        ("latin", b"(do: [Wait(3)], // caf\xe9\n)".to_vec(), &["latin.ron:1:23: ", "UTF-8"]),
        ("large", vec![b' '; 100 << 20], &["large.ron", "bytes"]),
    ];
    let folder = Folder::new("patterns");
    let mut wrong = String::new();
    for (name, bytes, parts) in &cases {
        let path = folder.write(&format!("patterns/{name}.ron"), bytes);
        let (code, told) = check(&path);
        let lacks: Vec<_> = parts.iter().filter(|part| !told.contains(**part)).collect();
        if code != 2 || !lacks.is_empty() || told.contains("panicked") {
            let told: String = told.chars().take(600).collect();
            wrong += &format!("{name}: exit {code}, without {lacks:?}:\n{told}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn marks_of_other_editors_are_no_problem() {
    let folder = Folder::new("editors");
    let text = "\u{feff}(\r\n    do: [\r\n        Fire(bullet: (look: \"disc\")), Wait(9),\r\n    ],\r\n)\r\n";
    let (code, told) = check(&folder.write("patterns/windows.ron", text.as_bytes()));
    assert!(code == 0 && told.ends_with("no problem\n"), "{told}");
}

#[test]
fn names_that_lead_out_of_a_mod_are_refused_with_the_rule() {
    let folder = Folder::new("mod");
    folder.write("mod.ron", b"(id: \"bad\", version: \"1\", title: \"Bad\", authors: [\"A\"], adds: \"\")");
    folder.write("levels/patterns/con.ron", pattern("Wait(9)"));
    folder.write("levels/patterns/Loud.ron", pattern("Wait(9)"));
    folder.write("levels/patterns/calls.ron", pattern("Call(\"../../secret\")"));
    #[cfg(unix)]
    std::os::unix::fs::symlink("/etc/hostname", folder.0.join("levels/patterns/out.ron")).expect("a link");
    let (code, told) = check(&folder.0);
    assert_eq!(code, 2, "{told}");
    for part in ["con.ron", "Windows", "Loud.ron", "upper-case", "unknown pattern `../../secret`"] {
        assert!(told.contains(part), "{part}: {told}");
    }
    #[cfg(unix)]
    assert!(told.contains("out.ron") && told.contains("out of"), "{told}");
}
