//! Tables of games' values as figures: boards of values, maps of colours, plots of single rows.
//!
//! Small tables are boards whose values are written out, larger ones maps of colours, long single
//! columns a plot over their coordinate. Pictures have the first coordinate to the right and the
//! second down, as a queen walks to the upper left. Floats only say where and in which colour
//! something is drawn.

use dashu_int::UBig;
use wythoff::answer::Evidence;
use wythoff::rules::{Axis, Convention, Rules};
use wythoff::table::{Cells, TableValue, Window};
use wythoff::values::Outcome;

use crate::{
    Board, Cell, DownSampler, Figure, FigureError, Filter, Key, Map, Mark, Palette, Panel, Ray,
    Row, Scale, Scene,
};

/// The largest side of a board whose values are written out.
pub const LARGEST_BOARD: usize = 40;
/// The largest side of a map before it is down-sampled.
const LARGEST_MAP: usize = 4000;

/// A table of values of two coordinates and what is known of it.
#[derive(Clone, Copy, Debug)]
pub struct TableView<'a> {
    /// Whose values.
    pub rules: &'a Rules,
    /// Which value.
    pub value: &'a TableValue,
    /// Which positions.
    pub window: &'a Window,
    /// The values, in the order of the window.
    pub cells: &'a Cells,
    /// How they are known.
    pub evidence: &'a Evidence,
    /// Whether the second coordinate comes first.
    pub transposed: bool,
    /// Whether piles are labelled from 1, as boards are numbered.
    pub one_based: bool,
}

impl TableView<'_> {
    /// Rows and columns as they are written.
    #[must_use]
    pub fn shape(&self) -> [usize; 2] {
        self.turned(self.window.shape())
    }

    /// A pair of the window's order in the order of the view.
    fn turned<T: Copy>(&self, [first, second]: [T; 2]) -> [T; 2] {
        if self.transposed {
            [second, first]
        } else {
            [first, second]
        }
    }

    /// The number of a cell in `cells`.
    #[must_use]
    pub fn index(&self, row: usize, column: usize) -> usize {
        let [x, y] = self.turned([row, column]);
        x * self.window.shape()[1] + y
    }

    /// The text of a cell.
    #[must_use]
    pub fn text(&self, row: usize, column: usize) -> String {
        self.cells.text(self.index(row, column))
    }

    /// Whether the value of a cell shows that its position is P.
    #[must_use]
    pub fn is_p(&self, row: usize, column: usize) -> bool {
        let index = self.index(row, column);
        let misere = self.rules.convention() == Convention::Misere;
        let odd = |n: u64| n % 2 == 1;
        match (self.value, self.cells) {
            (_, Cells::Outcomes(cells)) => cells[index] == Outcome::P,
            (TableValue::Grundy, Cells::Small(cells)) => cells[index] == 0,
            (TableValue::Remoteness | TableValue::Suspense, Cells::Small(cells)) => {
                odd(u64::from(cells[index])) == misere
            }
            (TableValue::Remoteness | TableValue::Suspense, Cells::Big(cells)) => {
                odd((&cells[index] % 2u8).into()) == misere
            }
            (TableValue::Win(_), Cells::Fractions(cells)) => {
                let half = dashu_ratio::RBig::from_parts(1.into(), 2u8.into());
                cells[index] < half
            }
            _ => false,
        }
    }

    /// Whether the value tells which positions are P.
    #[must_use]
    pub fn tells_p(&self) -> bool {
        !matches!(
            self.value,
            TableValue::Options | TableValue::Birthday | TableValue::Random(_)
        )
    }

    /// The names of the coordinates down and across; the second is empty with a single column.
    #[must_use]
    pub fn axes(&self) -> [String; 2] {
        let names = self.rules.game().coordinate_names();
        let free = self.window.slice().free();
        let name = |i: usize| {
            free.get(i)
                .map_or(String::new(), |&axis| names[axis].clone())
        };
        let [down, across] = self.turned([0, 1]);
        [name(down), name(across)]
    }

    /// The coordinate of a row.
    #[must_use]
    pub fn row_label(&self, row: usize) -> String {
        self.label(usize::from(self.transposed), row)
    }

    /// The coordinate of a column.
    #[must_use]
    pub fn column_label(&self, column: usize) -> String {
        self.label(usize::from(!self.transposed), column)
    }

    /// The coordinate so many cells from the origin along a free coordinate.
    fn label(&self, free: usize, cells: usize) -> String {
        let axis = self.window.slice().free().get(free).copied();
        let pile = axis.is_some_and(|axis| self.rules.axes()[axis] == Axis::Pile);
        let first = usize::from(self.one_based && pile);
        (&self.window.origin()[free] + UBig::from(cells + first)).to_string()
    }

    /// What the table shows, in a few words.
    #[must_use]
    pub fn title(&self) -> String {
        let value = match self.value {
            TableValue::Outcome => "Outcomes".to_string(),
            TableValue::Grundy => "Grundy values".to_string(),
            TableValue::Remoteness => "Remoteness".to_string(),
            TableValue::Options => "Numbers of options".to_string(),
            TableValue::Suspense => "Suspense".to_string(),
            TableValue::Birthday => "Lengths of the longest play".to_string(),
            TableValue::Win(p) => format!("Winning probability (p = {p})"),
            TableValue::Random(model) => format!("Winning probability ({model})"),
        };
        let slice = self.window.slice();
        let fixed = slice.fixed.len() > slice.free().len();
        let at = if fixed {
            format!(" at {slice}")
        } else {
            String::new()
        };
        format!("{value} of {}{at}", self.rules)
    }

    /// A cell as a number to be drawn.
    fn number(&self, row: usize, column: usize) -> f32 {
        let index = self.index(row, column);
        match self.cells {
            Cells::Outcomes(cells) => f32::from(u8::from(cells[index] == Outcome::N)),
            Cells::Small(cells) => cells[index] as f32,
            Cells::Big(cells) => cells[index].to_f32().value(),
            Cells::Fractions(cells) => cells[index].to_f32_fast(),
        }
    }

    fn is_board(&self) -> bool {
        self.shape().into_iter().all(|side| side <= LARGEST_BOARD)
    }
}

/// Cells of a table that stand out, by their number in the window, and what they have in common.
#[derive(Clone, Debug)]
pub struct Marked {
    /// One entry a cell, in the order of the window.
    pub cells: Vec<bool>,
    /// The words of the legend.
    pub meaning: String,
}

/// What stands out in a picture of a table. Coordinates are counted from the table's corner, in the
/// order of the window. Boards show all of it, maps and plots nothing.
#[derive(Clone, Debug, Default)]
pub struct Highlights {
    /// In the first colour; the P-positions unless said otherwise.
    pub chosen: Option<Marked>,
    /// In the second colour, where the first is not.
    pub second: Option<Marked>,
    /// Cells with a queen.
    pub queens: Vec<[usize; 2]>,
    /// Moves, as arrows.
    pub rays: Vec<Ray>,
}

/// The colours of maps.
#[derive(Clone, Copy, Debug)]
pub struct Colouring {
    /// The colours of levels.
    pub palette: Palette,
    /// How levels are spread over them.
    pub scale: Scale,
}

impl Default for Colouring {
    fn default() -> Self {
        Colouring {
            palette: Palette::Viridis,
            scale: Scale::Linear,
        }
    }
}

/// The picture of a table: a board, a map, or the plot of a long single column.
///
/// # Errors
/// [`FigureError`] for a shape that cannot be drawn.
pub fn scene(
    view: &TableView<'_>,
    highlights: &Highlights,
    colouring: Colouring,
) -> Result<Scene, FigureError> {
    let [rows, columns] = view.shape();
    Ok(
        if columns == 1 && rows > LARGEST_BOARD && !matches!(view.cells, Cells::Outcomes(_)) {
            plot(view).into()
        } else if view.is_board() {
            board(view, highlights).into()
        } else {
            map(view, colouring).into()
        },
    )
}

/// The figure of a table, with its title and a description for those who cannot see it.
///
/// ```
/// use wythoff::{Session, budget::Budget, notation, table::{TableValue, Window}};
/// use wythoff_figures::{Look, svg, tables};
/// let rules = notation::parse_rules("wythoff").unwrap();
/// let slice = notation::parse_slice(&rules, "*,*").unwrap();
/// let window = Window::new(slice, [0u8.into(), 0u8.into()], [4, 4]).unwrap();
/// let answer = Session::new(rules.clone()).value_table(&TableValue::Grundy, &window, &Budget::default()).unwrap();
/// let view = tables::TableView {
///     rules: &rules, value: &TableValue::Grundy, window: &window,
///     cells: answer.value.as_ref().unwrap(), evidence: &answer.evidence, transposed: false, one_based: false,
/// };
/// let figure = tables::figure(&view, &tables::Highlights::default(), tables::Colouring::default()).unwrap();
/// assert_eq!(figure.title, "Grundy values of wythoff");
/// assert!(svg::write(&figure, &Look::default()).unwrap().contains("P-position"));
/// ```
///
/// # Errors
/// As [`scene`].
pub fn figure(
    view: &TableView<'_>,
    highlights: &Highlights,
    colouring: Colouring,
) -> Result<Figure, FigureError> {
    let [rows, columns] = view.shape();
    let [first, second] = view.axes();
    let down = if second.is_empty() {
        String::new()
    } else {
        format!(", {second} down")
    };
    let desc = format!(
        "{} for {rows} × {columns} positions; {first} runs to the right{down}. {}",
        view.title(),
        view.evidence
    );
    let scene = scene(view, highlights, colouring)?;
    Ok(Figure::of("table", &view.title(), &desc, scene))
}

/// Two tables of one shape side by side. On boards the cells in which they differ have the second
/// colour; beside maps a third panel shows where they differ.
///
/// # Errors
/// As [`scene`]; [`FigureError::Size`] never arises from different shapes: cells beyond either table
/// are not compared.
pub fn side_by_side(
    views: [&TableView<'_>; 2],
    colouring: Colouring,
) -> Result<Figure, FigureError> {
    let [left, right] = views;
    let shape = [0, 1].map(|i| left.window.shape()[i].min(right.window.shape()[i]));
    let differs = |x: usize, y: usize| {
        let cell = |view: &TableView<'_>| view.cells.text(x * view.window.shape()[1] + y);
        x < shape[0] && y < shape[1] && cell(left) != cell(right)
    };
    let names = [left, right].map(|view| view.rules.to_string());
    let mut panels = Vec::new();
    for (view, name) in views.into_iter().zip(&names) {
        let [rows, columns] = view.window.shape();
        let cells: Vec<bool> = (0..rows * columns)
            .map(|index| differs(index / columns, index % columns))
            .collect();
        let second = cells.contains(&true).then(|| Marked {
            cells,
            meaning: "differs".to_string(),
        });
        let highlights = Highlights {
            second,
            ..Highlights::default()
        };
        panels.push(Panel::of(name, scene(view, &highlights, colouring)?));
    }
    if !left.is_board() && left.shape()[1] > 1 {
        panels.push(Panel::of("differences", differences(left, shape, differs)));
    }
    let title = format!("{}: {} and {}", left.value, names[0], names[1]);
    let desc = format!(
        "The tables of {} and of {} side by side, their differences marked.",
        names[0], names[1]
    );
    Ok(Figure::side_by_side("pair", &title, &desc, panels))
}

/// Where two tables differ, as a map.
fn differences(
    view: &TableView<'_>,
    shape: [usize; 2],
    differs: impl Fn(usize, usize) -> bool,
) -> Map {
    let shape = view.turned(shape);
    map_of(
        view,
        shape,
        Key::Kinds(vec!["differs".to_string(), "equal".to_string()]),
        |row, column| {
            let [x, y] = view.turned([row, column]);
            f32::from(u8::from(!differs(x, y)))
        },
    )
}

/// The values written out, with what stands out.
#[must_use]
pub fn board(view: &TableView<'_>, highlights: &Highlights) -> Board {
    let [rows, columns] = view.shape();
    let marked = |marked: &Option<Marked>, row, column| {
        marked
            .as_ref()
            .is_some_and(|marked| marked.cells.get(view.index(row, column)) == Some(&true))
    };
    let cell = |row, column| {
        let chosen = match &highlights.chosen {
            None => view.is_p(row, column),
            some => marked(some, row, column),
        };
        let mark = if chosen {
            Mark::Chosen
        } else if marked(&highlights.second, row, column) {
            Mark::Second
        } else {
            Mark::Plain
        };
        Cell {
            text: view.text(row, column),
            mark,
        }
    };
    let cells: Vec<Vec<Cell>> = (0..rows)
        .map(|row| (0..columns).map(|column| cell(row, column)).collect())
        .collect();
    let has = |mark| cells.iter().flatten().any(|cell| cell.mark == mark);
    let chosen = highlights
        .chosen
        .as_ref()
        .map_or("P-position", |marked| &marked.meaning);
    let second = highlights.second.as_ref().map_or("", |m| &m.meaning);
    let mut legend = Vec::new();
    for (mark, meaning) in [(Mark::Chosen, chosen), (Mark::Second, second)] {
        if has(mark) {
            legend.push((mark, meaning.to_string()));
        }
    }
    let mut board = Board::of_cells(cells);
    board.axes = view.axes();
    board.origin = [view.row_label(0), view.column_label(0)];
    board.legend = legend;
    board.queens = highlights.queens.iter().map(|&q| view.turned(q)).collect();
    let turned = |ray: &Ray| Ray {
        from: view.turned(ray.from),
        to: view.turned(ray.to),
    };
    board.rays = highlights.rays.iter().map(turned).collect();
    board
}

fn map(view: &TableView<'_>, colouring: Colouring) -> Map {
    map_of(
        view,
        view.shape(),
        key(view.value, colouring),
        |row, column| view.number(row, column),
    )
}

/// A map of numbers, down-sampled where it is large.
fn map_of(
    view: &TableView<'_>,
    shape: [usize; 2],
    key: Key,
    number: impl Fn(usize, usize) -> f32,
) -> Map {
    let mut sampler = sampler(shape, &key);
    for row in 0..shape[0] {
        sampler.push((0..shape[1]).map(|column| number(row, column)));
    }
    let place = |label: String| label.parse().unwrap_or(0.0);
    Map {
        axes: view.axes(),
        origin: [place(view.row_label(0)), place(view.column_label(0))],
        span: shape.map(|side| side as f64),
        values: sampler.finish(),
        key,
    }
}

/// Few enough cells for a map: of kinds the first that occurs in a box, so that single P-positions stay
/// visible, of levels the mean.
fn sampler(shape: [usize; 2], key: &Key) -> DownSampler {
    let filter = if matches!(key, Key::Kinds(_)) {
        Filter::Min
    } else {
        Filter::Mean
    };
    let boxes = shape[0].max(shape[1]).div_ceil(LARGEST_MAP).max(1);
    DownSampler::new(shape, shape.map(|side| side.div_ceil(boxes)), filter)
}

/// The map of a table that is too large to be kept: its values are taken piece by piece, in any order.
#[derive(Debug)]
pub struct Streamed {
    sampler: DownSampler,
    axes: [String; 2],
    shape: [usize; 2],
    key: Key,
    title: String,
}

impl Streamed {
    /// Nothing seen yet of a table from the origin, the free coordinates of the window in their order.
    #[must_use]
    pub fn new(rules: &Rules, value: &TableValue, window: &Window, colouring: Colouring) -> Self {
        let cells = Cells::Small(Vec::new());
        let evidence = Evidence::Absent {
            why: String::new(),
            help: String::new(),
        };
        let view = TableView {
            rules,
            value,
            window,
            cells: &cells,
            evidence: &evidence,
            transposed: false,
            one_based: false,
        };
        let key = key(value, colouring);
        Streamed {
            sampler: sampler(view.shape(), &key),
            axes: view.axes(),
            shape: view.shape(),
            key,
            title: view.title(),
        }
    }

    /// Whether a table of this shape is drawn from pieces: beyond it single cells are not seen anyway.
    #[must_use]
    pub fn suits(shape: [usize; 2]) -> bool {
        shape.into_iter().any(|side| side > LARGEST_MAP) && shape[1] > 1
    }

    /// Takes values at fixed x from (x, y) on; of outcomes 0 is P.
    pub fn push(&mut self, at: [usize; 2], values: impl IntoIterator<Item = u32>) {
        let numbers = values.into_iter().map(|value| value as f32);
        self.sampler.push_at(at, numbers);
    }

    /// The figure of what was seen.
    #[must_use]
    pub fn finish(self, how: &str) -> Figure {
        let [rows, columns] = self.shape;
        let point = match self.key {
            Key::Kinds(_) => "a point is a P-position where any of its box is one",
            Key::Levels { .. } => "a point is the mean of a box",
        };
        let desc = format!(
            "{} for {rows} × {columns} positions; {point}; {} runs to the right, {} down. {how}",
            self.title, self.axes[0], self.axes[1]
        );
        let map = Map {
            axes: self.axes,
            origin: [0.0; 2],
            span: self.shape.map(|side| side as f64),
            values: self.sampler.finish(),
            key: self.key,
        };
        Figure::of("table", &self.title, &desc, map)
    }
}

fn key(value: &TableValue, Colouring { palette, scale }: Colouring) -> Key {
    let levels = |name: &str| Key::Levels {
        name: name.to_string(),
        palette,
        range: None,
        scale,
    };
    match value {
        TableValue::Outcome => Key::Kinds(vec!["P-position".to_string(), "N-position".to_string()]),
        TableValue::Grundy => levels("Grundy value"),
        TableValue::Remoteness => levels("remoteness"),
        TableValue::Options => levels("options"),
        TableValue::Suspense => levels("suspense"),
        TableValue::Birthday => levels("birthday"),
        TableValue::Win(_) | TableValue::Random(_) => Key::Levels {
            name: "probability".to_string(),
            palette: Palette::Diverging,
            range: Some([0.0, 1.0]),
            scale: Scale::Linear,
        },
    }
}

/// A long single column as a plot over its coordinate.
fn plot(view: &TableView<'_>) -> Row {
    let [rows, _] = view.shape();
    Row {
        axis: view.axes()[0].clone(),
        measure: view.value.to_string(),
        first: view.row_label(0).parse().unwrap_or(0),
        values: (0..rows)
            .map(|row| f64::from(view.number(row, 0)))
            .collect(),
        period: None,
    }
}
