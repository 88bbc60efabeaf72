//! Values of a two-pile game by enumeration of every option, for judging formulas.

use dashu_int::UBig;

/// A game with the moves of WYT(a, b).
#[derive(Clone, Copy, Debug)]
pub struct Game {
    pub a: usize,
    pub b: usize,
    pub misere: bool,
    /// x + y ≤ k ends the game.
    pub k: usize,
}

/// Remoteness of every cell of a box, with every option listed.
pub struct Table {
    pub game: Game,
    pub size: usize,
    remoteness: Vec<u64>,
}

impl Game {
    pub fn is_terminal(self, x: usize, y: usize) -> bool {
        x + y <= self.k
    }

    pub fn options(self, x: usize, y: usize) -> Vec<(usize, usize)> {
        if self.is_terminal(x, y) {
            return Vec::new();
        }
        let removals = (0..=x).flat_map(|e| (0..=y).map(move |f| (e, f)));
        removals
            .filter(|&(e, f)| (e, f) != (0, 0) && (e.abs_diff(f) < self.a || e.min(f) < self.b))
            .map(|(e, f)| (x - e, y - f))
            .collect()
    }
}

impl Table {
    pub fn new(game: Game, size: usize) -> Self {
        let mut table = Self {
            game,
            size,
            remoteness: vec![0; size * size],
        };
        for x in 0..size {
            for y in 0..size {
                table.remoteness[x * size + y] = table.by_definition(x, y);
            }
        }
        table
    }

    /// Smith: least good option + 1, else greatest option + 1, else 0.
    fn by_definition(&self, x: usize, y: usize) -> u64 {
        let good = u64::from(self.game.misere);
        let (mut least_good, mut greatest) = (None::<u64>, None::<u64>);
        for (u, v) in self.game.options(x, y) {
            let r = self.remoteness(u, v);
            if r % 2 == good {
                least_good = Some(least_good.map_or(r, |best| best.min(r)));
            }
            greatest = greatest.max(Some(r));
        }
        least_good.or(greatest).map_or(0, |r| r + 1)
    }

    pub fn remoteness(&self, x: usize, y: usize) -> u64 {
        self.remoteness[x * self.size + y]
    }

    pub fn is_p(&self, x: usize, y: usize) -> bool {
        self.remoteness(x, y) % 2 == u64::from(self.game.misere)
    }
}

pub fn big(n: usize) -> UBig {
    UBig::from(n)
}
