//! What the screens wish for, done: runs begun and ended, replays kept and watched, settings changed.

use super::App;
use crate::view::grouped::Grouped;
use crate::view::recordings;
use crate::view::run::Run;
use crate::view::screens::replays::{Row, date};
use crate::view::screens::{Player, Wish, settings};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};
use tamafubuki::mem::counter::{self, Tag};
use tamafubuki::replay::{ENGINE_VERSION, Header, LIMIT_BYTES, Replay};
use tamafubuki::save::disk::read_limited;
use tamafubuki::save::{List, ScoreRow};
use tamafubuki::sim::bullet::Mode;
use tamafubuki::sim::difficulty::Difficulty;
use tamafubuki::sim::input;
use tamafubuki::sim::world::{Config, Outcome, Phase};

/// Replays listed at most, the newest.
const LISTED_MAX: usize = 100;

impl App {
    pub(super) fn grant(&mut self, wish: Wish) {
        match wish {
            Wish::Play(level) => self.play(level),
            Wish::Demo => self.demo(),
            Wish::Retry => self.retry(),
            Wish::Leave => self.leave_run(),
            Wish::OpenLab => self.open_lab(),
            Wish::Continue => self.command |= input::CONTINUE,
            Wish::GiveUp => self.command |= input::QUIT,
            Wish::Save => self.keep_replay(),
            Wish::Watch(index) => self.watch(index),
            Wish::ListMods => self.list_mods(),
            Wish::Switch(index) => self.switch_mod(index),
            Wish::Shift(index, up) => self.shift_mod(index, up),
            Wish::Change(index, up) => self.change_setting(index, up),
            Wish::Quit => self.going = false,
        }
    }

    fn play(&mut self, level: usize) {
        let (Some(stage), Some(difficulty)) = (self.content.stages.first(), Difficulty::from_index(level)) else { return };
        let config = Config { seed: self.seed(), difficulty, ..Config::default() };
        let header = Header::new(self.content.digest, stage.number, config, &self.store.settings.player_name, unix_seconds());
        let header = header.with_mods(&self.content.mods);
        self.store.settings.difficulty = difficulty.name().to_owned();
        self.facts.level = level;
        let run = Run::play(Arc::clone(stage), header);
        self.begin(run);
    }

    fn demo(&mut self) {
        if let Some(stage) = self.content.stages.first() {
            let run = Run::demo(Arc::clone(stage), Config { seed: self.seed(), ..Config::default() });
            self.begin(run);
        }
    }

    fn retry(&mut self) {
        let seed = self.seed();
        if let Some(run) = self.run.take() {
            self.begin(run.again(seed, unix_seconds()));
        }
    }

    fn watch(&mut self, index: usize) {
        let Some(kept) = self.kept.get(index).filter(|kept| kept.trouble.is_empty()) else { return };
        match read_replay(&kept.path) {
            Ok(replay) => {
                let stage = self.content.stages.iter().find(|stage| stage.number == replay.header.stage).cloned();
                let Some(stage) = stage else { return self.notes.add(format!("There is no stage {}.", replay.header.stage)) };
                self.begin(Run::watch(stage, Arc::new(replay), Mode::Pooled));
            }
            Err(why) => self.notes.add(why),
        }
    }

    pub(super) fn begin(&mut self, run: Run) {
        self.scene.clear();
        self.speaker.clear();
        let difficulty = run.world.hud().difficulty.name();
        let (stage, mods) = (stage_name(run.stage().number), self.mods_in_force());
        self.scene.hud().set_hi_score(self.store.scores.hi_score(List { stage: &stage, difficulty, mods: &mods }));
        self.flow.run_begun(run.player(), &self.facts);
        self.run = Some(run);
        self.command = 0;
        self.pace.resume();
        self.instrument.reset();
        self.instrument.marks.loaded = true;
    }

    /// The run came to its end: its score is entered, its page of results shown.
    pub(super) fn finish(&mut self) {
        match self.run.as_ref().map(Run::player) {
            Some(Player::Own) => self.enter_score(),
            Some(Player::Replay | Player::Bot) => self.close(),
            Some(Player::Practice) => self.end_practice(),
            None => {}
        }
        self.flow.run_finished(&self.facts);
    }

    /// A replay or a demo has run out.
    fn close(&mut self) {
        if self.run.take().is_some_and(|run| run.parted()) {
            self.notes.add("The replay and the game parted ways: this is not the run that was recorded.".to_owned());
        }
    }

    fn enter_score(&mut self) {
        let Some(run) = &self.run else { return };
        let hud = run.world.hud();
        let (stage, difficulty) = (stage_name(run.stage().number), hud.difficulty.name());
        let mods = self.mods_in_force();
        let best_before = self.store.scores.hi_score(List { stage: &stage, difficulty, mods: &mods });
        let row = ScoreRow {
            stage,
            difficulty: difficulty.to_owned(),
            name: self.store.settings.player_name.clone(),
            score: hud.score.score,
            cleared: run.world.phase() == Phase::Finished(Outcome::Cleared),
            continues: hud.score.continues,
            unix_seconds: unix_seconds(),
            replay: String::new(),
            mods,
            content: format!("{:016x}", self.content.digest),
        };
        let rank = if run.stressed() || run.reloaded() { None } else { self.store.scores.enter(row, run.world.tick()) };
        self.summary = run.summary(best_before, rank);
        self.facts.savable = run.replay().is_some();
        self.store.save_scores();
        self.tell_warnings();
    }

    fn keep_replay(&mut self) {
        let Some(replay) = self.run.as_ref().and_then(Run::replay) else { return };
        let header = &replay.header;
        let stem = format!("{}-{}-{}", stage_name(header.stage), header.config.difficulty.name().to_lowercase(), header.unix_seconds);
        if let Some(path) = self.store.save_replay(&stem, &replay.encode()) {
            let name = path.file_name().unwrap_or(path.as_os_str()).display();
            self.notes.add(format!("Replay kept: {name}"));
            self.facts.savable = false;
            self.list_replays();
        }
        self.tell_warnings();
        self.flow.refresh(&self.facts);
    }

    fn change_setting(&mut self, index: usize, up: bool) {
        let before = self.store.settings.clone();
        settings::change(&mut self.store.settings, index, up);
        let now = &self.store.settings;
        let resized = (now.window_width_px, now.window_height_px) != (before.window_width_px, before.window_height_px);
        if now.fullscreen != before.fullscreen {
            self.set_whole_screen(now.fullscreen);
        } else if resized && !now.fullscreen {
            self.set_window_size();
        }
    }

    pub(super) fn switch_storage(&mut self) {
        let Some(run) = &mut self.run else { return };
        let (before, after) = run.switch_storage();
        self.instrument.switched(before, after);
        let name = if run.world.mode() == Mode::Pooled { "pooled" } else { "boxed" };
        let same = if before == after { format!("digest {after:016x} unchanged") } else { format!("digest {before:016x} -> {after:016x}") };
        self.notes.add(format!("Bullets are {name} now; {same}."));
    }

    pub(super) fn stress(&mut self, more: bool) {
        let Some(run) = &mut self.run else { return };
        if run.player() != Player::Own {
            return self.notes.add("Load can be added to a run of your own only.".to_owned());
        }
        let count = run.stress(more);
        self.instrument.note("load", &format!("the stage and {count} bullets of load"));
        self.notes.add(format!("Load: {} bullets. This run counts no more.", Grouped(count as u64)));
    }

    /// Begins a recording of frames, or ends it and writes it down.
    pub(super) fn record(&mut self) {
        let _transition = counter::scope(Tag::Transition);
        self.instrument.marks.loaded = true;
        let note = match (self.instrument.stop_recording(), &self.run, self.store.folder()) {
            (Some(recording), _, Some(folder)) => match recordings::write(folder, &recording) {
                Ok(path) => format!("{} frames written: {}", recording.len(), path.display()),
                Err(why) => why,
            },
            (_, _, None) => "There is no folder for recordings.".to_owned(),
            (None, Some(run), Some(_)) => {
                self.instrument.start_recording(recordings::preamble(&run.world, self.instrument.counter_ns()));
                "Recording frames; the same key ends it.".to_owned()
            }
            (None, None, _) => return,
        };
        self.notes.add(note);
    }

    pub(super) fn tell_warnings(&mut self) {
        self.store.take_warnings().into_iter().for_each(|warning| self.notes.add(warning));
    }

    fn seed(&self) -> u64 {
        self.options.seed.unwrap_or_else(fresh_seed)
    }

    /// Reads the headers of the kept replays.
    pub(super) fn list_replays(&mut self) {
        let paths = self.store.replay_paths().into_iter().take(LISTED_MAX);
        self.kept = paths.map(|path| row(path, self.content.digest)).collect();
        self.facts.replay_count = self.kept.len();
    }
}

/// The folder name of a stage, under which its scores are kept.
pub(super) fn stage_name(number: u32) -> String {
    format!("stage{number}")
}

fn read_replay(path: &Path) -> Result<Replay, String> {
    let bytes = read_limited(path, LIMIT_BYTES).map_err(|error| error.to_string())?;
    Replay::decode(&bytes).map_err(|error| error.to_string())
}

fn row(path: PathBuf, content_digest: u64) -> Row {
    let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let header = match read_replay(&path) {
        Ok(replay) => replay.header,
        Err(trouble) => return Row { path, date: name, trouble, ..Row::default() },
    };
    let trouble = if header.engine_version != ENGINE_VERSION {
        format!("of version {}", header.engine_version)
    } else if header.content_digest != content_digest {
        match header.mods.as_slice() {
            [] => format!("of other content, {:016x}", header.content_digest),
            mods => format!("of other content, {:016x}, with {}", header.content_digest, mods.join(", ")),
        }
    } else {
        String::new()
    };
    let is_reloaded = header.reloaded_after.is_some();
    Row {
        path,
        player: header.player_name,
        difficulty: header.config.difficulty.name(),
        stage: header.stage,
        score: header.score,
        outcome: match header.outcome {
            _ if is_reloaded => "reloaded",
            Outcome::Cleared => "cleared",
            Outcome::Over => "over",
            Outcome::GaveUp => "given up",
        },
        date: date(header.unix_seconds),
        trouble,
    }
}

fn unix_seconds() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// A seed that differs from run to run.
fn fresh_seed() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    (since.as_secs() << 30 ^ u64::from(since.subsec_nanos())).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}
