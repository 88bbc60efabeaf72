//! Tables as pictures: SVG, PNG, PDF, TikZ, and the tables of papers: LaTeX, XLSX.

use std::path::Path;

use wythoff::{Error, ErrorKind};
use wythoff_figures::tables::{self, Colouring};
use wythoff_figures::{Figure, FigureError, Look, Theme, latex, pdf, png, svg, tikz, xlsx};

use super::TableOutput;

/// How pictures are to look.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    pub(crate) look: Look,
    pub(crate) dpi: u32,
    pub(crate) colouring: Colouring,
    pub(crate) latex: latex::Style,
}

impl Default for Style {
    fn default() -> Style {
        Style {
            look: Look::default(),
            dpi: png::DPI,
            colouring: Colouring::default(),
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

/// What writes a figure in the format of this name.
pub(super) fn named(name: &str) -> Option<FigureWriter> {
    let is_named = |ending: &str| ending.strip_prefix('.') == Some(name);
    let found = WRITERS.iter().find(|(ending, _)| is_named(ending));
    found.map(|&(_, write)| write)
}

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

pub(super) fn svg(table: &TableOutput<'_>) -> Result<Vec<u8>, Error> {
    svg_bytes(&figure(table)?, &table.style)
}

pub(super) fn png(table: &TableOutput<'_>) -> Result<Vec<u8>, Error> {
    png_bytes(&figure(table)?, &table.style)
}

pub(super) fn pdf(table: &TableOutput<'_>) -> Result<Vec<u8>, Error> {
    pdf_bytes(&figure(table)?, &table.style)
}

pub(super) fn tikz(table: &TableOutput<'_>) -> Result<Vec<u8>, Error> {
    tikz_bytes(&figure(table)?, &table.style)
}

pub(super) fn latex(table: &TableOutput<'_>) -> Result<Vec<u8>, Error> {
    let board = tables::board(&table.view, &table.highlights);
    Ok(latex::write(&board, table.style.latex)
        .map_err(|error| told(&error))?
        .into_bytes())
}

pub(super) fn xlsx(table: &TableOutput<'_>) -> Result<Vec<u8>, Error> {
    let board = tables::board(&table.view, &table.highlights);
    xlsx::write(&board, &table.view.title()).map_err(|error| told(&error))
}

fn figure(table: &TableOutput<'_>) -> Result<Figure, Error> {
    tables::figure(&table.view, &table.highlights, table.style.colouring)
        .map_err(|error| told(&error))
}

/// An error of a picture as one of the command line: sizes are limits.
pub(crate) fn told(error: &FigureError) -> Error {
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
