//! An XML tree to the model of a BulletML file, with everything that is wrong in it.
//!
//! Invariant: all problems of a file are found at once; what has one is left out, which is what a lenient import wants. Must not know: what is
//! made of the model.

use super::Note;
use super::expr::{self, Expr};
use super::model::{Act, Action, Bullet, Command, Direction, Fire, Model, Pace, Speed, Turn, Use, Value};
use crate::sim::problem::{Problem, nearest};
use roxmltree::{Document, Node};
use std::collections::BTreeMap;

/// The elements that may have a label and be referred to.
const LABELLED: [&str; 3] = ["action", "fire", "bullet"];
const REFERENCES: [&str; 3] = ["actionRef", "fireRef", "bulletRef"];
const ACTION_PARTS: [&str; 10] =
    ["repeat", "fire", "fireRef", "changeSpeed", "changeDirection", "accel", "wait", "vanish", "action", "actionRef"];
const FIRE_PARTS: [&str; 4] = ["direction", "speed", "bullet", "bulletRef"];
const BULLET_PARTS: [&str; 4] = ["direction", "speed", "action", "actionRef"];

/// The model of a document, and what is to be said of it. `text` is what the document was parsed from.
pub(super) fn read(document: &Document, text: &str) -> (Model, Vec<Note>) {
    let mut reader = Reader { text, notes: Vec::new(), indices: BTreeMap::new(), labels: BTreeMap::new(), spare: Vec::new() };
    let model = reader.root(document.root_element());
    (model, reader.notes)
}

struct Reader<'t> {
    text: &'t str,
    notes: Vec<Note>,
    /// Of every labelled sort of element, where in its table it is, by where it begins.
    indices: BTreeMap<usize, usize>,
    /// By sort (an index into `LABELLED`) and label: the last one, and where it begins.
    labels: BTreeMap<(usize, String), (usize, usize)>,
    /// Bullets for fires that have none.
    spare: Vec<Bullet>,
}

fn at(node: Node) -> usize {
    node.range().start
}

fn name<'a>(node: Node<'a, '_>) -> &'a str {
    node.tag_name().name()
}

fn label(node: Node) -> Option<String> {
    node.attribute("label").map(str::to_owned)
}

impl Reader<'_> {
    fn error(&mut self, node: Node, found: impl Into<String>, expected: impl Into<String>) {
        self.notes.push(Note::error(at(node), found, expected));
    }

    fn root(&mut self, root: Node) -> Model {
        let mut model = Model { kind: "none", ..Model::default() };
        if name(root) != "bulletml" {
            self.error(root, format!("the root element is <{}>", name(root)), "<bulletml>");
            return model;
        }
        match root.attribute("type") {
            Some("horizontal") => (model.kind, model.is_horizontal) = ("horizontal", true),
            Some("vertical") => model.kind = "vertical",
            None | Some("none") => {}
            Some(other) => self.error(root, format!("unknown type `{other}`"), "none, vertical or horizontal"),
        }
        let elements: Vec<Node> = root.descendants().filter(|node| node.is_element() && LABELLED.contains(&name(*node))).collect();
        self.number(&elements);
        let bullet_count = elements.iter().filter(|node| name(**node) == "bullet").count();
        for node in &elements {
            match name(*node) {
                "action" => model.actions.push(self.action(*node)),
                "fire" => {
                    let fire = self.fire(*node, bullet_count);
                    model.fires.push(fire);
                }
                _ => model.bullets.push(self.bullet(*node)),
            }
        }
        model.bullets.append(&mut self.spare);
        for child in root.children().filter(Node::is_element) {
            if !LABELLED.contains(&name(child)) {
                self.unknown(child, &LABELLED);
            } else if name(child) == "action" && child.attribute("label").is_some_and(|label| label.starts_with("top")) {
                model.tops.extend(self.indices.get(&at(child)));
            }
        }
        if model.tops.is_empty() {
            self.notes.push(Note::warning(at(root), "no action here has a label that begins with `top`, so nothing happens"));
        }
        model
    }

    /// Gives every labelled sort of element its place, and remembers labels; the last of a label stays.
    fn number(&mut self, elements: &[Node]) {
        let mut counts = [0; LABELLED.len()];
        for node in elements {
            let Some(sort) = LABELLED.iter().position(|sort| *sort == name(*node)) else { continue };
            let index = counts[sort];
            counts[sort] += 1;
            self.indices.insert(at(*node), index);
            let Some(label) = label(*node) else { continue };
            if let Some((_, first)) = self.labels.insert((sort, label.clone()), (index, at(*node))) {
                let line = self.text[..first].matches('\n').count() + 1;
                let what =
                    format!("a second {} `{label}`: it stands for the one of line {line} wherever that is referred to", LABELLED[sort]);
                self.notes.push(Note::warning(at(*node), what));
            }
        }
    }

    fn unknown(&mut self, node: Node, valid: &[&str]) {
        let near = nearest(name(node), valid.iter().copied()).map(str::to_owned);
        let valid: Vec<String> = valid.iter().map(|name| format!("<{name}>")).collect();
        let note = Note::error(at(node), format!("unknown element <{}>", name(node)), valid.join(", "));
        self.notes.push(Note { nearest: near, ..note });
    }

    /// The elements in `node`, all of them of the names that may stand there.
    fn parts<'a, 'i>(&mut self, node: Node<'a, 'i>, valid: &[&str]) -> Vec<Node<'a, 'i>> {
        let (known, unknown): (Vec<Node>, Vec<Node>) =
            node.children().filter(Node::is_element).partition(|part| valid.contains(&name(*part)));
        unknown.into_iter().for_each(|part| self.unknown(part, valid));
        known
    }

    /// The only part of this name.
    fn one<'a, 'i>(&mut self, parts: &[Node<'a, 'i>], wanted: &str) -> Option<Node<'a, 'i>> {
        let mut found = parts.iter().filter(|part| name(**part) == wanted);
        let first = found.next().copied();
        if let Some(second) = found.next() {
            self.error(*second, format!("a second <{wanted}>"), "one");
        }
        first
    }

    /// The part that must be there.
    fn needed<'a, 'i>(&mut self, node: Node, parts: &[Node<'a, 'i>], wanted: &str) -> Option<Node<'a, 'i>> {
        let found = self.one(parts, wanted);
        if found.is_none() {
            self.error(node, format!("<{}> has no <{wanted}>", name(node)), format!("<{wanted}>...</{wanted}> in it"));
        }
        found
    }

    /// What stands in an element or is referred to there.
    fn used(&mut self, node: Node) -> Option<Use> {
        let Some(sort) = REFERENCES.iter().position(|sort| *sort == name(node)) else {
            return self.indices.get(&at(node)).map(|index| Use::Here(*index));
        };
        let params = self.parts(node, &["param"]).into_iter().map(|param| self.value(param)).collect::<Vec<_>>();
        let Some(label) = label(node) else {
            self.error(node, format!("<{}> has no label", name(node)), "label=\"...\"");
            return None;
        };
        let Some((index, _)) = self.labels.get(&(sort, label.clone())) else {
            let valid = self.labels.keys().filter(|(other, _)| *other == sort).map(|(_, label)| label.as_str());
            let Problem { found, expected, nearest, .. } = Problem::unknown(Vec::new(), LABELLED[sort], &label, valid);
            self.notes.push(Note { nearest, ..Note::error(at(node), found, expected) });
            return None;
        };
        Some(Use::There { index: *index, params: params.into_iter().collect::<Option<_>>()? })
    }

    fn action(&mut self, node: Node) -> Action {
        let parts = self.parts(node, &ACTION_PARTS);
        let commands = parts.into_iter().filter_map(|part| Some(Command { at: at(part), act: self.act(part)? })).collect();
        Action { label: label(node), at: at(node), commands }
    }

    fn act(&mut self, node: Node) -> Option<Act> {
        match name(node) {
            "wait" => self.value(node).map(Act::Wait),
            "vanish" => Some(Act::Vanish),
            "action" | "actionRef" => self.used(node).map(Act::Action),
            "fire" | "fireRef" => self.used(node).map(Act::Fire),
            "repeat" => {
                let parts = self.parts(node, &["times", "action", "actionRef"]);
                let times = self.needed(node, &parts, "times").and_then(|times| self.value(times));
                let bodies: Vec<Node> = parts.into_iter().filter(|part| name(*part) != "times").collect();
                let [body] = bodies.as_slice() else {
                    self.error(node, format!("<repeat> with {} actions", bodies.len()), "one <action> or <actionRef>");
                    return None;
                };
                let body = self.used(*body);
                Some(Act::Repeat { times: times?, body: body? })
            }
            "changeSpeed" => {
                let parts = self.parts(node, &["speed", "term"]);
                let speed = self.needed(node, &parts, "speed").and_then(|speed| self.speed(speed));
                Some(Act::ChangeSpeed { term: self.term(node, &parts)?, speed: speed? })
            }
            "changeDirection" => {
                let parts = self.parts(node, &["direction", "term"]);
                let direction = self.needed(node, &parts, "direction").and_then(|direction| self.direction(direction));
                Some(Act::ChangeDirection { term: self.term(node, &parts)?, direction: direction? })
            }
            _ => {
                let parts = self.parts(node, &["horizontal", "vertical", "term"]);
                let [horizontal, vertical] =
                    ["horizontal", "vertical"].map(|axis| self.one(&parts, axis).and_then(|axis| self.speed(axis)));
                Some(Act::Accel { horizontal, vertical, term: self.term(node, &parts)? })
            }
        }
    }

    fn term(&mut self, node: Node, parts: &[Node]) -> Option<Value> {
        self.needed(node, parts, "term").and_then(|term| self.value(term))
    }

    /// A fire; without a bullet it gets one beyond the `bullet_count` of the file.
    fn fire(&mut self, node: Node, bullet_count: usize) -> Fire {
        let parts = self.parts(node, &FIRE_PARTS);
        let (direction, speed) = self.way(&parts);
        let bullets: Vec<Node> = parts.into_iter().filter(|part| name(*part).starts_with("bullet")).collect();
        if bullets.len() != 1 {
            self.error(node, format!("<fire> with {} bullets", bullets.len()), "one <bullet> or <bulletRef>");
        }
        let bullet = bullets.first().and_then(|bullet| self.used(*bullet)).unwrap_or_else(|| {
            self.spare.push(Bullet { label: None, at: at(node), direction: None, speed: None, actions: Vec::new() });
            Use::Here(bullet_count + self.spare.len() - 1)
        });
        Fire { label: label(node), at: at(node), direction, speed, bullet }
    }

    fn bullet(&mut self, node: Node) -> Bullet {
        let parts = self.parts(node, &BULLET_PARTS);
        let (direction, speed) = self.way(&parts);
        // First those that stand there, then those that are referred to.
        let of = |wanted: &str| parts.iter().copied().filter(|part| name(*part) == wanted).collect::<Vec<_>>();
        let actions = [of("action"), of("actionRef")].concat().into_iter().filter_map(|part| self.used(part)).collect();
        Bullet { label: label(node), at: at(node), direction, speed, actions }
    }

    fn way(&mut self, parts: &[Node]) -> (Option<Direction>, Option<Speed>) {
        let direction = self.one(parts, "direction").and_then(|direction| self.direction(direction));
        (direction, self.one(parts, "speed").and_then(|speed| self.speed(speed)))
    }

    fn direction(&mut self, node: Node) -> Option<Direction> {
        let way = match node.attribute("type") {
            None | Some("aim") => Turn::Aim,
            Some("absolute") => Turn::Absolute,
            Some("relative") => Turn::Relative,
            Some("sequence") => Turn::Sequence,
            Some(other) => {
                self.error(node, format!("unknown type `{other}`"), "aim, absolute, relative or sequence");
                return None;
            }
        };
        if words(node).trim().is_empty() {
            self.notes.push(Note::warning(at(node), "an empty direction: it counts as 0"));
            return Some(Direction { way, value: Value { expr: Expr::Number(0.0), at: at(node) } });
        }
        self.value(node).map(|value| Direction { way, value })
    }

    fn speed(&mut self, node: Node) -> Option<Speed> {
        let way = match node.attribute("type") {
            None | Some("absolute") => Pace::Absolute,
            Some("relative") => Pace::Relative,
            Some("sequence") => Pace::Sequence,
            Some(other) => {
                self.error(node, format!("unknown type `{other}`"), "absolute, relative or sequence");
                return None;
            }
        };
        self.value(node).map(|value| Speed { way, value })
    }

    /// The expression in an element.
    fn value(&mut self, node: Node) -> Option<Value> {
        self.parts(node, &[]);
        let text = words(node);
        let first = node.children().find(|part| part.is_text() && part.text().is_some_and(|text| !text.trim().is_empty()));
        let (begins, source) = match first {
            Some(first) => {
                let source = &self.text[first.range()];
                (first.range().start + source.len() - source.trim_start().len(), source.trim())
            }
            None => (at(node), ""),
        };
        match expr::parse(text.trim()) {
            Ok(expr) => Some(Value { expr, at: begins }),
            Err(fault) => {
                // In a text with comments or references in it, places are not those of the file.
                let inside = if source == text.trim() { fault.offset } else { 0 };
                self.notes.push(Note::error(begins + inside, format!("<{}>: {}", name(node), fault.found), fault.expected));
                None
            }
        }
    }
}

/// All text in an element, comments left out.
fn words(node: Node) -> String {
    node.children().filter(Node::is_text).filter_map(|part| part.text()).collect()
}
