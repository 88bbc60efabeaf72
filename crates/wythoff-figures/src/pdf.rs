//! PDF: the drawing's shapes as they are, text in the embedded font, so that it can be searched.
//!
//! The file names no date and no machine: the same figure gives the same bytes.

use std::collections::BTreeMap;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::types::{
    CidFontType, FontFlags, LineCapStyle, LineJoinStyle, SystemInfo, UnicodeCmap,
};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};

use crate::drawing::{Anchor, Box4, Drawing, Item, Shape, Stroke, Text};
use crate::error::FigureError;
use crate::layout::{Look, drawing};
use crate::raster::Raster;
use crate::scene::Figure;
use crate::text::{self, text_width};
use crate::theme::Colour;

/// Points of a CSS pixel.
const POINTS: f64 = 0.75;

/// The figure as a PDF of one page of its size.
///
/// # Errors
///
/// Those of [`drawing`](crate::drawing()); the encoder refuses.
///
/// ```
/// # use wythoff_figures::{Board, Figure, Look, pdf};
/// let figure = Figure::of("one", "One cell", "A board of one cell.", Board::of_values(&[vec![7]]));
/// assert!(pdf::write(&figure, &Look::default())?.starts_with(b"%PDF-"));
/// # Ok::<(), wythoff_figures::FigureError>(())
/// ```
pub fn write(figure: &Figure, look: &Look) -> Result<Vec<u8>, FigureError> {
    of_drawing(&drawing(figure, look)?)
}

/// A laid-out drawing as a PDF.
///
/// # Errors
///
/// The encoder refuses.
pub fn of_drawing(drawing: &Drawing) -> Result<Vec<u8>, FigureError> {
    let mut refs = Refs(0);
    let (catalogue, pages, page, contents) = (refs.next(), refs.next(), refs.next(), refs.next());
    let info = refs.next();
    let mut painter = Painter::new(drawing);
    painter.paint(drawing);

    let mut pdf = Pdf::new();
    pdf.catalog(catalogue).pages(pages).lang(TextStr("en"));
    pdf.pages(pages).kids([page]).count(1);
    pdf.document_info(info)
        .title(TextStr(&drawing.title))
        .subject(TextStr(&drawing.desc));
    let fonts: Vec<(bool, Ref)> = painter
        .glyphs
        .keys()
        .map(|&bold| (bold, refs.next()))
        .collect();
    let images: Vec<Ref> = painter.images.iter().map(|_| refs.next()).collect();

    let size = [drawing.width * POINTS, drawing.height * POINTS].map(|v| v as f32);
    let mut leaf = pdf.page(page);
    leaf.parent(pages)
        .media_box(Rect::new(0.0, 0.0, size[0], size[1]))
        .contents(contents);
    let mut resources = leaf.resources();
    let mut font_names = resources.fonts();
    for &(bold, font) in &fonts {
        font_names.pair(font_name(bold), font);
    }
    font_names.finish();
    let mut image_names = resources.x_objects();
    for (i, &image) in images.iter().enumerate() {
        image_names.pair(Name(format!("I{i}").as_bytes()), image);
    }
    image_names.finish();
    resources.finish();
    leaf.finish();

    let packed = deflate(&painter.content.finish())?;
    pdf.stream(contents, &packed).filter(Filter::FlateDecode);
    for (&(bold, font), glyphs) in fonts.iter().zip(painter.glyphs.values()) {
        embed_font(&mut pdf, &mut refs, font, bold, glyphs)?;
    }
    for (&image, raster) in images.iter().zip(&painter.images) {
        embed_image(&mut pdf, image, raster)?;
    }
    Ok(pdf.finish())
}

struct Refs(i32);

impl Refs {
    fn next(&mut self) -> Ref {
        self.0 += 1;
        Ref::new(self.0)
    }
}

fn font_name(bold: bool) -> Name<'static> {
    if bold { Name(b"F1") } else { Name(b"F0") }
}

fn deflate(bytes: &[u8]) -> Result<Vec<u8>, FigureError> {
    let refused = |error: std::io::Error| FigureError::Encoder(error.to_string());
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::default());
    packer.write_all(bytes).map_err(refused)?;
    packer.finish().map_err(refused)
}

/// Spells shapes into a content stream, remembering what they need.
struct Painter<'a> {
    content: Content,
    images: Vec<&'a Raster>,
    /// The glyphs used of each face, with their characters.
    glyphs: BTreeMap<bool, BTreeMap<u16, char>>,
    fill: Option<Colour>,
}

impl<'a> Painter<'a> {
    fn new(drawing: &Drawing) -> Self {
        let mut content = Content::new();
        // From here on a unit is a CSS pixel and y runs down.
        let (scale, height) = (POINTS as f32, (drawing.height * POINTS) as f32);
        content.transform([scale, 0.0, 0.0, -scale, 0.0, height]);
        Self {
            content,
            images: Vec::new(),
            glyphs: BTreeMap::new(),
            fill: None,
        }
    }

    fn paint(&mut self, drawing: &'a Drawing) {
        let page = Box4::new(0.0, 0.0, drawing.width, drawing.height);
        self.fill_box(page, drawing.theme.colours().ground);
        for item in drawing.shapes() {
            self.shape(item);
        }
    }

    fn shape(&mut self, item: &'a Item) {
        match item {
            Item::Group { .. } => {}
            Item::Fill(place, colour) => self.fill_box(*place, *colour),
            Item::Frame(place, stroke) => {
                self.stroke(*stroke);
                self.rect(*place);
                self.content.stroke();
            }
            Item::Line { from, to, stroke } => self.polyline(&[*from, *to], *stroke),
            Item::Polyline(points, stroke) => self.polyline(points, *stroke),
            Item::Polygon(points, colour) => {
                self.fill_colour(*colour);
                self.trace(points);
                self.content.close_path().fill_nonzero();
            }
            Item::Dots {
                shape,
                radius,
                colour,
                centres,
            } => {
                self.dots(*shape, *radius, *colour, centres);
            }
            Item::Text(text) => self.text(text),
            Item::Image(place, raster) => self.image(*place, raster),
        }
    }

    fn fill_colour(&mut self, colour: Colour) {
        if self.fill != Some(colour) {
            let [r, g, b] = shares(colour);
            self.content.set_fill_rgb(r, g, b);
            self.fill = Some(colour);
        }
    }

    fn stroke(&mut self, stroke: Stroke) {
        let [r, g, b] = shares(stroke.colour);
        self.content
            .set_stroke_rgb(r, g, b)
            .set_line_width(stroke.width as f32);
        self.content
            .set_line_cap(LineCapStyle::ButtCap)
            .set_line_join(LineJoinStyle::MiterJoin);
        let dash = stroke.dashed.then_some(stroke.width as f32 * 4.0);
        self.content.set_dash_pattern(dash, 0.0);
    }

    fn rect(&mut self, place: Box4) {
        let [x, y, w, h] = [place.x, place.y, place.width, place.height].map(|v| v as f32);
        self.content.rect(x, y, w, h);
    }

    fn fill_box(&mut self, place: Box4, colour: Colour) {
        self.fill_colour(colour);
        self.rect(place);
        self.content.fill_nonzero();
    }

    fn trace(&mut self, points: &[[f64; 2]]) {
        for (i, &[x, y]) in points.iter().enumerate() {
            if i == 0 {
                self.content.move_to(x as f32, y as f32);
            } else {
                self.content.line_to(x as f32, y as f32);
            }
        }
    }

    fn polyline(&mut self, points: &[[f64; 2]], stroke: Stroke) {
        self.stroke(stroke);
        self.trace(points);
        self.content.stroke();
    }

    /// A disc is a line of no length with round ends.
    fn dots(&mut self, shape: Shape, radius: f64, colour: Colour, centres: &[[f64; 2]]) {
        if shape == Shape::Disc {
            self.stroke(Stroke::new(colour, radius * 2.0));
            self.content.set_line_cap(LineCapStyle::RoundCap);
            for &centre in centres {
                self.trace(&[centre, centre]);
            }
            self.content.stroke();
            return;
        }
        self.fill_colour(colour);
        for &[x, y] in centres {
            let corner = |&[dx, dy]: &[f64; 2]| [x + dx * radius, y + dy * radius];
            self.trace(&shape.corners().iter().map(corner).collect::<Vec<_>>());
            self.content.close_path();
        }
        self.content.fill_nonzero();
    }

    fn text(&mut self, text: &Text) {
        let Some(face) = text::face(text.bold) else {
            return;
        };
        let used = self.glyphs.entry(text.bold).or_default();
        let mut codes = Vec::new();
        for c in text.content.chars() {
            let glyph = face.glyph_index(c).unwrap_or_default().0;
            used.entry(glyph).or_insert(c);
            codes.extend(glyph.to_be_bytes());
        }
        self.fill_colour(text.colour);
        let width = text_width(&text.content, text.bold) * text.size;
        let back = match text.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => width / 2.0,
            Anchor::End => width,
        };
        let [x, y] = text.at;
        let matrix = if text.upward {
            [0.0, -1.0, -1.0, 0.0, x, y + back]
        } else {
            [1.0, 0.0, 0.0, -1.0, x - back, y]
        };
        self.content
            .begin_text()
            .set_font(font_name(text.bold), text.size as f32)
            .set_text_matrix(matrix.map(|v| v as f32))
            .show(Str(&codes))
            .end_text();
    }

    fn image(&mut self, place: Box4, raster: &'a Raster) {
        let name = format!("I{}", self.images.len());
        self.images.push(raster);
        let [x, y, w, h] = [place.x, place.bottom(), place.width, place.height].map(|v| v as f32);
        self.content
            .save_state()
            .transform([w, 0.0, 0.0, -h, x, y])
            .x_object(Name(name.as_bytes()))
            .restore_state();
    }
}

fn shares(colour: Colour) -> [f32; 3] {
    colour.0.map(|part| f32::from(part) / 255.0)
}

/// Embeds a face as a composite font whose codes are glyph numbers.
fn embed_font(
    pdf: &mut Pdf,
    refs: &mut Refs,
    font: Ref,
    bold: bool,
    glyphs: &BTreeMap<u16, char>,
) -> Result<(), FigureError> {
    let face = text::face(bold).ok_or_else(|| FigureError::Encoder("no font".to_owned()))?;
    let (cid, descriptor, unicode, file) = (refs.next(), refs.next(), refs.next(), refs.next());
    let base: &[u8] = if bold {
        b"WYTHOF+DejaVuSans-Bold"
    } else {
        b"WYTHOF+DejaVuSans"
    };
    let base = Name(base);
    let system = SystemInfo {
        registry: Str(b"Adobe"),
        ordering: Str(b"Identity"),
        supplement: 0,
    };
    pdf.type0_font(font)
        .base_font(base)
        .encoding_predefined(Name(b"Identity-H"))
        .descendant_font(cid)
        .to_unicode(unicode);

    let per_mille = |units: f32| units * 1000.0 / f32::from(face.units_per_em());
    let advance = |glyph: u16| {
        per_mille(f32::from(
            face.glyph_hor_advance(ttf_parser::GlyphId(glyph))
                .unwrap_or(0),
        ))
    };
    let mut cid_font = pdf.cid_font(cid);
    cid_font
        .subtype(CidFontType::Type2)
        .base_font(base)
        .system_info(system)
        .font_descriptor(descriptor)
        .default_width(0.0)
        .cid_to_gid_map_predefined(Name(b"Identity"));
    let mut widths = cid_font.widths();
    for &glyph in glyphs.keys() {
        widths.consecutive(glyph, [advance(glyph)]);
    }
    widths.finish();
    cid_font.finish();

    let bounds = face.global_bounding_box();
    let side = |units: i16| per_mille(f32::from(units));
    pdf.font_descriptor(descriptor)
        .name(base)
        .flags(FontFlags::NON_SYMBOLIC)
        .bbox(Rect::new(
            side(bounds.x_min),
            side(bounds.y_min),
            side(bounds.x_max),
            side(bounds.y_max),
        ))
        .italic_angle(0.0)
        .ascent(side(face.ascender()))
        .descent(side(face.descender()))
        .cap_height((text::CAP_HEIGHT * 1000.0) as f32)
        .stem_v(if bold { 160.0 } else { 80.0 })
        .font_file2(file);

    let mut map = UnicodeCmap::new(Name(b"Wythoff"), system);
    for (&glyph, &c) in glyphs {
        map.pair(glyph, c);
    }
    pdf.cmap(unicode, &map.finish());
    let bytes = if bold { text::BOLD } else { text::REGULAR };
    let packed = deflate(bytes)?;
    let mut stream = pdf.stream(file, &packed);
    stream.filter(Filter::FlateDecode);
    stream.pair(Name(b"Length1"), i32::try_from(bytes.len()).unwrap_or(0));
    Ok(())
}

fn embed_image(pdf: &mut Pdf, image: Ref, raster: &Raster) -> Result<(), FigureError> {
    let side = |pixels: u32| i32::try_from(pixels).unwrap_or(i32::MAX);
    let packed = deflate(raster.indices())?;
    let lookup: Vec<u8> = raster
        .palette()
        .iter()
        .flat_map(|colour| colour.0)
        .collect();
    let last = i32::try_from(raster.palette().len()).unwrap_or(256) - 1;
    let mut object = pdf.image_xobject(image, &packed);
    object.filter(Filter::FlateDecode);
    object
        .width(side(raster.width()))
        .height(side(raster.height()))
        .bits_per_component(8);
    object
        .color_space()
        .indexed(Name(b"DeviceRGB"), last, &lookup);
    object.interpolate(false);
    Ok(())
}
