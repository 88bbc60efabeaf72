//! The form between scenes and file formats: shapes with measured places and colours.
//!
//! Coordinates are CSS pixels, x to the right, y down. A scene is laid out once into a [`Drawing`];
//! each format only spells it.

use crate::raster::Raster;
use crate::theme::{Colour, Theme};

/// A laid-out picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// A short word without spaces that begins every id of the picture.
    pub id: String,
    /// What the picture shows, in one line.
    pub title: String,
    /// What the picture shows, for those who cannot see it.
    pub desc: String,
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
    /// Light or dark; its ground fills the picture.
    pub theme: Theme,
    /// A unit that makes coordinates readable in formats that people edit.
    pub unit: Option<Unit>,
    /// The shapes, the lowest first.
    pub items: Vec<Item>,
}

/// Coordinates counted in cells from the corner of the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unit {
    /// The upper left corner of cell (0, 0).
    pub origin: [f64; 2],
    /// The side of a cell.
    pub size: f64,
}

/// One shape, or a named group of shapes.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// Shapes that belong together.
    Group {
        /// The id, without the picture's own.
        id: String,
        /// What the group is, for those who cannot see it.
        label: String,
        /// The shapes.
        items: Vec<Item>,
    },
    /// A filled rectangle.
    Fill(Box4, Colour),
    /// The outline of a rectangle.
    Frame(Box4, Stroke),
    /// A straight line.
    Line {
        /// One end.
        from: [f64; 2],
        /// The other.
        to: [f64; 2],
        /// How it is drawn.
        stroke: Stroke,
    },
    /// A line through many points.
    Polyline(Vec<[f64; 2]>, Stroke),
    /// A filled polygon.
    Polygon(Vec<[f64; 2]>, Colour),
    /// Many like marks.
    Dots {
        /// Their shape.
        shape: Shape,
        /// Half their width.
        radius: f64,
        /// Their colour.
        colour: Colour,
        /// Their centres.
        centres: Vec<[f64; 2]>,
    },
    /// A line of text.
    Text(Text),
    /// A picture of cells.
    Image(Box4, Raster),
}

/// A rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Box4 {
    /// Its left side.
    pub x: f64,
    /// Its top.
    pub y: f64,
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
}

impl Box4 {
    /// The rectangle with this corner and these sides.
    #[must_use]
    pub const fn new(x: f64, y: f64, width: f64, height: f64) -> Self {
        Self {
            x,
            y,
            width,
            height,
        }
    }

    /// The right side.
    #[must_use]
    pub fn right(&self) -> f64 {
        self.x + self.width
    }

    /// The bottom.
    #[must_use]
    pub fn bottom(&self) -> f64 {
        self.y + self.height
    }

    /// The centre.
    #[must_use]
    pub fn centre(&self) -> [f64; 2] {
        [self.x + self.width / 2.0, self.y + self.height / 2.0]
    }

    /// The rectangle whose sides lie `by` further in.
    #[must_use]
    pub fn inset(&self, by: f64) -> Self {
        Self::new(
            self.x + by,
            self.y + by,
            self.width - 2.0 * by,
            self.height - 2.0 * by,
        )
    }

    /// Whether the two share more than a hair of area.
    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        const HAIR: f64 = 0.01;
        self.x + HAIR < other.right()
            && other.x + HAIR < self.right()
            && self.y + HAIR < other.bottom()
            && other.y + HAIR < self.bottom()
    }
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Its colour.
    pub colour: Colour,
    /// Its width.
    pub width: f64,
    /// Whether it is dashed.
    pub dashed: bool,
}

impl Stroke {
    /// A full line.
    #[must_use]
    pub const fn new(colour: Colour, width: f64) -> Self {
        Self {
            colour,
            width,
            dashed: false,
        }
    }

    /// The same line, dashed.
    #[must_use]
    pub const fn dashed(self) -> Self {
        Self {
            dashed: true,
            ..self
        }
    }
}

/// The shape of a mark; categories differ in shape as well as in colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A disc.
    Disc,
    /// An upright square.
    Square,
    /// A square on its corner.
    Diamond,
    /// A triangle.
    Triangle,
}

impl Shape {
    /// The corners of the shape about the origin for radius 1; none for a disc.
    #[must_use]
    pub fn corners(self) -> &'static [[f64; 2]] {
        match self {
            Self::Disc => &[],
            Self::Square => &[[-0.89, -0.89], [0.89, -0.89], [0.89, 0.89], [-0.89, 0.89]],
            Self::Diamond => &[[0.0, -1.25], [1.25, 0.0], [0.0, 1.25], [-1.25, 0.0]],
            Self::Triangle => &[[0.0, -1.25], [1.16, 0.8], [-1.16, 0.8]],
        }
    }

    /// The shape of category `i`.
    #[must_use]
    pub fn of_category(i: usize) -> Self {
        [Self::Disc, Self::Square, Self::Diamond, Self::Triangle][i % 4]
    }
}

/// Which point of a text its place is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The left end of the baseline.
    Start,
    /// The middle of the baseline.
    Middle,
    /// The right end of the baseline.
    End,
}

/// A line of text.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// The place of the anchor, on the baseline.
    pub at: [f64; 2],
    /// The font size.
    pub size: f64,
    /// Which point `at` is.
    pub anchor: Anchor,
    /// Whether it is bold.
    pub bold: bool,
    /// Whether it runs upward (a quarter turn against the clock).
    pub upward: bool,
    /// Its colour.
    pub colour: Colour,
    /// What it says.
    pub content: String,
}

impl Text {
    /// The area that the text covers, as measured.
    #[must_use]
    pub fn area(&self) -> Box4 {
        let width = crate::text::text_width(&self.content, self.bold) * self.size;
        let before = match self.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => width / 2.0,
            Anchor::End => width,
        };
        let height = self.size * crate::text::CAP_HEIGHT;
        let [x, y] = self.at;
        if self.upward {
            Box4::new(x - height, y + before - width, height, width)
        } else {
            Box4::new(x - before, y - height, width, height)
        }
    }
}

impl Drawing {
    /// Every shape, groups opened, the lowest first.
    #[must_use]
    pub fn shapes(&self) -> Vec<&Item> {
        let mut out = Vec::new();
        let mut open: Vec<&Item> = self.items.iter().rev().collect();
        while let Some(item) = open.pop() {
            match item {
                Item::Group { items, .. } => open.extend(items.iter().rev()),
                shape => out.push(shape),
            }
        }
        out
    }

    /// Every text.
    #[must_use]
    pub fn texts(&self) -> Vec<&Text> {
        self.shapes()
            .into_iter()
            .filter_map(|item| {
                if let Item::Text(text) = item {
                    Some(text)
                } else {
                    None
                }
            })
            .collect()
    }
}
