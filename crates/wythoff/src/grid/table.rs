//! A filled table: values of a box, whole or in tiles.

use std::sync::OnceLock;

use wythoff_kernels::bits::pack_zeros;

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

    pub(super) fn forget(&mut self, (tx, ty): (usize, usize)) {
        let (_, along) = self.cut.tiles();
        self.tiles[tx * along + ty].take();
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

/// The cells of one layer.
#[derive(Debug)]
pub enum Store<C> {
    /// In square tiles, perhaps only half of them.
    Tiles(Tiles<C>),
    /// Row after row, `y` running fastest.
    Rows {
        /// All cells.
        cells: Vec<C>,
        /// Cells in a row.
        height: usize,
    },
}

impl<C: Cell> Store<C> {
    fn get(&self, x: usize, y: usize) -> Option<u32> {
        match self {
            Store::Tiles(tiles) => tiles.get(x, y),
            Store::Rows { cells, height } if y < *height => {
                cells.get(x * height + y).map(|cell| cell.widen())
            }
            Store::Rows { .. } => None,
        }
    }

    /// Copies the cells `(x, 0), (x, 1), …` of a row.
    fn row(&self, x: usize, into: &mut [C]) {
        match self {
            Store::Rows { cells, height } => {
                into.copy_from_slice(&cells[x * height..x * height + into.len()]);
            }
            Store::Tiles(tiles) => tiles.row(x, into),
        }
    }
}

impl<C: Cell> Tiles<C> {
    fn row(&self, x: usize, into: &mut [C]) {
        let side = self.cut.side;
        let height = into.len();
        let mut y = 0;
        while y < height {
            let end = height.min((y / side + 1) * side);
            if self.cut.half && x / side > y / side {
                // Tile (y / side, x / side) holds these cells as a column.
                if let Some(cells) = self.tile((y / side, x / side)) {
                    let (_, columns) = self.cut.extent((y / side, x / side));
                    let column = cells.iter().skip(x % side).step_by(columns);
                    for (into, &cell) in into[y..end].iter_mut().zip(column) {
                        *into = cell;
                    }
                }
            } else if let Some(cells) = self.tile((x / side, y / side)) {
                let (rows, columns) = self.cut.extent((x / side, y / side));
                let (i, from) = (x % side, x % side * columns);
                if i < rows && end - y <= columns {
                    into[y..end].copy_from_slice(&cells[from..from + end - y]);
                } else {
                    // The last diagonal tile of a box that is kept as its mirror.
                    for (y, into) in (y..end).zip(&mut into[y..end]) {
                        *into = C::narrow(self.get(x, y).unwrap_or_default());
                    }
                }
            }
            y = end;
        }
    }
}

/// Outcomes: bit `y` of row `x` is set at a P-position. A row starts with a word of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bits {
    words: Vec<u64>,
    height: usize,
}

impl Bits {
    /// No rows yet, of `height` cells; room for `rows` of them.
    pub(super) fn new(height: usize, rows: usize) -> Self {
        Bits {
            words: Vec::with_capacity(rows * height.div_ceil(64)),
            height,
        }
    }

    /// All rows, of `height` cells each.
    pub(super) fn of(words: Vec<u64>, height: usize) -> Self {
        Bits { words, height }
    }

    /// Appends a row of outcomes, 0 for P and 1 for N.
    pub(super) fn push_row(&mut self, row: &[u8]) {
        let start = self.words.len();
        self.words.resize(start + self.height.div_ceil(64), 0);
        pack_zeros(&mut self.words[start..], row);
    }

    /// The words of a row.
    #[must_use]
    pub fn row(&self, x: usize) -> &[u64] {
        let words = self.height.div_ceil(64);
        &self.words[x * words..(x + 1) * words]
    }

    /// Whether `(x, y)` is a P-position; `None` outside the box.
    #[must_use]
    pub fn is_p(&self, x: usize, y: usize) -> Option<bool> {
        let words = self.height.div_ceil(64);
        let word = (y < self.height).then(|| self.words.get(x * words + y / 64))??;
        Some(word >> (y % 64) & 1 == 1)
    }
}

/// One layer of a table.
#[derive(Debug)]
pub enum Grid {
    /// Values of one byte.
    U8(Store<u8>),
    /// Values of two bytes.
    U16(Store<u16>),
    /// Values of four bytes.
    U32(Store<u32>),
    /// Outcomes.
    Bits(Bits),
}

macro_rules! grids {
    ($($kind:ty => $variant:ident),*) => {$(
        impl From<Store<$kind>> for Grid {
            fn from(store: Store<$kind>) -> Grid {
                Grid::$variant(store)
            }
        }
    )*};
}
grids!(u8 => U8, u16 => U16, u32 => U32);

/// The values of a box, layer by layer.
#[derive(Debug)]
pub struct Table {
    size: (usize, usize),
    layers: Vec<Grid>,
}

impl Table {
    pub(super) fn new(size: (usize, usize), layers: Vec<Grid>) -> Self {
        Table { size, layers }
    }

    /// Cells along `x` and along `y`.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        self.size
    }

    /// The layers, lowest first.
    #[must_use]
    pub fn layers(&self) -> &[Grid] {
        &self.layers
    }

    /// The value of a cell, an outcome as 0 for P and 1 for N; `None` outside the table.
    #[must_use]
    pub fn get(&self, layer: usize, x: usize, y: usize) -> Option<u32> {
        if x >= self.size.0 || y >= self.size.1 {
            return None;
        }
        match self.layers.get(layer)? {
            Grid::U8(store) => store.get(x, y),
            Grid::U16(store) => store.get(x, y),
            Grid::U32(store) => store.get(x, y),
            Grid::Bits(bits) => bits.is_p(x, y).map(|p| u32::from(!p)),
        }
    }

    /// Appends row `x` of a layer to `into`, little endian, outcomes as one byte each.
    ///
    /// # Panics
    /// If there is no such layer or row.
    pub fn row_bytes(&self, layer: usize, x: usize, into: &mut Vec<u8>) {
        assert!(x < self.size.0, "row {x} of {}", self.size.0);
        let height = self.size.1;
        match &self.layers[layer] {
            Grid::U8(store) => {
                let mut row = vec![0; height];
                store.row(x, &mut row);
                into.extend_from_slice(&row);
            }
            Grid::U16(store) => {
                let mut row = vec![0; height];
                store.row(x, &mut row);
                into.extend(row.iter().flat_map(|cell: &u16| cell.to_le_bytes()));
            }
            Grid::U32(store) => {
                let mut row = vec![0; height];
                store.row(x, &mut row);
                into.extend(row.iter().flat_map(|cell: &u32| cell.to_le_bytes()));
            }
            Grid::Bits(bits) => {
                into.extend((0..height).map(|y| u8::from(bits.is_p(x, y) == Some(false))));
            }
        }
    }
}
