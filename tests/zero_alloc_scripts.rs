//! Scripts of pooled bullets take nothing from the heap; those of boxed ones do. Alone in its process, so that nothing else is counted.

mod support {
    pub mod scene;
}

use support::scene::{Scene, stage};
use tamafubuki::mem::counter::{self, CountingAllocator, Tag};
use tamafubuki::sim::bullet::Mode;
use tamafubuki::sim::input::Input;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// Bullets that live a while, steer, fire, become others and vanish.
const CHURN: &str = r#"[Forever(every: 2, do: [
    Fire(aim: Sequence(31), group: Ring(count: 12), speed: 1.5, bullet: (look: "petal", script: [
        ChangeDirection(to: Relative("rand(-90, 90)"), ticks: 30), ChangeSpeed(to: 0.5, ticks: 30), Wait(30),
        Fire(group: Spread(count: 2, arc: 30), bullet: (look: "disc", then: [(when: After(40), do: [Vanish]), (when: OnWall, do: [Emit("wall"), ToItem])])),
        Become(Circular(turn: 3)), Wait(40), Vanish,
    ])),
])]"#;

fn operations(mode: Mode) -> (u64, usize) {
    let mut scene = Scene::of(&stage(CHURN, &[]), mode);
    scene.run_to(300);
    let mut step = |count: u32| {
        for _ in 0..count {
            scene.world.place_player(scene.player);
            let _tag = counter::scope(Tag::Sim);
            scene.world.step(Input::default());
        }
    };
    let before = counter::snapshot().expect("the counter is on");
    step(600);
    let counted = counter::snapshot().expect("the counter is on").since(&before).total().operations();
    (counted, scene.world.tasks().len())
}

#[test]
fn scripts_pooled_take_nothing_from_the_heap() {
    let (boxed, _) = operations(Mode::Boxed);
    assert!(boxed > 10_000, "the counter counts: {boxed}");
    let (pooled, count) = operations(Mode::Pooled);
    assert_eq!(pooled, 0, "with {count} scripts");
    assert!(count > 500, "{count}");
}
