//! The shipped sounds as samples: every role has one, none clips, pushes, clicks at its end or is taken for another.

use tamafubuki::content::{self, Sources};
use tamafubuki::sound::measure::{Measured, measure};
use tamafubuki::sound::{Bank, Ear, Role, Sound};

fn shipped() -> Vec<Sound> {
    content::load(&Sources::embedded()).content.sounds
}

#[test]
fn every_role_has_a_sound_and_every_sound_is_sane() {
    let sounds = shipped();
    for role in Role::ALL {
        assert!(sounds.iter().any(|sound| sound.name == role.name()), "no sound {}", role.name());
        assert!(Ear::new(&sounds).menu(*role).is_some());
    }
    let bank = Bank::new(&sounds);
    assert_eq!(bank.len(), sounds.len());
    for (index, sound) in sounds.iter().enumerate() {
        for samples in &bank.get(index).expect("rendered").variants {
            let found = measure(samples);
            let name = &sound.name;
            assert!((found.peak - sound.format.peak).abs() < 1e-4 && found.peak < 1.0, "{name}: {found:?}");
            assert!(found.offset.abs() < 0.002, "{name} pushes: {found:?}");
            assert!(found.end < 0.001 && samples.last() == Some(&0.0), "{name} does not end in silence: {found:?}");
            assert!((40.0..=6_000.0).contains(&found.length_ms) && found.heard_ms > 20.0, "{name}: {found:?}");
            assert!(found.rms > 0.01, "{name} is hardly heard: {found:?}");
            assert!((80.0..=9_000.0).contains(&found.center_hz), "{name}: {found:?}");
        }
    }
}

#[test]
fn what_is_heard_all_the_time_is_soft_and_what_matters_is_loud() {
    let sounds = shipped();
    let peak = |name: &str| sounds.iter().find(|sound| sound.name == name).expect(name).format.peak;
    for often in ["shot", "enemy_hit", "volley", "item", "folded"] {
        for rare in ["bomb", "player_hit", "player_down", "spell_declared", "spell_captured", "boss_down"] {
            assert!(peak(often) * 2.0 < peak(rare), "{often} {rare}");
        }
    }
}

/// How unlike two sounds are, 0 to 1 for their spectra and more for lengths of another size.
fn distance(a: &Measured, b: &Measured) -> f32 {
    let spectra = a.bands.iter().zip(&b.bands).map(|(a, b)| (a - b).abs()).sum::<f32>() * 0.5;
    spectra + 0.5 * (a.heard_ms / b.heard_ms).log2().abs() + 0.5 * (a.center_hz / b.center_hz).log2().abs()
}

#[test]
fn no_two_sounds_of_play_are_alike() {
    let sounds = shipped();
    let measured: Vec<(&str, Measured)> = sounds
        .iter()
        .filter(|sound| Role::ALL.iter().any(|role| role.name() == sound.name))
        .map(|sound| (sound.name.as_str(), measure(&tamafubuki::sound::render(&sound.format, 0))))
        .collect();
    let mut alike = Vec::new();
    for (at, (name, one)) in measured.iter().enumerate() {
        for (other_name, other) in &measured[at + 1..] {
            let distance = distance(one, other);
            if distance < 0.35 {
                alike.push(format!("{name} and {other_name}: {distance:.2}"));
            }
        }
    }
    assert_eq!(alike, Vec::<String>::new());
}

#[test]
fn sounds_that_are_too_much_together_are_refused_where_it_becomes_too_much() {
    let mut sources = Sources::embedded();
    let long = b"(tones: [(wave: Noise, pitch_hz: 9000, hold_ms: 900, decay_ms: 5000)])";
    for index in 0..30 {
        sources.insert(&format!("assets/sounds/zz_{index:02}.ron"), long);
    }
    let loaded = content::load(&sources);
    let told: Vec<String> = loaded.problems.iter().map(ToString::to_string).collect();
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].starts_with("assets/sounds/zz_") && told[0].contains("250000 ms together"), "{}", told[0]);
    assert!(loaded.content.sounds.len() > shipped().len() && loaded.content.sounds.len() < shipped().len() + 30);
}

#[test]
fn a_sound_changes_what_is_heard_and_nothing_that_is_played_or_seen() {
    let mut sources = Sources::embedded();
    let before = content::load(&sources).content;
    sources.insert("assets/sounds/shot.ron", b"(tones: [(wave: Sine, pitch_hz: 440)])");
    let after = content::load(&sources).content;
    assert_ne!(before.sound_digest, after.sound_digest);
    assert_eq!((before.digest, before.picture_digest, before.backdrop_digest), (after.digest, after.picture_digest, after.backdrop_digest));
}
