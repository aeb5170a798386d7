//! The loudspeaker: what the game hands over, and the thread that mixes and plays it.
//!
//! Invariant: the game never waits for sound and takes nothing from the heap for it: what begins goes through a channel of fixed size (what
//! does not fit is dropped), what holds (volume, pause) stands in atomics. Without a device the game is mute, and one line says why.
//! Must not know: the world, screens.

mod device;
#[cfg(target_os = "linux")]
mod foreign;
mod thread;

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tamafubuki::sim::event::Event;
use tamafubuki::sound::{Bank, Ear, Play, Role, Sound};

/// Orders that may wait: some ticks of the densest fight.
const ORDERS_MAX: usize = 256;
/// How long the end of the program waits for the thread.
const PATIENCE: Duration = Duration::from_millis(250);

/// What the thread is told once.
enum Order {
    /// A sound of the bank of this number begins.
    Play(Play, u32),
    /// Another bank, and its number.
    Bank(Box<Bank>, u32),
}

/// What holds until it is changed.
#[derive(Default)]
struct Shared {
    volume_percent: AtomicU32,
    is_paused: AtomicBool,
    /// How often the playfield was silenced.
    clear_count: AtomicU32,
}

/// The game's side.
pub struct Speaker {
    ear: Ear,
    orders: SyncSender<Order>,
    shared: Arc<Shared>,
    /// The number of the bank that `ear` speaks of.
    bank: u32,
    thread: Option<JoinHandle<()>>,
}

impl Speaker {
    /// Looks for a device and renders the sounds, both beside the game; until then it is mute.
    pub fn start(sounds: &[Sound], volume_percent: u32) -> Self {
        let (orders, ordered) = sync_channel(ORDERS_MAX);
        let shared = Arc::new(Shared { volume_percent: AtomicU32::new(volume_percent), ..Shared::default() });
        let given = Arc::clone(&shared);
        let thread = std::thread::Builder::new().name("sound".to_owned()).spawn(move || thread::run(&ordered, &given));
        let thread = thread.map_err(|error| log(&format!("no sound: {error}"))).ok();
        let mut speaker = Self { ear: Ear::new(&[]), orders, shared, bank: 0, thread };
        speaker.renew(sounds);
        speaker
    }

    /// Other sounds from now on. They are heard when they have been rendered.
    pub fn renew(&mut self, sounds: &[Sound]) {
        self.ear = Ear::new(sounds);
        self.bank += 1;
        if !self.plays() {
            return;
        }
        let (orders, number, sounds) = (self.orders.clone(), self.bank, sounds.to_vec());
        // Without a thread for it, or one that plays, there is silence.
        let _ = std::thread::Builder::new()
            .name("sounds".to_owned())
            .spawn(move || orders.send(Order::Bank(Box::new(Bank::new(&sounds)), number)));
    }

    /// Whether there is still a thread that plays, or looks for a device.
    fn plays(&self) -> bool {
        self.thread.as_ref().is_some_and(|thread| !thread.is_finished())
    }

    /// A tick of the playfield passes.
    pub fn hear(&mut self, events: &[Event]) {
        for play in self.ear.hear(events) {
            // Full, or nobody plays: what cannot be heard now is not heard later.
            let _ = self.orders.try_send(Order::Play(*play, self.bank));
        }
    }

    /// A sound of the menus.
    pub fn menu(&self, role: Role) {
        if let Some(play) = self.ear.menu(role) {
            let _ = self.orders.try_send(Order::Play(play, self.bank));
        }
    }

    /// How loud, 0 (silence) to 100.
    pub fn set_volume(&self, percent: u32) {
        self.shared.volume_percent.store(percent, Relaxed);
    }

    /// The playfield stands still, or goes on.
    pub fn set_paused(&self, is_paused: bool) {
        self.shared.is_paused.store(is_paused, Relaxed);
    }

    /// What sounds in the playfield ends: another run begins.
    pub fn clear(&self) {
        self.shared.clear_count.fetch_add(1, Relaxed);
    }
}

impl Drop for Speaker {
    fn drop(&mut self) {
        // The thread ends when nobody can give orders any more; a device that stalls is left to the end of the process.
        let (orders, _) = sync_channel(1);
        self.orders = orders;
        let start = Instant::now();
        while self.plays() && start.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// One line in the log. A closed log is no reason to stop.
fn log(line: &str) {
    let _ = writeln!(std::io::stderr(), "tamafubuki: {line}");
}
