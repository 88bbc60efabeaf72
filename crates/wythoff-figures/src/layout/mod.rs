//! From scenes to measured shapes.
//!
//! Everything is laid out for the width asked for, not scaled afterwards: text keeps a readable
//! size, and where labels would touch, fewer are written, in a regular rhythm.

mod axes;
mod board;
mod legend;
mod map;
mod pieces;
mod plots;

use crate::drawing::{Anchor, Drawing, Item, Text, Unit};
use crate::error::FigureError;
use crate::scene::{Figure, Panel, Scene};
use crate::text::{CAP_HEIGHT, LINE, text_width, wrap};
use crate::theme::{Colour, Colours, Theme};

/// The least and greatest side of a picture, in pixels.
pub const SIDES: [u32; 2] = [100, 10_000];
/// The smallest font of headings, axes and legends.
const LEAST_FONT: f64 = 7.0;

/// How a figure is to look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// Light or dark.
    pub theme: Theme,
    /// The width in CSS pixels (96 to the inch), from 100 to 10000; by the scene if `None`.
    pub width: Option<u32>,
    /// Whether the title is drawn above the figure.
    pub title: bool,
    /// How many raster cells a map may have for each CSS pixel; PNG sets it by its resolution.
    pub density: f64,
}

impl Default for Look {
    fn default() -> Self {
        Self {
            theme: Theme::Light,
            width: None,
            title: true,
            density: 2.0,
        }
    }
}

impl Look {
    /// The usual look on a dark ground.
    #[must_use]
    pub fn dark() -> Self {
        Self {
            theme: Theme::Dark,
            ..Self::default()
        }
    }

    /// This look at this width.
    #[must_use]
    pub fn wide(self, width: u32) -> Self {
        Self {
            width: Some(width),
            ..self
        }
    }
}

/// What a panel has become.
struct Placed {
    items: Vec<Item>,
    height: f64,
    unit: Option<Unit>,
}

/// Where a panel goes, and its measures.
#[derive(Clone, Copy)]
struct Slot<'a> {
    x: f64,
    y: f64,
    width: f64,
    /// The font size of headings, axes and legends.
    font: f64,
    colours: &'a Colours,
    density: f64,
}

/// Lays out `figure`.
///
/// # Errors
///
/// A width outside [`SIDES`] or a height that would be, nothing to draw, ragged rows, marks outside
/// the board, numbers that are not finite.
///
/// ```
/// # use wythoff_figures::{Board, Figure, Look, drawing};
/// let board = Board::of_values(&[vec![0, 1], vec![1, 2]]);
/// let figure = Figure::of("small", "A small board", "Two by two values.", board);
/// let drawing = drawing(&figure, &Look::default().wide(300))?;
/// assert_eq!(drawing.width, 300.0);
/// # Ok::<(), wythoff_figures::FigureError>(())
/// ```
pub fn drawing(figure: &Figure, look: &Look) -> Result<Drawing, FigureError> {
    if figure.panels.is_empty() {
        return Err(FigureError::Empty { what: "the figure" });
    }
    let width = match look.width {
        Some(width) => checked_side(f64::from(width))?,
        None => natural_width(figure),
    };
    let margin = (width * 0.02).max(3.0);
    let colours = look.theme.colours();
    let columns = columns(figure.panels.len(), width);
    let gap = 2.0 * margin;
    let inner = (width - 2.0 * margin - gap * (columns as f64 - 1.0)) / columns as f64;
    let font = font_size(inner);

    let (mut items, mut y) = (Vec::new(), margin);
    if look.title {
        y = title(
            &figure.title,
            [margin, y],
            width - 2.0 * margin,
            font * 1.2,
            colours,
            &mut items,
        );
    }
    let mut unit = None;
    for (row, panels) in figure.panels.chunks(columns).enumerate() {
        let mut tallest: f64 = 0.0;
        for (column, panel) in panels.iter().enumerate() {
            let x = margin + (inner + gap) * column as f64;
            let slot = Slot {
                x,
                y,
                width: inner,
                font,
                colours,
                density: look.density,
            };
            let placed = place(panel, slot)?;
            tallest = tallest.max(placed.height);
            unit = unit.or(placed.unit);
            if figure.panels.len() == 1 {
                items.extend(placed.items);
            } else {
                let number = row * columns + column + 1;
                let label = panel.heading.clone();
                items.push(Item::Group {
                    id: format!("panel-{number}"),
                    label,
                    items: placed.items,
                });
            }
        }
        y += tallest + margin;
    }
    let height = y.ceil();
    checked_side(height.max(f64::from(SIDES[0])))?;
    Ok(Drawing {
        id: clean_id(&figure.id),
        title: figure.title.clone(),
        desc: figure.desc.clone(),
        width,
        height,
        theme: look.theme,
        unit,
        items,
    })
}

/// Letters, digits and `-` only, beginning with a letter: an id that every format takes.
fn clean_id(id: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let clean: String = id.chars().map(plain).collect();
    let led = clean.starts_with(|c: char| c.is_ascii_alphabetic());
    if led {
        clean
    } else {
        format!("figure-{clean}")
    }
}

fn checked_side(side: f64) -> Result<f64, FigureError> {
    let [least, greatest] = SIDES;
    if side >= f64::from(least) && side <= f64::from(greatest) {
        Ok(side)
    } else {
        Err(FigureError::Size {
            asked: side.max(0.0) as u64,
            least,
            greatest,
        })
    }
}

/// A width at which the panels are comfortable: 40 pixels a cell on boards.
fn natural_width(figure: &Figure) -> f64 {
    let of_panel = |panel: &Panel| match &panel.scene {
        Scene::Board(board) => (board.shape()[0] as f64 + 1.6) * 40.0,
        Scene::Scatter(_) => 640.0,
        Scene::Map(map) => (map.values.shape()[0] as f64 * 1.3 + 120.0).clamp(480.0, 4000.0),
        Scene::Histogram(_) | Scene::Row(_) => 720.0,
    };
    let widest = figure
        .panels
        .iter()
        .map(of_panel)
        .fold(240.0, f64::max)
        .min(4000.0);
    (widest * figure.panels.len().min(4) as f64)
        .min(3200.0)
        .round()
}

/// The font of headings, axes and legends in a panel of this width: in proportion up to a page's
/// width, slower beyond it, so that large maps are not crowded out by their labels.
fn font_size(width: f64) -> f64 {
    const PAGE: f64 = 900.0;
    let beyond = (width / PAGE).max(1.0);
    (width.min(PAGE) / 38.0 * beyond.powf(0.75)).max(LEAST_FONT)
}

/// How many panels stand in a row: at least 160 pixels each, at most four.
fn columns(panels: usize, width: f64) -> usize {
    let fitting = ((width / 160.0) as usize).clamp(1, 4);
    // Even rows: five panels stand as three and two rather than four and one.
    let rows = panels.div_ceil(fitting.min(panels));
    panels.div_ceil(rows)
}

/// Writes the title from `at` down and returns the y below it. A title of more than three lines
/// is left to the picture's own title.
fn title(
    text: &str,
    [x, y]: [f64; 2],
    width: f64,
    size: f64,
    colours: &Colours,
    items: &mut Vec<Item>,
) -> f64 {
    let lines = wrap(text, size, width, true);
    let fits = lines.len() <= 3
        && lines
            .iter()
            .all(|line| text_width(line, true) * size <= width);
    if lines.is_empty() || !fits {
        return y;
    }
    let mut baseline = y + size * CAP_HEIGHT;
    for line in &lines {
        items.push(text_item(
            line,
            [x, baseline],
            size,
            Anchor::Start,
            colours.ink,
            true,
        ));
        baseline += size * LINE;
    }
    baseline - size * CAP_HEIGHT + size * 0.2
}

fn place(panel: &Panel, slot: Slot<'_>) -> Result<Placed, FigureError> {
    let mut items = Vec::new();
    let mut y = slot.y;
    if !panel.heading.is_empty() {
        let at = [slot.x, slot.y];
        y = title(
            &panel.heading,
            at,
            slot.width,
            slot.font,
            slot.colours,
            &mut items,
        );
    }
    let below = Slot { y, ..slot };
    let placed = match &panel.scene {
        Scene::Board(board) => board::place(board, below)?,
        Scene::Scatter(scatter) => plots::scatter(scatter, below)?,
        Scene::Map(map) => map::place(map, below)?,
        Scene::Histogram(histogram) => plots::histogram(histogram, below)?,
        Scene::Row(row) => plots::row(row, below)?,
    };
    items.extend(placed.items);
    Ok(Placed {
        items,
        height: placed.height + y - slot.y,
        unit: placed.unit,
    })
}

fn text_item(
    content: &str,
    at: [f64; 2],
    size: f64,
    anchor: Anchor,
    colour: Colour,
    bold: bool,
) -> Item {
    Item::Text(Text {
        at,
        size,
        anchor,
        bold,
        upward: false,
        colour,
        content: content.to_owned(),
    })
}

/// The baseline that centres digits and capitals of this size about `y`.
fn centred(y: f64, size: f64) -> f64 {
    y + size * CAP_HEIGHT / 2.0
}

pub(crate) use map::raster;
