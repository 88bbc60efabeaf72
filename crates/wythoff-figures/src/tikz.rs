//! TikZ: a document of its own that compiles as it stands, written to be edited.
//!
//! Coordinates of boards count cells from the upper left corner, so that `(3,5)` is a corner of
//! cell (3, 5); colours have names; groups are commented. Needs only TikZ and `standalone`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::drawing::{Anchor, Box4, Drawing, Item, Shape, Stroke, Text, Unit};
use crate::error::FigureError;
use crate::layout::{Look, drawing};
use crate::raster::Raster;
use crate::scene::Figure;
use crate::theme::{Colour, Theme};

/// TeX points (`bp`) of a CSS pixel.
const POINTS: f64 = 0.75;
/// Cells along a side of a raster: more would outgrow TeX's memory.
const RASTER: f64 = 64.0;
/// Dots of one set, for the same reason.
const DOTS: usize = 8000;

/// The figure as a LaTeX document with one TikZ picture. Maps are down-sampled to at most about
/// sixty cells a side, and dense sets of points are thinned.
///
/// # Errors
///
/// Those of [`drawing`](crate::drawing()).
///
/// ```
/// # use wythoff_figures::{Board, Figure, Look, tikz};
/// let figure = Figure::of("one", "One cell", "A board of one cell.", Board::of_values(&[vec![7]]));
/// let text = tikz::write(&figure, &Look::default())?;
/// assert!(text.contains("\\begin{tikzpicture}") && text.contains("{7};"));
/// # Ok::<(), wythoff_figures::FigureError>(())
/// ```
pub fn write(figure: &Figure, look: &Look) -> Result<String, FigureError> {
    let about = drawing(
        figure,
        &Look {
            density: 0.01,
            ..*look
        },
    )?;
    let look = Look {
        density: RASTER / about.width,
        ..*look
    };
    Ok(of_drawing(&drawing(figure, &look)?))
}

/// A laid-out drawing as a LaTeX document.
#[must_use]
pub fn of_drawing(drawing: &Drawing) -> String {
    let unit = drawing.unit.unwrap_or(Unit {
        origin: [0.0, 0.0],
        size: 1.0,
    });
    let mut writer = Writer::new(drawing.theme, unit);
    let page = Box4::new(0.0, 0.0, drawing.width, drawing.height);
    let area = writer.rectangle(page);
    let _ = writeln!(writer.body, "\\useasboundingbox {area};");
    if drawing.theme == Theme::Dark {
        writer.item(&Item::Fill(page, drawing.theme.colours().ground));
    }
    writer.items(&drawing.items);
    let step = short(unit.size * POINTS);
    let mut out = format!("% {}\n", comment(&drawing.title));
    let _ = writeln!(out, "% {}", comment(&drawing.desc));
    out.push_str("\\documentclass[tikz]{standalone}\n\\usepackage[T1]{fontenc}\n");
    out.push_str("\\IfFileExists{lmodern.sty}{\\usepackage{lmodern}}{}\n");
    out.push_str("\\renewcommand{\\familydefault}{\\sfdefault}\n");
    for (colour, name) in &writer.colours {
        let _ = writeln!(out, "\\definecolor{{{name}}}{{HTML}}{{{}}}", colour.latex());
    }
    let _ = writeln!(
        out,
        "\\begin{{document}}\n\\begin{{tikzpicture}}[x={step}bp, y=-{step}bp, \
         every node/.style={{inner sep=0pt, outer sep=0pt, anchor=base}}]"
    );
    out + &writer.body + "\\end{tikzpicture}\n\\end{document}\n"
}

struct Writer {
    body: String,
    theme: Theme,
    unit: Unit,
    colours: BTreeMap<Colour, String>,
}

impl Writer {
    fn new(theme: Theme, unit: Unit) -> Self {
        Self {
            body: String::new(),
            theme,
            unit,
            colours: BTreeMap::new(),
        }
    }

    fn colour(&mut self, colour: Colour) -> String {
        let known = self.theme.name(colour);
        let fresh = || known.map_or_else(|| format!("wy{}", colour.latex()), str::to_owned);
        self.colours.entry(colour).or_insert_with(fresh).clone()
    }

    fn point(&self, [x, y]: [f64; 2]) -> String {
        let [ox, oy] = self.unit.origin;
        format!(
            "({},{})",
            short((x - ox) / self.unit.size),
            short((y - oy) / self.unit.size)
        )
    }

    fn rectangle(&self, place: Box4) -> String {
        let corner = self.point([place.x, place.y]);
        format!(
            "{corner} rectangle {}",
            self.point([place.right(), place.bottom()])
        )
    }

    fn items(&mut self, items: &[Item]) {
        let mut rest = items;
        while let Some(item) = rest.first() {
            let texts = rest.iter().take_while(|i| like(i, item)).count();
            if let (Item::Text(text), 2..) = (item, texts) {
                self.texts(&text.clone(), &rest[..texts]);
                rest = &rest[texts..];
            } else {
                self.item(item);
                rest = &rest[1..];
            }
        }
    }

    /// Texts of one style in a scope that states it once.
    fn texts(&mut self, style: &Text, items: &[Item]) {
        let options = self.text_options(style);
        let _ = writeln!(
            self.body,
            "\\begin{{scope}}[every node/.append style={{{options}}}]"
        );
        for item in items {
            if let Item::Text(text) = item {
                let at = self.point(text.at);
                let _ = writeln!(self.body, "\\node at {at} {{{}}};", escape(&text.content));
            }
        }
        self.body.push_str("\\end{scope}\n");
    }

    fn text_options(&mut self, text: &Text) -> String {
        let colour = self.colour(text.colour);
        let size = text.size * POINTS;
        let bold = if text.bold { "\\bfseries" } else { "" };
        let anchor = match text.anchor {
            Anchor::Start => ", anchor=base west",
            Anchor::Middle => "",
            Anchor::End => ", anchor=base east",
        };
        let turn = if text.upward { ", rotate=90" } else { "" };
        let (font, line) = (short(size), short(size * 1.2));
        format!(
            "text={colour}, font=\\fontsize{{{font}bp}}{{{line}bp}}\\selectfont{bold}{anchor}{turn}"
        )
    }

    fn item(&mut self, item: &Item) {
        let line = match item {
            Item::Group { label, items, .. } => {
                let _ = writeln!(self.body, "% {}", comment(label));
                return self.items(items);
            }
            Item::Fill(place, colour) => {
                let name = self.colour(*colour);
                format!("\\fill[{name}] {};", self.rectangle(*place))
            }
            Item::Frame(place, stroke) => {
                let style = self.stroke(stroke);
                format!("\\draw[{style}] {};", self.rectangle(*place))
            }
            Item::Line { from, to, stroke } => {
                let style = self.stroke(stroke);
                format!(
                    "\\draw[{style}] {} -- {};",
                    self.point(*from),
                    self.point(*to)
                )
            }
            Item::Polyline(points, stroke) => {
                let style = self.stroke(stroke);
                format!("\\draw[{style}] {};", self.path(points))
            }
            Item::Polygon(points, colour) => {
                let name = self.colour(*colour);
                format!("\\fill[{name}] {} -- cycle;", self.path(points))
            }
            Item::Dots {
                shape,
                radius,
                colour,
                centres,
            } => {
                return self.dots(*shape, *radius, *colour, centres);
            }
            Item::Text(text) => {
                let options = self.text_options(text);
                format!(
                    "\\node[{options}] at {} {{{}}};",
                    self.point(text.at),
                    escape(&text.content)
                )
            }
            Item::Image(place, raster) => return self.image(*place, raster),
        };
        self.body.push_str(&line);
        self.body.push('\n');
    }

    fn stroke(&mut self, stroke: &Stroke) -> String {
        let width = short(stroke.width * POINTS);
        let dashes = short(stroke.width * POINTS * 4.0);
        let dashed = if stroke.dashed {
            format!(", dash pattern=on {dashes}bp off {dashes}bp")
        } else {
            String::new()
        };
        format!(
            "{}, line width={width}bp{dashed}",
            self.colour(stroke.colour)
        )
    }

    fn path(&self, points: &[[f64; 2]]) -> String {
        points
            .iter()
            .map(|&p| self.point(p))
            .collect::<Vec<_>>()
            .join(" -- ")
    }

    fn dots(&mut self, shape: Shape, radius: f64, colour: Colour, centres: &[[f64; 2]]) {
        let name = self.colour(colour);
        let every = centres.len().div_ceil(DOTS).max(1);
        for &[x, y] in centres.iter().step_by(every) {
            let path = if shape == Shape::Disc {
                format!(
                    "{} circle[radius={}bp]",
                    self.point([x, y]),
                    short(radius * POINTS)
                )
            } else {
                let corner = |&[dx, dy]: &[f64; 2]| [x + dx * radius, y + dy * radius];
                let corners: Vec<[f64; 2]> = shape.corners().iter().map(corner).collect();
                format!("{} -- cycle", self.path(&corners))
            };
            let _ = writeln!(self.body, "\\fill[{name}] {path};");
        }
    }

    /// Runs of one colour in each row.
    fn image(&mut self, place: Box4, raster: &Raster) {
        let (columns, rows) = (raster.width(), raster.height());
        let (width, height) = (
            place.width / f64::from(columns),
            place.height / f64::from(rows),
        );
        for (y, row) in raster.indices().chunks(columns as usize).enumerate() {
            let mut x = 0;
            for run in row.chunk_by(|a, b| a == b) {
                // A hair of overlap closes the seams that viewers show between neighbours.
                let (left, top) = (place.x + width * x as f64, place.y + height * y as f64);
                let area = Box4::new(left, top, width * run.len() as f64, height);
                let colour = raster.palette()[usize::from(run[0])];
                self.item(&Item::Fill(area, colour));
                x += run.len();
            }
        }
    }
}

/// Whether two items are texts of one style.
fn like(a: &Item, b: &Item) -> bool {
    match (a, b) {
        (Item::Text(a), Item::Text(b)) => {
            (a.anchor, a.bold, a.upward, a.colour) == (b.anchor, b.bold, b.upward, b.colour)
                && (a.size - b.size).abs() < 1e-9
        }
        _ => false,
    }
}

/// At most four decimals.
fn short(value: f64) -> String {
    let text = format!("{value:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".to_owned()
    } else {
        text.to_owned()
    }
}

/// One line, as a comment.
fn comment(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}

/// Text as LaTeX reads it: its own signs escaped, mathematical ones spelled as mathematics.
///
/// ```
/// # use wythoff_figures::tikz::escape;
/// assert_eq!(escape("50% & y = φx"), "50\\% \\& y = $\\varphi$x");
/// ```
#[must_use]
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                out.push('\\');
                out.push(c);
            }
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '<' | '>' | '|' => {
                let _ = write!(out, "${c}$");
            }
            c if c.is_control() => out.push(' '),
            c => match mathematics(c) {
                Some(spelled) => out.push_str(spelled),
                None => out.push(c),
            },
        }
    }
    out
}

fn mathematics(c: char) -> Option<&'static str> {
    Some(match c {
        'φ' | 'ϕ' => "$\\varphi$",
        'α' => "$\\alpha$",
        'β' => "$\\beta$",
        'γ' => "$\\gamma$",
        'λ' => "$\\lambda$",
        'ι' => "$\\iota$",
        'μ' => "$\\mu$",
        'σ' => "$\\sigma$",
        '−' => "$-$",
        '×' => "$\\times$",
        '·' => "$\\cdot$",
        '≤' => "$\\le$",
        '≥' => "$\\ge$",
        '≠' => "$\\ne$",
        '≈' => "$\\approx$",
        '→' => "$\\to$",
        '←' => "$\\leftarrow$",
        '∞' => "$\\infty$",
        '√' => "$\\surd$",
        '⌊' => "$\\lfloor$",
        '⌋' => "$\\rfloor$",
        '⌈' => "$\\lceil$",
        '⌉' => "$\\rceil$",
        '₀' => "$_0$",
        '₁' => "$_1$",
        '₂' => "$_2$",
        '²' => "$^2$",
        '…' => "\\dots{}",
        '\u{2009}' | '\u{202f}' => "\\,",
        '\u{a0}' => "~",
        _ => return None,
    })
}
