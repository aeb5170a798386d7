//! What must hold of a world at every tick, whoever plays.
//!
//! Units: px, ticks. Invariant: a rule is a statement about what can be seen of the world now and a tick ago. Must not know: storage,
//! the heap, who plays.

use glam::Vec2;
use tamafubuki::sim::bullet::Instance;
use tamafubuki::sim::field;
use tamafubuki::sim::laser::BodyView;
use tamafubuki::sim::world::{CONTINUE_TICKS, Config, Phase, World};

/// No run is longer: half an hour of play.
const RUN_TICKS_MAX: u32 = 108_000;
/// Nothing goes further out than this before it is taken away, px: a bound on what is sane, not on what is seen.
const FAR_PX: f32 = 4_096.0;

/// What was seen a tick ago.
pub struct Watch {
    instances: Vec<Instance>,
    tick: u32,
    score: u64,
    continues: u32,
    continues_max: u32,
    is_over: bool,
}

impl Watch {
    /// Before the first tick of a run.
    pub fn new(config: &Config) -> Self {
        Self { instances: Vec::new(), tick: 0, score: 0, continues: 0, continues_max: config.continues, is_over: false }
    }

    /// Looks at the world after a tick.
    ///
    /// # Errors
    /// What is wrong, in a sentence.
    pub fn look(&mut self, world: &World) -> Result<(), String> {
        self.time(world)?;
        self.places(world)?;
        self.counts(world)
    }

    fn time(&mut self, world: &World) -> Result<(), String> {
        let tick = world.tick();
        ensure(tick == self.tick + 1, || format!("tick {tick} follows tick {}", self.tick))?;
        ensure(tick <= RUN_TICKS_MAX, || "the run does not end".to_owned())?;
        self.tick = tick;
        let phase = world.phase();
        if let Phase::GameOver { continues_left, ticks_left } = phase {
            ensure((1..=CONTINUE_TICKS).contains(&ticks_left), || format!("{ticks_left} ticks are left to continue"))?;
            ensure(continues_left <= self.continues_max, || format!("{continues_left} continues are left"))?;
        }
        ensure(!self.is_over, || format!("the run was over and is {phase:?}"))?;
        self.is_over = matches!(phase, Phase::Finished(_));
        // A run that is given up in the middle of a dialogue keeps its line.
        let is_sound = world.dialogue().is_some() == (phase == Phase::Dialogue) || self.is_over;
        ensure(is_sound, || format!("a dialogue, or none, in {phase:?}"))
    }

    fn places(&mut self, world: &World) -> Result<(), String> {
        let player = world.player().at;
        let inside = (-1.0..=field::WIDTH_PX + 1.0).contains(&player.x) && (-1.0..=field::HEIGHT_PX + 200.0).contains(&player.y);
        ensure(inside, || format!("the player is at {player}"))?;
        for enemy in world.enemies() {
            is_place(enemy.at, "an enemy")?;
            ensure(enemy.hp_fraction <= 1.0, || format!("an enemy has {} of its hit points", enemy.hp_fraction))?;
        }
        world.shots().try_for_each(|shot| is_place(shot.at, "a shot"))?;
        world.items().try_for_each(|item| is_place(item.at, "an item"))?;
        if let Some(boss) = world.boss() {
            is_place(boss.at, "the boss")?;
            ensure((0.0..=1.0).contains(&boss.hp_fraction), || format!("the boss has {} of its hit points", boss.hp_fraction))?;
        }
        for laser in world.lasers().views() {
            let at = match laser.body {
                BodyView::Straight { at, .. } => at[1],
                BodyView::Curved(trail) => trail.point(0),
            };
            is_place(at, "a laser")?;
            ensure((0.0..=1.0).contains(&laser.share[1]), || format!("a laser has {} of its width", laser.share[1]))?;
        }
        world.bullets().instances(world.tick(), &mut self.instances);
        let (shown, known) = (self.instances.len(), world.bullets().len());
        ensure(shown == known, || format!("{shown} bullets are drawn, {known} are alive"))?;
        self.instances.iter().try_for_each(|bullet| {
            is_place(Vec2::new(bullet.x, bullet.y), "a bullet")?;
            is_place(Vec2::new(bullet.vx, bullet.vy), "a bullet's displacement")
        })
    }

    fn counts(&mut self, world: &World) -> Result<(), String> {
        let hud = world.hud();
        let score = hud.score;
        let continued = score.continues > self.continues;
        ensure(score.score >= self.score || continued, || format!("the score fell from {} to {}", self.score, score.score))?;
        ensure(score.continues <= self.continues_max, || format!("{} continues were used", score.continues))?;
        (self.score, self.continues) = (score.score, score.continues);
        ensure((0.0..=1.0).contains(&hud.rank), || format!("rank {}", hud.rank))?;
        ensure((0.0..=3.0).contains(&hud.folds), || format!("{} folds", hud.folds))?;
        ensure(score.power <= 400, || format!("power {}", score.power))?;
        for row in world.bullets().rows() {
            let sound = row.len <= row.peak && row.peak <= row.capacity && row.refused == 0;
            ensure(sound, || format!("{}: {} of {}, at most {}, {} refused", row.name, row.len, row.capacity, row.peak, row.refused))?;
        }
        let lasers = world.lasers().row();
        ensure(lasers.len <= lasers.peak && lasers.peak <= lasers.capacity, || format!("lasers: {lasers:?}"))?;
        let arena = world.arena_stats();
        ensure(arena.overflow_count == 0 && arena.used_bytes <= arena.capacity_bytes, || format!("the arena: {arena:?}"))
    }
}

fn ensure(holds: bool, otherwise: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(otherwise()) }
}

fn is_place(at: Vec2, what: &str) -> Result<(), String> {
    // Neither is a number that is none within any bounds.
    let is_sane = at.x.abs() <= FAR_PX && at.y.abs() <= FAR_PX;
    ensure(is_sane, || format!("{what} is at {at}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_place_is_told() {
        assert_eq!(is_place(Vec2::new(10.0, -20.0), "a shot"), Ok(()));
        for bad in [f32::NAN, f32::INFINITY, -1e9] {
            assert!(is_place(Vec2::new(10.0, bad), "a shot").unwrap_err().starts_with("a shot is at [10, "));
            assert!(is_place(Vec2::new(bad, 10.0), "a shot").is_err());
        }
    }
}
