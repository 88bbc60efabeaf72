//! A Zarr v3 array: one folder, one chunk a tile, each with a CRC-32C of its own.
//!
//! Written here directly: the format is a JSON file and one file a chunk. The codecs are `bytes`
//! (little endian) and `crc32c`, which every reader has. The attributes hold the description of the
//! table and a CRC-32C over the checksums of all chunks, so that no chunk can be missing or from
//! another table. While the folder is being written it also holds `run.json`, what is computed, and
//! `state`, from where an interrupted run goes on.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use serde_json::json;
use wythoff::Error;

use crate::description::Description;
use crate::files::{failed, partial, replace, sync, sync_folder, take_name};
use crate::npy::refused;

/// What a run computes: another run must not go on from its state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RunFile {
    pub(crate) description: Description,
    pub(crate) side: usize,
}

/// An array being written.
pub(crate) struct Writer {
    path: PathBuf,
    run: RunFile,
    cell_bytes: usize,
    /// Chunks that are not synced yet.
    fresh: Mutex<Vec<PathBuf>>,
}

impl Writer {
    /// Begins an array; with `resume` goes on with one that was begun.
    pub(crate) fn begin(path: &Path, run: RunFile, resume: bool) -> Result<Self, Error> {
        let cell_bytes = run.description.cell_bytes()?;
        let writer = Writer {
            path: path.to_owned(),
            run,
            cell_bytes,
            fresh: Mutex::default(),
        };
        let folder = writer.folder();
        if folder.exists() {
            if !resume {
                return Err(
                    Error::input(format!("{} is there already", folder.display()))
                        .help("resume it, or remove it to begin anew"),
                );
            }
            let begun: RunFile = read_json(&folder.join("run.json"))?;
            if begun != writer.run {
                return Err(Error::input(format!(
                    "{} is the beginning of another table",
                    folder.display()
                ))
                .help("resume with the same rules, value, shape and tile side"));
            }
        } else {
            fs::create_dir_all(&folder).map_err(|e| failed(&folder, "create", &e))?;
            replace(&folder.join("run.json"), &to_json(&writer.run)?)?;
        }
        Ok(writer)
    }

    fn folder(&self) -> PathBuf {
        partial(&self.path)
    }

    /// Chunks along both axes.
    pub(crate) fn chunks(&self) -> [usize; 2] {
        self.run
            .description
            .shape
            .map(|side| side.div_ceil(self.run.side))
    }

    /// Writes a chunk: `side²` cells, those outside the table 0.
    pub(crate) fn chunk(&self, at: (usize, usize), cells: &[u8]) -> Result<(), Error> {
        debug_assert_eq!(cells.len(), self.run.side * self.run.side * self.cell_bytes);
        let path = chunk_path(&self.folder(), at);
        let row = path.parent().unwrap_or(&path);
        fs::create_dir_all(row).map_err(|e| failed(row, "create", &e))?;
        let mut file = File::create(&path).map_err(|e| failed(&path, "create", &e))?;
        file.write_all(cells)
            .and_then(|()| file.write_all(&crc32c::crc32c(cells).to_le_bytes()))
            .map_err(|e| failed(&path, "write", &e))?;
        self.fresh
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(path);
        Ok(())
    }

    /// Makes all chunks last.
    pub(crate) fn sync(&self) -> Result<(), Error> {
        let fresh = std::mem::take(&mut *self.fresh.lock().unwrap_or_else(PoisonError::into_inner));
        for path in &fresh {
            sync(path)?;
        }
        let mut rows: Vec<&Path> = fresh.iter().filter_map(|path| path.parent()).collect();
        rows.dedup();
        rows.into_iter().try_for_each(sync_folder)
    }

    /// Makes all chunks last, then replaces the state from where to go on.
    pub(crate) fn save_state(
        &self,
        save: impl FnOnce(&mut dyn FnMut(&[u8]) -> Result<(), Error>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.sync()?;
        let path = self.folder().join("state");
        let fresh = partial(&path);
        let file = File::create(&fresh).map_err(|e| failed(&fresh, "create", &e))?;
        let mut file = BufWriter::with_capacity(1 << 20, file);
        let mut sum = 0;
        save(&mut |bytes| {
            sum = crc32c::crc32c_append(sum, bytes);
            file.write_all(bytes)
                .map_err(|e| failed(&fresh, "write", &e))
        })?;
        file.write_all(&sum.to_le_bytes())
            .map_err(|e| failed(&fresh, "write", &e))?;
        let file = file
            .into_inner()
            .map_err(|e| failed(&fresh, "write", e.error()))?;
        file.sync_all().map_err(|e| failed(&fresh, "sync", &e))?;
        take_name(&fresh, &path)
    }

    /// The state from where to go on, if one was saved.
    pub(crate) fn state(&self) -> Result<Option<Vec<u8>>, Error> {
        let path = self.folder().join("state");
        if !path.exists() {
            return Ok(None);
        }
        let mut bytes = fs::read(&path).map_err(|e| failed(&path, "read", &e))?;
        let changed = || refused(&path, "its state has changed");
        let body = bytes.len().checked_sub(4).ok_or_else(changed)?;
        if crc32c::crc32c(&bytes[..body]).to_le_bytes() != bytes[body..] {
            return Err(changed());
        }
        bytes.truncate(body);
        Ok(Some(bytes))
    }

    /// Completes the array: metadata, sync, name.
    pub(crate) fn finish(self) -> Result<(), Error> {
        self.sync()?;
        let folder = self.folder();
        let checksum = checksum(&folder, self.chunks())?;
        replace(
            &folder.join("zarr.json"),
            &to_json(&self.metadata(checksum)?)?,
        )?;
        for name in ["run.json", "state", "state.partial"] {
            let path = folder.join(name);
            if path.exists() {
                fs::remove_file(&path).map_err(|e| failed(&path, "remove", &e))?;
            }
        }
        sync_folder(&folder)?;
        take_name(&folder, &self.path)
    }

    fn metadata(&self, checksum: u32) -> Result<serde_json::Value, Error> {
        let description = &self.run.description;
        let mut attributes = serde_json::to_value(description)
            .map_err(|e| Error::input(format!("cannot describe the table: {e}")))?;
        attributes["checksum"] = json!(format!("crc32c of chunk checksums: {checksum:08x}"));
        Ok(json!({
            "zarr_format": 3,
            "node_type": "array",
            "shape": description.shape,
            "data_type": format!("uint{}", 8 * self.cell_bytes),
            "chunk_grid": {
                "name": "regular",
                "configuration": { "chunk_shape": [self.run.side, self.run.side] },
            },
            "chunk_key_encoding": { "name": "default", "configuration": { "separator": "/" } },
            "fill_value": 0,
            "codecs": [
                { "name": "bytes", "configuration": { "endian": "little" } },
                { "name": "crc32c" },
            ],
            "dimension_names": ["x", "y"],
            "attributes": attributes,
        }))
    }
}

/// CRC-32C over the stored checksums of all chunks, row by row.
fn checksum(folder: &Path, chunks: [usize; 2]) -> Result<u32, Error> {
    let mut sum = 0;
    for cx in 0..chunks[0] {
        for cy in 0..chunks[1] {
            let path = chunk_path(folder, (cx, cy));
            let bytes = fs::read(&path).map_err(|e| failed(&path, "read", &e))?;
            let own = bytes
                .last_chunk::<4>()
                .ok_or_else(|| refused(&path, "it is empty"))?;
            sum = crc32c::crc32c_append(sum, own);
        }
    }
    Ok(sum)
}

fn chunk_path(folder: &Path, (cx, cy): (usize, usize)) -> PathBuf {
    folder.join("c").join(cx.to_string()).join(cy.to_string())
}

fn to_json(value: &impl Serialize) -> Result<Vec<u8>, Error> {
    serde_json::to_vec_pretty(value)
        .map_err(|e| Error::input(format!("cannot describe the table: {e}")))
}

fn read_json<T: for<'d> Deserialize<'d>>(path: &Path) -> Result<T, Error> {
    let bytes = fs::read(path).map_err(|e| failed(path, "read", &e))?;
    serde_json::from_slice(&bytes).map_err(|e| refused(path, &e.to_string()))
}

/// A complete array.
#[derive(Debug)]
pub(crate) struct Zarr {
    path: PathBuf,
    description: Description,
    side: usize,
    cell_bytes: usize,
    checksum: String,
    /// Chunks read lately.
    chunks: HashMap<(usize, usize), Vec<u8>>,
}

/// Chunks kept in memory by a reader.
const KEPT: usize = 256;

impl Zarr {
    pub(crate) fn open(path: &Path) -> Result<Self, Error> {
        let file = path.join("zarr.json");
        let metadata: serde_json::Value = read_json(&file)?;
        let attributes = &metadata["attributes"];
        let foreign = || refused(path, "it is not described as a table of this program");
        let description: Description =
            serde_json::from_value(attributes.clone()).map_err(|_| foreign())?;
        description.check_version()?;
        let cell_bytes = description.cell_bytes()?;
        let side = &metadata["chunk_grid"]["configuration"]["chunk_shape"][0];
        let side = side
            .as_u64()
            .and_then(|side| usize::try_from(side).ok())
            .filter(|&side| side > 0);
        let side = side.ok_or_else(foreign)?;
        let checksum = attributes["checksum"]
            .as_str()
            .ok_or_else(foreign)?
            .to_owned();
        let run = RunFile {
            description: description.clone(),
            side,
        };
        let writer = Writer {
            path: path.to_owned(),
            run,
            cell_bytes,
            fresh: Mutex::default(),
        };
        let sum = checksum
            .rsplit(' ')
            .next()
            .and_then(|hex| u32::from_str_radix(hex, 16).ok());
        if writer.metadata(sum.ok_or_else(foreign)?)? != metadata {
            return Err(refused(path, "its metadata has changed"));
        }
        Ok(Zarr {
            path: path.to_owned(),
            description,
            side,
            cell_bytes,
            checksum,
            chunks: HashMap::new(),
        })
    }

    pub(crate) fn description(&self) -> &Description {
        &self.description
    }

    /// Reads every chunk and compares the checksums. Returns how many there are.
    pub(crate) fn check(&mut self) -> Result<usize, Error> {
        let [across, along] = self.description.shape.map(|side| side.div_ceil(self.side));
        let mut sum = 0;
        for cx in 0..across {
            for cy in 0..along {
                sum = crc32c::crc32c_append(
                    sum,
                    &crc32c::crc32c(&self.read((cx, cy))?).to_le_bytes(),
                );
            }
        }
        if !self.checksum.ends_with(&format!(" {sum:08x}")) {
            return Err(refused(&self.path, "some chunks are of another table"));
        }
        Ok(across * along)
    }

    /// The bytes of a cell.
    pub(crate) fn cell(&mut self, x: usize, y: usize) -> Result<&[u8], Error> {
        let chunk = (x / self.side, y / self.side);
        if !self.chunks.contains_key(&chunk) {
            if self.chunks.len() >= KEPT {
                self.chunks.clear();
            }
            let cells = self.read(chunk)?;
            self.chunks.insert(chunk, cells);
        }
        let at = (x % self.side * self.side + y % self.side) * self.cell_bytes;
        Ok(&self.chunks[&chunk][at..at + self.cell_bytes])
    }

    fn read(&self, at: (usize, usize)) -> Result<Vec<u8>, Error> {
        let path = chunk_path(&self.path, at);
        let mut file = File::open(&path).map_err(|e| failed(&path, "open", &e))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)
            .map_err(|e| failed(&path, "read", &e))?;
        let body = self.side * self.side * self.cell_bytes;
        if bytes.len() != body + 4 {
            return Err(refused(&path, "its length is not that of a chunk"));
        }
        if crc32c::crc32c(&bytes[..body]).to_le_bytes() != bytes[body..] {
            return Err(refused(&path, "it has changed"));
        }
        bytes.truncate(body);
        Ok(bytes)
    }
}
