//! Both storages are one simulation: under random operations every answer and every digest is the same, however often the mode changes.

mod support {
    pub mod any;
}

use glam::Vec2;
use tamafubuki::mem::arena::FrameArena;
use tamafubuki::mem::lanes::Lanes;
use tamafubuki::sim::bullet::birth::Birth;
use tamafubuki::sim::bullet::{Bullets, Env, Handle, Mode, Policy};
use tamafubuki::sim::rng::Rng;

/// Three worlds that get the same operations: always pooled, always boxed, and one that changes its mind.
fn run(policy: Policy, seed: u64, with_delays: bool) {
    let mut rng = Rng::new(seed);
    let any = |rng: &mut Rng| {
        let birth = support::any::any(rng);
        Birth { delay_ticks: if with_delays { birth.delay_ticks } else { 0 }, ..birth }
    };
    let mut worlds = [Mode::Pooled, Mode::Boxed, Mode::Pooled].map(|mode| Bullets::new(120, policy, mode));
    // The one that changes its mind also does without wide lanes: that must not show either.
    worlds[2].set_lanes(Lanes::BASELINE);
    let mut arenas = [(); 3].map(|()| FrameArena::with_capacity(1 << 20));
    let mut handles: Vec<[Handle; 3]> = Vec::new();
    for tick in 0..600 {
        arenas.iter_mut().for_each(|arena| arena.reset(tick));
        for _ in 0..rng.below(25) {
            let birth = any(&mut rng);
            let born = [0, 1, 2].map(|world| worlds[world].spawn(&birth, tick));
            assert_eq!(born.map(|handle| handle.map(|handle| handle.generation)), [born[0].map(|handle| handle.generation); 3]);
            if let [Some(a), Some(b), Some(c)] = born {
                handles.push([a, b, c]);
            }
        }
        // A whole volley at once: where it fits, pooled storage takes a way of its own.
        let volley: Vec<_> = (0..rng.below(2) * rng.below(300)).map(|_| any(&mut rng)).collect();
        let born = [0, 1, 2].map(|world| {
            let mut handles = Vec::new();
            worlds[world].spawn_all(&volley, tick, &arenas[world], |birth, handle| handles.push((birth.kind, handle)));
            assert!(handles.iter().map(|(kind, _)| *kind).eq(volley.iter().map(|birth| birth.kind)), "each is told, in order");
            handles.into_iter().map(|(_, handle)| handle).collect::<Vec<_>>()
        });
        for ((a, b), c) in born[0].iter().zip(&born[1]).zip(&born[2]) {
            assert_eq!([a, b].map(|handle| handle.map(|handle| handle.generation)), [c.map(|handle| handle.generation); 2]);
            if let [Some(a), Some(b), Some(c)] = [*a, *b, *c] {
                handles.push([a, b, c]);
            }
        }
        let player = Vec2::new(rng.range(50.0, 334.0), rng.range(50.0, 398.0));
        let steps = [0, 1, 2].map(|world| {
            worlds[world].step(&Env { target: player, tick }, &arenas[world]);
            let touches = worlds[world].touch(player, 2.5, &arenas[world]);
            let told = |touch: &tamafubuki::sim::bullet::Touch| (touch.serial, touch.at.to_array().map(f32::to_bits), touch.color);
            (touches.hits.iter().map(told).collect::<Vec<_>>(), touches.grazes.iter().map(told).collect::<Vec<_>>())
        });
        assert_eq!(steps[0], steps[1], "tick {tick}");
        assert_eq!(steps[0], steps[2], "tick {tick}");
        if !handles.is_empty() {
            let same = handles.swap_remove(rng.below(handles.len() as u32) as usize);
            let views = [0, 1, 2].map(|world| worlds[world].get(same[world]));
            assert_eq!([views[1], views[2]], [views[0]; 2]);
            let removed = [0, 1, 2].map(|world| worlds[world].remove(same[world]));
            assert_eq!(removed, [views[0].is_some(); 3]);
        }
        if rng.below(40) == 0 {
            let cancelled = [0, 1, 2].map(|world| worlds[world].cancel_within(player, 90.0, &arenas[world]).to_vec());
            assert_eq!(cancelled[0], cancelled[1]);
            assert_eq!(cancelled[0], cancelled[2]);
        }
        if rng.below(200) == 0 {
            let cancelled = [0, 1, 2].map(|world| worlds[world].cancel_all(&arenas[world]).to_vec());
            assert_eq!(cancelled[0], cancelled[1]);
            assert_eq!(cancelled[0], cancelled[2]);
        }
        if rng.below(5) == 0 {
            let (digest, mode) = (worlds[2].digest(), worlds[2].mode());
            worlds[2].set_mode(if mode == Mode::Pooled { Mode::Boxed } else { Mode::Pooled });
            assert_eq!(worlds[2].digest(), digest);
        }
        assert_eq!(worlds.each_ref().map(Bullets::digest), [worlds[0].digest(); 3], "tick {tick}");
        assert_eq!(worlds.each_ref().map(Bullets::rows), [worlds[0].rows(); 3]);
    }
    let drawn = worlds.each_ref().map(|world| {
        let mut instances = Vec::new();
        world.instances(600, &mut instances);
        instances
    });
    assert!(drawn[0].len() > 100);
    assert_eq!(drawn[0], drawn[1]);
    assert_eq!(drawn[0], drawn[2]);
}

#[test]
fn the_same_when_full_kinds_refuse() {
    run(Policy::Reject, 1, true);
}

#[test]
fn the_same_when_full_kinds_steal() {
    run(Policy::StealOldest, 2, true);
}

#[test]
fn the_same_when_volleys_steal_at_once() {
    run(Policy::StealOldest, 5, false);
}

#[test]
fn the_same_when_full_kinds_grow() {
    run(Policy::Grow, 3, true);
}

#[test]
fn the_youngest_are_left_of_a_volley_of_more_than_a_kind_holds() {
    const CAPACITY: usize = 20;
    let mut rng = Rng::new(4);
    let volley: Vec<_> = (0..70).map(|_| Birth { kind: 0, delay_ticks: 0, lifetime_ticks: 0, ..support::any::any(&mut rng) }).collect();
    // Into none, and into all that there may be.
    for old_count in [0, CAPACITY] {
        let left = [Mode::Pooled, Mode::Boxed].map(|mode| {
            let (mut bullets, arena) = (Bullets::new(CAPACITY, Policy::StealOldest, mode), FrameArena::with_capacity(1 << 16));
            volley[..old_count].iter().for_each(|birth| _ = bullets.spawn(birth, 0));
            let mut handles = Vec::new();
            bullets.spawn_all(&volley, 0, &arena, |_, handle| handles.extend(handle));
            assert_eq!(handles.len(), volley.len());
            let (stolen, alive) = handles.split_at(volley.len() - CAPACITY);
            assert!(stolen.iter().all(|handle| bullets.get(*handle).is_none()));
            let alive: Vec<_> = alive.iter().map(|handle| bullets.get(*handle).expect("it is one of the youngest").at).collect();
            assert!(alive.iter().eq(volley[volley.len() - CAPACITY..].iter().map(|birth| &birth.at)));
            let mut instances = Vec::new();
            bullets.instances(0, &mut instances);
            (bullets.digest(), bullets.rows(), instances)
        });
        assert_eq!(left[0], left[1]);
    }
}
