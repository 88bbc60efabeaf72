//! The members of a set in a box: row by row, as lists of columns while they are few, else as bits.

use crate::budget::Budget;
use crate::error::Error;

/// A set of cells (x, y) with x below the number of rows and y below the number of columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Members {
    shape: [usize; 2],
    count: u64,
    store: Store,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Store {
    /// Columns of row x are `columns[starts[x]..starts[x + 1]]`, increasing.
    Lists {
        starts: Vec<usize>,
        columns: Vec<u32>,
    },
    /// Bit y of row x.
    Bits(Vec<u64>),
}

/// A list takes 32 bits a member, a row of bits one a cell.
const BITS_OF_A_MEMBER: usize = 32;

/// Lists of up to so many members are kept whatever the density.
const FEW: usize = 1 << 16;

/// Takes the rows of a set in order.
#[derive(Debug)]
pub struct Builder<'w> {
    members: Members,
    rows: usize,
    budget: Budget<'w>,
}

impl<'w> Builder<'w> {
    /// A builder for a box.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`](crate::ErrorKind::Limit) when columns cannot be numbered by 32 bits.
    pub fn new(shape: [usize; 2], budget: &Budget<'w>) -> Result<Builder<'w>, Error> {
        if u32::try_from(shape[1]).is_err() {
            return Err(Error::limit("a box of more than 2^32 - 1 columns"));
        }
        Ok(Builder {
            members: Members {
                shape,
                count: 0,
                store: Store::Lists {
                    starts: vec![0],
                    columns: Vec::new(),
                },
            },
            rows: 0,
            budget: *budget,
        })
    }

    /// The columns of the next row, increasing.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`](crate::ErrorKind::Limit) at the budget's memory.
    pub fn push(&mut self, row: &[u32]) -> Result<(), Error> {
        let [rows, columns] = self.members.shape;
        debug_assert!(self.rows < rows);
        self.members.count += row.len() as u64;
        let words = columns.div_ceil(64);
        match &mut self.members.store {
            Store::Lists {
                starts,
                columns: list,
            } => {
                list.extend_from_slice(row);
                starts.push(list.len());
                let seen = (self.rows + 1) * columns;
                if list.len() > FEW && list.len() > seen / BITS_OF_A_MEMBER {
                    self.turn_to_bits()?;
                }
            }
            Store::Bits(bits) => {
                for &column in row {
                    bits[self.rows * words + column as usize / 64] |= 1 << (column % 64);
                }
            }
        }
        self.rows += 1;
        Ok(())
    }

    fn turn_to_bits(&mut self) -> Result<(), Error> {
        let [rows, columns] = self.members.shape;
        let words = columns.div_ceil(64);
        self.budget
            .admit_bytes((rows * words) as u128 * 8, "a set as bits")?;
        let mut bits = vec![0u64; rows * words];
        for (x, row) in self.members.lists().enumerate() {
            for &column in row {
                bits[x * words + column as usize / 64] |= 1 << (column % 64);
            }
        }
        self.members.store = Store::Bits(bits);
        Ok(())
    }

    /// The set; rows that were not given are empty.
    #[must_use]
    pub fn finish(mut self) -> Members {
        let rows = self.members.shape[0];
        if let Store::Lists { starts, columns } = &mut self.members.store {
            starts.resize(rows + 1, columns.len());
        }
        self.members
    }
}

impl Members {
    /// The cells of a list, in any order, without repetition.
    ///
    /// # Errors
    /// As [`Builder::push`].
    pub fn of_cells(
        shape: [usize; 2],
        mut cells: Vec<[u32; 2]>,
        budget: &Budget<'_>,
    ) -> Result<Members, Error> {
        cells.retain(|&[x, y]| (x as usize) < shape[0] && (y as usize) < shape[1]);
        cells.sort_unstable();
        cells.dedup();
        let mut builder = Builder::new(shape, budget)?;
        let mut next = 0;
        let mut row = Vec::new();
        for x in 0..shape[0] {
            row.clear();
            while let Some(&[u, y]) = cells.get(next)
                && u as usize == x
            {
                row.push(y);
                next += 1;
            }
            builder.push(&row)?;
        }
        Ok(builder.finish())
    }

    /// Rows and columns of the box.
    #[must_use]
    pub fn shape(&self) -> [usize; 2] {
        self.shape
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    fn lists(&self) -> impl Iterator<Item = &[u32]> {
        let (starts, columns): (&[usize], &[u32]) = match &self.store {
            Store::Lists { starts, columns } => (starts, columns),
            Store::Bits(_) => (&[], &[]),
        };
        starts.windows(2).map(|pair| &columns[pair[0]..pair[1]])
    }

    /// Writes the columns of a row, increasing.
    pub fn row_into(&self, x: usize, row: &mut Vec<u32>) {
        row.clear();
        match &self.store {
            Store::Lists { starts, columns } => {
                row.extend_from_slice(&columns[starts[x]..starts[x + 1]]);
            }
            Store::Bits(bits) => {
                let words = self.shape[1].div_ceil(64);
                for (w, &word) in bits[x * words..(x + 1) * words].iter().enumerate() {
                    push_bits(word, w, row);
                }
            }
        }
    }

    /// Whether a cell of the box is a member.
    #[must_use]
    pub fn contains(&self, x: usize, y: usize) -> bool {
        match &self.store {
            Store::Lists { starts, columns } => columns[starts[x]..starts[x + 1]]
                .binary_search(&(y as u32))
                .is_ok(),
            Store::Bits(bits) => bits[x * self.shape[1].div_ceil(64) + y / 64] >> (y % 64) & 1 == 1,
        }
    }

    /// The member of row x nearest to column y, at a distance.
    pub(super) fn nearest_in_row(&self, x: usize, y: usize) -> Option<(usize, usize)> {
        let closer = |a: Option<usize>, b: Option<usize>| {
            [a, b]
                .into_iter()
                .flatten()
                .map(|column| (column.abs_diff(y), column))
                .min()
        };
        match &self.store {
            Store::Lists { starts, columns } => {
                let row = &columns[starts[x]..starts[x + 1]];
                let at = row.partition_point(|&column| (column as usize) < y);
                let left = at.checked_sub(1).map(|i| row[i] as usize);
                closer(left, row.get(at).map(|&column| column as usize))
            }
            Store::Bits(_) => {
                let right = (y..self.shape[1]).find(|&column| self.contains(x, column));
                let left = (0..y).rev().find(|&column| self.contains(x, column));
                closer(left, right)
            }
        }
    }

    /// All other cells of the box.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`](crate::ErrorKind::Limit) at the budget's memory.
    pub fn complement(&self, budget: &Budget<'_>) -> Result<Members, Error> {
        let [rows, columns] = self.shape;
        let words = columns.div_ceil(64);
        budget.admit_bytes((rows * words) as u128 * 8, "a set as bits")?;
        let mut bits = vec![u64::MAX; rows * words];
        let mut row = Vec::new();
        for x in 0..rows {
            let own = &mut bits[x * words..(x + 1) * words];
            if columns % 64 != 0
                && let Some(last) = own.last_mut()
            {
                *last = (1 << (columns % 64)) - 1;
            }
            self.row_into(x, &mut row);
            for &column in &row {
                own[column as usize / 64] &= !(1 << (column % 64));
            }
        }
        Ok(Members {
            shape: self.shape,
            count: (rows * columns) as u64 - self.count,
            store: Store::Bits(bits),
        })
    }

    /// Shows each cell that is in just one of two sets of the same box, row by row; `true` where it
    /// is in `self`.
    pub(super) fn differences(
        &self,
        other: &Members,
        budget: &Budget<'_>,
        see: &mut dyn FnMut(usize, usize, bool),
    ) -> Result<(), Error> {
        let words = self.shape[1].div_ceil(64);
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for x in 0..self.shape[0] {
            if x % 256 == 0 {
                budget.report(x as u64, Some(self.shape[0] as u64))?;
            }
            if let (Store::Bits(own), Store::Bits(theirs)) = (&self.store, &other.store) {
                let range = x * words..(x + 1) * words;
                for (w, (a, b)) in own[range.clone()].iter().zip(&theirs[range]).enumerate() {
                    let mut unlike = a ^ b;
                    while unlike != 0 {
                        let bit = unlike.trailing_zeros();
                        see(x, w * 64 + bit as usize, a >> bit & 1 == 1);
                        unlike &= unlike - 1;
                    }
                }
                continue;
            }
            self.row_into(x, &mut left);
            other.row_into(x, &mut right);
            merge(&left, &right, &mut |y, in_left| see(x, y, in_left));
        }
        Ok(())
    }
}

fn push_bits(mut word: u64, index: usize, row: &mut Vec<u32>) {
    while word != 0 {
        row.push((index * 64) as u32 + word.trailing_zeros());
        word &= word - 1;
    }
}

/// Shows what is in just one of two increasing lists.
fn merge(left: &[u32], right: &[u32], see: &mut dyn FnMut(usize, bool)) {
    let (mut i, mut j) = (0, 0);
    loop {
        match (left.get(i), right.get(j)) {
            (Some(&a), Some(&b)) if a == b => {
                i += 1;
                j += 1;
            }
            (Some(&a), b) if b.is_none_or(|&b| a < b) => {
                see(a as usize, true);
                i += 1;
            }
            (_, Some(&b)) => {
                see(b as usize, false);
                j += 1;
            }
            _ => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_turn_to_bits_and_stay_the_same_set() {
        let budget = Budget::default();
        let shape = [300, 1000];
        let wanted = |x: usize, y: usize| (x * 7 + y * 3) % 5 < 2;
        let mut builder = Builder::new(shape, &budget).unwrap();
        for x in 0..shape[0] {
            let row: Vec<u32> = (0..1000).filter(|&y| wanted(x, y as usize)).collect();
            builder.push(&row).unwrap();
        }
        let many = builder.finish();
        assert!(matches!(many.store, Store::Bits(_)));
        let few = Members::of_cells(shape, vec![[3, 4], [0, 999], [299, 0]], &budget).unwrap();
        assert!(matches!(few.store, Store::Lists { .. }));
        for set in [&many, &few] {
            let rest = set.complement(&budget).unwrap();
            assert_eq!(set.count() + rest.count(), 300_000);
            let mut row = Vec::new();
            for x in 0..shape[0] {
                set.row_into(x, &mut row);
                for y in 0..shape[1] {
                    assert_eq!(set.contains(x, y), row.contains(&(y as u32)));
                    assert_ne!(set.contains(x, y), rest.contains(x, y));
                }
            }
        }
        assert!(wanted(5, 5) == many.contains(5, 5) && few.contains(0, 999));
    }

    #[test]
    fn differences_name_the_side() {
        let budget = Budget::default();
        let left = Members::of_cells([4, 4], vec![[0, 1], [2, 2], [3, 3]], &budget).unwrap();
        let right = Members::of_cells([4, 4], vec![[0, 1], [2, 1], [3, 0]], &budget).unwrap();
        for (a, b) in [
            (left.clone(), right.clone()),
            (
                left.complement(&budget)
                    .unwrap()
                    .complement(&budget)
                    .unwrap(),
                right
                    .complement(&budget)
                    .unwrap()
                    .complement(&budget)
                    .unwrap(),
            ),
        ] {
            let mut seen = Vec::new();
            a.differences(&b, &budget, &mut |x, y, in_left| seen.push((x, y, in_left)))
                .unwrap();
            seen.sort_unstable();
            assert_eq!(
                seen,
                [(2, 1, false), (2, 2, true), (3, 0, false), (3, 3, true)]
            );
        }
    }

    #[test]
    fn the_nearest_member_of_a_row() {
        let budget = Budget::default();
        let set = Members::of_cells([1, 50], vec![[0, 3], [0, 9]], &budget).unwrap();
        let bits = set
            .complement(&budget)
            .unwrap()
            .complement(&budget)
            .unwrap();
        for set in [set, bits] {
            assert_eq!(set.nearest_in_row(0, 5), Some((2, 3)));
            assert_eq!(set.nearest_in_row(0, 8), Some((1, 9)));
            assert_eq!(set.nearest_in_row(0, 9), Some((0, 9)));
        }
    }
}
