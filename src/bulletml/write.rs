//! The text of a pattern: heading, patterns of its own, what the emitter does. Readable: one step a line, each with the line that it is from.
//!
//! Invariant: what is written is from a place in the source that is written down with it. Must not know: files.

use super::expr::{Expr, param_name};
use super::model::Model;
use super::plan::{Item, Plan};
use super::{Note, Options, Ron};
use std::fmt::Write as _;

/// Deepest brackets that are written; content may have a few more.
const BRACKETS_MAX: usize = 60;

/// Writes the pattern.
///
/// # Errors
/// It would be nested too deeply to be read.
pub(super) fn write(model: &Model, source: &str, name: &str, options: &Options) -> Result<Ron, Note> {
    let plan = Plan::new(model);
    let line_starts = source.match_indices('\n').map(|(at, _)| at + 1).collect();
    let mut writer = Writer { model, plan, options, line_starts, pen: Pen::default(), too_deep: None };
    writer.heading(name);
    writer.pen.open(Line::plain("("), "");
    writer.parts();
    writer.program();
    writer.pen.close(")");
    match writer.too_deep {
        Some(at) => {
            let found = "elements are nested too deeply";
            Err(Note::error(at, found, "labels for the inner ones, and references to them where they stand now"))
        }
        None => Ok(Ron { text: writer.pen.text, places: writer.pen.places, pattern_count: writer.plan.parts.len() }),
    }
}

/// What `$n` stands for.
#[derive(Clone, Copy)]
pub(super) enum Args<'a> {
    /// There are none.
    None,
    /// Those of the pattern being written.
    Own,
    /// These.
    Given(&'a [Expr]),
}

impl Args<'_> {
    /// The expression as it stands in this scope; a parameter that is missing is 1.
    pub fn resolve(self, expr: &Expr) -> Expr {
        expr.with(&|n| match self {
            Args::None => Expr::Number(1.0),
            Args::Own => Expr::Param(n),
            Args::Given(given) => given.get(n - 1).cloned().unwrap_or(Expr::Number(1.0)),
        })
    }
}

pub(super) struct Writer<'m> {
    pub model: &'m Model,
    pub plan: Plan,
    pub options: &'m Options,
    line_starts: Vec<usize>,
    pub pen: Pen,
    /// Where it was nested too deeply first.
    too_deep: Option<usize>,
}

impl Writer<'_> {
    /// `<fire> line 12`
    pub fn note(&self, element: &str, at: usize) -> String {
        format!("<{element}> line {}", self.line(at))
    }

    fn line(&self, at: usize) -> usize {
        self.line_starts.partition_point(|start| *start <= at) + 1
    }

    /// Opens brackets for what is nested in the element at `at`.
    pub fn open(&mut self, line: Line, note: &str, at: usize) {
        self.pen.open(line, note);
        if self.pen.depth > BRACKETS_MAX {
            self.too_deep.get_or_insert(at);
        }
    }

    fn heading(&mut self, name: &str) {
        let kind = self.model.kind;
        let safe = |text: &str| text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>();
        let mut lines = vec![format!("From {} (BulletML, {kind}). `line` is a line of that file; its $1 is `p1`.", safe(name))];
        if self.options.speed_scale != 1.0 {
            lines.push(format!("Speeds are {} times those of the file.", self.options.speed_scale));
        }
        lines.extend(self.model.heading.iter().map(|line| format!("  {}", safe(line))));
        for line in lines {
            self.pen.text.push_str(format!("// {line}").trim_end());
            self.pen.text.push('\n');
        }
    }

    fn parts(&mut self) {
        let parts: Vec<(Item, String, usize)> =
            self.plan.parts.iter().map(|(item, part)| (*item, part.name.clone(), part.param_count)).collect();
        if parts.is_empty() {
            return;
        }
        self.pen.open(Line::plain("patterns: ("), "");
        for (item, name, param_count) in parts {
            let at = item.at(self.model);
            let note =
                format!("{} \"{}\"", self.note(item.sort(), at), item.label(self.model).unwrap_or_default().replace(['\n', '\r'], " "));
            let mut line = Line::at(at, &format!("{name}: ("));
            if param_count > 0 {
                let params: Vec<String> = (1..=param_count).map(|n| format!("{}: 1", param_name(n))).collect();
                line.put(&format!("params: ({}), ", params.join(", ")));
            }
            line.put("do: [");
            self.open(line, &note, at);
            match item {
                Item::Action(index) => self.action(index, Args::Own),
                Item::Fire(index) => self.fire(index, at, Args::Own),
                Item::Bullet(index) => self.script(index, Args::Own),
            }
            self.pen.close("]),");
        }
        self.pen.close("),");
    }

    fn program(&mut self) {
        self.pen.open(Line::plain("do: ["), "");
        self.pen.line(Line::plain("Face(Absolute(-90)),"), "an emitter of BulletML looks up at first");
        let (x, y) = self.options.offset;
        if (x, y) != (0.0, 0.0) {
            self.pen.line(Line::plain(&format!("Move(by: ({x}, {y}), ticks: 0),")), "");
        }
        match self.model.tops.as_slice() {
            [] => {}
            [top] => self.top(*top),
            tops => self.together(tops),
        }
        self.pen.close("],");
    }

    /// Lists side by side; more than eight in lists of eight.
    fn together(&mut self, tops: &[usize]) {
        const LISTS_MAX: usize = 8;
        let at = self.model.actions[tops[0]].at;
        self.open(Line::at(at, "Together(["), "", at);
        let (first, rest) = if tops.len() > LISTS_MAX { tops.split_at(LISTS_MAX - 1) } else { (tops, &[][..]) };
        for top in first {
            let action = &self.model.actions[*top];
            let note = format!("{} \"{}\"", self.note("action", action.at), action.label.as_deref().unwrap_or_default());
            self.open(Line::at(action.at, "["), &note, action.at);
            self.top(*top);
            self.pen.close("],");
        }
        if !rest.is_empty() {
            self.open(Line::plain("["), "", at);
            self.together(rest);
            self.pen.close("],");
        }
        self.pen.close("]),");
    }

    fn top(&mut self, index: usize) {
        match self.plan.parts.get(&Item::Action(index)) {
            Some(part) => {
                let call = format!("Call(\"{}\"),", part.name);
                self.pen.line(Line::at(self.model.actions[index].at, &call), "");
            }
            None => self.action(index, Args::None),
        }
    }
}

/// A line being written, and where its parts are from.
pub(super) struct Line {
    text: String,
    places: Vec<(usize, usize)>,
}

impl Line {
    fn plain(text: &str) -> Line {
        Line { text: text.to_owned(), places: Vec::new() }
    }

    /// A line that begins with what is from this place of the source.
    pub fn at(at: usize, text: &str) -> Line {
        Line { text: text.to_owned(), places: vec![(0, at)] }
    }

    pub fn put(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Appends what is from another place.
    pub fn put_from(&mut self, at: usize, text: &str) {
        self.places.push((self.text.len(), at));
        self.text.push_str(text);
    }
}

/// Writes indented lines.
#[derive(Default)]
pub(super) struct Pen {
    text: String,
    places: Vec<(usize, usize)>,
    indent: usize,
    /// Brackets that are open.
    depth: usize,
    /// Those of each block.
    blocks: Vec<usize>,
}

impl Pen {
    pub fn line(&mut self, line: Line, note: &str) {
        let start = self.text.len() + 4 * self.indent;
        self.places.extend(line.places.iter().map(|(at, from)| (start + at, *from)));
        let _ = write!(self.text, "{:width$}{}", "", line.text, width = 4 * self.indent);
        self.text.push_str(if note.is_empty() { "" } else { " // " });
        self.text.push_str(note);
        self.text.push('\n');
    }

    /// A line that opens more brackets than it closes; what follows is indented.
    pub fn open(&mut self, line: Line, note: &str) {
        let count = |signs: &str| line.text.matches(|c| signs.contains(c)).count();
        let opened = count("([").saturating_sub(count(")]"));
        self.line(line, note);
        self.blocks.push(opened);
        self.depth += opened;
        self.indent += 1;
    }

    pub fn close(&mut self, text: &str) {
        self.depth -= self.blocks.pop().unwrap_or(0);
        self.indent = self.indent.saturating_sub(1);
        self.line(Line::plain(text), "");
    }
}
