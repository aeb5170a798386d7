//! What each happening starts. One match, so that a new happening has one place to become visible.
//! Units: px, ticks, turns.

use super::Fx;
use super::bits::{Bit, Shape};
use super::waves::Wave;
use crate::view::brush::{self, Rgba};
use glam::Vec2;
use tamafubuki::sim::event::{Event, Happening};

const WHITE: Rgba = [255, 252, 244, 255];
const GOLD: Rgba = [255, 214, 110, 255];
const RED: Rgba = [232, 72, 60, 255];
const GREEN: Rgba = [120, 226, 150, 255];
const CRANE: Rgba = [0xF4, 0xF1, 0xEA, 255];
const EMBER: Rgba = [0xE8, 0x79, 0x3A, 255];
/// Happenings of one kind in one tick that are shown; the rest would only hide them.
const SHOWN_A_TICK: u32 = 10;
const CANCELS_A_TICK: u32 = 500;

/// Starts the effects of a tick's happenings.
pub(super) fn react(fx: &mut Fx, events: &[Event]) {
    let (mut hits, mut volleys, mut grazes, mut cancels) = (0, 0, 0, 0);
    let within = |count: &mut u32, most: u32| {
        *count += 1;
        *count <= most
    };
    for event in events {
        match event.what {
            Happening::EnemyHit if within(&mut hits, SHOWN_A_TICK) => fx.sparks(event.at, 2, 2.4, WHITE),
            Happening::BulletsFired if within(&mut volleys, SHOWN_A_TICK) => {
                let rgba = fx.color(event.value, 90);
                fx.wave(event.at, (2.0, 13.0), 3.0, rgba, 0, 12.0);
            }
            Happening::LaserOpens if within(&mut volleys, SHOWN_A_TICK) => {
                let rgba = fx.color(event.value, 150);
                fx.wave(event.at, (4.0, 26.0), 4.0, rgba, 6, 16.0);
            }
            Happening::Graze if within(&mut grazes, SHOWN_A_TICK) => fx.graze(event.at),
            Happening::Cancel if within(&mut cancels, CANCELS_A_TICK) => fx.crumple(event, 0.0),
            Happening::Folded if within(&mut cancels, CANCELS_A_TICK) => fx.crumple(event, -0.9),
            _ => fx.single(event),
        }
    }
}

impl Fx {
    /// Happenings that come one at a time.
    fn single(&mut self, event: &Event) {
        let at = event.at;
        match event.what {
            Happening::Flash => {
                let [r, g, b, _] = self.color(event.value % 256, 255);
                self.flash_by((event.value / 256) as f32 / 255.0, [r, g, b]);
            }
            Happening::Shake => self.shake_by(event.value as f32 / 16.0),
            Happening::EnemyDown => self.enemy_down(at),
            Happening::Fold => {
                self.sparks(at, 24, 5.0, WHITE);
                self.wave(at, (8.0, 60.0), 2.5, CRANE, 8, 24.0);
                self.shake_by(2.0);
                self.flash_by(0.16, [255, 250, 235]);
            }
            Happening::Bomb => {
                self.scraps(at, 48, 6.0, &[CRANE, RED, GOLD, GREEN]);
                self.wave(at, (10.0, 320.0), 9.0, CRANE, 8, 40.0);
                self.shake_by(5.0);
                self.flash_by(0.45, [255, 248, 230]);
            }
            Happening::PlayerHit => {
                self.wave(at, (70.0, 4.0), 4.0, RED, 0, 14.0);
                self.sparks(at, 18, 4.0, RED);
                self.shake_by(5.0);
                self.flash_by(0.3, [190, 40, 34]);
            }
            Happening::PlayerDown => {
                self.scraps(at, 36, 4.2, &[CRANE, CRANE, RED]);
                self.wave(at, (4.0, 120.0), 5.0, CRANE, 6, 34.0);
                self.shake_by(7.0);
            }
            Happening::Respawn => self.wave(at, (60.0, 12.0), 2.0, CRANE, 6, 24.0),
            Happening::ItemTaken => self.sparks(at, 3, 1.8, GOLD),
            Happening::FullPower => self.wave(at, (6.0, 60.0), 3.0, GOLD, 8, 30.0),
            Happening::Extend => self.wave(at, (6.0, 80.0), 4.0, GREEN, 6, 40.0),
            _ => self.boss(event),
        }
    }

    /// Happenings of a boss's fight.
    fn boss(&mut self, event: &Event) {
        let at = event.at;
        match event.what {
            Happening::BossEnters => self.scraps(at, 30, 3.5, &[EMBER, GOLD, RED]),
            Happening::SpellDeclared => {
                self.wave(at, (220.0, 30.0), 5.0, EMBER, 5, 36.0);
                self.wave(at, (10.0, 200.0), 3.0, GOLD, 5, 48.0);
                self.flash_by(0.2, [255, 220, 180]);
            }
            Happening::SpellCaptured => {
                self.wave(at, (10.0, 260.0), 6.0, GOLD, 8, 50.0);
                self.scraps(at, 50, 5.5, &[GOLD, CRANE, RED]);
                self.shake_by(4.0);
            }
            Happening::SpellFailed | Happening::PhaseEnd => {
                self.wave(at, (10.0, 220.0), 5.0, CRANE, 5, 40.0);
                self.scraps(at, 30, 5.0, &[EMBER, CRANE]);
                self.shake_by(3.0);
            }
            Happening::BossDown => {
                for (index, rgba) in [CRANE, EMBER, GOLD, CRANE].into_iter().enumerate() {
                    let delay = index as f32 * 9.0;
                    self.waves.add(Wave { at, radii: (8.0, 300.0), thick: 7.0, rgba, sides: 5 + index as u32, delay, life: 48.0 });
                }
                self.scraps(at, 150, 7.0, &[EMBER, GOLD, CRANE, RED]);
                self.sparks(at, 40, 8.0, WHITE);
                self.shake_by(9.0);
                self.flash_by(0.75, [255, 250, 240]);
            }
            _ => {}
        }
    }

    fn enemy_down(&mut self, at: Vec2) {
        self.scraps(at, 12, 3.0, &[CRANE, EMBER, RED]);
        self.sparks(at, 8, 3.6, GOLD);
        self.wave(at, (4.0, 30.0), 3.0, CRANE, 6, 20.0);
    }

    fn graze(&mut self, at: Vec2) {
        self.sparks(at, 3, 3.2, [214, 236, 255, 255]);
    }

    /// A bullet that becomes paper: it folds shut where it was, and a scrap of its colour flutters off.
    fn crumple(&mut self, event: &Event, lift: f32) {
        let rgba = self.color(event.value, 255);
        let turn = self.rng.unit();
        let still = Bit {
            shape: Shape::Crumple,
            at: event.at,
            velocity: Vec2::ZERO,
            drag: 1.0,
            fall: 0.0,
            turn,
            spin: 0.02,
            size: 9.0,
            rgba,
            age: 0.0,
            life: 16.0,
        };
        self.bits.add(still);
        let velocity = brush::toward(turn) * self.rng.range(0.3, 1.1) + Vec2::new(0.0, lift);
        let size = self.rng.range(1.8, 3.0);
        let life = self.rng.range(24.0, 44.0);
        self.bits.add(Bit {
            shape: Shape::Scrap,
            velocity,
            drag: 0.97,
            fall: 0.03,
            spin: self.rng.range(-0.03, 0.03),
            size,
            life,
            ..still
        });
    }

    fn sparks(&mut self, at: Vec2, count: u32, speed: f32, rgba: Rgba) {
        for _ in 0..count {
            let velocity = brush::toward(self.rng.unit()) * self.rng.range(speed * 0.4, speed);
            let life = self.rng.range(8.0, 18.0);
            let (turn, spin, age) = (0.0, 0.0, 0.0);
            self.bits.add(Bit { shape: Shape::Spark, at, velocity, drag: 0.9, fall: 0.0, turn, spin, size: 1.1, rgba, age, life });
        }
    }

    fn scraps(&mut self, at: Vec2, count: u32, speed: f32, colors: &[Rgba]) {
        for index in 0..count {
            let velocity = brush::toward(self.rng.unit()) * self.rng.range(speed * 0.2, speed);
            let (turn, spin) = (self.rng.unit(), self.rng.range(-0.03, 0.03));
            let (size, life) = (self.rng.range(1.8, 4.2), self.rng.range(36.0, 90.0));
            let rgba = colors[index as usize % colors.len()];
            self.bits.add(Bit { shape: Shape::Scrap, at, velocity, drag: 0.95, fall: 0.045, turn, spin, size, rgba, age: 0.0, life });
        }
    }

    fn wave(&mut self, at: Vec2, radii: (f32, f32), thick: f32, rgba: Rgba, sides: u32, life: f32) {
        self.waves.add(Wave { at, radii, thick, rgba, sides, delay: 0.0, life });
    }

    fn color(&self, index: u32, alpha: u8) -> Rgba {
        let [r, g, b] = self.palette[index as usize % self.palette.len()];
        [r, g, b, alpha]
    }
}
