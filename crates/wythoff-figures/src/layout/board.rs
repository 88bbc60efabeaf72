//! Boards: x to the right, y down, headings on both sides, one font size for all values.

use std::cmp::Ordering;

use super::legend::{self, Sign};
use super::{LEAST_FONT, Placed, Slot, centred, pieces, text_item};
use crate::drawing::{Anchor, Box4, Item, Stroke, Unit};
use crate::error::FigureError;
use crate::scene::{Board, Cell, Mark};
use crate::text::{CAP_HEIGHT, shorten, text_width};
use crate::theme::{Colour, Colours};

/// Values smaller than this are left out: they could not be read.
const LEAST_VALUE_FONT: f64 = 5.0;
/// Coordinates with more digits than this are counted from x₀ or y₀, which a line below states.
const LONGEST_HEADING: usize = 7;

/// The measures of a board on the page.
struct Frame {
    origin: [f64; 2],
    cell: f64,
    shape: [usize; 2],
    font: f64,
}

impl Frame {
    fn cell_at(&self, [x, y]: [usize; 2]) -> Box4 {
        let left = self.origin[0] + self.cell * x as f64;
        Box4::new(
            left,
            self.origin[1] + self.cell * y as f64,
            self.cell,
            self.cell,
        )
    }

    fn right(&self) -> f64 {
        self.origin[0] + self.cell * self.shape[0] as f64
    }

    fn bottom(&self) -> f64 {
        self.origin[1] + self.cell * self.shape[1] as f64
    }

    fn line_width(&self) -> f64 {
        (self.cell * 0.025).clamp(0.3, 12.0)
    }
}

/// The headings of one axis.
struct Headings {
    name: String,
    labels: Vec<String>,
    note: Option<String>,
}

pub(super) fn place(board: &Board, slot: Slot<'_>) -> Result<Placed, FigureError> {
    check(board)?;
    let shape = board.shape();
    let headings = [headings(board, 0), headings(board, 1)];
    let frame = frame(shape, &headings, slot);
    let colours = slot.colours;

    let mut items = ground(board, &frame, colours);
    items.extend(rays(board, &frame, colours));
    items.push(grid_lines(&frame, colours));
    items.extend(blocks(board, &frame, colours));
    items.extend(values(board, &frame, colours));
    items.extend(queens(board, &frame, colours));
    items.extend(heading_items(&headings, &frame, colours));

    let mut y = frame.bottom() + frame.font * 1.9;
    let entries: Vec<(Sign, &str)> = board
        .legend
        .iter()
        .map(|(mark, meaning)| (Sign::Square(ground_of(*mark, colours)), meaning.as_str()))
        .collect();
    let (legend_items, height) = legend::place(&entries, y, slot);
    if !legend_items.is_empty() {
        items.push(Item::Group {
            id: "legend".into(),
            label: "Legend".into(),
            items: legend_items,
        });
    }
    y += height;
    for note in headings.iter().filter_map(|h| h.note.as_deref()) {
        let size = slot.font;
        let text = shorten(note, size, slot.width, false);
        let at = [slot.x, y + size * 1.2];
        items.push(text_item(
            &text,
            at,
            size,
            Anchor::Start,
            colours.muted,
            false,
        ));
        y += size * 1.6;
    }
    let unit = Some(Unit {
        origin: frame.origin,
        size: frame.cell,
    });
    Ok(Placed {
        items,
        height: y - slot.y,
        unit,
    })
}

fn check(board: &Board) -> Result<(), FigureError> {
    let shape @ [nx, ny] = board.shape();
    if nx == 0 || ny == 0 {
        return Err(FigureError::Empty { what: "the board" });
    }
    let lengths = board.rows.iter().map(Vec::len).enumerate();
    if let Some((row, found)) = lengths.into_iter().find(|&(_, len)| len != ny) {
        return Err(FigureError::Ragged {
            row,
            expected: ny,
            found,
        });
    }
    let ends = board.rays.iter().flat_map(|ray| [ray.from, ray.to]);
    let corners = board.blocks.iter().flat_map(|block| [block.from, block.to]);
    let mut named = board.queens.iter().copied().chain(ends).chain(corners);
    match named.find(|&[x, y]| x >= nx || y >= ny) {
        Some(cell) => Err(FigureError::Outside { cell, shape }),
        None => Ok(()),
    }
}

/// The largest square cells that leave room for headings, axis names and a sensible height.
fn frame(shape: [usize; 2], headings: &[Headings; 2], slot: Slot<'_>) -> Frame {
    const TALLEST: f64 = 2.5;
    let [nx, ny] = shape.map(|n| n as f64);
    let widest = |h: &Headings, size: f64| {
        h.labels
            .iter()
            .map(|label| text_width(label, false))
            .fold(0.0, f64::max)
            * size
    };
    let about = (slot.width / (nx + 1.0)).min(slot.width / 4.0);
    let font = (about * 0.38).clamp(LEAST_FONT, slot.font.max(LEAST_FONT) * 1.3);
    let name = |h: &Headings| text_width(&h.name, false) * font;
    let left = widest(&headings[1], font).max(name(&headings[1])) + font * 0.7;
    let right = name(&headings[0]) + font * 1.1;
    let room = (slot.width - left - right).max(1.0);
    let cell = (room / nx)
        .min(slot.width * TALLEST / ny)
        .min(slot.width / 4.0);
    let spare = (room - cell * nx).max(0.0) / 2.0;
    let top = font * 1.5;
    Frame {
        origin: [slot.x + left + spare, slot.y + top],
        cell,
        shape,
        font,
    }
}

fn headings(board: &Board, axis: usize) -> Headings {
    let (name, origin) = (&board.axes[axis], board.origin[axis].as_str());
    let count = board.shape()[axis];
    if name.is_empty() {
        // A table over one coordinate has no second one to count.
        return Headings {
            name: String::new(),
            labels: vec![String::new(); count],
            note: None,
        };
    }
    if origin.len() > LONGEST_HEADING {
        let labels = (0..count).map(|i| i.to_string()).collect();
        let note = format!("{name}₀ = {} ({} digits)", ends_of(origin), origin.len());
        return Headings {
            name: format!("{name} − {name}₀"),
            labels,
            note: Some(note),
        };
    }
    let first: u64 = origin.parse().unwrap_or(0);
    let labels = (first..).take(count).map(|i| i.to_string()).collect();
    Headings {
        name: name.clone(),
        labels,
        note: None,
    }
}

/// Both ends of a long number.
fn ends_of(number: &str) -> String {
    if number.len() <= 24 || !number.is_ascii() {
        return number.to_owned();
    }
    format!("{}…{}", &number[..8], &number[number.len() - 8..])
}

fn ground_of(mark: Mark, colours: &Colours) -> Colour {
    match mark {
        Mark::Plain => colours.ground,
        Mark::Chosen => colours.chosen[0],
        Mark::Second => colours.second[0],
    }
}

fn ink_of(mark: Mark, colours: &Colours) -> Colour {
    match mark {
        Mark::Plain => colours.ink,
        Mark::Chosen => colours.chosen[1],
        Mark::Second => colours.second[1],
    }
}

/// The cells in order, with their places.
fn cells(board: &Board) -> impl Iterator<Item = ([usize; 2], &Cell)> {
    board
        .rows
        .iter()
        .enumerate()
        .flat_map(|(x, row)| row.iter().enumerate().map(move |(y, cell)| ([x, y], cell)))
}

/// The fills of chequered and of marked cells.
fn ground(board: &Board, frame: &Frame, colours: &Colours) -> Vec<Item> {
    let group =
        |id: &str, label: &str, colour: Colour, which: &dyn Fn([usize; 2], &Cell) -> bool| {
            let items: Vec<Item> = cells(board)
                .filter(|&(at, cell)| which(at, cell))
                .map(|(at, _)| Item::Fill(frame.cell_at(at), colour))
                .collect();
            (!items.is_empty()).then(|| Item::Group {
                id: id.into(),
                label: label.into(),
                items,
            })
        };
    let meaning = |mark: Mark, otherwise: &'static str| {
        let known = board.legend.iter().find(|(m, _)| *m == mark);
        known.map_or(otherwise, |(_, text)| text.as_str())
    };
    let dark = |[x, y]: [usize; 2], cell: &Cell| {
        board.chequered && (x + y) % 2 == 1 && cell.mark == Mark::Plain
    };
    let groups = [
        group("squares", "Shaded squares", colours.shade, &dark),
        group(
            "second",
            meaning(Mark::Second, "Cells of the second kind"),
            colours.second[0],
            &|_, c| c.mark == Mark::Second,
        ),
        group(
            "chosen",
            meaning(Mark::Chosen, "Chosen cells"),
            colours.chosen[0],
            &|_, c| c.mark == Mark::Chosen,
        ),
    ];
    groups.into_iter().flatten().collect()
}

fn rays(board: &Board, frame: &Frame, colours: &Colours) -> Option<Item> {
    let arrow = |ray: &crate::scene::Ray| {
        let (from, to) = (
            frame.cell_at(ray.from).centre(),
            frame.cell_at(ray.to).centre(),
        );
        // The tip reaches past the centre of the last cell, so that its value stays clear of it.
        let tip = [0, 1].map(|i| match ray.to[i].cmp(&ray.from[i]) {
            Ordering::Less => to[i] - frame.cell * 0.42,
            Ordering::Equal => to[i],
            Ordering::Greater => to[i] + frame.cell * 0.42,
        });
        pieces::arrow(from, tip, frame.cell * 0.17, colours.ray)
    };
    let items: Vec<Item> = board.rays.iter().flat_map(arrow).collect();
    (!items.is_empty()).then(|| Item::Group {
        id: "moves".into(),
        label: "Moves".into(),
        items,
    })
}

fn grid_lines(frame: &Frame, colours: &Colours) -> Item {
    let stroke = Stroke::new(colours.grid, frame.line_width());
    let ([left, top], right, bottom) = (frame.origin, frame.right(), frame.bottom());
    let down = (0..=frame.shape[0]).map(|i| {
        let x = left + frame.cell * i as f64;
        Item::Line {
            from: [x, top],
            to: [x, bottom],
            stroke,
        }
    });
    let across = (0..=frame.shape[1]).map(|i| {
        let y = top + frame.cell * i as f64;
        Item::Line {
            from: [left, y],
            to: [right, y],
            stroke,
        }
    });
    Item::Group {
        id: "grid".into(),
        label: "Grid".into(),
        items: down.chain(across).collect(),
    }
}

fn blocks(board: &Board, frame: &Frame, colours: &Colours) -> Vec<Item> {
    let stroke = Stroke::new(colours.ink, frame.line_width() * 2.6);
    let outline = |block: &crate::scene::Block| {
        let (from, to) = (frame.cell_at(block.from), frame.cell_at(block.to));
        let area = Box4::new(from.x, from.y, to.right() - from.x, to.bottom() - from.y);
        Item::Frame(area, stroke)
    };
    board.blocks.iter().map(outline).collect()
}

/// The font size of all values; `None` when the longest could not be read.
fn value_font(board: &Board, cell: f64) -> Option<f64> {
    const OF_WIDTH: f64 = 0.84;
    let widths = cells(board).map(|(_, c)| text_width(&c.text, c.mark == Mark::Chosen));
    let longest = widths.fold(0.0, f64::max);
    if longest <= 0.0 {
        return None;
    }
    let by_width = cell * OF_WIDTH / longest;
    let mut size = by_width.min(cell * 0.46);
    if size < LEAST_VALUE_FONT * 1.4 {
        size = by_width.min(cell * 0.75);
    }
    (size >= LEAST_VALUE_FONT).then_some(size)
}

/// The values, one group for each y, plain ones before marked ones.
fn values(board: &Board, frame: &Frame, colours: &Colours) -> Vec<Item> {
    let Some(size) = value_font(board, frame.cell) else {
        return Vec::new();
    };
    let (name, origin) = (&board.axes[1], board.origin[1].parse::<u64>().unwrap_or(0));
    let mut rows = Vec::new();
    for y in 0..frame.shape[1] {
        let mut items = Vec::new();
        for mark in [Mark::Plain, Mark::Second, Mark::Chosen] {
            for (x, row) in board.rows.iter().enumerate() {
                let cell = &row[y];
                if cell.mark != mark || cell.text.is_empty() {
                    continue;
                }
                let queen = board.queens.contains(&[x, y]);
                let place = frame.cell_at([x, y]);
                let [cx, cy] = place.centre();
                let (cy, size) = if queen {
                    (
                        place.bottom() - frame.cell * 0.19,
                        size.min(frame.cell * 0.3),
                    )
                } else {
                    (cy, size)
                };
                let (colour, bold) = (ink_of(mark, colours), mark == Mark::Chosen);
                let at = [cx, centred(cy, size)];
                items.push(text_item(
                    &cell.text,
                    at,
                    size,
                    Anchor::Middle,
                    colour,
                    bold,
                ));
            }
        }
        if !items.is_empty() {
            let label = format!("{name} = {}", origin.saturating_add(y as u64));
            rows.push(Item::Group {
                id: format!("row-{y}"),
                label,
                items,
            });
        }
    }
    rows
}

fn queens(board: &Board, frame: &Frame, colours: &Colours) -> Vec<Item> {
    let queen = |&[x, y]: &[usize; 2]| {
        let (place, cell) = (frame.cell_at([x, y]), &board.rows[x][y]);
        let square = if cell.text.is_empty() {
            place.inset(frame.cell * 0.06)
        } else {
            // The value stands below the queen.
            let side = frame.cell * 0.66;
            Box4::new(
                place.centre()[0] - side / 2.0,
                place.y + frame.cell * 0.02,
                side,
                side,
            )
        };
        let items = pieces::queen(square, ink_of(cell.mark, colours));
        Item::Group {
            id: format!("queen-{x}-{y}"),
            label: format!("Queen on ({x}, {y})"),
            items,
        }
    };
    board.queens.iter().map(queen).collect()
}

/// The least of 1, 2, 5, 10, 20, … cells that hold a label of this extent and a gap.
fn rhythm(extent: f64, cell: f64) -> usize {
    let steps = (0..6_u32).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_usize.pow(power)));
    steps
        .into_iter()
        .find(|&step| step as f64 * cell >= extent)
        .unwrap_or(1_000_000)
}

/// The positions whose labels are written: those whose label is a multiple of the step.
fn labelled(labels: &[String], step: usize) -> impl Iterator<Item = (usize, &String)> {
    let due = move |label: &str| label.parse::<usize>().is_ok_and(|n| n % step == 0);
    labels
        .iter()
        .enumerate()
        .filter(move |(_, label)| due(label))
}

fn heading_items(headings: &[Headings; 2], frame: &Frame, colours: &Colours) -> Vec<Item> {
    let (size, muted) = (frame.font, colours.muted);
    let ([left, top], cell) = (frame.origin, frame.cell);
    let [over, beside] = headings;
    let baseline = top - size * 0.45;
    let widest = over
        .labels
        .iter()
        .map(|l| text_width(l, false))
        .fold(0.0, f64::max)
        * size;
    let mut across: Vec<Item> = labelled(&over.labels, rhythm(widest + size * 0.5, cell))
        .map(|(i, label)| {
            let x = left + cell * (i as f64 + 0.5);
            text_item(label, [x, baseline], size, Anchor::Middle, muted, false)
        })
        .collect();
    let name_at = [frame.right() + size * 0.7, baseline];
    across.push(text_item(
        &over.name,
        name_at,
        size,
        Anchor::Start,
        muted,
        true,
    ));

    let right = left - size * 0.45;
    let mut down: Vec<Item> = labelled(&beside.labels, rhythm(size * (CAP_HEIGHT + 0.3), cell))
        .map(|(i, label)| {
            let y = centred(top + cell * (i as f64 + 0.5), size);
            text_item(label, [right, y], size, Anchor::End, muted, false)
        })
        .collect();
    let name_at = [right, frame.bottom() + size * (0.5 + CAP_HEIGHT)];
    down.push(text_item(
        &beside.name,
        name_at,
        size,
        Anchor::End,
        muted,
        true,
    ));
    let group = |id: &str, name: &str, items| Item::Group {
        id: id.into(),
        label: name.into(),
        items,
    };
    vec![
        group("x-axis", &over.name, across),
        group("y-axis", &beside.name, down),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rhythm_counts_one_two_five_ten() {
        let steps: Vec<usize> = [5.0, 11.0, 21.0, 51.0, 101.0, 201.0, 501.0]
            .into_iter()
            .map(|extent| rhythm(extent, 10.0))
            .collect();
        assert_eq!(steps, [1, 2, 5, 10, 20, 50, 100]);
    }

    #[test]
    fn long_coordinates_are_counted_from_a_stated_origin() {
        let mut board = Board::of_values(&[vec![0, 1]]);
        board.origin[1] = format!("1{}", "0".repeat(300));
        let headings = headings(&board, 1);
        assert_eq!(headings.labels, ["0", "1"]);
        assert_eq!(
            headings.note.as_deref(),
            Some("y₀ = 10000000…00000000 (301 digits)")
        );
    }
}
