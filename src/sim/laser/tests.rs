//! Values worked out by hand, and the two storages against each other.

use super::*;
use crate::mem::arena::FrameArena;
use crate::sim::bullet::birth::{Birth, PARAMS_MAX};
use crate::sim::bullet::color::Color;
use crate::sim::bullet::look::LookId;
use crate::sim::bullet::{Env, KIND_COUNT, KINDS, Mode};
use crate::sim::rng::Rng;
use glam::Vec2;

fn head(at: Vec2, angle_deg: f32) -> Birth {
    Birth {
        kind: 0,
        params: [0.0; PARAMS_MAX],
        at,
        angle_deg,
        speed_px_per_tick: 2.0,
        look: LookId(0),
        color: Color::Gold,
        hit_radius_px: 0.0,
        graze_radius_px: 0.0,
        lifetime_ticks: 0,
        delay_ticks: 0,
    }
}

/// From (100, 100) to the right, 200 long, 20 wide, 12 of it hit; warns 3, opens 1, holds 2, closes 3 ticks.
fn straight() -> LaserBirth {
    let form =
        Form::Straight { length_px: 200.0, turn_deg: 0.0, warn_ticks: 3, open_ticks: 1, hold_ticks: 2, close_ticks: 3, follows: false };
    LaserBirth { head: head(Vec2::splat(100.0), 0.0), offset: Vec2::ZERO, owner: Owner::None, width_px: 20.0, hit_width_px: 12.0, form }
}

/// The same, but for how it turns and follows.
fn turning(turn_deg: f32, follows: bool) -> LaserBirth {
    let form = Form::Straight { length_px: 200.0, turn_deg, warn_ticks: 3, open_ticks: 1, hold_ticks: 200, close_ticks: 3, follows };
    LaserBirth { form, ..straight() }
}

/// From (100, 100) to the right by 2 a tick, a trail of 5.
fn curved() -> LaserBirth {
    LaserBirth { form: Form::Curved { trail_count: 5 }, ..straight() }
}

fn env(tick: u32) -> Env {
    Env { target: Vec2::new(192.0, 400.0), tick }
}

fn nobody(_: Owner) -> Option<Vec2> {
    None
}

/// One laser, and how wide it is and whether it meets somebody at `player` in each tick from its birth in tick 10.
fn life(birth: &LaserBirth, player: Vec2, ticks: u32) -> Vec<(f32, f32, char)> {
    let (mut lasers, mut arena) = (Lasers::new(Mode::Pooled), FrameArena::with_capacity(1 << 12));
    assert_eq!(lasers.spawn(birth, 10), Some(1));
    (10..10 + ticks)
        .map(|tick| {
            arena.reset(tick);
            lasers.step(&env(tick), nobody);
            let seen = lasers.views().next().map_or((0.0, 0.0), |view| (view.share[1], view.left[1]));
            let touches = lasers.touch(player, 2.0, &arena);
            let met = match (touches.hit, touches.grazes) {
                (Some(_), []) => 'h',
                (None, [_]) => 'g',
                (None, []) => '-',
                _ => '?',
            };
            (seen.0, seen.1, met)
        })
        .collect()
}

#[test]
fn a_straight_laser_warns_opens_holds_closes_and_is_gone() {
    let life = life(&straight(), Vec2::new(200.0, 100.0), 10);
    // Ages 0 to 2 warn, 3 opens half, 4 and 5 hold, 6 to 8 close by quarters.
    let expected = [
        (0.0, 1.0, '-'),
        (0.0, 1.0, '-'),
        (0.0, 1.0, '-'),
        (0.5, 1.0, 'h'),
        (1.0, 1.0, 'h'),
        (1.0, 1.0, 'h'),
        (0.75, 0.75, '-'),
        (0.5, 0.5, '-'),
        (0.25, 0.25, '-'),
        (0.0, 0.0, '-'),
    ];
    assert_eq!(life, expected);
}

#[test]
fn it_hits_as_a_capsule_and_is_grazed_by_its_edge() {
    // Open at once: what it meets in the first tick after its warning.
    let form =
        Form::Straight { length_px: 200.0, turn_deg: 0.0, warn_ticks: 3, open_ticks: 0, hold_ticks: 2, close_ticks: 3, follows: false };
    let meets = |x: f32, y: f32| life(&LaserBirth { form, ..straight() }, Vec2::new(x, y), 4)[3].2;
    // Half of what hits is 6, the player's circle 2: hits nearer than 8. The edge is at 10: grazed nearer than 24.
    assert_eq!([meets(200.0, 107.9), meets(200.0, 108.1), meets(200.0, 92.1)], ['h', 'g', 'h']);
    assert_eq!([meets(200.0, 123.9), meets(200.0, 124.1)], ['g', '-']);
    // The middle line runs from 110 to 290: half the width short of both ends.
    assert_eq!([meets(102.1, 100.0), meets(101.9, 100.0)], ['h', 'g']);
    assert_eq!([meets(297.9, 100.0), meets(298.1, 100.0), meets(313.9, 100.0), meets(314.1, 100.0)], ['h', 'g', 'g', '-']);
    // Off the end at 45 degrees: 5.6 and 5.6 make 7.92, 5.7 and 5.7 make 8.06.
    assert_eq!([meets(295.6, 105.6), meets(295.7, 105.7)], ['h', 'g']);
    // In the tick in which it is half open it hits nearer than 5.
    let early = |y: f32| life(&straight(), Vec2::new(200.0, y), 4)[3].2;
    assert_eq!([early(104.9), early(105.1)], ['h', 'g']);
}

#[test]
fn a_graze_counts_again_after_twelve_ticks_and_not_before() {
    let met = life(&turning(0.0, false), Vec2::new(200.0, 115.0), 40);
    let grazed: Vec<usize> = met.iter().enumerate().filter(|(_, (_, _, met))| *met == 'g').map(|(age, _)| age).collect();
    assert_eq!(grazed, [3, 15, 27, 39]);
}

#[test]
fn it_turns_about_its_beginning_from_its_second_tick_on() {
    let (mut lasers, mut angles) = (Lasers::new(Mode::Pooled), Vec::new());
    lasers.spawn(&turning(0.5, false), 10);
    for tick in 10..14 {
        lasers.step(&env(tick), nobody);
        let Some(LaserView { body: BodyView::Straight { at, angle_deg, .. }, .. }) = lasers.views().next() else { panic!("it lives") };
        assert_eq!(at, [Vec2::splat(100.0); 2]);
        angles.push(angle_deg);
    }
    assert_eq!(angles, [[0.0, 0.0], [0.0, 0.5], [0.5, 1.0], [1.0, 1.5]]);
}

#[test]
fn it_follows_its_owner_and_fades_when_it_is_gone() {
    let (mut lasers, owner) = (Lasers::new(Mode::Pooled), Owner::Enemy { slot: 3, serial: 9 });
    lasers.spawn(&LaserBirth { owner, offset: Vec2::new(0.0, 10.0), ..turning(0.0, true) }, 10);
    let place = |lasers: &Lasers| match lasers.views().next().map(|view| (view.body, view.left[1])) {
        Some((BodyView::Straight { at, .. }, left)) => Some((at, left)),
        _ => None,
    };
    for tick in 10..20 {
        let at = Vec2::new(tick as f32, 50.0);
        lasers.step(&env(tick), |asked| (asked == owner).then_some(at));
        assert_eq!(place(&lasers).map(|(at, _)| at[1]), Some(at + Vec2::new(0.0, 10.0)));
    }
    let last = Vec2::new(19.0, 60.0);
    for (tick, left) in [(20, 0.75), (21, 0.5), (22, 0.25)] {
        lasers.step(&env(tick), nobody);
        assert_eq!(place(&lasers), Some(([last; 2], left)), "it closes where it was");
    }
    lasers.step(&env(23), nobody);
    assert!(lasers.is_empty());
}

#[test]
fn one_that_does_not_follow_stays_when_its_owner_goes() {
    let mut lasers = Lasers::new(Mode::Pooled);
    lasers.spawn(&LaserBirth { owner: Owner::Boss, ..turning(0.0, false) }, 10);
    (10..60).for_each(|tick| lasers.step(&env(tick), nobody));
    let view = lasers.views().next().expect("it lives");
    assert!(view.share == [1.0; 2] && matches!(view.body, BodyView::Straight { at, .. } if at == [Vec2::splat(100.0); 2]));
}

/// The trail after each tick, from the head.
fn trails(birth: &LaserBirth, ticks: u32) -> Vec<Vec<Vec2>> {
    let mut lasers = Lasers::new(Mode::Pooled);
    lasers.spawn(birth, 10);
    let trail = |lasers: &Lasers| match lasers.views().next().map(|view| view.body) {
        Some(BodyView::Curved(trail)) => (0..trail.count()).map(|k| trail.point(k)).collect(),
        _ => Vec::new(),
    };
    (10..10 + ticks)
        .map(|tick| {
            lasers.step(&env(tick), nobody);
            trail(&lasers)
        })
        .collect()
}

#[test]
fn a_trail_is_the_last_positions_of_its_head() {
    let xs = |trail: &Vec<Vec2>| trail.iter().map(|at| at.x).collect::<Vec<_>>();
    let trails = trails(&curved(), 8);
    // Born at 100, 2 px a tick, from its first tick on.
    assert_eq!(xs(&trails[0]), [102.0, 100.0]);
    assert_eq!(xs(&trails[2]), [106.0, 104.0, 102.0, 100.0]);
    assert_eq!(xs(&trails[3]), [108.0, 106.0, 104.0, 102.0, 100.0]);
    assert_eq!(xs(&trails[7]), [116.0, 114.0, 112.0, 110.0, 108.0]);
    let waiting = LaserBirth { head: Birth { delay_ticks: 3, ..curved().head }, ..curved() };
    let trails = self::trails(&waiting, 5);
    assert_eq!([xs(&trails[2]), xs(&trails[3]), xs(&trails[4])], [vec![100.0], vec![102.0, 100.0], vec![104.0, 102.0, 100.0]]);
}

#[test]
fn a_head_that_circles_leaves_a_round_trail() {
    let mut params = [0.0; PARAMS_MAX];
    params[0] = 90.0;
    let kind = KINDS.iter().position(|kind| kind.params.iter().any(|param| param.name == "grow")).expect("a kind that turns") as u8;
    let trail = &trails(&LaserBirth { head: Birth { kind, params, ..curved().head }, ..curved() }, 4)[3];
    // Down, left, up, right by 2 px each: a square that ends where it began.
    let at = |x: f32, y: f32| Vec2::new(100.0 + x, 100.0 + y);
    let expected = [at(0.0, 0.0), at(-2.0, 0.0), at(-2.0, 2.0), at(0.0, 2.0), at(0.0, 0.0)];
    assert!(trail.iter().zip(expected).all(|(a, b)| a.distance(b) < 1e-4), "{trail:?}");
}

#[test]
fn a_curved_laser_is_pointed_at_both_ends_and_hits_along_its_segments() {
    assert_eq!([0, 1, 2, 4, 6, 8].map(|k| profile(k, 9)), [0.0, 1.0, 1.0, 1.0, 0.5, 0.0]);
    let birth = LaserBirth { form: Form::Curved { trail_count: 9 }, ..curved() };
    // After 20 ticks its head is at 140, its end at 124; at 138 to 132 it is 20 wide, at 128 half as wide.
    let hits = |x: f32, y: f32| life(&birth, Vec2::new(x, 100.0 + y), 20)[19].2 == 'h';
    assert_eq!([hits(135.0, 7.9), hits(135.0, 8.1)], [true, false]);
    // Beside 128 what is as wide as ever ends at 132, with 8 around it: 4 and 6.9 make 7.98, 4 and 7 make 8.06.
    assert_eq!([hits(128.0, 6.9), hits(128.0, 7.0)], [true, false]);
    // Behind its end at 124 only the player's circle counts.
    assert_eq!([hits(122.1, 0.0), hits(121.9, 0.0)], [true, false]);
    assert!(!hits(100.0, 0.0), "its trail has left that place");
}

#[test]
fn a_curved_laser_goes_when_all_of_it_is_outside_or_its_time_is_over() {
    let right = |at: Vec2| LaserBirth { head: head(at, 0.0), ..curved() };
    // 416 is the last x inside. From 411 the head is at 413, 415, then outside: 417 is the first of five positions outside.
    let lives = |birth: &LaserBirth, ticks: u32| !trails(birth, ticks)[ticks as usize - 1].is_empty();
    let birth = right(Vec2::new(411.0, 100.0));
    assert!(lives(&birth, 6) && !lives(&birth, 7));
    let short = LaserBirth { head: Birth { lifetime_ticks: 4, delay_ticks: 2, ..curved().head }, ..curved() };
    // Two ticks in its cloud, four alive, twelve in which it fades.
    let life = life(&short, Vec2::new(0.0, 0.0), 19);
    assert_eq!([life[1].0, life[2].0, life[5].0], [0.0, 1.0, 1.0]);
    assert!(life[6].0 < 1.0 && life[17].0 > 0.0 && life[18].0 == 0.0, "{life:?}");
}

#[test]
fn what_is_cancelled_falls_into_pieces_on_the_playfield_in_order() {
    let arena = FrameArena::with_capacity(1 << 14);
    let xs = |pieces: &[crate::sim::bullet::Cancelled]| pieces.iter().map(|piece| piece.at.x).collect::<Vec<_>>();
    let mut lasers = Lasers::new(Mode::Pooled);
    lasers.spawn(&straight(), 10);
    lasers.step(&env(10), nobody);
    assert_eq!(lasers.cancel_all(&arena), [], "one that warns leaves nothing");
    assert!(lasers.is_empty());
    lasers.spawn(&straight(), 20);
    lasers.spawn(&LaserBirth { head: head(Vec2::new(300.0, 300.0), 0.0), ..straight() }, 20);
    (20..24).for_each(|tick| lasers.step(&env(tick), nobody));
    assert_eq!(lasers.cancel_within(Vec2::new(200.0, 90.0), 9.0, &arena), [], "out of reach");
    // 200 px in pieces of 32, their middles from 16 on.
    assert_eq!(xs(lasers.cancel_within(Vec2::new(200.0, 90.0), 11.0, &arena)), [116.0, 148.0, 180.0, 212.0, 244.0, 276.0]);
    // The second reaches from 300 to 500: what is beyond 384 leaves nothing.
    assert_eq!(xs(lasers.cancel_all(&arena)), [316.0, 348.0, 380.0]);
    assert!(lasers.is_empty());
}

#[test]
fn there_are_never_more_than_the_limit_and_what_is_refused_is_counted() {
    for mode in [Mode::Pooled, Mode::Boxed] {
        let mut lasers = Lasers::new(mode);
        let born = (0..LASERS_MAX + 5).filter(|_| lasers.spawn(&straight(), 1).is_some()).count();
        let row = lasers.row();
        assert_eq!((born, row.len, row.peak, row.refused), (LASERS_MAX, LASERS_MAX, LASERS_MAX, 5));
        lasers.clear();
        assert_eq!(lasers.spawn(&straight(), 2), Some(LASERS_MAX as u32 + 1), "one that was refused has no serial");
    }
}

fn any(rng: &mut Rng) -> LaserBirth {
    let kind = rng.below(KIND_COUNT as u32) as u8;
    let params = std::array::from_fn(|index| {
        KINDS[usize::from(kind)].params.get(index).map_or(0.0, |param| rng.range(param.min, param.max).clamp(-20.0, 20.0))
    });
    let at = Vec2::new(rng.range(0.0, 384.0), rng.range(0.0, 448.0));
    let delay_ticks = rng.below(9) as u16;
    let head = Birth { kind, params, delay_ticks, lifetime_ticks: rng.below(90), ..head(at, rng.range(0.0, 360.0)) };
    let owner = [Owner::None, Owner::Boss, Owner::Enemy { slot: 1, serial: 2 }][rng.below(3) as usize];
    let straight = Form::Straight {
        length_px: rng.range(8.0, 700.0),
        turn_deg: rng.range(-2.0, 2.0),
        warn_ticks: rng.below(20),
        open_ticks: rng.below(9),
        hold_ticks: rng.below(40),
        close_ticks: rng.below(9),
        follows: rng.below(2) == 0,
    };
    let form = if rng.below(2) == 0 { straight } else { Form::Curved { trail_count: 2 + rng.below(TRAIL_MAX as u32 - 1) as u16 } };
    let width_px = rng.range(1.0, 30.0);
    LaserBirth { head, offset: Vec2::new(rng.range(-20.0, 20.0), 3.0), owner, width_px, hit_width_px: width_px * 0.6, form }
}

#[test]
fn both_storages_are_one_simulation_however_often_they_change() {
    let mut rng = Rng::new(11);
    let mut worlds = [Mode::Pooled, Mode::Boxed, Mode::Pooled].map(Lasers::new);
    let mut arenas = [(); 3].map(|()| FrameArena::with_capacity(1 << 18));
    let (mut hits, mut grazes, mut pieces, mut most) = (0, 0, 0, 0);
    for tick in 0..2_000 {
        arenas.iter_mut().for_each(|arena| arena.reset(tick));
        for _ in 0..rng.below(6) {
            let birth = any(&mut rng);
            let born = worlds.each_mut().map(|world| world.spawn(&birth, tick));
            assert_eq!(born, [born[0]; 3]);
        }
        let player = Vec2::new(rng.range(50.0, 334.0), rng.range(50.0, 398.0));
        let boss = (rng.below(50) > 0).then(|| Vec2::new(192.0 + tick as f32 % 50.0, 90.0));
        let told = [0, 1, 2].map(|world| {
            worlds[world].step(&Env { target: player, tick }, |owner| if owner == Owner::Boss { boss } else { None });
            let opening: Vec<_> = worlds[world].opening().collect();
            let touches = worlds[world].touch(player, 2.5, &arenas[world]);
            (opening, touches.hit, touches.grazes.to_vec())
        });
        assert_eq!([&told[1], &told[2]], [&told[0]; 2], "tick {tick}");
        (hits, grazes, most) = (hits + usize::from(told[0].1.is_some()), grazes + told[0].2.len(), most.max(worlds[0].len()));
        if rng.below(30) == 0 {
            let cancelled = [0, 1, 2].map(|world| match tick % 3 {
                0 => worlds[world].cancel_all(&arenas[world]).to_vec(),
                _ => worlds[world].cancel_within(player, 60.0, &arenas[world]).to_vec(),
            });
            assert_eq!([&cancelled[1], &cancelled[2]], [&cancelled[0]; 2], "tick {tick}");
            pieces += cancelled[0].len();
        }
        if rng.below(20) == 0 {
            let (copy, before, row) = (worlds[2].copy(), worlds[2].digest(), worlds[2].row());
            worlds[2].cancel_all(&arenas[2]);
            worlds[2].spawn(&straight(), tick);
            worlds[2].restore(&copy);
            assert_eq!((worlds[2].digest(), worlds[2].row()), (before, row));
        }
        if rng.below(5) == 0 {
            let (before, mode) = (worlds[2].digest(), worlds[2].mode());
            worlds[2].set_mode(if mode == Mode::Pooled { Mode::Boxed } else { Mode::Pooled });
            assert_eq!(worlds[2].digest(), before);
        }
        assert_eq!(worlds.each_ref().map(Lasers::digest), [worlds[0].digest(); 3], "tick {tick}");
        assert_eq!(worlds.each_ref().map(Lasers::row), [worlds[0].row(); 3]);
        assert_eq!(worlds.each_ref().map(Lasers::audit), [const { None }; 3]);
    }
    assert!(hits > 100 && grazes > 100 && pieces > 100 && most > 60, "{hits} hits, {grazes} grazes, {pieces} pieces, {most} at once");
}
