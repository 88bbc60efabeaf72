//! PNG: rasters as they are, everything else by resvg with the embedded font.
//!
//! The picture is made in bands, so that 10000 × 10000 pixels need no more memory than a few of
//! their rows.

use std::sync::{Arc, LazyLock};

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

use crate::drawing::{Box4, Drawing, Item};
use crate::error::FigureError;
use crate::grid::Grid;
use crate::layout::{Look, SIDES, drawing};
use crate::raster::Raster;
use crate::scene::{Figure, Key};
use crate::svg;
use crate::theme::{Colour, Theme};

/// The resolution at which one CSS pixel is one pixel.
pub const DPI: u32 = 96;
/// Pixels of a band, about 16 MB.
const BAND: usize = 4 << 20;

static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    for face in [crate::text::REGULAR, crate::text::BOLD] {
        fonts.load_font_source(fontdb::Source::Binary(Arc::new(face)));
    }
    Arc::new(fonts)
});

/// The figure as a PNG of this resolution: at 192 dpi it has twice as many pixels each way as at
/// [`DPI`].
///
/// # Errors
///
/// Those of [`drawing`](crate::drawing()); a side outside [`SIDES`]; the encoder refuses.
///
/// ```
/// # use wythoff_figures::{Board, Figure, Look, png};
/// let figure = Figure::of("one", "One cell", "A board of one cell.", Board::of_values(&[vec![7]]));
/// let bytes = png::write(&figure, &Look::default().wide(200), 192)?;
/// assert_eq!(&bytes[16..20], 400u32.to_be_bytes());
/// # Ok::<(), wythoff_figures::FigureError>(())
/// ```
pub fn write(figure: &Figure, look: &Look, dpi: u32) -> Result<Vec<u8>, FigureError> {
    let scale = f64::from(dpi) / f64::from(DPI);
    let look = Look { density: scale, ..*look };
    of_drawing(&drawing(figure, &look)?, dpi)
}

/// A laid-out drawing as a PNG of this resolution.
///
/// # Errors
///
/// A side outside [`SIDES`]; the encoder refuses.
pub fn of_drawing(drawing: &Drawing, dpi: u32) -> Result<Vec<u8>, FigureError> {
    let scale = f64::from(dpi) / f64::from(DPI);
    let [width, height] = [drawing.width, drawing.height].map(|side| (side * scale).round());
    let [least, greatest] = SIDES;
    if width < f64::from(least) || width.max(height) > f64::from(greatest) {
        let asked = if width < f64::from(least) { width } else { width.max(height) };
        return Err(FigureError::Size { asked: asked.max(0.0) as u64, least, greatest });
    }
    let (width, height) = (width as u32, (height as u32).max(1));
    let options = Options { fontdb: FONTS.clone(), ..Options::default() };
    let tree = Tree::from_str(&svg::overlay(drawing)?, &options).map_err(encoder)?;
    let ground = drawing.theme.colours().ground;
    let images = images(drawing);
    let rows = u32::try_from((BAND / width as usize).max(1)).unwrap_or(height).min(height);

    let mut out = Vec::new();
    let mut writer = header(&mut out, width, height, ::png::ColorType::Rgb, Some(dpi))
        .write_header()
        .map_err(encoder)?;
    let mut stream = writer.stream_writer().map_err(encoder)?;
    for top in (0..height).step_by(rows as usize) {
        let band_rows = rows.min(height - top);
        let mut pixmap = Pixmap::new(width, band_rows)
            .ok_or_else(|| FigureError::Encoder("no memory for the picture".to_owned()))?;
        pixmap.fill(Color::from_rgba8(ground.0[0], ground.0[1], ground.0[2], 255));
        for &(place, raster) in &images {
            blit(&mut pixmap, top, place, raster, scale);
        }
        let transform = Transform::from_row(scale as f32, 0.0, 0.0, scale as f32, 0.0, -(top as f32));
        resvg::render(&tree, transform, &mut pixmap.as_mut());
        let rgb: Vec<u8> = pixmap.data().chunks_exact(4).flat_map(|p| [p[0], p[1], p[2]]).collect();
        std::io::Write::write_all(&mut stream, &rgb).map_err(encoder)?;
    }
    stream.finish().map_err(encoder)?;
    writer.finish().map_err(encoder)?;
    Ok(out)
}

/// A raster as an indexed PNG, one pixel a cell, without axes or legend.
///
/// # Errors
///
/// The encoder refuses.
///
/// ```
/// # use wythoff_figures::{Colour, Raster, png};
/// let raster = Raster::new(2, vec![0, 1], vec![Colour::hex(0), Colour::hex(0xffffff)]).unwrap();
/// assert_eq!(&png::raster(&raster, None)?[1..4], b"PNG");
/// # Ok::<(), wythoff_figures::FigureError>(())
/// ```
pub fn raster(raster: &Raster, dpi: Option<u32>) -> Result<Vec<u8>, FigureError> {
    let mut out = Vec::new();
    let (width, height) = (raster.width(), raster.height());
    let mut encoder_of = header(&mut out, width, height, ::png::ColorType::Indexed, dpi);
    encoder_of.set_palette(raster.palette().iter().flat_map(|c| c.0).collect::<Vec<u8>>());
    let mut writer = encoder_of.write_header().map_err(encoder)?;
    writer.write_image_data(raster.indices()).map_err(encoder)?;
    writer.finish().map_err(encoder)?;
    Ok(out)
}

/// A grid as an indexed PNG, one pixel a cell, x to the right and y down.
///
/// # Errors
///
/// The encoder refuses.
///
/// ```
/// # use wythoff_figures::{Grid, Key, Palette, Scale, Theme, png};
/// let grid = Grid::of_rows(&[vec![0.0, 1.0], vec![1.0, 2.0]])?;
/// let palette = Palette::Viridis;
/// let key = Key::Levels { name: "Grundy value".into(), palette, range: None, scale: Scale::Linear };
/// assert!(png::cells(&grid, &key, Theme::Light)?.len() > 100);
/// # Ok::<(), wythoff_figures::FigureError>(())
/// ```
pub fn cells(grid: &Grid, key: &Key, theme: Theme) -> Result<Vec<u8>, FigureError> {
    raster(&crate::layout::raster(grid, key, grid.range(), theme.colours())?, None)
}

fn header(
    out: &mut Vec<u8>,
    width: u32,
    height: u32,
    colours: ::png::ColorType,
    dpi: Option<u32>,
) -> ::png::Encoder<'static, &mut Vec<u8>> {
    let mut encoder = ::png::Encoder::new(out, width, height);
    encoder.set_color(colours);
    encoder.set_depth(::png::BitDepth::Eight);
    encoder.set_compression(::png::Compression::Fast);
    if let Some(dpi) = dpi {
        let per_metre = (f64::from(dpi) / 0.0254).round() as u32;
        encoder.set_pixel_dims(Some(::png::PixelDimensions {
            xppu: per_metre,
            yppu: per_metre,
            unit: ::png::Unit::Meter,
        }));
    }
    encoder
}

fn encoder(error: impl std::fmt::Display) -> FigureError {
    FigureError::Encoder(error.to_string())
}

fn images(drawing: &Drawing) -> Vec<(Box4, &Raster)> {
    let image = |item| if let &Item::Image(place, ref raster) = item { Some((place, raster)) } else { None };
    drawing.shapes().into_iter().filter_map(image).collect()
}

/// Copies the part of the raster that lies in the band, each pixel the cell under its centre.
fn blit(pixmap: &mut Pixmap, top: u32, place: Box4, raster: &Raster, scale: f64) {
    let (columns, rows) = (raster.width(), raster.height());
    let [left, right] = [place.x, place.right()].map(|v| (v * scale).round());
    let [upper, lower] = [place.y, place.bottom()].map(|v| (v * scale).round());
    if right <= left || lower <= upper {
        return;
    }
    let (width, band) = (pixmap.width(), f64::from(top)..f64::from(top + pixmap.height()));
    let source = |at: f64, from: f64, to: f64, cells: u32| {
        (((at + 0.5 - from) / (to - from) * f64::from(cells)) as u32).min(cells - 1)
    };
    let across: Vec<(usize, u32)> = (left.max(0.0) as u32..(right.max(0.0) as u32).min(width))
        .map(|x| (x as usize * 4, source(f64::from(x), left, right, columns)))
        .collect();
    let colours: &[Colour] = raster.palette();
    for y in upper.max(band.start) as u32..lower.min(band.end).max(0.0) as u32 {
        let row = source(f64::from(y), upper, lower, rows) as usize * columns as usize;
        let start = (y - top) as usize * width as usize * 4;
        let pixels = &mut pixmap.data_mut()[start..start + width as usize * 4];
        for &(at, column) in &across {
            let colour = colours[usize::from(raster.indices()[row + column as usize])];
            pixels[at..at + 3].copy_from_slice(&colour.0);
        }
    }
}
