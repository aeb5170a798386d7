//! Handles against a model, full-policies by numbers, and slots that remember nothing of a former life.

mod support {
    pub mod any;
    pub mod still;
}

use std::collections::HashMap;
use tamafubuki::mem::arena::FrameArena;
use tamafubuki::sim::bullet::birth::Birth;
use tamafubuki::sim::bullet::color::Color;
use tamafubuki::sim::bullet::look::LookId;
use tamafubuki::sim::bullet::{Bullets, Env, Handle, KINDS, Mode, Policy};
use tamafubuki::sim::rng::Rng;

const MODES: [Mode; 2] = [Mode::Pooled, Mode::Boxed];

/// Random births, removals, clears and changes of mode against a map from every handle ever given to its serial while it lives.
fn model(operation_count: u32, policy: Policy, capacity: usize, seed: u64) {
    let mut rng = Rng::new(seed);
    let mut bullets = Bullets::new(capacity, policy, MODES[seed as usize % 2]);
    let mut ever: Vec<Handle> = Vec::new();
    let mut alive: HashMap<Handle, f32> = HashMap::new();
    // Birth order of each kind, the oldest first.
    let mut by_age = vec![Vec::new(); KINDS.len()];
    for operation in 0..operation_count {
        match rng.below(1000) {
            0 => {
                bullets.clear();
                alive.clear();
                by_age.iter_mut().for_each(Vec::clear);
            }
            1..=3 => bullets.set_mode(MODES[rng.below(2) as usize]),
            4..=599 => {
                let mut birth = support::any::any(&mut rng);
                birth.at.x = (operation % 5000) as f32;
                let kind = usize::from(birth.kind);
                let is_full = by_age[kind].len() == capacity;
                let born = bullets.spawn(&birth, 0);
                if is_full && policy == Policy::Reject {
                    assert_eq!(born, None);
                    continue;
                }
                let handle = born.expect("there is room, or room is made");
                if is_full && policy == Policy::StealOldest {
                    alive.remove(&by_age[kind].remove(0));
                }
                by_age[kind].push(handle);
                let x = bullets.get(handle).expect("it lives").at.x;
                // One that has a radius is born beside the place of its birth.
                assert!(x == birth.at.x || KINDS[kind].params.iter().any(|param| param.name == "radius"));
                alive.insert(handle, x);
                ever.push(handle);
            }
            _ if ever.is_empty() => {}
            _ => {
                // Mostly recent ones, so that many still live.
                let window = if rng.below(2) == 0 { 3 * capacity } else { usize::MAX };
                let back = rng.below(ever.len().min(window) as u32) as usize;
                let handle = ever[ever.len() - 1 - back];
                let view = bullets.get(handle);
                assert_eq!(view.map(|view| view.at.x), alive.get(&handle).copied(), "operation {operation}");
                assert!(view.is_none_or(|view| view.serial == handle.generation));
                assert_eq!(bullets.remove(handle), alive.remove(&handle).is_some());
                by_age.iter_mut().for_each(|kind| kind.retain(|other| *other != handle));
            }
        }
        assert_eq!(bullets.len(), alive.len());
    }
    assert!(ever.len() > capacity * 4);
    for handle in ever {
        assert_eq!(bullets.get(handle).is_some(), alive.contains_key(&handle));
    }
}

#[test]
fn handles_agree_with_a_model_when_births_steal() {
    model(20_000, Policy::StealOldest, 30, 1);
}

#[test]
fn handles_agree_with_a_model_when_births_are_refused() {
    model(20_000, Policy::Reject, 30, 2);
}

#[test]
#[ignore = "ten million operations: for the release build"]
fn handles_agree_with_a_model_for_long() {
    model(10_000_000, Policy::StealOldest, 100, 3);
}

#[test]
fn a_handle_of_nothing_resolves_to_nothing() {
    for mode in MODES {
        let mut bullets = Bullets::new(4, Policy::Reject, mode);
        for handle in [Handle { index: 0, generation: 0 }, Handle { index: u32::MAX, generation: 1 }, Handle { index: 3, generation: 1 }] {
            assert_eq!(bullets.get(handle), None);
            assert!(!bullets.remove(handle));
        }
    }
}

#[test]
fn full_kinds_do_as_their_policy_says() {
    for mode in MODES {
        let spawn_five = |policy| {
            let mut bullets = Bullets::new(3, policy, mode);
            let born = [0, 1, 2, 3, 4].map(|tick| bullets.spawn(&support::still::still(), tick));
            let lives = born.map(|handle| handle.is_some_and(|handle| bullets.get(handle).is_some()));
            let row = bullets.rows()[0];
            (lives, (row.len, row.capacity, row.peak, row.steals, row.refused))
        };
        assert_eq!(spawn_five(Policy::Reject), ([true, true, true, false, false], (3, 3, 3, 0, 2)));
        assert_eq!(spawn_five(Policy::StealOldest), ([false, false, true, true, true], (3, 3, 3, 2, 0)));
        let (lives, (len, capacity, peak, steals, refused)) = spawn_five(Policy::Grow);
        assert_eq!((lives, len, peak, steals, refused), ([true; 5], 5, 5, 0, 0));
        assert!(capacity >= 5);
        let mut nowhere = Bullets::new(0, Policy::StealOldest, mode);
        assert_eq!(nowhere.spawn(&support::still::still(), 0), None);
        assert_eq!(nowhere.rows()[0].refused, 1);
    }
}

/// Everything about it differs from `support::still`.
fn odd(kind: u8) -> Birth {
    Birth {
        kind,
        params: [0.5; 6],
        angle_deg: 33.0,
        speed_px_per_tick: 2.0,
        look: LookId(9),
        color: Color::Snow,
        hit_radius_px: 9.0,
        graze_radius_px: 60.0,
        lifetime_ticks: 7,
        delay_ticks: 5,
        ..support::still::still()
    }
}

#[test]
fn a_recycled_bullet_equals_a_fresh_one() {
    let arena = FrameArena::with_capacity(1 << 16);
    for mode in MODES {
        for kind in 0..KINDS.len() as u8 {
            let plain = Birth { kind, ..support::still::still() };
            let [after_odd, after_plain, stolen, fresh] = [odd(kind), plain, odd(kind), plain].map(|first| Bullets::new_with(first, mode));
            let removed = [after_odd, after_plain].map(|(mut bullets, first)| {
                assert!(bullets.remove(first));
                bullets
            });
            let full = [stolen, fresh].map(|(bullets, _)| bullets);
            let digests = removed.into_iter().chain(full).map(|mut bullets| {
                let handle = bullets.spawn(&plain, 0).expect("there is room, or it steals");
                let view = bullets.get(handle);
                bullets.step(&Env { target: support::still::still().at, tick: 1 }, &arena);
                (view, bullets.digest())
            });
            let digests: Vec<_> = digests.collect();
            assert_eq!(digests, [digests[1]; 4], "{}", KINDS[usize::from(kind)].name);
        }
    }
}

trait NewWith: Sized {
    fn new_with(first: Birth, mode: Mode) -> (Self, Handle);
}

impl NewWith for Bullets {
    /// Room for one, and it is taken.
    fn new_with(first: Birth, mode: Mode) -> (Self, Handle) {
        let mut bullets = Bullets::new(1, Policy::StealOldest, mode);
        let handle = bullets.spawn(&first, 0).expect("it is empty");
        (bullets, handle)
    }
}
