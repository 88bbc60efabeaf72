//! Names of vertices: whole numbers in four bytes or none at all, texts in one arena.
//!
//! A graph whose names are all whole numbers numbers its vertices by size, so that a graph on
//! 0, 1, …, n − 1 keeps no names. Any other graph numbers them as they first appear.

use std::borrow::Cow;
use std::hash::Hasher;

use rustc_hash::FxHasher;

/// The names of a finished graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Names {
    /// Vertex v is called v.
    Identity(u32),
    /// Vertex v is called by the number at v; ascending.
    Numbers(Vec<u32>),
    /// Texts.
    Texts(Texts),
}

impl Names {
    pub(super) fn len(&self) -> usize {
        match self {
            Names::Identity(count) => *count as usize,
            Names::Numbers(numbers) => numbers.len(),
            Names::Texts(texts) => texts.len(),
        }
    }

    pub(super) fn vertex(&self, name: &str) -> Option<u32> {
        match self {
            Names::Identity(count) => as_number(name.as_bytes()).filter(|v| v < count),
            Names::Numbers(numbers) => {
                let at = numbers.binary_search(&as_number(name.as_bytes())?);
                at.ok().and_then(|v| u32::try_from(v).ok())
            }
            Names::Texts(texts) => texts.find(name),
        }
    }

    pub(super) fn name(&self, v: usize) -> Option<Cow<'_, str>> {
        match self {
            Names::Identity(count) => (v < *count as usize).then(|| v.to_string().into()),
            Names::Numbers(numbers) => numbers.get(v).map(|n| n.to_string().into()),
            Names::Texts(texts) => texts.get(v).map(Cow::Borrowed),
        }
    }
}

/// A whole number written as it prints, below 2³² − 1: other texts, such as `007`, are names of their own.
pub(super) fn as_number(text: &[u8]) -> Option<u32> {
    let plain = match text {
        [b'0'] => true,
        [b'1'..=b'9', rest @ ..] => rest.len() < 10 && rest.iter().all(u8::is_ascii_digit),
        _ => false,
    };
    let number = text
        .iter()
        .take(if plain { 10 } else { 0 })
        .fold(0u64, |n, digit| n * 10 + u64::from(digit - b'0'));
    u32::try_from(number)
        .ok()
        .filter(|&n| plain && n != u32::MAX)
}

/// Texts numbered as they first appear: one arena and an open hash table of numbers.
#[derive(Clone, Debug)]
pub(super) struct Texts {
    arena: String,
    ends: Vec<usize>,
    /// Numbers of texts by hash, [`FREE`] where there is none; at most half full.
    table: Vec<u32>,
}

const FREE: u32 = u32::MAX;

impl Default for Texts {
    fn default() -> Self {
        Texts {
            arena: String::new(),
            ends: Vec::new(),
            table: vec![FREE; 16],
        }
    }
}

impl PartialEq for Texts {
    fn eq(&self, other: &Texts) -> bool {
        self.arena == other.arena && self.ends == other.ends
    }
}

impl Eq for Texts {}

impl Texts {
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn get(&self, v: usize) -> Option<&str> {
        let end = *self.ends.get(v)?;
        let start = v.checked_sub(1).map_or(0, |before| self.ends[before]);
        Some(&self.arena[start..end])
    }

    /// The slot of a text: where its number stands or would stand.
    fn slot(&self, text: &str) -> usize {
        let mut hasher = FxHasher::default();
        hasher.write(text.as_bytes());
        let mask = self.table.len() - 1;
        let mut slot = hasher.finish() as usize & mask;
        while self.table[slot] != FREE && self.get(self.table[slot] as usize) != Some(text) {
            slot = (slot + 1) & mask;
        }
        slot
    }

    pub(super) fn find(&self, text: &str) -> Option<u32> {
        Some(self.table[self.slot(text)]).filter(|&v| v != FREE)
    }

    /// The number of a text, a new one if need be; `None` when there are too many.
    pub(super) fn number(&mut self, text: &str) -> Option<u32> {
        let slot = self.slot(text);
        if self.table[slot] != FREE {
            return Some(self.table[slot]);
        }
        let v = u32::try_from(self.ends.len())
            .ok()
            .filter(|&v| v < FREE - 1)?;
        self.arena.push_str(text);
        self.ends.push(self.arena.len());
        self.table[slot] = v;
        if self.ends.len() * 2 > self.table.len() {
            self.table = vec![FREE; self.table.len() * 2];
            for v in 0..self.ends.len() {
                let slot = self.slot(&self.arena[self.span(v)]);
                self.table[slot] = v as u32;
            }
        }
        Some(v)
    }

    fn span(&self, v: usize) -> std::ops::Range<usize> {
        v.checked_sub(1).map_or(0, |before| self.ends[before])..self.ends[v]
    }

    /// Bytes taken.
    pub(super) fn bytes(&self) -> u128 {
        (self.arena.capacity() + self.ends.capacity() * 8 + self.table.capacity() * 4) as u128
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_numbers_that_print_back_are_numbers() {
        for (text, number) in [
            ("0", Some(0)),
            ("10", Some(10)),
            ("4294967294", Some(u32::MAX - 1)),
            ("4294967295", None),
            ("99999999999", None),
            ("007", None),
            ("-1", None),
            ("", None),
            ("1a", None),
        ] {
            assert_eq!(as_number(text.as_bytes()), number, "{text:?}");
        }
    }

    #[test]
    fn texts_are_numbered_as_they_appear() {
        let mut texts = Texts::default();
        for i in 0..1000u32 {
            assert_eq!(texts.number(&format!("v{}", i * 7)), Some(i));
        }
        for i in 0..1000u32 {
            assert_eq!(texts.number(&format!("v{}", i * 7)), Some(i));
            assert_eq!(texts.get(i as usize), Some(format!("v{}", i * 7).as_str()));
        }
        assert_eq!(texts.find("v1"), None);
    }
}
