//! The substitution on one letter.
//!
//! σ(d) = 0^n · s with n = ⌈(d + a)/b⌉ − 1 and s = d + a − n·b in 1..=b. Derived in
//! `docs/derivations/substitution.md`.

use dashu_int::UBig;

/// σ for coprime a, b. Letters other than a start letter are at most b.
#[derive(Clone, Copy, Debug)]
pub(super) struct Letters {
    pub a: u128,
    pub b: u128,
}

/// σ^skip(d) is one letter; the next image is 0^zeros · last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Split {
    pub skip: u128,
    pub zeros: u128,
    pub last: u128,
}

/// A letter as the one left over from 0: σ^steps(0) is a word of zeros' images followed by it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Descent {
    pub steps: u128,
    /// (j, zeros(j)) for the steps j < `steps` that split.
    pub splits: Vec<(u128, u128)>,
}

impl Letters {
    /// The first image of the letter `d` ≤ b that has more than one letter.
    pub(super) fn split(self, d: u128) -> Split {
        let Self { a, b } = self;
        let skip = if d + a > b { 0 } else { (b - d) / a };
        let reach = d + skip * a + a;
        let zeros = reach.div_ceil(b) - 1;
        Split {
            skip,
            zeros,
            last: reach - zeros * b,
        }
    }

    /// The first image σ(k) = 0^zeros · last of a start letter of any size.
    pub(super) fn first_image(self, k: &UBig) -> (UBig, u128) {
        let reach = k + UBig::from(self.a) - UBig::ONE;
        let zeros = &reach / UBig::from(self.b);
        let last = (reach - &zeros * UBig::from(self.b))
            .try_into()
            .unwrap_or(0u128)
            + 1;
        (zeros, last)
    }

    /// How the letter `d`, 1 ≤ d ≤ b, descends from 0; none if that takes more than `most` splits.
    pub(super) fn descent_to(self, d: u128, most: usize) -> Option<Descent> {
        let mut descent = Descent {
            steps: 0,
            splits: Vec::new(),
        };
        let mut letter = 0;
        while descent.splits.len() <= most {
            let split = self.split(letter);
            let last_single = letter + split.skip * self.a;
            if letter <= d && d <= last_single && (d - letter).is_multiple_of(self.a) {
                descent.steps += (d - letter) / self.a;
                return Some(descent);
            }
            descent
                .splits
                .push((descent.steps + split.skip, split.zeros));
            descent.steps += split.skip + 1;
            letter = split.last;
        }
        None
    }
}
