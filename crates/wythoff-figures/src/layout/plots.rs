//! Scatters, histograms and rows.

use std::collections::HashSet;

use super::axes::{Plot, Span, hairline, left_room};
use super::legend::{self, Sign};
use super::{Placed, Slot};
use crate::drawing::{Box4, Item, Shape, Stroke};
use crate::error::FigureError;
use crate::scene::{Histogram, Period, Row, Scatter, SlopedLine};
use crate::text::text_width;
use crate::theme::Colours;

pub(super) fn scatter(scatter: &Scatter, slot: Slot<'_>) -> Result<Placed, FigureError> {
    let points = || {
        scatter
            .sets
            .iter()
            .flat_map(|set| set.points.iter().copied())
    };
    if points().next().is_none() {
        return Err(FigureError::Empty {
            what: "the set of points",
        });
    }
    let drawn = scatter
        .lines
        .iter()
        .all(|l| l.slope.is_finite() && l.intercept.is_finite());
    if !drawn || points().flatten().any(|v| !v.is_finite()) {
        return Err(FigureError::NotFinite {
            what: "the scatter",
        });
    }
    let (x, y) = (range(points().map(|p| p[0])), range(points().map(|p| p[1])));
    let plot = scatter_plot(scatter, x, y, slot);
    let mut items = plot.downward(slot);
    items.push(lines(&scatter.lines, &plot, slot));
    let cell = plot.area.width / (x[1] - x[0]);
    // Few points are seen beside the lines, many do not cover one another.
    let least = if points().count() <= 1000 { 0.22 } else { 0.11 };
    let radius = (cell * 0.4).clamp(slot.font * least, slot.font * 0.45);
    for (i, set) in scatter.sets.iter().enumerate() {
        let colour = slot.colours.categories[i % 8];
        let centres = thinned(set.points.iter().map(|&p| plot.at(p)));
        let dots = Item::Dots {
            shape: Shape::of_category(i),
            radius,
            colour,
            centres,
        };
        items.push(Item::Group {
            id: format!("set-{}", i + 1),
            label: set.name.clone(),
            items: vec![dots],
        });
    }
    let entries = scatter_legend(scatter, slot);
    Ok(with_legend(
        items,
        &entries,
        plot.area.bottom() + slot.font * 2.1,
        slot,
    ))
}

/// Where the scatter goes: equal units on both axes as long as the height stays sensible.
fn scatter_plot<'a>(scatter: &'a Scatter, x: [f64; 2], y: [f64; 2], slot: Slot<'_>) -> Plot<'a> {
    let names = [scatter.axes[0].as_str(), scatter.axes[1].as_str()];
    let font = slot.font;
    let ratio = ((y[1] - y[0]) / (x[1] - x[0])).clamp(0.35, 1.7);
    let about = Span {
        low: y[0],
        high: y[1],
        from: 0.0,
        to: slot.width * ratio * 0.8,
    };
    let left = left_room(&about, true, names[1], font);
    let right = text_width(names[0], true) * font + font * 2.4;
    let width = (slot.width - left - right).max(8.0);
    let area = Box4::new(slot.x + left, slot.y + font * 1.7, width, width * ratio);
    Plot {
        area,
        x: Span {
            low: x[0],
            high: x[1],
            from: area.x,
            to: area.right(),
        },
        y: Span {
            low: y[0],
            high: y[1],
            from: area.y,
            to: area.bottom(),
        },
        names,
        whole: [true, true],
    }
}

/// The numbers with half a cell to spare, from 0 on when they begin near it.
fn range(values: impl Iterator<Item = f64>) -> [f64; 2] {
    let (low, high) = values.fold((f64::MAX, f64::MIN), |(l, h), v| (l.min(v), h.max(v)));
    let low = if low > 0.0 && low < high * 0.2 {
        0.0
    } else {
        low
    };
    let spare = ((high - low) * 0.02).max(0.7);
    [low - spare, high + spare]
}

/// Points that fall on the same half pixel are drawn once.
fn thinned(points: impl Iterator<Item = [f64; 2]>) -> Vec<[f64; 2]> {
    let mut seen = HashSet::new();
    points
        .filter(|p| seen.insert(p.map(|v| (v * 2.0).round() as i64)))
        .collect()
}

fn line_stroke(i: usize, slot: Slot<'_>) -> Stroke {
    let colours = [slot.colours.muted, slot.colours.ink];
    let stroke = Stroke::new(colours[i % 2], hairline(slot.font) * 1.4);
    if i.is_multiple_of(2) {
        stroke
    } else {
        stroke.dashed()
    }
}

fn lines(lines: &[SlopedLine], plot: &Plot<'_>, slot: Slot<'_>) -> Item {
    let drawn = lines.iter().enumerate().filter_map(|(i, line)| {
        let [from, to] = clipped(line, [plot.x.low, plot.x.high], [plot.y.low, plot.y.high])?;
        Some(Item::Line {
            from: plot.at(from),
            to: plot.at(to),
            stroke: line_stroke(i, slot),
        })
    });
    Item::Group {
        id: "lines".into(),
        label: "Lines".into(),
        items: drawn.collect(),
    }
}

/// The part of the line inside the rectangle.
fn clipped(line: &SlopedLine, x: [f64; 2], y: [f64; 2]) -> Option<[[f64; 2]; 2]> {
    let (mut low, mut high) = (x[0], x[1]);
    if line.slope.abs() > 1e-12 {
        let at = |y: f64| (y - line.intercept) / line.slope;
        let (a, b) = (at(y[0]), at(y[1]));
        low = low.max(a.min(b));
        high = high.min(a.max(b));
    } else if line.intercept < y[0] || line.intercept > y[1] {
        return None;
    }
    let on = |x: f64| [x, line.slope * x + line.intercept];
    (low < high).then(|| [on(low), on(high)])
}

fn scatter_legend<'a>(scatter: &'a Scatter, slot: Slot<'_>) -> Vec<(Sign, &'a str)> {
    let sets = scatter.sets.iter().enumerate().map(|(i, set)| {
        (
            Sign::Dot(Shape::of_category(i), slot.colours.categories[i % 8]),
            set.name.as_str(),
        )
    });
    let lines = scatter.lines.iter().enumerate();
    let lines = lines.map(|(i, line)| (Sign::Line(line_stroke(i, slot)), line.name.as_str()));
    sets.chain(lines)
        .filter(|(_, name)| !name.is_empty())
        .collect()
}

fn with_legend(mut items: Vec<Item>, entries: &[(Sign, &str)], top: f64, slot: Slot<'_>) -> Placed {
    let (legend_items, height) = legend::place(entries, top, slot);
    if !legend_items.is_empty() {
        items.push(Item::Group {
            id: "legend".into(),
            label: "Legend".into(),
            items: legend_items,
        });
    }
    Placed {
        items,
        height: top + height - slot.y,
        unit: None,
    }
}

/// A plot with y upward whose area is `ratio` as high as wide.
fn upward_plot<'a>(
    names: [&'a str; 2],
    x: [f64; 2],
    y: [f64; 2],
    slot: Slot<'_>,
    ratio: f64,
) -> Plot<'a> {
    let font = slot.font;
    let whole_y = y[1] - y[0] >= 4.0;
    let height = slot.width * ratio;
    let about = Span {
        low: y[0],
        high: y[1],
        from: height,
        to: 0.0,
    };
    let left = left_room(&about, whole_y, "", font);
    let area = Box4::new(
        slot.x + left,
        slot.y + font * 1.9,
        (slot.width - left - font * 1.6).max(8.0),
        height,
    );
    Plot {
        area,
        x: Span {
            low: x[0],
            high: x[1],
            from: area.x,
            to: area.right(),
        },
        y: Span {
            low: y[0],
            high: y[1],
            from: area.bottom(),
            to: area.y,
        },
        names,
        whole: [true, whole_y],
    }
}

pub(super) fn histogram(histogram: &Histogram, slot: Slot<'_>) -> Result<Placed, FigureError> {
    if histogram.weights.is_empty() {
        return Err(FigureError::Empty {
            what: "the histogram",
        });
    }
    let mut numbers = histogram
        .weights
        .iter()
        .copied()
        .chain(histogram.markers.iter().map(|m| m.at));
    if numbers.any(|v| !v.is_finite()) {
        return Err(FigureError::NotFinite {
            what: "the histogram",
        });
    }
    let (first, count) = (histogram.first as f64, histogram.weights.len() as f64);
    let highest = histogram.weights.iter().copied().fold(0.0, f64::max);
    let top = if highest > 0.0 { highest * 1.06 } else { 1.0 };
    let names = [histogram.axis.as_str(), histogram.measure.as_str()];
    let plot = upward_plot(
        names,
        [first - 0.5, first + count - 0.5],
        [0.0, top],
        slot,
        0.5,
    );
    let mut items = vec![bars(histogram, &plot, slot.colours)];
    items.extend(plot.upward(slot));
    items.push(markers(histogram, &plot, slot));
    let entries: Vec<(Sign, &str)> = histogram
        .markers
        .iter()
        .enumerate()
        .map(|(i, marker)| (Sign::Line(marker_stroke(i, slot)), marker.name.as_str()))
        .collect();
    Ok(with_legend(
        items,
        &entries,
        plot.area.bottom() + slot.font * 3.7,
        slot,
    ))
}

/// One bar for each number, or the mean of several where a bar would be thinner than a pixel.
fn bars(histogram: &Histogram, plot: &Plot<'_>, colours: &Colours) -> Item {
    let per_bar = (histogram.weights.len() as f64 / plot.area.width.max(1.0))
        .ceil()
        .max(1.0) as usize;
    let bars = histogram
        .weights
        .chunks(per_bar)
        .enumerate()
        .map(|(i, weights)| {
            let mean = weights.iter().sum::<f64>() / weights.len() as f64;
            let left = histogram.first as f64 + (i * per_bar) as f64 - 0.5;
            let (from, to) = (plot.x.at(left), plot.x.at(left + weights.len() as f64));
            let gap = if to - from >= 4.0 {
                (to - from) * 0.12
            } else {
                0.0
            };
            let top = plot.y.at(mean.max(0.0));
            let bar = Box4::new(
                from + gap / 2.0,
                top,
                to - from - gap,
                plot.area.bottom() - top,
            );
            Item::Fill(bar, colours.categories[0])
        });
    Item::Group {
        id: "bars".into(),
        label: histogram.measure.clone(),
        items: bars.collect(),
    }
}

fn marker_stroke(i: usize, slot: Slot<'_>) -> Stroke {
    let stroke = Stroke::new(
        slot.colours.categories[1 + 5 * (i % 2)],
        hairline(slot.font) * 1.8,
    );
    if i.is_multiple_of(2) {
        stroke.dashed()
    } else {
        stroke
    }
}

fn markers(histogram: &Histogram, plot: &Plot<'_>, slot: Slot<'_>) -> Item {
    let inside = |at: f64| at >= plot.x.low && at <= plot.x.high;
    let lines = histogram
        .markers
        .iter()
        .enumerate()
        .filter(|(_, m)| inside(m.at))
        .map(|(i, m)| {
            let x = plot.x.at(m.at);
            let (from, to) = ([x, plot.area.bottom()], [x, plot.area.y]);
            Item::Line {
                from,
                to,
                stroke: marker_stroke(i, slot),
            }
        });
    Item::Group {
        id: "markers".into(),
        label: "Markers".into(),
        items: lines.collect(),
    }
}

pub(super) fn row(row: &Row, slot: Slot<'_>) -> Result<Placed, FigureError> {
    if row.values.is_empty() {
        return Err(FigureError::Empty { what: "the row" });
    }
    if row.values.iter().any(|v| !v.is_finite()) {
        return Err(FigureError::NotFinite { what: "the row" });
    }
    let (first, count) = (row.first as f64, row.values.len() as f64);
    let [low, high] = range(row.values.iter().copied());
    let names = [row.axis.as_str(), row.measure.as_str()];
    let plot = upward_plot(
        names,
        [first - 0.5, first + count - 0.5],
        [low, high],
        slot,
        0.45,
    );
    let mut items = Vec::new();
    if let Some(period) = row.period {
        items.extend(bands(row, period, &plot, slot));
    }
    items.extend(plot.upward(slot));
    let cell = plot.area.width / count;
    let radius = (cell * 0.35).clamp(slot.font * 0.11, slot.font * 0.3);
    let places = row
        .values
        .iter()
        .enumerate()
        .map(|(i, &value)| plot.at([first + i as f64, value]));
    let dots = Item::Dots {
        shape: Shape::Disc,
        radius,
        colour: slot.colours.categories[0],
        centres: thinned(places),
    };
    items.push(Item::Group {
        id: "values".into(),
        label: row.measure.clone(),
        items: vec![dots],
    });
    let notes = row
        .period
        .map(|period| period_notes(period, slot))
        .unwrap_or_default();
    let entries: Vec<(Sign, &str)> = notes
        .iter()
        .map(|(sign, text)| (*sign, text.as_str()))
        .collect();
    Ok(with_legend(
        items,
        &entries,
        plot.area.bottom() + slot.font * 3.7,
        slot,
    ))
}

fn border(slot: Slot<'_>) -> Stroke {
    Stroke::new(slot.colours.categories[1], hairline(slot.font) * 1.8).dashed()
}

fn period_notes(period: Period, slot: Slot<'_>) -> Vec<(Sign, String)> {
    let from = format!("periodic from {}", period.from);
    let length = format!("period {}", period.length);
    vec![
        (Sign::Line(border(slot)), from),
        (Sign::Square(slot.colours.shade), length),
    ]
}

/// Every other period shaded, and a line where the first begins.
fn bands(row: &Row, period: Period, plot: &Plot<'_>, slot: Slot<'_>) -> Vec<Item> {
    const THINNEST: f64 = 3.0;
    let (from, length) = (period.from as f64, period.length.max(1) as f64);
    let end = row.first as f64 + row.values.len() as f64;
    let thick = plot.x.at(length) - plot.x.at(0.0) >= THINNEST;
    let mut items = Vec::new();
    let mut start = from;
    while thick && start < end {
        let left = plot.x.at(start.max(row.first as f64) - 0.5);
        let right = plot.x.at((start + length).min(end) - 0.5);
        let band = Box4::new(left, plot.area.y, right - left, plot.area.height);
        if right > left {
            items.push(Item::Fill(band, slot.colours.shade));
        }
        start += 2.0 * length;
    }
    if from >= row.first as f64 && from < end {
        let x = plot.x.at(from - 0.5);
        let (bottom, top) = ([x, plot.area.bottom()], [x, plot.area.y]);
        items.push(Item::Line {
            from: bottom,
            to: top,
            stroke: border(slot),
        });
    }
    vec![Item::Group {
        id: "periods".into(),
        label: "Periods".into(),
        items,
    }]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_clipped_to_the_plot() {
        let line = SlopedLine {
            slope: 2.0,
            ..SlopedLine::default()
        };
        assert_eq!(
            clipped(&line, [0.0, 10.0], [0.0, 10.0]),
            Some([[0.0, 0.0], [5.0, 10.0]])
        );
        let flat = SlopedLine {
            intercept: 11.0,
            ..SlopedLine::default()
        };
        assert_eq!(clipped(&flat, [0.0, 10.0], [0.0, 10.0]), None);
    }
}
