//! A picture of cells: one palette index per cell.

use crate::theme::Colour;

/// Palette indices row by row from the top, one byte each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Raster {
    width: u32,
    indices: Vec<u8>,
    palette: Vec<Colour>,
}

impl Raster {
    /// A raster of `width` columns; `indices` in rows from the top. `None` when the indices do not
    /// fill whole rows, or one of them has no colour.
    ///
    /// ```
    /// # use wythoff_figures::{Colour, Raster};
    /// let black_white = vec![Colour::hex(0), Colour::hex(0xffffff)];
    /// let raster = Raster::new(2, vec![0, 1, 1, 0], black_white.clone()).unwrap();
    /// assert_eq!((raster.width(), raster.height()), (2, 2));
    /// assert_eq!(raster.colour(1, 0), Colour::hex(0xffffff));
    /// assert!(Raster::new(2, vec![0, 2], black_white).is_none());
    /// ```
    #[must_use]
    pub fn new(width: u32, indices: Vec<u8>, palette: Vec<Colour>) -> Option<Self> {
        let columns = usize::try_from(width).ok()?;
        let whole = columns > 0 && !indices.is_empty() && indices.len().is_multiple_of(columns);
        let rows = if whole {
            indices.len() / columns
        } else {
            return None;
        };
        u32::try_from(rows).ok()?;
        let greatest = indices.iter().copied().max().map_or(0, usize::from);
        (greatest < palette.len() && palette.len() <= 256).then_some(Self {
            width,
            indices,
            palette,
        })
    }

    /// The number of columns.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The number of rows.
    #[must_use]
    pub fn height(&self) -> u32 {
        (self.indices.len() / self.width as usize) as u32
    }

    /// The indices, row by row from the top.
    #[must_use]
    pub fn indices(&self) -> &[u8] {
        &self.indices
    }

    /// The colours.
    #[must_use]
    pub fn palette(&self) -> &[Colour] {
        &self.palette
    }

    /// The colour in this column and row.
    ///
    /// # Panics
    ///
    /// When the place is outside the raster.
    #[must_use]
    pub fn colour(&self, column: u32, row: u32) -> Colour {
        let at = row as usize * self.width as usize + column as usize;
        self.palette[usize::from(self.indices[at])]
    }
}
