//! Intensity maps: a raster with axes and a legend of its colours.

use super::axes::{Plot, Span, hairline, left_room, ticks_up};
use super::legend::{self, Sign};
use super::{Placed, Slot, centred, text_item};
use crate::drawing::{Anchor, Box4, Item, Stroke};
use crate::error::FigureError;
use crate::grid::{Filter, Grid};
use crate::raster::Raster;
use crate::scene::{Key, Map, Scale};
use crate::text::text_width;
use crate::theme::{Colour, Colours, LEVELS, Palette};

pub(super) fn place(map: &Map, slot: Slot<'_>) -> Result<Placed, FigureError> {
    let spans = map.origin.iter().chain(&map.span);
    if spans.into_iter().any(|v| !v.is_finite()) || map.span.iter().any(|&s| s <= 0.0) {
        return Err(FigureError::NotFinite { what: "the map's place" });
    }
    let font = slot.font;
    let names = [map.axes[0].as_str(), map.axes[1].as_str()];
    let high = map.origin[1] + map.span[1];
    let about = Span { low: map.origin[1], high, from: 0.0, to: slot.width * 0.8 };
    let left = left_room(&about, true, names[1], font);
    let right = key_width(map, font).max(text_width(names[0], true) * font + font * 2.8);
    let room = (slot.width - left - right).max(8.0);
    let (raster, [width, height]) = raster_for(map, room, slot)?;
    let area = Box4::new(slot.x + left, slot.y + font * 1.7, width, height);
    let plot = Plot {
        area,
        x: ends(map, 0, area.x, area.right()),
        y: ends(map, 1, area.y, area.bottom()),
        names,
        whole: [true, true],
    };
    let mut items = vec![Item::Image(area, raster)];
    items.extend(plot.downward(slot));
    let mut y = area.bottom() + font * 2.1;
    match &map.key {
        Key::Levels { name, palette, range, scale } => {
            let range = range.or_else(|| map.values.range()).unwrap_or([0.0, 1.0]);
            items.extend(colour_bar(name, *palette, range, *scale, area, slot));
        }
        Key::Kinds(kinds) => {
            let colours = kind_colours(kinds.len(), slot.colours);
            let entries: Vec<(Sign, &str)> = colours
                .iter()
                .zip(kinds)
                .map(|(&colour, kind)| (Sign::Square(colour), kind.as_str()))
                .collect();
            let (legend_items, used) = legend::place(&entries, y, slot);
            let label = "Legend".to_owned();
            items.push(Item::Group { id: "legend".into(), label, items: legend_items });
            y += used;
        }
    }
    Ok(Placed { items, height: y - slot.y, unit: None })
}

/// The axis in positions: cell i is drawn from i − ½ to i + ½, so that ticks point at its middle.
fn ends(map: &Map, axis: usize, from: f64, to: f64) -> Span {
    let low = map.origin[axis] - 0.5;
    Span { low, high: low + map.span[axis], from, to }
}

/// The raster of a map in a room of this width, and the size it is drawn at.
///
/// Cells are whole pixels where that costs little room; where there are more cells than pixels,
/// each pixel is the mean of a box of cells.
fn raster_for(map: &Map, room: f64, slot: Slot<'_>) -> Result<(Raster, [f64; 2]), FigureError> {
    const TALLEST: f64 = 1.6;
    let [nx, ny] = map.values.shape().map(|n| n as f64);
    let pixels = (room * slot.density).floor().max(1.0);
    let fits = (pixels / nx).min(pixels * TALLEST / ny);
    let (grid, cell) = if fits >= 1.0 {
        let whole = fits.floor();
        (map.values.clone(), if whole >= 2.0 || fits - whole < 0.25 { whole } else { fits })
    } else {
        let side = (1.0 / fits).ceil();
        let target = [nx, ny].map(|n| (n / side).ceil() as usize);
        let filter = if matches!(map.key, Key::Kinds(_)) { Filter::First } else { Filter::Mean };
        (map.values.at_most(target, filter), 1.0)
    };
    let size = grid.shape().map(|n| n as f64 * cell / slot.density);
    let raster = raster(&grid, &map.key, map.values.range(), slot.colours)?;
    Ok((raster, size))
}

/// One index for each cell; the last index means "no value".
pub(crate) fn raster(
    grid: &Grid,
    key: &Key,
    data_range: Option<[f64; 2]>,
    colours: &Colours,
) -> Result<Raster, FigureError> {
    let (mut palette, index): (Vec<Colour>, Box<dyn Fn(f64) -> u8>) = match key {
        Key::Levels { palette, range, scale, .. } => {
            let range = range.or(data_range).unwrap_or([0.0, 1.0]);
            let scale = *scale;
            let level = move |v: f64| (scale.share(v, range) * (LEVELS - 1) as f64).round() as u8;
            (palette.levels(), Box::new(level))
        }
        Key::Kinds(kinds) => {
            let last = kinds.len().saturating_sub(1).min(LEVELS - 1) as f64;
            (kind_colours(kinds.len(), colours), Box::new(move |v: f64| v.clamp(0.0, last) as u8))
        }
    };
    let none = palette.len() as u8;
    palette.push(colours.shade);
    let [nx, ny] = grid.shape();
    let mut indices = vec![none; nx * ny];
    // The grid holds columns of the picture; blocks keep both sides of the transposition in cache.
    const BLOCK: usize = 64;
    for x0 in (0..nx).step_by(BLOCK) {
        for y0 in (0..ny).step_by(BLOCK) {
            for x in x0..nx.min(x0 + BLOCK) {
                let column = &grid.row(x)[y0..ny.min(y0 + BLOCK)];
                for (y, &value) in (y0..).zip(column) {
                    if value.is_finite() {
                        indices[y * nx + x] = index(f64::from(value));
                    }
                }
            }
        }
    }
    let width = u32::try_from(nx).map_err(|_| FigureError::Empty { what: "the map" })?;
    Raster::new(width, indices, palette).ok_or(FigureError::Empty { what: "the map" })
}

/// The colours of kinds: two kinds are ground and mark, more are categories.
fn kind_colours(count: usize, colours: &Colours) -> Vec<Colour> {
    match count {
        0..=2 => [colours.chosen[0], colours.shade].into_iter().take(count).collect(),
        n => (0..n.min(LEVELS)).map(|i| colours.categories[i % 8]).collect(),
    }
}

fn key_width(map: &Map, font: f64) -> f64 {
    match &map.key {
        Key::Kinds(_) => 0.0,
        Key::Levels { name, range, .. } => {
            let [low, high] = range.or_else(|| map.values.range()).unwrap_or([0.0, 1.0]);
            let fraction = high - low < 4.0;
            let label = |v: f64| text_width(&super::axes::tick_label(v, 1.0), false);
            let longest = label(low).max(label(high)) + if fraction { 1.6 } else { 0.0 };
            // The name stands above the bar; a long one is shortened there.
            let name = text_width(name, true).min(8.0);
            (font * (5.0 + longest)).max(font * (2.4 + name))
        }
    }
}

/// A vertical bar of the palette with its numbers, right of the map.
fn colour_bar(
    name: &str,
    palette: Palette,
    range: [f64; 2],
    scale: Scale,
    area: Box4,
    slot: Slot<'_>,
) -> Vec<Item> {
    let font = slot.font;
    let top = area.y + font * 2.2;
    let bar = Box4::new(area.right() + font * 2.4, top, font * 1.2, (area.bottom() - top).max(font));
    let levels = palette.levels();
    let indices = (0..levels.len()).rev().map(|i| i as u8).collect();
    let mut items = Vec::new();
    if let Some(raster) = Raster::new(1, indices, levels) {
        items.push(Item::Image(bar, raster));
    }
    let edge = Stroke::new(slot.colours.grid, hairline(font));
    let mut group = vec![Item::Frame(bar, edge)];
    let room = slot.x + slot.width - bar.x;
    let name = crate::text::shorten(name, font, room, true);
    let at = [bar.x, top - font * 0.8];
    group.push(text_item(&name, at, font, Anchor::Start, slot.colours.muted, true));
    for (y, label) in bar_ticks(range, scale, bar, font) {
        let (from, to) = ([bar.right(), y], [bar.right() + font * 0.35, y]);
        group.push(Item::Line { from, to, stroke: edge });
        let at = [bar.right() + font * 0.6, centred(y, font)];
        group.push(text_item(&label, at, font, Anchor::Start, slot.colours.muted, false));
    }
    items.push(Item::Group { id: "key".into(), label: format!("Colours: {name}"), items: group });
    items
}

/// Ticks of the bar: even steps on a linear scale, else those of 0, 1, 2, 5, 10, … that fit.
fn bar_ticks(range: [f64; 2], scale: Scale, bar: Box4, font: f64) -> Vec<(f64, String)> {
    let [low, high] = range;
    let place = |value: f64| bar.bottom() - bar.height * scale.share(value, range);
    if scale == Scale::Linear {
        let span = Span { low, high, from: bar.bottom(), to: bar.y };
        let ticks = ticks_up(&span, high - low >= 4.0, font);
        return ticks.into_iter().map(|(v, label)| (span.at(v), label)).collect();
    }
    let powers = (0..16).flat_map(|p| [1.0, 2.0, 5.0].map(|digit| digit * 10_f64.powi(p)));
    let wanted = [high.floor(), low.ceil()].into_iter().chain(powers);
    let mut ticks: Vec<(f64, String)> = Vec::new();
    for value in wanted.filter(|v| (low..=high).contains(v)) {
        let y = place(value);
        if ticks.iter().all(|(other, _)| (other - y).abs() >= font * 1.8) {
            ticks.push((y, super::axes::tick_label(value, 1.0)));
        }
    }
    ticks
}
