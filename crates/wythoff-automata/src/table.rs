//! Tables that the learner looks at: sparse sets of pairs and dense functions of two piles.

/// A running 128-bit hash of what a window shows, with the number of members seen.
#[derive(Clone, Debug)]
pub struct Signature {
    low: u64,
    high: u64,
    hits: u64,
}

impl Default for Signature {
    fn default() -> Self {
        Self {
            low: 0x243F_6A88_85A3_08D3,
            high: 0x1319_8A2E_0370_7344,
            hits: 0,
        }
    }
}

impl Signature {
    /// Adds a number that is not a member.
    pub fn push(&mut self, word: u64) {
        self.low = (self.low.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.high = (self.high.rotate_left(41) ^ word).wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
    }

    /// Adds a member, given by a number that determines its place in the window.
    pub fn push_member(&mut self, place: u64) {
        self.hits += 1;
        self.push(place.wrapping_add(1 << 63));
    }

    /// Members so far.
    #[must_use]
    pub fn hits(&self) -> u64 {
        self.hits
    }

    /// The hash.
    #[must_use]
    pub fn value(&self) -> u128 {
        u128::from(self.high ^ (self.high >> 31)) << 64 | u128::from(self.low ^ (self.low >> 29))
    }
}

/// A table that knows all members of a relation with small components.
///
/// Components come in the alphabetical order of the tracks. A component is bounded when the table knows members only below
/// its size there; the value of a function is not bounded.
pub trait Window {
    /// Bounded components are known below this.
    fn size(&self) -> u64;

    /// Which components are bounded.
    fn bounded(&self) -> &[bool];

    /// Pushes every member of the box corner + [0, shape), in a fixed order, by its place relative to the corner.
    fn scan(&self, corner: &[u64], shape: &[u64], signature: &mut Signature);

    /// Whether the tuple is a member.
    fn contains(&self, tuple: &[u64]) -> bool;

    /// Members with every component below `bound`.
    fn count_below(&self, bound: u64) -> u64;

    /// The first member that the test does not accept: all small members and a sample of the large ones are tried.
    fn first_rejected(&self, accepts: &dyn Fn(&[u64]) -> bool) -> Option<Vec<u64>>;
}

/// Members with coordinates below this are all tried on a guess.
const TRIED_BELOW: u64 = 30_000;
/// Beyond, about so many are.
const TRIED_BEYOND: u64 = 20_000;

/// A set of pairs (x, y), few in each row.
#[derive(Clone, Debug)]
pub struct Pairs {
    size: u64,
    starts: Vec<u32>,
    columns: Vec<u32>,
}

impl Pairs {
    /// All members with x, y below `size`; the list may contain others, which are left out.
    #[must_use]
    pub fn new(size: u32, cells: &[(u32, u32)]) -> Self {
        let inside = || cells.iter().filter(|&&(x, y)| x < size && y < size);
        let mut starts = vec![0u32; size as usize + 1];
        for &(x, _) in inside() {
            starts[x as usize + 1] += 1;
        }
        for x in 0..size as usize {
            starts[x + 1] += starts[x];
        }
        let mut fill = starts.clone();
        let mut columns = vec![0; starts[size as usize] as usize];
        for &(x, y) in inside() {
            columns[fill[x as usize] as usize] = y;
            fill[x as usize] += 1;
        }
        let mut pairs = Self {
            size: size.into(),
            starts,
            columns,
        };
        pairs.sort_rows();
        pairs
    }

    /// Sorts the rows; a cell that was given twice stays only once.
    fn sort_rows(&mut self) {
        let mut kept = 0;
        for x in 0..self.size as usize {
            let row = self.starts[x] as usize..self.starts[x + 1] as usize;
            self.columns[row.clone()].sort_unstable();
            self.starts[x] = kept as u32;
            let first = kept;
            for i in row {
                let column = self.columns[i];
                if kept == first || self.columns[kept - 1] != column {
                    self.columns[kept] = column;
                    kept += 1;
                }
            }
        }
        self.starts[self.size as usize] = kept as u32;
        self.columns.truncate(kept);
    }

    /// The members of row x.
    #[must_use]
    pub fn row(&self, x: u64) -> &[u32] {
        let x = x as usize;
        match self.starts.get(x..x + 2) {
            Some(ends) => &self.columns[ends[0] as usize..ends[1] as usize],
            None => &[],
        }
    }

    fn members(&self, bound: u64) -> impl Iterator<Item = [u64; 2]> + '_ {
        (0..bound.min(self.size)).flat_map(move |x| {
            self.row(x)
                .iter()
                .map(move |&y| [x, u64::from(y)])
                .filter(move |cell| cell[1] < bound)
        })
    }
}

impl Window for Pairs {
    fn size(&self) -> u64 {
        self.size
    }

    fn bounded(&self) -> &[bool] {
        &[true, true]
    }

    fn scan(&self, corner: &[u64], shape: &[u64], signature: &mut Signature) {
        let (&[x, y], &[height, width]) = (corner, shape) else {
            return;
        };
        for dx in 0..height {
            for &column in self.row(x + dx) {
                if let Some(dy) = u64::from(column).checked_sub(y).filter(|&dy| dy < width) {
                    signature.push_member(dx << 32 | dy);
                }
            }
        }
    }

    fn contains(&self, tuple: &[u64]) -> bool {
        matches!(*tuple, [x, y] if u32::try_from(y).is_ok_and(|y| self.row(x).contains(&y)))
    }

    fn count_below(&self, bound: u64) -> u64 {
        self.members(bound).count() as u64
    }

    fn first_rejected(&self, accepts: &dyn Fn(&[u64]) -> bool) -> Option<Vec<u64>> {
        let stride = self.size / TRIED_BEYOND + 1;
        let sample = (0..self.size / stride).map(|i| self.size - 1 - i * stride);
        let cells = |x: u64| self.row(x).iter().map(move |&y| [x, u64::from(y)]);
        let large = sample.flat_map(cells).find(|cell| !accepts(cell));
        // With a stride of 1 all have been tried.
        let small = if stride > 1 { TRIED_BELOW } else { 0 };
        large
            .or_else(|| self.members(small).find(|cell| !accepts(cell)))
            .map(|cell| cell.to_vec())
    }
}

/// A function r of (x, y), as the set of triples (r, x, y).
#[derive(Clone, Debug)]
pub struct Function {
    pub(crate) size: usize,
    pub(crate) values: Vec<u16>,
}

/// No value at all; such a cell is in no triple.
pub(crate) const NO_VALUE: u16 = u16::MAX;

impl Function {
    /// The value at (x, y) inside the table.
    #[must_use]
    pub fn at(&self, x: usize, y: usize) -> Option<u16> {
        (x < self.size && y < self.size)
            .then(|| self.values[x * self.size + y])
            .filter(|&v| v != NO_VALUE)
    }

    /// The cells of one value.
    #[must_use]
    pub fn cells(&self, value: u16) -> Pairs {
        let hits = self.values.iter().enumerate().filter(|&(_, &v)| v == value);
        let cells: Vec<(u32, u32)> = hits
            .map(|(i, _)| ((i / self.size) as u32, (i % self.size) as u32))
            .collect();
        Pairs::new(self.size as u32, &cells)
    }
}

impl Window for Function {
    fn size(&self) -> u64 {
        self.size as u64
    }

    fn bounded(&self) -> &[bool] {
        &[false, true, true]
    }

    fn scan(&self, corner: &[u64], shape: &[u64], signature: &mut Signature) {
        let (&[r, x, y], &[depth, height, width]) = (corner, shape) else {
            return;
        };
        for dx in 0..height {
            let row = (x + dx) as usize * self.size + y as usize;
            for (dy, &value) in self.values[row..row + width as usize].iter().enumerate() {
                if let Some(dr) = u64::from(value)
                    .checked_sub(r)
                    .filter(|&dr| dr < depth && value != NO_VALUE)
                {
                    signature.push_member(dr << 40 | dx << 20 | dy as u64);
                }
            }
        }
    }

    fn contains(&self, tuple: &[u64]) -> bool {
        matches!(*tuple, [r, x, y] if self.at(x as usize, y as usize).is_some_and(|v| u64::from(v) == r))
    }

    fn count_below(&self, bound: u64) -> u64 {
        let side = (bound as usize).min(self.size);
        let rows = self.values.chunks(self.size).take(side);
        rows.map(|row| {
            row[..side]
                .iter()
                .filter(|&&v| v != NO_VALUE && u64::from(v) < bound)
                .count() as u64
        })
        .sum()
    }

    fn first_rejected(&self, accepts: &dyn Fn(&[u64]) -> bool) -> Option<Vec<u64>> {
        let triple =
            |(x, y): (usize, usize)| self.at(x, y).map(|r| [u64::from(r), x as u64, y as u64]);
        let cells = self.size * self.size;
        // A stride without a common factor with the side wanders over the whole table.
        let stride = (cells / TRIED_BEYOND as usize) | 1;
        let sample = (0..cells / stride)
            .map(|i| cells - 1 - i * stride)
            .map(|i| (i / self.size, i % self.size));
        let large = sample.filter_map(triple).find(|cell| !accepts(cell));
        let side = self.size.min(128);
        let small = || {
            (0..side * side)
                .map(|i| (i / side, i % side))
                .filter_map(triple)
                .find(|cell| !accepts(cell))
        };
        large.or_else(small).map(|cell| cell.to_vec())
    }
}
