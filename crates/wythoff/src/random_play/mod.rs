//! Chance in play, other than moves that fail: random players, mistaken moves, a coin for the turn.
//!
//! Two players, one of whom is called *the player*. At a position s with options O(s), n = |O(s)|, let
//! F(s) be the probability that the player wins when it is his move, S(s) when it is the opponent's.
//! At a terminal position who is to move has lost in normal play (F = 0, S = 1), has won in misère play.
//! Let M(t) be the same probability when the player has just moved to t, T(t) when the opponent has:
//! M = S and T = F, the turn having passed.
//!
//! | model | F(s) | S(s) |
//! |---|---|---|
//! | `random` | max M(t) | mean T(t) |
//! | `both-random` | mean M(t) | mean T(t) |
//! | `error`, p | p·M(u) + (1 − p)·mean of the other M(t), u chosen for the greatest sum | 1 − F(s) |
//! | `random-turn`, p | max M(t) | min T(t) |
//!
//! - `random`: the player plays best, the opponent moves uniformly at random.
//! - `both-random`: both move uniformly at random \[DevlinTrifonova2025\].
//! - `error`: both play best, and an intended move u is played with probability p; otherwise one of the
//!   n − 1 others is, each as likely. An only option is played in any case. The sum is p·M(u) + q·(ΣM − M(u))
//!   with q = (1 − p)/(n − 1): where p·n > 1 the best move to intend is that with the greatest M, where p·n < 1
//!   that with the least, and where p·n = 1 all are alike \[CapitelliPrivitelli2020\].
//! - `random-turn`: before each move a coin falls to the player with probability p, ½ unless another is given,
//!   and who has the coin moves; both play best \[PeresEtAl2007\]. At a terminal position the turn has
//!   passed as usual, so that the last to move has won in normal play and lost in misère play; elsewhere
//!   M(t) = T(t) = p·F(t) + (1 − p)·S(t). (Were the coin thrown at the end too, every end would be worth the same, and
//!   so would every position.)
//!
//! The coin alone decides. *Before it is thrown, play not over, the player wins with probability p in normal and
//! 1 − p in misère play, whatever the game.* Normal play: if some option ends play, F = 1 and S = 0; if none does,
//! every option is worth p by induction, and F = S = p. Misère play: if every option ends play, F = 0 and S = 1; else both
//! players choose among the others, which are worth 1 − p by induction. So the position matters only to who has the
//! coin at the end.
//!
//! All values follow from the options' ones, so that one walk over the reachable positions gives them: exact
//! fractions while they are short, else whole-number bounds on either side, narrowed until the digits
//! asked for are the same for both. No floating-point number decides a digit.

mod analysis;
mod arithmetic;
mod model;
mod reach;
mod solve;

pub use analysis::{Choices, Digits, RandomAnalysis, Request, analyze, table};
pub use model::{Chosen, Model, ModelKind};
