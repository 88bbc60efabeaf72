//! What a figure shows, as plain data: boards, scatters, maps, histograms, rows.
//!
//! Nothing here knows rules of games. Tables are `array[x][y]`, x first, as everywhere in the
//! project; pictures draw x to the right and y down, as a queen walks to the upper left corner.

use crate::grid::Grid;
use crate::theme::Palette;

/// A figure: one or more panels side by side.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// A short word without spaces (letters, digits, `-`); it begins every id of the picture.
    pub id: String,
    /// What the figure shows, in one line; drawn above it unless the look says otherwise.
    pub title: String,
    /// What the figure shows, for those who cannot see it.
    pub desc: String,
    /// The panels, from left to right.
    pub panels: Vec<Panel>,
}

impl Figure {
    /// A figure of one panel without a heading.
    #[must_use]
    pub fn of(id: &str, title: &str, desc: &str, scene: impl Into<Scene>) -> Self {
        Self::side_by_side(id, title, desc, vec![Panel::of("", scene)])
    }

    /// A figure of several panels.
    #[must_use]
    pub fn side_by_side(id: &str, title: &str, desc: &str, panels: Vec<Panel>) -> Self {
        Self {
            id: id.to_owned(),
            title: title.to_owned(),
            desc: desc.to_owned(),
            panels,
        }
    }
}

/// One part of a figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// A line above the panel; may be empty.
    pub heading: String,
    /// What it shows.
    pub scene: Scene,
}

impl Panel {
    /// A panel with this heading.
    #[must_use]
    pub fn of(heading: &str, scene: impl Into<Scene>) -> Self {
        Self {
            heading: heading.to_owned(),
            scene: scene.into(),
        }
    }
}

/// The kinds of pictures.
#[derive(Clone, Debug, PartialEq)]
pub enum Scene {
    /// A grid of values.
    Board(Board),
    /// Points and lines.
    Scatter(Scatter),
    /// Values as colours.
    Map(Map),
    /// Bars over whole numbers.
    Histogram(Histogram),
    /// The values of one row and their period.
    Row(Row),
}

macro_rules! scene_of {
    ($($kind:ident),*) => {$(
        impl From<$kind> for Scene {
            fn from(scene: $kind) -> Self {
                Self::$kind(scene)
            }
        }
    )*};
}
scene_of!(Board, Scatter, Map, Histogram, Row);

/// How a cell stands out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mark {
    /// Not at all.
    #[default]
    Plain,
    /// It satisfies the condition, for instance it is a P-position.
    Chosen,
    /// It is of the second kind, for instance it has a move to a chosen cell.
    Second,
}

/// A cell of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// What stands in it; may be empty.
    pub text: String,
    /// How it stands out.
    pub mark: Mark,
}

impl Cell {
    /// A plain cell.
    #[must_use]
    pub fn plain(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            mark: Mark::Plain,
        }
    }
}

/// A grid of values with named axes. The text formats (LaTeX, XLSX) write it as it is, x down.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Board {
    /// The names of the axes.
    pub axes: [String; 2],
    /// The coordinates of cell (0, 0), in decimal, of any length.
    pub origin: [String; 2],
    /// The cells, `rows[x][y]`.
    pub rows: Vec<Vec<Cell>>,
    /// Whether every other square is shaded.
    pub chequered: bool,
    /// What the marks mean.
    pub legend: Vec<(Mark, String)>,
    /// Cells with a queen on them.
    pub queens: Vec<[usize; 2]>,
    /// Moves, drawn as arrows.
    pub rays: Vec<Ray>,
    /// Outlined blocks.
    pub blocks: Vec<Block>,
}

/// A ray of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ray {
    /// The cell moved from.
    pub from: [usize; 2],
    /// The last cell reached.
    pub to: [usize; 2],
}

/// An outlined block of cells, corners included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// The cell with the smallest coordinates.
    pub from: [usize; 2],
    /// The cell with the largest coordinates.
    pub to: [usize; 2],
}

impl Board {
    /// A board of values from 0 on, with axes x and y: `values[x][y]`.
    ///
    /// ```
    /// # use wythoff_figures::{Board, Mark};
    /// let board = Board::of_values(&[vec![0, 1], vec![1, 2]]).marked(Mark::Chosen, "zero", |x, y| x + y == 0);
    /// assert_eq!(board.shape(), [2, 2]);
    /// assert_eq!(board.rows[0][0].mark, Mark::Chosen);
    /// assert_eq!(board.rows[1][1].text, "2");
    /// ```
    #[must_use]
    pub fn of_values<T: ToString>(values: &[Vec<T>]) -> Self {
        let cells = |row: &Vec<T>| {
            row.iter()
                .map(|value| Cell::plain(value.to_string()))
                .collect()
        };
        Self::of_cells(values.iter().map(cells).collect())
    }

    /// A board of these cells from 0 on, with axes x and y.
    #[must_use]
    pub fn of_cells(rows: Vec<Vec<Cell>>) -> Self {
        Self {
            axes: ["x".to_owned(), "y".to_owned()],
            origin: ["0".to_owned(), "0".to_owned()],
            rows,
            ..Self::default()
        }
    }

    /// Marks the cells `which(x, y)` (counted from the origin) and says in the legend what the mark
    /// means, unless `meaning` is empty.
    #[must_use]
    pub fn marked(
        mut self,
        mark: Mark,
        meaning: &str,
        which: impl Fn(usize, usize) -> bool,
    ) -> Self {
        for (x, row) in self.rows.iter_mut().enumerate() {
            for (y, cell) in row.iter_mut().enumerate() {
                if which(x, y) {
                    cell.mark = mark;
                }
            }
        }
        if !meaning.is_empty() {
            self.legend.push((mark, meaning.to_owned()));
        }
        self
    }

    /// The number of cells along x and along y.
    #[must_use]
    pub fn shape(&self) -> [usize; 2] {
        [self.rows.len(), self.rows.first().map_or(0, Vec::len)]
    }
}

/// Points in several colours and straight lines.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scatter {
    /// The names of the axes.
    pub axes: [String; 2],
    /// The points, each set in a colour and shape of its own.
    pub sets: Vec<PointSet>,
    /// Lines y = slope·x + intercept. They are drawn only: no value comes from them.
    pub lines: Vec<SlopedLine>,
}

/// Points of one kind.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PointSet {
    /// What they are.
    pub name: String,
    /// Where they are.
    pub points: Vec<[f64; 2]>,
}

/// A straight line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SlopedLine {
    /// What it is, for instance `y = φx`.
    pub name: String,
    /// The slope.
    pub slope: f64,
    /// The value at x = 0.
    pub intercept: f64,
}

/// Values as colours.
#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    /// The names of the axes.
    pub axes: [String; 2],
    /// The coordinates of the first cell.
    pub origin: [f64; 2],
    /// How many positions the map spans along each axis; more than the grid has when it was
    /// down-sampled.
    pub span: [f64; 2],
    /// The values, `array[x, y]`; NaN where there is none.
    pub values: Grid,
    /// What the colours mean.
    pub key: Key,
}

/// What the colours of a map mean.
#[derive(Clone, Debug, PartialEq)]
pub enum Key {
    /// Numbers from low to high.
    Levels {
        /// What the numbers are, for instance `Grundy value`.
        name: String,
        /// Their colours.
        palette: Palette,
        /// Which numbers the ends of the palette stand for; those of the values if `None`.
        range: Option<[f64; 2]>,
        /// How the palette is spread between the ends.
        scale: Scale,
    },
    /// Kinds: value i (a whole number) is of kind i.
    Kinds(Vec<String>),
}

/// How a palette is spread over the values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// Evenly.
    #[default]
    Linear,
    /// By the square root: more colours for small values.
    Root,
    /// By the logarithm of 1 + the distance from the low end.
    Log,
}

impl Scale {
    /// Where `value` stands between `low` and `high`, 0 to 1.
    ///
    /// ```
    /// # use wythoff_figures::Scale;
    /// assert_eq!(Scale::Root.share(25.0, [0.0, 100.0]), 0.5);
    /// ```
    #[must_use]
    pub fn share(self, value: f64, [low, high]: [f64; 2]) -> f64 {
        let (value, whole) = ((value - low).max(0.0), high - low);
        if whole <= 0.0 {
            return 0.0;
        }
        let share = match self {
            Self::Linear => value / whole,
            Self::Root => (value / whole).sqrt(),
            Self::Log => value.ln_1p() / whole.ln_1p(),
        };
        share.min(1.0)
    }
}

/// Bars over the whole numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Histogram {
    /// The name of the number counted.
    pub axis: String,
    /// What the height of a bar is.
    pub measure: String,
    /// The number of the first bar.
    pub first: u64,
    /// The heights.
    pub weights: Vec<f64>,
    /// Places worth a line, for instance the mean.
    pub markers: Vec<Marker>,
}

/// A place on the axis worth a line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Marker {
    /// Where.
    pub at: f64,
    /// What it is.
    pub name: String,
}

/// The values of one row, and its period if it is known.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// The name of the coordinate that runs.
    pub axis: String,
    /// What the values are.
    pub measure: String,
    /// The coordinate of the first value.
    pub first: u64,
    /// The values.
    pub values: Vec<f64>,
    /// From where on, and with which period, the row repeats.
    pub period: Option<Period>,
}

/// A period that begins after a preperiod.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The first coordinate that belongs to the periodic part.
    pub from: u64,
    /// The length of the period.
    pub length: u64,
}
