//! Samples as a WAV file of 16 bits.

use super::RATE_HZ;

/// A sample as 16 bits; what is beyond full scale stops there.
pub fn to_16_bits(sample: f32) -> i16 {
    // A cast keeps within the ends by itself.
    (sample * 32_767.0).round() as i16
}

/// A whole file; of several channels the samples take turns.
///
/// # Panics
/// The samples take more than 4 GB.
pub fn encode(samples: &[f32], channel_count: u16) -> Vec<u8> {
    let data_bytes = u32::try_from(samples.len() * 2).expect("less than 4 GB");
    let frame_bytes = channel_count * 2;
    let mut out = Vec::with_capacity(44 + samples.len() * 2);
    out.extend(b"RIFF");
    out.extend((36 + data_bytes).to_le_bytes());
    out.extend(b"WAVEfmt ");
    out.extend(16u32.to_le_bytes());
    // Uncompressed.
    out.extend(1u16.to_le_bytes());
    out.extend(channel_count.to_le_bytes());
    out.extend(RATE_HZ.to_le_bytes());
    out.extend((RATE_HZ * u32::from(frame_bytes)).to_le_bytes());
    out.extend(frame_bytes.to_le_bytes());
    out.extend(16u16.to_le_bytes());
    out.extend(b"data");
    out.extend(data_bytes.to_le_bytes());
    out.extend(samples.iter().flat_map(|sample| to_16_bits(*sample).to_le_bytes()));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_says_how_long_it_is() {
        let file = encode(&[0.0, 1.0, -1.0, 2.0], 2);
        assert_eq!(file.len(), 52);
        assert_eq!((&file[..4], &file[8..16], &file[36..44]), (&b"RIFF"[..], &b"WAVEfmt "[..], &b"data\x08\0\0\0"[..]));
        assert_eq!(file[44..], [0, 0, 0xFF, 0x7F, 0x01, 0x80, 0xFF, 0x7F]);
    }
}
