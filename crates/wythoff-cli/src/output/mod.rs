//! Formats of tables, one file each, chosen by name or by a file's ending.

pub(crate) mod analysis;
pub(crate) mod bfile;
pub(crate) mod checks;
pub(crate) mod comparison;
mod csv;
mod json;
mod markdown;
pub(crate) mod numbers;
pub(crate) mod picture;
pub(crate) mod positions;
mod text;

use std::path::Path;

use wythoff::Error;
use wythoff::answer::Evidence;
use wythoff::rules::{Convention, Rules};
use wythoff::table::{Cells, TableValue, Window};
use wythoff::values::Outcome;
use wythoff_figures::bfile::Reading;

/// A table, ready to be written.
pub(crate) struct TableView<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) value: &'a TableValue,
    pub(crate) window: &'a Window,
    pub(crate) cells: &'a Cells,
    pub(crate) evidence: &'a Evidence,
    pub(crate) transposed: bool,
    /// How pictures look.
    pub(crate) style: picture::Style,
    /// The order in which b-files read the table.
    pub(crate) reading: Option<Reading>,
}

impl TableView<'_> {
    /// Rows and columns as they are written.
    pub(crate) fn shape(&self) -> [usize; 2] {
        let [rows, columns] = self.window.shape();
        if self.transposed {
            [columns, rows]
        } else {
            [rows, columns]
        }
    }

    /// The number of a cell in `cells`.
    fn index(&self, row: usize, column: usize) -> usize {
        let columns = self.window.shape()[1];
        if self.transposed {
            column * columns + row
        } else {
            row * columns + column
        }
    }

    /// The text of a cell.
    pub(crate) fn text(&self, row: usize, column: usize) -> String {
        self.cells.text(self.index(row, column))
    }

    /// Whether the value of a cell shows that its position is P.
    pub(crate) fn is_p(&self, row: usize, column: usize) -> bool {
        let index = self.index(row, column);
        let misere = self.rules.convention() == Convention::Misere;
        let odd = |n: u64| n % 2 == 1;
        match (self.value, self.cells) {
            (_, Cells::Outcomes(cells)) => cells[index] == Outcome::P,
            (TableValue::Grundy, Cells::Small(cells)) => cells[index] == 0,
            (TableValue::Remoteness | TableValue::Suspense, Cells::Small(cells)) => {
                odd(u64::from(cells[index])) == misere
            }
            (TableValue::Remoteness | TableValue::Suspense, Cells::Big(cells)) => {
                odd((&cells[index] % 2u8).into()) == misere
            }
            (TableValue::Win(_), Cells::Fractions(cells)) => {
                let half = dashu_ratio::RBig::from_parts(1.into(), 2u8.into());
                cells[index] < half
            }
            _ => false,
        }
    }

    /// Whether the value tells which positions are P.
    pub(crate) fn tells_p(&self) -> bool {
        !matches!(
            self.value,
            TableValue::Options | TableValue::Birthday | TableValue::Random(_)
        )
    }

    /// The names of the coordinates down and across; the second is empty with a single column.
    pub(crate) fn axes(&self) -> [String; 2] {
        let names = self.rules.game().coordinate_names();
        let free = self.window.slice().free();
        let name = |i: usize| {
            free.get(i)
                .map_or(String::new(), |&axis| names[axis].clone())
        };
        if self.transposed {
            [name(1), name(0)]
        } else {
            [name(0), name(1)]
        }
    }

    /// The coordinate of a row.
    pub(crate) fn row_label(&self, row: usize) -> String {
        let origin = &self.window.origin()[usize::from(self.transposed)];
        (origin + dashu_int::UBig::from(row)).to_string()
    }

    /// The coordinate of a column.
    pub(crate) fn column_label(&self, column: usize) -> String {
        let origin = &self.window.origin()[usize::from(!self.transposed)];
        (origin + dashu_int::UBig::from(column)).to_string()
    }
}

/// A format of tables.
pub(crate) struct Format {
    name: &'static str,
    endings: &'static [&'static str],
    write: fn(&TableView<'_>) -> Result<Vec<u8>, Error>,
}

/// All formats: a new one is a line here and a file beside this one.
const FORMATS: &[Format] = &[
    Format {
        name: "text",
        endings: &[".txt"],
        write: |view| Ok(text::write(view).into_bytes()),
    },
    Format {
        name: "csv",
        endings: &[".csv"],
        write: |view| Ok(csv::write(view, ',').into_bytes()),
    },
    Format {
        name: "tsv",
        endings: &[".tsv"],
        write: |view| Ok(csv::write(view, '\t').into_bytes()),
    },
    Format {
        name: "json",
        endings: &[".json"],
        write: json::write,
    },
    Format {
        name: "markdown",
        endings: &[".md"],
        write: |view| Ok(markdown::write(view).into_bytes()),
    },
    Format {
        name: "latex",
        endings: &[".tex"],
        write: picture::latex,
    },
    Format {
        name: "tikz",
        endings: &[".tikz"],
        write: picture::tikz,
    },
    Format {
        name: "svg",
        endings: &[".svg"],
        write: picture::svg,
    },
    Format {
        name: "png",
        endings: &[".png"],
        write: picture::png,
    },
    Format {
        name: "pdf",
        endings: &[".pdf"],
        write: picture::pdf,
    },
    Format {
        name: "xlsx",
        endings: &[".xlsx"],
        write: picture::xlsx,
    },
    Format {
        name: "bfile",
        endings: &[".bfile.txt"],
        write: bfile::write,
    },
];

impl Format {
    /// The format of a name.
    pub(crate) fn named(name: &str) -> Result<&'static Format, Error> {
        FORMATS
            .iter()
            .find(|format| format.name == name)
            .ok_or_else(|| {
                let names: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
                Error::input(format!(
                    "found the format '{name}', expected one of {}",
                    names.join(", ")
                ))
            })
    }

    /// The format of a file, by its ending.
    pub(crate) fn of_file(path: &Path) -> Result<&'static Format, Error> {
        let name = path.to_string_lossy();
        // The longest ending decides: `.bfile.txt` is not `.txt`.
        let matching = |format: &Format| {
            let endings = format
                .endings
                .iter()
                .filter(|ending| name.ends_with(*ending));
            endings.map(|ending| ending.len()).max()
        };
        FORMATS
            .iter()
            .filter(|format| matching(format).is_some())
            .max_by_key(|format| matching(format))
            .ok_or_else(|| {
                let endings: Vec<&str> = FORMATS
                    .iter()
                    .flat_map(|format| format.endings)
                    .copied()
                    .collect();
                Error::input(format!(
                    "found the file name {name}, expected one of the endings {}",
                    endings.join(" ")
                ))
            })
    }

    /// The bytes of a table in this format.
    pub(crate) fn write(&self, view: &TableView<'_>) -> Result<Vec<u8>, Error> {
        (self.write)(view)
    }
}
