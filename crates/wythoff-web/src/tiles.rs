//! Tiles of values in a compact form, and those kept for later.
//!
//! A tile is `WYT1`, the length of a description as four bytes, the description in JSON padded with
//! blanks to a multiple of four, and the cells row by row (rows over the first coordinate), least
//! byte first. Its `kind` says how a cell is stored: `bits` (outcome P is 1; eight cells a byte, the
//! first in the lowest bit, each row begun afresh), `u8`, `u16` or `u32`. A number is `base` plus what
//! is stored, so that tiles far out, whose numbers have many digits, are as compact as others. Where such
//! numbers lie too far apart for that, the kind is `list`: two bytes a cell, an index into `values`.

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
    #[serde(skip_serializing_if = "Vec::is_empty")]
    values: Vec<String>,
    evidence: EvidenceReport,
}

/// How the cells of a tile are stored.
struct Stored {
    kind: &'static str,
    base: UBig,
    values: Vec<UBig>,
    data: Vec<u8>,
}

impl Stored {
    fn plain(kind: &'static str, base: UBig, data: Vec<u8>) -> Stored {
        Stored {
            kind,
            base,
            values: Vec::new(),
            data,
        }
    }
}

/// Different values in a list at most.
const MOST_LISTED: usize = 1 << 13;

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
    let stored = match cells {
        Cells::Outcomes(outcomes) => {
            Stored::plain("bits", UBig::ZERO, bits(outcomes, window.shape()[1]))
        }
        Cells::Small(numbers) => numbers_from(UBig::ZERO, numbers),
        Cells::Big(numbers) => big_numbers(numbers)?,
        Cells::Fractions(_) => return Err(Error::limit("fractions are not drawn as tiles")),
    };
    let description = Description {
        rules: rules.to_string(),
        value: value.to_string(),
        slice: window.slice().to_string(),
        origin: window.origin().iter().map(UBig::to_string).collect(),
        shape: window.shape(),
        kind: stored.kind,
        base: stored.base.to_string(),
        values: stored.values.iter().map(UBig::to_string).collect(),
        evidence: evidence.into(),
    };
    let mut text = serde_json::to_vec(&description)
        .map_err(|error| Error::limit(format!("the tile cannot be described: {error}")))?;
    text.resize(text.len().next_multiple_of(4), b' ');
    let length = u32::try_from(text.len())
        .map_err(|_| Error::limit("the tile's description is too long"))?;
    let mut tile = Vec::with_capacity(8 + text.len() + stored.data.len());
    tile.extend_from_slice(b"WYT1");
    tile.extend_from_slice(&length.to_le_bytes());
    tile.extend_from_slice(&text);
    tile.extend_from_slice(&stored.data);
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

/// Numbers of many digits: above a base where they lie close together, else as a list.
fn big_numbers(numbers: &[UBig]) -> Result<Stored, Error> {
    let base = numbers.iter().min().cloned().unwrap_or(UBig::ZERO);
    let offsets: Option<Vec<u32>> = numbers
        .iter()
        .map(|n| u32::try_from(n - &base).ok())
        .collect();
    if let Some(offsets) = offsets {
        return Ok(numbers_from(base, &offsets));
    }
    let mut values: Vec<UBig> = numbers.to_vec();
    values.sort_unstable();
    values.dedup();
    if values.len() > MOST_LISTED {
        return Err(Error::limit(
            "this tile holds too many different numbers of many digits",
        ));
    }
    let mut data = Vec::with_capacity(2 * numbers.len());
    for number in numbers {
        // Every number is in the list, which is shorter than 2¹⁶.
        let index = values.partition_point(|value| value < number);
        data.extend_from_slice(&(index as u16).to_le_bytes());
    }
    Ok(Stored {
        kind: "list",
        base: UBig::ZERO,
        values,
        data,
    })
}

fn numbers_from(base: UBig, numbers: &[u32]) -> Stored {
    let greatest = numbers.iter().copied().max().unwrap_or(0);
    let little = |bytes: usize| {
        numbers
            .iter()
            .flat_map(|n| n.to_le_bytes().into_iter().take(bytes))
            .collect()
    };
    match greatest {
        0..=0xff => Stored::plain("u8", base, little(1)),
        0x100..=0xffff => Stored::plain("u16", base, little(2)),
        _ => Stored::plain("u32", base, little(4)),
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
        assert_eq!(numbers_from(UBig::ZERO, &[1, 255]).data, [1, 255]);
        assert_eq!(numbers_from(UBig::ZERO, &[1, 256]).data, [1, 0, 0, 1]);
        assert_eq!(numbers_from(UBig::ZERO, &[65536]).data, [0, 0, 1, 0]);
    }

    #[test]
    fn long_numbers_have_a_base_or_a_list() {
        let far = UBig::ONE << 200;
        let near = big_numbers(&[&far + UBig::from(7u8), far.clone()]).unwrap();
        assert_eq!((near.kind, near.data), ("u8", vec![7, 0]));
        assert_eq!(near.base, far);
        let apart = big_numbers(&[far.clone(), UBig::ONE, far.clone()]).unwrap();
        assert_eq!((apart.kind, apart.data), ("list", vec![1, 0, 0, 0, 1, 0]));
        assert_eq!(apart.values, [UBig::ONE, far]);
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
