//! Files that are whole or not there: written under a `.partial` name, synced, then renamed.

use std::ffi::OsString;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// Writes a whole file. Nobody can take an unfinished one for it.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let partial = partial_name(path);
    let written = File::create(&partial).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    let renamed = written.and_then(|()| std::fs::rename(&partial, path));
    renamed.map_err(|error| {
        // The unfinished file is of no use; that it could not be removed either changes nothing.
        let _ = std::fs::remove_file(&partial);
        Failure::file(path, "writing", &error)
    })
}

/// The name under which a file is written until it is whole.
pub(crate) fn partial_name(path: &Path) -> PathBuf {
    let mut name: OsString = path.as_os_str().to_os_string();
    name.push(".partial");
    PathBuf::from(name)
}
