//! Values straight from the definitions: the judge of every faster way.
//!
//! A [`Reference`] has one ruleset and one valuation for life and remembers each value it has found, so
//! a memory never mixes rulesets or conventions. It walks options depth first with an explicit stack:
//! a chain of a million moves is no deeper for it than one. Each position's options are listed once.
//!
//! Memory: 4 bytes a position on a dense box, about 30 bytes in a hash of packed keys elsewhere; the
//! stack holds the options of the positions on the current path.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use crate::budget::Budget;
use crate::error::{Error, ErrorKind};
use crate::rules::{Cell, Ruleset};
use crate::values::{Packed, Valuation};

const UNKNOWN: u32 = u32::MAX;
/// The position is on the current path: meeting it again is a cycle.
const OPEN: u32 = u32::MAX - 1;

/// Where a reference keeps the values it has found, as packed numbers.
pub trait Memory<P> {
    /// The number kept for a position; `u32::MAX` when there is none.
    fn get(&self, at: &P) -> u32;
    /// Keeps a number for a position.
    fn set(&mut self, at: &P, packed: u32);
}

/// A memory by hashing: for any kind of position.
#[derive(Clone, Debug)]
pub struct HashMemory<P>(FxHashMap<P, u32>);

impl<P> Default for HashMemory<P> {
    fn default() -> Self {
        HashMemory(FxHashMap::default())
    }
}

impl<P: Eq + Hash + Clone> Memory<P> for HashMemory<P> {
    fn get(&self, at: &P) -> u32 {
        self.0.get(at).copied().unwrap_or(UNKNOWN)
    }

    fn set(&mut self, at: &P, packed: u32) {
        // Writing over an entry, the common case, must not clone the key.
        if let Some(slot) = self.0.get_mut(at) {
            *slot = packed;
        } else {
            self.0.insert(at.clone(), packed);
        }
    }
}

/// A memory for cells: dense on a box at the origin, by hashing outside it.
#[derive(Clone, Debug, Default)]
pub struct CellMemory {
    shape: Vec<u64>,
    dense: Vec<u32>,
    /// Cells outside the box whose coordinates fit 128 bits side by side.
    packed: FxHashMap<u128, u32>,
    /// All others.
    rest: FxHashMap<Cell, u32>,
}

impl CellMemory {
    /// A memory that is dense on the box of cells with every coordinate below `shape`.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`] when the box does not fit the budget.
    pub fn on_box(shape: &[u64], budget: &Budget<'_>) -> Result<CellMemory, Error> {
        let cells = shape
            .iter()
            .fold(1u128, |n, &side| n.saturating_mul(u128::from(side)));
        budget.admit_bytes(
            cells.saturating_mul(4),
            "remembering a value for every position",
        )?;
        let cells = usize::try_from(cells)
            .map_err(|_| Error::limit("the box has more positions than this machine can number"))?;
        Ok(CellMemory {
            shape: shape.to_vec(),
            dense: vec![UNKNOWN; cells],
            ..Self::default()
        })
    }

    #[inline]
    fn dense_index(&self, at: &[u64]) -> Option<usize> {
        if at.len() != self.shape.len() {
            return None;
        }
        let mut index = 0u64;
        for (&x, &side) in at.iter().zip(&self.shape) {
            if x >= side {
                return None;
            }
            index = index * side + x;
        }
        Some(index as usize)
    }

    fn packed_key(at: &[u64]) -> Option<u128> {
        let bits = 128 / at.len().max(1);
        let mut key = 0u128;
        for &x in at {
            if bits < 64 && x >> bits != 0 {
                return None;
            }
            key = key << (bits.min(64)) | u128::from(x);
        }
        Some(key)
    }
}

impl Memory<Cell> for CellMemory {
    #[inline]
    fn get(&self, at: &Cell) -> u32 {
        if let Some(index) = self.dense_index(at) {
            return self.dense[index];
        }
        match Self::packed_key(at) {
            Some(key) => self.packed.get(&key),
            None => self.rest.get(at),
        }
        .copied()
        .unwrap_or(UNKNOWN)
    }

    #[inline]
    fn set(&mut self, at: &Cell, packed: u32) {
        if let Some(index) = self.dense_index(at) {
            self.dense[index] = packed;
            return;
        }
        match Self::packed_key(at) {
            Some(key) => self.packed.insert(key, packed),
            None => self.rest.insert(at.clone(), packed),
        };
    }
}

/// Values of one ruleset under one valuation, from the definitions.
///
/// ```
/// use wythoff::budget::Budget;
/// use wythoff::reference::Reference;
/// use wythoff::rules::{Convention, Rules, cell};
/// use wythoff::values::RemotenessValue;
/// let rules = Rules::wythoff();
/// let mut reference = Reference::new(rules.plain(), RemotenessValue(Convention::Normal));
/// assert_eq!(reference.value(&cell(&[7, 12]), &Budget::default())?, 7);
/// # Ok::<(), wythoff::Error>(())
/// ```
#[derive(Debug)]
pub struct Reference<R: Ruleset, V, M = HashMemory<<R as Ruleset>::Position>> {
    rules: R,
    valuation: V,
    memory: M,
    remembered: u64,
    examined: u64,
}

/// A position on the current path and where its options stand in the common list.
struct Frame<P> {
    at: P,
    first: usize,
    next: usize,
}

impl<R: Ruleset, V: Valuation> Reference<R, V> {
    /// A reference with an empty memory by hashing.
    pub fn new(rules: R, valuation: V) -> Self {
        Reference::with_memory(rules, valuation, HashMemory::default())
    }
}

impl<R: Ruleset, V: Valuation, M: Memory<R::Position>> Reference<R, V, M> {
    /// A reference with a memory of the caller's choice, which must be empty.
    pub fn with_memory(rules: R, valuation: V, memory: M) -> Self {
        Reference {
            rules,
            valuation,
            memory,
            remembered: 0,
            examined: 0,
        }
    }

    /// The ruleset.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// How many positions have a remembered value.
    pub fn remembered(&self) -> u64 {
        self.remembered
    }

    /// How many options have been examined so far.
    pub fn examined(&self) -> u64 {
        self.examined
    }

    /// The value of a position.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`] at the budget's limits, [`ErrorKind::Interrupted`] when its watch asks to
    /// stop, [`ErrorKind::Cycle`] when play need not end, and what the ruleset says of its own
    /// conditions. What was found before stays remembered.
    pub fn value(&mut self, at: &R::Position, budget: &Budget<'_>) -> Result<V::Value, Error> {
        let packed = self.memory.get(at);
        if packed < OPEN {
            return Ok(V::Value::unpack(packed));
        }
        let mut frames: Vec<Frame<R::Position>> = Vec::new();
        let mut options: Vec<R::Position> = Vec::new();
        let outcome = self.walk(at, &mut frames, &mut options, budget);
        if outcome.is_err() {
            // Leave no position marked as open: the memory stays usable.
            for frame in &frames {
                self.memory.set(&frame.at, UNKNOWN);
            }
        }
        outcome
    }

    fn walk(
        &mut self,
        at: &R::Position,
        frames: &mut Vec<Frame<R::Position>>,
        options: &mut Vec<R::Position>,
        budget: &Budget<'_>,
    ) -> Result<V::Value, Error> {
        self.open(at.clone(), frames, options)?;
        let start = (self.remembered, self.examined);
        loop {
            let Some(frame) = frames.last_mut() else {
                return Err(Error::limit("the walk lost its place"));
            };
            // The next option without a value, if there is one.
            let mut pending = None;
            while let Some(option) = options.get(frame.next) {
                match self.memory.get(option) {
                    UNKNOWN => {
                        pending = Some(option.clone());
                        break;
                    }
                    OPEN => return Err(cycle(frames, option)),
                    _ => frame.next += 1,
                }
            }
            if let Some(option) = pending {
                self.open(option, frames, options)?;
                continue;
            }
            debug_assert!(
                options[frame.first..]
                    .iter()
                    .all(|o| self.rules.rank(o) < self.rules.rank(&frame.at)),
                "a move from {:?} does not lower the rank",
                frame.at
            );
            let memory = &self.memory;
            let values = options[frame.first..]
                .iter()
                .map(|option| V::Value::unpack(memory.get(option)));
            let value = match self.rules.heap(&frame.at) {
                None => self.valuation.of_options(values),
                Some(stones) => heap_value(&self.valuation, stones),
            };
            if value.pack() > V::Value::LIMIT {
                return Err(Error::limit("a value outgrew 32 bits"));
            }
            self.memory.set(&frame.at, value.pack());
            self.remembered += 1;
            self.examined += (options.len() - frame.first) as u64;
            options.truncate(frame.first);
            frames.pop();
            if frames.is_empty() {
                return Ok(value);
            }
            self.admit(start, options.len(), budget)?;
        }
    }

    /// Lists the options of a position and puts it on the path.
    fn open(
        &mut self,
        at: R::Position,
        frames: &mut Vec<Frame<R::Position>>,
        options: &mut Vec<R::Position>,
    ) -> Result<(), Error> {
        let first = options.len();
        if V::COUNTS_OPTIONS {
            options.extend(self.rules.options(&at)?);
        } else {
            self.rules.options_into(&at, options)?;
        }
        self.memory.set(&at, OPEN);
        frames.push(Frame {
            at,
            first,
            next: first,
        });
        Ok(())
    }

    /// Checks the budget, now and then.
    fn admit(&self, start: (u64, u64), on_path: usize, budget: &Budget<'_>) -> Result<(), Error> {
        if self.remembered > budget.positions {
            return Err(Error::limit(format!(
                "more than {} positions would have to be remembered",
                budget.positions
            ))
            .help("ask about a smaller position, or allow more with --positions"));
        }
        if self.remembered & 0xfff == 0 {
            let examined = self.examined - start.1;
            if examined > budget.steps {
                return Err(Error::limit(format!(
                    "more than {} options would have to be examined",
                    budget.steps
                ))
                .help("ask about a smaller position, or allow more with --steps"));
            }
            // A hashed entry with its key and spare room; the path's options besides.
            let bytes =
                u128::from(self.remembered) * 36 + (on_path * size_of::<R::Position>()) as u128;
            budget.admit_bytes(bytes, "remembering the positions met")?;
            budget.report(self.remembered - start.0, None)?;
        }
        Ok(())
    }
}

/// The value of a nim heap.
fn heap_value<V: Valuation>(valuation: &V, stones: u64) -> V::Value {
    let mut below: Vec<V::Value> = Vec::new();
    for _ in 0..stones {
        let value = valuation.of_options(below.iter().copied());
        below.push(value);
    }
    valuation.of_options(below.iter().copied())
}

fn cycle<P: PartialEq + std::fmt::Debug>(frames: &[Frame<P>], back_to: &P) -> Error {
    let from = frames
        .iter()
        .position(|frame| frame.at == *back_to)
        .unwrap_or(0);
    let mut path: Vec<String> = frames[from..]
        .iter()
        .take(12)
        .map(|frame| format!("{:?}", frame.at))
        .collect();
    if frames.len() - from > 12 {
        path.push("…".into());
    }
    path.push(format!("{back_to:?}"));
    Error::new(
        ErrorKind::Cycle,
        format!("play need not end: {}", path.join(" -> ")),
    )
    .help("values of this kind are defined where every play ends")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Convention, Rules, cell};
    use crate::values::{GrundyValue, OutcomeValue, RemotenessValue};

    /// One pile from which exactly one stone is taken.
    struct Chain;
    impl Ruleset for Chain {
        type Position = u64;
        fn options_into(&self, from: &u64, options: &mut Vec<u64>) -> Result<(), Error> {
            options.extend(from.checked_sub(1));
            Ok(())
        }
        fn rank(&self, at: &u64) -> u128 {
            u128::from(*at)
        }
    }

    /// Three positions in a ring; the rank lies, as it must on a ring.
    struct Ring;
    impl Ruleset for Ring {
        type Position = u64;
        fn options_into(&self, from: &u64, options: &mut Vec<u64>) -> Result<(), Error> {
            options.push((from + 1) % 3);
            Ok(())
        }
        fn rank(&self, at: &u64) -> u128 {
            u128::from(2 - *at)
        }
    }

    #[test]
    fn a_chain_a_million_deep_is_walked() {
        let mut reference = Reference::new(Chain, RemotenessValue(Convention::Normal));
        assert_eq!(
            reference.value(&1_000_000, &Budget::default()).unwrap(),
            1_000_000
        );
        assert_eq!(reference.remembered(), 1_000_001);
    }

    #[test]
    fn a_ring_is_named() {
        let mut reference = Reference::new(Ring, GrundyValue(Convention::Normal));
        let error = reference.value(&0, &Budget::default()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Cycle);
        assert!(error.message().ends_with("0 -> 1 -> 2 -> 0"), "{error}");
    }

    /// A chain whose rank is the same everywhere.
    struct Unranked;
    impl Ruleset for Unranked {
        type Position = u64;
        fn options_into(&self, from: &u64, options: &mut Vec<u64>) -> Result<(), Error> {
            Chain.options_into(from, options)
        }
        fn rank(&self, _at: &u64) -> u128 {
            0
        }
    }

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic(expected = "does not lower the rank")]
    fn a_false_rank_is_noticed() {
        let mut reference = Reference::new(Unranked, GrundyValue(Convention::Normal));
        let _ = reference.value(&2, &Budget::default());
    }

    #[test]
    fn a_limit_leaves_the_memory_usable() {
        let rules = Rules::wythoff();
        let mut reference = Reference::new(rules.plain(), OutcomeValue(Convention::Normal));
        let tight = Budget {
            positions: 20,
            ..Budget::default()
        };
        let error = reference.value(&cell(&[12, 20]), &tight).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Limit);
        let outcome = reference
            .value(&cell(&[12, 20]), &Budget::default())
            .unwrap();
        assert_eq!(outcome, crate::values::Outcome::P);
    }

    #[test]
    fn dense_and_hashed_memories_agree() {
        let rules = Rules::wythoff();
        let budget = Budget::default();
        // A box smaller than the question: both kinds of memory are used at once.
        let memory = CellMemory::on_box(&[9, 9], &budget).unwrap();
        let lines = rules.lines().unwrap().clone();
        let valuation = GrundyValue(Convention::Normal);
        let mut mixed = Reference::with_memory(&*lines, valuation, memory);
        let mut hashed = Reference::new(rules.plain(), valuation);
        for x in 0..14 {
            for y in 0..14 {
                let at = cell(&[x, y]);
                assert_eq!(
                    mixed.value(&at, &budget).unwrap(),
                    hashed.value(&at, &budget).unwrap(),
                    "{at:?}"
                );
            }
        }
    }
}
