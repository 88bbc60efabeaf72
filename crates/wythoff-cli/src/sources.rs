//! Graphs from files on disk, read piece by piece: a file may be larger than memory.

use std::fs::File;
use std::io::Read;
use std::sync::Arc;

use wythoff::budget::Budget;
use wythoff::notation::{GraphReader, Sources};
use wythoff::rules::Graph;
use wythoff::{Error, ErrorKind};

/// Bytes read at a time.
const PIECE: usize = 1 << 20;

/// Reads what rules name from disk.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Files<'w> {
    /// What reading may take, and who is told of progress.
    pub(crate) budget: Budget<'w>,
}

impl Sources for Files<'_> {
    fn graph(&self, name: &str) -> Result<Arc<Graph>, Error> {
        let unreadable =
            |error: std::io::Error| Error::new(ErrorKind::File, format!("reading {name}: {error}"));
        let mut file = File::open(name).map_err(unreadable)?;
        let size = file.metadata().map_err(unreadable)?.len();
        let mut reader = GraphReader::new(name);
        let mut piece = vec![0; PIECE];
        let mut done = 0;
        loop {
            let read = file.read(&mut piece).map_err(unreadable)?;
            if read == 0 {
                break;
            }
            reader.feed(&piece[..read])?;
            done += read as u64;
            self.budget
                .admit_bytes(reader.bytes(), "reading the graph")?;
            // A pipe has no size.
            self.budget.report(done, (size > 0).then_some(size))?;
        }
        drop(piece);
        reader.finish(&self.budget).map(Arc::new)
    }
}
