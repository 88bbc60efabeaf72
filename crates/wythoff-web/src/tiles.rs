//! Tiles of values in a compact form, and those kept for later.
//!
//! A tile is `WYT1`, the length of a description as four bytes, the description in JSON padded with
//! blanks to a multiple of four, and the cells row by row (rows over the first coordinate), least
//! byte first. Its `kind` says how a cell is stored: `bits` (outcome P is 1; eight cells a byte, the
//! first in the lowest bit, each row begun afresh), `u8`, `u16` or `u32`. A number is `base` plus what
//! is stored, so that tiles far out, whose numbers have many digits, are as compact as others.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};

use axum::body::Bytes;
use dashu_int::UBig;
use serde::Serialize;
use wythoff::Error;
use wythoff::answer::Evidence;
use wythoff::report::EvidenceReport;
use wythoff::rules::Rules;
use wythoff::table::{Cells, TableValue, Window};
use wythoff::values::Outcome;

/// What a tile says of itself.
#[derive(Debug, Serialize)]
struct Description {
    rules: String,
    value: String,
    slice: String,
    origin: Vec<String>,
    shape: [usize; 2],
    kind: &'static str,
    base: String,
    evidence: EvidenceReport,
}

/// A tile as bytes.
///
/// # Errors
/// [`wythoff::ErrorKind::Limit`] when its numbers lie too far apart.
pub(crate) fn encode(
    rules: &Rules,
    value: &TableValue,
    window: &Window,
    cells: &Cells,
    evidence: &Evidence,
) -> Result<Vec<u8>, Error> {
    let (base, kind, data) = match cells {
        Cells::Outcomes(outcomes) => (UBig::ZERO, "bits", bits(outcomes, window.shape()[1])),
        Cells::Small(numbers) => numbers_from(UBig::ZERO, numbers),
        Cells::Big(numbers) => {
            let base = numbers.iter().min().cloned().unwrap_or(UBig::ZERO);
            let offsets: Option<Vec<u32>> = numbers
                .iter()
                .map(|n| u32::try_from(n - &base).ok())
                .collect();
            let offsets =
                offsets.ok_or_else(|| Error::limit("the values of this tile lie too far apart"))?;
            numbers_from(base, &offsets)
        }
        Cells::Fractions(_) => return Err(Error::limit("fractions are not drawn as tiles")),
    };
    let description = Description {
        rules: rules.to_string(),
        value: value.to_string(),
        slice: window.slice().to_string(),
        origin: window.origin().iter().map(UBig::to_string).collect(),
        shape: window.shape(),
        kind,
        base: base.to_string(),
        evidence: evidence.into(),
    };
    let mut text = serde_json::to_vec(&description)
        .map_err(|error| Error::limit(format!("the tile cannot be described: {error}")))?;
    text.resize(text.len().next_multiple_of(4), b' ');
    let length = u32::try_from(text.len())
        .map_err(|_| Error::limit("the tile's description is too long"))?;
    let mut tile = Vec::with_capacity(8 + text.len() + data.len());
    tile.extend_from_slice(b"WYT1");
    tile.extend_from_slice(&length.to_le_bytes());
    tile.extend_from_slice(&text);
    tile.extend_from_slice(&data);
    Ok(tile)
}

fn bits(outcomes: &[Outcome], columns: usize) -> Vec<u8> {
    let mut data = Vec::with_capacity(outcomes.len().div_ceil(8));
    for row in outcomes.chunks(columns.max(1)) {
        for eight in row.chunks(8) {
            let byte = eight.iter().enumerate().fold(0u8, |byte, (bit, outcome)| {
                byte | u8::from(*outcome == Outcome::P) << bit
            });
            data.push(byte);
        }
    }
    data
}

fn numbers_from(base: UBig, numbers: &[u32]) -> (UBig, &'static str, Vec<u8>) {
    let greatest = numbers.iter().copied().max().unwrap_or(0);
    let little = |bytes: usize| {
        numbers
            .iter()
            .flat_map(|n| n.to_le_bytes().into_iter().take(bytes))
            .collect()
    };
    match greatest {
        0..=0xff => (base, "u8", little(1)),
        0x100..=0xffff => (base, "u16", little(2)),
        _ => (base, "u32", little(4)),
    }
}

/// Tiles kept for later, up to a number of bytes; the ones made longest ago are given up first.
pub(crate) struct KeptTiles {
    kept: Mutex<Kept>,
    most_bytes: usize,
}

#[derive(Default)]
struct Kept {
    tiles: HashMap<String, Bytes>,
    order: VecDeque<String>,
    bytes: usize,
}

/// Bytes that keeping a tile takes besides its own and its question's.
const OVERHEAD: usize = 256;

impl KeptTiles {
    pub(crate) fn new(most_bytes: usize) -> KeptTiles {
        KeptTiles {
            kept: Mutex::default(),
            most_bytes,
        }
    }

    pub(crate) fn get(&self, question: &str) -> Option<Bytes> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.tiles.get(question).cloned()
    }

    pub(crate) fn keep(&self, question: String, tile: Bytes) {
        let mut guard = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = &mut *guard;
        let size = |question: &str, tile: &Bytes| 2 * question.len() + tile.len() + OVERHEAD;
        if kept.tiles.contains_key(&question) || size(&question, &tile) > self.most_bytes {
            return;
        }
        kept.bytes += size(&question, &tile);
        kept.order.push_back(question.clone());
        kept.tiles.insert(question, tile);
        while kept.bytes > self.most_bytes
            && let Some(oldest) = kept.order.pop_front()
        {
            if let Some(tile) = kept.tiles.remove(&oldest) {
                kept.bytes -= size(&oldest, &tile);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_bits_row_by_row() {
        use Outcome::{N, P};
        assert_eq!(bits(&[P, N, P, N, P, N], 3), [0b101, 0b010]);
        let row = [P, N, N, N, N, N, N, N, P];
        assert_eq!(bits(&row, 9), [1, 1]);
    }

    #[test]
    fn numbers_take_the_bytes_they_need() {
        assert_eq!(numbers_from(UBig::ZERO, &[1, 255]).2, [1, 255]);
        assert_eq!(numbers_from(UBig::ZERO, &[1, 256]).2, [1, 0, 0, 1]);
        assert_eq!(numbers_from(UBig::ZERO, &[65536]).2, [0, 0, 1, 0]);
    }

    #[test]
    fn kept_tiles_are_bounded() {
        let kept = KeptTiles::new(3000);
        for name in ["a", "b", "c", "d"] {
            kept.keep(name.into(), Bytes::from(vec![0; 600]));
        }
        assert!(kept.get("a").is_none() && kept.get("d").is_some());
        assert!(kept.kept.lock().unwrap().bytes <= 3000);
        kept.keep("large".into(), Bytes::from(vec![0; 4000]));
        assert!(kept.get("large").is_none() && kept.get("d").is_some());
    }
}
