//! Lengths and widths of σ^n(0) for a = 1 and large b, without a table.
//!
//! For a = 1 the lengths obey length(n) = length(n − b) + length(n − b − 1), n > b, and their steps are
//! binomial coefficients: with s = n − b − 1 and r_t = s − b·t,
//!
//!   length(n) − length(n − 1) = Σ_t C(t, r_t)   for n > b,
//!
//! so length(n), its sum and its double sum are sums over t of S1, S2 and S3, where S1(t, r) = Σ_{i≤r} C(t, i) and
//! S2, S3 sum it again. Where r_t ≥ t they have closed forms; of the others there are about n/b².
//! A step down by b or b + 1 levels, all that a descent needs, changes (t, r) to (t − 1, r) or
//! (t − 1, r − 1) and costs a few operations a term:
//!
//!   C(t−1, r) = C(t, r)(t − r)/t,   S_i(t−1, r) = (S_i(t, r) + S_{i−1}(t−1, r))/2,   S_0 = C.
//!
//! Derived: `docs/derivations/substitution.md`, section "Many levels, few splits".

use dashu_base::UnsignedAbs;
use dashu_int::{IBig, UBig};

/// One level n of the table of [`super::levels`] for a = 1, with what the next step down needs.
#[derive(Clone, Debug)]
pub(super) struct BinomialLevels {
    b: u128,
    level: u128,
    terms: Vec<Partial>,
    width: UBig,
    next_width: UBig,
}

/// C(t, r) and its sums S1, S2, S3, 0 ≤ r < t.
#[derive(Clone, Debug)]
struct Partial {
    t: u64,
    r: u64,
    sums: [UBig; 4],
}

impl BinomialLevels {
    /// Level 0.
    pub(super) fn new(b: u128) -> Self {
        let width = UBig::from(b);
        Self {
            b,
            level: 0,
            terms: Vec::new(),
            next_width: &width + UBig::ONE,
            width,
        }
    }

    /// A level at which the words σ^0(0) … hold more than `index` letters.
    pub(super) fn covering(b: u128, index: &UBig) -> u128 {
        // length(n + b + 1) ≥ 2·length(n), and length(0) = 1.
        let doublings = dashu_base::BitTest::bit_len(index) as u128 + 2;
        doublings * (b + 1)
    }

    /// width(n).
    pub(super) fn width(&self) -> &UBig {
        &self.width
    }

    /// width(n + 1) = width(n) + |σ^n(0)|.
    pub(super) fn next_width(&self) -> &UBig {
        &self.next_width
    }

    /// Goes to level n: in a few operations from n + b and n + b + 1, else by as many as the shorter of
    /// the ways from here and from r = 0.
    pub(super) fn seek(&mut self, level: u128) {
        if self.level == level {
            return;
        }
        match self
            .level
            .checked_sub(level)
            .and_then(|down| down.checked_sub(self.b))
        {
            Some(0) => self.terms.retain_mut(Partial::shorten),
            Some(1) => self.terms.retain_mut(|term| term.lower() && term.shorten()),
            _ => self.terms = self.terms_at(level),
        }
        self.level = level;
        self.width = UBig::from(self.b) + self.lengths_below();
        self.next_width = &self.width + self.length_here();
    }

    /// n − b − 1, if that is not negative.
    fn spare(&self) -> Option<u128> {
        self.level.checked_sub(self.b + 1)
    }

    /// The terms with r_t < t at a level: moved from those at hand with the same t where that is
    /// nearer, else from scratch.
    fn terms_at(&mut self, level: u128) -> Vec<Partial> {
        let Some(spare) = level.checked_sub(self.b + 1) else {
            return Vec::new();
        };
        let mut at_hand = std::mem::take(&mut self.terms).into_iter().peekable();
        let unsaturated = spare / (self.b + 1) + 1..=spare / self.b;
        unsaturated
            .map(|t| {
                let (t, r) = (t as u64, (spare - self.b * t) as u64);
                while at_hand.next_if(|term| term.t < t).is_some() {}
                let near = at_hand.next_if(|term| term.t == t && term.r.abs_diff(r) < r);
                let mut term = near.unwrap_or_else(|| Partial::new(t));
                while term.r < r {
                    term.raise();
                }
                while term.r > r && term.lower() {}
                term
            })
            .collect()
    }

    /// length(n).
    fn length_here(&self) -> UBig {
        let Some(spare) = self.spare() else {
            return UBig::ONE;
        };
        // 1 + Σ 2^t over the t with r_t ≥ t.
        let mut sum = UBig::ONE << (spare / (self.b + 1) + 1) as usize;
        for term in &self.terms {
            sum += &term.sums[1];
        }
        sum
    }

    /// length(0) + … + length(n − 1).
    fn lengths_below(&self) -> UBig {
        let level = UBig::from(self.level);
        let Some(spare) = self.spare() else {
            return level;
        };
        // Where r_t ≥ t, S2(t, r_t − 1) = 2^t(2r_t − t)/2.
        let (last, alpha, beta) = self.saturated(spare);
        let mut sum = level + (geometric_sum(last, [alpha, -beta, IBig::ZERO]) >> 1);
        for term in &self.terms {
            sum += &term.sums[2] - &term.sums[1];
        }
        sum
    }

    /// width(0) + … + width(n − 1).
    pub(super) fn start(&self) -> UBig {
        let level = UBig::from(self.level);
        let pairs = (&level * UBig::from(self.level.saturating_sub(1))) >> 1;
        let sum = level * UBig::from(self.b) + pairs;
        let Some(spare) = self.spare() else {
            return sum;
        };
        // Where r_t ≥ t, with w = 2r_t − t = α − βt: S3(t, r_t − 2) = 2^t(w² + t − 2w)/8.
        let (last, alpha, beta) = self.saturated(spare);
        let two = IBig::from(2);
        let constant = &alpha * &alpha - &two * &alpha;
        let linear = IBig::ONE + &two * &beta - &two * &alpha * &beta;
        let mut sum = sum + (geometric_sum(last, [constant, linear, &beta * &beta]) >> 3);
        for term in &self.terms {
            sum += &term.sums[3] + &term.sums[1] - (&term.sums[2] << 1);
        }
        sum
    }

    /// The last t with r_t ≥ t, and α, β with 2r_t − t = α − βt.
    fn saturated(&self, spare: u128) -> (usize, IBig, IBig) {
        let last = (spare / (self.b + 1)) as usize;
        (
            last,
            IBig::from(spare) << 1,
            (IBig::from(self.b) << 1) + IBig::ONE,
        )
    }
}

impl Partial {
    /// (t, 0).
    fn new(t: u64) -> Self {
        Self {
            t,
            r: 0,
            sums: [UBig::ONE, UBig::ONE, UBig::ONE, UBig::ONE],
        }
    }

    /// From (t, r) to (t, r + 1).
    fn raise(&mut self) {
        self.sums[0] *= UBig::from(self.t - self.r);
        self.sums[0] /= UBig::from(self.r + 1);
        self.r += 1;
        for order in 1..4 {
            let (lower, upper) = self.sums.split_at_mut(order);
            upper[0] += &lower[order - 1];
        }
    }

    /// From (t, r) to (t, r − 1); false where nothing is left.
    fn lower(&mut self) -> bool {
        if self.r == 0 {
            return false;
        }
        for order in (1..4).rev() {
            let (lower, upper) = self.sums.split_at_mut(order);
            upper[0] -= &lower[order - 1];
        }
        self.sums[0] *= UBig::from(self.r);
        self.sums[0] /= UBig::from(self.t - self.r + 1);
        self.r -= 1;
        true
    }

    /// From (t, r) to (t − 1, r); false where that has a closed form.
    fn shorten(&mut self) -> bool {
        self.sums[0] *= UBig::from(self.t - self.r);
        self.sums[0] /= UBig::from(self.t);
        for order in 1..4 {
            let (lower, upper) = self.sums.split_at_mut(order);
            upper[0] += &lower[order - 1];
            upper[0] >>= 1;
        }
        self.t -= 1;
        self.r < self.t
    }
}

/// Σ_{t=0}^{last} 2^t·q(t), q(t) = q0 + q1·t + q2·t², where that is not negative.
///
/// With p of degree 2 and 2p(t + 1) − p(t) = q(t) the sum is 2^(last+1)·p(last + 1) − p(0).
fn geometric_sum(last: usize, [q0, q1, q2]: [IBig; 3]) -> UBig {
    let p1 = q1 - (&q2 << 2);
    let p0 = q0 - ((&p1 + &q2) << 1);
    let end = IBig::from(last + 1);
    let at_end = &p0 + &end * (p1 + &end * q2);
    ((at_end << (last + 1)) - p0).unsigned_abs()
}

#[cfg(test)]
mod tests {
    use super::BinomialLevels;
    use crate::sequences::letters::Letters;
    use crate::sequences::levels::Levels;
    use dashu_int::UBig;

    #[test]
    fn levels_are_those_of_the_table() {
        for b in 1..=12u128 {
            let mut table = Levels::new(Letters { a: 1, b });
            table.cover(&UBig::ONE, 260);
            for from in (0..240u128).step_by(7) {
                let mut levels = BinomialLevels::new(b);
                // Scratch, a move inside one generation, and steps down.
                let down = (0..)
                    .map(|i| from.checked_sub(i * b + i / 3))
                    .map_while(|level| level);
                for level in [from + 3, from + 1].into_iter().chain(down) {
                    levels.seek(level);
                    let n = level as usize;
                    assert_eq!(levels.width(), table.width(n), "width({n}) of (1, {b})");
                    assert_eq!(
                        levels.next_width(),
                        table.width(n + 1),
                        "width({n} + 1) of (1, {b})"
                    );
                    assert_eq!(levels.start(), table.start(n), "start({n}) of (1, {b})");
                }
            }
        }
    }
}
