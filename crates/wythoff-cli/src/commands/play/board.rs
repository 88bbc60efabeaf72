//! A position of two piles as a small board: x to the right, y down.

use wythoff::rules::{Axis, Cell, Rules};

/// Boards beyond this coordinate are not shown.
const MOST: u64 = 25;

/// The board with the position `@` and the options `o`; none where there are not two small piles. Where passes
/// are counted too, a pass is not on the board.
pub(super) fn text(rules: &Rules, at: &Cell, options: &[Cell]) -> Option<String> {
    let axes = rules.axes();
    let piles: Vec<usize> = (0..axes.len()).filter(|&i| axes[i] == Axis::Pile).collect();
    let others_are_passes = axes
        .iter()
        .all(|axis| matches!(axis, Axis::Pile | Axis::Passes(_)));
    let &[x, y] = piles.as_slice() else {
        return None;
    };
    let shown = || options.iter().chain([at]).map(|cell| (cell[x], cell[y]));
    let width = shown().map(|(x, _)| x).max()?;
    let height = shown().map(|(_, y)| y).max()?;
    if !others_are_passes || width > MOST || height > MOST {
        return None;
    }
    let names = rules.game().coordinate_names();
    let mut board = format!("{:>4}", names[y].clone() + "\\" + &names[x]);
    for column in 0..=width {
        board.push_str(&format!("{column:>3}"));
    }
    board.push('\n');
    for row in 0..=height {
        board.push_str(&format!("{row:>4}"));
        for column in 0..=width {
            let here = (column, row);
            let sign = if here == (at[x], at[y]) {
                '@'
            } else if options.iter().any(|o| (o[x], o[y]) == here) {
                'o'
            } else {
                '.'
            };
            board.push_str(&format!("{sign:>3}"));
        }
        board.push('\n');
    }
    Some(board)
}
