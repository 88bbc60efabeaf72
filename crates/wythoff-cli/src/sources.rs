//! Graphs from files on disk.

use std::path::Path;
use std::sync::Arc;

use wythoff::notation::{Sources, parse_graph};
use wythoff::rules::Graph;
use wythoff::{Error, ErrorKind};

/// Largest file that is read, in bytes.
const MOST_BYTES: u64 = 4 << 30;

/// Reads what rules name from disk.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Files;

impl Sources for Files {
    fn graph(&self, name: &str) -> Result<Arc<Graph>, Error> {
        let path = Path::new(name);
        let unreadable = |error: &std::io::Error| {
            Error::new(ErrorKind::File, format!("reading {name}: {error}"))
        };
        let size = std::fs::metadata(path)
            .map_err(|error| unreadable(&error))?
            .len();
        if size > MOST_BYTES {
            return Err(Error::limit(format!(
                "{name} has {size} bytes; at most {MOST_BYTES} are read"
            )));
        }
        let text = std::fs::read_to_string(path).map_err(|error| unreadable(&error))?;
        parse_graph(&text, name).map(Arc::new)
    }
}
