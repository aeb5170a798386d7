//! The lab driven by taps, pointer and ticks, without a window.

use super::*;
use tamafubuki::content::{Sources, load};
use tamafubuki::lab;

fn at(sources: &Sources, path: &str) -> (Content, Lab) {
    let loaded = load(sources);
    let lab = Lab::new(&loaded.content, &loaded.problems, Subject::inside(path), Setup::default());
    (loaded.content, lab)
}

fn wheel() -> (Content, Lab) {
    at(&Sources::embedded(), "levels/campaign/stage1/spells/fox_2_wheel.ron")
}

fn tick(lab: &Lab) -> u32 {
    lab.session().map_or(u32::MAX, Session::tick)
}

fn pass(lab: &mut Lab, ticks: u32) {
    for _ in 0..ticks {
        let mut once = true;
        lab.explore(|| std::mem::take(&mut once));
        lab.tick(Input::default());
    }
}

fn tap(lab: &mut Lab, content: &Content, letters: &str) {
    letters.chars().for_each(|letter| assert!(lab.press(Tap::Char(letter), content).is_none(), "{letter}"));
}

fn pointer(x: f32, y: f32) -> Pointer {
    Pointer { x, y, down: true, pressed: true, ..Pointer::default() }
}

#[test]
fn keys_go_through_time() {
    let (content, mut lab) = wheel();
    pass(&mut lab, 100);
    assert_eq!(tick(&lab), 100);
    tap(&mut lab, &content, " ");
    pass(&mut lab, 10);
    assert_eq!(tick(&lab), 100, "it stands still");
    for (key, expected) in [(Tap::Left(false), 99), (Tap::Right(true), 159), (Tap::Home, 0), (Tap::Left(false), 0), (Tap::Right(false), 1)]
    {
        assert!(lab.press(key, &content).is_none());
        assert_eq!(tick(&lab), expected, "{key:?}");
    }
    tap(&mut lab, &content, " [");
    pass(&mut lab, 10);
    assert_eq!(tick(&lab), 6, "half as fast");
    tap(&mut lab, &content, "]]]");
    pass(&mut lab, 10);
    assert_eq!(tick(&lab), 46, "four times as fast");
    let narrowest = lab.session().and_then(Session::narrowest).expect("it was run ahead").0;
    tap(&mut lab, &content, "n");
    assert_eq!(tick(&lab), narrowest);
}

#[test]
fn at_the_end_it_stops_and_begins_again() {
    let (content, mut lab) = wheel();
    pass(&mut lab, 500);
    lab.press(Tap::End, &content);
    let last = tick(&lab);
    assert!(lab.session().is_some_and(|session| session.ending().is_some() && session.frontier() == last), "tick {last}");
    tap(&mut lab, &content, " ");
    assert_eq!(tick(&lab), 0, "run at the end begins anew");
    pass(&mut lab, 5);
    assert_eq!(tick(&lab), 5);
}

#[test]
fn the_timeline_leads_to_where_it_is_dragged_even_beyond_what_was_run() {
    let (content, mut lab) = wheel();
    lab.curve = Rect::new(10.0, 800.0, 900.0, 100.0);
    lab.buttons.clear();
    assert!(lab.point(pointer(909.9, 850.0), &content).is_none());
    let goal = lab.goal.expect("it was dragged");
    assert_eq!(goal, lab::session::TICKS_MAX);
    lab.point(Pointer { down: true, ..Pointer { pressed: false, ..pointer(460.0, 20.0) } }, &content);
    assert_eq!(lab.goal, Some(goal / 2), "wherever the pointer goes, the timeline is held");
    lab.point(Pointer::default(), &content);
    pass(&mut lab, 100);
    assert_eq!((tick(&lab), lab.goal), (goal / 2, None));
    lab.point(Pointer { down: false, released: true, ..pointer(10.0, 850.0) }, &content);
    lab.point(Pointer::default(), &content);
    pass(&mut lab, 1);
    assert_eq!(tick(&lab), 0, "a click within one frame");
}

#[test]
fn the_crane_goes_with_the_pointer_also_while_all_stands_still() {
    let (content, mut lab) = wheel();
    pass(&mut lab, 80);
    tap(&mut lab, &content, " ");
    lab.buttons.clear();
    let field = lab.plan.field;
    lab.point(pointer(field.x + 100.0 * lab.plan.scale, field.y + 200.0 * lab.plan.scale), &content);
    pass(&mut lab, 2);
    let session = lab.session().expect("a session");
    assert!(session.world().player().at.distance(Vec2::new(100.0, 200.0)) < 1.0, "{}", session.world().player().at);
    assert_eq!((session.tick(), session.frontier()), (80, 80), "the future is another now");
    lab.point(Pointer { down: true, ..Pointer::default() }, &content);
    pass(&mut lab, 1);
    assert_eq!(lab.place, Vec2::splat(EDGE), "outside of the field it stays at the edge");
}

const EDGE: f32 = tamafubuki::sim::player::EDGE_PX;

#[test]
fn settings_begin_anew_and_play_asks_for_the_very_piece() {
    let (content, mut lab) = wheel();
    pass(&mut lab, 50);
    tap(&mut lab, &content, "4=sS-3");
    assert_eq!(tick(&lab), 0);
    assert_eq!(lab.setup, Setup { difficulty: Difficulty::Hard, rank: 0.5, seed: 1 });
    let Some(Ask::Play(stage, setup)) = lab.press(Tap::Char('p'), &content) else { panic!("it is to be played") };
    assert_eq!(setup, lab.setup);
    assert_eq!((stage.bosses.len(), stage.bosses[0].attacks[0].file.as_str()), (1, "fox_2_wheel"));
    assert!(matches!(lab.press(Tap::Escape, &content), Some(Ask::Leave)));
}

#[test]
fn what_is_written_into_the_filter_is_no_command() {
    let (content, mut lab) = wheel();
    pass(&mut lab, 50);
    tap(&mut lab, &content, "/ p4s lantern");
    assert_eq!((tick(&lab), lab.setup), (50, Setup::default()));
    assert_eq!(lab.catalog.filter(), " p4s lantern");
    lab.press(Tap::Backspace, &content);
    lab.press(Tap::Enter, &content);
    assert_eq!(lab.catalog.filter(), " p4s lanter");
    tap(&mut lab, &content, "/");
    lab.press(Tap::Escape, &content);
    assert_eq!((lab.catalog.filter(), lab.filtering), ("", false));
}

#[test]
fn a_broken_file_is_told_and_the_last_sound_version_runs_on() {
    let path = "levels/patterns/lab_ring.ron";
    let sources = |text: &str| {
        let mut sources = Sources::embedded();
        sources.insert(path, text.as_bytes());
        sources
    };
    let sound = "(do: [Forever(every: 20, do: [Fire(group: Ring(count: 8), speed: 1, bullet: (look: \"disc\"))])])";
    let (_, mut lab) = at(&sources(sound), path);
    pass(&mut lab, 90);
    let count = lab.session().map_or(0, |session| session.world().bullets().len());
    assert!(count > 0);
    let broken = load(&sources(&sound.replace("Ring", "Rign")));
    assert!(!broken.problems.is_empty());
    lab.take_content(&broken.content, &broken.problems);
    assert_eq!((tick(&lab), lab.session().map_or(0, |session| session.world().bullets().len())), (90, count));
    assert!(lab.catalog.chosen().is_some_and(|entry| entry.is_broken && entry.path == path));
    let mended = load(&sources(&sound.replace("count: 8", "count: 16")));
    lab.take_content(&mended.content, &mended.problems);
    assert_eq!((tick(&lab), lab.session().map_or(0, |session| session.world().bullets().len())), (90, 2 * count));
    assert!(lab.catalog.chosen().is_some_and(|entry| !entry.is_broken));

    let (_, mut lab) = at(&sources("(do: [Fire(group: Rign(count: 8))])"), path);
    assert!(lab.session().is_none(), "nothing sound yet");
    assert!(lab.catalog.chosen().is_some_and(|entry| entry.path == path));
    pass(&mut lab, 5);
    lab.take_content(&mended.content, &mended.problems);
    pass(&mut lab, 5);
    assert_eq!(tick(&lab), 5, "it runs as soon as it can");
}
