//! What of a model becomes a pattern of its own: whatever is referred to by something that runs. Its name, and how many parameters it takes.
//!
//! Invariant: names are lawful and differ. Must not know: how steps are written.

use super::model::{Act, Action, Model, Use, Value};
use std::collections::{BTreeMap, BTreeSet};

/// A sort of element, and which one of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Item {
    Action(usize),
    Fire(usize),
    Bullet(usize),
}

impl Item {
    pub fn sort(self) -> &'static str {
        match self {
            Item::Action(_) => "action",
            Item::Fire(_) => "fire",
            Item::Bullet(_) => "bullet",
        }
    }

    pub fn label(self, model: &Model) -> Option<&str> {
        match self {
            Item::Action(index) => model.actions[index].label.as_deref(),
            Item::Fire(index) => model.fires[index].label.as_deref(),
            Item::Bullet(index) => model.bullets[index].label.as_deref(),
        }
    }

    pub fn at(self, model: &Model) -> usize {
        match self {
            Item::Action(index) => model.actions[index].at,
            Item::Fire(index) => model.fires[index].at,
            Item::Bullet(index) => model.bullets[index].at,
        }
    }
}

/// A pattern of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub name: String,
    /// It takes `p1` to this one.
    pub param_count: usize,
}

/// What becomes of a model.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub parts: BTreeMap<Item, Part>,
    /// The bullets that may be fired, in the order in which they are met: each sort has a colour of its own.
    pub bullets: Vec<usize>,
}

/// Names that mean something else in RON.
const TAKEN: [&str; 6] = ["true", "false", "inf", "NaN", "None", "Some"];

impl Plan {
    pub fn new(model: &Model) -> Plan {
        let mut reach = Reach { model, seen: BTreeSet::new(), order: Vec::new(), referred: BTreeSet::new() };
        reach.all();
        let mut plan = Plan::default();
        let mut names = BTreeSet::new();
        for item in reach.order {
            if let Item::Bullet(index) = item {
                plan.bullets.push(index);
            }
            let is_script = !matches!(item, Item::Bullet(index) if model.bullets[index].actions.is_empty());
            if reach.referred.contains(&item) && is_script {
                let name = free_name(item, item.label(model).unwrap_or_default(), &names);
                names.insert(name.clone());
                plan.parts.insert(item, Part { name, param_count: param_count(model, item) });
            }
        }
        plan
    }
}

/// The label as a name of RON, different from those that are there.
fn free_name(item: Item, label: &str, taken: &BTreeSet<String>) -> String {
    let mut name: String = label.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if !name.contains(|c: char| c.is_ascii_alphanumeric()) {
        name = item.sort().to_owned();
    }
    if name.starts_with(|c: char| c.is_ascii_digit()) || TAKEN.contains(&name.as_str()) {
        name.insert(0, '_');
    }
    let others = [format!("{name}_{}", item.sort())].into_iter().chain((2..).map(|n| format!("{name}_{n}")));
    std::iter::once(name.clone()).chain(others).find(|name| !taken.contains(name)).unwrap_or(name)
}

/// Everything that runs.
struct Reach<'m> {
    model: &'m Model,
    seen: BTreeSet<Item>,
    order: Vec<Item>,
    referred: BTreeSet<Item>,
}

impl Reach<'_> {
    fn all(&mut self) {
        let mut open: Vec<Item> = self.model.tops.iter().rev().map(|index| Item::Action(*index)).collect();
        while let Some(item) = open.pop() {
            if !self.seen.insert(item) {
                continue;
            }
            self.order.push(item);
            let mut next = Vec::new();
            self.uses(item, &mut next);
            open.extend(next.into_iter().rev());
        }
    }

    fn uses(&mut self, item: Item, next: &mut Vec<Item>) {
        let mut go = |used: &Use, item: fn(usize) -> Item| {
            let item = item(used.index());
            if let Use::There { .. } = used {
                self.referred.insert(item);
            }
            next.push(item);
        };
        match item {
            Item::Action(index) => {
                for command in &self.model.actions[index].commands {
                    match &command.act {
                        Act::Fire(used) => go(used, Item::Fire),
                        Act::Action(used) | Act::Repeat { body: used, .. } => go(used, Item::Action),
                        _ => {}
                    }
                }
            }
            Item::Fire(index) => go(&self.model.fires[index].bullet, Item::Bullet),
            Item::Bullet(index) => self.model.bullets[index].actions.iter().for_each(|used| go(used, Item::Action)),
        }
    }
}

/// The highest parameter that an item asks for. A bullet's direction and speed are asked for where it is fired.
fn param_count(model: &Model, item: Item) -> usize {
    let mut most = 0;
    let mut ask = |value: &Value| most = most.max(value.expr.param_max());
    match item {
        Item::Action(index) => action_values(model, &model.actions[index], &mut ask),
        Item::Fire(index) => fire_values(model, index, &mut ask),
        Item::Bullet(index) => model.bullets[index].actions.iter().for_each(|used| used_values(model, used, Item::Action, &mut ask)),
    }
    most
}

fn action_values(model: &Model, action: &Action, ask: &mut dyn FnMut(&Value)) {
    for command in &action.commands {
        match &command.act {
            Act::Repeat { times, body } => {
                ask(times);
                used_values(model, body, Item::Action, ask);
            }
            Act::Fire(used) => used_values(model, used, Item::Fire, ask),
            Act::Action(used) => used_values(model, used, Item::Action, ask),
            Act::ChangeSpeed { speed, term } => [&speed.value, term].into_iter().for_each(&mut *ask),
            Act::ChangeDirection { direction, term } => [&direction.value, term].into_iter().for_each(&mut *ask),
            Act::Accel { horizontal, vertical, term } => {
                horizontal.iter().chain(vertical).map(|speed| &speed.value).chain([term]).for_each(&mut *ask);
            }
            Act::Wait(frames) => ask(frames),
            Act::Vanish => {}
        }
    }
}

fn fire_values(model: &Model, index: usize, ask: &mut dyn FnMut(&Value)) {
    let fire = &model.fires[index];
    fire.direction.iter().for_each(|direction| ask(&direction.value));
    fire.speed.iter().for_each(|speed| ask(&speed.value));
    used_values(model, &fire.bullet, Item::Bullet, ask);
}

/// What stands there is in the same scope; what is referred to takes what it is given.
fn used_values(model: &Model, used: &Use, item: fn(usize) -> Item, ask: &mut dyn FnMut(&Value)) {
    match (used, item(used.index())) {
        (Use::There { params, .. }, _) => params.iter().for_each(ask),
        (_, Item::Action(index)) => action_values(model, &model.actions[index], ask),
        (_, Item::Fire(index)) => fire_values(model, index, ask),
        (_, Item::Bullet(index)) => {
            let bullet = &model.bullets[index];
            bullet.direction.iter().for_each(|direction| ask(&direction.value));
            bullet.speed.iter().for_each(|speed| ask(&speed.value));
            bullet.actions.iter().for_each(|used| used_values(model, used, Item::Action, ask));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_become_names_that_differ() {
        let taken = BTreeSet::from(["spread".to_owned(), "spread_fire".to_owned()]);
        for (item, label, name) in [
            (Item::Action(0), "XWay", "XWay"),
            (Item::Action(0), "3way", "_3way"),
            (Item::Action(0), "move.left-2", "move_left_2"),
            (Item::Bullet(0), "\u{5f3e}", "bullet"),
            (Item::Action(0), "true", "_true"),
            (Item::Action(0), "spread", "spread_action"),
            (Item::Fire(0), "spread", "spread_2"),
        ] {
            assert_eq!(free_name(item, label, &taken), name);
        }
    }
}
