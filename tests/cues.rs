//! Steps that ask something of the world besides bullets: flashes, shaking, marks, and the end of bullets.

mod support {
    pub mod scene;
}

use glam::Vec2;
use support::scene::{EMITTER, Scene, stage};
use tamafubuki::sim::bullet::Mode;
use tamafubuki::sim::bullet::color::Color;
use tamafubuki::sim::event::{Happening, sound_key};
use tamafubuki::sim::item::ItemKind;
use tamafubuki::sim::mark::{MARKS_MAX, MarkShape};
use tamafubuki::sim::pattern::CUES_MAX;
use tamafubuki::sim::world::Config;

const RING: &str = r#"Fire(aim: Absolute(0), group: Ring(count: 8), speed: 4, bullet: (look: "disc", delay: 0))"#;

fn counts(text: &str, tick: u32, mode: Mode) -> (usize, usize, usize) {
    let mut scene = Scene::with(stage(text, &[]), Config { mode, ..Config::default() });
    scene.run_to(tick);
    (scene.world.bullets().len(), scene.world.lasers().len(), scene.world.item_count(ItemKind::Scrap))
}

#[test]
fn cancel_ends_what_was_there_before_and_leaves_a_scrap_of_each() {
    for mode in [Mode::Pooled, Mode::Boxed] {
        // The second ring is fired in the tick of the Cancel: it stays, wherever its step stands.
        let after = format!("[{RING}, Wait(10), {RING}, Cancel(), Wait(9)]");
        assert_eq!(counts(&after, 9, mode), (8, 0, 0));
        assert_eq!(counts(&after, 10, mode), (8, 0, 8));
        let nothing = format!("[{RING}, Wait(10), Cancel(into: Nothing), Wait(9)]");
        assert_eq!(counts(&nothing, 10, mode), (0, 0, 0));
        let lasers = "[Fire(aim: Absolute(90), laser: (warn: 0, open: 0, hold: 99)), Wait(10), Cancel(into: Nothing), Wait(9)]";
        assert_eq!((counts(lasers, 9, mode), counts(lasers, 10, mode)), ((0, 1, 0), (0, 0, 0)));
    }
}

#[test]
fn cancel_within_a_radius_ends_those_around_its_place() {
    for mode in [Mode::Pooled, Mode::Boxed] {
        // One flies right and one down at 4; in tick 10, before they move, they are 40 px away.
        let two = r#"Fire(aim: Absolute(0), group: Spread(count: 2, step: 90), angle: 45, speed: 4, bullet: (look: "disc", delay: 0))"#;
        let cancel = |fields: &str| format!("[{two}, Wait(10), Cancel({fields}), Wait(9)]");
        assert_eq!(counts(&cancel("radius: 39"), 10, mode).0, 2);
        assert_eq!(counts(&cancel("radius: 41"), 10, mode).0, 0);
        assert_eq!(counts(&cancel("at: (40, 0), radius: 20"), 10, mode).0, 1);
        assert_eq!(counts(&cancel("from: (160, 120), radius: 20"), 10, mode).0, 1, "the one that flies down is at (160, 120)");
    }
}

#[test]
fn a_bullet_may_cancel_those_around_it_and_itself() {
    let burst = r#"[Fire(aim: Absolute(0), group: Stack(count: 3, step: 1), speed: 1, bullet: (look: "disc", delay: 0,
        script: [Wait("if(i == 0, 8, 99)"), Cancel(radius: 12)])), Wait(99)]"#;
    // At tick 9 the slow one is 9 px out, the others at 18 and 27: the second is 9 px from it, the third 18.
    assert_eq!((counts(burst, 8, Mode::Pooled).0, counts(burst, 9, Mode::Pooled)), (3, (1, 0, 2)));
}

#[test]
fn flashes_and_shakes_are_told_as_events_and_change_nothing_else() {
    let with = "[Let(a: 1), Wait(5), Flash(color: Sky, strength: 0.5), Shake(2.5), Wait(50)]";
    let mut scene = Scene::new(with);
    scene.run_to(5);
    let told: Vec<(Happening, u32)> = scene.world.events().iter().map(|event| (event.what, event.value)).collect();
    assert_eq!(told, [(Happening::Flash, 127 * 256 + Color::Sky as u32), (Happening::Shake, 40)]);
}

#[test]
fn a_mark_stands_for_its_time_where_it_was_set() {
    let mut scene =
        Scene::new("[Mark(at: (10, 20), shape: Lane(aim: Absolute(180), length: 100, width: 8), color: Gold, ticks: 6), Wait(50)]");
    let mark = scene.world.marks()[0];
    assert_eq!((mark.at, mark.color, mark.ticks), (EMITTER + Vec2::new(10.0, 20.0), Color::Gold, 6));
    assert_eq!(mark.shape, MarkShape::Lane { angle_deg: -180.0, length_px: 100.0, width_px: 8.0 });
    assert_eq!(scene.run_to(5).world.marks().len(), 1);
    assert_eq!(scene.run_to(6).world.marks().len(), 0);
    let mut aimed = Scene::new("[Mark(from: (160, 100), shape: Lane()), Wait(50)]");
    let MarkShape::Lane { angle_deg, .. } = aimed.run_to(1).world.marks()[0].shape else { panic!("a line") };
    assert_eq!(angle_deg, 90.0, "at the player, who stands below");
}

#[test]
fn too_many_are_counted_and_left_out() {
    let mut marks = Scene::new("[Repeat(times: 70, do: [Mark(ticks: 9)]), Wait(50)]");
    assert_eq!(marks.run_to(1).world.marks().len(), MARKS_MAX);
    let mut cues = Scene::new("[Repeat(times: 300, do: [Shake(1)]), Wait(50)]");
    assert_eq!(cues.run_to(1).world.clipped().cues as usize, 300 - CUES_MAX);
}

#[test]
fn a_sound_is_told_where_it_is_called_and_changes_nothing_else() {
    let with = "[Let(a: 1), Wait(5), Sound(name: \"bell\", volume: \"0.2 + 0.1 * difficulty\"), Sound(\"drum\"), Wait(50)]";
    let mut scene = Scene::new(with);
    scene.run_to(5);
    let told: Vec<(Happening, Vec2, u32, u32)> =
        scene.world.events().iter().map(|event| (event.what, event.at, event.value, event.count)).collect();
    assert_eq!(told, [(Happening::Sound, EMITTER, sound_key("bell"), 30), (Happening::Sound, EMITTER, sound_key("drum"), 100)]);
    let mut without = Scene::new("[Let(a: 1), Wait(5), Wait(50)]");
    scene.run_to(30);
    without.run_to(30);
    assert_eq!(scene.world.digest(), without.world.digest());
}
