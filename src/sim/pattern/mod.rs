//! The pattern language: what an emitter (an enemy, a boss) fires and how it moves, written in RON. Units as in `format`; every field,
//! default and range stands at its type there.
//!
//! # A pattern is a list of steps
//! They run one after another; only waits, loops with `every` and movements take time. `Together` runs lists side by side.
//! ```ron
//! [
//!     // A ring at the player each second, sooner and denser the harder; petals that pick up speed.
//!     Forever(every: (easy: 60, normal: 45, hard: 35, lunatic: 28), do: [
//!         Fire(
//!             aim: Aim(0),
//!             group: Ring(count: (easy: 12, normal: 18, hard: 24, lunatic: 32)),
//!             speed: "1.4 + 0.3 * rank",
//!             bullet: (look: "petal", color: Vermilion, kind: Accelerating(accel: 0.02, ticks: 60), delay: 10),
//!         ),
//!     ]),
//! ]
//! ```
//! ```ron
//! [
//!     // Two spirals against each other, each arm a stack of three; the boss drifts to a new place every five seconds.
//!     MoveTo(to: (192, 96), ticks: 60, ease: OutCubic),
//!     Let(base: "rand(0, 360)", arms: (easy: 3, normal: 4, hard: 5, lunatic: 6)),
//!     Together([
//!         [Forever(every: 5, as: "shot", do: [
//!             Fire(
//!                 aim: Absolute("base + 11 * shot"),
//!                 mirrored: true,
//!                 group: Ring(count: "arms", start: "7 * shot", of: Stack(count: 3, step: 0.25)),
//!                 speed: 1.6,
//!                 angle: "rand(-1.5, 1.5)",
//!                 bullet: (look: "scrap", colors: [Sky, Snow], pick: "i2", kind: Circular(turn: 0.4, ticks: 90)),
//!             ),
//!         ])],
//!         [Forever(every: 300, do: [
//!             MoveTo(to: ("clamp(x + rand(-70, 70), 80, 304)", "clamp(y + rand(-20, 20), 70, 130)"), ticks: 80),
//!         ])],
//!     ]),
//! ]
//! ```
//! ```ron
//! [
//!     // A fan, three times, that starts anew from the side on which the player is; then a slow flower that falls as it is.
//!     Forever(do: [
//!         Let(side_of_player: "if(px < x, -1, 1)"),
//!         Repeat(times: 3, every: 14, do: [
//!             Call(pattern: "fan", with: (count: "5 + 2 * loop", lean: "20 * side_of_player")),
//!         ]),
//!         Wait(Rand(20, 40)),
//!         If(cond: "hp < 0.5 or difficulty >= 2", then: [
//!             Fire(aim: Absolute(90), group: Rose(count: 40, petals: 5, radius: 36, travel: Along), speed: 0.9, bullet: (look: "drop", color: Rose)),
//!         ]),
//!         Wait(50),
//!     ]),
//! ]
//! ```
//! A `Fire` has `laser: (...)` or `curve: (...)` in place of `bullet: (...)` to fire straight or curved lasers; all else is the same.
//!
//! A shared pattern is called by its name and sees its parameters alone:
//! ```ron
//! (
//!     params: (count: 5, lean: 0),
//!     do: [Fire(aim: Aim("lean"), group: Spread(count: "count", arc: 70), speed: 2.2, bullet: (look: "needle", color: Gold))],
//! )
//! ```
//!
//! # Numbers
//! Wherever a number stands: `2.5`; `"1.4 + 0.3 * rank"`; `(easy: 1, normal: 2, hard: 3, lunatic: 4)`; `Rand(1, 2)`, drawn once when the step
//! starts or the volley is fired. `"rand(1, 2)"` among a volley's bullets is drawn for each.
//!
//! Variables: `t` (ticks since the start), `rank` (0 to 1), `difficulty` (0 to 3), `px py` (player), `x y angle speed age hp` (emitter),
//! `time_left` (ticks), `aim` and `distance` (from emitter to player), `last_angle last_speed volleys` (of this track), `loop` (index of the
//! round of the innermost loop), names of `Let`, `as` and parameters. For each bullet: `i`, `n`, `i1` to `i4`, `side`.
//!
//! Operators, loosest first: `or`, `and`, `not`, `< <= > >= == !=`, `+ -`, `* / %`, unary `-`, `^`. Functions: `if min max clamp abs floor ceil
//! round trunc sign sqrt pow sin cos tan atan2 lerp ease mod wrap rand randint noise`. Truth is 1 and 0.
//!
//! # From file to bullets
//! `format` (serde) -> `compile` (all problems at once, numbers to bytecode) -> `Program` (shared, flat) -> `Runner` (one for each emitter, fixed
//! size) -> births. Everything that grows is limited; what the limits hold back while running is counted in `Clipped`.

mod compile;
pub mod ease;
mod expr;
pub mod format;
mod program;
mod run;
#[cfg(test)]
mod tests;

pub use compile::{Names, compile, compile_shared};
pub use program::{INSTRUCTIONS_MAX, LEVELS_MAX, PATH_POINTS_MAX, Program, SLOTS_MAX, THREADS_MAX, VOLLEY_MAX};
pub use run::{BIRTHS_PER_TICK_MAX, Clipped, OPERATIONS_PER_TICK_MAX, Pose, Runner, Scope};
