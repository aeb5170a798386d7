//! The rules. Each takes a file's path below `src` and its text or tokens, and gives the breaches with their lines.

use crate::lex::{Token, item_end, starts, tokens, without_tests};

/// A line (from 1; 0 for the whole file) and what is wrong there.
pub type Breach = (usize, String);

const FILE_LINES_MAX: usize = 400;
const FUNCTION_LINES_MAX: usize = 70;

/// The library's modules and what each may import.
const LAYERS: [(&str, &[&str]); 11] = [
    ("mem", &[]),
    ("sim", &["mem"]),
    ("replay", &["mem", "sim"]),
    ("save", &["mem", "sim"]),
    ("paper", &["mem", "sim"]),
    ("sound", &["sim"]),
    ("telemetry", &["mem", "sim"]),
    ("bot", &["mem", "sim"]),
    ("bulletml", &["mem", "sim"]),
    ("content", &["mem", "sim", "paper", "save", "sound", "bulletml"]),
    ("lab", &["mem", "sim", "content", "bot"]),
];

/// Everything that is wrong with a file; `kind_names` are the kinds of bullets, as their files and as their types are called.
pub fn all(path: &str, text: &str, kind_names: &[String]) -> Vec<Breach> {
    let all = tokens(text);
    let code = if path.ends_with("/tests.rs") || path.contains("/tests/") { Vec::new() } else { without_tests(&all) };
    let mut breaches = sizes(text, &all);
    breaches.extend(opening(text));
    breaches.extend(names(path, &all));
    breaches.extend(imports(path, &all));
    breaches.extend(kinds(path, &code, kind_names));
    if path.starts_with("sim/") {
        breaches.extend(purity(path, &code));
    }
    breaches
}

fn sizes(text: &str, tokens: &[Token]) -> Vec<Breach> {
    let mut breaches = Vec::new();
    let lines = text.lines().count();
    if lines > FILE_LINES_MAX {
        breaches.push((0, format!("{lines} lines; a file has at most {FILE_LINES_MAX}")));
    }
    for (at, token) in tokens.iter().enumerate() {
        let named = tokens.get(at + 1).is_some_and(|next| next.text.starts_with(|c: char| c.is_alphabetic() || c == '_'));
        if token.text == "fn" && named {
            let last = &tokens[item_end(tokens, at) - 1];
            let lines = last.line - token.line + 1;
            if lines > FUNCTION_LINES_MAX {
                breaches.push((
                    token.line,
                    format!("`{}` has {lines} lines; a function has at most {FUNCTION_LINES_MAX}", tokens[at + 1].text),
                ));
            }
        }
    }
    breaches
}

fn opening(text: &str) -> Option<Breach> {
    (!text.starts_with("//! ")).then(|| (1, "the file does not open with `//!`".to_owned()))
}

/// Words that stand only in some places, or nowhere.
fn names(path: &str, tokens: &[Token]) -> Vec<Breach> {
    let places = |word: &str| -> &[&str] {
        match word {
            // Memory, and the one file that calls the system's sound libraries.
            "unsafe" => &["mem/", "view/speaker/foreign.rs"],
            "libloading" => &["view/speaker/foreign.rs"],
            "macroquad" | "miniquad" => &["view/"],
            "fastrand" => &["sim/rng.rs"],
            "libm" => &["sim/math.rs"],
            "todo" | "unimplemented" | "dbg" | "dead_code" => &["no file at all"],
            _ => &[],
        }
    };
    let misplaced = tokens.iter().filter_map(|token| {
        let places = places(token.text);
        let is_misplaced = !places.is_empty() && !places.iter().any(|place| path.starts_with(place));
        is_misplaced.then(|| (token.line, format!("`{}` stands only in {}", token.text, places.join(", "))))
    });
    let parts = path.split('/').map(|part| part.trim_end_matches(".rs"));
    let vague = parts.filter(|part| ["utils", "util", "common", "manager", "types", "helpers", "misc", "prelude"].contains(part));
    misplaced.chain(vague.map(|part| (0, format!("`{part}` says nothing about what is in it")))).collect()
}

fn imports(path: &str, tokens: &[Token]) -> Vec<Breach> {
    let here = path.split('/').next().unwrap_or_default().trim_end_matches(".rs");
    let allowed: Vec<&str> = match here {
        "lib" | "main" | "build" => return Vec::new(),
        "view" | "cli" => LAYERS.iter().map(|(name, _)| *name).chain([here]).collect(),
        _ => match LAYERS.iter().find(|(name, _)| *name == here) {
            Some((_, below)) => below.iter().copied().chain([here]).collect(),
            None => return vec![(0, format!("`{here}` is in no layer"))],
        },
    };
    let is_module = |name: &str| matches!(name, "view" | "cli") || LAYERS.iter().any(|(layer, _)| *layer == name);
    let reached = roots(path, tokens).into_iter().filter(|token| is_module(token.text) && !allowed.contains(&token.text));
    reached.map(|token| (token.line, format!("`{here}` may not import `{}`", token.text))).collect()
}

/// The names that follow the root of the crate, or of the library, in paths.
fn roots<'a, 't>(path: &str, tokens: &'a [Token<'t>]) -> Vec<&'a Token<'t>> {
    let folders = path.split('/').filter(|part| !matches!(*part, "mod.rs" | "lib.rs" | "main.rs")).count();
    let mut found = Vec::new();
    for at in 0..tokens.len() {
        let mut next = at;
        if starts(&tokens[at..], &["crate", ":", ":"]) || starts(&tokens[at..], &["tamafubuki", ":", ":"]) {
            next += 3;
        } else {
            let supers = (0..).take_while(|n| starts(&tokens[(at + 3 * n).min(tokens.len())..], &["super", ":", ":"])).count();
            if supers < folders || supers == 0 {
                continue;
            }
            next += 3 * supers;
        }
        found.extend(heads(&tokens[next..]));
    }
    found
}

/// `a` of `a::b`; `a` and `c` of `{a::b, c}`.
fn heads<'a, 't>(tokens: &'a [Token<'t>]) -> Vec<&'a Token<'t>> {
    if !starts(tokens, &["{"]) {
        return tokens.first().into_iter().collect();
    }
    let group = &tokens[..item_end(tokens, 0)];
    let mut nesting = 0;
    let mut heads = Vec::new();
    for pair in group.windows(2) {
        nesting += i32::from(pair[0].text == "{") - i32::from(pair[0].text == "}");
        if nesting == 1 && matches!(pair[0].text, "{" | ",") {
            heads.push(&pair[1]);
        }
    }
    heads
}

/// A kind of bullet is named by its own file and the list; all else reaches it through what the list makes.
fn kinds(path: &str, tokens: &[Token], names: &[String]) -> Vec<Breach> {
    const FOLDER: &str = "sim/bullet/kind/";
    let mut breaches = Vec::new();
    for at in (0..tokens.len()).filter(|_| !path.starts_with(FOLDER)) {
        for owner in ["Motion", "Kind", "kind"] {
            if starts(&tokens[at..], &[owner, ":", ":"]) {
                let heads = heads(&tokens[at + 3..]).into_iter().filter(|head| names.iter().any(|name| name == head.text));
                breaches.extend(heads.map(|head| (head.line, format!("`{}` is named outside of {FOLDER}", head.text))));
            }
        }
    }
    breaches
}

/// A tick depends on the state and the input alone, on every platform. A `static` table is no state: nothing in it can change.
fn purity(path: &str, tokens: &[Token]) -> Vec<Breach> {
    const WORDS: [&str; 26] = [
        "Instant",
        "SystemTime",
        "print",
        "println",
        "eprint",
        "eprintln",
        "thread_local",
        "Cell",
        "RefCell",
        "UnsafeCell",
        "OnceCell",
        "LazyCell",
        "Mutex",
        "RwLock",
        "OnceLock",
        "LazyLock",
        "Once",
        "HashMap",
        "HashSet",
        "RandomState",
        "AtomicBool",
        "AtomicU32",
        "AtomicU64",
        "AtomicUsize",
        "include_str",
        "include_bytes",
    ];
    const STD: [&str; 7] = ["fs", "io", "env", "thread", "process", "net", "time"];
    const FLOAT: [&str; 26] = [
        "sin",
        "cos",
        "tan",
        "sin_cos",
        "asin",
        "acos",
        "atan",
        "atan2",
        "sinh",
        "cosh",
        "tanh",
        "exp",
        "exp2",
        "exp_m1",
        "ln",
        "ln_1p",
        "log",
        "log2",
        "log10",
        "powf",
        "powi",
        "cbrt",
        "hypot",
        "mul_add",
        "from_angle",
        "angle_between",
    ];
    let mut breaches = Vec::new();
    for at in 0..tokens.len() {
        let rest = &tokens[at..];
        let word = |ahead: usize| rest.get(ahead).map_or("", |token| token.text);
        let path_end = word(1) == ":" && word(2) == ":";
        let reason = if WORDS.contains(&word(0)) {
            format!("`{}`", word(0))
        } else if word(0) == "static" && word(1) == "mut" {
            "`static mut`".to_owned()
        } else if word(0) == "std" && path_end && STD.contains(&word(3)) {
            format!("`std::{}`", word(3))
        } else if path != "sim/math.rs" && word(0) == "." && FLOAT.contains(&word(1)) && word(2) == "(" {
            format!("`.{}()`; use sim::math", word(1))
        } else if path != "sim/math.rs" && matches!(word(0), "f32" | "f64" | "Vec2") && path_end && FLOAT.contains(&word(3)) {
            format!("`{}::{}`; use sim::math", word(0), word(3))
        } else if word(0) == "pub" && word(1) == "fn" && returns_result(rest) {
            format!("`{}` returns a Result", word(2))
        } else {
            continue;
        };
        breaches.push((rest[0].line, format!("the simulation has no {reason}")));
    }
    breaches
}

fn returns_result(tokens: &[Token]) -> bool {
    let signature = &tokens[..tokens.iter().position(|token| matches!(token.text, "{" | ";")).unwrap_or(tokens.len())];
    let arrow = (0..signature.len()).rev().find(|at| starts(&signature[*at..], &["-", ">"]));
    arrow.is_some_and(|at| signature[at..].iter().any(|token| token.text == "Result"))
}
