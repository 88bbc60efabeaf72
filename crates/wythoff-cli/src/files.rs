//! Files that are whole or not there: written under a `.partial` name, synced, then renamed.

use std::ffi::OsString;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// Writes a whole file. Nobody can take an unfinished one for it.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    write_whole_with(path, |file| {
        file.write_all(bytes)
            .map_err(|error| Failure::file(path, "writing", &error))
    })
}

/// Writes a file bit by bit. It appears under its name when it is whole.
pub(crate) fn write_whole_with(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let partial = partial_name(path);
    let failed = |error: std::io::Error| Failure::file(path, "writing", &error);
    let written = File::create(&partial).map_err(failed).and_then(|file| {
        let mut out = BufWriter::new(file);
        write(&mut out)?;
        let file = out
            .into_inner()
            .map_err(|error| failed(error.into_error()))?;
        file.sync_all().map_err(failed)
    });
    let renamed = written.and_then(|()| std::fs::rename(&partial, path).map_err(failed));
    if renamed.is_err() {
        // The unfinished file is of no use; that it could not be removed either changes nothing.
        let _ = std::fs::remove_file(&partial);
    }
    renamed
}

/// The name under which a file is written until it is whole.
pub(crate) fn partial_name(path: &Path) -> PathBuf {
    let mut name: OsString = path.as_os_str().to_os_string();
    name.push(".partial");
    PathBuf::from(name)
}
