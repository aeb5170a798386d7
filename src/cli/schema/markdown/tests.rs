//! The reference against the program itself: nothing is missing, nothing is said that serde does not say.

use super::*;
use crate::cli::schema::{EXPRESSIONS, SECTIONS};
use std::fs;
use std::path::{Path, PathBuf};
use tamafubuki::content;
use tamafubuki::paper::backdrop::BackdropFormat;
use tamafubuki::paper::figure::FigureFormat;
use tamafubuki::paper::looks::LooksFile;
use tamafubuki::sim::pattern::format::{Pattern, Step};
use tamafubuki::sim::stage::format::{AttackFile, BossFile, CraneFile, EnemyFile, StageFile, TalkFile, WaveFile};
use tamafubuki::sound::SoundFormat;

fn reference() -> Reference {
    Reference::new(SECTIONS, EXPRESSIONS).expect("every line of the format is understood")
}

fn printed() -> String {
    let mut out = Vec::new();
    reference().write(&mut out).expect("a buffer");
    String::from_utf8(out).expect("text")
}

#[test]
fn rust_values_become_what_one_writes() {
    for (rust, ron) in [
        ("Number::Literal(2.0)", "2"),
        ("Number::Literal(0.5)", "0.5"),
        ("Number::from(1.0)", "1"),
        ("Number::Expression(\"i\".to_owned())", "\"i\""),
        ("Aim::Aim(Number::Literal(0.0))", "Aim(0)"),
        ("Place::Pair(Number::Literal(0.0), Number::Literal(0.0))", "(0, 0)"),
        ("Ease::Linear", "Linear"),
        ("\"#FFB45C\".to_owned()", "\"#FFB45C\""),
        ("900.0", "900"),
        ("true", "true"),
    ] {
        assert_eq!(value(rust), ron, "{rust}");
    }
}

/// Files below `src` into whose types content is read, but for those that only read them.
#[test]
fn every_file_of_the_format_is_in_the_reference() {
    const OTHERS: [&str; 7] = [
        "sim/difficulty.rs",
        "sim/pattern/format/raw.rs",
        "sim/pattern/tests/",
        "content/files.rs",
        "content/load.rs",
        "content/read.rs",
        "content/stage.rs",
    ];
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders: Vec<PathBuf> = ["sim", "paper", "sound", "content"].map(|folder| root.join(folder)).to_vec();
    let mut missing = Vec::new();
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(&root).expect("below src").to_string_lossy().replace('\\', "/");
            let text = fs::read_to_string(&path).expect("a source");
            let is_format = text.contains("Deserialize") && !OTHERS.iter().any(|other| name.starts_with(other));
            if is_format && !SECTIONS.iter().any(|section| section.sources.iter().any(|(known, _)| *known == name)) {
                missing.push(name);
            }
        }
    }
    assert_eq!(missing, Vec::<String>::new(), "add them to SECTIONS in src/cli/schema.rs");
}

#[test]
fn every_type_and_field_is_explained() {
    let reference = reference();
    let mut silent = Vec::new();
    for known in &reference.types {
        let found = &known.found;
        let mut look = |what: String, doc: &[String]| {
            if doc.iter().all(|line| line.trim().is_empty()) {
                silent.push(what);
            }
        };
        look(found.name.clone(), &found.doc);
        if let Shape::Fields(fields) = &found.shape
            && found.name != "Motion"
        {
            fields.iter().for_each(|field| look(format!("{}.{}", found.name, field.name), &field.doc));
        }
        for variant in variants(found) {
            look(format!("{}::{}", found.name, variant.name), &variant.doc);
            variant.fields.iter().for_each(|field| look(format!("{}::{}.{}", found.name, variant.name, field.name), &field.doc));
        }
    }
    assert_eq!(silent, Vec::<String>::new());
}

/// What a doc comment says of a default is what the program does.
#[test]
fn defaults_in_words_are_the_defaults_in_code() {
    let reference = reference();
    let mut wrong = Vec::new();
    for known in &reference.types {
        let own = if let Shape::Fields(fields) = &known.found.shape { fields.as_slice() } else { &[] };
        for field in own.iter().chain(variants(&known.found).iter().flat_map(|variant| &variant.fields)) {
            let doc = field.doc.join(" ");
            let words = doc.split_once("default ").map(|(_, rest)| rest.split(['.', ';', ',', ':', ' ']).next().unwrap_or_default());
            let bare = |text: &str| text.trim_matches(['`', '"']).to_lowercase();
            // "default none" and "default the look's" say that nothing stands there.
            let Some(said) = words.map(bare).filter(|said| !["none", "the"].contains(&said.as_str())) else { continue };
            let is = bare(&reference.left_out(known, field));
            if is.split(['(', '.']).next() != Some(said.split('(').next().unwrap_or_default()) {
                wrong.push(format!("{}.{}: says {said}, is {is}", known.found.name, field.name));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

/// What serde says may stand there, when something does that may not.
fn expected<T: serde::de::DeserializeOwned>(text: &str) -> Vec<String> {
    let problems = content::read::<T>("a.ron", text).err().expect(text);
    let list = problems[0].expected.strip_prefix("one of: ").unwrap_or_else(|| panic!("{text}: {}", problems[0]));
    list.split(", ").map(str::to_owned).collect()
}

#[test]
fn the_fields_of_the_reference_are_those_that_serde_takes() {
    let reference = reference();
    let listed = |section: &str, name: &str| -> Vec<String> {
        let section = SECTIONS.iter().position(|known| known.title == section).expect(section);
        match &reference.find(section, name).expect(name).found.shape {
            Shape::Fields(fields) => fields.iter().map(|field| field.name.clone()).collect(),
            Shape::OneOf(variants) => variants.iter().map(|variant| variant.name.clone()).collect(),
            Shape::ByHand => panic!("{name} is read by hand"),
        }
    };
    let steps = |inside: &str| expected::<Vec<Step>>(&format!("[{inside}]"));
    let cases = [
        ("Patterns", "Pattern", expected::<Pattern>("(zz: 1)")),
        ("Patterns", "Step", steps("Zz(1)")),
        ("Patterns", "Repeat", steps("Repeat(zz: 1)")),
        ("Patterns", "Forever", steps("Forever(zz: 1)")),
        ("Patterns", "If", steps("If(zz: 1)")),
        ("Patterns", "Branch", steps("Choose([(zz: 1)])")),
        ("Patterns", "MoveBy", steps("Move(zz: 1)")),
        ("Patterns", "MoveTo", steps("MoveTo(zz: 1)")),
        ("Patterns", "Glide", steps("Path(zz: 1)")),
        ("Patterns", "Call", steps("Call(zz: 1)")),
        ("Patterns", "Fire", steps("Fire(zz: 1)")),
        ("Patterns", "Aim", steps("Fire(aim: Zz(1))")),
        ("Patterns", "BulletFormat", steps("Fire(bullet: (zz: 1))")),
        ("Patterns", "Group", steps("Fire(group: Zz)")),
        ("Patterns", "Modifiers", steps("Call(pattern: \"a\", modify: (zz: 1))")),
        ("Patterns", "Flash", steps("Flash(zz: 1)")),
        ("Patterns", "Mark", steps("Mark(zz: 1)")),
        ("Patterns", "MarkFormat", steps("Mark(shape: Zz)")),
        ("Patterns", "Cancel", steps("Cancel(zz: 1)")),
        ("Patterns", "Sound", steps("Sound(zz: 1)")),
        ("Patterns", "Remains", steps("Cancel(into: Zz)")),
        ("Patterns", "Parametric", steps("Fire(bullet: (kind: Parametric(zz: 1)))")),
        ("Patterns", "Target", steps("Fire(bullet: (kind: Homing(target: Zz)))")),
        ("Patterns", "Travel", steps("Fire(group: Rose(travel: Zz))")),
        ("Numbers and names", "Color", steps("Fire(bullet: (color: Zz))")),
        ("Numbers and names", "Ease", steps("Move(ease: Zz)")),
        ("Stages", "StageFile", expected::<StageFile>("(zz: 1)")),
        ("Stages", "Beat", expected::<StageFile>("(timeline: [Zz])")),
        ("Stages", "WaveFile", expected::<WaveFile>("(zz: 1)")),
        ("Stages", "SpawnRow", expected::<WaveFile>("(spawns: [(zz: 1)])")),
        ("Stages", "EnemyFile", expected::<EnemyFile>("(zz: 1)")),
        ("Stages", "Drops", expected::<EnemyFile>("(drops: (zz: 1))")),
        ("Stages", "BossFile", expected::<BossFile>("(zz: 1)")),
        ("Stages", "AttackFile", expected::<AttackFile>("(zz: 1)")),
        ("Stages", "TalkFile", expected::<TalkFile>("(zz: 1)")),
        ("Stages", "Line", expected::<TalkFile>("(lines: [(zz: 1)])")),
        ("Stages", "CraneFile", expected::<CraneFile>("(zz: 1)")),
        ("Stages", "Barrel", expected::<CraneFile>("(wide: [(zz: 1)])")),
        ("Looks", "LooksFile", expected::<LooksFile>("(zz: 1)")),
        ("Looks", "Look", expected::<LooksFile>("(looks: [(zz: 1)])")),
        ("Looks", "Shape", expected::<LooksFile>("(looks: [(shape: Zz)])")),
        ("Figures", "FigureFormat", expected::<FigureFormat>("(zz: 1)")),
        ("Figures", "PartFormat", expected::<FigureFormat>("(parts: [(zz: 1)])")),
        ("Figures", "FacetFormat", expected::<FigureFormat>("(parts: [(facets: [(zz: 1)])])")),
        ("Figures", "HingeFormat", expected::<FigureFormat>("(hinges: [(zz: 1)])")),
        ("Figures", "AnimationFormat", expected::<FigureFormat>("(animations: {\"a\": (zz: 1)})")),
        ("Figures", "Ease", expected::<FigureFormat>("(animations: {\"a\": (ease: Zz)})")),
        ("Backdrops", "LayerFormat", expected::<BackdropFormat>("(layers: [(zz: 1)])")),
        ("Backdrops", "What", expected::<BackdropFormat>("(layers: [(what: Zz(1))])")),
        ("Backdrops", "Ridge", expected::<BackdropFormat>("(layers: [(what: Ridge(zz: 1))])")),
    ];
    for (section, name, expected) in cases.into_iter().chain(of_sounds()) {
        assert_eq!(listed(section, name), expected, "{section}: {name}");
    }
}

/// The same of sounds.
fn of_sounds() -> [(&'static str, &'static str, Vec<String>); 5] {
    [
        ("Sounds", "SoundFormat", expected::<SoundFormat>("(zz: 1)")),
        ("Sounds", "ToneFormat", expected::<SoundFormat>("(tones: [(zz: 1)])")),
        ("Sounds", "Wave", expected::<SoundFormat>("(tones: [(wave: Zz)])")),
        ("Sounds", "PartialFormat", expected::<SoundFormat>("(tones: [(partials: [(zz: 1)])])")),
        ("Sounds", "EchoFormat", expected::<SoundFormat>("(echo: (zz: 1))")),
    ]
}

/// The first range in a doc comment: `1 to 512`, `-1,000 to 1,000`.
fn range(doc: &str) -> Option<(f32, f32)> {
    let words: Vec<&str> = doc.split(' ').collect();
    let number = |word: &str| word.trim_end_matches(['.', ';', ',']).replace(',', "").parse::<f32>().ok();
    words.windows(3).find_map(|three| if three[1] == "to" { Some((number(three[0])?, number(three[2])?)) } else { None })
}

/// Whether the content takes this field of a type with this value; `None` for types that are not tried.
fn takes(owner: &str, field: &str, value: f32) -> Option<bool> {
    const BULLET: &str = "bullet: (look: \"disc\")";
    let base = |fields: &[(&str, &str)]| -> String {
        let others = fields.iter().filter(|(name, _)| *name != field).map(|(name, text)| format!("{name}: {text}, "));
        format!("({}{field}: {value})", others.collect::<String>())
    };
    let fire = |inside: String| format!("[Fire({inside})]");
    let group = |name: &str, fields: &[(&str, &str)]| fire(format!("{BULLET}, group: {name}{}", base(fields)));
    let steps = match owner {
        "Repeat" => format!("[Repeat{}]", base(&[("times", "1"), ("do", "[Wait(1)]")])),
        "Branch" => format!("[Choose([{}, (do: [])])]", base(&[("do", "[]")])),
        "MoveBy" => format!("[Move{}]", base(&[("by", "(1, 1)"), ("ticks", "1")])),
        "MoveTo" => format!("[MoveTo{}]", base(&[("to", "(1, 1)"), ("ticks", "1")])),
        "Glide" => format!("[Path{}]", base(&[("through", "[(1, 1)]"), ("ticks", "1")])),
        "Flash" | "Mark" | "Cancel" => format!("[{owner}{}]", base(&[])),
        "Sound" => format!("[Sound{}]", base(&[("name", "\"bell\"")])),
        "Circle" | "Lane" => format!("[Mark(shape: {owner}{})]", base(if owner == "Circle" { &[("radius", "9")] } else { &[] })),
        "Parametric" => fire(format!("bullet: (look: \"disc\", kind: Parametric{})", base(&[]))),
        "Fire" => format!("[Fire{}]", base(&[("bullet", "(look: \"disc\")")])),
        "BulletFormat" => fire(format!("bullet: {}", base(&[("look", "\"disc\"")]))),
        "Ring" | "Scatter" => group(owner, &[("count", "2")]),
        "Spread" => group(owner, &[("count", "2"), ("arc", "9")]),
        "Stack" => group(owner, &[("count", "2"), ("step", "1")]),
        "Line" => group(owner, &[("count", "2"), ("gap", "1")]),
        "Polygon" => group(owner, &[("corners", "3"), ("side", "1")]),
        "Ellipse" => group(owner, &[("count", "2"), ("ratio", "1")]),
        "Rose" => group(owner, &[("count", "2"), ("petals", "3")]),
        "Arrow" => group(owner, &[("wings", "2"), ("step", "1"), ("slow", "0")]),
        "Modifiers" => format!("[Call(pattern: \"nothing\", modify: {})]", base(&[])),
        _ => return takes_file(owner, &base),
    };
    let looks = content::load(&content::Sources::embedded()).content.looks;
    let patterns = [("nothing".to_owned(), Pattern::default())].into();
    let names = tamafubuki::sim::pattern::Names { looks: &looks, patterns: &patterns, sounds: &["bell".to_owned()] };
    let compiled = content::read::<Vec<Step>>("a.ron", &steps).map(|steps| tamafubuki::sim::pattern::compile(&steps, &names).1);
    Some(compiled.is_ok_and(|problems| problems.is_empty()))
}

/// Writes fields around the one that is tried.
type Base<'a> = &'a dyn Fn(&[(&str, &str)]) -> String;

/// The same for a field of a file of the first stage.
fn takes_file(owner: &str, base: Base) -> Option<bool> {
    const ENEMY: [(&str, &str); 5] = [("figure", "\"fox\""), ("hp", "9"), ("radius", "9"), ("score", "0"), ("program", "[Wait(9)]")];
    const CARD: [(&str, &str); 3] = [("hp", "9"), ("ticks", "600"), ("program", "[Wait(9)]")];
    const BOSS: [(&str, &str); 8] = [
        ("name", "\"A\""),
        ("title", "\"\""),
        ("figure", "\"fox\""),
        ("radius", "9"),
        ("from", "(0, 0)"),
        ("home", "(0, 0)"),
        ("attacks", "[\"fox_1_embers\", \"fox_2_wheel\", \"fox_3_tails\", \"fox_4_procession\", \"fox_5_flurry\"]"),
        ("score", "0"),
    ];
    let row = [("at", "0"), ("enemy", "\"sparrow\""), ("x", "0"), ("y", "0")];
    let barrel = [("at", "(0, 0)"), ("angle", "0"), ("speed", "9"), ("damage", "9"), ("every", "9")];
    const TONE: [(&str, &str); 3] = [("wave", "Saw"), ("pitch_hz", "99"), ("decay_ms", "9")];
    const TONES: &str = "[(wave: Saw, pitch_hz: 99)]";
    let sources = content::Sources::embedded();
    let text = |path: &str| String::from_utf8_lossy(sources.bytes(path).expect(path)).into_owned();
    let stage = "levels/campaign/stage1";
    let (path, text) = match owner {
        "EnemyFile" => (format!("{stage}/enemies/mask.ron"), base(&ENEMY)),
        "Drops" => {
            let enemy = ENEMY.map(|(name, text)| format!("{name}: {text}, ")).concat();
            (format!("{stage}/enemies/mask.ron"), format!("({enemy}drops: {})", base(&[])))
        }
        "AttackFile" => (format!("{stage}/spells/fox_1_embers.ron"), base(&CARD)),
        "BossFile" => (format!("{stage}/bosses/fox.ron"), base(&BOSS)),
        "SpawnRow" => (format!("{stage}/waves/6_masks.ron"), format!("(spawns: [{}])", base(&row))),
        "SoundFormat" => ("assets/sounds/item.ron".to_owned(), base(&[("tones", TONES)])),
        "EchoFormat" => {
            ("assets/sounds/item.ron".to_owned(), format!("(tones: {TONES}, echo: {})", base(&[("every_ms", "99"), ("level", "0.5")])))
        }
        "ToneFormat" => ("assets/sounds/item.ron".to_owned(), format!("(tones: [{}, (wave: Sine, pitch_hz: 99)])", base(&TONE))),
        "VibratoFormat" | "FilterFormat" => {
            let (own, others) = if owner == "FilterFormat" {
                ("low_pass", base(&[("hz", "99")]))
            } else {
                ("vibrato", base(&[("hz", "9"), ("cents", "9")]))
            };
            ("assets/sounds/item.ron".to_owned(), format!("(tones: [(wave: Saw, pitch_hz: 99, {own}: {others})])"))
        }
        "PartialFormat" => {
            let partial = base(&[("ratio", "2"), ("level", "1")]);
            ("assets/sounds/item.ron".to_owned(), format!("(tones: [(wave: Sine, pitch_hz: 99, partials: [{partial}])])"))
        }
        "Barrel" => {
            let crane = text("assets/cranes/needle.ron");
            let (head, tail) = crane.split_once("wide: [").expect("a barrel");
            ("assets/cranes/needle.ron".to_owned(), format!("{head}wide: [{}, {tail}", base(&barrel)))
        }
        _ => return None,
    };
    let mut sources = sources.clone();
    sources.insert(&path, text.as_bytes());
    Some(content::load(&sources).problems.is_empty())
}

/// The ranges of the reference are those that content is held to: their ends are taken, and what lies beyond is not.
#[test]
fn ranges_in_words_are_the_ranges_in_code() {
    let reference = reference();
    let (mut wrong, mut tried) = (Vec::new(), 0);
    for known in &reference.types {
        let own = if let Shape::Fields(fields) = &known.found.shape { vec![(&known.found.name, fields)] } else { Vec::new() };
        let owners = own.into_iter().chain(variants(&known.found).iter().map(|variant| (&variant.name, &variant.fields)));
        for (owner, field) in owners.flat_map(|(owner, fields)| fields.iter().map(move |field| (owner, field))) {
            let doc = field.doc.join(" ");
            let is_number = ["Number", "f32", "u32"].contains(&field.takes.as_str());
            let Some((low, high)) = range(&doc).filter(|_| is_number) else { continue };
            let beyond = (high.abs() * 0.01).max(1.0);
            for (value, wanted) in [(low, true), (high, true), (low - 1.0, false), (high + beyond.floor(), false)] {
                match takes(owner, &field.name, value) {
                    Some(is) if is != wanted => {
                        wrong.push(format!("{owner}.{}: {doc} But {value} is {}", field.name, if is { "taken" } else { "refused" }))
                    }
                    Some(_) => tried += 1,
                    None => {}
                }
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert!(tried > 150, "{tried} values tried");
}

#[test]
fn kinds_variables_and_functions_are_all_there() {
    let text = printed();
    for kind in &KINDS {
        assert!(text.contains(&format!("#### `{}`\n", kind.name)), "{}", kind.name);
        for param in kind.params {
            assert!(text.contains(&format!("| `{}` | [`Number`](#number) | `{}` | {}", param.name, param.default, param.doc)), "{param:?}");
        }
    }
    let row = |name: &str| text.lines().find(|line| line.starts_with(&format!("| `{name}`"))).unwrap_or_else(|| panic!("no row of {name}"));
    // As the parser lists them when a name is unknown.
    let names = content::place("a.ron", "(\"zz\")", unknown_name());
    for name in names[0].expected.trim_start_matches("one of: ").split(", ").filter(|name| *name != "loop") {
        let row = row(name);
        assert!(row.len() > format!("| `{name}` |  |").len(), "{row}");
    }
    for usage in ["if(condition, a, b)", "rand(low, high), rand(high) or rand()", "ease(Curve, t)", "noise(x)"] {
        row(usage);
    }
    assert_eq!(text.matches("\n| `").count(), text.lines().filter(|line| line.starts_with("| `")).count());
}

/// The problem of an expression with a name that means nothing.
fn unknown_name() -> Vec<tamafubuki::sim::problem::Problem> {
    let steps: Vec<Step> = content::read("a.ron", "[Wait(\"zz\")]").expect("it parses");
    let names = tamafubuki::sim::pattern::Names { looks: &[], patterns: &Default::default(), sounds: &[] };
    tamafubuki::sim::pattern::compile(&steps, &names).1
}

#[test]
fn links_lead_to_headings_and_tables_are_whole() {
    let text = printed();
    let headings: Vec<String> =
        text.lines().filter_map(|line| line.strip_prefix("### `")?.strip_suffix('`')).map(str::to_lowercase).collect();
    for link in text.split("](#").skip(1).filter_map(|rest| rest.split(')').next()) {
        assert!(headings.iter().any(|heading| heading == link), "#{link}");
    }
    for line in text.lines().filter(|line| line.starts_with('|')) {
        let cells = line.replace("\\|", "").matches('|').count();
        assert!(matches!(cells, 3 | 5), "{line}");
    }
    assert!(!text.contains("Option<") && !text.contains("Vec<") && !text.contains("Box<"));
}
