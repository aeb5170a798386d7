//! Prints types as Markdown: for each field what it takes, what it is when left out, and what it means.

use super::Section;
use super::source::{Field, Left, Shape, Type, Variant, types};
use std::io::{self, Write};
use tamafubuki::sim::bullet::KINDS;

/// A type and where its source stands.
struct Known {
    section: usize,
    found: Type,
    source: &'static str,
}

/// All types of all sections.
pub struct Reference {
    sections: &'static [Section],
    types: Vec<Known>,
    expressions: [&'static str; 2],
}

impl Reference {
    /// Reads all sources.
    ///
    /// # Errors
    /// The file, and the line in it that is not understood.
    pub fn new(sections: &'static [Section], expressions: [&'static str; 2]) -> Result<Self, String> {
        let mut known = Vec::new();
        for (section, part) in sections.iter().enumerate() {
            for (path, source) in part.sources {
                let found = types(source).map_err(|error| format!("src/{path}: {error}"))?;
                known.extend(found.into_iter().map(|found| Known { section, found, source }));
            }
        }
        Ok(Self { sections, types: known, expressions })
    }

    /// Every name that can be asked for.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let types = self.types.iter().map(|known| known.found.name.as_str());
        let variants = self.types.iter().flat_map(|known| variants(&known.found)).map(|variant| variant.name.as_str());
        types.chain(variants).chain(KINDS.iter().map(|kind| kind.name))
    }

    /// Prints all of it.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "# Reference of all content\n\n{INTRODUCTION}\n")?;
        for (index, section) in self.sections.iter().enumerate() {
            writeln!(out, "## {}\n\n{}\n", section.title, section.about)?;
            for known in self.types.iter().filter(|known| known.section == index) {
                self.write_type(known, out)?;
            }
        }
        self.write_expressions(out)
    }

    /// Prints what has this name; false if nothing has.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write_named(&self, name: &str, out: &mut dyn Write) -> io::Result<bool> {
        let is_it = |other: &str| other.eq_ignore_ascii_case(name);
        let mut is_there = false;
        for known in &self.types {
            if is_it(&known.found.name) {
                self.write_type(known, out)?;
                is_there = true;
            }
            for variant in variants(&known.found).iter().filter(|variant| is_it(&variant.name)) {
                writeln!(out, "`{}` is one of [`{}`](#{}).\n", variant.name, known.found.name, known.found.name.to_lowercase())?;
                self.write_variant(known, variant, out)?;
                is_there = true;
            }
        }
        if KINDS.iter().any(|kind| is_it(kind.name)) {
            write_kinds(out, is_it)?;
            is_there = true;
        }
        Ok(is_there)
    }

    fn write_type(&self, known: &Known, out: &mut dyn Write) -> io::Result<()> {
        let Type { name, doc, shape } = &known.found;
        writeln!(out, "### `{name}`\n\n{}\n", doc.join("\n"))?;
        match shape {
            Shape::ByHand => Ok(()),
            // How a bullet moves is read by hand too: its fields in Rust are not those in RON.
            Shape::Fields(_) if name == "Motion" => {
                write_kinds(out, |_| true)?;
                writeln!(out, "One more kind, whose path is given by expressions, is [`Parametric`](#parametric).\n")
            }
            Shape::Fields(fields) => self.write_fields(known, fields, out),
            Shape::OneOf(variants) if variants.iter().all(|variant| variant.holds.is_none() && variant.fields.is_empty()) => {
                writeln!(out, "| one of | meaning |\n|---|---|")?;
                for variant in variants {
                    writeln!(out, "| `{}`{} | {} |", variant.name, if variant.is_default { " (default)" } else { "" }, cell(&variant.doc))?;
                }
                writeln!(out)
            }
            Shape::OneOf(variants) => variants.iter().try_for_each(|variant| self.write_variant(known, variant, out)),
        }
    }

    fn write_variant(&self, known: &Known, variant: &Variant, out: &mut dyn Write) -> io::Result<()> {
        let holds = variant.holds.as_ref().map(|holds| format!(" of {}", self.takes(known.section, holds))).unwrap_or_default();
        let default = if variant.is_default { " (default)" } else { "" };
        writeln!(out, "#### `{}`{holds}{default}\n\n{}\n", variant.name, variant.doc.join("\n"))?;
        if variant.fields.is_empty() { Ok(()) } else { self.write_fields(known, &variant.fields, out) }
    }

    fn write_fields(&self, known: &Known, fields: &[Field], out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "| field | takes | left out | meaning |\n|---|---|---|---|")?;
        for field in fields {
            let takes = self.takes(known.section, &field.takes);
            writeln!(out, "| `{}` | {takes} | {} | {} |", field.name, self.left_out(known, field), cell(&field.doc))?;
        }
        writeln!(out)
    }

    /// A Rust type in the words of someone who writes content.
    fn takes(&self, section: usize, rust: &str) -> String {
        let inside = |open: &str, close: &str| rust.strip_prefix(open).and_then(|rest| rest.strip_suffix(close));
        if let Some(item) = inside("Vec<", ">") {
            return format!("list of {}", self.takes(section, item));
        }
        if let Some(item) = inside("BTreeMap<String, ", ">") {
            return format!("map of names to {}", self.takes(section, item));
        }
        if let Some((item, count)) = inside("[", "]").and_then(|inner| inner.split_once("; ")) {
            return format!("{count} times {}", self.takes(section, item));
        }
        match rust {
            "f32" => "plain number".to_owned(),
            "u8" | "u32" | "usize" => "plain whole number".to_owned(),
            "bool" => "`true` or `false`".to_owned(),
            "String" => "text".to_owned(),
            "(f32, f32)" => "`(x, y)`".to_owned(),
            "(f32, f32, f32)" => "`(x, y, z)`".to_owned(),
            "String, String" => "two texts".to_owned(),
            _ if self.find(section, rust).is_some() => format!("[`{rust}`](#{})", rust.to_lowercase()),
            _ => format!("`{rust}`"),
        }
    }

    /// The type of this name, of the section itself if it has one.
    fn find(&self, section: usize, name: &str) -> Option<&Known> {
        let all = || self.types.iter().filter(|known| known.found.name == name);
        all().find(|known| known.section == section).or_else(|| all().next())
    }

    fn left_out(&self, known: &Known, field: &Field) -> String {
        match &field.left_out {
            Left::Required => "required".to_owned(),
            Left::Absent => "nothing".to_owned(),
            Left::Value(rust) => format!("`{}`", value(rust)),
            Left::OfType => match field.takes.as_str() {
                "bool" => "`false`".to_owned(),
                "f32" | "u32" | "u8" | "usize" => "`0`".to_owned(),
                list if list.starts_with("Vec<") || list.starts_with("BTreeMap<") => "none".to_owned(),
                "Motion" => format!("`{}`", KINDS[0].name),
                name => self.find(known.section, name).map_or_else(|| "nothing".to_owned(), default_of),
            },
        }
    }

    fn write_expressions(&self, out: &mut dyn Write) -> io::Result<()> {
        let [module, functions] = self.expressions;
        writeln!(out, "## Expressions\n\nA text where a number is wanted: `\"1.5 + 0.5 * rank\"`. Truth is 1 and 0.\n")?;
        writeln!(out, "| variable | meaning |\n|---|---|")?;
        let meanings = documented(module, "pub enum Variable {");
        for (name, variant) in rows(module, "(\"", "Variable::") {
            let meaning = meanings.iter().find(|(known, _)| *known == variant).map_or("", |(_, doc)| doc.as_str());
            writeln!(out, "| `{name}` | {meaning} |")?;
        }
        writeln!(out, "\n| function | meaning |\n|---|---|")?;
        let operations = documented(module, "pub(super) enum Op {");
        for line in functions.lines().map(str::trim).filter(|line| line.starts_with("plain(\"") || line.starts_with("Function { name: \""))
        {
            let texts: Vec<&str> = line.split('"').collect();
            let operation = ["Op::", "Form::"].iter().find_map(|owner| line.rsplit_once(owner)).map_or("", |(_, rest)| rest);
            let operation = operation.trim_end_matches([')', ',', ' ', '}']);
            let doc = operations.iter().find(|(known, _)| *known == operation).map_or("", |(_, doc)| doc.as_str());
            let meaning = doc.split_once("`: ").or_else(|| doc.split_once("`, ")).map_or("", |(_, meaning)| meaning);
            writeln!(out, "| `{}` | {meaning} |", texts[3])?;
        }
        writeln!(out, "\n| operator | meaning |\n|---|---|")?;
        for (_, doc) in operations.iter().filter(|(_, doc)| doc.starts_with("`a ") || doc.starts_with("`-") || doc.starts_with("`not")) {
            let (written, meaning) = doc[1..].split_once('`').unwrap_or((doc, ""));
            writeln!(out, "| `{}` | {} |", written.replace('|', "\\|"), meaning.trim_start_matches([':', ' ']))?;
        }
        writeln!(out)
    }
}

const INTRODUCTION: &str = "Printed by `tamafubuki schema` from the types that content is read into.\n\n\
    Angles: degrees, 0 right, 90 down, clockwise on the screen. Lengths: playfield units (px; the playfield is 384 x 448), y down.\n\
    Times: ticks, 60 a second. Speeds: px a tick. Where a [`Number`](#number) is taken, an expression, a table by difficulty or a range may\n\
    stand; a plain number is written as it is. Fields that are not listed are errors.";

fn variants(found: &Type) -> &[Variant] {
    match &found.shape {
        Shape::OneOf(variants) => variants,
        Shape::Fields(_) | Shape::ByHand => &[],
    }
}

/// Lines of a doc comment in a cell of a table.
fn cell(doc: &[String]) -> String {
    doc.join(" ").replace('|', "\\|")
}

/// The default of a type: its marked variant, or what its `Default` says.
fn default_of(known: &Known) -> String {
    if let Some(variant) = variants(&known.found).iter().find(|variant| variant.is_default) {
        return format!("`{}`", variant.name);
    }
    let by_hand = known.source.split(&format!("impl Default for {} {{", known.found.name)).nth(1);
    let body = by_hand.and_then(|rest| rest.split_once("-> Self {\n")).and_then(|(_, body)| body.split_once("\n    }"));
    body.map_or_else(|| "nothing".to_owned(), |(rust, _)| format!("`{}`", value(rust.trim())))
}

/// A Rust expression as it would be written in RON.
fn value(rust: &str) -> String {
    let mut text = rust.replace(".to_owned()", "").replace("Number::Literal", "").replace("Number::from", "");
    for (from, to) in [("Number::Expression(", "("), ("Place::Pair", ""), ("Aim::", ""), ("Ease::", ""), ("Group::", "")] {
        text = text.replace(from, to);
    }
    // Numbers in brackets of their own, and whole ones with a fraction.
    let mut plain = String::new();
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once('(') {
        let number = after.split_once(')').filter(|(inner, _)| inner.parse::<f32>().is_ok() || inner.starts_with('"'));
        let named = before.ends_with(|c: char| c.is_alphanumeric());
        plain.push_str(before);
        match number {
            Some((inner, tail)) if !named => {
                plain.push_str(inner);
                rest = tail;
            }
            _ => {
                plain.push('(');
                rest = after;
            }
        }
    }
    plain.push_str(rest);
    plain
        .replace(".0)", ")")
        .replace(".0,", ",")
        .strip_suffix(".0")
        .map_or_else(|| plain.replace(".0)", ")").replace(".0,", ","), str::to_owned)
}

/// The variants of an enum with their doc comments.
fn documented<'s>(source: &'s str, head: &str) -> Vec<(&'s str, String)> {
    let body = source.split(head).nth(1).and_then(|rest| rest.split_once("\n}")).map_or("", |(body, _)| body);
    let mut found = Vec::new();
    let mut doc = String::new();
    for line in body.lines().map(str::trim) {
        match line.strip_prefix("/// ") {
            Some(words) => doc = if doc.is_empty() { words.to_owned() } else { format!("{doc} {words}") },
            None if !line.is_empty() => {
                let name = line.split(['(', ',']).next().unwrap_or_default();
                found.push((name, std::mem::take(&mut doc)));
            }
            None => {}
        }
    }
    found
}

/// The rows `("name", Owner::Variant),` of a table.
fn rows<'s>(source: &'s str, before: &'s str, owner: &'s str) -> impl Iterator<Item = (&'s str, &'s str)> {
    source.lines().map(str::trim).filter_map(move |line| {
        let (name, rest) = line.strip_prefix(before)?.split_once("\", ")?;
        Some((name, rest.strip_prefix(owner)?.trim_end_matches([')', ','])))
    })
}

fn write_kinds(out: &mut dyn Write, is_wanted: impl Fn(&str) -> bool) -> io::Result<()> {
    for kind in KINDS.iter().filter(|kind| is_wanted(kind.name)) {
        writeln!(out, "#### `{}`\n", kind.name)?;
        if kind.params.is_empty() {
            writeln!(out, "Written by its name alone.\n")?;
            continue;
        }
        writeln!(out, "| field | takes | left out | meaning |\n|---|---|---|---|")?;
        for param in kind.params {
            let range = format!("{} to {}", param.min, param.max);
            writeln!(out, "| `{}` | [`Number`](#number) | `{}` | {} {range}. |", param.name, param.default, param.doc)?;
        }
        if kind.has_target {
            writeln!(out, "| `target` | [`Target`](#target) | `Player` | At whom it flies. |")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
