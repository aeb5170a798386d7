//! Items: power, points, fragments, scraps. They pop up, fall, and fly to the player when drawn.

use super::field;
use glam::Vec2;

/// Most items at once; a further one replaces none and is counted as taken at once.
pub const ITEMS_MAX: usize = 2_048;
/// Above this height every item flies to the player, px from the top.
pub const COLLECTION_LINE_PX: f32 = 128.0;
/// An item nearer than this is taken, px.
const TAKE_RADIUS_PX: f32 = 20.0;
/// An item nearer than this is drawn in, px.
const MAGNET_RADIUS_PX: f32 = 36.0;
/// The same while focused, px.
const MAGNET_FOCUS_RADIUS_PX: f32 = 72.0;
/// Fall speed, px per tick.
const FALL_PX_PER_TICK: f32 = 1.9;
/// Speed of a drawn item at first and at most, px per tick.
const DRAWN_PX_PER_TICK: (f32, f32) = (4.0, 12.0);

/// What an item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum ItemKind {
    /// 0.05 power.
    Power,
    /// 1.00 power.
    BigPower,
    /// Points, worth more higher up.
    Point,
    /// A fragment of a life; three make one.
    Life,
    /// A fragment of a bomb; three make one.
    Bomb,
    /// What is left of a cancelled or folded bullet; flies to the player by itself.
    Scrap,
}

/// One item.
#[derive(Clone, Copy, Debug)]
pub struct Item {
    /// What.
    pub kind: ItemKind,
    /// Where, px.
    pub at: Vec2,
    /// Where it was a tick ago, px.
    pub previous: Vec2,
    /// px per tick.
    pub velocity: Vec2,
    /// Flies to the player.
    pub drawn: bool,
    /// Ticks since it appeared.
    pub age_ticks: u32,
    /// Extra score of a scrap.
    pub worth: u32,
    /// Serial of birth.
    pub serial: u32,
}

/// All items, a fixed block.
#[derive(Clone, Debug)]
pub struct Items {
    items: Vec<Item>,
    next_serial: u32,
    refused_count: u32,
}

impl Items {
    /// Takes the block.
    pub fn new() -> Self {
        Self { items: Vec::with_capacity(ITEMS_MAX), next_serial: 0, refused_count: 0 }
    }

    /// Drops one. When the block is full it is refused and counted.
    pub fn spawn(&mut self, kind: ItemKind, at: Vec2, velocity: Vec2, worth: u32) {
        if self.items.len() == ITEMS_MAX {
            self.refused_count += 1;
            return;
        }
        self.next_serial = self.next_serial.wrapping_add(1);
        let at = at.clamp(Vec2::new(8.0, -16.0), Vec2::new(field::WIDTH_PX - 8.0, field::HEIGHT_PX));
        self.items.push(Item { kind, at, previous: at, velocity, drawn: false, age_ticks: 0, worth, serial: self.next_serial });
    }

    /// All items.
    pub fn all(&self) -> &[Item] {
        &self.items
    }

    /// Items refused because the block was full.
    pub fn refused_count(&self) -> u32 {
        self.refused_count
    }

    /// Draws every item to the player.
    pub fn draw_all(&mut self) {
        for item in &mut self.items {
            item.drawn = true;
        }
    }

    /// One tick: motion, and `take` for each item that reached the player. `player` is `None` while nobody can take.
    pub fn step(&mut self, player: Option<Vec2>, focused: bool, mut take: impl FnMut(&Item)) {
        let above_line = player.is_some_and(|at| at.y < COLLECTION_LINE_PX);
        let magnet_px = if focused { MAGNET_FOCUS_RADIUS_PX } else { MAGNET_RADIUS_PX };
        let mut index = 0;
        while index < self.items.len() {
            let item = &mut self.items[index];
            item.previous = item.at;
            item.age_ticks += 1;
            match player {
                Some(at) => {
                    let near = item.at.distance_squared(at) < magnet_px * magnet_px;
                    let ready = item.kind == ItemKind::Scrap && item.age_ticks > 20;
                    item.drawn |= above_line || near || ready;
                }
                None => item.drawn = false,
            }
            move_item(item, player);
            let taken = player.is_some_and(|at| item.at.distance_squared(at) < TAKE_RADIUS_PX * TAKE_RADIUS_PX);
            if taken {
                take(item);
            }
            if taken || item.at.y > field::HEIGHT_PX + 16.0 {
                self.items.swap_remove(index);
            } else {
                index += 1;
            }
        }
    }
}

impl Default for Items {
    fn default() -> Self {
        Self::new()
    }
}

fn move_item(item: &mut Item, player: Option<Vec2>) {
    if let (true, Some(at)) = (item.drawn, player) {
        let (slow, fast) = DRAWN_PX_PER_TICK;
        let speed = (slow + item.age_ticks as f32 * 0.08).min(fast);
        item.velocity = (at - item.at).normalize_or_zero() * speed;
    } else {
        item.velocity.x *= 0.95;
        item.velocity.y = (item.velocity.y + 0.06).min(FALL_PX_PER_TICK);
    }
    item.at += item.velocity;
    item.at.x = item.at.x.clamp(8.0, field::WIDTH_PX - 8.0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_falls_out_when_nobody_takes_it() {
        let mut items = Items::new();
        items.spawn(ItemKind::Point, Vec2::new(100.0, 100.0), Vec2::new(0.0, -2.0), 0);
        for _ in 0..600 {
            items.step(None, false, |_| panic!("nobody is there"));
        }
        assert!(items.all().is_empty());
    }

    #[test]
    fn above_the_line_everything_comes() {
        let mut items = Items::new();
        for x in [20.0, 200.0, 360.0] {
            items.spawn(ItemKind::Point, Vec2::new(x, 300.0), Vec2::ZERO, 0);
        }
        let mut taken = 0;
        for _ in 0..120 {
            items.step(Some(Vec2::new(192.0, 60.0)), false, |_| taken += 1);
        }
        assert_eq!(taken, 3);
    }

    #[test]
    fn a_full_block_refuses_and_counts() {
        let mut items = Items::new();
        for _ in 0..ITEMS_MAX + 5 {
            items.spawn(ItemKind::Scrap, Vec2::ZERO, Vec2::ZERO, 0);
        }
        assert_eq!((items.all().len(), items.refused_count()), (ITEMS_MAX, 5));
    }
}
