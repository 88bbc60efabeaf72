//! Legends: a sign and its meaning, flowing in lines below a panel.

use super::{Slot, centred, text_item};
use crate::drawing::{Anchor, Box4, Item, Shape, Stroke};
use crate::text::{shorten, text_width};
use crate::theme::Colour;

/// The sign of a legend's entry.
#[derive(Clone, Copy)]
pub(super) enum Sign {
    /// A filled square.
    Square(Colour),
    /// A mark of a scatter.
    Dot(Shape, Colour),
    /// A line.
    Line(Stroke),
}

/// Lays the entries out from `top` down; returns their shapes and the height used.
pub(super) fn place(entries: &[(Sign, &str)], top: f64, slot: Slot<'_>) -> (Vec<Item>, f64) {
    let size = slot.font;
    let (gap, line) = (size * 0.5, size * 1.6);
    let (mut items, mut x, mut y) = (Vec::new(), slot.x, top);
    let mut used = false;
    for &(kind, meaning) in entries {
        let sign = size
            * if matches!(kind, Sign::Line(_)) {
                2.2
            } else {
                1.1
            };
        let room = slot.width - sign - gap;
        let text = shorten(meaning, size, room, false);
        let width = sign + gap + text_width(&text, false) * size;
        if used && x + width > slot.x + slot.width {
            x = slot.x;
            y += line;
        }
        let middle = y + line / 2.0;
        items.extend(sign_items(kind, [x, middle], sign, slot));
        let at = [x + sign + gap, centred(middle, size)];
        items.push(text_item(
            &text,
            at,
            size,
            Anchor::Start,
            slot.colours.ink,
            false,
        ));
        x += width + size * 1.4;
        used = true;
    }
    let height = if used { y + line - top } else { 0.0 };
    (items, height)
}

fn sign_items(sign: Sign, [x, y]: [f64; 2], size: f64, slot: Slot<'_>) -> Vec<Item> {
    match sign {
        Sign::Square(colour) => {
            let square = Box4::new(x, y - size / 2.0, size, size);
            let edge = Stroke::new(slot.colours.grid, (size * 0.06).max(0.5));
            vec![Item::Fill(square, colour), Item::Frame(square, edge)]
        }
        Sign::Dot(shape, colour) => {
            let centres = vec![[x + size / 2.0, y]];
            vec![Item::Dots {
                shape,
                radius: size * 0.32,
                colour,
                centres,
            }]
        }
        Sign::Line(stroke) => vec![Item::Line {
            from: [x, y],
            to: [x + size, y],
            stroke,
        }],
    }
}
