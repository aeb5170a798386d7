//! Hearing a tick and mixing it take nothing from the heap: alone in its process, so that nothing else is counted.

use glam::Vec2;
use tamafubuki::content::{self, Sources};
use tamafubuki::mem::counter::{self, CountingAllocator};
use tamafubuki::sim::event::{Event, Happening};
use tamafubuki::sound::{Bank, Ear, Mixer};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

#[test]
fn a_fight_is_heard_without_the_heap() {
    let sounds = content::load(&Sources::embedded()).content.sounds;
    let (mut ear, mut mixer) = (Ear::new(&sounds), Mixer::new());
    mixer.set_bank(Bank::new(&sounds));
    let event = |what, x| Event { what, at: Vec2::new(x, 0.0), value: 0, count: 9 };
    let fight: Vec<Event> = (0..400)
        .map(|at| {
            event([Happening::Shot, Happening::Cancel, Happening::Graze, Happening::BulletsFired, Happening::Bomb][at % 5], at as f32)
        })
        .collect();
    let mut out = [0.0; 1600];
    let before = counter::snapshot().expect("the counter is on");
    let mut loudest: f32 = 0.0;
    for _ in 0..600 {
        ear.hear(&fight).iter().for_each(|play| mixer.play(play));
        mixer.fill(&mut out);
        loudest = out.iter().fold(loudest, |most, sample| most.max(sample.abs()));
    }
    let counted = counter::snapshot().expect("the counter is on").since(&before).total();
    assert_eq!(counted.operations(), 0, "{counted:?}");
    assert!(loudest > 0.1, "it was heard: {loudest}");
}
