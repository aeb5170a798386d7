//! The digest of a world: all that decides its future. Storage mode, events and texts are not part of it.

use super::World;
use crate::sim::digest::Digest;

impl World {
    /// The digest after the last tick.
    pub fn digest(&self) -> u64 {
        let mut digest = Digest::new();
        digest.add(u64::from(self.tick));
        digest.add(self.rng.state());
        digest.add_f32(self.rank);
        digest.add(self.bullets.digest());
        digest.add(self.lasers.digest());
        self.tasks.digest(&self.bullets, &mut digest);
        for (program, bits) in self.signals.given() {
            digest.add(program.number() << 32 | u64::from(*bits));
        }
        self.digest_player(&mut digest);
        for shot in self.shots.all() {
            digest.add_vec2(shot.at);
        }
        for (slot, enemy) in self.enemies.slots().iter() {
            digest.add(slot as u64);
            digest.add_vec2(enemy.pose.at);
            digest.add(u64::from(enemy.serial) << 32 | u64::from(enemy.hp as u32));
        }
        if let Some(boss) = &self.boss {
            digest.add_vec2(boss.pose.at);
            digest.add(u64::from(boss.hp as u32) << 32 | u64::from(boss.ticks_left));
            digest.add((boss.attack as u64) << 8 | boss.state as u64);
        }
        for item in self.items.all() {
            digest.add_vec2(item.at);
            digest.add(u64::from(item.serial) << 8 | item.kind as u64);
        }
        digest.value()
    }

    fn digest_player(&self, digest: &mut Digest) {
        digest.add_vec2(self.player.at);
        digest.add(u64::from(self.player.safe_ticks));
        let score = &self.score;
        digest.add(score.score);
        for count in [score.lives, score.bombs, score.power, score.graze, score.gauge, score.point_value, score.misses] {
            digest.add(u64::from(count));
        }
    }
}
