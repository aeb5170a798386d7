//! A replay as bytes: little-endian, fixed order, a checksum at the end.
//!
//! ```text
//! magic 8 | format u16 | length of all u32 | header | run count u32 | runs | digests u64 ... | CRC32 of all before u32
//! run: ticks u16, buttons u16, move_x i8, move_y i8
//! ```
//! The first fourteen bytes and the last four have their meaning in every format, so that damage and age can be told apart.

use super::bytes::{Reader, put_text};
use super::{CHECKPOINT_TICKS, Header, LIMIT_BYTES, MODS_MAX, ReadError, Replay, Run, TICKS_MAX};
use crate::sim::bullet::Mode;
use crate::sim::difficulty::Difficulty;
use crate::sim::input::Input;
use crate::sim::score::{POWER_MAX, STOCK_MAX};
use crate::sim::world::{Config, Outcome};

/// As in PNG: a line end and a control character, which careless copying would change.
const MAGIC: [u8; 8] = *b"TMFR\r\n\x1a\n";
/// Version of the layout after the first fourteen bytes.
pub(super) const FORMAT: u16 = 3;
const LENGTH_AT: usize = 10;
const CRC_BYTES: usize = 4;
const RUN_BYTES: usize = 6;
/// In place of a tick at which nothing happened: above any length of a replay.
const NEVER: u32 = u32::MAX;
/// LIMIT: bullets of a kind that a replay may ask a world for.
const CAPACITY_MAX: u32 = 1 << 15;
/// LIMIT: continues that a replay may grant.
const CONTINUES_MAX: u32 = 99;

impl Replay {
    /// The replay as the bytes of a file.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(256 + self.runs.len() * RUN_BYTES + self.checkpoints.len() * 8);
        out.extend_from_slice(&MAGIC);
        out.extend_from_slice(&FORMAT.to_le_bytes());
        out.extend_from_slice(&[0; 4]);
        put_header(&mut out, &self.header);
        out.extend_from_slice(&(self.runs.len() as u32).to_le_bytes());
        for run in &self.runs {
            out.extend_from_slice(&run.ticks.to_le_bytes());
            out.extend_from_slice(&run.input.buttons.to_le_bytes());
            out.extend_from_slice(&run.input.move_x.to_le_bytes());
            out.extend_from_slice(&run.input.move_y.to_le_bytes());
        }
        for digest in &self.checkpoints {
            out.extend_from_slice(&digest.to_le_bytes());
        }
        let length_bytes = (out.len() + CRC_BYTES) as u32;
        out[LENGTH_AT..LENGTH_AT + 4].copy_from_slice(&length_bytes.to_le_bytes());
        let crc = crc32fast::hash(&out);
        out.extend_from_slice(&crc.to_le_bytes());
        out
    }

    /// The replay in the bytes of a file. Any changed bit and any cut is an error; no length is believed before it is checked.
    ///
    /// # Errors
    /// What is wrong; `OtherFormat` only for a file that is whole.
    pub fn decode(bytes: &[u8]) -> Result<Replay, ReadError> {
        let mut reader = Reader(checked(bytes)?);
        let header = header(&mut reader)?;
        let runs = runs(&mut reader)?;
        let tick_count: u64 = runs.iter().map(|run| u64::from(run.ticks)).sum();
        if tick_count == 0 || tick_count > u64::from(TICKS_MAX) {
            return Err(ReadError::Invalid("its length is 0 or above six hours"));
        }
        let checkpoint_count = (tick_count as usize).div_ceil(CHECKPOINT_TICKS as usize);
        if reader.0.len() != checkpoint_count * 8 {
            return Err(ReadError::Invalid("the number of digests does not fit its length"));
        }
        let checkpoints = (0..checkpoint_count).map(|_| reader.u64()).collect::<Result<_, _>>()?;
        Ok(Replay { header, runs, checkpoints })
    }
}

/// The bytes between the first fourteen and the last four, if all are there and unchanged.
fn checked(bytes: &[u8]) -> Result<&[u8], ReadError> {
    let mut reader = Reader(bytes);
    if reader.take(MAGIC.len()).map_err(|_| ReadError::NotAReplay)? != MAGIC {
        return Err(ReadError::NotAReplay);
    }
    let format = reader.u16()?;
    let length_bytes = u64::from(reader.u32()?);
    if length_bytes > bytes.len() as u64 {
        return Err(ReadError::CutShort);
    }
    if length_bytes < bytes.len() as u64 || length_bytes > LIMIT_BYTES {
        return Err(ReadError::TooLong);
    }
    let (body, crc) = bytes.split_last_chunk::<CRC_BYTES>().ok_or(ReadError::CutShort)?;
    if crc32fast::hash(body) != u32::from_le_bytes(*crc) {
        return Err(ReadError::Damaged);
    }
    if format != FORMAT {
        return Err(ReadError::OtherFormat(format));
    }
    body.get(LENGTH_AT + 4..).ok_or(ReadError::CutShort)
}

fn put_header(out: &mut Vec<u8>, header: &Header) {
    let config = &header.config;
    put_text(out, &header.engine_version);
    out.extend_from_slice(&header.content_digest.to_le_bytes());
    out.extend_from_slice(&header.stage.to_le_bytes());
    out.extend_from_slice(&config.seed.to_le_bytes());
    out.push(config.difficulty.index() as u8);
    out.push(u8::from(config.mode == Mode::Boxed));
    for count in [config.lives, config.bombs, config.power, config.continues] {
        out.extend_from_slice(&count.to_le_bytes());
    }
    out.push(u8::from(config.rank_moves));
    out.extend_from_slice(&config.start_cue.to_le_bytes());
    out.extend_from_slice(&(config.capacity_per_kind.min(CAPACITY_MAX as usize) as u32).to_le_bytes());
    put_text(out, &header.player_name);
    out.extend_from_slice(&header.unix_seconds.to_le_bytes());
    out.push(match header.outcome {
        Outcome::Cleared => 0,
        Outcome::Over => 1,
        Outcome::GaveUp => 2,
    });
    out.extend_from_slice(&header.score.to_le_bytes());
    let mods = &header.mods[..header.mods.len().min(MODS_MAX)];
    out.push(mods.len() as u8);
    mods.iter().for_each(|label| put_text(out, label));
    out.extend_from_slice(&header.reloaded_after.unwrap_or(NEVER).to_le_bytes());
}

fn header(reader: &mut Reader) -> Result<Header, ReadError> {
    Ok(Header {
        engine_version: reader.text()?,
        content_digest: reader.u64()?,
        stage: reader.u32()?,
        config: config(reader)?,
        player_name: reader.text()?,
        unix_seconds: reader.u64()?,
        outcome: match reader.u8()? {
            0 => Outcome::Cleared,
            1 => Outcome::Over,
            2 => Outcome::GaveUp,
            _ => return Err(ReadError::Invalid("unknown outcome")),
        },
        score: reader.u64()?,
        mods: mods(reader)?,
        reloaded_after: Some(reader.u32()?).filter(|ticks| *ticks != NEVER),
    })
}

fn mods(reader: &mut Reader) -> Result<Vec<String>, ReadError> {
    let count = usize::from(reader.u8()?);
    if count > MODS_MAX {
        return Err(ReadError::Invalid("more mods than there can be"));
    }
    (0..count).map(|_| reader.text()).collect()
}

fn config(reader: &mut Reader) -> Result<Config, ReadError> {
    let config = Config {
        seed: reader.u64()?,
        difficulty: Difficulty::from_index(reader.u8()?.into()).ok_or(ReadError::Invalid("unknown difficulty"))?,
        mode: if flag(reader)? { Mode::Boxed } else { Mode::Pooled },
        lives: reader.u32()?,
        bombs: reader.u32()?,
        power: reader.u32()?,
        continues: reader.u32()?,
        rank_moves: flag(reader)?,
        start_cue: reader.u32()?,
        capacity_per_kind: reader.u32()? as usize,
    };
    // The world takes this much memory at its start: a forged number must not decide it.
    if config.capacity_per_kind == 0 || config.capacity_per_kind > CAPACITY_MAX as usize {
        return Err(ReadError::Invalid("its capacity for bullets is 0 or above 32768"));
    }
    if config.lives > STOCK_MAX || config.bombs > STOCK_MAX || config.power > POWER_MAX || config.continues > CONTINUES_MAX {
        return Err(ReadError::Invalid("more lives, bombs, power or continues than there can be"));
    }
    Ok(config)
}

fn flag(reader: &mut Reader) -> Result<bool, ReadError> {
    match reader.u8()? {
        0 => Ok(false),
        1 => Ok(true),
        _ => Err(ReadError::Invalid("a flag is neither 0 nor 1")),
    }
}

fn runs(reader: &mut Reader) -> Result<Vec<Run>, ReadError> {
    let count = reader.u32()? as usize;
    if count > reader.0.len() / RUN_BYTES {
        return Err(ReadError::CutShort);
    }
    let mut runs = Vec::with_capacity(count);
    for _ in 0..count {
        let ticks = reader.u16()?;
        let buttons = reader.u16()?;
        let [move_x, move_y] = [reader.u8()? as i8, reader.u8()? as i8];
        if ticks == 0 {
            return Err(ReadError::Invalid("a run of 0 ticks"));
        }
        runs.push(Run { ticks, input: Input { buttons, move_x, move_y } });
    }
    Ok(runs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::replay::Recorder;
    use crate::sim::rng::Rng;

    /// A run of `ticks` whose inputs change now and then, and its inputs.
    fn recorded(ticks: u32) -> (Replay, Vec<Input>) {
        let config = Config { seed: 7, difficulty: Difficulty::Hard, mode: Mode::Boxed, lives: 5, start_cue: 2, ..Config::default() };
        let mut recorder = Recorder::new(Header::new(0x0123_4567_89ab_cdef, 1, config, "鶴 Tsuru", 1_700_000_000));
        let mut rng = Rng::new(1);
        let mut input = Input::default();
        let mut inputs = Vec::new();
        for tick in 1..=ticks {
            if rng.below(10) == 0 {
                input = Input { buttons: rng.bits() as u16, move_x: rng.bits() as i8, move_y: rng.bits() as i8 };
            }
            inputs.push(input);
            recorder.record(input, || u64::from(tick) << 40);
        }
        (recorder.finish(Outcome::Cleared, 9_999_999_999, 42).expect("short enough"), inputs)
    }

    fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
        let crc_at = bytes.len() - CRC_BYTES;
        let crc = crc32fast::hash(&bytes[..crc_at]);
        bytes[crc_at..].copy_from_slice(&crc.to_le_bytes());
        bytes
    }

    #[test]
    fn a_replay_survives_its_bytes() {
        for ticks in [1, 59, 60, 61, 600] {
            let (replay, inputs) = recorded(ticks);
            let mut reloaded = replay.clone();
            reloaded.header.reloaded_after = Some(ticks - 1);
            reloaded.header = reloaded.header.with_mods(&["paper_moon 1.0".to_owned(), "月 2".to_owned()]);
            assert_eq!(Replay::decode(&reloaded.encode()), Ok(reloaded));
            let back = Replay::decode(&replay.encode()).expect("whole");
            assert_eq!(back, replay);
            assert_eq!(back.inputs().collect::<Vec<_>>(), inputs);
            assert_eq!((back.tick_count(), back.header.score, back.header.outcome), (ticks, 9_999_999_999, Outcome::Cleared));
        }
    }

    #[test]
    fn checkpoints_are_found_at_every_sixtieth_tick_and_the_last() {
        let (replay, _) = recorded(150);
        let mut playback = replay.inputs();
        let mut seen = Vec::new();
        while playback.next().is_some() {
            let mut asked = false;
            let right = if playback.tick() == 150 { 42 } else { u64::from(playback.tick()) << 40 };
            let agrees = playback.agrees(|| {
                asked = true;
                right
            });
            assert_eq!((agrees.is_some(), agrees != Some(false)), (asked, true));
            assert!(!asked || playback.agrees(|| right + 1) == Some(false));
            seen.extend(asked.then_some(playback.tick()));
        }
        assert_eq!(seen, [60, 120, 150]);
    }

    #[test]
    fn every_flipped_bit_and_every_cut_is_noticed() {
        let good = recorded(130).0.encode();
        for bit in 0..good.len() * 8 {
            let mut bad = good.clone();
            bad[bit / 8] ^= 1 << (bit % 8);
            let error = Replay::decode(&bad).expect_err("a changed bit");
            assert!(!matches!(error, ReadError::OtherFormat(_)), "bit {bit}: damage is not age");
        }
        for length in 0..good.len() {
            assert!(Replay::decode(&good[..length]).is_err(), "length {length}");
        }
        assert_eq!(Replay::decode(&[&good[..], &[0]].concat()), Err(ReadError::TooLong));
    }

    #[test]
    fn forged_files_with_a_right_checksum_are_refused_or_read() {
        let (replay, _) = recorded(130);
        let good = replay.encode();
        let mut future = good.clone();
        future[8] = FORMAT as u8 + 1;
        assert_eq!(Replay::decode(&sealed(future)), Err(ReadError::OtherFormat(FORMAT + 1)));

        let header_bytes = good.len() - CRC_BYTES - replay.checkpoints.len() * 8 - replay.runs.len() * RUN_BYTES - 4;
        for count in [0, 1, replay.runs.len() as u32 + 1, u32::MAX] {
            let mut forged = good.clone();
            forged[header_bytes..header_bytes + 4].copy_from_slice(&count.to_le_bytes());
            assert!(Replay::decode(&sealed(forged)).is_err(), "{count} runs");
        }
        let mut rng = Rng::new(2);
        for _ in 0..3000 {
            let mut forged = good.clone();
            for _ in 0..=rng.below(4) {
                let at = 14 + rng.below(good.len() as u32 - 18) as usize;
                forged[at] = rng.bits() as u8;
            }
            if let Ok(read) = Replay::decode(&sealed(forged)) {
                assert_eq!(read.inputs().count(), read.tick_count() as usize);
                assert!(read.config_is_sane());
            }
        }
    }

    impl Replay {
        fn config_is_sane(&self) -> bool {
            let config = &self.header.config;
            config.capacity_per_kind <= CAPACITY_MAX as usize && config.lives <= STOCK_MAX && config.power <= POWER_MAX
        }
    }
}
