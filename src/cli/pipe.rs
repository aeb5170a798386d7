//! What commands print to. When whoever reads it has read enough, the command goes on unheard: its files and its exit code are still wanted.
//!
//! Invariant: a closed pipe is no failure; any other trouble of the writer is. Must not know: what is printed.

use std::io::{self, ErrorKind, Write};

/// A writer that takes everything once its reader is gone.
pub struct Pipe<W> {
    to: W,
    is_closed: bool,
}

impl<W: Write> Pipe<W> {
    pub fn new(to: W) -> Self {
        Self { to, is_closed: false }
    }

    /// What `act` on the writer came to, or `unheard` when nobody reads any more.
    fn unless_closed<T>(&mut self, unheard: T, act: impl FnOnce(&mut W) -> io::Result<T>) -> io::Result<T> {
        if self.is_closed {
            return Ok(unheard);
        }
        match act(&mut self.to) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.is_closed = true;
                Ok(unheard)
            }
            done => done,
        }
    }
}

impl<W: Write> Write for Pipe<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.unless_closed(bytes.len(), |to| to.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.unless_closed((), W::flush)
    }
}
