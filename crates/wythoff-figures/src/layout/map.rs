//! Intensity maps: a raster with axes and a legend of its colours.

use super::axes::{Plot, Span, hairline, left_room, ticks_along, ticks_up};
use super::legend::{self, Sign};
use super::{Placed, Slot, centred, text_item};
use crate::drawing::{Anchor, Box4, Item, Stroke};
use crate::error::FigureError;
use crate::grid::{Filter, Grid};
use crate::raster::Raster;
use crate::scene::{Key, Map, Scale};
use crate::text::{shorten, text_width};
use crate::theme::{Colour, Colours, LEVELS};

pub(super) fn place(map: &Map, slot: Slot<'_>) -> Result<Placed, FigureError> {
    let spans = map.origin.iter().chain(&map.span);
    if spans.into_iter().any(|v| !v.is_finite()) || map.span.iter().any(|&s| s <= 0.0) {
        return Err(FigureError::NotFinite {
            what: "the map's place",
        });
    }
    let font = slot.font;
    let names = [map.axes[0].as_str(), map.axes[1].as_str()];
    let high = map.origin[1] + map.span[1];
    let about = Span {
        low: map.origin[1],
        high,
        from: 0.0,
        to: slot.width * 0.8,
    };
    let left = left_room(&about, true, names[1], font);
    let beside = bar_room(map, font, slot.width);
    let name_room = text_width(names[0], true) * font + font * 2.8;
    let right = beside.unwrap_or(0.0).max(name_room);
    let room = (slot.width - left - right).max(8.0);
    let (raster, [width, height]) = raster_for(map, room, slot)?;
    // On whole pixels, so that every cell keeps its size.
    let corner = [slot.x + left, slot.y + font * 1.7].map(f64::ceil);
    let area = Box4::new(corner[0], corner[1], width, height);
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
        Key::Levels { .. } => {
            let side = if beside.is_some() {
                Side::Right
            } else {
                Side::Below
            };
            let (bar, added) = colour_bar(map, side, area, slot);
            items.extend(bar);
            y += added;
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
            items.push(Item::Group {
                id: "legend".into(),
                label,
                items: legend_items,
            });
            y += used;
        }
    }
    Ok(Placed {
        items,
        height: y - slot.y,
        unit: None,
    })
}

/// The axis in positions: cell i is drawn from i − ½ to i + ½, so that ticks point at its middle.
fn ends(map: &Map, axis: usize, from: f64, to: f64) -> Span {
    let low = map.origin[axis] - 0.5;
    Span {
        low,
        high: low + map.span[axis],
        from,
        to,
    }
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
        (
            map.values.clone(),
            if whole >= 2.0 || fits - whole < 0.25 {
                whole
            } else {
                fits
            },
        )
    } else {
        // Boxes of one size, unless that would leave more than a quarter of the room empty.
        let boxes = (1.0 / fits).ceil();
        let shrink = if boxes * fits <= 1.0 / 0.75 {
            1.0 / boxes
        } else {
            fits
        };
        let target = [nx, ny].map(|n| ((n * shrink).ceil() as usize).max(1));
        let filter = if matches!(map.key, Key::Kinds(_)) {
            Filter::First
        } else {
            Filter::Mean
        };
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
        Key::Levels {
            palette,
            range,
            scale,
            ..
        } => {
            let range = range.or(data_range).unwrap_or([0.0, 1.0]);
            let scale = *scale;
            let level = move |v: f64| (scale.share(v, range) * (LEVELS - 1) as f64).round() as u8;
            (palette.levels(), Box::new(level))
        }
        Key::Kinds(kinds) => {
            let last = kinds.len().saturating_sub(1).min(LEVELS - 1) as f64;
            (
                kind_colours(kinds.len(), colours),
                Box::new(move |v: f64| v.clamp(0.0, last) as u8),
            )
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
        0..=2 => [colours.chosen[0], colours.shade]
            .into_iter()
            .take(count)
            .collect(),
        n => (0..n.min(LEVELS))
            .map(|i| colours.categories[i % 8])
            .collect(),
    }
}

/// Where the colour bar stands.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    Right,
    Below,
}

/// The room that a bar right of the map takes; `None` when it would leave too little for the map.
fn bar_room(map: &Map, font: f64, width: f64) -> Option<f64> {
    const LARGEST_SHARE: f64 = 0.34;
    let Key::Levels { name, scale, .. } = &map.key else {
        return Some(0.0);
    };
    let about = Box4::new(0.0, 0.0, font, width * 0.6);
    let ticks = bar_ticks(range_of(map), *scale, about, font);
    let widest = ticks
        .iter()
        .map(|(_, label)| text_width(label, false))
        .fold(0.0, f64::max);
    // Two pixels are lost where the map is put on whole pixels.
    let room =
        font * 2.4 + (font * (2.2 + widest)).max(font * (0.3 + text_width(name, true))) + 2.0;
    (room <= width * LARGEST_SHARE).then_some(room)
}

/// The numbers at the ends of the palette.
fn range_of(map: &Map) -> [f64; 2] {
    let given = if let Key::Levels { range, .. } = &map.key {
        *range
    } else {
        None
    };
    given.or_else(|| map.values.range()).unwrap_or([0.0, 1.0])
}

/// The palette with its numbers, and the height it adds below the map.
fn colour_bar(map: &Map, side: Side, area: Box4, slot: Slot<'_>) -> (Vec<Item>, f64) {
    let Key::Levels {
        name,
        palette,
        scale,
        ..
    } = &map.key
    else {
        return (Vec::new(), 0.0);
    };
    let font = slot.font;
    let bar = match side {
        Side::Right => {
            let top = area.y + font * 2.2;
            Box4::new(
                area.right() + font * 2.4,
                top,
                font * 1.2,
                (area.bottom() - top).max(font),
            )
        }
        Side::Below => Box4::new(area.x, area.bottom() + font * 3.6, area.width, font * 1.2),
    };
    let levels = palette.levels();
    let upward: Vec<u8> = (0..levels.len()).map(|i| i as u8).collect();
    let (columns, indices) = match side {
        Side::Right => (1, upward.into_iter().rev().collect()),
        Side::Below => (upward.len() as u32, upward),
    };
    let raster = Raster::new(columns, indices, levels);
    let mut items: Vec<Item> = raster
        .map(|raster| Item::Image(bar, raster))
        .into_iter()
        .collect();
    let mut group = vec![Item::Frame(
        bar,
        Stroke::new(slot.colours.grid, hairline(font)),
    )];
    let shown = shorten(name, font, slot.x + slot.width - bar.x, true);
    let at = [bar.x, bar.y - font * 0.6];
    group.push(text_item(
        &shown,
        at,
        font,
        Anchor::Start,
        slot.colours.muted,
        true,
    ));
    group.extend(bar_labels(range_of(map), *scale, side, bar, slot));
    items.push(Item::Group {
        id: "key".into(),
        label: format!("Colours: {name}"),
        items: group,
    });
    (items, if side == Side::Below { font * 4.6 } else { 0.0 })
}

fn bar_labels(range: [f64; 2], scale: Scale, side: Side, bar: Box4, slot: Slot<'_>) -> Vec<Item> {
    let (font, colour) = (slot.font, slot.colours.muted);
    let stroke = Stroke::new(slot.colours.grid, hairline(font));
    let mut items = Vec::new();
    match side {
        Side::Right => {
            for (y, label) in bar_ticks(range, scale, bar, font) {
                let (from, to) = ([bar.right(), y], [bar.right() + font * 0.35, y]);
                items.push(Item::Line { from, to, stroke });
                let at = [bar.right() + font * 0.6, centred(y, font)];
                items.push(text_item(&label, at, font, Anchor::Start, colour, false));
            }
        }
        Side::Below => {
            let [low, high] = range;
            let span = Span {
                low,
                high,
                from: bar.x,
                to: bar.right(),
            };
            let mut reach = f64::MIN;
            for (value, label) in ticks_along(&span, high - low >= 4.0, font) {
                let x = bar.x + bar.width * scale.share(value, range);
                let half = text_width(&label, false) * font / 2.0;
                // Ticks that a root or logarithm crowds together are left out.
                if x - half < reach {
                    continue;
                }
                reach = x + half + font * 0.5;
                let (from, to) = ([x, bar.bottom()], [x, bar.bottom() + font * 0.35]);
                items.push(Item::Line { from, to, stroke });
                let at = [x, bar.bottom() + font * 1.45];
                items.push(text_item(&label, at, font, Anchor::Middle, colour, false));
            }
        }
    }
    items
}

/// Ticks of the bar: even steps on a linear scale, else those of 0, 1, 2, 5, 10, … that fit.
fn bar_ticks(range: [f64; 2], scale: Scale, bar: Box4, font: f64) -> Vec<(f64, String)> {
    let [low, high] = range;
    let place = |value: f64| bar.bottom() - bar.height * scale.share(value, range);
    if scale == Scale::Linear {
        let span = Span {
            low,
            high,
            from: bar.bottom(),
            to: bar.y,
        };
        let ticks = ticks_up(&span, high - low >= 4.0, font);
        return ticks
            .into_iter()
            .map(|(v, label)| (span.at(v), label))
            .collect();
    }
    let powers = (0..16).flat_map(|p| [1.0, 2.0, 5.0].map(|digit| digit * 10_f64.powi(p)));
    let wanted = [high.floor(), low.ceil()].into_iter().chain(powers);
    let mut ticks: Vec<(f64, String)> = Vec::new();
    for value in wanted.filter(|v| (low..=high).contains(v)) {
        let y = place(value);
        if ticks
            .iter()
            .all(|(other, _)| (other - y).abs() >= font * 1.8)
        {
            ticks.push((y, super::axes::tick_label(value, 1.0)));
        }
    }
    ticks
}
