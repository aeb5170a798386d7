//! From happenings to samples: how many voices there are, how loud it gets, where things are heard, what silence is.

use glam::Vec2;
use tamafubuki::content::{self, Sources};
use tamafubuki::sim::event::{Event, Happening, sound_key};
use tamafubuki::sound::measure::peak;
use tamafubuki::sound::{Bank, Ear, Mixer, Play, RATE_HZ, Role, Sound, VOICES_MAX};

/// Samples of both ears in a tick.
const TICK: usize = 2 * RATE_HZ as usize / 60;

fn shipped() -> Vec<Sound> {
    content::load(&Sources::embedded()).content.sounds
}

/// One long even sound with these settings, and the short ones of the game.
fn sound(name: &str, settings: &str) -> Sound {
    let text = format!("(tones: [(wave: Sine, pitch_hz: 1000, attack_ms: 5, hold_ms: 800, decay_ms: 20)], {settings})");
    let format = content::read(name, &text).expect("it is sound");
    Sound { name: name.to_owned(), format }
}

fn mixer(sounds: &[Sound]) -> Mixer {
    let mut mixer = Mixer::new();
    mixer.set_bank(Bank::new(sounds));
    mixer
}

fn events(what: Happening, x: f32, count: usize) -> Vec<Event> {
    vec![Event { what, at: Vec2::new(x, 100.0), value: 0, count: 1 }; count]
}

fn ticks(mixer: &mut Mixer, count: usize) -> Vec<f32> {
    let mut out = vec![0.0; TICK * count];
    mixer.fill(&mut out);
    out
}

fn ear(samples: &[f32], ear: usize) -> Vec<f32> {
    samples.iter().copied().skip(ear).step_by(2).collect()
}

#[test]
fn five_hundred_bullets_in_a_tick_are_one_sound() {
    let sounds = shipped();
    let mut ear = Ear::new(&sounds);
    let few = ear.hear(&events(Happening::Cancel, 192.0, 1)).to_vec();
    assert_eq!(few.len(), 1);
    let many = Ear::new(&sounds).hear(&events(Happening::Cancel, 192.0, 500)).to_vec();
    assert_eq!(many.len(), 1);
    assert_eq!(many[0].sound, few[0].sound);
    assert!(many[0].gain > few[0].gain && many[0].gain <= 1.6, "{} {}", few[0].gain, many[0].gain);
    assert!((many[0].pan).abs() < 1e-6);
    assert!(ear.hear(&events(Happening::Cancel, 192.0, 500)).is_empty(), "it rests");
}

#[test]
fn a_volley_sounds_as_big_as_it_is() {
    let sounds = shipped();
    let name = |count: u32| {
        let volley = Event { what: Happening::BulletsFired, at: Vec2::ZERO, value: 3, count };
        let plays = Ear::new(&sounds).hear(&[volley]).to_vec();
        sounds[usize::from(plays[0].sound)].name.clone()
    };
    assert_eq!((name(1), name(19), name(20), name(500)), ("volley".into(), "volley".into(), "volley_big".into(), "volley_big".into()));
    let emitters = events(Happening::BulletsFired, 10.0, 30);
    let plays = Ear::new(&sounds).hear(&emitters).to_vec();
    assert_eq!((plays.len(), sounds[usize::from(plays[0].sound)].name.as_str()), (1, "volley_big"), "many small ones at once");
}

#[test]
fn what_happens_on_the_left_is_heard_on_the_left() {
    let sounds = [sound("bomb", "voices: 1")];
    let loudness = |x: f32| {
        let mut mixer = mixer(&sounds);
        Ear::new(&sounds).hear(&events(Happening::Bomb, x, 1)).iter().for_each(|play| mixer.play(play));
        let out = ticks(&mut mixer, 6);
        (peak(&ear(&out, 0)), peak(&ear(&out, 1)))
    };
    let (left, right) = loudness(0.0);
    assert!(left > right * 1.8 && right > 0.05, "{left} {right}");
    let (left, right) = loudness(384.0);
    assert!(right > left * 1.8, "{left} {right}");
    let (left, right) = loudness(192.0);
    assert!((left - right).abs() < 1e-4 && (left - 0.3).abs() < 1e-3, "{left} {right}");
    assert!(loudness(f32::NAN).0 > 0.2, "nowhere is the middle");
}

#[test]
fn a_sound_has_its_voices_and_all_together_have_a_limit() {
    let sounds = [sound("bomb", "voices: 3"), sound("other", "voices: 8")];
    let mut mixer = mixer(&sounds);
    let play = Play { sound: 0, gain: 1.0, pan: 0.0, in_field: true };
    (0..10).for_each(|_| mixer.play(&play));
    ticks(&mut mixer, 1);
    assert_eq!(mixer.voice_count(), 3, "those that were ended have faded");
    for _ in 0..200 {
        mixer.play(&play);
        mixer.play(&Play { sound: 1, ..play });
        assert!(mixer.voice_count() <= VOICES_MAX);
    }
    ticks(&mut mixer, 1);
    assert_eq!(mixer.voice_count(), 11);
    ticks(&mut mixer, 60);
    assert_eq!(mixer.voice_count(), 0, "all have ended");
    mixer.play(&Play { sound: 99, ..play });
    assert_eq!(mixer.voice_count(), 0, "no such sound");
}

#[test]
fn the_densest_fight_never_clips_and_is_not_crushed() {
    let sounds = shipped();
    let (mut ear, mut mixer) = (Ear::new(&sounds), mixer(&sounds));
    let all = [
        Happening::Shot,
        Happening::EnemyHit,
        Happening::EnemyDown,
        Happening::BulletsFired,
        Happening::LaserOpens,
        Happening::Graze,
        Happening::Cancel,
        Happening::Folded,
        Happening::ItemTaken,
        Happening::Bomb,
        Happening::PlayerHit,
        Happening::BossDown,
        Happening::Extend,
        Happening::SpellCaptured,
        Happening::StageClear,
    ];
    let mut out = Vec::new();
    for tick in 0..600 {
        let happened: Vec<Event> = all.iter().flat_map(|what| events(*what, (tick * 7 % 384) as f32, 40)).collect();
        ear.hear(&happened).iter().for_each(|play| mixer.play(play));
        out.extend(ticks(&mut mixer, 1));
    }
    assert!(peak(&out) < 1.0, "{}", peak(&out));
    let rms = (out.iter().map(|sample| sample * sample).sum::<f32>() / out.len() as f32).sqrt();
    assert!(rms > 0.05, "{rms}");
    // What touches the ceiling is bent; that must stay rare.
    let bent = out.iter().filter(|sample| sample.abs() > 0.85).count();
    assert!(bent * 100 < out.len(), "{bent} of {}", out.len());
}

#[test]
fn silence_is_silence_and_the_volume_moves_without_a_click() {
    let sounds = [sound("bomb", "peak: 0.8")];
    let mut mixer = mixer(&sounds);
    mixer.set_volume(0.0);
    ticks(&mut mixer, 6);
    mixer.play(&Play { sound: 0, gain: 1.0, pan: 0.0, in_field: true });
    assert_eq!(peak(&ticks(&mut mixer, 6)), 0.0);
    mixer.set_volume(1.0);
    let loud = ticks(&mut mixer, 6);
    assert!(peak(&loud) > 0.7);
    mixer.set_volume(0.5);
    ticks(&mut mixer, 6);
    let half = peak(&ticks(&mut mixer, 6));
    assert!((half - 0.2).abs() < 0.01, "{half}");
    // A sine of 1000 Hz at 0.8 moves at most 0.105 from sample to sample.
    let step = ear(&loud, 0).windows(2).map(|pair| (pair[1] - pair[0]).abs()).fold(0.0, f32::max);
    assert!(step < 0.11, "{step}");
    for strange in [f32::NAN, f32::INFINITY, -1.0] {
        mixer.set_volume(strange);
        assert!(ticks(&mut mixer, 3).iter().all(|sample| sample.abs() < 1.0));
    }
}

#[test]
fn a_pause_holds_the_playfield_and_leaves_the_menus() {
    let sounds = [sound("bomb", ""), sound("menu_move", "peak: 0.1")];
    let mut mixer = mixer(&sounds);
    mixer.play(&Play { sound: 0, gain: 1.0, pan: 0.0, in_field: true });
    ticks(&mut mixer, 6);
    mixer.set_paused(true);
    ticks(&mut mixer, 3);
    assert_eq!(peak(&ticks(&mut mixer, 60)), 0.0);
    assert_eq!(mixer.voice_count(), 1, "it waits");
    let play = Ear::new(&sounds).menu(Role::MenuMove).expect("there is one");
    mixer.play(&play);
    assert!((peak(&ticks(&mut mixer, 6)) - 0.1).abs() < 0.01);
    mixer.set_paused(false);
    assert!(peak(&ticks(&mut mixer, 6)) > 0.25);
    mixer.clear_field();
    ticks(&mut mixer, 1);
    assert_eq!(mixer.voice_count(), 1, "the menu's goes on");
}

#[test]
fn what_matters_lowers_the_rest_for_a_while() {
    let sounds = [sound("a", "peak: 0.4"), sound("b", "peak: 0.01, duck: 0.5")];
    let mut mixer = mixer(&sounds);
    let play = Play { sound: 0, gain: 1.0, pan: 0.0, in_field: true };
    mixer.play(&play);
    ticks(&mut mixer, 6);
    let before = peak(&ticks(&mut mixer, 3));
    mixer.play(&Play { sound: 1, ..play });
    ticks(&mut mixer, 3);
    let during = peak(&ticks(&mut mixer, 3));
    assert!((during - before * 0.5).abs() < 0.03, "{before} {during}");
}

#[test]
fn a_sound_that_a_pattern_calls_is_heard_as_loud_as_it_says_and_once_a_tick() {
    let sounds = shipped();
    let call =
        |name: &str, x: f32, percent: u32| Event { what: Happening::Sound, at: Vec2::new(x, 0.0), value: sound_key(name), count: percent };
    let mut ear = Ear::new(&sounds);
    let plays = ear.hear(&[call("bell", 0.0, 40), call("bell", 384.0, 70), call("drum", 384.0, 100), call("gone", 0.0, 100)]).to_vec();
    let heard: Vec<(&str, f32)> = plays.iter().map(|play| (sounds[usize::from(play.sound)].name.as_str(), play.gain)).collect();
    assert_eq!(heard, [("bell", 0.7), ("drum", 1.0)]);
    assert!(plays[0].pan < -0.5 && plays[1].pan > 0.5);
    assert!(ear.hear(&[call("bell", 0.0, 100)]).is_empty(), "it rests for two ticks");
    assert_eq!(ear.hear(&[call("bell", 0.0, 100)]).len(), 1);
    let all: Vec<Event> = sounds.iter().map(|sound| call(&sound.name, 0.0, 100)).collect();
    assert_eq!(Ear::new(&sounds).hear(&all).len(), sounds.len(), "any sound may be called");
}
