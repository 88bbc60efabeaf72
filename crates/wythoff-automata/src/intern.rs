//! Numbers for keys: the first key met is 0, the next new one 1, and so on.
//!
//! Product states (pairs), subsets and carry vectors are all slices of `u32`; one table serves them. Keys lie one
//! after the other in an arena; the open-addressing table holds their numbers plus one, beside half of the hash, so
//! that most comparisons need not look into the arena.

/// Keys in the order of their first appearance.
pub(crate) struct Interner {
    ends: Vec<usize>,
    arena: Vec<u32>,
    table: Vec<(u32, u32)>,
}

const EMPTY: (u32, u32) = (0, 0);

impl Interner {
    pub(crate) fn new() -> Self {
        Self {
            ends: Vec::new(),
            arena: Vec::new(),
            table: vec![EMPTY; 64],
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Bytes held, for the budget.
    pub(crate) fn bytes(&self) -> usize {
        self.arena.len() * 4 + self.ends.len() * 8 + self.table.len() * 8
    }

    pub(crate) fn key(&self, number: usize) -> &[u32] {
        let from = if number == 0 {
            0
        } else {
            self.ends[number - 1]
        };
        &self.arena[from..self.ends[number]]
    }

    /// The number of `key`, and whether it is new.
    pub(crate) fn intern(&mut self, key: &[u32]) -> (u32, bool) {
        if (self.ends.len() + 1) * 2 > self.table.len() {
            self.enlarge();
        }
        let (tag, mut slot) = self.place(key);
        loop {
            match self.table[slot] {
                EMPTY => break,
                (known, taken) if known == tag && self.key(taken as usize - 1) == key => {
                    return (taken - 1, false);
                }
                _ => slot = (slot + 1) & (self.table.len() - 1),
            }
        }
        self.arena.extend_from_slice(key);
        self.ends.push(self.arena.len());
        let number = self.ends.len() as u32;
        self.table[slot] = (tag, number);
        (number - 1, true)
    }

    /// Half of the hash, and the slot where the search starts.
    fn place(&self, key: &[u32]) -> (u32, usize) {
        let hash = hash(key);
        (
            (hash >> 32) as u32,
            (hash as usize) & (self.table.len() - 1),
        )
    }

    fn enlarge(&mut self) {
        self.table = vec![EMPTY; self.table.len() * 4];
        for number in 0..self.ends.len() {
            let (tag, mut slot) = self.place(self.key(number));
            while self.table[slot] != EMPTY {
                slot = (slot + 1) & (self.table.len() - 1);
            }
            self.table[slot] = (tag, number as u32 + 1);
        }
    }
}

/// A multiplicative hash with a final mix; the length counts, so that a prefix is another key.
pub(crate) fn hash(key: &[u32]) -> u64 {
    let mut h = key.len() as u64;
    for &word in key {
        h = (h.rotate_left(5) ^ u64::from(word)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
    h ^ (h >> 29)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_order_of_appearance() {
        let mut interner = Interner::new();
        for round in 0..2 {
            for i in 0..5000u32 {
                assert_eq!(interner.intern(&[i / 7, i]), (i, round == 0));
            }
        }
        assert_eq!(interner.intern(&[]).0, 5000);
        assert_eq!(interner.key(701), [100, 701]);
    }
}
