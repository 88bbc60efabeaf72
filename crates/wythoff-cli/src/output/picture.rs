//! Tables as pictures: SVG, PNG, PDF, TikZ, and the tables of papers: LaTeX, XLSX.
//!
//! Small tables are boards of values, larger ones maps of colours, single columns a plot over their
//! coordinate. Pictures have the first coordinate to the right and the second down. Floats only say
//! where and in which colour something is drawn.

use std::path::Path;

use wythoff::table::{Cells, TableValue};
use wythoff::values::Outcome;
use wythoff::{Error, ErrorKind};
use wythoff_figures::{
    Board, Cell, DownSampler, Figure, FigureError, Filter, Grid, Key, Look, Map, Mark, Palette,
    Row, Scale, Scene, Theme, latex, pdf, png, svg, tikz, xlsx,
};

use super::TableView;

/// The largest side of a board whose values are written out.
const LARGEST_BOARD: usize = 40;
/// The largest side of a map before it is down-sampled.
const LARGEST_MAP: usize = 4000;

/// How pictures are to look.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    pub(crate) look: Look,
    pub(crate) dpi: u32,
    pub(crate) palette: Palette,
    pub(crate) scale: Scale,
    pub(crate) latex: latex::Style,
}

impl Default for Style {
    fn default() -> Style {
        Style {
            look: Look::default(),
            dpi: png::DPI,
            palette: Palette::Viridis,
            scale: Scale::Linear,
            latex: latex::Style::Booktabs,
        }
    }
}

impl Style {
    /// The same style on a dark ground.
    pub(crate) fn dark(mut self) -> Style {
        self.look.theme = Theme::Dark;
        self
    }
}

/// Writes a figure in some format.
pub(crate) type FigureWriter = fn(&Figure, &Style) -> Result<Vec<u8>, Error>;

/// The formats of pictures by their endings.
const WRITERS: [(&str, FigureWriter); 4] = [
    (".svg", svg_bytes),
    (".png", png_bytes),
    (".pdf", pdf_bytes),
    (".tikz", tikz_bytes),
];

/// What writes a figure to a file of this name.
pub(crate) fn writer(path: &Path) -> Result<FigureWriter, Error> {
    let name = path.to_string_lossy();
    let found = WRITERS.iter().find(|(ending, _)| name.ends_with(ending));
    found.map(|&(_, write)| write).ok_or_else(|| {
        let endings = WRITERS.map(|(ending, _)| ending).join(" ");
        Error::input(format!(
            "found the file name {name}, expected one of the endings {endings}"
        ))
    })
}

fn svg_bytes(figure: &Figure, style: &Style) -> Result<Vec<u8>, Error> {
    Ok(svg::write(figure, &style.look)
        .map_err(|error| told(&error))?
        .into_bytes())
}

fn png_bytes(figure: &Figure, style: &Style) -> Result<Vec<u8>, Error> {
    png::write(figure, &style.look, style.dpi).map_err(|error| told(&error))
}

fn pdf_bytes(figure: &Figure, style: &Style) -> Result<Vec<u8>, Error> {
    pdf::write(figure, &style.look).map_err(|error| told(&error))
}

fn tikz_bytes(figure: &Figure, style: &Style) -> Result<Vec<u8>, Error> {
    Ok(tikz::write(figure, &style.look)
        .map_err(|error| told(&error))?
        .into_bytes())
}

pub(super) fn svg(view: &TableView<'_>) -> Result<Vec<u8>, Error> {
    svg_bytes(&figure(view)?, &view.style)
}

pub(super) fn png(view: &TableView<'_>) -> Result<Vec<u8>, Error> {
    png_bytes(&figure(view)?, &view.style)
}

pub(super) fn pdf(view: &TableView<'_>) -> Result<Vec<u8>, Error> {
    pdf_bytes(&figure(view)?, &view.style)
}

pub(super) fn tikz(view: &TableView<'_>) -> Result<Vec<u8>, Error> {
    tikz_bytes(&figure(view)?, &view.style)
}

pub(super) fn latex(view: &TableView<'_>) -> Result<Vec<u8>, Error> {
    Ok(latex::write(&board(view), view.style.latex)
        .map_err(|error| told(&error))?
        .into_bytes())
}

pub(super) fn xlsx(view: &TableView<'_>) -> Result<Vec<u8>, Error> {
    xlsx::write(&board(view), &title(view)).map_err(|error| told(&error))
}

/// An error of a picture as one of the command line: sizes are limits.
fn told(error: &FigureError) -> Error {
    let kind = match error {
        FigureError::Size { .. } => ErrorKind::Input,
        _ => ErrorKind::Limit,
    };
    let message = error.to_string();
    let error = Error::new(kind, message);
    if kind == ErrorKind::Input {
        error.help("choose --width, --dpi or --size accordingly")
    } else {
        error
    }
}

/// The picture of a table without its title.
pub(crate) fn scene(view: &TableView<'_>) -> Result<Scene, Error> {
    let [rows, columns] = view.shape();
    Ok(
        if columns == 1 && rows > LARGEST_BOARD && !matches!(view.cells, Cells::Outcomes(_)) {
            row(view).into()
        } else if rows.max(columns) <= LARGEST_BOARD {
            board(view).into()
        } else {
            map(view).map_err(|error| told(&error))?.into()
        },
    )
}

/// The picture of a table.
fn figure(view: &TableView<'_>) -> Result<Figure, Error> {
    let [rows, columns] = view.shape();
    let scene = scene(view)?;
    let [first, second] = view.axes();
    let desc = format!(
        "{} for {rows} × {columns} positions; {first} runs to the right{}. {}",
        title(view),
        if second.is_empty() {
            String::new()
        } else {
            format!(", {second} down")
        },
        view.evidence
    );
    Ok(Figure::of("table", &title(view), &desc, scene))
}

fn title(view: &TableView<'_>) -> String {
    let value = match view.value {
        TableValue::Outcome => "Outcomes".to_string(),
        TableValue::Grundy => "Grundy values".to_string(),
        TableValue::Remoteness => "Remoteness".to_string(),
        TableValue::Options => "Numbers of options".to_string(),
        TableValue::Suspense => "Suspense".to_string(),
        TableValue::Birthday => "Lengths of the longest play".to_string(),
        TableValue::Win(p) => format!("Winning probability (p = {p})"),
        TableValue::Random(model) => format!("Winning probability ({model})"),
    };
    let slice = view.window.slice();
    let fixed = slice.fixed.len() > slice.free().len();
    let at = if fixed {
        format!(" at {slice}")
    } else {
        String::new()
    };
    format!("{value} of {}{at}", view.rules)
}

/// The values with P-positions marked.
fn board(view: &TableView<'_>) -> Board {
    let [rows, columns] = view.shape();
    let cell = |row, column| {
        let mark = if view.is_p(row, column) {
            Mark::Chosen
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
    let marked = cells.iter().flatten().any(|cell| cell.mark == Mark::Chosen);
    let mut board = Board::of_cells(cells);
    board.axes = view.axes();
    board.origin = [view.row_label(0), view.column_label(0)];
    if marked {
        board.legend.push((Mark::Chosen, "P-position".to_string()));
    }
    board
}

/// A cell as a number to be drawn.
fn number(view: &TableView<'_>, row: usize, column: usize) -> f32 {
    let index = view.index(row, column);
    match view.cells {
        Cells::Outcomes(cells) => f32::from(u8::from(cells[index] == Outcome::N)),
        Cells::Small(cells) => cells[index] as f32,
        Cells::Big(cells) => cells[index].to_f32().value(),
        Cells::Fractions(cells) => cells[index].to_f32_fast(),
    }
}

fn map(view: &TableView<'_>) -> Result<Map, FigureError> {
    let shape = view.shape();
    let key = key(view);
    let filter = if matches!(key, Key::Kinds(_)) {
        Filter::First
    } else {
        Filter::Mean
    };
    let longest = shape[0].max(shape[1]);
    let boxes = longest.div_ceil(LARGEST_MAP);
    let mut sampler = DownSampler::new(shape, shape.map(|side| side.div_ceil(boxes)), filter);
    for row in 0..shape[0] {
        sampler.push((0..shape[1]).map(|column| number(view, row, column)));
    }
    let values: Grid = sampler.finish();
    let place = |label: String| label.parse().unwrap_or(0.0);
    Ok(Map {
        axes: view.axes(),
        origin: [place(view.row_label(0)), place(view.column_label(0))],
        span: shape.map(|side| side as f64),
        values,
        key,
    })
}

fn key(view: &TableView<'_>) -> Key {
    let (palette, scale) = (view.style.palette, view.style.scale);
    let levels = |name: &str| Key::Levels {
        name: name.to_string(),
        palette,
        range: None,
        scale,
    };
    match view.value {
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
fn row(view: &TableView<'_>) -> Row {
    let [rows, _] = view.shape();
    Row {
        axis: view.axes()[0].clone(),
        measure: view.value.to_string(),
        first: view.row_label(0).parse().unwrap_or(0),
        values: (0..rows)
            .map(|row| f64::from(number(view, row, 0)))
            .collect(),
        period: None,
    }
}
