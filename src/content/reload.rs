//! Reads content again when its files change, beside the game: a thread looks, reads and checks; the game takes what is ready.
//!
//! Units: milliseconds. Invariant: what is given is what was on disk after the last change, read once. Heap operations of the thread are on
//! nobody's account; taking over is a transition of whoever takes. Must not know: what becomes of the content.

use super::cost::{Known, load_costed};
use super::load::Loaded;
use super::origin::Origin;
use super::watch::Watch;
use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// From look to look. With reading (about 20 ms) and a frame, a saved file is live well within 200 ms.
const LOOK: Duration = Duration::from_millis(30);
/// Files must have stood still for so long before they are read: an editor may write one in parts, or several.
const STILL: Duration = Duration::from_millis(15);
/// Looks for stillness before what is there is read after all.
const STILL_LOOKS_MAX: u32 = 10;

/// The thread that reads content.
pub struct Reloader {
    orders: Option<Sender<Origin>>,
    loaded: Receiver<Box<Loaded>>,
    thread: Option<JoinHandle<()>>,
}

impl Reloader {
    /// Watches the folders of `origin`, which is read next or has just been. What is `known` need not be run to see what it costs.
    ///
    /// # Errors
    /// There are no threads here.
    pub fn start(origin: &Origin, known: Known) -> io::Result<Reloader> {
        Reloader::start_with(origin, known, LOOK, STILL)
    }

    /// The same with times of one's own: from look to look, and of stillness before reading.
    ///
    /// # Errors
    /// There are no threads here.
    pub fn start_with(origin: &Origin, known: Known, look: Duration, still: Duration) -> io::Result<Reloader> {
        let ((orders, ordered), (ready, loaded)) = (channel(), channel());
        let watch = Watch::new(origin.folders());
        let worker = Worker { origin: origin.clone(), known, watch, ordered, ready, look, still };
        let thread = thread::Builder::new().name("reload".to_owned()).spawn(|| worker.run())?;
        Ok(Reloader { orders: Some(orders), loaded, thread: Some(thread) })
    }

    /// Reads other files from now on, at once.
    pub fn follow(&self, origin: Origin) {
        if let Some(orders) = &self.orders {
            // The worker ends with us, not before.
            let _ = orders.send(origin);
        }
    }

    /// The content as it was read after the last change; `None` if there was none since the last call.
    pub fn take(&self) -> Option<Box<Loaded>> {
        self.loaded.try_iter().last()
    }
}

impl Drop for Reloader {
    fn drop(&mut self) {
        self.orders = None;
        if let Some(thread) = self.thread.take() {
            // If it panicked there is nothing left to wait for.
            let _ = thread.join();
        }
    }
}

struct Worker {
    origin: Origin,
    known: Known,
    watch: Watch,
    ordered: Receiver<Origin>,
    ready: Sender<Box<Loaded>>,
    look: Duration,
    still: Duration,
}

impl Worker {
    fn run(mut self) {
        loop {
            match self.ordered.recv_timeout(self.look) {
                Ok(origin) => {
                    self.watch = Watch::new(origin.folders());
                    self.origin = origin;
                }
                Err(RecvTimeoutError::Timeout) if self.watch.changed() => self.settle(),
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => return,
            }
            if self.ready.send(Box::new(load_costed(&self.origin.read(), &mut self.known))).is_err() {
                return;
            }
        }
    }

    /// Waits until nothing changes any more.
    fn settle(&mut self) {
        for _ in 0..STILL_LOOKS_MAX {
            thread::sleep(self.still);
            if !self.watch.changed() {
                return;
            }
        }
    }
}
