//! Whether a window can be opened at all, and opening it so that a refusal is a sentence instead of panic text.
//!
//! The toolkit panics when there is no display, no GL or no library; on a server that is an everyday situation. So the display is
//! asked first, and what still fails while the window opens is caught until the first frame is drawn.

use macroquad::Window;
use macroquad::miniquad::conf::{Conf, LinuxBackend};
use std::cell::RefCell;
use std::future::Future;
use std::panic::{self, AssertUnwindSafe};
use std::rc::Rc;

/// The panic hook of before, put back when the window is open.
type Hook = Box<dyn Fn(&panic::PanicHookInfo<'_>) + Sync + Send + 'static>;

/// To be told when the first frame is drawn: from then on, failures are ours.
#[derive(Clone, Default)]
pub struct Opening(Rc<RefCell<Option<Hook>>>);

impl Opening {
    /// The window is open and has drawn.
    pub fn done(&self) {
        if let Some(hook) = self.0.borrow_mut().take() {
            panic::set_hook(hook);
        }
    }

    fn pending(&self) -> bool {
        self.0.borrow().is_some()
    }
}

/// Opens the window and runs `game` in it until it ends.
///
/// # Errors
/// The window could not be opened; one line that says why. Nothing was printed.
pub fn open<F: Future<Output = ()> + 'static>(conf: Conf, game: impl FnOnce(Opening) -> F) -> Result<(), String> {
    let opening = Opening::default();
    *opening.0.borrow_mut() = Some(panic::take_hook());
    panic::set_hook(Box::new(|_| {}));
    let game = game(opening.clone());
    let run = panic::catch_unwind(AssertUnwindSafe(|| Window::from_config(conf, game)));
    let failed_to_open = opening.pending();
    opening.done();
    match run {
        Ok(()) if failed_to_open => Err("the window was closed before it drew anything".to_owned()),
        Ok(()) => Ok(()),
        Err(_) if failed_to_open => Err("no usable OpenGL on this display".to_owned()),
        Err(bug) => panic::resume_unwind(bug),
    }
}

/// A display that answered.
pub struct Display {
    /// Which of the two Linux window systems it is. Elsewhere there is only one.
    pub backend: LinuxBackend,
    /// The connection by which it was asked, kept until the window has its own: a server whose last client leaves may start anew, and
    /// would refuse the window meanwhile.
    #[cfg(target_os = "linux")]
    _asked_by: std::os::fd::OwnedFd,
}

/// Looks for a display.
///
/// # Errors
/// There is none; one line that names what was looked for.
#[cfg(target_os = "linux")]
pub fn display() -> Result<Display, String> {
    let x11 = match linux::ask_x11() {
        Ok(asked_by) => return Ok(Display { backend: LinuxBackend::X11WithWaylandFallback, _asked_by: asked_by }),
        Err(why) => why,
    };
    match linux::ask_wayland() {
        Ok(asked_by) => Ok(Display { backend: LinuxBackend::WaylandOnly, _asked_by: asked_by }),
        Err(wayland) => Err(format!("{x11}; {wayland}")),
    }
}

/// Looks for a display; where it is not Linux, one is always there.
///
/// # Errors
/// Never, here.
#[cfg(not(target_os = "linux"))]
pub fn display() -> Result<Display, String> {
    Ok(Display { backend: LinuxBackend::default() })
}

#[cfg(target_os = "linux")]
mod linux {
    use std::env;
    use std::net::{TcpStream, ToSocketAddrs};
    use std::os::fd::OwnedFd;
    use std::os::linux::net::SocketAddrExt;
    use std::os::unix::net::{SocketAddr, UnixStream};
    use std::path::PathBuf;
    use std::time::Duration;

    const PATIENCE: Duration = Duration::from_secs(2);

    /// Host (empty: this machine) and number of a display name such as `:0`, `:1.0` or `far.example:10.0`.
    pub(super) fn parse_display(name: &str) -> Option<(&str, u16)> {
        let (host, rest) = name.rsplit_once(':')?;
        let number = rest.split('.').next()?.parse().ok()?;
        let host = if host == "unix" || host.ends_with("/unix") { "" } else { host.strip_prefix("tcp/").unwrap_or(host) };
        Some((host, number))
    }

    pub(super) fn ask_x11() -> Result<OwnedFd, String> {
        let name = env::var("DISPLAY").unwrap_or_default();
        if name.is_empty() {
            return Err("DISPLAY is not set".to_owned());
        }
        let Some((host, number)) = parse_display(&name) else { return Err(format!("DISPLAY={name} is no display name")) };
        let answer = if host.is_empty() {
            let path = format!("/tmp/.X11-unix/X{number}");
            let hidden = SocketAddr::from_abstract_name(path.as_bytes()).and_then(|address| UnixStream::connect_addr(&address));
            hidden.or_else(|_| UnixStream::connect(&path)).ok().map(OwnedFd::from)
        } else {
            let mut addresses = (host, 6000u16.saturating_add(number)).to_socket_addrs().into_iter().flatten();
            addresses.find_map(|address| TcpStream::connect_timeout(&address, PATIENCE).ok()).map(OwnedFd::from)
        };
        answer.ok_or_else(|| format!("no X server answers on DISPLAY={name}"))
    }

    pub(super) fn ask_wayland() -> Result<OwnedFd, String> {
        let name = env::var("WAYLAND_DISPLAY").unwrap_or_default();
        if name.is_empty() {
            return Err("WAYLAND_DISPLAY is not set".to_owned());
        }
        let folder = PathBuf::from(env::var("XDG_RUNTIME_DIR").unwrap_or_default());
        let answer = UnixStream::connect(folder.join(&name)).map(OwnedFd::from);
        answer.map_err(|_| format!("no compositor answers on WAYLAND_DISPLAY={name}"))
    }

    #[cfg(test)]
    mod tests {
        use super::parse_display;

        #[test]
        fn display_names() {
            assert_eq!(parse_display(":0"), Some(("", 0)));
            assert_eq!(parse_display(":12.1"), Some(("", 12)));
            assert_eq!(parse_display("unix:3"), Some(("", 3)));
            assert_eq!(parse_display("far.example:10.0"), Some(("far.example", 10)));
            assert_eq!(parse_display("[::1]:2").map(|(_, number)| number), Some(2));
            for wrong in ["", "x", ":", ":x", ":99999"] {
                assert_eq!(parse_display(wrong), None, "{wrong}");
            }
        }
    }
}
