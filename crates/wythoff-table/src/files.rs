//! Files that take their name only when they are complete and on the disk.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use wythoff::{Error, ErrorKind};

/// An error of the file system, with the file's name.
pub(crate) fn failed(path: &Path, what: &str, error: &std::io::Error) -> Error {
    let shown = Error::new(
        ErrorKind::File,
        format!("cannot {what} {}: {error}", path.display()),
    );
    match error.kind() {
        std::io::ErrorKind::StorageFull => {
            shown.help("what was complete before is kept; make room and resume")
        }
        _ => shown,
    }
}

/// The name under which a file is written.
pub(crate) fn partial(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(".partial");
    PathBuf::from(name)
}

/// Creates a file whole: written, synced, then renamed into place.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let fresh = partial(path);
    let mut file = File::create(&fresh).map_err(|e| failed(&fresh, "create", &e))?;
    file.write_all(bytes)
        .map_err(|e| failed(&fresh, "write", &e))?;
    file.sync_all().map_err(|e| failed(&fresh, "sync", &e))?;
    take_name(&fresh, path)
}

/// Renames what is synced already, and syncs the folder so that the name lasts.
pub(crate) fn take_name(from: &Path, to: &Path) -> Result<(), Error> {
    fs::rename(from, to).map_err(|e| failed(to, "rename to", &e))?;
    sync_folder(to.parent().unwrap_or(Path::new(".")))
}

/// Makes the names in a folder last.
pub(crate) fn sync_folder(folder: &Path) -> Result<(), Error> {
    let folder = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    // Not every system lets a folder be opened; there the names last by themselves.
    match File::open(folder) {
        Ok(file) => file.sync_all().map_err(|e| failed(folder, "sync", &e)),
        Err(_) => Ok(()),
    }
}

/// Syncs a file that is closed already.
pub(crate) fn sync(path: &Path) -> Result<(), Error> {
    let file = File::open(path).map_err(|e| failed(path, "open", &e))?;
    file.sync_all().map_err(|e| failed(path, "sync", &e))
}
