//! One `.npy` file: NumPy's header, the cells row by row, and after them a trailer of our own.
//!
//! NumPy reads as many cells as the header says and no further, so that the trailer does not disturb
//! it. The trailer is the JSON of a [`Trailer`], then the CRC-32C of that JSON (4 bytes), its length
//! (8 bytes) and a mark (8 bytes), all little endian. It holds the CRC-32C of every block of rows.

use std::fs::File;
use std::io::{BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use wythoff::Error;

use crate::description::Description;
use crate::files::{failed, partial, take_name};

const MARK: [u8; 8] = *b"WYTABLE1";
const MAGIC: &[u8] = b"\x93NUMPY\x01\x00";

/// Rows of a block hold about this many bytes.
const BLOCK: usize = 1 << 24;

#[derive(Debug, Serialize, Deserialize)]
struct Trailer {
    description: Description,
    /// Rows of every block but the last.
    rows_of_block: usize,
    /// CRC-32C of each block.
    checksums: Vec<u32>,
    /// CRC-32C of NumPy's header.
    header: u32,
}

/// NumPy's header, version 1.0, filled up to a multiple of 64 bytes.
fn header(description: &Description) -> Vec<u8> {
    let [rows, columns] = description.shape;
    let mut dict = format!(
        "{{'descr': '{}', 'fortran_order': False, 'shape': ({rows}, {columns}), }}",
        description.dtype
    );
    let bare = MAGIC.len() + 2 + dict.len() + 1;
    dict.push_str(&" ".repeat(bare.next_multiple_of(64) - bare));
    dict.push('\n');
    let mut header = MAGIC.to_vec();
    header.extend((dict.len() as u16).to_le_bytes());
    header.extend(dict.as_bytes());
    header
}

/// A file being written.
pub(crate) struct Writer {
    path: PathBuf,
    file: BufWriter<File>,
    row_bytes: usize,
    trailer: Trailer,
    rows: usize,
    sum: u32,
}

impl Writer {
    pub(crate) fn create(path: &Path, description: Description) -> Result<Self, Error> {
        let fresh = partial(path);
        let file = File::create(&fresh).map_err(|e| failed(&fresh, "create", &e))?;
        let mut file = BufWriter::with_capacity(1 << 20, file);
        let header = header(&description);
        file.write_all(&header)
            .map_err(|e| failed(&fresh, "write", &e))?;
        let row_bytes = description.shape[1] * description.cell_bytes()?;
        let trailer = Trailer {
            description,
            rows_of_block: (BLOCK / row_bytes).max(1),
            checksums: Vec::new(),
            header: crc32c::crc32c(&header),
        };
        Ok(Writer {
            path: path.to_owned(),
            file,
            row_bytes,
            trailer,
            rows: 0,
            sum: 0,
        })
    }

    /// Appends a row.
    pub(crate) fn row(&mut self, bytes: &[u8]) -> Result<(), Error> {
        if bytes.len() != self.row_bytes || self.rows == self.trailer.description.shape[0] {
            return Err(Error::input("found a row that the table has no place for"));
        }
        self.file
            .write_all(bytes)
            .map_err(|e| failed(&partial(&self.path), "write", &e))?;
        self.sum = crc32c::crc32c_append(self.sum, bytes);
        self.rows += 1;
        if self.rows.is_multiple_of(self.trailer.rows_of_block) {
            self.trailer.checksums.push(std::mem::take(&mut self.sum));
        }
        Ok(())
    }

    /// Completes the file: trailer, sync, name.
    pub(crate) fn finish(mut self) -> Result<(), Error> {
        let fresh = partial(&self.path);
        if self.rows != self.trailer.description.shape[0] {
            return Err(Error::input("a table that lacks rows is not finished"));
        }
        if !self.rows.is_multiple_of(self.trailer.rows_of_block) {
            self.trailer.checksums.push(self.sum);
        }
        let json = serde_json::to_vec(&self.trailer)
            .map_err(|e| Error::input(format!("cannot describe the table: {e}")))?;
        let mut end = json.clone();
        end.extend(crc32c::crc32c(&json).to_le_bytes());
        end.extend((json.len() as u64).to_le_bytes());
        end.extend(MARK);
        self.file
            .write_all(&end)
            .map_err(|e| failed(&fresh, "write", &e))?;
        let file = self
            .file
            .into_inner()
            .map_err(|e| failed(&fresh, "write", e.error()))?;
        file.sync_all().map_err(|e| failed(&fresh, "sync", &e))?;
        drop(file);
        take_name(&fresh, &self.path)
    }
}

/// A complete file.
#[derive(Debug)]
pub(crate) struct Npy {
    path: PathBuf,
    trailer: Trailer,
    start: u64,
    row_bytes: usize,
}

impl Npy {
    /// Opens a file that this program wrote; its cells are not read yet.
    pub(crate) fn open(path: &Path) -> Result<Self, Error> {
        let mut file = File::open(path).map_err(|e| failed(path, "open", &e))?;
        let length = file.metadata().map_err(|e| failed(path, "read", &e))?.len();
        let trailer = read_trailer(path, &mut file, length)?;
        trailer.0.description.check_version()?;
        let row_bytes = trailer.0.description.shape[1] * trailer.0.description.cell_bytes()?;
        let header = header(&trailer.0.description);
        let cells = row_bytes as u64 * trailer.0.description.shape[0] as u64;
        if length != header.len() as u64 + cells + trailer.1 {
            return Err(refused(path, "its length is not that of its table"));
        }
        let mut found = vec![0; header.len()];
        file.rewind()
            .and_then(|()| file.read_exact(&mut found))
            .map_err(|e| failed(path, "read", &e))?;
        if found != header || crc32c::crc32c(&found) != trailer.0.header {
            return Err(refused(path, "its header is not the one that was written"));
        }
        Ok(Npy {
            path: path.to_owned(),
            start: header.len() as u64,
            row_bytes,
            trailer: trailer.0,
        })
    }

    pub(crate) fn description(&self) -> &Description {
        &self.trailer.description
    }

    /// Reads every cell and compares the checksums. Returns how many blocks there are.
    pub(crate) fn check(&self) -> Result<usize, Error> {
        let mut file = self.file_at(0)?;
        let rows = self.trailer.description.shape[0];
        let mut block = Vec::new();
        for (number, &expected) in self.trailer.checksums.iter().enumerate() {
            let first = number * self.trailer.rows_of_block;
            let count = self.trailer.rows_of_block.min(rows.saturating_sub(first));
            block.resize(count * self.row_bytes, 0);
            file.read_exact(&mut block)
                .map_err(|e| failed(&self.path, "read", &e))?;
            if crc32c::crc32c(&block) != expected {
                let what = format!("rows {first} to {} have changed", first + count);
                return Err(refused(&self.path, &what));
            }
        }
        if self.trailer.checksums.len() != rows.div_ceil(self.trailer.rows_of_block) {
            return Err(refused(&self.path, "some rows have no checksum"));
        }
        Ok(self.trailer.checksums.len())
    }

    /// Reads the cells `(x, 0), (x, 1), …`.
    pub(crate) fn row(&self, x: usize) -> Result<Vec<u8>, Error> {
        let mut row = vec![0; self.row_bytes];
        let mut file = self.file_at(x as u64 * self.row_bytes as u64)?;
        file.read_exact(&mut row)
            .map_err(|e| failed(&self.path, "read", &e))?;
        Ok(row)
    }

    fn file_at(&self, offset: u64) -> Result<File, Error> {
        let mut file = File::open(&self.path).map_err(|e| failed(&self.path, "open", &e))?;
        file.seek(SeekFrom::Start(self.start + offset))
            .map_err(|e| failed(&self.path, "read", &e))?;
        Ok(file)
    }
}

/// The trailer, and how many bytes it takes with its frame.
fn read_trailer(path: &Path, file: &mut File, length: u64) -> Result<(Trailer, u64), Error> {
    const FRAME: u64 = 20;
    let foreign = || refused(path, "it does not end as a table of this program does");
    if length < FRAME {
        return Err(foreign());
    }
    let mut frame = [0; FRAME as usize];
    let read = |file: &mut File, at: u64, into: &mut [u8]| {
        file.seek(SeekFrom::Start(at))
            .and_then(|_| file.read_exact(into))
            .map_err(|e| failed(path, "read", &e))
    };
    read(file, length - FRAME, &mut frame)?;
    let sum = u32::from_le_bytes([frame[0], frame[1], frame[2], frame[3]]);
    let size = frame[4..12]
        .iter()
        .rev()
        .fold(0, |size: u64, &byte| size << 8 | u64::from(byte));
    if frame[12..] != MARK || size > length - FRAME {
        return Err(foreign());
    }
    let mut json = vec![0; usize::try_from(size).map_err(|_| foreign())?];
    read(file, length - FRAME - size, &mut json)?;
    if crc32c::crc32c(&json) != sum {
        return Err(refused(path, "its description has changed"));
    }
    let trailer: Trailer = serde_json::from_slice(&json).map_err(|_| foreign())?;
    if trailer.rows_of_block == 0 {
        return Err(foreign());
    }
    Ok((trailer, FRAME + size))
}

pub(crate) fn refused(path: &Path, why: &str) -> Error {
    Error::input(format!("{} is not a whole table: {why}", path.display()))
        .help("compute the table anew")
}
