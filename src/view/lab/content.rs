//! The lab and its content: what it begins with, what happens when content is read again, what is wrong with it.
//!
//! Invariant: a run that could begin goes on with its last sound version, whatever is saved meanwhile.

use super::catalog::Catalog;
use super::command::Who;
use super::plan::Plan;
use super::{Drag, Lab, USUAL};
use crate::view::layout::Rect;
use crate::view::pointer::Pointer;
use crate::view::screens::trouble::Trouble;
use std::sync::Arc;
use tamafubuki::content::{Content, Diagnostic, Subject};
use tamafubuki::lab::session::PLACE;
use tamafubuki::lab::{self, Session, Setup};
use tamafubuki::sim::input::Input;
use tamafubuki::sim::stage::data::StageData;

impl Lab {
    /// The lab at the pieces of this content; at those of `subject` if there are any.
    pub fn new(content: &Content, problems: &[Diagnostic], subject: Subject, setup: Setup) -> Self {
        let mut lab = Self {
            catalog: Catalog::default(),
            session: None,
            setup,
            who: Who::Mouse,
            place: PLACE,
            running: true,
            speed: USUAL,
            phase: 0.0,
            shown: [false, false, false, false, true, true],
            drag: Drag::None,
            goal: None,
            pointer: Pointer::default(),
            plan: Plan::new(Rect::new(0.0, 0.0, 1280.0, 960.0)),
            buttons: Vec::new(),
            curve: Rect::default(),
            list_top: 0.0,
            seeks_choice: true,
            filtering: false,
            helps: false,
            trouble: Trouble::default(),
            problems: problems.to_vec(),
            subject,
            content_digest: content.digest,
            jumped: true,
        };
        lab.catalog.refresh(content, problems);
        let path = lab.subject.path.clone();
        lab.catalog.choose_path(&path);
        lab.tell();
        lab.begin(content);
        lab
    }

    /// The content is another, or has other problems: the run goes on at the same tick with the new version, if it is sound.
    pub fn take_content(&mut self, content: &Content, problems: &[Diagnostic]) {
        self.catalog.refresh(content, problems);
        if self.catalog.chosen().is_none() {
            self.catalog.choose_path("");
        }
        self.problems = problems.to_vec();
        self.tell();
        if self.session.is_none() {
            return self.begin(content);
        }
        if content.digest != self.content_digest {
            self.content_digest = content.digest;
            let stage = self.stage(content);
            if let (Some(stage), Some(session)) = (stage, &self.session) {
                self.session = Some(session.renewed(stage));
                self.jumped = true;
            }
        }
    }

    /// The problems of the chosen file first; those of others are counted.
    pub(super) fn tell(&mut self) {
        let chosen = self.catalog.chosen().map(|entry| entry.path.clone()).unwrap_or_default();
        let (own, others): (Vec<_>, Vec<_>) = self.problems.iter().cloned().partition(|problem| problem.file == chosen);
        let all: Vec<Diagnostic> = own.into_iter().chain(others).map(|problem| self.subject.told(problem)).collect();
        self.trouble.show(&all);
    }

    fn stage(&self, content: &Content) -> Option<Arc<StageData>> {
        lab::stage(&self.catalog.chosen()?.path, content, None).ok().flatten()
    }

    /// The chosen piece from its beginning; nothing if it cannot be run.
    pub(super) fn begin(&mut self, content: &Content) {
        self.content_digest = content.digest;
        let hand = self.hand(Input::default());
        self.session = self.stage(content).map(|stage| Session::new(stage, self.setup, hand));
        (self.phase, self.goal, self.jumped, self.running) = (0.0, None, true, true);
    }
}
