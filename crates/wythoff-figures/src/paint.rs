//! Pixels of a drawing, band by band.

use std::collections::HashMap;

use tiny_skia::{
    Color, FillRule, LineCap, Paint, Path, PathBuilder, Pixmap, Rect, Stroke as PenStroke,
    StrokeDash, Transform,
};
use ttf_parser::{GlyphId, OutlineBuilder};

use crate::drawing::{Anchor, Box4, Drawing, Item, Shape, Stroke, Text};
use crate::error::FigureError;
use crate::raster::Raster;
use crate::text::{face, text_width};
use crate::theme::Colour;

/// Paints bands of one drawing; outlines of glyphs are made once.
pub(crate) struct Painter<'a> {
    shapes: Vec<&'a Item>,
    ground: Colour,
    scale: f64,
    glyphs: HashMap<(bool, GlyphId), Option<Path>>,
}

/// A band of the picture and the way from CSS pixels into it.
struct Band {
    pixmap: Pixmap,
    view: Transform,
    /// Its stretch of CSS pixels, from top to bottom.
    reach: [f64; 2],
}

impl Band {
    /// Whether something between these heights can be seen in the band.
    fn sees(&self, top: f64, bottom: f64) -> bool {
        bottom >= self.reach[0] && top <= self.reach[1]
    }
}

impl<'a> Painter<'a> {
    pub(crate) fn new(drawing: &'a Drawing, scale: f64) -> Self {
        let ground = drawing.theme.colours().ground;
        Self {
            shapes: drawing.shapes(),
            ground,
            scale,
            glyphs: HashMap::new(),
        }
    }

    /// The rows from pixel row `top` on, opaque.
    pub(crate) fn band(
        &mut self,
        top: u32,
        [width, rows]: [u32; 2],
    ) -> Result<Pixmap, FigureError> {
        let mut pixmap = Pixmap::new(width, rows)
            .ok_or_else(|| FigureError::Encoder("no memory for the picture".to_owned()))?;
        let [r, g, b] = self.ground.0;
        pixmap.fill(Color::from_rgba8(r, g, b, 255));
        let scale = self.scale as f32;
        let view = Transform::from_row(scale, 0.0, 0.0, scale, 0.0, -(top as f32));
        let reach = [top, top + rows].map(|row| f64::from(row) / self.scale);
        let mut band = Band {
            pixmap,
            view,
            reach,
        };
        for i in 0..self.shapes.len() {
            self.shape(self.shapes[i], &mut band, top);
        }
        Ok(band.pixmap)
    }

    fn shape(&mut self, item: &Item, band: &mut Band, top: u32) {
        match item {
            Item::Group { .. } => {}
            Item::Fill(place, colour) => {
                if let Some(rect) = rect(*place).filter(|_| band.sees(place.y, place.bottom())) {
                    band.pixmap
                        .fill_rect(rect, &paint(*colour), band.view, None);
                }
            }
            Item::Frame(place, stroke) => {
                let outline = rect(*place).map(PathBuilder::from_rect);
                draw_stroke(outline.as_ref(), *stroke, LineCap::Butt, band);
            }
            Item::Line { from, to, stroke } => {
                let margin = stroke.width;
                if band.sees(from[1].min(to[1]) - margin, from[1].max(to[1]) + margin) {
                    draw_stroke(
                        path(&[*from, *to], false).as_ref(),
                        *stroke,
                        LineCap::Butt,
                        band,
                    );
                }
            }
            Item::Polyline(points, stroke) => {
                draw_stroke(path(points, false).as_ref(), *stroke, LineCap::Butt, band);
            }
            Item::Polygon(points, colour) => {
                fill(path(points, true).as_ref(), *colour, band.view, band);
            }
            Item::Dots {
                shape,
                radius,
                colour,
                centres,
            } => {
                dots(*shape, *radius, *colour, centres, band);
            }
            Item::Text(text) => self.text(text, band),
            Item::Image(place, raster) => blit(&mut band.pixmap, top, *place, raster, self.scale),
        }
    }

    fn text(&mut self, text: &Text, band: &mut Band) {
        let area = text.area();
        let Some(face) = face(text.bold) else { return };
        // Descenders and accents reach beyond the measured area.
        if !band.sees(area.y - text.size, area.bottom() + text.size) {
            return;
        }
        let size = (text.size / f64::from(face.units_per_em())) as f32;
        let mut along = match text.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => -text_width(&text.content, text.bold) * text.size / 2.0,
            Anchor::End => -text_width(&text.content, text.bold) * text.size,
        };
        let [x, y] = text.at.map(|v| v as f32);
        let place = Transform::from_translate(x, y);
        let place = if text.upward {
            place.pre_rotate(-90.0)
        } else {
            place
        };
        for c in text.content.chars() {
            let glyph = face.glyph_index(c).unwrap_or_default();
            let outline = self.glyphs.entry((text.bold, glyph)).or_insert_with(|| {
                let mut outline = Outline(PathBuilder::new());
                face.outline_glyph(glyph, &mut outline)?;
                outline.0.finish()
            });
            let view = band
                .view
                .pre_concat(place)
                .pre_translate(along as f32, 0.0)
                .pre_scale(size, -size);
            fill(outline.as_ref(), text.colour, view, band);
            let advance = f64::from(face.glyph_hor_advance(glyph).unwrap_or(1200));
            along += advance * f64::from(size);
        }
    }
}

/// Collects a glyph's outline in font units.
struct Outline(PathBuilder);

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, y);
    }
    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, y);
    }
    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.0.quad_to(x1, y1, x, y);
    }
    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.0.cubic_to(x1, y1, x2, y2, x, y);
    }
    fn close(&mut self) {
        self.0.close();
    }
}

fn paint(colour: Colour) -> Paint<'static> {
    let mut paint = Paint::default();
    let [r, g, b] = colour.0;
    paint.set_color_rgba8(r, g, b, 255);
    paint.anti_alias = true;
    paint
}

fn rect(place: Box4) -> Option<Rect> {
    let [x, y, w, h] = [place.x, place.y, place.width, place.height].map(|v| v as f32);
    Rect::from_xywh(x, y, w, h)
}

fn path(points: &[[f64; 2]], closed: bool) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for (i, [x, y]) in points.iter().map(|p| p.map(|v| v as f32)).enumerate() {
        if i == 0 {
            builder.move_to(x, y);
        } else {
            builder.line_to(x, y);
        }
    }
    if closed {
        builder.close();
    }
    builder.finish()
}

fn fill(path: Option<&Path>, colour: Colour, view: Transform, band: &mut Band) {
    if let Some(path) = path {
        band.pixmap
            .fill_path(path, &paint(colour), FillRule::Winding, view, None);
    }
}

fn draw_stroke(path: Option<&Path>, stroke: Stroke, line_cap: LineCap, band: &mut Band) {
    let width = stroke.width as f32;
    let dash = if stroke.dashed {
        StrokeDash::new(vec![width * 4.0; 2], 0.0)
    } else {
        None
    };
    let pen = PenStroke {
        width,
        line_cap,
        dash,
        ..PenStroke::default()
    };
    if let Some(path) = path {
        band.pixmap
            .stroke_path(path, &paint(stroke.colour), &pen, band.view, None);
    }
}

fn dots(shape: Shape, radius: f64, colour: Colour, centres: &[[f64; 2]], band: &mut Band) {
    let reach = radius * 1.3;
    for &[x, y] in centres
        .iter()
        .filter(|c| band.sees(c[1] - reach, c[1] + reach))
        .collect::<Vec<_>>()
    {
        let outline = if shape == Shape::Disc {
            PathBuilder::from_circle(x as f32, y as f32, radius as f32)
        } else {
            let corner = |&[dx, dy]: &[f64; 2]| [x + dx * radius, y + dy * radius];
            path(
                &shape.corners().iter().map(corner).collect::<Vec<_>>(),
                true,
            )
        };
        fill(outline.as_ref(), colour, band.view, band);
    }
}

/// Copies the part of the raster that lies in the band, each pixel the cell under its centre.
fn blit(pixmap: &mut Pixmap, top: u32, place: Box4, raster: &Raster, scale: f64) {
    let (columns, rows) = (raster.width(), raster.height());
    let [left, right] = [place.x, place.right()].map(|v| (v * scale).round());
    let [upper, lower] = [place.y, place.bottom()].map(|v| (v * scale).round());
    if right <= left || lower <= upper {
        return;
    }
    let (width, band) = (
        pixmap.width(),
        f64::from(top)..f64::from(top + pixmap.height()),
    );
    let source = |at: f64, from: f64, to: f64, cells: u32| {
        (((at + 0.5 - from) / (to - from) * f64::from(cells)) as u32).min(cells - 1)
    };
    let across: Vec<(usize, usize)> = (left.max(0.0) as u32..(right.max(0.0) as u32).min(width))
        .map(|x| {
            (
                x as usize * 4,
                source(f64::from(x), left, right, columns) as usize,
            )
        })
        .collect();
    for y in upper.max(band.start) as u32..lower.min(band.end).max(0.0) as u32 {
        let row = source(f64::from(y), upper, lower, rows) as usize * columns as usize;
        let start = (y - top) as usize * width as usize * 4;
        let pixels = &mut pixmap.data_mut()[start..start + width as usize * 4];
        for &(at, column) in &across {
            let colour = raster.palette()[usize::from(raster.indices()[row + column])];
            pixels[at..at + 3].copy_from_slice(&colour.0);
        }
    }
}
