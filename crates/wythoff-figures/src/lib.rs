//! Pictures and tables ready for a paper, from plain data.
//!
//! A [`Figure`] says what is shown (boards of values, scatters, maps, histograms, rows);
//! [`drawing`] lays it out for a width and a theme; [`svg`], [`png`], [`pdf`] and [`tikz`] spell
//! the same drawing. [`latex`], [`xlsx`] and [`bfile`] write tables. All of that is plain data; only
//! [`tables`] knows games: it makes figures of tables of values. Nothing here reads or writes files, or decides
//! a value: floats only say where things are drawn.
//!
//! ```
//! use wythoff_figures::{Board, Figure, Look, Mark, svg};
//! let board = Board::of_values(&[vec![0, 1, 2], vec![1, 2, 0], vec![2, 0, 1]])
//!     .marked(Mark::Chosen, "P-position", |x, y| [0, 3].contains(&(x + y)) && x.abs_diff(y) < 2);
//! let figure = Figure::of("grundy", "Grundy values", "A three by three board.", board);
//! let picture = svg::write(&figure, &Look::default())?;
//! assert!(picture.starts_with("<svg"));
//! # Ok::<(), wythoff_figures::FigureError>(())
//! ```

#![forbid(unsafe_code)]

pub mod bfile;
mod drawing;
mod error;
mod grid;
pub mod latex;
mod layout;
mod paint;
mod palette_tables;
pub mod pass_figures;
pub mod pdf;
pub mod png;
mod raster;
mod scene;
pub mod svg;
pub mod tables;
mod text;
mod theme;
pub mod tikz;
pub mod xlsx;

pub use drawing::{Anchor, Box4, Drawing, Item, Shape, Stroke, Text, Unit};
pub use error::FigureError;
pub use grid::{DownSampler, Filter, Grid};
pub use layout::{Look, SIDES, drawing};
pub use raster::Raster;
pub use scene::{
    Block, Board, Cell, Figure, Histogram, Key, Map, Mark, Marker, Panel, Period, PointSet, Ray,
    Row, Scale, Scatter, Scene, SlopedLine,
};
pub use text::text_width;
pub use theme::{Colour, Colours, LEVELS, Palette, Theme};
