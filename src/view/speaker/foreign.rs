//! The calls into libpulse-simple and libasound, found at run time. The only file outside of `mem` with `unsafe`.
//!
//! Invariant: a library that was opened is never closed, so the functions found in it stay valid; a stream belongs to the value that opened
//! it, is used by one thread at a time (the values are not `Send`), and is closed once, when the value is dropped.
//! Must not know: what is played.

use libloading::Library;
use std::ffi::{CStr, CString, c_char, c_int, c_long, c_uint, c_ulong, c_void};
use std::ptr;
use tamafubuki::sound::RATE_HZ;

const CHANNEL_COUNT: u8 = 2;
const FRAME_BYTES: u32 = 2 * CHANNEL_COUNT as u32;
/// What a device may hold before it sounds.
const LATENCY_MS: u32 = 50;

/// Opens a library for good.
fn library(name: &str) -> Result<&'static Library, String> {
    // SAFETY: these are the system's own libraries; what they run when they are loaded is what every program with sound runs.
    let library = unsafe { Library::new(name) }.map_err(|_| format!("there is no {name}"))?;
    Ok(Box::leak(Box::new(library)))
}

/// A function of a library.
///
/// # Safety
/// `T` is the type of the function of that name, as the library's header declares it.
unsafe fn function<T: Copy>(library: &'static Library, name: &str) -> Result<T, String> {
    // SAFETY: the caller's promise.
    let found = unsafe { library.get::<T>(name.as_bytes()) };
    found.map(|function| *function).map_err(|_| format!("its library has no {name}"))
}

/// The text of an error, as a library tells it.
fn words(strerror: extern "C" fn(c_int) -> *const c_char, error: c_int) -> String {
    let text = strerror(error);
    if text.is_null() {
        return format!("error {error}");
    }
    // SAFETY: both libraries give a constant text that ends with 0.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}

/// `pa_sample_spec`.
#[repr(C)]
struct SampleSpec {
    format: c_int,
    rate: u32,
    channels: u8,
}

/// `pa_buffer_attr`, bytes; all ones leave a value to the server.
#[repr(C)]
struct BufferAttributes {
    maxlength: u32,
    tlength: u32,
    prebuf: u32,
    minreq: u32,
    fragsize: u32,
}

type PulseNew = unsafe extern "C" fn(
    server: *const c_char,
    name: *const c_char,
    direction: c_int,
    device: *const c_char,
    stream_name: *const c_char,
    spec: *const SampleSpec,
    map: *const c_void,
    attributes: *const BufferAttributes,
    error: *mut c_int,
) -> *mut c_void;
type PulseWrite = unsafe extern "C" fn(stream: *mut c_void, data: *const c_void, bytes: usize, error: *mut c_int) -> c_int;
type PulseFree = unsafe extern "C" fn(stream: *mut c_void);
type StrError = extern "C" fn(c_int) -> *const c_char;

/// A stream to a PulseAudio server.
pub struct Pulse {
    stream: *mut c_void,
    write: PulseWrite,
    free: PulseFree,
    strerror: StrError,
}

impl Pulse {
    /// Connects to the server at this address, or to the one that the environment names.
    ///
    /// # Errors
    /// There is no library or no server; why.
    pub fn open(server: Option<&str>) -> Result<Self, String> {
        const PLAYBACK: c_int = 1;
        const S16_NATIVE: c_int = if cfg!(target_endian = "little") { 3 } else { 4 };
        const LEFT_TO_SERVER: u32 = u32::MAX;
        let library = library("libpulse-simple.so.0")?;
        // SAFETY: the types are those of pulse/simple.h and pulse/error.h.
        let (new, write, free, strerror) = unsafe {
            let new: PulseNew = function(library, "pa_simple_new")?;
            let write: PulseWrite = function(library, "pa_simple_write")?;
            let free: PulseFree = function(library, "pa_simple_free")?;
            // In libpulse, which the library was linked with and so brings along.
            let strerror: StrError = function(library, "pa_strerror")?;
            (new, write, free, strerror)
        };
        let server = server.map(CString::new).transpose().map_err(|_| "its address has a zero".to_owned())?;
        let spec = SampleSpec { format: S16_NATIVE, rate: RATE_HZ, channels: CHANNEL_COUNT };
        let bytes = |ms: u32| RATE_HZ / 1000 * ms * FRAME_BYTES;
        let attributes = BufferAttributes {
            maxlength: LEFT_TO_SERVER,
            tlength: bytes(LATENCY_MS),
            prebuf: LEFT_TO_SERVER,
            minreq: bytes(10),
            fragsize: LEFT_TO_SERVER,
        };
        let mut error = 0;
        // SAFETY: every text ends with 0 and every struct is as in the headers; all live until the call returns, which keeps none of them.
        // No device and no map: the server's own choice.
        let stream = unsafe {
            new(
                server.as_ref().map_or(ptr::null(), |server| server.as_ptr()),
                c"Tamafubuki".as_ptr(),
                PLAYBACK,
                ptr::null(),
                c"Effects".as_ptr(),
                &spec,
                ptr::null(),
                &attributes,
                &mut error,
            )
        };
        if stream.is_null() { Err(words(strerror, error)) } else { Ok(Self { stream, write, free, strerror }) }
    }

    /// Plays the samples; waits until they are taken.
    ///
    /// # Errors
    /// The server is gone; why.
    pub fn write(&mut self, block: &[i16]) -> Result<(), String> {
        let mut error = 0;
        // SAFETY: the stream is open, and the library reads so many bytes of the block before it returns.
        let result = unsafe { (self.write)(self.stream, block.as_ptr().cast(), size_of_val(block), &mut error) };
        if result < 0 { Err(words(self.strerror, error)) } else { Ok(()) }
    }
}

impl Drop for Pulse {
    fn drop(&mut self) {
        // SAFETY: the stream is open, and nobody uses it after this.
        unsafe { (self.free)(self.stream) }
    }
}

type AlsaOpen = unsafe extern "C" fn(pcm: *mut *mut c_void, name: *const c_char, stream: c_int, mode: c_int) -> c_int;
type AlsaSetParams = unsafe extern "C" fn(
    pcm: *mut c_void,
    format: c_int,
    access: c_int,
    channels: c_uint,
    rate: c_uint,
    soft_resample: c_int,
    latency_us: c_uint,
) -> c_int;
type AlsaWrite = unsafe extern "C" fn(pcm: *mut c_void, data: *const c_void, frames: c_ulong) -> c_long;
type AlsaRecover = unsafe extern "C" fn(pcm: *mut c_void, error: c_int, silent: c_int) -> c_int;
type AlsaClose = unsafe extern "C" fn(pcm: *mut c_void) -> c_int;
/// `snd_local_error_handler_t`; the last is a `va_list`, which is never looked at.
type AlsaHandler =
    unsafe extern "C" fn(file: *const c_char, line: c_int, function: *const c_char, error: c_int, format: *const c_char, rest: *mut c_void);
type AlsaSetHandler = unsafe extern "C" fn(Option<AlsaHandler>) -> Option<AlsaHandler>;

/// Hears the library's complaints and says nothing: what is wrong is told in one line by the caller.
unsafe extern "C" fn be_silent(_: *const c_char, _: c_int, _: *const c_char, _: c_int, _: *const c_char, _: *mut c_void) {}

/// A device of ALSA.
pub struct Alsa {
    pcm: *mut c_void,
    write: AlsaWrite,
    recover: AlsaRecover,
    close: AlsaClose,
    strerror: StrError,
}

impl Alsa {
    /// Opens the default device.
    ///
    /// # Errors
    /// There is no library or no device; why.
    pub fn open() -> Result<Self, String> {
        const PLAYBACK: c_int = 0;
        const S16_NATIVE: c_int = if cfg!(target_endian = "little") { 2 } else { 3 };
        const INTERLEAVED: c_int = 3;
        const WAITING: c_int = 0;
        let library = library("libasound.so.2")?;
        // SAFETY: the types are those of alsa/pcm.h and alsa/error.h.
        let (open, set_params, set_handler, mut alsa) = unsafe {
            let open: AlsaOpen = function(library, "snd_pcm_open")?;
            let set_params: AlsaSetParams = function(library, "snd_pcm_set_params")?;
            let set_handler: AlsaSetHandler = function(library, "snd_lib_error_set_local")?;
            let alsa = Self {
                pcm: ptr::null_mut(),
                write: function(library, "snd_pcm_writei")?,
                recover: function(library, "snd_pcm_recover")?,
                close: function(library, "snd_pcm_close")?,
                strerror: function(library, "snd_strerror")?,
            };
            (open, set_params, set_handler, alsa)
        };
        // SAFETY: the handler is a function of this program and stays; it is heard by this thread alone. `pcm` is written before the call
        // returns, and only if it gives 0.
        let opened = unsafe {
            set_handler(Some(be_silent));
            open(&mut alsa.pcm, c"default".as_ptr(), PLAYBACK, WAITING)
        };
        if opened < 0 {
            alsa.pcm = ptr::null_mut();
            return Err(words(alsa.strerror, opened));
        }
        let latency_us = LATENCY_MS * 1000;
        // SAFETY: the device is open.
        let set = unsafe { set_params(alsa.pcm, S16_NATIVE, INTERLEAVED, CHANNEL_COUNT.into(), RATE_HZ, 1, latency_us) };
        if set < 0 { Err(words(alsa.strerror, set)) } else { Ok(alsa) }
    }

    /// Plays the samples; waits until they are taken.
    ///
    /// # Errors
    /// The device is gone; why.
    pub fn write(&mut self, block: &[i16]) -> Result<(), String> {
        let mut rest = block;
        while rest.len() >= usize::from(CHANNEL_COUNT) {
            let frames = rest.len() / usize::from(CHANNEL_COUNT);
            // SAFETY: the device is open and takes at most so many frames of two samples, which are there.
            let written = unsafe { (self.write)(self.pcm, rest.as_ptr().cast(), frames as c_ulong) };
            if written < 0 {
                // SAFETY: the device is open. What was missed (too late, asleep) is put right; all else is an error again.
                let recovered = unsafe { (self.recover)(self.pcm, written as c_int, 1) };
                if recovered < 0 {
                    return Err(words(self.strerror, recovered));
                }
            } else {
                rest = &rest[(written as usize * usize::from(CHANNEL_COUNT)).min(rest.len())..];
            }
        }
        Ok(())
    }
}

impl Drop for Alsa {
    fn drop(&mut self) {
        if !self.pcm.is_null() {
            // SAFETY: the device is open, and nobody uses it after this.
            unsafe { (self.close)(self.pcm) };
        }
    }
}
