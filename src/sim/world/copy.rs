//! A copy of a world, made to go back to: what tools step back and scrub by.
//!
//! Invariant: after `restore` the world has the digest that it had, and the same future. A copy is as large as what lives, not as the room for it. The
//! frame arena is no part of it, so the damage numbers of a restored tick are shown from the next one on.

use super::act::{Bombing, Folding};
use super::{Course, World};
use crate::sim::boss::Boss;
use crate::sim::bullet::BulletsCopy;
use crate::sim::enemy::{ENEMIES_MAX, Enemies, Enemy};
use crate::sim::event::Events;
use crate::sim::input::Input;
use crate::sim::item::Items;
use crate::sim::label::Labels;
use crate::sim::laser::LasersCopy;
use crate::sim::mark::Marks;
use crate::sim::pattern::Clipped;
use crate::sim::player::Player;
use crate::sim::rng::Rng;
use crate::sim::score::Score;
use crate::sim::shot::Shots;
use crate::sim::signal::Signals;
use crate::sim::stage::run::StageRun;
use crate::sim::task::TasksCopy;

/// A world at one moment, without the stage and the config that it belongs to.
#[derive(Clone, Debug)]
pub struct WorldCopy {
    tick: u32,
    previous_input: Input,
    rng: Rng,
    rank: f32,
    bullets: BulletsCopy,
    lasers: LasersCopy,
    tasks: TasksCopy,
    signals: Signals,
    marks: Marks,
    player: Player,
    shots: Shots,
    enemies: Enemies,
    boss: Option<Boss>,
    items: Items,
    labels: Labels,
    score: Score,
    run: StageRun,
    course: Course,
    bombing: Option<Bombing>,
    folding: Option<Folding>,
    events: Events,
    clipped: Clipped,
    operation_count: u32,
    task_operation_count: u32,
}

impl WorldCopy {
    /// The tick after which it was made.
    pub fn tick(&self) -> u32 {
        self.tick
    }

    /// What it takes in memory, bytes; a few hundred are not counted.
    pub fn bytes(&self) -> usize {
        let lists = size_of_val(self.shots.all()) + size_of_val(self.items.all()) + size_of_val(self.events.all());
        let heap_bytes = self.bullets.heap_bytes() + self.lasers.heap_bytes() + self.tasks.heap_bytes();
        size_of::<Self>() + heap_bytes + ENEMIES_MAX * size_of::<Option<Enemy>>() + lists
    }
}

impl World {
    /// A copy to go back to. Allocates.
    pub fn copy(&self) -> WorldCopy {
        // Without `..`: whoever adds a field decides here whether it belongs to a moment.
        let Self {
            stage: _,
            config: _,
            arena: _,
            stress_count: _,
            tick,
            previous_input,
            rng,
            rank,
            bullets,
            lasers,
            tasks,
            signals,
            marks,
            player,
            shots,
            enemies,
            boss,
            items,
            labels,
            score,
            run,
            course,
            bombing,
            folding,
            events,
            clipped,
            operation_count,
            task_operation_count,
        } = self;
        WorldCopy {
            tick: *tick,
            previous_input: *previous_input,
            rng: rng.clone(),
            rank: *rank,
            bullets: bullets.copy(),
            lasers: lasers.copy(),
            tasks: tasks.copy(bullets),
            signals: signals.clone(),
            marks: marks.clone(),
            player: player.clone(),
            shots: shots.clone(),
            enemies: enemies.clone(),
            boss: boss.clone(),
            items: items.clone(),
            labels: labels.clone(),
            score: score.clone(),
            run: run.clone(),
            course: *course,
            bombing: *bombing,
            folding: *folding,
            events: events.clone(),
            clipped: *clipped,
            operation_count: *operation_count,
            task_operation_count: *task_operation_count,
        }
    }

    /// Goes back to a copy of this world, or of another that began from the same stage and config. Allocates.
    pub fn restore(&mut self, copy: &WorldCopy) {
        self.bullets.restore(&copy.bullets);
        self.lasers.restore(&copy.lasers);
        self.tasks.restore(&copy.tasks, &self.bullets);
        self.signals.clone_from(&copy.signals);
        self.signals.reserve(self.stage.program_count());
        self.marks.clone_from(&copy.marks);
        self.tick = copy.tick;
        self.previous_input = copy.previous_input;
        self.rng.clone_from(&copy.rng);
        self.rank = copy.rank;
        self.player.clone_from(&copy.player);
        self.shots.clone_from(&copy.shots);
        self.enemies.clone_from(&copy.enemies);
        self.boss.clone_from(&copy.boss);
        self.items.clone_from(&copy.items);
        self.labels.clone_from(&copy.labels);
        self.score.clone_from(&copy.score);
        self.run.clone_from(&copy.run);
        self.course = copy.course;
        self.bombing = copy.bombing;
        self.folding = copy.folding;
        self.events.clone_from(&copy.events);
        self.clipped = copy.clipped;
        self.operation_count = copy.operation_count;
        self.task_operation_count = copy.task_operation_count;
    }
}
