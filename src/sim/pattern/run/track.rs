//! A track: the main one, a list of a `Together`, or one of `then`. Which one is which is fixed by the program.

/// The world's random source.
pub(super) const NO_SEED: (u8, u8) = (u8::MAX, u8::MAX);

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Thread {
    pub state: State,
    /// The track that waits for this one.
    pub parent: u8,
    /// How many tracks this one waits for; of one that is late, by how many ticks it is.
    pub children_left: u8,
    /// Whether it has fired or changed its speed.
    pub has_speed: bool,
    /// Whether left and right are exchanged for it, beyond what its pose says.
    pub is_mirrored: bool,
    /// The slots of the seed that it draws from, and of how often it has; `NO_SEED` twice for the world's source.
    pub seed: (u8, u8),
    /// The next instruction.
    pub at: u32,
    pub wake_tick: u32,
    pub last_angle_deg: f32,
    pub last_speed_px_per_tick: f32,
    pub volley_count: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// Has ended or has not begun.
    Idle,
    /// Runs at its wake tick.
    Running,
    /// The same, late.
    Late,
    /// Waits for other tracks.
    Joining,
}

impl Thread {
    pub(super) const IDLE: Thread = Thread {
        state: State::Idle,
        parent: 0,
        children_left: 0,
        has_speed: false,
        is_mirrored: false,
        seed: NO_SEED,
        at: 0,
        wake_tick: 0,
        last_angle_deg: 0.0,
        last_speed_px_per_tick: 1.0,
        volley_count: 0,
    };

    pub(super) fn starting_at(at: usize) -> Thread {
        Thread { state: State::Running, at: at as u32, ..Thread::IDLE }
    }

    pub(super) fn is_due(&self, tick: u32) -> bool {
        self.is_running() && self.wake_tick <= tick
    }

    pub(super) fn is_running(&self) -> bool {
        matches!(self.state, State::Running | State::Late)
    }

    /// A tick later, and so much later than it should be.
    pub(super) fn lag(&mut self, tick: u32) {
        let late_ticks = if self.state == State::Late { self.children_left } else { 0 };
        (self.state, self.children_left, self.wake_tick) = (State::Late, late_ticks.saturating_add(1), tick + 1);
    }

    /// What is left of a wait; one that is late makes up for it.
    pub(super) fn shortened(&mut self, ticks: u32) -> u32 {
        if self.state != State::Late {
            return ticks;
        }
        let gained = ticks.min(u32::from(self.children_left));
        self.children_left -= gained as u8;
        if self.children_left == 0 {
            self.state = State::Running;
        }
        ticks - gained
    }
}
