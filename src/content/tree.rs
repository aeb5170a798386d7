//! The shape of a RON text: which value stands where, without knowing any type. Positions are byte offsets.
//!
//! Tolerant: a text with a syntax error still gives the tree of what can be made out. Iterative, so depth costs no stack.
//! Must not know: serde types, files, lines and columns.

use super::scan::{Token, TokenKind, tokens};
use crate::sim::problem::Key;
use std::ops::Range;

/// A value in the text.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// From its name or first character to its closing bracket or last character.
    pub span: Range<usize>,
    /// What stands before the colon, if it is a field or an entry of a map.
    pub key: Option<Range<usize>>,
    /// The opening bracket, if it has parts.
    pub bracket: Option<u8>,
    /// Index among its parent's parts.
    pub position: usize,
    /// Indices of its parts.
    parts: Vec<usize>,
}

/// All values of a text.
pub(super) struct Tree<'t> {
    text: &'t str,
    nodes: Vec<Node>,
    root: Option<usize>,
}

/// A bracket that is open while the tree is built: its node, and the part that is being read.
struct Frame {
    node: Option<usize>,
    part: Option<usize>,
    count: usize,
    /// A colon was read and the value has yet to begin.
    after_colon: bool,
}

impl<'t> Tree<'t> {
    pub fn new(text: &'t str) -> Self {
        let mut tree = Tree { text, nodes: Vec::new(), root: None };
        let outermost = Frame { node: None, part: None, count: 0, after_colon: false };
        let mut open = vec![outermost];
        for token in tokens(text) {
            let Some(frame) = open.last_mut() else { break };
            match token.kind {
                TokenKind::Word => {
                    tree.extend(frame, &token);
                }
                TokenKind::Open => {
                    let node = tree.extend(frame, &token);
                    tree.nodes[node].bracket.get_or_insert(text.as_bytes()[token.span.start]);
                    open.push(Frame { node: Some(node), part: None, count: 0, after_colon: false });
                }
                TokenKind::Colon => {
                    if let Some(part) = frame.part.filter(|part| tree.nodes[*part].key.is_none()) {
                        tree.nodes[part].key = Some(tree.nodes[part].span.clone());
                        frame.after_colon = true;
                    }
                }
                TokenKind::Comma => (frame.part, frame.after_colon) = (None, false),
                TokenKind::Close if open.len() > 1 => {
                    let closed = open.pop().and_then(|frame| frame.node);
                    if let Some(node) = closed {
                        tree.nodes[node].span.end = token.span.end;
                    }
                    if let [outermost] = open.as_mut_slice() {
                        tree.end_attribute(outermost);
                    }
                }
                TokenKind::Close => {}
            }
        }
        tree
    }

    /// Begins the value that `token` starts, or lengthens the one being read.
    fn extend(&mut self, frame: &mut Frame, token: &Token) -> usize {
        if let Some(part) = frame.part {
            let node = &mut self.nodes[part];
            if frame.after_colon {
                node.span = token.span.clone();
                frame.after_colon = false;
            } else {
                node.span.end = token.span.end;
            }
            return part;
        }
        let node = self.nodes.len();
        self.nodes.push(Node { span: token.span.clone(), key: None, bracket: None, position: frame.count, parts: Vec::new() });
        frame.part = Some(node);
        frame.count += 1;
        match frame.node {
            Some(parent) => self.nodes[parent].parts.push(node),
            None => self.root = Some(node),
        }
        node
    }

    /// `#![enable(...)]` before the document is no part of the value.
    fn end_attribute(&mut self, outermost: &mut Frame) {
        if let Some(part) = outermost.part
            && self.text[self.nodes[part].span.start..].starts_with('#')
        {
            (outermost.part, self.root) = (None, None);
        }
    }

    pub fn root(&self) -> Option<&Node> {
        self.root.map(|root| &self.nodes[root])
    }

    pub fn parts<'a>(&'a self, node: &'a Node) -> impl DoubleEndedIterator<Item = &'a Node> {
        node.parts.iter().map(|part| &self.nodes[*part])
    }

    /// A node's key without quotes or raw prefix.
    pub fn key(&self, node: &Node) -> Option<&'t str> {
        let key = &self.text[node.key.clone()?];
        Some(key.strip_prefix("r#").unwrap_or(key).trim_matches(['"', '\'']))
    }

    /// The inner brackets of each `Name((...))`.
    pub fn doubled_brackets(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        let byte = |at: usize| self.text.as_bytes()[at];
        let named = self.nodes.iter().filter(move |node| node.bracket == Some(b'(') && byte(node.span.start) != b'(');
        let only = named.filter_map(|node| self.parts(node).next().filter(|part| node.parts.len() == 1 && part.key.is_none()));
        only.map(|part| part.span.clone()).filter(move |span| byte(span.start) == b'(' && byte(span.end - 1) == b')')
    }

    /// The outermost value that begins at this offset.
    pub fn starting_at(&self, offset: usize) -> Option<&Node> {
        self.nodes.iter().find(|node| node.span.start == offset)
    }

    /// The way to the innermost value around this offset, as far as it can be told, and that value.
    pub fn around(&self, offset: usize) -> (Vec<Key>, Option<&Node>) {
        let (mut path, mut inner) = (Vec::new(), self.root());
        while let Some(node) = inner
            && let Some(part) = self.parts(node).find(|part| (part.start()..part.span.end).contains(&offset))
        {
            inner = Some(part);
            match self.key(part) {
                Some(key) => path.push(Key::from(key)),
                None if self.parts(node).all(|part| part.key.is_none()) => path.push(Key::Index(part.position)),
                None => break,
            }
        }
        (path, inner)
    }
}

impl Node {
    /// Where it begins, its key included.
    fn start(&self) -> usize {
        self.key.as_ref().unwrap_or(&self.span).start
    }
}
