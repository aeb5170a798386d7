//! Runs of patterns in the form that players of BulletML print, read and compared.

use std::collections::BTreeMap;

/// A run as it is printed.
#[derive(Default)]
pub struct Run {
    /// Live bullets, frame by frame.
    pub live: Vec<u32>,
    /// Births by number: frame, then x, y, direction, speed.
    pub births: BTreeMap<u32, (u32, [f64; 4])>,
    /// States by frame and number: x, y, direction, speed, ax, ay.
    pub states: BTreeMap<(u32, u32), [f64; 6]>,
}

/// How far two runs may be from each other.
pub struct Slack {
    pub place: f64,
    pub direction: f64,
    pub speed: f64,
}

impl Run {
    pub fn read(text: &str) -> Run {
        let mut run = Run::default();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let words: Vec<&str> = line.split(' ').collect();
            let whole = |n: usize| words[n].parse::<u32>().expect(line);
            let real = |n: usize| words[n].parse::<f64>().expect(line);
            match words[0] {
                "N" => run.live.push(whole(2)),
                "E" => drop(run.births.insert(whole(2), (whole(1), std::array::from_fn(|n| real(3 + n))))),
                "S" => drop(run.states.insert((whole(1), whole(2)), std::array::from_fn(|n| real(3 + n)))),
                other => panic!("`{other}` begins a line"),
            }
        }
        run
    }

    /// The first things in which another run differs, in words.
    pub fn differences(&self, other: &Run, slack: &Slack) -> Vec<String> {
        let mut found = Vec::new();
        for (frame, (a, b)) in self.live.iter().zip(&other.live).enumerate().filter(|(_, (a, b))| a != b).take(2) {
            found.push(format!("frame {frame}: {a} alive, not {b}"));
        }
        if self.births.len() != other.births.len() {
            found.push(format!("{} births, not {}", self.births.len(), other.births.len()));
        }
        let turn = |a: f64, b: f64| ((a - b + 180.0).rem_euclid(360.0) - 180.0).abs();
        let is_off = |a: &[f64], b: &[f64]| {
            (a[0] - b[0]).abs() > slack.place
                || (a[1] - b[1]).abs() > slack.place
                || turn(a[2], b[2]) > slack.direction
                || a[3..].iter().zip(&b[3..]).any(|(a, b)| (a - b).abs() > slack.speed)
        };
        for (number, (frame, a)) in &self.births {
            if let Some((other_frame, b)) = other.births.get(number)
                && (frame != other_frame || is_off(a, b))
            {
                found.push(format!("bullet {number} is born in frame {frame} as {a:?}, not in {other_frame} as {b:?}"));
                break;
            }
        }
        let states = self.states.iter().filter_map(|(key, a)| Some((key, a, other.states.get(key)?)));
        if let Some(((frame, number), a, b)) = states.into_iter().find(|(_, a, b)| is_off(&a[..], &b[..])) {
            found.push(format!("frame {frame}: {number} is {a:?}, not {b:?}"));
        }
        let keys = |run: &Run| run.states.keys().copied().collect::<Vec<_>>();
        if keys(self) != keys(other) && found.is_empty() {
            found.push("other bullets are alive".to_owned());
        }
        found
    }
}
