//! Reads types out of Rust source as the formatter writes it: names, doc comments, what serde makes of them.
//!
//! Strict: whatever it does not understand inside a type that content is read into is an error with its line, so that nothing is left out
//! unnoticed. Must not know: what is made of the types.

/// A type that content is read into.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Type {
    pub name: String,
    /// Its doc comment, line by line.
    pub doc: Vec<String>,
    pub shape: Shape,
}

/// What a type holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// Named fields.
    Fields(Vec<Field>),
    /// One of several.
    OneOf(Vec<Variant>),
    /// Read by hand: its doc comment says it all.
    ByHand,
}

impl Default for Shape {
    fn default() -> Self {
        Shape::Fields(Vec::new())
    }
}

/// A named field.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Field {
    /// As written in RON.
    pub name: String,
    /// As written in Rust, without `Option` and `Box`.
    pub takes: String,
    pub doc: Vec<String>,
    pub left_out: Left,
}

/// What happens when a field is left out.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Left {
    /// It must not be.
    #[default]
    Required,
    /// Nothing stands there.
    Absent,
    /// The default of its type.
    OfType,
    /// The value of this Rust expression.
    Value(String),
}

/// One of several.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Variant {
    pub name: String,
    pub doc: Vec<String>,
    pub is_default: bool,
    /// What stands in its brackets, in Rust.
    pub holds: Option<String>,
    pub fields: Vec<Field>,
}

/// The types of a source that serde reads, in order.
///
/// # Errors
/// The first line that is not understood.
pub fn types(source: &str) -> Result<Vec<Type>, String> {
    let lines: Vec<&str> = source.lines().collect();
    let mut types = Vec::new();
    let mut above = Above::default();
    let mut at = 0;
    while at < lines.len() && !lines[at].starts_with("#[cfg(test)]") {
        let line = lines[at];
        at += 1;
        if above.take(line) {
            continue;
        }
        let Above { doc, attributes } = std::mem::take(&mut above);
        if let Some(name) =
            line.strip_prefix("pub struct ").and_then(|rest| rest.strip_suffix(");")).and_then(|rest| rest.split('(').next())
        {
            if source.contains(&format!("Deserialize<'de> for {name} ")) {
                types.push(Type { name: name.to_owned(), doc, shape: Shape::ByHand });
            }
            continue;
        }
        let Some((keyword, name)) = head(line) else { continue };
        let by_hand = source.contains(&format!("Deserialize<'de> for {name} "));
        if !by_hand && !attributes.iter().any(|attribute| attribute.starts_with("derive") && attribute.contains("Deserialize")) {
            continue;
        }
        let end = (at..lines.len()).find(|end| lines[*end] == "}").ok_or_else(|| format!("{name} does not end"))?;
        let all_default = attributes.iter().any(|attribute| serde_parts(attribute).any(|part| part == "default"));
        let body = &lines[at..end];
        let shape = match keyword {
            "enum" if by_hand => Shape::ByHand,
            "enum" => Shape::OneOf(variants(body, source)?),
            _ if by_hand => Shape::Fields(like_inner(fields(body, source, all_default)?, source)?),
            _ => Shape::Fields(fields(body, source, all_default)?),
        };
        types.push(Type { name: name.to_owned(), doc, shape });
        at = end;
    }
    Ok(types)
}

/// Doc comments and attributes before an item.
#[derive(Default)]
struct Above {
    doc: Vec<String>,
    attributes: Vec<String>,
}

impl Above {
    /// Whether the line belongs to what follows.
    fn take(&mut self, line: &str) -> bool {
        let line = line.trim_start();
        if let Some(doc) = line.strip_prefix("///") {
            self.doc.push(doc.strip_prefix(' ').unwrap_or(doc).to_owned());
        } else if let Some(attribute) = line.strip_prefix("#[") {
            self.attributes.push(attribute.trim_end_matches(']').to_owned());
        } else {
            return false;
        }
        true
    }
}

/// `pub struct Name {` and `pub enum Name {`, also of types of a file alone.
fn head(line: &str) -> Option<(&str, &str)> {
    let rest = line.strip_prefix("pub ").or(line.strip_prefix("pub(super) ")).unwrap_or(line).strip_suffix(" {")?;
    let (keyword, name) = rest.split_once(' ')?;
    let is_name = name.chars().all(|c| c.is_alphanumeric() || c == '_');
    (matches!(keyword, "struct" | "enum") && is_name).then_some((keyword, name))
}

/// The parts of `serde(a, b = "c")`.
fn serde_parts(attribute: &str) -> impl Iterator<Item = &str> {
    let inside = attribute.strip_prefix("serde(").and_then(|rest| rest.strip_suffix(')')).unwrap_or_default();
    inside.split(',').map(str::trim).filter(|part| !part.is_empty())
}

fn fields(body: &[&str], source: &str, all_default: bool) -> Result<Vec<Field>, String> {
    let mut fields = Vec::new();
    let mut above = Above::default();
    for line in body {
        if above.take(line) || line.trim().is_empty() {
            continue;
        }
        let written = line.trim().strip_suffix(',').and_then(|line| line.strip_prefix("pub ").unwrap_or(line).split_once(": "));
        let (name, rust) = written.ok_or_else(|| format!("not a field: {line}"))?;
        let Above { doc, attributes } = std::mem::take(&mut above);
        let mut field = Field { name: name.trim_start_matches("r#").to_owned(), takes: plain(rust), doc, left_out: Left::Required };
        if rust.starts_with("Option<") {
            field.left_out = Left::Absent;
        } else if all_default {
            field.left_out = Left::OfType;
        }
        for part in attributes.iter().flat_map(|attribute| serde_parts(attribute)) {
            match part.split_once(" = ") {
                None if part == "default" && rust.starts_with("Option<") => {}
                None if part == "default" => field.left_out = Left::OfType,
                Some(("default", function)) => field.left_out = Left::Value(value_of(function.trim_matches('"'), source)?),
                Some(("rename", name)) => field.name = name.trim_matches('"').to_owned(),
                _ => return Err(format!("`{part}` of {name} is not understood")),
            }
        }
        fields.push(field);
    }
    Ok(fields)
}

/// A struct that is read by hand through one with the same fields inside of a function: that one says what may be left out.
fn like_inner(own: Vec<Field>, source: &str) -> Result<Vec<Field>, String> {
    let inner = source.split("        struct Fields {\n").nth(1).and_then(|rest| rest.split_once("\n        }"));
    let Some((inner, _)) = inner else { return Ok(own) };
    let inner = fields(&inner.lines().collect::<Vec<_>>(), source, false)?;
    let left_out = |name: &str| inner.iter().find(|field| field.name == name).map(|field| field.left_out.clone());
    Ok(own.into_iter().map(|field| Field { left_out: left_out(&field.name).unwrap_or(field.left_out.clone()), ..field }).collect())
}

/// The expression that a function without arguments gives.
fn value_of(function: &str, source: &str) -> Result<String, String> {
    let body = source.split(&format!("fn {function}() -> ")).nth(1).and_then(|rest| rest.split_once("{\n")).map(|(_, body)| body);
    let value = body.and_then(|body| body.split_once("\n}")).map(|(value, _)| value.trim());
    value.filter(|value| !value.contains('\n')).map(str::to_owned).ok_or_else(|| format!("the function `{function}` is not one expression"))
}

fn variants(body: &[&str], source: &str) -> Result<Vec<Variant>, String> {
    let mut variants = Vec::new();
    let mut above = Above::default();
    let mut at = 0;
    while at < body.len() {
        let line = body[at];
        at += 1;
        if above.take(line) || line.trim().is_empty() {
            continue;
        }
        let Above { doc, attributes } = std::mem::take(&mut above);
        let is_default = attributes.iter().any(|attribute| attribute == "default");
        let line = line.trim();
        let variant = Variant { doc, is_default, ..Variant::default() };
        if let Some(name) = line.strip_suffix(" {") {
            let end = (at..body.len()).find(|end| body[*end].trim() == "},").ok_or_else(|| format!("{name} does not end"))?;
            variants.push(Variant { name: name.to_owned(), fields: fields(&body[at..end], source, false)?, ..variant });
            at = end + 1;
        } else if let Some((name, rest)) = line.split_once('(') {
            let holds = rest.strip_suffix("),").ok_or_else(|| format!("not a variant: {line}"))?;
            variants.push(Variant { name: name.to_owned(), holds: Some(plain(holds)), ..variant });
        } else {
            let name = line.strip_suffix(',').filter(|name| name.chars().all(char::is_alphanumeric));
            variants.push(Variant { name: name.ok_or_else(|| format!("not a variant: {line}"))?.to_owned(), ..variant });
        }
    }
    Ok(variants)
}

/// A type without what only Rust cares for.
fn plain(rust: &str) -> String {
    for wrapper in ["Option<", "Box<"] {
        if let Some(inner) = rust.strip_prefix(wrapper).and_then(|rest| rest.strip_suffix('>')) {
            return plain(inner);
        }
    }
    rust.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = r#"//! A file.

/// A thing.
///
/// In two paragraphs.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Thing {
    /// How many, 1 to 3.
    #[serde(default = "one")]
    pub count: Number,
    /// What to do.
    #[serde(rename = "do")]
    pub steps: Vec<Step>,
    /// Maybe.
    pub of: Option<Box<Thing>>,
    #[serde(default, rename = "else")]
    pub other: bool,
}

/// Not for content.
#[derive(Clone)]
pub struct Own {
    pub hidden: u32,
}

#[derive(Clone, Default, Deserialize)]
pub enum Choice {
    /// The first.
    #[default]
    First,
    /// With one.
    Second(Box<Thing>),
    /// With two.
    Third {
        /// A number.
        a: Number,
    },
}

fn one() -> Number {
    Number::Literal(1.0)
}
"#;

    #[test]
    fn types_are_read_as_serde_reads_them() {
        let types = types(SOURCE).expect("all of it");
        assert_eq!(types.iter().map(|found| found.name.as_str()).collect::<Vec<_>>(), ["Thing", "Choice"]);
        assert_eq!(types[0].doc, ["A thing.", "", "In two paragraphs."]);
        let Shape::Fields(fields) = &types[0].shape else { panic!("a struct") };
        let found: Vec<_> = fields.iter().map(|field| (field.name.as_str(), field.takes.as_str(), field.left_out.clone())).collect();
        assert_eq!(
            found,
            [
                ("count", "Number", Left::Value("Number::Literal(1.0)".into())),
                ("do", "Vec<Step>", Left::Required),
                ("of", "Thing", Left::Absent),
                ("else", "bool", Left::OfType),
            ]
        );
        let Shape::OneOf(variants) = &types[1].shape else { panic!("an enum") };
        let found: Vec<_> = variants.iter().map(|v| (v.name.as_str(), v.is_default, v.holds.as_deref(), v.fields.len())).collect();
        assert_eq!(found, [("First", true, None, 0), ("Second", false, Some("Thing"), 0), ("Third", false, None, 1)]);
    }

    #[test]
    fn what_is_not_understood_is_an_error() {
        for (from, to) in [
            ("#[serde(rename = \"do\")]", "#[serde(flatten)]"),
            ("    pub count: Number,", "    pub count: Number, pub b: u32"),
            ("    Second(Box<Thing>),", "    Second(Box<Thing>) = 3,"),
            ("\"one\"", "\"two\""),
        ] {
            assert!(SOURCE.contains(from) && types(&SOURCE.replace(from, to)).is_err(), "{to}");
        }
    }
}
