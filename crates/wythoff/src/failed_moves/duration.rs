//! How long a game with failed moves lasts.
//!
//! From remoteness r under optimal stationary play the number T of attempts is the waiting time for the
//! r-th success: P(T = n) = C(n−1, r−1) p^r (1−p)^(n−r) [SanchezGalanXu, equation (19)]. Its mean is r/p,
//! its variance r(1−p)/p², and E[(−1)^T] = (−λ)^r. At r = 0, T = 0.

use super::value::FailedMoves;
use dashu_base::{BitTest, UnsignedAbs};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

/// The law of the number of attempts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duration<'a> {
    model: &'a FailedMoves,
    remoteness: UBig,
}

/// The probability that from ≤ T ≤ to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bin {
    /// Fewest attempts.
    pub from: u64,
    /// Most attempts.
    pub to: u64,
    /// Its probability, exact.
    pub probability: RBig,
}

impl FailedMoves {
    /// The law of the number of attempts from a position of the given remoteness.
    pub fn duration(&self, remoteness: &UBig) -> Duration<'_> {
        Duration {
            model: self,
            remoteness: remoteness.clone(),
        }
    }
}

impl Duration<'_> {
    /// r/p.
    pub fn mean(&self) -> RBig {
        RBig::from(self.remoteness.clone()) / self.model.success()
    }

    /// r(1 − p)/p².
    pub fn variance(&self) -> RBig {
        let p = self.model.success();
        RBig::from(self.remoteness.clone()) * (RBig::ONE - p) / (p * p)
    }

    /// E[(−1)^T] = (−λ)^r, or none if r does not fit a machine word.
    pub fn parity_expectation(&self) -> Option<RBig> {
        let r = isize::try_from(&self.remoteness).ok()?;
        let even = !self.remoteness.bit(0);
        let power = self.model.lambda().pow(r);
        Some(if even { power } else { -power })
    }

    /// P(T = n), exact, or none if r does not fit a machine word.
    pub fn probability(&self, n: u64) -> Option<RBig> {
        let r = u64::try_from(&self.remoteness).ok()?;
        if n < r || (r == 0 && n > 0) {
            return Some(RBig::ZERO);
        }
        if r == 0 {
            return Some(RBig::ONE);
        }
        let (p, size) = (self.model.success(), isize::try_from(n).ok()?);
        let failures = isize::try_from(n - r).ok()?;
        let paths = RBig::from(binomial(n - 1, r - 1));
        Some(paths * p.pow(size - failures) * (RBig::ONE - p).pow(failures))
    }

    /// P(T = n) for n = r, r + 1, …; nothing if r does not fit a machine word.
    pub fn masses(&self) -> Option<Masses> {
        let r = u64::try_from(&self.remoteness).ok()?;
        let (success, whole) = self.model.success().clone().into_parts();
        let success = success.unsigned_abs();
        let exponent = usize::try_from(r).ok()?;
        Some(Masses {
            r,
            n: r,
            numerator: success.pow(exponent),
            denominator: whole.pow(exponent),
            failure: &whole - success,
            whole,
        })
    }

    /// The least n with P(T ≤ n) ≥ `level`; none if it exceeds `most_attempts`, or for a level above 1
    /// or p < 1 and level 1.
    ///
    /// ```
    /// use dashu_int::UBig;
    /// use dashu_ratio::RBig;
    /// use wythoff::failed_moves::FailedMoves;
    /// let half = RBig::from_parts(1.into(), 2u8.into());
    /// let model = FailedMoves::new(half.clone())?;
    /// assert_eq!(model.duration(&UBig::ONE).quantile(&half, 100), Some(1));
    /// # Ok::<(), wythoff::failed_moves::SuccessError>(())
    /// ```
    pub fn quantile(&self, level: &RBig, most_attempts: u64) -> Option<u64> {
        let mut masses = self.masses()?;
        // Σ P(T ≤ n), over the denominator of the mass at n.
        let mut sum = masses.numerator.clone();
        let (want, out_of) = (level.numerator(), level.denominator());
        loop {
            if masses.n > most_attempts {
                return None;
            }
            if IBig::from(&sum * out_of) >= want * IBig::from(masses.denominator.clone()) {
                return Some(masses.n);
            }
            masses.step();
            sum = sum * &masses.whole + &masses.numerator;
        }
    }

    /// `count` bins of `width` values each, from r on; the last probability that is missing is
    /// that of longer games.
    pub fn histogram(&self, width: u64, count: usize) -> Option<Vec<Bin>> {
        let mut masses = self.masses()?;
        let mut bins = Vec::with_capacity(count);
        for _ in 0..count {
            let from = masses.n;
            let mut probability = RBig::ZERO;
            for _ in 0..width.max(1) {
                probability += masses.next()?.1;
            }
            bins.push(Bin {
                from,
                to: masses.n - 1,
                probability,
            });
        }
        Some(bins)
    }
}

/// Iterates (n, P(T = n)).
#[derive(Clone, Debug)]
pub struct Masses {
    r: u64,
    n: u64,
    numerator: UBig,
    denominator: UBig,
    failure: UBig,
    whole: UBig,
}

impl Masses {
    /// From n to n + 1: times n/(n + 1 − r)·(1 − p).
    fn step(&mut self) {
        self.numerator *= &self.failure;
        self.numerator *= UBig::from(self.n);
        // Whole: the factor C(n, r − 1) is.
        self.numerator /= UBig::from(self.n + 1 - self.r);
        self.denominator *= &self.whole;
        self.n += 1;
    }
}

impl Iterator for Masses {
    type Item = (u64, RBig);

    fn next(&mut self) -> Option<(u64, RBig)> {
        let mass = RBig::from_parts(self.numerator.clone().into(), self.denominator.clone());
        let item = (self.n, mass);
        self.step();
        Some(item)
    }
}

/// C(n, k).
fn binomial(n: u64, k: u64) -> UBig {
    let k = k.min(n - k);
    let mut product = UBig::ONE;
    for i in 1..=k {
        product = product * UBig::from(n - k + i) / UBig::from(i);
    }
    product
}
