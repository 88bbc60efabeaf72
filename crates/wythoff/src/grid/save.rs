//! The state of a Grundy run between two antidiagonals, as bytes.
//!
//! Of each bit line only a window is written: what lies below is full, what lies above is empty.
//! Layout, all numbers 64 bits little endian: a mark, the antidiagonals done, then for each layer
//! the blocks of lines (0 for one that no tile has met, else 1 and for each line the first word of
//! the window, its length and its words), then for each tile that moves may still reach its place
//! and its cells, 32 bits each. The search hints are left out: only speed depends on them.

use super::grundy::GrundyRun;
use super::lines::Family;
use super::table::Cell;
use crate::error::Error;

const MARK: u64 = u64::from_le_bytes(*b"WYTRUN01");

/// Receives the bytes of a state, piece by piece.
pub type Put<'p> = dyn FnMut(&[u8]) -> Result<(), Error> + 'p;

impl<C: Cell> GrundyRun<'_, C> {
    /// Writes the state down.
    ///
    /// # Errors
    /// When a run has failed in the middle of an antidiagonal, and what `put` returns.
    pub fn save(&self, put: &mut Put<'_>) -> Result<(), Error> {
        if self.broken {
            return Err(Error::undefined(
                "a run that has failed has no state to save",
            ));
        }
        put(&MARK.to_le_bytes())?;
        put(&(self.done as u64).to_le_bytes())?;
        for families in &self.families {
            for family in families {
                for number in 0..family.blocks.len() {
                    self.save_block(family, number, put)?;
                }
            }
        }
        for tiles in &self.tiles {
            for at in self.tiles_in_reach() {
                for cell in tiles.tile(at).into_iter().flatten() {
                    put(&cell.widen().to_le_bytes())?;
                }
            }
        }
        Ok(())
    }

    /// An upper bound of the bytes that [`GrundyRun::save`] writes at its longest.
    #[must_use]
    pub fn state_bytes(&self) -> u128 {
        let lines: u128 = self
            .families
            .iter()
            .flatten()
            .map(|family| (family.blocks.len() * family.lines()) as u128)
            .sum();
        let (across, along) = self.cut.tiles();
        let tiles = across.min(along) * self.antidiagonals_kept() * self.tiles.len();
        let cells = tiles * self.cut.side * self.cut.side;
        lines * 8 * (self.layout.words as u128 + 2) + 4 * cells as u128 + 16
    }

    /// Takes up a state that [`GrundyRun::save`] wrote for the same shape, size and tile side.
    ///
    /// # Errors
    /// [`ErrorKind::Input`](crate::ErrorKind::Input) when the bytes are not such a state.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let mut rest = Rest(bytes);
        // Until every part is in place the run is not fit for use.
        self.broken = true;
        if rest.number()? != MARK {
            return Err(not_a_state());
        }
        self.done = usize::try_from(rest.number()?).map_err(|_| not_a_state())?;
        if self.done > self.cut.antidiagonals() {
            return Err(not_a_state());
        }
        for families in &self.families {
            for family in families {
                for number in 0..family.blocks.len() {
                    self.restore_block(family, number, &mut rest)?;
                }
            }
        }
        for layer in 0..self.tiles.len() {
            for at in self.tiles_in_reach() {
                let (rows, columns) = self.cut.extent(at);
                let cells: Result<Vec<C>, Error> = (0..rows * columns)
                    .map(|_| rest.cell().map(C::narrow))
                    .collect();
                self.tiles[layer].set(at, cells?.into_boxed_slice());
            }
        }
        if !rest.0.is_empty() {
            return Err(not_a_state());
        }
        self.broken = false;
        Ok(())
    }

    fn tiles_in_reach(&self) -> Vec<(usize, usize)> {
        let first = self.done.saturating_sub(self.antidiagonals_kept());
        (first..self.done)
            .flat_map(|s| self.cut.antidiagonal(s))
            .collect()
    }

    fn save_block(&self, family: &Family, number: usize, put: &mut Put<'_>) -> Result<(), Error> {
        let used = family.block(number).used;
        put(&u64::from(used).to_le_bytes())?;
        if !used {
            return Ok(());
        }
        let words = family.claim(number..number + 1)?;
        for line in words.chunks(self.layout.stride) {
            let from = line.iter().take_while(|&&word| word == u64::MAX).count();
            let to = line.len() - line.iter().rev().take_while(|&&word| word == 0).count();
            put(&(from as u64).to_le_bytes())?;
            put(&(to.saturating_sub(from) as u64).to_le_bytes())?;
            for word in line.get(from..to).into_iter().flatten() {
                put(&word.to_le_bytes())?;
            }
        }
        Ok(())
    }

    fn restore_block(
        &self,
        family: &Family,
        number: usize,
        rest: &mut Rest<'_>,
    ) -> Result<(), Error> {
        let used = rest.number()? != 0;
        let before = std::mem::take(&mut *family.block(number));
        if !used && !before.used {
            return Ok(());
        }
        let mut words = family.claim(number..number + 1)?;
        words.fill(0);
        if !used {
            return Ok(());
        }
        family.block(number).used = true;
        for line in words.chunks_mut(self.layout.stride) {
            let from = usize::try_from(rest.number()?).map_err(|_| not_a_state())?;
            let len = usize::try_from(rest.number()?).map_err(|_| not_a_state())?;
            line.get_mut(..from).ok_or_else(not_a_state)?.fill(u64::MAX);
            let to = from.checked_add(len).ok_or_else(not_a_state)?;
            for word in line.get_mut(from..to).ok_or_else(not_a_state)? {
                *word = rest.number()?;
            }
        }
        Ok(())
    }
}

pub(super) fn not_a_state() -> Error {
    Error::input("found bytes that are not the state of this table's run")
        .help("begin the table anew")
}

/// Bytes not yet read.
pub(super) struct Rest<'b>(pub(super) &'b [u8]);

impl Rest<'_> {
    pub(super) fn number(&mut self) -> Result<u64, Error> {
        let (bytes, rest) = self.0.split_first_chunk().ok_or_else(not_a_state)?;
        self.0 = rest;
        Ok(u64::from_le_bytes(*bytes))
    }

    pub(super) fn cell(&mut self) -> Result<u32, Error> {
        let (bytes, rest) = self.0.split_first_chunk().ok_or_else(not_a_state)?;
        self.0 = rest;
        Ok(u32::from_le_bytes(*bytes))
    }
}
