//! Axes with ticks at 1, 2 and 5 times powers of ten, as many as fit without touching.

use super::{Slot, centred, text_item};
use crate::drawing::{Anchor, Box4, Item, Stroke};
use crate::text::{CAP_HEIGHT, text_width};

/// A stretch of numbers drawn onto a stretch of pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) low: f64,
    pub(super) high: f64,
    pub(super) from: f64,
    pub(super) to: f64,
}

impl Span {
    pub(super) fn at(&self, value: f64) -> f64 {
        let whole = self.high - self.low;
        let share = if whole > 0.0 {
            (value - self.low) / whole
        } else {
            0.5
        };
        self.from + (self.to - self.from) * share
    }

    fn pixels(&self) -> f64 {
        (self.to - self.from).abs()
    }
}

/// A number as a tick says it: no more decimals than the step needs, thousands set apart.
pub(super) fn tick_label(value: f64, step: f64) -> String {
    let decimals = if step >= 1.0 {
        0
    } else {
        (-step.log10()).ceil().clamp(0.0, 12.0) as usize
    };
    let text = format!("{:.decimals$}", value.abs());
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let mut out = String::new();
    if value < 0.0 && text.chars().any(|c| c.is_ascii_digit() && c != '0') {
        out.push('−');
    }
    for (i, digit) in whole.chars().enumerate() {
        if i > 0 && whole.len() > 4 && (whole.len() - i) % 3 == 0 {
            out.push('\u{2009}');
        }
        out.push(digit);
    }
    out + rest
}

/// Steps of 1, 2, 5 times powers of ten; whole ones only, if asked.
fn steps(span: &Span, whole: bool) -> impl Iterator<Item = f64> {
    let range = (span.high - span.low).abs().max(1e-12);
    let first = if whole {
        0
    } else {
        range.log10().floor() as i32 - 3
    };
    (first..first + 40)
        .flat_map(|power| [1.0, 2.0, 5.0].map(|digit| digit * 10_f64.powi(power)))
        .filter(move |step| range / step <= 1000.0)
}

fn multiples(span: &Span, step: f64) -> Vec<f64> {
    let (low, high) = (span.low.min(span.high), span.low.max(span.high));
    let (first, last) = ((low / step - 1e-9).ceil(), (high / step + 1e-9).floor());
    let count = (last - first + 1.0).max(0.0) as usize;
    (0..count).map(|i| (first + i as f64) * step).collect()
}

/// Ticks of a horizontal axis: labels stand beside one another.
pub(super) fn ticks_along(span: &Span, whole: bool, font: f64) -> Vec<(f64, String)> {
    fitting(span, whole, |labels| {
        let widest = labels
            .iter()
            .map(|(_, l)| text_width(l, false))
            .fold(0.0, f64::max);
        widest * font + font * 0.8
    })
}

/// Ticks of a vertical axis: labels stand above one another.
pub(super) fn ticks_up(span: &Span, whole: bool, font: f64) -> Vec<(f64, String)> {
    fitting(span, whole, |_| font * 2.2)
}

fn fitting(span: &Span, whole: bool, room: impl Fn(&[(f64, String)]) -> f64) -> Vec<(f64, String)> {
    let range = (span.high - span.low).abs().max(1e-12);
    let labelled = |step: f64| -> Vec<(f64, String)> {
        multiples(span, step)
            .into_iter()
            .map(|v| (v, tick_label(v, step)))
            .collect()
    };
    steps(span, whole)
        .map(|step| (step, labelled(step)))
        .find(|(step, labels)| span.pixels() * step / range >= room(labels))
        .map(|(_, labels)| labels)
        .unwrap_or_default()
}

/// The area of a plot, its spans and what its axes are called.
pub(super) struct Plot<'a> {
    pub(super) area: Box4,
    pub(super) x: Span,
    pub(super) y: Span,
    pub(super) names: [&'a str; 2],
    /// Whether the ticks are whole numbers.
    pub(super) whole: [bool; 2],
}

impl Plot<'_> {
    pub(super) fn at(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        [self.x.at(x), self.y.at(y)]
    }

    /// Frame and ticks with y upward: x below, y to the left, the measure's name above.
    pub(super) fn upward(&self, slot: Slot<'_>) -> Vec<Item> {
        let (font, muted) = (slot.font, slot.colours.muted);
        let below = self.area.bottom();
        let x_base = below + font * 1.45;
        let mut items = self.frame(slot);
        let mut axis = Vec::new();
        for (value, label) in ticks_along(&self.x, self.whole[0], font) {
            let x = self.x.at(value);
            axis.push(tick([x, below], [x, below + font * 0.35], slot));
            axis.push(text_item(
                &label,
                [x, x_base],
                font,
                Anchor::Middle,
                muted,
                false,
            ));
        }
        let middle = [self.area.centre()[0], x_base + font * 1.5];
        axis.push(text_item(
            self.names[0],
            middle,
            font,
            Anchor::Middle,
            muted,
            true,
        ));
        items.push(group("x-axis", self.names[0], axis));
        let mut axis = self.left_ticks(slot);
        let over = [self.area.x, self.area.y - font * 0.75];
        axis.push(text_item(
            self.names[1],
            over,
            font,
            Anchor::Start,
            muted,
            true,
        ));
        items.push(group("y-axis", self.names[1], axis));
        items
    }

    /// Frame and ticks with y downward: x above, y to the left, names at their ends.
    pub(super) fn downward(&self, slot: Slot<'_>) -> Vec<Item> {
        let (font, muted) = (slot.font, slot.colours.muted);
        let top = self.area.y;
        let base = top - font * 0.6;
        let mut items = self.frame(slot);
        let (mut axis, mut reach) = (Vec::new(), self.area.right());
        for (value, label) in ticks_along(&self.x, self.whole[0], font) {
            let x = self.x.at(value);
            reach = reach.max(x + text_width(&label, false) * font / 2.0);
            axis.push(tick([x, top - font * 0.35], [x, top], slot));
            axis.push(text_item(
                &label,
                [x, base],
                font,
                Anchor::Middle,
                muted,
                false,
            ));
        }
        let end = [reach + font * 0.6, base];
        axis.push(text_item(
            self.names[0],
            end,
            font,
            Anchor::Start,
            muted,
            true,
        ));
        items.push(group("x-axis", self.names[0], axis));
        let mut axis = self.left_ticks(slot);
        let end = [
            self.area.x - font * 0.6,
            self.area.bottom() + font * (0.95 + CAP_HEIGHT),
        ];
        axis.push(text_item(
            self.names[1],
            end,
            font,
            Anchor::End,
            muted,
            true,
        ));
        items.push(group("y-axis", self.names[1], axis));
        items
    }

    fn left_ticks(&self, slot: Slot<'_>) -> Vec<Item> {
        let (font, left) = (slot.font, self.area.x);
        let mut axis = Vec::new();
        for (value, label) in ticks_up(&self.y, self.whole[1], font) {
            let y = self.y.at(value);
            axis.push(tick([left - font * 0.35, y], [left, y], slot));
            let at = [left - font * 0.6, centred(y, font)];
            axis.push(text_item(
                &label,
                at,
                font,
                Anchor::End,
                slot.colours.muted,
                false,
            ));
        }
        axis
    }

    fn frame(&self, slot: Slot<'_>) -> Vec<Item> {
        vec![Item::Frame(
            self.area,
            Stroke::new(slot.colours.grid, hairline(slot.font)),
        )]
    }
}

/// The room left of an area for the ticks of this vertical span.
pub(super) fn left_room(span: &Span, whole: bool, name: &str, font: f64) -> f64 {
    let labels = ticks_up(span, whole, font);
    let widest = labels
        .iter()
        .map(|(_, l)| text_width(l, false))
        .fold(0.0, f64::max);
    widest.max(text_width(name, true)) * font + font * 0.8
}

/// The width of thin lines beside text of this size.
pub(super) fn hairline(font: f64) -> f64 {
    (font * 0.08).max(0.5)
}

fn tick(from: [f64; 2], to: [f64; 2], slot: Slot<'_>) -> Item {
    Item::Line {
        from,
        to,
        stroke: Stroke::new(slot.colours.grid, hairline(slot.font)),
    }
}

fn group(id: &str, name: &str, items: Vec<Item>) -> Item {
    Item::Group {
        id: id.to_owned(),
        label: format!("Axis {name}"),
        items,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_say_no_more_than_the_step_needs() {
        assert_eq!(tick_label(0.3000004, 0.1), "0.3");
        assert_eq!(tick_label(-2.0, 1.0), "−2");
        assert_eq!(tick_label(2500.0, 500.0), "2500");
        assert_eq!(tick_label(100_000.0, 50_000.0), "100\u{2009}000");
    }

    #[test]
    fn ticks_never_touch() {
        for (high, pixels) in [
            (7.0, 80.0),
            (100.0, 300.0),
            (99_999.0, 120.0),
            (1e9, 5000.0),
        ] {
            let span = Span {
                low: 0.0,
                high,
                from: 0.0,
                to: pixels,
            };
            let ticks = ticks_along(&span, true, 8.0);
            assert!(!ticks.is_empty());
            for pair in ticks.windows(2) {
                let half = |label: &str| text_width(label, false) * 8.0 / 2.0;
                let room = span.at(pair[1].0) - span.at(pair[0].0);
                assert!(
                    room > half(&pair[0].1) + half(&pair[1].1),
                    "{high} {pixels}"
                );
            }
        }
    }
}
