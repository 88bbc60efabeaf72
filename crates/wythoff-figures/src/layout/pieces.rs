//! Pieces and arrows on boards, drawn as shapes so that they look alike in every format.

use crate::drawing::{Box4, Item, Shape, Stroke};
use crate::theme::Colour;

/// A queen in the square `place`: a crown of five points over a foot.
pub(super) fn queen(place: Box4, colour: Colour) -> Vec<Item> {
    const CROWN: [[f64; 2]; 11] = [
        [0.26, 0.68],
        [0.14, 0.30],
        [0.32, 0.50],
        [0.33, 0.19],
        [0.44, 0.46],
        [0.50, 0.14],
        [0.56, 0.46],
        [0.67, 0.19],
        [0.68, 0.50],
        [0.86, 0.30],
        [0.74, 0.68],
    ];
    const TIPS: [[f64; 2]; 5] = [
        [0.14, 0.27],
        [0.33, 0.17],
        [0.50, 0.12],
        [0.67, 0.17],
        [0.86, 0.27],
    ];
    const FOOT: [[f64; 2]; 4] = [[0.25, 0.73], [0.75, 0.73], [0.80, 0.87], [0.20, 0.87]];
    let at = |&[x, y]: &[f64; 2]| [place.x + x * place.width, place.y + y * place.height];
    vec![
        Item::Polygon(CROWN.iter().map(at).collect(), colour),
        Item::Polygon(FOOT.iter().map(at).collect(), colour),
        Item::Dots {
            shape: Shape::Disc,
            radius: place.width * 0.055,
            colour,
            centres: TIPS.iter().map(at).collect(),
        },
    ]
}

/// An arrow from `from` to `to` of this thickness.
pub(super) fn arrow(from: [f64; 2], to: [f64; 2], width: f64, colour: Colour) -> Vec<Item> {
    let along = [to[0] - from[0], to[1] - from[1]];
    let length = along[0].hypot(along[1]);
    if length <= 0.0 {
        return Vec::new();
    }
    let (ux, uy) = (along[0] / length, along[1] / length);
    let head = (width * 2.4).min(length);
    let neck = [to[0] - ux * head, to[1] - uy * head];
    let half = head * 0.62;
    let left = [neck[0] - uy * half, neck[1] + ux * half];
    let right = [neck[0] + uy * half, neck[1] - ux * half];
    vec![
        Item::Line {
            from,
            to: neck,
            stroke: Stroke::new(colour, width),
        },
        Item::Polygon(vec![to, left, right], colour),
    ]
}
