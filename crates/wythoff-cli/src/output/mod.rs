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
use wythoff_figures::bfile::Reading;
use wythoff_figures::tables::{Highlights, TableView};

use crate::coordinates::Coordinates;

/// A table, ready to be written.
pub(crate) struct TableOutput<'a> {
    /// The values.
    pub(crate) view: TableView<'a>,
    /// What stands out in pictures.
    pub(crate) highlights: Highlights,
    /// How pictures look.
    pub(crate) style: picture::Style,
    /// The order in which b-files read the table.
    pub(crate) reading: Option<Reading>,
    /// How coordinates are counted.
    pub(crate) coordinates: Coordinates,
}

impl TableOutput<'_> {
    /// Whether a cell is marked: it satisfies the condition asked for, or else is a P-position.
    fn is_marked(&self, row: usize, column: usize) -> bool {
        match &self.highlights.chosen {
            None => self.view.is_p(row, column),
            Some(chosen) => chosen.cells.get(self.view.index(row, column)) == Some(&true),
        }
    }

    /// What the marked cells have in common, where any can be.
    fn marks(&self) -> Option<&str> {
        match &self.highlights.chosen {
            Some(chosen) => Some(&chosen.meaning),
            None => self.view.tells_p().then_some("P-positions"),
        }
    }
}

/// A format of tables.
pub(crate) struct Format {
    name: &'static str,
    endings: &'static [&'static str],
    write: fn(&TableOutput<'_>) -> Result<Vec<u8>, Error>,
}

/// All formats: a new one is a line here and a file beside this one.
const FORMATS: &[Format] = &[
    Format {
        name: "text",
        endings: &[".txt"],
        write: |table| Ok(text::write(table).into_bytes()),
    },
    Format {
        name: "csv",
        endings: &[".csv"],
        write: |table| Ok(csv::write(&table.view, ',').into_bytes()),
    },
    Format {
        name: "tsv",
        endings: &[".tsv"],
        write: |table| Ok(csv::write(&table.view, '\t').into_bytes()),
    },
    Format {
        name: "json",
        endings: &[".json"],
        write: json::write,
    },
    Format {
        name: "markdown",
        endings: &[".md"],
        write: |table| Ok(markdown::write(table).into_bytes()),
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
        write: |table| bfile::write(&table.view, table.reading),
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

    /// What writes a figure in this format, if it is one of pictures.
    pub(crate) fn picture(&self) -> Option<picture::FigureWriter> {
        picture::named(self.name)
    }

    /// The bytes of a table in this format.
    pub(crate) fn write(&self, table: &TableOutput<'_>) -> Result<Vec<u8>, Error> {
        (self.write)(table)
    }
}
