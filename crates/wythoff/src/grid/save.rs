//! The state of a Grundy run between two antidiagonals, as bytes.
//!
//! Of each bit line only a window is written: what lies below is full, what lies above is empty.
//! Layout, all numbers 64 bits little endian: a mark, the antidiagonals done, then for each layer
//! the blocks of lines (0 for one that no tile has met, else 1 and for each line the first word of
//! the window, its length and its words), then for each tile that moves may still reach its place
//! and its cells, 32 bits each. Certificates are computed again.

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
                for number in 0..family.blocks() {
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
            .map(|family| (family.blocks() * family.lines()) as u128)
            .sum();
        let (across, along) = self.cut.tiles();
        let tiles = across.min(along) * self.antidiagonals_kept() * self.tiles.len();
        let cells = tiles * self.cut.side * self.cut.side;
        lines * 8 * (self.words as u128 + 2) + 4 * cells as u128 + 16
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
                for number in 0..family.blocks() {
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
        let met = family.is_met(number);
        put(&u64::from(met).to_le_bytes())?;
        if !met {
            return Ok(());
        }
        let layout = family.layout();
        let block = family.claim(number..number + 1)?;
        for line in 0..layout.lines() {
            let word = |word: usize| block[layout.index(line, word)];
            let words = 0..layout.words();
            let from = words.clone().take_while(|&at| word(at) == u64::MAX).count();
            let empty = words.rev().take_while(|&at| word(at) == 0).count();
            let to = layout.words() - empty;
            put(&(from as u64).to_le_bytes())?;
            put(&(to.saturating_sub(from) as u64).to_le_bytes())?;
            for at in from..to {
                put(&word(at).to_le_bytes())?;
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
        let met = rest.number()? != 0;
        if !met && !family.is_met(number) {
            return Ok(());
        }
        let layout = family.layout();
        let mut block = family.claim(number..number + 1)?;
        block.fill(0);
        family.set_met(number, met);
        if !met {
            return Ok(());
        }
        for line in 0..layout.lines() {
            let from = usize::try_from(rest.number()?).map_err(|_| not_a_state())?;
            let len = usize::try_from(rest.number()?).map_err(|_| not_a_state())?;
            let to = from.checked_add(len).ok_or_else(not_a_state)?;
            if to > layout.words() {
                return Err(not_a_state());
            }
            for at in 0..to {
                block[layout.index(line, at)] = if at < from { u64::MAX } else { rest.number()? };
            }
        }
        layout.certify(&mut block, family.used(number));
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
