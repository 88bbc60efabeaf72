//! Sequences as the OEIS wants them: b-files, data lines, and reading orders of tables.
//!
//! A b-file has a line `n a(n)` for each term, n from the offset on. Terms are decimal numbers of
//! any length.

use std::fmt::Display;
use std::fmt::Write as _;

/// The longest data section of an OEIS entry, in characters.
pub const DATA_LINE: usize = 260;

/// The terms as a b-file whose first index is `offset`.
///
/// ```
/// # use wythoff_figures::bfile;
/// assert_eq!(bfile::write(1, [1, 3, 4]), "1 1\n2 3\n3 4\n");
/// ```
#[must_use]
pub fn write<T: Display>(offset: i64, terms: impl IntoIterator<Item = T>) -> String {
    let mut out = String::new();
    for (n, term) in (offset..).zip(terms) {
        let _ = writeln!(out, "{n} {term}");
    }
    out
}

/// The longest beginning of the terms, with commas, that fits into [`DATA_LINE`] characters.
///
/// ```
/// # use wythoff_figures::bfile;
/// assert_eq!(bfile::data_line([0, 1, 2]), "0, 1, 2");
/// assert!(bfile::data_line(0..1000).len() <= bfile::DATA_LINE);
/// ```
#[must_use]
pub fn data_line<T: Display>(terms: impl IntoIterator<Item = T>) -> String {
    let mut out = String::new();
    for term in terms {
        let next = if out.is_empty() {
            term.to_string()
        } else {
            format!(", {term}")
        };
        if out.len() + next.len() > DATA_LINE {
            break;
        }
        out.push_str(&next);
    }
    out
}

/// In which order a table `V(x, y)` becomes a sequence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reading {
    /// V(s − j, j) for s = 0, 1, … and j = 0..s: V(0,0), V(1,0), V(0,1), V(2,0), ….
    #[default]
    Antidiagonals,
    /// Rows of a triangle: V(i, j) for i = 0, 1, … and j = 0..i.
    Triangle,
    /// V(n, n).
    Diagonal,
    /// V(x, y) for this x.
    Row(usize),
    /// V(x, y) for this y.
    Column(usize),
    /// For v = 0, 1, … the least y with V(x, y) = v, for this x.
    InverseRow(usize),
    /// For v = 0, 1, … the least n with V(n, n) = v.
    InverseDiagonal,
    /// For x = 0, 1, … the least y with V(x, y) = this number.
    ColumnOf(usize),
}

impl Reading {
    /// What [`Self::parse`] reads.
    pub const NAMES: &'static str = "antidiagonals, triangle, diagonal, row K, column K, inverse row K, \
                                     inverse diagonal, column of V";

    /// The order of this name; the numbers in it are plain digits.
    ///
    /// ```
    /// # use wythoff_figures::bfile::Reading;
    /// assert_eq!(Reading::parse("inverse row 3"), Some(Reading::InverseRow(3)));
    /// assert_eq!(Reading::parse("sideways"), None);
    /// ```
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        let words: Vec<&str> = name.split_whitespace().collect();
        let number = |digits: &str| digits.parse().ok();
        match words.as_slice() {
            ["antidiagonals"] => Some(Self::Antidiagonals),
            ["triangle"] => Some(Self::Triangle),
            ["diagonal"] => Some(Self::Diagonal),
            ["inverse", "diagonal"] => Some(Self::InverseDiagonal),
            ["row", x] => number(x).map(Self::Row),
            ["column", y] => number(y).map(Self::Column),
            ["inverse", "row", x] => number(x).map(Self::InverseRow),
            ["column", "of", value] => number(value).map(Self::ColumnOf),
            _ => None,
        }
    }

    /// The values of a table, `table[x][y]`, in this order, as far as the table decides them: whole
    /// antidiagonals and rows of the triangle, inverses up to the first value that is missing.
    /// `number` writes a whole number as a value.
    ///
    /// ```
    /// # use wythoff_figures::bfile::Reading;
    /// let table = [vec![0, 1, 2], vec![3, 4, 0], vec![2, 0, 1]];
    /// let read = |reading: Reading| reading.terms(&table, |n| n);
    /// assert_eq!(read(Reading::Antidiagonals), [0, 3, 1, 2, 4, 2]);
    /// assert_eq!(read(Reading::Triangle), [0, 3, 4, 2, 0, 1]);
    /// assert_eq!(read(Reading::Row(1)), [3, 4, 0]);
    /// assert_eq!(read(Reading::InverseRow(2)), [1, 2, 0]);
    /// assert_eq!(read(Reading::ColumnOf(0)), [0, 2, 1]);
    /// ```
    #[must_use]
    pub fn terms<T: Clone + PartialEq>(
        self,
        table: &[Vec<T>],
        number: impl Fn(usize) -> T,
    ) -> Vec<T> {
        let ny = table.iter().map(Vec::len).min().unwrap_or(0);
        let side = table.len().min(ny);
        let at = |[x, y]: [usize; 2]| table[x][y].clone();
        match self {
            Self::Antidiagonals => (0..side)
                .flat_map(|s| (0..=s).map(move |j| [s - j, j]))
                .map(at)
                .collect(),
            Self::Triangle => (0..side)
                .flat_map(|i| (0..=i).map(move |j| [i, j]))
                .map(at)
                .collect(),
            Self::Diagonal => (0..side).map(|n| at([n, n])).collect(),
            Self::Row(x) => table.get(x).cloned().unwrap_or_default(),
            Self::Column(y) => table.iter().map_while(|row| row.get(y).cloned()).collect(),
            Self::InverseRow(x) => table
                .get(x)
                .map_or_else(Vec::new, |row| inverse(row, number)),
            Self::InverseDiagonal => {
                inverse(&(0..side).map(|n| at([n, n])).collect::<Vec<_>>(), number)
            }
            Self::ColumnOf(value) => {
                let value = number(value);
                let least = |row: &Vec<T>| row.iter().position(|v| *v == value);
                table.iter().map_while(least).map(number).collect()
            }
        }
    }
}

/// For v = 0, 1, … the least index of v, until one is missing.
fn inverse<T: PartialEq>(row: &[T], number: impl Fn(usize) -> T) -> Vec<T> {
    let place = |v: usize| {
        let value = number(v);
        row.iter().position(|found| *found == value)
    };
    (0..row.len()).map_while(place).map(&number).collect()
}
