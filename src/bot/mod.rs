//! A player made of code: looks at the world, answers with an input.
//!
//! Invariant: the same run of worlds gives the same inputs; nothing is allocated a tick once as many bullets as there ever are were seen.
//! Must not know: anything that a player could not see.

mod fumbler;
mod plan;
mod threats;
mod wish;

pub use fumbler::Fumbler;

use crate::sim::bullet::Instance;
use crate::sim::input::{self, Input};
use crate::sim::player::PlayerState;
use crate::sim::world::{Phase, World};
use plan::{Move, Plan, Situation, Speeds, Threat};
use wish::Wish;

/// Ticks a line of dialogue is left to be read.
const READ_TICKS: u32 = 90;
/// From this danger on, a hit is expected that no path avoids: fold.
const TRAPPED: f32 = 0.4;
/// Reach of a fold as the bot judges it, px.
const FOLD_REACH_PX: f32 = 90.0;
/// Threats within reach that are worth a fold, by folds in stock: the last one is kept for need.
const WORTH_FOLDING: [usize; 4] = [usize::MAX, usize::MAX, 14, 8];

/// The bot.
pub struct Bot {
    plan: Plan,
    wish: Wish,
    instances: Vec<Instance>,
    threats: Vec<Threat>,
    last: Input,
    last_move: Move,
}

impl Bot {
    /// Takes its memory.
    pub fn new() -> Self {
        Self {
            plan: Plan::new(),
            wish: Wish::default(),
            instances: Vec::with_capacity(threats::THREATS_MAX),
            threats: Vec::with_capacity(threats::THREATS_MAX),
            last: Input::default(),
            last_move: Move::default(),
        }
    }

    /// The input for the world's next tick.
    pub fn decide(&mut self, world: &World) -> Input {
        let input = match world.phase() {
            Phase::Dialogue => self.listen(world),
            Phase::Playing | Phase::Clear { .. } => self.play(world),
            // Continues are for people.
            Phase::GameOver { .. } | Phase::Finished(_) => Input::default(),
        };
        self.last = input;
        input
    }

    /// Reads a line, then asks for the next.
    fn listen(&mut self, world: &World) -> Input {
        let read = world.dialogue().is_some_and(|dialogue| dialogue.shown_ticks >= READ_TICKS);
        Input { buttons: self.press(input::SHOOT, read), ..Input::default() }
    }

    fn play(&mut self, world: &World) -> Input {
        let player = world.player();
        let crane = &world.stage().crane;
        threats::gather(world, &mut self.instances, &mut self.threats);
        let situation = Situation {
            player: player.at,
            radius_px: crane.hit_radius_px,
            speeds: Speeds { wide_px_per_tick: crane.speed_px_per_tick, focused_px_per_tick: crane.focus_speed_px_per_tick },
            wish: self.wish.place(world),
            last: self.last_move,
        };
        let choice = self.plan.choose(&situation, &self.threats);
        self.last_move = choice.step;
        let bomb = matches!(player.state, PlayerState::Hit { .. });
        let fold = !bomb && player.can_be_hit() && self.wants_fold(world, choice.danger);
        let mut buttons = input::SHOOT | self.press(input::BOMB, bomb) | self.press(input::FOLD, fold);
        if choice.step.focused {
            buttons |= input::FOCUS;
        }
        Input { buttons, move_x: choice.step.x * 127, move_y: choice.step.y * 127 }
    }

    /// Folding saves from what cannot be avoided; with more than one fold in stock it also pays.
    fn wants_fold(&self, world: &World, danger: f32) -> bool {
        let folds = world.hud().folds as usize;
        let near = |threat: &&Threat| threat.at.distance_squared(world.player().at) < FOLD_REACH_PX * FOLD_REACH_PX;
        folds >= 1 && (danger > TRAPPED || self.threats.iter().filter(near).count() >= WORTH_FOLDING[folds.min(3)])
    }

    /// A button that acts when pressed: let go for a tick before it is pressed again.
    fn press(&self, button: u16, wanted: bool) -> u16 {
        if wanted && !self.last.holds(button) { button } else { 0 }
    }
}

impl Default for Bot {
    fn default() -> Self {
        Self::new()
    }
}
