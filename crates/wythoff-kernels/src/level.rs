//! Which instruction set a loop runs with.

use std::fmt;

/// An instruction set that the loops are compiled for, weakest first.
///
/// ```
/// use wythoff_kernels::Level;
/// assert!(Level::available().contains(&Level::detect()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Plain Rust, for every processor.
    Portable,
    /// 256-bit vectors (x86-64 with AVX2 and the bit instructions that came with it).
    Avx2,
    /// 512-bit vectors (x86-64 with AVX-512 F, BW and VL).
    Avx512,
}

impl Level {
    /// Every level, weakest first.
    pub const ALL: [Level; 3] = [Level::Portable, Level::Avx2, Level::Avx512];

    /// Whether this processor has the instructions.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            Level::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => {
                is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("bmi1")
                    && is_x86_feature_detected!("bmi2")
                    && is_x86_feature_detected!("lzcnt")
                    && is_x86_feature_detected!("popcnt")
            }
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => {
                is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vl")
                    && Level::Avx2.is_available()
            }
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }

    /// The levels of this processor, weakest first.
    #[must_use]
    pub fn available() -> Vec<Level> {
        Level::ALL
            .into_iter()
            .filter(|level| level.is_available())
            .collect()
    }

    /// The strongest level of this processor.
    #[must_use]
    pub fn detect() -> Level {
        Level::ALL
            .into_iter()
            .rev()
            .find(|level| level.is_available())
            .unwrap_or(Level::Portable)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Level::Portable => "portable",
            Level::Avx2 => "AVX2",
            Level::Avx512 => "AVX-512",
        })
    }
}
