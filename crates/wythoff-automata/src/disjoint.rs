//! Whether the families of a game are disjoint: then options can be counted line by line.
//!
//! Two families give a common option exactly when base₁ + s·ray₁ = base₂ + t·ray₂ has a solution with s, t ≥ 0. For
//! vectors in the plane or in space this is a system of linear equations in two unknowns; here the differences are
//! small, so the intersection is decided by elimination over whole numbers.

use crate::budget::{Error, Result};
use crate::game::{Family, Game};

/// # Errors
/// [`Error::Statement`] when two families share a removal.
pub(crate) fn check(game: &Game) -> Result<()> {
    for (i, first) in game.families.iter().enumerate() {
        if game.families[..i].iter().any(|second| meet(first, second)) {
            return Err(Error::Statement(
                "two kinds of moves give the same option, so options cannot be counted".into(),
            ));
        }
    }
    Ok(())
}

fn meet(first: &Family, second: &Family) -> bool {
    let zero = vec![0; first.base.len()];
    let a = first.ray.as_ref().unwrap_or(&zero);
    let b = second.ray.as_ref().unwrap_or(&zero);
    // s·a - t·b = c
    let c: Vec<i64> = second
        .base
        .iter()
        .zip(&first.base)
        .map(|(p, q)| p - q)
        .collect();
    let pairs = || (0..c.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
    let cross = |u: &[i64], v: &[i64], (i, j): (usize, usize)| u[i] * v[j] - u[j] * v[i];
    match pairs().find(|&at| cross(a, b, at) != 0) {
        Some(at) => {
            let d = cross(a, b, at);
            // Cramer: s = (c×b)/(a×b), t = (c×a)/(a×b).
            let (s, t) = (cross(&c, b, at), cross(&c, a, at));
            s % d == 0
                && t % d == 0
                && s / d >= 0
                && t / d >= 0
                && (0..c.len()).all(|i| (s / d) * a[i] - (t / d) * b[i] == c[i])
        }
        // Parallel rays (or none): try enough multiples to pass every base.
        None => {
            let far = 2 + 2 * c.iter().map(|v| v.abs()).max().unwrap_or(0);
            (0..=far).any(|s| (0..=far).any(|t| (0..c.len()).all(|i| s * a[i] - t * b[i] == c[i])))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queens_lines_are_disjoint_and_wide_ones_are_not() {
        assert!(check(&Game::wyt(1, 1)).is_ok());
        assert!(check(&Game::wyt(1, 2)).is_err());
        assert!(check(&Game::wyt(2, 1)).is_err());
    }
}
