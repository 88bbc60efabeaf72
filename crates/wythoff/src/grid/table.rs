//! A filled table: values of a box, whole or in tiles.

use std::sync::OnceLock;

/// The smallest of the integer types that holds every value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Width {
    /// One byte.
    U8,
    /// Two bytes.
    U16,
    /// Four bytes.
    U32,
}

impl Width {
    /// The smallest type that holds `0 ..= most`; `None` when four bytes do not.
    #[must_use]
    pub fn holding(most: u64) -> Option<Self> {
        match most {
            0..=0xFF => Some(Width::U8),
            0x100..=0xFFFF => Some(Width::U16),
            0x1_0000..=0xFFFF_FFFF => Some(Width::U32),
            _ => None,
        }
    }

    /// Bytes of one value.
    #[must_use]
    pub fn bytes(self) -> usize {
        match self {
            Width::U8 => 1,
            Width::U16 => 2,
            Width::U32 => 4,
        }
    }
}

/// An integer type in which values are stored.
pub trait Cell: Copy + Default + Eq + Send + Sync + 'static {
    /// Its name among the types.
    const WIDTH: Width;
    /// Keeps the low bits; the caller has proved that the rest is zero.
    fn narrow(value: u32) -> Self;
    /// The value itself.
    fn widen(self) -> u32;
}

macro_rules! cells {
    ($($kind:ty => $width:expr),*) => {$(
        impl Cell for $kind {
            const WIDTH: Width = $width;
            fn narrow(value: u32) -> Self {
                value as $kind
            }
            fn widen(self) -> u32 {
                u32::from(self)
            }
        }
    )*};
}
cells!(u8 => Width::U8, u16 => Width::U16, u32 => Width::U32);

/// How a box is cut into square tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Cells along `x`.
    pub width: usize,
    /// Cells along `y`.
    pub height: usize,
    /// Side of a tile.
    pub side: usize,
    /// Only tiles that hold a cell with `x ≤ y` are filled; the rest is their mirror.
    pub half: bool,
}

impl Cut {
    /// Tiles along `x` and along `y`.
    #[must_use]
    pub fn tiles(&self) -> (usize, usize) {
        (
            self.width.div_ceil(self.side),
            self.height.div_ceil(self.side),
        )
    }

    /// Cells along `x` and along `y` in the tile.
    #[must_use]
    pub fn extent(&self, (tx, ty): (usize, usize)) -> (usize, usize) {
        (
            self.side.min(self.width - tx * self.side),
            self.side.min(self.height - ty * self.side),
        )
    }

    /// The tiles that are filled on antidiagonal `s`: those with `tx + ty = s`.
    pub fn antidiagonal(&self, s: usize) -> impl Iterator<Item = (usize, usize)> + use<> {
        let (across, along) = self.tiles();
        let half = self.half;
        ((s + 1).saturating_sub(along)..=s.min(across - 1))
            .map(move |tx| (tx, s - tx))
            .filter(move |&(tx, ty)| !half || tx <= ty)
    }

    /// How many antidiagonals of tiles there are.
    #[must_use]
    pub fn antidiagonals(&self) -> usize {
        let (across, along) = self.tiles();
        across + along - 1
    }
}

/// The tiles of one layer, each set once.
#[derive(Debug)]
pub struct Tiles<C> {
    cut: Cut,
    tiles: Vec<OnceLock<Box<[C]>>>,
}

impl<C: Cell> Tiles<C> {
    pub(super) fn new(cut: Cut) -> Self {
        let (across, along) = cut.tiles();
        let tiles = std::iter::repeat_with(OnceLock::new)
            .take(across * along)
            .collect();
        Tiles { cut, tiles }
    }

    /// Stores a tile; its cells with `y` running fastest.
    pub(super) fn set(&self, (tx, ty): (usize, usize), cells: Box<[C]>) {
        let (_, along) = self.cut.tiles();
        // A tile is filled once; were it filled again, it would hold the same values.
        let _ = self.tiles[tx * along + ty].set(cells);
    }

    /// How the layer is cut.
    #[must_use]
    pub fn cut(&self) -> Cut {
        self.cut
    }

    /// The cells of a tile, `y` running fastest; `None` when it is not filled.
    #[must_use]
    pub fn tile(&self, (tx, ty): (usize, usize)) -> Option<&[C]> {
        let (_, along) = self.cut.tiles();
        self.tiles
            .get(tx * along + ty)?
            .get()
            .map(|cells| &cells[..])
    }

    /// The value at `(x, y)`; `None` outside the box and where no tile is filled.
    #[must_use]
    pub fn get(&self, x: usize, y: usize) -> Option<u32> {
        let (x, y) = if self.cut.half && x > y {
            (y, x)
        } else {
            (x, y)
        };
        if x >= self.cut.width || y >= self.cut.height {
            return None;
        }
        let at = (x / self.cut.side, y / self.cut.side);
        let (_, columns) = self.cut.extent(at);
        let cells = self.tile(at)?;
        Some(cells[x % self.cut.side * columns + y % self.cut.side].widen())
    }
}
