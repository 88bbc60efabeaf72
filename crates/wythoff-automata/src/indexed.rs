//! Remoteness of WYT(a, b), possibly ended by x + y ≤ k, from the list of P-positions.
//!
//! With x ≤ y and d = y - x: R = 2·min{ι(x), max(0, ⌊(d - k)/a⌋)} + ε, where index 0 is the terminal set, (x_n, x_n + k + a·n)
//! for n ≥ 1 are the other P-positions (x_n is mex_b of the coordinates before), ι(x) is the least index with a coordinate
//! in (x - b, x], and ε = 0 exactly at P-positions. Source for k = 0: [SanchezGalanXu, Theorem 3.4]; for other k it is
//! a conjecture as far as this file is concerned: the table only suggests, the statement proves.

use std::ops::Range;

use crate::table::{Signature, Window};

/// The coordinates of the P-positions below a bound.
#[derive(Clone, Debug)]
pub struct Indexed {
    size: u64,
    step: u64,
    end: u64,
    /// ι(x).
    iota: Vec<u32>,
    /// y_n at x_n, 0 elsewhere.
    partner: Vec<u32>,
}

impl Indexed {
    /// All positions of WYT(a, b).until(x + y ≤ k) with coordinates below `size`.
    #[must_use]
    pub fn new(a: u32, b: u32, k: u32, size: u32) -> Self {
        let length = size as usize + 1;
        let (mut iota, mut partner) = (vec![0; length], vec![0; length]);
        // index_at[c]: the index of the P-position with coordinate c, 0 for none beyond the terminal set.
        let mut index_at = vec![0u32; length];
        let (mut last, mut next) = (k, 1u32);
        for x in 0..length as u32 {
            if index_at[x as usize] > 0 {
                last = x;
            }
            if x > k && x - last >= b {
                let y = x + k + a * next;
                partner[x as usize] = y;
                for at in [x, y] {
                    if let Some(slot) = index_at.get_mut(at as usize) {
                        *slot = next;
                    }
                }
                (last, next) = (x, next + 1);
            }
            if x > k + b - 1 {
                let window = x + 1 - b..=x;
                iota[x as usize] = window
                    .filter_map(|c| Some(index_at[c as usize]).filter(|&n| n > 0))
                    .min()
                    .unwrap_or(0);
            }
        }
        Self {
            size: size.into(),
            step: a.into(),
            end: k.into(),
            iota,
            partner,
        }
    }

    /// The remoteness of (x, y), both below the size.
    #[must_use]
    pub fn remoteness(&self, x: u64, y: u64) -> u64 {
        let (x, y) = (x.min(y), x.max(y));
        if x + y <= self.end {
            return 0;
        }
        let by_difference = (y - x).saturating_sub(self.end) / self.step;
        let index = by_difference.min(self.iota[x as usize].into());
        2 * index + u64::from(u64::from(self.partner[x as usize]) != y)
    }

    /// The larger coordinates, within a range, at which a value from r on, below r + depth, is possible: R is 2·min{ι, d/a}
    /// or one more, and of the two only d grows along the line.
    fn of_values(&self, (r, depth): (u64, u64), smaller: u64, larger: Range<u64>) -> Range<u64> {
        let index = u64::from(self.iota[smaller as usize]);
        let (least, greatest) = (r / 2, (r + depth - 1) / 2);
        let apart = |index: u64| smaller + self.end + self.step * index;
        let from = match least {
            0 => larger.start,
            _ if index < least => larger.end,
            _ => larger.start.max(apart(least)),
        };
        let to = if index > greatest {
            larger.end.min(apart(greatest + 1))
        } else {
            larger.end
        };
        from..to
    }

    /// The P-positions (x, y) with x ≤ y.
    pub(crate) fn half(&self) -> Vec<(u32, u32)> {
        let k = self.end as u32;
        let ends = (0..=k / 2).flat_map(|x| (x..=k - x).map(move |y| (x, y)));
        let pairs = self.partner.iter().enumerate().filter(|&(_, &y)| y > 0);
        ends.chain(pairs.map(|(x, &y)| (x as u32, y))).collect()
    }

    /// The P-positions, both orders.
    pub(crate) fn p_positions(&self) -> Vec<(u32, u32)> {
        let k = self.end as u32;
        let ends = (0..=k).flat_map(|x| (0..=k - x).map(move |y| (x, y)));
        let pairs = self.partner.iter().enumerate().filter(|&(_, &y)| y > 0);
        ends.chain(pairs.flat_map(|(x, &y)| [(x as u32, y), (y, x as u32)]))
            .collect()
    }
}

impl Window for Indexed {
    fn size(&self) -> u64 {
        self.size
    }

    fn bounded(&self) -> &[bool] {
        &[false, true, true]
    }

    fn scan(&self, corner: &[u64], shape: &[u64], signature: &mut Signature) {
        let (&[r, x, y], &[depth, height, width]) = (corner, shape) else {
            return;
        };
        let mut places = Vec::new();
        let mut push = |x_at: u64, y_at: u64| {
            let value = self.remoteness(x_at, y_at);
            if let Some(dr) = value.checked_sub(r).filter(|&dr| dr < depth) {
                places.push(dr << 40 | (x_at - x) << 20 | (y_at - y));
            }
        };
        for smaller in x..x + height {
            for larger in self.of_values((r, depth), smaller, y.max(smaller)..y + width) {
                push(smaller, larger);
            }
        }
        for smaller in y..y + width {
            for larger in self.of_values((r, depth), smaller, x.max(smaller + 1)..x + height) {
                push(larger, smaller);
            }
        }
        // The order must not tell where in the table the box lies.
        places.sort_unstable();
        for place in places {
            signature.push_member(place);
        }
    }

    fn contains(&self, tuple: &[u64]) -> bool {
        matches!(*tuple, [r, x, y] if x < self.size && y < self.size && self.remoteness(x, y) == r)
    }

    fn count_below(&self, bound: u64) -> u64 {
        // All cells but those with R ≥ bound, for which 2ι(x) + 1 ≥ bound and y - x - k ≥ a·⌊(bound - 1)/2⌋; by symmetry
        // the cells with x < y count twice.
        let side = bound.min(self.size);
        let apart = self.end + self.step * (bound.saturating_sub(1) / 2);
        let rows = (0..side).filter(|&x| 2 * u64::from(self.iota[x as usize]) + 1 >= bound);
        let too_large = rows
            .flat_map(|x| (x + apart..side).map(move |y| (x, y)))
            .filter(|&(x, y)| self.remoteness(x, y) >= bound);
        let twice: u64 = too_large.map(|(x, y)| if x == y { 1 } else { 2 }).sum();
        side * side - twice
    }

    fn first_rejected(&self, accepts: &dyn Fn(&[u64]) -> bool) -> Option<Vec<u64>> {
        let cell = |x: u64, y: u64| [self.remoteness(x, y), x, y];
        // Cells near P-positions and far from them: steps without a common factor with the size.
        let large = (0..20_000).map(|i| {
            cell(
                self.size - 1 - i * 7919 % self.size,
                self.size - 1 - i * 104_729 % self.size,
            )
        });
        let small = || (0..128).flat_map(|x| (0..128).map(move |y| cell(x, y)));
        large
            .chain(small())
            .find(|cell| !accepts(cell))
            .map(|cell| cell.to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Condition, Game, Table, Value, tabulate};

    #[test]
    fn agrees_with_the_dense_recursion() {
        for (a, b, k) in [(1, 1, 0), (1, 1, 3), (2, 1, 0), (1, 2, 2), (3, 2, 4)] {
            let indexed = Indexed::new(a, b, k, 100);
            // A silence that is not recognised as a triangle, so that the recursion is used.
            let end = Condition::All(vec![Condition::total_at_most(2, k.into())]);
            let game = Game::wyt(a.into(), b.into()).until(&end);
            let tables = tabulate(&game, Value::Remoteness, 100).unwrap();
            let [Table::Function(dense)] = &tables[..] else {
                panic!("one dense table")
            };
            for x in 0..100 {
                for y in 0..100 {
                    let expected = u64::from(dense.at(x, y).unwrap());
                    assert_eq!(
                        indexed.remoteness(x as u64, y as u64),
                        expected,
                        "{a}, {b}, {k} at {x}, {y}"
                    );
                }
            }
            for bound in [1, 5, 21, 89] {
                let box_side = 0..bound.min(100);
                let count = box_side
                    .clone()
                    .flat_map(|x| box_side.clone().map(move |y| (x, y)));
                let expected = count
                    .filter(|&(x, y)| indexed.remoteness(x, y) < bound)
                    .count() as u64;
                assert_eq!(indexed.count_below(bound), expected);
            }
        }
    }
}
