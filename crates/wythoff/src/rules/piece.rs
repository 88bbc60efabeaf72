//! The pieces of the notation, by how they walk.

/// Pieces that walk toward the corner; no coordinate grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Piece {
    /// One pile or the other, any number: Nim on two piles.
    Rook,
    /// Wythoff's game.
    Queen,
    /// One square back, aside or both.
    King,
    /// (1, 2) or (2, 1).
    Knight,
    /// The same number from both.
    Bishop,
    /// Queen and knight in one \[LarssonWastlundMaharaja\].
    Maharaja,
}

impl Piece {
    /// All pieces.
    pub const ALL: [Piece; 6] = [
        Piece::Rook,
        Piece::Queen,
        Piece::King,
        Piece::Knight,
        Piece::Bishop,
        Piece::Maharaja,
    ];

    /// Its word in the notation.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Piece::Rook => "rook",
            Piece::Queen => "queen",
            Piece::King => "king",
            Piece::Knight => "knight",
            Piece::Bishop => "bishop",
            Piece::Maharaja => "maharaja",
        }
    }

    /// Directions in which it walks any distance, and single steps.
    #[must_use]
    pub fn walk(self) -> (&'static [[i64; 2]], &'static [[i64; 2]]) {
        match self {
            Piece::Rook => (&[[1, 0], [0, 1]], &[]),
            Piece::Queen => (&[[1, 0], [0, 1], [1, 1]], &[]),
            Piece::King => (&[], &[[1, 0], [0, 1], [1, 1]]),
            Piece::Knight => (&[], &[[1, 2], [2, 1]]),
            Piece::Bishop => (&[[1, 1]], &[]),
            Piece::Maharaja => (&[[1, 0], [0, 1], [1, 1]], &[[1, 2], [2, 1]]),
        }
    }
}
