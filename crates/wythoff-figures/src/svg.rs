//! SVG: plain elements, shared attributes on groups, title and description for screen readers.
//!
//! Every id begins with the figure's own, so that several figures may stand in one page.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::drawing::{Anchor, Box4, Drawing, Item, Shape, Stroke, Text};
use crate::error::FigureError;
use crate::layout::{Look, drawing};
use crate::raster::Raster;
use crate::scene::Figure;

/// The figure as an SVG document.
///
/// # Errors
///
/// Those of [`drawing`](crate::drawing()).
///
/// ```
/// # use wythoff_figures::{Board, Figure, Look, svg};
/// let figure = Figure::of("one", "One cell", "A board of one cell.", Board::of_values(&[vec![7]]));
/// let text = svg::write(&figure, &Look::default())?;
/// assert!(text.contains("<title id=\"one-title\">One cell</title>") && text.contains(">7</text>"));
/// # Ok::<(), wythoff_figures::FigureError>(())
/// ```
pub fn write(figure: &Figure, look: &Look) -> Result<String, FigureError> {
    of_drawing(&drawing(figure, look)?)
}

/// A laid-out drawing as an SVG document.
///
/// # Errors
///
/// The encoder of an embedded raster refuses.
pub fn of_drawing(drawing: &Drawing) -> Result<String, FigureError> {
    let (id, width, height) = (&drawing.id, number(drawing.width), number(drawing.height));
    let mut writer = Writer {
        out: String::new(),
        depth: 0,
    };
    writer.line(&format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" aria-labelledby=\"{id}-title {id}-desc\" \
         font-family=\"'DejaVu Sans', Verdana, sans-serif\">"
    ));
    writer.line(&format!(
        "<title id=\"{id}-title\">{}</title>",
        escape(&drawing.title)
    ));
    writer.line(&format!(
        "<desc id=\"{id}-desc\">{}</desc>",
        escape(&drawing.desc)
    ));
    let ground = drawing.theme.colours().ground.css();
    writer.line(&format!(
        "<rect width=\"{width}\" height=\"{height}\" fill=\"{ground}\"/>"
    ));
    writer.items(&drawing.items, id)?;
    writer.line("</svg>");
    Ok(writer.out)
}

struct Writer {
    out: String,
    depth: usize,
}

impl Writer {
    fn line(&mut self, text: &str) {
        self.out.extend(std::iter::repeat_n(' ', self.depth));
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// Neighbours of one style share a group that states it once; ids of groups begin with those
    /// of the groups around them.
    fn items(&mut self, items: &[Item], prefix: &str) -> Result<(), FigureError> {
        for run in items.chunk_by(|a, b| style(a).is_some_and(|s| style(b) == Some(s))) {
            match (run, style(&run[0])) {
                ([Item::Group { id, items, .. }], _) => {
                    let name = format!("{prefix}-{}", escape(id));
                    self.line(&format!("<g id=\"{name}\">"));
                    self.depth += 1;
                    self.items(items, &name)?;
                    self.depth -= 1;
                    self.line("</g>");
                }
                ([Item::Image(place, raster)], _) => {
                    let image = image(*place, raster)?;
                    self.line(&image);
                }
                ([Item::Line { .. }, _, ..], Some(style)) => {
                    let path: String = run.iter().map(line_path).collect();
                    self.line(&format!("<path d=\"{path}\"{style}/>"));
                }
                ([one], Some(style)) => {
                    let element = element(one, &style);
                    self.line(&element);
                }
                (many, Some(style)) => {
                    self.line(&format!("<g{style}>"));
                    self.depth += 1;
                    for item in many {
                        let element = element(item, "");
                        self.line(&element);
                    }
                    self.depth -= 1;
                    self.line("</g>");
                }
                (_, None) => {}
            }
        }
        Ok(())
    }
}

/// The attributes that an item shares with its like; none for groups and images.
fn style(item: &Item) -> Option<String> {
    Some(match item {
        Item::Group { .. } | Item::Image(..) => return None,
        Item::Fill(_, colour) | Item::Polygon(_, colour) => format!(" fill=\"{}\"", colour.css()),
        Item::Frame(_, stroke) | Item::Line { stroke, .. } | Item::Polyline(_, stroke) => {
            stroke_style(stroke)
        }
        Item::Dots {
            shape: Shape::Disc,
            radius,
            colour,
            ..
        } => format!(
            " stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"round\" fill=\"none\"",
            colour.css(),
            number(radius * 2.0)
        ),
        Item::Dots { colour, .. } => format!(" fill=\"{}\"", colour.css()),
        Item::Text(text) => text_style(text),
    })
}

fn stroke_style(stroke: &Stroke) -> String {
    let mut out = format!(
        " fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"",
        stroke.colour.css(),
        number(stroke.width)
    );
    if stroke.dashed {
        let _ = write!(out, " stroke-dasharray=\"{}\"", number(stroke.width * 4.0));
    }
    out
}

fn text_style(text: &Text) -> String {
    let anchor = match text.anchor {
        Anchor::Start => "",
        Anchor::Middle => " text-anchor=\"middle\"",
        Anchor::End => " text-anchor=\"end\"",
    };
    let weight = if text.bold {
        " font-weight=\"bold\""
    } else {
        ""
    };
    format!(
        " font-size=\"{}\" fill=\"{}\"{anchor}{weight}",
        number(text.size),
        text.colour.css()
    )
}

fn element(item: &Item, style: &str) -> String {
    match item {
        Item::Group { .. } | Item::Image(..) => String::new(),
        Item::Fill(place, _) | Item::Frame(place, _) => {
            format!("<rect {}{style}/>", placed(*place))
        }
        Item::Line { from, to, .. } => format!(
            "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"{style}/>",
            number(from[0]),
            number(from[1]),
            number(to[0]),
            number(to[1])
        ),
        Item::Polyline(points, _) => {
            format!("<polyline points=\"{}\"{style}/>", point_list(points))
        }
        Item::Polygon(points, _) => format!("<polygon points=\"{}\"{style}/>", point_list(points)),
        Item::Dots {
            shape,
            radius,
            centres,
            ..
        } => {
            let path: String = centres
                .iter()
                .map(|&c| dot_path(*shape, *radius, c))
                .collect();
            format!("<path d=\"{path}\"{style}/>")
        }
        Item::Text(text) => {
            let [x, y] = text.at.map(number);
            let turn = if text.upward {
                format!(" transform=\"rotate(-90 {x} {y})\"")
            } else {
                String::new()
            };
            format!(
                "<text x=\"{x}\" y=\"{y}\"{style}{turn}>{}</text>",
                escape(&text.content)
            )
        }
    }
}

fn placed(place: Box4) -> String {
    format!(
        "x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"",
        number(place.x),
        number(place.y),
        number(place.width),
        number(place.height)
    )
}

fn line_path(item: &Item) -> String {
    let Item::Line { from, to, .. } = item else {
        return String::new();
    };
    format!(
        "M{} {}L{} {}",
        number(from[0]),
        number(from[1]),
        number(to[0]),
        number(to[1])
    )
}

/// A disc is a line of no length with round ends.
fn dot_path(shape: Shape, radius: f64, [x, y]: [f64; 2]) -> String {
    if shape == Shape::Disc {
        return format!("M{} {}h0", number(x), number(y));
    }
    let mut out = String::new();
    for (i, [dx, dy]) in shape.corners().iter().enumerate() {
        let command = if i == 0 { 'M' } else { 'L' };
        let _ = write!(
            out,
            "{command}{} {}",
            number(x + dx * radius),
            number(y + dy * radius)
        );
    }
    out + "z"
}

fn point_list(points: &[[f64; 2]]) -> String {
    let mut out = String::new();
    for (i, [x, y]) in points.iter().enumerate() {
        let space = if i == 0 { "" } else { " " };
        let _ = write!(out, "{space}{},{}", number(*x), number(*y));
    }
    out
}

/// A raster as an indexed PNG in the document itself.
fn image(place: Box4, raster: &Raster) -> Result<String, FigureError> {
    let data = STANDARD.encode(crate::png::raster(raster, None)?);
    Ok(format!(
        "<image {} preserveAspectRatio=\"none\" image-rendering=\"optimizeSpeed\" \
         style=\"image-rendering:pixelated\" href=\"data:image/png;base64,{data}\"/>",
        placed(place)
    ))
}

/// A coordinate with at most two decimals.
pub(crate) fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".to_owned()
    } else {
        text.to_owned()
    }
}

/// Text as XML holds it; control characters, which XML cannot hold, are left out.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(' '),
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let shown: Vec<String> = [1.0, 0.125, -0.001, 12.3456, 100.0]
            .into_iter()
            .map(number)
            .collect();
        assert_eq!(shown, ["1", "0.12", "0", "12.35", "100"]);
    }

    #[test]
    fn text_cannot_leave_its_element() {
        assert_eq!(escape("a<b & \"c\"\u{7}\n"), "a&lt;b &amp; &quot;c&quot; ");
    }
}
