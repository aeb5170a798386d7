//! Which device plays: PulseAudio (or what speaks like it), else ALSA, else none. Both are opened at run time, so that a build needs neither.
//!
//! LIMIT: elsewhere than on Linux there is none yet; the game is mute there and says so.

#[cfg(target_os = "linux")]
use super::foreign::{Alsa, Pulse};

/// A device that plays.
pub enum Device {
    /// A sound server.
    #[cfg(target_os = "linux")]
    Pulse(Pulse),
    /// The kernel's devices, as the system is set up.
    #[cfg(target_os = "linux")]
    Alsa(Alsa),
}

impl Device {
    /// Plays these samples, left and right in turns; waits until they are taken.
    ///
    /// # Errors
    /// The device is gone; why.
    pub fn write(&mut self, block: &[i16]) -> Result<(), String> {
        match self {
            #[cfg(target_os = "linux")]
            Device::Pulse(pulse) => pulse.write(block),
            #[cfg(target_os = "linux")]
            Device::Alsa(alsa) => alsa.write(block),
            #[cfg(not(target_os = "linux"))]
            _ => Err(format!("{} samples for no device", block.len())),
        }
    }
}

/// The first device that can be opened.
///
/// # Errors
/// There is none; why, in one line.
#[cfg(target_os = "linux")]
pub fn open() -> Result<Device, String> {
    let pulse = match linux::server().and_then(|server| Pulse::open(server.as_deref())) {
        Ok(pulse) => return Ok(Device::Pulse(pulse)),
        Err(why) => why,
    };
    Alsa::open().map(Device::Alsa).map_err(|alsa| format!("PulseAudio: {pulse}; ALSA: {alsa}"))
}

/// None.
///
/// # Errors
/// Always.
#[cfg(not(target_os = "linux"))]
pub fn open() -> Result<Device, String> {
    Err("there is none on this system yet".to_owned())
}

#[cfg(target_os = "linux")]
mod linux {
    use std::env;
    use std::path::PathBuf;

    /// The address of a sound server that runs; `None` for the one that the environment names. Asking for an address of its own keeps the
    /// library from starting a server: the game starts no process.
    pub(super) fn server() -> Result<Option<String>, String> {
        let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
        if set("PULSE_SERVER").is_some() {
            return Ok(None);
        }
        let runtime = set("PULSE_RUNTIME_PATH").map(PathBuf::from);
        let user = set("XDG_RUNTIME_DIR").map(|folder| PathBuf::from(folder).join("pulse"));
        let all = [runtime, user, Some(PathBuf::from("/run/pulse"))];
        let sockets = all.into_iter().flatten().map(|folder| folder.join("native"));
        let found = sockets.into_iter().find(|socket| socket.exists());
        found.map(|socket| Some(format!("unix:{}", socket.display()))).ok_or_else(|| "no server runs".to_owned())
    }
}
