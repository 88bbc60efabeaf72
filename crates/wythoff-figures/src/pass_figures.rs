//! The eleven figures of \[MiyaderaManabeFukui2025\], from tables of values.
//!
//! The values come in as data (`table[x][y]`, a P-position has value 0); this file only says which
//! cells stand out. As in the paper, x runs to the right, y down, and the queen walks to the upper
//! left corner.

use crate::scene::{Block, Board, Cell, Figure, Mark, Ray};

/// Grundy values `[x][y]`.
pub type Table = Vec<Vec<u64>>;

/// The three tables that the figures are made of, each 9 × 9 or larger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tables {
    /// Wythoff's game: positions (x, y, 0).
    pub wythoff: Table,
    /// Wythoff's game with a pass that may still be used: positions (x, y, 1).
    pub pass: Table,
    /// Wythoff's game plus one stone: positions (x, y, 1).
    pub stone: Table,
}

/// A direction in which the queen moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// x becomes smaller.
    Horizontal,
    /// y becomes smaller.
    Vertical,
    /// Both become smaller by the same number.
    Diagonal,
}

impl Direction {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Horizontal, Self::Vertical, Self::Diagonal];

    /// The cell `steps` moves of one from (x, y); `None` off the board.
    fn step(self, [x, y]: [usize; 2], steps: usize) -> Option<[usize; 2]> {
        let (dx, dy) = match self {
            Self::Horizontal => (steps, 0),
            Self::Vertical => (0, steps),
            Self::Diagonal => (steps, steps),
        };
        Some([x.checked_sub(dx)?, y.checked_sub(dy)?])
    }

    /// The cells that a queen on `from` reaches in this direction, nearest first.
    ///
    /// ```
    /// # use wythoff_figures::pass_figures::Direction;
    /// let cells: Vec<[usize; 2]> = Direction::Diagonal.cells([2, 3]).collect();
    /// assert_eq!(cells, [[1, 2], [0, 1]]);
    /// ```
    pub fn cells(self, from: [usize; 2]) -> impl Iterator<Item = [usize; 2]> {
        (1..).map_while(move |steps| self.step(from, steps))
    }

    fn word(self) -> &'static str {
        match self {
            Self::Horizontal => "horizontally",
            Self::Vertical => "vertically",
            Self::Diagonal => "diagonally",
        }
    }
}

/// The side of the tables in the paper.
const SIDE: usize = 9;
/// The side of the frame of figures 10 and 11.
const FRAME: usize = 15;

/// The eleven figures in the order of the paper.
///
/// ```
/// # use wythoff_figures::pass_figures::{Tables, all};
/// let table = vec![vec![0; 9]; 9];
/// let tables = Tables { wythoff: table.clone(), pass: table.clone(), stone: table };
/// assert_eq!(all(&tables).len(), 11);
/// ```
#[must_use]
pub fn all(tables: &Tables) -> Vec<Figure> {
    let mut figures = vec![
        coordinates(),
        queen_moves(),
        set_a(&tables.wythoff),
        set_b(&tables.pass),
        set_c(&tables.stone),
        rays_of(&tables.pass, [7, 6]),
    ];
    figures.extend(Direction::ALL.map(|direction| reaching(&tables.pass, direction)));
    figures.push(framed(10, "B", &tables.pass));
    figures.push(framed(11, "C", &tables.stone));
    figures
}

/// Figure 1: the board, each cell with its coordinates.
#[must_use]
pub fn coordinates() -> Figure {
    let cell = |x, y| Cell::plain(format!("({x}, {y})"));
    let rows = (0..SIDE)
        .map(|x| (0..SIDE).map(|y| cell(x, y)).collect())
        .collect();
    let board = Board {
        chequered: true,
        ..Board::of_cells(rows)
    };
    let desc = "A board of squares; x counts to the right, y down, and (x, y) names the square.";
    Figure::of("figure-1", "The board and its coordinates", desc, board)
}

/// Figure 2: a queen and her moves toward the upper left corner.
#[must_use]
pub fn queen_moves() -> Figure {
    let queen = [6, 5];
    let rows = vec![vec![Cell::default(); SIDE]; SIDE];
    let mut board = Board {
        chequered: true,
        queens: vec![queen],
        ..Board::of_cells(rows)
    };
    board.rays = rays(queen);
    let desc = "A queen on (6, 5) moves any number of squares to the left, up, or diagonally to the \
                upper left.";
    Figure::of("figure-2", "The queen's moves", desc, board)
}

/// Figure 3: Grundy values of Wythoff's game, P-positions (set A) marked.
#[must_use]
pub fn set_a(wythoff: &Table) -> Figure {
    grundy_table(3, "A", "Wythoff's game", wythoff)
}

/// Figure 4: Grundy values with a pass, P-positions (set B) marked.
#[must_use]
pub fn set_b(pass: &Table) -> Figure {
    grundy_table(4, "B", "Wythoff's game with a pass", pass)
}

/// Figure 5: Grundy values with one stone, P-positions (set C) marked.
#[must_use]
pub fn set_c(stone: &Table) -> Figure {
    grundy_table(5, "C", "Wythoff's game plus one stone", stone)
}

/// Figure 6: one P-position of the table and every cell that it reaches.
#[must_use]
pub fn rays_of(pass: &Table, queen: [usize; 2]) -> Figure {
    let mut board = marked_block(pass, "B");
    board.rays = rays(queen);
    board.queens = vec![queen];
    let [x, y] = queen;
    let title = format!("From the P-position ({x}, {y}) no move leads to a P-position");
    let desc = format!(
        "The table of set B with the rays of moves from ({x}, {y}): no marked cell lies on them."
    );
    Figure::of("figure-6", &title, &desc, board)
}

/// Figures 7, 8 and 9: the cells that have a move into set B in one direction, in a second colour.
#[must_use]
pub fn reaching(pass: &Table, direction: Direction) -> Figure {
    let word = direction.word();
    let zero = |[x, y]: [usize; 2]| pass[x][y] == 0;
    let meaning = format!("reaches set B {word}");
    let board = marked_block(pass, "B").marked(Mark::Second, &meaning, |x, y| {
        !zero([x, y]) && direction.cells([x, y]).any(zero)
    });
    let number = 7 + Direction::ALL
        .iter()
        .position(|&d| d == direction)
        .unwrap_or(0);
    let title = format!("Cells with a move into set B {word}");
    let desc = format!("The table of set B; a second colour marks the cells that reach B {word}.");
    Figure::of(&format!("figure-{number}"), &title, &desc, board)
}

/// Figures 10 and 11: the 9 × 9 block in the corner of an empty 15 × 15 frame.
#[must_use]
pub fn framed(number: u8, set: &str, table: &Table) -> Figure {
    let block = marked_block(table, set);
    let mut rows = vec![vec![Cell::default(); FRAME]; FRAME];
    for (row, cells) in rows.iter_mut().zip(&block.rows) {
        row[..cells.len()].clone_from_slice(cells);
    }
    let last = SIDE - 1;
    let blocks = vec![Block {
        from: [0, 0],
        to: [last, last],
    }];
    let board = Board {
        legend: block.legend,
        blocks,
        ..Board::of_cells(rows)
    };
    let title = format!("Set {set} and the positions beyond");
    let desc = format!("The 9 by 9 table of set {set} in the corner of a 15 by 15 board.");
    Figure::of(&format!("figure-{number}"), &title, &desc, board)
}

fn grundy_table(number: u8, set: &str, game: &str, table: &Table) -> Figure {
    let title = format!("Grundy values of {game}");
    let desc =
        format!("Grundy values of {game} for x, y ≤ 8; the P-positions, set {set}, are marked.");
    Figure::of(
        &format!("figure-{number}"),
        &title,
        &desc,
        marked_block(table, set),
    )
}

/// The 9 × 9 corner of the table with its zeros marked.
fn marked_block(table: &Table, set: &str) -> Board {
    let corner: Table = table
        .iter()
        .take(SIDE)
        .map(|row| row.iter().take(SIDE).copied().collect())
        .collect();
    let meaning = format!("P-position (set {set})");
    Board::of_values(&corner).marked(Mark::Chosen, &meaning, |x, y| corner[x][y] == 0)
}

/// One ray in each direction in which the queen can move.
fn rays(from: [usize; 2]) -> Vec<Ray> {
    let last = |direction: Direction| direction.cells(from).last();
    Direction::ALL
        .into_iter()
        .filter_map(last)
        .map(|to| Ray { from, to })
        .collect()
}
