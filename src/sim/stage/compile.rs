//! From a stage's files to its data: names resolved, numbers checked, programs compiled. All problems at once.

use super::data::*;
use super::format::{AttackFile, Barrel, Beat, BossFile, CraneFile, Drops, EnemyFile, SpawnRow, StageFile, TalkFile, WaveFile};
use crate::sim::pattern::format::{Modifiers, Number, Step};
use crate::sim::pattern::{self, Program};
use crate::sim::problem::{Key, Problem};
use glam::Vec2;
use std::collections::BTreeMap;

/// The files of a stage, by name without folder and ending.
pub struct StageSource {
    /// `stage.ron`
    pub stage: StageFile,
    /// `waves/`
    pub waves: BTreeMap<String, WaveFile>,
    /// `enemies/`
    pub enemies: BTreeMap<String, EnemyFile>,
    /// `bosses/`
    pub bosses: BTreeMap<String, BossFile>,
    /// `spells/`
    pub spells: BTreeMap<String, AttackFile>,
    /// `talks/`
    pub talks: BTreeMap<String, TalkFile>,
}

/// Names that a stage may use.
pub struct StageNames<'a> {
    /// What patterns may use: looks and shared patterns.
    pub patterns: pattern::Names<'a>,
    /// Figures, in the order of their indices.
    pub figures: &'a [String],
    /// Backdrops, in the order of their indices.
    pub backdrops: &'a [String],
    /// What changes every program.
    pub modify: &'a Modifiers,
}

/// A problem and the file of the stage it is in, such as `waves/first`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located {
    /// Folder and name without ending; `stage` for the stage itself.
    pub file: String,
    /// What is wrong.
    pub problem: Problem,
}

/// Compiles a stage. Its data may be used only when there is no problem.
pub fn compile(source: &StageSource, crane: &CraneFile, names: &StageNames) -> (StageData, Vec<Located>) {
    let mut check = Check { source, names, file: String::from("stage"), problems: Vec::new() };
    let file = &source.stage;
    let mut stage = StageData {
        number: file.number,
        title: file.title.clone(),
        subtitle: file.subtitle.clone(),
        backdrop: check.index(&path(["backdrop"]), "backdrop", &file.backdrop, names.backdrops),
        clear_bonus: check.tuned(&path(["clear_bonus"]), &file.clear_bonus, 0.0, 1e8),
        timeline: file.timeline.iter().enumerate().map(|(index, beat)| check.cue(index, beat)).collect(),
        ..StageData::empty(crane, names.figures, names.patterns.looks)
    };
    for (name, wave) in &source.waves {
        check.file = format!("waves/{name}");
        let wave = check.wave(wave);
        stage.waves.push(wave);
    }
    for (name, enemy) in &source.enemies {
        check.file = format!("enemies/{name}");
        let enemy = check.enemy(enemy);
        stage.enemies.push(enemy);
    }
    for (name, boss) in &source.bosses {
        check.file = format!("bosses/{name}");
        let boss = check.boss(boss);
        stage.bosses.push(boss);
    }
    for (name, talk) in &source.talks {
        check.file = format!("talks/{name}");
        let talk = check.talk(talk);
        stage.talks.push(talk);
    }
    (stage, check.problems)
}

/// Checks a crane's file; problems with paths from its root.
pub fn check_crane(crane: &CraneFile, figures: &[String]) -> Vec<Problem> {
    let mut problems = Vec::new();
    if !figures.contains(&crane.figure) {
        problems.push(Problem::unknown(path(["figure"]), "figure", &crane.figure, figures.iter().map(String::as_str)));
    }
    let numbers = [
        ("speed_px_per_tick", crane.speed_px_per_tick, 1.0, 12.0),
        ("focus_speed_px_per_tick", crane.focus_speed_px_per_tick, 0.5, 12.0),
        ("hit_radius_px", crane.hit_radius_px, 0.5, 8.0),
        ("bomb_radius_px", crane.bomb_radius_px, 16.0, 600.0),
        ("bomb_damage", crane.bomb_damage as f32, 0.0, 1_000.0),
    ];
    for (field, value, low, high) in numbers {
        problems.extend(out_of_range(path([field]), field, value, low, high));
    }
    for (field, barrels) in
        [("wide", &crane.wide), ("focus", &crane.focus), ("option_wide", &crane.option_wide), ("option_focus", &crane.option_focus)]
    {
        for (index, barrel) in barrels.iter().enumerate() {
            check_barrel(&mut problems, &[Key::from(field), Key::Index(index)], barrel);
        }
    }
    for (field, sets) in [("options_wide", &crane.options_wide), ("options_focus", &crane.options_focus)] {
        for (index, set) in sets.iter().enumerate() {
            if set.len() != index + 1 {
                let place = vec![Key::from(field), Key::Index(index)];
                problems.push(Problem::new(place, format!("{} places", set.len()), format!("{} places, one an option", index + 1)));
            }
        }
    }
    problems
}

fn check_barrel(problems: &mut Vec<Problem>, place: &[Key], barrel: &Barrel) {
    let numbers = [
        ("angle", barrel.angle, -360.0, 360.0),
        ("speed", barrel.speed, 1.0, 32.0),
        ("damage", barrel.damage as f32, 1.0, 1_000.0),
        ("every", barrel.every as f32, 1.0, 120.0),
    ];
    for (field, value, low, high) in numbers {
        problems.extend(out_of_range(under(place, field), field, value, low, high));
    }
}

/// What is wrong with a number that must lie from `low` to `high`.
fn out_of_range(place: Vec<Key>, field: &str, value: f32, low: f32, high: f32) -> Option<Problem> {
    let fits = (low..=high).contains(&value);
    (!fits).then(|| Problem::range(place, field, value, format!("from {low} to {high}")))
}

fn path<const N: usize>(fields: [&str; N]) -> Vec<Key> {
    fields.into_iter().map(Key::from).collect()
}

fn under(place: &[Key], key: impl Into<Key>) -> Vec<Key> {
    let mut place = place.to_vec();
    place.push(key.into());
    place
}

/// The checks of one stage.
struct Check<'a> {
    source: &'a StageSource,
    names: &'a StageNames<'a>,
    file: String,
    problems: Vec<Located>,
}

impl Check<'_> {
    fn report(&mut self, problem: Problem) {
        self.problems.push(Located { file: self.file.clone(), problem });
    }

    /// The name of the file being checked, without its folder.
    fn name(&self) -> String {
        self.file.rsplit('/').next().unwrap_or_default().to_owned()
    }

    fn range(&mut self, place: &[Key], field: &str, value: f32, low: f32, high: f32) {
        if let Some(problem) = out_of_range(under(place, field), field, value, low, high) {
            self.report(problem);
        }
    }

    fn index(&mut self, place: &[Key], what: &str, name: &str, valid: &[String]) -> u16 {
        match valid.iter().position(|known| known == name) {
            Some(index) => index as u16,
            None => {
                self.report(Problem::unknown(place.to_vec(), what, name, valid.iter().map(String::as_str)));
                0
            }
        }
    }

    fn file_index<T>(&mut self, place: Vec<Key>, what: &str, name: &str, files: &BTreeMap<String, T>) -> usize {
        match files.keys().position(|known| known == name) {
            Some(index) => index,
            None => {
                self.report(Problem::unknown(place, what, name, files.keys().map(String::as_str)));
                0
            }
        }
    }

    /// A number that may differ by difficulty but not during play.
    fn tuned(&mut self, place: &[Key], number: &Number, low: f32, high: f32) -> Tuned {
        let mut values = [low; 4];
        for (difficulty, value) in values.iter_mut().enumerate() {
            let written = match number {
                Number::Table(entries) => &entries[difficulty],
                other => other,
            };
            let Number::Literal(found) = *written else {
                self.report(Problem::new(
                    place.to_vec(),
                    "a number that changes in play",
                    "a literal or a table by difficulty of literals",
                ));
                return Tuned(values);
            };
            if !(low..=high).contains(&found) {
                let name = place.last().map(|key| if let Key::Field(name) = key { name.as_str() } else { "number" }).unwrap_or("number");
                self.report(Problem::range(place.to_vec(), name, found, format!("from {low} to {high}")));
                return Tuned(values);
            }
            *value = found;
        }
        Tuned(values)
    }

    fn program(&mut self, steps: &[Step], modify: &Modifiers) -> Program {
        let (program, problems) = pattern::compile_under(steps, &self.names.patterns, &[self.names.modify, modify], &["program"]);
        problems.into_iter().for_each(|problem| self.report(problem));
        program
    }

    fn cue(&mut self, index: usize, beat: &Beat) -> Cue {
        let place = vec![Key::from("timeline"), Key::Index(index)];
        let inner = under(&place, 0);
        let source = self.source;
        match beat {
            Beat::Wait(ticks) => {
                self.range(&place, "Wait", *ticks as f32, 1.0, 3_600.0);
                Cue::Wait(*ticks)
            }
            Beat::WaitClear(ticks) => {
                self.range(&place, "WaitClear", *ticks as f32, 1.0, 3_600.0);
                Cue::WaitClear(*ticks)
            }
            Beat::Title => Cue::Title,
            Beat::Wave(name) => Cue::Wave(self.file_index(inner, "wave", name, &source.waves)),
            Beat::Talk(name) => Cue::Talk(self.file_index(inner, "talk", name, &source.talks)),
            Beat::Boss(name) => Cue::Boss(self.file_index(inner, "boss", name, &source.bosses)),
        }
    }

    fn wave(&mut self, wave: &WaveFile) -> Wave {
        let rows: Vec<Row> = wave.spawns.iter().enumerate().map(|(index, row)| self.row(index, row)).collect();
        let mut ticks = [0.0_f32; 4];
        for (difficulty, ticks) in ticks.iter_mut().enumerate() {
            let last = |row: &Row| row.at_tick as f32 + (row.count.0[difficulty] - 1.0) * row.every_ticks as f32;
            *ticks = rows.iter().map(last).fold(0.0, f32::max);
        }
        Wave { file: self.name(), rows, ticks: Tuned(ticks) }
    }

    fn row(&mut self, index: usize, row: &SpawnRow) -> Row {
        let place = [Key::from("spawns"), Key::Index(index)];
        self.range(&place, "at", row.at as f32, 0.0, 7_200.0);
        self.range(&place, "x", row.x, -64.0, 448.0);
        self.range(&place, "y", row.y, -64.0, 512.0);
        self.range(&place, "every", row.every as f32, 0.0, 600.0);
        self.range(&place, "step_x", row.step_x, -384.0, 384.0);
        self.range(&place, "step_y", row.step_y, -448.0, 448.0);
        let source = self.source;
        Row {
            at_tick: row.at,
            enemy: self.file_index(under(&place, "enemy"), "enemy", &row.enemy, &source.enemies),
            from: Vec2::new(row.x, row.y),
            step: Vec2::new(row.step_x, row.step_y),
            count: self.tuned(&under(&place, "count"), &row.count, 0.0, 64.0),
            every_ticks: row.every,
            mirror: row.mirror,
            twin: row.twin,
        }
    }

    fn drops(&mut self, drops: &Drops) -> Drops {
        let place = [Key::from("drops")];
        let counts =
            [("power", drops.power), ("big_power", drops.big_power), ("point", drops.point), ("life", drops.life), ("bomb", drops.bomb)];
        for (field, count) in counts {
            self.range(&place, field, count as f32, 0.0, 60.0);
        }
        *drops
    }

    fn enemy(&mut self, enemy: &EnemyFile) -> EnemyData {
        self.range(&[], "radius", enemy.radius, 4.0, 96.0);
        self.range(&[], "score", enemy.score as f32, 0.0, 1e7);
        EnemyData {
            file: self.name(),
            figure: self.index(&path(["figure"]), "figure", &enemy.figure, self.names.figures),
            hp: self.tuned(&path(["hp"]), &enemy.hp, 1.0, 1e6),
            radius_px: enemy.radius,
            score: enemy.score,
            drops: self.drops(&enemy.drops),
            program: self.program(&enemy.program, &Modifiers::default()),
            cancels: enemy.cancels,
        }
    }

    fn boss(&mut self, boss: &BossFile) -> BossData {
        self.range(&[], "radius", boss.radius, 8.0, 96.0);
        self.range(&[], "score", boss.score as f32, 0.0, 1e8);
        for (field, (x, y)) in [("from", boss.from), ("home", boss.home)] {
            let place = path([field]);
            for (index, value) in [x, y].into_iter().enumerate() {
                if !(-200.0..=648.0).contains(&value) {
                    self.report(Problem::range(under(&place, index), field, value, "from -200 to 648"));
                }
            }
        }
        if boss.attacks.is_empty() || boss.attacks.len() > 16 {
            self.report(Problem::new(path(["attacks"]), format!("{} attacks", boss.attacks.len()), "1 to 16 attacks"));
        }
        let source = self.source;
        let mut attacks = Vec::new();
        for (index, name) in boss.attacks.iter().enumerate() {
            let place = vec![Key::from("attacks"), Key::Index(index)];
            let known = self.file_index(place, "spell", name, &source.spells);
            if let Some((name, attack)) = source.spells.iter().nth(known) {
                let outer = std::mem::replace(&mut self.file, format!("spells/{name}"));
                attacks.push(self.attack(attack));
                self.file = outer;
            }
        }
        BossData {
            file: self.name(),
            name: boss.name.clone(),
            title: boss.title.clone(),
            figure: self.index(&path(["figure"]), "figure", &boss.figure, self.names.figures),
            radius_px: boss.radius,
            from: boss.from.into(),
            home: boss.home.into(),
            leaves: boss.leaves,
            attacks,
            score: boss.score,
        }
    }

    fn attack(&mut self, attack: &AttackFile) -> Attack {
        let backdrops = self.names.backdrops;
        let backdrop = attack.backdrop.as_ref().map(|name| self.index(&path(["backdrop"]), "backdrop", name, backdrops));
        Attack {
            file: self.name(),
            name: attack.name.clone(),
            hp: self.tuned(&path(["hp"]), &attack.hp, 1.0, 1e6),
            ticks: self.tuned(&path(["ticks"]), &attack.ticks, 120.0, 7_200.0),
            bonus: attack.bonus.as_ref().map_or(Tuned::default(), |bonus| self.tuned(&path(["bonus"]), bonus, 0.0, 1e8)),
            pose: attack.pose.clone().unwrap_or_else(|| String::from("idle")),
            backdrop,
            drops: self.drops(&attack.drops),
            program: self.program(&attack.program, &attack.modify),
        }
    }

    fn talk(&mut self, talk: &TalkFile) -> Talk {
        let source = self.source;
        let boss = talk.boss.as_ref().map(|name| self.file_index(path(["boss"]), "boss", name, &source.bosses));
        if talk.lines.is_empty() || talk.lines.len() > 64 {
            self.report(Problem::new(path(["lines"]), format!("{} lines", talk.lines.len()), "1 to 64 lines"));
        }
        let figures = self.names.figures;
        let mut lines = Vec::new();
        for (index, line) in talk.lines.iter().enumerate() {
            let place = [Key::from("lines"), Key::Index(index)];
            let length = line.text.chars().count();
            if length == 0 || length > 200 {
                self.report(Problem::new(under(&place, "text"), format!("{length} characters"), "1 to 200 characters"));
            }
            lines.push(TalkLine {
                speaker: line.speaker.clone(),
                figure: self.index(&under(&place, "figure"), "figure", &line.figure, figures),
                side: line.side,
                text: line.text.clone(),
            });
        }
        Talk { file: self.name(), boss, lines }
    }
}
