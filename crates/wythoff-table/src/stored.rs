//! A complete table of either format.

use std::path::Path;

use wythoff::Error;

use crate::description::Description;
use crate::npy::Npy;
use crate::zarr::Zarr;

/// A table on disk, opened for reading.
#[derive(Debug)]
pub struct Stored(Kind);

#[derive(Debug)]
enum Kind {
    /// The file, and the row that was read last.
    Npy(Box<Npy>, Option<(usize, Vec<u8>)>),
    Zarr(Box<Zarr>),
}

impl Stored {
    /// Opens a table; a folder is a Zarr array, a file an `.npy`.
    ///
    /// # Errors
    /// [`ErrorKind::File`](wythoff::ErrorKind::File) when it cannot be read;
    /// [`ErrorKind::Input`](wythoff::ErrorKind::Input) when it is not a whole table of this program.
    pub fn open(path: &Path) -> Result<Self, Error> {
        Ok(Stored(if path.is_dir() {
            Kind::Zarr(Box::new(Zarr::open(path)?))
        } else {
            Kind::Npy(Box::new(Npy::open(path)?), None)
        }))
    }

    /// What the table holds.
    #[must_use]
    pub fn description(&self) -> &Description {
        match &self.0 {
            Kind::Npy(npy, _) => npy.description(),
            Kind::Zarr(zarr) => zarr.description(),
        }
    }

    /// Reads everything and compares all checksums. Returns how many there are.
    ///
    /// # Errors
    /// As [`Stored::open`].
    pub fn check(&mut self) -> Result<usize, Error> {
        match &mut self.0 {
            Kind::Npy(npy, _) => npy.check(),
            Kind::Zarr(zarr) => zarr.check(),
        }
    }

    /// The value at row `x`, column `y`; `None` outside the table.
    ///
    /// # Errors
    /// As [`Stored::open`].
    pub fn get(&mut self, x: usize, y: usize) -> Result<Option<u32>, Error> {
        let [rows, columns] = self.description().shape;
        if x >= rows || y >= columns {
            return Ok(None);
        }
        let bytes = self.description().cell_bytes()?;
        let cell = match &mut self.0 {
            Kind::Zarr(zarr) => zarr.cell(x, y)?,
            Kind::Npy(npy, last) => {
                if last.as_ref().is_none_or(|(row, _)| *row != x) {
                    *last = Some((x, npy.row(x)?));
                }
                let row = last.as_ref().map_or(&[][..], |(_, row)| row);
                &row[y * bytes..(y + 1) * bytes]
            }
        };
        Ok(Some(
            cell.iter()
                .rev()
                .fold(0, |value, &byte| value << 8 | u32::from(byte)),
        ))
    }
}
