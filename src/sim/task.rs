//! The tasks of all bullets: the scripts in progress, beside the bullets, in order of their serial.
//!
//! Pooled, a task is a slot of a free list that is taken at start; boxed, each is a heap block of its own. A task knows its bullet by the
//! handle, which does not resolve once the bullet is gone, whatever took it: so no death, cancel or theft has to tell anybody.
//!
//! Invariant: entries ascend in serial; what happens is the same in both modes; pooled, nothing takes from the heap. Must not know: what a
//! task does, where its program is.

use super::bullet::{Bullets, Handle, Mode};
use super::digest::Digest;
use super::pattern::Task;
use crate::mem::free_list::FreeList;

/// How many tasks before its turn a task's memory is asked for: as long as memory takes to come.
const AHEAD_COUNT: usize = 4;

/// The tasks.
pub struct Tasks {
    mode: Mode,
    entries: Vec<Entry>,
    /// Empty in boxed mode.
    pooled: FreeList<Task>,
    /// Empty in pooled mode.
    boxed: FreeList<Box<Task>>,
    peak: usize,
}

/// The tasks at one moment: of each the serial of its bullet, when it is due, and the task.
#[derive(Clone, Debug)]
pub struct TasksCopy(Vec<(u32, u32, Task)>);

impl TasksCopy {
    /// What it keeps on the heap, bytes.
    pub fn heap_bytes(&self) -> usize {
        self.0.capacity() * size_of::<(u32, u32, Task)>()
    }
}

/// Whose task is where.
#[derive(Clone, Copy)]
struct Entry {
    handle: Handle,
    slot: u32,
    /// The next tick in which it has something to do.
    due_tick: u32,
}

impl Tasks {
    /// None, and room for `capacity`, taken now.
    pub fn new(capacity: usize, mode: Mode) -> Self {
        let (pooled, boxed) = (FreeList::with_capacity(capacity), FreeList::with_capacity(capacity));
        Self { mode, entries: Vec::with_capacity(capacity), pooled, boxed, peak: 0 }
    }

    /// Tasks, those included whose bullet went since the last `reap`.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Most there may be.
    pub fn capacity(&self) -> usize {
        self.pooled.capacity()
    }

    /// Most there ever were.
    pub fn peak(&self) -> usize {
        self.peak
    }

    /// How many more find room.
    pub fn free_count(&self) -> usize {
        self.capacity() - self.len()
    }

    /// The task of a bullet that was just born, younger than all before. There must be room.
    pub fn adopt(&mut self, handle: Handle, task: Task, due_tick: u32) {
        if let Some(slot) = self.store(task) {
            self.entries.push(Entry { handle, slot, due_tick });
            self.peak = self.peak.max(self.entries.len());
        }
    }

    fn store(&mut self, task: Task) -> Option<u32> {
        let slot = match self.mode {
            Mode::Pooled => self.pooled.acquire(task).ok(),
            Mode::Boxed => self.boxed.acquire(Box::new(task)).ok(),
        };
        slot.map(|slot| slot as u32)
    }

    fn release(&mut self, slot: u32) -> Option<Task> {
        match self.mode {
            Mode::Pooled => self.pooled.release(slot as usize),
            Mode::Boxed => self.boxed.release(slot as usize).map(|task| *task),
        }
    }

    fn get(&self, entry: &Entry) -> Option<&Task> {
        match self.mode {
            Mode::Pooled => self.pooled.get(entry.slot as usize),
            Mode::Boxed => self.boxed.get(entry.slot as usize).map(Box::as_ref),
        }
    }

    fn get_mut(&mut self, slot: u32) -> Option<&mut Task> {
        match self.mode {
            Mode::Pooled => self.pooled.get_mut(slot as usize),
            Mode::Boxed => self.boxed.get_mut(slot as usize).map(Box::as_mut),
        }
    }

    /// Forgets those whose bullet is gone, whatever took it.
    pub fn reap(&mut self, bullets: &Bullets) {
        self.keep(|_, _| (), |_, entry| bullets.lives(entry.handle));
    }

    /// Runs all that are due, the oldest first. `run` gives the tick in which the task is due again; `None` ends it.
    pub fn run(&mut self, tick: u32, mut run: impl FnMut(Handle, &mut Task) -> Option<u32>) {
        let ask = |tasks: &Self, entry: &Entry| {
            if entry.due_tick <= tick {
                tasks.pooled.prefetch(entry.slot as usize);
            }
        };
        self.keep(ask, |tasks, entry| {
            if entry.due_tick > tick {
                return true;
            }
            let due_tick = tasks.get_mut(entry.slot).and_then(|task| run(entry.handle, task));
            entry.due_tick = due_tick.unwrap_or(tick);
            due_tick.is_some()
        });
    }

    /// Goes through all in order; those for which `is_kept` is false end. Before, each is shown to `ask`, which may ask for its memory.
    fn keep(&mut self, ask: impl Fn(&Self, &Entry), mut is_kept: impl FnMut(&mut Self, &mut Entry) -> bool) {
        let mut kept = 0;
        for index in 0..self.entries.len() {
            if let Some(later) = self.entries.get(index + AHEAD_COUNT) {
                ask(self, later);
            }
            let mut entry = self.entries[index];
            if is_kept(self, &mut entry) {
                self.entries[kept] = entry;
                kept += 1;
            } else {
                self.release(entry.slot);
            }
        }
        self.entries.truncate(kept);
    }

    /// All whose bullet lives, with it, in order of serial.
    pub fn live<'a>(&'a self, bullets: &'a Bullets) -> impl Iterator<Item = (Handle, &'a Task)> {
        let live = self.entries.iter().filter(|entry| bullets.lives(entry.handle));
        live.filter_map(|entry| Some((entry.handle, self.get(entry)?)))
    }

    /// Changes all; one for which `change` is false ends.
    pub fn change_all(&mut self, mut change: impl FnMut(Handle, &mut Task) -> bool) {
        self.keep(|_, _| (), |tasks, entry| tasks.get_mut(entry.slot).is_some_and(|task| change(entry.handle, task)));
    }

    /// Moves every task into the other storage. Allocates.
    pub fn set_mode(&mut self, mode: Mode) {
        if mode == self.mode {
            return;
        }
        let entries = std::mem::take(&mut self.entries);
        let tasks: Vec<Option<Task>> = entries.iter().map(|entry| self.release(entry.slot)).collect();
        self.mode = mode;
        self.entries = Vec::with_capacity(self.capacity());
        for (entry, task) in entries.into_iter().zip(tasks) {
            if let Some(slot) = task.and_then(|task| self.store(task)) {
                self.entries.push(Entry { slot, ..entry });
            }
        }
    }

    /// A copy to go back to. Allocates.
    pub fn copy(&self, bullets: &Bullets) -> TasksCopy {
        let live = self.entries.iter().filter(|entry| bullets.lives(entry.handle));
        TasksCopy(live.filter_map(|entry| Some((entry.handle.generation, entry.due_tick, *self.get(entry)?))).collect())
    }

    /// Goes back to a copy; `bullets` have done so already. May allocate.
    pub fn restore(&mut self, copy: &TasksCopy, bullets: &Bullets) {
        self.change_all(|_, _| false);
        let mut handles = bullets.handles().into_iter();
        for (serial, due_tick, task) in &copy.0 {
            if let Some(handle) = handles.find(|handle| handle.generation == *serial) {
                self.adopt(handle, *task, *due_tick);
            }
        }
    }

    /// Adds all that the future depends on; nothing if nobody has a task.
    pub fn digest(&self, bullets: &Bullets, digest: &mut Digest) {
        for (handle, task) in self.live(bullets) {
            digest.add(u64::from(handle.generation));
            task.digest(digest);
        }
    }

    /// What contradicts itself in the storage; `None` when all is as it should be.
    pub fn audit(&self) -> Option<String> {
        if let Some(pair) = self.entries.windows(2).find(|pair| pair[0].handle.generation >= pair[1].handle.generation) {
            return Some(format!("the task of bullet {} stands before that of {}", pair[0].handle.generation, pair[1].handle.generation));
        }
        if let Some(lost) = self.entries.iter().find(|entry| self.get(entry).is_none()) {
            return Some(format!("bullet {} has a task that is nowhere", lost.handle.generation));
        }
        let stored = self.pooled.len() + self.boxed.len();
        (stored != self.len()).then(|| format!("{stored} tasks are stored, {} are known", self.len()))
    }
}
