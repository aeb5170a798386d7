//! `import bulletml`, and the commands that take an .xml, as a shell sees them: what is written, what is refused and in which words.

mod support {
    pub mod folder;
    pub mod names;
    pub mod shell;
}

use std::fs;
use std::path::Path;
use support::folder::Folder;

impl Folder {
    fn with(self, name: &str, text: impl AsRef<[u8]>) -> Self {
        fs::write(self.0.join(name), text).expect("a file");
        self
    }
}

fn file(body: &str) -> String {
    format!("<?xml version=\"1.0\"?>\n<!-- by me -->\n<bulletml type=\"vertical\">\n{body}\n</bulletml>\n")
}

const SPIRAL: &str = "<action label=\"top\">
 <repeat><times>40</times>
  <action>
   <fireRef label=\"arm\"><param>11+$rank*4</param></fireRef>
   <wait>3</wait>
  </action>
 </repeat>
</action>
<fire label=\"arm\">
 <direction type=\"sequence\">$1</direction>
 <bulletRef label=\"petal\"/>
</fire>
<bullet label=\"petal\">
 <speed>1.2</speed>
 <action><wait>30</wait><changeSpeed><speed>2</speed><term>20</term></changeSpeed></action>
</bullet>";

/// How it is written.
const WRITTEN: &str = r#"// From spiral.xml (BulletML, vertical). `line` is a line of that file; its $1 is `p1`.
//   by me
(
    patterns: (
        arm: (params: (p1: 1), do: [ // <fire> line 12 "arm"
            Fire(aim: Sequence("p1"), speed: 1.2, bullet: (look: "ball", color: Vermilion, delay: 1, script: [ // <fire> line 12, <bullet> line 16
                Call("petal"), // <bulletRef> line 12
            ])),
        ]),
        petal: (do: [ // <bullet> line 16 "petal"
            Wait(30), // <wait> line 18
            ChangeSpeed(to: 2, ticks: 20), // <changeSpeed> line 18
        ]),
    ),
    do: [
        Face(Absolute(-90)), // an emitter of BulletML looks up at first
        Repeat(times: 40, do: [ // <repeat> line 5
            Call(pattern: "arm", with: (p1: "11 + rank * 4")), // <fireRef> line 7
            Wait(3), // <wait> line 8
        ]),
    ],
)
"#;

#[test]
fn what_is_written_is_readable_and_plays_the_same() {
    let folder = Folder::new("written").with("spiral.xml", file(SPIRAL));
    let (code, out, err) = folder.run(&["import", "bulletml", "spiral.xml"]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.starts_with("spiral.xml -> spiral.ron: ") && out.ends_with("1 file imported, 0 files not\n"), "{out}");
    assert_eq!(fs::read_to_string(folder.0.join("spiral.ron")).expect("it was written"), WRITTEN);
    let trace = |word: &str| {
        let setting = ["--format", "bulletml", "--ticks", "120", "--every", "15", "--at", "160,80", "--bounds", "-32,-32,352,512"];
        let (code, out, err) = folder.run(&[&["trace", word], &setting[..]].concat());
        assert_eq!((code, err.as_str()), (0, ""));
        out.lines().skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    let (direct, written) = (trace("spiral.xml"), trace("spiral.ron"));
    assert!(direct == written && direct.iter().filter(|line| line.starts_with("E ")).count() == 40, "{direct:?}");
    for word in ["spiral.xml", "spiral.ron"] {
        let (code, out, _) = folder.run(&["check", word]);
        assert!(code == 0 && out.contains(word) && out.ends_with("1 file, no problem\n"), "{out}");
    }
    let (code, out, err) = folder.run(&["preview", "spiral.xml", "--ticks", "60", "--speed-scale", "2"]);
    assert!(code == 0 && out.starts_with("spiral.png: 1.0 s (60 ticks) of spiral.xml"), "{out}{err}");
    let births = |scale: &str| {
        let (_, out, _) = folder.run(&["trace", "spiral.xml", "--ticks", "1", "--speed-scale", scale]);
        out.lines().find(|line| line.starts_with("B ")).expect("a birth").split(' ').nth(6).expect("its speed").to_owned()
    };
    assert_eq!([births("1"), births("2.5")], ["1.200", "3.000"]);
}

#[test]
fn nothing_is_replaced_unasked_and_a_bad_file_stops_no_other() {
    let folder = Folder::new("kept").with("spiral.ron", "mine");
    fs::create_dir_all(folder.0.join("old/more")).expect("a folder");
    fs::write(folder.0.join("old/spiral.xml"), file(SPIRAL)).expect("a file");
    fs::write(folder.0.join("old/bad.xml"), file("<action label=\"top\"><fire/></action>")).expect("a file");
    fs::write(folder.0.join("old/more/Big One.XML"), file(SPIRAL)).expect("a file");
    fs::write(folder.0.join("old/more/note.txt"), "no pattern").expect("a file");
    let (code, out, _) = folder.run(&["import", "bulletml", "old"]);
    assert_eq!(code, 2, "{out}");
    for line in [
        "old/bad.xml: not imported, 1 problem",
        "old/bad.xml:4:21: <fire> with 0 bullets",
        "spiral.ron exists and is kept; --force",
        "big_one.ron: 2",
        "1 file imported, 2 files not",
    ] {
        assert!(out.contains(line), "{line}: {out}");
    }
    assert_eq!(folder.names(), ["big_one.ron", "old", "spiral.ron"]);
    assert_eq!(fs::read_to_string(folder.0.join("spiral.ron")).expect("the file"), "mine");
    let (code, out, _) = folder.run(&["import", "bulletml", "old/spiral.xml", "--force"]);
    assert!(code == 0 && fs::read_to_string(folder.0.join("spiral.ron")).expect("the file").starts_with("// From"), "{out}");
    let (code, out, _) = folder.run(&["import", "bulletml", "old/spiral.xml", "-o", "new/place", "--offset-x", "5", "--speed-scale", "3"]);
    assert_eq!(code, 0, "{out}");
    let text = fs::read_to_string(folder.0.join("new/place/spiral.ron")).expect("it was written");
    assert!(text.contains("Move(by: (5, 0), ticks: 0)") && text.contains("speed: 3.6,") && text.contains("3 times"), "{text}");
    for (words, told) in [
        (&["import", "bulletml", "nowhere.xml"][..], "nowhere.xml"),
        (&["import", "bulletml", "new"], "there is no .xml"),
        (&["import", "bulletml"], "FILE..."),
        (&["import", "bulletml", "old", "--speed-scale", "0"], "from 0.01 to 100"),
        (&["import", "bullet", "old"], "did you mean `import bulletml`?"),
    ] {
        let (code, out, err) = folder.run(words);
        assert!(code == 2 && (err.contains(told) || out.contains(told)), "{words:?}: {out}{err}");
    }
}

#[test]
fn what_is_wrong_is_told_with_line_and_column_all_at_once() {
    let body = "<action label=\"top\">
 <fire><speed>2*x</speed><bulletRef label=\"petl\"/></fire>
 <wiat>3</wiat>
 <changeSpeed><speed type=\"relativ\">1</speed></changeSpeed>
 <repeat><times>5</times></repeat>
 <wait/>
</action>
<bullet label=\"petal\"/><fire/>";
    let folder = Folder::new("wrong")
        .with("a.xml", file(body))
        .with("b.xml", file("<action label=\"top\"><wait>3</wait></action>").replace("</action>", "</act>"));
    let (code, out, _) = folder.run(&["import", "bulletml", "a.xml"]);
    assert!(code == 2 && out.starts_with("a.xml: not imported, "), "{out}");
    for line in [
        "a.xml:5:17: <speed>: `x`; expected a number, $1 to $9, $rand, $rank or `(`\n  5 |  <fire><speed>2*x</speed>",
        "a.xml:5:26: unknown bullet `petl`; expected one of: petal; did you mean `petal`?",
        "a.xml:6:2: unknown element <wiat>; expected ",
        "did you mean `wait`?",
        "a.xml:7:15: unknown type `relativ`",
        "a.xml:7:2: <changeSpeed> has no <term>",
        "a.xml:8:2: <repeat> with 0 actions",
        "a.xml:9:2: <wait>: the end of the expression",
        "a.xml:11:24: <fire> with 0 bullets",
    ] {
        assert!(out.contains(line), "{line}: {out}");
    }
    for command in ["trace", "preview"] {
        let (code, out, err) = folder.run(&[command, "b.xml"]);
        assert!(code == 2 && err.contains("b.xml:4:35: the closing tag </act>; expected </action>"), "{command}: {out}{err}");
    }
    let (code, out, _) = folder.run(&["check", "a.xml", "b.xml"]);
    assert!(code == 2 && out.contains("a.xml:6:2: ") && out.contains("b.xml:4:35: "), "{out}");
    // Leniently, what is wrong is left out; what is no XML stays an error.
    let (code, out, _) = folder.run(&["import", "bulletml", "a.xml", "b.xml", "--lenient"]);
    assert!(code == 2 && out.contains("a.xml -> a.ron: ") && out.contains("warning: a.xml:6:2: left out: unknown element <wiat>"), "{out}");
    assert!(out.contains("b.xml: not imported") && out.ends_with("1 file imported, 1 file not\n"), "{out}");
    assert_eq!(folder.run(&["check", "a.ron"]).0, 0);
}

#[test]
fn what_is_beyond_our_limits_is_told_where_it_is_in_the_xml() {
    let circle =
        "<action label=\"top\"><actionRef label=\"a\"/></action>\n<action label=\"a\"><wait>1</wait><actionRef label=\"a\"/></action>";
    let flood = "<action label=\"top\">\n<repeat><times>90000</times><action><fire><bullet/></fire></action></repeat></action>";
    let deep = format!(
        "<action label=\"top\">{}<vanish/>{}</action>",
        "<repeat><times>2</times><action>".repeat(20),
        "</action></repeat>".repeat(20)
    );
    let folder = Folder::new("limits")
        .with("fast.xml", file("<action label=\"top\"><fire>\n<speed>7*9</speed><bullet/></fire></action>"))
        .with("circle.xml", file(circle))
        .with("flood.xml", file(flood))
        .with("deep.xml", file(&deep));
    for (name, told) in [
        ("fast.xml", "fast.xml:5:8: `speed` is 63; expected a number from -20 to 20\n  5 | <speed>7*9</speed>"),
        ("circle.xml", "circle.xml:5:33: patterns call each other in a circle: a -> a"),
        ("flood.xml", "flood.xml:5:16: `times` is 90000, all in one tick"),
        ("deep.xml", "deep.xml:4:"),
    ] {
        for words in [&["import", "bulletml", name][..], &["check", "--quick", name], &["trace", name]] {
            let (code, out, err) = folder.run(words);
            assert!(code == 2 && (out.contains(told) || err.contains(told)), "{words:?}: {out}{err}");
        }
    }
    assert_eq!(folder.names().iter().filter(|name| name.ends_with(".ron")).count(), 0);
}

#[test]
fn hostile_files_are_refused_in_words() {
    let bomb = "<?xml version=\"1.0\"?>\n<!DOCTYPE bulletml [\n<!ENTITY a \"aaaaaaaa\">\n<!ENTITY b \"&a;&a;&a;&a;\">\n]>\n<bulletml><action label=\"top\"><wait>&b;</wait></action></bulletml>";
    let outside = "<!DOCTYPE bulletml [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>\n<bulletml><action label=\"top\"><wait>&x;</wait></action></bulletml>";
    let deep = format!("<bulletml>{}{}</bulletml>", "<action>".repeat(10_000), "</action>".repeat(10_000));
    let folder = Folder::new("hostile")
        .with("bomb.xml", bomb)
        .with("outside.xml", outside)
        .with("reference.xml", "<bulletml><action label=\"top\"><wait>&x;</wait></action></bulletml>")
        .with("deep.xml", deep)
        .with("binary.xml", [0xFF, 0x00, 0x13, 0x37])
        .with("empty.xml", "");
    // Of 100 MB nothing but a hole, which reads like the real thing.
    fs::File::create(folder.0.join("long.xml")).and_then(|file| file.set_len(100 << 20)).expect("a long file");
    for (name, told) in [
        ("bomb.xml", "bomb.xml:3:1: the file declares an entity; expected no entity: none is expanded and none is fetched"),
        ("outside.xml", "outside.xml:1:21: the file declares an entity"),
        ("reference.xml", "reference.xml:1:37: an entity `&x;` that XML does not know"),
        ("deep.xml", "deep.xml:1:"),
        ("deep.xml", "elements are nested more than 48 deep"),
        ("long.xml", "long.xml:1:1: the file is longer than 1048576 bytes"),
        ("binary.xml", "binary.xml:1:1: byte 0xFF is not UTF-8"),
        ("empty.xml", "empty.xml:1:1: "),
    ] {
        for words in [&["import", "bulletml", name, "--lenient"][..], &["trace", name]] {
            let (code, out, err) = folder.run(words);
            assert!(code == 2 && (out.contains(told) || err.contains(told)), "{words:?}: {out}{err}");
        }
    }
    assert!(folder.names().iter().all(|name| name.ends_with(".xml")));
}

#[test]
fn the_example_mod_is_what_its_xml_becomes() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels/mods/paper_scroll");
    let folder = Folder::new("mod");
    let source = root.join("paper_scroll.xml");
    let (code, out, _) = folder.run(&["import", "bulletml", &source.display().to_string(), "--speed-scale", "1.5"]);
    assert_eq!(code, 0, "{out}");
    let text = |path: &Path| fs::read_to_string(path).expect("a file").replace("\r\n", "\n");
    assert_eq!(
        text(&folder.0.join("paper_scroll.ron")),
        text(&root.join("levels/patterns/paper_scroll.ron")),
        "import it again after a change"
    );
    let (code, out, err) = folder.run(&["check", &root.display().to_string()]);
    assert!(code == 0 && out.ends_with("no problem\n"), "{out}{err}");
}
