//! All winning and all remoteness-optimal moves, found through the structure of the P-positions.
//!
//! From an N-position (x, y) a P-position in reach has a coordinate in (x − b, x] or (y − b, y] (a move
//! that takes fewer than b from a pile) or a difference within a of ±(y − x) (the other moves), so few
//! indices have to be tried \[BorosGurvichMakinoVyalyi2024\]; each candidate is then checked by the rule itself.
//! From a P-position of index m the optimal moves are those options (u, v) with
//! min{ι, q} = m − 1. Since ι(p) ≥ m − 1 forces p ≥ x_{m−1}, they lie in a box whose size does not depend
//! on m; derived in `docs/derivations/terminal-set.md`, section "Longest resistance".

use super::{Formula, PStructure, Piles};
use crate::sequences::Side;
use dashu_int::UBig;

/// Options of a position, as targets in the order of the piles asked about, sorted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moves {
    /// The targets found.
    pub targets: Vec<Piles>,
    /// Whether these are all; if not, the limit cut the list.
    pub complete: bool,
}

impl Moves {
    fn none() -> Self {
        Self {
            targets: Vec::new(),
            complete: true,
        }
    }

    /// Sorted, without repetition, and turned round if the piles asked about were not sorted.
    fn finished(mut self, turned: bool) -> Self {
        if turned {
            for (u, v) in &mut self.targets {
                std::mem::swap(u, v);
            }
        }
        self.targets.sort();
        self.targets.dedup();
        self
    }
}

impl Formula {
    /// All options of (x, y) that are P-positions, at most about `limit` of them.
    ///
    /// ```
    /// use dashu_int::UBig;
    /// use wythoff::formulas::Formula;
    /// let game = Formula::wyt(&UBig::from(2u8), &UBig::from(3u8))?;
    /// let moves = game.winning_moves(&UBig::from(12u8), &UBig::from(20u8), 100);
    /// let targets: Vec<_> = moves.targets.iter().map(|(u, v)| format!("{u},{v}")).collect();
    /// assert_eq!(targets, ["11,17", "12,8"]);
    /// # Ok::<(), wythoff::sequences::SequenceError>(())
    /// ```
    pub fn winning_moves(&self, x: &UBig, y: &UBig, limit: usize) -> Moves {
        let (low, high) = super::sorted(x, y);
        if self.structure.is_terminal(low, high) || self.structure.index_of(low, high).is_some() {
            return Moves::none();
        }
        let mut moves = region_moves(self.structure(), low, high, limit);
        moves.targets.extend(
            numbered_moves(self.structure(), low, high)
                .into_iter()
                .map(|(_, target)| target),
        );
        moves.finished(x > y)
    }

    /// All options of (x, y) whose remoteness is one less than that of (x, y), at most about `limit`
    /// of them and at least one unless (x, y) is terminal.
    pub fn optimal_moves(&self, x: &UBig, y: &UBig, limit: usize) -> Moves {
        let (low, high) = super::sorted(x, y);
        let moves = if self.structure.is_terminal(low, high) {
            Moves::none()
        } else if let Some(index) = self.structure.index_of(low, high) {
            self.longest_resistance(low, high, &index, limit)
        } else {
            self.fastest_wins(low, high, limit)
        };
        moves.finished(x > y)
    }

    /// At an N-position: the winning moves of least index.
    fn fastest_wins(&self, x: &UBig, y: &UBig, limit: usize) -> Moves {
        let in_region = region_moves(self.structure(), x, y, limit);
        if !in_region.targets.is_empty() {
            return in_region;
        }
        let numbered = numbered_moves(self.structure(), x, y);
        let least = numbered.iter().map(|(index, _)| index).min().cloned();
        let targets = numbered
            .into_iter()
            .filter(|(index, _)| Some(index) == least.as_ref());
        Moves {
            targets: targets.map(|(_, target)| target).collect(),
            complete: true,
        }
    }

    /// At the P-position (x, y) of index m: the options with min{ι, q} = m − 1.
    fn longest_resistance(&self, x: &UBig, y: &UBig, index: &UBig, limit: usize) -> Moves {
        let structure = self.structure();
        if index.is_zero() {
            // Only misère play has a move here: from (0, 1) to the end.
            return Moves {
                targets: vec![(UBig::ZERO, UBig::ZERO)],
                complete: true,
            };
        }
        let wanted = index - UBig::ONE;
        let lowest = if wanted.is_zero() {
            UBig::ZERO
        } else {
            structure.p_position(&wanted).x
        };
        let mut search = Resistance {
            structure,
            from: (x, y),
            apart: structure.least_difference(&wanted),
            wanted,
            moves: Moves::none(),
            limit,
            steps_left: limit.saturating_mul(16).saturating_add(64),
        };
        let mut low = x.clone();
        loop {
            if structure.local_index(&low) >= search.wanted && !search.try_smaller(&low) {
                break;
            }
            if low <= lowest {
                break;
            }
            low -= UBig::ONE;
        }
        search.moves
    }
}

/// The search of [`Formula::longest_resistance`] below one position.
struct Resistance<'a> {
    structure: &'a dyn PStructure,
    from: (&'a UBig, &'a UBig),
    wanted: UBig,
    apart: UBig,
    moves: Moves,
    limit: usize,
    steps_left: usize,
}

impl Resistance<'_> {
    /// Collects the options whose smaller coordinate is `low`; false when the limit is reached.
    fn try_smaller(&mut self, low: &UBig) -> bool {
        let (x, y) = self.from;
        for (top, turned) in [(y, false), (x, true)] {
            let mut high = top.clone();
            while high >= low + &self.apart {
                if self.steps_left == 0 || self.moves.targets.len() >= self.limit {
                    self.moves.complete = false;
                    return false;
                }
                self.steps_left -= 1;
                self.try_option(low, &high, turned);
                if high.is_zero() {
                    break;
                }
                high -= UBig::ONE;
            }
        }
        true
    }

    fn try_option(&mut self, low: &UBig, high: &UBig, turned: bool) {
        let target = if turned {
            (high.clone(), low.clone())
        } else {
            (low.clone(), high.clone())
        };
        let resists = self.structure.difference_index(&(high - low)) >= self.wanted;
        if resists
            && is_option(self.structure, self.from.0, self.from.1, &target)
            && !self.structure.is_terminal(low, high)
        {
            self.moves.targets.push(target);
        }
    }
}

/// The rule of WYT(a, b): (x − u, y − v) ≠ (0, 0), both ≥ 0, apart by less than a or one below b.
fn is_option(structure: &dyn PStructure, x: &UBig, y: &UBig, target: &Piles) -> bool {
    let (u, v) = target;
    if u > x || v > y || (u == x && v == y) {
        return false;
    }
    let (e, f) = (x - u, y - v);
    let (less, more) = if e <= f { (e, f) } else { (f, e) };
    less < *structure.b() || more - less < *structure.a()
}

/// The P-positions in reach of (x, y) outside the region, with their indices.
pub(super) fn numbered_moves(structure: &dyn PStructure, x: &UBig, y: &UBig) -> Vec<(UBig, Piles)> {
    let mut candidates = Vec::with_capacity(8);
    for (term, side) in structure.window(x) {
        let target = if side == Side::Smaller {
            (term.x, term.y)
        } else {
            (term.y, term.x)
        };
        candidates.push((term.index, target));
    }
    for (term, side) in structure.window(y) {
        let target = if side == Side::Smaller {
            (term.y, term.x)
        } else {
            (term.x, term.y)
        };
        candidates.push((term.index, target));
    }
    for index in structure.near_difference(&(y - x)) {
        let term = structure.p_position(&index);
        candidates.push((index.clone(), (term.y.clone(), term.x.clone())));
        candidates.push((index, (term.x, term.y)));
    }
    candidates.retain(|(_, target)| is_option(structure, x, y, target));
    candidates.sort();
    candidates.dedup();
    candidates
}

/// The cells of the region in reach of (x, y), x ≤ y, at most `limit` of them.
fn region_moves(structure: &dyn PStructure, x: &UBig, y: &UBig, limit: usize) -> Moves {
    let mut moves = Moves::none();
    let Some(k) = structure.region() else {
        return moves;
    };
    let last = k.min(x);
    // Rows u ≤ (k + a − 1 − (y − x))/2 meet the band |e − f| < a, rows u ≤ k + b − 1 − y the columns
    // v > y − b, rows u > x − b are open as a whole.
    let by_band = difference(&(k + structure.a()), &(y - x + UBig::ONE)).map(|twice| twice >> 1);
    let by_column = difference(&(k + structure.b()), &(y + UBig::ONE));
    let open_from = difference(&(x + UBig::ONE), structure.b()).unwrap_or(UBig::ZERO);
    let closed_to = by_band.max(by_column).map(|to| to.min(last.clone()));
    let mut row = if closed_to.is_some() {
        UBig::ZERO
    } else {
        open_from.clone()
    };
    while row <= *last {
        push_row(structure, (x, y), &row, k, limit, &mut moves);
        if !moves.complete {
            break;
        }
        row += UBig::ONE;
        if closed_to.as_ref().is_none_or(|to| row > *to) && row < open_from {
            row = open_from.clone();
        }
    }
    moves
}

/// The cells (row, v), row + v ≤ k, in reach of (x, y).
fn push_row(
    structure: &dyn PStructure,
    (x, y): (&UBig, &UBig),
    row: &UBig,
    k: &UBig,
    limit: usize,
    moves: &mut Moves,
) {
    let Some(end) = difference(k, row).map(|end| end.min(y.clone())) else {
        return;
    };
    let (a, b) = (structure.a(), structure.b());
    let taken = x - row;
    let whole = taken < *b;
    // v in [v_band − a + 1, v_band + a − 1] around v_band = y − taken, or v > y − b.
    let band_from = if whole {
        UBig::ZERO
    } else {
        difference(&(y + UBig::ONE), &(&taken + a)).unwrap_or(UBig::ZERO)
    };
    let band_to = if whole {
        end.clone()
    } else {
        difference(&(y + a), &(&taken + UBig::ONE)).unwrap_or(UBig::ZERO)
    };
    let column_from = difference(&(y + UBig::ONE), b).unwrap_or(UBig::ZERO);
    let mut column = band_from.min(column_from.clone());
    while column <= end {
        if column > band_to && column < column_from {
            column = column_from.clone();
            continue;
        }
        let target = (row.clone(), column.clone());
        if is_option(structure, x, y, &target) {
            if moves.targets.len() >= limit {
                moves.complete = false;
                return;
            }
            moves.targets.push(target);
        }
        column += UBig::ONE;
    }
}

/// larger − smaller, or none if that is negative.
fn difference(larger: &UBig, smaller: &UBig) -> Option<UBig> {
    (larger >= smaller).then(|| larger - smaller)
}
