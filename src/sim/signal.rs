//! Signals between an emitter and the bullets of the same program: given in one tick, heard in the next.
//!
//! Invariant: whoever runs in a tick hears the same, in whatever order they run; takes nothing from the heap once it has its room.

use super::pattern::ProgramId;

/// Signals under way, as bits of programs.
#[derive(Clone, Debug, Default)]
pub struct Signals {
    heard: Vec<(ProgramId, u32)>,
    given: Vec<(ProgramId, u32)>,
}

impl Signals {
    /// Makes room for the signals of so many programs. Allocates.
    pub fn reserve(&mut self, program_count: usize) {
        for list in [&mut self.heard, &mut self.given] {
            list.reserve(program_count.saturating_sub(list.len()));
        }
    }

    /// A tick begins: what was given is heard.
    pub fn turn_over(&mut self) {
        std::mem::swap(&mut self.heard, &mut self.given);
        self.given.clear();
    }

    /// What is heard of a program.
    pub fn heard(&self, program: ProgramId) -> u32 {
        self.heard.iter().find(|(of, _)| *of == program).map_or(0, |(_, bits)| *bits)
    }

    /// Gives signals of a program.
    pub fn give(&mut self, program: ProgramId, bits: u32) {
        if bits == 0 {
            return;
        }
        match self.given.iter_mut().find(|(of, _)| *of == program) {
            Some((_, given)) => *given |= bits,
            None => self.given.push((program, bits)),
        }
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.heard.clear();
        self.given.clear();
    }

    /// What will be heard in the next tick.
    pub fn given(&self) -> &[(ProgramId, u32)] {
        &self.given
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signal_is_heard_for_one_tick_by_its_own_program() {
        let (fan, lantern) = (ProgramId::Enemy(1), ProgramId::Attack { boss: 0, attack: 1 });
        let mut signals = Signals::default();
        signals.reserve(2);
        signals.give(fan, 1);
        signals.give(fan, 4);
        assert_eq!(signals.heard(fan), 0, "not yet");
        signals.turn_over();
        assert_eq!((signals.heard(fan), signals.heard(lantern)), (5, 0));
        signals.turn_over();
        assert_eq!(signals.heard(fan), 0);
    }
}
