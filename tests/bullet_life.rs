//! What a bullet goes through: cloud, motion, graze, hit, age, edge, cancel, and the order in which it is drawn.

mod support {
    pub mod any;
    pub mod still;
}

use glam::Vec2;
use tamafubuki::mem::arena::FrameArena;
use tamafubuki::sim::bullet::birth::Birth;
use tamafubuki::sim::bullet::color::Color;
use tamafubuki::sim::bullet::look::{Look, LookId, Shape, Turn};
use tamafubuki::sim::bullet::{Bullets, Env, Handle, Mode, Policy, Touches};
use tamafubuki::sim::field;
use tamafubuki::sim::rng::Rng;

const MODES: [Mode; 2] = [Mode::Pooled, Mode::Boxed];
const FAR: Vec2 = Vec2::new(-1000.0, -1000.0);

fn bullets(mode: Mode) -> (Bullets, FrameArena) {
    (Bullets::new(1000, Policy::Reject, mode), FrameArena::with_capacity(1 << 20))
}

fn spawn(bullets: &mut Bullets, birth: Birth) -> Handle {
    bullets.spawn(&birth, 0).expect("there is room")
}

#[test]
fn a_delayed_bullet_stands_still_and_harms_nobody_until_it_wakes() {
    for mode in MODES {
        let (mut bullets, arena) = bullets(mode);
        let at = support::still::still().at;
        let handle = spawn(&mut bullets, Birth { speed_px_per_tick: 2.0, delay_ticks: 4, ..support::still::still() });
        for tick in 0..4 {
            bullets.step(&Env { target: at, tick }, &arena);
            assert_eq!(bullets.touch(at, 2.0, &arena), Touches::default());
            let view = bullets.get(handle).expect("it lives");
            assert_eq!((view.at, view.velocity, view.is_delayed), (at, Vec2::new(0.0, 2.0), true));
        }
        bullets.step(&Env { target: at, tick: 4 }, &arena);
        assert_eq!(bullets.touch(at, 2.0, &arena).hits.len(), 1);
        let view = bullets.get(handle).expect("it lives");
        assert_eq!((view.at, view.age_ticks, view.is_delayed), (at + Vec2::new(0.0, 2.0), 4, false));
    }
}

#[test]
fn age_begins_when_it_wakes_and_ends_after_the_lifetime() {
    for mode in MODES {
        let (mut bullets, arena) = bullets(mode);
        spawn(&mut bullets, Birth { lifetime_ticks: 3, ..support::still::still() });
        spawn(&mut bullets, Birth { lifetime_ticks: 3, delay_ticks: 2, ..support::still::still() });
        let lens = [0, 1, 2, 3, 4, 5].map(|tick| {
            bullets.step(&Env { target: FAR, tick }, &arena);
            bullets.len()
        });
        assert_eq!(lens, [2, 2, 2, 1, 1, 0]);
    }
}

#[test]
fn it_is_gone_beyond_the_margin_and_when_it_is_nowhere() {
    let (right, bottom) = (field::WIDTH_PX + field::CULL_MARGIN_PX, field::HEIGHT_PX + field::CULL_MARGIN_PX);
    for mode in MODES {
        let (mut bullets, arena) = bullets(mode);
        for (x, y, lives) in [
            (-32.0, 0.0, true),
            (-32.5, 0.0, false),
            (right, bottom, true),
            (right + 0.5, 0.0, false),
            (0.0, bottom + 0.5, false),
            (0.0, -32.5, false),
            (f32::NAN, 0.0, false),
            (0.0, f32::INFINITY, false),
        ] {
            let handle = spawn(&mut bullets, Birth { at: Vec2::new(x, y), ..support::still::still() });
            bullets.step(&Env { target: FAR, tick: 1 }, &arena);
            assert_eq!(bullets.get(handle).is_some(), lives, "{x} {y}");
        }
    }
}

#[test]
fn other_bounds_may_be_set() {
    for mode in MODES {
        let (mut bullets, arena) = bullets(mode);
        bullets.set_bounds(field::Bounds { low: Vec2::new(0.0, -1000.0), high: Vec2::new(100.0, 1000.0) });
        for (x, y, lives) in [(0.0, -999.0, true), (100.0, 1000.0, true), (-0.5, 0.0, false), (100.5, 0.0, false), (50.0, 1000.5, false)] {
            let handle = spawn(&mut bullets, Birth { at: Vec2::new(x, y), ..support::still::still() });
            bullets.step(&Env { target: FAR, tick: 1 }, &arena);
            assert_eq!(bullets.get(handle).is_some(), lives, "{x} {y}");
        }
    }
}

#[test]
fn a_graze_is_told_once_and_a_hit_is_no_graze() {
    for mode in MODES {
        let (mut bullets, arena) = bullets(mode);
        let at = support::still::still().at;
        // Hit circle 3 and graze circle 16 around the bullet; the player's hit radius is 2.
        let handle = spawn(&mut bullets, support::still::still());
        let touch = |bullets: &mut Bullets, distance_px: f32| {
            let touches = bullets.touch(at + Vec2::new(distance_px, 0.0), 2.0, &arena);
            (touches.hits.len(), touches.grazes.len())
        };
        assert_eq!(touch(&mut bullets, 4.9), (1, 0));
        assert_eq!(touch(&mut bullets, 16.0), (0, 0));
        assert_eq!(touch(&mut bullets, 15.9), (0, 1));
        assert_eq!(touch(&mut bullets, 5.0), (0, 0));
        assert_eq!(touch(&mut bullets, 4.9), (1, 0));
        assert!(bullets.get(handle).expect("it lives").is_grazed);
    }
}

#[test]
fn touches_are_in_order_of_serial_however_they_are_found() {
    for mode in MODES {
        let (mut bullets, arena) = bullets(mode);
        let at = support::still::still().at;
        let circle =
            |bullets: &mut Bullets| (0..8).for_each(|kind| _ = spawn(bullets, Birth { kind: kind % 4, ..support::still::still() }));
        circle(&mut bullets);
        bullets.step(&Env { target: at, tick: 1 }, &arena);
        let serials = |touches: Touches| touches.hits.iter().map(|touch| touch.serial).collect::<Vec<_>>();
        // At the step's target.
        assert!(serials(bullets.touch(at, 2.0, &arena)).into_iter().eq(1..=8));
        // Elsewhere, and as a larger player.
        assert!(serials(bullets.touch(at + Vec2::new(4.0, 0.0), 2.0, &arena)).into_iter().eq(1..=8));
        assert!(serials(bullets.touch(at, 100.0, &arena)).into_iter().eq(1..=8));
        // After births that the step has not seen.
        circle(&mut bullets);
        assert!(serials(bullets.touch(at, 2.0, &arena)).into_iter().eq(1..=16));
    }
}

#[test]
fn cancelling_tells_who_it_was() {
    for mode in MODES {
        let (mut bullets, arena) = bullets(mode);
        let at = support::still::still().at;
        let near = spawn(&mut bullets, Birth { color: Color::Gold, look: LookId(5), ..support::still::still() });
        let edge = spawn(&mut bullets, Birth { at: at + Vec2::new(50.0, 0.0), delay_ticks: 9, ..support::still::still() });
        let far = spawn(&mut bullets, Birth { at: at + Vec2::new(50.1, 0.0), ..support::still::still() });
        let cancelled = bullets.cancel_within(at, 50.0, &arena);
        assert_eq!(cancelled.iter().map(|one| one.serial).collect::<Vec<_>>(), [near.generation, edge.generation]);
        assert_eq!((cancelled[0].at, cancelled[0].color, cancelled[0].look), (at, Color::Gold, LookId(5)));
        let all = bullets.cancel_all(&arena);
        assert_eq!(all.iter().map(|one| one.serial).collect::<Vec<_>>(), [far.generation]);
        assert!(bullets.is_empty() && bullets.cancel_all(&arena).is_empty());
    }
}

fn look(layer: u8, turn: Turn) -> Look {
    let (radius_px, hit_radius_px, graze_radius_px) = (6.0, 3.0, 16.0);
    Look { name: "any".to_owned(), shape: Shape::Disc, radius_px, hit_radius_px, graze_radius_px, layer, turn }
}

#[test]
fn drawn_by_layer_then_by_serial() {
    for mode in MODES {
        let (mut bullets, arena) = bullets(mode);
        bullets.set_looks(&[2, 0, 3, 1, 2].map(|layer| look(layer, Turn::Upright)));
        let mut rng = Rng::new(4);
        let mut born = Vec::new();
        let mut instances = Vec::new();
        for tick in 0..300 {
            for _ in 0..rng.below(12) {
                let birth = Birth { look: LookId(rng.below(5) as u8), ..support::any::any(&mut rng) };
                born.extend(bullets.spawn(&birth, tick));
            }
            bullets.step(&Env { target: FAR, tick }, &arena);
            if rng.below(50) == 0 {
                bullets.cancel_within(Vec2::new(190.0, 220.0), 150.0, &arena);
            }
            born.retain(|&handle| bullets.get(handle).is_some());
            let mut views: Vec<_> = born.iter().filter_map(|&handle| bullets.get(handle)).collect();
            views.sort_by_key(|view| ([2, 0, 3, 1, 2][usize::from(view.look.0)], view.serial));
            bullets.instances(tick, &mut instances);
            let drawn: Vec<_> =
                instances.iter().map(|one| (Vec2::new(one.x, one.y), Vec2::new(one.vx, one.vy), one.look(), one.color())).collect();
            let expected: Vec<_> = views.iter().map(|view| (view.at, view.velocity, view.look.0, view.color as u8)).collect();
            assert_eq!(drawn, expected, "tick {tick}");
        }
        assert!(instances.len() > 100);
    }
}

#[test]
fn it_unfolds_during_its_delay_and_spins_by_age() {
    for mode in MODES {
        let (mut bullets, _) = bullets(mode);
        bullets.set_looks(&[look(0, Turn::Heading), look(1, Turn::Spin(360.0 / 64.0))]);
        spawn(&mut bullets, Birth { delay_ticks: 10, ..support::still::still() });
        spawn(&mut bullets, Birth { look: LookId(1), ..support::still::still() });
        let mut instances = Vec::new();
        let mut at_tick = |tick| {
            bullets.instances(tick, &mut instances);
            [instances[0].unfold(), instances[0].spin(), instances[1].unfold(), instances[1].spin()]
        };
        let [_, _, _, first] = at_tick(0);
        assert_eq!(at_tick(0), [0, 0, 255, first]);
        assert_eq!(at_tick(5), [127, 0, 255, first.wrapping_add(20)]);
        assert_eq!(at_tick(10), [255, 0, 255, first.wrapping_add(40)]);
        assert_eq!(at_tick(64), [255, 0, 255, first]);
    }
}
