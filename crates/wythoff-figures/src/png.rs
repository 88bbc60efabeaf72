//! PNG: shapes by tiny-skia, text by the outlines of the embedded font, rasters cell by cell.
//!
//! The picture is made in bands, so that 10000 × 10000 pixels need no more memory than a few of
//! their rows. Judge: what resvg makes of the SVG of the same drawing (`tests/formats.rs`).

use std::io::Write as _;

use crate::drawing::Drawing;
use crate::error::FigureError;
use crate::grid::Grid;
use crate::layout::{Look, SIDES, drawing};
use crate::paint::Painter;
use crate::raster::Raster;
use crate::scene::{Figure, Key};
use crate::theme::Theme;

/// The resolution at which one CSS pixel is one pixel.
pub const DPI: u32 = 96;
/// Pixels of a band, about 16 MB.
const BAND: usize = 4 << 20;
/// Pictures of at most this many pixels are packed well, larger ones fast.
const PACKED_WELL: u64 = 2 << 20;

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
    let look = Look {
        density: f64::from(dpi) / f64::from(DPI),
        ..*look
    };
    of_drawing(&drawing(figure, &look)?, dpi)
}

/// A laid-out drawing as a PNG of this resolution.
///
/// # Errors
///
/// A side outside [`SIDES`]; the encoder refuses.
pub fn of_drawing(drawing: &Drawing, dpi: u32) -> Result<Vec<u8>, FigureError> {
    let scale = f64::from(dpi) / f64::from(DPI);
    let [width, height] = pixels(drawing, scale)?;
    let rows = u32::try_from((BAND / width as usize).max(1))
        .unwrap_or(height)
        .min(height);
    let mut painter = Painter::new(drawing, scale);
    let mut out = Vec::new();
    let mut writer = header(&mut out, [width, height], ::png::ColorType::Rgb, Some(dpi))
        .write_header()
        .map_err(encoder)?;
    let mut stream = writer.stream_writer().map_err(encoder)?;
    for top in (0..height).step_by(rows as usize) {
        let band = painter.band(top, [width, rows.min(height - top)])?;
        let rgb: Vec<u8> = band
            .data()
            .chunks_exact(4)
            .flat_map(|p| [p[0], p[1], p[2]])
            .collect();
        stream.write_all(&rgb).map_err(encoder)?;
    }
    stream.finish().map_err(encoder)?;
    writer.finish().map_err(encoder)?;
    Ok(out)
}

/// The size in pixels, if it may be made.
fn pixels(drawing: &Drawing, scale: f64) -> Result<[u32; 2], FigureError> {
    let [width, height] = [drawing.width, drawing.height].map(|side| (side * scale).round());
    let [least, greatest] = SIDES;
    if width < f64::from(least) || width.max(height) > f64::from(greatest) {
        let asked = if width < f64::from(least) {
            width
        } else {
            width.max(height)
        };
        return Err(FigureError::Size {
            asked: asked.max(0.0) as u64,
            least,
            greatest,
        });
    }
    Ok([width as u32, (height as u32).max(1)])
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
    let size = [raster.width(), raster.height()];
    let mut encoder_of = header(&mut out, size, ::png::ColorType::Indexed, dpi);
    encoder_of.set_palette(
        raster
            .palette()
            .iter()
            .flat_map(|c| c.0)
            .collect::<Vec<u8>>(),
    );
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
    raster(
        &crate::layout::raster(grid, key, grid.range(), theme.colours())?,
        None,
    )
}

fn header(
    out: &mut Vec<u8>,
    [width, height]: [u32; 2],
    colours: ::png::ColorType,
    dpi: Option<u32>,
) -> ::png::Encoder<'static, &mut Vec<u8>> {
    let mut encoder = ::png::Encoder::new(out, width, height);
    encoder.set_color(colours);
    encoder.set_depth(::png::BitDepth::Eight);
    let small = u64::from(width) * u64::from(height) <= PACKED_WELL;
    let effort = if small {
        ::png::Compression::Balanced
    } else {
        ::png::Compression::Fast
    };
    encoder.set_compression(effort);
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
