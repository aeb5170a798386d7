//! Lanes: which vector instructions a loop may use, decided once at run time.
//!
//! Invariant: work gives the same bits on every choice, so the choice is one of speed alone. Work must therefore not fuse multiplications with additions, not
//! estimate reciprocals, and not use `min`/`max` of floats where signed zeros can meet (selects by comparison are fine).

/// The instruction set a loop is compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lanes(Width);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Width {
    Baseline,
    #[cfg(target_arch = "x86_64")]
    Avx2,
}

/// A loop, with what it works on. `run` and all it calls must be `#[inline(always)]`, else the copy for wider lanes is the baseline code again.
pub trait Work {
    /// What comes out.
    type Output;

    /// Does the work.
    fn run(self) -> Self::Output;
}

impl Lanes {
    /// What every machine of the target has.
    pub const BASELINE: Lanes = Lanes(Width::Baseline);

    /// The widest that this machine has and that we have a copy for.
    pub fn widest() -> Self {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2")
            && std::arch::is_x86_feature_detected!("bmi2")
            && std::arch::is_x86_feature_detected!("popcnt")
        {
            return Self(Width::Avx2);
        }
        Self::BASELINE
    }

    /// For reports: "baseline" or "AVX2".
    pub fn name(self) -> &'static str {
        match self.0 {
            Width::Baseline => "baseline",
            #[cfg(target_arch = "x86_64")]
            Width::Avx2 => "AVX2",
        }
    }

    /// Runs the copy of `work` for these lanes.
    #[inline]
    pub fn run<W: Work>(self, work: W) -> W::Output {
        match self.0 {
            Width::Baseline => work.run(),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the only way to this value is `widest`, which found AVX2, BMI2 and POPCNT on this machine.
            Width::Avx2 => unsafe { run_avx2(work) },
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi2,popcnt")]
fn run_avx2<W: Work>(work: W) -> W::Output {
    work.run()
}
