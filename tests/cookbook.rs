//! The cookbook and the guide: every file in their folders runs, in every difficulty, within the budget, alike in both storages; the pages name
//! every file and no other. A new file is covered by being there.

use glam::Vec2;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tamafubuki::bot::Bot;
use tamafubuki::content::cost::costs_of;
use tamafubuki::content::{Content, Origin, load};
use tamafubuki::lab::piece;
use tamafubuki::sim::bullet::birth::Birth;
use tamafubuki::sim::bullet::{Handle, Mode};
use tamafubuki::sim::difficulty::Difficulty;
use tamafubuki::sim::event::Happening;
use tamafubuki::sim::input::{self, Input};
use tamafubuki::sim::laser::LaserBirth;
use tamafubuki::sim::probe::{Part, Probe};
use tamafubuki::sim::stage::data::StageData;
use tamafubuki::sim::world::{Config, Outcome, Phase, World};

/// How long each file runs in each difficulty and storage.
const TICKS: u32 = 400;
/// Between two comparisons of digests.
const DIGEST_TICKS: u32 = 10;
/// Where the crane stands: where a player would.
const PLAYER: Vec2 = Vec2::new(192.0, 384.0);
/// Nearer than this to the crane, a bullet that can hit at once is not fair, px.
const FAIR_PX: f32 = 24.0;
/// So many ticks before it can hit are time enough to see it.
const FAIR_TICKS: u16 = 8;

fn tree(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The `.ron` files below `root`, by their paths from there.
fn files(root: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let inside = path.strip_prefix(root).expect("below the root").iter().map(|part| part.to_string_lossy());
            let inside = inside.collect::<Vec<_>>().join("/");
            if path.is_dir() {
                folders.push(path);
            } else if inside.ends_with(".ron") {
                found.insert(inside);
            }
        }
    }
    found
}

/// What a page links to that begins with `start` and is a `.ron` file, without `start`.
fn links(page: &str, start: &str) -> Vec<String> {
    let text = fs::read_to_string(tree(page)).expect("the page");
    let mut links: Vec<String> = text.split("](").skip(1).filter_map(|rest| rest.split(')').next()).map(str::to_owned).collect();
    links.retain(|link| link.ends_with(".ron"));
    links.iter().filter_map(|link| link.strip_prefix(start)).map(str::to_owned).collect()
}

/// The working tree's content with these mods, which has no problem.
fn sound(mods: &[&str]) -> Content {
    let loaded =
        load(&Origin::folder(Path::new(env!("CARGO_MANIFEST_DIR"))).with_mods(mods.iter().map(|path| tree(path)).collect()).read());
    assert!(loaded.problems.is_empty(), "{}", loaded.problems[0]);
    loaded.content
}

/// Counts births, and those that are not fair.
#[derive(Default)]
struct Births {
    count: u32,
    unfair: u32,
}

impl Probe for Births {
    fn enter(&mut self, _part: Part) {}

    fn born(&mut self, birth: &Birth, _bullet: Option<Handle>) {
        self.count += 1;
        let is_near = birth.at.distance(PLAYER) < FAIR_PX + birth.hit_radius_px;
        self.unfair += u32::from(is_near && birth.delay_ticks < FAIR_TICKS);
    }

    fn laser_born(&mut self, _birth: &LaserBirth, _serial: Option<u32>) {
        self.count += 1;
    }
}

/// Runs a stage in both storages side by side, and counts what it fires.
fn run(stage: &Arc<StageData>, difficulty: Difficulty, told: &str) -> Births {
    let config = Config { difficulty, rank_moves: false, seed: 3, ..Config::default() };
    let mut worlds = [Mode::Pooled, Mode::Boxed].map(|mode| World::new(Arc::clone(stage), Config { mode, ..config }));
    let mut births = [Births::default(), Births::default()];
    for tick in 1..=TICKS {
        for (world, births) in worlds.iter_mut().zip(&mut births) {
            world.place_player(PLAYER);
            world.step_probed(Input::default(), births);
        }
        if tick % DIGEST_TICKS == 0 {
            assert_eq!(worlds[0].digest(), worlds[1].digest(), "{told}, {}, tick {tick}", difficulty.name());
        }
    }
    let [pooled, boxed] = births;
    assert_eq!(pooled.count, boxed.count, "{told}");
    pooled
}

/// Runs files of the content in every difficulty. Gives the births of each file, by difficulty.
fn all_run(content: &Content, wanted: &BTreeSet<String>) -> Vec<(String, [u32; 4])> {
    let runs = wanted.iter().map(|path| {
        let stage = piece::stage(path, content, None).unwrap_or_else(|error| panic!("{error}"));
        let stage = stage.unwrap_or_else(|| panic!("{path} was left out"));
        let counts = Difficulty::ALL.map(|difficulty| {
            let births = run(&stage, difficulty, path);
            assert!(births.count > 0, "{path} fires nothing in {}", difficulty.name());
            assert_eq!(births.unfair, 0, "{path} fires onto the crane in {}", difficulty.name());
            births.count
        });
        (path.clone(), counts)
    });
    let counts: Vec<_> = runs.collect();
    let costs = costs_of(content, |path| wanted.contains(path));
    assert_eq!(costs.iter().filter(|cost| wanted.contains(&cost.file)).count(), costs.len());
    for cost in costs {
        assert!(cost.peaks.iter().all(|peaks| peaks.over.is_none()), "{}: {:?}", cost.file, cost.peaks);
    }
    counts
}

#[test]
fn every_shape_of_the_cookbook_runs_and_is_harder_the_harder() {
    let content = sound(&[]);
    let wanted: BTreeSet<String> = files(&tree("levels/patterns")).iter().map(|file| format!("levels/patterns/{file}")).collect();
    assert!(wanted.len() >= 20);
    for (path, [easy, .., lunatic]) in all_run(&content, &wanted) {
        assert!(easy < lunatic, "{path}: {easy} births in Easy, {lunatic} in Lunatic");
    }
}

/// How long the bot is let into a shape.
const BOT_TICKS: u32 = 450;

#[test]
fn a_bot_finds_its_way_through_every_shape_without_a_bomb() {
    let content = sound(&[]);
    for name in content.patterns.keys() {
        let stage = piece::stage(&format!("levels/patterns/{name}.ron"), &content, None);
        let mut world = World::new(stage.expect("it runs").expect("it is sound"), Config { seed: 1, ..Config::default() });
        let (mut bot, mut hits) = (Bot::new(), 0);
        for _ in 0..BOT_TICKS {
            let mut input = bot.decide(&world);
            input.buttons &= !(input::BOMB | input::FOLD);
            world.step(input);
            hits += world.events().iter().filter(|event| event.what == Happening::PlayerHit).count();
        }
        // One is the bot's own fault now and then.
        assert!(hits <= 1, "{name}: {hits} hits");
    }
}

#[test]
fn the_cookbook_lists_every_shape_once_and_each_says_what_it_is() {
    let found = files(&tree("levels/patterns"));
    let mut listed = links("levels/patterns/README.md", "");
    listed.sort();
    assert_eq!(listed, found.iter().cloned().collect::<Vec<_>>());
    for file in found {
        let text = fs::read_to_string(tree("levels/patterns").join(&file)).expect("a file");
        let comment: Vec<&str> = text.lines().take_while(|line| line.starts_with("//")).collect();
        let has = |word: &str| comment.iter().any(|line| line.contains(word));
        assert!(comment.len() >= 3 && has("The trick: ") && has("Change "), "{file} begins with what it is, its trick and what to change");
        assert!(text.lines().count() <= 64, "{file} is longer than a screen");
    }
}

/// The mod of the guide.
const GUIDE: &str = "levels/guide";

#[test]
fn every_step_of_the_guide_runs() {
    let content = sound(&[GUIDE]);
    assert_eq!(content.mods, ["guide 1.0"]);
    let (running, told): (BTreeSet<String>, BTreeSet<String>) =
        files(&tree(GUIDE)).into_iter().partition(|file| file.contains("/patterns/") || file.contains("/stage1/") && !is_said(file));
    assert!(
        running.len() >= 10
            && told.iter().all(|file| ["mod.ron", "assets/looks/step_08_moon.ron"].contains(&file.as_str()) || is_said(file))
    );
    all_run(&content, &running);
}

/// A talk, and the stage that says what comes after what, fire nothing by themselves.
fn is_said(file: &str) -> bool {
    file.contains("/talks/") || file.ends_with("/stage.ron")
}

#[test]
fn the_guide_names_every_file_in_order_and_shows_what_stands_in_it() {
    let steps = links("levels/GUIDE.md", "guide/");
    let listed: BTreeSet<String> = steps.iter().cloned().collect();
    assert_eq!((listed.len(), &listed), (steps.len(), &files(&tree(GUIDE))));
    let number = |file: &str| file.split("step_").nth(1).map_or(10, |rest| rest[..2].parse::<u32>().expect("a step"));
    let numbers: Vec<u32> = steps.iter().map(|file| number(file)).collect();
    assert!(numbers.is_sorted() && (1..=10).all(|step| numbers.contains(&step)), "{numbers:?}");
    let page = fs::read_to_string(tree("levels/GUIDE.md")).expect("the guide");
    let headings = page.lines().filter(|line| line.starts_with("## ")).zip(1..);
    assert!(headings.clone().count() == 10 && headings.clone().all(|(line, step)| line.starts_with(&format!("## {step}. "))));
    for file in steps {
        let text = fs::read_to_string(tree(GUIDE).join(&file)).expect("a step");
        assert!(text.starts_with(&format!("// Step {}: ", number(&file))), "{file}");
    }
    for command in page.split('`').filter(|text| text.starts_with("tamafubuki ") && text.contains("levels/")) {
        let path = command.split(' ').find(|word| word.starts_with("levels/")).expect("a path");
        assert!(tree(path).exists(), "{command}");
    }
}

#[test]
fn the_stage_of_the_guide_can_be_played_to_its_end() {
    let content = sound(&[GUIDE]);
    let stage = &content.stages[0];
    assert_eq!((stage.number, stage.title.as_str()), (1, "Ten Steps Up"));
    let mut world = World::new(Arc::clone(stage), Config { difficulty: Difficulty::Easy, lives: 8, seed: 2, ..Config::default() });
    let mut bot = Bot::new();
    while !matches!(world.phase(), Phase::Finished(_)) && world.tick() < 20_000 {
        let input = bot.decide(&world);
        world.step(input);
    }
    assert_eq!(world.phase(), Phase::Finished(Outcome::Cleared), "tick {}", world.tick());
}
