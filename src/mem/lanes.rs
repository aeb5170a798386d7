//! Lanes: which vector instructions a loop may use, decided once at run time.
//!
//! Invariant: work gives the same bits on every choice, so the choice is one of speed alone. Work must therefore not fuse multiplications with additions, not
//! estimate reciprocals, and not use `min`/`max` of floats where signed zeros can meet (selects by comparison are fine).

/// The instruction set a loop is compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lanes(Choice);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    Baseline,
    #[cfg(target_arch = "x86_64")]
    Avx2,
}

/// A loop, with what it works on. `run` and all it calls must be `#[inline(always)]`, else the copy for wider lanes is the baseline code again.
pub trait Work {
    /// What comes out.
    type Output;

    /// Does the work. `width` says for which lanes the copy is compiled.
    fn run(self, width: impl Width) -> Self::Output;
}

/// What the compiler does not find by itself, in the best way that some lanes have. Its values prove that the machine has these lanes.
pub trait Width: Copy {
    /// One bit for each of 32 flags, the first lowest. A flag is 0 or [`SET`].
    fn bits(self, low: &[u32; 16], high: &[u32; 16]) -> u32;
}

/// A flag that is set.
pub const SET: u32 = u32::MAX;

impl Lanes {
    /// What every machine of the target has.
    pub const BASELINE: Lanes = Lanes(Choice::Baseline);

    /// The widest that this machine has and that we have a copy for.
    pub fn widest() -> Self {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2")
            && std::arch::is_x86_feature_detected!("bmi1")
            && std::arch::is_x86_feature_detected!("bmi2")
            && std::arch::is_x86_feature_detected!("popcnt")
        {
            return Self(Choice::Avx2);
        }
        Self::BASELINE
    }

    /// For reports: "baseline" or "AVX2".
    pub fn name(self) -> &'static str {
        match self.0 {
            Choice::Baseline => "baseline",
            #[cfg(target_arch = "x86_64")]
            Choice::Avx2 => "AVX2",
        }
    }

    /// Runs the copy of `work` for these lanes.
    #[inline]
    pub fn run<W: Work>(self, work: W) -> W::Output {
        match self.0 {
            Choice::Baseline => work.run(Baseline),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the only way to this value is `widest`, which found AVX2, BMI and POPCNT on this machine.
            Choice::Avx2 => unsafe { run_avx2(work) },
        }
    }
}

/// One bit for each of four flags, the first lowest; by what every machine has.
#[inline(always)]
pub fn bits4(flags: &[u32; 4]) -> u32 {
    #[cfg(target_arch = "x86_64")]
    return x86::bits4(flags);
    #[cfg(not(target_arch = "x86_64"))]
    flags.iter().enumerate().fold(0, |bits, (place, flag)| bits | (flag & 1) << place)
}

#[derive(Clone, Copy)]
struct Baseline;

impl Width for Baseline {
    #[inline(always)]
    fn bits(self, low: &[u32; 16], high: &[u32; 16]) -> u32 {
        #[cfg(target_arch = "x86_64")]
        return u32::from(x86::bits(low)) | u32::from(x86::bits(high)) << 16;
        #[cfg(not(target_arch = "x86_64"))]
        low.iter().chain(high).enumerate().fold(0, |bits, (place, flag)| bits | (flag & 1) << place)
    }
}

/// Only `run_avx2` makes one.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
struct Avx2;

#[cfg(target_arch = "x86_64")]
impl Width for Avx2 {
    #[inline(always)]
    fn bits(self, low: &[u32; 16], high: &[u32; 16]) -> u32 {
        // SAFETY: `self` exists only inside of `run_avx2`, so the machine has AVX2.
        unsafe { x86::bits_avx2(low, high) }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn run_avx2<W: Work>(work: W) -> W::Output {
    work.run(Avx2)
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    #[inline(always)]
    pub fn bits4(flags: &[u32; 4]) -> u32 {
        // SAFETY: reads the 16 bytes of `flags`, unaligned; SSE2 is part of the target.
        unsafe { _mm_movemask_ps(_mm_loadu_ps(flags.as_ptr().cast())) as u32 }
    }

    #[inline(always)]
    pub fn bits(flags: &[u32; 16]) -> u16 {
        // SAFETY: reads 16 bytes each, unaligned, at the four quarters of the 64 bytes of `flags`; SSE2 is part of the target.
        unsafe {
            let quarter = |from: usize| _mm_loadu_si128(flags[from..from + 4].as_ptr().cast());
            let (low, high) = (_mm_packs_epi32(quarter(0), quarter(4)), _mm_packs_epi32(quarter(8), quarter(12)));
            _mm_movemask_epi8(_mm_packs_epi16(low, high)) as u16
        }
    }

    /// Packing works on halves of 16 bytes, so the groups of four flags come out as 0 2 0' 2' 1 3 1' 3'; one permutation puts them in order.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub fn bits_avx2(low: &[u32; 16], high: &[u32; 16]) -> u32 {
        // SAFETY: reads 32 bytes, unaligned, at either half of the 64 bytes of `flags`.
        let half = |flags: &[u32; 16], from: usize| unsafe { _mm256_loadu_si256(flags[from..from + 8].as_ptr().cast()) };
        let (low, high) = (_mm256_packs_epi32(half(low, 0), half(low, 8)), _mm256_packs_epi32(half(high, 0), half(high, 8)));
        let bytes = _mm256_permutevar8x32_epi32(_mm256_packs_epi16(low, high), _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
        _mm256_movemask_epi8(bytes) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct BitsOf<'a>(&'a [u32; 32]);

    impl Work for BitsOf<'_> {
        type Output = u32;

        #[inline(always)]
        fn run(self, width: impl Width) -> u32 {
            let halves = self.0.as_chunks::<16>().0;
            width.bits(&halves[0], &halves[1])
        }
    }

    #[test]
    fn each_flag_has_its_bit_on_every_choice() {
        for lanes in [Lanes::BASELINE, Lanes::widest()] {
            for bits in (0..32).map(|place| 1 << place).chain([0, u32::MAX, 0x8000_0001, 0x1234_abcd]) {
                let flags = std::array::from_fn(|place| if bits >> place & 1 == 1 { SET } else { 0 });
                assert_eq!(lanes.run(BitsOf(&flags)), bits, "{}", lanes.name());
                assert_eq!(bits4(&std::array::from_fn(|place| flags[place])), bits & 0xf);
            }
        }
    }
}
