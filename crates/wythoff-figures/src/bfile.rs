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

/// In which order a table `T(x, y)` becomes a sequence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reading {
    /// T(0,0), T(0,1), T(1,0), T(0,2), T(1,1), T(2,0), …: antidiagonals, x growing.
    #[default]
    Antidiagonals,
    /// The same antidiagonals, y growing: T(0,0), T(1,0), T(0,1), ….
    UpwardAntidiagonals,
    /// Rows of a triangle: T(0,0), T(1,0), T(1,1), T(2,0), ….
    Triangle,
    /// T(n, n).
    Diagonal,
    /// T(x, y) for this x.
    Row(usize),
    /// T(x, y) for this y.
    Column(usize),
}

impl Reading {
    /// The cells of a table of this shape in order, as far as every antidiagonal or row of the
    /// triangle is whole.
    ///
    /// ```
    /// # use wythoff_figures::bfile::Reading;
    /// let cells = Reading::Antidiagonals.cells([2, 2]);
    /// assert_eq!(cells, [[0, 0], [0, 1], [1, 0]]);
    /// assert_eq!(Reading::Triangle.cells([2, 2]), [[0, 0], [1, 0], [1, 1]]);
    /// ```
    #[must_use]
    pub fn cells(self, [nx, ny]: [usize; 2]) -> Vec<[usize; 2]> {
        let side = nx.min(ny);
        match self {
            Self::Antidiagonals => (0..side)
                .flat_map(|sum| (0..=sum).map(move |x| [x, sum - x]))
                .collect(),
            Self::UpwardAntidiagonals => (0..side)
                .flat_map(|sum| (0..=sum).map(move |y| [sum - y, y]))
                .collect(),
            Self::Triangle => (0..side)
                .flat_map(|x| (0..=x).map(move |y| [x, y]))
                .collect(),
            Self::Diagonal => (0..side).map(|n| [n, n]).collect(),
            Self::Row(x) if x < nx => (0..ny).map(|y| [x, y]).collect(),
            Self::Column(y) if y < ny => (0..nx).map(|x| [x, y]).collect(),
            Self::Row(_) | Self::Column(_) => Vec::new(),
        }
    }

    /// The table's values in this order.
    ///
    /// ```
    /// # use wythoff_figures::bfile::Reading;
    /// let table = [vec![0, 1, 2], vec![1, 2, 0], vec![2, 0, 1]];
    /// assert_eq!(Reading::Diagonal.terms(&table), [0, 2, 1]);
    /// assert_eq!(Reading::Row(1).terms(&table), [1, 2, 0]);
    /// ```
    #[must_use]
    pub fn terms<T: Clone>(self, table: &[Vec<T>]) -> Vec<T> {
        let ny = table.iter().map(Vec::len).min().unwrap_or(0);
        self.cells([table.len(), ny])
            .into_iter()
            .map(|[x, y]| table[x][y].clone())
            .collect()
    }
}
