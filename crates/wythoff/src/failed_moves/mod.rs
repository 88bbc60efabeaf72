//! Independent failed moves: every attempted move succeeds with probability p, and a failure passes
//! the turn.
//!
//! With λ = p/(2 − p) and Smith's remoteness R, optimal play wins with probability
//!
//!   w = (1 − (−λ)^R)/2 in normal play [SanchezGalanXu, Theorem 5.2],
//!   w = (1 + (−λ)^R)/2 in misère play (derived, `docs/derivations/failed-moves.md`),
//!
//! on every finite impartial game. For 0 < p < 1 the optimal attempts are exactly the moves that lower
//! R by one. Everything is exact; decimals are truncated and every digit is right.

mod decimal;
mod duration;
mod interval;
mod value;

pub use crate::rules::Convention;
pub use decimal::{Decimal, NearHalf};
pub use duration::{Bin, Duration, Masses};
pub use value::{FailedMoves, SuccessError};
