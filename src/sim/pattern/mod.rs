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
//! A pattern may have patterns of its own, which it calls as if they were shared:
//! ```ron
//! (
//!     patterns: (
//!         burst: (params: (count: 8), do: [Fire(aim: Aim(0), group: Ring(count: "count"), bullet: (look: "disc"))]),
//!     ),
//!     do: [Repeat(times: 3, every: 30, do: [Call("burst"), Call(pattern: "burst", with: (count: 12))])],
//! )
//! ```
//!
//! A call may change it as a whole: `Call(pattern: "fan", modify: (speed: 1.2, time: 0.8, angle: 15, mirror: 1, seed: 7, budget: 300))`; so may
//! a spell (`modify: (...)` beside its `program`) and the command line (`--modify`).
//!
//! Besides bullets a pattern may ask for a `Flash`, a `Shake`, a `Mark` on the ground, and that bullets `Cancel`. What is fired in the same tick is
//! born after a `Cancel` and stays.
//!
//! # What bullets do by themselves
//! A bullet may have a `script`, a list of steps of its own, and `then`: lists that begin when something happens. There `ChangeDirection`,
//! `ChangeSpeed` and `Accel` steer the bullet, over some ticks and along a curve; `Fire` fires from it; `Become`, `Recolor`, `ToItem` and `Vanish`
//! are its end or its change. Emitters are steered by the same steps.
//! ```ron
//! [
//!     // Buds that slow down and open into rings; those that are near the crane by then turn to it instead.
//!     Forever(every: 50, do: [
//!         Fire(
//!             aim: Aim(0),
//!             group: Spread(count: 5, step: 24),
//!             speed: 2.2,
//!             bullet: (
//!                 look: "drop",
//!                 script: [
//!                     ChangeSpeed(to: 0.4, ticks: 40, ease: OutSine),
//!                     Wait("40 + 4 * i"),
//!                     Fire(aim: Relative(0), group: Ring(count: "6 + difficulty"), speed: 1.4, bullet: (look: "petal", color: Rose)),
//!                     Vanish,
//!                 ],
//!                 then: [(when: Near(90), do: [ChangeDirection(to: Aim(0), ticks: 20), ChangeSpeed(to: 2, ticks: 20)])],
//!             ),
//!         ),
//!     ]),
//! ]
//! ```
//! - A newborn stands where it was fired from; its script begins in the tick after its birth, or at the end of its spawn cloud, just before it
//!   moves. With `delay: 1` it does not move in the tick of its birth either; with `delay: 0` it does.
//! - In each tick first the changes under way go on, then the steps run that are due, then the bullet moves. A change is seen from the tick after
//!   its step on: by a part each tick, exact at its end; with `ticks: 0` it is made in the next tick. It replaces one of the same sort.
//! - The script knows the names of the list that fires it, as they were at the fire, and `i`, `n`, `side`, `loop`, `hp`, `time_left`; a pattern that
//!   it calls knows its parameters alone. `t` counts from its beginning, `x y angle speed aim distance` are the bullet's own.
//! - A bullet has at most 4 lists side by side and 16 numbers of its own. A pattern may call itself by way of a bullet that it fires: bullets
//!   of a generation beyond the eighth that would have a script are not fired, and counted.
//! - In a mirror image (`mirrored`) relative and sequence directions turn the other way, as the parameters of a kind do.
//! - A kind whose way is worked out at its birth cannot be steered; one that steers itself takes a new direction and speed and goes on from there.
//!
//! Those who know BulletML find it here: `Relative`, `Absolute`, `Aim` and `Sequence` mean what they mean there (`Sequence` of a first volley is
//! aimed, of a first speed it is 1); `accel` is `Accel`, `action` a list, `fireRef` and `actionRef` a `Call`, `bulletRef` a `Call` in a `script`,
//! `wait` truncates (`Wait("trunc(...)")`), `repeat` runs at least once (`times: "max(1, trunc(...))"`), a bullet's own direction or speed stands
//! in place of that of its `fire`, and `delay: 1` is what its newborns do. `Lag` stands between the several actions of a bullet, and
//! `Face(Absolute(-90))` is where its emitters look at first. Of a direction given twice as a sequence the first is
//! `if(volleys > 0, last_angle + a, aim)`, of a speed `if(has_speed, last_speed + a, 1)`.
//!
//! # Numbers
//! Wherever a number stands: `2.5`; `"1.4 + 0.3 * rank"`; `(easy: 1, normal: 2, hard: 3, lunatic: 4)`; `Rand(1, 2)`, drawn once when the step
//! starts or the volley is fired. `"rand(1, 2)"` among a volley's bullets is drawn for each.
//!
//! Variables: `t` (ticks since the start), `rank` (0 to 1), `difficulty` (0 to 3), `px py` (player), `x y angle speed age hp` (emitter),
//! `time_left` (ticks), `aim` and `distance` (from emitter to player), `last_angle last_speed has_speed volleys` (of this track), `generation`, `loop` (index of the
//! round of the innermost loop), names of `Let`, `as` and parameters. For each bullet: `i`, `n`, `i1` to `i4`, `side`.
//!
//! Operators, loosest first: `or`, `and`, `not`, `< <= > >= == !=`, `+ -`, `* / %`, unary `-`, `^`. Functions: `if min max clamp abs floor ceil
//! round trunc sign sqrt pow sin cos tan atan2 lerp ease mod wrap rand randint noise`. Truth is 1 and 0.
//!
//! # From file to bullets
//! `format` (serde) -> `compile` (all problems at once, numbers to bytecode) -> `Program` (shared, flat) -> `Runner` (one for each emitter, fixed
//! size) and `Task` (one for each bullet with a script) -> births. Everything that grows is limited; what the limits hold back while running is counted in `Clipped`.

mod compile;
pub mod ease;
mod expr;
pub mod format;
mod program;
mod run;
#[cfg(test)]
mod tests;

pub use compile::{Names, compile, compile_shared, compile_under};
pub use program::{
    INSTRUCTIONS_MAX, LEVELS_MAX, PATH_POINTS_MAX, Program, ProgramId, SLOTS_MAX, TASK_SLOTS_MAX, TASK_THREADS_MAX, THREADS_MAX, VOLLEY_MAX,
};
pub use run::{
    BIRTHS_PER_TICK_MAX, Births, Budget, CUES_MAX, Clipped, Cue, Deeds, GENERATIONS_MAX, Heading, Host, OPERATIONS_PER_TICK_MAX, Pose,
    Runner, Scope, Seed, TASK_OPERATIONS_MAX, Task,
};
