//! The thread that plays: takes orders, mixes, hands blocks to the device, which decides when the next is wanted.
//!
//! Units: samples, of both ears in turns. Invariant: between two banks it takes nothing from the heap, and it waits for nobody but the device.

use super::device::{self, Device};
use super::{Order, Shared, log};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{Receiver, TryRecvError};
use std::time::{Duration, Instant};
use tamafubuki::sound::{Mixer, RATE_HZ, wav};

/// Samples of each ear in a block: 10 ms.
const BLOCK: usize = RATE_HZ as usize / 100;
/// A device may take so much before its time: one that takes everything at once (a file, a null) would keep the thread busy.
const AHEAD_MAX: Duration = Duration::from_millis(300);
/// A device that was lost is looked for again so often.
const RETRY: Duration = Duration::from_secs(2);

/// Plays until nobody can give orders any more. Without a device it ends at once, having said so.
pub(super) fn run(orders: &Receiver<Order>, shared: &Shared) {
    let mut player = Player { orders, shared, mixer: Mixer::new(), bank: 0, clear_count: 0, goes_on: true };
    let mut device = match device::open() {
        Ok(device) => device,
        Err(why) => return log(&format!("no sound: {why}")),
    };
    while player.goes_on {
        if let Err(why) = player.play(&mut device) {
            log(&format!("sound is lost: {why}; looking for it again"));
            let Some(found) = player.wait_for_device() else { return };
            device = found;
        }
    }
}

struct Player<'a> {
    orders: &'a Receiver<Order>,
    shared: &'a Shared,
    mixer: Mixer,
    bank: u32,
    clear_count: u32,
    goes_on: bool,
}

impl Player<'_> {
    /// Plays on this device until it fails or the game ends.
    fn play(&mut self, device: &mut Device) -> Result<(), String> {
        let (mut mixed, mut block) = ([0.0; 2 * BLOCK], [0; 2 * BLOCK]);
        let (start, mut played) = (Instant::now(), Duration::ZERO);
        loop {
            self.take_orders();
            if !self.goes_on {
                return Ok(());
            }
            self.mixer.fill(&mut mixed);
            block.iter_mut().zip(&mixed).for_each(|(out, sample)| *out = wav::to_16_bits(*sample));
            device.write(&block)?;
            played += Duration::from_secs_f64(BLOCK as f64 / f64::from(RATE_HZ));
            let ahead = played.saturating_sub(start.elapsed());
            if ahead > AHEAD_MAX {
                std::thread::sleep(ahead - AHEAD_MAX);
            }
        }
    }

    fn take_orders(&mut self) {
        loop {
            match self.orders.try_recv() {
                Ok(Order::Play(play, bank)) if bank == self.bank => self.mixer.play(&play),
                // Of a bank that is still being rendered, or is no more.
                Ok(Order::Play(..)) => {}
                Ok(Order::Bank(bank, number)) => {
                    // Two that were rendered at the same time may come in either order.
                    if number > self.bank {
                        self.bank = number;
                        self.mixer.set_bank(*bank);
                    }
                }
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => {
                    self.goes_on = false;
                    break;
                }
            }
        }
        self.mixer.set_volume(self.shared.volume_percent.load(Relaxed) as f32 / 100.0);
        self.mixer.set_paused(self.shared.is_paused.load(Relaxed));
        let clear_count = self.shared.clear_count.load(Relaxed);
        if clear_count != self.clear_count {
            self.clear_count = clear_count;
            self.mixer.clear_field();
        }
    }

    /// Looks for a device again and again; `None` when the game ends meanwhile. What was to be heard is not heard later.
    fn wait_for_device(&mut self) -> Option<Device> {
        let mut last = Instant::now();
        loop {
            std::thread::sleep(Duration::from_millis(20));
            self.take_orders();
            self.mixer.clear_field();
            if !self.goes_on {
                return None;
            }
            if last.elapsed() > RETRY {
                if let Ok(device) = device::open() {
                    return Some(device);
                }
                last = Instant::now();
            }
        }
    }
}
